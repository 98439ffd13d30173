"""A lock that the system holds on an open file: it goes when the file is closed, or its process dies."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from pathlib import Path

from assay.errors import LibraryError

_TAKEN = frozenset({errno.EACCES, errno.EAGAIN, errno.EDEADLK, errno.EPERM})


def require_locks(folder: Path) -> None:
    """Raise LibraryError, naming the system's error, where files of the folder cannot be locked.

    SQLite takes that for a file that another program has locked, and waits. Raises OSError where no file can
    be made there. Windows has no file system without locks.
    """
    if sys.platform == "win32":
        return
    with tempfile.TemporaryFile(dir=folder) as probe:
        try:
            fcntl.lockf(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in _TAKEN:  # by nobody: the system is only short of something
                return
            name = errno.errorcode.get(error.errno or 0, "an unknown error")
            raise LibraryError(
                "Files in {0} cannot be locked: the file system answers {1} ({2}), so several "
                "programs could damage the library. Nothing was changed. Have locks turned on "
                "for this file system (on NFS: the lock service, and no 'nolock'), or keep the "
                "library on a local disk.",
                folder,
                name,
                error.strerror,
            ) from error


def try_lock(descriptor: int) -> bool:
    """Take the lock, unless another process has it. Raises OSError on a file system without locks."""
    try:
        _take(descriptor)
    except OSError as error:
        if error.errno in _TAKEN:
            return False
        raise
    return True


if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        """Raise OSError, of one of the numbers in _TAKEN where another process has the lock."""
        if not os.fstat(descriptor).st_size:  # there must be something that cannot be read
            os.write(descriptor, b"\n")
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def is_held(path: Path) -> bool:
        """Return whether a process holds the lock on this file. What is locked here cannot even be read."""
        try:
            with path.open("rb", buffering=0) as file:
                file.read(1)
        except PermissionError:
            return True
        except OSError:
            return False
        return False

else:
    import fcntl

    def _take(descriptor: int) -> None:
        """Raise OSError, of one of the numbers in _TAKEN where another process has the lock."""
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def is_held(path: Path) -> bool:
        """Return whether a process holds the lock on this file; asked by taking a share of it for a blink."""
        try:
            descriptor = os.open(path, os.O_RDONLY)
        except OSError:
            return False
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError as error:  # or a file system without locks
            return error.errno in _TAKEN
        finally:
            os.close(descriptor)
        return False
