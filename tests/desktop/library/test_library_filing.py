"""Collections, tags, removal, edits and the history on the library page: keys, menus, drops, pickers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, QMimeData, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QListWidget, QMenu, QPushButton
from seeing import on_screen

from assay.exporters import references
from assay.types import Paper, Query
from assay_desktop.actions import filing
from assay_desktop.context import Change
from assay_desktop.pages import library
from assay_desktop.pages.library import presenter
from assay_desktop.pages.library.page import LibraryPage
from assay_desktop.pages.library.widgets.source_list import SourceList, dragged_papers, papers_to_drag
from assay_desktop.widgets.controls.name_picker import NamePicker
from assay_desktop.widgets.papers.quick_look import QuickLook

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext

PAPERS = [Paper(f"p{n}", f"Paper number {n}", "What it says.", ("Ada Moss",), 2000 + n) for n in range(5)]


@pytest.fixture
def offers() -> list[tuple[str, Callable[[], None]]]:
    """What was done and can be undone by a click."""
    return []


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counts at the left follow a change after 1 ms."""
    monkeypatch.setattr(presenter, "_AFTER_ROWS_MS", 1)
    monkeypatch.setattr(presenter, "DEBOUNCE_MS", 1)


@pytest.fixture
def page(
    at_once: None, context: AppContext, workspace: Any, qtbot: QtBot, offers: Any, said: list[str]
) -> LibraryPage:
    workspace.library.papers.add([(paper, ()) for paper in PAPERS])
    made = library.create(context)
    made.undo_offered.connect(lambda text, _button, undo: offers.append((text, undo)))
    made.message.connect(said.append)
    on_screen(made, qtbot, 1280, 760)
    made.activateWindow()
    qtbot.waitUntil(lambda: made._sources.model().rowCount() > 1)
    return made


def choose(page: LibraryPage, *rows: int) -> None:
    """Selects rows of the table; the first one is read."""
    page.table.choose_row(rows[0])
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    for row in rows[1:]:
        page.table.selectionModel().select(page.table.model().index(row, 0), flags)
    page.table.setFocus()


def sources(page: LibraryPage, qtbot: QtBot) -> list[str]:
    """The texts of the list at the left, once it has followed."""
    qtbot.wait(20)
    entries = page._sources.model()
    return [
        entries.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(entries.rowCount())
    ]


def open_source(page: LibraryPage, label: str, qtbot: QtBot) -> None:
    row = next(n for n, text in enumerate(sources(page, qtbot)) if text.startswith(label))
    page._sources.setCurrentIndex(page._sources.model().index(row, 0))


def listed(page: LibraryPage) -> list[str]:
    return page.listed()[0]


def picker(page: LibraryPage) -> NamePicker:
    (found,) = [each for each in page.findChildren(NamePicker) if each.isVisible()]
    return found


def pick(page: LibraryPage, typed: str) -> None:
    """Types into the picker that is open, and takes its first row."""
    asked = picker(page)
    asked.field.setText(typed)
    QTest.keyClick(asked.field, Qt.Key.Key_Return)


def menu_texts(page: LibraryPage, name: str = "") -> list[str]:
    """The entries of the menu that is open, or of a menu in it."""
    menu = next(each for each in page.findChildren(QMenu) if each.isVisible())
    if name:
        (menu,) = [action.menu() for action in menu.actions() if action.text() == name]
    return [action.text().split("\t")[0] for action in menu.actions() if not action.isSeparator()]


def click_menu(page: LibraryPage, *names: str) -> None:
    menu = next(each for each in page.findChildren(QMenu) if each.isVisible())
    for name in names:
        (action,) = [each for each in menu.actions() if each.text().split("\t")[0] == name]
        menu = action.menu() or menu
    for opened in [each for each in page.findChildren(QMenu) if each.isVisible()]:
        opened.hide()  # as a click does it before
    action.trigger()


# -- collections and tags -----------------------------------------------------------------------------------


