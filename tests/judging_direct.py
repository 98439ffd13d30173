"""Assessors at the library itself, as desktops judge: processes of several, each with its own connections.

Run as a program it is one of those processes, of whichever version of Assay its PYTHONPATH names.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlalchemy as sa

    from assay.campaign_types import QueueKind
    from assay.library import Library

CAMPAIGN = "team"
TREE = Path(__file__).parents[1]


@dataclass(frozen=True)
class Plan:
    """How each of them judges: so long at most, a grade each `pause`, every so many of them sent twice."""

    seconds: float
    pause: float = 0.0
    twice: int = 10


@dataclass(frozen=True)
class Answer:
    """One grade that was confirmed, and the seconds from the key to the next pair."""

    event_uuid: str
    assessor: str
    query_id: str
    doc_id: str
    grade: int
    waited: float
    at: float


@dataclass
class DirectAssessors:
    """Processes of assessors, of the checkout `tree`, that are ready to `begin`."""

    location: str
    people: Sequence[str]
    plan: Plan
    n_processes: int = 4
    tree: Path = TREE
    processes: list[subprocess.Popen[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="assay-direct-")
        path = os.pathsep.join(str(self.tree / name) for name in ("core", "desktop", "resources"))
        for n in range(self.n_processes):
            orders = [self.location, self.people[n :: self.n_processes], asdict(self.plan), self._said(n)]
            process = subprocess.Popen(
                [sys.executable, __file__, json.dumps(orders)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env=os.environ | {"PYTHONPATH": path},
            )
            self.processes.append(process)
        for process in self.processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"

    def begin(self) -> None:
        """Let all of them judge."""
        for process in self.processes:
            assert process.stdin is not None
            process.stdin.write("begin\n")
            process.stdin.flush()

    def answers(self) -> list[Answer]:
        """What was confirmed, once all have ended or were killed."""
        for process in self.processes:
            process.communicate()
        files = [Path(self._said(n)) for n in range(self.n_processes)]
        lines = [line for file in files for line in file.read_text().splitlines(keepends=True)]
        self._folder.cleanup()
        return [Answer(*json.loads(line)) for line in lines if line.endswith("\n")]

    def _said(self, n: int) -> str:
        return str(Path(self._folder.name) / f"{n}.jsonl")


ABSTRACT = "We study how papers are found by what they say, and measure it on queries of readers. " * 12


def make_campaign(
    library: Library, people: Sequence[str], queue: QueueKind, *, queries: int, papers: int, quota: int = 0
) -> None:
    """Make an open campaign, of as many pairs as all together may judge."""
    from assay.campaign_types import Assignment, CampaignStatus, QueueKind
    from assay.types import Paper, Query

    found = [Paper(f"d{n}", f"A paper on finding papers, part {n}", ABSTRACT) for n in range(papers)]
    library.papers.add([(paper, (f"k:{paper.doc_id}",)) for paper in found])
    library.campaigns.create(CAMPAIGN, raters_per_pair=1, queue=queue)
    store = library.campaign(CAMPAIGN)
    store.freeze_corpus()
    store.queries.add([Query(f"q{n}", f"how are papers found, way {n}") for n in range(queries)])
    pairs = [(f"q{q}", f"d{d}") for q in range(queries) for d in range(papers)]
    store.pool.add(pairs)
    for name in people:
        store.add_assessor(name, quota=quota or len(pairs) // len(people))
    library.campaigns.set_status(CAMPAIGN, CampaignStatus.OPEN)
    if queue is QueueKind.ASSIGNED:
        rows = [Assignment(*pair, people[n % len(people)], f"{n:06}") for n, pair in enumerate(pairs)]
        store.assignments.add(rows)


FAULTS = {
    "doubled": """
        SELECT (SELECT count(*) FROM judgement_event) - count(*)
        FROM (SELECT DISTINCT pair_pk, annotator_pk FROM judgement_event) AS own
    """,
    "over quota": """
        SELECT count(*) FROM campaign_annotator AS member WHERE quota < (
            SELECT count(*) FROM assignment
            JOIN pair ON pair.pk = pair_pk JOIN query ON query.pk = query_pk
            WHERE annotator_pk = member.annotator_pk AND campaign_pk = member.campaign_pk
        )
    """,
    "over raters": """
        SELECT count(*) FROM (
            SELECT judgement_event.pair_pk FROM judgement_event
            JOIN pair ON pair.pk = pair_pk JOIN query ON query.pk = query_pk
            JOIN campaign ON campaign.pk = campaign_pk
            GROUP BY judgement_event.pair_pk, raters_per_pair
            HAVING count(DISTINCT annotator_pk) > raters_per_pair
        ) AS crowded
    """,
    "not as in the journal": """
        SELECT count(*) FROM judgement_current AS now LEFT JOIN judgement_event ON event_uuid = head
        WHERE judgement_event.grade IS NULL OR judgement_event.grade <> now.grade
    """,
}
"""What must not be, counted in SQL alone, where each pair was graded once by each of its assessors."""


def faults(connection: sa.Connection, answers: Sequence[Answer]) -> dict[str, int]:
    """What became of the answers: those that the journal lacks or has otherwise, and `FAULTS`."""
    journal = connection.exec_driver_sql(
        "SELECT event_uuid, handle, query_id, doc_id, grade FROM judgement_event "
        "JOIN annotator ON annotator.pk = annotator_pk JOIN pair ON pair.pk = pair_pk "
        "JOIN query ON query.pk = query_pk JOIN paper ON paper.pk = paper_pk"
    )
    known = {row[0]: tuple(row[1:]) for row in journal}
    lost = {
        each.event_uuid
        for each in answers
        if known.get(each.event_uuid) != (each.assessor, each.query_id, each.doc_id, each.grade)
    }
    counted = {name: int(connection.exec_driver_sql(sql).scalar() or 0) for name, sql in FAULTS.items()}
    return {"lost": len(lost), **counted}


def assess(
    location: str, handle: str, plan: Plan, say: Callable[[Answer], None], begin: threading.Barrier
) -> None:
    """One assessor's desktop: the queue of the window, and what it reads ahead while a pair is read."""
    from assay.campaigns.judging import JudgingQueue
    from assay.campaigns.types import JudgingPlace
    from assay.errors import LibraryError
    from assay.types import JudgementState
    from assay.workspace import Workspace

    rng = random.Random(handle)
    with Workspace.open(location, check=False) as ws:
        queue = JudgingQueue(JudgingPlace(handle, CAMPAIGN))
        while True:
            with suppress(LibraryError):  # all draw their first pairs at once
                view = queue.open(ws)
                break
        queue.prefetch(ws)
        begin.wait()
        start, n = time.time(), 0
        due = start + rng.uniform(0, plan.pause)
        while view.pair is not None and time.time() < start + plan.seconds:
            time.sleep(max(0.0, due - time.time()))
            due = max(due + plan.pause, time.time() - plan.pause)
            named, pair, grade = str(uuid.uuid4()), view.pair, rng.randrange(3)
            for _ in range(2 if n % plan.twice == 0 else 1):
                began = time.time()
                try:
                    view = queue.record(
                        ws, pair, JudgementState.GRADE, grade, active_ms=900, event_uuid=named
                    )
                except LibraryError:  # the server is away
                    time.sleep(0.1)
                    break
                say(Answer(named, handle, *pair, grade, time.time() - began, time.time()))
            else:
                n += 1
                with suppress(LibraryError):
                    queue.prefetch(ws)


def main() -> None:
    """Wait for the others, and for the word; then judge."""
    location, people, plan, out = json.loads(sys.argv[1])
    begin = threading.Barrier(len(people) + 1)
    with Path(out).open("ab", buffering=0) as file:  # a line is there, or a killed process has not said it

        def say(answer: Answer) -> None:
            file.write(json.dumps(list(asdict(answer).values())).encode() + b"\n")

        threads = [
            threading.Thread(target=assess, args=(location, who, Plan(**plan), say, begin)) for who in people
        ]
        for thread in threads:
            thread.start()
        while begin.n_waiting < len(people):
            time.sleep(0.05)
            assert all(thread.is_alive() for thread in threads)
        print("ready", flush=True)
        sys.stdin.readline()
        begin.wait()
        for thread in threads:
            thread.join()


if __name__ == "__main__":
    main()
