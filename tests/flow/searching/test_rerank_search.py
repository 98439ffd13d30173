"""Searches in two stages, on the command line and as the window asks the engine for them."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from engine_talk import Talk, engine
from small_papers import PAPERS

from assay.cli import run
from assay.cli.output import Output
from assay.encoding import load_encoder
from assay.encoding.coder.encoder import TunedQueries
from assay.encoding.coder.folder import write_coder
from assay.encoding.coder.modules.candidate_scorer import CandidateScorer
from assay.encoding.coder.modules.list_scorer import ListScorer
from assay.encoding.decoded import save_scorer
from assay.types import TaskFormat
from small_models import save_small_model
from small_scorers import own_scores, save_small_scorer

TEXT = "bats and moths"
Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The papers' model, one whose queries were tuned for it, and a stranger."""
    place = tmp_path_factory.mktemp("models")
    made = {
        name: save_small_model(place / name, seed=n) for n, name in enumerate(("papers", "tuned-on", "other"))
    }
    write_coder(
        place / "coder",
        documents="mine",
        documents_folder=made["papers"],
        queries=made["tuned-on"],
        extra={"first": "BM25"},
    )
    return {**made, "coder": place / "coder"}


@pytest.fixture(scope="module")
def library(models: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The eight papers, indexed by the small model; not to be changed."""
    place = tmp_path_factory.mktemp("searched")
    rows = [{"_id": doc_id, "title": title, "text": text} for doc_id, title, text in PAPERS]
    papers = place / "papers.jsonl"
    papers.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for command in (("import", papers), ("index", "--model", models["papers"])):
        assert run(["--library", str(place / "library"), *map(str, command)], Output()) == 0
    return place / "library"


@pytest.fixture
def searched(assay: Ask, library: Path, tmp_path: Path) -> Ask:
    """The command line on a copy of that library."""
    shutil.copytree(library, tmp_path / "library")
    assert assay("library", "trust").status == 0
    return assay


def expected_order(models: dict[str, Path], doc_ids: list[str]) -> list[str]:
    """By the inner product of the tuned query with the papers' own vectors, from the definition."""
    papers, queries = load_encoder(str(models["papers"])), load_encoder(str(models["tuned-on"]))
    asked = queries.encode([papers.template.query_text(TEXT)], format=TaskFormat.QRY)[0]
    texts = {doc_id: papers.template.join(title, text) for doc_id, title, text in PAPERS}
    vectors = papers.encode([texts[doc_id] for doc_id in doc_ids], format=TaskFormat.PRX).astype(np.float64)
    scores = vectors @ asked / np.linalg.norm(vectors, axis=1)
    return [doc_ids[row] for row in np.argsort(-scores, kind="stable")]


def ids(payload: dict[str, Any]) -> list[str]:
    return [hit["doc_id"] for hit in payload["hits"]]


def test_many_queries_are_reordered_into_a_run_that_names_the_cascade(
    searched: Ask, models: dict[str, Path], tmp_path: Path
) -> None:
    queries = tmp_path / "queries.tsv"
    queries.write_text(f"q1\t{TEXT}\nq2\tthe nest of bees\n", encoding="utf-8")
    out = tmp_path / "run.trec"
    told = ("--queries", queries, "--out", out, "--mode", "keyword", "--rerank", models["coder"], "-k", 5)
    done = searched("run", *told, "--json")
    assert done.status == 0, done.err
    assert done.payload["cascade"] == "BM25 -> CODER(mine, BM25)"
    rows = [line.split() for line in out.read_text(encoding="utf-8").splitlines()]
    assert {row[5] for row in rows} == {"BM25->CODER(mine,BM25)"}
    one = [row[2] for row in rows if row[0] == "q1"]
    alone = searched("search", TEXT, "--first", "keyword", "--rerank", models["coder"], "-k", 5, "--json")
    assert one == ids(alone.payload) == expected_order(models, one)
    few = searched("run", *told, "--candidates", 3, "--force")
    assert few.status == 2
    assert "3 candidates cannot give 5 results" in " ".join(few.err.split())


def test_a_decoder_orders_candidates_by_what_it_makes_of_them_together(
    searched: Ask, models: dict[str, Path], tmp_path: Path
) -> None:
    torch.manual_seed(5)
    decoder = CandidateScorer(32, blocks=1, heads=4, wide=32)
    with torch.no_grad():
        decoder.gate.fill_(3.0)  # or it would add nothing yet
    scorer = ListScorer(32, scale=20.0, decoder=decoder, query_tokens=6)
    folder = tmp_path / "decoder"
    own = {"documents": "mine", "documents_folder": models["papers"], "queries": models["tuned-on"]}
    write_coder(folder, **own, extra={"first": "BM25", "scorer": scorer.settings()})  # type: ignore[arg-type]
    save_scorer(scorer, folder)
    hits = ids(searched("search", TEXT, "--first", "semantic", "--rerank", folder, "--json").payload)
    assert len(hits) == len(PAPERS)
    tuned = load_encoder(str(folder))
    assert isinstance(tuned, TunedQueries)
    texts = {doc_id: tuned.template.join(title, text) for doc_id, title, text in PAPERS}
    vectors = tuned.encode([texts[doc_id] for doc_id in hits], format=TaskFormat.PRX)
    scores = tuned.decoded(TEXT, vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
    assert (np.diff(scores) <= 1e-5).all()
    assert hits != expected_order(models, hits)
    queries = tmp_path / "queries.tsv"
    queries.write_text(f"q1\t{TEXT}\n", encoding="utf-8")
    out = tmp_path / "run.trec"
    told = ("--queries", queries, "--out", out, "--mode", "semantic", "--rerank", folder)
    assert searched("run", *told).status == 0
    assert [line.split()[2] for line in out.read_text(encoding="utf-8").splitlines()] == hits


# -- the command line --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "mode", "first"), [("--mode", "keyword", "BM25"), ("--first", "hybrid", "hybrid")]
)
def test_a_cascade_reorders_what_the_first_stage_found(
    searched: Ask, models: dict[str, Path], option: str, mode: str, first: str
) -> None:
    before = ids(searched("search", TEXT, option, mode, "--json").payload)
    found = searched("search", TEXT, option, mode, "--rerank", models["coder"], "--json").payload
    assert ids(found) == expected_order(models, before)
    assert [hit["rank"] for hit in found["hits"]] == list(range(1, len(before) + 1))
    assert [before[hit["first_rank"] - 1] for hit in found["hits"]] == ids(found)
    assert found["cascade"] == f"{first} -> CODER(mine, BM25)"
    assert (found["candidates"], found["reordered"]) == (len(before), len(before))


def test_the_model_of_the_library_may_reorder_keyword_results_under_its_name(
    searched: Ask, models: dict[str, Path]
) -> None:
    found = searched("search", TEXT, "--mode", "keyword", "--rerank", models["papers"], "--json").payload
    assert found["cascade"] == "BM25 -> papers"


def test_only_as_many_candidates_are_taken_as_are_asked_for(searched: Ask, models: dict[str, Path]) -> None:
    first = ids(searched("search", TEXT, "--mode", "semantic", "-k", 3, "--json").payload)
    found = searched(
        "search",
        TEXT,
        "--mode",
        "semantic",
        "--rerank",
        models["coder"],
        "-k",
        2,
        "--candidates",
        3,
        "--json",
    ).payload
    assert ids(found) == expected_order(models, first)[:2]
    assert found["candidates"] == 3


def test_a_person_reads_the_cascade_below_the_results(searched: Ask, models: dict[str, Path]) -> None:
    shown = searched("search", TEXT, "--mode", "semantic", "--rerank", models["coder"]).out
    assert "papers -> CODER(mine, BM25): 8 of 8 candidates reordered." in shown
    assert re.search(r" D\d R1\b", shown)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--rerank", "{other}"), "cannot rerank this library, which is indexed with"),
        (("--rerank", "nobody/nothing"), "nobody/nothing"),
        (("--rerank", "{coder}", "-k", 5, "--candidates", 4), "4 candidates cannot give 5 results"),
        (("--candidates", 4), "Give --rerank MODEL too"),
    ],
)
def test_what_cannot_be_reranked_is_refused_in_words(
    searched: Ask, models: dict[str, Path], arguments: tuple[object, ...], said: str
) -> None:
    given = [str(each).format(**models) for each in arguments]
    answer = searched("search", TEXT, *given)
    assert (answer.status, answer.out) == (2, "")
    assert said in answer.err


