"""Search improved from judgements: as the window asks for it, follows it, and shows what came of it."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from improve_script import (
    CHANGES,
    MODEL,
    N_QUERIES,
    change,
    fill,
    report,
    some_learned,
    steps_report,
    write_attempt,
)
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from seeing import buttons, words

from assay.campaign_types import PoolStrategy, ReleaseItem, ReleaseRule
from assay.codec import from_json
from assay.config import load
from assay.models.promotion import ModelWork
from assay.models.types import PromotionPlan
from assay.query_tuning.types import TRAINING, TuningReport
from assay.registry.card import Card
from assay.search.query.learned import keep
from assay.searching.indexing import index_vectors, index_words
from assay_desktop.background.job import Job
from assay_desktop.background.job_words import job_outcome, time_left
from assay_desktop.pages.training.catalogue import Catalogue
from assay_desktop.pages.training.improvement_runs import (
    ImproveReader,
    ImproveRequest,
    Part,
    attempts,
    part_of,
    work_of,
)
from assay_desktop.pages.training.improvement_words import improved_by, improved_of
from assay_desktop.pages.training.page import IMPROVE, TrainingPage
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.widgets.controls.question import QuestionDialog
from assay_desktop.widgets.state_panel import EmptyState

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay.workspace import Workspace
    from assay_desktop.background.trainings import Trainings
    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults


def cells(page: TrainingPage, row: int) -> list[str]:
    model = page.improve.panel.model
    return [str(model.data(model.index(row, column))) for column in range(model.columnCount())]


def says(context: AppContext, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr(context.jobs, "_command", [sys.executable, "-c", code])


# --- which judgements


def test_judgements_are_listed_with_the_queries_that_teach_the_library_s_own_first(
    workspace: Workspace, trainings: Trainings
) -> None:
    fill(workspace)
    for name, ids in (("older", ["q1", "q2"]), ("newer", ["q3", "by-paper"])):
        workspace.library.campaigns.create(name)
        store = workspace.library.campaign(name)
        store.queries.add([query for query in workspace.library.queries.all() if query.query_id in ids])
        store.freeze_corpus()
        pairs = [(query, f"p{n + 1}") for n, query in enumerate(ids)]
        store.pool.add(pairs, strategy=PoolStrategy.UNJUDGED, params={"runs": [], "depth": 1})
        items = [ReleaseItem(*pair, 2, 1, "single") for pair in pairs]
        store.releases.freeze(items, rule=ReleaseRule.MEDIAN, sha256="a" * 64, card={})
    found = ImproveReader(trainings.folder).read(workspace).sources
    assert [(one.judgements, one.queries, one.by_paper) for one in found] == [
        ("", N_QUERIES, 1),
        ("newer@1", 1, 1),
        ("older@1", 2, 0),
    ]


def test_the_page_says_when_too_few_queries_are_judged(page: TrainingPage) -> None:
    page.improve_wanted.emit()
    assert page.view == IMPROVE
    assert "0 typed queries with a relevant paper. At least 10 are needed" in words(page.improve)
    assert "nothing changes until you apply it." in words(page.improve)
    coming = next(each for each in page.improve.findChildren(EmptyState) if each.isVisible())
    assert coming.height() > page.improve.height() / 3  # what comes there stands in the middle of it
    assert "Uses cross-validation over your queries" in words(coming)


# --- the job


def test_improving_is_a_job_that_names_judgements_model_and_folder(
    page: TrainingPage, context: AppContext, trainings: Trainings, workspace: Workspace
) -> None:
    fill(workspace)
    page.improve_wanted.emit()
    assert "22 typed queries with a relevant paper. 1 seed-paper query is not used." in words(page.improve)
    page.improve.start.click()
    [folder] = trainings.folder.iterdir()
    [job] = context.jobs.all()
    assert job.args == ("improve", "--no-encoder", "--model", "assay-papers", "--out", str(folder))
    assert json.loads((folder / "improve.json").read_text()) == {
        "judgements": "",
        "model": "assay-papers",
        "queries": N_QUERIES,
        "encoder": False,
    }
    assert not page.improve.start.isEnabled()


def test_a_release_is_named_by_campaign_and_number(trainings: Trainings) -> None:
    words = ImproveRequest("Pilot, two raters@3", "m").words(trainings.folder / "x")
    assert words[:5] == ["improve", "Pilot, two raters@3", "--no-encoder", "--model", "m"]


def test_what_the_command_refuses_is_said_in_its_words_and_not_offered_again(
    page: TrainingPage,
    context: AppContext,
    workspace: Workspace,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(workspace)  # of too few judged queries it could not be begun
    why = "The model assay-papers is not on this machine. Install Assay again."
    answer = json.dumps({"error": {"message": why}})
    says(context, monkeypatch, f"import sys; print({answer!r}); sys.exit(2)")
    page.improve_wanted.emit()
    page.improve.start.click()
    qtbot.waitUntil(lambda: page.improve.strip.text == why, timeout=60_000)
    assert page.improve.attempts.count() == 0
    assert page.improve.start.isEnabled()


def test_an_attempt_that_was_cancelled_goes_on_in_its_folder(
    page: TrainingPage,
    context: AppContext,
    trainings: Trainings,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = write_attempt(
        trainings.folder, "20260101-000000-improve-pilot", ImproveRequest("Pilot@2", "m"), parts=2
    )
    says(context, monkeypatch, "import sys; sys.stdin.readline(); sys.exit(130)")
    page.improve_wanted.emit()
    assert page.improve.go_on.isVisible()
    assert "Stopped early. Progress is saved" in words(page.improve)
    page.improve.go_on.click()
    own = ("--no-encoder", "--model", "m", "--out", str(folder))
    assert context.jobs.all()[-1].args == ("improve", "Pilot@2", *own)
    assert not page.improve.go_on.isVisible()
    assert page.improve.work.isVisible()
    page.improve.work.cancel.click()
    qtbot.waitUntil(lambda: context.jobs.all()[-1].state == "cancelled", timeout=60_000)
    assert page.improve.go_on.isVisible()
    assert not page.improve.work.isVisible()


def test_how_far_it_is_counts_all_trainings_by_the_job_s_own_clock(trainings: Trainings) -> None:
    folder = write_attempt(trainings.folder, "one", ImproveRequest("", "m", 40), parts=2)
    (folder / "fold-3.txt").write_text("q1\n", encoding="utf-8")
    part = part_of(folder, ImproveRequest("", "m", 40))
    assert part == Part(3, 6)
    job = Job("j", "Improve", ("improve",), "running", stage=TRAINING, done=150, total=360, eta_s=35.0)
    work = work_of(job, part)
    assert work.text == f"Training 3 of 6 · {time_left(job.eta_s)}"  # as the status bar shows the job
    assert (work.done, work.total) == (job.done, job.total)
    before = replace(job, stage="", done=0, total=None, eta_s=None)
    assert work_of(before, part).text == "Preparing papers and candidates"  # again, for it resumes
    assert (
        part_of(folder, ImproveRequest("", "m", 300)).of == 4
    )  # one split was thought to do: it never counts back


# --- what came of it


@pytest.mark.dressed
def test_the_verdict_is_read_first_then_each_group_by_way_to_search(
    page: TrainingPage, trainings: Trainings
) -> None:
    write_attempt(trainings.folder, "one", ImproveRequest("Pilot@2", "assay-papers"), found=report())
    page.improve_wanted.emit()
    panel = page.improve.panel
    assert panel.verdict.text() == (
        "Better with semantic search and with hybrid search for papers already judged; no significant "
        "difference for new queries."
    )
    QApplication.processEvents()
    assert panel.verdict.mapTo(panel, QPoint()).y() < panel.table.mapTo(panel, QPoint()).y()
    assert panel.verdict.property("role") == "page-title"
    assert panel.model.rowCount() == len(CHANGES)
    assert cells(page, 0) == ["semantic: all", "32", "0.512 → 0.598", "+0.086 [+0.066, +0.106]", "< 0.001"]
    assert [cells(page, row)[0].partition(": ")[::2] for row in range(6)] == [
        (mode, group) for mode in ("semantic", "hybrid") for group in ("all", "seen papers", "new queries")
    ]
    said = words(page.improve)
    assert "Interpolation from assay-papers to the tuned weights: 50 %." in said
    assert "In the folds: 50 %, 75 %, 50 %, 25 %, 50 %." in said
    assert "Left out: seed-paper queries (3), queries without" in said
    assert f"Its model {MODEL} was deleted." in said
    assert not page.improve.use.isVisible()


def test_a_model_is_used_only_after_a_question(
    jobs_here: AppContext, page: TrainingPage, trainings: Trainings, qtbot: QtBot
) -> None:
    asked: list[str] = []
    write_attempt(
        trainings.folder, "one", ImproveRequest("", "assay-papers"), found=report(model_id="all-MiniLM-L6-v2")
    )
    page.improve_wanted.emit()
    page.promotion_agreed.disconnect()
    page.promotion_agreed.connect(asked.append)
    assert page.improve.use.property("kind") == "primary"
    page.improve.use.click()
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), QuestionDialog), timeout=60_000)
    box = QApplication.activeModalWidget()
    assert asked == []
    buttons(box)["Promote"].click()
    assert asked == ["all-MiniLM-L6-v2"]


LOSES = (change("all", "meaning", 0.5, 0.525, p=0.2, n=30), change("all", "hybrid", 0.6, 0.596, p=0.56, n=30))
GAINS = (change("all", "meaning", 0.5, 0.5, p=1.0, n=30), change("all", "hybrid", 0.5, 0.525, p=0.01, n=30))


@pytest.mark.parametrize(
    ("changes", "said", "promotes"),
    [
        (
            LOSES,
            "\u22120.004 [\u22120.024, +0.016] over 30 queries, p 0.560. No significant difference.",
            False,
        ),
        (GAINS, "+0.025 [+0.005, +0.045] over 30 queries, p 0.010. Better with hybrid search", True),
    ],
)
def test_the_question_says_what_was_compared_and_return_promotes_only_a_gain(
    changes: tuple[dict[str, Any], ...], said: str, promotes: bool, page: TrainingPage
) -> None:
    kept = {"judgements": "library", "against": "assay-papers", "folds": 5, "changes": list(changes)}
    card = Card(MODEL, "better", stages=({"name": "tune", "share": 0.5},), scores={"improvement": kept})
    improved = improved_by(card)
    assert improved is not None
    catalogue = Catalogue((card,), "assay-papers", (), (), improved={MODEL: improved})
    page.ask_promotion(PromotionPlan(MODEL, "assay-papers", 30, 30, 0, 0.0), catalogue.tested(MODEL))
    box = QApplication.activeModalWidget()
    assert isinstance(box, QuestionDialog)
    assert f"nDCG@10 of hybrid search against assay-papers: {said}" in box.note.text()
    asked: list[str] = []
    page.promotion_agreed.disconnect()
    page.promotion_agreed.connect(asked.append)
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert asked == [MODEL] * promotes
    assert QApplication.activeModalWidget() is None
    assert Catalogue((card,), "another", (), (), improved={MODEL: improved}).tested(MODEL) is None


@pytest.mark.parametrize(("p", "after", "helps"), [(0.01, 0.6, True), (0.01, 0.4, False), (0.2, 0.6, False)])
def test_use_it_is_put_forward_only_where_it_surely_helps(p: float, after: float, helps: bool) -> None:
    found = report(change("all", "hybrid", 0.5, after, p=p), change("clean", "hybrid", 0.5, 0.5, p=1.0))
    assert improved_of(from_json(found, TuningReport)).is_better is helps
    semantic = report(change("all", "meaning", 0.5, 0.6, p=0.001), change("all", "hybrid", 0.5, 0.5, p=1.0))
    assert not improved_of(from_json(semantic, TuningReport)).is_better


def test_a_card_tells_the_same_verdict_and_figures_later(page: TrainingPage) -> None:
    scores = {"judgements": "campaign:Pilot/2", "against": "assay-papers", "folds": 5}
    card = Card(
        MODEL,
        name="better",
        stages=({"name": "tune", "steps": 24, "share": 0.5},),
        scores={"improvement": {**scores, "changes": list(CHANGES)}},
    )
    told = improved_by(card)
    assert told is not None
    assert told.verdict == improved_of(from_json(report(), TuningReport)).verdict
    assert told.found.changes == improved_of(from_json(report(), TuningReport)).found.changes
    plain = Card("plain-12345678", name="plain", scores={"improvement": {"by": "another program"}})
    assert improved_by(plain) is None
    page.open_models()
    page.models.show_catalogue(Catalogue((card, plain), "base", (), (), improved={MODEL: told}), MODEL)
    tabs = page.models.card.tabs
    assert tabs.tabText(tabs.currentIndex()) == "Improvement"
    assert page.models.card.improvement.verdict.isVisible()
    assert page.models.card.improvement.model.rowCount() == len(CHANGES)
    page.models.table.selectRow(1)
    assert not tabs.isTabVisible(3)
    assert tabs.tabText(tabs.currentIndex()) == "Comparisons"


def test_an_attempt_is_deleted_after_a_question(page: TrainingPage, trainings: Trainings) -> None:
    folder = write_attempt(trainings.folder, "one", ImproveRequest("", "m"), parts=1)
    page.improve_wanted.emit()
    page.improve.delete.click()
    assert folder.is_dir()
    buttons(QApplication.activeModalWidget())["Delete"].click()
    assert not folder.exists()
    assert page.improve.attempts.count() == 0


def test_a_report_that_is_damaged_counts_as_not_finished(trainings: Trainings) -> None:
    folder = write_attempt(trainings.folder, "one", ImproveRequest("", "m"), found=report())
    (folder / "improvement.json").write_text('{"changes": 3}', encoding="utf-8")
    (trainings.folder / "two").mkdir()
    (trainings.folder / "two" / "improve.json").write_text("[", encoding="utf-8")
    [only] = attempts(trainings.folder)
    assert (only.folder, only.improved) == (folder, None)


# --- by keyboard


def test_keys_open_it_and_lead_through_it_in_the_order_of_reading(
    page: TrainingPage, workspace: Workspace, trainings: Trainings
) -> None:
    fill(workspace)  # else the button could not be pressed, and Tab would not stop at it
    write_attempt(trainings.folder, "one", ImproveRequest("", "m"), parts=1)
    page.activateWindow()
    page.setFocus()
    QTest.keyClick(
        page, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert page.view == IMPROVE
    view = page.improve
    order: list[QWidget] = [view.judgements, view.model, view.encoder, view.start]
    order += [view.attempts, view.delete, view.go_on]
    order[0].setFocus()
    for widget in order:
        assert QApplication.focusWidget() is widget
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    assert all(
        each.accessibleName() for each in (view.judgements, view.model, view.attempts, view.panel.table)
    )


def test_the_list_of_commands_opens_it(context: AppContext, faults: Faults, qtbot: QtBot) -> None:
    window = MainWindow(context, faults, Path("library"))
    qtbot.addWidget(window)
    titles = {command.title: command for command in window._commands}
    titles["Improve search from my judgements…"].run()
    page = window.page("training")
    assert isinstance(page, TrainingPage)
    assert page.view == IMPROVE


def test_the_list_of_jobs_says_whether_it_helps() -> None:
    done = Job("j", "Improve", ("improve",), "done", result=steps_report())
    assert job_outcome(done) == (
        "A ranker learned from your judgements wins: nDCG@10 0.412 → 0.448 on 34 judged queries "
        "(cross-validated)."
    )
    nothing = Job("j", "Improve", ("improve",), "done", result=steps_report(chosen="", version=""))
    assert job_outcome(nothing).startswith("No significant gain on 34 judged queries, so search stays")


# --- in earnest


def test_judgements_improve_search_and_the_model_is_used_over_the_index_that_is_there(
    jobs_here: AppContext,
    page: TrainingPage,
    workspace: Workspace,
    tiny_model: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("assay.query_tuning.tune.FOLDS", 2)
    fill(workspace)
    done = lambda: all(not job.is_open for job in jobs_here.jobs.all())  # noqa: E731
    page.improve_wanted.emit()
    page.models.folder_chosen.emit(str(tiny_model))
    qtbot.waitUntil(
        lambda: page.improve.model.findText("small-", Qt.MatchFlag.MatchStartsWith) > 0, timeout=60_000
    )
    base = page.improve.model.itemText(page.improve.model.findText("small-", Qt.MatchFlag.MatchStartsWith))
    page.promotion_agreed.emit(base)
    qtbot.waitUntil(done, timeout=60_000)
    assert page.improve.model.itemText(0) == f"{base}, active"
    page.improve.model.setCurrentIndex(0)
    page.improve.encoder.setChecked(True)
    page.improve.start.click()
    qtbot.waitUntil(done, timeout=60_000)
    job = jobs_here.jobs.all()[-1]
    assert job.state == "done", job.error
    tuned = job.result["tuning"]
    assert improved_of(from_json(tuned, TuningReport)).verdict == page.improve.panel.verdict.text()
    assert page.improve.steps.sentence.text() == job_outcome(job)
    assert page.improve.steps.model.rowCount() == 2
    changes = {(row["group"], row["mode"]): row for row in tuned["changes"]}
    assert (
        changes["all", "meaning"]["n"]
        == N_QUERIES
        == sum(row["n"] for (group, mode), row in changes.items() if mode == "meaning" and group != "all")
    )
    before, after = (f"{changes['all', 'meaning'][key]:.3f}" for key in ("before", "after"))
    assert cells(page, 0)[2] == f"{before} → {after}"
    page.improve.use.click()
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), QuestionDialog), timeout=60_000)
    box = QApplication.activeModalWidget()
    assert "papers are already encoded with it" in box.note.text()
    buttons(box)["Promote"].click()
    qtbot.waitUntil(lambda: ModelWork(workspace).in_use == tuned["model_id"], timeout=60_000)
    qtbot.waitUntil(lambda: not page.improve.use.isVisible(), timeout=60_000)
    assert f"Active model: {tuned['model_id']}" in words(page.improve)


# --- learned weights


def test_what_wins_is_one_sentence_above_how_each_step_was_measured(
    page: TrainingPage, trainings: Trainings
) -> None:
    write_attempt(trainings.folder, "one", ImproveRequest("", "assay-papers"), steps=steps_report())
    page.improve_wanted.emit()
    view = page.improve
    assert view.steps.sentence.text().startswith("A ranker learned from your judgements wins: nDCG@10 0.412")
    model = view.steps.model
    rows = [[str(model.data(model.index(row, at))) for at in range(model.columnCount())] for row in range(2)]
    assert rows == [
        ["keyword and semantic weights", "34", "0.412 → 0.409", "−0.003 [−0.023, +0.017]", "0.710",
         "−0.004, p 0.480"],
        ["small ranker", "34", "0.412 → 0.448", "+0.036 [+0.016, +0.056]", "0.021",
         "+0.031, p 0.003"],
    ]  # fmt: skip
    assert "Saved as 0123456789ab (not active)" in words(view)
    assert [each.isVisible() for each in (view.use, view.go_on, view.panel)] == [True, False, False]


def test_nothing_wins_and_nothing_is_offered(page: TrainingPage, trainings: Trainings) -> None:
    nothing = steps_report(chosen="", version="")
    write_attempt(trainings.folder, "one", ImproveRequest("", "assay-papers"), steps=nothing)
    page.improve_wanted.emit()
    assert page.improve.steps.sentence.text() == (
        "No significant gain on 34 judged queries, so search stays as it is. Judge more queries and try "
        "again."
    )
    assert not page.improve.use.isVisible()


def test_learned_weights_are_used_and_dropped_by_keyboard(
    jobs_here: AppContext, page: TrainingPage, workspace: Workspace, trainings: Trainings, qtbot: QtBot
) -> None:
    fill(workspace)
    workspace.use_model("hashing")
    index_words(workspace)
    index_vectors(workspace)
    learned = some_learned(workspace.encoder())
    keep(learned, workspace.folder)
    found = steps_report(version=learned.version)
    write_attempt(trainings.folder, "one", ImproveRequest("", "hashing"), steps=found)
    page.improve_wanted.emit()
    view = page.improve
    qtbot.waitUntil(lambda: view.use.isVisible() and view.use.isEnabled(), timeout=60_000)
    assert not view.drop.isVisible()
    view.use.setFocus()
    QTest.keyClick(view.use, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: all(not job.is_open for job in jobs_here.jobs.all()), timeout=60_000)
    assert jobs_here.jobs.all()[-1].state == "done", jobs_here.jobs.all()[-1].error
    assert load(workspace.folder).weights == learned.version
    qtbot.waitUntil(view.drop.isVisible, timeout=60_000)
    assert "Hybrid search uses weights learned from 34 judged queries on" in words(view)
    assert not view.use.isVisible()
    assert "Active in hybrid search." in words(view)
    view.drop.setFocus()
    QTest.keyClick(view.drop, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: load(workspace.folder).weights == "", timeout=60_000)
    qtbot.waitUntil(view.use.isVisible, timeout=60_000)
    assert not view.drop.isVisible()
