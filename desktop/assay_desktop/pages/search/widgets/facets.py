"""What the results have in common: years as bars, then venues, authors and keywords to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QListView, QSizePolicy, QToolTip, QWidget

from assay_desktop.pages.search.facets import Counts, Value, Years
from assay_desktop.text.figures import counted, numeral
from assay_desktop.theme import RADIUS, S1, S2, Theme, number_font
from assay_desktop.widgets.boxes import vbox
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.tables.counted_list import ALL, VALUE_ROLE, CountedList, CountedRow

_BARS_PX: Final = 44.0
_LINE_PX: Final = 16.0
_LEAST_PX: Final = 2.0  # of a bar with a paper
_PAD: Final = 4.0


class YearBars(QWidget):
    """A click chooses a bar or lifts that, a drag chooses all from one to another.

    With the keys: Left and Right go along, Space and Enter choose.
    """

    chosen = Signal(int, int)  # first and last year

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._bars: tuple[Years, ...] = ()
        self._span = (0, 0)
        self._at = 0  # the bar that the keys choose
        self._pressed = self._dragged = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.update)

    def show_years(self, bars: Sequence[Years], span: tuple[int, int]) -> None:
        """Show the bars; the first and the last year of the papers stand below them."""
        self._bars, self._span = tuple(bars), span
        self._at = min(self._at, max(0, len(bars) - 1))
        self._tell()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, round(_BARS_PX + _LINE_PX + 2 * _PAD))

    def box_of(self, place: int) -> QRectF:
        """Return where a bar may be clicked: its whole column."""
        wide = (self.width() - 2 * _PAD) / max(1, len(self._bars))
        return QRectF(_PAD + place * wide, _PAD, wide, _BARS_PX)

    # --- choosing

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._dragged = self._place(event.position())
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed >= 0:
            self._dragged = self._place(event.position())
            self.update()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        first, last = sorted((self._pressed, self._dragged))
        self._pressed = self._dragged = -1
        if first >= 0:
            self._at = last
            self.chosen.emit(self._bars[first].first, self._bars[last].last)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if step and self._bars:
            self._at = max(0, min(len(self._bars) - 1, self._at + step))
            self._tell()
            self.update()
        elif event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._bars:
            self.chosen.emit(self._bars[self._at].first, self._bars[self._at].last)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self._bars:
            place = self._place(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self._words(place) if place >= 0 else "", self)
            return True
        return super().event(event)

    def _place(self, at: QPointF) -> int:
        if not self._bars:
            return -1
        wide = (self.width() - 2 * _PAD) / len(self._bars)
        return max(0, min(len(self._bars) - 1, int((at.x() - _PAD) / wide)))

    def _words(self, place: int) -> str:
        bar = self._bars[place]
        years = str(bar.first) if bar.first == bar.last else f"{bar.first}–{bar.last}"
        return f"{years}: {numeral(bar.n)}"

    def _tell(self) -> None:
        """Tell assistive tools the bar that the keys choose."""
        if not self._bars:
            self.setAccessibleName(self.tr("Years"))
            return
        words = self._words(self._at)
        chosen = self.tr("Years; {0}, chosen") if self._bars[self._at].chosen else self.tr("Years; {0}")
        self.setAccessibleName(chosen.format(words))

    # --- painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        most = max((bar.n for bar in self._bars), default=0) or 1
        any_chosen = any(bar.chosen for bar in self._bars)
        low, high = sorted((self._pressed, self._dragged))
        painter.setPen(Qt.PenStyle.NoPen)
        for place, bar in enumerate(self._bars):
            column = self.box_of(place)
            tall = max(_LEAST_PX, _BARS_PX * bar.n / most) if bar.n else 0.0
            gap = min(1.0, column.width() / 4)
            box = QRectF(column.left(), column.bottom() - tall, column.width() - gap, tall)
            strong = bar.chosen or (low >= 0 and low <= place <= high)
            painter.setBrush(self._theme.color("accent" if strong or not any_chosen else "faint"))
            painter.setOpacity(1.0 if strong else 0.55)
            painter.drawRect(box)
        painter.setOpacity(1.0)
        self._paint_line(painter)

    def _paint_line(self, painter: QPainter) -> None:
        """Paint the years at both ends, and where the keys are."""
        if not self._bars:
            return
        painter.setFont(number_font(11))
        painter.setPen(self._theme.color("muted"))
        line = QRectF(_PAD, _PAD + _BARS_PX + S1 / 2, self.width() - 2 * _PAD, _LINE_PX)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, str(self._span[0]))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight, str(self._span[1]))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("accent"), 1.5))
            painter.drawRoundedRect(self.rect().toRectF().adjusted(1, 1, -1, -1), RADIUS, RADIUS)
            column = self.box_of(self._at)
            painter.drawLine(column.bottomLeft() + QPointF(0, 1), column.bottomRight() + QPointF(-1, 1))
            painter.setFont(number_font(11))
            painter.drawText(line, Qt.AlignmentFlag.AlignHCenter, self._words(self._at))


class FacetList(CountedList):
    """A click, Space and Enter choose a value, or lift that."""

    chosen = Signal(str, str)  # facet, value

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, self.tr("Limit the search to"), most=ALL)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)  # what is chosen is ticked
        self.clicked.connect(self._choose)
        self.show_values([])

    def show_values(self, rows: Sequence[CountedRow]) -> None:
        """Show the values; the one that the keys are at stays it, whatever its number is now."""
        at = _name_of(self.currentIndex().data(VALUE_ROLE))
        places = (place for place, row in enumerate(rows) if at and _name_of(row.value) == at)
        self.show_rows(rows, next(places, -1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.rows.index(self.rows.find(lambda row: row.value is not None)))

    def _choose(self, index: QModelIndex) -> None:
        if name := _name_of(index.data(VALUE_ROLE)):
            self.chosen.emit(*name)


def _name_of(value: object) -> tuple[str, str] | None:
    return (value.facet, value.value) if isinstance(value, Value) else None


class FacetPane(QWidget):
    """Shows counts; a choice leaves as a signal. Without papers to count nothing is there."""

    venues_shown = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.years = YearBars(theme)
        self.values = FacetList(theme)
        self._counted = label(role="caption", wrap=True)
        self._counted.setContentsMargins(S2, 0, S2, 0)
        vbox(self._counted, self.years, self.values, on=self, gap=S1)
        self.hide()

    def show_counts(self, counts: Counts) -> None:
        self.years.show_years(counts.years, counts.span)
        self.years.setVisible(len(counts.years) > 1)
        self.values.show_values(self._rows(counts.values))
        self.values.setVisible(bool(counts.values))
        one, many = self.tr("paper"), self.tr("papers")
        if counts.of_search:
            one, many = self.tr("nearest paper"), self.tr("nearest papers")
        of = self.tr("Of the {0}:") if counts.of_search else self.tr("Of {0}:")
        self._counted.setText(of.format(counted(counts.n_papers, one, many)))
        self.setVisible(bool(counts.years or counts.values))
        self.venues_shown.emit(any(each.facet == "venue" for each in counts.values))

    def _rows(self, values: tuple[Value, ...]) -> list[CountedRow]:
        titles = {
            "venue": self.tr("Venue"),
            "author": self.tr("Author"),
            "tag": self.tr("Keyword"),
            "pdf": self.tr("More"),
            "judged": self.tr("More"),
        }
        words = {
            ("pdf", "yes"): self.tr("Has a PDF"),
            ("judged", "yes"): self.tr("Judged"),
            ("judged", "no"): self.tr("Not judged"),
        }
        rows: list[CountedRow] = []
        before = ""
        for each in values:
            if titles[each.facet] != before:
                before = titles[each.facet]
                rows.append(CountedRow(before))
            text, n = words.get((each.facet, each.value), each.value), numeral(each.n)
            papers = counted(each.n, self.tr("paper"), self.tr("papers"))
            spoken = self.tr("{0}, {1}, chosen") if each.chosen else self.tr("{0}, {1}")
            rows.append(CountedRow(text, each, n, spoken.format(text, papers), ticked=each.chosen))
        return rows
