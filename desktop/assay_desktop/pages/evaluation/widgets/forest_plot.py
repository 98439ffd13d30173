"""Differences with their intervals, one below the other: what is sure is full, what is not is hollow."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import signed
from assay_desktop.theme import Theme, number_font
from assay_desktop.widgets.plots.still_plot import pyqtgraph, still_plot, style_axis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent, QResizeEvent

_ROW_PX: Final = (18, 22)  # at least, at most
_FOOT_PX: Final = 20
_WORDS_PX: Final = 60
_DOT_PX: Final = 9
_NAMES_SHARE: Final = 0.34  # of the width, at most
_NAMES_PX: Final = 300


@dataclass(frozen=True, slots=True)
class Span:
    """A difference, from `low` to `high` with 95 %; a `strong` one is a mean of the others."""

    key: str
    name: str
    value: float
    low: float
    high: float
    certain: bool
    tip: str
    strong: bool = False


class ForestPlot(QWidget):
    """Gains in the accent colour, losses in the danger colour; scrolls where there are many.

    pyqtgraph is imported with the first plot, so that the window's start does not wait for it.
    """

    span_chosen = Signal(str)  # its key

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._spans: list[Span] = []
        self._marked = ""
        self._plot: Any = None
        self._row_px = _ROW_PX[1]
        self._holder = QWidget()
        self._rows = QVBoxLayout(self._holder)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._holder)
        self._scale = _Scale(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._area, 1)
        column.addWidget(self._scale)
        column.addStretch()
        theme.changed.connect(self._draw)

    def show_spans(self, spans: Sequence[Span]) -> None:
        """Draw them from the top, in the order given."""
        self._spans = list(spans)
        self.setAccessibleName(self.tr("Differences to the baseline"))
        self.setAccessibleDescription("; ".join(span.tip.replace("\n", ", ") for span in self._spans))
        self._draw()

    @property
    def spans(self) -> list[Span]:
        return self._spans

    def mark(self, key: str) -> None:
        """Tint the row of one, and bring it into view."""
        if key == self._marked:
            return
        self._marked = key
        self._draw()
        place = next((n for n, span in enumerate(self._spans) if span.key == key), None)
        if place is not None:
            px = self._row_px
            self._area.ensureVisible(0, place * px + px // 2, 0, px)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._plot is not None:
            self._fit_rows()
            self._name_rows()

    # --- drawing

    def _draw(self) -> None:
        if self._plot is None and not self._spans:
            return
        pg = pyqtgraph()
        if self._plot is None:
            self._make_plot(pg)
        plot, color = self._plot, self._theme.color
        plot.clear()
        plot.setVisible(bool(self._spans))
        if not self._spans:
            return
        self._fit_rows()
        plot.setBackground(color("panel"))
        style_axis(plot, "left", self._theme, px=12)
        self._draw_rules(plot, pg)
        for place, span in enumerate(self._spans):
            self._draw_span(plot, pg, place, span)
        low, high = self._range()
        plot.setXRange(low, high, padding=0.02)
        plot.setYRange(-0.5, len(self._spans) - 0.5, padding=0)
        self._name_rows()

    def _draw_rules(self, plot: Any, pg: Any) -> None:
        color = self._theme.color
        marked = next((n for n, span in enumerate(self._spans) if span.key == self._marked), None)
        if marked is not None:
            brush = pg.mkBrush(color("selection"))
            region = pg.LinearRegionItem(
                (marked - 0.5, marked + 0.5), "horizontal", brush=brush, pen=pg.mkPen(None), movable=False
            )
            region.setZValue(-20)
            plot.addItem(region, ignoreBounds=True)
        for level, _words in self._levels():
            pen = pg.mkPen(color("faint" if level == 0 else "line"), width=1)
            rule = pg.InfiniteLine(level, angle=90, pen=pen)
            rule.setZValue(-10)
            plot.addItem(rule, ignoreBounds=True)

    def _levels(self) -> list[tuple[float, str]]:
        """Round differences and how they are written."""
        low, high = self._range()
        step = _round_step((high - low) / 6)
        digits = max(0, -math.floor(math.log10(step)))
        levels = [n * step for n in range(math.ceil(low / step), math.floor(high / step) + 1)]
        return [(level, signed(level, digits) if level else "0") for level in levels]

    def _draw_span(self, plot: Any, pg: Any, place: int, span: Span) -> None:
        color, panel = self._theme.color, self._theme.color("panel")
        own = color("accent" if span.value >= 0 else "danger") if span.certain else color("muted")
        line = pg.PlotCurveItem(
            [span.low, span.high], [place, place], pen=pg.mkPen(own, width=2.5 if span.strong else 1.5)
        )
        dot = pg.ScatterPlotItem(
            [span.value],
            [place],
            size=_DOT_PX + (2 if span.strong else 0),
            symbol="d" if span.strong else "o",
            brush=pg.mkBrush(own if span.certain else panel),
            pen=pg.mkPen(own, width=1.5),
        )
        plot.addItem(line)
        plot.addItem(dot)

    def _fit_rows(self) -> None:
        """Move rows together where all then fit, and cut none by the lower edge."""
        least, most = _ROW_PX
        room = self.height() - _FOOT_PX
        fitting = room // max(1, len(self._spans))
        self._row_px = min(most, fitting) if fitting >= least else most
        self._holder.setFixedHeight(self._row_px * len(self._spans))
        self._area.setMaximumHeight(max(most, room // self._row_px * self._row_px))

    def _name_rows(self) -> None:
        """Put names at the left, cut in the middle where they would take more than a third."""
        measured = QFontMetricsF(number_font(12))
        most = min(_NAMES_PX, self._area.viewport().width() * _NAMES_SHARE)
        names = [measured.elidedText(span.name, Qt.TextElideMode.ElideMiddle, most) for span in self._spans]
        axis = self._plot.getPlotItem().getAxis("left")
        axis.setTicks([list(enumerate(names))])
        axis.setWidth(max((measured.horizontalAdvance(name) for name in names), default=0.0) + 12)
        self._place_scale()

    def _place_scale(self) -> None:
        """Keep the scale in view below rows that scroll."""
        box = self._plot.getPlotItem().vb
        self._scale.show_levels(
            [(box.mapViewToScene(QPointF(level, 0.0)).x(), words) for level, words in self._levels()]
            if self._spans
            else []
        )

    def _range(self) -> tuple[float, float]:
        """Return the range with zero in it, and never so narrow that noise looks large."""
        low = min(-1.0, *(span.low for span in self._spans))
        high = max(1.0, *(span.high for span in self._spans))
        return low, high

    def _make_plot(self, pg: Any) -> None:
        plot = still_plot(pg)
        plot.wheelEvent = lambda event: event.ignore()  # the page scrolls, not the plot
        item = plot.getPlotItem()
        item.setContentsMargins(0, 0, 0, 0)
        item.vb.invertY(True)
        item.hideAxis("bottom")
        item.getAxis("left").setStyle(tickLength=0)
        item.vb.sigResized.connect(lambda _box: self._place_scale())
        plot.scene().sigMouseMoved.connect(self._point)
        plot.scene().sigMouseClicked.connect(lambda event: self._choose(event.scenePos()))
        self._rows.addWidget(plot)
        self._plot = plot

    # --- the mouse

    def _span_at(self, position: QPointF) -> Span | None:
        place = round(self._plot.getPlotItem().vb.mapSceneToView(position).y())
        return self._spans[place] if 0 <= place < len(self._spans) else None

    def _point(self, position: QPointF) -> None:
        span = self._span_at(position)
        self._plot.setToolTip(escape_markup(span.tip) if span else "")

    def _choose(self, position: QPointF) -> None:
        span = self._span_at(position)
        if span is not None:
            self.span_chosen.emit(span.key)


class _Scale(QWidget):
    """Words at places, in one line."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._levels: list[tuple[float, str]] = []
        self.setFixedHeight(_FOOT_PX)

    def show_levels(self, levels: list[tuple[float, str]]) -> None:
        """Show the levels: (x in pixels, words) each."""
        self._levels = levels
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(number_font(11))
        painter.setPen(self._theme.color("muted"))
        for x, words in self._levels:
            place = QRectF(x - _WORDS_PX / 2, 0, _WORDS_PX, self.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)


def _round_step(step: float) -> float:
    """1, 2 or 5 times a power of ten, not below `step`."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(n * power for n in (1, 2, 5, 10) if n * power >= step)
