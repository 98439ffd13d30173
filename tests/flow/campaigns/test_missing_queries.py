"""Campaign evaluation says what a run lacks, and a table of queries holds queries."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

from small_papers import CAMPAIGN

from assay.evaluation import overview

Assay = Callable[..., Any]


def test_a_run_that_lacks_queries_is_no_baseline_and_is_told(campaign: Assay, tmp_path: Path) -> None:
    for assessor in ("ada", "bob", "eve"):
        pairs = campaign("campaign", "queue", CAMPAIGN, "--assessor", assessor, "--json").payload["pairs"]
        for n, pair in enumerate(pairs):
            given = (pair["query_id"], pair["doc_id"], n % 3)
            done = campaign("campaign", "grade", CAMPAIGN, *given, "--assessor", assessor)
            assert done.status == 0, done.err
    asked = campaign("campaign", "queries", CAMPAIGN, "--json").payload["queries"]
    first, second = sorted(query["query_id"] for query in asked)
    (row, *_) = campaign("campaign", "queue", CAMPAIGN, "--assessor", "ada", "--json").payload["pairs"]
    lame = tmp_path / "lame.run"
    (judged,) = {row["query_id"]} & {first, second}
    lame.write_text(f"{judged} Q0 {row['doc_id']} 1 1.0 lame\n", encoding="utf-8")
    taken = campaign("campaign", "run", CAMPAIGN, "lame", "--file", lame)
    assert taken.status == 0, taken.err
    made = campaign("campaign", "release", CAMPAIGN, "--rule", "median")
    assert made.status == 0, made.err
    found = campaign("campaign", "evaluate", CAMPAIGN, "-m", "P@5", "--json")
    assert found.status == 0, found.err
    rows = {each["tag"]: each for each in found.payload["rows"]}
    (other,) = {first, second} - {judged}
    assert rows["lame"]["missing"] == [other]
    assert rows["words"]["missing"] == []
    assert found.payload["reference"] != "lame"
    shown = campaign("campaign", "evaluate", CAMPAIGN, "-m", "P@5").out
    assert f"lame has no result for 1 judged query, which count 0: {other}." in shown
    named = campaign("campaign", "evaluate", CAMPAIGN, "--baseline", "lame", "--json").payload
    assert named["reference"] == "lame"  # whoever asks for it by name has it


def test_the_baseline_is_the_lowest_of_the_runs_that_answer_most_queries() -> None:
    qrels = {f"q{n}": {"a": 1, "b": 0} for n in range(4)}
    good = {q: {"a": 2.0, "b": 1.0} for q in qrels}
    poor = {q: {"b": 2.0, "a": 1.0} for q in qrels}
    some = {q: {"b": 2.0} for q in list(qrels)[:2]}
    found = overview(qrels, {"good": good, "poor": poor, "some": some}, measure="MRR")
    assert found.reference == "poor"
    assert found.measure == "RR"
    assert {row.tag: row.missing for row in found.rows} == {"good": (), "poor": (), "some": ("q2", "q3")}
    assert overview(qrels, {"some": some, "less": {"q0": {"b": 1.0}}}).reference == "some"


def test_a_table_of_queries_has_no_row_of_means(assay: Assay, tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("q1 0 a 1\nq2 0 a 1\nq3 0 a 1\n", encoding="utf-8")
    (tmp_path / "run").write_text("q1 Q0 a 1 1 t\nq2 Q0 b 1 1 t\n", encoding="utf-8")
    table = tmp_path / "table.csv"
    call = ("--qrels", tmp_path / "qrels", "--run", tmp_path / "run", "-m", "RR", "--csv", table)
    assert assay("evaluate", *call).status == 0
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["query_id"] for row in rows] == ["q1", "q2", "q3"]
    assert [float(row["RR"]) for row in rows] == [1.0, 0.0, 0.0]
