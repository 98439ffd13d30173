"""Files that are opened to be read: regular ones, and nothing that would be waited for without end."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from io import BufferedReader

_KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
# A pipe that takes the file's place between the two looks at it is not waited for either.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def open_regular(path: Path) -> BufferedReader:
    """The file, or what a link to it leads to, open at its beginning.

    Raises OSError as `Path.open` does, and at once for a pipe, a socket or a device: the first two may never
    say anything, and the last without end.
    """
    _require_regular(os.stat(path), path)  # noqa: PTH116 - some devices do something when they are opened
    descriptor = os.open(path, _FLAGS)
    try:
        _require_regular(os.fstat(descriptor), path)
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def read_text(path: Path) -> str:
    """The text of a small UTF-8 file without its byte order mark. Raises OSError, UnicodeDecodeError."""
    with open_regular(path) as file:
        return file.read().decode("utf-8-sig")


def _require_regular(found: os.stat_result, path: Path) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    what = next((what for is_it, what in _KINDS if is_it(found.st_mode)), "")
    if what:
        raise OSError(errno.EINVAL, f"this is {what}, not a file; save what it gives as a file", str(path))
