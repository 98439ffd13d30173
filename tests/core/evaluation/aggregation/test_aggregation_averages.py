"""Averages over columns: the published ones reproduced, and none over less than everything."""

from __future__ import annotations

import json
from dataclasses import replace
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.benchmarks import aggregation
from assay.benchmarks.aggregation import (
    PublishedRow,
    PublishedTable,
    Scheme,
    column_values,
    from_parts,
    parse,
    published_tables,
    recomputed,
    resolved,
    scheme_averages,
    schemes,
    task_columns,
    with_published,
)
from assay.benchmarks.suites import suites, task_named
from assay.errors import BadInput, EvaluationError

FINAL, PREPRINT = schemes()["scirepeval-24"], schemes()["scirepeval-25"]
TABLE = published_tables()["scirepeval-24"]
FULL = {column: 50.0 + place for place, column in enumerate(FINAL.columns)}


@pytest.mark.parametrize(("parts", "average"), [((62.4, 73.9), 70.9), ((55.7, 70.9), 67.0)])
def test_the_final_versions_average_is_over_7_and_20_columns(
    parts: tuple[float, float], average: float
) -> None:
    found = from_parts(FINAL, {"in-train": parts[0], "out-of-train": parts[1]})
    assert found == pytest.approx((7 * parts[0] + 20 * parts[1]) / 27)
    assert found == pytest.approx(average, abs=0.05)


def test_the_preprints_average_is_over_7_and_11_and_10_columns() -> None:
    found = from_parts(PREPRINT, {"in-train": 51.5, "out-of-train": 52.5, "SciDocs": 69.0})
    assert found == pytest.approx((7 * 51.5 + 11 * 52.5 + 10 * 69.0) / 28)
    assert found == pytest.approx(58.2, abs=0.1), "printed; its parts are rounded"


def test_every_published_average_follows_from_its_published_parts() -> None:
    found = {
        (one.table, one.name, one.model): one for t in published_tables().values() for one in recomputed(t)
    }
    for one in found.values():
        assert one.agrees, one
        assert one.tolerance == pytest.approx(0.1), "half a tenth of the average and of its parts"
    averages = {
        (table.id, name, row.model)
        for table in published_tables().values()
        for row in table.rows
        for name in row.values
        if name.endswith(" average")
    }
    beside_parts = averages - {*found}
    assert {(table, name) for table, name, _ in beside_parts} == {
        ("objectives", "beir average"), ("objectives", "scidocs average"),
    }  # fmt: skip
    assert "columns behind the two averages are not noted" in published_tables()["objectives"].note


def test_an_average_that_its_printed_parts_do_not_give_says_so() -> None:
    weights = {"scirepeval-24": {"in-train": 7, "out-of-train": 20},
               "scirepeval-25": {"in-train": 7, "out-of-train": 11, "SciDocs": 10}}  # fmt: skip
    for name, parts in weights.items():
        for row in published_tables()[name].rows:
            whole = sum(n * row.values[f"{name} {part}"] for part, n in parts.items()) / sum(parts.values())
            told = "the printed parts give" in row.note
            assert told == (round(whole, 1) != row.values[f"{name} average"]), (row, whole)
            if told:
                assert f"give {whole:.1f}," in row.note


def test_another_weighing_would_not_reproduce_them() -> None:
    plain = [
        abs(fmean((row.values["scirepeval-24 in-train"], row.values["scirepeval-24 out-of-train"])) - average)
        for row in TABLE.rows
        for average in [row.values["scirepeval-24 average"]]
    ]
    assert min(plain) > 1, "the mean of the two parts is no average of the columns"


def test_the_columns_are_those_of_the_described_tasks() -> None:
    for suite, scheme in (("scirepeval-24", FINAL), ("scirepeval-25", PREPRINT)):
        tasks = [task for task in suites()[suite] if not task.unscored]  # type: ignore[index]
        assert sorted(scheme.columns) == sorted(column for task in tasks for column in task_columns(task))
        assert set(scheme.parts["in-train"]) == {
            column for task in tasks if task.in_train for column in task_columns(task)
        }
        for task in tasks:
            assert task.columns == len(task_columns(task))
    assert (len(FINAL.columns), len(PREPRINT.columns)) == (27, 28)
    assert set(PREPRINT.parts["SciDocs"]) == {
        column for task in suites()["scirepeval-25"] if task.of_scidocs for column in task_columns(task)
    }
    for suite, n in (("beir", 5), ("scidocs", 12)):
        tasks = list(suites()[suite])  # type: ignore[index]
        assert sorted(schemes()[suite].columns) == sorted(c for t in tasks for c in task_columns(t))
        assert len(schemes()[suite].columns) == n, "the recommendations of SciDocs count, scored or not"


