"""The panel of past judgements: its rows, how they are painted, search, and the way back to a pair."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

from PySide6.QtCore import (
    QModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from assay.campaigns.types import PastPair
from assay.items.readable import readable
from assay.types import JudgementState
from assay_desktop.text.figures import clock, recent
from assay_desktop.text.translate import translator
from assay_desktop.theme import S1, S2, S3, S4, Theme, body_font, number_font, scaled
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.controls.fields import set_up_list
from assay_desktop.widgets.grade import DIAMETER, paint_grade_mark
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button
from assay_desktop.widgets.tables.rows import ITEM_ROLE, Index, ItemModel, paint_row_background

_tr = translator("judging")


class HistoryModel(ItemModel):
    """What was judged, each a `PastPair`."""

    def title(self, item: PastPair) -> str:
        return readable(item.title)

    def spoken(self, item: PastPair) -> str:
        parts = [readable(item.title), item.query, stand(item), item.judgement.note if item.judgement else ""]
        return "\n".join(part for part in parts if part)

    tip = spoken


def stand(past: PastPair) -> str:
    """Return where the pair stands, in one word or two."""
    judgement = past.judgement
    if judgement is None:
        return _tr("undone")
    if judgement.state is JudgementState.GRADE:
        return _tr("graded {0}").format(judgement.relevance)
    if judgement.state is None:
        return _tr("noted")
    return {
        JudgementState.UNSURE: _tr("unsure"),
        JudgementState.LATER: _tr("for later"),
        JudgementState.UNREADABLE: _tr("unreadable"),
        JudgementState.CONFLICT: _tr("in conflict"),
    }[judgement.state]


def when(past: PastPair) -> str:
    """Return the local time, with the day where it was not today."""
    local = past.when.astimezone()
    today = local.date() == datetime.now().astimezone().date()
    return clock(local) if today else recent(local)


_LINE_PX = 19
_ELIDE = Qt.TextElideMode.ElideRight


class HistoryDelegate(QStyledItemDelegate):
    """Three lines, four with a note."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's signature
        past = cast("PastPair", index.data(ITEM_ROLE))
        return QSize(0, scaled(_LINE_PX) * (3 + bool(_note(past))) + 2 * S2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown: Any = option  # PySide's stubs leave out the fields of options
        past = cast("PastPair", index.data(ITEM_ROLE))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box: QRect = shown.rect.adjusted(0, 1, 0, -1)
        paint_row_background(painter, box, shown.state, self._theme)
        line = QRect(box.left() + S2, box.top() + S2 - 1, box.width() - 2 * S2, scaled(_LINE_PX))
        self._paint_stand(painter, line, past)
        lines = [
            (readable(past.title), "text", body_font(13, QFont.Weight.Medium)),
            (past.query, "muted", body_font(12)),
        ]
        if _note(past):
            lines.append((_note(past), "text", body_font(12)))
        for text, color, font in lines:
            line.translate(0, scaled(_LINE_PX))
            painter.setFont(font)
            painter.setPen(self._theme.color(color))
            elided = QFontMetrics(font).elidedText(" ".join(text.split()), _ELIDE, line.width())
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, elided)
        painter.restore()

    def _paint_stand(self, painter: QPainter, line: QRect, past: PastPair) -> None:
        grade = None if past.judgement is None else past.judgement.relevance
        left = line.left()
        if grade is not None:
            side = scaled(DIAMETER)
            mark = QRectF(left, line.center().y() - side / 2 + 1, side, side)
            paint_grade_mark(painter, mark, grade, self._theme.color(f"grade{grade}"))
            left += side + S1 + 2
        painter.setFont(number_font(12))
        painter.setPen(self._theme.color("muted"))
        place = QRect(left, line.top(), line.right() - left, line.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, stand(past))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, when(past))


def _note(past: PastPair) -> str:
    return past.judgement.note if past.judgement is not None else ""


_WIDTH = 340
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 6, Qt.Key.Key_PageUp: -6}


class HistoryField(QLineEdit):
    """The focus stays here: arrows move the choice below, so that no digit grades a pair by accident."""

    stepped = Signal(int)
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self.stepped.emit(step)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class HistoryPanel(QFrame):
    """Shows only what it is given, and it is given one assessor's own."""

    pair_chosen = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "sidebar")
        self.setMinimumWidth(260)
        self._model = HistoryModel(self)
        self._field = HistoryField()
        self._field.setPlaceholderText(self.tr("Search query, title or note"))
        self._field.setAccessibleName(self.tr("Search your judgements"))
        self.searched = self._field.textChanged
        self._field.stepped.connect(self._step)
        self._field.left.connect(self.closed)
        self._field.returnPressed.connect(self._choose)
        self._rows = QListView()
        set_up_list(
            self._rows,
            self.tr("Your judgements, newest first"),
            self._model,
            HistoryDelegate(theme, self._rows),
        )
        self._rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._rows.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._rows.clicked.connect(self._go)
        theme.changed.connect(self._rows.viewport().update)
        self._nothing = label(role="muted", wrap=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lay_out()

    def _lay_out(self) -> None:
        close = button(self.tr("close"), self.closed.emit, kind="link")
        close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        head = hbox(
            label(self.tr("Your judgements"), "section"),
            STRETCH,
            close,
            label("Esc", "key"),
            gap=S1,
            margins=(0, 0, S2, 0),
        )
        hint = label(self.tr("Enter reopens a pair; a new grade replaces the old one."), "caption", wrap=True)
        hint.setContentsMargins(0, 0, S2, S1)
        vbox(
            head,
            hbox(self._field, margins=(0, 0, S2, 0)),
            (self._rows, 1),
            (self._nothing, 1),
            hint,
            on=self,
            gap=S3,
            margins=(S4, S4, S2, S2),
        )

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, 400)

    @property
    def text(self) -> str:
        return self._field.text()

    def take_focus(self) -> None:
        self._field.setFocus()
        self._field.selectAll()

    def show_past(self, past: Sequence[PastPair]) -> None:
        """Show the history; the row that was chosen stays chosen, if it is still there."""
        chosen = self._model.item(self._rows.currentIndex().row())
        self._model.show(past)
        pairs = [each.pair for each in past]
        row = pairs.index(chosen.pair) if chosen is not None and chosen.pair in pairs else 0
        self._rows.setCurrentIndex(self._model.index(row))
        self._rows.setVisible(bool(past))
        self._nothing.setVisible(not past)
        self._nothing.setText(
            self.tr("No judgement has “{0}” in its query, title or note.").format(self.text)
            if self.text.strip()
            else self.tr("No judgements yet.")
        )

    def _step(self, step: int) -> None:
        last = self._model.rowCount() - 1
        row = min(max(self._rows.currentIndex().row() + step, 0), max(last, 0))
        self._rows.setCurrentIndex(self._model.index(row))

    def _choose(self) -> None:
        self._go(self._rows.currentIndex())

    def _go(self, index: QModelIndex) -> None:
        past = self._model.item(index.row())
        if past is not None:
            self.pair_chosen.emit(past.pair)
