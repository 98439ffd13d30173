"""The colours, measures and fonts of the window: the one place where any of them is written down.

Style sheet and painters read the same `Palette`. Two values of the design's table are a shade darker here, so
that the hollow and the half circle of grades 0 and 1 reach 3:1 on the light window. `faint` and `warning`
reach 3:1 but not 4.5:1 on light grounds: they draw icons and outlines, never words.

Roles that the style sheet knows are dynamic properties: QLabel `role`, QPushButton `kind`, QFrame `role`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from string import Template
from typing import Final, Literal, TypeAlias, cast

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QListView, QStyleFactory, QWidget
from shiboken6 import isValid

ThemeChoice: TypeAlias = Literal["system", "light", "dark"]

SPACE: Final = 4
S1, S2, S3, S4, S6, S8 = (SPACE * n for n in (1, 2, 3, 4, 6, 8))
"""Distances in pixels: 4, 8, 12, 16, 24, 32. Nothing in the window stands at any other distance."""
S5, S7 = S6, S8  # for layouts that count S1..S8 without gaps

RADIUS: Final = 6
ROW_HEIGHT: Final = 30
"""Of a row at the usual size; `row_height` is what it is now."""
BODY_PX: Final = 13
SIZES: Final = (90, 100, 110, 125, 150)
"""Text sizes in per cent."""
_COMPACT_PX: Final = 24
_SHEET_PX: Final = (10, 11, 12, 13, 14, 15, 16, 18, 22, 24)
"""The sizes of the style sheet that follow the text: of fonts, fields, boxes and icons."""
_TEXT_PX: Final = "textPx"  # a dynamic property: what `set_px` gave
_HALF_FRAME_S: Final = 0.008
_AT_ONCE: Final = 20
"""Widgets, dressed in about 2 ms."""


@dataclass(slots=True)
class _Measures:
    size: int = 100  # per cent
    compact: bool = False


_now: Final = _Measures()


def scaled(px: float) -> int:
    """Return a measure of text, such as the height of a font or of a line, at the chosen text size."""
    return round(px * _now.size / 100)


def row_height() -> int:
    """Return the height of a row of a table or list, as text size and density are now."""
    return scaled(_COMPACT_PX if _now.compact else ROW_HEIGHT)


def set_px(widget: QWidget, *, width: int = 0, height: int = 0, least: int = 0, most: int = 0) -> None:
    """Give a widget a fixed width or height, a `least` or a greatest width, which follow the text size.

    All in pixels at the usual size; 0 for what it decides itself.
    """
    widget.setProperty(_TEXT_PX, [width, height, least, most])
    _take_px(widget)


def _take_px(widget: QWidget) -> None:
    width, height, least, most = map(scaled, cast("list[int]", widget.property(_TEXT_PX)))
    if width:
        widget.setFixedWidth(width)
    if height:
        widget.setFixedHeight(height)
    if least:
        widget.setMinimumWidth(least)
    if most:
        widget.setMaximumWidth(most)


HIGHLIGHTS: Final = {"yellow": "#FFE066", "green": "#A8E6A1", "blue": "#A5D8FF", "pink": "#FFB3D1"} | {
    "find": "#FFD8A8",
    "found": "#FF922B",
    "selection": "#B4DEDB",
}
"""Inks over the pages of PDFs: the four colours of highlights, matches, selected text."""

_FAMILIES = ("Inter", "Noto Sans CJK SC")
"""Preferred where installed; the system font otherwise, and for every script that these do not know."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one scheme as "#RRGGBB"."""

    window: str
    panel: str
    raised: str
    line: str
    text: str
    muted: str
    faint: str  # icons, outlines and rules; too pale for words
    accent: str
    on_accent: str
    selection: str  # the ground of a selected row: accent, thinned
    hover: str
    grade0: str
    grade1: str
    grade2: str
    danger: str
    warning: str  # icons and outlines; too pale for words on light grounds


LIGHT: Final = Palette(
    window="#F7F7F5",
    panel="#FFFFFF",
    raised="#FFFFFF",
    line="#E3E3DF",
    text="#1D1E20",
    muted="#5F6368",
    faint="#878C91",
    accent="#2F6F6A",
    on_accent="#FFFFFF",
    selection="#E6F0EF",
    hover="#EFEFEC",
    grade0="#82888E",
    grade1="#B37B0E",
    grade2="#2E7D4F",
    danger="#B3372F",
    warning="#B57A10",
)

DARK: Final = Palette(
    window="#1B1C1E",
    panel="#222426",
    raised="#292B2E",
    line="#35383B",
    text="#ECEDEE",
    muted="#A3A8AD",
    faint="#797E83",
    accent="#6FC2BA",
    on_accent="#12201F",
    selection="#24383A",
    hover="#2A2C2F",
    grade0="#8A8F94",
    grade1="#E0B04C",
    grade2="#6CC08B",
    danger="#F0857D",
    warning="#E5B55A",
)


