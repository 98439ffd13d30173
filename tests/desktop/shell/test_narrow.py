"""Every page in narrow windows: no control is cut, covers another or leaves the window; panes make room."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QWidget,
)
from scenes import PLACES, PlacesOfStage
from walking import told

from assay_desktop.widgets.controls.side_panes import LEFT, RIGHT, SHOWN_FROM, SidePanes
from assay_desktop.widgets.section import scrolled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shots.shot_stage import Stage

pytestmark = pytest.mark.dressed

CONTROLS = (
    QAbstractButton,
    QComboBox,
    QLineEdit,
    QAbstractSpinBox,
    QAbstractSlider,
    QTabBar,
    QAbstractItemView,
)
SIZES = ((1280, 800), (960, 800), (900, 600))


@pytest.fixture(scope="module", params=PLACES)
def shown(scene: Stage, request: pytest.FixtureRequest) -> Iterator[Stage]:
    places = PlacesOfStage(scene)
    places.go(str(request.param))
    yield scene
    places.leave()
    scene.window.resize(1280, 800)


def in_view(window: QWidget) -> list[QWidget]:
    """The controls on screen, without the inner parts of others."""
    found = [each for each in window.findChildren(QWidget) if isinstance(each, CONTROLS) and each.isVisible()]
    inner = (QHeaderView, QScrollBar)
    return [
        each
        for each in found
        if not isinstance(each, inner) and not isinstance(each.parentWidget(), (*CONTROLS, QTabBar))
    ]


def place(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def scrolls(widget: QWidget) -> bool:
    """Whether it lies in an area where one comes to it by scrolling down."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            return True
        parent = parent.parentWidget()
    return False


def cut(window: QWidget) -> list[str]:
    """What is narrower than it must be, or out of its window or of a widget that holds it."""
    faults = []
    for each in in_view(window):
        least = each.minimumWidth() or min(each.minimumSizeHint().width(), each.maximumWidth())
        if each.width() < least:
            faults.append(f"{told(each)}: {each.width()} of {least} px")
        box, holder = place(each, window), each.parentWidget()
        while holder is not None and holder is not window:
            around = place(holder, window)
            if box.left() < around.left() or box.right() > around.right():
                faults.append(f"{told(each)} leaves {type(holder).__name__}")
                break
            holder = holder.parentWidget()
        if not window.rect().contains(box) and not scrolls(each):
            faults.append(f"{told(each)} leaves the window")
    return faults


def overlapping(window: QWidget) -> list[str]:
    """The pairs of controls and texts of one parent that share room."""
    faults = []
    for holder in {each.parentWidget() for each in in_view(window)}:
        parts = [
            each
            for each in holder.children()
            if isinstance(each, (*CONTROLS, QLabel, QAbstractScrollArea)) and each.isVisible()
        ]
        for one, other in combinations(parts, 2):
            if one.geometry().intersects(other.geometry()):
                faults.append(f"{told(one)} covers {told(other)}")
    return faults


@pytest.mark.parametrize("size", SIZES)
def test_no_control_is_cut_covered_or_out_of_the_window(shown: Stage, size: tuple[int, int]) -> None:
    window = shown.window
    window.resize(*size)
    shown.settle()
    assert (window.width(), window.height()) == size, "the window itself needs no more room"
    faults = [*cut(window), *overlapping(window)]
    assert not faults, "\n".join(faults)


def page_panes(scene: Stage, key: str) -> SidePanes:
    return scene.page(key).findChild(SidePanes)


@pytest.mark.parametrize(
    ("key", "sides"),
    [
        ("library", (LEFT, RIGHT)),
        ("search", (LEFT, RIGHT)),
        ("judging", (LEFT,)),
        ("campaigns", (LEFT,)),
        ("training", (LEFT,)),
    ],
)
def test_panes_make_room_and_what_was_opened_or_closed_stays_so(
    scene: Stage, key: str, sides: tuple[str, ...]
) -> None:
    panes, window = page_panes(scene, key), scene.window
    kept = f"panes/{key}/sides-0"
    for side in sides:
        pane = panes._panes[side]
        edge = panes._edges[side]
        assert side in edge.accessibleName()
        assert edge.accessibleName() in edge.toolTip()
        for width in (1280, 960):
            window.resize(width, 800)
            scene.settle()
            before = pane.isVisible()
            if key not in ("campaigns", "training"):  # of which the middle needs more
                assert before == (width >= SHOWN_FROM[side])
            window.toggle_pane(side)
            assert pane.isVisible() != before
            window.resize(width - 20, 800)
            scene.settle()
            assert pane.isVisible() != before, "the width would have it as it was"
            assert scene.context.settings.text(kept) == f"{side}:{int(not before)}"
            again = SidePanes(scene.context.theme, QWidget(), left=QWidget(), right=QWidget())
            again.resize(width, 800)
            again.restore(scene.context.settings.text(kept))
            assert again._open[side] != before
            QTest.mouseClick(edge, Qt.MouseButton.LeftButton)
            assert pane.isVisible() == before
            assert scene.context.settings.text(kept) == ""
    window.resize(1280, 800)


def test_a_pane_keeps_its_width_while_it_is_away(scene: Stage) -> None:
    panes, window = page_panes(scene, "search"), scene.window
    window.resize(1280, 800)
    scene.settle()
    panes.splitter.setSizes([220, 560, 400])
    before = panes.splitter.sizes()
    window.resize(960, 800)
    scene.settle()
    assert panes.splitter.sizes()[2] == 0
    window.resize(1280, 800)
    scene.settle()
    assert panes.splitter.sizes() == before


def test_what_scrolls_may_be_replaced_and_is_as_wide_as_it_must_be(scene: Stage) -> None:
    area, wide = scrolled(QWidget()), QWidget()
    wide.setMinimumWidth(321)
    bar = area.verticalScrollBar().sizeHint().width()
    area.setWidget(wide)
    assert area.minimumSizeHint().width() == 321 + bar
    area.takeWidget()
    assert area.minimumSizeHint().width() == bar


def test_a_form_that_is_called_for_opens_its_pane(scene: Stage) -> None:
    places = PlacesOfStage(scene)
    scene.window.resize(960, 800)
    places.go("library")
    assert not page_panes(scene, "library")._panes[RIGHT].isVisible()
    places.go("library/form")
    assert page_panes(scene, "library")._panes[RIGHT].isVisible()
    places.leave()
    page_panes(scene, "library").toggle(RIGHT)
    scene.window.resize(1280, 800)
