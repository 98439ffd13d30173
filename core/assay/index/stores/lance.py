"""Vectors in LanceDB, for more than fit in memory or for an object store: in a folder, or at an address.

A library's model has a table, and a row in the table `indexes` says which version of it is searched: one
row, written in one step. A table's earlier versions stay as they were, so that nobody searches half an index.
Machines have no lock in common: who saves starts at the version that was read, sees to it that each version
since is its own, and names the last one only if the row is still as it was.
https://lancedb.github.io/lancedb describes tables, versions and indexes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, fields
from datetime import timedelta
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from assay.errors import BadInput, DamagedIndex, LibraryError, StaleIndex
from assay.index.generations import Manifest
from assay.index.index import Hashes, Ranking, Where
from assay.index.rows import unit_rows
from assay.index.stores.engines import Catalogued, EngineIndex, EngineStore, no_more
from assay.messages import Message, message
from assay.types import Vectors

POINTERS = "indexes"
VECTOR = "vector"

GRAPH_ABOVE = 50_000  # papers; below, a look at each is fast enough
PARTITION = 1_000_000  # papers in a graph of their own
LINKS, BUILD, SEARCH, REFINE = 16, 100, 200, 4
"""The graphs hold vectors in bytes, so four times k are found there and ordered by the whole ones."""
REBUILD_ABOVE = 0.25  # of the papers: where more are in no graph, it is made again
LISTED = 200
"""Up to the root of so many times the papers, the engine is given the ids of those that may be found.

The more they are, the longer that takes; the fewer, the deeper a graph is searched. Measured at 100,000.
"""
SURPLUS = 32
NAMES = 2_000  # ids in one condition
KEPT = timedelta(days=1)  # a version that somebody may still be searching
_NEVER = timedelta(days=36_500)

FAULTS = (OSError, RuntimeError, ValueError)
"""What LanceDB raises."""
CONFLICT = re.compile(
    "conflict|incompatible transaction|(table|dataset|object)\\b.{0,500} already exists", re.IGNORECASE
)
_NOT_WORDS = re.compile(r", /|(: \w+)? \{")
"""Where what LanceDB says goes on with a place in its source, or with the error as programmers see it."""
_ITS_NAMES = re.compile(r"^(lance error: )?(LanceError\(\w+\): |Invalid input, )")

T = TypeVar("T")


class LanceIndex(EngineIndex):
    """One model's vectors in the version that was current when it was opened, as long as that is kept."""

    def __init__(self, store: LanceStore, fingerprint: str, dim: int, *, mark: str, new: bool) -> None:
        super().__init__(fingerprint, dim, mark=mark, folder=store.folder, new=new)
        self._read, self._address = partial(store.searched, fingerprint), store.address
        self._table: Any = None
        self.before = store.version(fingerprint)  # whose place a new index takes; 0 for none
        if not new:
            self.read()

    def read(self) -> None:
        """Open the version that is searched now: what is changed is changed in that one."""
        self._table = self._read()
        self.before = self._table.version

    def _of_table(self, work: Callable[[Any], T], *, new: T) -> T:
        """Do the work on the table, `new` where there is none; where its version is gone, on a later one."""
        if self._table is None:
            return new
        with _explained(self._address):
            try:
                return work(self._table)
            except FAULTS:
                table = self._read()
                if table.version == self._table.version:
                    raise
                self._table = table
                return work(table)

    @property
    def doc_ids(self) -> list[str]:
        def names(table: Any) -> list[str]:
            return sorted(table.search().select(["doc_id"]).to_arrow()["doc_id"].to_pylist())

        return self._of_table(names, new=[])

    def __len__(self) -> int:
        return self._of_table(lambda table: int(table.count_rows()), new=0)

    def _stored(self, doc_ids: Sequence[str], *, vectors: bool) -> dict[str, bytes]:
        column = VECTOR if vectors else "hash"

        def stored(table: Any) -> dict[str, bytes]:
            known = dict[str, bytes]()
            for some in _parts(doc_ids):
                query = table.search().where(_is_one_of(some)).select(["doc_id", column])
                found = query.limit(len(some)).to_arrow()
                cells = found[column]
                each = map(bytes, self._numbers(cells.combine_chunks())) if vectors else cells.to_pylist()
                known |= dict(zip(found["doc_id"].to_pylist(), each, strict=True))
            return known

        return self._of_table(stored, new={})

    def _numbers(self, column: Any) -> Vectors:
        return np.asarray(column.flatten().to_numpy(), np.float32).reshape(-1, self.dim)

    def look_through(self) -> tuple[int, int, float]:
        least, most = self.fit

        def counted(table: Any) -> tuple[int, int, float]:
            keys, n_unfit, longest = [np.empty(0, np.int64)], 0, 0.0  # 8 bytes a name
            for part in table.search().select(["doc_id", VECTOR]).to_batches():
                keys.append(np.fromiter(map(hash, part["doc_id"].to_pylist()), np.int64))
                lengths = np.linalg.norm(self._numbers(part[VECTOR]), axis=1)
                fits = ((least <= lengths) & (lengths <= most)) | (lengths == 0)
                n_unfit += int(np.count_nonzero(~fits))
                longest = max(longest, float(lengths.max(initial=0)))
            return len(np.unique(np.concatenate(keys))), n_unfit, longest

        try:
            return self._of_table(counted, new=(0, 0, 0.0))
        except LibraryError as error:  # the list of indexes was there to be read
            raise DamagedIndex(error.message, advice=error.advice) from error

    def search(self, queries: Vectors, k: int, *, where: Where | None = None) -> list[Ranking]:
        unit = unit_rows(queries, dim=self.dim)
        nothing: list[Ranking] = [[] for _ in unit]
        if k <= 0:
            return nothing
        return self._of_table(lambda table: [_nearest(table, each, k, where) for each in unit], new=nothing)


