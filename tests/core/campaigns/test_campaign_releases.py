"""What stands at a release, what it is measured with, and what becomes of it when grades change."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from assay.campaign_types import CampaignStatus, PoolStrategy, ReleaseRule
from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.errors import BadInput
from assay.judging import card_markdown
from assay.types import JudgementState
from assay.workspace import Workspace
from small_campaigns import grade_all


@pytest.fixture
def work(workspace: Workspace) -> CampaignWork:
    """Two assessors have graded everything; on the first pair of ada's order they differ."""
    made = create_campaign(
        workspace,
        "animals",
        sample=4,
        seed=5,
        raters_per_pair=2,
        assessors=["ada", "bob"],
        guideline="Read both.",
    )
    for mode in ("keyword", "semantic"):
        made.make_run(mode, mode=mode)
    made.make_pool(depth=3)
    made.assign()
    made.set_status(CampaignStatus.OPEN)
    grade_all(made, "ada", "bob", grade=lambda pair: len(pair[1]) % 3)
    return made


def _disagree(work: CampaignWork) -> tuple[str, str]:
    pair = work.session("ada").order[0]
    said = len(pair[1]) % 3
    work.store.judgements.record(*pair, assessor="bob", relevance=(said + 1) % 3)
    return pair


def test_a_disagreement_is_left_out_until_it_is_settled(work: CampaignWork) -> None:
    pair = _disagree(work)
    first = work.release()
    assert first.n_items == len(work.store.pool.pairs()) - 1
    assert first.card["left_out"] == {"not adjudicated": 1}
    work.store.adjudications.record(*pair, adjudicator="lead", relevance=2, reason="read twice")
    second = work.release()
    assert (second.version, second.n_items) == (2, len(work.store.pool.pairs()))
    items = {(i.query_id, i.doc_id): i for i in work.store.releases.items(2)}
    assert (items[pair].relevance, items[pair].source) == (2, "adjudicated")
    assert first.sha256 != second.sha256
    assert [release.version for release in work.store.releases.all()] == [1, 2]


def test_a_settled_pair_is_stale_once_a_rater_changes_and_the_release_stays(work: CampaignWork) -> None:
    pair = _disagree(work)
    work.store.adjudications.record(*pair, adjudicator="lead", relevance=2)
    before = work.release()
    work.store.judgements.record(*pair, assessor="bob", state=JudgementState.UNSURE)
    state = work.status()
    assert (state.n_stale, state.n_disagreements) == (1, 0)  # one grade is left: nobody disagrees
    work.store.judgements.record(*pair, assessor="bob", relevance=(len(pair[1]) + 2) % 3)
    assert work.status().n_disagreements == 1
    assert work.store.releases.get(1) == before
    assert work.release().card["left_out"] == {"adjudication out of date": 1}


def test_the_state_of_a_campaign_counts_what_stands(work: CampaignWork) -> None:
    pair = _disagree(work)
    work.store.judgements.record(*pair, assessor="ada", state=JudgementState.UNSURE)
    state = work.status()
    grades = Counter(grade for _, _, _, grade in work.store.judgements.ratings())
    n = len(work.store.pool.pairs())
    assert (state.n_pairs, state.n_rated, state.n_fully_rated) == (n, n, n - 1)
    assert state.grades == (grades[0], grades[1], grades[2])
    assert [(p.assessor, p.n_graded, p.n_unsure) for p in state.progress] == [
        ("ada", n - 1, 1),
        ("bob", n, 0),
    ]
    assert [run.tag for run in state.runs] == ["keyword", "semantic"]


def test_a_paper_whose_text_changed_is_named_in_the_state_and_on_the_card(
    workspace: Workspace, work: CampaignWork
) -> None:
    from dataclasses import replace

    paper = workspace.library.papers.get([work.store.corpus()[0]])[0]
    workspace.library.papers.update([(replace(paper, abstract="Another text."), ())])
    assert work.status().changed_papers == (paper.doc_id,)
    assert work.release(ReleaseRule.MEDIAN).card["changed_papers"] == [paper.doc_id]


def test_what_only_a_fused_round_brought_is_a_runs_own_if_no_other_run_ranks_it(workspace: Workspace) -> None:
    work = create_campaign(workspace, "fused", queries=["wolves hunting"], assessors=["ada"])
    (query,) = work.store.queries.all()
    ids = work.store.corpus()
    work.store.runs.save("one", {query.query_id: {ids[0]: 3.0, ids[1]: 2.0, ids[2]: 1.0}})
    work.store.runs.save("two", {query.query_id: {ids[0]: 3.0, ids[3]: 2.0, ids[2]: 1.0}})
    work.make_pool(strategy=PoolStrategy.RRF, depth=4)
    work.assign()
    work.set_status(CampaignStatus.OPEN)
    grade_all(work, "ada")
    work.release()
    rows = {row.tag: row for row in work.pool_bias(1)}
    assert {tag: row.n_unique for tag, row in rows.items()} == {"one": 1, "two": 1}


def test_runs_are_measured_without_the_query_paper_even_where_an_imported_run_finds_it(
    work: CampaignWork,
) -> None:
    work.release(ReleaseRule.MEDIAN)
    before = {row.tag: row.mean["nDCG@10"] for row in work.evaluate(1).rows}
    run = work.store.runs.load("keyword")
    work.store.runs.save("with-itself", {q: {q: 1e9, **docs} for q, docs in run.items()})
    after = {row.tag: row.mean["nDCG@10"] for row in work.evaluate(1).rows}
    assert after["with-itself"] == before["keyword"]


def test_an_unknown_release_format_or_version_writes_nothing(work: CampaignWork, tmp_path: Path) -> None:
    work.release(ReleaseRule.MEDIAN)
    for version, layout in ((2, "trec"), (2, "bundle"), (1, "xml")):
        with pytest.raises(BadInput):
            work.export(version, tmp_path / "out", format=layout)  # type: ignore[arg-type]
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("rule", ReleaseRule)
def test_pairs_that_one_of_two_has_judged_are_counted_and_can_be_left_out(
    work: CampaignWork, rule: ReleaseRule
) -> None:
    alone, settled, *_ = work.session("ada").order
    for pair in (alone, settled):
        work.store.judgements.record(*pair, assessor="bob", state=JudgementState.UNSURE)
    work.store.adjudications.record(*settled, adjudicator="lead", relevance=2)
    n = len(work.store.pool.pairs())
    every = work.release(rule)
    single = 1 if rule is ReleaseRule.ADJUDICATED else 2
    assert (every.n_items, every.card["release"]["sources"]["single"]) == (n, single)
    assert "a pair that only one rater graded keeps that grade" in card_markdown(every.card)
    both = work.release(rule, min_raters=2)
    assert (both.n_items, both.card["left_out"]) == (n - single, {"too few grades": single})
    assert both.card["release"]["min_raters"] == 2
    assert "a pair with fewer than 2 grades is left out" in card_markdown(both.card)
    given = {(i.query_id, i.doc_id): i.n_raters for i in work.store.releases.items(2)}
    assert alone not in given
    assert (settled in given) is (rule is ReleaseRule.ADJUDICATED)
    assert {k for pair, k in given.items() if pair != settled} == {2}
    with pytest.raises(BadInput, match="at least 1"):
        work.release(rule, min_raters=0)
