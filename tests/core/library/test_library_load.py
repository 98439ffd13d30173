"""Four assessors at once, drawing from one queue and grading: on one SQLite file, and on one server."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from library_machines import require_cache_is_rebuild
from test_library_processes import finish, start

from assay.campaign_types import CampaignStatus, QueueKind
from assay.library import Library
from assay.types import Paper, Query

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from assay.location import Location
    from postgres_server import PostgresServer

PER_QUERY = 50
RATERS = 2
QUOTAS = {"ada": 0.2, "bob": 0.26, "cyd": None, "dan": None}  # share of all grades that each may give at most

# Draws, grades, takes every 40th grade back and gives it again. The milliseconds are the grade's number.
ASSESSOR = """
    import sys, time
    from assay.library import Library
    location, who = sys.argv[1], sys.argv[2]
    with Library.open(location, check=False) as library:
        store = library.campaign("load")
        n, idle, said = 0, 0, []
        while idle < 3:
            drawn = store.assignments.claim(who, n=5, order_keys=lambda pairs: {p: "0" for p in pairs})
            idle = 0 if drawn else idle + 1
            if not drawn:
                time.sleep(0.1)
            for one in drawn:
                pair = (one.query_id, one.doc_id)
                store.judgements.record(*pair, assessor=who, relevance=n % 3, active_ms=n)
                if n % 40 == 0:
                    store.judgements.undo(assessor=who)
                    store.judgements.record(*pair, assessor=who, relevance=n % 3, active_ms=n)
                said.append((n, *pair, n % 3))
                n += 1
    for row in said:  # at the end, since a full pipe would make the others wait
        print(*row)
"""


def start_campaign(library: Library, *, n_pairs: int) -> None:
    papers = [Paper(f"d{n}", f"Paper {n}", f"On {n}.") for n in range(PER_QUERY)]
    library.papers.add([(paper, (f"k:{paper.doc_id}",)) for paper in papers])
    library.campaigns.create("load", raters_per_pair=RATERS, queue=QueueKind.SHARED)
    store = library.campaign("load")
    store.freeze_corpus()
    queries = [Query(f"q{n}", f"query {n}") for n in range(n_pairs // PER_QUERY)]
    store.queries.add(queries)
    store.pool.add([(query.query_id, paper.doc_id) for query in queries for paper in papers])
    for who, share in QUOTAS.items():
        store.add_assessor(who, quota=None if share is None else int(share * RATERS * n_pairs))
    library.campaigns.set_status("load", CampaignStatus.OPEN)


def grade_all_at_once(location: Location, *, n_grades: int) -> None:
    """Every pair ends with its raters: no grade lost, none twice, nothing over what is allowed."""
    n_pairs = n_grades // RATERS
    with Library.open(location) as library:
        start_campaign(library, n_pairs=n_pairs)
    said = {who: process for who in QUOTAS for process in [start(ASSESSOR, location, who)]}
    given = {who: [line.split() for line in finish(process).splitlines()] for who, process in said.items()}
    acknowledged = {
        (query_id, doc_id, who): int(grade)
        for who, rows in given.items()
        for _, query_id, doc_id, grade in rows
    }
    assert len(acknowledged) == sum(map(len, given.values())) == n_grades
    with Library.open(location) as library:
        store = library.campaign("load")
        assert {(q, d, who): grade for q, d, who, grade in store.judgements.ratings()} == acknowledged
        assert set(Counter((q, d) for q, d, _ in acknowledged).values()) == {RATERS}
        for who, share in QUOTAS.items():
            assert share is None or len(given[who]) <= int(share * n_grades)
            events = store.judgements.history(assessor=who, limit=10 * n_grades)
            taken_back = len(range(0, len(given[who]), 40))
            assert Counter(event.kind for event in events) == Counter(
                {"grade": len(given[who]) + taken_back, "undo": taken_back}
            )
        require_cache_is_rebuild(library)


@pytest.fixture
def new_url(postgres: PostgresServer) -> Iterator[str]:
    url = postgres.new_database()
    yield url
    postgres.drop(url)


def test_four_assessors_share_a_file_and_lose_no_grade(tmp_path: Path) -> None:
    grade_all_at_once(tmp_path / "library", n_grades=200)


def test_four_assessors_share_a_server_and_lose_no_grade(new_url: str) -> None:
    grade_all_at_once(new_url, n_grades=200)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_four_assessors_share_a_file_for_10000_grades(tmp_path: Path) -> None:
    grade_all_at_once(tmp_path / "library", n_grades=10_000)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_four_assessors_share_a_server_for_10000_grades(new_url: str) -> None:
    grade_all_at_once(new_url, n_grades=10_000)
