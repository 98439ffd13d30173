"""The queries of the library in the window: renamed, merged, described, deleted; a new one is corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from seeing import on_screen, press

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
    assert "already has this description" in again._problem.text()


def test_the_first_grade_writes_query_and_grade_at_once_and_says_where_it_went(
    page: SearchPage, library: Any, qtbot: QtBot
) -> None:
    """What the next row stands for is durable: nothing waits for an answer."""
    before = grades(library)
    press(qtbot, Key.Key_2)
    query = library.library.queries.with_text("dense")
    assert grades(library) - before == {(query.query_id, "p1", 2)}
    assert page.new_query.isVisible()
    assert "dense" in [each.text() for each in page.new_query.findChildren(QLabel)]
    assert page.results.hasFocus(), "the keys go on"
    press(qtbot, Key.Key_1)
    assert grades(library) - before == {(query.query_id, "p1", 2), (query.query_id, "p2", 1)}
    assert page.new_query.isVisible()
    page.text_edited.emit("dense retrieval")
    assert not page.new_query.isVisible(), "another text, of which nothing is saved"
    page.text_edited.emit("dense")
    page.grade(0)
    assert not page.new_query.isVisible(), "it is no new one"


def test_a_query_that_was_there_and_a_seed_paper_are_not_said_to_be_new(
    page: SearchPage, library: Any, engine: Any, answer: Callable[..., dict[str, Any]]
) -> None:
    page.query_chosen.emit(page._side.queries.lines[0])
    engine.requests[-1].done(answer("p2", "p3"))
    page.focus_results()
    page.grade(1)
    assert not page.new_query.isVisible()
    page.similar_requested.emit("p3")
    engine.requests[-1].done(answer("p2", "p1"))
    page.focus_results()
    page.grade(2)
    assert library.library.queries.with_paper("p3") is not None
    assert not page.new_query.isVisible(), "nobody types a paper"


@pytest.mark.parametrize("by_key", [True, False])
def test_undo_takes_the_grades_and_the_new_query_back_and_redo_brings_them_again(
    page: SearchPage, library: Any, qtbot: QtBot, by_key: bool
) -> None:
    before, queries, said = grades(library), library.library.queries, list[str]()
    press(qtbot, Key.Key_2)
    press(qtbot, Key.Key_1)
    press(qtbot, Key.Key_0)
    after, query_id = grades(library), queries.with_text("dense").query_id
    if by_key:
        for left in (2, 1, 0):
            assert queries.get(query_id) is not None
            press(qtbot, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            assert len(grades(library) - before) == left
    else:
        page.undo_offered.connect(lambda words, *_: said.append(words))
        page.new_query.undo.click()
        assert said == ["Undone: 3 grades"], "and not the last of them alone"
    assert (grades(library), queries.get(query_id), texts(page)) == (before, None, ["bees", "bats"])
    assert not page.new_query.isVisible()
    assert (page.selected, [card.grade for card in page.results.cards.items]) == ("p1", [None] * 3)
    for _ in range(3 if by_key else 1):  # what was undone as one comes back as one
        page.redo_wanted.emit()
    assert (grades(library), texts(page)) == (after, ["bees", "bats", "dense"])
    assert page.new_query.isVisible()


def test_undo_takes_back_every_grade_that_a_paper_got(page: SearchPage, library: Any) -> None:
    before = grades(library)
    for grade in (2, 0, 1):
        page.results.choose_row(0)
        page.grade(grade)
    page.new_query.undo.click()
    assert (grades(library), library.library.queries.with_text("dense")) == (before, None)


def test_a_batch_makes_the_query_and_goes_back_with_it(page: SearchPage, library: Any, qtbot: QtBot) -> None:
    before = grades(library)
    page.results.selectAll()
    press(qtbot, Key.Key_1)
    query = library.library.queries.with_text("dense")
    assert grades(library) - before == {(query.query_id, f"p{n}", 1) for n in (1, 2, 3)}
    assert page.new_query.isVisible()
    press(qtbot, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (grades(library), library.library.queries.with_text("dense")) == (before, None)


def test_undo_keeps_a_new_query_that_others_judge(page: SearchPage, library: Any, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_2)
    query_id = library.library.queries.with_text("dense").query_id
    library.library.judgements.record(query_id, "p3", assessor="eve", relevance=1)
    page.new_query.undo.click()
    assert [row for row in grades(library) if row[0] == query_id] == [(query_id, "p3", 1)]


def test_a_mistyped_new_query_is_renamed_and_the_search_goes_on_with_it(
    page: SearchPage, library: Any, engine: Any, qtbot: QtBot, answer: Callable[..., dict[str, Any]]
) -> None:
    offered: list[Any] = []
    page.undo_offered.connect(lambda _text, _words, undo: offered.append(undo))
    page.seed_requested.emit("p3", 1)
    engine.requests[-1].done(answer("p1", "p2", "p3"))
    page.focus_results()
    press(qtbot, Key.Key_2)
    page.new_query.rename.click()
    shown = dialog(page, NameDialog)
    assert shown.field.text() == "dense"
    shown.field.setText("dense retrieval")
    shown.action.click()
    assert (texts(page), page.box.field.text()) == (["bees", "bats", "dense retrieval"], "dense retrieval")
    assert [seed.doc_id for seed in engine.requests[-1].request.seeds] == ["p3"], "it stays beside the text"
    engine.requests[-1].done(answer("p1", "p2", "p3"))
    assert [card.grade for card in page.results.cards.items] == [2, None, None]
    page.results.choose_row(1)
    page.grade(1)
    assert library.library.queries.count() == 3, "later grades go to the query of the new text"
    offered[-1]()
    assert (texts(page), page.box.field.text()) == (["bees", "bats", "dense"], "dense")


def test_a_mistyped_new_query_is_merged_into_the_one_most_like_it(
    page: SearchPage, library: Any, engine: Any, qtbot: QtBot, answer: Callable[..., dict[str, Any]]
) -> None:
    page.text_edited.emit("abts")
    page.search_requested.emit()
    engine.requests[-1].done(answer("p1", "p2", "p3"))
    page.focus_results()
    press(qtbot, Key.Key_2)
    page.new_query.merge.click()
    dialog(page, MergeDialog).action.click()
    assert (texts(page), page.box.field.text()) == (["bees", "bats"], "bats")
    assert grades(library) == {("q1", "p1", 2), ("q2", "p1", 2), ("q2", "p2", 1)}
    assert not page.new_query.isVisible()


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
