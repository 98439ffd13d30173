"""While the library answers: no tab shows what is empty, or another campaign's, as the chosen one's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtWidgets import QLabel
from seeing import on_screen
from waiting_lane import WaitingLane

from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.errors import LibraryError
from assay_desktop.pages import campaigns
from assay_desktop.pages.campaigns.model import Tab

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.campaigns.page import CampaignsPage

NAME = "pilot"
READ = [tab for tab in Tab if tab is not Tab.PROGRESS]  # progress shows what the head shows


@pytest.fixture
def lane(filled: Any) -> WaitingLane:
    return WaitingLane(filled)


@pytest.fixture
def slow(opened: Any, lane: WaitingLane, context: AppContext, qtbot: QtBot) -> CampaignsPage:
    """The page on a lane that takes its time, as it comes on screen."""
    context.settings.set_assessor("lead")
    made = campaigns.create(replace(context, lane=lane))  # type: ignore[arg-type]
    return on_screen(made, qtbot, 1180, 760)


def covered(page: CampaignsPage) -> bool:
    """Whether the tab on screen lies under its overlay."""
    overlay = page._overlays[page.tab]
    return overlay.isVisible() and overlay.size() == overlay.parentWidget().size()


@pytest.mark.parametrize("tab", READ)
def test_a_tab_is_covered_until_its_campaign_is_read(
    tab: Tab, slow: CampaignsPage, lane: WaitingLane
) -> None:
    lane.run()
    slow.open_tab(tab)
    assert covered(slow) == (tab is not Tab.SETUP)  # which was on screen
    lane.run()
    assert not covered(slow)


def test_another_campaign_covers_what_is_on_screen_and_the_same_one_does_not(
    slow: CampaignsPage, lane: WaitingLane, filled: Any
) -> None:
    lane.run()
    create_campaign(filled, "other", queries=("graphs",))
    slow.retry_wanted.emit()
    lane.run()
    assert not covered(slow)
    slow.open_campaign(NAME)  # it is the chosen one: read anew, below what is there
    assert not covered(slow)
    slow.open_campaign("other")
    assert covered(slow)
    slow.resize(1000, 700)
    assert covered(slow)
    lane.run()
    assert not covered(slow)


def test_a_long_wait_says_reading(slow: CampaignsPage, lane: WaitingLane, qtbot: QtBot) -> None:
    lane.run()
    slow.open_tab(Tab.AGREEMENT)
    overlay = slow._overlays[Tab.AGREEMENT]
    qtbot.waitUntil(lambda: any(each.text() == "Reading…" for each in overlay.findChildren(QLabel)))


def test_a_tab_that_could_not_be_read_says_so_and_f5_tries_again(
    slow: CampaignsPage, lane: WaitingLane, monkeypatch: pytest.MonkeyPatch
) -> None:
    lane.run()
    slow.open_tab(Tab.AGREEMENT)

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise LibraryError("The server does not answer.")

    with monkeypatch.context() as patch:
        patch.setattr(CampaignWork, "__init__", refuse)
        lane.run()
        assert covered(slow)
        assert "F5" in " ".join(each.text() for each in slow._overlays[Tab.AGREEMENT].findChildren(QLabel))
        assert "does not answer" in slow._strip.text
    slow.retry_wanted.emit()
    lane.run()
    assert not covered(slow)
