"""Folders that change as a whole or not at all.

An index folder holds one file `CURRENT` and one folder a generation. A new generation is written next to the
old one, synced to disk, and becomes the current one by a single rename of `CURRENT`. A kill, a power cut or a
full disk at any moment leaves the old index or the new one. Readers that opened the old one keep it.

Every byte is compared with its checksum once, which takes 15 s for a million papers. What the system said of
the files then (size, time, inode) is noted next to them; while it says the same, they are opened as they are.

A file is never changed once its generation was published, so the next generation takes what stays the same as
a hard link (`carry_over`): one file on the disk under two names, that goes when its last name goes.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import shutil
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TypeVar

from assay.codec import decode, encode, from_json
from assay.errors import AssayError, BadInput, DamagedIndex, LibraryError
from assay.files import SETTLED_NS, move, sha256_of
from assay.messages import Message, message

logger = logging.getLogger(__name__)

T = TypeVar("T")

POINTER = "CURRENT"
MANIFEST = "manifest.json"
CHECKED = "checked.json"
VERSION = 3
"""The layout of an index folder; another one is built again."""

_PREFIX = "generation-"
_ABANDONED_SECONDS = 24 * 3600  # an unpublished generation this old was left by a killed process


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an index was built from, and what its files must be.

    `revision` is the library's when its papers were read; -1 where that means nothing. `mark` is what the
    library knows the index by, to say what has changed since; "" for none. `files` maps each file name to its
    size in bytes and its SHA-256, and is filled in when the index is saved.
    """

    fingerprint: str
    dim: int
    kind: str
    n: int
    model: str = ""  # as the user knows it, for messages
    revision: int = -1
    files: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    version: int = VERSION
    mark: str = ""
    by_product: bool = False  # its vectors keep their lengths


@contextmanager
def saving(what: Message, folder: Path) -> Iterator[None]:
    """Turn a full disk or a read-only folder into a LibraryError that says what to do."""
    try:
        yield
    except OSError as error:
        raise LibraryError(
            "The {0} in {1} cannot be written: {2}. Free some space or allow writing there and index "
            "again; the index from before is kept.",
            what,
            folder,
            error.strerror or error,
        ) from error


def is_saved(folder: Path) -> bool:
    """Return whether an index was ever published here, sound or not."""
    return folder.joinpath(POINTER).exists()


def new_generation(folder: Path) -> Path:
    """Return an empty folder that nobody reads yet."""
    generation = folder / f"{_PREFIX}{uuid.uuid4().hex}"
    generation.mkdir(parents=True)
    return generation


def carry_over(path: Path, generation: Path) -> None:
    """Put a published file into another generation as well, where nobody may write to it.

    As a link; where the file system has none, as a copy. Raises OSError.
    """
    carried = generation / path.name
    try:
        carried.hardlink_to(path)
    except OSError:
        shutil.copyfile(path, carried)


def discard(generation: Path) -> None:
    """Delete a generation unless it is the current one."""
    pointed = _pointed_at(generation.parent)
    if pointed is None or pointed[0] != generation:
        shutil.rmtree(generation, ignore_errors=True)  # what cannot go now goes with a later sweep


def publish(generation: Path, manifest: Manifest) -> Manifest:
    """Make `generation` the current one, with checksums of the files it holds; return its manifest.

    Files that it shares with the current one have been summed and synced when that was published.
    """
    folder = generation.parent
    before = _pointed_at(folder)
    names = {path.name for path in generation.iterdir() if _is_content(path)}
    stamps = _stamps(generation, names)
    sums = _shared(generation, before)
    new = sorted(names - sums.keys())
    sums |= {name: (generation.joinpath(name).stat().st_size, sha256_of(generation / name)) for name in new}
    fields = asdict(manifest) | {"files": dict(sorted(sums.items())), "version": VERSION}
    generation.joinpath(MANIFEST).write_text(json.dumps(fields, indent=1), encoding="utf-8")
    for name in (*new, MANIFEST):
        _sync(generation / name)
    _sync(generation)
    temporary = folder / f"{POINTER}.{uuid.uuid4().hex}"
    temporary.write_text(f"{generation.name} {sha256_of(generation / MANIFEST)}\n", encoding="ascii")
    _sync(temporary)
    move(temporary, folder / POINTER)
    _sync(folder)
    _sweep(folder, current=generation, before=before)
    _note(generation, stamps)
    return _parse(fields, generation)


def open_current(folder: Path, read: Callable[[Path, Manifest], T], *, whole: bool = False) -> T | None:
    """What `read` makes of the current generation, its files checked; None if nothing was ever published.

    With `whole`, and where `read` fails, every byte is checked, not only what the system says of the files.
    Another process may publish and sweep at any moment until `read` has returned, so whatever fails is tried
    again on the generation that is current by then. Raises `DamagedIndex` for a file that is missing, cut
    short or changed, and what `read` raises, its OSError and FAISS's RuntimeError as `DamagedIndex`.
    """
    while True:
        pointed = _pointed_at(folder)
        if pointed is None:
            return None
        try:
            return read(*_checked(*pointed, whole=whole))
        except (AssayError, OSError, RuntimeError) as error:
            if _pointed_at(folder) != pointed:
                continue
            unclear = not isinstance(error, AssayError) or isinstance(error, DamagedIndex)
            if unclear and not whole:
                whole = True
                continue
            if isinstance(error, AssayError):
                raise
            raise _damaged(pointed[0], "it cannot be read: {0}", error) from error


