"""Grades: their marks, which colour alone never tells apart, and the three buttons that give one."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from assay_desktop.theme import RADIUS, S2, S3, Theme, body_font, scaled
from assay_desktop.widgets.boxes import hbox

DIAMETER = 10.0


def paint_grade_mark(painter: QPainter, circle: QRectF, grade: int, color: QColor) -> None:
    """Draw the shape of `grade` (0 hollow, 1 left half full, 2 full) into the square `circle`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width = max(1.5, circle.width() / 7)
    ring = circle.adjusted(width / 2, width / 2, -width / 2, -width / 2)
    painter.setPen(QPen(color, width))
    painter.setBrush(QBrush(color) if grade == 2 else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(ring)
    if grade == 1:
        half = QPainterPath()
        half.moveTo(ring.center().x(), ring.top())
        half.arcTo(ring, 90, 180)
        half.closeSubpath()
        painter.fillPath(half, color)
    painter.restore()


class GradeMark(QWidget):
    """The shape of one grade as a widget."""

    def __init__(self, theme: Theme, grade: int, *, diameter: float = DIAMETER) -> None:
        super().__init__()
        self._theme, self._grade, self._diameter = theme, grade, diameter
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self.updateGeometry)
        theme.changed.connect(self.update)

    def set_grade(self, grade: int) -> None:
        self._grade = grade
        self.update()

    def sizeHint(self) -> QSize:
        side = scaled(self._diameter) + 2
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        side = float(scaled(self._diameter))
        circle = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        paint_grade_mark(painter, circle, self._grade, self._theme.color(f"grade{self._grade}"))


class GradeButton(QAbstractButton):
    """One grade: shape, digit and, where large, its word. Painted, so that the three line up exactly."""

    def __init__(self, theme: Theme, grade: int, word: str, *, large: bool) -> None:
        super().__init__()
        self._theme, self.grade, self._word, self._large = theme, grade, word, large
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(f"{grade}, {word}")
        self.setToolTip(f"{word} ({grade})")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(190, 56).expandedTo(self.minimumSizeHint()) if self._large else QSize(96, 32)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._face_px) + 2 * S3, 56) if self._large else QSize(56, 32)

    @property
    def _face_px(self) -> float:
        """How wide shape, digit and word are together."""
        side, digit, word = self._face
        return side + S2 + digit + (S3 + word if word else 0)

    @property
    def _face(self) -> tuple[float, float, float]:
        """The widths of shape, digit and word in pixels."""
        px = 14 if self._large else 13
        digit = QFontMetricsF(body_font(px, QFont.Weight.DemiBold)).horizontalAdvance(str(self.grade))
        word = QFontMetricsF(body_font(px)).horizontalAdvance(self._word) if self._large else 0.0
        return float(scaled(12 if self._large else DIAMETER)), digit, word

    def nextCheckState(self) -> None:
        """Do nothing: what is checked is the grade in the library, and a click only asks for it."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        self._paint_face(painter)

    def _paint_ground(self, painter: QPainter) -> None:
        color = self._theme.color
        grade = color(f"grade{self.grade}")
        edge, width, ground = color("line"), 1.0, color("raised")
        if not self.isEnabled():
            ground = color("window")
        elif self.isDown():
            ground = color("selection")
        elif self.underMouse():
            ground = color("hover")
        if self.isChecked():
            edge, width = grade, 1.5
        if self.hasFocus():
            edge, width = color("accent"), 2.0
        painter.setPen(QPen(edge, width))
        painter.setBrush(ground)
        inset = width / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), RADIUS, RADIUS)

    def _paint_face(self, painter: QPainter) -> None:
        side, digit_width, word_width = self._face
        px = 14 if self._large else 13
        left, middle = (self.width() - self._face_px) / 2, self.height() / 2
        shade = self._theme.color(f"grade{self.grade}" if self.isEnabled() else "faint")
        paint_grade_mark(painter, QRectF(left, middle - side / 2, side, side), self.grade, shade)
        painter.setPen(self._theme.color("text" if self.isEnabled() else "faint"))
        left += side + S2
        painter.setFont(body_font(px, QFont.Weight.DemiBold))
        line = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(QRectF(left, 0, digit_width + 2, self.height()), line, str(self.grade))
        painter.setFont(body_font(px))
        if self._large:
            room = QRectF(left + digit_width + S3, 0, word_width + 2, self.height())
            painter.drawText(room, line, self._word)


class GradeBar(QWidget):
    """The three grades in a row. `set_grade` shows what is saved; `graded` asks for a new one."""

    graded = Signal(int)

    def __init__(self, theme: Theme, *, large: bool = False) -> None:
        super().__init__()
        words = (self.tr("not relevant"), self.tr("relevant"), self.tr("very relevant"))
        row = hbox(on=self, gap=S3 if large else S2)
        self.buttons = [GradeButton(theme, grade, word, large=large) for grade, word in enumerate(words)]
        for button in self.buttons:
            row.addWidget(button)
            button.clicked.connect(lambda _checked=False, grade=button.grade: self.graded.emit(grade))

    def set_grade(self, grade: int | None) -> None:
        """Mark the saved grade; None marks none."""
        for button in self.buttons:
            button.setChecked(button.grade == grade)
