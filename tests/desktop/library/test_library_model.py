"""The table of papers: it holds ids, and fetches what is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableView

from assay.types import Paper
from assay_desktop.pages.library.model import CHUNK, DOC_ID_ROLE, PaperTable

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def paper(doc_id: str) -> Paper:
    return Paper(
        doc_id, f"Title of {doc_id}", authors=("Ada Lovelace", "Turing, Alan"), year=1950, venue="Mind"
    )


@pytest.fixture
def table(qtbot: QtBot) -> PaperTable:
    return PaperTable()


def wanted_by(table: PaperTable) -> list[list[str]]:
    asked: list[list[str]] = []
    table.rows_wanted.connect(asked.append)
    return asked


def test_hundred_thousand_rows_fetch_only_what_a_view_shows(table: PaperTable, qtbot: QtBot) -> None:
    asked = wanted_by(table)
    table.rows_wanted.connect(lambda ids: table.fill([paper(doc_id) for doc_id in ids]))
    table.show_ids([f"p{number}" for number in range(100_000)])
    view = QTableView()
    qtbot.addWidget(view)
    view.setModel(table)
    view.resize(800, 600)
    view.show()
    qtbot.waitExposed(view)
    qtbot.waitUntil(lambda: bool(asked))
    view.grab()
    qtbot.wait(20)
    assert sum(map(len, asked)) <= 2 * CHUNK
    view.scrollTo(table.index(50_000, 0))
    view.grab()
    qtbot.waitUntil(lambda: any("p50000" in ids for ids in asked))
    assert sum(map(len, asked)) <= 5 * CHUNK
    assert table.index(50_000, 0).data() == "Title of p50000"


def test_row_not_fetched_yet_has_a_placeholder_and_is_asked_for_once(table: PaperTable, qtbot: QtBot) -> None:
    asked = wanted_by(table)
    table.show_ids(["a", "b"])
    for _ in range(3):
        assert table.index(0, 0).data() == "…"
        assert table.index(1, 1).data() is None
        qtbot.wait(5)
    assert asked == [["a", "b"]]
    table.fill([paper("a"), paper("b")])
    row = [table.index(0, column).data() for column in range(4)]
    assert row == ["Title of a", "Lovelace, Turing", "1950", "Mind"]


def test_row_that_could_not_be_read_is_asked_for_again(table: PaperTable, qtbot: QtBot) -> None:
    asked = wanted_by(table)
    table.show_ids(["a"])
    table.index(0, 0).data()
    qtbot.waitUntil(lambda: bool(asked))
    table.give_up(["a"])
    table.index(0, 0).data()
    qtbot.waitUntil(lambda: len(asked) == 2)


def test_numbers_stand_at_the_right(table: PaperTable) -> None:
    table.show_ids(["a"])
    role = Qt.ItemDataRole.TextAlignmentRole
    assert table.index(0, 2).data(role) & Qt.AlignmentFlag.AlignRight
    assert table.headerData(2, Qt.Orientation.Horizontal, role) & Qt.AlignmentFlag.AlignRight
    assert table.index(0, 0).data(role) & Qt.AlignmentFlag.AlignLeft


def test_ids_are_known_by_row_and_rows_by_id(table: PaperTable) -> None:
    table.show_ids(["a", "b"])
    assert table.index(1, 3).data(DOC_ID_ROLE) == "b"
    assert (table.doc_id(1), table.doc_id(2), table.doc_id(-1)) == ("b", "", "")
    assert (table.row_of("b"), table.row_of("c")) == (1, -1)


def test_title_with_line_breaks_is_one_line(table: PaperTable) -> None:
    table.show_ids(["a"])
    table.fill([Paper("a", "One\n  two\tthree " + "x" * 1000)])
    shown = table.index(0, 0).data()
    assert shown.startswith("One two three x")
    assert len(shown) <= 400


def test_sorting_is_asked_for_and_a_cleared_header_means_the_order_of_adding(table: PaperTable) -> None:
    asked: list[tuple[str, bool]] = []
    table.sort_wanted.connect(lambda column, descending: asked.append((column, descending)))
    table.sort(2, Qt.SortOrder.DescendingOrder)
    table.sort(-1, Qt.SortOrder.DescendingOrder)
    assert asked == [("year", True), ("added", False)]