def peek(folder: Path) -> Manifest | None:
    """Return the current manifest without a look at the files it lists; None where none can be read.

    Another process may publish and sweep in between: then the manifest that is current by then.
    """
    while (pointed := _pointed_at(folder)) is not None:
        try:
            return _manifest(*pointed)
        except DamagedIndex:
            if _pointed_at(folder) == pointed:
                break
    return None


def forget_checks(folder: Path) -> None:
    """Have every byte of all indexes below a folder checked when they are opened next: after a crash."""
    for path in folder.rglob(f"{_PREFIX}*/{CHECKED}"):
        path.unlink(missing_ok=True)


def _pointed_at(folder: Path) -> tuple[Path, str] | None:
    """Return the current generation's folder and the SHA-256 of its manifest."""
    try:
        words = folder.joinpath(POINTER).read_bytes().split()
    except FileNotFoundError:
        return None
    if len(words) != 2:
        return folder / _PREFIX, ""
    name, digest = (word.decode("ascii", errors="replace") for word in words)
    return folder / Path(name).name, digest


def _shared(generation: Path, before: tuple[Path, str] | None) -> dict[str, tuple[int, str]]:
    """Size and SHA-256 of the files that a generation has from the one published before, by name."""
    if before is None or before[0] == generation:
        return {}
    try:
        files = _manifest(*before).files
    except DamagedIndex:
        return {}
    return {name: sums for name, sums in files.items() if _is_same(generation / name, before[0] / name)}


def _is_same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:  # one of them is not there
        return False


def _checked(generation: Path, digest: str, *, whole: bool) -> tuple[Path, Manifest]:
    manifest = _manifest(generation, digest)
    stamps, known = _stamps(generation, manifest.files), {} if whole else _noted(generation)
    new = [name for name in manifest.files if name not in stamps or stamps[name] != known.get(name)]
    for name in new:
        _check_file(generation / name, *manifest.files[name])
    if new:
        _note(generation, stamps)
    return generation, manifest


def _stamps(generation: Path, names: Iterable[str]) -> dict[str, tuple[int, int, int]]:
    """Size, time of the last change and inode of these files, by name; of one that is gone, nothing."""
    found = {}
    for name in names:
        with suppress(OSError):
            of = generation.joinpath(name).stat()
            found[name] = of.st_size, of.st_mtime_ns, of.st_ino
    return found


def _noted(generation: Path) -> dict[str, tuple[int, int, int]]:
    try:
        return decode((generation / CHECKED).read_bytes(), dict[str, tuple[int, int, int]])
    except (OSError, BadInput):
        return {}


def _note(generation: Path, stamps: Mapping[str, tuple[int, int, int]]) -> None:
    """Note that these files are sound. In a folder that cannot be written, they are checked each time.

    Those that were written just now are left out: what changes them at once may leave them the same time.
    """
    now = time.time_ns()
    settled = {name: stamp for name, stamp in stamps.items() if now - stamp[1] > SETTLED_NS}
    if settled:
        with suppress(OSError):
            (generation / CHECKED).write_text(encode(settled), encoding="utf-8")


def _manifest(generation: Path, digest: str) -> Manifest:
    path = generation / MANIFEST
    try:
        content = path.read_bytes()
    except OSError as error:
        raise _damaged(
            generation, "its {0} cannot be read: {1}", MANIFEST, error.strerror or error
        ) from error
    if hashlib.sha256(content).hexdigest() != digest:
        raise _damaged(generation, "its {0} does not match the checksum in {1}", MANIFEST, POINTER)
    return _parse(json.loads(content), generation)


def _parse(fields: dict[str, object], generation: Path) -> Manifest:
    """Return the manifest; its checksum was right, so only another version's can fail to fit."""
    if fields.get("version") != VERSION:
        raise _damaged(
            generation, "its layout is version {0}, this Assay writes {1}", fields.get("version"), VERSION
        )
    return from_json(fields, Manifest, what=str(generation / MANIFEST))


def _check_file(path: Path, size: int, sha256: str) -> None:
    try:
        found = path.stat().st_size
        if found != size:
            raise _damaged(path, "it has {0} bytes where {1} were written", found, size)
        if sha256_of(path) != sha256:
            raise _damaged(path, "its content does not match its checksum")
    except OSError as error:
        raise _damaged(path, "it cannot be read: {0}", error.strerror or error) from error


def _damaged(path: Path, what: str, *values: object) -> DamagedIndex:
    fault = message(what, *values)
    return DamagedIndex(
        "The index file {0} is damaged: {1}.", path, fault, advice="Run `assay index` to build it again."
    )


def _sweep(folder: Path, *, current: Path, before: tuple[Path, str] | None) -> None:
    """Delete the generation that was replaced and those that killed processes left behind."""
    for generation in folder.glob(f"{_PREFIX}*"):
        if generation == current or not generation.is_dir():
            continue
        replaced = before is not None and generation == before[0]
        try:
            if replaced or time.time() - generation.stat().st_mtime > _ABANDONED_SECONDS:
                shutil.rmtree(generation)
        except OSError as error:  # Windows, where another process still reads it: the next sweep gets it
            logger.info("%s stays for now: %s", generation, error)


def _is_content(path: Path) -> bool:
    """Return whether a file is the index's own: no manifest, note of checks or lock, which is empty."""
    return path.is_file() and path.name not in (MANIFEST, CHECKED) and path.suffix != ".lock"


def _sync(path: Path) -> None:
    """Wait until a file or folder is on the disk. Windows cannot sync folders and does not need to."""
    if path.is_dir() and os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
