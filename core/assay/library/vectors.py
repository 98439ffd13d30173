"""A team's vectors in its library's database, by the extension pgvector: one machine encodes, all search.

A model has a table of its own, named by a number that is used once, and a row in `vector_index` that says
which. What `save` takes in becomes visible in one transaction, so that nobody searches half an index; a large
change makes a new table, a small one changes rows of the one that is there. Halves (16 bits) lie in the rows
and in the graph: https://github.com/pgvector/pgvector describes both, and the wire form of a halfvec.
"""

from __future__ import annotations

import logging
import re
import secrets
import struct
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError

from assay.errors import LibraryError
from assay.index import Catalogued, EngineIndex, EngineStore, Manifest, Ranking, Where, no_more, unit_rows
from assay.library.db.schema import paper_listing
from assay.library.db.server import ServerDatabase
from assay.library.filtering import conditions
from assay.messages import Message, message
from assay.types import Vectors

T = TypeVar("T")

LEAST = (0, 8)
"""The version of the extension: before it, a filtered search of a graph found too few."""

GRAPH_ABOVE = 20_000  # papers; below, a look at each takes milliseconds and finds all
GRAPH_WIDEST = 4_000  # columns that pgvector can index
GRAPH = "m = 16, ef_construction = 100"
SEARCH, MOST_SEARCH = 400, 1_000  # candidates; docs/benchmarks.md has the table
FEW = 50_000  # papers that pass a filter, up to which each is looked at
SCANNED = 100_000  # papers that a filtered search of the graph looks at, before each that passes is
SURPLUS = 32  # papers asked for beyond k, so that equal scores at the border are ordered by doc_id
REBUILD_ABOVE = 0.25  # of the papers: where more are new, the table is made again
GRAPH_BYTES = 600  # a paper in the graph, next to its vector
MOST_MEMORY = 1_024  # MB of the server, while a graph is made

NO_TABLE = "42P01"
NO_MEMORY = ("53100", "53200")
"""Also of a container's /dev/shm, where several processes make a graph together."""
TRIES = 5

COLUMNS = 'doc_id text COLLATE "C" NOT NULL, hash bytea NOT NULL, v halfvec({dim}) NOT NULL'
HEAD = struct.Struct(">HH")
"""Before the numbers of a halfvec as it is sent: how many, and 0."""

log = logging.getLogger(__name__)


class _Named(sa.types.UserDefinedType[str]):
    """A type of pgvector, written as text."""

    cache_ok = True

    def __init__(self, name: str) -> None:
        self.name = name

    def get_col_spec(self, **_: object) -> str:
        return self.name


HALF, WHOLE = _Named("halfvec"), _Named("vector")

catalogue = sa.table(
    "vector_index",
    *map(sa.column, ("fingerprint", "generation", "layout", "dim", "n", "model", "revision", "mark")),
)
NOTED = [catalogue.c[field.name] for field in fields(Catalogued)]
CREATE = """
    CREATE TABLE vector_index (
        fingerprint text PRIMARY KEY, generation bigint NOT NULL, layout integer NOT NULL,
        dim integer NOT NULL, n bigint NOT NULL, model text NOT NULL,
        revision bigint NOT NULL, mark text NOT NULL)
"""
SHARE = """
    DO $$ DECLARE one record; BEGIN
        FOR one IN SELECT grantee, privilege_type FROM information_schema.role_table_grants
            WHERE table_schema = current_schema AND table_name = 'paper_listing'
              AND grantee <> current_user AND privilege_type IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
        LOOP
            EXECUTE 'GRANT ' || one.privilege_type || ' ON {table} TO '
                || CASE one.grantee WHEN 'PUBLIC' THEN 'PUBLIC' ELSE quote_ident(one.grantee) END;
        END LOOP;
    END $$
"""
"""Who may read the library's papers may read their vectors, and so on."""

# What is set ends with the transaction. Compiling a plan would take longer than to carry it out.
STATE = sa.text("""
    SELECT generation, layout, dim, n, set_config('jit', 'off', true),
           set_config('hnsw.iterative_scan', 'relaxed_order', true),
           set_config('hnsw.max_scan_tuples', :scanned, true)
    FROM vector_index WHERE fingerprint = :fingerprint
""").bindparams(scanned=str(SCANNED))


def pgvector_version(database: ServerDatabase) -> str:
    """Return the version of pgvector in this database, "" where it is not there.

    Raises LibraryError for one that is too old.
    """
    with database.read() as connection:
        found = connection.scalar(sa.text("SELECT extversion FROM pg_extension WHERE extname = 'vector'"))
    if found and tuple(map(int, re.findall(r"\d+", found)[:2])) < LEAST:
        raise LibraryError(
            "{0} has pgvector {1}, and Assay needs {2} or later to search there. Have it updated by ALTER "
            "EXTENSION vector UPDATE, or keep the vectors on this machine.",
            database.name,
            found,
            ".".join(map(str, LEAST)),
            advice="That is `assay index --vectors-in folder`.",
        )
    return found or ""


