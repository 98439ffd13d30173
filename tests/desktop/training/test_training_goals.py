"""A new training begins at its goals; from one of them to a model that searches, through the page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from assay import config
from assay.goals import expected_time
from assay.goals.library_goals import training_goals
from assay.goals.types import GoalData, GoalGain, TrainingGoals
from assay.search import indexed_models
from assay.searching.indexing import index_vectors, index_words
from assay.training_runs.types import RunSummary, TrainingTime
from assay.types import Paper, Query
from assay_desktop.actions.comparing import Comparing
from assay_desktop.actions.training_watch import TrainingWatch
from assay_desktop.pages.training.page import IMPROVE, NEW, RECIPE, RUN
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.widgets.controls.question import QuestionDialog

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults
    from assay_desktop.pages.training.page import TrainingPage

N_QUERIES = 12


def fill(workspace: Workspace) -> None:
    """Thirty papers with years; twelve queries of which each has a relevant paper."""
    words = ("owl", "stone", "river", "signal", "garden", "letter")
    papers = [
        Paper(
            f"p{n}",
            f"The {words[n % 6]} of {n}",
            f"A {words[n % 6]} and a {words[n % 5]}, {n}.",
            year=1990 + n % 7,
        )
        for n in range(30)
    ]
    workspace.library.papers.add([(paper, ()) for paper in papers])
    workspace.library.queries.add([Query(f"q{n}", f"{words[n % 6]} number {n}") for n in range(N_QUERIES)])
    for n in range(N_QUERIES):
        workspace.library.judgements.record(f"q{n}", f"p{n}", assessor="me", relevance=2)
        workspace.library.judgements.record(f"q{n}", f"p{n + 1}", assessor="me", relevance=0)


def answer_with(context: AppContext, monkeypatch: pytest.MonkeyPatch, made: Any) -> None:
    """Let the engine answer with these goals at once."""
    monkeypatch.setattr(
        context.engine, "ask", lambda _operation, _call, done, _failed, **_key: done(made()), raising=True
    )


@pytest.fixture
def counted(context: AppContext, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> AppContext:
    """The context on a library that teaches something, on a machine whose speed says nothing of times."""
    monkeypatch.setattr(expected_time, "_may_have_accelerator", lambda: True)
    fill(workspace)
    answer_with(context, monkeypatch, lambda: training_goals(context.jobs.location))
    return context


def test_each_card_says_what_the_library_has(counted: AppContext, page: TrainingPage) -> None:
    assert page.view == NEW
    cards = page.goals.cards
    assert list(cards) == ["search", "similar", "topics", "grades", "everything", "paper"]
    data, time, gain, test = cards["search"].texts
    assert data == f"{N_QUERIES} judged queries"
    assert time == "not measured on this machine"
    assert gain == "in our trials 0 to +0.01 nDCG@10, not significant"
    assert test == "against the active model on about 2 held-out queries"
    assert cards["similar"].texts[0] == "30 papers with an abstract"
    assert cards["everything"].texts[2] == "not known before training; measured at the end"
    assert cards["grades"].texts[1] == "seconds, or minutes with the query encoder"
    assert cards["topics"].texts[0] == "30 with a year"
    assert cards["grades"].lacks == ("Judge 8 more typed queries: give one result of each at least grade 1.")
    assert not cards["grades"].start.isEnabled()
    assert cards["grades"].start.toolTip() == cards["grades"].lacks
    assert [name for name, card in cards.items() if card.start.isEnabled()] == [
        "search",
        "similar",
        "topics",
        "everything",
    ]
    assert [name for name, card in cards.items() if card.start.property("kind") == "primary"] == ["search"]


@pytest.mark.dressed
def test_large_text_has_fewer_cards_side_by_side(counted: AppContext, page: TrainingPage) -> None:
    def n_side_by_side() -> int:
        QApplication.processEvents()
        return len({card.x() for card in page.goals.cards.values()})

    page.resize(1500, 700)
    assert n_side_by_side() == 3
    counted.theme.set_measures(150, compact=False)
    assert n_side_by_side() == 2


def test_time_and_gain_say_where_they_come_from(counted: AppContext, page: TrainingPage) -> None:
    found = training_goals(counted.jobs.location)
    goal = replace(
        found.goals[0],
        time=TrainingTime(240.0, "check", "2026-01-09T10:00:00+00:00"),
        gain=GoalGain("m", "nDCG@10", 0.035, (0.01, 0.06), "library", 30),
    )
    page.goals.show_goals(TrainingGoals((goal, *found.goals[1:])))
    for expected, words in (
        ((40.0, 80.0), "40 s to 80 s"),
        ((72.0, 180.0), "1 to 3 min"),
        ((360.0, 600.0), "6 to 10 min"),
    ):
        estimated = replace(found.goals[0], expected=expected)
        page.goals.show_goals(TrainingGoals((estimated, *found.goals[1:])))
        assert page.goals.cards["search"].texts[1] == f"about {words} on this machine (estimate)"
    assert not page.goals.cards["search"].check.isHidden(), "it can still be measured"
    page.goals.show_goals(TrainingGoals((goal, *found.goals[1:])))
    _data, time, gain, _test = page.goals.cards["search"].texts
    assert time.startswith("about 4 min (the last check, 9 Jan 2026")
    page.goals.show_goals(TrainingGoals((replace(goal, took=(130.0, 240.0, 400.0)), *found.goals[1:])))
    measured = page.goals.cards["search"].texts[1]
    assert measured.startswith("2 min to 7 min, measured 3 times (the last check, 9 Jan 2026")
    assert gain == "last model: nDCG@10 +0.035 [+0.010, +0.060], 30 queries"
    assert page.goals.cards["search"].check.isHidden()
    page.goals.show_goals(TrainingGoals((replace(goal, n_test=1), *found.goals[1:])))
    assert page.goals.cards["search"].texts[3].startswith("weak: ")
    forward = [name for name, card in page.goals.cards.items() if card.start.property("kind") == "primary"]
    assert forward == ["similar"], "the first one that is tested"


@pytest.mark.dressed
@pytest.mark.parametrize("width", [700, 900, 960, 1280, 1920])
def test_cards_have_room_at_every_width(counted: AppContext, page: TrainingPage, width: int) -> None:
    page.resize(width, 700)
    QApplication.processEvents()
    cards = list(page.goals.cards.values())
    for card in cards:
        assert card.isVisible()
        for each in (card.start, card.advanced):
            assert each.width() >= each.minimumSizeHint().width()
            assert card.rect().contains(each.geometry())
    assert all(
        not one.geometry().intersects(other.geometry())
        for one in cards
        for other in cards
        if one is not other
    )
    assert max(card.geometry().right() for card in cards) <= page.goals.width()


def test_advanced_opens_the_recipe_and_goals_leads_back(counted: AppContext, page: TrainingPage) -> None:
    page.goals.cards["similar"].advanced.click()
    assert page.view == RECIPE
    assert 'name = "similar-papers"' in page.setup.editor.toPlainText()
    page.setup._back.click()
    assert page.view == NEW
    page.goals.cards["grades"].advanced.click()
    assert page.view == IMPROVE
    menu = page.goals.cards["paper"].advanced.menu()
    next(action for action in menu.actions() if action.text() == "zeta-paper").trigger()
    assert page.view == RECIPE
    assert 'name = "zeta-paper"' in page.setup.editor.toPlainText()
    page.open_new()
    page.goals.recipe.click()
    assert page.view == RECIPE


def test_an_engine_that_fails_is_told(context: AppContext, page: TrainingPage, monkeypatch: Any) -> None:
    monkeypatch.setattr(
        context.engine,
        "ask",
        lambda _operation, _call, _done, failed, **_key: failed("BadInput", "It is gone."),
    )
    page.open_new()
    assert page.goals.strip.text == "It is gone."


def test_missing_data_files_of_a_paper_are_counted(counted: AppContext, page: TrainingPage) -> None:
    goal = training_goals(counted.jobs.location).goals[-1]
    assert GoalData("files", 0, 2, "zeta-paper") in goal.data
    (counted.jobs.location / "independent-cropping").mkdir()
    goal = training_goals(counted.jobs.location).goals[-1]
    assert GoalData("files", 1, 2, "zeta-paper") in goal.data


@pytest.mark.parametrize(
    ("state", "judged", "compared"),
    [
        ("finished", True, True),
        ("stopped", True, True),
        ("finished", False, False),
        ("cancelled", True, False),
    ],
)
def test_what_is_trained_is_compared_by_itself_where_there_is_a_test(
    state: str,
    judged: bool,
    compared: bool,
    context: AppContext,
    workspace: Workspace,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if judged:
        fill(workspace)
    monkeypatch.setattr("assay_desktop.actions.comparing.model_of", lambda _run, _ws: "crops-12345678")
    watch = TrainingWatch(context)
    listening = Comparing(context, watch)
    watch.ended.emit(RunSummary(tmp_path, "crops", state))
    words = [job.args for job in context.jobs.all()]
    assert words == ([("model", "evaluate", "crops-12345678")] if compared else [])
    listening.deleteLater()


def test_nothing_is_compared_by_itself_in_a_library_that_others_made(
    context: AppContext, workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(workspace)
    monkeypatch.setattr("assay.library.database.is_trusted", lambda _place: False)
    monkeypatch.setattr("assay_desktop.actions.comparing.model_of", lambda _run, _ws: "crops-12345678")
    watch = TrainingWatch(context)
    listening = Comparing(context, watch)
    watch.ended.emit(RunSummary(tmp_path, "crops", "finished"))
    assert not context.jobs.all()
    listening.deleteLater()


class Seen:
    """Every box that was ever shown over the window, and which model searched while a job was open."""

    def __init__(self, context: AppContext) -> None:
        self.boxes: list[QuestionDialog] = []
        self.texts: list[str] = []
        self.models: set[str] = set()
        self._context = context
        context.jobs.changed.connect(self.look)

    def look(self) -> bool:
        box = QApplication.activeModalWidget()
        if isinstance(box, QuestionDialog) and box not in self.boxes:
            self.boxes.append(box)
            self.texts.append(box.note.text())
        if any(job.is_open and job.args[:2] == ("model", "promote") for job in self._context.jobs.all()):
            self.models.add(config.load(Path(str(self._context.jobs.location))).model)
        return bool(self.boxes)


def press(qtbot: QtBot, key: Qt.Key, *, ctrl: bool = False) -> None:
    """Press a key on whatever has the focus."""
    held = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
    qtbot.keyClick(QApplication.focusWidget(), key, held)


def test_from_a_goal_to_a_model_that_searches_by_keys_alone(
    jobs_here: AppContext,
    workspace: Workspace,
    tiny_model: Path,
    faults: Faults,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Start by goal, the comparison by itself, one question, and the old model until the index is ready."""
    context = jobs_here
    workspace.use_model("hashing")
    fill(workspace)
    index_words(workspace)
    index_vectors(workspace)

    def goals() -> TrainingGoals:
        found = training_goals(context.jobs.location)
        text = found.goals[0].recipe.replace('base = "all-MiniLM-L6-v2"', f"base = '{tiny_model}'")
        text = text.replace("max_steps = 500", "max_steps = 3").replace("max_length = 256", "max_length = 32")
        return replace(found, goals=(replace(found.goals[0], recipe=text), *found.goals[1:]))

    answer_with(context, monkeypatch, goals)
    window = MainWindow(context, faults, Path("library"))
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    press(qtbot, Qt.Key.Key_6, ctrl=True)
    page: Any = window.page("training")
    qtbot.waitUntil(lambda: "search" in page.goals.cards, timeout=20_000)
    window._watch.start()
    seen = Seen(context)
    assert "Ctrl+" in page.goals.cards["search"].start.toolTip()
    press(qtbot, Qt.Key.Key_Return, ctrl=True)
    assert page.view == RUN
    done = lambda: any(job.state == "done" for job in context.jobs.all())  # noqa: E731
    qtbot.waitUntil(done, timeout=120_000)
    (job,) = context.jobs.all()
    assert job.args[:2] == ("model", "evaluate")
    model = job.args[2]
    assert model.startswith("search-by-query-")
    qtbot.waitUntil(page.run.comparison.isVisible, timeout=30_000)
    assert window._toast.isHidden()  # the page shows it
    qtbot.waitUntil(page.run.result.promote.isEnabled, timeout=30_000)
    press(qtbot, Qt.Key.Key_P, ctrl=True)
    qtbot.waitUntil(seen.look, timeout=60_000)
    assert "nDCG@10 against hashing" in seen.texts[0]
    assert "30 papers" in seen.texts[0]
    qtbot.waitUntil(seen.boxes[0].isActiveWindow)
    if not seen.boxes[0].action.hasFocus():  # where nothing speaks for it, Return cancels
        press(qtbot, Qt.Key.Key_Tab)
    assert seen.boxes[0].action.hasFocus()
    press(qtbot, Qt.Key.Key_Return)
    promoted = lambda: seen.look() and not any(job.is_open for job in context.jobs.all())  # noqa: E731
    qtbot.waitUntil(promoted, timeout=60_000)
    assert [each.state for each in context.jobs.all()] == ["done", "done"]
    assert seen.models == {"hashing"}
    assert config.load(workspace.folder).model == model
    assert indexed_models(workspace.vector_store)[model] == 30
    assert len(seen.boxes) == 1
    qtbot.waitUntil(lambda: not page.run.result.promote.isEnabled(), timeout=30_000)
    assert "This is the active model" in page.run.result.promote.toolTip()
