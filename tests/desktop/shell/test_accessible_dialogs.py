"""Every question that the window asks, by keyboard alone: as the pages, but each in a window of its own."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from scenes import PlacesOfStage
from shiboken6 import isValid
from walking import controls, nameless, out_of_order, told, unheard, unseen, walk

from assay.campaign_types import MergeReport
from assay.lookup import Suggestion
from assay.lookup.journal import SentRequest
from assay_desktop.actions.suggesting import SuggestionLine
from assay_desktop.pages.campaigns.model import Sources
from assay_desktop.pages.campaigns.widgets.merge_dialogs import ImportDialog, MergeDialog
from assay_desktop.shell.widgets.closing import ClosingBox
from assay_desktop.shell.widgets.guide_window import GuideWindow
from shots.shot_campaigns import SETTLING
from shots.shot_stage import dialog, wait

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from assay_desktop.pages.campaigns.page import CampaignsPage
    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.pages.settings.page import SettingsPage
    from assay_desktop.pages.training.page import TrainingPage
    from shots.shot_stage import Stage


pytestmark = pytest.mark.dressed


def _campaigns(scene: Stage) -> CampaignsPage:
    page = cast("CampaignsPage", scene.page("campaigns"))
    page.open_campaign(SETTLING)
    scene.settle()
    return page


def _new_campaign(scene: Stage) -> None:
    _campaigns(scene).dialogs.ask_campaign(Sources(156, (("Moss", 12),), ("by year",)))


def _new_run(scene: Stage) -> None:
    _campaigns(scene).runs.run_wanted.emit()
    scene.settle()


def _assign(scene: Stage) -> None:
    _campaigns(scene).ask_assignment()


def _merge(scene: Stage) -> None:
    MergeDialog(scene.window, "from-ada.jsonl.gz", MergeReport(), create=True).open()


def _import(scene: Stage) -> None:
    ImportDialog(scene.window, "qrels.tsv").open()


def _name(scene: Stage) -> None:
    PlacesOfStage(scene).go("search")
    scene.window.page("search").want_saving()  # type: ignore[attr-defined]


def _restore(scene: Stage) -> None:
    page = cast("SettingsPage", scene.page("settings"))
    page.show_backups()
    scene.settle()
    page.backups.table.selectRow(0)
    page.backups.look.click()
    assert wait(lambda: dialog() is not None, 20)


def _identifiers(scene: Stage) -> None:
    adding = cast("LibraryPage", scene.page("library")).adding
    adding.open_identifiers("10.5555/moss.1")
    assert adding.dialog is not None
    assert wait(adding.dialog.table.model().rowCount, 20)


def _asked(scene: Stage) -> None:
    page = cast("SettingsPage", scene.page("settings"))
    page.lookups.request_log.show_requests(
        [SentRequest("1", datetime.now(UTC), "crossref", "https://api.crossref.org/", "a")]
    )
    page.lookups.request_log.open()


def _suggested(scene: Stage) -> None:
    page = cast("SettingsPage", scene.page("settings"))
    suggestion = Suggestion("a", "venue", "", "Nature", "crossref")
    page.lookups.suggested.show_suggestions([SuggestionLine(suggestion, "A", "Crossref")])
    page.lookups.suggested.open()


def _history(scene: Stage) -> None:
    cast("LibraryPage", scene.page("library")).history.open()


def _question(scene: Stage) -> None:
    cast("TrainingPage", scene.page("training")).ask_run_deletion("crops")


def _closing(scene: Stage) -> None:
    ClosingBox(scene.window, ["crops"]).open()


def _shortcuts(scene: Stage) -> None:
    scene.window.open_shortcuts()


def _guide(scene: Stage) -> None:
    scene.window._help.open_guide()


DIALOGS: Final[dict[str, Callable[[Stage], None]]] = {
    "a new campaign": _new_campaign,
    "a run": _new_run,
    "an assignment": _assign,
    "a bundle": _merge,
    "judgements of others": _import,
    "the name of a search": _name,
    "a restore": _restore,
    "what was asked": _asked,
    "identifiers": _identifiers,
    "what is suggested": _suggested,
    "what was done": _history,
    "a deletion": _question,
    "closing at work": _closing,
    "the keys": _shortcuts,
    "the guide": _guide,
}


@pytest.fixture(params=DIALOGS)
def asking(scene: Stage, request: pytest.FixtureRequest) -> Iterator[QWidget]:
    """The dialog, active, alone."""
    DIALOGS[str(request.param)](scene)
    scene.settle()
    shown = scene.window.findChild(GuideWindow) if request.param == "the guide" else dialog()
    assert isinstance(shown, QDialog)
    shown.activateWindow()
    assert wait(shown.isActiveWindow, 5)
    PlacesOfStage(scene).rest()
    yield shown
    if isValid(shown):
        shown.close()
    scene.window.activateWindow()


def test_a_question_is_named_walked_in_reading_order_seen_and_left_by_escape(asking: QWidget) -> None:
    assert asking.windowTitle()
    assert nameless(asking) == []
    assert unheard(asking) == []
    wanted = controls(asking)
    there = walk(asking, n=len(wanted) + 5)
    assert [told(each) for each in wanted if each not in there] == []
    assert [told(each) for each in there if each not in wanted] == []
    assert out_of_order(there, asking) == []
    back = walk(asking, Qt.Key.Key_Backtab, n=len(wanted) + 5)
    assert len(back) == len(there)
    assert unseen(asking, len(there)) == []
    QTest.keyClick(QApplication.focusWidget() or asking, Qt.Key.Key_Escape)
    assert not isValid(asking) or not asking.isVisible()
