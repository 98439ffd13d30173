"""In narrow windows panes make room and nothing is cut; what was opened or closed stays so."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QPushButton, QRadioButton, QWidget
from scenes import PlacesOfStage, walked_stage

from assay_desktop.text.language import speak
from assay_desktop.widgets.controls.menu_button import MenuButton
from assay_desktop.widgets.controls.side_panes import LEFT, RIGHT, SHOWN_FROM, SidePanes
from assay_desktop.widgets.section import GivingButton, scrolled
from shots.shot_stage import Stage, wait

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.dressed


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


def test_a_pane_that_is_closed_stays_so_while_the_library_is_filtered(scene: Stage) -> None:
    panes, page = page_panes(scene, "library"), scene.page("library")
    pane = panes._panes[RIGHT]
    scene.window.resize(1280, 800)
    scene.settle()
    for closed in (False, True):
        if closed:
            panes.toggle(RIGHT)
        for total in (6, 0, 5):
            page.show_count(total, total, filtered=False)  # type: ignore[attr-defined]
            assert pane.isVisible() == (total > 0 and not closed)
    panes.toggle(RIGHT)
    assert pane.isVisible()


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


NARROW = 900
WIDE_PLACES = (
    "library/form",
    "library/duplicates",
    "evaluation/setup",
    "evaluation/leakage",
    "evaluation/tasks",
    "settings/watched",
    "window/notices",
)


def cut_buttons(window: QWidget) -> list[str]:
    """The words of those that can be seen and are narrower than what stands on them."""
    kinds = (QPushButton, QCheckBox, QRadioButton)
    buttons = [each for each in window.findChildren(QAbstractButton) if each.isVisible() and each.text()]
    words = [each for each in buttons if isinstance(each, kinds) and not isinstance(each, GivingButton)]
    adding = [each for each in buttons if isinstance(each, MenuButton) and each.text().endswith("…")]
    return [each.text() for each in (*words, *adding) if each.width() < each.sizeHint().width()]


@pytest.fixture(params=["en", "de"])
def narrow(
    request: pytest.FixtureRequest, walked: Path, tmp_path: Path, qapp: QApplication
) -> Iterator[Stage]:
    """A window in this language."""
    speak(qapp, request.param)
    with walked_stage(shutil.copytree(walked, tmp_path / "library")) as made:
        made.window.resize(NARROW, 800)
        yield made
    speak(qapp, "en")


def test_no_page_widens_a_narrow_window_or_is_cut_by_it(narrow: Stage) -> None:
    places, window, wrong = PlacesOfStage(narrow), narrow.window, []
    for where in WIDE_PLACES:
        places.go(where)
        wait(lambda: not cut_buttons(window), 2)  # layouts settle in steps
        if window.width() != NARROW:
            wrong.append(f"{where}: {window.width()} pixels")
        wrong += [f"{where}: {words}" for words in cut_buttons(window)]
        if where == "evaluation/setup":
            tree = window.page("evaluation").benchmarks.setup.tree  # type: ignore[attr-defined]
            assert tree.columnWidth(0) >= 200, "names of tasks"
        places.leave()
    assert not wrong
