"""A judgement set like ICLR2022's, rebuilt from an empty library to a citable release, graded BY A SCRIPT.

See scripted_campaign.py: the gradings are scripted, with planted disagreements, so that everything that the
program makes of them can be computed beside it. On the sample library with the hashing model everywhere; on
40 papers of ICLR 2022 with the default model where the shared data are; on 200 and all 1,094 as soak tests.
"""

from __future__ import annotations

import gzip
import importlib.resources
from collections import Counter
from functools import partial
from pathlib import Path

import krippendorff
import numpy as np
import pytest
import scripted_campaign as script
from scripted_campaign import ADJUDICATOR, ASSESSORS, NAME, RUNS, Outcome, lead
from sklearn.metrics import cohen_kappa_score, confusion_matrix

from assay.campaigns.campaign import CampaignWork
from assay.workspace import Workspace
from postgres_server import PostgresServer


def test_a_campaign_of_the_sample_library_from_nothing_to_a_release(assay, tmp_path: Path) -> None:
    library = tmp_path / "library"
    _import_sample(assay, library)
    _check_all(assay, tmp_path, library, lead(assay, library, tmp_path, n_queries=8, by="query"))


def test_the_same_campaign_on_a_server_and_from_there_into_a_folder(
    assay, tmp_path: Path, postgres: PostgresServer
) -> None:
    library = postgres.new_database()
    _import_sample(assay, library)
    _check_all(assay, tmp_path, library, lead(assay, library, tmp_path, n_queries=5))
    postgres.drop(library)


def _import_sample(assay, library: Path | str) -> None:
    papers = importlib.resources.files("assay_resources") / "samples" / "papers.jsonl"
    with importlib.resources.as_file(papers) as path:
        assert assay("import", path, folder=library).status == 0
    assert assay("index", "--model", "hashing", folder=library).status == 0


@pytest.mark.shared_data
@pytest.mark.parametrize(("n_papers", "n_queries"), [(40, 6), pytest.param(200, 10, marks=pytest.mark.soak)])
def test_a_campaign_of_iclr_papers_from_nothing_to_a_release(
    assay, tmp_path: Path, shared_data: Path, n_papers: int, n_queries: int
) -> None:
    _import_iclr(assay, tmp_path, shared_data, n=n_papers)
    library = tmp_path / "library"
    _check_all(assay, tmp_path, library, lead(assay, library, tmp_path, n_queries=n_queries))


@pytest.mark.shared_data
@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_campaign_of_all_iclr_2022_papers_with_40_queries(assay, tmp_path: Path, shared_data: Path) -> None:
    _import_iclr(assay, tmp_path, shared_data, n=1094)
    outcome = lead(assay, tmp_path / "library", tmp_path, n_queries=40)
    _check_all(assay, tmp_path, tmp_path / "library", outcome)
    # The top 10 of four runs for 40 queries, duplicates removed: a set of the size of the published one.
    assert 400 < len(outcome.truth) <= 1600


def _import_iclr(assay, tmp_path: Path, shared_data: Path, *, n: int) -> None:
    chosen = tmp_path / "iclr.jsonl"
    with gzip.open(shared_data / "iclr2022" / "papers.jsonl.gz", "rt", encoding="utf-8") as file:
        chosen.write_text("".join(line for _, line in zip(range(n), file, strict=False)), encoding="utf-8")
    answer = assay("import", chosen, "--json")
    assert answer.payload["new"] == n
    assert answer.payload["failed"] == []


def _check_all(assay, tmp_path: Path, library: Path | str, outcome: Outcome) -> None:
    here = partial(assay, folder=library)
    _check_pool(library, outcome)
    _check_agreement(here, tmp_path, outcome)
    _check_release(library, outcome)
    _check_evaluation(outcome)
    _check_exports(here, tmp_path, library, outcome)
    _check_bundle(assay, tmp_path, library)