def test_selected_papers_are_put_into_a_new_collection_by_a_key(
    page: LibraryPage, workspace: Any, qtbot: QtBot, offers: Any
) -> None:
    choose(page, 1, 3)
    QTest.keyClick(page.table, Qt.Key.Key_C)
    pick(page, "Thesis/Two")
    assert workspace.library.collections.of_papers(["p1", "p3"]) == {
        "p1": ["Thesis/Two"],
        "p3": ["Thesis/Two"],
    }
    assert offers[-1][0] == "Added 2 papers to “Thesis/Two”"
    assert sources(page, qtbot)[2:5] == ["Collections", "Thesis, 2", "Two, 2"]
    open_source(page, "Thesis", qtbot)
    assert listed(page) == ["p1", "p3"]


def test_papers_stay_selected_when_they_were_filed(page: LibraryPage, workspace: Any) -> None:
    choose(page, 1, 3)
    page.filing.tag_wanted.emit("mine", page.selected())
    assert page.selected() == ["p1", "p3"]
    assert page.pane.selected is not None
    assert page.pane.selected.paper.doc_id == "p1"


def test_a_row_that_is_chosen_under_ctrl_is_the_only_one(page: LibraryPage) -> None:
    choose(page, 1, 3)
    QTest.keyPress(page.table, Qt.Key.Key_Control, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
    page.advance(1)
    QTest.keyRelease(page.table, Qt.Key.Key_Control)
    assert page.selected() == ["p2"]


def test_a_collection_that_is_listed_is_followed_under_its_new_name(
    page: LibraryPage, workspace: Any, qtbot: QtBot
) -> None:
    workspace.library.collections.add("Thesis", ["p0", "p1"])
    page.retry_requested.emit()
    open_source(page, "Thesis", qtbot)
    page.filing.rename_wanted.emit(page.filing.source, "Book")
    assert sources(page, qtbot)[3] == "Book, 2"
    assert listed(page) == ["p0", "p1"]
    page.filing.delete_wanted.emit(page.filing.source)
    sources(page, qtbot)
    assert len(listed(page)) == 5


def test_a_tag_is_picked_among_those_that_there_are(page: LibraryPage, workspace: Any, qtbot: QtBot) -> None:
    workspace.library.tags.add("to read", ["p0"])
    page.retry_requested.emit()
    qtbot.wait(20)
    choose(page, 2)
    QTest.keyClick(page.table, Qt.Key.Key_T)
    rows = picker(page).findChild(QListWidget)
    assert rows is not None
    assert [rows.item(n).text() for n in range(rows.count())] == ["to read"]
    pick(page, "READ")
    assert workspace.library.tags.all() == [("to read", 2)]
    assert "Tags" in sources(page, qtbot)


def test_a_new_name_stands_below_those_that_begin_like_it(page: LibraryPage, qtbot: QtBot) -> None:
    asked = NamePicker("Tag", ["reading", "bread", "other"], page, new="New tag “{0}”")
    asked.open_over(page)
    assert asked.field.placeholderText() == "Find or create…"
    asked.field.setText("read")
    rows = asked.rows
    assert [rows.item(n).text() for n in range(rows.count())] == ["reading", "bread", "New tag “read”"]
    picked: list[str] = []
    asked.picked.connect(picked.append)
    for _ in range(2):
        QTest.keyClick(asked.field, Qt.Key.Key_Down)
    QTest.keyClick(asked.field, Qt.Key.Key_Return)
    assert picked == ["read"]


def test_papers_dragged_onto_a_collection_are_put_into_it(
    page: LibraryPage, workspace: Any, qtbot: QtBot
) -> None:
    workspace.library.collections.make("Thesis")
    page.retry_requested.emit()
    texts = sources(page, qtbot)
    choose(page, 0, 1)
    carried = papers_to_drag(page.selected())
    assert dragged_papers(carried) == ["p0", "p1"]
    drop(page._sources, texts.index("Thesis, 0"), carried)
    assert workspace.library.collections.all()[0].n_papers == 2
    refused = drop(page._sources, texts.index("All papers, 5"), carried)
    assert not refused


def drop(target: SourceList, row: int, carried: QMimeData) -> bool:
    """Drags over a row and lets go; whether the row took it."""
    place = target.visualRect(target.model().index(row, 0)).center()
    action, button, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    target.dragEnterEvent(QDragEnterEvent(place, action, carried, button, none))
    over = QDragMoveEvent(place, action, carried, button, none)
    target.dragMoveEvent(over)
    target.dropEvent(QDropEvent(QPointF(place), action, carried, button, none))
    return over.isAccepted()


def test_files_dragged_over_the_list_are_not_taken_for_papers(page: LibraryPage) -> None:
    other = QMimeData()
    other.setText("p0")
    assert dragged_papers(other) == []
    assert not drop(page._sources, 0, other)


def test_the_menu_offers_what_fits_the_selection(page: LibraryPage, workspace: Any, qtbot: QtBot) -> None:
    workspace.library.collections.add("Thesis & more", ["p0", "p1"])
    page.retry_requested.emit()
    open_source(page, "Thesis & more", qtbot)
    choose(page, 0, 1)
    page.filing.open_menu(page.mapToGlobal(page.rect().center()))
    assert menu_texts(page) == [
        "Open PDF",
        "Quick look",
        "Find similar",
        "Add as seeds",
        "Add to collection",
        "Tag",
        "Remove from “Thesis & more”",
        "Copy BibTeX",
        "Copy reference",
        "Export…",
        "Export notes (Markdown)…",
        "Edit…",
        "Extract text again",
        "Change reading status",
        "Remove 2 papers",
    ]
    assert menu_texts(page, "Add to collection") == ["Thesis && more", "Another…"]
    click_menu(page, "Remove from “Thesis & more”")
    assert workspace.library.collections.all()[0].n_papers == 0


def test_collections_are_made_renamed_moved_and_deleted_from_their_menu(
    page: LibraryPage, workspace: Any, qtbot: QtBot
) -> None:
    def at(label: str, *names: str) -> None:
        texts = sources(page, qtbot)
        place = page._sources.visualRect(page._sources.model().index(texts.index(label), 0)).center()
        page._sources.customContextMenuRequested.emit(place)
        click_menu(page, *names)

    at("All papers, 5", "New collection…")
    pick(page, "Thesis")
    at("Thesis, 0", "New collection in “Thesis”…")
    pick(page, "Two")
    at("Two, 0", "Move into", "No other collection")
    at("Two, 0", "Rename…")
    assert picker(page).field.text() == "Two"
    pick(page, "Second")
    assert [one.path for one in workspace.library.collections.all()] == ["Second", "Thesis"]
    at("Second, 0", "Delete the collection")
    assert [one.path for one in workspace.library.collections.all()] == ["Thesis"]


def test_tags_are_renamed_and_deleted_from_their_menu(
    page: LibraryPage, workspace: Any, qtbot: QtBot
) -> None:
    workspace.library.tags.add("mine", ["p0"])
    page.retry_requested.emit()
    texts = sources(page, qtbot)
    place = page._sources.visualRect(page._sources.model().index(texts.index("mine, 1"), 0)).center()
    page._sources.customContextMenuRequested.emit(place)
    click_menu(page, "Rename…")
    pick(page, "ours")
    assert workspace.library.tags.all() == [("ours", 1)]
    texts = sources(page, qtbot)
    place = page._sources.visualRect(page._sources.model().index(texts.index("ours, 1"), 0)).center()
    page._sources.customContextMenuRequested.emit(place)
    click_menu(page, "Delete the tag")
    assert workspace.library.tags.all() == []


def test_what_is_refused_is_said(page: LibraryPage, workspace: Any, said: list[str]) -> None:
    choose(page, 0)
    page.filing.tag_wanted.emit("mine", ["p0"])
    page.filing.tag_wanted.emit("mine", ["p0"])
    assert said == ["These papers already have the tag 'mine'."]


# -- removal ------------------------------------------------------------------------------------------------


def test_delete_removes_the_selected_papers_and_goes_on_to_the_next(
    page: LibraryPage, workspace: Any, offers: Any, qtbot: QtBot
) -> None:
    choose(page, 1, 2)
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    assert listed(page) == ["p0", "p3", "p4"]
    assert page.listed()[1] == ["p3"]
    text, undo = offers[-1]
    assert text == "Removed 2 papers"
    undo()
    assert listed(page) == ["p0", "p1", "p2", "p3", "p4"]


def test_what_takes_the_place_of_the_first_that_was_deleted_is_selected(page: LibraryPage) -> None:
    """Whichever of the deleted was clicked last: the row that it had is another paper's far below."""
    page.table.choose_row(0)
    for _ in range(2):
        QTest.keyClick(page.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert (page.selected(), page.table.currentIndex().row()) == (["p0", "p1", "p2"], 2)
    page.filing.remove()
    assert (listed(page), page.selected()) == (["p3", "p4"], ["p3"])


def test_several_selected_papers_are_counted_in_place_of_one_and_not_edited(
    page: LibraryPage, workspace: Any
) -> None:
    """What the pane's buttons and F2 would change is one of them, and nobody could see which."""
    choose(page, 1)
    QTest.keyClick(page.table, Qt.Key.Key_F2)
    page.pane.form.fields["title"].setPlainText("Written")  # type: ignore[union-attr]
    choose(page, 1, 2)
    assert workspace.library.papers.get(["p1"])[0].title == "Written"
    shown = {each.text() for each in page.pane.findChildren(QLabel) if each.isVisible()}
    assert shown == {"2 papers selected"}
    assert [each for each in page.pane.findChildren(QPushButton) if each.isVisible()] == [page.pane.several]
    page.pane.several.click()
    assert {"Tag", "Export…"} <= set(menu_texts(page))
    QTest.keyClick(page.table, Qt.Key.Key_F2)
    assert not page.pane.is_form_open
    choose(page, 1)
    assert page.pane.paper is not None
    assert "2 papers selected" not in {e.text() for e in page.pane.findChildren(QLabel) if e.isVisible()}


@pytest.mark.parametrize("ctrl", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier])
def test_home_and_end_select_the_first_and_the_last_row(page: LibraryPage, ctrl: Qt.KeyboardModifier) -> None:
    choose(page, 2)
    QTest.keyClick(page.table, Qt.Key.Key_End, ctrl)
    assert (page.selected(), page.table.currentIndex().row()) == (["p4"], 4)
    QTest.keyClick(page.table, Qt.Key.Key_Home, ctrl)
    assert (page.selected(), page.table.currentIndex().row()) == (["p0"], 0)


def test_a_toast_undoes_what_it_tells_of_and_nothing_later(
    page: LibraryPage, workspace: Any, offers: Any, said: list[str]
) -> None:
    choose(page, 1)
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    _, undo = offers[-1]
    workspace.library.tags.add("mine", ["p0"])
    undo()
    assert "no longer the library's last change" in said[-1]
    assert "p1" not in listed(page)


def test_removed_papers_are_listed_read_and_brought_back(
    page: LibraryPage, workspace: Any, qtbot: QtBot
) -> None:
    workspace.library.edits.remove(["p1", "p2"])
    page.retry_requested.emit()
    open_source(page, "Removed", qtbot)
    assert set(listed(page)) == {"p1", "p2"}
    choose(page, 0)
    assert page.pane.paper is not None
    button = page.head.findChild(QPushButton, "") and next(
        each for each in page.head.findChildren(QPushButton) if each.text() == "Restore"
    )
    assert button.isVisible()
    QTest.keyClick(page.table, Qt.Key.Key_Delete)  # is not to be removed twice
    page.table.selectAll()
    button.click()
    assert workspace.library.papers.count() == 5
    assert "Removed, 2" not in sources(page, qtbot)


# -- edits --------------------------------------------------------------------------------------------------


def test_a_paper_is_edited_where_it_is_read(page: LibraryPage, workspace: Any, offers: Any) -> None:
    choose(page, 2)
    QTest.keyClick(page.table, Qt.Key.Key_F2)
    form = page.pane.form
    assert form.isVisible()
    form.fields["year"].setText("1999")
    form.fields["authors"].setPlainText("Bo Lund\nCy Reed")
    form.save()
    (edited,) = workspace.library.papers.get(["p2"])
    assert (edited.year, edited.authors) == (1999, ("Bo Lund", "Cy Reed"))
    assert not form.isVisible()
    assert page.pane.paper == edited
    assert offers[-1][0] == "Edited “Paper number 2”: year, authors"


def test_the_key_of_the_form_goes_back_to_an_open_one_and_changes_nothing(page: LibraryPage) -> None:
    choose(page, 2)
    QTest.keyClick(page.table, Qt.Key.Key_F2)
    year = page.pane.form.fields["year"]
    year.setFocus()
    year.setText("1999")
    choose(page, 2)
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_F2)
    assert year.text() == "1999"
    assert page.pane.form.focusWidget() is year


