"""What a bundle says: everything of its campaign, field by field, and nothing of another one."""

from __future__ import annotations

import hashlib
import json
import shutil
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from assay.campaign_types import (
    Assignment,
    CampaignStatus,
    PoolStrategy,
    QueueKind,
    QueueOrder,
    ReleaseItem,
    ReleaseRule,
)
from assay.library import Library
from assay.library.bundles.merging import dump
from assay.types import JudgementState, Paper, Query

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from assay.library import CampaignStore

NAME, OTHER = "ours", "another"
SHA = "cd" * 32
TOLD = ("what is wanted", "trials only", "a survey")  # description, narrative, source
TEXTS = ("title", "abstract", "venue", "doi", "arxiv_id", "pmid", "url")
LISTS = ("authors", "keywords", "tldrs", "cites", "cited_by")
Rows = list[dict[str, Any]]


def start(library: Library, name: str, doc_ids: tuple[str, ...]) -> CampaignStore:
    """A campaign about two papers and a third that is a query, with something of every kind."""
    first, second, asked = doc_ids
    library.campaigns.create(name, raters_per_pair=2, queue=QueueKind.SHARED, seed=7)
    store = library.campaign(name)
    store.freeze_corpus([first, second])
    store.set_guideline(f"# Grade for {name}")
    store.queries.add([Query("q", f"query of {name}", None, *TOLD), Query("same", "", doc_id=asked)])
    store.runs.save("run", {"q": {first: 0.5, "gone": 2.0}, "same": {}}, fingerprint="f", mode="keyword")
    with library._database.write() as connection:  # as if they had only been judged
        made = "INSERT INTO pair (query_pk, paper_pk) SELECT query.pk, paper.pk FROM query, paper WHERE "
        for query_id in ("same", "q"):
            connection.exec_driver_sql(
                f"{made} campaign_pk = {store.pk} AND query_id = '{query_id}' AND doc_id = '{first}'"
            )
    store.pool.add([("q", second)], strategy=PoolStrategy.DEPTH, params={"runs": ["run"], "depth": 3})
    store.pool.add([("q", first)], strategy=PoolStrategy.MANUAL, params={})
    store.add_assessor("kim", quota=5)
    store.add_assessor("lee")
    store.add_assessor(f"only {name}")
    library.campaigns.set_status(name, CampaignStatus.OPEN)
    return store


