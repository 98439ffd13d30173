"""The keys of the page that is shown, pressed while the focus is outside of it."""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from assay_desktop.keys import WITHIN, BoundKeys


def press(event: QKeyEvent, page: QWidget) -> bool:
    """Do what a key means on `page`; return whether it means anything there. The innermost meaning counts."""
    found: list[tuple[int, BoundKeys]] = []
    for each in page.findChildren(BoundKeys):
        owner = each.parent()
        if isinstance(owner, QWidget) and owner.isVisible() and each.isEnabled() and each.context() == WITHIN:
            found.extend([(_depth(owner), each)] if each.meant_by(event) else [])
    if not found:
        return False
    _, innermost = max(found, key=lambda pair: pair[0])
    if innermost.autoRepeat() or not event.isAutoRepeat():
        innermost.activated.emit()
    return True


def _depth(widget: QWidget) -> int:
    depth = 0
    while (around := widget.parentWidget()) is not None:
        widget, depth = around, depth + 1
    return depth
