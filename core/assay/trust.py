"""Which libraries are the user's own, and where this user's state of a library is kept: never in its folder.

A library's folder may come from anybody. What runs by itself, such as left-over jobs and looks through
watched folders, is therefore the user's: kept in the state folder under a key of the library's place and
identity, so that neither a copy, nor another library in the same place, inherits it.
"""

from __future__ import annotations

import hashlib
import logging
import os
import uuid
from contextlib import suppress
from pathlib import Path

import platformdirs

from assay.location import Location, Server, parsed
from assay.private_files import FILE, make_folder

IDENTITY = "library.id"
"""The file in a library's folder that tells it from others that were in the same place before."""
_TRUSTED = "trusted"

log = logging.getLogger(__name__)


def state_folder(place: Location | Server) -> Path:
    """Return where this user's state of the library is kept; the folder may not exist yet."""
    where = place if isinstance(place, Server) else parsed(place)
    key = where.shown if isinstance(where, Server) else f"{where.expanduser().resolve()}\n{_identity(where)}"
    digest = hashlib.blake2b(key.encode("utf-8", "surrogateescape"), digest_size=10).hexdigest()
    return platformdirs.user_state_path("assay", appauthor=False) / "libraries" / digest


def is_trusted(place: Location | Server) -> bool:
    """Whether this user made the library, or said that it may look through its watched folders."""
    return (state_folder(place) / _TRUSTED).is_file()


def trust(place: Location | Server) -> None:
    """Note that the library is trusted. Where it cannot be noted, which is logged, it stays untrusted."""
    folder = state_folder(place)
    try:
        make_folder(folder)
        (folder / _TRUSTED).touch()
    except OSError as error:
        log.warning("%s cannot be written: %s", folder / _TRUSTED, error)


def distrust(place: Location | Server) -> None:
    """Forget that the library was trusted: from now on it is as one that others made."""
    with suppress(OSError):
        (state_folder(place) / _TRUSTED).unlink(missing_ok=True)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, FILE)


def _identity(folder: Path) -> str:
    """The library's random id, made where there is none; "" in a folder that cannot be written."""
    path = folder / IDENTITY
    with suppress(OSError):
        make_folder(folder)
        with open(path, "x", encoding="utf-8", opener=_private) as file:
            file.write(f"{uuid.uuid4()}\n")
    try:
        with path.open("rb") as file:
            return file.read(100).decode("utf-8", "replace").strip()
    except OSError:
        return ""
