"""Keys are looked up, chosen by pressing them, and given back, by keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from seeing import on_screen

from assay_desktop.pages import settings as settings_page

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.keys import Keys
    from assay_desktop.pages.settings.page import SettingsPage
    from assay_desktop.pages.settings.widgets.keys import KeyChoices

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def page(context: AppContext, qtbot: QtBot) -> SettingsPage:
    made = settings_page.create(context)
    on_screen(made, qtbot, 1000, 700)
    made.activateWindow()
    made.show_section("keys")
    return made


def listed(choices: KeyChoices) -> list[str]:
    model = choices.table.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def shown_keys(choices: KeyChoices, name: str) -> str:
    row = choices._model.find(lambda each: each.action.name == name)
    return str(choices._model.index(row, 2).data())


def record(qtbot: QtBot, choices: KeyChoices, name: str, key: Qt.Key, held: Qt.KeyboardModifier) -> None:
    """Enter on the row, then the key."""
    choices.select(name)
    choices.table.setFocus()
    qtbot.keyClick(choices.table, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is choices.recorder
    qtbot.keyClick(choices.recorder, key, held)


def test_all_actions_are_listed_and_found_by_words_or_keys(page: SettingsPage, keys: Keys) -> None:
    assert listed(page.keys) == [action.title for action in keys.actions()]
    page.keys.search.setText("import")
    assert listed(page.keys) == ["Import papers…"]
    page.keys.search.setText("ctrl+j")
    assert listed(page.keys) == ["Show or hide the jobs"]
    page.keys.search.setText("judge unsure")
    assert listed(page.keys) == ["Unsure"]


def test_enter_on_a_row_records_the_next_key(page: SettingsPage, keys: Keys, qtbot: QtBot) -> None:
    record(qtbot, page.keys, "import", Qt.Key.Key_Y, CTRL)
    assert keys.of("import") == ("Ctrl+Y",)
    assert shown_keys(page.keys, "import") == "Ctrl+Y   (default Ctrl+I)"
    assert QApplication.focusWidget() is page.keys.table
    assert page.keys.recorder.isHidden() or not page.keys.recorder.isVisible()


def test_a_key_of_the_window_is_recorded_and_not_carried_out(
    page: SettingsPage, keys: Keys, qtbot: QtBot
) -> None:
    done: list[str] = []
    keys.bind("judging.note", page, lambda: done.append("note"), context=Qt.ShortcutContext.WindowShortcut)
    record(qtbot, page.keys, "campaigns.reason", Qt.Key.Key_N, NONE)
    assert done == []
    assert keys.of("campaigns.reason") == ("N",)


def test_who_has_the_key_is_named_and_may_swap(page: SettingsPage, keys: Keys, qtbot: QtBot) -> None:
    record(qtbot, page.keys, "judging.unsure", Qt.Key.Key_S, NONE)
    assert keys.of("judging.unsure") == ("U",), "nothing is changed before it is settled"
    assert "Later (Judge)" in page.keys._prompt.text()
    assert QApplication.focusWidget() is page.keys.swap
    page.keys.swap.click()
    assert keys.of("judging.unsure") == ("S",)
    assert keys.of("judging.later") == ("U",)
    assert page.keys.swap.isVisible() is False


def test_the_key_can_be_taken_or_left(page: SettingsPage, keys: Keys, qtbot: QtBot) -> None:
    record(qtbot, page.keys, "index", Qt.Key.Key_I, CTRL)
    assert not page.keys.swap.isVisible(), "it has no key to give for it"
    page.keys.leave.click()
    assert keys.of("import") == ("Ctrl+I",)
    record(qtbot, page.keys, "index", Qt.Key.Key_I, CTRL)
    page.keys.take.click()
    assert keys.of("index") == ("Ctrl+I",)
    assert keys.of("import") == ()
    assert shown_keys(page.keys, "import") == "–   (default Ctrl+I)"


def test_escape_leaves_the_key_as_it_was(page: SettingsPage, keys: Keys, qtbot: QtBot) -> None:
    record(qtbot, page.keys, "import", Qt.Key.Key_Escape, NONE)
    assert keys.of("import") == ("Ctrl+I",)
    assert not page.keys.recorder.isVisible()
    assert QApplication.focusWidget() is page.keys.table


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Space])
def test_keys_that_move_everywhere_are_refused_with_a_reason(
    page: SettingsPage, keys: Keys, qtbot: QtBot, key: Qt.Key
) -> None:
    record(qtbot, page.keys, "import", key, NONE)
    assert keys.of("import") == ("Ctrl+I",)
    assert "reserved for navigation" in page.keys._prompt.text()
    assert page.keys.recorder.isVisible()


def test_a_second_key_is_added_and_one_or_all_are_reset(page: SettingsPage, keys: Keys, qtbot: QtBot) -> None:
    page.keys.select("import")
    page.keys.add.click()
    qtbot.keyClick(page.keys.recorder, Qt.Key.Key_F9)
    assert keys.of("import") == ("Ctrl+I", "F9")
    page.keys.clear.click()
    assert keys.of("import") == ()
    keys.give("jobs", ["F10"])
    page.keys.select("import")
    page.keys.reset.click()
    assert keys.of("import") == ("Ctrl+I",)
    assert keys.of("jobs") == ("F10",)
    page.keys.reset_every.click()
    assert keys.of("jobs") == ("Ctrl+J",)
    assert not page.keys.reset_every.isEnabled()


def test_a_question_mark_is_written_without_the_shift_that_types_it(
    page: SettingsPage, keys: Keys, qtbot: QtBot
) -> None:
    page.keys.select("jobs")
    page.keys.change.click()
    qtbot.keyClick(page.keys.recorder, "!", SHIFT)
    assert keys.of("jobs") == ("!",)
