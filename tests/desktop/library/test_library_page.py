"""The library page itself: drop, dialog, keys, import report, empty states."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hovering import hover_over
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QStandardItemModel
from PySide6.QtWidgets import QApplication, QPushButton
from seeing import on_screen

from assay.types import Paper
from assay_desktop.background.job import Job
from assay_desktop.background.jobs import Jobs
from assay_desktop.context import Change
from assay_desktop.pages import library
from assay_desktop.pages.library.page import LibraryPage
from assay_desktop.pages.library.widgets.source_list import SourceList
from assay_desktop.theme import row_height
from assay_desktop.widgets.tables.table import MeasuredTable, set_up_table

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext

CHILD = """
import json, sys
print(json.dumps({"args": sys.argv[1:], "new": 1, "merged": 0, "conflict": 1,
  "failed": [{"file": "a.bib", "line": 7, "reason": "no title"}],
  "incomplete": [{"file": "scan.pdf", "line": 0, "reason": "no text"}],
  "conflicts": ["Two papers share a DOI."]}))
"""

SLOW = """
import json, sys
sys.stderr.write(json.dumps({"progress": {"stage": "reading", "done": 3, "total": 9}}) + "\\n")
sys.stderr.flush()
for line in sys.stdin:
    if line.strip() == "cancel":
        print('{"cancelled": true}')
        sys.exit(130)
