"""Every page by keyboard alone: names, one order of focus in which one reads, and a focus that is seen."""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPlainTextEdit, QTabBar, QTextEdit, QWidget

from assay_desktop.pages.campaigns.model import Tab
from assay_desktop.shot_campaigns import SETTLING, campaign_library
from assay_desktop.shot_stage import Stage, stage, wait

if TYPE_CHECKING:
    from collections.abc import Iterator

KEYWORDS = """
import json, sys
HITS = [{"doc_id": d, "score": 1.0, "rank": n, "channels": {"keyword": n}, "title": d, "authors": [],
         "year": 2020, "venue": "", "passage": []} for n, d in enumerate(sys.argv[1:], 1)]
STATE = {"event": "state", "phase": "ready", "model": "m", "semantic": "ready", "indexed": 9, "total": 9}
print(json.dumps(STATE), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["op"] == "quit":
        break
    answer = {"error": {"kind": "EngineError", "message": "This one only searches."}}
    if asked["op"] == "search":
        answer = {"ok": {"hits": HITS, "mode": "keyword", "ms": 1.0, "indexed": 9, "total": 9}}
    if asked["op"] == "status":
        answer = {"ok": {}}
    print(json.dumps({"id": asked["id"], **answer}), flush=True)
"""

SCENES = (
    "library",
    "search",
    "judging",
    "campaigns",
    *(f"campaigns/{tab}" for tab in Tab),
    "evaluation",
    "training",
    "training/models",
    "settings",
)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory, qapp: QApplication) -> Iterator[Stage]:
    """The real window on the sample library with campaigns in every status."""
    folder = campaign_library(tmp_path_factory.mktemp("accessible") / "library")
    engine = (sys.executable, "-c", KEYWORDS, "a", "b", "c")
    with stage(folder, engine=engine) as made:
        made.window.activateWindow()
        yield made


@pytest.fixture(params=SCENES)
def shown(scene: Stage, request: pytest.FixtureRequest) -> QWidget:
    """The window with this page, or part of a page, in view."""
    key, _, part = str(request.param).partition("/")
    page = scene.page(key)
    if key == "search":
        page.run_first_query()  # type: ignore[attr-defined]
    if key == "campaigns":
        page.open_campaign(SETTLING)  # type: ignore[attr-defined]
        scene.settle()
        page.open_tab(Tab(part) if part else Tab.SETUP)  # type: ignore[attr-defined]
    if part == "models":
        page.open_models()  # type: ignore[attr-defined]
    scene.settle()
    wait(lambda: False, 0.4)  # previews come a moment after what they are of
    scene.settle()
    return scene.window


def controls(window: QWidget) -> list[QWidget]:
    """What can be seen, used and focused; of buttons of which one is chosen, the chosen one."""
    found = []
    for each in window.findChildren(QWidget):
        usable = each.isVisible() and each.isEnabled() and each.focusProxy() is None
        if not usable or not each.focusPolicy() & Qt.FocusPolicy.TabFocus:
            continue
        group = each.group() if isinstance(each, QAbstractButton) else None
        if group is None or not group.exclusive() or group.checkedButton() in (None, each):
            found.append(each)
    grouped = [each.group() for each in found if isinstance(each, QAbstractButton) and each.group()]
    return [
        each
        for each in found
        if not isinstance(each, QAbstractButton)
        or each.group() is None
        or each.group().checkedButton() is each
        or (grouped.count(each.group()) > 0 and _first_of_group(each))
    ]


def _first_of_group(button: QAbstractButton) -> bool:
    usable = [each for each in button.group().buttons() if each.isVisible() and each.isEnabled()]
    return usable[0] is button


def spoken(widget: QWidget) -> str:
    said = getattr(widget, "text", None)
    return widget.accessibleName() or (str(said()) if isinstance(widget, QAbstractButton) and said else "")


def told(widget: QWidget) -> str:
    return f"{type(widget).__name__} '{spoken(widget)}' in {type(widget.parent()).__name__}"


