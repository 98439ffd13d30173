"""The log file: for the person who reports a problem, never for the terminal."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import platformdirs

from assay.files import LogFile, log_folder

MAX_BYTES = 2_000_000
KEPT = 3


def log_to_file(arguments: Sequence[str]) -> None:
    """Sends INFO and above to a rotating file in the user's log folder; nowhere if it cannot be written."""
    root = logging.getLogger()
    if root.handlers:
        return
    # One file a kind of process: Windows cannot rotate a file that another process holds open.
    name = "engine.log" if "engine" in arguments else "job.log" if "jsonl" in arguments else "assay.log"
    try:
        folder = platformdirs.user_log_path("assay", appauthor=False)
        log_folder(folder)
        handler: logging.Handler = LogFile(
            folder / name, maxBytes=MAX_BYTES, backupCount=KEPT, encoding="utf-8", delay=True
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    root.setLevel(logging.INFO)
