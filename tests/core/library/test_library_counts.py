"""What a campaign amounts to, who is in it, fields put right in one action, a server's errors in words."""

from __future__ import annotations

import statistics
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from library_machines import NAME, PAIRS, PEOPLE, open_machines
from sqlalchemy.exc import DataError, DBAPIError, OperationalError

from assay.campaign_types import AssessorProgress, Assignment, CampaignStatus, PoolStrategy, Provenance
from assay.errors import AssayError, BadInput, LibraryError
from assay.library.database import amend
from assay.library.db.server import _arguments, explain, explained, explained_saving, is_away
from assay.location import Server
from assay.types import ActionArgs, JudgementState, Paper, Query
from library_dump import dump

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from assay.library import CampaignStore, Library


@pytest.fixture
def library(tmp_path: Path, team: Path) -> Iterator[Library]:
    (opened,) = open_machines(tmp_path, 1, team=team)
    yield opened
    opened.close()


@pytest.fixture
def store(library: Library) -> CampaignStore:
    return library.campaign(NAME)


def opened(library: Library, who: str) -> CampaignStore:
    """Another campaign with the first of PAIRS, for this person."""
    library.campaigns.create("other")
    store = library.campaign("other")
    store.freeze_corpus()
    store.queries.add([Query("q1", "first")])
    store.pool.add([PAIRS[0]], strategy=PoolStrategy.MANUAL, params={})
    store.add_assessor(who)
    store.assignments.add([Assignment(*PAIRS[0], who, "0")])
    library.campaigns.set_status("other", CampaignStatus.OPEN)
    return store


# -- counts -----------------------------------------------------------------------------------------------


def test_progress_counts_what_each_has_said_and_holds(library: Library, store: CampaignStore) -> None:
    said = store.judgements
    times = {"kim": [1000, 9000, 2000], "lee": [500, 1500], "sam": []}
    said.record(*PAIRS[0], assessor="kim", relevance=2, active_ms=1000)
    said.record(*PAIRS[1], assessor="kim", state=JudgementState.UNSURE, active_ms=9000)
    said.record(*PAIRS[0], assessor="kim", relevance=1, active_ms=2000)
    said.set_note(*PAIRS[2], assessor="kim", note="a note alone is not for later")
    said.record(*PAIRS[0], assessor="lee", state=JudgementState.UNREADABLE, active_ms=500)
    said.record(*PAIRS[1], assessor="lee", state=JudgementState.LATER, active_ms=1500)
    said.record(*PAIRS[2], assessor="lee", relevance=0)
    median = {who: statistics.median(ms) / 1000 if ms else None for who, ms in times.items()}
    wanted = [
        AssessorProgress("kim", True, 4, 1, 1, 0, 0, 0, median["kim"]),
        AssessorProgress("lee", True, 4, 1, 0, 1, 1, 0, median["lee"]),
        AssessorProgress("sam", True, 0, 0, 0, 0, 0, 0, None),
    ]
    assert store.progress() == wanted
    library.annotators.set_active("sam", False)
    assert [one.active for one in store.progress()] == [True, True, False]
    # Another campaign of the same library, with the same papers and people, is counted by itself.
    other = opened(library, "kim")
    other.judgements.record(*PAIRS[0], assessor="kim", relevance=0, active_ms=70_000)
    assert [one.median_seconds for one in store.progress()] == [median["kim"], median["lee"], None]
    assert other.progress() == [AssessorProgress("kim", True, 1, 1, 0, 0, 0, 0, 70.0)]
    assert store.rated_counts() == {PAIRS[0]: 1, PAIRS[2]: 1}
    assert other.rated_counts() == {PAIRS[0]: 1}
    library.annotators.set_active("sam", True)
    store.assignments.withdraw(*PAIRS[3], "kim")
    store.assignments.add([Assignment(*PAIRS[3], "sam", "0")])
    said.record(*PAIRS[3], assessor="sam", relevance=1)
    said.record(*PAIRS[3], assessor="lee", relevance=0)
    assert store.rated_counts() == {PAIRS[0]: 1, PAIRS[2]: 1, PAIRS[3]: 2}
    assert [(one.n_assigned, one.n_graded) for one in store.progress()] == [(3, 1), (4, 2), (1, 1)]


