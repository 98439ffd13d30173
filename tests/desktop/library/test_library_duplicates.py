"""Duplicates in the window: found by the command, shown as cases, settled, and all of it undone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from seeing import on_screen

from assay.duplicates.types import Verdict
from assay.messages import Message
from assay.types import Paper, Query
from assay_desktop.actions.job_outcomes import JobOutcomes
from assay_desktop.background.jobs import Jobs
from assay_desktop.context import Change
from assay_desktop.pages import library
from assay_desktop.pages.library.duplicates.model import (
    Case,
    DuplicateList,
    Finding,
    PaperLine,
    Totals,
    spoken,
)
from assay_desktop.pages.library.duplicates.page import DuplicatesView

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.keys import Keys
    from assay_desktop.pages.library.page import LibraryPage

JOB_MS = 60_000
MOTHS = "How moths jam the sonar of hunting bats over open fields"
TIDES = "Tidal memory of burrowing clams on northern beaches"
RAVENS = "Ravens that remember a broken promise for many years"
SNOW = "A slow census of snow algae on alpine glaciers"

PAPERS = (
    Paper("moths", MOTHS, "Moths click.", ("Aaron Corcoran", "Jesse Barber"), 2019, "J. Exp.", "10.5/m"),
    Paper("moths-too", f"{MOTHS}.", authors=("Corcoran, A.",), year=2019, pmid="77"),
    Paper("tides", TIDES, authors=("Mia Holm",), year=2015),
    Paper("tides-too", TIDES.upper(), "Clams keep time.", ("Holm, M.",), 2015, "Mar. Biol.", "10.5/t"),
    Paper("snow", SNOW, "Red snow counted.", ("Ida Frost", "Per Lund"), 2020, "Polar Biol.", "10.5/s"),
    Paper("snow-pre", SNOW, "Red snow counted.", ("Ida Frost", "Per Lund"), 2019, arxiv_id="1901.00001"),
    Paper("ravens", RAVENS, "They know.", ("Ola Vik",), 2011, "Anim. Cogn.", "10.5/r1"),
    Paper("ravens-2", RAVENS, "They know.", ("Ola Vik",), 2014, "Ethology", "10.5/r2"),
    Paper("alone", "Wind in the reeds of a shallow lake", authors=("Ann Berg",), year=2001),
    Paper("apart", "Sorting pebbles by the sound they make", authors=("Leo Kurz",), year=2007),
)  # fmt: skip


@dataclass
class Scene:
    """The page on a real library, jobs of the real command, and what the toast was given."""

    page: LibraryPage
    view: DuplicatesView
    workspace: Any
    context: AppContext
    offers: list[tuple[str, Callable[[], None]]]
    qtbot: QtBot

    @property
    def cases(self) -> list[Case]:
        model = self.view.list.model()
        assert isinstance(model, DuplicateList)
        return list(model.cases)

    def search(self) -> None:
        button(self.page, "Find duplicates…").click()
        self.qtbot.waitUntil(lambda: self.cases != [], timeout=JOB_MS)

    def choose(self, verdict: str) -> Case:
        row = next(row for row, case in enumerate(self.cases) if case.finding.verdict == verdict)
        self.view.list.setCurrentIndex(self.view.list.model().index(row, 0))
        return self.cases[row]

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.view.list.setFocus()
        self.qtbot.keyClick(self.view.list, key, modifier)

    def present(self) -> set[str]:
        return set(self.workspace.library.papers.ids())


def button(page: Any, text: str) -> QPushButton:
    return next(each for each in page.findChildren(QPushButton) if each.text() == text)


def make(context: AppContext, workspace: Any, jobs: Jobs, qtbot: QtBot) -> Scene:
    context = replace(context, jobs=jobs)
    page = library.create(context)
    JobOutcomes(context, page)
    offers: list[tuple[str, Callable[[], None]]] = []
    page.undo_offered.connect(lambda text, _words, undo: offers.append((text, undo)))
    on_screen(page, qtbot, 1200, 760)
    page.activateWindow()
    qtbot.waitExposed(page)
    return Scene(page, page.duplicates, workspace, context, offers, qtbot)


@pytest.fixture
def scene(jobs_here: AppContext, workspace: Any, qtbot: QtBot) -> Scene:
    workspace.use_model("hashing")  # the index follows
    workspace.library.papers.add([(paper, [f"test:{paper.doc_id}"]) for paper in PAPERS])
    return make(jobs_here, workspace, jobs_here.jobs, qtbot)


def child(context: AppContext, workspace: Any, folder: Path, code: str, qtbot: QtBot) -> Scene:
    """The page with jobs that run this code instead of the command."""
    workspace.library.papers.add([(PAPERS[0], ["test:moths"])])
    return make(context, workspace, Jobs(folder, command=(sys.executable, "-c", code)), qtbot)


def judge(workspace: Any, doc_id: str) -> None:
    workspace.library.queries.add([Query("q", "animals")])
    workspace.library.pool.add([("q", doc_id)])
    workspace.library.judgements.record("q", doc_id, assessor="me", relevance=2)


def test_cases_name_the_kept_paper_first_and_say_what_they_are(scene: Scene) -> None:
    scene.search()
    found = [(case.finding.verdict, case.doc_ids, case.gains) for case in scene.cases]
    assert sorted(found[:2]) == [
        (Verdict.SAME, ("moths", "moths-too"), ("pmid",)),
        (Verdict.SAME, ("tides-too", "tides"), ()),
    ]
    assert found[2] == (Verdict.VERSION, ("snow", "snow-pre"), ("arxiv_id",))
    assert found[3][:2] == (Verdict.POSSIBLE, ("ravens", "ravens-2"))
    assert scene.view.preview.text() == "2 groups, 2 papers hidden, 0 judgements stay"
    read = scene.view.list.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert read.startswith("Same ")
    assert "kept: " in read
    assert "hidden: " in read
    assert scene.view.list.hasFocus()


def test_enter_merges_the_selected_case_and_the_toast_undoes_it(scene: Scene) -> None:
    heard: list[Change] = []
    scene.context.changes.changed.connect(heard.append)
    scene.search()
    before = scene.present()
    hidden = scene.choose(Verdict.SAME).doc_ids[1]
    scene.press(Qt.Key.Key_Return)
    assert scene.present() == before - {hidden}
    assert len(scene.cases) == 3
    assert heard == [Change(papers=True)]
    assert scene.page.table.model().rowCount() == len(PAPERS) - 1
    text, undo = scene.offers[-1]
    assert text == "Merged 2 papers into 1"
    undo()
    assert scene.present() == before
    assert len(scene.cases) == 4
    assert scene.page.table.model().rowCount() == len(PAPERS)


def test_a_keeps_apart_for_good_and_ctrl_z_takes_it_back(scene: Scene) -> None:
    scene.search()
    pair = scene.choose(Verdict.POSSIBLE).doc_ids
    scene.press(Qt.Key.Key_A)
    store = scene.workspace.library.duplicates
    assert store.kept_apart() == {tuple(sorted(pair))}
    assert [case.finding.verdict for case in scene.cases] == [Verdict.SAME, Verdict.SAME, Verdict.VERSION]
    assert scene.present() == {paper.doc_id for paper in PAPERS}
    scene.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert store.kept_apart() == set()
    assert [case.finding.verdict for case in scene.cases] == [
        Verdict.SAME,
        Verdict.SAME,
        Verdict.VERSION,
        Verdict.POSSIBLE,
    ]
    assert not scene.view.undo.isEnabled()


def test_link_is_offered_for_versions_and_names_the_preprint_first(scene: Scene) -> None:
    scene.search()
    scene.choose(Verdict.SAME)
    assert not scene.view.link.isEnabled()
    scene.choose(Verdict.VERSION)
    scene.view.link.click()
    assert scene.workspace.library.duplicates.versions() == [("snow-pre", "snow")]
    assert Verdict.VERSION not in [case.finding.verdict for case in scene.cases]
    assert scene.offers[-1][0] == "Linked 1 pair of versions"


def test_all_that_are_the_same_are_merged_by_one_job_and_undone_at_once(scene: Scene) -> None:
    scene.search()
    before = scene.present()
    scene.view.merge_all.click()
    assert not scene.view.merge.isEnabled()
    scene.qtbot.waitUntil(lambda: scene.offers != [], timeout=JOB_MS)
    assert scene.present() == before - {"moths-too", "tides"}
    assert scene.offers[-1][0] == "Merged 4 papers into 2"
    assert [case.finding.verdict for case in scene.cases] == [Verdict.VERSION, Verdict.POSSIBLE]
    assert scene.view.preview.text() == "No certain duplicates"
    assert ("index",) in [job.args for job in scene.context.jobs.all()]
    scene.view.undo.click()
    assert scene.present() == before
    assert len(scene.cases) == 4


def test_group_of_several_judged_papers_waits_to_be_merged_by_itself(scene: Scene) -> None:
    judge(scene.workspace, "moths")
    judge(scene.workspace, "moths-too")
    scene.search()
    waits = next(case for case in scene.cases if "moths" in case.doc_ids)
    assert waits.several_judged
    assert waits.n_judgements == 1
    assert "1 judgement stays" in spoken(waits)
    assert scene.view.preview.text() == (
        "1 group, 1 paper hidden, 0 judgements stay · "
        "1 group to merge one by one: several of the papers are judged"
    )
    scene.view.merge_wanted.emit(waits)
    assert {"moths", "moths-too"} & scene.present() == {waits.doc_ids[0]}


def test_merging_one_pair_of_three_papers_shows_the_others_as_they_are_then(
    scene: Scene, workspace: Any
) -> None:
    third = replace(PAPERS[7], doc_id="ravens-3", doi="10.5/r3", year=2017, venue="Corvid Lett.")
    workspace.library.papers.add([(third, ["test:ravens-3"])])
    scene.search()
    doubts = [case for case in scene.cases if case.finding.verdict == Verdict.POSSIBLE]
    assert len(doubts) == 3
    hidden = doubts[0].doc_ids[1]
    scene.view.merge_wanted.emit(doubts[0])
    left = [case for case in scene.cases if case.finding.verdict == Verdict.POSSIBLE]
    assert left
    assert all(hidden not in case.doc_ids for case in left)


def test_toast_does_not_undo_what_was_done_since(scene: Scene, workspace: Any) -> None:
    scene.search()
    scene.choose(Verdict.SAME)
    scene.press(Qt.Key.Key_Return)
    workspace.library.duplicates.keep_apart([("alone", "apart")])
    scene.offers[-1][1]()
    assert "no longer the library's last change" in scene.view.strip.text
    assert workspace.library.duplicates.kept_apart() == {("alone", "apart")}


def test_library_without_duplicates_says_so(scene: Scene, workspace: Any) -> None:
    workspace.library.papers.remove(
        [paper.doc_id for paper in PAPERS if paper.doc_id not in {"alone", "apart"}]
    )
    button(scene.page, "Find duplicates…").click()
    texts = lambda: [each.text() for each in scene.view.empty.findChildren(QPushButton)]  # noqa: E731
    scene.qtbot.waitUntil(lambda: "Back to the papers" in texts(), timeout=JOB_MS)
    assert "No duplicates found." in [each.text() for each in scene.view.empty.findChildren(QLabel)]


def test_escape_goes_back_to_the_papers_and_the_index_follows_once(scene: Scene) -> None:
    scene.search()
    scene.choose(Verdict.SAME)
    scene.press(Qt.Key.Key_Return)
    scene.choose(Verdict.SAME)
    scene.press(Qt.Key.Key_Return)
    assert ("index",) not in [job.args for job in scene.context.jobs.all()]
    scene.press(Qt.Key.Key_Escape)
    assert scene.page.table.isVisible()
    assert not scene.view.isVisible()
    assert [job.args for job in scene.context.jobs.all()].count(("index",)) == 1


def test_index_follows_too_where_the_user_goes_to_another_page(scene: Scene) -> None:
    scene.search()
    scene.choose(Verdict.SAME)
    scene.press(Qt.Key.Key_Return)
    scene.qtbot.waitUntil(lambda: len(scene.offers) == 1, timeout=JOB_MS)
    scene.page.hide()  # what the window's stack does
    assert [job.args for job in scene.context.jobs.all()].count(("index",)) == 1


def test_keys_of_the_table_do_nothing_behind_the_duplicates(scene: Scene) -> None:
    scene.search()
    row = scene.page.table.currentIndex().row()
    scene.press(Qt.Key.Key_J)
    assert scene.page.table.currentIndex().row() == row


def test_failed_search_says_why_and_can_be_tried_again(
    context: AppContext, workspace: Any, tmp_path: Path, qtbot: QtBot
) -> None:
    code = 'import sys; print(\'{"error": {"message": "The library is locked."}}\'); sys.exit(1)'
    scene = child(context, workspace, tmp_path / "library", code, qtbot)
    button(scene.page, "Find duplicates…").click()
    qtbot.waitUntil(lambda: not scene.view.strip.isHidden(), timeout=JOB_MS)
    assert scene.view.strip.text == "Find duplicates failed. The library is locked."
    assert button(scene.view.empty, "Find duplicates").isVisible()


def test_running_search_shows_how_far_it_is_and_can_be_cancelled(
    context: AppContext, workspace: Any, tmp_path: Path, qtbot: QtBot
) -> None:
    code = """
