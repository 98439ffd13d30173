"""The tour of the sample library: five steps, each in a bubble next to the control that it explains."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QPushButton, QWidget

from assay_desktop.keys import Keys
from assay_desktop.theme import S2, S3, S4
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.controls.focus_walk import FocusRing
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

_WIDTH_PX: Final = 340
_STEP_PX: Final = 32  # between places that are tried
MOVED_MS: Final = 100  # results come, panes open and pages scroll: the bubble follows its control
_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


@dataclass(frozen=True, slots=True)
class Stop:
    """One step: `open` shows its page, `control` is what it explains, {0}… in `text` the keys of `names`.

    The bubble covers neither the control nor, where there is room elsewhere, what changes: the places of
    `spare` in the window. What the step asks for is done in `focus`, which gets the focus; without one, or
    while that is hidden, the bubble does. The step is done once one of the signals `done` came `times` and it
    is `ready`; one without such signals waits for *Next*, as do all before another page.
    """

    page: str
    text: str
    open: Callable[[], object]
    control: Callable[[], QWidget]
    names: tuple[str, ...] = ()
    focus: Callable[[], QWidget] | None = None
    spare: Callable[[], list[QRect]] = list
    done: tuple[SignalInstance, ...] = ()
    times: int = 1
    ready: Callable[[], bool] = lambda: True


class TourBubble(QFrame):
    """What a step says, and its buttons. Esc, the arrows and Enter are keys of the tour wherever they mean
    nothing else, and in what a step has given the focus to; a text that is typed there keeps them but Esc.
    """

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
        for each in (self, self._skip, self._back, self._next, window):
            each.installEventFilter(self)
        self.hide()

    def show_step(self, stop: Stop, at: int, n: int) -> None:
        """Show step `at` of `n`, counted from 0, and give the focus to where it is done."""
        self._count.setText(self.tr("Step {0} of {1}").format(at + 1, n))
        hint(self.text, stop.text, *stop.names, keys=self._keys)
        self.setAccessibleName(f"{self._count.text()}: {self.text.text()}")
        self._back.setEnabled(at > 0)
        self._next.setText(self.tr("Next") if at + 1 < n else self.tr("Done"))
        self.show()
        holder = stop.focus() if stop.focus is not None else self
        holder = holder if holder.isVisible() else self
        holder.installEventFilter(self)  # once: what was installed before is moved to the front
        holder.setFocus()

    def place(self, target: QRect, spare: list[QRect], room: QRect) -> None:
        """Stand next to the target within the room, over as little as can be of it and what to spare."""
        room = room.adjusted(S2, S2, -S2, -S2)
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
        lefts = range(room.left(), room.right() - size.width(), _STEP_PX)
        tops = range(room.top(), room.bottom() - size.height(), _STEP_PX)
        corners += [QPoint(left, top) for left in lefts for top in tops]
        spots = [_within(QRect(corner, size), room) for corner in corners]

        def cost(spot: QRect) -> tuple[int, int, int, int]:
            covered = sum(_area(spot.intersected(each)) for each in spare)
            aside = abs(spot.left() - target.left())
            return _area(spot.intersected(target)), covered, _distance(spot, target), aside

        spot = min(spots, key=cost)  # the first of equals
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
        if self.isHidden() or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return None
        key = Qt.Key(event.key())
        typed = self._window.focusWidget()  # whose Enter comes to the window, too
        if isinstance(typed, QLineEdit) and typed.text() and key != Qt.Key.Key_Escape:
            return None
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

    def __init__(
        self, window: QWidget, keys: Keys, stops: list[Stop], shown: Callable[[], tuple[str, QRect]]
    ) -> None:
        """`shown` returns the key of the page in sight, and where it is in the window."""
        super().__init__(window)
        self._window, self._stops, self._shown = window, stops, shown
        self._at = self._times = 0
        self._found: tuple[QRect, list[QRect], QRect] | None = None  # what the bubble was placed for
        self.bubble = TourBubble(window, keys)
        self._ring = FocusRing(window)
        self._follow = QTimer(self, interval=MOVED_MS)
        self._follow.timeout.connect(self._place)
        self.bubble.stepped.connect(lambda step: self.go(self._at + step))
        for at, stop in enumerate(stops):
            for signal in stop.done:
                signal.connect(partial(self._count, at))
        self.bubble.skipped.connect(self.end)

    def go(self, at: int) -> None:
        """Show a step; the one after the last ends the tour."""
        if at >= len(self._stops):
            self.end()
            return
        self._at, self._times, stop = max(0, at), 0, self._stops[max(0, at)]
        stop.open()
        self.bubble.show_step(stop, self._at, len(self._stops))
        self._place()
        self._follow.start()

    def end(self) -> None:
        self._follow.stop()
        self._ring.put_around(None)
        if self.bubble.isAncestorOf(self._window.focusWidget() or self._window):
            self._window.setFocus()
        self.bubble.hide()

    def _count(self, at: int, *_args: object) -> None:
        if at == self._at:
            self._times += 1

    def _is_done(self, stop: Stop) -> bool:
        return bool(stop.done) and self._times >= stop.times and stop.ready()

    def _place(self) -> None:
        stop = self._stops[self._at]
        if self._is_done(stop):
            self.go(self._at + 1)
            return
        key, room = self._shown()
        if key != stop.page:
            self.end()
            return
        control = stop.control()
        has_ring = control.isVisible() and not isinstance(control, QLabel)  # which stands in for what comes
        self._ring.put_around(control if has_ring else None)
        target = QRect(control.mapTo(self._window, QPoint(0, 0)), control.size())
        now = target, stop.spare(), room
        if now != self._found:
            self._found = now
            self.bubble.place(*now)


def _within(spot: QRect, room: QRect) -> QRect:
    """Return the spot moved into the room."""
    left = max(room.left(), min(spot.left(), room.right() + 1 - spot.width()))
    top = max(room.top(), min(spot.top(), room.bottom() + 1 - spot.height()))
    return QRect(QPoint(left, top), spot.size())


def _area(rect: QRect) -> int:
    return max(0, rect.width()) * max(0, rect.height())


def _distance(one: QRect, other: QRect) -> int:
    """Return the pixels between two places, across and down."""
    across = max(one.left() - other.right(), other.left() - one.right(), 0)
    return across + max(one.top() - other.bottom(), other.top() - one.bottom(), 0)
