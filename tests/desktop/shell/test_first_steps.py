"""The first steps tick themselves as they happen, go when they are dismissed, and come back when asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton

from assay.types import Paper, Query
from assay_desktop.background.engine_client import EngineState
from assay_desktop.context import Change
from assay_desktop.session import Session
from assay_desktop.shell import main_window
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.shell.window_help import Steps, StepsStrip

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults
    from assay_desktop.theme import Theme


def open_window(context: AppContext, faults: Faults, folder: Path, qtbot: QtBot) -> MainWindow:
    window = MainWindow(context, faults, folder)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


@pytest.fixture
def window(context: AppContext, faults: Faults, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    return open_window(context, faults, tmp_path / "library", qtbot)


def strip_of(window: MainWindow) -> StepsStrip:
    found: StepsStrip = window.findChild(StepsStrip)
    return found


def ways(window: MainWindow) -> set[str]:
    return {each.text() for each in strip_of(window).findChildren(QPushButton) if each.isVisible()}


def press(window: MainWindow, text: str) -> None:
    next(each for each in strip_of(window).findChildren(QPushButton) if each.text() == text).click()


def test_an_empty_library_is_met_with_the_first_steps(window: MainWindow) -> None:
    assert strip_of(window).isVisible()
    assert strip_of(window)._steps == Steps()
    assert {"Import papers…", "Open the sample library", "Dismiss"} <= ways(window)


def test_a_library_with_papers_is_not(
    context: AppContext, workspace: Any, faults: Faults, tmp_path: Path, qtbot: QtBot
) -> None:
    workspace.library.papers.add([(Paper("a", "A paper"), [])])
    assert not strip_of(open_window(context, faults, tmp_path / "library", qtbot)).isVisible()


def test_each_step_ticks_as_it_happens(window: MainWindow, context: AppContext, workspace: Any) -> None:
    strip = strip_of(window)
    workspace.library.papers.add([(Paper("a", "A paper"), [])])
    context.changes.changed.emit(Change(papers=True))
    assert strip._steps == Steps(papers=True)
    assert "Index now" in ways(window)
    context.engine.state_changed.emit(EngineState("m", "ready", indexed=1, total=1, phase="ready"))
    assert strip._steps == Steps(papers=True, index=True)
    context.engine.answered.emit("status")
    assert strip._steps == Steps(papers=True, index=True)
    context.engine.answered.emit("search")
    assert strip._steps == Steps(papers=True, index=True, search=True)
    assert strip._says.text() == "Select a result and press 0, 1 or 2."
    workspace.library.queries.add([Query("q1", "a question")])
    assessor = context.settings.assessor
    workspace.library.judgements.record("q1", "a", assessor="somebody else", relevance=1)
    context.changes.changed.emit(Change(judgements=True))
    assert not strip._steps.grade, "the grades of a sample or of others are none of this person's"
    context.engine._state = EngineState("m", "ready", indexed=1, total=1, phase="ready")
    workspace.library.judgements.record("q1", "a", assessor=assessor, relevance=2)
    context.changes.changed.emit(Change(judgements=True))
    assert strip._steps is not None
    assert strip._steps.all_done
    assert not strip.isVisible()


def test_a_search_in_one_library_ticks_nothing_in_another(
    window: MainWindow, context: AppContext, workspace: Any, faults: Faults, tmp_path: Path, qtbot: QtBot
) -> None:
    workspace.library.papers.add([(Paper("a", "A paper"), [])])
    context.changes.changed.emit(Change(papers=True))
    context.engine.answered.emit("search")
    assert strip_of(window)._steps.search
    other = open_window(replace(context, session=Session()), faults, tmp_path / "other", qtbot)
    next(each for each in other._commands if each.title == "First steps").run()
    assert strip_of(other)._steps == Steps(papers=True)


def test_the_way_to_grade_names_the_keys_in_force(
    window: MainWindow, context: AppContext, workspace: Any
) -> None:
    workspace.library.papers.add([(Paper("a", "A paper"), [])])
    context.changes.changed.emit(Change(papers=True))
    context.engine.state_changed.emit(EngineState("m", "ready", indexed=1, total=1, phase="ready"))
    context.engine.answered.emit("search")
    context.keys.give("grade.2", ["E"])
    assert strip_of(window)._says.text() == "Select a result and press 0, 1 or E."


def test_buttons_lead_to_the_next_step(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    press(window, "Import papers…")
    dialogs = window.findChildren(QFileDialog)
    assert len(dialogs) == 1
    dialogs[0].reject()
    opened: list[str] = []
    monkeypatch.setattr(main_window, "open_window", lambda _library, *options: opened.extend(options))
    press(window, "Open the sample library")
    assert opened == ["--sample"]


def test_dismissed_they_stay_away_until_they_are_asked_for(
    window: MainWindow, context: AppContext, faults: Faults, tmp_path: Path, qtbot: QtBot
) -> None:
    press(window, "Dismiss")
    assert not strip_of(window).isVisible()
    again = open_window(context, faults, tmp_path / "library", qtbot)
    assert not strip_of(again).isVisible()
    next(each for each in again._commands if each.title == "First steps").run()
    assert strip_of(again).isVisible()


def test_open_they_are_there_after_a_restart_with_what_was_done(
    window: MainWindow, context: AppContext, workspace: Any, faults: Faults, tmp_path: Path, qtbot: QtBot
) -> None:
    workspace.library.papers.add([(Paper("a", "A paper"), [])])
    context.changes.changed.emit(Change(papers=True))
    context.engine.answered.emit("search")
    window.close()
    context.engine._state = EngineState("m", "starting", phase="starting")
    again = open_window(context, faults, tmp_path / "library", qtbot)
    strip = strip_of(again)
    assert not strip.isVisible(), "whether they are indexed is not known yet"
    context.engine.state_changed.emit(EngineState("m", "ready", indexed=1, total=1, phase="ready"))
    assert strip.isVisible()
    assert strip._steps == Steps(papers=True, index=True, search=True)


def test_open_in_one_library_they_are_not_in_another(
    window: MainWindow, context: AppContext, workspace: Any, faults: Faults, tmp_path: Path, qtbot: QtBot
) -> None:
    assert strip_of(window).isVisible()
    workspace.library.papers.add([(Paper("a", "A paper"), [])])
    context.session.put("first-steps", None)  # as the session of another library has it
    other = open_window(context, faults, tmp_path / "other", qtbot)
    context.engine.state_changed.emit(EngineState("m", "ready", indexed=1, total=1, phase="ready"))
    assert not strip_of(other).isVisible()


def test_steps_say_what_is_done_without_colour(theme: Theme, qtbot: QtBot) -> None:
    strip = StepsStrip(theme)
    qtbot.addWidget(strip)
    strip.show_steps(Steps(papers=True))
    assert strip._icons["papers"].accessibleName() == "done"
    assert strip._icons["search"].accessibleName() == "not done yet"
    done, open_ = (strip._icons[name].pixmap().toImage() for name in ("papers", "search"))
    assert done.convertToFormat(done.Format.Format_Alpha8) != open_.convertToFormat(
        open_.Format.Format_Alpha8
    )
    assert strip.focusPolicy() == Qt.FocusPolicy.NoFocus
