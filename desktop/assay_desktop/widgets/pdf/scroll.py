"""All pages of a PDF below each other: those in sight are asked for, with what is marked on them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from assay_desktop.theme import HIGHLIGHTS, Theme
from assay_desktop.widgets.pdf.column import (
    GAP_PX,
    Box,
    Overlay,
    PageColumn,
    Place,
    fitting_zoom,
    stepped_zoom,
)

KEPT_BYTES: Final = 256_000_000
"""Of pictures; those that were in sight last go last."""

_SETTLED_MS: Final = 60
_ONWARD_MS: Final = 50
_STEP_PX: Final = 48
_Point = tuple[int, float, float]
_PAGE_KEYS: Final = {Qt.Key.Key_Home: 0.0, Qt.Key.Key_End: 1.0}


class PdfScroll(QAbstractScrollArea):
    """Shows what it is given; what is missing, dragged over or clicked leaves as a signal."""

    place_changed = Signal()
    zoom_changed = Signal()
    dragged = Signal(object, object, bool)  # two points (page, across, down), and whether it is over
    overlay_clicked = Signal(str)  # its name

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._sizes: Sequence[tuple[float, float]] = ()
        self._column = PageColumn()
        self._zoom = 0.0  # 0: fit the width
        self._dark = False
        self._pictures: OrderedDict[int, QImage] = OrderedDict()
        self._asked: dict[int, int] = {}  # page -> the width that its picture was asked for with
        self._faults: dict[int, str] = {}
        self._layers: dict[str, Sequence[Overlay]] = {}
        self._from: _Point | None = None
        self._press, self._at = QPoint(), QPointF()
        self._onward = QTimer(self, interval=_ONWARD_MS)
        self._onward.timeout.connect(self._drag)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Pages of the PDF"))
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.verticalScrollBar().setSingleStep(_STEP_PX)
        self.horizontalScrollBar().setSingleStep(_STEP_PX)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self.pages_wanted = self._settled.timeout
        self.verticalScrollBar().valueChanged.connect(self._moved)
        theme.changed.connect(self.viewport().update)

    # -- what there is to see -----------------------------------------------------------------------------

    def show_document(self, sizes: Sequence[tuple[float, float]]) -> None:
        """Lay out another document; its pages are asked for as they come into sight.

        Without pages it goes with its layers. Those shown since are of the document that comes next.
        """
        self._sizes = sizes
        self._pictures.clear()
        self._faults.clear()
        if not sizes:
            self._layers.clear()
        self._from = None
        self._lay_out(Place())

    def show_picture(self, page: int, width: int, image: QImage) -> None:
        """Show a page as it was drawn for this width; the picture itself may have become narrower."""
        if self._dark:
            image.invertPixels()
        self._faults.pop(page, None)
        self._pictures[page], self._asked[page] = image, width
        self._pictures.move_to_end(page)
        kept = sum(each.sizeInBytes() for each in self._pictures.values())
        seen = self.pages_in_sight()
        # Those next to them too: they were drawn and dropped for ever where the pages are large.
        kept_pages = range(seen[0] - 1, seen[-1] + 2) if seen else seen
        for old in [each for each in self._pictures if each not in kept_pages]:
            if kept <= KEPT_BYTES:
                break
            kept -= self._pictures.pop(old).sizeInBytes()
        self.viewport().update()

    def draw_again(self) -> None:
        """Ask for the pages once more; until then the old pictures stay."""
        self._asked = dict.fromkeys(self._pictures, 0)
        self._settled.start()

    def show_fault(self, page: int, why: str) -> None:
        """Say on the page why it cannot be drawn."""
        self._faults[page] = why
        self.viewport().update()

    def show_layer(self, layer: str, overlays: Sequence[Overlay]) -> None:
        """Draw these over the pages, in place of what the layer had."""
        self._layers[layer] = overlays
        self.viewport().update()

    def set_dark(self, dark: bool) -> None:
        """Draw pages light on dark."""
        if dark != self._dark:
            self._dark = dark
            for image in self._pictures.values():
                image.invertPixels()
            self.viewport().update()

    # -- where and how large ------------------------------------------------------------------------------

    @property
    def page_count(self) -> int:
        return len(self._sizes)

    @property
    def place(self) -> Place:
        """The place at the upper edge."""
        return self._column.at(self.verticalScrollBar().value())

    @property
    def page(self) -> int:
        """The page in the middle of the upper half."""
        return self._column.at(self.verticalScrollBar().value() + self.viewport().height() // 3).page

    @property
    def zoom(self) -> float:
        return self._column.zoom

    @property
    def fits(self) -> bool:
        """Whether pages are as wide as the view."""
        return self._zoom == 0.0

    @property
    def is_dark(self) -> bool:
        return self._dark

    def set_zoom(self, zoom: float) -> None:
        """Show pages at a share of their printed size; 0 fits their width."""
        self._zoom = zoom
        self._lay_out(self.place)

    def step_zoom(self, step: int) -> None:
        self.set_zoom(stepped_zoom(self.zoom, step))

    def go_to(self, place: Place) -> None:
        """Put a place at the upper edge."""
        self.verticalScrollBar().setValue(self._column.y(place) - (GAP_PX if place.share == 0.0 else 0))

    def go_to_page(self, page: int) -> None:
        """Go to the beginning of a page, or of the last one."""
        if self._sizes:
            self.go_to(Place(max(1, min(page, self.page_count))))

    def reveal(self, page: int, box: Box) -> None:
        """Scroll so that a box is in sight, where it is not yet."""
        top, bottom = (self._column.y(Place(page, share)) for share in (box[1], box[3]))
        bar, tall = self.verticalScrollBar(), self.viewport().height()
        if not bar.value() + _STEP_PX <= top <= bottom <= bar.value() + tall - _STEP_PX:
            bar.setValue(top - tall // 3)
        across = self.horizontalScrollBar()
        left = round(box[0] * self._column.size(page)[0])
        if not across.value() <= left <= across.value() + self.viewport().width() - _STEP_PX:
            across.setValue(left - _STEP_PX)

    def pages_in_sight(self) -> range:
        top = self.verticalScrollBar().value()
        return self._column.between(top, top + self.viewport().height())

    def missing(self) -> tuple[int, int] | None:
        """Return a page in sight, or next to those, without a picture of its size, and the width wanted."""
        seen = self.pages_in_sight()
        if not seen:
            return None
        for page in (*seen, seen[-1] + 1, seen[0] - 1):
            if 1 <= page <= len(self._column) and page not in self._faults:
                wanted = round(self._column.size(page)[0] * self.devicePixelRatioF())
                if page not in self._pictures or self._asked[page] != wanted:
                    return page, wanted
        return None

    def _lay_out(self, place: Place) -> None:
        zoom = self._zoom or fitting_zoom(self._sizes, self.viewport().width())
        self._column = PageColumn(self._sizes, zoom)
        self._set_bars()
        self.verticalScrollBar().setValue(self._column.y(place) if place != Place() else 0)
        self.zoom_changed.emit()
        self._moved()
        self.viewport().update()

    def _set_bars(self) -> None:
        view = self.viewport().size()
        for bar, whole, seen in (
            (self.verticalScrollBar(), self._column.height, view.height()),
            (self.horizontalScrollBar(), self._column.width, view.width()),
        ):
            bar.setRange(0, max(0, whole - seen))
            bar.setPageStep(seen)

    def _moved(self, *_: object) -> None:
        self._settled.start()
        self.place_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.fits and event.size().width() != event.oldSize().width():
            self._lay_out(self.place)
        else:
            self._set_bars()
            self._moved()

    # -- drawing ------------------------------------------------------------------------------------------

    def page_rect(self, page: int) -> QRect:
        """Return where a page lies in the viewport."""
        wide, tall = self._column.size(page)
        room = self.viewport().width()
        left = (
            (room - wide) // 2 if self._column.width <= room else GAP_PX - self.horizontalScrollBar().value()
        )
        return QRect(left, self._column.top(page) - self.verticalScrollBar().value(), wide, tall)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self._theme.color("window"))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for page in self.pages_in_sight():
            self._paint_page(painter, page, self.page_rect(page))

    def _paint_page(self, painter: QPainter, page: int, rect: QRect) -> None:
        picture = self._pictures.get(page)
        if picture is not None:
            painter.drawImage(rect, picture)
            self._pictures.move_to_end(page)
        else:
            painter.fillRect(rect, QColor("black" if self._dark else "white"))
            if page in self._faults:
                painter.setPen(QColor("white" if self._dark else "black"))
                flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(rect.adjusted(24, 24, -24, -24), flags, self._faults[page])
        painter.save()
        mode = QPainter.CompositionMode
        painter.setCompositionMode(
            mode.CompositionMode_Lighten if self._dark else mode.CompositionMode_Multiply
        )
        for overlay in (each for overlays in self._layers.values() for each in overlays):
            if overlay.page == page:
                for box in overlay.boxes:
                    painter.fillRect(_within(rect, box), self._ink(overlay.ink))
                    if self._dark and overlay.ink == "found":  # on a highlight its ground is the highlight's
                        painter.setPen(QColor(HIGHLIGHTS["found"]))
                        painter.drawRect(_within(rect, box))
        painter.restore()
        painter.setPen(self._theme.color("line"))
        painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def _ink(self, name: str) -> QColor:
        ink = QColor(HIGHLIGHTS[name])
        return ink.darker(260) if self._dark else ink

    # -- hands --------------------------------------------------------------------------------------------

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if event.angleDelta().y():
                self.step_zoom(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar, key = self.verticalScrollBar(), Qt.Key(event.key())
        if key in _PAGE_KEYS:
            bar.setValue(round(_PAGE_KEYS[key] * bar.maximum()))
        elif key == Qt.Key.Key_Space:
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            bar.setValue(bar.value() + round((-0.9 if back else 0.9) * self.viewport().height()))
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        left = event.button() == Qt.MouseButton.LeftButton and bool(self._sizes)
        self._from = self._point(event.position()) if left else None
        self._press = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is not None and _went(self._press, event):
            self._at = event.position()
            self._drag()
            if not self.viewport().rect().contains(self._at.toPoint()):
                self._onward.start()

    def _drag(self) -> None:
        """Tell how far the text is dragged over; beyond an edge the pages scroll on."""
        y, bar = round(self._at.y()), self.verticalScrollBar()
        beyond = min(y, 0) or max(y - self.viewport().height(), 0)
        if self._from is None or not beyond:
            self._onward.stop()
        if self._from is not None:
            bar.setValue(bar.value() + max(-_STEP_PX, min(beyond, _STEP_PX)))
            self.dragged.emit(self._from, self._point(self._at), False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        start, self._from = self._from, None
        self._onward.stop()
        if start is not None and _went(self._press, event):
            self.dragged.emit(start, self._point(event.position()), True)
        elif start is not None:
            self.overlay_clicked.emit(self._name_at(*start))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._sizes:
            point = self._point(event.position())
            self.dragged.emit(point, point, True)

    def _point(self, at: QPointF) -> _Point:
        """Return the page, and where on it a place of the viewport lies, in shares."""
        page = self._column.at(self.verticalScrollBar().value() + round(at.y())).page
        rect = self.page_rect(page)
        across, down = (at.x() - rect.left()) / rect.width(), (at.y() - rect.top()) / rect.height()
        return page, min(max(across, 0.0), 1.0), min(max(down, 0.0), 1.0)

    def _name_at(self, page: int, across: float, down: float) -> str:
        """Return the name of what was clicked; "" where nothing with a name lies."""
        for overlay in (each for overlays in self._layers.values() for each in overlays):
            hit = any(x0 <= across <= x1 and y0 <= down <= y1 for x0, y0, x1, y1 in overlay.boxes)
            if hit and overlay.name and overlay.page == page:
                return overlay.name
        return ""


def _within(rect: QRect, box: Box) -> QRectF:
    left, top, right, bottom = box
    wide, tall = rect.width(), rect.height()
    return QRectF(
        rect.left() + left * wide, rect.top() + top * tall, (right - left) * wide, (bottom - top) * tall
    )


def _went(press: QPoint, event: QMouseEvent) -> bool:
    return (event.position().toPoint() - press).manhattanLength() > 3
