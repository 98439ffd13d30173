"""What assessors are handed, and who may see whose grades while grading goes on."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from assay.campaign_types import Assignment, CampaignStatus, QueueKind, ReleaseRule
from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.campaigns.exchange import merge_bundle
from assay.campaigns.judging import JudgingQueue
from assay.campaigns.types import JudgingPlace
from assay.errors import BadInput, LibraryError
from assay.library.campaigns.assignments import Assignments
from assay.types import Judgement, JudgementState
from assay.workspace import Workspace
from small_campaigns import opened

TEAM = ("ada", "bob", "eve")


@pytest.fixture
def lead(workspace: Workspace) -> CampaignWork:
    """Three assessors, two for each pair; each has judged a little at the lead's already."""
    made = create_campaign(
        workspace,
        "team",
        queries=["song of owls", "sleep of bats"],
        raters_per_pair=2,
        assessors=TEAM,
        guideline="Read.",
    )
    for mode in ("keyword", "semantic"):
        made.make_run(f"run-{mode}", mode=mode)
    made.make_pool(depth=6)
    made.assign()
    made.set_status(CampaignStatus.OPEN)
    for name in TEAM:
        walk = made.session(name)
        walk.note(f"a note of {name}")
        walk.grade(TEAM.index(name))
        walk.mark(JudgementState.UNSURE)
    return made


def _records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()[1:-1]]


def test_a_bundle_for_an_assessor_holds_nothing_that_others_said_and_no_run(
    lead: CampaignWork, tmp_path: Path
) -> None:
    lead.release(ReleaseRule.MEDIAN)
    lead.export_bundle(tmp_path / "whole.jsonl")
    lead.export_bundle(tmp_path / "ada.jsonl", assessor="ada")
    whole, blind = _records(tmp_path / "whole.jsonl"), _records(tmp_path / "ada.jsonl")
    assert {record["kind"] for record in whole} - {record["kind"] for record in blind} == {
        "run",
        "run_query",
        "release",
        "release_item",
    }
    (ada,) = (one.uuid for one in lead.store.assessors() if one.handle == "ada")
    assert {record["assessor"] for record in blind if record["kind"] == "event"} == {ada}
    text = (tmp_path / "ada.jsonl").read_text()
    for secret in ("a note of bob", "a note of eve", "run-keyword", "run-semantic", 'sha256":""'):
        assert secret not in text
    assert "a note of ada" in text
    pairs = [(r["query_id"], r["doc_id"]) for r in blind if r["kind"] == "pair"]
    assert sorted(pairs) == pairs  # the pool's own order tells ranks
    assert set(pairs) == set(lead.store.pool.pairs())
    with pytest.raises(BadInput, match="'ada', 'bob', 'eve'"):
        lead.export_bundle(tmp_path / "kim.jsonl", assessor="kim")
    assert not (tmp_path / "kim.jsonl").exists()


@pytest.mark.parametrize("queue", QueueKind)
def test_neither_the_order_nor_the_rounds_of_an_assessors_bundle_tell_a_rank(
    workspace: Workspace, tmp_path: Path, queue: QueueKind
) -> None:
    work = create_campaign(
        workspace,
        "team",
        queries=["song of owls", "sleep of bats"],
        raters_per_pair=2,
        assessors=TEAM,
        queue=queue,
    )
    work.make_run("words", mode="keyword")
    work.make_pool(depth=4)
    work.make_run("meaning", mode="semantic")
    assert work.queue_unjudged("meaning", k=12).n_pairs > 0
    if queue is QueueKind.ASSIGNED:
        work.assign()
    work.set_status(CampaignStatus.OPEN)
    for name in TEAM:
        work.session(name).grade(1)
    work.export_bundle(tmp_path / "ada.jsonl", assessor="ada")
    blind = _records(tmp_path / "ada.jsonl")
    for kind, names in {
        "paper": ("doc_id",),
        "pair": ("query_id", "doc_id"),
        "assignment": ("query_id", "doc_id", "assessor"),
    }.items():
        order = [tuple(record[name] for name in names) for record in blind if record["kind"] == kind]
        assert len(order) > 2
        assert order == sorted(order)
    (round_,) = (record for record in blind if record["kind"] == "pool")
    assert (round_["strategy"], round_["params"]) == ("manual", {})
    assert {record["round"] for record in blind if record["kind"] == "pair"} == {round_["round"]}
    (ada,) = (one.uuid for one in work.store.assessors() if one.handle == "ada")
    given = {record["assessor"] for record in blind if record["kind"] == "assignment"}
    assert (given == {ada}) is (queue is QueueKind.ASSIGNED)
    rounds = work.store.pool.rounds()
    with Workspace.open(tmp_path / "ada") as there:
        merge_bundle(there.library, tmp_path / "ada.jsonl", create=True)
        CampaignWork(there, "team").session("ada").grade(2)
        CampaignWork(there, "team").export_bundle(tmp_path / "back.jsonl")
        merge_bundle(workspace.library, tmp_path / "back.jsonl")
        assert work.store.pool.rounds() == rounds
        work.export_bundle(tmp_path / "whole.jsonl")
        merge_bundle(there.library, tmp_path / "whole.jsonl")
        learnt = CampaignWork(there, "team").store.pool.rounds()
        assert [(r.strategy, r.params) for r in learnt] == [(r.strategy, r.params) for r in rounds]


