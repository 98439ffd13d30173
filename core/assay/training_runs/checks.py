"""What recipes were found to cost when they were checked on this machine, by their names."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime

from assay.codec import decode, encode
from assay.errors import BadInput
from assay.files import write_text
from assay.location import Location
from assay.training.types import Estimate
from assay.training_runs.runs import runs_folder
from assay.training_runs.types import TrainingTime

FILE = "checks.json"

logger = logging.getLogger(__name__)


def keep_check(library: Location, found: Estimate) -> None:
    """Keep what a recipe of this name costs, where the library is there. A full disk costs the note alone."""
    folder = runs_folder(library)
    if not folder.parent.is_dir():  # a recipe of files needs no library, and a check makes none
        return
    now = datetime.now(UTC).isoformat(timespec="seconds")
    rows = {**read_checks(library), found.name: TrainingTime(found.seconds, "check", now, found.device)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_text(folder / FILE, encode(rows) + "\n")
    except OSError as error:
        logger.warning("%s is not kept: %s", folder / FILE, error)


def read_checks(library: Location) -> Mapping[str, TrainingTime]:
    """Return them by the names of their recipes; nothing where none is kept or the file is damaged."""
    try:
        return decode((runs_folder(library) / FILE).read_text(encoding="utf-8"), dict[str, TrainingTime])
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, BadInput) as error:
        logger.warning("%s is not used: %s", runs_folder(library) / FILE, error)
        return {}
