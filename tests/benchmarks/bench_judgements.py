"""Judging in a campaign: a grade to its durable commit, 100,000 ratings read, 50,000-event bundles merged.

The first table stands beside bare INSERTs with sqlite3 into a table of one row a grade with the same pragmas
(write-ahead log, synchronous=FULL), so that its time is what the disk asks for. The library also looks up the
ids, asks whether the assessor may judge the pair, keeps the event's chain, and updates the cache.
"""

from __future__ import annotations

import logging
import sqlite3
import statistics
import tempfile
import uuid
from contextlib import closing
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from measuring import head, row, seconds, taken, times

from assay.campaign_types import Assignment, CampaignStatus
from assay.library import Library
from assay.library.bundles.merging import dump, merge
from assay.types import Paper, Query

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.library import CampaignStore

GRADES = 1000
PAPERS = 1000
QUERIES = 50
RATERS = ("ann", "ben")
EVENTS = PAPERS * QUERIES  # each rater's bundle


def main() -> None:
    """Prints both tables."""
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        rows = {"sqlite3 INSERT + commit": _bare(place / "bare.sqlite")}
        with Library.open(place / "own", check=False) as library:
            _fill(library)
            rows["record(), the library's own judging"] = _recorded(library.judgements.record, "ann")
            rows["undo()"] = times(lambda: library.judgements.undo(assessor="ann"), GRADES)
        with Library.open(place / "team", check=False) as library:
            store = _campaign(library)
            rows[f"record(), a campaign of {EVENTS:,} pairs"] = _recorded(store.judgements.record, "ann")
            rows["undo(), in it"] = times(lambda: store.judgements.undo(assessor="ann"), GRADES)
        head("step", "p50, ms", "p99, ms", "largest, ms")
        for step, own in rows.items():
            hundredths = statistics.quantiles(own, n=100)
            row(step, *(f"{1000 * each:.2f}" for each in (hundredths[49], hundredths[98], max(own))))
        head("step", "seconds")
        for step, took in _many(place):
            row(step, f"{took:.2f}")


def _many(place: Path) -> list[tuple[str, float]]:
    """Two raters each judge all pairs on a machine of their own, and a third machine hears of both."""
    found: list[tuple[str, float]] = []

    def timed(step: str, action: Callable[[], Any]) -> Any:
        took, result = taken(action)
        found.append((step, took.clock))
        return result

    with Library.open(place / "lead", check=False) as lead:
        start = list(dump(_campaign(lead)))
        bundles = []
        for rater in RATERS:
            with Library.open(place / rater, check=False) as library:
                merge(library, start, sha256="", source="", create=True)
                store = library.campaign("team")
                grades = {f"q{q}": {f"d{d}": (q + d) % 3 for d in range(PAPERS)} for q in range(QUERIES)}
                store.judgements.import_qrels(grades, assessor=rater)
                bundles.append(timed(f"write out {rater}'s {EVENTS:,} events", partial(_records, store)))
        for rater, rows in zip(RATERS, bundles, strict=True):
            timed(f"merge {rater}'s {EVENTS:,} events", partial(_merge, lead, rows))
        timed("merge them again", partial(_merge, lead, bundles[-1]))
        store = lead.campaign("team")
        ratings = timed(f"read {2 * EVENTS:,} ratings", store.judgements.ratings)
        assert len(ratings) == 2 * EVENTS
        timed(
            "search the history for a word that nothing has", lambda: store.judgements.history(text="zebra")
        )
        timed(f"rebuild the cache from {2 * EVENTS:,} events", lead.judgements.rebuild)
    return found


def _records(store: CampaignStore) -> list[dict[str, Any]]:
    return list(dump(store))


def _merge(library: Library, rows: list[dict[str, Any]]) -> None:
    merge(library, rows, sha256="", source="", create=False, confirmed=None)  # else they wait for a word


def _fill(library: Library) -> None:
    library.papers.add([(Paper(f"d{n}", f"Paper {n}", "Abstract."), (f"k:{n}",)) for n in range(PAPERS)])
    library.queries.add([Query(f"q{n}", f"query {n}") for n in range(QUERIES)])


def _campaign(library: Library) -> CampaignStore:
    """An open campaign of EVENTS pairs, each assigned to both raters."""
    _fill(library)
    library.campaigns.create("team", raters_per_pair=2)
    store = library.campaign("team")
    store.freeze_corpus()
    store.queries.add(library.queries.all())
    pairs = list(product((f"q{n}" for n in range(QUERIES)), (f"d{n}" for n in range(PAPERS))))
    store.pool.add(pairs)
    for rater in RATERS:
        store.add_assessor(rater)
    library.campaigns.set_status("team", CampaignStatus.OPEN)
    store.assignments.add(
        [Assignment(*pair, rater, f"{n:06}") for rater in RATERS for n, pair in enumerate(pairs)]
    )
    return store


def _recorded(record: Callable[..., object], assessor: str) -> list[float]:
    return [
        seconds(lambda i=i: record(f"q{i % QUERIES}", f"d{i}", assessor=assessor, relevance=i % 3))  # type: ignore[misc]
        for i in range(GRADES)
    ]


def _bare(path: Path) -> list[float]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE grade (uuid TEXT PRIMARY KEY, query TEXT, doc TEXT, grade INTEGER)")

        def insert(i: int) -> None:
            row = (str(uuid.uuid4()), f"q{i % QUERIES}", f"d{i}", i % 3)
            connection.execute("INSERT INTO grade VALUES (?, ?, ?, ?)", row)

        return [seconds(lambda i=i: insert(i)) for i in range(GRADES)]  # type: ignore[misc]


if __name__ == "__main__":
    main()
