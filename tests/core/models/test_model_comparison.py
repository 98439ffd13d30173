"""A model measured beside the one in use: on the library, a BEIR folder and a release, by hand as well."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.campaign_types import CampaignStatus, PoolStrategy, ReleaseRule
from assay.campaigns.campaign import create_campaign
from assay.codec import from_json
from assay.errors import BadInput, EvaluationError
from assay.models.promotion import ModelWork
from assay.models.test_sets import TestChoice
from assay.models.types import ModelComparison
from assay.registry.loading import open_registry
from assay.types import Paper, Query
from assay.workspace import Workspace
from model_fixtures import QUERIES, Train, judge
from small_models import reference


def ndcg_by_hand(folder: Path, papers: list[Paper], qrels: Mapping[str, Mapping[str, int]]) -> list[float]:
    """nDCG@10 with linear gain of a sentence-transformers folder, in float64, query by query."""
    model = reference(folder)
    texts = [f"{paper.title} [SEP] {paper.abstract}" for paper in papers]
    documents = model.encode(texts, normalize_embeddings=True).astype(np.float64)
    found = []
    for query_id, grades in qrels.items():
        query = model.encode(QUERIES[query_id], normalize_embeddings=True).astype(np.float64)
        order = np.argsort(-(documents @ query), kind="stable")[:10]
        gain = sum(grades.get(papers[row].doc_id, 0) / math.log2(n + 2) for n, row in enumerate(order))
        ideal = sorted(grades.values(), reverse=True)[:10]
        found.append(gain / sum(grade / math.log2(n + 2) for n, grade in enumerate(ideal)))
    return found


def sign_flip_p(differences: list[float]) -> float:
    """Every assignment of signs: the share whose sum is at least as far from 0."""
    seen = abs(sum(differences)) - 1e-12
    signs = list(itertools.product((1, -1), repeat=len(differences)))
    return sum(abs(sum(s * d for s, d in zip(row, differences, strict=True))) >= seen for row in signs) / len(
        signs
    )


def test_on_the_librarys_own_judgements_it_is_what_a_hand_computation_says(
    workspace: Workspace, train: Train
) -> None:
    qrels = judge(workspace)
    old, new = train("old", seed=3), train("new", seed=4)
    ModelWork(workspace).promote(old.model_id)
    found = ModelWork(workspace).compare(new.model_id)
    papers = workspace.library.papers.get(workspace.library.papers.ids())
    a, b = (ndcg_by_hand(open_registry().folder(card.model_id), papers, qrels) for card in (old, new))
    first = found.comparisons[0]
    assert (found.test_set, found.n_queries, found.n_papers) == ("library", 3, 30)
    assert (found.against.model, found.model.model) == (old.model_id, new.model_id)
    assert first.measure == "nDCG@10"
    assert first.mean_a == pytest.approx(np.mean(a), abs=1e-6)
    assert first.mean_b == pytest.approx(np.mean(b), abs=1e-6)
    assert first.p_randomisation == pytest.approx(sign_flip_p([y - x for x, y in zip(a, b, strict=True)]))
    assert found.model.mean["nDCG@10"] == first.mean_b
    assert any("Only 3 queries are judged" in note for note in found.notes)


def test_the_figures_are_kept_on_the_card_and_nothing_is_promoted(workspace: Workspace, train: Train) -> None:
    judge(workspace)
    card = train("crops")
    found = ModelWork(workspace).compare(card.model_id, measures=("AP", "nDCG@10"))
    kept = open_registry().get(card.model_id).scores["library against hashing"]
    assert from_json(kept, ModelComparison) == found
    assert (found.decides.measure, found.n_queries) == ("AP", 3)
    assert workspace.config.model == "hashing"


def test_unjudged_results_are_said_and_left_out_once_more(workspace: Workspace, train: Train) -> None:
    qrels = judge(workspace)
    card = train("crops")
    found = ModelWork(workspace).compare(card.model_id)
    assert found.model.judged_at_10 < 1
    assert found.condensed is not None
    assert found.condensed.mean_b > found.comparisons[0].mean_b
    assert any("An unjudged paper counts as not relevant" in note for note in found.notes)
    for query_id in QUERIES:
        for doc_id in workspace.library.papers.ids():
            if doc_id not in qrels[query_id]:
                workspace.library.judgements.record(query_id, doc_id, assessor="ada", relevance=0)
    assert ModelWork(workspace).compare(card.model_id).condensed is None


def test_judgements_that_prefer_no_paper_to_another_are_compared_as_they_stand(
    workspace: Workspace, train: Train
) -> None:
    """Without the unjudged results every model would be perfect."""
    for query_id, text in QUERIES.items():
        workspace.library.queries.add([Query(query_id, text)])
        for doc_id in list(workspace.library.papers.ids())[:2]:
            workspace.library.judgements.record(query_id, doc_id, assessor="ada", relevance=2)
    found = ModelWork(workspace).compare(train("crops").model_id)
    assert found.model.judged_at_10 < 1
    assert found.condensed is None


def beir_folder(folder: Path, workspace: Workspace) -> Path:
    """The library's papers, queries and grades as a BEIR folder."""
    qrels = judge(workspace)
    (folder / "qrels").mkdir(parents=True)
    papers = workspace.library.papers.get(workspace.library.papers.ids())
    rows = [{"_id": p.doc_id, "title": p.title, "text": p.abstract} for p in papers]
    asked = [{"_id": query_id, "text": text} for query_id, text in QUERIES.items()]
    for name, lines in (("corpus", rows), ("queries", asked)):
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    graded = [f"{q}\t{d}\t{grade}" for q, grades in qrels.items() for d, grade in grades.items()]
    (folder / "qrels" / "test.tsv").write_text("\n".join(["query-id\tcorpus-id\tscore", *graded]) + "\n")
    return folder


