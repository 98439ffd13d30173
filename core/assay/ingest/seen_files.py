"""Whether anything has changed in some folders or in a running Zotero, found without reading a file."""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Sequence

from assay.errors import AssayError
from assay.ingest.zotero.client import SHORT_S, Client, is_zotero, library_named

_LAST: dict[str, bytes] = {}
"""Library of Zotero -> what it answered last."""

log = logging.getLogger(__name__)


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
