"""Icons of one weight: Phosphor's glyphs, painted in the palette's colours.

The font in `assay_resources/icons` has only the glyphs that the window names; `resources/makers/icon_font.py`
makes it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPainter, QPixmap

from assay_desktop.theme import scaled

_SIZES: Final = (16, 20)
_SCALE: Final = 2  # drawn for screens of 200 %, and scaled down on others


def icon(name: str, color: QColor) -> QIcon:
    """The glyph `name` of Phosphor ("books", "gear") in one colour; raises KeyError for an unknown name.

    Like `pixmap` it is as large as the text is now: make it again when the theme changes.
    """
    made = QIcon()
    for px in _SIZES:
        made.addPixmap(pixmap(name, color, px))
    return made


def pixmap(name: str, color: QColor, px: int) -> QPixmap:
    """Return the glyph in a square of `px` device-independent pixels at the usual text size."""
    px = scaled(px)
    family, glyphs = _phosphor()
    glyph = chr(int(glyphs[name], 16))
    image = QPixmap(px * _SCALE, px * _SCALE)
    image.fill(Qt.GlobalColor.transparent)
    font = QFont(family)
    font.setPixelSize(px * _SCALE)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(QRect(0, 0, px * _SCALE, px * _SCALE), Qt.AlignmentFlag.AlignCenter, glyph)
    painter.end()
    image.setDevicePixelRatio(_SCALE)
    return image


@cache
def _phosphor() -> tuple[str, dict[str, str]]:
    """Return the font's family, and glyph name -> code point in hexadecimal."""
    folder = files("assay_resources") / "icons"
    number = QFontDatabase.addApplicationFontFromData((folder / "phosphor.ttf").read_bytes())
    glyphs = json.loads((folder / "phosphor.json").read_text(encoding="utf-8"))
    return QFontDatabase.applicationFontFamilies(number)[0], glyphs
