"""A campaign is made whole or not at all, and what it samples can be drawn again by anybody."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

import pytest

from assay.campaign_types import CampaignStatus, QueueKind
from assay.campaigns.campaign import create_campaign
from assay.campaigns.setup import chosen_papers
from assay.campaigns.types import CorpusChoice
from assay.errors import AssayError, BadInput
from assay.searching.indexing import index_words
from assay.searching.saved_searches import SavedSearchWork
from assay.types import Filters, Paper, Query, SearchRequest
from assay.workspace import Workspace
from small_campaigns import grade_all, opened


def test_sampled_queries_are_those_that_python_draws_with_the_seed(workspace: Workspace) -> None:
    work = create_campaign(workspace, "animals", sample=5, seed=11)
    drawn = random.Random(11).sample(sorted(workspace.library.papers.ids()), 5)
    papers = {paper.doc_id: paper for paper in workspace.library.papers.get(drawn)}
    assert work.store.queries.all() == [Query(doc_id, papers[doc_id].title, doc_id) for doc_id in drawn]
    assert work.info().seed == 11


def test_the_corpus_is_frozen_with_the_checksum_that_the_guide_describes(workspace: Workspace) -> None:
    work = create_campaign(workspace, "animals")
    lines = []
    for paper in workspace.library.papers.get(workspace.library.papers.ids()):
        text = hashlib.sha256(f"{paper.title}\n{paper.abstract}".encode()).hexdigest()
        lines.append(f"{paper.doc_id}\t{text}\n")
    assert work.info().corpus_sha256 == hashlib.sha256("".join(sorted(lines)).encode()).hexdigest()
    assert work.info().n_papers == 30


def test_a_corpus_of_named_papers_holds_these_alone(workspace: Workspace) -> None:
    work = create_campaign(workspace, "two", doc_ids=["bees-song", "owls-sleep", "bees-song"])
    assert sorted(work.store.corpus()) == ["bees-song", "owls-sleep"]
    with pytest.raises(BadInput, match="2 papers not in this library: 'x', 'y'"):
        create_campaign(workspace, "none", doc_ids=["bees-song", "x", "y"])
    assert [campaign.name for campaign in workspace.library.campaigns.all()] == ["two"]


def test_a_corpus_is_a_collection_a_filter_or_a_saved_search(workspace: Workspace) -> None:
    library = workspace.library
    everything = library.papers.get(library.papers.ids())
    owls = {each.doc_id for each in everything if "owls" in each.title.lower()}
    chosen = [*sorted(owls)[:2], "bees-song"]
    library.collections.add("Night/Deep", chosen)
    library.collections.add("Night", ["ants-song"])

    def corpus(choice: CorpusChoice) -> set[str]:
        found = chosen_papers(workspace, choice)
        assert found is not None
        assert len(set(found)) == len(found)
        return set(found)

    assert chosen_papers(workspace, CorpusChoice()) is None
    assert corpus(CorpusChoice("night")) == {*chosen, "ants-song"}
    assert corpus(CorpusChoice(words=" owls ")) == owls
    assert corpus(CorpusChoice("Night", "owls")) == owls & set(chosen)
    index_words(workspace)
    SavedSearchWork(workspace).add("deep", SearchRequest("", filters=Filters(collections=("Night/Deep",))))
    assert corpus(CorpusChoice(saved="deep")) == set(chosen)
    made = create_campaign(workspace, "night", doc_ids=chosen_papers(workspace, CorpusChoice("Night")))
    assert set(made.store.corpus()) == {*chosen, "ants-song"}
    for refused in (CorpusChoice("Day"), CorpusChoice(words="zebra"), CorpusChoice("Night", saved="deep")):
        with pytest.raises(BadInput):
            chosen_papers(workspace, refused)


def test_typed_sampled_and_imported_queries_come_together(workspace: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "queries.jsonl"
    file.write_text('{"_id": "f1", "text": "winter sleep"}\n', encoding="utf-8")
    work = create_campaign(
        workspace, "mixed", queries=["song of  owls", "song of owls"], query_file=file, sample=2
    )
    queries = work.store.queries.all()
    assert [query.text for query in queries[:2]] == ["song of owls", "winter sleep"]
    assert sum(query.doc_id is not None for query in queries) == 2
    assert len(queries) == 4


def test_everything_else_that_is_given_is_kept(workspace: Workspace) -> None:
    work = create_campaign(
        workspace,
        "full",
        raters_per_pair=3,
        queue=QueueKind.SHARED,
        seed=4,
        guideline="# Read both\n",
        assessors=["ada", "bob", "ada"],
    )
    info = work.info()
    assert (info.raters_per_pair, info.queue, info.status) == (3, QueueKind.SHARED, CampaignStatus.DRAFT)
    assert [assessor.handle for assessor in work.store.assessors()] == ["ada", "bob"]
    guideline = work.store.guideline()
    assert guideline is not None
    assert guideline.sha256 == hashlib.sha256(b"# Read both\n").hexdigest()


@pytest.mark.parametrize(
    "options",
    [
        {"sample": 31},
        {"sample": -1},
        {"queries": [" "]},
        {"assessors": ["ada", ""]},
        {"assessors": ["ada\n"]},
        {"doc_ids": ["nobody"]},
        {"query_file": Path("nowhere.jsonl")},
        {"raters_per_pair": 0},
        {"seed": -1},
    ],
    ids=str,
)
def test_a_campaign_that_cannot_be_made_leaves_nothing_behind(
    workspace: Workspace, options: dict[str, object]
) -> None:
    with pytest.raises(AssayError):
        create_campaign(workspace, "bad", **options)  # type: ignore[arg-type]
    assert workspace.library.campaigns.all() == []
    assert workspace.library.annotators.all() == []


def test_two_queries_of_one_id_are_refused_before_anything_is_made(
    workspace: Workspace, tmp_path: Path
) -> None:
    drawn = random.Random(0).sample(sorted(workspace.library.papers.ids()), 1)[0]
    file = tmp_path / "queries.tsv"
    file.write_text(f"{drawn}\tanother text\n", encoding="utf-8")
    with pytest.raises(BadInput, match=drawn):
        create_campaign(workspace, "bad", sample=1, query_file=file)
    assert workspace.library.campaigns.all() == []


def test_a_campaign_can_be_made_before_there_are_papers_and_frozen_later(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "empty") as workspace:
        work = create_campaign(workspace, "later")
        assert work.info().corpus_sha256 == ""
        with pytest.raises(BadInput, match="no corpus yet"):
            work.make_run("words", mode="keyword")
        workspace.library.papers.add([(Paper("one", "One paper"), ())])
        work.edit(freeze=True, queries=["paper"])
        assert work.info().n_papers == 1
        assert work.make_run("words", mode="keyword").n_queries == 1


def test_a_draft_is_frozen_again_with_the_papers_that_are_named(workspace: Workspace) -> None:
    ids = sorted(workspace.library.papers.ids())
    work = create_campaign(workspace, "again", doc_ids=ids[:2])
    first = work.info().corpus_sha256
    work.edit(freeze=True, doc_ids=ids[1:3])
    assert sorted(work.store.corpus()) == ids[1:3]
    assert work.info().corpus_sha256 != first
    with pytest.raises(BadInput, match="nowhere"):
        work.edit(freeze=True, doc_ids=["nowhere"])
    assert sorted(work.store.corpus()) == ids[1:3]
    work.edit(freeze=True)
    assert sorted(work.store.corpus()) == ids


def test_edit_changes_what_is_named_and_nothing_else(workspace: Workspace) -> None:
    work = create_campaign(workspace, "animals", queries=["owls"], assessors=["ada"], raters_per_pair=1)
    before = work.info()
    work.edit(assessors=["bob"], quota=7, raters_per_pair=2, guideline="New words.")
    after = work.info()
    assert {a.handle: a.quota for a in work.store.assessors()} == {"ada": None, "bob": 7}
    assert (after.raters_per_pair, after.guideline_version) == (2, 1)
    assert (after.corpus_sha256, after.n_queries, after.seed) == (
        before.corpus_sha256,
        before.n_queries,
        before.seed,
    )
    work.edit(remove=["bob"])
    assert [assessor.handle for assessor in work.store.assessors()] == ["ada"]


# -- queries of a file that are papers --------------------------------------------------------------------


def test_a_query_of_a_file_that_is_a_paper_of_the_corpus_never_finds_itself(
    workspace: Workspace, tmp_path: Path
) -> None:
    papers = workspace.library.papers.get(["owls-song", "bats-sleep", "bees-song"])
    owls, bats, bees = papers
    rows = [
        {"_id": owls.doc_id, "title": f" {owls.title.upper()} ", "text": "An abstract of an older version."},
        {"_id": bats.doc_id, "text": f"{bats.title} {bats.abstract}"},
        {"_id": bees.doc_id, "title": "Of wolves", "text": "How wolves sleep."},
        {"_id": "new", "title": owls.title, "text": owls.abstract},
    ]
    file = tmp_path / "queries.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    work = create_campaign(workspace, "papers", query_file=file)
    assert {q.query_id: q.doc_id for q in work.store.queries.all()} == {
        owls.doc_id: owls.doc_id,
        bats.doc_id: bats.doc_id,
        bees.doc_id: None,
        "new": None,
    }
    assert {q.query_id: q.text for q in work.store.queries.all()}[bees.doc_id] == "How wolves sleep."
    (note,) = work.notes
    assert "'bees-song'" in note
    assert "owls" not in note
    work.make_run("words", mode="keyword")
    work.make_pool(depth=10)
    pairs = set(work.store.pool.pairs())
    assert not pairs & {(owls.doc_id, owls.doc_id), (bats.doc_id, bats.doc_id)}
    assert any(query_id == owls.doc_id for query_id, _ in pairs)


def test_a_set_that_was_released_is_made_again_from_its_own_queries(
    workspace: Workspace, tmp_path: Path
) -> None:
    first = create_campaign(workspace, "first", sample=4, seed=3, assessors=["ada"])
    opened(first, depth=3)
    grade_all(first, "ada")
    first.release()
    first.export(1, tmp_path / "out", format="iclr2022")
    again = create_campaign(workspace, "again", query_file=tmp_path / "out" / "queries.jsonl")
    assert sorted(again.store.queries.all(), key=str) == sorted(first.store.queries.all(), key=str)
    assert again.notes == ()
    again.make_run("words", mode="keyword")
    again.make_pool(depth=3)
    assert set(again.store.pool.pairs()) == set(first.store.pool.pairs())


def test_a_file_of_paper_ids_asks_with_these_papers(workspace: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "queries.txt"
    file.write_text("owls-song\nbats-sleep\n")
    work = create_campaign(workspace, "ids", query_file=file)
    titles = {
        paper.doc_id: paper.title for paper in workspace.library.papers.get(["owls-song", "bats-sleep"])
    }
    assert work.store.queries.all() == [Query(doc_id, title, doc_id) for doc_id, title in titles.items()]
    file.write_text("owls-song\nhow bats sleep\n")
    assert work.edit(query_file=file).n_queries == 4
    assert [q.doc_id for q in work.store.queries.all()][2:] == [None, None]