def place(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def walk(window: QWidget, key: Qt.Key = Qt.Key.Key_Tab, *, n: int) -> list[QWidget]:
    """Where Tab halts from the first control on, until it comes back to one or `n` are seen."""
    seen: list[QWidget] = []
    while len(seen) <= n:
        QTest.keyClick(QApplication.focusWidget() or window, key)
        focused = QApplication.focusWidget()
        assert focused is not None
        if focused in seen:
            assert focused is seen[0], f"stuck: {told(seen[-1])} goes back to {told(focused)}"
            break
        seen.append(focused)
    return seen


def test_every_control_is_named_and_icons_say_what_they_do(shown: QWidget) -> None:
    nameless = [told(each) for each in controls(shown) if not spoken(each)]
    assert nameless == []
    silent = [
        told(each)
        for each in controls(shown)
        if isinstance(each, QAbstractButton) and not each.text() and not each.toolTip()
    ]
    assert silent == []


def test_tab_halts_at_every_control_once_and_shift_tab_goes_the_same_way_back(shown: QWidget) -> None:
    walk(shown, n=500)  # a table that is come to has a current row, for which there are buttons
    wanted = controls(shown)
    there = walk(shown, n=len(wanted) + 5)
    missed = [told(each) for each in wanted if each not in there]
    assert missed == []
    extra = [told(each) for each in there if each not in wanted]
    assert extra == []
    back = walk(shown, Qt.Key.Key_Backtab, n=len(wanted) + 5)
    turned = back[::-1]
    start = turned.index(there[0])
    assert turned[start:] + turned[:start] == there


def test_the_order_of_focus_is_that_in_which_one_reads(shown: QWidget) -> None:
    """Nothing leads up within a column, nor back to the left within a row."""
    there = walk(shown, n=500)
    first = min(
        range(len(there)), key=lambda n: (place(there[n], shown).left(), place(there[n], shown).top())
    )
    there = there[first:] + there[:first]
    wrong = []
    for one, other in pairwise(there):
        here, next_ = place(one, shown), place(other, shown)
        above = next_.bottom() < here.top() and next_.left() <= here.right() and here.left() <= next_.right()
        same_row = next_.top() < here.bottom() and here.top() < next_.bottom()
        back = next_.right() < here.left() and same_row
        if (above or back) and not _scrolled(one, other):
            wrong.append(f"{told(one)} -> {told(other)}")
    assert wrong == []


def _scrolled(one: QWidget, other: QWidget) -> bool:
    """One of them is scrolled out of view, where places in the window say nothing."""
    return one.visibleRegion().isEmpty() or other.visibleRegion().isEmpty()


def test_the_focus_can_be_seen_wherever_tab_halts(shown: QWidget) -> None:
    n = len(walk(shown, n=500))
    unseen = []
    for _ in range(n):
        QTest.keyClick(QApplication.focusWidget() or shown, Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        assert focused is not None
        assert not focused.visibleRegion().isEmpty(), f"{told(focused)} is scrolled out of view"
        around = place(focused, shown).adjusted(-3, -3, 3, 3)
        with_focus = shown.grab(around).toImage()
        focused.clearFocus()
        if shown.grab(around).toImage() == with_focus:
            unseen.append(told(focused))
        focused.setFocus()
    assert unseen == []


def test_text_areas_let_tab_out(scene: Stage) -> None:
    for key in ("library", "search", "judging", "campaigns", "evaluation", "training", "settings"):
        scene.page(key)
    areas = [*scene.window.findChildren(QPlainTextEdit), *scene.window.findChildren(QTextEdit)]
    held = [told(each) for each in areas if not each.tabChangesFocus() and not each.isReadOnly()]
    assert areas
    assert held == []


def test_tab_bars_are_named(scene: Stage) -> None:
    bars = [each for each in scene.window.findChildren(QTabBar) if each.isVisible()]
    assert [told(each) for each in bars if not each.accessibleName()] == []
