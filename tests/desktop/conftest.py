"""What tests of the window share: a lane without a thread, a theme, settings on a file of their own."""

from __future__ import annotations

import gc
import io
import sys
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings

from assay.errors import AssayError
from assay_desktop.background import children
from assay_desktop.background.engine_client import EngineClient
from assay_desktop.background.jobs import Jobs
from assay_desktop.context import AppContext, Changes
from assay_desktop.errors import Faults
from assay_desktop.keys import Keys
from assay_desktop.settings import Settings
from assay_desktop.text.language import speak
from assay_desktop.theme import Theme, _now

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from forking import Forking


class ImmediateLane:
    """The lane's interface without its thread: every call runs, and answers, at once."""

    def __init__(self, workspace: Any) -> None:
        self.workspace = workspace
        self.n_calls = 0

    def submit(
        self,
        call: Callable[[Any], Any],
        done: Callable[[Any], None],
        failed: Callable[[AssayError], None] | None = None,
        *,
        key: str | None = None,
    ) -> None:
        self.n_calls += 1
        try:
            result = call(self.workspace)
        except AssayError as error:
            if failed is None:
                raise
            failed(error)
        else:
            done(result)

    def outside(
        self,
        call: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[AssayError], None] | None = None,
        *,
        closed: bool = False,
    ) -> None:
        if closed:
            self.workspace.close()
        self.submit(lambda _workspace: call(), done, failed)

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _english(qapp: QApplication) -> None:
    """Whatever the machine's language is, and whichever a test spoke before."""
    speak(qapp, "en")


@pytest.fixture(autouse=True)
def _undressed(request: pytest.FixtureRequest, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page's style sheet takes as long as all else of it: it is worn where looks are tested."""
    if request.node.get_closest_marker("dressed") is None:
        monkeypatch.setattr("assay_desktop.theme._replace_style_sheet", lambda *_args: [])
        qapp.setStyleSheet("")


@pytest.fixture(autouse=True)
def _usual_text() -> Iterator[None]:
    """The size of text is the program's, not a window's: the next test has the usual one again."""
    yield
    _now.size, _now.compact = 100, False


@pytest.fixture(autouse=True)
def _no_widget_outlives_its_test() -> Iterator[None]:
    """pytest-qt closes a test's widgets and leaves their deletion to an event loop that never runs here.

    As in the window, garbage is collected on its thread alone: on a library's, Qt would crash.
    """
    gc.disable()
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect(0)  # all that is new, since nothing was collected meanwhile
    gc.enable()


@pytest.fixture(autouse=True, scope="module")
def _no_widget_outlives_its_module() -> Iterator[None]:
    """What a fixture of several tests kept is old by now.

    To look through all that lives takes 0.2 to 3 s: what is left after it lives to the end, and is not looked
    through by the next module's collection.
    """
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def keys(settings: Settings) -> Keys:
    """The usual keys until the test chooses others."""
    return Keys(settings)


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """One for each test: what a test left connected to it goes with it."""
    return Theme("light")


@pytest.fixture
def faults(qapp: QApplication) -> Faults:
    return Faults()


IDLE_ENGINE = (sys.executable, "-c", "import sys; [None for _ in sys.stdin]")
FINISHED_JOB = (sys.executable, "-c", "print('{}')")


@pytest.fixture
def forked_children(forking: Forking, monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines, jobs and trainings are the command, in processes that had loaded it."""
    monkeypatch.setattr(children, "python", lambda _m, _assay, *words: forking.command(*words))


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Any]:
    """A real, empty library in a folder of its own."""
    from assay.workspace import Workspace

    with Workspace.open(tmp_path / "library") as opened:
        yield opened


@pytest.fixture
def context(
    workspace: Any, settings: Settings, theme: Theme, keys: Keys, tmp_path: Path
) -> Iterator[AppContext]:
    """A context on a real library: immediate lane, engine not started, jobs that end at once."""
    engine = EngineClient(tmp_path / "library", command=IDLE_ENGINE)
    jobs = Jobs(tmp_path / "library", command=FINISHED_JOB)
    yield AppContext(ImmediateLane(workspace), engine, jobs, theme, settings, Changes(), keys)  # type: ignore[arg-type]
    jobs.close()
    engine.stop()


@pytest.fixture
def jobs_here(context: AppContext, monkeypatch: pytest.MonkeyPatch) -> AppContext:
    """The context with jobs that are the real command, run in this process."""
    from command_here import CommandHere

    monkeypatch.setattr("sys.stdin", io.StringIO())  # where a job listens for "cancel"
    monkeypatch.setattr("assay_desktop.background.jobs.Child", CommandHere)
    monkeypatch.setattr("assay_desktop.background.command.Child", CommandHere)
    monkeypatch.setattr(context.jobs, "_command", children.command(context.jobs.location, "--json"))
    return context
