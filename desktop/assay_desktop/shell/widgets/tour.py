"""The tour of the sample library: five steps, each in a bubble next to the control that it explains."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from assay_desktop.keys import Keys
from assay_desktop.theme import S2, S3, S4
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.controls.focus_walk import FocusRing
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

_WIDTH_PX: Final = 340
MOVED_MS: Final = 100  # results come, panes open and pages scroll: the bubble follows its control
_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


@dataclass(frozen=True, slots=True)
class Stop:
    """One step: `open` shows its page, `control` is what it explains, {0}… in `text` the keys of `names`.

    The bubble stands below the control, or to its right where what changes is below it (`aside`).
    """

    page: str
    text: str
    open: Callable[[], object]
    control: Callable[[], QWidget]
    names: tuple[str, ...] = ()
    aside: bool = False


class TourBubble(QFrame):
    """What a step says, and its buttons; its keys are those of the bubble while it has the focus."""

    stepped = Signal(int)  # 1 to the next step, -1 to the one before
    skipped = Signal()

    def __init__(self, window: QWidget, keys: Keys) -> None:
        super().__init__(window)
        self._window, self._keys = window, keys
        self.setProperty("role", "strip")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._count, self.text = label(role="caption"), label(wrap=True)
        self._skip = button(
            self.tr("Skip"), self.skipped.emit, kind="link", hint=self.tr("End the tour (Esc)")
        )
        self._back = button(self.tr("Back"), lambda: self.stepped.emit(-1))
        self._next = button("", lambda: self.stepped.emit(1), kind="primary")
        row = hbox(self._skip, STRETCH, self._back, self._next, gap=S2)
        vbox(self._count, self.text, row, on=self, gap=S2, margins=(S4, S3, S3, S3))
        for each in (self, self._skip, self._back, self._next):
            each.installEventFilter(self)
        self.hide()

    def show_step(self, stop: Stop, at: int, n: int) -> None:
        """Show step `at` of `n`, counted from 0, and take the focus."""
        self._count.setText(self.tr("Step {0} of {1}").format(at + 1, n))
        hint(self.text, stop.text, *stop.names, keys=self._keys)
        self.setAccessibleName(f"{self._count.text()}: {self.text.text()}")
        self._back.setEnabled(at > 0)
        self._next.setText(self.tr("Next") if at + 1 < n else self.tr("Done"))
        self.show()
        self.setFocus()

    def place(self, target: QRect, *, aside: bool) -> None:
        """Stand below, above, right or left of the target within the window, where it is not covered; `aside`
        tries the right first."""
        room = self._window.rect().adjusted(S2, S2, -S2, -S2)
        self.ensurePolished()
        size = self.sizeHint()
        size.setWidth(min(_WIDTH_PX, room.width()))
        size.setHeight(self.heightForWidth(size.width()))
        corners = [
            QPoint(target.left(), target.bottom() + S2),
            QPoint(target.left(), target.top() - S2 - size.height()),
            QPoint(target.right() + S2, target.top()),
            QPoint(target.left() - S2 - size.width(), target.top()),
        ]
        corners.sort(key=lambda corner: aside and corner.x() <= target.right())
        spots = [_within(QRect(corner, size), room) for corner in corners]
        spot = min(spots, key=lambda each: _area(each.intersected(target)))  # the first of equals
        if spot != self.geometry():
            self.setGeometry(spot)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the keys of the tour from the page's own, and from buttons that would move the focus."""
        kinds = {QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress}
        if isinstance(event, QKeyEvent) and event.type() in kinds:
            call = self._meaning(watched, event)
            if call is not None:
                event.accept()
                if event.type() == QEvent.Type.KeyPress:
                    call()
                return True
        return super().eventFilter(watched, event)

    def _meaning(self, watched: QObject, event: QKeyEvent) -> Callable[[], object] | None:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return None
        key = Qt.Key(event.key())
        if key in _ENTER and isinstance(watched, QPushButton):
            return watched.click
        calls = {
            Qt.Key.Key_Right: self._next.click,
            Qt.Key.Key_Left: self._back.click,
            Qt.Key.Key_Escape: self._skip.click,
        }
        return self._next.click if key in _ENTER else calls.get(key)


class Tour(QObject):
    """Goes from stop to stop; ends at the last, when it is skipped, and when its page is left."""

    def __init__(self, window: QWidget, keys: Keys, stops: list[Stop], shown: Callable[[], str]) -> None:
        """`shown` returns the key of the page in sight."""
        super().__init__(window)
        self._window, self._stops, self._shown = window, stops, shown
        self._at = 0
        self.bubble = TourBubble(window, keys)
        self._ring = FocusRing(window)
        self._follow = QTimer(self, interval=MOVED_MS)
        self._follow.timeout.connect(self._place)
        self.bubble.stepped.connect(lambda step: self.go(self._at + step))
        self.bubble.skipped.connect(self.end)

    def go(self, at: int) -> None:
        """Show a step; the one after the last ends the tour."""
        if at >= len(self._stops):
            self.end()
            return
        self._at, stop = max(0, at), self._stops[at]
        stop.open()
        self.bubble.show_step(stop, self._at, len(self._stops))
        self._place()
        self._follow.start()

    def end(self) -> None:
        self._follow.stop()
        self._ring.put_around(None)
        self.bubble.hide()
        self._window.setFocus()

    def _place(self) -> None:
        stop = self._stops[self._at]
        if self._shown() != stop.page:
            self.end()
            return
        control = stop.control()
        has_ring = control.isVisible() and not isinstance(control, QLabel)  # which stands in for what comes
        self._ring.put_around(control if has_ring else None)
        target = QRect(control.mapTo(self._window, QPoint(0, 0)), control.size())
        self.bubble.place(target, aside=stop.aside)


def _within(spot: QRect, room: QRect) -> QRect:
    """Return the spot moved into the room."""
    left = max(room.left(), min(spot.left(), room.right() + 1 - spot.width()))
    top = max(room.top(), min(spot.top(), room.bottom() + 1 - spot.height()))
    return QRect(QPoint(left, top), spot.size())


def _area(rect: QRect) -> int:
    return max(0, rect.width()) * max(0, rect.height())
