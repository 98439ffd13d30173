"""The wheel changes nothing unasked, no message covers a control, no button moves or offers what fails."""

from __future__ import annotations

import sys
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QDate, QPoint, QPointF, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDateEdit,
    QDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QSlider,
    QTabBar,
    QTimeEdit,
    QVBoxLayout,
    QWidget,
)

from assay.ingest.queries import add_query
from assay.types import Paper
from assay_desktop.context import Change
from assay_desktop.pages.library.model import SelectedPaper
from assay_desktop.pages.library.widgets.paper_pane import PaperPane
from assay_desktop.pages.search.widgets.inspector import Inspector
from assay_desktop.shell.main_window import PAGES, MainWindow
from assay_desktop.shell.widgets.toast import Toast
from assay_desktop.theme import Theme

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults

VALUES = (QComboBox, QAbstractSpinBox, QAbstractSlider)


@pytest.fixture
def window(context: AppContext, faults: Faults, workspace: Workspace, qtbot: QtBot) -> MainWindow:
    papers = [Paper(f"p{n}", f"Bees number {n}", "Scout bees dance.", year=2000 + n) for n in range(30)]
    workspace.library.papers.add([(paper, ()) for paper in papers])
    made = MainWindow(context, faults, workspace.folder)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def turn(widget: QWidget, *, by: int = -120) -> None:
    """Turns the wheel over the middle of a widget, as the system reports it."""
    at = QPointF(widget.mapTo(widget.window(), widget.rect().center()))
    QTest.wheelEvent(widget.window().windowHandle(), at, QPoint(0, by))


def value_of(widget: QWidget) -> Any:
    return (
        widget.currentIndex() if isinstance(widget, QComboBox) else widget.property("text") or widget.value()
    )


def holders(root: QWidget) -> list[QWidget]:
    return [
        widget
        for kind in VALUES
        for widget in root.findChildren(kind)
        if widget.isVisible() and widget.isEnabled() and not isinstance(widget, QScrollBar)
    ]


# -- the wheel --------------------------------------------------------------------------------------------


@pytest.mark.dressed
def test_the_wheel_changes_no_value_of_any_page(window: MainWindow, qtbot: QtBot) -> None:
    n_tried = 0
    for key in PAGES:
        window.open_page(key)
        if key == "training":
            window.page(key).open_recipe()  # type: ignore[attr-defined]
        qtbot.wait(20)
        for widget in holders(window.page(key)):
            window.setFocus()
            before = value_of(widget)
            for by in (-120, 120, -120):
                turn(widget, by=by)
            assert value_of(widget) == before, (key, widget)
            assert not widget.hasFocus()
            n_tried += 1
    assert n_tried > 10


@pytest.mark.dressed
def test_the_wheel_scrolls_the_form_instead(window: MainWindow, qtbot: QtBot) -> None:
    dialog = QDialog(window)
    area = QScrollArea()
    QVBoxLayout(dialog).addWidget(area)
    form = QWidget()
    column = QVBoxLayout(form)
    combo, slider, day, clock = QComboBox(), QSlider(Qt.Orientation.Horizontal), QDateEdit(), QTimeEdit()
    combo.addItems(["one", "two", "three"])
    combo.setCurrentIndex(1)
    day.setDate(QDate(2026, 11, 23))
    slider.setValue(50)
    for widget in (combo, slider, day, clock):
        column.addWidget(widget)
    column.addStretch(1)
    form.setFixedHeight(2000)
    area.setWidget(form)
    dialog.show()
    qtbot.waitUntil(dialog.isActiveWindow)
    area.setFocus()
    for widget in (combo, slider, day, clock):
        area.verticalScrollBar().setValue(0)
        before = value_of(widget)
        turn(widget)
        assert value_of(widget) == before
        assert area.verticalScrollBar().value() > 0
    QTest.mouseClick(day, Qt.MouseButton.LeftButton)
    day.setFocus()
    qtbot.waitUntil(day.hasFocus)
    turn(day)
    assert day.date() != QDate(2026, 11, 23)  # whoever has gone to it may turn
    dialog.close()


