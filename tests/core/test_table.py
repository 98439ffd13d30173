"""One table in its five forms."""

from __future__ import annotations

import csv
import io

import pytest
from rich.console import Console

from assay.codec import from_json, to_json
from assay.table import Table, best_places

SCORES = Table(
    "Scores",
    ("Task", "Measure", "one", "two"),
    (("S|D", "map", 1.0, 2.125), ("T_1", "ndcg", None, -3.0)),
    ("a note",),
    marked=frozenset({(0, 2)}),
    brackets=frozenset({(1, 2)}),
)


def test_markdown_has_marks_brackets_and_notes() -> None:
    assert SCORES.markdown() == (
        "# Scores\n\n"
        "| Task | Measure | one | two |\n"
        "| --- | ---: | ---: | ---: |\n"
        "| S\\|D | map | 1.00 | **2.12** |\n"
        "| T_1 | ndcg |  | (-3.00) |\n"
        "\n- a note\n"
    )


def test_latex_escapes_text_and_marks() -> None:
    lines = SCORES.latex().splitlines()
    assert lines[0] == r"\begin{tabular}{lrrr}"
    assert r"S|D & map & 1.00 & \textbf{2.12} \\" in lines
    assert r"T\_1 & ndcg &  & (-3.00) \\" in lines
    assert lines[-1] == r"\par{\footnotesize a note\par}"


def test_csv_keeps_numbers_in_full_and_names_what_is_in_brackets() -> None:
    assert list(csv.reader(io.StringIO(SCORES.csv()))) == [
        ["Task", "Measure", "one", "two", "In brackets"],
        ["S|D", "map", "1.0", "2.125", ""],
        ["T_1", "ndcg", "", "-3.0", "two"],
    ]


def test_csv_of_text_cannot_run_in_a_spreadsheet() -> None:
    assert Table("", ("a",), (("=1+1",),)).csv() == "a\n'=1+1\n"


def test_text_is_aligned_as_asked() -> None:
    table = Table("", ("Name", "n", "State"), (("[bold]a", "12", "ok"), ("b", "3", "waits")), align="lrl")
    out = io.StringIO()
    Console(file=out, width=80).print(table.text())
    assert [line.rstrip() for line in out.getvalue().splitlines()] == [
        "Name      n  State",
        "[bold]a  12  ok",
        "b         3  waits",
    ]


def test_json_gives_the_table_back() -> None:
    assert from_json(to_json(SCORES), Table) == SCORES


@pytest.mark.parametrize(
    ("cells", "over", "best"),
    [
        ([1.0, 3.0, None, 3.0], (), {(4, 3), (4, 5)}),
        ([2.0, 2.0], (), set()),
        ([None, None], (), set()),
        ([1.0, 2.0], ("all", "part"), set()),
        ([1.0, None, 2.0], ("all", "part", "all"), {(4, 4)}),
    ],
)
def test_the_best_of_a_row(
    cells: list[float | None], over: tuple[str, ...], best: set[tuple[int, int]]
) -> None:
    assert best_places(4, cells, first=2, over=over) == best