def test_pairs_of_removed_papers_wait_for_nobody(library: Library, store: CampaignStore) -> None:
    assert [one.n_assigned for one in store.progress()] == [4, 4, 0]
    library.papers.remove(["d1"])
    assert [one.n_assigned for one in store.progress()] == [2, 2, 0]


# -- who is in a campaign ---------------------------------------------------------------------------------


def test_who_has_pairs_or_judgements_stays_in_the_campaign(library: Library, store: CampaignStore) -> None:
    with pytest.raises(BadInput, match="'kim' has pairs in 'team set' and stays in it"):
        store.remove_assessor("kim")
    assert [one.handle for one in store.assessors()] == list(PEOPLE)
    store.remove_assessor("sam")
    assert [one.handle for one in store.assessors()] == ["kim", "lee"]
    with pytest.raises(BadInput, match="'sam' is not an assessor of 'team set'"):
        store.remove_assessor("sam")
    store.add_assessor("sam")
    for pair in PAIRS:
        store.assignments.withdraw(*pair, "lee")
    store.assignments.add([Assignment(*PAIRS[0], "sam", "0")])
    store.judgements.record(*PAIRS[0], assessor="sam", relevance=1)
    store.judgements.undo(assessor="sam")
    store.assignments.withdraw(*PAIRS[0], "sam")
    with pytest.raises(BadInput, match="'sam' has judged in 'team set' and stays in it"):
        store.remove_assessor("sam")
    store.remove_assessor("lee")
    assert [one.handle for one in store.assessors()] == ["kim", "sam"]
    assert store.assignments.of("lee") == []
    assert len(store.assignments.of("kim")) == len(PAIRS)


def test_whoever_judges_elsewhere_can_leave_this_campaign(library: Library, store: CampaignStore) -> None:
    other = opened(library, "sam")
    other.judgements.record(*PAIRS[0], assessor="sam", relevance=0)
    store.remove_assessor("sam")
    assert [one.handle for one in other.assessors()] == ["sam"]
    with pytest.raises(BadInput, match="'sam' has pairs in 'other'"):
        other.remove_assessor("sam")


@pytest.mark.parametrize("quota", [-1, True, 1.0, "3", 2**31])
def test_a_quota_is_a_whole_number_of_pairs(store: CampaignStore, quota: Any) -> None:
    with pytest.raises(BadInput, match="whole number of pairs from 0"):
        store.add_assessor("eve", quota=quota)
    assert [one.handle for one in store.assessors()] == list(PEOPLE)


def test_a_quota_is_at_least_what_its_assessor_has(store: CampaignStore) -> None:
    for quota in (0, 2**31 - 1, None):
        assert store.add_assessor("eve", quota=quota).quota == quota
    with pytest.raises(BadInput, match="'kim' has 4 pairs of 'team set' already, more than a quota of 3"):
        store.add_assessor("kim", quota=3)
    assert store.add_assessor("kim", quota=4).quota == 4
    assert {one.handle: one.quota for one in store.assessors()} == {
        "kim": 4, "lee": None, "sam": None, "eve": None,
    }  # fmt: skip


# -- fields put right -------------------------------------------------------------------------------------


def test_fields_of_several_papers_are_put_right_in_one_action(library: Library) -> None:
    before = {paper.doc_id: paper for paper in library.papers.get(["d0", "d1", "d2"])}
    first = replace(before["d0"], title="Better", year=1999)
    second = replace(before["d1"], venue="SIGIR")
    amend(
        library._database,
        [(before["d0"], first, ("doi:10.1/0", "pmid:5")), (before["d1"], second, ())],
    )
    assert library.papers.get(["d0", "d1", "d2"]) == [first, second, before["d2"]]
    with library._database.read() as connection:
        keys = connection.exec_driver_sql("SELECT paper_key.key FROM paper_key JOIN paper ON pk = paper_pk "
                                          "WHERE doc_id = 'd0'").scalars().all()  # fmt: skip
    assert sorted(keys) == ["doi:10.1/0", "pmid:5"]
    with pytest.raises(BadInput, match="'d0' has changed meanwhile, so nothing was saved"):
        amend(library._database, [(second, before["d1"], ()), (before["d0"], first, ())])
    assert library.papers.get(["d1"]) == [second], "all or none"
    library.actions.undo()
    assert library.papers.get(["d0", "d1"]) == [before["d0"], before["d1"]]
    with pytest.raises(BadInput):
        amend(library._database, [(Paper("nowhere", "t"), Paper("nowhere", "u"), ())])


