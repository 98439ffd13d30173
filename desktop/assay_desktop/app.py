"""The composition root: makes the application, joins its parts, opens the window."""

from __future__ import annotations

import faulthandler
import logging
import sys
from importlib.resources import files as files_of
from pathlib import Path
from typing import TYPE_CHECKING, Final

import platformdirs

from assay.files import LogFile, log_folder, make_file
from assay.interpreter import protect_children
from assay.location import name_of
from assay_desktop.shell.starts import DEATHS, LIVED_S, Starts
from assay_desktop.startup import qt_problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QApplication

    from assay.location import Location
    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults
    from assay_desktop.settings import Settings
    from assay_desktop.shell.single_window import SingleWindow
    from assay_desktop.shell.widgets.library_notices import SafeMode

log = logging.getLogger(__name__)

_LOG_BYTES: Final = 1_000_000
_LOG_FILES: Final = 5
_PAGES_MS: Final = 3000
"""After the start: then the library is listed, and its thread has time."""
_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def main(location: Location, *, files: Sequence[Path] = (), language: str = "", safe: bool = False) -> int:
    """Open the window on the library in a folder or on a server; return the exit status.

    Where a window on it is open already, that one comes to the front. Either imports the `files`.
    With `safe`, or after several starts that came to nothing, what a start may die of is left out.
    `language` ("system", "en", "de") is spoken instead of the one in the settings, this time.
    Where Qt cannot start, says on standard error what is missing, and returns 2.
    """
    protect_children()
    problem = qt_problem()
    if problem is not None:
        sys.stderr.write(f"assay: {problem}\n")
        return 2
    logs = Path(platformdirs.user_log_dir("assay", appauthor=False))
    keep_log(logs)
    from assay_desktop.shell.single_window import SingleWindow
    from assay_desktop.shell.widgets.library_notices import SafeMode

    state = Path(platformdirs.user_state_dir("assay", appauthor=False))
    single = SingleWindow(state / "windows", location)
    if not single.is_first(files):
        sys.stderr.write("assay: this library is open already; its window comes to the front.\n")
        return 0
    starts = Starts(state / "starts")
    n_deaths = starts.begin()
    careful = SafeMode(n_deaths, logs) if safe or n_deaths >= DEATHS else None
    if careful is not None:
        log.warning("safe mode, after %d starts that came to nothing", n_deaths)
    return _run(location, starts, careful, single, files=files, language=language)


def keep_log(folder: Path) -> None:
    """Log all from INFO up to a rotating file; crashes of native code to one next to it."""
    try:
        log_folder(folder)
        handler = LogFile(
            folder / "window.log", maxBytes=_LOG_BYTES, backupCount=_LOG_FILES, encoding="utf-8"
        )
        make_file(folder / "crash.log")
        faulthandler.enable((folder / "crash.log").open("a", encoding="utf-8"))
    except OSError as error:
        logging.basicConfig(level=logging.INFO, format=_FORMAT)
        log.warning("no log file can be kept in %s: %s", folder, error)
        return
    handler.setFormatter(logging.Formatter(_FORMAT))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)


def _run(
    location: Location,
    starts: Starts,
    careful: SafeMode | None,
    single: SingleWindow,
    *,
    files: Sequence[Path],
    language: str,
) -> int:
    from PySide6.QtCore import QTimer

    from assay_desktop.background.children import open_window
    from assay_desktop.errors import Faults
    from assay_desktop.settings import Settings
    from assay_desktop.shell.collecting import Collector
    from assay_desktop.shell.main_window import MainWindow, load_pages
    from assay_desktop.shell.saved_news import SavedNews
    from assay_desktop.shell.watching import Watching
    from assay_desktop.text.language import choice_of, speak

    app = _application()
    settings = Settings(careful=careful is not None)
    speak(app, choice_of(language) if language else settings.language)
    faults = Faults()
    faults.install()
    context = _context(location, settings, faults, keeps_session=careful is None)
    if careful is not None:
        careful.rest(context)
    window = MainWindow(context, faults, Path(name_of(location)))
    if careful is not None:
        window.add_safe_mode(careful)
    single.called.connect(window.open_files)
    single.listen()
    if sys.platform == "darwin":  # elsewhere no file is handed over, and a filter is asked at every event
        app.installEventFilter(single)
    watching = Watching(context)
    SavedNews(context, window)
    Collector(window)
    window.show()

    def after_first_paint() -> None:
        if careful is None:
            context.engine.start()
            context.jobs.start()
            watching.start()
        if files:
            window.open_files(list(files))

    QTimer.singleShot(0, after_first_paint)
    QTimer.singleShot(_PAGES_MS, window, lambda: context.lane.submit(load_pages, lambda _none: None))
    QTimer.singleShot(round(LIVED_S * 1000), window, starts.good)
    status = app.exec()
    watching.stop()
    close(context)
    starts.good()
    single.leave()
    if window.reopens:
        open_window(location)
    return status


def _application() -> QApplication:
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication, QIcon
    from PySide6.QtWidgets import QApplication

    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    app = QApplication(sys.argv[:1])
    app.setApplicationName("Assay")
    app.setDesktopFileName("assay")
    app.setWindowIcon(QIcon(str(files_of("assay_resources") / "icons" / "assay.svg")))
    return app


def _context(location: Location, settings: Settings, faults: Faults, *, keeps_session: bool) -> AppContext:
    from assay_desktop.background.engine_client import EngineClient
    from assay_desktop.background.jobs import Jobs
    from assay_desktop.background.lane import Lane
    from assay_desktop.context import AppContext, Changes
    from assay_desktop.keys import Keys
    from assay_desktop.session import Session
    from assay_desktop.theme import Theme

    theme = Theme(settings.theme)
    theme.set_measures(settings.text_size, compact=settings.compact)
    return AppContext(
        lane=Lane.at(location, faults),
        engine=EngineClient(location),
        jobs=Jobs(location),
        theme=theme,
        settings=settings,
        changes=Changes(),
        keys=Keys(settings),
        session=Session.of(location) if keeps_session else Session(),
    )


def close(context: AppContext) -> None:
    """End the children and finishes the writes, in the order in which they may still need each other."""
    context.jobs.close()
    context.engine.stop()
    context.lane.close()
    context.settings.sync()
    context.session.write()