def test_what_cannot_be_written_is_said_in_the_form_and_stays_there(
    page: LibraryPage, workspace: Any
) -> None:
    choose(page, 2)
    page.filing.edit()
    page.pane.form.fields["year"].setText("soon")
    page.pane.form.save()
    assert page.pane.form.isVisible()
    assert page.pane.form.fields["year"].text() == "soon"
    assert "'soon' is not a year" in page.pane.form._fault.text()
    assert page.pane.form.focusWidget() is page.pane.form.fields["year"]
    marked = [name for name, field in page.pane.form.fields.items() if field.property("invalid")]
    assert marked == ["year"], "which one is wrong"
    page.pane.form.fields["year"].setText("2019")
    page.pane.form.fields["doi"].setText("none")
    page.pane.form.save()
    marked = [name for name, field in page.pane.form.fields.items() if field.property("invalid")]
    assert marked == ["doi"]
    QTest.keyClick(page.pane.form.fields["year"], Qt.Key.Key_Escape)
    assert not page.pane.form.isVisible()
    assert workspace.library.papers.get(["p2"]) == [PAPERS[2]]


def test_a_form_that_is_open_outlasts_news_of_the_library(page: LibraryPage, context: AppContext) -> None:
    choose(page, 2)
    page.filing.edit()
    page.pane.form.fields["venue"].setText("half written")
    page.filing.tag_wanted.emit("mine", ["p0"])
    assert page.pane.form.isVisible()
    assert page.pane.form.fields["venue"].text() == "half written"


