"""The columns of the library's table: chosen, moved, sorted, kept, and read for rows in sight alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu
from seeing import on_screen

from assay.items.item import Item, write_item
from assay.types import Paper
from assay_desktop.pages import library
from assay_desktop.pages.library import presenter
from assay_desktop.pages.library.model import COLUMNS
from assay_desktop.text.figures import day

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.library.page import LibraryPage

N = 400


@pytest.fixture
def page(context: AppContext, workspace: Any, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> LibraryPage:
    monkeypatch.setattr(presenter, "DEBOUNCE_MS", 1)
    book = write_item(Item("book"))
    papers = [
        Paper(f"p{n:03}", f"Paper {n:03}", year=2000, cites=("p002",), item=book if n % 2 else "")
        for n in range(N)
    ]
    workspace.library.papers.add([(paper, ()) for paper in papers])
    workspace.library.tags.add("mine", ["p001", "p003"])
    return opened(context, qtbot)


def opened(context: AppContext, qtbot: QtBot) -> LibraryPage:
    return on_screen(library.create(context), qtbot, 1280, 700)


def entries(page: LibraryPage) -> dict[str, Any]:
    """What the menu of the columns offers."""
    page.table.open_menu(QPoint(0, 0))
    (menu,) = [each for each in page.findChildren(QMenu) if each.isVisible()]
    found = {action.text(): action for action in menu.actions() if action.text()}
    menu.hide()
    return found


def titles(page: LibraryPage) -> list[str]:
    header = page.table.model()
    return [
        str(header.headerData(column, Qt.Orientation.Horizontal)) for column in page.table.shown_columns()
    ]


def cell(page: LibraryPage, row: int, column: str) -> str:
    return str(page.table.model().index(row, COLUMNS.index(column)).data() or "")


@pytest.mark.dressed
def test_columns_are_chosen_moved_and_kept_for_the_next_session(
    page: LibraryPage, context: AppContext, qtbot: QtBot
) -> None:
    assert titles(page) == ["Title", "Authors", "Year", "Venue"]
    offered = entries(page)
    assert not offered["Title"].isEnabled()
    offered["Type"].trigger()
    entries(page)["Venue"].trigger()
    moves = {action.text(): action for action in entries(page)["Move to the left"].menu().actions()}
    moves["Type"].trigger()
    assert titles(page) == ["Title", "Authors", "Type", "Year"]
    page.table.horizontalHeader().resizeSection(COLUMNS.index("type"), 222)
    qtbot.waitUntil(lambda: not context.settings.state("library/table").isEmpty())
    qtbot.wait(500)
    again = opened(context, qtbot)
    assert titles(again) == ["Title", "Authors", "Type", "Year"]
    assert again.table.horizontalHeader().sectionSize(COLUMNS.index("type")) == 222
    qtbot.waitUntil(lambda: cell(again, 1, "type") == "Book")


def test_what_columns_show_is_what_the_library_has(page: LibraryPage, workspace: Any, qtbot: QtBot) -> None:
    for title in ("Type", "Added", "Tags", "Grade", "PDF", "Cited", "Key"):
        entries(page)[title].trigger()
    page.table.viewport().repaint()
    qtbot.waitUntil(lambda: cell(page, 1, "tags") == "mine")
    added = workspace.library.papers.facts(["p002"], [])["p002"].added
    assert [cell(page, 2, column) for column in COLUMNS[4:]] == ["", day(added), "", "", "", "399", "p002"]
    workspace.library.tags.add("read", ["p002"])
    page.retry_requested.emit()
    page._model.forget_rows()
    page.table.viewport().repaint()
    qtbot.waitUntil(lambda: cell(page, 2, "tags") == "read")


def test_facts_are_read_for_the_rows_in_sight_and_only_if_shown(
    page: LibraryPage, workspace: Any, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    asked: list[tuple[int, tuple[str, ...]]] = []
    real = workspace.library.papers.facts

    def counted(doc_ids: Any, columns: Any) -> Any:
        asked.append((len(doc_ids), tuple(columns)))
        return real(doc_ids, columns)

    monkeypatch.setattr(workspace.library.papers, "facts", counted)
    page.table.verticalScrollBar().setValue(page.table.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: cell(page, N - 1, "title") == f"Paper {N - 1}")
    assert asked == []
    entries(page)["Tags"].trigger()
    page.table.viewport().repaint()
    qtbot.waitUntil(lambda: bool(asked))
    assert all(n <= 200 and columns == ("tags",) for n, columns in asked)


def test_a_click_on_a_head_sorts_by_its_column(page: LibraryPage, qtbot: QtBot) -> None:
    for title, descending, first in (
        ("Tags", False, ["p001", "p003", "p000"]),
        ("Cited", True, ["p002"]),
        ("Key", True, ["p399", "p398"]),
        ("Type", False, ["p001", "p003"]),
        ("Added", True, ["p399", "p398"]),
    ):
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        names = [page.table.model().headerData(n, Qt.Orientation.Horizontal) for n in range(len(COLUMNS))]
        page.table.sortByColumn(names.index(title), order)
        assert page.listed()[0][: len(first)] == first, title
