"""Which papers an index holds, in arrays: names, the texts that were indexed, and where each paper stands.

A million papers as Python's own strings in a list and a dict take 250 MB, and with the hashes of their texts
and the sets of a search 750; here 20 bytes each, and those of their names, which lie in mapped files.
"""

from __future__ import annotations

import os
import tempfile
import weakref
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from itertools import compress, islice
from pathlib import Path
from typing import IO, Any, Generic, TypeVar, overload
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from assay.index.generations import saving
from assay.index.index import Hashes, Where
from assay.messages import message

Mask = npt.NDArray[np.bool_]
"""(n,) which rows are meant."""

Rows = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]

HASH_BYTES = 16
FILES = ("papers-names.npy", "papers-ends.npy", "papers-keys.npy", "papers-rows.npy", "papers-texts.npy")
"""Names in UTF-8 one behind the other, where each ends, keys in ascending order, their rows, and hashes."""

SPILL = 8 * 2**20  # bytes from which a growing array lies in a file without a name
_AT_ONCE = 2**13  # names that are in memory as strings
_WORD = 8  # bytes of a name that are taken at once
_ODD, _MIX, _FINISH = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB], dtype=np.uint64)
_ALL = np.uint64(2**64 - 1)

_NO_TEXT, _NO_ENDS = np.empty(0, np.uint8), np.zeros(1, np.int64)

T = TypeVar("T", bound=np.generic)

Run = tuple[Keys, npt.NDArray[np.int32] | None]
"""Keys in ascending order, and the row of each; without them, its place is the row."""


