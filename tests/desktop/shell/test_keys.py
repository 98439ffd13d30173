"""The keys: one table, chosen otherwise by the user, never two meanings of one key in one place."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QPushButton, QWidget

from assay_desktop.key_table import EVERYWHERE, actions
from assay_desktop.keys import BoundKeys, Keys
from assay_desktop.pages.training.page import MODELS
from assay_desktop.shell.main_window import PAGES, MainWindow
from assay_desktop.shell.widgets.shortcuts_sheet import ShortcutsSheet
from assay_desktop.widgets.controls.form_dialog import NameDialog
from assay_desktop.widgets.controls.key_hints import KeyHints, hint, key_label

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults
    from assay_desktop.settings import Settings

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(context: AppContext, faults: Faults, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = MainWindow(context, faults, tmp_path / "library")
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    return made


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key, held: Qt.KeyboardModifier | None = None) -> None:
    qtbot.keyClick(QApplication.focusWidget() or window, key, held or Qt.KeyboardModifier.NoModifier)


def test_names_in_the_table_are_unique_and_usual_keys_meet_nowhere() -> None:
    table = actions()
    assert max(Counter(action.name for action in table).values()) == 1
    for one, other in combinations(table, 2):
        if one.places & other.places:
            assert not set(one.keys) & set(other.keys), (one.name, other.name)
    assert all(action.places <= EVERYWHERE and action.places for action in table)


def test_the_keys_of_text_size_are_listed_once() -> None:
    for key in ("Ctrl++", "Ctrl+-", "Ctrl+0"):
        (only,) = [action for action in actions() if key in action.keys]
        assert {"library", "discovery", "judging", "reader"} <= only.places


def test_usual_keys_are_written_as_qt_writes_them() -> None:
    for action in actions():
        assert tuple(QKeySequence(key).toString() for key in action.keys) == action.keys


def test_every_shortcut_of_every_page_comes_from_the_table_and_grades_are_one_choice_for_all(
    window: MainWindow,
) -> None:
    for page in PAGES:
        window.open_page(page)
    assert window.page("evaluation").benchmarks, "which is made when it is asked for"
    bound = window.findChildren(BoundKeys)
    assert {each._name for each in bound} == {action.name for action in actions()}
    assert all(isinstance(each, BoundKeys) for each in window.findChildren(QShortcut))
    window._context.keys.give("grade.2", ["E"])
    assert [QKeySequence.listToString(each.keys()) for each in bound if each._name == "grade.2"] == ["E"] * 4


def test_another_key_is_in_force_at_once_and_the_old_one_no_more(window: MainWindow, qtbot: QtBot) -> None:
    window.open_page("library")
    window._context.keys.give("go.evaluation", ["Ctrl+E"])
    press(qtbot, window, Qt.Key.Key_5, CTRL)
    assert window.page_key == "library"
    press(qtbot, window, Qt.Key.Key_E, CTRL)
    assert window.page_key == "evaluation"


def test_chosen_keys_are_kept_for_the_next_start(settings: Settings) -> None:
    Keys(settings).give("import", ["Ctrl+,", "I"])
    assert Keys(settings).of("import") == ("Ctrl+,", "I")
    assert Keys(settings).of("go.settings") == ("Ctrl+7",), "who was asked for Ctrl+, lost it"


def test_a_key_given_away_comes_back_with_the_reset_of_its_taker(keys: Keys) -> None:
    keys.give("judging.note", ["G"])
    assert keys.of("judging.guideline") == ()
    keys.reset("judging.note")
    assert keys.of("judging.guideline") == ("G",)
    assert not keys.is_changed("judging.note")


def test_one_key_may_mean_two_things_in_two_places(keys: Keys) -> None:
    assert keys.holders("judging.note", "A") == []
    keys.give("judging.note", ["A"])
    assert keys.of("duplicates.apart") == ("A",)


def test_holders_of_a_key_are_named_wherever_it_would_mean_two_things(keys: Keys) -> None:
    held = {action.name for action in keys.holders("import", "J")}
    assert held == {"next", "judging.next"}


def test_swapping_gives_the_old_key_to_who_held_the_new_one(keys: Keys) -> None:
    assert keys.may_swap("judging.unsure", "S")
    keys.swap("judging.unsure", "S")
    assert keys.of("judging.unsure") == ("S",)
    assert keys.of("judging.later") == ("U",)
    keys.reset_all()
    assert all(keys.of(action.name) == action.keys for action in keys.actions())


def test_no_swap_where_the_old_key_means_something_else_to_the_other(keys: Keys) -> None:
    assert not keys.may_swap("judging.note", "Ctrl+I"), (
        "N writes reasons in campaigns, and import is everywhere"
    )
    assert not keys.may_swap("index", "Ctrl+I"), "it has no key to give"


def test_saved_keys_that_cannot_be_read_count_as_absent(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.set_text("keys/import", "{not json")
    settings.set_text("keys/jobs", '{"a": 1}')
    settings.set_text("keys/quit", '["Ctrl+Q", "no key at all"]')
    keys = Keys(settings)
    assert keys.of("import") == ("Ctrl+I",)
    assert keys.of("jobs") == ("Ctrl+J",)
    assert keys.of("quit") == ("Ctrl+Q",)
    caplog.clear()


def test_two_saved_choices_of_one_key_leave_it_to_the_first(settings: Settings) -> None:
    settings.set_text("keys/import", '["Ctrl+U"]')
    settings.set_text("keys/jobs", '["Ctrl+U", "Ctrl+J"]')
    keys = Keys(settings)
    assert keys.of("import") == ("Ctrl+U",)
    assert keys.of("jobs") == ("Ctrl+J",)


def test_single_letters_rest_while_a_text_field_has_the_focus(window: MainWindow, qtbot: QtBot) -> None:
    window.open_page("settings")
    window._context.keys.give("go.evaluation", ["E"])
    field = window.page("settings").findChild(QLineEdit)
    field.setFocus()
    field.clear()
    press(qtbot, window, Qt.Key.Key_E)
    assert window.page_key == "settings"
    assert field.text() == "e"
    window.page("settings").setFocus()
    window.setFocus()
    press(qtbot, window, Qt.Key.Key_E)
    assert window.page_key == "evaluation"


def test_keys_of_the_page_that_is_shown_work_wherever_the_focus_is(window: MainWindow, qtbot: QtBot) -> None:
    window.open_page("training")
    page = window.page("training")
    entry = window._bar.findChild(QAbstractButton)
    for holder in (entry, window):
        page.open_new()
        holder.setFocus()
        assert not page.isAncestorOf(QApplication.focusWidget())
        press(qtbot, window, Qt.Key.Key_M, CTRL)
        assert page.view == MODELS
    window.open_page("search")
    entry.setFocus()
    press(qtbot, window, Qt.Key.Key_M, CTRL)  # no key of this page
    assert window.page_key == "search"


def test_after_a_dialog_the_keys_are_those_of_the_page_again(window: MainWindow, qtbot: QtBot) -> None:
    """As where no window manager gives a window the focus back."""
    window.open_page("reader")
    reader = window.page("reader")
    reader.more.setFocus()  # an empty one: there is nothing in it to have the focus
    dialog = NameDialog(reader, "A name", action="OK", name="")
    dialog.open()
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(window.isActiveWindow)
    with qtbot.waitSignal(reader.back_wanted):
        qtbot.keyClick(window.windowHandle(), Qt.Key.Key_Escape)


def test_pages_of_a_pdf_turn_whatever_has_the_focus(window: MainWindow, qtbot: QtBot) -> None:
    window.open_page("reader")
    reader = window.page("reader")
    reader.view.show_document([(600.0, 800.0)] * 9)
    reader.show_readable(readable=True)
    bar = reader.view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 1000)
    seen = []
    for holder in (reader.more, window):
        holder.setFocus()
        for key in (Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_Home, Qt.Key.Key_PageDown, Qt.Key.Key_Home):
            press(qtbot, window, key)
            seen.append(bar.value())
    assert seen[0] == bar.maximum() > seen[1] > seen[3] > seen[2] == seen[4] == 0
    assert seen[:5] == seen[5:]


def test_keys_of_a_page_that_is_not_shown_rest(window: MainWindow, qtbot: QtBot) -> None:
    chosen: list[str] = []
    window._context.keys.bind("improve", window.page("library"), lambda: chosen.append("library"))
    window._context.keys.give("improve", ["Ctrl+Alt+L"])
    window.open_page("settings")
    window._bar.findChild(QAbstractButton).setFocus()
    press(qtbot, window, Qt.Key.Key_L, CTRL | Qt.KeyboardModifier.AltModifier)
    assert chosen == []


@pytest.mark.parametrize("goes", ["disabled", "hidden"])
def test_no_neighbour_gets_the_focus_of_a_control_that_goes(
    window: MainWindow, qtbot: QtBot, goes: str
) -> None:
    """Enter would promote, cancel or remove."""
    window.resize(1280, 800)
    window.open_page("training")
    page = window.page("training")
    page.open_models()
    shown = [each for each in page.findChildren(QAbstractButton) if each.isVisible() and each.isEnabled()]
    assert len(shown) > 3
    for each in shown:
        each.setFocus()
        if goes == "disabled":
            each.setEnabled(False)
        else:
            each.hide()
        holder = QApplication.focusWidget()
        assert holder is not None
        assert page.isAncestorOf(holder)
        assert not isinstance(holder, QAbstractButton)


def test_palette_and_sheet_show_the_keys_in_force(window: MainWindow) -> None:
    window._context.keys.give("import", ["Ctrl+Alt+I"])
    shown = next(each for each in window._commands if each.title == "Import papers…")
    assert shown.keys == ("Ctrl+Alt+I",)
    window.open_shortcuts()
    sheet = window.findChild(ShortcutsSheet)
    assert "Ctrl+Alt+I" in {each.text() for each in sheet.findChildren(QLabel)}
    sheet.close()


def test_hints_follow_the_keys(keys: Keys, qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    button, title = QPushButton(root), QPushButton(root)
    note = key_label("judging.note")
    note.setParent(root)
    hint(button, "Find similar papers ({0})", "similar")
    hint(title, "Undo: {a, b} ({0})", "undo")
    KeyHints(keys, root)
    keys.give("similar", [])
    keys.give("judging.note", ["W"])
    assert button.toolTip() == "Find similar papers"
    assert title.toolTip() == "Undo: {a, b} (Ctrl+Z)"
    assert note.text() == "W"
