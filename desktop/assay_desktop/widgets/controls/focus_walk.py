"""The way of the Tab key: every control once, as one reads, however the window was put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QScrollArea,
    QTabBar,
    QWidget,
)

from assay_desktop.theme import RADIUS

_LINE_PX = 2
_OUTSIDE_PX = 4


class FocusRing(QWidget):
    """Over everything, and in nobody's way; goes when the focus or the mouse does something else."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._target: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def put_around(self, target: QWidget | None) -> None:
        """Lay it around this widget; None for those that draw their focus themselves."""
        if self._target is not None:
            self._target.removeEventFilter(self)
            self._target.destroyed.disconnect(self._forget)
        self._target = target
        self.setVisible(target is not None)
        if target is not None:
            target.installEventFilter(self)
            target.destroyed.connect(self._forget)
            self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        leaving = {QEvent.Type.FocusOut, QEvent.Type.Hide, QEvent.Type.MouseButtonPress}
        if event.type() in leaving and not self._is_popup():
            self.put_around(None)
        elif event.type() in {QEvent.Type.Resize, QEvent.Type.Move}:
            self._place()
        return super().eventFilter(watched, event)

    def _is_popup(self) -> bool:
        return QApplication.activePopupWidget() is not None

    def _forget(self) -> None:
        self._target = None
        self.hide()

    def _place(self) -> None:
        if self._target is not None:
            place = QRect(self._target.mapTo(self._window, QPoint(0, 0)), self._target.size())
            out = _OUTSIDE_PX if isinstance(self._target, QCheckBox) else 0  # whose own box is at its edge
            self.setGeometry(place.adjusted(-out, -out, out, out))
            self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), _LINE_PX))
        inset = _LINE_PX / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), RADIUS, RADIUS)
        painter.end()


_TAB: Final = Qt.FocusPolicy.TabFocus
_NEAR_PX: Final = 3  # controls of one row may stand a little higher or lower


class FocusWalk:
    """Qt goes by the order in which widgets were made; pages are made as they are needed, after the rest."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._ring = FocusRing(window)

    def step(self, *, forward: bool) -> bool:
        """Move the focus to the next control, or the one before; return False where there is none."""
        ways = stops(self._window)
        if not ways:
            return False
        current = QApplication.focusWidget()
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        target = _next(ways, current, self._window, forward=forward)
        _show_within(target)
        target.setFocus(reason)
        self._ring.put_around(target if isinstance(target, QAbstractScrollArea | QTabBar) else None)
        return True


def stops(window: QWidget) -> list[QWidget]:
    """Return where Tab halts: what can be seen, used and focused, in reading order.

    Of buttons of which one is chosen only that one: the arrow keys go to the others.
    """
    found: list[QWidget] = []
    _collect(window, found)
    return found


def _collect(widget: QWidget, found: list[QWidget]) -> None:
    if _halts(widget):
        found.append(widget)
    children = [
        child
        for child in widget.children()
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow()
    ]
    for child in read_in_order(children, QWidget.geometry):
        _collect(child, found)


def _halts(widget: QWidget) -> bool:
    if not widget.isEnabled() or widget.focusProxy() is not None or widget.isWindow():
        return False
    rivals = _rivals(widget) if isinstance(widget, QAbstractButton) else []
    # Of a group Qt leaves Tab to the button that had the focus last, whichever was chosen since.
    if not any(each.focusPolicy() & _TAB == _TAB for each in [widget, *rivals]):
        return False
    usable = [each for each in rivals if each.isVisible() and each.isEnabled()]
    return not rivals or widget is next((each for each in usable if each.isChecked()), usable[0])


def _rivals(button: QAbstractButton) -> list[QAbstractButton]:
    """The buttons of which only one can be chosen, this one among them; it alone where it has none."""
    grouped = button.group() is not None
    if grouped and button.group().exclusive():
        return list(button.group().buttons())
    parent = button.parentWidget()
    if grouped or parent is None or not button.autoExclusive():
        return [button]
    siblings = [each for each in parent.children() if isinstance(each, QAbstractButton)]
    return [each for each in siblings if each.autoExclusive() and each.group() is None]


def read_in_order(parts: Sequence[QWidget], place: Callable[[QWidget], QRect]) -> list[QWidget]:
    """Return the parts of one surface as read: rows from the top, what stands side by side from the left.

    The surface is cut across where nothing is cut through, then each row likewise from top to bottom.
    """
    if len(parts) < 2:
        return list(parts)
    tall = [(part, place(part).top(), place(part).bottom()) for part in parts]
    wide = [(part, place(part).left(), place(part).right()) for part in parts]
    for groups in (_cut(tall), _cut(wide)):
        if len(groups) > 1:
            return [part for group in groups for part in read_in_order(group, place)]
    return sorted(parts, key=lambda part: (place(part).top(), place(part).left()))


def _cut(spans: list[tuple[QWidget, int, int]]) -> list[list[QWidget]]:
    """Groups between which nothing reaches; a span is a part with its first and last pixel."""
    groups: list[list[QWidget]] = []
    reach = 0
    for part, first, last in sorted(spans, key=lambda span: span[1]):
        if not groups or first + _NEAR_PX > reach:
            groups.append([])
            reach = last
        groups[-1].append(part)
        reach = max(reach, last)
    return groups


def _next(ways: list[QWidget], current: QWidget | None, window: QWidget, *, forward: bool) -> QWidget:
    """The stop after `current`; where that is none itself, the first inside it, else from the beginning."""
    at: QWidget | None = current
    while at is not None and at is not window:
        if at in ways:
            return ways[(ways.index(at) + (1 if forward else -1)) % len(ways)]
        inside = [each for each in ways if at.isAncestorOf(each)]
        if inside:
            return inside[0] if forward else inside[-1]
        at = at.parentWidget()
    return ways[0] if forward else ways[-1]


def _show_within(target: QWidget) -> None:
    """Scroll whatever holds the target to where it can be seen."""
    parent = target.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea) and (content := parent.widget()) is not None:
            spot = QRect(target.mapTo(content, QPoint(0, 0)), target.size())
            parent.ensureVisible(spot.center().x(), spot.center().y(), 0, spot.height() // 2 + 24)
        parent = parent.parentWidget()