def test_what_is_put_right_is_told_with_the_fields_that_were_another(library: Library) -> None:
    first, second, third = library.papers.get(["d2", "d0", "d1"])
    before = dump(library)
    done = amend(
        library._database,
        [
            (first, replace(first, year=1999, venue="ACL"), ["pmid:7", "doi:10.1/2", "half \ud800"]),
            (second, replace(second, title="Better", year=2001), ["pmid:7"]),
            (third, third, ["arxiv:1"]),
        ],
    )
    assert (done.kind, done.title) == (
        "accept",
        "Accepted suggestions for 3 papers: year, venue, title",
    )
    assert done.args == ActionArgs(3, ("Paper 2",), fields=("year", "venue", "title"))
    with library._database.read() as connection:
        keys = connection.exec_driver_sql(
            "SELECT doc_id, paper_key.key FROM paper_key JOIN paper ON pk = paper_pk "
            "WHERE paper_key.key NOT LIKE 'doi:%' ORDER BY doc_id, paper_key.key"
        ).all()
    assert [tuple(row) for row in keys] == [
        ("d0", "pmid:7"),
        ("d1", "arxiv:1"),
        ("d2", "half ?"),
        ("d2", "pmid:7"),
    ]
    library.actions.undo()
    assert dump(library) == before
    library.actions.redo()
    assert library.papers.get(["d0", "d2"]) == [
        replace(second, title="Better", year=2001),
        replace(first, year=1999, venue="ACL"),
    ]
    one = amend(library._database, [(third, replace(third, title="T"), ())])
    assert one.title == "Accepted suggestions for “Paper 1”: title"
    with pytest.raises(BadInput, match="Name at least one paper"):
        amend(library._database, [])


def test_where_a_pair_came_from_is_what_its_own_campaign_says(library: Library, store: CampaignStore) -> None:
    other = opened(library, "kim")
    other.runs.save("bm25", {"q1": {"d1": 1.0, "d2": 9.0}})
    library.papers.alias([("older", "d2"), ("oldest", "d2")])
    assert other.provenance("q1", "d2") == [], "no round of its pool names the run"
    store.runs.save("c", {"q1": {"oldest": 4.0, "d1": 3.0}, "d0": {"d2": 8.0}})
    store.runs.save("b", {"q1": {"d4": 4.0, "d2": 3.0}})
    store.pool.add([("q1", "d4")], strategy=PoolStrategy.DEPTH, params={"depth": 2, "runs": ["c", "b"]})
    wanted = [Provenance("c", 1, 4.0), Provenance("bm25", 2, 1.5), Provenance("b", 2, 3.0)]
    for name in ("d2", "older", "oldest"):
        assert store.provenance("q1", name) == wanted
    assert store.provenance("d0", "older") == [Provenance("c", 1, 8.0)]
    assert store.provenance("q1", "d5") == []


# -- what a server says -----------------------------------------------------------------------------------

SERVER = Server("db.example", 5433, "papers", user="ann", password="s3cret")
SHOWN = "postgresql+psycopg://ann@db.example:5433/papers"


class Said(Exception):
    """An error of the driver, with the server's SQLSTATE."""

    def __init__(self, text: str, code: str | None = None) -> None:
        super().__init__(text)
        self.sqlstate = code


def fault(text: str, code: str | None = None, *, data: bool = False, gone: bool = False) -> DBAPIError:
    kind = DataError if data else OperationalError
    return kind("SELECT", {}, Said(text, code), connection_invalidated=gone)


