"""The folder of a run: what it was asked, what it said, where it is, and what came out."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from assay.errors import RecipeError, TrainingFailed
from assay.training.base_model import sync
from assay.training.checkpoint import Checkpoints
from assay.training.control import ControlFile, is_alive
from assay.training.events import Event, from_json, to_json


class RunFolder:
    """recipe.toml, events.jsonl, control, pid, log.txt, checkpoints/, model/ and card.json."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.recipe = folder / "recipe.toml"
        self.events = folder / "events.jsonl"
        self.log = folder / "log.txt"
        self.pid = folder / "pid"
        self.model = folder / "model"
        self.card = folder / "card.json"
        self.control = ControlFile(folder / "control")
        self.checkpoints = Checkpoints(folder / "checkpoints")

    def begin(self, *, resume: bool) -> None:
        """Makes the folder ready for a run that begins, or goes on.

        Raises RecipeError if it holds another run already and this one is not to go on with it,
        TrainingFailed if that run is still at work or the disk refuses to be written to.
        """
        if not resume and self.events.exists():
            raise RecipeError(
                f"{self.folder} holds a run already. Resume it, or choose another folder for the new one."
            )
        alive = self.living()
        if alive is not None and alive != os.getpid():
            raise TrainingFailed(
                f"Process {alive} is training in {self.folder}. Cancel it, or wait for it. If that is "
                f"another program, delete {self.pid}."
            )
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.checkpoints.clean()
            self.control.ask("run")
            self.pid.write_text(f"{os.getpid()}\n", encoding="utf-8")
            self._mend_events()
        except OSError as error:
            raise TrainingFailed(f"{self.folder} cannot be written to: {error}.") from error

    def end(self) -> None:
        """Nobody is at work here any more."""
        self.pid.unlink(missing_ok=True)

    def living(self) -> int | None:
        """The process that is at work in this folder; None where it has ended, or died."""
        try:
            number = int(self.pid.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return number if is_alive(number) else None

    def append(self, event: Event) -> None:
        """Adds a line, at once visible to readers. Raises TrainingFailed if the disk refuses it."""
        line = json.dumps(to_json(event), ensure_ascii=False, allow_nan=True)
        try:
            with self.events.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        except OSError as error:
            raise TrainingFailed(
                f"{self.events} cannot be written: {error}. Make room and resume."
            ) from error

    def read_events(self) -> Iterator[Event]:
        """The events so far; a last line that is still being written is left out. Raises TrainingFailed."""
        with self.events.open(encoding="utf-8") as file:
            for line in file:
                if line.endswith("\n"):
                    yield from_json(json.loads(line))

    def write(self, path: Path, text: str) -> None:
        """A small file, whole or not at all. Raises OSError."""
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        draft.write_text(text, encoding="utf-8")
        sync(draft)
        draft.replace(path)

    def write_recipe(self, text: str) -> None:
        """Raises TrainingFailed if the disk refuses it."""
        try:
            self.write(self.recipe, text)
        except OSError as error:
            raise TrainingFailed(f"{self.recipe} cannot be written: {error}.") from error

    def write_card(self, card: dict[str, Any]) -> None:
        """Raises TrainingFailed if the disk refuses it."""
        try:
            self.write(self.card, json.dumps(card, indent=1, ensure_ascii=False) + "\n")
        except OSError as error:
            raise TrainingFailed(f"{self.card} cannot be written: {error}. Make room and resume.") from error

    @contextmanager
    def logging(self) -> Iterator[None]:
        """Within, what the program logs is also written to the run's log. Raises TrainingFailed."""
        try:
            handler = logging.FileHandler(self.log, encoding="utf-8")
        except OSError as error:
            raise TrainingFailed(f"{self.log} cannot be written: {error}.") from error
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        logger = logging.getLogger("assay")
        logger.addHandler(handler)
        try:
            yield
        finally:
            logger.removeHandler(handler)
            handler.close()

    def _mend_events(self) -> None:
        """Cuts off a line that a killed process left unfinished."""
        if self.events.exists():
            text = self.events.read_bytes()
            whole = text[: text.rfind(b"\n") + 1]
            if whole != text:
                with self.events.open("r+b") as file:
                    file.truncate(len(whole))
