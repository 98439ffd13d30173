"""Which papers an index holds, in arrays: names, the texts that were indexed, and where each paper stands.

A million papers as Python's own strings in a list and a dict take 250 MB, and with the hashes of their texts
and the sets of a search 750; here 20 bytes each, and those of their names, which lie in mapped files.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from itertools import compress, islice
from pathlib import Path
from typing import Any, Generic, TypeVar, overload
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from assay.index.index import Hashes, Where

Mask = npt.NDArray[np.bool_]
"""(n,) which rows are meant."""

Rows = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]

HASH_BYTES = 16
FILES = ("papers-names.npy", "papers-ends.npy", "papers-keys.npy", "papers-rows.npy", "papers-texts.npy")
"""Names in UTF-8 one behind the other, where each ends, keys in ascending order, their rows, and hashes."""

BEFORE = "papers.json"
"""The same in layouts 1 and 2 of an index folder: doc_id -> the hash of its text, in the order of rows."""

SPILL = 64 * 2**20  # bytes from which a growing array lies in a file without a name
_AT_ONCE = 2**16  # names that are in memory as strings
_WIDE = 2**24  # characters of a matrix of names
_ODD, _MIX, _FINISH = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB], dtype=np.uint64)

_NO_TEXT, _NO_ENDS = np.empty(0, np.uint8), np.zeros(1, np.int64)

T = TypeVar("T", bound=np.generic)


class Column(Generic[T]):
    """An array that grows at its end, half as much again each time: n appends cost O(n) copies.

    What was mapped from a file is copied at the first append. Where there is a `folder` for it, a large one
    lies in a file without a name, which goes with it, and not in memory.
    """

    def __init__(self, values: npt.NDArray[T], folder: Path | None = None) -> None:
        self._kept, self._n, self._folder = values, len(values), folder

    def __len__(self) -> int:
        return self._n

    @property
    def values(self) -> npt.NDArray[T]:
        """What is there (n, ...), to be read, and to be written where something was appended."""
        return self._kept[: self._n]

    def append(self, values: npt.NDArray[T]) -> None:
        """Put more rows at the end."""
        n = self._n + len(values)
        if n > len(self._kept) or not self._kept.flags.writeable:
            grown = self._room(max(n, len(self._kept) * 3 // 2))
            grown[: self._n] = self.values
            self._kept = grown
        self._kept[self._n : n] = values
        self._n = n

    def _room(self, n: int) -> npt.NDArray[T]:
        shape, dtype = (n, *self._kept.shape[1:]), self._kept.dtype
        if self._folder is None or int(np.prod(shape)) * dtype.itemsize < SPILL:
            return np.empty(shape, dtype)
        self._folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=self._folder) as file:
            return np.memmap(file, dtype, "w+", shape=shape)


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
        encoded = [name.encode("utf-8", "surrogatepass") for name in names]
        self.text.append(np.frombuffer(b"".join(encoded), np.uint8))
        self.ends.append(self.ends.values[-1] + np.cumsum([*map(len, encoded)], dtype=np.int64))

    def kept(self, keep: Mask) -> Names:
        """Return those that are to be kept (n,)."""
        lengths = np.diff(self.ends.values)
        ends = np.concatenate([_NO_ENDS, np.cumsum(lengths[keep])])
        return Names(self.text.values[np.repeat(keep, lengths)], ends, self._folder)


class DocIds(Set[str]):
    """A set of doc_ids to be looked for in indexes: 8 bytes each, and those of its name."""

    def __init__(self, doc_ids: Sequence[str]) -> None:
        """Each id is given once."""
        self.keys = np.sort(keys_of(doc_ids))
        self._names = "\0".join(doc_ids).encode("utf-8", "surrogatepass")

    def __len__(self) -> int:
        return len(self.keys)

    def __contains__(self, doc_id: object) -> bool:
        return isinstance(doc_id, str) and bool(_among(keys_of([doc_id]), self.keys)[0])

    def __iter__(self) -> Iterator[str]:
        return iter(self._names.decode("utf-8", "surrogatepass").split("\0") if len(self) else ())


class RowTable:
    """doc_id <-> row, rows numbered from 0 without gaps, and the hash of the text that each was made from.

    Names are found by 64 bits of hash: sorted runs of them, each at least twice as long as the next. That two
    of ten million papers share one is a chance of 3 in a million; the second would stand for the first.
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
        """Open what `write` wrote, mapped; or read what layouts 1 and 2 had in its place."""
        if (before := folder / BEFORE).exists():
            known: dict[str, str] = dict(json.loads(before.read_bytes()))  # pairs, in layout 1
            table = cls(known)
            hashes = "".join(each.ljust(2 * HASH_BYTES, "0") for each in known.values())
            table._hashes = Column(np.frombuffer(bytes.fromhex(hashes), np.uint8).reshape(-1, HASH_BYTES))
            return table
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
        keys = keys_of(doc_ids)
        rows = self._find(keys)
        fresh = np.flatnonzero(rows < 0)
        if len(fresh):
            _, first = np.unique(keys[fresh], return_index=True)
            first = fresh[np.sort(first)]
            places = np.arange(len(self), len(self) + len(first), dtype=np.int32)
            self.doc_ids.extend(doc_ids[at] for at in first.tolist())
            self._hashes.append(np.zeros((len(first), HASH_BYTES), np.uint8))
            order = np.argsort(keys[first])
            self._runs.append((keys[first][order], places[order]))
            self._merge()
            self._masks.clear()
            rows[fresh] = self._find(keys[fresh])
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
        return self._find(keys_of(doc_ids))

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
            ids = where.doc_ids
            rows = self._find(ids.keys if isinstance(ids, DocIds) else np.sort(keys_of([*ids])))
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
        self.doc_ids = self.doc_ids.kept(keep)
        self._hashes = Column(self._hashes.values[keep])
        number = (np.cumsum(keep) - 1).astype(np.int32)
        self._runs = [(keys[keep[rows]], number[rows[keep[rows]]]) for keys, rows in self._runs]
        self._masks.clear()
        return keep

    def _find(self, keys: Keys) -> Rows:
        found = np.full(len(keys), -1, np.int64)
        for known, rows in self._runs:
            at = np.minimum(np.searchsorted(known, keys), len(known) - 1)
            here = known[at] == keys if len(known) else np.zeros(len(keys), np.bool_)
            found[here] = rows[at[here]]
        return found

    def _merge(self, *, whole: bool = False) -> None:
        """Unite runs until each is at least twice as long as the next; into one where `whole`."""
        runs = self._runs
        while len(runs) > 1 and (whole or len(runs[-2][0]) < 2 * len(runs[-1][0])):
            (one, other), (own, others) = zip(*runs[-2:], strict=True)
            keys = np.concatenate([one, other])
            order = np.argsort(keys, kind="stable")  # which merges what is sorted already
            runs[-2:] = [(keys[order], np.concatenate([own, others])[order])]


