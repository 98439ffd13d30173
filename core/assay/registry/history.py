"""Which models a library had before the present one: models.json, next to its settings."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from assay import config as configuration
from assay.config import Config
from assay.errors import BadInput
from assay.evaluation.files import write_lines
from assay.registry.loading import open_registry
from assay.registry.lock import locked_models

FILE_NAME = "models.json"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Used:
    """A model that the library had, and when (ISO 8601, UTC) another took its place."""

    model: str
    max_length: int
    until: str = ""

    def is_in(self, config: Config) -> bool:
        return (self.model, self.max_length) == (config.model, config.max_length)


def read_history(folder: Path) -> list[Used]:
    """Return the latest last. Raises BadInput for a file that cannot be read."""
    path = folder / FILE_NAME
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))["before"]
        return [Used(str(row["model"]), int(row["max_length"]), str(row["until"])) for row in rows]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise BadInput(
            "{0} cannot be read ({1}). The library keeps its model. Delete the file to start the history "
            "of models again.",
            path,
            error,
        ) from error


def write_history(history: Sequence[Used], folder: Path) -> None:
    """Write the file whole or not at all; raise EvaluationError where the disk does not take it."""
    body = {"format": 1, "before": [asdict(used) for used in history]}
    write_lines(folder / FILE_NAME, [json.dumps(body, ensure_ascii=False, indent=1)])


def keep_settings(folder: Path, change: Callable[[Config], Config]) -> Config:
    """Change a library's settings as they are on disk, while no other process does; return those before.

    What `change` leaves as it was is what others have set since. Raises as `put_settings` does, and what
    `change` raises: the settings then stand.
    """
    with locked_models(folder):
        before = configuration.load(folder)
        put_settings(change(before), folder)
    return before


def put_settings(config: Config, folder: Path) -> None:
    """Save a library's settings; a model that they take the place of goes into the history first.

    For those who hold the lock of the library's models. Killed between the two, the history ends with the
    model that is still in use, which `rollback` passes over. A model of the registry learns which library it
    is needed by. Raises BadInput, ModelError, EvaluationError; the old settings then stand.
    """
    if config.model in open_registry():
        open_registry().remember_library(config.model, folder)
    before = configuration.load(folder) if (folder / configuration.FILE_NAME).is_file() else None
    if before is not None:
        now = Used(before.model, before.max_length, datetime.now(UTC).isoformat(timespec="seconds"))
        if not now.is_in(config):
            history = read_history(folder)
            while history and history[-1].is_in(before):
                history.pop()
            write_history([*history, now], folder)
            logger.info("the model %s takes the place of %s in %s", config.model, before.model, folder)
    configuration.save(config, folder)
