"""The highlights of a paper as a list, and the one that is chosen: its colour and a comment on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetrics, QHideEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QWidget,
)

from assay.types import HIGHLIGHT_COLOURS, Highlight
from assay_desktop.text.translate import translator
from assay_desktop.theme import BODY_PX, HIGHLIGHTS, RADIUS, S1, S2, S3, Theme, body_font
from assay_desktop.widgets.boxes import STRETCH, hbox, stacked, vbox
from assay_desktop.widgets.controls.fields import set_up_list
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.papers.paper_fields import lines_field
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button
from assay_desktop.widgets.tables.rows import ITEM_ROLE, Index, ItemModel

_tr = translator("highlights")
_LINES: Final = 3
_BAR_PX: Final = 4
_SWATCH_PX: Final = 22


def colour_words() -> dict[str, str]:
    """Return the colours' names in the window's language."""
    return {"yellow": _tr("yellow"), "green": _tr("green"), "blue": _tr("blue"), "pink": _tr("pink")}


class ColourBar(QWidget):
    """A button a colour; the chosen one has a ring."""

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._colour = ""
        self.buttons: dict[str, QToolButton] = {}
        row = hbox(on=self, gap=S1)
        words = colour_words()
        for number, colour in enumerate(HIGHLIGHT_COLOURS, start=1):
            made = QToolButton()
            made.setFixedSize(_SWATCH_PX, _SWATCH_PX)
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            made.setAccessibleName(_tr("Highlight in {0}").format(words[colour]))
            hint(made, _tr("Highlight in {0}").format(words[colour]) + " ({0})", f"reader.colour-{number}")
            made.clicked.connect(lambda _checked=False, colour=colour: self.chosen.emit(colour))
            self.buttons[colour] = made
            row.addWidget(made)
        theme.changed.connect(self._paint)
        self.show_colour("")

    def show_colour(self, colour: str) -> None:
        self._colour = colour
        self._paint()

    def _paint(self) -> None:
        for colour, made in self.buttons.items():
            ring = self._theme.palette.accent if colour == self._colour else self._theme.palette.line
            made.setStyleSheet(
                f"QToolButton {{ background: {HIGHLIGHTS[colour]}; border: 2px solid {ring};"
                f" border-radius: {RADIUS}px; }}"
                f"QToolButton:focus {{ border-color: {self._theme.palette.text}; }}"
            )


class HighlightModel(ItemModel):
    """A row a highlight, as they stand in the paper."""

    def title(self, item: Highlight) -> str:
        words = _tr("{0}, page {1}, {2}").format(item.quote, item.page, colour_words()[item.colour])
        return f"{words}: {item.comment}" if item.comment else words


class _Delegate(QStyledItemDelegate):
    """Draws a bar in the colour, the quote, and the comment below it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        width = view.viewport().width() if isinstance(view, QListView) else 240
        return QSize(
            width, self._texts(QRect(0, 0, width, 10_000), index.data(ITEM_ROLE))[-1][0].bottom() + S2
        )

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        one: Highlight = index.data(ITEM_ROLE)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if selected or over:
            painter.fillRect(option.rect, self._theme.color("selection" if selected else "hover"))
        bar = option.rect.adjusted(S2, S2, 0, -S2)
        bar.setWidth(_BAR_PX)
        painter.fillRect(bar, QColor(HIGHLIGHTS[one.colour]))
        for rect, text, colour in self._texts(option.rect, one):
            painter.setFont(_font(colour))
            painter.setPen(self._theme.color(colour))
            painter.drawText(rect, _FLAGS, text)

    def _texts(self, rect: QRect, one: Highlight) -> list[tuple[QRect, str, str]]:
        """Return the texts of a row with their places and colours, from the top."""
        room = rect.adjusted(S2 + _BAR_PX + S2, S2, -S2, 0)
        place = _tr("Page {0}").format(one.page)
        found: list[tuple[QRect, str, str]] = []
        for text, colour in ((one.quote, "text"), (one.comment, "accent"), (place, "muted")):
            if text:
                metrics = _metrics(colour)
                most = QRect(room.left(), room.top(), room.width(), metrics.lineSpacing() * _LINES)
                used = metrics.boundingRect(most, _FLAGS, text)
                high = min(used.height(), most.height())
                shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width() * _LINES - 40)
                words = shown if used.height() > most.height() else text
                found.append((QRect(room.left(), room.top(), room.width(), high), words, colour))
                room.setTop(room.top() + high + S1)
        return found


