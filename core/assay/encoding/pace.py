"""How long encoding took: kept beside the vectors, for whoever asks later what they cost."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assay.files import write_text
from assay.types import Pace

logger = logging.getLogger(__name__)

FILE = "pace.json"


def read_pace(folder: Path, device: str) -> Pace | None:
    """None where nothing was timed on this device, or the file is damaged."""
    return _pace_of(_read(folder).get(device))


def add_pace(folder: Path, device: str, *, papers: int, seconds: float) -> None:
    """Adds to what is kept. Of two processes at once one may be lost, and a full disk loses both."""
    rows = _read(folder)
    before = _pace_of(rows.get(device)) or Pace(0, 0.0, "")
    today = datetime.now(UTC).date().isoformat()
    rows[device] = asdict(Pace(before.papers + papers, before.seconds + seconds, today))
    try:
        write_text(folder / FILE, json.dumps(rows))
    except OSError as error:
        logger.info("the time of %d papers is not kept in %s: %s", papers, folder, error)


def _read(folder: Path) -> dict[str, Any]:
    try:
        rows = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return rows if isinstance(rows, dict) else {}


def _pace_of(row: Any) -> Pace | None:
    try:
        found = Pace(int(row["papers"]), float(row["seconds"]), str(row["measured"]))
    except (KeyError, TypeError, ValueError):
        return None
    return found if found.papers > 0 and found.seconds >= 0 else None
