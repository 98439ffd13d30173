"""Lines over the updates of a training: thin for what was learnt from, strong for what was held out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assay_desktop.theme import S2, Theme, number_font

if TYPE_CHECKING:
    from collections.abc import Sequence

_LABEL_PX = 16  # the height of a line's name at its end
_LEAST_PX = 150
_EARLY = 0.8  # a line that ends before this share of the others has its name there


@dataclass(frozen=True, slots=True)
class Line:
    """`color` names one of the palette's; a `strong` line is thick and has dots where it has few points."""

    name: str
    xs: Sequence[float]
    ys: Sequence[float]
    color: str
    strong: bool = False


class CurvePlot(QWidget):
    """Lines with their names at their ends; what lies under the mouse is said in the tooltip.

    pyqtgraph is imported with the first plot, so that the window's start does not wait for it.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lines: Sequence[Line] = ()
        self._reach = 1.0
        self._plot: Any = None
        self._items: list[tuple[Any, Any]] = []  # a curve and its name
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.setMinimumHeight(_LEAST_PX)
        theme.changed.connect(self._draw)

    def show_lines(self, lines: Sequence[Line], *, reach: float, description: str) -> None:
        """Draws the lines from 0 to `reach`; `description` says the same in words."""
        self._lines, self._reach = lines, max(1.0, reach)
        self.setAccessibleName(description)
        self._draw()

    @property
    def lines(self) -> Sequence[Line]:
        return self._lines

    def _draw(self) -> None:
        if self._plot is None:
            if not any(len(line.xs) for line in self._lines):
                return
            self._make_plot()
        pg = _pyqtgraph()
        self._dress(pg)
        while len(self._items) < len(self._lines):
            self._items.append(self._new_item(pg))
        low, high = self._range()
        for number, (curve, name) in enumerate(self._items):
            line = self._lines[number] if number < len(self._lines) else None
            shown = line is not None and len(line.xs) > 0
            curve.setVisible(shown)
            name.setVisible(shown)
            if line is not None and shown:
                self._draw_line(pg, curve, name, line)
        self._plot.setYRange(low, high, padding=0.04)
        self._plot.setXRange(0, self._reach * 1.28, padding=0)  # room for the names at the right
        self._ticks(low, high)
        self._part_names(low, high)

    def _draw_line(self, pg: Any, curve: Any, name: Any, line: Line) -> None:
        color = QColor(self._theme.color(line.color))
        if not line.strong:
            color.setAlphaF(0.6)
        curve.setData(list(line.xs), list(line.ys))
        curve.setPen(pg.mkPen(color, width=2 if line.strong else 1))
        dots = line.strong and len(line.xs) <= 24
        curve.setSymbol("o" if dots else None)
        curve.setSymbolSize(5)
        curve.setSymbolBrush(color)
        curve.setSymbolPen(None)
        name.setText(f"{line.name} {line.ys[-1]:.3f}", color=self._theme.color(_readable(line.color)))

    def _part_names(self, low: float, high: float) -> None:
        """Names stand at the ends of their lines, one below the other where two would overlap."""
        room = max(1.0, float(self._plot.getPlotItem().vb.height()))
        step = (high - low) * 1.08 * _LABEL_PX / room
        last = max((line.xs[-1] for line in self._lines if len(line.xs)), default=0.0)
        places: dict[int, float] = {}
        floor = math.inf
        shown = [(line.ys[-1], number) for number, line in enumerate(self._lines) if len(line.ys)]
        for value, number in sorted(shown, reverse=True):
            line, name = self._lines[number], self._items[number][1]
            if line.xs[-1] < _EARLY * last:  # a stage that is over: nothing is in its way
                name.setPos(line.xs[-1], value)
                continue
            places[number] = floor = min(max(low, min(high, value)), floor - step)
        short = max(0.0, low + step / 2 - floor)
        for number, value in places.items():
            self._items[number][1].setPos(last, value + short)

    def _range(self) -> tuple[float, float]:
        """From the least to the greatest value, but for the first few of a noisy beginning."""
        values = sorted(value for line in self._lines for value in line.ys)
        if not values:
            return 0.0, 1.0
        low, high = values[0], values[min(len(values) - 1, int(len(values) * 0.995))]
        strong = [value for line in self._lines if line.strong for value in line.ys]
        high = max([high, *strong])
        spread = (high - low) or max(abs(high), 1e-3)
        return low - 0.05 * spread, high + 0.05 * spread

    def _ticks(self, low: float, high: float) -> None:
        step = _round_step((high - low) / 4)
        first = math.ceil(low / step)
        digits = max(0, -math.floor(math.log10(step)))
        levels = [(n * step, f"{n * step:.{digits}f}") for n in range(first, first + 8) if n * step <= high]
        self._plot.getPlotItem().getAxis("left").setTicks([levels])
        across = _round_step(self._reach / 4)
        places = [(n * across, f"{n * across:,.0f}") for n in range(6) if n * across <= self._reach * 1.001]
        self._plot.getPlotItem().getAxis("bottom").setTicks([places])

    def _dress(self, pg: Any) -> None:
        color = self._theme.color
        self._plot.setBackground(color("panel"))
        for side in ("left", "bottom"):
            axis = self._plot.getPlotItem().getAxis(side)
            axis.setPen(pg.mkPen(None))
            axis.setTextPen(pg.mkPen(color("muted")))
            axis.setTickFont(number_font(11))
        axis = self._plot.getPlotItem().getAxis("left")
        axis.setTickPen(pg.mkPen(color("line")))
        axis.setGrid(255)
        axis.setZValue(-1)  # rules lie below the lines

    def _make_plot(self) -> None:
        pg = _pyqtgraph()
        pg.setConfigOptions(antialias=True)
        plot = pg.PlotWidget()
        plot.setMenuEnabled(False)
        plot.hideButtons()
        plot.setMouseEnabled(x=False, y=False)
        plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        plot.setFrameShape(plot.Shape.NoFrame)
        plot.getPlotItem().setContentsMargins(0, S2, 0, 0)
        plot.scene().sigMouseMoved.connect(self._point)
        self._column.addWidget(plot)
        self._plot = plot

    def _new_item(self, pg: Any) -> tuple[Any, Any]:
        curve = self._plot.plot([], [])
        name = pg.TextItem(anchor=(0, 0.5))
        name.setFont(number_font(12))
        self._plot.addItem(name, ignoreBounds=True)
        return curve, name

    def _point(self, position: QPointF) -> None:
        x = self._plot.getPlotItem().vb.mapSceneToView(position).x()
        said = [
            f"{line.name} {line.ys[place]:.4f}"
            for line in self._lines
            if (place := _nearest(line.xs, x)) is not None
        ]
        inside = 0 <= x <= self._reach
        self.setToolTip("\n".join([f"{x:,.0f}", *said]) if inside and said else "")


def _nearest(xs: Sequence[float], x: float) -> int | None:
    return min(range(len(xs)), key=lambda place: abs(xs[place] - x)) if len(xs) else None


def _round_step(step: float) -> float:
    """1, 2 or 5 times a power of ten, not below `step`."""
    power = 10.0 ** math.floor(math.log10(step)) if step > 0 else 1.0
    return next((n * power for n in (1, 2, 5, 10) if n * power >= step), 10 * power)


def _readable(color: str) -> str:
    """Amber and grey are too pale for words on light grounds."""
    return "text" if color in {"warning", "grade1", "grade0", "faint"} else color


def _pyqtgraph() -> Any:
    """The plotting library, which carries no types."""
    return import_module("pyqtgraph")
