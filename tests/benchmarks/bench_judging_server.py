"""A hundred assessors at once: grades a second, how long each waits, whether one is lost or doubled.

At desktops, each with connections of its own to the database, by a slow network or by PgBouncer, and in
browsers, each a thread with a connection to `assay serve judging`. Each sends its next grade as soon as the
next pair is shown, or a grade every 0.9 s, for so many seconds. Every tenth grade is sent twice under one id,
as after an answer that was lost. At the end the journal of the library is compared with what was answered, in
SQL.

With --before a checkout of another commit of Assay is measured beside this one, row by row.
"""

from __future__ import annotations

import argparse
import logging
import random
import shutil
import statistics
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

import makers  # noqa: F401  # makes the tests' own modules importable
from measuring import head, parser_of, row

from assay.campaign_types import QueueKind
from assay.library import Library
from assay.location import Location

sys.path.insert(0, str(Path(__file__).parents[1]))

import postgres_server
from judging_direct import CAMPAIGN, TREE, Answer, DirectAssessors, Plan, faults, make_campaign
from judging_process import JudgingClient, JudgingProcess
from slow_network import SlowNetwork

ASSESSORS = 100
PAIRS = 60  # of each
QUERIES = 50
PAUSE_S = 0.9
DELAY_S = 0.02  # each way
SIGN_INS = 24  # at once, before the time that is measured
PEOPLE = [f"assessor {n:03}" for n in range(ASSESSORS)]


class Browser(threading.Thread):
    """Judges until no pair is left or the time is over."""

    def __init__(self, client: JudgingClient, begin: threading.Barrier, plan: Plan, name: str) -> None:
        super().__init__()
        self._client, self._begin, self._plan, self._assessor = client, begin, plan, name
        self._rng = random.Random(name)
        self.answers: list[Answer] = []

    def run(self) -> None:
        self._begin.wait()
        start, n = time.time(), 0
        due = start + self._rng.uniform(0, self._plan.pause)
        while self._client.view["pair"] is not None and time.time() < start + self._plan.seconds:
            time.sleep(max(0.0, due - time.time()))
            due = max(due + self._plan.pause, time.time() - self._plan.pause)
            act = self._client.grade(self._rng.randrange(3))
            for _ in range(2 if n % self._plan.twice == 0 else 1):
                began = time.time()
                if self._client.send(**act) != 200:
                    time.sleep(0.1)
                    break
                waited = time.time() - began
                self.answers.append(
                    Answer(act["id"], self._assessor, "", act["pair"], act["relevance"], waited, time.time())
                )
            else:
                n += 1


def in_browsers(location: Location, plan: Plan, tree: Path, network: SlowNetwork) -> list[Answer]:
    """What was answered by a server of its own."""
    server = JudgingProcess(location, CAMPAIGN, tree=tree)
    try:
        begin = threading.Barrier(len(server.links))
        with ThreadPoolExecutor(SIGN_INS) as several:
            clients = several.map(partial(_signed_in, server.port), server.links.values())
            browsers = [
                Browser(each, begin, plan, who) for who, each in zip(server.links, clients, strict=True)
            ]
        network.n_sent = 0
        for browser in browsers:
            browser.start()
        for browser in browsers:
            browser.join()
    finally:
        server.kill()
    return [answer for browser in browsers for answer in browser.answers]


def _signed_in(port: int, token: str) -> JudgingClient:
    client = JudgingClient(port, token)
    client.sign_in()
    return client


def at_desktops(location: Location, plan: Plan, tree: Path, network: SlowNetwork) -> list[Answer]:
    """What was answered by the database."""
    desktops = DirectAssessors(str(location), PEOPLE, plan, tree=tree)
    network.n_sent = 0
    desktops.begin()
    return desktops.answers()


@dataclass(frozen=True)
class Case:
    """One row of the table."""

    browsers: bool
    version: str
    database: str
    queue: QueueKind
    delay: float = 0.0
    pause: float = 0.0


