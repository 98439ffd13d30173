"""How Python is started again: never with the current folder among the places that modules come from.

A folder of somebody's papers may hold a `random.py`. Python's own default for `-m` and `-c` is to look for
modules in the current folder first.
"""

from __future__ import annotations

import os
import subprocess
import sys

SAFE_PATH = "PYTHONSAFEPATH"
"""The environment variable that is `-P` for every Python that a process starts, by whatever library."""

NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""The `creationflags` of every child: on Windows none opens a console. Qt's own processes have it already."""


def python(*words: str) -> list[str]:
    """Return the command line of a child process: this interpreter, safe from the current folder.

    Every child that runs Python is started with this; `PYTHONPATH`, which is the user's own, stays as it is.
    """
    return [sys.executable, "-P", *words]


def protect_children() -> None:
    """Keep the current folder out of the module search of the children that libraries start as well."""
    os.environ[SAFE_PATH] = "1"
