"""What the tests of all places share: which controls there are, where Tab goes, and what has no room."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QRadioButton,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QTextBrowser,
    QWidget,
)

from assay_desktop.pages.discovery.widgets.map_view import MapView
from assay_desktop.pages.search.widgets.facets import YearBars

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS = (QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox, QAbstractSlider, QTabBar, QAbstractItemView)


def controls(window: QWidget) -> list[QWidget]:
    """What can be seen, used and focused; of buttons of which one is chosen, the chosen one."""
    usable = [
        each
        for each in window.findChildren(QWidget)
        if each.isVisible()
        and each.isEnabled()
        and each.focusProxy() is None
        and each.window() is window
        and any(one.focusPolicy() & Qt.FocusPolicy.TabFocus for one in [each, *_group(each)])
    ]
    return [each for each in usable if not isinstance(each, QAbstractButton) or _stands_for_group(each)]


def _group(widget: QWidget) -> list[QAbstractButton]:
    """Those of which one is chosen: Qt lets Tab halt at the one that had the focus last, chosen or not."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return list(group.buttons()) if group is not None and group.exclusive() else []


def _stands_for_group(button: QAbstractButton) -> bool:
    if isinstance(button, QRadioButton) and button.group() is None:
        buttons = button.parentWidget().findChildren(
            QRadioButton, options=Qt.FindChildOption.FindDirectChildrenOnly
        )
    elif button.group() is not None and button.group().exclusive():
        buttons = button.group().buttons()
    else:
        return True
    usable = [each for each in buttons if each.isVisible() and each.isEnabled()]
    chosen = [each for each in usable if each.isChecked()]
    return button is (chosen or usable)[0]


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
    n_links = 0  # of a text, at each of which Tab halts
    while len(seen) <= n:
        QTest.keyClick(QApplication.focusWidget() or window, key)
        focused = QApplication.focusWidget()
        assert focused is not None
        if isinstance(focused, QTextBrowser) and focused.textCursor().hasSelection():
            n_links += 1
            assert n_links < 99, f"stuck in the links of {told(focused)}"
            if focused in seen[-1:]:
                continue
        if focused in seen:
            assert focused is seen[0], f"stuck: {told(seen[-1])} goes back to {told(focused)}"
            break
        seen.append(focused)
    return seen


def nameless(window: QWidget) -> list[str]:
    """Controls that say nothing, usable or not, and buttons with a picture that do not say what they do."""
    shown = [
        each
        for each in window.findChildren(QWidget)
        if each.isVisible()
        and each.window() is window
        and each.focusProxy() is None
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    buttons = [each for each in shown if isinstance(each, QAbstractButton)]
    found = [told(each) for each in shown if not spoken(each)]
    return found + [told(each) for each in buttons if not each.text() and not each.toolTip()]


def unheard(window: QWidget) -> list[str]:
    """Controls of which a screen reader hears no name, no kind or not what is in them.

    Qt has no kind for what scrolls, and none for what is drawn: the years are in their name, and the map's
    clusters in the list next to it.
    """
    found = []
    for each in controls(window):
        heard = QAccessible.queryAccessibleInterface(each)
        if heard is None:
            found.append(f"{told(each)}: nothing")
            continue
        name, role = heard.text(QAccessible.Text.Name), heard.role()
        is_plain = role in (QAccessible.Role.NoRole, QAccessible.Role.Client)
        if not name or (is_plain and not isinstance(each, QAbstractScrollArea | YearBars | MapView)):
            found.append(f"{told(each)}: '{name}' {role.name}")
        written = {QComboBox: "currentText", QLineEdit: "text", QAbstractSpinBox: "text"}
        for kind, read in written.items():
            within = getattr(each, read)() if isinstance(each, kind) else ""
            if within not in heard.text(QAccessible.Text.Value):
                found.append(f"{told(each)}: holds '{within}', not heard")
        checkable = isinstance(each, QAbstractButton) and each.isCheckable()
        if checkable and heard.state().checked != each.isChecked():
            found.append(f"{told(each)}: checked or not, not heard")
    return found


def out_of_order(there: Sequence[QWidget], window: QWidget) -> list[str]:
    """Steps that lead up within a column, or back to the left within a row."""
    first = min(
        range(len(there)), key=lambda n: (place(there[n], window).left(), place(there[n], window).top())
    )
    wrong = []
    for one, other in pairwise([*there[first:], *there[:first]]):
        here, next_ = place(one, window), place(other, window)
        above = next_.bottom() < here.top() and next_.left() <= here.right() and here.left() <= next_.right()
        same_row = next_.top() < here.bottom() and here.top() < next_.bottom()
        back = next_.right() < here.left() and same_row
        if (above or back) and not _scrolled(one, other):
            wrong.append(f"{told(one)} -> {told(other)}")
    return wrong


def _scrolled(one: QWidget, other: QWidget) -> bool:
    """One of them is scrolled out of view, at least in part, where places in the window say nothing."""
    return any(each.visibleRegion().boundingRect() != each.rect() for each in (one, other))


def unseen(window: QWidget, n: int) -> list[str]:
    """Of the next `n` halts of Tab, those at which nothing shows the focus."""
    found = []
    for _ in range(n):
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        assert focused is not None
        assert not focused.visibleRegion().isEmpty(), f"{told(focused)} is scrolled out of view"
        around = place(focused, window).adjusted(-3, -3, 3, 3)
        with_focus = window.grab(around).toImage()
        focused.clearFocus()
        if window.grab(around).toImage() == with_focus:
            found.append(told(focused))
        focused.setFocus()
    return found


def _in_view(window: QWidget) -> list[QWidget]:
    """The controls on screen, without the inner parts of others."""
    found = [each for each in window.findChildren(QWidget) if isinstance(each, KINDS) and each.isVisible()]
    inner = (QHeaderView, QScrollBar)
    return [
        each
        for each in found
        if not isinstance(each, inner) and not isinstance(each.parentWidget(), (*KINDS, QTabBar))
    ]


def _scrolls(widget: QWidget) -> bool:
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
    for each in _in_view(window):
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
        if not window.rect().contains(box) and not _scrolls(each):
            faults.append(f"{told(each)} leaves the window")
    return faults


def overlapping(window: QWidget) -> list[str]:
    """The pairs of controls and texts of one parent that share room."""
    faults = []
    for holder in {each.parentWidget() for each in _in_view(window)}:
        parts = [
            each
            for each in holder.children()
            if isinstance(each, (*KINDS, QLabel, QAbstractScrollArea)) and each.isVisible()
        ]
        for one, other in combinations(parts, 2):
            if one.geometry().intersects(other.geometry()):
                faults.append(f"{told(one)} covers {told(other)}")
    return faults
