"""Files: opened, unpacked, summed, replaced only by a whole one; folders and files for their owner alone.

Every file that replaces another is written by `replacing`, or by `write_text` and `write_bytes` which use it.
"""

from __future__ import annotations

import csv
import errno
import glob
import gzip
import hashlib
import io
import logging.handlers
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING
from uuid import uuid4

from assay.errors import BadInput
from assay.messages import message, translatable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from io import BufferedReader, TextIOWrapper

    from _typeshed import WriteableBuffer

GZIP_MAGIC = b"\x1f\x8b"

MOST_TIMES = 100
"""Lists of papers unpack to 3 to 10 times their size, monotonous runs to 30; deflate can do 1,032."""

FREELY = 1 << 20
"""Bytes that a file may unpack to, however small it is."""

FILE, FOLDER = 0o600, 0o700

SETTLED_NS = 2_000_000_000  # the coarsest times of files that systems keep: FAT's

_BUSY = (5, 32, 33)
"""Windows' ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION."""
_WAITS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8)  # seconds

_KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
# A pipe that takes the file's place between the two looks at it is not waited for either.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_OWNED = re.compile(
    r"\.(?:part-)?(?P<machine>m[0-9a-f]{8})-(?P<process>[0-9]+)(?:-[0-9a-f]{8}\.draft|(?:-journal)?$)"
)


# Reading


