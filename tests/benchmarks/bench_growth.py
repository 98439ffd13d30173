"""A library from 10,000 papers to ten million: indexing, opening, searching, filtering, and their memory.

    python tests/benchmarks/bench_growth.py [FOLDER] [--sizes 10000 100000 ...] [--kind exact] [--words 10000]

Ten thousand real papers, or made-up ones, are multiplied inside the database, each copy with an id and a text
of its own; vectors are a thousand centres with noise, of 64 columns, so that no model is measured. The
indexer, the cache and the search are the program's own. Every size and step runs in a process of its own, and
memory is what that process holds itself (RssAnon): pages of mapped files belong to the system, which takes
them back when it wants to. FOLDER keeps the libraries for another run. With `--kind` libraries of any size
have an index of that kind. `--without-library` leaves out papers and texts, for sizes that take the database
too long.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import numpy as np
from measuring import SHARED, folder_mb, head, memory, parser_of, row, rows_of, taken

import assay.encoding as encoding
from assay.encoding import HashingEncoder, text_key
from assay.index import DocIds, Manifest, Where, choose, hash_array, new_index, open_index, save
from assay.index.stores import folder as stores
from assay.library import Library
from assay.progress import Progress, silent
from assay.search import index_folder, lexical_folder, searcher_for, update_index, update_lexical
from assay.types import Filters, Paper, SearchMode, SearchRequest, TaskFormat, Vectors

BASE = 10_000
DIM = 64
SEARCHES = 40
BATCH = 4096  # papers added at once
_CENTRES = np.random.default_rng(1).standard_normal((1000, DIM)).astype(np.float32)
_NOISE = np.random.default_rng(2)


class Jittered(HashingEncoder):
    """Gives a text the centre that its checksum names, moved a little."""

    name = "jittered"

    def encode(self, texts: Sequence[str], *, format: TaskFormat, progress: Progress = silent) -> Vectors:
        centres = _CENTRES[[zlib.crc32(text.encode()) % len(_CENTRES) for text in texts]]
        progress("encoding", len(texts), len(texts))
        return centres + 0.3 * _NOISE.standard_normal(centres.shape, np.float32)


def main() -> None:
    """Prints a row a size."""
    parser = parser_of(__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--sizes", nargs="+", type=int, default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--kind", default="")
    parser.add_argument("--without-library", action="store_true", help="names and vectors alone")
    parser.add_argument("--words", type=int, default=100_000, help="papers up to which words are indexed too")
    parser.add_argument("--step", default="", help="of one process, for itself")
    given = parser.parse_args()
    if given.step:
        steps = {"index": partial(_index, words=given.words), "search": _search, "add": _add, "find": _find}
        steps[given.step](given.folder, given.kind)
        return
    with tempfile.TemporaryDirectory() as name:
        place = given.folder or Path(name)
        head(
            "papers", "kind", "index, s", "memory, MB", "bytes a paper", "on disk, MB", "words, s",
            "memory, MB", "open, s", "again, s", "memory, MB", "bytes a paper", "p50, ms", "p95, ms",
            "new filter, ms", "same, ms", texts=2,
        )  # fmt: skip
        for n in given.sizes:
            _row(
                place / str(n),
                n,
                given.kind,
                given.words,
                *(("add", "find") if given.without_library else ("index", "search")),
            )


def _row(folder: Path, n: int, kind: str, words: int, *steps: str) -> None:
    if "index" in steps and not folder.exists():
        _grow(folder, n)
    shutil.rmtree(folder / "indexes", ignore_errors=True)
    index, search = (_step(step, folder, kind, words) for step in steps)
    row(f"{n:,}", index["kind"], f"{index['s']:.0f}", f"{index['mb']:.0f}", f"{index['mb'] * 1e6 / n:.0f}",
        f"{index['disk']:.0f}", f"{index.get('words', 0):.0f}", f"{index.get('words_mb', 0):.0f}",
        f"{search['open']:.2f}", f"{search['again']:.2f}", f"{search['mb']:.0f}",
        f"{search['mb'] * 1e6 / n:.0f}", f"{search['p50']:.1f}", f"{search['p95']:.1f}",
        f"{search['filter']:.0f}", f"{search['same']:.1f}")  # fmt: skip
    sys.stdout.flush()


def _step(step: str, folder: Path, kind: str, words: int) -> dict[str, float]:
    command = [sys.executable, __file__, str(folder), "--step", step, "--kind", kind, "--words", str(words)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found: dict[str, float] = json.loads(said.splitlines()[-1])
    return found


def _index(folder: Path, kind: str, *, words: int) -> None:
    """Index vectors, with nothing cached, and then the words of up to so many papers."""
    if kind:
        stores.choose = lambda _: kind
    encoder, cache = Jittered(DIM), getattr(encoding, "FolderCache", encoding.VectorCache)(folder / "vectors")
    found: dict[str, object] = {}
    with Library.open(folder, check=False) as library:
        place = index_folder(folder, encoder.fingerprint(TaskFormat.PRX))
        with _watched() as peak:
            took, report = taken(lambda: update_index(library, encoder, cache=cache))
            found |= {"s": took.clock, "mb": peak()}
        if report.n_papers <= words:
            with _watched() as peak:
                took, _ = taken(lambda: update_lexical(library, folder=lexical_folder(folder)))
                found |= {"words": took.clock, "words_mb": peak()}
    shutil.rmtree(folder / "vectors")
    manifest = json.loads(next(place.glob("generation-*/manifest.json")).read_text("utf-8"))
    print(json.dumps(found | {"kind": manifest["kind"], "disk": folder_mb(place)}))


def _search(folder: Path, _: str) -> None:
    """Open the indexes twice, search, filter."""
    for path in (folder / "indexes").rglob("*"):
        os.utime(path, (0, 0))  # written long ago: the first opening notes what it checked
    encoder = Jittered(DIM)
    with Library.open(folder, check=False) as library:
        papers = library.papers.get(library.papers.ids(filters=Filters(year_from=2020))[:SEARCHES])
        searches = [SearchRequest(paper.title, mode=SearchMode.SEMANTIC, k=20) for paper in papers]
        before = _own_mb()
        has_words = lexical_folder(folder).exists()
        opened, _first = taken(lambda: _opened(library, encoder, has_words))
        del _first
        again, searcher = taken(lambda: _opened(library, encoder, has_words))
        times = [taken(lambda one=one: searcher.search(one))[0].clock * 1000 for one in searches]
        filters = [Filters(year_from=year) for year in range(2008, 2020, 2)]
        asked = [SearchRequest("graphs", mode=SearchMode.SEMANTIC, k=20, filters=each) for each in filters]
        new = [taken(lambda one=one: searcher.search(one))[0].clock * 1000 for one in asked]
        same = [taken(lambda: searcher.search(asked[-1]))[0].clock * 1000 for _ in range(5)]
        p50, p95 = np.percentile(times[1:], (50, 95))
        print(json.dumps({
            "open": opened.clock, "again": again.clock, "mb": _own_mb() - before, "p50": p50, "p95": p95,
            "filter": float(np.median(new)), "same": float(np.median(same)),
        }))  # fmt: skip


def _add(folder: Path, kind: str) -> None:
    """Put names and vectors into an index, as many as the folder's name says, and save it."""
    n, place, own = int(folder.name), folder / "indexes", Jittered(DIM)
    place.mkdir(parents=True)
    with _watched() as peak:
        started = time.monotonic()
        index = new_index(kind or choose(n), DIM, place)
        for start in range(0, n, BATCH):
            texts = [f"arxiv:{number:09}" for number in range(start, min(start + BATCH, n))]
            hashes = hash_array([text_key(text) for text in texts])
            index.add(texts, own.encode(texts, format=TaskFormat.PRX), hashes=hashes)
        save(index, place, Manifest("growth", DIM, index.kind, n))
        took, most = time.monotonic() - started, peak()
    print(json.dumps({"s": took, "mb": most, "kind": index.kind, "disk": folder_mb(place)}))


