"""The tour of the sample: five steps by keys alone, skipped for good, and none in one's own library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from seeing import on_screen

from assay.config import SAMPLE_READY
from assay.types import Paper, Query
from assay_desktop.shell import main_window
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.shell.widgets.tour import MOVED_MS, TourBubble
from assay_desktop.widgets.papers.card import PaperCard

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults


@pytest.fixture
def sample(workspace: Any, tmp_path: Path) -> Path:
    workspace.library.papers.add([(Paper(each, "A paper"), []) for each in ("a", "p0", "p1", "p2")])
    workspace.library.queries.add([Query("q1", "a question")])
    workspace.library.judgements.record("q1", "a", assessor="Ada", relevance=1)
    folder = tmp_path / "library"
    (folder / SAMPLE_READY).touch()
    return folder


def shown(context: AppContext, faults: Faults, folder: Path, qtbot: QtBot, width: int = 1280) -> MainWindow:
    window = MainWindow(context, faults, folder)
    on_screen(window, qtbot, width, 800)
    window.activateWindow()
    qtbot.waitExposed(window)
    QApplication.processEvents()
    return window


def bubble_of(window: MainWindow) -> TourBubble | None:
    found: TourBubble | None = window.findChild(TourBubble)
    return found if found is not None and found.isVisible() else None


def caption_of(page: QWidget) -> QLabel:
    """What stands above the bar of grades."""
    return next(each for each in page.findChildren(QLabel) if each.text() == "Grade for this search")


def press(qtbot: QtBot, key: Qt.Key) -> None:
    qtbot.keyClick(QApplication.focusWidget(), key)


def require_clear(window: MainWindow, control: QWidget) -> None:
    """The bubble lies within the window, next to the control, which can be seen."""
    bubble = bubble_of(window)
    assert bubble is not None
    assert control.isVisible()
    assert window.rect().contains(bubble.geometry())
    place = QRect(control.mapTo(window, QPoint(0, 0)), control.size())
    assert not bubble.geometry().intersects(place)
    assert bubble.text.height() >= bubble.text.heightForWidth(bubble.text.width()), "no line is cut"


@pytest.mark.dressed
@pytest.mark.parametrize("width", [960, pytest.param(1280, marks=pytest.mark.soak)])
def test_five_steps_by_keys_alone(
    context: AppContext, faults: Faults, sample: Path, qtbot: QtBot, width: int
) -> None:
    window = shown(context, faults, sample, qtbot, width)
    pages: Any = {key: window.page(key) for key in ("search", "evaluation", "training")}
    says = []
    for n, (key, control) in enumerate(
        [
            ("search", lambda: pages["search"].box),
            ("search", lambda: caption_of(pages["search"]).parentWidget()),
            ("search", lambda: pages["search"].learning),
            ("evaluation", lambda: pages["evaluation"].library.add),
            ("training", lambda: pages["training"].improve.start),
        ],
        start=1,
    ):
        assert window.page_key == key
        pages["search"].show_paper(Paper("a", "A paper"))  # as the engine would have found it
        qtbot.waitUntil(control().isVisible)
        qtbot.wait(2 * MOVED_MS)  # in which the bubble follows it
        require_clear(window, control())
        bubble = bubble_of(window)
        assert bubble is not None
        assert bubble.accessibleName().startswith(f"Step {n} of 5: ")
        says.append(bubble.text.text())
        press(qtbot, Qt.Key.Key_Return if n % 2 else Qt.Key.Key_Right)
    assert len(set(says)) == 5
    assert bubble_of(window) is None, "the fifth is the last"
    assert window.page_key == "training"


def test_back_goes_one_step_and_not_before_the_first(
    context: AppContext, faults: Faults, sample: Path, qtbot: QtBot
) -> None:
    window = shown(context, faults, sample, qtbot)
    for key, step in (("Right", 2), ("Right", 3), ("Left", 2), ("Left", 1), ("Left", 1)):
        press(qtbot, Qt.Key[f"Key_{key}"])
        bubble = bubble_of(window)
        assert bubble is not None
        assert bubble.accessibleName().startswith(f"Step {step} of 5")


def test_the_grade_keys_are_those_in_force(
    context: AppContext, faults: Faults, sample: Path, qtbot: QtBot
) -> None:
    context.keys.give("grade.2", ["E"])
    window = shown(context, faults, sample, qtbot)
    press(qtbot, Qt.Key.Key_Right)
    bubble = bubble_of(window)
    assert bubble is not None
    assert "not relevant, 1 for relevant, E for very relevant" in bubble.text.text()


def test_its_steps_are_tried_by_their_keys(
    context: AppContext, faults: Faults, sample: Path, qtbot: QtBot
) -> None:
    """Grades and "use grades" do while the bubble has the focus what they do on the page."""
    context.keys.give("grade.2", ["E"])
    window = shown(context, faults, sample, qtbot)
    page: Any = window.page("search")
    page.show_results([PaperCard("a", "A paper", "")], summary="")
    page.show_gradable(True)
    page.show_paper(Paper("a", "A paper"))
    given: list[tuple[str, int]] = []
    page.grade_given.connect(lambda doc_id, grade: given.append((doc_id, grade)))
    press(qtbot, Qt.Key.Key_Right)
    for key in (Qt.Key.Key_E, Qt.Key.Key_2, Qt.Key.Key_0):
        press(qtbot, key)
    assert given == [("a", 2), ("a", 0)]
    page.show_feedback(1, on=False)
    press(qtbot, Qt.Key.Key_Right)
    assert page.learning is page.modes.feedback
    with qtbot.waitSignal(page.modes.feedback.clicked):
        press(qtbot, Qt.Key.Key_G)
    bubble = bubble_of(window)
    assert bubble is not None, "the tour goes on"
    assert bubble.text.text().startswith("Press G to rank by your grades")


def test_skipped_it_stays_away_until_it_is_asked_for(
    context: AppContext, faults: Faults, sample: Path, qtbot: QtBot
) -> None:
    window = shown(context, faults, sample, qtbot)
    press(qtbot, Qt.Key.Key_Escape)
    assert bubble_of(window) is None
    window.close()
    again = shown(context, faults, sample, qtbot)
    assert bubble_of(again) is None
    next(each for each in again._commands if each.title == "Tour of the sample").run()
    require_clear(again, again.page("search").box)


def test_each_step_has_the_focus_where_it_is_done(
    context: AppContext, faults: Faults, sample: Path, qtbot: QtBot
) -> None:
    """What is typed goes into the box; with a text there only Escape is the tour's."""
    window = shown(context, faults, sample, qtbot)
    page: Any = window.page("search")
    assert page.box.field.hasFocus()
    for key in (Qt.Key.Key_C, Qt.Key.Key_A, Qt.Key.Key_Left):
        press(qtbot, key)
    assert (page.box.field.text(), page.box.field.cursorPosition()) == ("ca", 1)
    page.show_results([PaperCard(f"p{n}", "A paper", "") for n in range(5)], summary="5 of 5 papers")
    bubble_of(window)._next.click()
    assert page.results.hasFocus()
    press(qtbot, Qt.Key.Key_Down)
    assert page.selected == "p1"
    press(qtbot, Qt.Key.Key_Left)
    assert page.box.field.hasFocus()
    press(qtbot, Qt.Key.Key_Escape)
    assert bubble_of(window) is None
    assert page.box.field.hasFocus(), "who was typing types on"