_FLAGS: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)


class HighlightsView(QWidget):
    """What is wanted leaves as signals that carry the highlight's uuid."""

    chosen = Signal(object)  # Highlight
    colour_wanted = Signal(str, str)
    comment_written = Signal(str, str)
    removing_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.model = HighlightModel(self)
        self.list = QListView()
        set_up_list(self.list, self.tr("Highlights"), self.model, _Delegate(theme))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.selectionModel().currentChanged.connect(self._show_chosen)
        self.list.activated.connect(self._tell)
        self.list.clicked.connect(self._tell)
        theme.changed.connect(self.list.viewport().update)
        none = self.tr("Select text on a page and press H to highlight it.")
        self._none = label(none, "muted", wrap=True)
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._stack = stacked(self._none, self.list)
        vbox((self._stack, 1), self._build_foot(theme), on=self, gap=S2, margins=(0, S3, 0, 0))
        self.show_highlights(())

    def _build_foot(self, theme: Theme) -> QWidget:
        self._foot = QWidget()
        self.colours = ColourBar(theme)
        self.colours.chosen.connect(lambda colour: self.colour_wanted.emit(self.uuid, colour))
        remove = button(self.tr("Remove"), self.want_removing, kind="link")
        hint(remove, self.tr("Remove the highlight ({0})"), "reader.remove")
        self.comment = _CommentField()
        self.comment.setAccessibleName(self.tr("Comment"))
        self.comment.setPlaceholderText(self.tr("Comment on this highlight"))
        hint(self.comment, self.tr("Write a comment ({0}); leaving the field saves it"), "reader.comment")
        self.comment.left.connect(self._write)
        self.comment.given_up.connect(self.list.setFocus)
        vbox(hbox(self.colours, STRETCH, remove, gap=S2), self.comment, on=self._foot, gap=S2)
        return self._foot

    @property
    def current(self) -> Highlight | None:
        one: Highlight | None = self.model.item(self.list.currentIndex().row())
        return one

    @property
    def uuid(self) -> str:
        return self.current.uuid if self.current is not None else ""

    def highlight(self, uuid: str) -> Highlight | None:
        one: Highlight | None = self.model.item(self.model.find(lambda one: one.uuid == uuid))
        return one

    def want_removing(self) -> None:
        self.removing_wanted.emit(self.uuid)

    def show_highlights(self, rows: Sequence[Highlight], *, chosen: str = "") -> None:
        """Show the highlights; `chosen` by its uuid, else the one that was chosen before stays so."""
        if self.comment.hasFocus():  # another highlight, or none, may come into its place
            self._write()
        wanted = chosen or self.uuid
        self.model.show(rows)
        self._stack.setCurrentWidget(self.list if rows else self._none)
        self.choose(wanted)
        self._show_chosen()

    def choose(self, uuid: str) -> None:
        """Choose a highlight without going to its place."""
        row = self.model.find(lambda one: one.uuid == uuid)
        self.list.setCurrentIndex(self.model.index(row) if row >= 0 else QModelIndex())

    def _show_chosen(self, *_: object) -> None:
        one = self.current
        self._foot.setVisible(one is not None)
        if one is not None:
            self.colours.show_colour(one.colour)
            if self.comment.uuid != one.uuid or not self.comment.hasFocus():
                self.comment.uuid = one.uuid
                self.comment.setPlainText(one.comment)

    def _write(self) -> None:
        """Keep the comment on the highlight that it was written for."""
        uuid, text = self.comment.uuid, self.comment.toPlainText().strip()
        known = self.highlight(uuid)
        if known is not None and text != known.comment:
            self.comment_written.emit(uuid, text)

    def _tell(self, index: QModelIndex) -> None:
        self.chosen.emit(index.data(ITEM_ROLE))


class _CommentField(QPlainTextEdit):
    """Ctrl+Enter and leaving it, as Escape does, keep what was written."""

    left = Signal()
    given_up = Signal()  # the list is gone on with

    def __init__(self) -> None:
        super().__init__()
        self.uuid = ""
        self.setTabChangesFocus(True)
        self.setFixedHeight(lines_field(3).sizeHint().height() // 2)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.clearFocus()
            self.given_up.emit()
        else:
            super().keyPressEvent(event)


def _font(colour: str) -> QFont:
    return body_font(12 if colour == "muted" else BODY_PX)


def _metrics(colour: str) -> QFontMetrics:
    return QFontMetrics(_font(colour))
