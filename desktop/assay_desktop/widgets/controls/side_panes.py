"""Panes at the left and right of a page that make room: where it is narrow, or as one likes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from assay_desktop.theme import Theme, scaled, set_px
from assay_desktop.widgets.boxes import hbox, split
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.icons import icon

LEFT: Final = "left"
RIGHT: Final = "right"
SHOWN_FROM: Final = {LEFT: 870, RIGHT: 1100}
"""The width of a window from which a pane is shown unless the user closed it."""

_EDGE_PX: Final = 16
_CARETS: Final = {LEFT: ("caret-right", "caret-left"), RIGHT: ("caret-left", "caret-right")}  # closed, open


class SidePanes(QWidget):
    """A middle between panes, each with a button at the edge of the page.

    A pane that the user opened or closed stays so, but that one gives way where the middle would be cut: all
    but the pane that was called for last.
    """

    chosen = Signal(str)  # what the user opened and closed, for `restore`
    pane_shown = Signal(str, bool)  # the side, and whether its pane is there now

    def __init__(
        self,
        theme: Theme,
        middle: QWidget,
        *,
        left: QWidget | None = None,
        right: QWidget | None = None,
        sizes: Sequence[int] = (),
        stretch: Sequence[int] = (),
        on: QWidget | None = None,
    ) -> None:
        """`on` is what it will stand on, in a layout that takes it afterwards."""
        super().__init__(on)
        self._theme = theme
        self._middle = middle
        self._panes = {side: pane for side, pane in ((LEFT, left), (RIGHT, right)) if pane is not None}
        self._choice: dict[str, bool] = {}
        self._open = dict.fromkeys(self._panes, True)
        self._last = ""
        self._idle: set[str] = set()
        parts = [part for part in (left, middle, right) if part is not None]
        shares = stretch or [int(part is middle) for part in parts]
        self.splitter = split(*parts, stretch=shares, sizes=sizes, on=self)
        self._edges = {side: self._build_edge(side) for side in self._panes}
        at = {side: (edge,) for side, edge in self._edges.items()}
        hbox(*at.get(LEFT, ()), (self.splitter, 1), *at.get(RIGHT, ()), on=self, gap=0)
        theme.changed.connect(self._paint)
        self._paint()

    def _build_edge(self, side: str) -> QToolButton:
        edge = QToolButton()
        edge.setProperty("edge", side)
        set_px(edge, width=_EDGE_PX)
        edge.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        edge.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a key does the same
        words = {LEFT: self.tr("Show or hide the left pane"), RIGHT: self.tr("Show or hide the right pane")}
        edge.setAccessibleName(words[side])
        hint(edge, f"{words[side]} ({{0}})", f"pane.{side}")
        edge.clicked.connect(partial(self.toggle, side))
        return edge

    def toggle(self, side: str, _checked: bool = False) -> None:
        """Open or close a pane for the user, where there is one on this side."""
        if side in self._panes:
            self._choose(side, shown=not self._open[side])
            self.chosen.emit(" ".join(f"{each}:{int(shown)}" for each, shown in self._choice.items()))

    def reveal(self, side: str) -> None:
        """Open a pane because something in it was called for."""
        if not self._open[side]:
            self._choose(side, shown=True)

    def set_idle(self, side: str, *, idle: bool) -> None:
        """Keep a pane closed while there is nothing for it to show."""
        (self._idle.add if idle else self._idle.discard)(side)
        self._fit()

    def restore(self, text: str) -> None:
        """Open and close what the user did the last time."""
        words = (word.partition(":") for word in text.split())
        self._choice = {side: shown == "1" for side, _colon, shown in words if side in self._panes}
        self._fit()

    def _choose(self, side: str, *, shown: bool) -> None:
        self._choice.pop(side, None)
        self._last = ""
        self._fit()
        if self._open[side] != shown:  # what the width alone decides needs no memory
            self._choice[side] = shown
            self._last = side if shown else ""
            self._fit()

    def _by_width(self, side: str) -> bool:
        return self.window().width() >= SHOWN_FROM[side]

    def _fit(self) -> None:
        """Show what is wanted and has room."""
        shown = {
            side: side not in self._idle and self._choice.get(side, self._by_width(side))
            for side in self._panes
        }
        for side in sorted(self._panes, key=lambda each: each == self._last):
            needed = sum(_least(self._panes[each]) for each in shown if shown[each])
            called = side == self._last and shown[side]
            if needed + self.minimumSizeHint().width() > self.width() and not called:
                shown[side] = False
        if shown != self._open:
            self._open = shown
            for side, pane in self._panes.items():
                pane.setVisible(shown[side])
                self.pane_shown.emit(side, shown[side])
            self._paint()

    def minimumSizeHint(self) -> QSize:
        """Both panes closed: otherwise a window could not become so narrow that they close."""
        edges = len(self._edges) * (scaled(_EDGE_PX) + self.splitter.handleWidth())
        return QSize(_least(self._middle) + edges, self.splitter.minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def _paint(self) -> None:
        for side, edge in self._edges.items():
            edge.setIcon(icon(_CARETS[side][self._open[side]], self._theme.color("muted")))


def _least(widget: QWidget) -> int:
    return max(widget.minimumWidth(), widget.minimumSizeHint().width())
