"""Another size of text is on every page at once: what is shown then is as in a window that began with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QLineEdit,
    QPushButton,
    QTabBar,
    QTableView,
    QWidget,
)
from seeing import on_screen

from assay.types import Paper, Query
from assay_desktop.shell.main_window import PAGES, MainWindow
from assay_desktop.shell.widgets.activity_bar import ActivityBar
from assay_desktop.widgets.grade import GradeMark
from assay_desktop.widgets.icons import icon, pixmap
from assay_desktop.widgets.reading import ReadingLabel
from assay_desktop.widgets.tables.rows import Column, RowsModel
from assay_desktop.widgets.tables.table import plain_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults
    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.pages.search.page import SearchPage
    from assay_desktop.theme import Theme


@pytest.fixture
def folder(workspace: Any, tmp_path: Path, context: AppContext) -> Iterator[Path]:
    """A library that has something to list; afterwards the usual measures are back."""
    papers = [Paper(f"p{n}", f"Paper {n}", "How bees dance.", ("Ada Long",), 2020) for n in range(4)]
    workspace.library.papers.add([(paper, ()) for paper in papers])
    workspace.library.queries.add([Query("q1", "how bees dance")])
    workspace.library.pool.add([("q1", "p1"), ("q1", "p2")])
    workspace.library.judgements.record("q1", "p1", assessor="ada", relevance=2)
    context.settings.set_assessor("ada")
    yield tmp_path / "library"
    context.theme.set_measures(100, compact=False)


def shown(context: AppContext, faults: Faults, folder: Path, qtbot: QtBot) -> MainWindow:
    """A window of which every page was opened."""
    window = MainWindow(context, faults, folder)
    on_screen(window, qtbot, 1600, 1000)
    for key in PAGES:
        window.open_page(key)
        QApplication.processEvents()
    return window


def measures(window: MainWindow, key: str) -> dict[str, tuple[int, ...]]:
    """Where a widget with words stands -> how large its words are, and what it takes."""
    window.open_page(key)
    QApplication.processEvents()
    found: dict[str, tuple[int, ...]] = {}
    for place, each in _below(window, ""):
        if isinstance(each, QAbstractItemView):
            hint = each.sizeHintForRow(0)
            row = each.verticalHeader().defaultSectionSize() if isinstance(each, QTableView) else 0
            found[place] = (each.font().pixelSize(), hint, row, each.minimumHeight())
        elif isinstance(each, QLabel | QAbstractButton | ActivityBar):
            hints = (each.minimumSizeHint().width(), each.sizeHint().height(), each.minimumHeight())
            found[place] = (each.font().pixelSize(), *hints, each.minimumWidth())
    return found


def _below(widget: QWidget, place: str) -> Iterator[tuple[str, QWidget]]:
    yield place, widget
    inner = [each for each in widget.children() if isinstance(each, QWidget) and not each.isHidden()]
    for number, each in enumerate(inner):
        yield from _below(each, f"{place}/{type(each).__name__}{number}")


@pytest.mark.dressed
def test_every_page_takes_another_size_at_once(
    context: AppContext, faults: Faults, folder: Path, qtbot: QtBot
) -> None:
    changed = shown(context, faults, folder, qtbot)
    usual = {key: measures(changed, key) for key in PAGES}
    context.theme.set_measures(150, compact=True)
    seen = {key: measures(changed, key) for key in PAGES}
    changed.close()
    fresh = shown(context, faults, folder, qtbot)
    for key in PAGES:
        wanted = measures(fresh, key)
        assert len(wanted) > 8
        assert seen[key] == wanted, key
        assert seen[key] != usual[key]
        stayed = {place for place, now in seen[key].items() if now[:1] == usual[key].get(place, ())[:1]}
        assert stayed == set(), key


@pytest.mark.dressed
def test_nothing_is_cut_for_large_text_in_the_usual_window(
    context: AppContext, faults: Faults, folder: Path, qtbot: QtBot
) -> None:
    window = shown(context, faults, folder, qtbot)
    window.resize(1280, 800)
    context.theme.set_measures(150, compact=False)
    for key in PAGES:
        window.open_page(key)
        QApplication.processEvents()
        fields = [each for each in window.page(key).findChildren(QLineEdit) if each.isVisible()]
        assert all(each.height() >= each.fontMetrics().height() for each in fields), key
    window.open_page("library")
    QApplication.processEvents()
    table = cast("LibraryPage", window.page("library")).table
    assert table.columnWidth(2) > table.fontMetrics().horizontalAdvance("2020") + 2 * 8
    page = cast("SearchPage", window.page("search"))
    window.open_page("search")
    QApplication.processEvents()
    years = [each for each in page.findChildren(QLineEdit) if each.property("kind") == "year"]
    inner = [
        each.contentsRect().width() - 2 * 4 - each.fontMetrics().horizontalAdvance("2020") for each in years
    ]
    assert len(inner) == 2
    assert min(inner) > 0
    [tabs] = [each for each in page.findChildren(QTabBar) if each.property("kind") == "dense"]
    page.show_paper(Paper("p1", "Bees", "Dance.", ("Ada Long",), 2020))
    QApplication.processEvents()
    assert tabs.width() >= tabs.sizeHint().width()


@pytest.mark.dressed
def test_icons_grow_with_the_text(theme: Theme, qtbot: QtBot) -> None:
    button = QPushButton("Add")
    qtbot.addWidget(button)
    seen = []
    for size in (100, 150):
        theme.set_measures(size, compact=False)
        button.setIcon(icon("plus", theme.color("text")))
        glyph = pixmap("plus", theme.color("text"), 16).deviceIndependentSize().width()
        shown = button.icon().actualSize(button.iconSize()).width()
        seen.append((button.iconSize().width(), shown, glyph, GradeMark(theme, 1).sizeHint().width()))
    theme.set_measures(100, compact=False)
    assert seen == [(16, 16, 16, 12), (24, 24, 24, 17)]


@pytest.mark.dressed
def test_the_text_to_judge_grows_with_the_words_around_it(theme: Theme, qtbot: QtBot) -> None:
    text = ReadingLabel()
    qtbot.addWidget(text)
    text.set_px(16)
    text.show_text("How bees dance.")
    text.show()
    usual = text.sizeHint().height()
    theme.set_measures(150, compact=False)
    assert "font-size: 24px" in text.text()
    assert text.sizeHint().height() > usual
    theme.set_measures(100, compact=False)
    assert text.sizeHint().height() == usual


@pytest.mark.dressed
def test_a_table_stays_where_it_is_read(theme: Theme, qtbot: QtBot) -> None:
    model = RowsModel(None)
    model.show([Column("Number", str)], range(500))
    table = plain_table(model, "Numbers")
    on_screen(table, qtbot, 300, 400)
    table.verticalScrollBar().setValue(table.verticalHeader().sectionPosition(100))
    for size in (150, 90, 100):
        theme.set_measures(size, compact=False)
        QApplication.processEvents()
        assert table.rowAt(0) == 100
