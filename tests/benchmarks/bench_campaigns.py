"""A campaign of 100,000 pairs: opening it, freezing its corpus, drawing from its queue, and judging in it.

The library holds 100,000 generated papers; the campaign 1,000 queries with 100 pooled papers each, four
assessors and two raters a pair. "Opening" is what a window reads before it shows a campaign: its facts,
everybody's progress, and one assessor's pairs. Drawing is measured at an untouched queue, half way, and
when nearly all is given out, each time with another handful of pairs; every draw is a durable commit.
"""

from __future__ import annotations

import argparse
import logging
import statistics
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench_library import made_up_papers
from measuring import head, row, times

from assay.campaign_types import Assignment, CampaignStatus, QueueKind
from assay.library import CampaignStore, Library
from assay.types import Query

PAPERS = 100_000
QUERIES = 1_000
PER_QUERY = 100
ASSESSORS = ("ada", "bob", "cyd", "dan")
DRAWS = 40
GRADES = 200


def main() -> None:
    """Prints the table of medians."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--library", help="a server's address; the default is a new folder")
    server = arguments.parse_args().library
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as name, Library.open(server or Path(name) / "library") as library:
        head("step", "median, ms", "p99, ms")
        for step, seconds in _measured(library):
            p99 = f"{sorted(seconds)[int(0.99 * len(seconds))] * 1000:.1f}" if len(seconds) >= DRAWS else "-"
            row(step, f"{statistics.median(seconds) * 1000:.1f}", p99)


def _measured(library: Library) -> list[tuple[str, list[float]]]:
    rows = [("add 100,000 papers", times(lambda: _fill(library), 1))]
    assigned = _campaign(library, "assigned", QueueKind.ASSIGNED)
    rows += [
        ("freeze the corpus of 100,000 papers", times(assigned.freeze_corpus)),
        ("papers changed since", times(assigned.changed_papers)),
        ("pool 100,000 pairs", times(lambda: assigned.pool.add(_pairs()), 1)),
        ("assign them to two of four each", times(lambda: assigned.assignments.add(_plan()), 1)),
    ]
    library.campaigns.set_status("assigned", CampaignStatus.OPEN)
    rows += [
        ("open: facts", times(assigned.info)),
        ("open: progress", times(assigned.progress)),
        ("open: one assessor's 50,000 pairs", times(lambda: assigned.assignments.of("ada"))),
        ("open: all three", times(lambda: _open(library, "assigned"))),
        ("a grade to its durable commit", _grades(assigned)),
        ("import 100,000 grades of two", times(lambda: _judge(assigned), 1)),
        ("open, all judged: all three", times(lambda: _open(library, "assigned"))),
        ("raters of every pair", times(assigned.rated_counts)),
        ("a grade to its durable commit, all judged", _grades(assigned)),
    ]
    shared = _campaign(library, "shared", QueueKind.SHARED)
    shared.freeze_corpus()
    shared.pool.add(_pairs())
    library.campaigns.set_status("shared", CampaignStatus.OPEN)
    rows.append(("draw 10 pairs, queue untouched", _draws(shared)))
    _draw_many(shared, 50_000)
    rows.append(("draw 10 pairs, a quarter given out", _draws(shared)))
    _draw_many(shared, 195_000)
    rows.append(("draw 10 pairs, nearly all given out", _draws(shared)))
    rows.append(("open, nearly all given out: all three", times(lambda: _open(library, "shared"))))
    return rows


def _fill(library: Library) -> None:
    library.papers.add([(paper, ()) for paper in made_up_papers(PAPERS)])


def _campaign(library: Library, name: str, queue: QueueKind) -> CampaignStore:
    library.campaigns.create(name, raters_per_pair=2, queue=queue)
    store = library.campaign(name)
    store.queries.add([Query(f"q{n}", f"query {n}") for n in range(QUERIES)])
    for handle in ASSESSORS:
        store.add_assessor(handle)
    return store


def _pairs() -> list[tuple[str, str]]:
    return [
        (f"q{q}", f"paper-{(q * 97 + d * 1013) % PAPERS}") for q in range(QUERIES) for d in range(PER_QUERY)
    ]


def _plan() -> list[Assignment]:
    return [
        Assignment(query_id, doc_id, ASSESSORS[(n + turn) % 4], f"{(n * 7919) % 1_000_003:08x}")
        for n, (query_id, doc_id) in enumerate(_pairs())
        for turn in range(2)
    ]


def _open(library: Library, name: str) -> None:
    store = library.campaign(name)
    store.info()
    store.progress()
    store.assignments.of("ada")


def _grades(store: CampaignStore) -> list[float]:
    own = iter(store.assignments.of("bob")[:GRADES])

    def grade() -> None:
        row = next(own)
        store.judgements.record(row.query_id, row.doc_id, assessor="bob", relevance=1, active_ms=900)

    return times(grade, GRADES)


def _judge(store: CampaignStore) -> None:
    for handle in ASSESSORS[:2]:
        qrels: dict[str, dict[str, int]] = {}
        for n, pair in enumerate(store.assignments.of(handle)):
            qrels.setdefault(pair.query_id, {})[pair.doc_id] = n % 3
        store.judgements.import_qrels(qrels, assessor=handle)


def _order(pairs: Sequence[tuple[str, str]]) -> Mapping[tuple[str, str], str]:
    return {pair: f"{hash(pair) & 0xFFFFFFFF:08x}" for pair in pairs}


def _draws(store: CampaignStore) -> list[float]:
    turns = iter(range(DRAWS))
    return times(lambda: store.assignments.claim(ASSESSORS[next(turns) % 4], order_keys=_order), DRAWS)


def _draw_many(store: CampaignStore, until: int) -> None:
    """Gives out pairs until that many are assigned."""
    n = until - sum(one.n_assigned for one in store.progress())
    for handle in ASSESSORS:
        store.assignments.claim(handle, n=n // 4, order_keys=_order)


if __name__ == "__main__":
    main()
