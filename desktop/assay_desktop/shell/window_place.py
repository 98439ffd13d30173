"""The window as it was: its size and place, the page that was shown, the jobs below it."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, QTimer
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

from assay_desktop.context import AppContext
from assay_desktop.settings import Settings

_SIZE: Final = QSize(1280, 800)
_FRAME_PX: Final = 40  # what a window manager puts above a window
_SETTLED_MS: Final = 300
_GEOMETRY: Final = "window/geometry"
_PAGE: Final = "window/page"
_SPLIT: Final = "window/split"
_JOBS: Final = "window/jobs"


class WindowPlace(QObject):
    """Restores it, and writes what changes a moment later, so that a kill costs no more than that.

    Size and place are the machine's, the page is the library's.
    """

    def __init__(self, window: QMainWindow, context: AppContext, split: QSplitter, jobs: QWidget) -> None:
        super().__init__(window)
        self._window, self._context, self._split, self._jobs = window, context, split, jobs
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self.keep)

    def restore(self) -> str:
        """Give the window its shape; return the key of the page to show, "" where none is known."""
        settings = self._context.settings
        self._window.resize(_SIZE)
        self._window.restoreGeometry(settings.state(_GEOMETRY))
        self._fit_screen()
        self._split.restoreState(settings.state(_SPLIT))
        self._jobs.setVisible(settings.text(_JOBS) == "shown")
        for watched in (self._window, self._jobs):
            watched.installEventFilter(self)
        self._split.splitterMoved.connect(lambda *_: self._settled.start())
        page = self._context.session.get(_PAGE)
        return page if isinstance(page, str) else ""

    def show_page(self, key: str) -> None:
        """Remember which page is shown."""
        self._context.session.put(_PAGE, key)

    def keep(self) -> None:
        """Write the shape at once."""
        self._settled.stop()
        settings = self._context.settings
        settings.set_state(_GEOMETRY, self._window.saveGeometry())
        settings.set_state(_SPLIT, self._split.saveState())
        settings.set_text(_JOBS, "hidden" if self._jobs.isHidden() else "shown")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        moved = {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.WindowStateChange}
        shown = {QEvent.Type.ShowToParent, QEvent.Type.HideToParent}
        if event.type() in (moved if watched is self._window else shown) and self._window.isVisible():
            self._settled.start()
        return super().eventFilter(watched, event)

    def _fit_screen(self) -> None:
        """Keep the line of status above the lower edge of a small screen."""
        window = self._window
        if window.isMaximized() or window.isFullScreen():
            return
        free = window.screen().availableGeometry()
        window.resize(window.size().boundedTo(QSize(free.width(), free.height() - _FRAME_PX)))
        if not self._context.settings.state(_GEOMETRY).isEmpty():
            right = free.right() + 1 - window.width()
            bottom = free.bottom() + 1 - window.height() - _FRAME_PX
            window.move(max(free.left(), min(window.x(), right)), max(free.top(), min(window.y(), bottom)))


def keep_panes(page: QWidget, settings: Settings, name: str) -> None:
    """Give every splitter within the page its last sizes, and keep those that the user gives it."""
    for number, splitter in enumerate(page.findChildren(QSplitter)):
        key = f"panes/{name}/{number}-{splitter.count()}"  # a page that was built otherwise begins again
        state = settings.state(key)
        if not state.isEmpty():
            splitter.restoreState(state)
        splitter.splitterMoved.connect(partial(_keep_sizes, splitter, settings, key))


def _keep_sizes(splitter: QSplitter, settings: Settings, key: str, *_moved: int) -> None:
    settings.set_state(key, splitter.saveState())
