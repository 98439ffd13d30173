"""Every place by keyboard alone: named, in reading order, the focus seen; nothing cut in narrow windows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QTabBar, QTextEdit, QWidget
from scenes import PLACES, PlacesOfStage
from walking import controls, cut, nameless, out_of_order, overlapping, spoken, told, unheard, unseen, walk

from assay_desktop.shell.main_window import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shots.shot_stage import Stage


pytestmark = pytest.mark.dressed


LATER = {
    "search/full": {"Saved searches", "Mark as seen", "Rerank", "Years", "Open searches"},
    "discovery": {"Map of the papers", "Clusters", "Lasso", "Zoom in (+)"},
    "library/duplicates": {"Duplicates found", "Merge all certain", "Mark as distinct"},
    "library/suggestions": {"Accept: Venue", "Decline: Venue", "Accept all"},
    "settings/lookups": {"Crossref (api.crossref.org)"},
    "settings/backups": {"Back up now", "Sections"},
    "settings/watched": {"Watch a folder…"},
    "settings/keys": {"Change…"},
    "settings/conflict": {"Swap the keys", "Reassign", "Cancel"},
    "window/notices": {"Start normally", "Open the log", "Dismiss", "Jobs"},
}
"""place -> controls that it must show, or the walk would pass them and say nothing"""


@pytest.fixture(scope="module", params=PLACES)
def where(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def shown(scene: Stage, where: str) -> Iterator[QWidget]:
    """The window with this page, or part of a page, in view: come to once for all that is asked of it."""
    places = PlacesOfStage(scene)
    places.go(where)
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


def test_a_screen_reader_hears_name_kind_and_content_of_every_control(shown: QWidget) -> None:
    assert unheard(shown) == []


def test_tab_halts_at_every_control_once_and_shift_tab_goes_the_same_way_back(
    shown: QWidget, halts: list[QWidget], where: str
) -> None:
    wanted = controls(shown)
    assert LATER.keys() <= set(PLACES)
    said = {spoken(each) for each in wanted}
    absent = {name for name in LATER.get(where, ()) if not any(each.startswith(name) for each in said)}
    assert absent == set(), said
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


@pytest.mark.parametrize("size", [(1280, 800), (900, 600), pytest.param((960, 800), marks=pytest.mark.soak)])
def test_no_control_is_cut_covered_or_out_of_the_window(
    scene: Stage, shown: QWidget, size: tuple[int, int]
) -> None:
    usual = shown.size()
    shown.resize(*size)
    scene.settle()
    assert (shown.width(), shown.height()) == size, "the window itself needs no more room"
    faults = [*cut(shown), *overlapping(shown)]
    shown.resize(usual)
    scene.settle()
    assert not faults, "\n".join(faults)


def test_text_areas_let_tab_out(scene: Stage) -> None:
    for key in PAGES:
        scene.page(key)
    areas = [*scene.window.findChildren(QPlainTextEdit), *scene.window.findChildren(QTextEdit)]
    held = [told(each) for each in areas if not each.tabChangesFocus() and not each.isReadOnly()]
    assert areas
    assert held == []