import json, sys
sys.stderr.write(json.dumps({"progress": {"stage": "comparing papers", "done": 3, "total": 9}}) + "\\n")
sys.stderr.flush()
for line in sys.stdin:
    if line.strip() == "cancel":
        print('{"cancelled": true}')
        sys.exit(130)
"""
    scene = child(context, workspace, tmp_path / "library", code, qtbot)
    button(scene.page, "Find duplicates…").click()
    jobs = scene.context.jobs
    qtbot.waitUntil(lambda: jobs.all()[0].done == 3 and scene.view.work.isVisible(), timeout=JOB_MS)
    scene.view.work.cancel_clicked.emit()
    qtbot.waitUntil(lambda: not jobs.running, timeout=JOB_MS)
    assert jobs.all()[0].state == "cancelled"
    assert not scene.view.work.isVisible()
    assert not scene.view.strip.isVisible()


def test_thousands_of_cases_reach_the_list_though_the_queue_keeps_two_hundred(
    context: AppContext, workspace: Any, tmp_path: Path, qtbot: QtBot
) -> None:
    papers = [Paper(f"{side}{n}", f"Study {n} of moss", year=2000) for n in range(500) for side in "ab"]
    workspace.library.papers.add([(paper, [f"test:{paper.doc_id}"]) for paper in papers])
    code = """
