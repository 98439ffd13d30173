"""The window lists what a bundle would change in others' names, and changes it only for whom one ticks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from assay.campaign_types import CampaignStatus
from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.campaigns.exchange import merge_bundle
from assay.types import Paper
from assay.workspace import Workspace
from assay_desktop.pages import campaigns
from assay_desktop.pages.campaigns.widgets.merge_dialogs import MergeDialog

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QTreeWidgetItem
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.campaigns.page import CampaignsPage

TOPICS = ("bees", "ants", "owls", "bats", "moths", "wolves", "salmon", "swarms")


class Scene:
    """The lead's library in the window, with grades of ada and kim, and the machine of bob who forges."""

    def __init__(self, work: Any, page: CampaignsPage, place: Path, patch: pytest.MonkeyPatch) -> None:
        self.work, self.page, self.bundle, self._patch = work, page, place / "of-bob.jsonl", patch
        self.said: list[str] = []
        page.message.connect(self.said.append)
        first = place / "whole.jsonl"
        work.export_bundle(first)
        with patch.context() as own, Workspace.open(place / "bob") as bob:
            own.setenv("XDG_STATE_HOME", str(place / "state of bob"))
            merge_bundle(bob.library, first, create=True)
            self.forge(bob, {"ada": 0, "kim": 1})

    def forge(self, bob: Workspace, grades: dict[str, int]) -> None:
        """On bob's machine: all grades of these people become another one."""
        theirs = CampaignWork(bob, "set")
        for one in theirs.store.judgements.current():
            if one.assessor in grades:
                theirs.store.judgements.record(
                    one.query_id, one.doc_id, assessor=one.assessor, relevance=grades[one.assessor]
                )
        theirs.export_bundle(self.bundle, overwrite=True)

    def grades(self) -> dict[str, set[int | None]]:
        found: dict[str, set[int | None]] = {"ada": set(), "kim": set()}
        for one in self.work.store.judgements.current():
            found[one.assessor].add(one.relevance)
        return found

    def look(self) -> MergeDialog:
        self.page.dialogs.bundle_chosen.emit(str(self.bundle))
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, MergeDialog)
        return dialog


@pytest.fixture
def scene(
    context: AppContext, workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Scene:
    papers = [Paper(each, f"A study of {each}", f"We watch {each} at night.") for each in TOPICS]
    workspace.library.papers.add([(paper, ()) for paper in papers])
    work = create_campaign(
        workspace, "set", queries=("night study",), assessors=("ada", "kim"), raters_per_pair=2
    )
    work.make_run("words", mode="keyword")
    work.make_pool(depth=5)
    work.assign(overlap=0.6)  # of five pairs, two have one rater
    work.set_status(CampaignStatus.OPEN)
    for row in work.store.assignments.all():
        work.store.judgements.record(row.query_id, row.doc_id, assessor=row.assessor, relevance=2)
    context.settings.set_assessor("lead")
    page = campaigns.create(context)
    qtbot.addWidget(page)
    page.show()
    return Scene(work, page, tmp_path, monkeypatch)


def tops(dialog: MergeDialog) -> list[QTreeWidgetItem]:
    """A row for each assessor."""
    tree = dialog.held
    return [cast("QTreeWidgetItem", tree.topLevelItem(place)) for place in range(tree.topLevelItemCount())]


def rows(dialog: MergeDialog) -> dict[str, list[tuple[str, str, str]]]:
    """Of each assessor the grades that would change: query and paper, here, in the bundle."""
    found = {}
    for top in tops(dialog):
        below = [cast("QTreeWidgetItem", top.child(n)) for n in range(top.childCount())]
        found[top.text(0).partition(":")[0]] = [(one.text(0), one.text(1), one.text(2)) for one in below]
    return found


def tick(dialog: MergeDialog, who: str) -> None:
    next(top for top in tops(dialog) if top.text(0).startswith(f"{who}:")).setCheckState(
        0, Qt.CheckState.Checked
    )


def test_what_would_change_is_listed_with_query_paper_and_both_grades(scene: Scene) -> None:
    shown = rows(scene.look())
    pairs = {f"{row.query_id} · {row.doc_id}" for row in scene.work.store.assignments.of("ada")}
    assert len(pairs) == 4
    assert set(shown) == {"ada", "kim"}
    assert {pair for pair, _, _ in shown["ada"]} == pairs
    assert {(here, there) for _, here, there in shown["ada"]} == {("2 very relevant", "0 not relevant")}
    assert {(here, there) for _, here, there in shown["kim"]} == {("2 very relevant", "1 relevant")}
    assert scene.grades() == {"ada": {2}, "kim": {2}}


def test_nothing_of_theirs_changes_unless_a_name_is_ticked(scene: Scene) -> None:
    scene.look().action.click()
    assert scene.grades() == {"ada": {2}, "kim": {2}}
    assert "Held back: events of ada, kim." in scene.said[-1]


def test_only_the_person_who_is_ticked_changes(scene: Scene) -> None:
    dialog = scene.look()
    tick(dialog, "ada")
    dialog.action.click()
    assert scene.grades() == {"ada": {0}, "kim": {2}}
    assert scene.said[-1].startswith("4 new events merged")
    assert "Held back: events of kim." in scene.said[-1]
    assert not scene.page.dialogs.is_open


def test_a_bundle_that_is_exchanged_meanwhile_is_not_what_was_accepted(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = scene.look()
    tick(dialog, "ada")
    with monkeypatch.context() as own, Workspace.open(tmp_path / "bob") as bob:
        own.setenv("XDG_STATE_HOME", str(tmp_path / "state of bob"))
        scene.forge(bob, {"ada": 1})
    dialog.action.click()
    assert scene.grades() == {"ada": {2}, "kim": {2}}
    assert scene.page.dialogs.is_open
    assert "not the same as when they were shown" in dialog._problem.text()


def test_a_grade_that_changes_behind_the_dialog_is_not_what_was_accepted(scene: Scene) -> None:
    dialog = scene.look()
    tick(dialog, "ada")
    judgements = scene.work.store.judgements
    first = next(one for one in judgements.current() if one.assessor == "ada")
    judgements.record(first.query_id, first.doc_id, assessor="ada", relevance=1)
    dialog.action.click()
    assert scene.grades()["ada"] == {1, 2}
    assert "not the same as when they were shown" in dialog._problem.text()


def test_somebody_new_in_the_bundle_can_be_accepted_too(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as own, Workspace.open(tmp_path / "bob") as bob:
        own.setenv("XDG_STATE_HOME", str(tmp_path / "state of bob"))
        theirs = CampaignWork(bob, "set")
        theirs.store.add_assessor("new")
        given = theirs.store.assignments.all()
        raters = Counter(row.doc_id for row in given)
        row = replace(next(row for row in given if raters[row.doc_id] == 1), assessor="new")
        theirs.store.assignments.add([row])
        theirs.store.judgements.record(row.query_id, row.doc_id, assessor="new", relevance=1)
        scene.forge(bob, {})
    dialog = scene.look()
    assert rows(dialog)["new"] == []
    tick(dialog, "new")
    dialog.action.click()
    assert not scene.page.dialogs.is_open
    assert "new" in {one.assessor for one in scene.work.store.judgements.current()}