class ServerIndex(EngineIndex):
    """One model's vectors on the server, as they are whenever they are asked for.

    No connection is held while papers are encoded: what changes waits here.
    """

    def __init__(
        self, database: ServerDatabase, fingerprint: str, dim: int, *, mark: str, folder: Path, new: bool
    ) -> None:
        super().__init__(fingerprint, dim, mark=mark, folder=folder, new=new)
        self._database = database

    @property
    def doc_ids(self) -> list[str]:
        return [
            row[0] for row in self._rows(lambda table: sa.select(table.c.doc_id).order_by(table.c.doc_id))
        ]

    def __len__(self) -> int:
        return sum(row[0] for row in self._rows(lambda table: sa.select(sa.func.count()).select_from(table)))

    def _stored(self, doc_ids: Sequence[str], *, vectors: bool) -> dict[str, bytes]:
        def of(table: sa.TableClause) -> sa.Select[Any]:
            sent = sa.func.halfvec_send(table.c.v, type_=sa.LargeBinary) if vectors else table.c.hash
            return sa.select(table.c.doc_id, sent).where(_among(table, doc_ids))

        found = self._rows(of) if len(doc_ids) else []
        if vectors:
            halves = {doc_id: np.frombuffer(sent, ">f2", offset=HEAD.size) for doc_id, sent in found}
            return {doc_id: half.astype(np.float32).tobytes() for doc_id, half in halves.items()}
        return {doc_id: bytes(digest) for doc_id, digest in found}

    def search(self, queries: Vectors, k: int, *, where: Where | None = None) -> list[Ranking]:
        unit = unit_rows(queries, dim=self.dim)
        if k <= 0:
            return [[] for _ in unit]

        def nearest(connection: sa.Connection, table: sa.TableClause, n: int) -> list[Ranking]:
            return [
                _nearest(connection, table, each, k, n=n, where=where, scaled=not self.by_product)
                for each in unit
            ]

        return self._at_once(nearest) or [[] for _ in unit]

    def look_through(self) -> tuple[int, int, float]:
        def of(table: sa.TableClause) -> Any:
            length: sa.ColumnElement[Any] = sa.func.l2_norm(table.c.v)
            is_unfit = ~length.between(*self.fit) & (length != 0)
            count = sa.func.count
            return sa.select(count(), count(sa.case((is_unfit, 1))), sa.func.max(length)).select_from(table)

        [(n, n_unfit, longest)] = self._rows(of) or [(0, 0, 0)]
        return n, n_unfit, float(longest or 0)

    def _rows(self, select: Callable[[sa.TableClause], sa.Select[Any]]) -> list[tuple[Any, ...]]:
        found = self._at_once(lambda connection, table, _: connection.execute(select(table)).all())
        return [tuple(row) for row in found or ()]

    def _at_once(self, work: Callable[[sa.Connection, sa.TableClause, int], T]) -> T | None:
        """Do the work on the table of one moment, and again where another machine has put one in its place.

        None for a new index. Raises StaleIndex where there is none, LibraryError.
        """
        for _ in range(0 if self.new else TRIES):
            with self._database.read() as connection:
                try:
                    found = connection.execute(STATE, {"fingerprint": self.fingerprint}).one_or_none()
                    if found is None or found.dim != self.dim:
                        break
                    return work(connection, _table(found.generation), found.n)
                except DBAPIError as error:
                    if _code(error) != NO_TABLE:
                        raise
        if self.new:
            return None
        raise no_more(self._database.name)


