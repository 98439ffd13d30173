"""A PDF to read, page by page: the picture, marked words, and the text that is dragged over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QScrollArea, QSizePolicy, QToolButton, QWidget

from assay_desktop.theme import S1, S2, Theme
from assay_desktop.widgets.boxes import hbox, vbox
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.icons import icon
from assay_desktop.widgets.pdf.file_menu import FileMenu
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, as shares (0..1) of the page."""

RESIZED_MS = 150


@dataclass(frozen=True, slots=True)
class PageShown:
    """A page as it is drawn. `marks` are the places of words that were looked for."""

    page: int
    page_count: int
    image: QImage
    marks: tuple[Box, ...] = ()


class PdfView(QWidget):
    """What the reader wants leaves as signals; a page comes through `show_page`."""

    page_wanted = Signal(int)
    open_wanted = Signal()
    reader_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.sheet = PageSheet(theme)
        self.sheet.turned.connect(self._turn)
        self._page = self._count = 0
        column = vbox(self._build_bar(), on=self, gap=S2, margins=(0, S2, 0, 0))
        self.message = label(role="muted", wrap=True)
        column.addWidget(self.message)
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self.sheet)
        column.addWidget(self._area, 1)
        self._resized = QTimer(self, singleShot=True, interval=RESIZED_MS)
        self.width_changed = self._resized.timeout
        self.show_message("")

    def _build_bar(self) -> QHBoxLayout:
        self._back = self._button(self.tr("Page before (Page up)"), lambda: self._turn(-1))
        self._on = self._button(self.tr("Page behind (Page down)"), lambda: self._turn(1))
        self._theme.changed.connect(self._paint_icons)
        self._paint_icons()
        self._place = label(role="caption")
        self.field = FindField()
        self.field.setToolTip(self.tr("Enter finds the next match, Shift+Enter the previous one"))
        self.outside_words = self.tr("Open in your PDF reader")
        self._outside = button(self.tr("Open"), self.open_wanted.emit, kind="link", hint=self.outside_words)
        self._reader = button(self.tr("Read"), self.reader_wanted.emit, kind="link")
        hint(self._reader, self.tr("Read it on a page of its own ({0})"), "read")
        self._reader.hide()
        self.files = FileMenu(self._theme)
        self.files.hide()
        self.files.chosen.connect(self._choose)
        found = (self.field, 1)
        row = (self._back, self._place, self._on, S1, found, self._reader, self._outside, self.files)
        return hbox(*row, gap=S1)

    def offer_more(self) -> None:
        """Offer the reader and what can be done with the file, on pages where papers are more than judged."""
        self._reader.show()
        self.files.show()
        self._outside.hide()  # it is in the menu

    def _choose(self, words: object) -> None:
        if words == self.outside_words:
            self.open_wanted.emit()

    def _button(self, hint: str, act: Callable[[], None]) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setToolTip(hint)
        button.setAccessibleName(hint)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(act)
        return button

    def _paint_icons(self) -> None:
        for each, name in ((self._back, "caret-left"), (self._on, "caret-right")):
            each.setIcon(icon(name, self._theme.color("text")))

    @property
    def page_count(self) -> int:
        return self._count

    @property
    def wanted_width(self) -> int:
        """The pixels of the screen that a page may be wide."""
        return round(self._area.viewport().width() * self.devicePixelRatioF())

    def show_page(self, shown: PageShown) -> None:
        self._page, self._count = shown.page, shown.page_count
        self._place.setText(self.tr("{0} of {1}").format(shown.page, shown.page_count))
        self.message.hide()
        self._area.show()
        self.sheet.show_page(shown)
        self._show_buttons(readable=True)

    def show_message(self, text: str) -> None:
        """Show, instead of a page, why there is none."""
        self._page = self._count = 0
        self._place.setText("")
        self.message.setText(text)
        self.message.show()
        self._area.hide()
        self._show_buttons(readable=False)

    def show_top(self, share: float) -> None:
        """Scroll so that a place of the page, as a share of its height, is in sight."""
        bar = self._area.verticalScrollBar()
        bar.setValue(round(share * self.sheet.height() - self._area.viewport().height() / 3))

    def _show_buttons(self, *, readable: bool) -> None:
        self._back.setEnabled(self._page > 1)
        self._on.setEnabled(self._page < self._count)
        self.field.setEnabled(readable)
        self._outside.setVisible(readable and self.files.isHidden())

    def _turn(self, step: int) -> None:
        if 1 <= self._page + step <= self._count:
            self.page_wanted.emit(self._page + step)
            self.show_top(0.0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resized.start()


class FindField(QLineEdit):
    """Enter goes to the next match, with Shift to the one before."""

    next_wanted = Signal(int)  # 1 or -1

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(self.tr("Find in this PDF"))
        self.setAccessibleName(self.tr("Find in this PDF"))
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.next_wanted.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)


class PageSheet(QWidget):
    """The picture of a page; a box is dragged over it, Page up and Page down turn it."""

    dragged = Signal(object)  # Box
    turned = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: PageShown | None = None
        self._from: QPointF | None = None
        self._to: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Page of the PDF"))
        theme.changed.connect(self.update)

    def show_page(self, shown: PageShown) -> None:
        self._shown, self._from, self._to = shown, None, None
        self.setFixedHeight(self._height(self.width()))
        self.setAccessibleDescription(self.tr("page {0} of {1}").format(shown.page, shown.page_count))
        self.update()

    @property
    def marks(self) -> Sequence[Box]:
        return self._shown.marks if self._shown else ()

    def sizeHint(self) -> QSize:
        return QSize(300, self._height(300))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._shown is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(self.rect()), self._shown.image)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        mark = self._theme.color("warning").lighter(150)
        for box in self._shown.marks:
            painter.fillRect(self._rect(box), mark)
        if (dragged := self._dragged()) is not None:
            painter.fillRect(dragged, self._theme.color("accent").lighter(170))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._from, self._to = event.position(), None
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is not None:
            self._to = event.position()
            self.update()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        dragged = self._dragged()
        if dragged is not None and dragged.width() > 3 and dragged.height() > 3:
            wide, tall = self.width(), self.height()
            self.dragged.emit(
                (dragged.left() / wide, dragged.top() / tall, dragged.right() / wide, dragged.bottom() / tall)
            )
        self._from = None if dragged is None else self._from

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
        if event.key() in steps:
            self.turned.emit(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.setFixedHeight(self._height(self.width()))

    def _height(self, width: int) -> int:
        if self._shown is None or not self._shown.image.width():
            return 100
        return round(width * self._shown.image.height() / self._shown.image.width())

    def _rect(self, box: Box) -> QRectF:
        left, top, right, bottom = box
        wide, tall = self.width(), self.height()
        return QRectF(left * wide, top * tall, (right - left) * wide, (bottom - top) * tall)

    def _dragged(self) -> QRectF | None:
        if self._from is None or self._to is None:
            return None
        return QRectF(self._from, self._to).normalized().intersected(QRectF(self.rect()))