class LanceStore(EngineStore[LanceIndex]):
    """The vector indexes of a library in LanceDB."""

    kind = "lance"

    def __init__(self, address: str, *, folder: Path, owner: str = "") -> None:
        """`address` is a folder, or one such as s3://bucket/papers; `folder` takes what waits to be sent.

        Where libraries have an address in common, `owner` tells this one's tables and rows from the others'.
        """
        if find_spec("lancedb") is None:
            raise BadInput(
                "Vectors in Lance need the library lancedb, which is missing. Install Assay with the extra "
                "lance."
            )
        self.address, self.folder, self._owner = address, folder, owner

    @property
    def place(self) -> Message:
        return message("{0}, in LanceDB", self.address)

    def catalogue(self) -> list[Catalogued]:
        with _explained(self.address):
            return [noted for noted, _ in self._pointers(self._database()).values()]

    def index(self, fingerprint: str, dim: int, manifest: Manifest | None) -> LanceIndex:
        with _explained(self.address):
            mark = "" if manifest is None else manifest.mark
            return LanceIndex(self, fingerprint, dim, mark=mark, new=manifest is None)

    def save(self, index: LanceIndex, manifest: Manifest) -> None:
        """Write a version that nobody reads yet, and then the row that names it.

        Raises StaleIndex, and the index stays what it was, where another machine has changed it since it was
        read, or is about to.
        """
        with _explained(self.address):
            database, name = self._database(), self._name(index.fingerprint)
            if self.version(index.fingerprint) != index.before:
                raise _overtaken()
            if index.new:
                mode = "overwrite" if name in _tables(database) else "create"
                table = database.create_table(name, schema=_schema(index.dim), mode=mode)
            else:
                table = database.open_table(name)
                table.checkout(index.before)
                table.restore()
            for change in _changes(table, index):
                version = table.version
                change()
                if table.version > version + 1:
                    raise _overtaken()
            n = _index(table)
            self._point(database, index.noted(manifest, n), table.version, before=index.before)
            with suppress(*FAULTS):  # it is saved: what can be tidied up is no matter
                table.optimize(cleanup_older_than=KEPT) if n else None
        index.saved(manifest)
        index.read()

    def remove(self, fingerprint: str) -> None:
        with _explained(self.address):
            database = self._database()
            if POINTERS in _tables(database):
                database.open_table(POINTERS).delete(_is_of(self._key(fingerprint)))
            database.drop_table(self._name(fingerprint), ignore_missing=True)

    def _database(self) -> Any:
        os.environ.setdefault("LANCEDB_LOG", "error")  # what goes wrong is raised; the rest is for its makers
        import lancedb

        return lancedb.connect(self.address)

    def _pointers(self, database: Any) -> dict[str, tuple[Catalogued, int]]:
        """fingerprint -> what is noted of the library's table, and the version of it that is searched."""
        if POINTERS not in _tables(database):
            return {}
        names = [field.name for field in fields(Catalogued)]
        rows = sorted(database.open_table(POINTERS).search().to_list(), key=lambda row: int(row["version"]))
        # Two machines that make the first one at once may leave two rows, both whole; the later counts.
        found = dict[str, tuple[Catalogued, int]]()
        for row in rows:
            owner, _, row["fingerprint"] = row["fingerprint"].rpartition(".")
            if owner == self._owner:
                found[row["fingerprint"]] = Catalogued(*map(row.get, names)), int(row["version"])
        return found

    def _key(self, fingerprint: str) -> str:
        return f"{self._owner}.{fingerprint}".lstrip(".")

    def _name(self, fingerprint: str) -> str:
        return f"vectors_{self._key(fingerprint)}"

    def version(self, fingerprint: str) -> int:
        """Return the version of the model's table that is searched; 0 for none."""
        return self._pointers(self._database()).get(fingerprint, (None, 0))[1]

    def searched(self, fingerprint: str) -> Any:
        """Return the model's table in that version. Raises StaleIndex for none, DamagedIndex."""
        while version := self.version(fingerprint):
            try:
                table = self._database().open_table(self._name(fingerprint))
                table.checkout(version)
            except FAULTS as error:  # it may have been replaced meanwhile
                if self.version(fingerprint) == version:
                    advice = "Run `assay index` to build them again."
                    raise DamagedIndex(
                        "The vectors in {0} cannot be opened: {1}.", self.place, _reason(error), advice=advice
                    ) from error
            else:
                return table
        raise no_more(self.place)

    def _point(self, database: Any, noted: Catalogued, version: int, *, before: int) -> None:
        """Name the version that is searched, in one step. Raises StaleIndex where `before` no longer is."""
        key = self._key(noted.fingerprint)
        row = asdict(noted) | {"fingerprint": key, "version": version}
        if POINTERS not in _tables(database):
            database.create_table(POINTERS, [row])
            return
        pointers = database.open_table(POINTERS)
        if before:
            where = f"{_is_of(key)} AND version = {before}"
            n = pointers.update(where=where, values=row).rows_updated
        else:
            merge = pointers.merge_insert("fingerprint").when_not_matched_insert_all()
            n = merge.execute([row]).num_inserted_rows
        if n != 1:
            raise _overtaken()