def test_a_registered_model_with_tuned_queries_reorders_by_its_id(
    searched: Ask, models: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "registry"))
    added = searched("model", "add", models["coder"], "--name", "tuned", "--json").payload
    found = searched("search", TEXT, "--rerank", added["model_id"], "--json")
    assert found.status == 0, found.err
    assert found.payload["cascade"] == "hybrid -> CODER(mine, BM25)"


# -- the engine --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def talk(start: Ask, library: Path) -> Iterator[Talk]:
    with engine(start, library) as made:
        made.state("ready")
        yield made


def test_candidates_are_answered_at_once_and_their_new_order_follows(
    talk: Talk, models: dict[str, Path]
) -> None:
    request = {"text": TEXT, "mode": "keyword", "rerank": str(models["coder"])}
    talk.send(id=1, op="search", request=request)
    first, second = talk.receive(), talk.receive()
    assert (first["id"], first["more"], first["ok"]["rerank"]["state"]) == (1, True, "pending")
    assert (second["id"], "more" in second) == (1, False)
    assert ids(second["ok"]) == expected_order(models, ids(first["ok"]))
    n = len(ids(first["ok"]))
    assert second["ok"]["rerank"] == {
        "model": str(models["coder"]),
        "state": "done",
        "tag": "BM25 -> CODER(mine, BM25)",
        "candidates": n,
        "compared": n,
        "late": 0,
        "message": "",
    }
    assert second["ok"]["formats"] == {"queries": ["QRY"], "papers": "PRX"}
    assert second["ok"]["ms"] >= first["ok"]["ms"], "the first is part of it"
    assert [hit["channels"]["rerank"] for hit in second["ok"]["hits"]] == list(range(1, n + 1))
    talk.send(id=2, op="search", request={**request, "k": 1})
    narrow = [talk.receive()["ok"], talk.receive()["ok"]]
    assert [len(each["hits"]) for each in narrow] == [1, 1]
    assert ids(narrow[1]) == ids(second["ok"])[:1]