def _stands(work: CampaignWork) -> dict[tuple[str, str, str], Judgement]:
    return {(j.query_id, j.doc_id, j.assessor): j for j in work.store.judgements.current()}


def test_bundles_handed_out_and_merged_back_make_the_union_of_what_everybody_said(
    lead: CampaignWork, tmp_path: Path
) -> None:
    chance = random.Random(1)
    expected = _stands(lead)
    events = {event.event_uuid: event for event in lead.store.judgements.history(limit=10_000)}
    rounds, runs = lead.store.pool.rounds(), lead.store.runs.all()
    for name in TEAM:
        lead.export_bundle(tmp_path / f"to-{name}.jsonl", assessor=name)
        with Workspace.open(tmp_path / name) as there:
            merge_bundle(there.library, tmp_path / f"to-{name}.jsonl", create=True)
            work = CampaignWork(there, "team")
            mine = {key: said for key, said in expected.items() if key[2] == name}
            assert _stands(work) == mine
            assert sorted(a.doc_id for a in work.store.assignments.of(name)) == sorted(
                a.doc_id for a in lead.store.assignments.of(name)
            )
            walk = work.session(name)
            while walk.pair:
                walk.note(f"{chance.random()}")
                walk.grade(chance.randrange(3))
            walk.undo()
            expected |= _stands(work)
            events |= {e.event_uuid: e for e in work.store.judgements.history(limit=10_000)}
            work.export_bundle(tmp_path / f"from-{name}.jsonl")
    files = [f"from-{name}.jsonl" for name in TEAM]
    chance.shuffle(files)
    for file in [*files, files[0]]:
        merge_bundle(lead._workspace.library, tmp_path / file)
    assert _stands(lead) == expected
    assert {event.event_uuid for event in lead.store.judgements.history(limit=10_000)} == set(events)
    assert lead.store.judgements.conflicts() == []
    assert (lead.store.pool.rounds(), lead.store.runs.all()) == (rounds, runs)


# -- adjudication while grading goes on -------------------------------------------------------------------


def test_grades_of_a_pair_that_somebody_has_yet_to_judge_are_not_shown(workspace: Workspace) -> None:
    work = create_campaign(
        workspace, "three", queries=["song of owls"], raters_per_pair=3, assessors=TEAM, seed=2
    )
    opened(work, depth=2)
    pair = work.store.pool.pairs()[0]
    work.store.judgements.record(*pair, assessor="ada", relevance=2)
    work.store.judgements.record(*pair, assessor="bob", relevance=0)
    assert (work.disagreements(), work.n_waiting_disagreements()) == ([], 1)
    work.store.judgements.record(*pair, assessor="eve", state=JudgementState.LATER)
    assert (work.disagreements(), work.n_waiting_disagreements()) == ([], 1)
    work.store.judgements.record(*pair, assessor="eve", state=JudgementState.UNSURE)
    (one,) = work.disagreements()
    assert ((one.query_id, one.doc_id), work.n_waiting_disagreements()) == (pair, 0)
    work.store.judgements.clear(*pair, assessor="eve")
    assert work.disagreements() == []
    work.set_status(CampaignStatus.ADJUDICATING)
    assert (len(work.disagreements()), work.n_waiting_disagreements()) == (1, 0)


def test_on_a_shared_queue_a_pair_waits_for_as_many_as_the_campaign_wants(workspace: Workspace) -> None:
    work = create_campaign(
        workspace,
        "shared",
        queries=["song of owls"],
        raters_per_pair=3,
        assessors=TEAM,
        queue=QueueKind.SHARED,
    )
    opened(work, depth=1)
    for number, name in enumerate(TEAM):
        assert work.disagreements() == []
        work.session(name).grade(min(number, 1))
    assert len(work.disagreements()) == 1


# -- a lease that ran out ---------------------------------------------------------------------------------


