"""What is done with results that are selected: menu, keys, one grade for several, a quick look, badges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QApplication, QMenu, QStyleOptionViewItem, QToolTip
from seeing import on_screen

from assay.exporters import ExportFormat, lines_of, references
from assay.ingest.queries import add_query
from assay_desktop.pages import search
from assay_desktop.widgets.controls.form_dialog import FormDialog
from assay_desktop.widgets.controls.name_picker import NamePicker
from assay_desktop.widgets.papers.card import CARD_ROLE
from assay_desktop.widgets.papers.quick_look import QuickLook

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from assay.types import Paper
    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.page import SearchPage

Key, CTRL = Qt.Key, Qt.KeyboardModifier.ControlModifier
SHIFT_CTRL = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def offers() -> list[tuple[str, Any]]:
    return []


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def page(
    search_context: AppContext,
    engine: Any,
    library: Any,
    qtbot: QtBot,
    answer: Callable[..., dict[str, Any]],
    offers: list[tuple[str, Any]],
    said: list[str],
) -> SearchPage:
    """A page that shows three results for "dense", a query of the library, the first selected."""
    add_query(library.library, "dense")
    made = search.create(search_context)
    made.undo_offered.connect(lambda text, _words, undo: offers.append((text, undo)))
    made.message.connect(said.append)
    made.undo_offered.connect(lambda text, *_: said.append(text))
    on_screen(made, qtbot, 1280, 760)
    made.activateWindow()
    qtbot.waitUntil(made.isVisible)
    made.box.field.setText("dense")
    made.text_edited.emit("dense")
    made.search_requested.emit()
    engine.requests[-1].done(answer("p1", "p2", "p3"))
    made.focus_results()
    return made


def choose(page: SearchPage, *rows: int) -> None:
    """Select rows; the first one is read."""
    page.results.choose_row(rows[0])
    for row in rows[1:]:
        index = page.results.model().index(row, 0)
        page.results.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)


def press(qtbot: QtBot, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    qtbot.keyClick(QApplication.activePopupWidget() or QApplication.focusWidget(), key, held)


def menu(page: SearchPage) -> dict[str, Any]:
    """The entries of the menu over the results, by their texts without keys."""
    page.results.customContextMenuRequested.emit(QPoint(40, 20))
    (shown,) = [each for each in page.findChildren(QMenu) if each.isVisible()]
    entries = {action.text().split("\t")[0]: action for action in shown.actions() if action.text()}
    shown.hide()
    return entries


def grades(library: Any) -> dict[str, int]:
    return {j.doc_id: j.relevance for j in library.library.judgements.current()}


def test_shift_selects_several_and_the_menu_fits_how_many(page: SearchPage, qtbot: QtBot) -> None:
    one = menu(page)
    assert list(one) == [
        "Open PDF", "Quick look", "Find similar", "Add as seed", "Avoid like this", "Grade",
        "Add to collection", "Tag",
        "Copy BibTeX", "Copy reference", "Export…", "Export notes (Markdown)…", "Show in Library",
    ]  # fmt: skip
    press(qtbot, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert page.results.selected_ids == ["p1", "p2"]
    assert page.modes.summary.text().startswith("2 selected · ")
    several = menu(page)
    enabled = {text for text, action in several.items() if action.isEnabled()}
    assert several.keys() - enabled == {"Open PDF", "Quick look", "Find similar"}


def test_seeds_library_and_export_get_the_selected_papers(
    page: SearchPage, engine: Any, qtbot: QtBot
) -> None:
    choose(page, 2, 0)
    got: list[Any] = []
    page.library_requested.connect(got.append)
    page.export_requested.connect(got.append)
    page.notes_requested.connect(got.append)
    entries = menu(page)
    entries["Show in Library"].trigger()
    entries["Export…"].trigger()
    entries["Export notes (Markdown)…"].trigger()
    assert got == [["p1", "p3"]] * 3
    entries["Add as seeds"].trigger()
    assert [seed.doc_id for seed in engine.requests[-1].request.seeds] == ["p1", "p3"]


def test_t_and_c_file_what_is_selected_and_a_click_undoes_it(
    page: SearchPage, library: Any, qtbot: QtBot, offers: list[tuple[str, Any]]
) -> None:
    choose(page, 0, 2)
    for key, name in ((Key.Key_T, "mine"), (Key.Key_C, "Thesis")):
        press(qtbot, key)
        (picker,) = [each for each in page.findChildren(NamePicker) if each.isVisible()]
        assert "2 papers" in picker.accessibleName()
        picker.field.setText(name)
        qtbot.keyClick(picker.field, Key.Key_Return)
    assert library.library.tags.of_papers(["p1", "p2", "p3"]) == {"p1": ["mine"], "p3": ["mine"]}
    assert library.library.collections.of_papers(["p1", "p3"]) == {"p1": ["Thesis"], "p3": ["Thesis"]}
    assert [text for text, _ in offers] == ["Tagged 2 papers as mine", "Added 2 papers to “Thesis”"]
    assert next(action.text() for action in menu(page)["Tag"].menu().actions()) == "mine"
    offers[-1][1]()
    assert library.library.collections.of_papers(["p1", "p3"]) == {}


def test_the_key_undoes_what_was_done_last_a_tag_before_an_earlier_grade(
    page: SearchPage, library: Any, qtbot: QtBot, offers: list[tuple[str, Any]]
) -> None:
    """Also where a button undid one in between; it took the grade, and left the tag."""
    choose(page, 0)
    press(qtbot, Key.Key_2)
    for name in ("mine", "new"):
        choose(page, 1)
        press(qtbot, Key.Key_T)
        (picker,) = [each for each in page.findChildren(NamePicker) if each.isVisible()]
        picker.field.setText(name)
        qtbot.keyClick(picker.field, Key.Key_Return)
    offers[-1][1]()
    assert library.library.tags.of_papers(["p2"]) == {"p2": ["mine"]}
    press(qtbot, Key.Key_Z, CTRL)
    assert (library.library.tags.of_papers(["p2"]), grades(library)) == ({}, {"p1": 2})
    press(qtbot, Key.Key_Z, CTRL)
    assert grades(library) == {}


def test_one_key_grades_all_that_are_selected_and_one_undoes_them(
    page: SearchPage, library: Any, qtbot: QtBot, offers: list[tuple[str, Any]], said: list[str]
) -> None:
    page.grade_given.emit("p3", 0)  # before, and not of the batch
    choose(page, 0, 1)
    press(qtbot, Key.Key_2)
    assert grades(library) == {"p1": 2, "p2": 2, "p3": 0}
    assert offers[-1][0] == "2 papers graded 2"
    assert page.results.selected_ids == ["p1", "p2"]
    judged = library.library.judgements.history()
    assert sorted((each.doc_id, each.relevance) for each in judged) == [("p1", 2), ("p2", 2), ("p3", 0)]
    press(qtbot, Key.Key_Z, CTRL)
    assert (grades(library), said[-1]) == ({"p3": 0}, "Undone: 2 grades")
    press(qtbot, Key.Key_Z, SHIFT_CTRL)
    assert (grades(library), said[-1]) == ({"p1": 2, "p2": 2, "p3": 0}, "Redone: 2 grades")


def test_a_batch_is_not_undone_over_a_later_judgement(
    page: SearchPage, library: Any, qtbot: QtBot, offers: list[tuple[str, Any]]
) -> None:
    choose(page, 0, 1)
    press(qtbot, Key.Key_1)
    (query,) = library.library.queries.all()
    library.library.judgements.record(query.query_id, "p3", assessor="ada", relevance=2)
    offers[-1][1]()  # the last one is taken back, as by Ctrl+Z
    assert grades(library) == {"p1": 1, "p2": 1}


def test_undo_goes_back_through_all_batches_and_single_grades(
    page: SearchPage, library: Any, qtbot: QtBot, said: list[str]
) -> None:
    stages = [grades(library)]
    for rows, key in (((0, 1), Key.Key_1), ((1,), Key.Key_2), ((1, 2), Key.Key_0), ((0, 2), Key.Key_2)):
        choose(page, *rows)
        press(qtbot, key)
        stages.append(grades(library))
    (query,) = library.library.queries.all()
    library.library.judgements.record(query.query_id, "p2", assessor="ada", relevance=1)  # on another page
    stages.append(grades(library))
    for wanted in reversed(stages[:-1]):
        press(qtbot, Key.Key_Z, CTRL)
        assert grades(library) == wanted
    press(qtbot, Key.Key_Z, CTRL)
    assert said[-1] == "Nothing to undo"
    for wanted in stages[1:]:
        press(qtbot, Key.Key_Z, SHIFT_CTRL)
        assert grades(library) == wanted
    press(qtbot, Key.Key_Z, CTRL)
    press(qtbot, Key.Key_Z, CTRL)
    assert (grades(library), said[-1]) == (stages[-3], "Undone: 2 grades")


def test_more_than_five_are_asked_for_once(
    page: SearchPage, library: Any, engine: Any, answer: Any, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assay_desktop.pages.search.widgets.result_actions.MOST_UNASKED", 2)
    page.results.selectAll()
    press(qtbot, Key.Key_0)
    (dialog,) = page.findChildren(FormDialog)
    assert (dialog.windowTitle(), grades(library)) == ("Grade 3 papers 0?", {})
    dialog.action.click()
    assert grades(library) == {"p1": 0, "p2": 0, "p3": 0}
    assert not dialog.isVisible()


def test_references_and_bibtex_of_several_are_copied(
    page: SearchPage, papers: list[Paper], qtbot: QtBot, said: list[str]
) -> None:
    choose(page, 0, 1)
    for key, held in ((Key.Key_C, CTRL), (Key.Key_C, SHIFT_CTRL)):
        QGuiApplication.clipboard().clear()
        press(qtbot, key, held)
        assert QGuiApplication.clipboard().text().split("\n") == references(papers[:2])
    press(qtbot, Key.Key_B, SHIFT_CTRL)
    copied = QGuiApplication.clipboard().text()
    assert copied.split() == " ".join(lines_of(papers[:2], ExportFormat.BIBTEX)).split()
    assert said[-2:] == ["2 citations copied", "2 BibTeX entries copied"]


def test_space_opens_a_quick_look_that_goes_on_grades_and_closes(
    page: SearchPage, library: Any, papers: list[Paper], qtbot: QtBot
) -> None:
    press(qtbot, Key.Key_Space)
    (look,) = page.findChildren(QuickLook)
    qtbot.waitUntil(look.isVisible)
    assert papers[0].title in look._title.text()
    assert papers[0].abstract in look._abstract.text()
    press(qtbot, Key.Key_Down)
    assert papers[1].title in look._title.text()
    press(qtbot, Key.Key_2)
    assert (grades(library), page.selected) == ({"p2": 2}, "p3")
    press(qtbot, Key.Key_Up)
    assert [button.isChecked() for button in look._grades.buttons] == [False, False, True]
    press(qtbot, Key.Key_Space)
    qtbot.waitUntil(lambda: not page.findChildren(QuickLook))
    press(qtbot, Key.Key_J)  # the list has the focus again
    assert page.selected == "p3"


def test_badges_say_what_they_mean(page: SearchPage, monkeypatch: pytest.MonkeyPatch) -> None:
    index = page.results.model().index(0, 0)
    assert "Keyword: rank 1 by your search words" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    option = QStyleOptionViewItem()
    option.rect = page.results.visualRect(index)  # type: ignore[attr-defined]  # the stubs leave it out
    card, shown = index.data(CARD_ROLE), list[str]()
    delegate = page.results._delegate
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _view: shown.append(text))
    for _badge, box in delegate._badges(card, delegate._inner(option.rect)):  # type: ignore[attr-defined]
        at = box.center().toPoint()
        event = QHelpEvent(QHelpEvent.Type.ToolTip, at, at)
        assert delegate.helpEvent(event, page.results, option, index)
    assert shown == [
        "Keyword: rank 1 by your search words (BM25)",
        "Semantic: rank 2 by vector similarity",
    ]
    assert QRectF(option.rect).contains(QPointF(at))  # type: ignore[attr-defined]
