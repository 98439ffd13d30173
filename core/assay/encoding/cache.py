"""Vectors that were paid for once: kept by (text, fingerprint), so that no text is encoded twice.

Each fingerprint has a folder of segments (segments.py), each written whole by one commit. Segments are never
changed; many small ones are merged into one. Several processes may read and write at once: names are unique,
and a process deletes only what its own finished merge contains.
"""

from __future__ import annotations

import logging
import math
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from assay.codec import decode, encode
from assay.encoding.segments import (
    KEY_BYTES,
    SUFFIX,
    DamagedSegment,
    Keys,
    Segment,
    key_array,
    open_segment,
    write_segment,
)
from assay.errors import BadInput, DimensionMismatch, LibraryError
from assay.files import move, write_text
from assay.types import Pace, Vectors

logger = logging.getLogger(__name__)

SMALL_ROWS = 4096
"""Segments below this are merged; at 384 dimensions it is 6 MB."""

SMALL_SEGMENTS = 64
"""How many small segments may lie side by side before they are merged."""

_COPY_ROWS = 8192  # rows copied out of a segment at once: no second matrix next to the result
_STALE_SECONDS = 24 * 3600  # an unfinished file this old was left by a killed process
_FINGERPRINT = re.compile(r"[0-9A-Za-z_-]+")
Rows = npt.NDArray[np.int64]
_PACE = "pace.json"  # what encoding took, next to the vectors, for anyone who asks later what they cost


def text_key(text: str) -> bytes:
    """Return the 16-byte key of a text, the same on every machine."""
    return blake2b(text.encode("utf-8", errors="surrogatepass"), digest_size=KEY_BYTES).digest()


@dataclass(frozen=True, slots=True)
class _Run:
    """Some segments of one fingerprint, with one sorted table of their keys: 12 bytes each."""

    segments: tuple[Segment, ...]
    heads: npt.NDArray[np.uint64]  # (n,) first halves of all keys, sorted
    places: npt.NDArray[np.uint32]
    """(n,) where these keys stand, counted through one segment after another; in the same order."""


class VectorCache(Protocol):
    """Vectors by (text key, fingerprint), so that no text is encoded twice.

    Processes may share what keeps them; one object is not for two threads at once.
    """

    def get(
        self, keys: Sequence[bytes], *, fingerprint: str, dim: int
    ) -> tuple[Vectors, npt.NDArray[np.bool_]]:
        """Return vectors (n, dim) and which of them were found (n,); rows not found are zero.

        Keys are those of `text_key`. Raises `DimensionMismatch` if the fingerprint's vectors have another
        dimension.
        """

    def put(self, keys: Sequence[bytes], vectors: Vectors, *, fingerprint: str) -> None:
        """Commit vectors (n, dim); once this returns they survive a kill. Raises `LibraryError`.

        They are as the model gave them, of any length, and finite.
        """

    def pace(self, fingerprint: str, device: str) -> Pace | None:
        """Return what papers took that this device has encoded; None where none was timed."""

    def note_pace(self, fingerprint: str, device: str, *, papers: int, seconds: float) -> None:
        """Keep what these papers took next to their vectors."""