class ServerVectors(EngineStore[ServerIndex]):
    """The vector indexes of a library that its server keeps."""

    kind = "pgvector"

    def __init__(self, database: ServerDatabase, version: str, *, folder: Path) -> None:
        """`version` is the extension's; `folder` takes what waits to be sent."""
        self._database, self._folder, self._version = database, folder, version

    @property
    def place(self) -> Message:
        return message("the server, in pgvector {0}", self._version)

    def catalogue(self) -> list[Catalogued]:
        with self._database.read() as connection:
            if not _is_there(connection):
                return []
            return [Catalogued(*row) for row in connection.execute(sa.select(*NOTED))]

    def index(self, fingerprint: str, dim: int, manifest: Manifest | None) -> ServerIndex:
        mark = "" if manifest is None else manifest.mark
        return ServerIndex(
            self._database, fingerprint, dim, mark=mark, folder=self._folder, new=manifest is None
        )

    def save(self, index: ServerIndex, manifest: Manifest) -> None:
        """Take in what was added and removed, in one transaction; until its end all search what was there.

        Raises StaleIndex where what was changed is not there any more.
        """
        with self._database.publish() as connection:
            if not _is_there(connection):
                connection.exec_driver_sql(CREATE)
            _send(connection, index)
            row = {"fingerprint": index.fingerprint}
            before = connection.execute(STATE, row).one_or_none()
            if index.new and before is not None:
                _drop(connection, before)
                before = None
            elif not index.new and (before is None or before.dim != index.dim):
                raise no_more(self.place)  # what waits are changes alone
            generation, n = _taken_in(connection, index, before)
            connection.execute(sa.delete(catalogue).where(catalogue.c.fingerprint == index.fingerprint))
            noted = asdict(index.noted(manifest, n)) | {"generation": generation}
            connection.execute(sa.insert(catalogue), noted)
        index.saved(manifest)
        log.info("%d vectors are on the server, in table %s", n, generation)

    def remove(self, fingerprint: str) -> None:
        with self._database.publish() as connection:
            if not _is_there(connection):
                return
            row = connection.execute(STATE, {"fingerprint": fingerprint}).one_or_none()
            if row is not None:
                _drop(connection, row)
                connection.execute(sa.delete(catalogue).where(catalogue.c.fingerprint == fingerprint))


def _send(connection: sa.Connection, index: ServerIndex) -> None:
    """Copy what waits into a table that goes with the transaction."""
    columns = COLUMNS.format(dim=index.dim)
    connection.exec_driver_sql(f"CREATE TEMPORARY TABLE incoming ({columns}) ON COMMIT DROP")
    driver: Any = connection.connection.driver_connection
    command = "COPY incoming FROM STDIN (FORMAT BINARY)"
    try:
        with driver.cursor().copy(command) as copy, np.errstate(over="ignore"):  # the server refuses infinity
            for doc_ids, vectors, hashes in index.chunks():
                for doc_id, row, digest in zip(doc_ids, vectors.astype(">f2"), hashes, strict=True):
                    copy.write_row((doc_id, digest.tobytes(), HEAD.pack(index.dim, 0) + row.tobytes()))
    except import_module("psycopg").Error as error:  # of the driver itself, which SQLAlchemy does not see
        raise DBAPIError(command, None, error) from error


def _taken_in(connection: sa.Connection, index: ServerIndex, before: sa.Row[Any] | None) -> tuple[int, int]:
    """Return the number of the table that has it all now, and its papers."""
    n = 0 if before is None else before.n
    if before is not None and index.gone:
        table = _table(before.generation)
        connection.execute(sa.delete(table).where(_among(table, [*index.gone])))
    grows = n <= GRAPH_ABOVE < n + len(index.waiting)
    if before is None or grows or len(index.waiting) > REBUILD_ABOVE * n:
        generation = _made_again(connection, index, before)
    else:
        generation = before.generation
        taking = insert(_table(generation)).from_select([*INCOMING.c.keys()], sa.select(INCOMING))
        new = {name: taking.excluded[name] for name in ("hash", "v")}
        connection.execute(taking.on_conflict_do_update(index_elements=["doc_id"], set_=new))
    return generation, _count(connection, _table(generation))


