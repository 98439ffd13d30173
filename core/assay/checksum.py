"""Files told by their content."""

from __future__ import annotations

import hashlib
from pathlib import Path

from assay.files import open_regular


def sha256_of(path: Path) -> str:
    """Of a file's content, in hexadecimal. Raises OSError, also for a pipe or a device."""
    with open_regular(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sha256_if_readable(path: Path) -> str:
    """The same, "" for a folder and for what cannot be read."""
    try:
        return sha256_of(path)
    except OSError:
        return ""
