"""Cross-encoders, sparse and late-interaction models, and settings of keyword search, on the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_papers import PAPERS

from assay.evaluation import read_run
from assay.index import Bm25, CountedIndex, Rm3
from assay.searching.reranking import models_of_papers
from assay.types import Paper, TaskFormat
from assay.workspace import Workspace
from small_benchmarks import small_beir
from small_scorers import own_scores, save_small_scorer, save_static_model

Assay = Callable[..., Any]
TEXT = "bats and moths"


@pytest.fixture(autouse=True)
def _own_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))


@pytest.mark.parametrize("kind", ["cross", "sparse", "late"])
def test_a_scorer_is_added_reranks_and_is_measured(indexed: Assay, tmp_path: Path, kind: str) -> None:
    folder = save_small_scorer(tmp_path / kind, kind)
    added = indexed("model", "add", folder, "--json")
    assert added.status == 0, added.err
    model = added.payload["model_id"]
    rows = {row["id"]: row["kind"] for row in indexed("model", "list", "--json").payload["models"]}
    assert rows[model] == {"cross": "cross-encoder", "late": "late interaction"}.get(kind, kind)
    assert rows["all-MiniLM-L6-v2"] == "encoder"
    assert f"{model}  {rows[model]}, 0 papers indexed" in indexed("model", "list").out
    shown = indexed("model", "show", model)
    assert shown.status == 0, shown.err
    assert f"assay search TEXT --rerank {model}" in indexed("model", "add", folder).out
    exported = indexed("model", "export", model, tmp_path / "out")
    assert "stays as its publisher made it" in " ".join(exported.err.split())
    found = indexed("search", TEXT, "--first", "keyword", "--rerank", model, "--json")
    assert found.status == 0, found.err
    ids = [hit["doc_id"] for hit in found.payload["hits"]]
    texts = {doc_id: f"{title} {text}".strip() for doc_id, title, text in PAPERS}
    scores = dict(zip(texts, own_scores(folder, kind, TEXT, [*texts.values()]), strict=True))
    assert len(ids) > 1
    assert ids == sorted(ids, key=lambda doc_id: -scores[doc_id])
    with Workspace.open(tmp_path / "library") as workspace:
        assert models_of_papers(workspace, "whatever papers") == [model]
    refused = indexed("index", "--model", model)
    assert refused.status == 2
    assert "has no vectors of papers" in " ".join(refused.err.split())
    out = tmp_path / "run.trec"
    assert indexed("run", "--model", model, "--out", out, "--tag", "scored").status == 0
    assert read_run(out)
    data = tmp_path / "data"
    small_beir(data)
    ran = indexed("bench", "run", model, "bm25", "--data", data, "--task", "beir/scifact", "--json")
    assert [row["failure"] for row in ran.payload["results"]] == ["", ""]


def test_a_sparse_encoder_is_a_channel_of_a_library_s_search(indexed: Assay, tmp_path: Path) -> None:
    folder = save_small_scorer(tmp_path / "sparse", "sparse")
    texts = {doc_id: f"{title} {text}".strip() for doc_id, title, text in PAPERS}
    scores = dict(zip(texts, map(float, own_scores(folder, "sparse", TEXT, [*texts.values()])), strict=True))
    best = sorted((doc_id for doc_id in scores if scores[doc_id] > 0), key=lambda each: (-scores[each], each))

    def found(*more: str | int) -> list[dict[str, Any]]:
        answer = indexed("search", TEXT, "--model", folder, "--json", "-k", 100, *more)
        assert answer.status == 0, answer.err
        hits: list[dict[str, Any]] = answer.payload["hits"]
        return hits

    alone = found("--mode", "semantic")
    assert [hit["doc_id"] for hit in alone] == best
    assert [hit["score"] for hit in alone] == pytest.approx([scores[each] for each in best], abs=1e-4)
    phrase = '"bats and moths"'
    [quoted] = [indexed("search", phrase, "--mode", mode, *more, "--json", "-k", 100).payload["hits"]
                for mode, more in [("semantic", ("--model", folder))]]  # fmt: skip
    assert {hit["doc_id"] for hit in quoted} == {
        hit["doc_id"] for hit in indexed("search", phrase, "--mode", "keyword", "--json").payload["hits"]
    }
    liked = indexed("search", "--like", best[0], "--model", folder, "--mode", "semantic", "--json", "-k", 100)
    own = dict(zip(texts, own_scores(folder, "sparse", texts[best[0]], [*texts.values()]), strict=True))
    assert [hit["doc_id"] for hit in liked.payload["hits"]] == sorted(
        (each for each in own if own[each] > 0 and each != best[0]), key=lambda each: (-own[each], each)
    )
    why = indexed("search", TEXT, "--model", folder, "--mode", "semantic", "--explain", best[0], "--json")
    assert sum(part["score"] for part in why.payload["why"]["words"]) == pytest.approx(
        scores[best[0]], abs=1e-4
    )

    with Workspace.open(tmp_path / "library") as workspace:
        encoder, index = workspace.encoder(), workspace.searcher().vectors
        assert index is not None
        towards = encoder.encode([TEXT], format=TaskFormat.QRY)[0]
        cosines = dict(zip(texts, (index.vectors([*texts]) @ towards).tolist(), strict=True))
    most, nearest = max(scores.values()), max(cosines.values())
    fused = {each: 0.8 * (cosines[each] + 1) / (nearest + 1) + 0.2 * scores[each] / most for each in texts}
    both = found()
    assert [hit["doc_id"] for hit in both] == sorted(fused, key=lambda each: -fused[each])

    queries, out = tmp_path / "own.tsv", tmp_path / "run.trec"
    queries.write_text(f"q1\t{TEXT}\n", encoding="utf-8")
    for mode, wanted in (("semantic", alone), ("hybrid", both)):
        made = indexed(
            "run", "--model", folder, "--mode", mode, "--queries", queries, "--out", out, "--force"
        )
        assert made.status == 0, made.err
        ranked = read_run(out)["q1"]
        assert sorted(ranked, key=lambda each: -ranked[each]) == [hit["doc_id"] for hit in wanted]
    refused = indexed("search", TEXT, "--model", "all-MiniLM-L6-v2")
    assert refused.status == 2
    assert "is no sparse encoder (SPLADE)" in " ".join(refused.err.split())
    assert indexed("search", TEXT, "--model", folder, "--rerank", folder).status == 2


def test_a_wrong_setting_is_named_whether_or_not_there_is_anything_to_write(assay: Assay) -> None:
    refused = assay("run", "--model", "bm25:k1=x")
    assert refused.status == 2
    assert "'k1=x' of the system 'bm25:k1=x' is not a setting" in " ".join(refused.err.split())


def test_static_vectors_index_a_library(indexed: Assay, tmp_path: Path) -> None:
    added = indexed("model", "add", save_static_model(tmp_path / "static"), "--json")
    assert added.status == 0, added.err
    assert added.payload["dim"] == 16
    assert indexed("index", "--model", added.payload["model_id"]).status == 0
    assert indexed("search", TEXT, "--mode", "semantic", "--json").payload["hits"]


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("bm25:k1=0.9,b=0.4", (Bm25(0.9, 0.4), None)),
        ("rm3", (Bm25(), Rm3())),
        ("rm3:fb_docs=2,fb_terms=3,original_weight=0.2,k1=2", (Bm25(2.0), Rm3(3, 2, 0.2))),
    ],
)
def test_a_run_by_other_constants_is_that_of_its_index(
    indexed: Assay, tmp_path: Path, name: str, settings: tuple[Bm25, Rm3 | None]
) -> None:
    queries, out = tmp_path / "own.tsv", tmp_path / "run.trec"
    queries.write_text(f"q1\t{TEXT}\n", encoding="utf-8")
    made = indexed("run", "--model", name, "--queries", queries, "--out", out)
    assert made.status == 0, made.err
    papers = [Paper(doc_id, title, text) for doc_id, title, text in PAPERS]
    wanted = CountedIndex(papers, *settings).search(TEXT, 100)
    assert read_run(out)["q1"] == pytest.approx(dict(wanted), abs=1e-5)


@pytest.mark.parametrize("name", ["bm25:k1=-1", "bm25:fb_docs=3", "rm3:b=2", "rm3:fb_terms=2.5", "bm25:k1"])
def test_settings_that_are_none_are_refused_by_name(assay: Assay, tmp_path: Path, name: str) -> None:
    small_beir(tmp_path / "data")
    refused = assay("bench", "run", name, "--data", tmp_path / "data", "--task", "beir/scifact")
    assert refused.status == 2
    assert f"of the system '{name}' is not a setting" in " ".join(refused.err.split())


def test_systems_with_other_settings_are_scored_apart_and_kept(assay: Assay, tmp_path: Path) -> None:
    small_beir(tmp_path / "data")
    command = (
        "bench",
        "run",
        "bm25",
        "bm25:k1=1.2",
        "bm25:b=0",
        "rm3",
        "--data",
        tmp_path / "data",
        "--json",
    )
    first, second = (assay(*command, "--task", "beir/scifact").payload for _ in range(2))
    scored = {row["key"]: row["values"] for row in first["results"]}
    assert len(scored) == 4
    assert {row["key"]: row["values"] for row in second["results"]} == scored
    assert second["kept"] == 4
    measured = assay(
        "evaluate", "--beir", tmp_path / "data" / "scifact", "--model", "rm3", "-m", "nDCG@10", "--json"
    )
    [of_rm3] = [row["values"] for row in first["results"] if row["system"] == "rm3"]
    assert measured.payload["mean"]["nDCG@10"] == pytest.approx(of_rm3["ndcg_cut_10"] / 100, abs=1e-4)
