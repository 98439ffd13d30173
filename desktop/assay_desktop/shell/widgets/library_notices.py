"""What does not happen on its own when a library is opened, and is offered above the pages instead."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QLabel

from assay_desktop.text.core_words import translated
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator
from assay_desktop.theme import S2, S3, Theme
from assay_desktop.widgets.boxes import hbox
from assay_desktop.widgets.icons import pixmap
from assay_desktop.widgets.section import button

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from assay.errors import AssayError
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext

_tr = translator("safe_mode")


class NoticeStrip(QFrame):
    """Nothing of it is an error, and nothing in it is pressing."""

    def __init__(self, theme: Theme, text: str, actions: Sequence[tuple[str, Callable[[], object]]]) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("role", "notice")
        self._icon = QLabel()
        self._text = QLabel(text)
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons = [button(name, act, kind="link") for name, act in actions]
        hbox(self._icon, (self._text, 1), *self.buttons, on=self, gap=S2, margins=(S3, S2, S3, S2))
        theme.changed.connect(self._paint_icon)
        self._paint_icon()

    @property
    def text(self) -> str:
        return self._text.text()

    def _paint_icon(self) -> None:
        self._icon.setPixmap(pixmap("info", self._theme.color("accent"), 16))


class LibraryNotices(QObject):
    """Offers the jobs of the last session, asks about trust, and says that a library is read-only."""

    added = Signal(object)  # a strip to show above the pages
    reopen_wanted = Signal()

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.left: NoticeStrip | None = None
        self.foreign: NoticeStrip | None = None
        self.read_only: NoticeStrip | None = None
        context.jobs.left_over.connect(self._offer_jobs)
        QTimer.singleShot(0, self, self.start)  # once the window has been painted

    def start(self) -> None:
        """Ask whether the library is the user's own, and whether it can be written."""
        self._context.lane.submit(_why_read_only, self._take_read_only, _say_nothing)
        self._context.lane.submit(_is_trusted, self._take_trust, _say_nothing)

    def _offer_jobs(self, n: int) -> None:
        if self.left is not None:
            return
        text = self.tr("{0} unfinished {0:job|jobs} from the last session.").format(numeral(n))
        jobs = self._context.jobs
        self.left = self._show(
            text, (self.tr("Resume"), jobs.resume_left), (self.tr("Discard"), jobs.discard_left)
        )

    def _take_read_only(self, why: str | None) -> None:
        """Keep the strip, and refuse jobs that would change the library from now on."""
        if why is None or self.read_only is not None:
            return
        self._context.jobs.read_only = why
        text = self.tr(
            "This library is read-only: {0}. You can search, read and export, but not change anything."
        )
        actions = [(self.tr("Open again"), self.reopen_wanted.emit)]
        self.read_only = NoticeStrip(self._context.theme, text.format(translated(why)), actions)
        self.added.emit(self.read_only)

    def _take_trust(self, trusted: bool) -> None:
        if trusted or self.foreign is not None:
            return
        self.foreign = self._show(
            self.tr(
                "This library comes from elsewhere. Its watched folders and outside models stay off until "
                "you trust it."
            ),
            (self.tr("Trust this library"), self._trust),
            (self.tr("Not now"), lambda: None),
        )

    def _trust(self) -> None:
        self._context.lane.submit(lambda ws: ws.library.trust(), lambda _none: None, _say_nothing)

    def _show(self, text: str, *actions: tuple[str, Callable[[], object]]) -> NoticeStrip:
        """Return a strip that goes with the first thing that is done about it."""

        def then(act: Callable[[], object]) -> Callable[[], object]:
            def done() -> None:
                strip.hide()
                act()

            return done

        strip = NoticeStrip(self._context.theme, text, [(name, then(act)) for name, act in actions])
        self.added.emit(strip)
        return strip


def _why_read_only(workspace: Workspace) -> str | None:
    return workspace.library.read_only


def _is_trusted(workspace: Workspace) -> bool:
    return workspace.library.is_trusted


def _say_nothing(_error: AssayError) -> None:
    """Show nothing: the pages report a library that cannot be opened."""


@dataclass(frozen=True, slots=True)
class SafeMode:
    """`n_deaths` starts in a row came to nothing, 0 where the user asked for it; where the log is kept."""

    n_deaths: int
    log_folder: Path

    def rest(self, context: AppContext) -> None:
        """Let the engine wait until it is asked for; called before the window is made."""
        context.engine.rest(_tr("Safe mode: the search engine starts when you ask for it."))

    def strip(
        self, context: AppContext, *, restore: Callable[[], object], normally: Callable[[], object]
    ) -> NoticeStrip:
        """Return what stands above the pages meanwhile; `restore` opens the backups."""
        why = _tr("Safe mode: Assay stopped {0} times in a row soon after starting.").format(self.n_deaths)
        left_out = _tr(
            "Default keys and colours; no watched folders or waiting jobs; no search until you start it."
        )
        folder = QUrl.fromLocalFile(str(self.log_folder))
        actions = (
            (_tr("Start search"), context.engine.restart),
            (_tr("Open the log"), partial(QDesktopServices.openUrl, folder)),
            (_tr("Restore a backup…"), restore),
            (_tr("Start normally"), normally),
        )
        return NoticeStrip(
            context.theme, f"{why if self.n_deaths else _tr('Safe mode.')} {left_out}", actions
        )
