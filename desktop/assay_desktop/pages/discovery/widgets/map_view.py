"""The map: points painted from numpy into one picture, names of clusters above, moved by mouse and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from assay_desktop.pages.discovery.model import points_within
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import BODY_PX, S1, S2, Theme, body_font

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QWheelEvent

    from assay.discovery.map_file import LibraryMap

_LEAST: Final = QSize(240, 200)
_STEP: Final = 0.15  # of the view, a press of an arrow
_ZOOM: Final = 1.3
_MOST_ZOOM: Final = 400.0
_REACH_PX: Final = 8
_HOVER_MS: Final = 60
_LASSO_PX: Final = 4  # between two corners
_GROUND: Final = 170  # of 255: how much of a point under a name is covered
_MARGIN_PX: Final = 8
_BETWEEN: Final = " · "  # two terms of a name
_GOLDEN: Final = 0.618034
_GRID: Final = 1024  # cells along each side of the map, in which points are counted
_PLACES: Final = np.array(
    sorted(
        ((right / 2, float(down)) for down in range(-8, 9) for right in (0, -1, 1)),
        key=lambda place: abs(place[1]) + 4 * abs(place[0]),
    )
)
"""Where a name may stand, in its own widths and heights from the middle of its cluster, the nearest first."""


class MapView(QWidget):
    """Points and names; what is chosen leaves as rows of the map.

    Drag moves, the wheel and + and - zoom, arrows move, 0 shows all; a drag with Shift, or while the lasso is
    on, draws around papers.
    """

    hovered = Signal(int)  # row; the title comes back by `show_tip`
    chosen = Signal(int)  # row
    opened = Signal(int)  # row: a double click, or Enter on the chosen one
    surrounded = Signal(object)  # rows (n,) inside the lasso

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._map: LibraryMap | None = None
        self.places = np.empty((0, 2), np.float32)  # (n, 2)
        self._x = self._y = np.empty(0, np.float32)
        self._labels = np.empty(0, np.int32)
        self._centres = np.empty((0, 2), np.float32)
        self._colours = np.empty(0, np.uint32)
        self._points = np.zeros((_GRID + 1, _GRID + 1), np.int64)  # above and left of the corners of cells
        self._members: npt.NDArray[np.bool_] | None = None  # (n,) those in colour, unless some are marked
        self._marked: npt.NDArray[np.bool_] | None = None
        self._chosen = self._under = -1
        self._centre, self._zoom = QPointF(0, 0), 1.0
        self._pressed: QPointF | None = None
        self._moved = False
        self._corners: list[QPointF] = []
        self.lassoes = False
        self._hover = QTimer(self, singleShot=True, interval=_HOVER_MS)
        self._hover.timeout.connect(self._look_under)
        self._at = QPointF()
        self.setMinimumSize(_LEAST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Map of the papers"))
        self.setAccessibleDescription(self.tr("Arrows move, plus and minus zoom, 0 shows all"))
        theme.changed.connect(self._dress)

    # -- what there is to see ---------------------------------------------------------------------------

    def show_map(self, shown: LibraryMap) -> None:
        """Show a map; where the view stands stays, what was chosen goes."""
        self._map = shown
        self.places, self._labels, self._centres = shown.places, shown.labels, shown.centres()
        self._x, self._y = (np.ascontiguousarray(self.places[:, axis]) for axis in (0, 1))
        self._members, self._marked, self._chosen, self._under = None, None, -1, -1
        cells = np.clip((self.places + 1) * (_GRID / 2), 0, _GRID - 1).astype(np.int32)
        counts = np.bincount(cells[:, 1] * _GRID + cells[:, 0], minlength=_GRID**2).reshape(_GRID, _GRID)
        self._points = np.pad(counts.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
        self._dress()

    def show_members(self, members: npt.NDArray[np.bool_] | None) -> None:
        """Show only these papers (n,) in colour; all for None."""
        self._members = members
        self._dress()

    def mark(self, rows: Sequence[int]) -> None:
        """Show only these papers in colour, while there are any."""
        self._marked = None
        if len(rows):
            self._marked = np.zeros(len(self.places), np.bool_)
            self._marked[np.asarray(rows)] = True
        self._dress()

    @property
    def _bright(self) -> npt.NDArray[np.bool_] | None:
        return self._members if self._marked is None else self._marked

    def choose(self, row: int, *, centred: bool = False) -> None:
        """Mark a paper; -1 for none."""
        self._chosen = row
        if centred and row >= 0:
            self._centre = QPointF(*map(float, self.places[row]))
        self.update()

    def show_cluster(self, label: int) -> None:
        """Bring a cluster into view."""
        inside = self.places[self._labels == label]
        if len(inside):
            low, high = np.quantile(inside, 0.05, axis=0), np.quantile(inside, 0.95, axis=0)
            self._centre = QPointF(*map(float, (low + high) / 2))
            self._zoom = float(min(_MOST_ZOOM, max(1.0, 1.2 / max(1e-3, float((high - low).max())))))
            self.update()

    def show_all(self) -> None:
        self._centre, self._zoom = QPointF(0, 0), 1.0
        self.update()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom around a point of the widget, its centre if none is given."""
        place = at if at is not None else QPointF(self.rect().center())
        before = self._place_at(place)
        self._zoom = min(_MOST_ZOOM, max(0.5, self._zoom * factor))
        self._centre += before - self._place_at(place)
        self.update()

    def move_by(self, x: float, y: float) -> None:
        """Move the view by shares of its size."""
        self._centre += QPointF(x * self.width(), y * self.height()) / self._scale
        self.update()

    def show_tip(self, row: int, title: str) -> None:
        """Show the title of the paper under the mouse, if it still is."""
        if row == self._under:
            QToolTip.showText(
                self.mapToGlobal(self._at.toPoint() + QPoint(0, 2 * S2)), escape_markup(title), self
            )

    # -- painting ---------------------------------------------------------------------------------------

    @property
    def _scale(self) -> float:
        """Pixels for a unit of the map."""
        return max(1.0, (min(self.width(), self.height()) - 2 * _MARGIN_PX) / 2) * self._zoom

    @property
    def _dot(self) -> float:
        """Half a point's width in pixels: less where there are many."""
        n = len(self.places)
        return 1.0 if self._zoom < 2 and n > 20_000 else 2.0 if n > 2_000 else 4.0

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawImage(QRectF(self.rect()), self.picture())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_names(painter)
        for row, colour in ((self._under, "muted"), (self._chosen, "accent")):
            if row >= 0:
                painter.setPen(QPen(self._theme.color(colour), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(self._pixel(self.places[row]), 6, 6)
        if len(self._corners) > 1:
            accent = self._theme.color("accent")
            painter.setPen(QPen(accent, 1.5))
            accent.setAlpha(40)
            painter.setBrush(accent)
            painter.drawPolygon(QPolygonF(self._corners))
        if self.hasFocus():
            painter.setPen(QPen(self._theme.color("accent"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -2, -2))

    def picture(self) -> QImage:
        """Return all points as pixels of the screen; members stand over the others."""
        ratio = self.devicePixelRatioF()
        width, height = max(1, round(self.width() * ratio)), max(1, round(self.height() * ratio))
        dot = max(1, round(self._dot * ratio))
        stride = width + 2 * dot
        pixels = np.full((height + 2 * dot) * stride, self._theme.color("panel").rgb(), np.uint32)
        scale = np.float32(self._scale * ratio)
        x = (self._x * scale + np.float32(width / 2 - self._centre.x() * float(scale))).astype(np.int32)
        y = (self._y * scale + np.float32(height / 2 - self._centre.y() * float(scale))).astype(np.int32)
        # A negative number is a large one without its sign, so one comparison sees both edges.
        seen = np.flatnonzero((x.view(np.uint32) < width) & (y.view(np.uint32) < height))
        if self._bright is not None:
            seen = seen[np.argsort(self._bright[seen], kind="stable")]
        at = (y[seen] + dot) * stride + x[seen] + dot
        colours = self._colours[seen]
        for down in range(-dot + 1, dot + 1):
            for right in range(-dot + 1, dot + 1):
                if dot < 3 or (down - 0.5) ** 2 + (right - 0.5) ** 2 <= dot**2:  # the larger ones are round
                    pixels[at + (down * stride + right)] = colours
        whole = QImage(pixels.data, stride, height + 2 * dot, 4 * stride, QImage.Format.Format_RGB32)
        return whole.copy(dot, dot, width, height)

    def _paint_names(self, painter: QPainter) -> None:
        painter.setFont(body_font(BODY_PX, QFont.Weight.DemiBold))
        ground = self._theme.color("panel")
        ground.setAlpha(_GROUND)
        for label, name, room in self.names(QFontMetricsF(painter.font())):
            painter.fillRect(room, ground)
            painter.fillRect(QRectF(room.topLeft(), QSizeF(3, room.height())), self._colour(label))
            painter.setPen(self._theme.color("text"))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, name)

    def names(self, metrics: QFontMetricsF) -> list[tuple[int, str, QRectF]]:
        """Return the names that have room, larger clusters first, each where it hides fewest points.

        They come with their cluster and their place in pixels. What is wider than the view loses its last
        terms, then its end.
        """
        placed: list[tuple[int, str, QRectF]] = []
        sizes = np.bincount(self._labels, minlength=len(self._centres))
        most = self.width() - 2 * S1 - 2 * S2
        for label in map(int, np.argsort(-sizes, kind="stable")):
            name = self._map.names[label] if self._map is not None else ""
            middle = self._pixel(self._centres[label])
            if not name or not sizes[label] or not QRectF(self.rect()).contains(middle):
                continue
            while metrics.horizontalAdvance(name) > most and _BETWEEN in name:
                name = name.rpartition(_BETWEEN)[0]
            name = metrics.elidedText(name, Qt.TextElideMode.ElideRight, most)
            size = QSizeF(metrics.horizontalAdvance(name) + 2 * S2, metrics.height())
            room = self._freest(middle, size, [taken for *_, taken in placed])
            if room is not None:
                placed.append((label, name, room))
        return placed

    def _freest(self, middle: QPointF, size: QSizeF, taken: Sequence[QRectF]) -> QRectF | None:
        """Return where near `middle` a name hides fewest points, the nearest of several; None for no room."""
        inside = QRectF(self.rect()).adjusted(S1, S1, -S1, -S1)
        width, height = size.width(), size.height()
        left = np.clip(middle.x() + (_PLACES[:, 0] - 0.5) * width, inside.left(), inside.right() - width)
        top = middle.y() + (_PLACES[:, 1] - 0.5) * height
        free = (top >= inside.top()) & (top + height <= inside.bottom())
        if taken:
            others = np.array([(one.left(), one.top(), one.right(), one.bottom()) for one in taken]).T
            across = (left[:, None] < others[2]) & (left[:, None] + width > others[0])
            free &= ~(across & (top[:, None] < others[3]) & (top[:, None] + height > others[1])).any(1)
        hidden = np.where(free, self.hidden(left, top, size), np.iinfo(np.int64).max)
        best = int(hidden.argmin())
        return QRectF(float(left[best]), float(top[best]), width, height) if free[best] else None

    def hidden(
        self, left: npt.NDArray[np.float64], top: npt.NDArray[np.float64], size: QSizeF
    ) -> npt.NDArray[np.int64]:
        """Return how many points (m,) rectangles at these pixels (m,) touch, to a cell of the grid."""
        corner = self._place_at(QPointF())

        def cell(pixels: npt.NDArray[np.float64], start: float) -> npt.NDArray[np.int64]:
            found = np.rint((pixels / self._scale + start + 1) * _GRID / 2)
            return np.clip(found, 0, _GRID).astype(np.int64)

        dot = self._dot
        x1, x2 = cell(left - dot, corner.x()), cell(left + size.width() + dot, corner.x())
        y1, y2 = cell(top - dot, corner.y()), cell(top + size.height() + dot, corner.y())
        sums = self._points
        return np.asarray(sums[y2, x2] - sums[y1, x2] - sums[y2, x1] + sums[y1, x1])

    def _colour(self, label: int) -> QColor:
        return QColor.fromHslF((label * _GOLDEN) % 1.0, 0.5, 0.62 if self._theme.is_dark else 0.46)

    def _dress(self) -> None:
        """Give each point its cluster's colour; those that are no members are pale."""
        colours = [self._colour(label).rgb() for label in range(len(self._centres))]
        table = np.array(colours or [0], np.uint32)
        self._colours = table[self._labels] if len(self._labels) else np.empty(0, np.uint32)
        if self._bright is not None:
            self._colours[~self._bright] = self._theme.color("line").rgb()
        self.update()

    # -- places -----------------------------------------------------------------------------------------

    def _pixel(self, place: npt.NDArray[np.float32]) -> QPointF:
        moved = QPointF(float(place[0]), float(place[1])) - self._centre
        return moved * self._scale + QPointF(self.width() / 2, self.height() / 2)

    def _place_at(self, pixel: QPointF) -> QPointF:
        return (pixel - QPointF(self.width() / 2, self.height() / 2)) / self._scale + self._centre

    def row_at(self, pixel: QPointF) -> int:
        """Return the paper next to a point of the widget, -1 where none is near."""
        if not len(self.places):
            return -1
        place = self._place_at(pixel)
        away = np.maximum(np.abs(self._x - np.float32(place.x())), np.abs(self._y - np.float32(place.y())))
        row = int(away.argmin())
        return row if away[row] * self._scale <= _REACH_PX else -1

    # -- mouse and keys ---------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed, self._moved = event.position(), False
        draws = self.lassoes or bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._corners = [event.position()] if draws else []

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._pressed is None:
            self._at = at
            self._hover.start()
        elif self._corners:
            if (at - self._corners[-1]).manhattanLength() >= _LASSO_PX:
                self._corners.append(at)
                self.update()
        elif self._moved or (at - self._pressed).manhattanLength() >= _LASSO_PX:
            self._centre -= (at - self._pressed) / self._scale
            self._pressed, self._moved = at, True
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        corners, self._corners = self._corners, []
        if len(corners) > 2:
            places = [self._place_at(corner) for corner in corners]
            polygon = np.array([(place.x(), place.y()) for place in places], np.float32)
            self.surrounded.emit(points_within(self.places, polygon))
        elif pressed is not None and not self._moved and (row := self.row_at(event.position())) >= 0:
            self.choose(row)
            self.chosen.emit(row)
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if (row := self.row_at(event.position())) >= 0:
            self.opened.emit(row)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom(_ZOOM ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        arrows = {
            Qt.Key.Key_Left: (-_STEP, 0.0),
            Qt.Key.Key_Right: (_STEP, 0.0),
            Qt.Key.Key_Up: (0.0, -_STEP),
            Qt.Key.Key_Down: (0.0, _STEP),
        }
        key = Qt.Key(event.key())
        if key in arrows:
            self.move_by(*arrows[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(_ZOOM)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / _ZOOM)
        elif key == Qt.Key.Key_0:
            self.show_all()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._chosen >= 0:
            self.opened.emit(self._chosen)
        else:
            super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover.stop()
        self._under = -1
        self.update()
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def _look_under(self) -> None:
        under = self.row_at(self._at)
        if under != self._under:
            self._under = under
            self.update()
            if under >= 0:
                self.hovered.emit(under)
            else:
                QToolTip.hideText()