# -- messages ---------------------------------------------------------------------------------------------

CONTROLS = (
    QAbstractButton,
    QComboBox,
    QLineEdit,
    QAbstractSpinBox,
    QAbstractSlider,
    QTabBar,
    QAbstractItemView,
)


def on_screen(widget: QWidget, window: QWidget) -> QRect:
    """What of a widget can be seen, in the window's coordinates."""
    seen = widget.visibleRegion().boundingRect()
    return seen.translated(widget.mapTo(window, QPoint(0, 0)))


@pytest.mark.dressed
def test_a_message_covers_no_control_of_any_page(window: MainWindow, qtbot: QtBot) -> None:
    toast = window.findChild(Toast)
    text = toast.findChild(QLabel)
    short = "Undone: 2 for a paper"
    long = "The index could not be built. " + "There is no room on the disk. " * 8
    for key, size, said in product(PAGES, [(1280, 800), (960, 800), (1920, 1080)], [short, long]):
        window.resize(*size)
        window.open_page(key)
        toast.say(said, action="Show jobs", act=lambda: None, details="everything")
        qtbot.wait(30)
        assert toast.isVisible()
        box = QRect(toast.mapTo(window, QPoint(0, 0)), toast.size())
        assert window.rect().contains(box)
        assert text.height() >= text.heightForWidth(text.width())
        for kind in CONTROLS:
            for control in window.findChildren(kind):
                if control.isVisible() and control.isEnabled() and not toast.isAncestorOf(control):
                    assert not on_screen(control, window).intersects(box), (key, size, control)
        toast.hide()


@pytest.mark.dressed
def test_a_short_message_moves_nothing(window: MainWindow, qtbot: QtBot) -> None:
    """It stands in the status bar; one that stays has a line of its own."""
    toast = window.findChild(Toast)
    window.resize(1280, 800)
    window.open_page("library")
    qtbot.wait(30)

    def places() -> list[QRect]:
        held = [each for kind in CONTROLS for each in window.findChildren(kind) if each.isVisible()]
        return [
            QRect(each.mapTo(window, QPoint(0, 0)), each.size())
            for each in held
            if not toast.isAncestorOf(each)
        ]

    before = places()
    toast.offer("Undone: 2 for a paper", "Redo", lambda: None)
    qtbot.wait(30)
    assert toast.isVisible()
    assert toast._text.width() >= toast._text.sizeHint().width()
    assert places() == before
    toast.say("Something went wrong", details="everything")
    qtbot.wait(30)
    assert places() != before
    toast.hide()
    qtbot.wait(30)
    assert places() == before


@pytest.mark.dressed
@pytest.mark.parametrize("stays", [False, True], ids=["in the bar", "on its own line"])
def test_no_message_widens_the_window_whatever_comes_to_stand_beside_it(
    window: MainWindow, stays: bool, qtbot: QtBot
) -> None:
    """A window grew past the screen: a message filled the bar, and another page needed room there."""
    toast, long = window._toast, "M" * 40
    window.resize(1280, 800)
    qtbot.wait(30)

    def least(message: str) -> int:
        toast.say(message, action="Undo", act=lambda: None, stays=stays)
        qtbot.wait(30)
        return window.minimumSizeHint().width()

    assert least(long) == least("Done")
    least(long)
    assert toast._text.toolTip() == long


# -- improving search -------------------------------------------------------------------------------------


def judge(workspace: Workspace, n: int) -> None:
    for number in range(n):
        query = add_query(workspace.library, f"bees of kind {number}")
        workspace.library.judgements.record(query.query_id, f"p{number}", assessor="ada", relevance=2)


def improve_view(window: MainWindow) -> Any:
    window.open_page("training")
    window.improve_search()
    return window.page("training").improve


