"""Lines over the steps of a training: thin for what was learned from, strong for what was held out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFontMetricsF
from PySide6.QtWidgets import QWidget

from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, Theme, number_font
from assay_desktop.widgets.boxes import vbox
from assay_desktop.widgets.plots.still_plot import pyqtgraph, still_plot, style_axis

_LABEL_PX = 16  # the height of a line's name at its end
_LEAST_PX = 150
_GAP_PX = 4  # between the end of a line and its name
_MOST_SHARE = 0.45  # of the plot's width that a name may take
_EARLY = 0.8  # a line that ends before this share of the others has its name there
_AHEAD = 1.02  # how far the axis reaches beyond what has happened, at least
_LEAST_CONTRAST = 4.5  # of words on their ground
_BOUNDS = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)  # times a power of ten: where the axis may end


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
        self._marks: Sequence[tuple[float, str]] = ()
        self._plot: Any = None
        self._items: list[tuple[Any, Any]] = []  # a curve and its name
        self._rules: list[tuple[Any, Any]] = []  # a line from top to bottom and its name
        self._column = vbox(on=self)
        self.setMinimumHeight(_LEAST_PX)
        theme.changed.connect(self._draw)

    def show_lines(
        self,
        lines: Sequence[Line],
        *,
        reach: float,
        description: str,
        marks: Sequence[tuple[float, str]] = (),
    ) -> None:
        """Draw the lines from 0 to a round bound above their ends, at most `reach`.

        `description` says the same in words; `marks` are places on the axis, each with its name.
        """
        self._lines, self._reach, self._marks = lines, max(1.0, reach), marks
        self.setAccessibleName(description)
        self._draw()

    @property
    def lines(self) -> Sequence[Line]:
        return self._lines

    @property
    def bound(self) -> float:
        """Where the axis ends: the next round number above what has happened, at most the whole."""
        return next_bound(self._last(), whole=self._reach)

    def _last(self) -> float:
        return max((line.xs[-1] for line in self._lines if len(line.xs)), default=0.0)

    def _draw(self) -> None:
        if self._plot is None:
            if not any(len(line.xs) for line in self._lines):
                return
            self._make_plot()
        pg = pyqtgraph()
        self._dress(pg)
        while len(self._items) < len(self._lines):
            self._items.append(self._new_item(pg))
        while len(self._rules) < len(self._marks):
            self._rules.append(self._new_rule(pg))
        for number, (curve, name) in enumerate(self._items):
            line = self._lines[number] if number < len(self._lines) else None
            shown = line is not None and len(line.xs) > 0
            curve.setVisible(shown)
            name.setVisible(shown)
            if line is not None and shown:
                self._draw_line(pg, curve, line)
        self._lay_out()

    def _lay_out(self) -> None:
        """Lay out ranges, ticks and names: all that hangs on how large the plot is."""
        low, high = self._range()
        wide = max(1.0, float(self._plot.getPlotItem().vb.width()))
        for number, line in enumerate(self._lines):
            if len(line.xs):
                self._name_line(self._items[number][1], line, most=wide * _MOST_SHARE)
        top = high + (high - low) * (0.14 if self._marks else 0.0)  # room for the names of the stages
        self._plot.setYRange(low, top, padding=0.04)
        self._plot.setXRange(0, self._width_in_steps(wide), padding=0)
        self._ticks(low, high)
        self._part_names(low, high)
        self._place_rules(top, self._width_in_steps(wide) / wide)

    def _width_in_steps(self, wide: float) -> float:
        """Return what the plot spans so that every name has its measured width at the right of its line."""
        last = self._last()
        needed = [self.bound]
        for number, line in enumerate(self._lines):
            if len(line.xs):
                end = line.xs[-1] if self._is_early(line, last) else last
                room = wide - _width(self._items[number][1]) - _GAP_PX
                needed.append(end * wide / max(room, wide * (1 - _MOST_SHARE)))
        return max(needed)

    def _is_early(self, line: Line, last: float) -> bool:
        """Return whether its name stands at its own end: a stage has it there, a run at the right."""
        return bool(self._marks) and line.xs[-1] < _EARLY * last

    def _draw_line(self, pg: Any, curve: Any, line: Line) -> None:
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

    def _name_line(self, item: Any, line: Line, *, most: float) -> None:
        """Write name and last value, whole where there is room; a long name is cut, never the value."""
        measured = QFontMetricsF(number_font(12))
        value = f" {numeral(line.ys[-1], 3)}"
        room = most - measured.horizontalAdvance(value) - 2 * _LABEL_PX
        name = measured.elidedText(line.name, Qt.TextElideMode.ElideMiddle, max(room, 2.0 * _LABEL_PX))
        item.setFont(number_font(12))
        item.setText(f"{name}{value}", color=self._readable(line.color))

    def _readable(self, name: str) -> QColor:
        """The line's colour, drawn towards that of words until it can be read."""
        color = self._theme.color
        return readable(color(name), on=color("panel"), towards=color("text"))

    def _place_rules(self, top: float, steps_a_pixel: float) -> None:
        """Put the names of stages at the top, where the next one leaves them room."""
        ends = [place for place, _ in self._marks[1:]] + [math.inf]
        for number, (rule, name) in enumerate(self._rules):
            shown = number < len(self._marks)
            rule.setVisible(shown and number > 0)
            name.setVisible(shown)
            if shown:
                place, words = self._marks[number]
                rule.setPos(place)
                name.setFont(number_font(11))
                name.setText(words, color=self._theme.color("muted"))
                name.setPos(place, top)
                name.setVisible(_width(name) * steps_a_pixel <= ends[number] - place)

    def _part_names(self, low: float, high: float) -> None:
        """Put names at the ends of their lines, one below the other where two would overlap."""
        room = max(1.0, float(self._plot.getPlotItem().vb.height()))
        step = (high - low) * (1.22 if self._marks else 1.08) * _LABEL_PX / room
        last = self._last()
        places: dict[int, float] = {}
        floor = math.inf
        shown = [(line.ys[-1], number) for number, line in enumerate(self._lines) if len(line.ys)]
        for value, number in sorted(shown, reverse=True):
            line, name = self._lines[number], self._items[number][1]
            if self._is_early(line, last):  # a stage that is over: nothing is in its way
                name.setPos(line.xs[-1], value)
                continue
            places[number] = floor = min(max(low, min(high, value)), floor - step)
        short = max(0.0, low + step / 2 - floor)
        for number, value in places.items():
            self._items[number][1].setPos(last, value + short)

    def _range(self) -> tuple[float, float]:
        """Span the least to the greatest value, but for the first few of a noisy beginning."""
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
        levels = [(n * step, numeral(n * step, digits)) for n in range(first, first + 8) if n * step <= high]
        self._plot.getPlotItem().getAxis("left").setTicks([levels])
        across = max(1.0, _round_step(self.bound / 4))
        places = [(n * across, numeral(n * across)) for n in range(6) if n * across <= self.bound * 1.001]
        self._plot.getPlotItem().getAxis("bottom").setTicks([places])

    def _dress(self, pg: Any) -> None:
        color = self._theme.color
        self._plot.setBackground(color("panel"))
        style_axis(self._plot, "left", self._theme, rules=True)
        style_axis(self._plot, "bottom", self._theme)
        words = self.tr("steps over all stages") if self._marks else self.tr("steps")
        self._plot.getPlotItem().getAxis("bottom").setLabel(
            words, **{"color": color("muted").name(), "font-size": "11px"}
        )
        for rule, _ in self._rules:
            rule.setPen(pg.mkPen(color("faint"), width=1, style=Qt.PenStyle.DashLine))

    def _make_plot(self) -> None:
        pg = pyqtgraph()
        plot = still_plot(pg)
        plot.getPlotItem().setContentsMargins(0, S2, 0, 0)
        plot.scene().sigMouseMoved.connect(self._point)
        plot.getPlotItem().vb.sigResized.connect(self._lay_out_again)
        self._column.addWidget(plot)
        self._plot = plot

    def _new_item(self, pg: Any) -> tuple[Any, Any]:
        curve = self._plot.plot([], [])
        name = pg.TextItem(anchor=(0, 0.5))
        self._plot.addItem(name, ignoreBounds=True)
        return curve, name

    def _new_rule(self, pg: Any) -> tuple[Any, Any]:
        rule = pg.InfiniteLine(angle=90, movable=False)
        rule.setPen(pg.mkPen(self._theme.color("faint"), width=1, style=Qt.PenStyle.DashLine))
        self._plot.addItem(rule, ignoreBounds=True)
        name = pg.TextItem(anchor=(0, 0))
        self._plot.addItem(name, ignoreBounds=True)
        return rule, name

    def _lay_out_again(self, _view: object) -> None:
        if self._plot is not None and len(self._items) >= len(self._lines):
            self._lay_out()

    def _point(self, position: QPointF) -> None:
        x = self._plot.getPlotItem().vb.mapSceneToView(position).x()
        rows = [
            f"{line.name} {numeral(line.ys[place], 4)}"
            for line in self._lines
            if (place := _nearest(line.xs, x)) is not None
        ]
        inside = 0 <= x <= self.bound
        self.setToolTip("\n".join([self.tr("step {0}").format(numeral(x)), *rows]) if inside and rows else "")


