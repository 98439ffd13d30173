"""A field for a whole number."""

from __future__ import annotations

from PySide6.QtWidgets import QSpinBox

_INSET_PX = 7
"""The style sheet's padding does not reach the digits of a spin box: their field is told itself."""


def number_field(name: str, low: int, high: int, value: int, *, width: int = 110) -> QSpinBox:
    """`name` is what assistive tools call it; `width` in pixels."""
    field = QSpinBox()
    field.setRange(low, high)
    field.setValue(value)
    field.setAccessibleName(name)
    field.setFixedWidth(width)
    field.lineEdit().setTextMargins(_INSET_PX, 0, 0, 0)
    return field