def test_ranking_tasks_of_scidocs_count_twice_and_reviewers_once() -> None:
    assert column_values(task_named("scirepeval/scidocs-cite"), {"map": 80.0, "ndcg": 90.0}) == {
        "scirepeval/scidocs-cite map": 80.0,
        "scirepeval/scidocs-cite ndcg": 90.0,
    }
    reviewers = {"hard P_5": 10.0, "hard P_10": 20.0, "soft P_5": 30.0, "soft P_10": 60.0}
    assert column_values(task_named("scirepeval/reviewers"), reviewers) == {"scirepeval/reviewers": 30.0}
    assert column_values(task_named("scirepeval/fos"), {"f1_macro": 5.0}) == {"scirepeval/fos": 5.0}


def test_a_task_scored_without_one_of_its_metrics_is_refused() -> None:
    with pytest.raises(EvaluationError, match="without ndcg"):
        column_values(task_named("scirepeval/scidocs-cite"), {"map": 80.0})
    with pytest.raises(EvaluationError, match="no value"):
        column_values(task_named("scirepeval/reviewers"), {})


def test_a_whole_run_has_all_averages() -> None:
    found = scheme_averages(FINAL, FULL)
    assert list(found) == ["scirepeval-24 in-train", "scirepeval-24 out-of-train", "scirepeval-24 average"]
    assert [one.value for one in found.values()] == pytest.approx([53.0, 66.5, 63.0])
    assert all(one.whole for one in found.values())


@given(st.sets(st.sampled_from(FINAL.columns), min_size=1))
def test_nothing_is_averaged_over_less_than_everything(absent: set[str]) -> None:
    left = {column: value for column, value in FULL.items() if column not in absent}
    found = scheme_averages(FINAL, left)["scirepeval-24 average"]
    assert found.value is None
    assert (found.n, found.of, set(found.missing)) == (27 - len(absent), 27, absent)
    assert found.so_far == (pytest.approx(fmean(left.values())) if left else None)


def test_our_rows_stand_below_the_published_ones_in_their_columns() -> None:
    rows = with_published(published_tables()["mdcr"], {"ours": {"mdcr map": 30.0}})
    assert [(row.model, row.ours) for row in rows] == [
        ("BM25", False), ("SPECTER", False), ("SciNCL", False), ("SciNCL Adapters", False),
        ("SPECTER2 Base", False), ("SPECTER2 Adapters", False), ("ours", True),
    ]  # fmt: skip
    assert rows[0].values == {"mdcr map": 33.7, "mdcr recall_5": 28.5}
    assert rows[-1].values == {"mdcr map": 30.0, "mdcr recall_5": None}
    assert rows[-1].missing == {"mdcr recall_5": ("mdcr recall_5",)}


def test_every_published_column_is_a_column_of_a_described_task_or_an_average() -> None:
    known = {column for tasks in suites().values() for task in tasks for column in task_columns(task)}
    known |= {name for scheme in schemes().values() for name in scheme.averages}
    for table in published_tables().values():
        assert set(table.columns) <= known, table.id
        assert table.source
        for row in table.rows:
            for column, value in row.values.items():
                assert 0 < value < 100
                assert round(value, table.decimals[column]) == value, "printed with more digits than is said"


def test_an_unknown_model_is_refused_by_name() -> None:
    with pytest.raises(BadInput, match="It has BM25, SPECTER, SciNCL"):
        published_tables()["mdcr"].row("GPT")


GOOD = {
    "schemes": {"s": {"a": ["x"], "b": ["y"]}},
    "tables": [
        {"id": "t", "title": "T", "source": "S", "note": "", "decimals": {"x": 1},
         "rows": [{"model": "m", "values": {"x": 1.0}}]},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d["schemes"]["s"].update(b=["x"]), "a column twice"),
        (lambda d: d["tables"].append(d["tables"][0]), "two tables have one id"),
        (lambda d: d["tables"][0]["rows"].append(d["tables"][0]["rows"][0]), "a model stands there twice"),
        (lambda d: d["tables"][0]["rows"][0]["values"].update(z=1.0), "has no column 'z'"),
        (lambda d: d["tables"][0].pop("source"), "not of the form"),
        (lambda d: d.pop("schemes"), "not of the form"),
        (lambda d: d["tables"][0]["rows"][0]["values"].update(x="high"), "not of the form"),
    ],
)
def test_faults_of_the_published_tables_are_named(change: object, words: str) -> None:
    broken = json.loads(json.dumps(GOOD))
    change(broken)  # type: ignore[operator]
    with pytest.raises(EvaluationError, match=words):
        parse(json.dumps(broken), "published.json")
    assert parse(json.dumps(GOOD), "published.json")[1]["t"].row("m").values == {"x": 1.0}