import json
def group(n):
    ids = [f"a{n}", f"b{n}"]
    reasons = [{"text": "same title"}]
    link = {"doc_id": ids[0], "other": ids[1], "verdict": "same", "score": 0.99, "reasons": reasons}
    return {"doc_ids": ids, "score": 0.99, "links": [link]}
counts = {"n_papers": 1000, "n_compared": 500, "n_cut": 0}
print(json.dumps({"groups": [group(n) for n in range(500)], "versions": [], "doubtful": [], **counts}))
"""
    scene = child(context, workspace, tmp_path / "library", code, qtbot)
    scene.search()
    assert len(scene.cases) == 500
    kept = scene.context.jobs.all()[0].result
    assert (len(kept["groups"]), kept["n_groups"]) == (200, 500)


def test_only_cases_in_sight_are_painted_of_a_thousand(
    theme: Any, keys: Keys, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[str] = []

    def noted(case: Case) -> str:
        painted.append(case.finding.doc_ids[0])
        return ""

    monkeypatch.setattr("assay_desktop.pages.library.duplicates.page.effect_words", noted)
    model = DuplicateList()
    view = DuplicatesView(theme, keys, model)
    qtbot.addWidget(view)
    lines = (PaperLine("a", "One title", "Berg · 2001"), PaperLine("b", "One title", ""))
    model.show(
        [
            Case(Finding(Verdict.SAME, (f"a{n}", f"b{n}"), 0.99, (Message("same title"),)), lines)
            for n in range(1000)
        ]
    )
    view.show_cases(Totals(1000, 1000, 0, 0), n_found=1000)
    view.resize(900, 600)
    view.list.grab()
    assert 0 < len(set(painted)) < 20
    painted.clear()
    view.list.scrollToBottom()
    view.list.grab()
    assert "a999" in painted
    assert len(set(painted)) < 20