def test_tags_and_collections_stand_beside_the_papers_data(page: LibraryPage, workspace: Any) -> None:
    workspace.library.tags.add("mine", ["p1"])
    workspace.library.collections.add("Thesis/Two", ["p1"])
    choose(page, 1)
    texts = [each.text() for each in page.pane.findChildren(type(page.head._count))]
    assert "mine" in texts
    assert "Thesis/Two" in texts


def test_the_index_follows_many_edits_once(
    page: LibraryPage, context: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    added: list[list[str]] = []
    monkeypatch.setattr(context.jobs, "add", lambda _title, arguments, **_rest: added.append(list(arguments)))
    presenter = page.findChild(filing.FilingPresenter)
    assert presenter is not None
    presenter._index_due.setInterval(50)
    page.filing.tag_wanted.emit("mine", ["p0"])  # no text of the paper
    qtbot.wait(120)
    assert added == []
    for year in ("1990", "1991"):
        presenter.edit("p0", {"year": year})
    qtbot.waitUntil(lambda: bool(added))
    qtbot.wait(120)
    assert added == [["index"]]


# -- the history --------------------------------------------------------------------------------------------


def test_ctrl_z_undoes_and_ctrl_shift_z_does_again(
    page: LibraryPage, workspace: Any, said: list[str]
) -> None:
    page.filing.remove_wanted.emit(["p1"])
    page.table.setFocus()
    QTest.keySequence(page.table, QKeySequence("Ctrl+Z"))
    assert "p1" in listed(page)
    assert page.selected() == ["p1"]  # what was undone is where one looks next
    assert said[-1] == "Undone: Removed “Paper number 1”"
    QTest.keySequence(page.table, QKeySequence("Ctrl+Shift+Z"))
    assert "p1" not in listed(page)
    assert said[-1] == "Done again: Removed “Paper number 1”"
    for _ in range(2):
        QTest.keySequence(page.table, QKeySequence("Ctrl+Z"))
    assert said[-1] == "Nothing to undo in this library."


def test_the_history_goes_back_to_before_any_change(
    page: LibraryPage, workspace: Any, said: list[str]
) -> None:
    for name in ("one", "two", "three"):
        page.filing.tag_wanted.emit(name, ["p0"])
    page.history.open()
    dialog = page.history.dialog
    assert dialog is not None
    assert [dialog.list.item(n).text().split("   ")[1] for n in range(3)] == [
        "Tagged “Paper number 0” as three",
        "Tagged “Paper number 0” as two",
        "Tagged “Paper number 0” as one",
    ]
    dialog.list.setCurrentRow(1)
    assert dialog.undo.text() == "Undo these 2"
    dialog.undo.click()
    assert workspace.library.tags.all() == [("one", 1)]
    assert said[-1] == "2 changes undone"
    QApplication.processEvents()
    assert dialog.list.item(0).text().endswith("(undone)")
    dialog.redo.click()
    assert [name for name, _ in workspace.library.tags.all()] == ["one", "two"]
    dialog.close()


@pytest.mark.dressed
def test_a_long_line_of_the_history_is_cut_and_read_in_full_beside_the_pointer(
    page: LibraryPage, workspace: Any
) -> None:
    name = "a tag of many words " * 9
    page.filing.tag_wanted.emit(name, ["p0"])
    page.history.open()
    dialog = page.history.dialog
    assert dialog is not None
    QApplication.processEvents()
    assert dialog.list.horizontalScrollBar().maximum() == 0
    assert dialog.list.visualItemRect(dialog.list.item(0)).width() <= dialog.list.viewport().width()
    assert name.strip() in dialog.list.item(0).toolTip()
    dialog.close()


def test_the_history_of_a_new_library_says_that_it_is_empty(page: LibraryPage) -> None:
    page.history.open()
    dialog = page.history.dialog
    assert dialog is not None
    assert not dialog.list.isVisible()
    assert dialog._nothing.isVisible()
    assert not dialog.undo.isEnabled()
    dialog.close()


def test_delete_and_f2_mean_the_collection_where_the_list_of_them_is_used(
    page: LibraryPage, workspace: Any, qtbot: QtBot
) -> None:
    for name in ("Book", "Thesis"):
        workspace.library.collections.add(name, ["p0", "p1"])
    page.retry_requested.emit()
    open_source(page, "Book", qtbot)
    page._sources.setFocus()
    QTest.keyClick(page._sources, Qt.Key.Key_Delete)
    assert [one.path for one in workspace.library.collections.all()] == ["Thesis"]
    assert sources(page, qtbot)[0] == "All papers, 5"
    QTest.keyClick(page._sources, Qt.Key.Key_Delete)  # all papers: nothing to delete
    assert workspace.library.papers.count() == 5
    open_source(page, "Thesis", qtbot)
    QTest.keyClick(page._sources, Qt.Key.Key_F2)
    pick(page, "Dissertation")
    assert [one.path for one in workspace.library.collections.all()] == ["Dissertation"]


def test_a_form_that_is_left_for_another_paper_is_saved(page: LibraryPage, workspace: Any) -> None:
    choose(page, 2)
    page.filing.edit()
    page.pane.form.fields["venue"].setText("Somewhere")
    page.table.choose_row(3)
    assert workspace.library.papers.get(["p2"])[0].venue == "Somewhere"
    assert not page.pane.is_form_open
    assert page.pane.paper is not None
    assert page.pane.paper.doc_id == "p3"


def test_a_form_is_saved_when_the_program_is_quit_and_not_when_it_was_given_up(
    page: LibraryPage, workspace: Any
) -> None:
    choose(page, 2)
    for quits, venue in ((False, ""), (True, "Somewhere")):
        page.filing.edit()
        page.pane.form.fields["venue"].setText("Somewhere")
        if quits:
            page.window().hide()
        else:
            QTest.keyClick(page.pane.form, Qt.Key.Key_Escape)
        assert (workspace.library.papers.get(["p2"])[0].venue == "Somewhere") is bool(venue)


def test_enter_opens_a_paper_and_goes_no_further(page: LibraryPage) -> None:
    wanted: list[str] = []
    page.pdf_requested.connect(wanted.append)
    choose(page, 2)
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(page.table, event)
    assert (wanted, event.isAccepted()) == (["p2"], True)


def test_what_cannot_be_saved_of_a_form_that_is_left_is_said(page: LibraryPage, said: list[str]) -> None:
    choose(page, 2)
    page.filing.edit()
    page.pane.form.fields["year"].setText("soon")
    page.table.choose_row(3)
    assert "'soon' is not a year" in said[-1]
    assert page.pane.paper is not None
    assert page.pane.paper.doc_id == "p3"


# -- what the library shares with the results of a search ---------------------------------------------------


def test_space_opens_a_quick_look_that_follows_the_table_with_the_highest_grade(
    page: LibraryPage, workspace: Any, context: AppContext, qtbot: QtBot
) -> None:
    judgements = workspace.library.judgements
    for query, grade, assessor in (("q1", 1, "ada"), ("q2", 2, "ada"), ("q2", 0, "bo")):
        if query not in [one.query_id for one in workspace.library.queries.all()]:
            workspace.library.queries.add([Query(query, query)])
        judgements.record(query, "p2", assessor=assessor, relevance=grade)
    choose(page, 1)
    QTest.keyClick(page.table, Qt.Key.Key_Space)
    (look,) = page.findChildren(QuickLook)
    assert not look._best.isVisible()
    QTest.keyClick(look, Qt.Key.Key_Down)
    assert "Paper number 2" in look._title.text()
    assert look._best.text() == "Highest grade: 2"
    assert look._best.isVisible()
    for assessor in ("ada", "bo"):
        judgements.record("q2", "p2", assessor=assessor, relevance=0)
    context.changes.changed.emit(Change(judgements=True))
    assert look._best.text() == "Highest grade: 1"
    assert page.selected() == ["p2"]
    QTest.keyClick(look, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not page.findChildren(QuickLook))


def test_ctrl_c_and_ctrl_shift_b_copy_what_is_selected(page: LibraryPage, said: list[str]) -> None:
    choose(page, 0, 2)
    QTest.keySequence(page.table, QKeySequence("Ctrl+C"))
    wanted = [PAPERS[0], PAPERS[2]]
    assert QApplication.clipboard().text().split("\n") == references(wanted)
    QTest.keySequence(page.table, QKeySequence("Ctrl+Shift+B"))
    assert QApplication.clipboard().text().count("@") == 2
    assert said[-2:] == ["2 citations copied", "2 BibTeX entries copied"]


def test_papers_of_another_page_are_shown_selected_among_all(page: LibraryPage, qtbot: QtBot) -> None:
    page.filter.setText("number 1")
    qtbot.waitUntil(lambda: listed(page) == ["p1"])
    page.papers_requested.emit(["p3", "p0"])
    assert (len(listed(page)), page.selected(), page.filter.text()) == (5, ["p0", "p3"], "")


def test_r_gives_the_selected_papers_the_next_reading_mark(page: LibraryPage, workspace: Any) -> None:
    marks = workspace.library.annotations
    chosen = [page.table.model().doc_ids[row] for row in (1, 3)]
    marks.set_state("read", chosen[1:])
    for mark in ("to read", "read", ""):
        choose(page, 1, 3)
        QTest.keyClick(page.table, Qt.Key.Key_R)
        assert marks.states(chosen) == (dict.fromkeys(chosen, mark) if mark else {})
    assert set(marks.states([paper.doc_id for paper in PAPERS])) <= set(chosen)
    workspace.library.actions.undo()
    assert set(marks.states(chosen).values()) == {"read"}
