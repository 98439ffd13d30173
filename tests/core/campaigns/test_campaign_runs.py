"""Runs rank the frozen corpus alone, never the query's own paper, and say how they came about."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.encoding import HashingEncoder, TextTemplate
from assay.errors import BadInput, EvaluationError
from assay.ingest.queries import add_query_paper
from assay.types import Fusion, Paper, TaskFormat
from assay.workspace import Workspace
from workspace_papers import add

MODES = ("keyword", "semantic", "hybrid", "reranked")
OWN = "bees-song"


@pytest.fixture
def work(workspace: Workspace) -> CampaignWork:
    """One typed query, and one that is a paper which the library holds under two more ids."""
    original = workspace.library.papers.get([OWN])[0]
    add(
        workspace,
        Paper("bees-doi", "Song in bees, an abridged report", "Of bees and song.", doi="10.1234/bees"),
        Paper("bees-twin", original.title, "The song of bees, from the preprint."),
    )
    workspace.library.papers.update(
        [(Paper(OWN, original.title, original.abstract, doi="10.1234/bees"), ["doi:10.1234/bees"])]
    )
    made = create_campaign(workspace, "animals", queries=["hunting of wolves in winter"])
    add_query_paper(workspace.library, OWN)  # the library's own queries are not the campaign's
    from assay.types import Query

    made.store.queries.add([Query(OWN, original.title, OWN)])
    return made


@pytest.mark.parametrize("mode", MODES)
def test_no_run_finds_the_query_paper_or_another_record_of_it_and_all_are_full(
    work: CampaignWork, mode: str
) -> None:
    work.make_run(mode, mode=mode, k=12)
    run = work.store.runs.load(mode)
    assert not {OWN, "bees-doi", "bees-twin"} & run[OWN].keys()
    if mode == "semantic":  # words find only what shares one
        assert len(run[OWN]) == 12  # cut after the query's own papers were taken out
    assert len(run[OWN]) >= 4
    assert all(doc_id in work.store.corpus() for docs in run.values() for doc_id in docs)


@pytest.mark.parametrize("mode", MODES)
def test_papers_that_came_after_the_corpus_was_frozen_are_not_ranked(
    workspace: Workspace, work: CampaignWork, mode: str
) -> None:
    add(workspace, Paper("late", "Hunting of wolves in winter", "Hunting of wolves in winter, once more."))
    work.make_run(mode, mode=mode)
    assert not any("late" in docs for docs in work.store.runs.load(mode).values())


def test_a_run_says_text_model_depth_and_corpus(workspace: Workspace, work: CampaignWork) -> None:
    dense = work.make_run("dense", mode="semantic", k=7)
    assert (dense.mode, dense.n_queries) == ("semantic", 2)
    assert dense.fingerprint == workspace.encoder().fingerprint(TaskFormat.PRX)
    info = work.info()
    assert dense.details == {
        "text": "title+abstract",
        "model": "hashing",
        "k": 7,
        "corpus_sha256": info.corpus_sha256,
        "n_papers": 32,
    }
    assert work.make_run("both-scores", mode="hybrid").details["fusion"] == "scores"
    workspace.fuse_by(Fusion.RRF)
    assert work.make_run("both-ranks", mode="hybrid").details["fusion"] == "rrf"
    ranks, scores = (work.store.runs.load(tag)[OWN] for tag in ("both-ranks", "both-scores"))
    assert max(ranks.values()) <= 2 / 61 < max(scores.values())
    words = work.make_run("words", mode="keyword")
    assert (words.fingerprint, words.details["model"]) == ("", "BM25")
    assert "cascade" not in words.details
    reranked = work.make_run("both", mode="reranked")
    assert (reranked.details["first"], reranked.details["first_n"]) == ("keyword", 100)
    assert reranked.details["cascade"] == "BM25 -> hashing"


def test_a_run_on_titles_alone_has_vectors_of_titles_and_a_fingerprint_of_its_own(
    workspace: Workspace, work: CampaignWork
) -> None:
    stored = work.make_run("titles", mode="semantic", text="title", k=40)
    both = work.make_run("both", mode="semantic", k=40)
    assert stored.fingerprint != both.fingerprint
    encoder = HashingEncoder(template=TextTemplate(fields=("title",)))
    assert stored.fingerprint == encoder.fingerprint(TaskFormat.PRX)
    papers = {paper.doc_id: paper for paper in workspace.library.papers.get(work.store.corpus())}
    asked = encoder.encode([papers[OWN].title], format=TaskFormat.PRX)[0]
    run = work.store.runs.load("titles")[OWN]
    for doc_id, score in run.items():
        vector = encoder.encode([papers[doc_id].title], format=TaskFormat.PRX)[0]
        assert score == pytest.approx(float(vector @ asked), abs=1e-6)


def test_a_query_paper_outside_the_corpus_is_asked_with_and_never_found(workspace: Workspace) -> None:
    from assay.types import Query

    inside = [doc_id for doc_id in workspace.library.papers.ids() if not doc_id.startswith("owls")]
    work = create_campaign(workspace, "few", doc_ids=inside)
    work.store.queries.add([Query("owls-song", "Owls", "owls-song")])
    for mode in MODES:
        work.make_run(mode, mode=mode, k=25)
        found = work.store.runs.load(mode)["owls-song"]
        assert found
        assert not any(doc_id.startswith("owls") for doc_id in found)
    # The abstract's topic reached the ranking: the title alone knows nothing of song.
    assert next(iter(work.store.runs.load("keyword")["owls-song"])).endswith("-song")


def test_unknown_modes_texts_and_models_are_refused_before_work_begins(work: CampaignWork) -> None:
    with pytest.raises(BadInput, match="keyword, semantic, hybrid, reranked"):
        work.make_run("x", mode="magic")
    with pytest.raises(BadInput, match=r"title\+abstract, title"):
        work.make_run("x", mode="keyword", text="full")
    with pytest.raises(BadInput, match="at least 1"):
        work.make_run("x", mode="keyword", k=0)
    assert work.store.runs.all() == []


def test_a_run_can_be_made_again_until_it_was_pooled(work: CampaignWork) -> None:
    work.make_run("words", mode="keyword", k=3)
    work.make_run("words", mode="keyword", k=5)
    work.make_pool(depth=2)
    with pytest.raises(BadInput, match="'words' was pooled"):
        work.make_run("words", mode="keyword")
    assert work.store.runs.all()[0].details["k"] == 5


# -- runs from elsewhere ----------------------------------------------------------------------------------


def _run_file(tmp_path: Path, *rows: tuple[str, str, float]) -> Path:
    path = tmp_path / "theirs.run"
    lines = [f"{query_id} Q0 {doc_id} 0 {score} their-model\n" for query_id, doc_id, score in rows]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_a_trec_run_is_kept_under_its_own_tag_and_what_is_not_of_the_campaign_is_counted(
    work: CampaignWork, tmp_path: Path
) -> None:
    path = _run_file(
        tmp_path,
        (OWN, "owls-song", 1.0),
        (OWN, "bats-song", 3.0),
        (OWN, OWN, 9.0),
        (OWN, "bees-twin", 8.0),
        (OWN, "stranger", 2.0),
        ("q77", "bats-song", 1.0),
    )
    stored = work.import_run(path)
    assert (stored.tag, stored.mode, stored.n_queries) == ("their-model", "imported", 1)
    assert work.store.runs.load("their-model") == {OWN: {"bats-song": 3.0, "owls-song": 1.0}}
    assert (stored.details["unknown_papers"], stored.details["unknown_queries"]) == (1, 1)
    assert stored.details["unknown"] == ["q77", "stranger"]
    assert stored.details["source"] == "theirs.run"


def test_two_names_of_one_paper_in_a_run_are_one_hit_at_the_better_place(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    workspace.library.papers.alias([("owls-old-name", "owls-song")])
    path = _run_file(tmp_path, (OWN, "owls-song", 1.0), (OWN, "bats-song", 2.0), (OWN, "owls-old-name", 3.0))
    work.import_run(path, tag="renamed")
    assert work.store.runs.load("renamed") == {OWN: {"owls-song": 3.0, "bats-song": 2.0}}


def test_a_run_that_has_nothing_of_the_campaign_or_is_damaged_is_not_kept(
    work: CampaignWork, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match="same collection"):
        work.import_run(_run_file(tmp_path, ("q77", "owls-song", 1.0)))
    with pytest.raises(EvaluationError):
        work.import_run(_run_file(tmp_path, (OWN, "owls-song", float("nan"))))
    assert work.store.runs.all() == []