@pytest.mark.parametrize(
    ("error", "kind", "told"),
    [
        (fault("x", "53100"), LibraryError, f"The disk of the server {SHOWN} is full"),
        (fault("x", "53300"), LibraryError, f"server {SHOWN} has no connection left"),
        (fault("x", "55P03"), LibraryError, f"Another program keeps {SHOWN} locked"),
        (fault("x", "25006"), LibraryError, f"{SHOWN} cannot be written"),
        (fault("no right.", "42501"), LibraryError, f"The user of {SHOWN} may not do this (no right);"),
        (fault("bad byte", "22021"), BadInput, "A text of this change cannot be kept (bad byte);"),
        (fault("bad escape", "22P05"), BadInput, "A text of this change cannot be kept (bad escape);"),
        (fault("nul", data=True), BadInput, "A text of this change cannot be kept (nul);"),
        (fault("long", "54000"), BadInput, f"{SHOWN} cannot keep this (long); nothing was changed. Ids"),
        (fault("big", "22003", data=True), BadInput, "(big); nothing was changed. Give a smaller number."),
        (fault("odd\nmore", "99999"), LibraryError, f"{SHOWN} refused a change (odd); nothing"),
        (fault("date", "22008", data=True), LibraryError, f"{SHOWN} refused a change (date); nothing"),
        (fault("went", "08006"), LibraryError, f"server {SHOWN} does not answer (went);"),
        (fault("went", "57P01"), LibraryError, f"server {SHOWN} does not answer (went);"),
        (fault("went", "57014", gone=True), LibraryError, f"server {SHOWN} does not answer (went);"),
        (fault("stop", "57014"), LibraryError, f"{SHOWN} refused a change (stop); nothing"),
        (fault("no route"), LibraryError, f"server {SHOWN} does not answer (no route);"),
        (
            fault('connection to server at "db", port 5433 failed: timeout expired'),
            LibraryError,
            f"server {SHOWN} does not answer (timeout expired);",
        ),
        (
            fault('connection failed: no\nconnection failed: FATAL:  role "ann" does not exist.'),
            LibraryError,
            f'The library\'s server refused {SHOWN}: role "ann" does not exist. Check user',
        ),
        (
            fault("connection failed: FATAL:  the database system is starting up"),
            LibraryError,
            f"server {SHOWN} does not answer (the database system is starting up);",
        ),
        (
            fault("connection failed: server does not support SSL, but SSL was required"),
            LibraryError,
            f"server {SHOWN} offers no encryption",
        ),
        (fault("password s3cret is wrong"), LibraryError, "(password *** is wrong);"),
        (fault(""), LibraryError, "does not answer (Said);"),
    ],
)
def test_a_servers_error_is_told_in_words_without_the_password(
    error: DBAPIError, kind: type[AssayError], told: str
) -> None:
    found = explain(error, SERVER)
    assert type(found) is kind
    assert told in str(found)
    assert "s3cret" not in str(found)
    with pytest.raises(kind) as caught, explained(SERVER):
        raise error
    assert (str(caught.value), caught.value.__cause__) == (str(found), error)


def test_a_connection_that_ends_while_a_change_is_saved_leaves_it_open() -> None:
    gone = fault("went", "08006")
    with (
        pytest.raises(LibraryError, match="all of it was saved, or nothing") as caught,
        explained_saving(SERVER),
    ):
        raise gone
    assert SHOWN in str(caught.value)
    there = fault("twice", "23505")
    assert (is_away(gone), is_away(there)) == (True, False)
    with pytest.raises(OperationalError, match="twice"), explained_saving(SERVER):
        raise there
    with pytest.raises(BadInput, match="is not a text that can be stored"), explained(SERVER):
        "\ud83d".encode()
    with explained(SERVER), explained_saving(SERVER):
        pass


@pytest.mark.parametrize(
    ("server", "mode", "wanted"),
    [
        (SERVER, None, "require"),
        (SERVER, "prefer", "require"),
        (SERVER, "disable", "require"),
        (SERVER, "verify-full", None),
        (Server("localhost", 5432, "papers"), None, None),
        (Server("db.example", 5432, "papers", options={"sslmode": "disable"}), None, "disable"),
        (Server("db.example", 5432, "papers", options={"service": "team"}), None, None),
    ],
)
def test_another_machine_is_asked_for_encryption_unless_more_is_asked_for(
    server: Server, mode: str | None, wanted: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PGSSLMODE", "PGSERVICE", "PGHOST", "PGHOSTADDR"):
        monkeypatch.delenv(name, raising=False)
    if mode is not None:
        monkeypatch.setenv("PGSSLMODE", mode)
    given = _arguments(server)
    assert given.get("sslmode") == wanted
    assert (given["host"], given["port"], given["dbname"]) == (server.host, str(server.port), "papers")
    assert (given.get("user"), given.get("password")) == (server.user or None, server.password or None)
