"""Training runs of a library: begun as children that outlive the window, and steered by a word in a file.

Nothing here waits: a run is followed by what it writes into its folder, by anyone who wants to know.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QProcess

from assay.errors import TrainingFailed
from assay.location import Location, folder_of
from assay.training.runs.control import ControlFile
from assay.training.runs.run_lock import LAUNCHED, RunLock, is_launched, launching
from assay.training_runs.types import name_of
from assay_desktop.background import children
from assay_desktop.text.core_words import error_words

Word: TypeAlias = Literal["run", "pause", "cancel"]

REQUESTED: Final = "requested_recipe.toml"
"""The recipe as the window asked for it: every key written out, every path a full one."""
ANSWER: Final = "answer.json"
ERRORS: Final = "errors.txt"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AtWork:
    """A run whose process is alive and not asked to wait, or to end."""

    folder: Path
    name: str


class Trainings:
    """The runs under `folder`. Holds no state: any number of windows see the same."""

    def __init__(self, location: Location) -> None:
        self._location = location
        self.library = folder_of(location)
        self.folder = self.library / "training"

    def begin(self, recipe: str, *, name: str) -> Path:
        """Start a run of the recipe (TOML, paths in full) and return its folder. Raises TrainingFailed."""
        from assay.training_runs.runs import new_run_folder

        run = free_folder(new_run_folder(self._location, name))
        try:
            run.mkdir(parents=True)
            (run / REQUESTED).write_text(recipe, encoding="utf-8")
        except OSError as error:
            raise TrainingFailed("{0} cannot be written: {1}. Free some space.", run, error) from error
        self._launch(run, "train", str(run / REQUESTED), "--out", str(run))
        return run

    def resume(self, run: Path) -> None:
        """Resume a run whose process is gone, from its last checkpoint. Raises TrainingFailed."""
        if (run / "recipe.toml").is_file():
            self._launch(run, "runs", "resume", str(run))
        elif (run / REQUESTED).is_file():
            self._launch(run, "train", str(run / REQUESTED), "--out", str(run), "--resume")
        else:
            raise TrainingFailed("{0} holds no recipe to resume with. Start a new run.", run)

    def ask(self, run: Path, word: Word) -> None:
        """Tell the run to pause, continue or cancel after its next step. Raises TrainingFailed."""
        try:
            ControlFile(run / "control").ask(word)
        except OSError as error:
            raise TrainingFailed("{0} cannot be written: {1}.", run / "control", error) from error

    def at_work(self) -> list[AtWork]:
        """The runs that are computing, or on their way to it; cheap enough to ask while a window closes."""
        return [AtWork(run, name_of(run)) for run in self.open_runs() if _word(run / "control") == "run"]

    def open_runs(self) -> list[Path]:
        """The runs that have a process, whatever it was asked to do; a few milliseconds for hundreds."""
        marked = {mark.parent for name in (LAUNCHED, "pid") for mark in self.folder.glob(f"*/{name}")}
        # In this order: one that starts is alive before its mark goes.
        return sorted(run for run in marked if is_starting(run) or is_alive(run / "pid"))

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
            (run / ANSWER).unlink(missing_ok=True)
            if not is_alive(run / "pid"):
                (run / "control").unlink(missing_ok=True)  # a word to an earlier process
            with launching(run / LAUNCHED):
                started = children.start_detached(process)
        except OSError as error:
            raise TrainingFailed("{0} cannot be written: {1}. Free some space.", run, error) from error
        if not started:
            raise TrainingFailed("The training could not start: {0}.", process.errorString())
        log.info("started the training run %s", run.name)


def is_starting(run: Path) -> bool:
    """Return whether a process of the window is starting the run: loading libraries, or about to fail."""
    return is_launched(run / LAUNCHED) and not is_alive(run / "pid") and not _has_answered(run)


def is_alive(pid: Path) -> bool:
    """Return whether a process is at work in the run's folder, in which this file names it."""
    return RunLock(pid.parent).worker() is not None


def reason_of(run: Path) -> str:
    """Return why a child of the window ended badly, in its own words; "" where it says nothing."""
    try:
        answer = json.loads((run / ANSWER).read_text(encoding="utf-8"))
        return error_words(answer["error"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    try:
        lines = (run / ERRORS).read_text(encoding="utf-8", errors="replace").strip().splitlines()
    except OSError:
        return ""
    return lines[-1] if lines else ""


def _has_answered(run: Path) -> bool:
    try:
        if (run / ANSWER).stat().st_size:
            return True
        return "Traceback" in (run / ERRORS).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def _word(control: Path) -> str:
    return ControlFile(control).wanted()


def free_folder(folder: Path) -> Path:
    """Return the folder, or one next to it where two runs began in the same second."""
    number, free = 1, folder
    while free.exists():
        number += 1
        free = folder.with_name(f"{folder.name}-{number}")
    return free
