"""What is predicted of a paper in the inspector: year and score with intervals, topics with probabilities."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from assay.prediction.types import PredictedLabel
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral, percent
from assay_desktop.theme import S1, S2, S3, S4, Theme
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button


@dataclass(frozen=True, slots=True)
class TopicGroup:
    """Labels of one kind, the most probable first; `about` says how well they are predicted."""

    heading: str
    topics: tuple[PredictedLabel, ...]
    nothing: str
    about: str


@dataclass(frozen=True, slots=True)
class NumberLine:
    """A number with its interval, on a scale of what was learned from, and of these where they lie beyond it.

    All are as they are shown: `words` are those of `value`, `ends` those of the scale.
    """

    heading: str
    value: float
    low: float
    high: float
    lowest: float
    highest: float
    known: float | None
    words: str
    interval: str
    ends: tuple[str, str]
    truth: str  # "" where it is not known
    about: str


@dataclass(frozen=True, slots=True)
class PredictedPaper:
    """All that the inspector shows, or else a sentence and what can be done about it."""

    numbers: tuple[NumberLine, ...] = ()
    groups: tuple[TopicGroup, ...] = ()
    message: str = ""
    action: str = ""
    foot: str = ""
    missing: tuple[str, ...] = ()  # what is not predicted, and why

    @property
    def is_empty(self) -> bool:
        return not self.numbers and not self.groups


_THICK, _THIN = 6.0, 2.0
_MARK = 5.0


class _Bar(QWidget):
    """As wide as there is room; what it says in words is its accessible name."""

    def __init__(self, theme: Theme, words: str, *, height: int) -> None:
        super().__init__()
        self._theme, self._height = theme, height
        self.setAccessibleName(words)
        self.setToolTip(escape_markup(words))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(120, self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self._height)

    def _rounded(self, painter: QPainter, box: QRectF, color: str) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(color))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)


class ShareBar(_Bar):
    """A share of the whole, 0..1, from the left."""

    def __init__(self, theme: Theme, share: float, words: str, *, color: str = "accent") -> None:
        super().__init__(theme, words, height=8)
        self._share, self._color = share, color

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(0, (self.height() - _THICK) / 2, self.width(), _THICK)
        self._rounded(painter, whole, "line")
        if self._share > 0:
            whole.setWidth(max(_THICK, whole.width() * self._share))
            self._rounded(painter, whole, self._color)


class IntervalBar(_Bar):
    """A scale that holds all of them: the interval, a dot for the prediction, a diamond for a known truth."""

    def __init__(
        self,
        theme: Theme,
        words: str,
        *,
        scale: tuple[float, float],
        interval: tuple[float, float],
        value: float,
        known: float | None,
    ) -> None:
        super().__init__(theme, words, height=18)
        self._scale, self._interval, self._value, self._known = scale, interval, value, known

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        self._rounded(painter, QRectF(0, middle - _THIN / 2, self.width(), _THIN), "line")
        low, high = (self._at(each) for each in self._interval)
        self._rounded(painter, QRectF(low, middle - _THICK / 2, max(_THICK, high - low), _THICK), "accent")
        painter.setPen(QPen(self._theme.color("panel"), 1.5))
        painter.setBrush(self._theme.color("accent"))
        painter.drawEllipse(QPointF(self._at(self._value), middle), _MARK + 1, _MARK + 1)
        if self._known is not None:
            at = QPointF(self._at(self._known), middle)
            steps = [QPointF(0, -1), QPointF(1, 0), QPointF(0, 1), QPointF(-1, 0)]
            painter.setPen(QPen(self._theme.color("text"), 1.5))
            painter.setBrush(self._theme.color("panel"))
            painter.drawPolygon(QPolygonF([at + step * (_MARK + 1.5) for step in steps]))

    def _at(self, value: float) -> float:
        """Return where a number stands, in pixels; marks at the ends stay whole."""
        low, high = self._scale
        share = (value - low) / (high - low) if high > low else 0.5
        edge = _MARK + 2.5
        return edge + share * (self.width() - 2 * edge)


_BAR_PX = 84


class PredictionsView(QWidget):
    """Shows what it is given; the wish to learn leaves as a signal."""

    learning_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: PredictedPaper | None = None
        self._message = label(role="muted", wrap=True)
        self.action = button(self.tr("Train predictor"), self.learning_wanted.emit, kind="primary")
        self.action.hide()
        self.action.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._content: QWidget | None = None
        self._column = vbox(
            self._message,
            (self.action, 0, Qt.AlignmentFlag.AlignLeft),
            on=self,
            gap=S3,
            margins=(0, 0, 0, S2),
        )

    def show_prediction(self, found: PredictedPaper) -> None:
        """Show it again; a button that is still there keeps the focus."""
        self._message.setText(found.message)
        self._message.setVisible(bool(found.message))
        self.action.setText(found.action)
        self.action.setVisible(bool(found.action))
        if self._shown is not None and _content_of(found) == _content_of(self._shown):
            self._shown = found
            return
        self._shown = found
        if self._content is not None:
            self._column.removeWidget(self._content)
            self._content.hide()
            self._content.deleteLater()
        self._content = self._made(found)
        self._column.addWidget(self._content)  # below: what is going on is seen without scrolling
        self._content.setVisible(not found.is_empty)  # not before it has a parent: it would be a window

    @property
    def text(self) -> str:
        """The sentence that stands where nothing is predicted, or next to it."""
        return self._message.text()

    def _made(self, found: PredictedPaper) -> QWidget:
        holder = QWidget()
        column = vbox(on=holder, gap=S4)
        for number in found.numbers:
            column.addLayout(self._number(number))
        for group in found.groups:
            column.addLayout(self._group(group))
        for sentence in (*found.missing, found.foot):
            if sentence:
                column.addWidget(label(sentence, "caption", wrap=True))
        return holder

    def _number(self, number: NumberLine) -> QVBoxLayout:
        part = vbox(gap=S1)
        head = hbox(label(number.heading, "section"), STRETCH, label(number.words, "strong"))
        part.addLayout(head)
        text = f"{number.heading}: {number.words}, {number.interval}"
        part.addWidget(
            IntervalBar(
                self._theme,
                ". ".join(filter(None, (text, number.truth))),
                scale=(number.lowest, number.highest),
                interval=(number.low, number.high),
                value=number.value,
                known=number.known,
            )
        )
        ends = hbox(label(number.ends[0], "caption"), STRETCH, label(number.ends[1], "caption"))
        part.addLayout(ends)
        part.addWidget(label(number.interval, wrap=True))
        if number.truth:
            part.addWidget(label(number.truth, wrap=True))
        part.addWidget(label(number.about, "caption", wrap=True))
        return part

    def _group(self, group: TopicGroup) -> QVBoxLayout:
        part = vbox(gap=S1)
        part.addWidget(label(group.heading, "section"))
        if group.topics:
            grid = QGridLayout()
            grid.setContentsMargins(0, 0, 0, 0)
            grid.setHorizontalSpacing(S2)
            grid.setVerticalSpacing(S1)
            grid.setColumnStretch(0, 1)
            grid.setColumnMinimumWidth(2, _widest_per_cent())
            for row, topic in enumerate(group.topics):
                self._topic(grid, row, topic)
            part.addLayout(grid)
        else:
            part.addWidget(label(group.nothing, "muted", wrap=True))
        part.addWidget(label(group.about, "caption", wrap=True))
        return part

    def _topic(self, grid: QGridLayout, row: int, topic: PredictedLabel) -> None:
        """Name, bar and per cent; a tick before the name of one that the paper has."""
        percent = per_cent(topic.probability)
        name = ElidedLabel("strong" if topic.known else "body")
        name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        name.show_text(f"✓ {topic.name}" if topic.known else topic.name)
        has = self.tr("the paper has it") if topic.known else self.tr("the paper does not name it")
        chance = self.tr("Average precision {0}, {1} by chance")
        hint = chance.format(numeral(topic.ap, 2), numeral(topic.share, 2))
        bar = ShareBar(self._theme, topic.probability, f"{topic.name}: {percent}, {has}. {hint}")
        bar.setFixedWidth(_BAR_PX)
        grid.addWidget(name, row, 0)
        grid.addWidget(bar, row, 1)
        grid.addWidget(label(percent, "number"), row, 2, Qt.AlignmentFlag.AlignRight)


def _widest_per_cent() -> int:
    """Return the width in pixels: bars of all groups start and end at the same place."""
    widths = []
    for share in (0.0, 0.88, 1.0):
        shown = label(per_cent(share), "number")
        shown.ensurePolished()
        widths.append(shown.sizeHint().width())  # a label may ask for a pixel more than its letters take
    return max(widths)


def per_cent(share: float) -> str:
    """ "12 %"; never a certainty, which no sigmoid promises."""
    if share < 0.01:
        return "< 1 %"
    return "> 99 %" if share > 0.99 else percent(share)


def _content_of(found: PredictedPaper) -> tuple[object, ...]:
    return found.numbers, found.groups, found.missing, found.foot