def _nearest(xs: Sequence[float], x: float) -> int | None:
    return min(range(len(xs)), key=lambda place: abs(xs[place] - x)) if len(xs) else None


def next_bound(last: float, *, whole: float) -> float:
    """Return a round number just above `last`, at most `whole`; `whole` itself while nothing has happened."""
    if last <= 0:
        return whole
    wanted = max(10.0, last * _AHEAD)
    power = 10.0 ** math.floor(math.log10(wanted))
    return min(whole, next(n * power for n in _BOUNDS if n * power >= wanted))


def _width(name: Any) -> float:
    """Return the width of a name as it is drawn, in pixels."""
    return float(name.textItem.boundingRect().width())


def _round_step(step: float) -> float:
    """1, 2 or 5 times a power of ten, not below `step`."""
    power = 10.0 ** math.floor(math.log10(step)) if step > 0 else 1.0
    return next((n * power for n in (1, 2, 5, 10) if n * power >= step), 10 * power)


def readable(color: QColor, *, on: QColor, towards: QColor) -> QColor:
    """The nearest mixture with `towards` whose contrast to the ground is 4.5 : 1 or more (WCAG 2.1)."""
    for step in range(20):
        share = step / 20
        mixed = QColor.fromRgbF(
            *(
                (1 - share) * one + share * other
                for one, other in zip(_parts(color), _parts(towards), strict=True)
            )
        )
        lighter, darker = sorted((_luminance(mixed), _luminance(on)), reverse=True)
        if (lighter + 0.05) / (darker + 0.05) >= _LEAST_CONTRAST:
            return mixed
    return towards


def _luminance(color: QColor) -> float:
    """Relative luminance (WCAG 2.1), 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else math.pow((part + 0.055) / 1.055, 2.4) for part in _parts(color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(color: QColor) -> tuple[float, float, float]:
    return color.redF(), color.greenF(), color.blueF()