def test_a_cross_encoder_reorders_what_the_window_searches_for(talk: Talk, tmp_path: Path) -> None:
    folder = save_small_scorer(tmp_path / "cross", "cross")
    talk.send(id=21, op="search", request={"text": TEXT, "mode": "keyword", "rerank": str(folder)})
    first, second = talk.answer(21), talk.answer(21)
    texts = {doc_id: f"{title} {text}".strip() for doc_id, title, text in PAPERS}
    found = ids(first["ok"])
    scores = own_scores(folder, "cross", TEXT, [texts[doc_id] for doc_id in found])
    assert ids(second["ok"]) == [found[at] for at in np.argsort(-scores, kind="stable")]
    assert second["ok"]["rerank"]["tag"] == "BM25 -> cross"
    assert second["ok"]["formats"] is None


def test_a_newer_search_takes_the_place_of_one_that_waits_for_its_new_order(
    talk: Talk, models: dict[str, Path]
) -> None:
    requests = {1: "coder", 2: "coder", 3: "papers"}
    talk.send_at_once(
        [
            {"id": number, "op": "search", "request": {"text": TEXT, "rerank": str(models[model])}}
            for number, model in requests.items()
        ]
    )
    said: dict[int, list[str]] = {1: [], 2: [], 3: []}
    while any(not states or states[-1] == "pending" for states in said.values()):
        message = talk.receive()
        said[message["id"]].append(
            "superseded" if message.get("superseded") else message["ok"]["rerank"]["state"]
        )
    assert said[3] == ["pending", "done"]
    for earlier in (said[1], said[2]):
        assert earlier in (["superseded"], ["pending", "superseded"])


@pytest.mark.parametrize(
    ("model", "why"), [("{other}", "cannot rerank this library"), ("nobody/nothing", "nobody/nothing")]
)
def test_a_model_that_does_not_fit_or_is_not_there_leaves_the_candidates_and_says_why(
    talk: Talk, models: dict[str, Path], model: str, why: str
) -> None:
    talk.send(id=1, op="search", request={"text": TEXT, "rerank": model.format(**models)})
    first, second = talk.receive()["ok"], talk.receive()["ok"]
    assert ids(second) == ids(first) != []
    assert second["rerank"]["state"] == "failed"
    assert why in second["rerank"]["message"]
    talk.send(id=2, op="search", request={"text": TEXT})
    assert talk.receive()["ok"]["rerank"] is None, "and the next search is as any other"


@pytest.mark.usefixtures("searched")
def test_without_an_index_of_the_librarys_model_the_one_answer_says_so(
    start: Ask, models: dict[str, Path], tmp_path: Path
) -> None:
    folder = tmp_path / "library"
    with engine(start, folder) as talk:
        talk.state("ready")
        shutil.rmtree(next(each for each in (folder / "indexes").iterdir() if each.name != "lexical"))
        talk.send(id=1, op="reload")
        talk.state("absent")
        talk.answer(1)
        talk.send(id=2, op="search", request={"text": TEXT, "rerank": str(models["coder"])})
        answer = talk.receive()
    assert "more" not in answer
    assert (answer["ok"]["mode"], answer["ok"]["rerank"]["state"]) == ("keyword", "failed")
    assert "assay index" in answer["ok"]["rerank"]["message"]


def test_the_state_names_the_vectors_of_the_papers(talk: Talk, models: dict[str, Path]) -> None:
    talk.send(id=1, op="status")
    assert talk.answer(1)["ok"]["papers"] == load_encoder(str(models["coder"])).fingerprint(TaskFormat.PRX)
