"""A hundred browsers judge at once: grades a second, how long each waits, and whether one is lost or doubled.

Every browser is a thread with a connection of its own, which sends its next grade as soon as the next pair is
shown, or every five seconds, for a number of pairs. Every tenth grade is sent twice under one id, as after an
answer that was lost. At the end the log of the library is read, and compared with what was answered.
"""

from __future__ import annotations

import logging
import random
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from itertools import product
from pathlib import Path

import makers  # noqa: F401  # makes the tests' own modules importable
from measuring import head, parser_of, row

from assay.campaign_types import Assignment, CampaignStatus, QueueKind
from assay.library import Library
from assay.location import Location
from assay.types import Paper, Query

sys.path.insert(0, str(Path(__file__).parents[1]))

import postgres_server
from judging_process import JudgingClient, JudgingProcess

BROWSERS = 100
PAIRS = 60  # of each browser
QUERIES = 50
PAPERS = BROWSERS * PAIRS // QUERIES
PAUSE_S = 5.0
TWICE = 10  # every tenth grade
ABSTRACT = "We study how papers are found by what they say, and measure it on queries of readers. " * 12


def make_campaign(library: Library, queue: QueueKind) -> None:
    """Makes an open campaign, of as many pairs as all browsers together judge."""
    papers = [Paper(f"d{n}", f"A paper on finding papers, part {n}", ABSTRACT) for n in range(PAPERS)]
    library.papers.add([(paper, (f"k:{paper.doc_id}",)) for paper in papers])
    library.campaigns.create("team", raters_per_pair=1, queue=queue)
    store = library.campaign("team")
    store.freeze_corpus()
    store.queries.add([Query(f"q{n}", f"how are papers found, way {n}") for n in range(QUERIES)])
    pairs = list(product((f"q{n}" for n in range(QUERIES)), (f"d{n}" for n in range(PAPERS))))
    store.pool.add(pairs)
    people = [f"assessor {n:03}" for n in range(BROWSERS)]
    for name in people:
        store.add_assessor(name)
    library.campaigns.set_status("team", CampaignStatus.OPEN)
    if queue is QueueKind.ASSIGNED:
        rows = [Assignment(*pair, people[n % BROWSERS], f"{n:06}") for n, pair in enumerate(pairs)]
        store.assignments.add(rows)


class Assessor(threading.Thread):
    """Judges until no pair is left; `waits` are the seconds from a key to the next pair."""

    def __init__(self, client: JudgingClient, begin: threading.Barrier, *, pause: float, seed: int) -> None:
        super().__init__()
        self._client, self._begin, self._pause = client, begin, pause
        self._rng = random.Random(seed)
        self.waits: list[float] = []
        self.answered = 0

    def run(self) -> None:
        self._begin.wait()
        time.sleep(self._rng.uniform(0, self._pause))
        while self._client.view["pair"] is not None:
            act = self._client.grade(self._rng.randrange(3))
            for _ in range(2 if self.answered % TWICE == 0 else 1):
                began = time.perf_counter()
                status = self._client.send(**act)
                self.waits.append(time.perf_counter() - began)
                assert status == 200, status
            self.answered += 1
            time.sleep(max(0.0, self._pause - self.waits[-1]))


def measure(location: Location, *, pause: float) -> tuple[float, list[float], int]:
    """Seconds, waits, and grades that were answered."""
    server = JudgingProcess(location, "team")
    begin = threading.Barrier(BROWSERS + 1)
    clients = [JudgingClient(server.port, token) for token in server.links.values()]
    for client in clients:
        client.sign_in()
    people = [Assessor(client, begin, pause=pause, seed=n) for n, client in enumerate(clients)]
    for each in people:
        each.start()
    begin.wait()
    began = time.perf_counter()
    for each in people:
        each.join()
    took = time.perf_counter() - began
    server.kill()
    return took, [wait for each in people for wait in each.waits], sum(each.answered for each in people)


def main() -> None:
    """Prints a row for each database, queue and pace."""
    parser_of(__doc__).parse_args()
    logging.disable(logging.CRITICAL)
    postgres_server.SETTINGS.update(fsync="on", full_page_writes="on")  # or a grade would not be durable
    folder = postgres_server.binaries()
    server = postgres_server.PostgresServer(folder) if folder is not None else None
    if server is None:
        print("POSTGRESQL ABSENT: measured with SQLite alone", file=sys.stderr)
    else:
        server.start()
        server.sql(f"CREATE ROLE {postgres_server.TEAM} LOGIN PASSWORD '{postgres_server.PASSWORD}'")
    names = ("database", "queue", "pace", "grades", "grades/s", "p50, ms", "p99, ms", "largest, ms")
    head(*names, "lost", "doubled", texts=3)
    try:
        for pause, queue in product((0.0, PAUSE_S), (QueueKind.ASSIGNED, QueueKind.SHARED)):
            with tempfile.TemporaryDirectory() as place:
                locations: dict[str, Location] = {"SQLite": Path(place) / "library"}
                if server is not None:
                    locations["PostgreSQL"] = server.new_database()
                for name, location in locations.items():
                    _row(name, location, queue, pause)
    finally:
        if server is not None:
            server.remove()


def _row(name: str, location: Location, queue: QueueKind, pause: float) -> None:
    with Library.open(location, check=False) as library:
        make_campaign(library, queue)
    took, waits, answered = measure(location, pause=pause)
    with Library.open(location, check=False) as library:
        store = library.campaign("team")
        given = store.judgements.history(limit=10 * BROWSERS * PAIRS)
        n_current = len(store.judgements.current())
    each_pair = Counter((one.assessor, one.query_id, one.doc_id) for one in given)
    hundredths = statistics.quantiles(waits, n=100)
    milliseconds = [f"{1000 * each:.0f}" for each in (hundredths[49], hundredths[98], max(waits))]
    pace = f"every {pause:.0f} s" if pause else "at once"
    lost, doubled = answered - n_current, len(given) - len(each_pair)
    row(name, queue.value, pace, answered, f"{answered / took:.0f}", *milliseconds, lost, doubled)


if __name__ == "__main__":
    main()