def test_another_page_ends_it(context: AppContext, faults: Faults, sample: Path, qtbot: QtBot) -> None:
    window = shown(context, faults, sample, qtbot)
    window.open_page("settings")
    qtbot.waitUntil(lambda: bubble_of(window) is None)
    assert window.page_key == "settings"


def test_ones_own_library_has_none_and_leads_to_the_sample(
    context: AppContext, faults: Faults, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = shown(context, faults, tmp_path / "library", qtbot)
    assert bubble_of(window) is None
    opened: list[str] = []
    monkeypatch.setattr(main_window, "open_window", lambda _library, *options: opened.extend(options))
    next(each for each in window._commands if each.title == "Tour of the sample").run()
    assert opened == ["--sample"]
    assert bubble_of(window) is None


def overlap(window: MainWindow, widgets: list[QWidget]) -> int:
    """How many of these in sight the bubble lies on."""
    bubble = bubble_of(window)
    assert bubble is not None
    places = [QRect(each.mapTo(window, QPoint(0, 0)), each.size()) for each in widgets if each.isVisible()]
    return sum(bubble.geometry().intersects(place) for place in places)


@pytest.mark.dressed
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_the_bubble_covers_nothing_that_its_step_is_about(
    context: AppContext, faults: Faults, sample: Path, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window = shown(context, faults, sample, qtbot)
    window.resize(*size)
    page: Any = window.page("search")
    page.show_results([PaperCard(f"p{n}", "A paper", "") for n in range(20)], summary="1 of 1 paper")
    page.show_paper(Paper("p0", "A paper"))
    for _ in range(3):
        qtbot.wait(3 * MOVED_MS)
        assert overlap(window, page.spared()) == 0
        press(qtbot, Qt.Key.Key_Right)
    qtbot.wait(3 * MOVED_MS)
    assert window.page_key == "evaluation"
    assert overlap(window, [window.page("evaluation").library.add]) == 0
    press(qtbot, Qt.Key.Key_Right)
    qtbot.wait(3 * MOVED_MS)
    improve: Any = window.page("training").improve
    told = [each for each in improve.findChildren(QLabel) if each.isVisible() and each.text()]
    assert overlap(window, [improve.start, *told]) == 0


def test_each_step_goes_on_when_the_user_does_what_it_says(
    context: AppContext,
    faults: Faults,
    sample: Path,
    workspace: Any,
    qtbot: QtBot,
) -> None:
    """The first grade makes the query and asks nothing; another page comes with *Next* alone."""
    for n in range(40):
        workspace.library.queries.add([Query(f"more{n}", f"question {n}")])
        workspace.library.judgements.record(f"more{n}", "a", assessor="Ada", relevance=1)
    workspace.use_model("hashing")
    window = shown(context, faults, sample, qtbot)
    page: Any = window.page("search")

    def at(step: str) -> bool:
        bubble = bubble_of(window)
        return bubble is not None and bubble.accessibleName().startswith(step)

    assert at("Step 1")
    qtbot.keyClicks(QApplication.focusWidget(), "how to choose")
    press(qtbot, Qt.Key.Key_Return)
    assert at("Step 1"), "Enter searches"
    assert page.box.field.text() == "how to choose"
    page.show_results([PaperCard(f"p{n}", "A paper", "") for n in range(3)], summary="3 of 3 papers")
    page.show_paper(Paper("p0", "A paper"))  # as the engine would have found them
    page.listed_need = page.need
    qtbot.waitUntil(lambda: at("Step 2"))
    assert page.results.hasFocus(), "where grades are given"
    press(qtbot, Qt.Key.Key_2)
    assert workspace.library.queries.with_text("how to choose") is not None
    press(qtbot, Qt.Key.Key_1)
    qtbot.wait(3 * MOVED_MS)
    assert at("Step 2")
    press(qtbot, Qt.Key.Key_0)
    qtbot.waitUntil(lambda: at("Step 3"))
    press(qtbot, Qt.Key.Key_G)
    press(qtbot, Qt.Key.Key_2)
    qtbot.wait(3 * MOVED_MS)
    assert (window.page_key, at("Step 3")) == ("search", True), "what moved can be looked at, and more graded"
    press(qtbot, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: at("Step 4"))
    press(qtbot, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: at("Step 5"))
    training: Any = window.page("training")
    qtbot.waitUntil(training.improve.start.isEnabled)
    training.improve.start.click()
    qtbot.waitUntil(lambda: bubble_of(window) is None)
    assert window.page_key == "training"