def keys_of(doc_ids: Sequence[str]) -> Keys:
    """Return 64 bits of hash of each name (n,), the same on every machine.

    The sum over a name's words of 8 bytes of splitmix64 (Steele, Lea and Flood, OOPSLA 2014), each word with
    its place; words of zeros count nothing, so that names of any length can stand in one matrix.
    """
    keys = np.empty(len(doc_ids), np.uint64)
    start = 0
    while start < len(doc_ids):
        some = doc_ids[start : start + _AT_ONCE]
        some = some[: max(1, _WIDE // max(1, *map(len, some)))]  # one very long id makes all rows as long
        try:
            names = np.array(some, dtype=np.bytes_)
        except UnicodeEncodeError:
            names = np.array([name.encode("utf-8", "surrogatepass") for name in some])
        width = -(-max(names.dtype.itemsize, 1) // 8) * 8
        words = names.astype(f"S{width}").view("<u8").reshape(len(some), -1)
        total = np.zeros(len(some), np.uint64)
        places = _ODD * np.arange(1, words.shape[1] + 1, dtype=np.uint64)
        for place, word in zip(places, words.T, strict=True):
            total += np.where(word, _mixed(word + place), np.uint64(0))
        keys[start : start + len(some)] = _mixed(total)
        start += len(some)
    return keys


def lacking(doc_ids: Iterable[str], present: Sequence[Keys]) -> Iterator[str]:
    """Yield those of the doc_ids whose keys are in none of the arrays."""
    known = np.sort(np.concatenate([np.empty(0, np.uint64), *present]))
    rest = iter(doc_ids)
    while some := list(islice(rest, _AT_ONCE)):
        yield from compress(some, ~_among(keys_of(some), known))


def _mixed(words: Keys) -> Keys:
    words = (words ^ (words >> np.uint64(30))) * _MIX
    words = (words ^ (words >> np.uint64(27))) * _FINISH
    return words ^ (words >> np.uint64(31))


def _among(keys: Keys, known: Keys) -> Mask:
    """Return which of the keys (n,) are among known ones, which ascend."""
    if not len(known):
        return np.zeros(len(keys), np.bool_)
    return np.equal(known[np.minimum(np.searchsorted(known, keys), len(known) - 1)], keys)


def hash_array(hashes: Sequence[bytes]) -> Hashes:
    """Return hashes of 16 bytes as an array (n, 16)."""
    return np.frombuffer(b"".join(hashes), np.uint8).reshape(-1, HASH_BYTES)