def cases(options: argparse.Namespace) -> list[Case]:
    """All rows, each commit's beside the other's."""
    versions = ["before", "now"] if options.before else ["now"]
    found = [
        Case(browsers, version, "PostgreSQL", queue, delay, pause)
        for browsers, queue, delay, pause, version in product(
            (False, True), (QueueKind.ASSIGNED, QueueKind.SHARED), (0.0, DELAY_S), (0.0, PAUSE_S), versions
        )
    ]
    if shutil.which("pgbouncer"):
        found += [
            Case(False, "now", "PgBouncer", queue, delay, pause)
            for queue, delay, pause in product(
                (QueueKind.ASSIGNED, QueueKind.SHARED), (0.0, DELAY_S), (0.0, PAUSE_S)
            )
        ]
    found += [Case(True, version, "SQLite", QueueKind.ASSIGNED) for version in versions]
    chosen = {"desktops": (False,), "browsers": (True,)}.get(options.only, (False, True))
    return [
        case
        for case in found
        if case.browsers in chosen
        and options.queue in (None, case.queue.value)
        and (case.delay or not options.delayed)
    ]


def main() -> None:
    """Prints a row for each case."""
    parser = parser_of(__doc__)
    parser.add_argument("--before", type=Path, help="a checkout of the commit to compare with")
    parser.add_argument("--only", choices=("desktops", "browsers"))
    parser.add_argument("--queue", choices=[each.value for each in QueueKind])
    parser.add_argument("--delayed", action="store_true", help="over the slow network alone")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each row")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    # Or a grade would not be durable; and a hundred desktops have a connection each.
    postgres_server.SETTINGS.update(fsync="on", full_page_writes="on", max_connections="250")
    folder = postgres_server.binaries()
    if folder is None:
        sys.exit("POSTGRESQL ABSENT")
    server = postgres_server.PostgresServer(folder)
    server.start()
    server.sql(f"CREATE ROLE {postgres_server.TEAM} LOGIN PASSWORD '{postgres_server.PASSWORD}'")
    names = ("assessors", "version", "database", "queue", "network", "pace", "grades", "grades/s")
    head(
        *names, "p50, ms", "p99, ms", "largest, ms", "round trips", "lost", "doubled", "other faults", texts=6
    )
    try:
        for case in cases(options):
            _row(server, case, options)
    finally:
        server.remove()


def _row(server: postgres_server.PostgresServer, case: Case, options: argparse.Namespace) -> None:
    plan = Plan(options.seconds, case.pause)
    tree = options.before.resolve() if case.version == "before" else TREE
    with tempfile.TemporaryDirectory() as place:
        own: Location = Path(place) / "library" if case.database == "SQLite" else server.new_database()
        with Library.open(own, check=False) as library:
            make_campaign(library, PEOPLE, case.queue, queries=QUERIES, papers=ASSESSORS * PAIRS // QUERIES)
        with ExitStack() as stack:
            location, port = own, server.port
            if case.database == "PgBouncer":
                pool = stack.enter_context(closing(postgres_server.PgBouncer(server)))
                location, port = pool.url(str(own)), pool.port
            network = stack.enter_context(SlowNetwork(port, case.delay))
            location = network.by(str(location)) if case.delay else location
            answers = (in_browsers if case.browsers else at_desktops)(location, plan, tree, network)
            sent = network.n_sent
        with Library.open(own, check=False) as library, library._database.read() as connection:
            if case.browsers:  # their acts have other names in the journal than in the browser
                n_events = connection.exec_driver_sql("SELECT count(*) FROM judgement_event").scalar() or 0
                wrong = faults(connection, [])
                wrong["lost"] = max(0, len({each.event_uuid for each in answers}) - n_events)
            else:
                wrong = faults(connection, answers)
        if isinstance(own, str):
            server.drop(own)
    took = max(each.at for each in answers) - min(each.at - each.waited for each in answers)
    hundredths = statistics.quantiles((each.waited for each in answers), n=100)
    largest = max(each.waited for each in answers)
    row(
        "browsers" if case.browsers else "desktops",
        case.version,
        case.database,
        case.queue.value,
        f"{1000 * case.delay:.0f} ms each way",
        f"every {case.pause} s" if case.pause else "at once",
        len(answers),
        f"{len(answers) / took:.0f}",
        *(f"{1000 * each:.0f}" for each in (hundredths[49], hundredths[98], largest)),
        f"{sent / len(answers):.1f}" if case.delay else "",
        wrong.pop("lost"),
        wrong.pop("doubled"),
        sum(wrong.values()),
    )


if __name__ == "__main__":
    main()