def _find(folder: Path, _: str) -> None:
    """Open the index twice, search, filter by a fifth of the names."""
    n, place = int(folder.name), folder / "indexes"
    for path in place.rglob("*"):
        os.utime(path, (0, 0))
    queries = Jittered(DIM).encode([f"query {number}" for number in range(20)], format=TaskFormat.QRY)
    before = _own_mb()
    opened, first = taken(lambda: open_index(place, fingerprint="growth", dim=DIM))
    del first
    again, index = taken(lambda: open_index(place, fingerprint="growth", dim=DIM))
    times = [taken(lambda one=one: index.search(one[None], 20))[0].clock * 1000 for one in queries]
    new, same, kept = [], [], []
    for shift in range(3):
        names = [f"arxiv:{number:09}" for number in range(shift, n, 5)]
        took, where = taken(lambda names=names: Where(DocIds(names)))
        kept.append(where)  # as a search remembers them
        first_search, both = (
            taken(lambda where=where: index.search(queries[:1], 20, where=where))[0].clock for _ in range(2)
        )
        new.append((took.clock + first_search) * 1000)
        same.append(both * 1000)
    del names, where
    p50, p95 = np.percentile(times[1:], (50, 95))
    print(json.dumps({
        "open": opened.clock, "again": again.clock, "mb": _own_mb() - before, "p50": p50, "p95": p95,
        "filter": float(np.median(new)), "same": float(np.median(same)),
    }))  # fmt: skip


