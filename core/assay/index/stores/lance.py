"""Vectors in LanceDB, for more than fit in memory or for an object store: in a folder, or at an address.

A model has a table, and a row in the table `indexes` says which version of it is searched: one row, written
in one step. A table's earlier versions stay as they were, so that nobody searches half an index.
https://lancedb.github.io/lancedb describes tables, versions and indexes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from datetime import timedelta
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from assay.errors import BadInput, LibraryError
from assay.index.generations import Manifest
from assay.index.index import Hashes, Ranking, Where
from assay.index.rows import longest, unit_rows
from assay.index.stores.engines import Catalogued, EngineIndex, EngineStore
from assay.messages import Message, message
from assay.types import Vectors

POINTERS = "indexes"
VECTOR = "vector"

GRAPH_ABOVE = 50_000  # papers; below, a look at each is fast enough
PARTITION = 1_000_000  # papers in a graph of their own
LINKS, BUILD, SEARCH, REFINE = 16, 100, 200, 4
"""The graphs hold vectors in bytes, so four times k are found there and ordered by the whole ones."""
REBUILD_ABOVE = 0.25  # of the papers: where more are in no graph, it is made again
FEW = 20_000  # papers that may be found, up to which the engine is given their ids
SURPLUS = 32
NAMES = 2_000  # ids in one condition
KEPT = timedelta(days=1)  # a version that somebody may still be searching
_NEVER = timedelta(days=36_500)


class LanceIndex(EngineIndex):
    """One model's vectors in the version that was current when it was opened."""

    def __init__(self, table: Any, fingerprint: str, dim: int, *, mark: str, folder: Path) -> None:
        """`table` is None for a new index."""
        super().__init__(fingerprint, dim, mark=mark, folder=folder, new=table is None)
        self.table = table

    @property
    def doc_ids(self) -> list[str]:
        if self.table is None:
            return []
        return sorted(self.table.search().select(["doc_id"]).to_arrow()["doc_id"].to_pylist())

    def __len__(self) -> int:
        return 0 if self.table is None else int(self.table.count_rows())

    def _stored(self, doc_ids: Sequence[str], *, vectors: bool) -> dict[str, bytes]:
        column, known = VECTOR if vectors else "hash", dict[str, bytes]()
        with _explained():
            for some in () if self.table is None else _parts(doc_ids):
                query = self.table.search().where(_is_one_of(some)).select(["doc_id", column])
                found = query.limit(len(some)).to_arrow()
                cells = found[column]
                each = map(bytes, self._numbers(cells.combine_chunks())) if vectors else cells.to_pylist()
                known |= dict(zip(found["doc_id"].to_pylist(), each, strict=True))
        return known

    def _numbers(self, column: Any) -> Vectors:
        return np.asarray(column.flatten().to_numpy(), np.float32).reshape(-1, self.dim)

    def _largest_length(self) -> float:
        with _explained():
            parts = () if self.table is None else self.table.search().select([VECTOR]).to_batches()
            return max((longest(self._numbers(part[VECTOR])) for part in parts), default=0.0)

    def search(self, queries: Vectors, k: int, *, where: Where | None = None) -> list[Ranking]:
        unit = unit_rows(queries, dim=self.dim)
        if k <= 0 or not len(self):
            return [[] for _ in unit]
        with _explained():
            return [self._nearest(each, k, where) for each in unit]

    def _nearest(self, unit: Vectors, k: int, where: Where | None) -> Ranking:
        """Give the engine the ids, if few may be found; else take from what it finds, more until it is k."""
        n = len(self)
        if where is not None and not where.but and len(where.doc_ids) <= FEW:
            return self._found(unit, k, n, condition=_is_one_of(where.doc_ids)) if where.doc_ids else []
        n_allowed = n if where is None else n - len(where.doc_ids) if where.but else len(where.doc_ids)
        depth = min(n, (k + SURPLUS) * n // max(1, min(n, n_allowed)))
        while True:
            found = [hit for hit in self._found(unit, depth, n) if where is None or hit[0] in where]
            if len(found) >= k or depth >= n:
                return found[:k]
            depth = min(n, 4 * depth)

    def _found(self, unit: Vectors, depth: int, n: int, *, condition: str = "") -> Ranking:
        query = self.table.search(unit, vector_column_name=VECTOR).distance_type("dot").limit(depth)
        if condition or depth > n // 10:
            query = query.where(condition or "true", prefilter=True).bypass_vector_index()
        elif n > GRAPH_ABOVE:
            query = query.nprobes(n // PARTITION + 1).ef(max(SEARCH, 2 * depth)).refine_factor(REFINE)
        found = query.select(["doc_id", "_distance"]).to_arrow()
        scores = (1 - found["_distance"].to_numpy()).tolist()
        ranked = zip(found["doc_id"].to_pylist(), scores, strict=True)
        return sorted(ranked, key=lambda hit: (-hit[1], hit[0]))


class LanceStore(EngineStore[LanceIndex]):
    """The vector indexes of a library in LanceDB."""

    kind = "lance"

    def __init__(self, address: str, *, folder: Path) -> None:
        """`address` is a folder, or one such as s3://bucket/papers; `folder` takes what waits to be sent."""
        if find_spec("lancedb") is None:
            raise BadInput(
                "Vectors in Lance need the library lancedb, which is missing. Install Assay with the extra "
                "lance."
            )
        self._address, self._folder = address, folder

    @property
    def place(self) -> Message:
        return message("{0}, in LanceDB", self._address)

    def catalogue(self) -> list[Catalogued]:
        with _explained():
            return [noted for noted, _ in self._pointers(self._database())]

    def index(self, fingerprint: str, dim: int, manifest: Manifest | None) -> LanceIndex:
        if manifest is None:
            return LanceIndex(None, fingerprint, dim, mark="", folder=self._folder)
        with _explained():
            table = self._at_pointer(self._database(), fingerprint)
        return LanceIndex(table, fingerprint, dim, mark=manifest.mark, folder=self._folder)

    def save(self, index: LanceIndex, manifest: Manifest) -> None:
        """Write a version that nobody reads yet, and then the row that names it."""
        with _explained():
            database = self._database()
            table = None if index.table is None else self._at_pointer(database, index.fingerprint)
            if table is None:
                table = database.create_table(
                    _name(index.fingerprint), schema=_schema(index.dim), mode="overwrite"
                )
            else:
                table.restore()
            is_new = not table.count_rows()
            for gone in _parts([*index.gone]):
                table.delete(_is_one_of(gone))
            for chunk in index.chunks():
                rows = _rows(*chunk)
                if is_new:
                    table.add(rows)
                else:
                    merge = table.merge_insert("doc_id").when_matched_update_all()
                    merge.when_not_matched_insert_all().execute(rows)
            n = _index(table)
            noted = index.noted(manifest, n)
            self._point(database, noted, table.version)
            table.optimize(cleanup_older_than=KEPT) if n else None
        index.saved(manifest)
        index.table = self._at_pointer(database, index.fingerprint)

    def remove(self, fingerprint: str) -> None:
        with _explained():
            database = self._database()
            if POINTERS in _tables(database):
                database.open_table(POINTERS).delete(f"fingerprint = {_quoted(fingerprint)}")
            database.drop_table(_name(fingerprint), ignore_missing=True)

    def _database(self) -> Any:
        import lancedb

        return lancedb.connect(self._address)

    def _pointers(self, database: Any) -> list[tuple[Catalogued, int]]:
        """Return what is noted of each model's table, and the version that is searched."""
        if POINTERS not in _tables(database):
            return []
        names = [field.name for field in fields(Catalogued)]
        rows = database.open_table(POINTERS).search().to_list()
        return [(Catalogued(*(row[name] for name in names)), row["version"]) for row in rows]

    def _at_pointer(self, database: Any, fingerprint: str) -> Any:
        """Return the model's table as it was when it was last saved whole."""
        [version] = [at for noted, at in self._pointers(database) if noted.fingerprint == fingerprint]
        table = database.open_table(_name(fingerprint))
        table.checkout(version)
        return table

    def _point(self, database: Any, noted: Catalogued, version: int) -> None:
        row = asdict(noted) | {"version": version}
        if POINTERS not in _tables(database):
            database.create_table(POINTERS, [row])
            return
        merge = database.open_table(POINTERS).merge_insert("fingerprint").when_matched_update_all()
        merge.when_not_matched_insert_all().execute([row])


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


def _name(fingerprint: str) -> str:
    return f"vectors_{fingerprint}"


def _parts(doc_ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(doc_ids), NAMES):
        yield doc_ids[start : start + NAMES]


def _is_one_of(doc_ids: Collection[str]) -> str:
    return f"doc_id IN ({', '.join(map(_quoted, doc_ids))})"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@contextmanager
def _explained() -> Iterator[None]:
    """Turn what LanceDB raises into a LibraryError: a disk that is full, a place that does not answer."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0].partition(", /")[0]
        raise LibraryError(
            "The vectors in LanceDB cannot be read or written ({0}); the index from before is kept. Make "
            "room on the disk there, or look whether the place answers.",
            reason,
        ) from error