class FolderCache:
    """The vector cache in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._runs_of: dict[str, list[_Run]] = {}

    def get(
        self, keys: Sequence[bytes], *, fingerprint: str, dim: int
    ) -> tuple[Vectors, npt.NDArray[np.bool_]]:
        vectors = np.zeros((len(keys), dim), dtype=np.float32)
        found = np.zeros(len(keys), dtype=np.bool_)
        wanted = key_array(list(keys))
        for run in self._runs(fingerprint):
            for segment in run.segments:
                if segment.vectors.shape[1] != dim:
                    raise DimensionMismatch(expected=dim, got=segment.vectors.shape[1])
            for segment, at, rows in _find(run, wanted):
                for start in range(0, len(at), _COPY_ROWS):
                    block = slice(start, start + _COPY_ROWS)
                    vectors[at[block]] = segment.vectors[rows[block]]
                found[at] = True
        return vectors, found

    def put(self, keys: Sequence[bytes], vectors: Vectors, *, fingerprint: str) -> None:
        if not len(keys):
            return
        try:
            write_segment(self._place(fingerprint), key_array(list(keys)), vectors)
        except OSError as error:
            raise LibraryError(
                "The vector cache {0} cannot be written: {1}. Free some space or allow writing there; what "
                "was committed before is kept.",
                self.folder,
                error.strerror or error,
            ) from error
        self._merge_small_segments(fingerprint)

    def pace(self, fingerprint: str, device: str) -> Pace | None:
        return _read_pace(self._place(fingerprint), device)

    def note_pace(self, fingerprint: str, device: str, *, papers: int, seconds: float) -> None:
        _add_pace(self._place(fingerprint), device, papers=papers, seconds=seconds)

    def _place(self, fingerprint: str) -> Path:
        assert _FINGERPRINT.fullmatch(fingerprint), fingerprint  # it names a folder  # noqa: S101 - our mistake
        return self.folder / fingerprint

    def _runs(self, fingerprint: str) -> list[_Run]:
        """Return the segments that are on disk now; those known already are not opened again."""
        known = self._runs_of.get(fingerprint)
        opened = {segment.path: segment for run in known or () for segment in run.segments}
        while True:
            paths = sorted(self._place(fingerprint).glob(f"*{SUFFIX}"))
            if known is not None and sorted(opened) == paths:
                return known
            try:
                segments = [opened.get(path) or _open_or_set_aside(path) for path in paths]
            except FileNotFoundError:  # another process has just merged it into a new one
                continue
            self._runs_of[fingerprint] = _in_runs(known or [], [s for s in segments if s is not None])
            return self._runs_of[fingerprint]

    def _merge_small_segments(self, fingerprint: str) -> None:
        """Merge many small segments into one. Only housekeeping: a merge that fails leaves all as it was."""
        folder = self._place(fingerprint)
        if sum(1 for _ in folder.glob(f"*{SUFFIX}")) <= SMALL_SEGMENTS:
            return
        *large, last = self._runs(fingerprint)
        small = list(last.segments)
        if len(small) <= SMALL_SEGMENTS:
            return
        started = time.monotonic()
        try:
            rows = _write_merged(folder, small, kept=large)
        except OSError as error:  # a full disk
            logger.info("small segments of %s stay as they are: %s", folder, error)
            return
        paths = [segment.path for segment in small]
        self._runs_of[fingerprint] = [*large, _arrange(())]
        del small, last  # Windows deletes no file that is mapped
        _remove(paths)
        _remove(_stale_files(folder))
        logger.info("merged %d segments, %d vectors, %.1f s", len(paths), rows, time.monotonic() - started)


def _write_merged(folder: Path, small: list[Segment], *, kept: list[_Run]) -> int:
    """Write the vectors of `small` that are not in `kept` as one segment; return how many."""
    keys, first = np.unique(np.concatenate([s.keys for s in small]), axis=0, return_index=True)
    for run in kept:
        known = np.concatenate([np.empty(0, np.int64), *(at for _, at, _ in _find(run, keys))])
        keys, first = np.delete(keys, known, axis=0), np.delete(first, known)
    if len(keys):
        write_segment(folder, keys, np.concatenate([s.vectors for s in small])[first])
    return len(keys)


def _in_runs(known: list[_Run], segments: list[Segment]) -> list[_Run]:
    """Return runs of the large segments, each at least twice as long as the next, and last one of the small.

    While a library is indexed, segments come all the time, and all keys are not to be sorted each time.
    """
    here = {segment.path for segment in segments}
    runs = [run for run in known[:-1] if all(segment.path in here for segment in run.segments)]
    there = {segment.path for run in runs for segment in run.segments}
    new = [segment for segment in segments if segment.path not in there]
    if large := tuple(segment for segment in new if len(segment.keys) >= SMALL_ROWS):
        runs.append(_arrange(large))
    while len(runs) > 1 and len(runs[-2].heads) < 2 * len(runs[-1].heads):
        runs[-2:] = [_arrange(runs[-2].segments + runs[-1].segments)]
    return [*runs, _arrange(tuple(segment for segment in new if len(segment.keys) < SMALL_ROWS))]


def _arrange(segments: tuple[Segment, ...]) -> _Run:
    heads = np.concatenate([np.empty(0, np.uint64), *(segment.keys[:, 0] for segment in segments)])
    places = np.argsort(heads).astype(np.uint32)
    heads.sort()
    return _Run(segments, heads, places)


def _find(run: _Run, keys: Keys) -> Iterator[tuple[Segment, Rows, Rows]]:
    """Yield the segments that have some of `keys` (n, 2), which of them (m,), and their rows there (m,).

    Only one of equal heads is looked at: two texts that share 64 bits of hash cost one encoding, never a
    wrong vector, because the tail must agree as well.
    """
    if not len(run.heads) or not len(keys):
        return
    at = np.minimum(np.searchsorted(run.heads, keys[:, 0]), len(run.heads) - 1)
    alike = np.flatnonzero(run.heads[at] == keys[:, 0])
    rows = run.places[at[alike]].astype(np.int64)
    for segment in run.segments if len(alike) else ():
        here = np.flatnonzero((rows >= 0) & (rows < len(segment.keys)))
        here = here[segment.keys[rows[here], 1] == keys[alike[here], 1]]
        if len(here):
            yield segment, alike[here], rows[here]
        rows -= len(segment.keys)


def _open_or_set_aside(path: Path) -> Segment | None:
    """The segment, or None if it is damaged, which is logged. Raises FileNotFoundError if it is gone."""
    try:
        return open_segment(path)
    except FileNotFoundError:
        raise
    except (DamagedSegment, OSError) as error:
        logger.warning("vector segment %s is set aside, its texts will be encoded again: %s", path, error)
        if isinstance(error, DamagedSegment):
            _set_aside(path)
        return None


def _set_aside(path: Path) -> None:
    try:
        move(path, path.with_suffix(".damaged"))
    except OSError as error:  # a read-only folder: it is found damaged again next time
        logger.info("%s keeps its name: %s", path, error)


def _stale_files(folder: Path) -> list[Path]:
    old = time.time() - _STALE_SECONDS
    return [path for path in folder.glob("*.unfinished") if _modified_at(path) < old]


def _modified_at(path: Path) -> float:
    """Seconds since 1970; infinity for a file that its writer finished, and so renamed, in the meantime."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return math.inf


def _remove(paths: Sequence[Path]) -> None:
    for path in paths:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:  # another Windows process reads it; the next merge tries again
            logger.info("%s stays for now: %s", path, error)


def _read_pace(folder: Path, device: str) -> Pace | None:
    """Return the pace, None where nothing was timed on this device, or the file is damaged."""
    found = _read_paces(folder).get(device)
    return found if found is not None and found.papers > 0 and found.seconds >= 0 else None


def _add_pace(folder: Path, device: str, *, papers: int, seconds: float) -> None:
    """Add to what is kept. Of two processes at once one may be lost, and a full disk loses both."""
    rows = _read_paces(folder)
    before = rows.get(device) or Pace(0, 0.0, "")
    today = datetime.now(UTC).date().isoformat()
    rows[device] = Pace(before.papers + papers, before.seconds + seconds, today)
    try:
        write_text(folder / _PACE, encode(rows))
    except OSError as error:
        logger.info("the time of %d papers is not kept in %s: %s", papers, folder, error)


def _read_paces(folder: Path) -> dict[str, Pace]:
    try:
        return decode((folder / _PACE).read_bytes(), dict[str, Pace])
    except (OSError, BadInput):
        return {}
