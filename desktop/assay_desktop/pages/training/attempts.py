"""Attempts to improve search, as they lie in the library's folder: begun, cut short, or finished."""

from __future__ import annotations

import json
import logging
import shutil
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication

from assay.codec import decode
from assay.errors import BadInput, TrainingFailed
from assay.query_tuning.types import FOLDS, MANY, REPORT, TuningReport
from assay_desktop.background.trainings import free_folder
from assay_desktop.pages.training.improvements import Improved, improved_of

if TYPE_CHECKING:
    from pathlib import Path

    from assay.location import Location

ASKED: Final = "improve.json"
"""What was asked for, so that the same can go on after a crash."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """`judgements` is "" for the library's own, else "CAMPAIGN@RELEASE"."""

    judgements: str
    model: str
    queries: int = 0  # that teach, as far as was known

    def words(self, folder: Path) -> list[str]:
        """Those of the command. The same ones go on with what was cut short."""
        named = [self.judgements] if self.judgements else []
        return ["improve", *named, "--model", self.model, "--out", str(folder)]


@dataclass(frozen=True, slots=True)
class Attempt:
    """`improved` is None until it has finished."""

    folder: Path
    asked: Asked
    began: str  # ISO 8601, UTC
    prepared: bool = False  # whether there is anything to go on with
    improved: Improved | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """Which of the trainings is under way: those that measure, then that of the model to keep."""

    number: int  # from 1; 0 while the candidates are prepared
    of: int
    seconds: tuple[float, ...] = ()  # that each finished one took


def begin(location: Location, asked: Asked) -> Path:
    """A new folder that says what is asked for. Raises TrainingFailed."""
    from assay.training_runs.runs import new_run_folder

    folder = free_folder(new_run_folder(location, f"improve {asked.judgements or 'search'}"))
    try:
        folder.mkdir(parents=True)
        (folder / ASKED).write_text(json.dumps(asdict(asked)) + "\n", encoding="utf-8")
    except OSError as error:
        raise TrainingFailed(f"{folder} cannot be written: {error}. Make room.") from error
    return folder


def attempts(folder: Path) -> list[Attempt]:
    """Those under the folder of the library's runs, the newest first."""
    names = sorted((path.parent for path in folder.glob(f"*/{ASKED}")), key=lambda path: path.name)
    return [found for path in reversed(names) if (found := _read(path)) is not None]


def discard(folder: Path) -> None:
    """Deletes the attempt; a model that it kept stays. Raises TrainingFailed."""
    try:
        shutil.rmtree(folder)
    except OSError as error:
        raise TrainingFailed(
            _tr("{0} could not be deleted whole: {1}. Allow writing there and delete it again.").format(
                folder, error
            )
        ) from error


def part_of(folder: Path, asked: Asked) -> Part:
    """Where it is; a few small files are read."""
    named = [path.stem for path in (*folder.glob("fold-*.txt"), *folder.glob("model.txt"))]
    usual = 2 if asked.queries >= MANY else FOLDS + 1
    of = len(named) if "model" in named else max(usual, len(named) + 1)
    return Part(len(named), of, tuple(filter(None, (_seconds(folder / name) for name in named))))


def _read(folder: Path) -> Attempt | None:
    try:
        row = json.loads((folder / ASKED).read_text(encoding="utf-8"))
        asked = Asked(str(row["judgements"]), str(row["model"]), int(row["queries"]))
        began = datetime.fromtimestamp((folder / ASKED).stat().st_mtime, UTC).isoformat(timespec="seconds")
    except (OSError, ValueError, KeyError, TypeError) as error:
        log.warning("%s is no attempt to improve search: %s", folder, error)
        return None
    try:
        improved = improved_of(decode((folder / REPORT).read_text(encoding="utf-8"), TuningReport))
    except FileNotFoundError:
        improved = None
    except (OSError, UnicodeDecodeError, BadInput) as error:
        log.warning("what came of %s cannot be read: %s", folder, error)
        improved = None
    return Attempt(folder, asked, began, (folder / "lists").is_dir(), improved)


def _seconds(run: Path) -> float:
    """That the training took; 0 where it has not finished."""
    try:
        return float(json.loads((run / "card.json").read_text(encoding="utf-8"))["seconds"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0.0


def _tr(text: str) -> str:
    return QCoreApplication.translate("training", text)
