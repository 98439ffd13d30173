"""Whether anything has changed in some folders or in a running Zotero, found without reading a file."""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from assay.errors import AssayError
from assay.ingest.zotero.client import SHORT_S, Client, is_zotero, library_named
from assay.types import IMPORTABLE

_LAST: dict[str, bytes] = {}
"""Library of Zotero -> what it answered last."""

_LOCAL = frozenset({
    "apfs", "bcachefs", "btrfs", "exfat", "ext2", "ext3", "ext4", "f2fs", "fat32", "fuseblk", "hfs", "jfs",
    "msdos", "ntfs", "ntfs3", "overlay", "refs", "tmpfs", "vfat", "xfs", "zfs",
})  # fmt: skip
"""File systems of this machine alone. In any other, files may change without news of it here."""

_NAMES = {"", ".pdf", ".sqlite", *IMPORTABLE}
"""The suffixes of files that an import may take, and that of most folders."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Seen:
    """What there is to see in folders: those of whose changes the system tells, and the others' state.

    `reported` holds (path without links, device, number): another folder may come to lie at the same path.
    """

    reported: frozenset[tuple[str, int, int]] = frozenset()
    state: str = ""


def seen_in(folders: Sequence[str], *, unreported: frozenset[str] = frozenset()) -> Seen:
    """Look at folders; the system does not tell of those `unreported`, which are paths without links."""
    reported = {
        folder: found for folder in folders if (found := _reported(folder)) and found[0] not in unreported
    }
    return Seen(
        frozenset(reported.values()), seen_files([folder for folder in folders if folder not in reported])
    )


def brings_papers(path: str, folders: Sequence[str]) -> bool:
    """Whether a change of what lies or lay in one of the folders may bring papers, by its name."""
    place = Path(path)
    inside = next((place.relative_to(each) for each in folders if place.is_relative_to(each)), place)
    if any(part.startswith(".") for part in inside.parts):
        return False
    return Path(place.name.lower().removesuffix(".gz")).suffix in _NAMES or place.is_dir()


def seen_files(folders: Sequence[str]) -> str:
    """A checksum of names, sizes and times of all files in the folders; hidden ones are left out.

    Of a running Zotero it is one of its versions and its latest change; one that does not answer has changed
    nothing.
    """
    digest = hashlib.sha256()
    for folder in folders:
        if is_zotero(folder):
            digest.update(_zotero_state(folder))
            continue
        for place, inside, names in os.walk(folder):
            inside[:] = sorted(name for name in inside if not name.startswith("."))
            for name in sorted(name for name in names if not name.startswith(".")):
                digest.update(_state(os.path.join(place, name)).encode("utf-8", "surrogateescape"))  # noqa: PTH118 - many
    return digest.hexdigest()


def _reported(folder: str) -> tuple[str, int, int] | None:
    """What a folder is if the system tells of changes in it: it is there, and it and all in it are local."""
    if is_zotero(folder):
        return None
    try:
        path = Path(folder).resolve(strict=True)
        seen = path.stat()
    except OSError:
        return None
    places = {Path(part.mountpoint): part for part in psutil.disk_partitions(all=True)}
    own = next((place for place in (path, *path.parents) if place in places), None)
    used = [part for place, part in places.items() if place == own or place.is_relative_to(path)]
    if not used or any(part.fstype.lower() not in _LOCAL or "remote" in part.opts for part in used):
        return None
    return str(path), seen.st_dev, seen.st_ino


def _zotero_state(name: str) -> bytes:
    try:
        client = Client(library_named(name), timeout=SHORT_S)
        _LAST[name] = b"".join(client.ask(path, limit=1).body for path in ("items", "collections"))
    except AssayError:
        log.debug("%s does not answer", name)
    return _LAST.get(name, b"")


def _state(path: str) -> str:
    try:
        seen = os.stat(path)  # noqa: PTH116 - many
    except OSError:
        return f"{path}\0"
    return f"{path}\0{seen.st_size}\0{seen.st_mtime_ns}\0"
