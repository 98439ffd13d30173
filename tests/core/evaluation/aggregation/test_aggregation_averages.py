"""Averages over columns: the published ones reproduced, and none over less than everything."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import product
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.benchmarks.aggregation import (
    Scheme,
    column_values,
    parse,
    published_tables,
    resolved,
    scheme_averages,
    schemes,
    task_columns,
)
from assay.benchmarks.results import TaskResult
from assay.benchmarks.suites.describe import suites, task_named
from assay.benchmarks.tables import published_scores
from assay.errors import BadInput, EvaluationError

FINAL, PREPRINT = schemes()["scirepeval-24"], schemes()["scirepeval-25"]
TABLE = published_tables()["scirepeval-24"]
FULL = {column: 50.0 + place for place, column in enumerate(FINAL.columns)}


def from_parts(scheme: Scheme, parts: Mapping[str, float]) -> float:
    """The whole's average from those of its parts, each weighing as many columns as it has."""
    return sum(len(columns) * parts[part] for part, columns in scheme.parts.items()) / len(scheme.columns)


def test_every_published_average_follows_from_its_published_parts() -> None:
    found = set()
    for scheme, table in product(schemes().values(), published_tables().values()):
        whole, names = f"{scheme.id} average", {part: f"{scheme.id} {part}" for part in scheme.parts}
        for row in table.rows:
            if {whole, *scheme.columns} <= {*row.values}:
                found.add((table.id, whole, row.model))
                ours = fmean(row.values[column] for column in scheme.columns)
                assert abs(row.values[whole] - ours) <= 0.1 + 1e-9, row.model
            elif {whole, *names.values()} <= {*row.values}:
                found.add((table.id, whole, row.model))
                assert {table.decimals[name] for name in (whole, *names.values())} == {1}
                ours = from_parts(scheme, {part: row.values[name] for part, name in names.items()})
                assert abs(row.values[whole] - ours) <= 0.1 + 1e-9, (
                    "half a tenth of the average and of its parts"
                )
    averages = {
        (table.id, name, row.model)
        for table in published_tables().values()
        for row in table.rows
        for name in row.values
        if name.endswith(" average")
    }
    beside_parts = averages - found
    lacks_a_part = {
        ("scirepeval-25", "scirepeval-25 average", f"SPECTER2 {kind}") for kind in ("Base", "Adapters")
    }
    assert {(table, name) for table, name, _ in beside_parts - lacks_a_part} == {
        ("objectives", "beir average"), ("objectives", "scidocs average"),
    }  # fmt: skip
    assert lacks_a_part <= beside_parts
    assert "columns behind the two averages are not noted" in published_tables()["objectives"].note


def test_an_average_that_its_printed_parts_do_not_give_says_so() -> None:
    weights = {"scirepeval-24": {"in-train": 7, "out-of-train": 20},
               "scirepeval-25": {"in-train": 7, "out-of-train": 11, "SciDocs": 10}}  # fmt: skip
    shares = {name: {f"{name} {part}": n for part, n in parts.items()} for name, parts in weights.items()} | {
        "scidocs": dict.fromkeys(schemes()["scidocs"].columns, 1)
    }
    for name, parts in shares.items():
        for row in (each for each in published_tables()[name].rows if {*parts} <= {*each.values}):
            whole = sum(n * row.values[part] for part, n in parts.items()) / sum(parts.values())
            told = "the printed parts give" in row.note
            assert told == (round(whole + 1e-9, 1) != row.values[f"{name} average"]), (row, whole)
            if told:
                assert f"give {whole:.1f}," in row.note


def test_mdcr_s_mean_is_that_of_its_published_fields() -> None:
    *fields, mean = published_tables()["mdcr-fields"].rows
    assert len(fields) == 19
    for column, printed in mean.values.items():
        assert fmean(row.values[column] for row in fields) == pytest.approx(printed, abs=1e-4)
    (rounded,) = (row for row in published_tables()["mdcr"].rows if row.model == "SciNCL")
    assert all(round(mean.values[column], 1) == value for column, value in rounded.values.items())


def test_every_published_value_says_where_it_stands() -> None:
    """With its table and page, or that these are not known here; or in a README."""
    for table in published_tables().values():
        for row in table.rows:
            assert row.values, (table.id, row.model)
            where = f"{row.source}; {table.source}"
            assert re.search(r"Table \d|table( and page)? not known here|README|at a length of", where), where
            assert re.search(r"pages? \d|pages? not known here|README|at a length of", where), where


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
    result = TaskResult("mdcr", "ours", "", values={"map": 30.0, "recall_5": 20.0})
    theirs = published_tables()["mdcr"]
    (found,) = (each for each in published_scores([result]) if each.table.title == theirs.title)
    assert [row[0] for row in found.table.rows] == [*(row.model for row in theirs.rows), "ours"]
    for shown, row in zip(found.table.rows, theirs.rows, strict=False):
        assert shown[1:] == (row.values["mdcr map"], row.values["mdcr recall_5"])
    assert (found.table.rows[-1][1:], found.n_ours) == ((30.0, 20.0), 1)


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


def test_a_column_of_some_rows_only_is_marked_and_so_is_its_average() -> None:
    part = "scirepeval/fos"
    ours = {column: resolved(column, FULL, [part]) for column in TABLE.columns}
    assert {column for column, each in ours.items() if each.partial and column not in FINAL.columns} == {
        name for name, columns in FINAL.averages.items() if part in columns
    }
    assert {each.partial for each in ours.values()} <= {(), (part,)}
    whole = {column: resolved(column, FULL) for column in TABLE.columns}
    assert [each.so_far for each in ours.values()] == [each.so_far for each in whole.values()]
    assert whole["scirepeval-24 average"].value == pytest.approx(63.0)
    lacking = resolved("scirepeval-24 average", {part: 50.0}, [part])
    assert (lacking.value, len(lacking.missing)) == (None, 26)