class Theme(QObject):
    """Dresses the application in one palette and says when it changed, so that painters repaint."""

    changed = Signal()
    chosen = Signal()  # another choice, which may look the same

    def __init__(self, choice: ThemeChoice = "system", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice: ThemeChoice = choice
        self._palette = self._wanted()
        self._undressed: list[QWidget] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._dress_more)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._dress()

    @property
    def palette(self) -> Palette:
        return self._palette

    @property
    def is_dark(self) -> bool:
        return self._palette is DARK

    @property
    def choice(self) -> ThemeChoice:
        return self._choice

    def set_choice(self, choice: ThemeChoice) -> None:
        """Follow light, dark, or whatever the system says, now and whenever it changes its mind."""
        self._choice = choice
        self._follow_system()
        self.chosen.emit()

    def set_measures(self, size: int, *, compact: bool) -> None:
        """Show text at this size, in per cent, and rows close together or not; widgets follow at once."""
        wanted = _Measures(size if size in SIZES else 100, compact)
        if wanted == _now:
            return
        _now.size, _now.compact = wanted.size, wanted.compact
        self._dress()
        app = QApplication.instance()
        for widget in app.allWidgets() if isinstance(app, QApplication) else ():
            if widget.property(_TEXT_PX):
                _take_px(widget)
            if isinstance(widget, QListView):
                widget.scheduleDelayedItemsLayout()
        self.changed.emit()

    def color(self, name: str) -> QColor:
        """Return the colour of the palette's field `name`."""
        return QColor(cast("str", getattr(self._palette, name)))

    def style_sheet(self) -> str:
        """Return the style sheet of the whole application in the present colours."""
        resources = files("assay_resources")
        sheet = Template((resources / "themes" / "assay.qss").read_text(encoding="utf-8"))
        icons = str(resources / "icons").replace("\\", "/")
        return sheet.substitute(
            asdict(self._palette),
            icons=icons,
            scheme="dark" if self.is_dark else "light",
            box_in_focus=str(scaled(14) - 2),
            **{f"px{px}": str(scaled(px)) for px in _SHEET_PX},
        )

    def _wanted(self) -> Palette:
        if self._choice == "system":
            scheme = QGuiApplication.styleHints().colorScheme()
            return DARK if scheme == Qt.ColorScheme.Dark else LIGHT
        return DARK if self._choice == "dark" else LIGHT

    def _follow_system(self) -> None:
        wanted = self._wanted()
        if wanted is not self._palette:
            self._palette = wanted
            self._dress(first=QWidget.isVisible)
            self.changed.emit()

    def _dress(self, first: Callable[[QWidget], bool] = lambda _widget: True) -> None:
        """Dress the `first` widgets now, and the others while nothing else happens."""
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            return
        if not app.styleSheet():  # a sheet wraps the style once and for all
            app.setStyle(QStyleFactory.create("Fusion"))
        app.setFont(body_font())
        app.setPalette(self._qt_palette())
        self._undressed = _replace_style_sheet(app, self.style_sheet(), first)
        self._timer.start()

    def _dress_more(self) -> None:
        """Dress widgets out of sight for the time of half a frame."""
        end = time.perf_counter() + _HALF_FRAME_S
        while self._undressed and time.perf_counter() < end:
            some, self._undressed = self._undressed[:_AT_ONCE], self._undressed[_AT_ONCE:]
            _polish([widget for widget in some if isValid(widget)])
        if not self._undressed:
            self._timer.stop()

    def _qt_palette(self) -> QPalette:
        """Return what Fusion draws on its own (menus, scroll areas, selections of text) in our colours."""
        role = QPalette.ColorRole
        fields = {
            role.Window: "window",
            role.WindowText: "text",
            role.Base: "panel",
            role.AlternateBase: "window",
            role.Text: "text",
            role.PlaceholderText: "muted",
            role.Button: "raised",
            role.ButtonText: "text",
            role.BrightText: "danger",
            role.ToolTipBase: "raised",
            role.ToolTipText: "text",
            role.Highlight: "accent",
            role.HighlightedText: "on_accent",
            role.Accent: "accent",
            role.Link: "accent",
            role.LinkVisited: "accent",
            role.Light: "raised",
            role.Midlight: "line",
            role.Mid: "line",
            role.Dark: "faint",
            role.Shadow: "line",
        }
        palette = QPalette()
        for each, name in fields.items():
            palette.setColor(each, self.color(name))
        for each in (role.WindowText, role.Text, role.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, each, self.color("faint"))
        return palette


def _replace_style_sheet(app: QApplication, sheet: str, first: Callable[[QWidget], bool]) -> list[QWidget]:
    """Dress each of the `first` widgets once, and return the others.

    Left to itself, Qt dresses a widget once for each of those that it stands in. With all pages open that is
    14 times, and takes ten times as long. Qt goes through the widgets whose rules it remembers, so it is made
    to forget them first.
    """
    app.style().unpolish(app)
    app.setStyleSheet(sheet)
    polished = Qt.WidgetAttribute.WA_WState_Polished
    widgets = [each for each in app.allWidgets() if each.testAttribute(polished)]
    others = [widget for widget in widgets if not first(widget)]  # before a polish shows another
    _polish([widget for widget in widgets if first(widget)])
    return others


def _polish(widgets: Sequence[QWidget]) -> None:
    for widget in widgets:
        widget.style().polish(widget)
    for widget in widgets:
        QApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))


def body_font(px: int = BODY_PX, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Inter where it is installed, else the system's font; `px` is its height at the usual text size."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    installed = set(QFontDatabase.families())
    font = QFont(system)
    font.setFamilies(
        [*(name for name in _FAMILIES[:1] if name in installed), system.family(), *_FAMILIES[1:]]
    )
    font.setPixelSize(scaled(px))
    font.setWeight(weight)
    return font


def number_font(px: int = BODY_PX, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the body font with digits of one width, so that columns of numbers line up."""
    font = body_font(px, weight)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def repolish(widget: QWidget) -> None:
    """Make a widget that is already shown take on a changed role."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()
