"""How long encoding took: kept next to the vectors, for anyone who asks later what they cost."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path

from assay.codec import decode, encode
from assay.errors import BadInput
from assay.files import write_text
from assay.types import Pace

logger = logging.getLogger(__name__)

FILE = "pace.json"


def read_pace(folder: Path, device: str) -> Pace | None:
    """Return the pace, None where nothing was timed on this device, or the file is damaged."""
    found = _read(folder).get(device)
    return found if found is not None and found.papers > 0 and found.seconds >= 0 else None


def add_pace(folder: Path, device: str, *, papers: int, seconds: float) -> None:
    """Add to what is kept. Of two processes at once one may be lost, and a full disk loses both."""
    rows = _read(folder)
    before = rows.get(device) or Pace(0, 0.0, "")
    today = datetime.now(UTC).date().isoformat()
    rows[device] = Pace(before.papers + papers, before.seconds + seconds, today)
    try:
        write_text(folder / FILE, encode(rows))
    except OSError as error:
        logger.info("the time of %d papers is not kept in %s: %s", papers, folder, error)


def _read(folder: Path) -> dict[str, Pace]:
    try:
        return decode((folder / FILE).read_bytes(), dict[str, Pace])
    except (OSError, BadInput):
        return {}
