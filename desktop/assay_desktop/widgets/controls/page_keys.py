"""The keys of the page that is shown, pressed while the focus is outside of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QLineEdit, QWidget

from assay_desktop.keys import WITHIN, BoundKeys
from assay_desktop.widgets.state_panel import EmptyState

_SCROLLING = frozenset(
    {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Space}
)


def press(event: QKeyEvent, page: QWidget) -> bool:
    """Do what a key means on `page`; return whether it means anything there. The innermost meaning counts.

    Enter presses the button that has the focus, else the one of a page that is empty; that of a field with a
    text in it is the field's own.
    """
    if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and (button := _for_enter(page)) is not None:
        button.click()
        return True
    found: list[tuple[int, BoundKeys]] = []
    for each in page.findChildren(BoundKeys):
        owner = each.parent()
        if isinstance(owner, QWidget) and owner.isVisible() and each.isEnabled() and each.context() == WITHIN:
            found.extend([(_depth(owner), each)] if each.meant_by(event) else [])
    if not found:
        return _scroll(event, page)
    _, innermost = max(found, key=lambda pair: pair[0])
    if innermost.autoRepeat() or not event.isAutoRepeat():
        innermost.activated.emit()
    return True


def _scroll(event: QKeyEvent, page: QWidget) -> bool:
    """Hand a key that scrolls to what the page is for: its table, or the pages of a PDF."""
    view = page.focusProxy()
    if event.key() not in _SCROLLING or not isinstance(view, QAbstractScrollArea) or view.hasFocus():
        return False
    return view.isVisible() and QApplication.sendEvent(view, event)


def _for_enter(page: QWidget) -> QAbstractButton | None:
    holder = QApplication.focusWidget()
    if isinstance(holder, QAbstractButton):
        return holder
    if isinstance(holder, QLineEdit) and holder.text():
        return None
    empty = (each for each in page.findChildren(EmptyState) if each.isVisible())
    return next((each.primary for each in empty if each.primary is not None), None)


def _depth(widget: QWidget) -> int:
    depth = 0
    while (around := widget.parentWidget()) is not None:
        widget, depth = around, depth + 1
    return depth