def all_words(view: QWidget) -> str:
    return "\n".join(each.text() for each in view.findChildren(QLabel) if each.isVisible())


def test_it_can_be_begun_as_long_as_enough_judgements_of_papers_that_are_there_teach(
    window: MainWindow, workspace: Workspace, context: AppContext
) -> None:
    judge(workspace, 4)
    view = improve_view(window)
    assert not view.start.isEnabled()
    assert "judge 6 more" in all_words(view)
    judge(workspace, 10)
    context.changes.changed.emit(Change(judgements=True))
    assert view.start.isEnabled()
    assert "more" not in view._count.text()
    workspace.library.edits.remove(["p3", "p4"])
    context.changes.changed.emit(Change(papers=True, judgements=True))
    assert not view.start.isEnabled()
    assert "judge 2 more" in all_words(view)


def test_a_model_without_weights_is_not_offered(window: MainWindow, workspace: Workspace) -> None:
    judge(workspace, 20)
    view = improve_view(window)
    assert view.start.isEnabled()
    view.show_models([], "hashing")
    assert not view.start.isEnabled()
    assert "cannot be tuned" in all_words(view)


REFUSED = (
    "import json, sys; print(json.dumps({'error': {'kind': 'BadInput', 'message': 'No model; nothing was "
    "changed.'}})); sys.exit(2)"
)
PREPARED_AND_FAILED = (
    "import json, pathlib, sys; out = sys.argv[sys.argv.index('--out') + 1];"
    "(pathlib.Path(out) / 'lists').mkdir();"
    "print(json.dumps({'error': {'kind': 'TrainingFailed', 'message': 'The disk is full.'}})); sys.exit(2)"
)


@pytest.mark.parametrize(
    ("code", "reason", "goes_on"),
    [(REFUSED, "No model; nothing was changed.", False), (PREPARED_AND_FAILED, "The disk is full.", True)],
    ids=["refused", "failed behind the preparation"],
)
def test_a_failure_is_said_once_and_not_contradicted(
    window: MainWindow, workspace: Workspace, context: AppContext, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch, code: str, reason: str, goes_on: bool,
) -> None:  # fmt: skip
    judge(workspace, 20)
    view = improve_view(window)
    monkeypatch.setattr(context.jobs, "_command", [sys.executable, "-c", code])
    with qtbot.waitSignal(context.jobs.finished, timeout=20_000):
        view.start.click()
    words = all_words(view)
    assert words.count(reason) == 1
    assert ("choose Resume to finish" in words) == goes_on
    assert view.go_on.isVisible() == goes_on
    assert "Stopped early" not in words


@pytest.mark.parametrize("kind", [PaperPane, Inspector])
def test_what_can_be_done_with_a_paper_stands_where_it_did_for_the_last_one(
    kind: type[PaperPane | Inspector], qtbot: QtBot
) -> None:
    """Whoever clicks through papers finds each button under the mouse again, however long a title is."""
    pane = PaperPane(Theme("light"), QWidget()) if kind is PaperPane else Inspector(Theme("light"))
    qtbot.addWidget(pane)
    pane.resize(480, 640)
    pane.show()
    qtbot.waitExposed(pane)
    stood = []
    for n_words, n_authors in ((1, 0), (40, 12)):
        paper = Paper(
            "p", "Bees " * n_words, authors=("Karl von Frisch",) * n_authors, abstract="Dance. " * 200
        )
        pane.show_paper(SelectedPaper(paper) if isinstance(pane, PaperPane) else paper)
        QApplication.processEvents()
        buttons = [each for each in pane.findChildren(QPushButton) if each.text() in {"Find similar", "Cite"}]
        assert len(buttons) == 2
        assert all(each.isVisible() for each in buttons)
        stood.append([(each.mapTo(pane, QPoint()), each.size()) for each in buttons])
    assert stood[0] == stood[1]