def _changes(table: Any, index: LanceIndex) -> Iterator[Callable[[], object]]:
    """Yield what is to be done to the table, each a version of it."""
    is_new = not table.count_rows()
    for gone in _parts([*index.gone]):
        yield partial(table.delete, _is_one_of(gone))
    for chunk in index.chunks():
        rows = _rows(*chunk)
        if is_new:
            yield partial(table.add, rows)
        else:
            merge = table.merge_insert("doc_id").when_matched_update_all()
            yield partial(merge.when_not_matched_insert_all().execute, rows)


def _overtaken() -> StaleIndex:
    return StaleIndex(
        "Another machine changes these vectors at the same time; nothing of this one's was mixed in.",
        advice="Run `assay index` again: what was encoded is kept.",
    )


def _nearest(table: Any, unit: Vectors, k: int, where: Where | None) -> Ranking:
    """Give the engine the ids, if few may be found; else take from what it finds, more until it is k."""
    n = int(table.count_rows())
    if not n:
        return []
    if where is not None and not where.but and len(where.doc_ids) ** 2 <= LISTED * n:
        return _found(table, unit, k, n, condition=_is_one_of(where.doc_ids)) if where.doc_ids else []
    n_allowed = n if where is None else n - len(where.doc_ids) if where.but else len(where.doc_ids)
    depth = min(n, (k + SURPLUS) * n // max(1, min(n, n_allowed)))
    while True:
        found = [hit for hit in _found(table, unit, depth, n) if where is None or hit[0] in where]
        if len(found) >= k or depth >= n:
            return found[:k]
        depth = min(n, 4 * depth)


def _found(table: Any, unit: Vectors, depth: int, n: int, *, condition: str = "") -> Ranking:
    query = table.search(unit, vector_column_name=VECTOR).distance_type("dot").limit(depth)
    if condition or depth > n // 10:
        query = query.where(condition or "true", prefilter=True).bypass_vector_index()
    elif n > GRAPH_ABOVE:
        query = query.nprobes(n // PARTITION + 1).ef(max(SEARCH, REFINE * depth)).refine_factor(REFINE)
    found = query.select(["doc_id", "_distance"]).to_arrow()
    scores = (1 - found["_distance"].to_numpy()).tolist()
    ranked = zip(found["doc_id"].to_pylist(), scores, strict=True)
    return sorted(ranked, key=lambda hit: (-hit[1], hit[0]))


def _index(table: Any) -> int:
    """Bring the indexes of ids and vectors up to date; return the number of papers."""
    from lancedb.index import BTree, HnswSq

    n = int(table.count_rows())
    made = {column: index for index in table.list_indices() for column in index.columns}
    if n and "doc_id" not in made:
        table.create_index("doc_id", config=BTree())
    stats = table.index_stats(made[VECTOR].name) if VECTOR in made else None
    if n > GRAPH_ABOVE and (stats is None or stats.num_unindexed_rows > REBUILD_ABOVE * n):
        partitions = n // PARTITION + 1
        config = HnswSq("dot", num_partitions=partitions, m=LINKS, ef_construction=BUILD)
        table.create_index(VECTOR, config=config)
    elif made:
        table.optimize(cleanup_older_than=_NEVER)  # the version that readers are pointed at stays
    return n


def _schema(dim: int) -> Any:
    pa: Any = import_module("pyarrow")

    vector = pa.list_(pa.float32(), dim)
    return pa.schema([("doc_id", pa.string()), ("hash", pa.binary()), (VECTOR, vector)])


def _rows(doc_ids: Sequence[str], vectors: Vectors, hashes: Hashes) -> Any:
    pa: Any = import_module("pyarrow")

    flat = pa.FixedSizeListArray.from_arrays(pa.array(vectors.reshape(-1)), vectors.shape[1])
    digests = pa.array([digest.tobytes() for digest in hashes], pa.binary())
    return pa.table([pa.array(doc_ids), digests, flat], schema=_schema(vectors.shape[1]))


def _tables(database: Any) -> set[str]:
    return set(database.list_tables().tables)


def _parts(doc_ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(doc_ids), NAMES):
        yield doc_ids[start : start + NAMES]


def _is_of(key: str) -> str:
    return f"fingerprint = {_quoted(key)}"


def _is_one_of(doc_ids: Collection[str]) -> str:
    return f"doc_id IN ({', '.join(map(_quoted, doc_ids))})"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _reason(error: Exception) -> str:
    first = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return _NOT_WORDS.split(_ITS_NAMES.sub("", first), maxsplit=1)[0].rstrip(".")


@contextmanager
def _explained(address: str) -> Iterator[None]:
    """Turn what LanceDB raises into words: a full disk, a place that does not answer, another writer."""
    try:
        yield
    except FAULTS as error:
        if CONFLICT.search(str(error)):
            raise _overtaken() from error
        if "://" in address and not address.startswith("file:"):
            raise LibraryError(
                "LanceDB cannot use {0} ({1}); the index from before is kept. Check the address, whether it "
                "answers, and the keys for it in the environment.",
                address,
                _reason(error),
                advice="`assay index --vectors-in` chooses another place.",
            ) from error
        raise LibraryError(
            "The vectors in {0} cannot be read or written ({1}); the index from before is kept. Free some "
            "space there, or allow writing.",
            address,
            _reason(error),
            advice="`assay check` says whether files are damaged; `assay check --repair` lets `assay index` "
            "make them again.",
        ) from error
