"""Lines over steps that have names, such as numbers of examples: each line is named at its end."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, Theme, number_font
from assay_desktop.widgets.plots.curve_plot import readable
from assay_desktop.widgets.plots.still_plot import pyqtgraph, still_plot, style_axis

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAME_PX: Final = 16  # the height of a line's name
_NEAR_PX: Final = 12
_LEAST_SPREAD: Final = 2.0  # percent
_BEFORE: Final = 0.15  # of a step, before the first
_STEPS: Final = (0.5, 1, 2, 5, 10, 20, 50)


@dataclass(frozen=True, slots=True)
class StepLine:
    """`values[k]` stands at step k, None where there is none. Strong ones are thick and in colour."""

    name: str
    values: Sequence[float | None]
    color: str = "muted"
    strong: bool = False


class FewShotPlot(QWidget):
    """Values in percent. pyqtgraph is imported with the first plot: the window's start does not wait."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._steps: Sequence[str] = ()
        self._lines: Sequence[StepLine] = ()
        self._across = ""
        self._plot: Any = None
        self._names: list[tuple[Any, float]] = []  # at the ends of lines, with their values
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.setMinimumHeight(160)
        theme.changed.connect(self._draw)

    def show_lines(self, steps: Sequence[str], lines: Sequence[StepLine], *, across: str) -> None:
        """Show the lines; `across` says what the steps are."""
        self._steps, self._lines, self._across = steps, lines, across
        self.setAccessibleName(across)
        self.setAccessibleDescription("; ".join(map(self._description, lines)))
        self._draw()

    @property
    def lines(self) -> Sequence[StepLine]:
        return self._lines

    def _description(self, line: StepLine) -> str:
        pairs = zip(self._steps, line.values, strict=True)
        values = ", ".join(f"{step}: {numeral(value, 2)}" for step, value in pairs if value is not None)
        return f"{line.name} {values}"

    def _draw(self) -> None:
        if self._plot is None and not self._lines:
            return
        pg = pyqtgraph()
        if self._plot is None:
            self._make_plot(pg)
        plot, color = self._plot, self._theme.color
        plot.clear()
        self._names = []
        plot.setVisible(bool(self._lines))
        if not self._lines:
            return
        plot.setBackground(color("panel"))
        for line in sorted(self._lines, key=lambda line: line.strong):
            self._draw_line(pg, line)
        self._scale()
        self._part_names()

    def _draw_line(self, pg: Any, line: StepLine) -> None:
        color = self._theme.color
        known = [(step, value) for step, value in enumerate(line.values) if value is not None]
        if not known:
            return
        own = color(line.color)
        xs, ys = zip(*known, strict=True)
        pen = pg.mkPen(own, width=2.5 if line.strong else 1.2)
        dots = {"symbol": "o", "symbolSize": 7 if line.strong else 5, "symbolBrush": own, "symbolPen": None}
        self._plot.addItem(pg.PlotDataItem(xs, ys, pen=pen, **dots))
        words = readable(own, on=color("panel"), towards=color("text"))
        name = pg.TextItem(f" {line.name} {numeral(ys[-1], 1)}", color=words, anchor=(0, 0.5))
        name.setFont(number_font(12))
        name.setPos(len(self._steps) - 1, ys[-1])
        self._plot.addItem(name, ignoreBounds=True)
        self._names.append((name, ys[-1]))

    def _range(self) -> tuple[float, float]:
        values = [value for line in self._lines for value in line.values if value is not None] or [0.0]
        low, high = min(values), max(values)
        short = max(0.0, _LEAST_SPREAD - (high - low)) / 2
        return low - short, high + short

    def _scale(self) -> None:
        color, item = self._theme.color, self._plot.getPlotItem()
        low, high = self._range()
        spread = high - low
        widest = max(
            (QFontMetricsF(number_font(12)).horizontalAdvance(name.toPlainText()) for name, _ in self._names),
            default=0.0,
        )
        wide = max(1.0, float(item.vb.width()))
        room = max(0.4 * wide, wide - widest - S2)
        span = (max(1, len(self._steps) - 1) + _BEFORE) * wide / room
        self._plot.setXRange(-_BEFORE, span - _BEFORE, padding=0)
        self._plot.setYRange(low - 0.08 * spread, high + 0.08 * spread, padding=0)
        for side in ("left", "bottom"):
            style_axis(self._plot, side, self._theme, rules=True)
        item.getAxis("bottom").setLabel(self._across, color=color("muted").name(), **{"font-size": "11px"})
        item.getAxis("bottom").setTicks([list(enumerate(self._steps))])
        step = next((each for each in _STEPS if spread / each <= 5), _STEPS[-1])
        first = math.ceil((low - 0.08 * spread) / step)
        levels = [n * step for n in range(first, first + 8)]
        item.getAxis("left").setTicks([[(each, numeral(each, 1 if step < 1 else 0)) for each in levels]])

    def _part_names(self) -> None:
        """One below the other where two would overlap."""
        box = self._plot.getPlotItem().vb
        (_, _), (low, high) = box.viewRange()
        step = (high - low) * _NAME_PX / max(1.0, float(box.height()))
        floor = math.inf
        for name, value in sorted(self._names, key=lambda each: -each[1]):
            floor = min(value, floor - step)
            name.setPos(len(self._steps) - 1, floor)

    def _make_plot(self, pg: Any) -> None:
        plot = still_plot(pg)
        plot.getPlotItem().setContentsMargins(0, S2, 0, 0)
        plot.getPlotItem().vb.sigResized.connect(lambda _box: self._lay_out())
        plot.scene().sigMouseMoved.connect(self._point)
        self._column.addWidget(plot)
        self._plot = plot

    def _lay_out(self) -> None:
        if self._lines:
            self._scale()
            self._part_names()

    def _point(self, position: QPointF) -> None:
        box = self._plot.getPlotItem().vb
        near = [
            f"{line.name}\n{self._steps[step]}: {numeral(value, 2)} %"
            for line in self._lines
            for step, value in enumerate(line.values)
            if value is not None
            and (box.mapViewToScene(QPointF(step, value)) - position).manhattanLength() < _NEAR_PX
        ]
        self._plot.setToolTip(escape_markup("\n\n".join(near)))