def test_a_beir_folder_gives_the_same_as_the_library_of_the_same_papers(
    workspace: Workspace, train: Train, tmp_path: Path
) -> None:
    folder = beir_folder(tmp_path / "animals", workspace)
    card = train("crops")
    by_folder = ModelWork(workspace).compare(card.model_id, on=TestChoice(beir=folder))
    by_library = ModelWork(workspace).compare(card.model_id)
    assert by_folder.test_set == "beir:animals/test"
    assert by_folder.model.mean == pytest.approx(by_library.model.mean)
    assert by_folder.comparisons[0] == by_library.comparisons[0]
    scores = open_registry().get(card.model_id).scores
    assert set(scores) == {"beir:animals/test against hashing", "library against hashing"}


def test_queries_can_be_left_out_by_a_list_of_those_that_stay(
    workspace: Workspace, train: Train, tmp_path: Path
) -> None:
    folder = beir_folder(tmp_path / "animals", workspace)
    wanted = tmp_path / "clean.txt"
    wanted.write_text("q-bees\nq-owls\n")
    on = TestChoice(beir=folder, queries=wanted)
    card = train("crops")
    found = ModelWork(workspace).compare(card.model_id, on=on)
    assert (found.test_set, found.n_queries) == ("beir:animals/test, clean", 2)
    wanted.write_text("q-bees\nq-unheard-of\n")
    with pytest.raises(BadInput, match="1 of them are not judged there, such as 'q-unheard-of'"):
        ModelWork(workspace).compare(card.model_id, on=on)
    wanted.write_text("\n")
    with pytest.raises(BadInput, match="it is empty"):
        ModelWork(workspace).compare(card.model_id, on=on)


def test_a_model_that_was_trained_on_the_test_set_is_told_on(
    workspace: Workspace, train: Train, tmp_path: Path
) -> None:
    folder = beir_folder(tmp_path / "animals", workspace)
    digest = hashlib.sha256((folder / "qrels" / "test.tsv").read_bytes()).hexdigest()
    data = [{"name": "grades", "kind": "judgements", "n_train": 3, "files": {"any-name.tsv": digest}}]
    card = train("cheat", data=data)
    notes = ModelWork(workspace).compare(card.model_id, on=TestChoice(beir=folder)).warnings
    assert any("was trained on qrels/test.tsv of this very collection" in note for note in notes)
    notes = ModelWork(workspace).compare(card.model_id).warnings
    assert any("was trained on judgements" in note for note in notes)


def test_a_campaigns_release_never_counts_a_querys_own_paper(workspace: Workspace, train: Train) -> None:
    work = create_campaign(workspace, "set", sample=4, seed=1, assessors=["ada"])
    work.make_run("words", mode="keyword")
    work.make_pool(strategy=PoolStrategy.DEPTH, runs=["words"], depth=6)
    work.assign()
    card = train("crops")
    on = TestChoice(campaign="set")
    with pytest.raises(BadInput, match="has no release yet"):
        ModelWork(workspace).compare(card.model_id, on=on)
    work.set_status(CampaignStatus.OPEN)
    for number, (query_id, doc_id) in enumerate(work.store.pool.pairs()):
        work.store.judgements.record(query_id, doc_id, assessor="ada", relevance=number % 3)
    release = work.release(ReleaseRule.UNANIMOUS)
    found = ModelWork(workspace).compare(card.model_id, on=on)
    assert (found.test_set, found.n_queries) == (f"campaign:set/{release.version}", 4)
    work.make_run("meaning", mode="semantic", model=card.model_id)
    overview = work.evaluate(release.version)
    row = next(row for row in overview.rows if row.tag == "meaning")
    assert found.model.mean["nDCG@10"] == pytest.approx(row.mean["nDCG@10"])


@pytest.mark.parametrize(
    ("choice", "error", "said"),
    [
        ({}, BadInput, "The library uses 'hashing' itself"),
        ({"against": "crops"}, EvaluationError, "No judgements to measure against"),
        ({"against": "crops", "beir": Path("nowhere")}, EvaluationError, "there is no such folder"),
        ({"against": "crops", "campaign": "x"}, BadInput, "x"),
        ({"against": "crops", "campaign": "x", "beir": Path("y")}, BadInput, "not both"),
        ({"against": "crops", "measures": ("NDGC@10",)}, EvaluationError, "Did you mean nDCG@10"),
        ({"against": "crops", "measures": ("Judged@10",)}, BadInput, "Name another measure first"),
    ],
)
def test_what_cannot_be_compared_is_said(
    workspace: Workspace, train: Train, choice: dict[str, Any], error: type[Exception], said: str
) -> None:
    card = train("crops")
    against = card.model_id if choice.pop("against", None) else None
    measures = choice.pop("measures", ())
    with pytest.raises(error, match=said):
        ModelWork(workspace).compare("hashing", against, on=TestChoice(**choice), measures=measures)
    assert open_registry().get(card.model_id).scores == {}
