"""A bar for every query: how much one run gains or loses against another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral, signed
from assay_desktop.theme import S2, Theme
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.plots.still_plot import pyqtgraph, still_plot, style_axis
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from collections.abc import Sequence

BAR_WIDTH = 0.72
_STEPS = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its height, and what the tooltip says."""

    key: str
    value: float
    tip: str


class GainPlot(QWidget):
    """Bars in the order given, gains in the accent colour above the line, losses in the danger colour below.

    pyqtgraph is imported with the first plot, so that the window's start does not wait for it.
    """

    bar_chosen = Signal(str)  # the bar's key
    bar_opened = Signal(str)  # by a double click

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._bars: list[Bar] = []
        self._marked = ""
        self._plot: Any = None
        self._outline: Any = None  # of the marked bar
        self._better, self._worse = label(role="caption"), label(role="caption")
        self._column = vbox(hbox(self._better, STRETCH, self._worse), on=self, gap=S2)
        self.setMinimumHeight(180)
        theme.changed.connect(self._draw)

    def show_bars(self, bars: Sequence[Bar], counts: tuple[int, ...], *, alone: bool) -> None:
        """Draw the bars; how many are better, worse and equal stands below them unless one run is `alone`."""
        self._bars = list(bars)
        better, worse, equal = map(numeral, counts)
        self.setAccessibleName(self.tr("{0} better, {1} worse, {2} equal").format(better, worse, equal))
        self._better.setText("" if alone else self.tr("{0} better, {1} equal").format(better, equal))
        self._worse.setText("" if alone else self.tr("{0} worse").format(worse))
        self._draw()

    def prepare(self) -> None:
        """Make what is drawn on, which takes longer than drawing: while the bars are still awaited."""
        if self._plot is None:
            self._make_plot(pyqtgraph()).hide()

    def mark(self, key: str) -> None:
        """Outline one bar."""
        if key != self._marked:
            self._marked = key
            if self._plot is not None:
                self._draw_mark(self._plot, pyqtgraph())

    def _draw(self) -> None:
        if not self._bars:
            return
        pg = pyqtgraph()
        plot = self._plot or self._make_plot(pg)
        plot.show()
        plot.clear()
        self._outline = None
        color = self._theme.color
        plot.setBackground(color("panel"))
        style_axis(plot, "left", self._theme)
        for level in self._levels():
            pen = pg.mkPen(color("faint" if level == 0 else "line"), width=1)
            plot.addItem(pg.InfiniteLine(level, angle=0, pen=pen))
        for name, chosen in (
            ("accent", [b.value > 0 for b in self._bars]),
            ("danger", [b.value < 0 for b in self._bars]),
        ):
            places = [place for place, yes in enumerate(chosen) if yes]
            if places:
                heights = [self._bars[place].value for place in places]
                plot.addItem(
                    pg.BarGraphItem(
                        x=places,
                        height=heights,
                        width=BAR_WIDTH,
                        brush=pg.mkBrush(_softer(color(name))),
                        pen=pg.mkPen(None),
                    )
                )
        self._draw_mark(plot, pg)
        self._scale(plot)

    def _draw_mark(self, plot: Any, pg: Any) -> None:
        if self._outline is not None:
            plot.removeItem(self._outline)
            self._outline = None
        place = next((n for n, bar in enumerate(self._bars) if bar.key == self._marked), None)
        if place is None:
            return
        pen = pg.mkPen(self._theme.color("text"), width=1.5)
        height = self._bars[place].value
        self._outline = pg.BarGraphItem(
            x=[place], height=[height], width=BAR_WIDTH + 0.16, brush=pg.mkBrush(None), pen=pen
        )
        plot.addItem(self._outline)

    def _levels(self) -> list[float]:
        """Round heights for the rules: zero, and one or two on each side that has bars."""
        reach = max((abs(bar.value) for bar in self._bars), default=0.0)
        step = next((s for s in _STEPS if reach / s <= 3), _STEPS[-1])
        low, high = min(0.0, *(b.value for b in self._bars)), max(0.0, *(b.value for b in self._bars))
        return [n * step for n in range(-10, 11) if low - step / 2 <= n * step <= high + step / 2]

    def _scale(self, plot: Any) -> None:
        levels = self._levels()
        lowest = min([*levels, *(bar.value for bar in self._bars)])
        highest = max([*levels, *(bar.value for bar in self._bars)])
        margin = 0.04 * (highest - lowest or 1.0)
        plot.setYRange(lowest - margin, highest + margin, padding=0)
        plot.setXRange(-0.6, max(len(self._bars), 12) - 0.4, padding=0)
        digits = 2 if highest - lowest < 5 else 0
        ticks = [(level, signed(level, digits) if level else "0") for level in levels]
        plot.getPlotItem().getAxis("left").setTicks([ticks])

    def _make_plot(self, pg: Any) -> Any:
        plot = still_plot(pg)
        plot.hideAxis("bottom")
        plot.getPlotItem().setContentsMargins(0, 0, 0, 0)
        plot.scene().sigMouseMoved.connect(self._point)
        plot.scene().sigMouseClicked.connect(
            lambda event: self._choose(event.scenePos(), opens=bool(event.double()))
        )
        self._column.insertWidget(0, plot, 1)
        self._plot = plot
        return plot

    def _bar_at(self, position: QPointF) -> Bar | None:
        if self._plot is None:
            return None
        x = self._plot.getPlotItem().vb.mapSceneToView(position).x()
        place = round(x)
        return self._bars[place] if 0 <= place < len(self._bars) else None

    def _point(self, position: QPointF) -> None:
        bar = self._bar_at(position)
        self.setToolTip(escape_markup(bar.tip) if bar else "")

    def _choose(self, position: QPointF, *, opens: bool = False) -> None:
        bar = self._bar_at(position)
        if bar is not None:
            (self.bar_opened if opens else self.bar_chosen).emit(bar.key)


def _softer(color: QColor) -> QColor:
    """Large grounds speak louder than lines: the same colour, let through a little."""
    soft = QColor(color)
    soft.setAlphaF(0.85)
    return soft