def open_regular(path: Path) -> BufferedReader:
    """Open the file, or what a link to it leads to, at its beginning.

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
    """Return the text of a small UTF-8 file, less its byte order mark. Raises OSError, UnicodeDecodeError."""
    with open_regular(path) as file:
        return file.read().decode("utf-8-sig")


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file's content in hexadecimal. Raises OSError, also for a pipe or a device."""
    with open_regular(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sha256_if_readable(path: Path) -> str:
    """Return the same, "" for a folder and for what cannot be read."""
    try:
        return sha256_of(path)
    except OSError:
        return ""


_END = "\x03"  # a last line, which only a quote that was left open takes in


def csv_rows(lines: Iterable[str], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield (number of its first line, fields) of every row that is not blank, as the csv module reads them.

    `lines` keep their ends, for line breaks between quotes are text. Raises csv.Error with the number of the
    line and what is wrong.
    """
    rows, number = csv.reader(chain(lines, [_END]), delimiter=delimiter), 1
    try:
        for fields in rows:
            if fields == [_END]:
                return
            if fields and fields[-1].endswith(_END):
                raise csv.Error(translatable("a quote is opened here and never closed"))
            if any(field.strip(" ") for field in fields):
                yield number, fields
            number = rows.line_num + 1
    except csv.Error as error:
        raise csv.Error(number, str(error)) from error


class Overpacked(OSError):
    """The file is made to fill the memory or the disk."""

    def __init__(self) -> None:
        self.message = message(
            "it unpacks to more than {0} times its size, which no list of texts does", MOST_TIMES
        )
        super().__init__(str(self.message))


def open_unpacked(path: Path) -> IO[bytes]:
    """Open a file that gzip may have packed, which its first two bytes show and not its name.

    Raises OSError, also for what is not a regular file. Reading raises, besides OSError with `Overpacked`,
    EOFError and zlib.error for a damaged gzip file.
    """
    file = open_regular(path)
    packed = file.peek(2)[:2] == GZIP_MAGIC
    return unpack(file) if packed else file


def unpack(file: io.BufferedReader) -> io.BufferedReader:
    """Return what an open gzip file unpacks to, from its beginning; closing it closes the file."""
    return io.BufferedReader(_Unpacking(file), 1 << 16)


class _Unpacking(io.RawIOBase):
    """The unpacked bytes, counted against those that were read for them."""

    def __init__(self, file: io.BufferedReader) -> None:
        super().__init__()
        file.seek(0)
        self._file, self._gzip = file, gzip.GzipFile(fileobj=file)
        self._n = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0, /) -> int:
        self._n = self._gzip.seek(offset, whence)
        return self._n

    def readinto(self, into: WriteableBuffer, /) -> int:
        view = memoryview(into)
        data = self._gzip.read1(len(view))
        self._n += len(data)
        if self._n > FREELY and self._n > MOST_TIMES * self._file.tell():
            raise Overpacked
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._gzip.close()
        self._file.close()
        super().close()


def _require_regular(found: os.stat_result, path: Path) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    what = next((what for is_it, what in _KINDS if is_it(found.st_mode)), "")
    if what:
        raise OSError(errno.EINVAL, f"this is {what}, not a file; save what it gives as a file", str(path))


# Writing


@contextmanager
def replacing(path: Path, *, durable: bool = False, overwrite: bool = True) -> Iterator[Path]:
    """Yield a draft next to `path` that takes its name at the end of the block, unless the block raised.

    The block makes the draft, a file or a folder; what is left of it after an error is removed.

    Args:
        durable: wait until the draft is on the disk before it takes the name.
        overwrite: replace a file that has the name; else it is refused, before the block and at its end.

    Raises:
        OSError: from the block, or because the draft cannot take the name.
        BadInput: the name is in use, and `overwrite` is not set.
    """
    if not overwrite:
        require_free(path)
    draft = draft_name(path)
    try:
        yield draft
        if durable:
            sync_tree(draft)
        place(draft, path, overwrite=overwrite)
    finally:
        _discard(draft)


def write_text(path: Path, text: str, *, durable: bool = False, overwrite: bool = True) -> None:
    """Write a UTF-8 file whole or not at all. Raises as `replacing` does."""
    with replacing(path, durable=durable, overwrite=overwrite) as draft:
        draft.write_text(text, encoding="utf-8")


def write_bytes(path: Path, data: bytes, *, durable: bool = False, overwrite: bool = True) -> None:
    """Write a file whole or not at all. Raises as `replacing` does."""
    with replacing(path, durable=durable, overwrite=overwrite) as draft:
        draft.write_bytes(data)


def require_free(path: Path) -> None:
    """Raise BadInput where a file of that name is there already; asked before the work is done."""
    if os.path.lexists(path):
        raise BadInput(
            "{0} already exists and was not overwritten. Give another name.",
            path,
            advice="Or replace it by --force.",
        )


def require_writable(*paths: Path | None, overwrite: bool) -> None:
    """Check that files can be put at `paths` (None: no file); for use before long work.

    Raises BadInput for a folder, and for a name in use unless `overwrite`.
    """
    for path in paths:
        if path is None:
            continue
        if not path.name or path.is_dir():
            raise BadInput("{0} is a folder. Give the name of a file.", path)
        if not overwrite:
            require_free(path)


def place(draft: Path, path: Path, *, overwrite: bool) -> None:
    """Give the draft the name `path`; raises OSError, and BadInput for a name in use unless `overwrite`.

    Without `overwrite` the system itself refuses a name that somebody took in the meantime.
    """
    if overwrite:
        move(draft, path)
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


def move(source: Path, target: Path) -> None:
    """Give a file or folder the name `target`, in place of a file that has it. Raises OSError.

    Windows refuses this while another program has the file, or one in the folder, open or mapped, and be it a
    virus scanner: it is tried again for some two seconds.
    """
    for wait in _WAITS:
        try:
            source.replace(target)
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _BUSY:
                raise
            time.sleep(wait)
        else:
            return
    source.replace(target)


def draft_name(path: Path) -> Path:
    """Return a name next to `path` for its draft, which names the process that writes it.

    Drafts that dead processes left of the same file are removed.
    """
    for old in path.parent.glob(f".{glob.escape(path.name)}.*.draft"):
        if is_abandoned(old):
            _discard(old)
    return path.with_name(f".{path.name}.{owner()}-{uuid4().hex[:8]}.draft")


def new_temporary_folder(name: str) -> Path:
    """Make a temporary folder, in place of those that killed processes left. Raises OSError."""
    folder = draft_name(Path(tempfile.gettempdir(), name))
    folder.mkdir(FOLDER)
    return folder


@contextmanager
def temporary_folder(name: str) -> Iterator[Path]:
    """Yield such a folder, which goes at the end; what cannot go then is left to the next process."""
    folder = new_temporary_folder(name)
    try:
        yield folder
    finally:
        _discard(folder)


def owner() -> str:
    """Return this process for names of unfinished files: a checksum of the machine's name, and its number."""
    return f"{_machine()}-{os.getpid()}"


def is_abandoned(path: Path) -> bool:
    """Return whether the name says that an unfinished file is of a process of this machine that is dead."""
    found = _OWNED.search(path.name)
    return found is not None and found["machine"] == _machine() and not _is_alive(int(found["process"]))


def sync(path: Path) -> None:
    """Wait until a file, or a folder's list of names, is on the disk. Raises OSError."""
    if path.is_dir() and os.name == "nt":
        return  # Windows has no handle on a folder to flush
    handle = os.open(path, os.O_RDONLY if path.is_dir() or os.name != "nt" else os.O_RDWR)
    try:
        if sys.platform == "darwin":  # whose fsync leaves it in the memory of the disk itself
            import fcntl

            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
        else:
            os.fsync(handle)
    finally:
        os.close(handle)


def sync_tree(path: Path) -> None:
    """Wait until a file, or a folder and everything in it, is on the disk. Raises OSError."""
    for each in (*sorted(path.rglob("*")), path):
        sync(each)


def _claim(draft: Path, path: Path) -> None:
    """Take the name with an empty file first, which no two can do."""
    try:
        path.open("xb").close()
    except FileExistsError:
        require_free(path)
        raise
    try:
        move(draft, path)
    except OSError:
        path.unlink()
        raise


def _discard(draft: Path) -> None:
    """Remove what is left of a draft; a folder that forbids it has been reported already."""
    shutil.rmtree(draft, ignore_errors=True)
    with suppress(OSError):
        draft.unlink(missing_ok=True)


def _machine() -> str:
    return f"m{hashlib.blake2b(platform.node().encode(), digest_size=4).hexdigest()}"


def _is_alive(process: int) -> bool:
    if os.name == "nt":  # where to ask by a signal is to interrupt
        import psutil

        return bool(psutil.pid_exists(process))
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


# Private files: of a library, its backups, logs.
#
# Grades are given blind, also where several assessors share a machine. What exists already keeps its rights:
# somebody may have shared it on purpose. Windows protects a user's folders itself.


def make_folder(path: Path) -> None:
    """Make the folder, for its owner alone, and those above it as usual. Raises OSError."""
    path.mkdir(parents=True, exist_ok=True, mode=FOLDER)


def claim_folder(path: Path, own: Iterable[str]) -> None:
    """Make a folder that will hold private files, or close one to others that is there and empty.

    One that holds something keeps its rights: what is to be private in it goes into folders `own` names,
    which are made for their owner alone. Raises OSError.
    """
    if path.is_dir() and any(path.iterdir()):
        for name in own:
            make_folder(path / name)
        return
    make_folder(path)
    with suppress(PermissionError):  # somebody else's folder that this user may write in
        path.chmod(FOLDER)


def make_file(path: Path) -> None:
    """Make an empty file, for its owner alone, unless it is there. Raises OSError."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))


def log_folder(path: Path) -> None:
    """Make the folder of the program's logs, and close one to others that was left open."""
    make_folder(path)
    with suppress(OSError):
        path.chmod(FOLDER)


class LogFile(logging.handlers.RotatingFileHandler):
    """A rotating log file for its owner alone."""

    def _open(self) -> TextIOWrapper:
        path = Path(self.baseFilename)
        make_file(path)
        with suppress(OSError):  # it may be open to others
            path.chmod(FILE)
        return super()._open()
