"""Tables for a spreadsheet."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from assay.errors import EvaluationError
from assay.evaluation import evaluate, per_query_rows, write_csv
from assay.exporters import guarded

QRELS = {"q1": {"a": 1}, "=q2": {"a": 1}}
RUN = {"q1": {"a": 1.0}, "=q2": {"b": 2.0, "a": 1.0}}


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\tx", "＝1", "\u00a0=1", "\x01=1"])
def test_cells_that_a_spreadsheet_would_run_are_guarded(text: str) -> None:
    assert guarded(text) == "'" + text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\t=1", "'\t'=1"),
        ("\r\n@x", "'\r\n'@x"),
        ("a;=1", "a;'=1"),
        ("'=1", "''=1"),
        ("a;'=1", "a;''=1"),
        ("a\t -1", "a\t' -1"),
        ("a\n+1;b;@x", "a\n'+1;b;'@x"),
        ("a; b, c=d", "a; b, c=d"),
    ],
)
def test_parts_that_a_spreadsheet_would_split_off_and_run_are_guarded(text: str, expected: str) -> None:
    assert guarded(text) == expected


@pytest.mark.parametrize("text", ["", "q1", "a=b", "1-2", "'tis", "mean of 3"])
def test_other_cells_are_left_alone(text: str) -> None:
    assert guarded(text) == text


def test_the_table_has_a_row_a_query_and_none_of_means() -> None:
    rows = per_query_rows(evaluate(QRELS, RUN, ["RR", "P@5"]), {"q1": "owls"})
    assert rows == [
        ["query_id", "text", "RR", "P@5"],
        ["q1", "owls", 1.0, 0.2],
        ["=q2", "", 0.5, 0.2],
    ]
    assert per_query_rows(evaluate(QRELS, RUN, ["RR"]))[1] == ["q1", 1.0]


def test_a_written_table_reads_back_with_full_numbers_and_nothing_to_run(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    n_rows = write_csv([["query_id", "difference"], ["=q2", -1 / 3], ['two "words", one\nbreak', None]], path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [["query_id", "difference"], ["'=q2", repr(-1 / 3)], ['two "words", one\nbreak', ""]]
    assert n_rows == 3


def test_a_table_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="cannot be written"):
        write_csv([["x"]], tmp_path / "nowhere" / "table.csv")
