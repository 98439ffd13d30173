"""A finished draft file takes its name, and no file that somebody else put there is lost by it."""

from __future__ import annotations

import os
from pathlib import Path

from assay.errors import BadInput


def require_free(path: Path) -> None:
    """Raises BadInput where a file of that name is there already; asked before the work is done."""
    if os.path.lexists(path):
        raise BadInput(
            f"{path} is there already, and nothing was written over it. Give another name, or --force to "
            "replace it."
        )


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
