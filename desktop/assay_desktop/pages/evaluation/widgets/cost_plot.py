"""What systems cost next to how good they are: a dot each, with its name."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, Theme, number_font
from assay_desktop.widgets.plots.still_plot import pyqtgraph, still_plot, style_axis

if TYPE_CHECKING:
    from collections.abc import Sequence

_DOT_PX: Final = 10
_NEAR_PX: Final = 14
_STEPS: Final = (0.5, 1, 2, 5, 10, 20, 50)  # percent between two rules
_TICKS: Final = tuple(n * 10.0**power for power in range(-3, 5) for n in (1, 2, 5))


@dataclass(frozen=True, slots=True)
class Dot:
    """A system: seconds for 1,000 papers, and its value in percent."""

    name: str
    seconds: float
    value: float
    beaten: bool = False  # by one that is as good and as fast


class CostPlot(QWidget):
    """Seconds on a logarithmic axis: models differ by orders of magnitude.

    pyqtgraph is imported with the first plot, so that the window's start does not wait for it.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._dots: list[Dot] = []
        self._height = self._across = ""
        self._plot: Any = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.setMinimumHeight(120)
        theme.changed.connect(self._draw)

    def show_dots(self, dots: Sequence[Dot], *, height: str, across: str) -> None:
        """Show the dots; `height` and `across` say what the axes are."""
        self._dots, self._height, self._across = list(dots), height, across
        self.setAccessibleName(f"{across}; {height}")
        self.setAccessibleDescription("; ".join(_tip(dot).replace("\n", ", ") for dot in self._dots))
        self._draw()

    @property
    def dots(self) -> list[Dot]:
        return self._dots

    def _draw(self) -> None:
        if self._plot is None and not self._dots:
            return
        pg = pyqtgraph()
        if self._plot is None:
            self._make_plot(pg)
        plot, color = self._plot, self._theme.color
        plot.clear()
        plot.setVisible(bool(self._dots))
        if not self._dots:
            return
        plot.setBackground(color("panel"))
        self._scale(plot)
        for dot in self._dots:
            x = math.log10(dot.seconds)
            plot.addItem(
                pg.ScatterPlotItem(
                    [x],
                    [dot.value],
                    size=_DOT_PX,
                    brush=pg.mkBrush(color("panel" if dot.beaten else "accent")),
                    pen=pg.mkPen(color("muted" if dot.beaten else "accent"), width=1.5),
                )
            )
            name = pg.TextItem(f"  {dot.name} {numeral(dot.value, 1)}", color=color("text"), anchor=(0, 0.5))
            name.setFont(number_font(12))
            name.setPos(x, dot.value)
            plot.addItem(name, ignoreBounds=True)

    def _scale(self, plot: Any) -> None:
        color = self._theme.color
        xs = [math.log10(dot.seconds) for dot in self._dots]
        ys = [dot.value for dot in self._dots]
        spread = max(max(ys) - min(ys), 2.0)
        plot.setXRange(min(xs) - 0.2, max(xs) + 0.6, padding=0)
        plot.setYRange(min(ys) - 0.2 * spread, max(ys) + 0.2 * spread, padding=0)
        styles = {"color": color("muted").name(), "font-size": "11px"}
        item = plot.getPlotItem()
        for side, words in (("left", self._height), ("bottom", self._across)):
            axis = style_axis(plot, side, self._theme, rules=True)
            if side == "bottom":
                axis.setLabel(words, **styles)
        ticks = [(math.log10(tick), numeral(tick, max(0, -math.floor(math.log10(tick))))) for tick in _TICKS]
        item.getAxis("bottom").setTicks([ticks])
        step = next(each for each in _STEPS if spread / each <= 4)
        first = math.floor(min(ys) / step)
        levels = [n * step for n in range(first, first + 8)]
        item.getAxis("left").setTicks([[(level, numeral(level, 1 if step < 1 else 0)) for level in levels]])

    def _make_plot(self, pg: Any) -> None:
        plot = still_plot(pg)
        plot.getPlotItem().setContentsMargins(0, S2, 0, 0)
        plot.scene().sigMouseMoved.connect(self._point)
        self._column.addWidget(plot)
        self._plot = plot

    def _point(self, position: QPointF) -> None:
        box = self._plot.getPlotItem().vb
        near = [
            dot
            for dot in self._dots
            if (box.mapViewToScene(QPointF(math.log10(dot.seconds), dot.value)) - position).manhattanLength()
            < _NEAR_PX
        ]
        self._plot.setToolTip(escape_markup("\n\n".join(map(_tip, near))))


def _tip(dot: Dot) -> str:
    seconds = numeral(dot.seconds, 1 if dot.seconds >= 1 else 3)
    return f"{dot.name}\n{seconds} s\n{numeral(dot.value, 2)} %"
