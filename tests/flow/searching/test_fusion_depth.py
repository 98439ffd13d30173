"""The first k results of a hybrid search are the same, however many are asked for."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from engine_talk import Talk
from small_papers import PAPERS

from assay.campaigns.campaign import CampaignWork
from assay.encoding import HashingEncoder
from assay.search import retrieve, retrieve_reranked
from assay.types import Paper, Query, SearchMode
from assay.workspace import Workspace

KS = (5, 100, 150, 400, 900)
TEXT = "how bees find rivers by their scent"
WORDS = sorted({word.strip(".,").lower() for paper in PAPERS for text in paper[1:] for word in text.split()})


def written(n: int) -> list[tuple[str, str, str, int]]:
    """Papers of words that were drawn: id, title, abstract, year. Many share words with any query."""
    draw = random.Random(34)
    drawn = ((" ".join(draw.choices(WORDS, k=4)), " ".join(draw.choices(WORDS, k=25))) for _ in range(n))
    return [(f"p{number:04}", title, text, 2000 + number % 5) for number, (title, text) in enumerate(drawn)]


@pytest.fixture
def library(assay: Callable[..., Any], copied: Callable[..., Path], tmp_path: Path) -> Callable[..., Any]:
    """1,000 written papers, indexed."""

    def make(folder: Path) -> None:
        rows = [
            {"_id": doc_id, "title": title, "text": text, "metadata": {"year": year}}
            for doc_id, title, text, year in written(1000)
        ]
        file = tmp_path / "many.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        assert assay("import", file, folder=folder).status == 0
        assert assay("index", "--model", "hashing", folder=folder).status == 0

    copied("many", make, tmp_path / "library")
    return assay


def assert_prefixes(rankings: dict[int, list[str]]) -> None:
    for short, long in pairwise(sorted(rankings)):
        assert rankings[long][:short] == rankings[short], f"the first {short} of {long}"
        assert len(rankings[short]) == short
        assert len(set(rankings[long])) == len(rankings[long])


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--year-from", 2001),
        ("--like", "p0007", "--unlike", "p0011"),
        ("--rerank", "hashing"),
        ("--rerank", "hashing", "--year-from", 2001),
    ],
    ids=["plain", "filtered", "from a paper", "reranked", "filtered and reranked"],
)
def test_the_command_line(library: Callable[..., Any], options: tuple[object, ...]) -> None:
    ks = [k for k in KS if k < 800] if "--year-from" in options else KS
    rankings = {}
    for k in ks:
        hits = library("search", TEXT, "-k", k, *options, "--json").payload["hits"]
        rankings[k] = [hit["doc_id"] for hit in hits]
        scores = [hit["score"] for hit in hits]
        assert scores == sorted(scores, reverse=True)
    assert_prefixes(rankings)


def test_the_engine(library: Callable[..., Any], start: Callable[..., Any], tmp_path: Path) -> None:
    engine = Talk(start(tmp_path / "library", "engine"))
    engine.state("ready")
    rankings = {}
    for number, k in enumerate(KS, start=1):
        engine.send(id=number, op="search", request={"text": TEXT, "mode": "hybrid", "k": k})
        rankings[k] = [hit["doc_id"] for hit in engine.answer(number)["ok"]["hits"]]
    engine.send(id=99, op="quit")
    engine.process.communicate()
    assert_prefixes(rankings)


def run_of(path: Path) -> dict[str, list[str]]:
    """query -> papers of a TREC run, as trec_eval orders them: by score, then by id, both falling."""
    rows: dict[str, list[tuple[float, str]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        query, _, doc_id, _, score, _ = line.split()
        rows.setdefault(query, []).append((float(score), doc_id))
    return {query: [doc_id for _, doc_id in sorted(found, reverse=True)] for query, found in rows.items()}


def test_runs(library: Callable[..., Any], tmp_path: Path) -> None:
    queries = tmp_path / "asked.jsonl"
    queries.write_text('{"_id": "q1", "text": "salmon smell"}\n{"_id": "q2", "text": "owls dance in snow"}\n')
    runs = {}
    for k in KS:
        out = tmp_path / f"{k}.trec"
        assert library("run", "--queries", queries, "--out", out, "-k", k).status == 0
        runs[k] = run_of(out)
    for query in ("q1", "q2"):
        assert_prefixes({k: run[query] for k, run in runs.items()})


@pytest.mark.parametrize("mode", ["hybrid", "reranked"])
def test_runs_of_a_campaign(library: Callable[..., Any], mode: str, tmp_path: Path) -> None:
    people = [option for name in ("ada", "bob") for option in ("--assessor", name)]
    assert library("campaign", "create", "c", "--query", TEXT, *people).status == 0
    rankings = {}
    for k in KS:
        assert library("campaign", "run", "c", f"r{k}", "--mode", mode, "-k", k).status == 0
        with Workspace.open(tmp_path / "library") as workspace:
            [found] = CampaignWork(workspace, "c").store.runs.load(f"r{k}").values()
        rankings[k] = sorted(found, key=lambda doc_id: (found[doc_id], doc_id), reverse=True)
    assert_prefixes(rankings)


def collection(papers: list[Paper], queries: list[Query], ks: tuple[int, ...]) -> None:
    encoder = HashingEncoder(256)
    for rank in (
        lambda k: retrieve(papers, queries, mode=SearchMode.HYBRID, k=k, encoder=encoder),
        lambda k: retrieve_reranked(
            papers, queries, first=SearchMode.HYBRID, k=k, encoder=encoder, fill=True
        ),
    ):
        runs = {k: rank(k) for k in ks}
        for query in queries:
            assert_prefixes({k: list(run[query.query_id]) for k, run in runs.items()})


def test_evaluations_of_a_collection() -> None:
    papers = [Paper(doc_id, title, text) for doc_id, title, text, _ in written(1000)]
    collection(papers, [Query("q1", TEXT), Query("q2", "owls"), Query("q3", "", "p0500")], KS)


def lines_of(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.mark.shared_data
def test_cranfield(shared_data: Path) -> None:
    folder = shared_data / "cranfield"
    papers = [Paper(row["_id"], row["title"], row["text"]) for row in lines_of(folder / "corpus.jsonl.gz")]
    queries = [Query(row["_id"], row["text"]) for row in lines_of(folder / "queries.jsonl.gz")]
    collection(papers, queries[:40], (5, 100, 300, 1000))
