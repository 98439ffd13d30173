"""What is predicted of a paper in the inspector: year and score with intervals, topics with probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from assay_desktop.pages.search.widgets.prediction_bars import IntervalBar, ShareBar
from assay_desktop.text.figures import percent
from assay_desktop.theme import S1, S2, S3, S4
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from assay_desktop.pages.search.widgets.predicted import (
        NumberLine,
        PredictedPaper,
        PredictedTopic,
        TopicGroup,
    )
    from assay_desktop.theme import Theme

_BAR_PX = 84


class PredictionsView(QWidget):
    """Shows what it is given; the wish to learn leaves as a signal."""

    learning_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: PredictedPaper | None = None
        self._message = label(role="muted", wrap=True)
        self.action = QPushButton(self.tr("Train predictor"))
        self.action.hide()
        self.action.setProperty("kind", "primary")
        self.action.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.action.clicked.connect(self.learning_wanted)
        self._content: QWidget | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, S2)
        self._column.setSpacing(S3)
        self._column.addWidget(self._message)
        self._column.addWidget(self.action, 0, Qt.AlignmentFlag.AlignLeft)

    def show_prediction(self, found: PredictedPaper) -> None:
        """Anew; a button that is still there keeps the focus."""
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
        """The sentence that stands where nothing is predicted, or beside it."""
        return self._message.text()

    def _made(self, found: PredictedPaper) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S4)
        for number in found.numbers:
            column.addLayout(self._number(number))
        for group in found.groups:
            column.addLayout(self._group(group))
        for sentence in (*found.missing, found.foot):
            if sentence:
                column.addWidget(label(sentence, "caption", wrap=True))
        return holder

    def _number(self, number: NumberLine) -> QVBoxLayout:
        part = _part()
        head = QHBoxLayout()
        head.addWidget(label(number.heading, "section"))
        head.addStretch(1)
        head.addWidget(label(number.words, "strong"))
        part.addLayout(head)
        said = f"{number.heading}: {number.words}, {number.interval}"
        part.addWidget(
            IntervalBar(
                self._theme,
                ". ".join(filter(None, (said, number.truth))),
                scale=(number.lowest, number.highest),
                interval=(number.low, number.high),
                value=number.value,
                known=number.known,
            )
        )
        ends = QHBoxLayout()
        ends.addWidget(label(number.ends[0], "caption"))
        ends.addStretch(1)
        ends.addWidget(label(number.ends[1], "caption"))
        part.addLayout(ends)
        part.addWidget(label(number.interval, wrap=True))
        if number.truth:
            part.addWidget(label(number.truth, wrap=True))
        part.addWidget(label(number.about, "caption", wrap=True))
        return part

    def _group(self, group: TopicGroup) -> QVBoxLayout:
        part = _part()
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

    def _topic(self, grid: QGridLayout, row: int, topic: PredictedTopic) -> None:
        """Name, bar and per cent; a tick before the name of one that the paper has."""
        percent = per_cent(topic.probability)
        name = ElidedLabel("strong" if topic.known else "body")
        name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        name.show_text(f"✓ {topic.name}" if topic.known else topic.name)
        has = self.tr("the paper has it") if topic.known else self.tr("the paper does not name it")
        bar = ShareBar(
            self._theme, topic.probability, f"{topic.name}: {percent}, {has}. {topic.hint}".strip()
        )
        bar.setFixedWidth(_BAR_PX)
        grid.addWidget(name, row, 0)
        grid.addWidget(bar, row, 1)
        grid.addWidget(label(percent, "number"), row, 2, Qt.AlignmentFlag.AlignRight)


def _widest_per_cent() -> int:
    """In pixels: bars of all groups start and end at the same place."""
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


def _part() -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(S1)
    return column


def _content_of(found: PredictedPaper) -> tuple[object, ...]:
    return found.numbers, found.groups, found.missing, found.foot