def test_a_session_goes_on_when_a_pair_that_was_left_lying_went_to_a_colleague(workspace: Workspace) -> None:
    work = create_campaign(
        workspace,
        "drawn",
        queries=["song of owls", "sleep of bats"],
        assessors=["ada", "bob"],
        queue=QueueKind.SHARED,
        seed=1,
    )
    opened(work, depth=28)
    ada = work.session("ada")
    for _ in range(9):
        ada.grade(1)
    left = ada.pair
    assert left is not None
    over = "UPDATE assignment SET lease_until_utc = '2020-01-01 00:00:00.000000'"
    with workspace.library._database.write() as connection:
        connection.execute(sa.text(f"{over} WHERE lease_until_utc IS NOT NULL"))
    work.store.assignments.add([Assignment(*left, "bob", "0")])
    work.store.judgements.record(*left, assessor="bob", relevance=0)
    with pytest.raises(BadInput, match="went to another assessor"):
        ada.grade(2)
    assert ada.pair == left  # it is shown still: nothing was said of any other
    ada.next()
    assert ada.pair is not None
    assert left not in ada.order
    while ada.pair:
        ada.grade(2)
    ratings = work.store.judgements.ratings()
    assert {(q, d) for q, d, _, _ in ratings} == set(work.store.pool.pairs())
    assert len({(q, d) for q, d, _, _ in ratings}) == len(ratings)


def test_a_pair_that_is_drawn_later_is_shown_with_its_query(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assay.campaigns.pools.CLAIM", 1)
    asked = ["song of owls", "sleep of bats"]
    work = create_campaign(
        workspace, "drawn", queries=asked, assessors=["ada"], queue=QueueKind.SHARED, seed=1
    )
    opened(work, depth=4)
    queue = JudgingQueue(JudgingPlace("ada", "drawn"))
    view, shown = queue.open(workspace), dict[str, str]()
    while view.pair is not None:
        assert view.query is not None
        shown[view.pair[0]] = view.query.text
        view = queue.record(workspace, view.pair, JudgementState.GRADE, 1, active_ms=1)
    assert shown == {query.query_id: query.text for query in work.store.queries.all()}
    assert sorted(shown.values()) == sorted(asked)


# -- a server that goes away between a grade and the next pairs -------------------------------------------


@pytest.mark.parametrize("said", [1, JudgementState.UNSURE])
def test_a_grade_is_said_to_be_stored_where_only_the_next_pairs_cannot_be_had(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, said: int | JudgementState
) -> None:
    work = create_campaign(
        workspace,
        "drawn",
        queries=["song of owls", "sleep of bats"],
        assessors=["ada"],
        queue=QueueKind.SHARED,
        seed=1,
    )
    opened(work, depth=28)
    walk = work.session("ada")
    first = len(walk.order)
    for _ in range(first - 1):
        walk.grade(0)
    last = walk.pair
    assert last is not None
    claim = Assignments.claim

    def away(*_: object, **__: object) -> list[Assignment]:
        raise LibraryError("The library's server x does not answer (gone); nothing was changed. Check it.")

    monkeypatch.setattr(Assignments, "claim", away)
    with pytest.raises(LibraryError) as told:
        walk.grade(said) if type(said) is int else walk.mark(JudgementState(said))
    assert "is saved" in str(told.value)
    assert "does not answer" in str(told.value)
    assert "nothing was changed" not in str(told.value)
    stored = {(j.query_id, j.doc_id): j for j in work.store.judgements.current(assessor="ada")}
    assert (stored[last].relevance, len(stored)) == (1 if said == 1 else None, first)
    for go_on in (walk.next, walk.reload):
        assert walk.pair == last  # not the end of the queue, which nobody has seen
        with pytest.raises(LibraryError, match="does not answer"):
            go_on()
    monkeypatch.setattr(Assignments, "claim", claim)
    walk.next()
    assert walk.pair not in {None, last}
    assert len(walk.order) > first
    while walk.pair:
        walk.grade(2)
    graded = {(q, d) for q, d, _, _ in work.store.judgements.ratings()}
    assert graded | ({last} if said == JudgementState.UNSURE else set()) == set(work.store.pool.pairs())


# -- quotas -----------------------------------------------------------------------------------------------


def test_naming_an_assessor_again_leaves_their_quota_alone(lead: CampaignWork) -> None:
    def quotas() -> dict[str, int | None]:
        return {one.handle: one.quota for one in lead.store.assessors()}

    lead.edit(assessors=["ada", "kim"], quota=40)
    lead.edit(assessors=["ada", "lee"])
    assert quotas() == {"ada": 40, "bob": None, "eve": None, "kim": 40, "lee": None}
    lead.edit(assessors=["ada"], lift_quota=True)
    assert quotas()["ada"] is None
