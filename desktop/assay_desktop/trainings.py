"""Training runs of a library: begun as children that outlive the window, and steered by a word in a file.

Nothing here waits: a run is followed by what it writes into its folder, by whoever wants to know.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from PySide6.QtCore import QProcess

from assay.errors import TrainingFailed
from assay.location import Location, folder_of
from assay_desktop import children

if TYPE_CHECKING:
    from pathlib import Path

Word: TypeAlias = Literal["run", "pause", "cancel"]

ASKED: Final = "asked.toml"
"""The recipe as the window asked for it: every key written out, every path a full one."""
ANSWER: Final = "answer.json"
ERRORS: Final = "errors.txt"
LAUNCHED: Final = "launched"
"""When the window started a process, for the seconds before the run itself says which one it is."""

_STARTS_S: Final = 120.0
"""A process that has neither begun a run nor answered after so long will not."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AtWork:
    """A run whose process is alive and not asked to wait."""

    folder: Path
    name: str


class Trainings:
    """The runs under `folder`. Holds no state: any number of windows see the same."""

    def __init__(self, location: Location) -> None:
        self._location = location
        self.library = folder_of(location)
        self.folder = self.library / "training"

    def begin(self, recipe: str, *, name: str) -> Path:
        """Starts a run of the recipe (TOML, paths in full) and returns its folder. Raises TrainingFailed."""
        from assay.workspace.training_runs import new_run_folder

        run = _free(new_run_folder(self._location, name))
        try:
            run.mkdir(parents=True)
            (run / ASKED).write_text(recipe, encoding="utf-8")
        except OSError as error:
            raise TrainingFailed(f"{run} cannot be written: {error}. Make room.") from error
        self._launch(run, "train", str(run / ASKED), "--out", str(run))
        return run

    def resume(self, run: Path) -> None:
        """Goes on with a run whose process is gone, from its last checkpoint. Raises TrainingFailed."""
        if (run / "recipe.toml").is_file():
            self._launch(run, "runs", "resume", str(run))
        elif (run / ASKED).is_file():
            self._launch(run, "train", str(run / ASKED), "--out", str(run), "--resume")
        else:
            raise TrainingFailed(f"{run} holds no recipe to go on with. Start a new run.")

    def ask(self, run: Path, word: Word) -> None:
        """Tells the run to pause, go on or cancel after its next update. Raises TrainingFailed."""
        from assay.training.control import ControlFile

        try:
            ControlFile(run / "control").ask(word)
        except OSError as error:
            raise TrainingFailed(f"{run / 'control'} cannot be written: {error}.") from error

    def at_work(self) -> list[AtWork]:
        """The runs that are computing now; cheap enough to ask while a window closes."""
        return [
            AtWork(pid.parent, pid.parent.name.split("-", 2)[-1])
            for pid in self.folder.glob("*/pid")
            if is_alive(pid) and _word(pid.with_name("control")) == "run"
        ]

    def _launch(self, run: Path, *words: str) -> None:
        command = children.command(self._location, *words, "--json", "--progress", "none")
        process = QProcess()
        process.setProgram(command[0])
        process.setArguments(command[1:])
        process.setProcessEnvironment(children.environment(self._location))
        process.setStandardInputFile(QProcess.nullDevice())
        process.setStandardOutputFile(str(run / ANSWER))
        process.setStandardErrorFile(str(run / ERRORS))
        try:
            if not is_alive(run / "pid"):
                (run / "pid").unlink(missing_ok=True)  # of a process that was killed
            (run / ANSWER).unlink(missing_ok=True)
            (run / LAUNCHED).write_text("", encoding="utf-8")
        except OSError as error:
            raise TrainingFailed(f"{run} cannot be written: {error}. Make room.") from error
        if not process.startDetached():  # a bool, whatever the stub says
            raise TrainingFailed(f"The training could not start: {process.errorString()}.")
        log.info("started the training run %s", run.name)


def is_starting(run: Path) -> bool:
    """Whether a process of the window is on its way into the run: loading libraries, or about to fail."""
    try:
        age = time.time() - (run / LAUNCHED).stat().st_mtime
    except OSError:
        return False
    return age < _STARTS_S and not (run / "pid").exists() and not _has_answered(run)


def _has_answered(run: Path) -> bool:
    try:
        if (run / ANSWER).stat().st_size:
            return True
        return "Traceback" in (run / ERRORS).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def is_alive(pid: Path) -> bool:
    """Whether the process that the file names is there."""
    from assay.training.control import is_alive as is_process_alive

    try:
        number = int(pid.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return is_process_alive(number)


def _word(control: Path) -> str:
    from assay.training.control import ControlFile

    return ControlFile(control).wanted()


def _free(folder: Path) -> Path:
    """The folder, or one beside it where two runs began in the same second."""
    number, free = 1, folder
    while free.exists():
        number += 1
        free = folder.with_name(f"{folder.name}-{number}")
    return free