def act(store: CampaignStore, doc_ids: tuple[str, ...], until: datetime) -> None:
    first, second, _ = doc_ids
    store.assignments.add([Assignment("q", second, "kim", "aa", until), Assignment("q", first, "kim", "bb")])
    store.assignments.add([Assignment("q", first, "lee", "cc"), Assignment("q", second, "lee", "dd")])
    store.judgements.record("q", first, assessor="kim", relevance=2, active_ms=1500, order=QueueOrder.POOL)
    store.judgements.set_note("q", first, assessor="kim", note="why")
    store.judgements.undo(assessor="kim")
    store.judgements.record("q", first, assessor="lee", relevance=1)
    store.judgements.record("q", second, assessor="lee", state=JudgementState.UNSURE)
    store.adjudications.record("q", first, adjudicator="sam", relevance=1, reason="said")
    store.adjudications.record("q", first, adjudicator="sam", relevance=2)
    for version in (1, 2):
        items = [ReleaseItem("q", first, version, 2, "adjudicated")]
        store.releases.freeze(items, rule=ReleaseRule.ADJUDICATED, sha256=SHA, card={"version": version})


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with two campaigns, which are alike, the other one first."""
    folder = tmp_path_factory.mktemp("dumped") / "library"
    with Library.open(folder, check=False) as library:
        fill(library)
    return folder


@pytest.fixture
def library(made: Path, tmp_path: Path) -> Iterator[Library]:
    shutil.copytree(made, tmp_path / "library")
    with Library.open(tmp_path / "library", check=False) as opened:
        yield opened


@pytest.fixture
def store(library: Library) -> CampaignStore:
    return library.campaign(NAME)


def fill(library: Library) -> None:
    for n in range(1, 7):
        fields: dict[str, Any] = {name: f"{name} {n}" for name in TEXTS}
        fields |= {name: (f"{name} {n}",) for name in LISTS}
        paper = Paper(f"d{n}", year=2000 + n, rating=n / 2, **fields)
        library.papers.add([(paper, (f"key:{n}b", f"key:{n}a"))])
    library.papers.alias([("other name", "d1"), ("a name", "d1"), ("name of 3", "d3")])
    for name, doc_ids in ((OTHER, ("d3", "d4", "d6")), (NAME, ("d1", "d2", "d5"))):
        act(start(library, name, doc_ids), doc_ids, datetime.now(UTC) + timedelta(hours=1))


def of_kind(rows: Rows, kind: str) -> Rows:
    """Without their kind, and without the dates, which are said elsewhere."""
    left_out = {"kind", "created_at", "occurred_at", "assigned_at", "lease_until", "device"}
    return [
        {name: value for name, value in row.items() if name not in left_out}
        for row in rows
        if row["kind"] == kind
    ]


def bundle(store: CampaignStore) -> Rows:
    rows: Rows = json.loads(json.dumps(list(dump(store))))
    return rows


def test_the_kinds_come_in_the_order_in_which_they_name_each_other(store: CampaignStore) -> None:
    kinds = [row["kind"] for row in bundle(store)]
    assert list(dict.fromkeys(kinds)) == [
        *("campaign", "guideline", "assessor", "paper", "query", "run", "run_query", "pool", "pair"),
        *("assignment", "event", "adjudication", "release", "release_item"),
    ]
    assert kinds[-4:] == ["release", "release_item", "release", "release_item"]


def test_a_campaign_and_its_guideline_are_said_whole(store: CampaignStore) -> None:
    rows, info = bundle(store), store.info()
    assert of_kind(rows, "campaign") == [
        {
            "uuid": info.uuid,
            "name": NAME,
            "status": "open",
            "raters_per_pair": 2,
            "queue": "shared",
            "seed": 7,
            "corpus_sha256": info.corpus_sha256,
        }
    ]
    assert datetime.fromisoformat(rows[0]["created_at"]) == info.created_at
    text = "# Grade for ours"
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    assert of_kind(rows, "guideline") == [{"version": 1, "markdown": text, "sha256": sha256}]
    assert datetime.fromisoformat(rows[1]["created_at"]) == store.guidelines()[0].created_at


def test_people_are_those_of_the_campaign_members_or_not(store: CampaignStore, library: Library) -> None:
    uuids = {person.handle: person.uuid for person in library.annotators.all()}
    library.annotators.set_active("lee", False)
    common = {"also": [], "active": True, "member": True, "quota": None}
    assert of_kind(bundle(store), "assessor") == [
        {"uuid": uuids["kim"], "handle": "kim", **common, "quota": 5},
        {"uuid": uuids["lee"], "handle": "lee", **common, "active": False},
        {"uuid": uuids["sam"], "handle": "sam", **common, "member": False},
        {"uuid": uuids["only ours"], "handle": "only ours", **common},
    ]


def test_papers_are_those_of_the_corpus_the_pairs_and_the_queries(store: CampaignStore) -> None:
    rows = of_kind(bundle(store), "paper")
    assert [row["doc_id"] for row in rows] == ["d1", "d2", "d5"]
    assert [row["keys"] for row in rows] == [[f"key:{n}a", f"key:{n}b"] for n in (1, 2, 5)]
    assert rows[2]["text_sha256"] is None  # of a query, and not of the corpus
    assert len({row["text_sha256"] for row in rows}) == 3
    assert rows[0] == {
        "doc_id": "d1",
        "year": 2001,
        "rating": 0.5,
        **{name: f"{name} 1" for name in TEXTS},
        **{name: [f"{name} 1"] for name in LISTS},
        "item": "",
        "keys": ["key:1a", "key:1b"],
        "aliases": ["a name", "other name"],
        "text_sha256": rows[0]["text_sha256"],
    }


def test_queries_runs_and_rounds_are_those_of_the_campaign(store: CampaignStore) -> None:
    rows = bundle(store)
    assert of_kind(rows, "query") == [
        {
            "query_id": "q",
            "text": "query of ours",
            "doc_id": None,
            "description": "what is wanted",
            "narrative": "trials only",
            "source": "a survey",
        },
        {"query_id": "same", "text": "", "doc_id": "d5", "description": "", "narrative": "", "source": ""},
    ]
    assert of_kind(rows, "run") == [
        {"tag": "run", "mode": "keyword", "model_fingerprint": "f", "details": {}}
    ]
    assert of_kind(rows, "run_query") == [
        {"tag": "run", "query_id": "q", "hits": [["gone", 2.0], ["d1", 0.5]]},
        {"tag": "run", "query_id": "same", "hits": []},
    ]
    assert of_kind(rows, "pool") == [
        {"round": 1, "strategy": "depth", "params": {"runs": ["run"], "depth": 3}},
        {"round": 2, "strategy": "manual", "params": {}},
    ]
    dates = [row["created_at"] for row in rows if row["kind"] in ("run", "pool")]
    assert [datetime.fromisoformat(date) for date in dates] == [
        store.runs.all()[0].created_at,
        *(made.created_at for made in store.pool.rounds()),
    ]


def test_pairs_that_were_only_judged_come_after_the_pool(store: CampaignStore) -> None:
    assert of_kind(bundle(store), "pair") == [
        {"query_id": "q", "doc_id": "d2", "round": 1},
        {"query_id": "q", "doc_id": "d1", "round": 2},
        {"query_id": "same", "doc_id": "d1", "round": None},
    ]


def test_assignments_say_whose_they_are_and_until_when(store: CampaignStore, library: Library) -> None:
    uuids = {person.handle: person.uuid for person in library.annotators.all()}
    common = {"query_id": "q", "withdrawn_at": None}
    kim, lee = ({**common, "assessor": uuids[who]} for who in ("kim", "lee"))
    rows = bundle(store)
    assert of_kind(rows, "assignment") == [
        {**kim, "doc_id": "d1", "order_key": "bb"},
        {**lee, "doc_id": "d1", "order_key": "cc"},
        {**kim, "doc_id": "d2", "order_key": "aa"},
        {**lee, "doc_id": "d2", "order_key": "dd"},
    ]
    lasting, _, leased, _ = (row for row in rows if row["kind"] == "assignment")
    assert lasting["lease_until"] is None
    (until,) = [one.lease_until for one in store.assignments.of("kim") if one.doc_id == "d2"]
    assert datetime.fromisoformat(leased["lease_until"]) == until
    store.assignments.withdraw("q", "d2", "kim")
    withdrawn = [row for row in bundle(store) if row["kind"] == "assignment"][2]
    assert withdrawn["lease_until"] == "1970-01-01T00:00:00+00:00"
    assert withdrawn["withdrawn_at"] >= withdrawn["assigned_at"] == leased["assigned_at"]


def test_events_come_in_the_order_of_the_log_with_what_they_build_on(
    store: CampaignStore, library: Library
) -> None:
    uuids = {person.handle: person.uuid for person in library.annotators.all()}
    (guideline,) = [row["sha256"] for row in bundle(store) if row["kind"] == "guideline"]
    rows = of_kind(bundle(store), "event")
    grade, note, undo, lees, unsure = (row.pop("uuid") for row in rows)
    assert len({grade, note, undo, lees, unsure}) == 5
    common = {"query_id": "q", "doc_id": "d1", "assessor": uuids["kim"], "grade": None, "note": None}
    common |= {"active_ms": None, "supersedes": None, "target": None, "merges": None, "guideline": guideline}
    common |= {"queue_order": ""}
    kim, lee = common, {**common, "assessor": uuids["lee"]}
    assert rows == [
        {**kim, "event": "grade", "grade": 2, "active_ms": 1500, "queue_order": "pool"},
        {**kim, "event": "note", "note": "why", "supersedes": grade},
        {**kim, "event": "undo", "target": note, "supersedes": note},
        {**lee, "event": "grade", "grade": 1},
        {**lee, "event": "unsure", "doc_id": "d2"},
    ]
    devices = {row["device"] for row in bundle(store) if row["kind"] in ("event", "adjudication")}
    assert len(devices) == 1
    assert "" not in devices


def test_adjudications_come_with_their_reason_and_what_they_settle(
    store: CampaignStore, library: Library
) -> None:
    uuids = {person.handle: person.uuid for person in library.annotators.all()}
    rows = of_kind(bundle(store), "adjudication")
    first, _ = (row.pop("uuid") for row in rows)
    inputs = {row.pop("inputs_sha256") for row in rows}
    assert len(inputs) == 1
    common = {"query_id": "q", "doc_id": "d1", "adjudicator": uuids["sam"], "merges": None}
    assert rows == [
        {**common, "grade": 1, "reason": "said", "supersedes": None},
        {**common, "grade": 2, "reason": "", "supersedes": first},
    ]


def test_each_release_is_followed_by_its_own_items(store: CampaignStore) -> None:
    rows = bundle(store)
    common = {"rule": "adjudicated", "sha256": SHA, "n_items": 1}
    assert of_kind(rows, "release") == [{"version": n, "card": {"version": n}, **common} for n in (1, 2)]
    item = {"query_id": "q", "doc_id": "d1", "n_raters": 2, "source": "adjudicated"}
    assert of_kind(rows, "release_item") == [{"version": n, "grade": n, **item} for n in (1, 2)]
    assert [row["created_at"] for row in rows if row["kind"] == "release"] == [
        release.created_at.isoformat() for release in store.releases.all()
    ]


def test_dates_that_no_clock_gave_go_out_as_todays(store: CampaignStore, library: Library) -> None:
    """A clock was wrong when they were written; a lease may end in a year."""
    tables = {
        "campaign": ("campaign", "created_at"),
        "guideline": ("guideline", "created_at"),
        "run": ("run", "created_at"),
        "pool": ("pool", "created_at"),
        "release": ("release", "created_at"),
        "assignment": ("assignment", "assigned_at"),
        "judgement_event": ("event", "occurred_at"),
        "adjudication_event": ("adjudication", "occurred_at"),
    }
    before = datetime.now(UTC)
    with library._database.write() as connection:
        for trigger in connection.exec_driver_sql(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).all():
            connection.exec_driver_sql(f'DROP TRIGGER "{trigger[0]}"')
        for table, (_, date) in tables.items():
            connection.exec_driver_sql(f"UPDATE {table} SET {date}_utc = '2199-01-01 00:00:00.000000'")
        until = (before + timedelta(days=364)).replace(tzinfo=None).isoformat(" ")
        connection.exec_driver_sql(f"UPDATE assignment SET lease_until_utc = '{until}'")
    rows = bundle(store)
    for kind, date in tables.values():
        found = {row[date] for row in rows if row["kind"] == kind}
        assert found
        assert all(before <= datetime.fromisoformat(said) <= datetime.now(UTC) for said in found), kind
    leases = [datetime.fromisoformat(row["lease_until"]) for row in rows if row["kind"] == "assignment"]
    assert set(leases) == {before + timedelta(days=364)}