def _check_pool(library: Path | str, outcome: Outcome) -> None:
    pooled = {
        (query_id, doc_id)
        for run in outcome.runs.values()
        for query_id, scores in run.items()
        for doc_id in script.top(scores, script.DEPTH)
    }
    assert set(outcome.truth) == pooled
    assert not any(query_id == doc_id for query_id, doc_id in pooled)  # no paper finds itself
    with Workspace.open(library) as workspace:
        store = CampaignWork(workspace, NAME).store
        pair = min(pooled)
        found = {(p.run, p.rank) for p in store.provenance(*pair)}
        ranked = {tag: script.top(run[pair[0]], len(run[pair[0]])) for tag, run in outcome.runs.items()}
        assert found == {(tag, docs.index(pair[1]) + 1) for tag, docs in ranked.items() if pair[1] in docs}


def _check_agreement(assay, tmp_path: Path, outcome: Outcome) -> None:
    picture = tmp_path / "agreement.svg"
    report = assay("campaign", "agreement", NAME, "--figure", picture, "--json").payload
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    shared = script.co_rated(outcome.given)
    found = {(pair["assessor_a"], pair["assessor_b"]): pair for pair in report["pairs"]}
    for people, grades in shared.items():
        pair = found[people]
        assert pair["n"] == len(grades)
        if not grades:
            assert pair["kappa"] is None
            continue
        a, b = zip(*grades, strict=True)
        assert pair["raw"] == pytest.approx(np.mean(np.array(a) == np.array(b)))
        assert pair["confusion"] == confusion_matrix(a, b, labels=[0, 1, 2]).tolist()
        for name, weights in (("kappa", None), ("linear_kappa", "linear"), ("quadratic_kappa", "quadratic")):
            if len({*a, *b}) > 1:
                assert pair[name] == pytest.approx(cohen_kappa_score(a, b, weights=weights))
    pairs = sorted({(query_id, doc_id) for query_id, doc_id, _ in outcome.given})
    table = np.full((len(ASSESSORS), len(pairs)), np.nan)
    for (query_id, doc_id, who), said in outcome.given.items():
        if isinstance(said, int):
            table[ASSESSORS.index(who), pairs.index((query_id, doc_id))] = said
    alpha = krippendorff.alpha(reliability_data=table, level_of_measurement="ordinal")
    assert report["alpha"] == pytest.approx(alpha)


def _check_release(library: Path | str, outcome: Outcome) -> None:
    expected = script.expected_release(outcome)
    with Workspace.open(library) as workspace:
        store = CampaignWork(workspace, NAME).store
        items = {(item.query_id, item.doc_id): item for item in store.releases.items(1)}
        stored = {
            (query_id, doc_id, who): grade for query_id, doc_id, who, grade in store.judgements.ratings()
        }
    assert stored == {key: said for key, said in outcome.given.items() if isinstance(said, int)}
    assert {pair: item.relevance for pair, item in items.items()} == expected
    assert {pair for pair, item in items.items() if item.source == "adjudicated"} == set(outcome.settled)
    assert outcome.settled  # the planted disagreements were found
    card = outcome.release["card"]
    counts = Counter(expected.values())
    assert card["release"]["grades"] == {str(grade): counts[grade] for grade in (0, 1, 2)}
    per_query = Counter(query_id for query_id, _ in expected)
    assert {row["query_id"]: row["n"] for row in card["queries"]} == dict(per_query)
    assert [round_["params"] for round_ in card["pools"]] == [
        {"runs": list(RUNS), "depth": script.DEPTH, "strategy": "depth"}
    ]
    assert {run["tag"]: run["text"] for run in card["runs"]} == {
        "dense-title": "title",
        "dense": "title+abstract",
        "bm25": "title+abstract",
        "hybrid": "title+abstract",
    }
    assert card["guideline"]["markdown"] == script.GUIDELINE
    assert sum(card["left_out"].values()) == len(outcome.truth) - len(expected)


def _check_evaluation(outcome: Outcome) -> None:
    qrels = script.expected_release(outcome)
    queries = {query_id for query_id, _ in qrels}
    means = {row["tag"]: row["mean"]["nDCG@10"] for row in outcome.evaluation["rows"]}
    bias = {row["tag"]: row for row in outcome.evaluation["pool_bias"]}
    assert set(means) == set(bias) == set(RUNS)
    for tag, run in outcome.runs.items():
        assert means[tag] == pytest.approx(script.ndcg_at_10(qrels, run, queries), abs=1e-6)
        rest = script.without_own_finds(outcome, qrels, tag)
        assert bias[tag]["n_unique"] == len(qrels) - len(rest)
        assert bias[tag]["mean_without"] == pytest.approx(script.ndcg_at_10(rest, run, queries), abs=1e-6)
    assert sum(row["n_unique"] for row in bias.values()) > 0


