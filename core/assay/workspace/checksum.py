"""Files told by their content."""

from __future__ import annotations

import hashlib
from pathlib import Path


def sha256_of(path: Path) -> str:
    """Of a file's content, in hexadecimal. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sha256_if_readable(path: Path) -> str:
    """The same, "" for a folder and for what cannot be read."""
    try:
        return sha256_of(path)
    except OSError:
        return ""