class Column(Generic[T]):
    """An array that grows at its end, half as much again each time: n appends cost O(n) copies.

    What was mapped from a file is copied at the first append. Where there is a `folder` for it, a large one
    lies in a file without a name, which grows where it is and goes with it, and not in memory.
    """

    def __init__(self, values: npt.NDArray[T], folder: Path | None = None) -> None:
        self._kept, self._n, self._folder = values, len(values), folder
        self._file: IO[bytes] | None = None

    def __len__(self) -> int:
        return self._n

    @property
    def values(self) -> npt.NDArray[T]:
        """What is there (n, ...), to be read, and to be written where something was appended."""
        return self._kept[: self._n]

    def append(self, values: npt.NDArray[T]) -> None:
        """Put more rows at the end. Raises LibraryError where the disk has no room for them."""
        n = self._n + len(values)
        if n > len(self._kept) or not self._kept.flags.writeable:
            self._grow((max(n, len(self._kept) * 3 // 2), *self._kept.shape[1:]))
        self._kept[self._n : n] = values
        self._n = n

    def _grow(self, shape: tuple[int, ...]) -> None:
        before, dtype, is_copied = self.values, self._kept.dtype, self._file is None
        n_bytes = int(np.prod(shape)) * dtype.itemsize
        if self._folder is None or n_bytes < SPILL:
            self._kept = np.empty(shape, dtype)
        else:
            with saving(message("vector index"), self._folder):
                if self._file is None:
                    self._folder.mkdir(parents=True, exist_ok=True)
                    self._file = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115 - goes with this object
                    weakref.finalize(self, self._file.close)
                if hasattr(os, "posix_fallocate"):  # a mapped page that finds no room later ends the process
                    os.posix_fallocate(self._file.fileno(), 0, n_bytes)
                self._kept = np.memmap(self._file, dtype, "r+", shape=shape)
        if is_copied:
            self._kept[: self._n] = before


class Listed:
    """An index whose papers stand in a table."""

    _table: RowTable

    @property
    def doc_ids(self) -> Sequence[str]:
        """Each paper, also such as are not saved yet."""
        return self._table.doc_ids

    def has(self, doc_ids: Sequence[str]) -> Mask:
        """Return which of these papers are there (n,)."""
        return self._table.find(doc_ids) >= 0

    def text_hashes(self, doc_ids: Sequence[str]) -> Hashes:
        """Return the hash of each paper's text as it was indexed (n, 16); zeros for one that was not."""
        return self._table.hashes_of(doc_ids)


class Names(Sequence[str]):
    """A list of names in UTF-8, one behind the other: 8 bytes each, and those of the name."""

    def __init__(
        self,
        text: npt.NDArray[np.uint8] = _NO_TEXT,
        ends: npt.NDArray[np.int64] = _NO_ENDS,
        folder: Path | None = None,
    ) -> None:
        """`text` (bytes,) has all of them, and `ends` (n + 1,) say where each ends, the first with 0."""
        self.text, self.ends, self._folder = Column(text, folder), Column(ends, folder), folder

    @classmethod
    def of(cls, names: Iterable[str]) -> Names:
        """Return these names."""
        made = cls()
        made.extend(names)
        return made

    def __len__(self) -> int:
        return len(self.ends) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return self.at(np.arange(*place.indices(len(self))))
        return self.at(np.array([range(len(self))[place]]))[0]

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), _AT_ONCE):
            yield from self[start : start + _AT_ONCE]

    def at(self, places: Rows) -> list[str]:
        """Return the names at these places (m,)."""
        text, ends = self.text.values, self.ends.values
        spans = zip(ends[places].tolist(), ends[places + 1].tolist(), strict=True)
        return [text[start:end].tobytes().decode("utf-8", "surrogatepass") for start, end in spans]

    def extend(self, names: Iterable[str]) -> None:
        """Put names at the end."""
        names = [*names]
        text, sizes = "".join(names).encode("utf-8", "surrogatepass"), [*map(len, names)]
        if len(text) > sum(sizes):
            sizes = [len(name.encode("utf-8", "surrogatepass")) for name in names]
        self.text.append(np.frombuffer(text, np.uint8))
        self.ends.append(self.ends.values[-1] + np.cumsum(sizes, dtype=np.int64))

    def keys(self) -> Keys:
        """Return 64 bits of hash of each name (n,), the same on every machine.

        The sum over a name's words of 8 bytes of splitmix64 (Steele, Lea and Flood, OOPSLA 2014), each word
        with its place; words of zeros count nothing.
        """
        total = np.zeros(len(self), np.uint64)
        for start in range(0, len(self), _AT_ONCE):
            places = np.arange(start, min(start + _AT_ONCE, len(self)))
            added = np.zeros(1, np.uint64)
            for some, words in self._words(places):
                added += _ODD
                total[start + some] += np.where(words, _mixed(words + added), np.uint64(0))
        return _mixed(total)

    def same(self, places: Rows, others: Names, at: Rows) -> Mask:
        """Return which of the names at these places (m,) are those of the others `at` theirs (m,)."""
        equal: Mask = self._lengths(places) == others._lengths(at)
        alike = np.flatnonzero(equal)
        for (some, own), (_, other) in zip(self._words(places[alike]), others._words(at[alike]), strict=True):
            equal[alike[some]] &= own == other
        return equal

    def _lengths(self, places: Rows) -> Rows:
        ends = self.ends.values
        return (ends[places + 1] - ends[places]).astype(np.int64)

    def _words(self, places: Rows) -> Iterator[tuple[Rows, Keys]]:
        """Yield the first 8 bytes of the names at these places (m,), the next and so on, as numbers: which of
        the m go so far, and the bytes, zeros behind a name's end."""
        text = self.text.values
        if len(text) < _WORD:
            text = np.concatenate([text, np.zeros(_WORD, np.uint8)])
        everywhere: Keys = np.ndarray(len(text) - _WORD + 1, "<u8", text, strides=(1,))  # from each byte on
        last = len(everywhere) - 1
        some: Rows = np.arange(len(places))
        begins, lengths = self.ends.values[places].astype(np.int64), self._lengths(places)
        while len(some):
            if lengths.min() <= 0:
                there = lengths > 0
                some, begins, lengths = some[there], begins[there], lengths[there]
            late = np.maximum(begins - last, 0)
            words = everywhere[begins - late] >> (8 * late).astype(np.uint64)
            beyond = np.maximum(_WORD - lengths, 0)
            yield some, words & (_ALL >> (8 * beyond).astype(np.uint64))
            begins, lengths = begins + _WORD, lengths - _WORD

    def taken(self, places: Rows) -> Names:
        """Return the names at these places (m,), in this order."""
        made = Names(folder=self._folder)
        for start in range(0, len(places), _AT_ONCE):
            some = places[start : start + _AT_ONCE]
            lengths = self._lengths(some)
            ends = np.cumsum(lengths)
            shifts = np.repeat(self.ends.values[some] - (ends - lengths), lengths)
            made.text.append(self.text.values[shifts + np.arange(len(shifts))])
            made.ends.append(made.ends.values[-1] + ends)
        return made


class DocIds(Set[str]):
    """A set of doc_ids to be looked for in indexes: 12 bytes each, and those of its name."""

    def __init__(self, doc_ids: Sequence[str]) -> None:
        """Each id is given once."""
        names = Names.of(doc_ids)
        keys = names.keys()
        order = np.argsort(keys)
        ordered = names.taken(order)
        ends = ordered.ends.values
        self.keys = keys[order]
        self.names = Names(ordered.text.values, ends.astype(np.min_scalar_type(int(ends[-1]))))

    def __len__(self) -> int:
        return len(self.keys)

    def __contains__(self, doc_id: object) -> bool:
        return isinstance(doc_id, str) and not any(self.lacking([doc_id]))

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def lacking(self, doc_ids: Iterable[str]) -> Iterator[str]:
        """Yield those of the doc_ids that are not in this set."""
        rest = iter(doc_ids)
        while some := list(islice(rest, _AT_ONCE)):
            names = Names.of(some)
            found = _found(names, names.keys(), self.names, [(self.keys, None)])
            yield from compress(some, found < 0)


class RowTable:
    """doc_id <-> row, rows numbered from 0 without gaps, and the hash of the text that each was made from.

    Names are found by 64 bits of hash: sorted runs of them, each at least twice as long as the next. Two
    names of ten million share one with a chance of 3 in a million, so the name itself is compared too.
    """

    def __init__(self, doc_ids: Iterable[str] = (), folder: Path | None = None) -> None:
        """What comes to many of them lies in a file in `folder`, where there is one: see `Column`."""
        self.doc_ids = Names(folder=folder)  # row -> doc_id
        self._hashes = Column(np.empty((0, HASH_BYTES), np.uint8), folder)
        self._runs: list[tuple[Keys, npt.NDArray[np.int32]]] = []
        self._masks: WeakKeyDictionary[Where, Mask] = WeakKeyDictionary()
        self.place([*doc_ids])

    @classmethod
    def read(cls, folder: Path) -> RowTable:
        """Open what `write` wrote, mapped."""
        table = cls()
        names, ends, keys, rows, hashes_ = (
            np.asarray(np.load(folder / name, mmap_mode="r", allow_pickle=False)) for name in FILES
        )
        table.doc_ids, table._hashes = Names(names, ends), Column(hashes_)
        table._runs = [(keys, rows)] if len(keys) else []
        return table

    def write(self, folder: Path) -> None:
        """Write the `FILES` into an existing folder."""
        self._merge(whole=True)
        keys, rows = self._runs[0] if self._runs else (np.empty(0, np.uint64), np.empty(0, np.int32))
        arrays: tuple[npt.NDArray[Any], ...] = (
            self.doc_ids.text.values, self.doc_ids.ends.values, keys, rows, self._hashes.values
        )  # fmt: skip
        for name, array in zip(FILES, arrays, strict=True):
            np.save(folder / name, array, allow_pickle=False)

    def __len__(self) -> int:
        return len(self.doc_ids)

    def __contains__(self, doc_id: str) -> bool:
        return bool(self.find([doc_id])[0] >= 0)

    @property
    def hashes(self) -> Hashes:
        """Row -> hash of the text (n, 16), zeros where none was given."""
        return self._hashes.values

    def place(self, doc_ids: Sequence[str], hashes: Hashes | None = None) -> Rows:
        """Return the rows of these ids (m,); new ids are appended in their order.

        With `hashes` (m, 16), these are what their texts have from now on.
        """
        names = Names.of(doc_ids)
        keys = names.keys()
        rows = _found(names, keys, self.doc_ids, self._runs)
        fresh = np.flatnonzero(rows < 0)
        if len(fresh):
            new: dict[str, int] = {}
            rows[fresh] = [new.setdefault(doc_ids[at], len(self) + len(new)) for at in fresh.tolist()]
            added, first = np.unique(rows[fresh], return_index=True)
            own = keys[fresh[first]]
            order = np.argsort(own)
            self.doc_ids.extend(new)
            self._hashes.append(np.zeros((len(new), HASH_BYTES), np.uint8))
            self._runs.append((own[order], added[order].astype(np.int32)))
            self._merge()
            self._masks.clear()
        if hashes is not None and len(rows):
            self._hashes.append(self._hashes.values[:0])  # a copy, where it was mapped
            self._hashes.values[rows] = hashes
        return rows

    def rows(self, doc_ids: Sequence[str]) -> Rows:
        """Return the rows of these ids (m,). Raises KeyError for an unknown one."""
        rows = self.find(doc_ids)
        if len(rows) and rows.min() < 0:
            raise KeyError(doc_ids[int(rows.argmin())])
        return rows

    def find(self, doc_ids: Sequence[str]) -> Rows:
        """Return the rows of these ids (m,), -1 for an unknown one."""
        names = Names.of(doc_ids)
        return _found(names, names.keys(), self.doc_ids, self._runs)

    def hashes_of(self, doc_ids: Sequence[str]) -> Hashes:
        """Return the hashes (m, 16) of these papers' texts; zeros for an unknown one."""
        rows = self.find(doc_ids)
        found = np.zeros((len(rows), HASH_BYTES), np.uint8)
        found[rows >= 0] = self.hashes[rows[rows >= 0]]
        return found

    def allowed(self, where: Where) -> Mask:
        """Return which rows (n,) may be returned, made once as long as no paper comes or goes."""
        known = self._masks.get(where)
        if known is None:
            ids = where.doc_ids if isinstance(where.doc_ids, DocIds) else DocIds([*where.doc_ids])
            rows = _found(ids.names, ids.keys, self.doc_ids, self._runs)
            known = np.full(len(self), where.but)
            known[rows[rows >= 0]] = not where.but
            self._masks[where] = known
        return known

    def drop(self, doc_ids: Collection[str]) -> Mask:
        """Forget these ids and renumber the rows without gaps; return which of the old rows (n,) stayed."""
        keep = np.ones(len(self), np.bool_)
        gone = self.find([*doc_ids])
        if not (gone >= 0).any():
            return keep
        keep[gone[gone >= 0]] = False
        self.doc_ids = self.doc_ids.taken(np.flatnonzero(keep))
        self._hashes = Column(self._hashes.values[keep])
        number = (np.cumsum(keep) - 1).astype(np.int32)
        self._runs = [(keys[keep[rows]], number[rows[keep[rows]]]) for keys, rows in self._runs]
        self._masks.clear()
        return keep

    def _merge(self, *, whole: bool = False) -> None:
        """Unite runs until each is at least twice as long as the next; into one where `whole`."""
        runs = self._runs
        while len(runs) > 1 and (whole or len(runs[-2][0]) < 2 * len(runs[-1][0])):
            (keys, rows), (own, others) = runs[-2:]
            places = np.searchsorted(keys, own, side="right") + np.arange(len(own))
            before = np.ones(len(keys) + len(own), np.bool_)
            before[places] = False
            both = np.empty(before.shape, np.uint64), np.empty(before.shape, np.int32)
            both[0][before], both[0][places] = keys, own
            both[1][before], both[1][places] = rows, others
            runs[-2:] = [both]


def _found(names: Names, keys: Keys, stored: Names, runs: Sequence[Run]) -> Rows:
    """Return the row of each of these names (n,), -1 for one that is not stored: where one of the `runs` has
    its key, and the stored name of that row is the same."""
    found = np.full(len(keys), -1, np.int64)
    for known, rows in runs:
        for start in range(0, len(keys), _AT_ONCE):
            left = start + np.flatnonzero(found[start : start + _AT_ONCE] < 0)
            at = np.searchsorted(known, keys[left])
            while len(left):
                here = at < len(known)
                here[here] = known[at[here]] == keys[left[here]]
                left, at = left[here], at[here]
                row = at if rows is None else rows[at].astype(np.int64)
                same = stored.same(row, names, left)
                found[left[same]] = row[same]
                left, at = left[~same], at[~same] + 1  # the next name with this key, if there is one
    return found


def _mixed(words: Keys) -> Keys:
    words = (words ^ (words >> np.uint64(30))) * _MIX
    words = (words ^ (words >> np.uint64(27))) * _FINISH
    return words ^ (words >> np.uint64(31))


def hash_array(hashes: Sequence[bytes]) -> Hashes:
    """Return hashes of 16 bytes as an array (n, 16)."""
    return np.frombuffer(b"".join(hashes), np.uint8).reshape(-1, HASH_BYTES)
