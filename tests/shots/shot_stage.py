"""The real window on a library of its own choosing, to be drawn or driven, and what draws it."""

from __future__ import annotations

import sys
import tempfile
import time
import traceback
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, QSettings, QSize
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from assay.engine.types import STATUS, EmptyCall
from assay_desktop.app import close
from assay_desktop.background.engine_client import EngineClient
from assay_desktop.background.jobs import Jobs
from assay_desktop.background.lane import Lane
from assay_desktop.context import AppContext, Changes
from assay_desktop.errors import Faults
from assay_desktop.keys import Keys
from assay_desktop.settings import Settings
from assay_desktop.shell.collecting import Collector
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.theme import Theme, ThemeChoice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

SMALL = QSize(1280, 800)
_SIZES: Final = (SMALL, QSize(1920, 1080), QSize(960, 800))
"""Of the window in pictures. It is worked in the narrowest, where a pane that is called for stays open."""

ANSWER_S: Final = 60.0
_LOADING_S: Final = 120.0
_LONG_S: Final = 5.0
"""A shorter wait is a pause."""
_FAST: Final = 80  # as Qt counts it: the first level of PNG's compression, no larger and a third faster


@dataclass(frozen=True, slots=True)
class Stage:
    """A window on a library, with what it stands on."""

    window: MainWindow
    context: AppContext
    out: Path | None = None  # the folder for pictures

    def save(self, name: str, widget: QWidget | None = None) -> None:
        """Draw the window in each of its sizes, or a dialog or menu of it as it is; each at 150 % too.

        A window that is resized shows what a new one of that size does, and need not be made again.
        """
        assert self.out is not None
        path = self.out / f"{name}-{self.context.theme.choice}.png"
        if widget is not None:
            _draw_twice(widget, path)
            return
        for size in _SIZES:
            self.window.resize(size)
            self.settle()
            of_size = path.with_stem(f"{path.stem}-{size.width()}x{size.height()}")
            (_draw_twice if size == SMALL else draw)(self.window, of_size)

    def page(self, key: str) -> QWidget:
        """Shows a page and waits until it has what it shows."""
        self.window.open_page(key)
        self.settle()
        return self.window.page(key)

    def settle(self) -> None:
        """Waits until the lane and the engine have answered all that was asked of them so far."""
        self._round_trips()
        self._round_trips()  # an answer may have asked again

    def _round_trips(self) -> None:
        came: list[str] = []
        self.context.lane.submit(lambda _ws: None, lambda _none: came.append("lane"))
        wait(lambda: "lane" in came, ANSWER_S)
        if self.context.engine.state.phase == "ready":
            answered: Callable[..., None] = lambda *_answer: came.append("engine")  # noqa: E731
            self.context.engine.ask(STATUS, EmptyCall(), answered, answered)
            wait(lambda: "engine" in came or self.context.engine.state.phase == "dead", ANSWER_S)
        QApplication.processEvents()

    def await_engine(self) -> None:
        """Waits until the model is loaded, missing or refused, or the engine has died."""

        def settled() -> bool:
            state = self.context.engine.state
            return state.phase == "dead" or (state.phase == "ready" and state.semantic != "loading")

        wait(settled, _LOADING_S)


@contextmanager
def stage(
    folder: Path,
    out: Path | None = None,
    *,
    theme: ThemeChoice = "light",
    size: QSize | None = None,
    engine: Sequence[str] | None = None,
    job: Sequence[str] | None = None,
    start_engine: bool = True,
) -> Iterator[Stage]:
    """The real window on the library in `folder`; settings are its own and forgotten afterwards."""
    app = QApplication.instance() or QApplication(sys.argv[:1])
    faults = Faults()
    with tempfile.TemporaryDirectory(prefix="assay-shots-") as own:
        settings = Settings(QSettings(str(Path(own) / "settings.ini"), QSettings.Format.IniFormat))
        settings.set_assessor("Ada")
        context = AppContext(
            lane=Lane.at(folder, faults),
            engine=EngineClient(folder, command=engine),
            jobs=Jobs(folder if job is None else Path(own), command=job),
            theme=Theme(theme),
            settings=settings,
            changes=Changes(),
            keys=Keys(settings),
        )
        window = MainWindow(context, faults, folder)
        Collector(window)
        window.resize(size or (_SIZES[-1] if out else SMALL))
        window.show()
        try:
            if start_engine:
                context.engine.start()
            yield Stage(window, context, out)
        finally:
            close(context)
            window.close()
            window.deleteLater()
            app.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # which no event loop here does


def wait(condition: Callable[[], bool], seconds: float) -> bool:
    """Runs the event loop until `condition` holds; False, and a word, if it did not within `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            if seconds >= _LONG_S:
                print(
                    f"waited {seconds:.0f} s in vain", *traceback.format_stack(limit=5)[:-1], file=sys.stderr
                )
            return False
        QApplication.processEvents()
        time.sleep(0.005)
    return True


def dialog() -> QWidget | None:
    """The question that stands over the window."""
    return QApplication.activeModalWidget()


def popup() -> QWidget | None:
    """The menu or the list that is open."""
    return QApplication.activePopupWidget()


def _draw_twice(widget: QWidget, path: Path) -> None:
    draw(widget, path)
    draw(widget, path.with_stem(f"{path.stem}-at-150"), scale=1.5)


def draw(widget: QWidget, path: Path, *, scale: float = 1) -> Path:
    """Draws the widget at `scale` pixels per device-independent pixel."""
    for _ in range(3):  # layouts settle in steps
        QApplication.processEvents()
    image = QPixmap(widget.size() * scale)
    image.setDevicePixelRatio(scale)
    widget.render(image, QPoint(0, 0))
    path.parent.mkdir(parents=True, exist_ok=True)
    if not image.save(str(path), quality=_FAST):
        raise OSError(f"{path} cannot be written.")
    return path