def _made_again(connection: sa.Connection, index: ServerIndex, before: sa.Row[Any] | None) -> int:
    """Make a table of what is there and what comes, for a graph is made faster than it grows; return its
    number."""
    generation = secrets.randbits(62)  # never used again, or a reader would take another table for its own
    made, names = _table(generation), [*INCOMING.c.keys()]
    table = made.name
    connection.exec_driver_sql(f"CREATE TABLE {table} ({COLUMNS.format(dim=index.dim)})")
    connection.exec_driver_sql(f"ALTER TABLE {table} ALTER v SET STORAGE MAIN")  # next to the doc_id
    connection.execute(sa.insert(made).from_select(names, sa.select(INCOMING)))
    if before is not None:
        old = _table(before.generation)
        stays = ~sa.exists().where(INCOMING.c.doc_id == old.c.doc_id)
        connection.execute(sa.insert(made).from_select(names, sa.select(old).where(stays)))
        _drop(connection, before)
    connection.exec_driver_sql(f"ALTER TABLE {table} ADD PRIMARY KEY (doc_id)")
    n = _count(connection, made)
    if n > GRAPH_ABOVE and index.dim <= GRAPH_WIDEST:
        _make_graph(connection, table, megabytes=n * (2 * index.dim + GRAPH_BYTES) // 2**20 + 1)
    connection.exec_driver_sql(f"ANALYZE {table}")
    connection.exec_driver_sql(SHARE.format(table=table))
    connection.exec_driver_sql(SHARE.format(table="vector_index"))
    return generation


def _make_graph(connection: sa.Connection, table: str, *, megabytes: int) -> None:
    memory = min(max(megabytes, 64), MOST_MEMORY)
    connection.exec_driver_sql(f"SET LOCAL maintenance_work_mem = '{memory}MB'")
    graph = f"CREATE INDEX ON {table} USING hnsw (v halfvec_ip_ops) WITH ({GRAPH})"
    try:
        with connection.begin_nested():
            connection.exec_driver_sql(graph)
    except DBAPIError as error:
        if _code(error) not in NO_MEMORY:
            raise
        log.info("the graph is made by one process: %s", error.orig)
        connection.exec_driver_sql("SET LOCAL max_parallel_maintenance_workers = 0")
        connection.exec_driver_sql(graph)


def _nearest(
    connection: sa.Connection,
    table: sa.TableClause,
    unit: Vectors,
    k: int,
    *,
    n: int,
    where: Where | None,
    scaled: bool,
) -> Ranking:
    """Search the graph, where there is one and enough papers may be found; else look at each of them.

    The graph gives up after `SCANNED` papers; what it did not find is then looked for among all that may be.
    """
    n_allowed = n if where is None else n - len(where.doc_ids) if where.but else len(where.doc_ids)
    chosen: list[sa.ColumnElement[bool]] = [] if where is None else [_allowed(table, where)]
    sent = sa.literal("[" + ",".join(map(str, unit.tolist())) + "]")
    if n > GRAPH_ABOVE and (where is None or n_allowed > FEW):
        width = min(MOST_SEARCH, max(SEARCH, 2 * k) * n // max(n_allowed, 1))
        connection.execute(
            sa.text("SELECT set_config('hnsw.ef_search', :width, true)"), {"width": str(width)}
        )
        distance = table.c.v.op("<#>", return_type=sa.Float)(sa.cast(sent, HALF))
        near = sa.select(table).where(*chosen).order_by(distance).limit(k + SURPLUS).subquery()
        found = _ranked(connection, near, sent, k, scaled=scaled)
        if len(found) >= min(k, n_allowed):
            return found
    return _ranked(connection, sa.select(table).where(*chosen).subquery(), sent, k, scaled=scaled)


def _ranked(
    connection: sa.Connection, papers: sa.FromClause, sent: sa.BindParameter[str], k: int, *, scaled: bool
) -> Ranking:
    """Return the k best of these, by float32 products of vectors, `scaled` to length 1; equal ones by doc_id.

    No graph is made of this expression, so that each is looked at.
    """
    whole = sa.cast(papers.c.v, WHOLE)
    length = sa.func.nullif(sa.func.l2_norm(papers.c.v), 0) if scaled else 1
    product = -whole.op("<#>", return_type=sa.Float)(sa.cast(sent, WHOLE))
    score = sa.func.coalesce(product / length, 0.0).label("score")
    best = sa.select(papers.c.doc_id, score).order_by(score.desc(), papers.c.doc_id).limit(k)
    return [(doc_id, float(score)) for doc_id, score in connection.execute(best)]


def _allowed(table: sa.TableClause, where: Where) -> sa.ColumnElement[bool]:
    """The same in SQL; by the library's own tables where its filters say it all."""
    if where.filters is None:
        found = _among(table, [*where.doc_ids])
    else:
        found = table.c.doc_id.in_(sa.select(paper_listing.c.doc_id).where(*conditions("", where.filters)))
    return sa.not_(found) if where.but else found


def _among(table: sa.TableClause, doc_ids: Sequence[str]) -> sa.ColumnElement[bool]:
    return table.c.doc_id == sa.any_(sa.cast(sa.literal([*doc_ids], sa.ARRAY(sa.Text)), sa.ARRAY(sa.Text)))


def _like(name: str) -> sa.TableClause:
    return sa.table(name, sa.column("doc_id", sa.Text), sa.column("hash"), sa.column("v"))


def _table(generation: int) -> sa.TableClause:
    return _like(f"vectors_{generation}")


INCOMING = _like("incoming")


def _count(connection: sa.Connection, table: sa.TableClause) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


def _drop(connection: sa.Connection, row: sa.Row[Any]) -> None:
    connection.exec_driver_sql(f"DROP TABLE vectors_{row.generation}")


def _is_there(connection: sa.Connection) -> bool:
    return connection.scalar(sa.text("SELECT to_regclass('vector_index')")) is not None


def _code(error: DBAPIError) -> str:
    return getattr(error.orig, "sqlstate", None) or ""
