"""The folder of a run: what it was asked, what it said, where it is, and what came out."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from assay.errors import RecipeError, TrainingFailed
from assay.files import write_text
from assay.training.runs.checkpoint import Checkpoints
from assay.training.runs.control import ControlFile
from assay.training.runs.events import Event, from_json, to_json
from assay.training.runs.run_lock import LAUNCHED, RunLock, Worker, is_launched

_LONGEST_EVENT = 1 << 20
"""Characters that are read of a file which may be no run's."""


class RunFolder:
    """recipe.toml, events.jsonl, control, launched, lock, pid, log.txt, checkpoints/, model/, card.json."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.recipe = folder / "recipe.toml"
        self.events = folder / "events.jsonl"
        self.log = folder / "log.txt"
        self.run_lock = RunLock(folder)
        self.model = folder / "model"
        self.card = folder / "card.json"
        self.control = ControlFile(folder / "control")
        self.checkpoints = Checkpoints(folder / "checkpoints")

    def begin(self, *, resume: bool) -> None:
        """Prepare the folder for a run that begins or resumes.

        What a run left behind that failed before its first checkpoint gives way. Raises RecipeError if the
        folder holds more of another run and `resume` is not set, TrainingFailed if that run is
        still at work or the disk refuses to be written to.
        """
        if not resume and (self.card.exists() or self.checkpoints.any()):
            raise RecipeError(
                "{0} holds a run already. Resume it, or choose another folder for the new one.", self.folder
            )
        self.require_free()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.run_lock.take()
            try:
                self._make_ready(resume=resume)
            except OSError:
                self.end()
                raise
        except OSError as error:
            raise TrainingFailed("{0} cannot be written to: {1}.", self.folder, error) from error

    def require_free(self, *more: str) -> None:
        """Raise RecipeError for files that a run would write over, or read, and that no run wrote.

        `more` names files and folders besides those that are written here.
        """
        if self._was_used():
            return
        names = (self.recipe, self.log, self.events, self.model, self.control.path, self.checkpoints.folder)
        for path in (*names, *(self.folder / name for name in more)):
            if path.exists():
                raise RecipeError(
                    "{0} already exists, and no run wrote it. Choose another folder for the run.", path
                )

    def _was_used(self) -> bool:
        """Return whether a run began here: by its events, or by the word that it begins with."""
        with suppress(OSError, ValueError, AttributeError, TrainingFailed):
            with self.events.open(encoding="utf-8") as file:
                from_json(json.loads(file.readline(_LONGEST_EVENT)))
            return True
        return self.control.is_written

    def _make_ready(self, *, resume: bool) -> None:
        """Make the folder ready: words to an earlier process count no more, those since this launch do."""
        launched = self.folder / LAUNCHED
        if not is_launched(launched):
            self.control.ask("run")
        launched.unlink(missing_ok=True)
        self.checkpoints.clean()
        if not resume:
            self.events.unlink(missing_ok=True)
        self._mend_events()

    def end(self) -> None:
        """Say that nobody is at work here any more."""
        self.run_lock.leave()

    def living(self) -> Worker | None:
        """Return the process that is at work in this folder; None where it has ended, or died."""
        return self.run_lock.worker()

    def append(self, event: Event) -> None:
        """Add a line, at once visible to readers. Raises TrainingFailed if the disk refuses it."""
        line = json.dumps(to_json(event), ensure_ascii=False, allow_nan=True)
        try:
            with self.events.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        except OSError as error:
            raise TrainingFailed(
                "{0} cannot be written: {1}. Free some space and resume.", self.events, error
            ) from error

    def read_events(self) -> Iterator[Event]:
        """The events so far; a last line that is still being written is left out. Raises TrainingFailed."""
        with self.events.open(encoding="utf-8") as file:
            for line in file:
                if line.endswith("\n"):
                    yield from_json(json.loads(line))

    def write(self, path: Path, text: str) -> None:
        """Write a small file, whole or not at all. Raises OSError."""
        write_text(path, text, durable=True)

    def write_recipe(self, text: str) -> None:
        """Raise TrainingFailed if the disk refuses it."""
        try:
            self.write(self.recipe, text)
        except OSError as error:
            raise TrainingFailed("{0} cannot be written: {1}.", self.recipe, error) from error

    def write_card(self, card: dict[str, object]) -> None:
        """Raise TrainingFailed if the disk refuses it."""
        try:
            self.write(self.card, json.dumps(card, indent=1, ensure_ascii=False) + "\n")
        except OSError as error:
            raise TrainingFailed(
                "{0} cannot be written: {1}. Free some space and resume.", self.card, error
            ) from error

    @contextmanager
    def logging(self) -> Iterator[None]:
        """Write what the program logs to the run's log too, within. Raises TrainingFailed."""
        try:
            handler = logging.FileHandler(self.log, encoding="utf-8")
        except OSError as error:
            raise TrainingFailed("{0} cannot be written: {1}.", self.log, error) from error
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        logger = logging.getLogger("assay")
        logger.addHandler(handler)
        try:
            yield
        finally:
            logger.removeHandler(handler)
            handler.close()

    def _mend_events(self) -> None:
        """Cut off a line that a killed process left unfinished."""
        if self.events.exists():
            text = self.events.read_bytes()
            whole = text[: text.rfind(b"\n") + 1]
            if whole != text:
                with self.events.open("r+b") as file:
                    file.truncate(len(whole))