SMALL = {
    "id": "t", "title": "T", "source": "S", "note": "N", "decimals": {"x": 1, "y": 2, "z": 0},
    "rows": [{"model": "theirs", "values": {"x": 51.2, "z": 7}},
             {"model": "both", "values": {"x": 50}, "ensemble": True, "note": "odd"}],
}  # fmt: skip


def test_a_published_table_is_read_with_every_word(monkeypatch: pytest.MonkeyPatch) -> None:
    plans, tables = parse(json.dumps(GOOD | {"tables": [SMALL]}), "small.json")
    assert plans == {"s": Scheme("s", {"a": ("x",), "b": ("y",)})}
    assert tables == {
        "t": PublishedTable(
            id="t",
            title="T",
            source="S",
            decimals={"x": 1, "y": 2, "z": 0},
            note="N",
            rows=(
                PublishedRow("theirs", {"x": 51.2, "z": 7.0}),
                PublishedRow("both", {"x": 50.0}, ensemble=True, note="odd"),
            ),
        )
    }
    named: list[str] = []
    monkeypatch.setattr(aggregation, "parse", lambda text, name: named.append(name) or parse(text, name))
    assert aggregation._read() == (schemes(), published_tables())
    assert named == ["published.json"]


def test_a_column_of_some_rows_only_is_marked_and_so_is_its_average() -> None:
    part = "scirepeval/fos"
    rows = with_published(TABLE, {"ours": FULL, "whole": FULL}, {"ours": [part]})
    ours, whole = rows[-2:]
    assert (ours.model, ours.ours, whole.ours, rows[0].ours) == ("ours", True, True, False)
    assert {column for column in ours.partial if column not in FINAL.columns} == {
        name for name, columns in FINAL.averages.items() if part in columns
    }
    assert all(partial == (part,) for partial in ours.partial.values())
    assert ours.missing == whole.missing == {}
    assert whole.partial == {}
    assert ours.values == whole.values
    assert whole.values["scirepeval-24 average"] == pytest.approx(63.0)
    (lacking,) = with_published(TABLE, {"ours": {part: 50.0}}, {"ours": [part]})[-1:]
    assert lacking.values["scirepeval-24 average"] is None
    assert len(lacking.missing["scirepeval-24 average"]) == 26
    assert "scirepeval-24 average" not in lacking.partial, "what is not there is not partly there"
    assert (rows[0].missing, rows[0].partial) == ({}, {})


def test_an_average_agrees_with_its_parts_by_half_of_each_last_digit() -> None:
    (one, *_) = recomputed(TABLE)
    for off, agrees in ((0.0, True), (0.1, True), (-0.1, True), (0.1001, False), (-0.1001, False)):
        assert replace(one, published=one.recomputed + off, tolerance=0.1).agrees is agrees
    (of_two,) = recomputed(
        replace(
            TABLE,
            decimals={"scirepeval-24 in-train": 1, "scirepeval-24 out-of-train": 2,
                      "scirepeval-24 average": 0},
            rows=(
                PublishedRow("a", {"scirepeval-24 in-train": 27.0, "scirepeval-24 out-of-train": 54.0,
                                   "scirepeval-24 average": 47.0}),
                PublishedRow("b", {"scirepeval-24 in-train": 27.0, "scirepeval-24 average": 47.0}),
                PublishedRow("c", {"scirepeval-24 in-train": 27.0, "scirepeval-24 out-of-train": 54.0}),
            ),
        )
    )  # fmt: skip
    assert (of_two.table, of_two.model, of_two.name) == (TABLE.id, "a", "scirepeval-24 average")
    assert (of_two.published, of_two.recomputed) == (47.0, pytest.approx((7 * 27 + 20 * 54) / 27))
    assert of_two.tolerance == pytest.approx(0.5 + (7 * 0.05 + 20 * 0.005) / 27)


def test_a_column_of_some_rows_has_no_value_to_compare() -> None:
    one = resolved("iclr2022", {"iclr2022": 40.0}, ["iclr2022"])
    assert (one.value, one.so_far, one.partial, one.whole) == (None, 40.0, ("iclr2022",), False)
    whole = resolved("iclr2022", {"iclr2022": 40.0})
    assert (whole.value, whole.partial, whole.whole) == (40.0, (), True)
