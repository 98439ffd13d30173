"""Which installation of Assay recorded something: a random id, kept in the user's state folder."""

from __future__ import annotations

import functools
import logging
import uuid
from pathlib import Path

import platformdirs

from assay.files import write_text

log = logging.getLogger(__name__)


def device_id() -> str:
    """This installation's id, made at the first call. It says nothing about the machine or its user.

    Where it cannot be kept, which is logged, it holds for this process only: a grade matters more.
    """
    return _kept(platformdirs.user_state_path("assay") / "device")


def note_bundle(sha256: str) -> None:
    """Note a bundle that this installation writes, by its checksum.

    Where it cannot be noted, which is logged, the bundle is later as one from elsewhere.
    """
    path = _bundles()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{sha256}\n")
    except OSError as error:
        log.warning("%s cannot be written: %s", path, error)


def wrote_bundle(sha256: str) -> bool:
    """Return whether this installation wrote the bundle: what a bundle says of itself proves nothing."""
    try:
        return bool(sha256) and sha256 in _bundles().read_text("utf-8").split()
    except (OSError, UnicodeDecodeError):
        return False


def _bundles() -> Path:
    return platformdirs.user_state_path("assay") / "bundles"


@functools.cache
def _kept(path: Path) -> str:
    try:
        return _read(path) or _made(path)
    except OSError as error:
        log.warning("%s cannot be kept (%s); this session has an id of its own", path, error)
        return str(uuid.uuid4())


def _read(path: Path) -> str:
    try:
        return str(uuid.UUID(path.read_text("utf-8").strip()))
    except (FileNotFoundError, ValueError):  # never made, or damaged: a new one does no harm
        return ""


def _made(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not _read(path):  # else another process was quicker
        write_text(path, f"{uuid.uuid4()}\n")
    return _read(path)
