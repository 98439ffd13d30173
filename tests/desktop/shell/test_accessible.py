"""Every page by keyboard alone: names, one order of focus in which one reads, and a focus that is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QTabBar, QTextEdit, QWidget
from scenes import PLACES, PlacesOfStage
from walking import controls, nameless, out_of_order, spoken, told, unseen, walk

from assay_desktop.shell.main_window import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shots.shot_stage import Stage


pytestmark = pytest.mark.dressed


@pytest.fixture(scope="module", params=PLACES)
def shown(scene: Stage, request: pytest.FixtureRequest) -> Iterator[QWidget]:
    """The window with this page, or part of a page, in view: come to once for all that is asked of it."""
    places = PlacesOfStage(scene)
    places.go(str(request.param))
    yield scene.window
    places.leave()


@pytest.fixture(scope="module")
def halts(shown: QWidget) -> list[QWidget]:
    """Where Tab halts, in this order."""
    walk(shown, n=500)  # a table that is come to has a current row, for which there are buttons
    return walk(shown, n=500)


def test_every_control_is_named_and_icons_say_what_they_do(shown: QWidget) -> None:
    assert nameless(shown) == []
    bars = [each for each in shown.findChildren(QTabBar) if each.isVisible()]
    assert [told(each) for each in bars if not each.accessibleName()] == []


def test_tab_halts_at_every_control_once_and_shift_tab_goes_the_same_way_back(
    shown: QWidget, halts: list[QWidget]
) -> None:
    wanted = controls(shown)
    missed = [told(each) for each in wanted if each not in halts]
    assert missed == []
    extra = [told(each) for each in halts if each not in wanted]
    assert extra == []
    back = walk(shown, Qt.Key.Key_Backtab, n=len(wanted) + 5)
    turned = back[::-1]
    start = turned.index(halts[0])
    assert turned[start:] + turned[:start] == halts


def test_the_order_of_focus_is_that_in_which_one_reads(shown: QWidget, halts: list[QWidget]) -> None:
    assert out_of_order(halts, shown) == [], [told(each) for each in halts]


def test_the_focus_can_be_seen_wherever_tab_halts(shown: QWidget, halts: list[QWidget]) -> None:
    assert unseen(shown, len(halts)) == []


@pytest.mark.parametrize(
    ("shown", "names"),
    [
        ("search/full", {"Saved searches", "Mark as seen", "Rerank", "Years", "Open searches"}),
        ("discovery", {"Map of the papers", "Clusters", "Lasso", "Zoom in (+)"}),
        ("library/duplicates", {"Duplicates that were found", "Merge all certain", "Mark as distinct"}),
        ("library/suggestions", {"Accept: Venue", "Decline: Venue", "Accept all"}),
        ("settings/lookups", {"Crossref (api.crossref.org)"}),
        ("settings/backups", {"Back up now", "Sections"}),
        ("settings/watched", {"Watch a folder…"}),
        ("settings/keys", {"Change…"}),
        ("settings/conflict", {"Swap the keys", "Take it", "Leave as it was"}),
        ("window/notices", {"Start normally", "Open the log", "Dismiss", "Jobs"}),
    ],
    indirect=["shown"],
)
def test_what_came_later_is_under_the_walk(shown: QWidget, names: set[str]) -> None:
    """Or the tests above would walk past it and say nothing."""
    said = {spoken(each) for each in controls(shown)}
    missing = {name for name in names if not any(each.startswith(name) for each in said)}
    assert missing == set(), said


def test_text_areas_let_tab_out(scene: Stage) -> None:
    for key in PAGES:
        scene.page(key)
    areas = [*scene.window.findChildren(QPlainTextEdit), *scene.window.findChildren(QTextEdit)]
    held = [told(each) for each in areas if not each.tabChangesFocus() and not each.isReadOnly()]
    assert areas
    assert held == []
