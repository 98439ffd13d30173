"""The queries of the library in the window: made by a grade, renamed, merged, described and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from seeing import on_screen, press

from assay.errors import LibraryError
from assay.library.campaigns.judgements import Judgements
from assay.types import Query
from assay_desktop.context import Change
from assay_desktop.pages import search
from assay_desktop.pages.search.widgets.queries import DescriptionDialog, MergeDialog
from assay_desktop.widgets.controls.form_dialog import NameDialog
from assay_desktop.widgets.tables.counted_list import VALUE_ROLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.page import SearchPage

Key = Qt.Key


@pytest.fixture
def page(
    search_context: AppContext, engine: Any, library: Any, qtbot: QtBot, answer: Callable[..., dict[str, Any]]
) -> SearchPage:
    """Two queries with grades at the left; three results for the new text "dense", the first selected."""
    library.library.queries.add([Query("q1", "bees"), Query("q2", "bats")])
    library.library.judgements.record("q1", "p1", assessor="ada", relevance=2)
    library.library.judgements.record("q2", "p2", assessor="ada", relevance=1)
    made = search.create(search_context)
    on_screen(made, qtbot, 1400, 800)
    made.activateWindow()
    qtbot.waitUntil(made.isVisible)
    made.text_edited.emit("dense")
    made.search_requested.emit()
    engine.requests[-1].done(answer("p1", "p2", "p3"))
    made.focus_results()
    return made


def texts(page: SearchPage) -> list[str]:
    model = page._side.queries.model()
    return [model.index(row, 0).data(VALUE_ROLE).label for row in range(model.rowCount())]


def dialog(page: SearchPage, kind: type[Any]) -> Any:
    return next(each for each in page.findChildren(kind) if each.isVisible())


def grades(library: Any) -> set[tuple[str, str, int | None]]:
    return {(j.query_id, j.doc_id, j.relevance) for j in library.library.judgements.current()}


def test_the_number_behind_a_query_says_what_it_counts(
    page: SearchPage, library: Any, search_context: AppContext
) -> None:
    library.library.judgements.record("q2", "p1", assessor="ada", relevance=0)
    library.library.judgements.record("q2", "p3", assessor="sample", relevance=0)
    search_context.changes.changed.emit(Change(judgements=True))
    rows = page._side.queries.rows
    roles = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
    said = [[rows.data(rows.index(row), role) for role in roles] for row in range(2)]
    assert all("1 graded paper" in text and "papers" not in text for text in said[0])
    assert all("3 graded papers" in text for text in said[1])
    assert all("1 paper graded by others only" in text for text in said[1])


def test_f2_renames_and_delete_deletes_what_undo_brings_back(
    page: SearchPage, library: Any, qtbot: QtBot
) -> None:
    offered: list[Any] = []
    page.undo_offered.connect(lambda text, _words, undo: offered.append((text, undo)))
    queries, before = page._side.queries, grades(library)
    queries.setFocus()
    queries.setCurrentIndex(queries.model().index(0, 0))
    press(qtbot, Key.Key_F2)
    shown = dialog(page, NameDialog)
    qtbot.waitUntil(shown.field.hasFocus)
    shown.field.setText("bees and nests")
    press(qtbot, Key.Key_Return)
    assert texts(page) == ["bees and nests", "bats"]
    queries.setCurrentIndex(queries.model().index(1, 0))
    qtbot.keyClick(queries, Key.Key_Delete)
    assert texts(page) == ["bees and nests"]
    assert {row[1] for row in grades(library)} == {"p1"}
    for _text, undo in reversed(offered):
        undo()
    assert texts(page) == ["bees", "bats"]
    assert grades(library) == before


def test_a_query_is_merged_into_the_one_that_is_chosen(page: SearchPage, library: Any, qtbot: QtBot) -> None:
    queries = page._side.queries
    line = queries.lines[1]
    menu = queries.menu_of(line)
    words = ["Search again", "Rename…", "Merge into…", "Description…", "Delete"]
    assert [action.text() for action in menu.actions()] == words
    menu.actions()[2].trigger()
    dialog(page, MergeDialog).action.click()
    assert texts(page) == ["bees"]
    assert grades(library) == {("q1", "p1", 2), ("q1", "p2", 1)}
    one = queries.lines[0]
    assert not queries.menu_of(one).actions()[2].isEnabled()  # there is no other one


def test_a_description_is_written_and_refused_without_a_change(page: SearchPage, library: Any) -> None:
    page.queries.describe(page._side.queries.lines[0])
    shown = dialog(page, DescriptionDialog)
    shown._description.setPlainText("how bees choose")
    shown._narrative.setPlainText("field work only")
    shown._source.setText("a survey")
    shown.action.click()
    assert library.library.queries.get("q1").narrative == "field work only"
    assert "field work only" in page._side.queries.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    page.queries.describe(page._side.queries.lines[0])
    again = next(each for each in page.findChildren(DescriptionDialog) if each is not shown)
    again.action.click()
    assert again.isVisible()
    assert "like this already" in again._problem.text()


def test_the_first_grade_of_a_text_is_saved_with_the_text_at_once(
    page: SearchPage, library: Any, qtbot: QtBot
) -> None:
    """No grade waits for an answer: it would be lost with the program, and looked saved."""
    before = grades(library)
    press(qtbot, Key.Key_2)
    query = library.library.queries.with_text("dense")
    assert grades(library) - before == {(query.query_id, "p1", 2)}
    assert page.new_query.isVisible()
    assert QApplication.focusWidget() is page.results, "grading goes on"
    press(qtbot, Key.Key_1)
    assert grades(library) - before == {(query.query_id, "p1", 2), (query.query_id, "p2", 1)}
    page.text_edited.emit("something else")
    assert not page.new_query.isVisible()
    page.text_edited.emit("dense")
    page.grade(0)
    assert not page.new_query.isVisible(), "it is no new one"


def test_a_query_that_gets_no_grade_is_not_made(
    page: SearchPage, library: Any, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise LibraryError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(Judgements, "record", full)
        press(qtbot, Key.Key_2)
    assert library.library.queries.with_text("dense") is None
    assert not page.new_query.isVisible()


@pytest.mark.parametrize("way", ["button", "key"])
def test_undone_the_new_query_goes_with_its_grades_and_comes_back_with_them(
    page: SearchPage, library: Any, qtbot: QtBot, way: str
) -> None:
    before = grades(library)
    press(qtbot, Key.Key_2)
    if way == "button":
        press(qtbot, Key.Key_1)
        page.new_query.undo.click()
    else:
        page.undo()
    assert grades(library) == before
    assert library.library.queries.with_text("dense") is None
    assert texts(page) == ["bees", "bats"]
    assert not page.new_query.isVisible()
    page.redo_wanted.emit()
    query = library.library.queries.with_text("dense")
    assert grades(library) - before == {(query.query_id, "p1", 2)}


def test_a_query_that_was_judged_since_stays_where_its_first_grade_is_undone(
    page: SearchPage, library: Any, qtbot: QtBot
) -> None:
    press(qtbot, Key.Key_2)
    query = library.library.queries.with_text("dense")
    library.library.judgements.record(query.query_id, "p3", assessor="another", relevance=1)
    page.undo()
    assert {row[1] for row in grades(library) if row[0] == query.query_id} == {"p3"}
    assert library.library.queries.with_text("dense") == query


def test_a_mistyped_text_is_corrected_from_the_line_that_says_it_was_saved(
    page: SearchPage, library: Any, qtbot: QtBot
) -> None:
    searched: list[str] = []
    page.query_chosen.connect(lambda line: searched.append(line.text))
    before = grades(library)
    press(qtbot, Key.Key_2)
    page.new_query.rename.click()
    shown = dialog(page, NameDialog)
    shown.field.setText("dense vectors")
    shown.action.click()
    query = library.library.queries.with_text("dense vectors")
    assert grades(library) - before == {(query.query_id, "p1", 2)}
    assert searched == ["dense vectors"], "what is graded next is for the text that was meant"


def test_a_text_that_was_another_query_is_merged_from_that_line(
    page: SearchPage, library: Any, qtbot: QtBot
) -> None:
    searched: list[str] = []
    page.query_chosen.connect(lambda line: searched.append(line.query_id))
    press(qtbot, Key.Key_2)
    page.new_query.merge.click()
    shown = dialog(page, MergeDialog)
    into = shown.into
    shown.action.click()
    assert (into, "p1", 2) in grades(library)
    assert "dense" not in texts(page)
    assert searched == [into]


def test_the_query_of_the_search_is_selected_and_in_view(
    page: SearchPage, engine: Any, library: Any, qtbot: QtBot, answer: Callable[..., dict[str, Any]]
) -> None:
    queries = page._side.queries
    library.library.queries.add([Query(f"more{n}", f"more {n}") for n in range(30)])
    page.grade(2)
    [at] = [at for at, text in enumerate(texts(page)) if text == "dense"]
    index = queries.model().index(at, 0)
    assert queries.selectionModel().isSelected(index)
    QApplication.processEvents()
    assert queries.viewport().rect().contains(queries.visualRect(index).center())
    page.text_edited.emit("something else")
    assert not queries.selectionModel().hasSelection()