"""

PAPERS = (
    Paper("salton", "A vector space model", authors=("Gerard Salton",), year=1975, abstract="Words as axes."),
    Paper("long", "长标题 " * 60, authors=tuple(f"Author {n}" for n in range(200)), year=2020),
    Paper("arabic", "استرجاع المعلومات", venue="مجلة"),
)


def make_page(context: AppContext, qtbot: QtBot) -> LibraryPage:
    page = library.create(context)
    on_screen(page, qtbot, 1200, 700)
    page.activateWindow()
    return page


@pytest.fixture
def jobs(context: AppContext, tmp_path: Path) -> Jobs:
    return Jobs(tmp_path / "library", command=(sys.executable, "-c", CHILD))


@pytest.fixture
def page(context: AppContext, jobs: Jobs, workspace: Any, qtbot: QtBot) -> LibraryPage:
    workspace.library.papers.add([(paper, [f"test:{paper.doc_id}"]) for paper in PAPERS])
    return make_page(replace(context, jobs=jobs), qtbot)


def drop(page: LibraryPage, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPointF(50, 50).toPoint(), action, data, button, none)
    page.dragEnterEvent(enter)
    assert enter.isAccepted()
    assert page.drop_target.isVisible()
    page.dropEvent(QDropEvent(QPointF(50, 50), action, data, button, none))
    assert not page.drop_target.isVisible()


def test_dropped_files_become_one_import_job(
    page: LibraryPage, jobs: Jobs, tmp_path: Path, qtbot: QtBot
) -> None:
    for name in ("a.bib", "b.ris"):
        (tmp_path / name).write_text("x")
    drop(page, tmp_path / "a.bib", tmp_path / "b.ris")
    (job,) = jobs.all()
    assert job.args == ("import", str(tmp_path / "a.bib"), str(tmp_path / "b.ris"))
    assert job.title == "Import a.bib and 1 more"
    qtbot.waitUntil(lambda: not jobs.running, timeout=10_000)


def test_dropped_folder_is_handed_to_the_job_as_it_is(
    page: LibraryPage, jobs: Jobs, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "a.bib").write_text("x")
    (folder / "a.pdf").write_text("x")
    drop(page, folder)
    assert jobs.all()[0].args == ("import", str(folder))
    assert jobs.all()[0].title == "Import papers"
    qtbot.waitUntil(lambda: not jobs.running, timeout=10_000)


def test_text_dragged_over_the_page_is_not_taken(page: LibraryPage) -> None:
    data = QMimeData()
    data.setText("just words")
    enter = QDragEnterEvent(
        QPointF(5, 5).toPoint(),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter.ignore()
    page.dragEnterEvent(enter)
    assert not enter.isAccepted()


def test_report_counts_and_names_each_failure_with_file_and_line(
    page: LibraryPage, jobs: Jobs, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "a.bib").write_text("x")
    page.files_chosen.emit([tmp_path / "a.bib"])
    qtbot.waitUntil(page.outcomes.strips[0].isVisible, timeout=10_000)
    counts = "1 added · 1 kept separately · 1 incomplete · 1 failed"
    why = "Its title or an identifier matches another paper, but other fields differ."
    assert page.outcomes.strips[0].text == f"Import a.bib: {counts}. {why}"
    lines = ["a.bib:7: no title", "scan.pdf: no text", "Two papers share a DOI."]
    assert page.outcomes.strips[0].details.splitlines() == lines
    copy = next(b for b in page.outcomes.strips[0].findChildren(QPushButton) if b.text() == "Copy details")
    qtbot.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert "a.bib:7: no title" in QApplication.clipboard().text()


def test_running_import_shows_its_progress_and_can_be_cancelled(
    context: AppContext, tmp_path: Path, qtbot: QtBot
) -> None:
    slow = Jobs(tmp_path / "library", command=(sys.executable, "-c", SLOW))
    page = make_page(replace(context, jobs=slow), qtbot)
    page.files_chosen.emit([tmp_path / "big.bib"])
    bar = page.import_bar
    qtbot.waitUntil(lambda: bar.isVisible() and slow.all()[0].done == 3, timeout=10_000)
    qtbot.mouseClick(bar.findChild(QPushButton), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not slow.running, timeout=10_000)
    assert slow.all()[0].state == "cancelled"
    assert not bar.isVisible()
    assert "was cancelled" in page.outcomes.strips[0].text


def test_choosing_a_row_shows_its_paper(page: LibraryPage, qtbot: QtBot) -> None:
    page.table.setCurrentIndex(page.table.model().index(0, 1))
    assert page.pane.paper is not None
    assert page.pane.paper.abstract == "Words as axes."


def test_a_paper_stays_selected_when_the_table_is_sorted_another_way(page: LibraryPage) -> None:
    page.table.choose_row(next(row for row in range(3) if page._model.doc_id(row) == "long"))
    for column, descending in (("title", False), ("year", True), ("title", True)):
        page._model.sort_wanted.emit(column, descending)
        assert page._model.doc_id(page.table.currentIndex().row()) == "long"


def test_the_number_of_selected_papers_outlives_a_refresh(page: LibraryPage, context: AppContext) -> None:
    page.table.selectAll()
    assert page.head._count.text() == "3 selected"
    context.changes.changed.emit(Change(papers=True))
    assert page.head._count.text() == "3 selected"


def test_j_and_k_move_the_selection_and_slash_goes_to_the_filter(page: LibraryPage, qtbot: QtBot) -> None:
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_J)
    assert page.table.currentIndex().row() == 1
    qtbot.keyClick(page.table, Qt.Key.Key_K)
    assert page.table.currentIndex().row() == 0
    qtbot.keyClick(page.table, Qt.Key.Key_Slash)
    assert page.filter.hasFocus()


def test_letters_typed_in_the_filter_move_nothing(page: LibraryPage, qtbot: QtBot) -> None:
    page.focus_search()
    qtbot.keyClicks(page.filter, "jk/")
    assert page.filter.text() == "jk/"
    assert page.table.currentIndex().row() == 0


def test_letters_typed_in_the_table_fetch_nothing(page: LibraryPage, qtbot: QtBot) -> None:
    asked: list[list[str]] = []
    page.table.model().show_ids([f"p{number}" for number in range(50_000)])
    page.table.grab()
    qtbot.wait(20)
    page.table.model().rows_wanted.connect(asked.append)
    page.table.setFocus()
    qtbot.keyClicks(page.table, "zz")
    qtbot.wait(20)
    assert sum(map(len, asked)) < 200
    assert page.table.currentIndex().row() <= 0


def test_find_similar_and_cite_by_key(page: LibraryPage, qtbot: QtBot) -> None:
    asked: list[str] = []
    page.similar_requested.connect(asked.append)
    page.table.setFocus()
    held = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(page.table, Qt.Key.Key_M, held)
    assert asked == ["salton"]
    qtbot.keyClick(page.table, Qt.Key.Key_C, held | Qt.KeyboardModifier.ShiftModifier)
    assert QApplication.clipboard().text() == "Salton, G. (1975). A vector space model"
    qtbot.keyClick(page.table, Qt.Key.Key_K, held | Qt.KeyboardModifier.ShiftModifier)
    assert QApplication.clipboard().text() == "salton"


def test_empty_library_offers_import_and_the_sample(context: AppContext, qtbot: QtBot) -> None:
    page = make_page(context, qtbot)
    asked: list[None] = []
    page.sample_requested.connect(lambda: asked.append(None))
    buttons = {button.text(): button for button in page.empty.findChildren(QPushButton)}
    assert list(buttons) == ["Import papers", "Open the sample library"]
    qtbot.mouseClick(buttons["Open the sample library"], Qt.MouseButton.LeftButton)
    assert len(asked) == 1


def test_papers_appear_after_an_import_without_being_asked_for(
    context: AppContext, workspace: Any, qtbot: QtBot
) -> None:
    page = make_page(context, qtbot)
    workspace.library.papers.add([(PAPERS[0], ["test:salton"])])
    context.changes.changed.emit(Change(papers=True))
    assert page.table.isVisible()
    assert page.table.model().rowCount() == 1


def test_no_match_offers_to_show_all(page: LibraryPage, qtbot: QtBot) -> None:
    page.filter.setText("zzz")
    qtbot.waitUntil(page.empty.isVisible)
    button = page.empty.findChild(QPushButton)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.table.isVisible)
    assert page.filter.text() == ""


def test_source_at_the_left_restricts_the_table(page: LibraryPage, qtbot: QtBot) -> None:
    sources = page.findChild(SourceList)
    qtbot.waitUntil(lambda: sources.model().rowCount() > 0)
    labels = [sources.model().index(row, 0).data() for row in range(sources.model().rowCount())]
    assert labels[:2] == ["All papers", "Recently added"]
    sources.setCurrentIndex(sources.model().index(labels.index("2020"), 0))
    assert page.table.model().rowCount() == 1


@pytest.mark.dressed
def test_column_widths_come_back(page: LibraryPage, context: AppContext, qtbot: QtBot) -> None:
    header = page.table.horizontalHeader()
    page.resize(1201, 700)
    header.resizeSection(1, 222)
    header.moveSection(3, 1)
    qtbot.waitUntil(lambda: not context.settings.state("library/table").isEmpty())
    again = make_page(context, qtbot).table.horizontalHeader()
    assert again.sectionSize(1) == 222
    assert [again.logicalIndex(place) for place in range(4)] == [0, 3, 1, 2]


def test_report_of_an_earlier_job_can_be_shown_again(page: LibraryPage, jobs: Jobs, qtbot: QtBot) -> None:
    page.files_chosen.emit([])
    assert jobs.all() == ()
    result = json.loads('{"new": 4, "merged": 0, "conflict": 0, "failed": []}')
    page.show_report(Job("1", "Import x.ris", ("import", "x.ris"), "done", result=result))
    assert page.outcomes.strips[0].text == "Import x.ris: 4 added"


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ({"new": "four"}, "Import x.ris: Expected `int`, got `str` - at `$.new`"),
        ({"failed": [{"line": 1}]}, "Import x.ris: Object missing required field `file` - at `$.failed[0]`"),
        ({"new": 4, "failed": [], "n_failed": "some"}, "Import x.ris: 4 added"),
    ],
)
def test_report_that_somebody_has_changed_says_what_is_wrong(
    page: LibraryPage, result: dict[str, Any], said: str
) -> None:
    page.show_report(Job("1", "Import x.ris", ("import", "x.ris"), "done", result=result))
    assert page.outcomes.strips[0].text == said
    assert page.outcomes.strips[0].details == ""


def test_report_that_was_cut_says_how_much_is_missing_and_where_it_is(page: LibraryPage) -> None:
    failed = [{"file": "x.ris", "line": n, "reason": "no title"} for n in range(200)]
    result = {"new": 0, "merged": 0, "conflict": 0, "failed": failed, "n_failed": 50_000}
    page.show_report(Job("1", "Import x.ris", ("import", "x.ris"), "done", result=result))
    lines = page.outcomes.strips[0].details.splitlines()
    assert len(lines) == 201
    assert lines[-1] == "and 49,800 more"


@pytest.mark.dressed
def test_mouse_over_a_cell_tints_its_whole_row_and_no_other(
    page: LibraryPage, context: AppContext, qtbot: QtBot
) -> None:
    def grounds(row: int) -> set[str]:
        picture = page.table.viewport().grab().toImage()
        y = page.table.rowViewportPosition(row) + 2
        columns = page.table.shown_columns()
        middles = [page.table.columnViewportPosition(n) + page.table.columnWidth(n) // 2 for n in columns]
        return {picture.pixelColor(x, y).name() for x in middles}

    hover, plain = context.theme.color("hover").name(), context.theme.color("panel").name()
    assert grounds(1) == {plain}
    hover_over(page.table, page.table.visualRect(page.table.model().index(1, 2)).center())
    assert (grounds(1), grounds(2)) == ({hover}, {plain})
    hover_over(page.table, None)
    assert grounds(1) == {plain}


@pytest.mark.dressed
def test_rows_that_the_wheel_moves_under_the_mouse_are_tinted_as_they_come(
    context: AppContext, qtbot: QtBot
) -> None:
    """Qt then tints the one cell that has come there; the row that was there stayed tinted."""
    table, model = MeasuredTable(), QStandardItemModel(40, 3)
    set_up_table(table)
    table.setModel(model)
    on_screen(table, qtbot, 400, 200)

    def tinted() -> list[int]:
        picture = table.viewport().grab().toImage()
        hover, x = context.theme.color("hover"), table.columnViewportPosition(2) + 40
        rows = [n for n in range(40) if 0 <= table.rowViewportPosition(n) + 2 < picture.height()]
        return [n for n in rows if picture.pixelColor(x, table.rowViewportPosition(n) + 2) == hover]

    hover_over(table, table.visualRect(model.index(2, 0)).center())
    assert tinted() == [2]
    table.verticalScrollBar().setValue(3 * row_height())
    assert tinted() == [5]
    hover_over(table, None)
    assert tinted() == []