def _check_exports(assay, tmp_path: Path, library: Path | str, outcome: Outcome) -> None:
    expected = script.expected_release(outcome)
    out = tmp_path / "exported"
    out.mkdir()
    readers = {
        "trec": script.read_trec,
        "csv": script.read_table,
        "beir": lambda path: script.read_tsv(path / "qrels" / "test.tsv"),
        "iclr2022": lambda path: script.read_tsv(path / "qrels.tsv"),
    }
    for layout, read in readers.items():
        path = out / layout
        answer = assay("campaign", "export", NAME, path, "--release", 1, "--format", layout, "--json")
        assert answer.payload["rows"] == len(expected)
        assert read(path) == expected, layout
    with Workspace.open(library) as workspace:
        corpus = CampaignWork(workspace, NAME).store.corpus()
        papers = {paper.doc_id: paper for paper in workspace.library.papers.get(corpus)}
    for layout in ("beir", "iclr2022"):
        rows = script.read_lines(out / layout / "corpus.jsonl")
        assert {row["_id"]: (row["title"], row["text"]) for row in rows} == {
            doc_id: (paper.title, paper.abstract) for doc_id, paper in papers.items()
        }
        queries = script.read_lines(out / layout / "queries.jsonl")
        assert {row["_id"]: row["title"] for row in queries} == {
            query_id: papers[query_id].title for query_id in {query_id for query_id, _ in outcome.truth}
        }
        assert (out / layout / "card.md").read_text(encoding="utf-8").startswith(f"# {NAME}, release 1")


def _check_bundle(assay, tmp_path: Path, library: Path | str) -> None:
    bundle, back, other = tmp_path / "set.jsonl.gz", tmp_path / "back.jsonl", tmp_path / "other"
    assert assay("campaign", "export", NAME, bundle, "--format", "bundle", folder=library).status == 0
    before = _contents(library)
    arrived = assay("campaign", "merge", bundle, "--create", "--json", folder=other)
    assert arrived.status == 0, arrived
    assert arrived.payload["events_known"] == 0
    assert _contents(other) == before
    assert assay("campaign", "export", NAME, back, "--format", "bundle", folder=other).status == 0
    returned = assay("campaign", "merge", back, "--json", folder=library).payload
    assert (returned["events_new"], returned["adjudications_new"], returned["pairs_new"]) == (0, 0, 0)
    assert (returned["assignments_new"], returned["releases_new"], returned["conflicts"]) == (0, 0, [])
    assert returned["events_known"] == arrived.payload["events_new"]
    assert _contents(library) == before


def _contents(library: Path | str) -> dict[str, object]:
    """Everything of the campaign that somebody could miss, free of this library's own row numbers."""
    with Workspace.open(library) as workspace:
        store = CampaignWork(workspace, NAME).store
        return {
            "info": store.info(),
            "guidelines": store.guidelines(),
            "assessors": sorted((a.uuid, a.handle, a.quota) for a in store.assessors()),
            "corpus": sorted(store.corpus()),
            "queries": sorted(store.queries.all(), key=lambda query: query.query_id),
            "runs": {run.tag: (run, store.runs.load(run.tag)) for run in store.runs.all()},
            "rounds": store.pool.rounds(),
            "pairs": sorted(store.pool.pairs()),
            "assignments": sorted(
                (row.query_id, row.doc_id, row.assessor, row.order_key) for row in store.assignments.all()
            ),
            "judgements": sorted(
                store.judgements.current(), key=lambda j: (j.query_id, j.doc_id, j.assessor)
            ),
            "adjudications": sorted(store.adjudications.all(), key=lambda a: (a.query_id, a.doc_id)),
            "releases": [(r, sorted(store.releases.items(r.version), key=str)) for r in store.releases.all()],
            "adjudicator": ADJUDICATOR in {a.handle for a in workspace.library.annotators.all()},
        }
