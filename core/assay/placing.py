"""A finished draft file takes its name, and no file that somebody else put there is lost by it."""

from __future__ import annotations

import glob
import hashlib
import os
import platform
import re
import shutil
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from assay.errors import BadInput


def require_free(path: Path) -> None:
    """Raises BadInput where a file of that name is there already; asked before the work is done."""
    if os.path.lexists(path):
        raise BadInput(
            f"{path} is there already, and nothing was written over it. Give another name, or --force to "
            "replace it."
        )


def require_writable(*paths: Path | None, overwrite: bool) -> None:
    """Check that files can be put at `paths` (None: no file); for use before long work.

    Raises BadInput for a folder, and for a name in use unless `overwrite`.
    """
    for path in paths:
        if path is None:
            continue
        if not path.name or path.is_dir():
            raise BadInput(f"{path} is a folder. Give the name of a file.")
        if not overwrite:
            require_free(path)


def place(draft: Path, path: Path, *, overwrite: bool) -> None:
    """Gives the draft the name `path`; raises OSError, and BadInput for a name in use unless `overwrite`.

    Without `overwrite` the system itself refuses a name that somebody took in the meantime.
    """
    if overwrite:
        draft.replace(path)
        return
    try:
        os.link(draft, path)
    except FileExistsError:
        require_free(path)
        raise
    except OSError:  # a file system without links
        _claim(draft, path)
    else:
        draft.unlink()


def _claim(draft: Path, path: Path) -> None:
    """Takes the name with an empty file first, which no two can do."""
    try:
        path.open("xb").close()
    except FileExistsError:
        require_free(path)
        raise
    try:
        draft.replace(path)
    except OSError:
        path.unlink()
        raise


def draft_name(path: Path) -> Path:
    """A name beside `path` for its draft; it names the process that writes it, so that left-overs are found.

    Drafts that dead processes left of the same file are removed.
    """
    for old in path.parent.glob(f".{glob.escape(path.name)}.*.draft"):
        if is_abandoned(old):
            shutil.rmtree(old, ignore_errors=True)
            with suppress(OSError):
                old.unlink(missing_ok=True)
    return path.with_name(f".{path.name}.{owner()}-{uuid4().hex[:8]}.draft")


def owner() -> str:
    """This process, for names of unfinished files: a checksum of the machine's name, and its number."""
    return f"{_machine()}-{os.getpid()}"


def is_abandoned(path: Path) -> bool:
    """Whether the name says that an unfinished file is of a process of this machine that is dead."""
    found = _OWNED.search(path.name)
    return found is not None and found["machine"] == _machine() and not _is_alive(int(found["process"]))


_OWNED = re.compile(
    r"\.(?:part-)?(?P<machine>m[0-9a-f]{8})-(?P<process>[0-9]+)(?:-[0-9a-f]{8}\.draft|(?:-journal)?$)"
)


def _machine() -> str:
    return f"m{hashlib.blake2b(platform.node().encode(), digest_size=4).hexdigest()}"


def _is_alive(process: int) -> bool:
    if os.name == "nt":  # where to ask is to interrupt
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