def _opened(library: Library, encoder: Jittered, has_words: bool):  # type: ignore[no-untyped-def]
    from assay.search import Searcher

    if has_words:
        return searcher_for(library, encoder)
    fingerprint = encoder.fingerprint(TaskFormat.PRX)
    vectors = open_index(index_folder(library.folder, fingerprint), fingerprint=fingerprint, dim=DIM)
    return Searcher(library, lexical=None, vectors=vectors, encoder=encoder)


# -- memory -----------------------------------------------------------------------------------------------


def _own_mb() -> float:
    return memory().get("RssAnon", 0) / 1e6


@contextmanager
def _watched() -> Iterator[object]:
    """Give what says the most memory, in MB, that was held beyond that of the beginning."""
    before, most, done = _own_mb(), [0.0], threading.Event()

    def watch() -> None:
        while not done.wait(0.05):
            most[0] = max(most[0], _own_mb() - before)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    yield lambda: most[0]
    done.set()
    thread.join()


# -- papers -----------------------------------------------------------------------------------------------


def _grow(folder: Path, n: int) -> None:
    """Make a library of ten thousand papers, and multiply the tables that indexing and filters read."""
    with Library.open(folder, create=True) as library:
        library.papers.add([(paper, ()) for paper in _papers()[: min(n, BASE)]])
    with closing(sqlite3.connect(folder / "library.sqlite")) as database:
        database.execute("PRAGMA synchronous = OFF")
        for copy in range(1, n // BASE):
            for table in ("paper", "paper_listing"):
                _copy(database, table, copy)
            database.commit()


def _copy(database: sqlite3.Connection, table: str, copy: int) -> None:
    columns = [name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")]
    key = "pk" if table == "paper" else "paper_pk"
    new = {
        key: f"{key} + {copy * BASE}",
        "doc_id": f"doc_id || '-{copy}'",
        "abstract": f"'{copy} ' || abstract",
    }
    values = ", ".join(new.get(name, name) for name in columns)
    database.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} WHERE {key} <= {BASE}"
    )


def _papers() -> list[Paper]:
    path = SHARED / "ai_papers" / "ml.jsonl.gz"
    if not path.is_file():
        from bench_library import made_up_papers

        return made_up_papers(BASE)
    return [
        Paper(
            each["_id"],
            each["title"],
            each["text"][:400],
            tuple(each.get("authors", ())),
            each.get("year"),
            each.get("venue", ""),
        )
        for each in rows_of(path)[:BASE]
    ]


if __name__ == "__main__":
    main()
