"""Panes of a page that come back as wide as the user has made them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QSplitter

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from assay_desktop.settings import Settings


def keep_panes(page: QWidget, settings: Settings, name: str) -> None:
    """Gives every splitter within the page its last sizes, and keeps those that the user gives it."""
    for number, splitter in enumerate(page.findChildren(QSplitter)):
        key = f"panes/{name}/{number}-{splitter.count()}"  # a page that was built otherwise begins anew
        state = settings.state(key)
        if not state.isEmpty():
            splitter.restoreState(state)
        splitter.splitterMoved.connect(_keeper(splitter, settings, key))


def _keeper(splitter: QSplitter, settings: Settings, key: str) -> object:
    return lambda *_moved: settings.set_state(key, splitter.saveState())
