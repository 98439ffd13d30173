"""Runs hold the real scores, and ranx makes again from two runs what Assay computes."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.evaluation import read_run
from small_collection import TEST, TRAIN, write_collection

Assay = Callable[..., Any]


@pytest.fixture
def searched(assay: Assay, tmp_path: Path) -> Assay:
    """A library of 36 papers and 37 queries, indexed, with a run file of each mode."""
    folder = write_collection(tmp_path / "small", train=TRAIN, test={**TEST, **TRAIN})
    assert assay("import", folder / "corpus.jsonl").status == 0
    assert assay("index", "--model", "hashing").status == 0
    assert assay("queries", "import", folder / "queries.jsonl").status == 0
    for mode in ("keyword", "semantic", "hybrid"):
        made = assay("run", "--mode", mode, "-k", 36, "--out", tmp_path / f"{mode}.run", "--tag", mode)
        assert made.status == 0, made.err
    return assay


@pytest.fixture
def ranx(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imported uncompiled: compiling takes ten seconds, and there are a few dozen numbers to compute."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    return importlib.import_module("ranx")


def test_a_run_file_has_the_scores_that_search_shows(searched: Assay, tmp_path: Path) -> None:
    for mode in ("keyword", "semantic"):
        run = read_run(tmp_path / f"{mode}.run")
        text = "bees that hear or count"
        hits = searched("search", text, "--mode", mode, "-k", 10, "--json").payload["hits"]
        shown = {hit["doc_id"]: hit["score"] for hit in hits}
        assert len(shown) >= 5
        for doc_id, score in shown.items():
            assert run["again"][doc_id] == pytest.approx(score, rel=1e-6)
        assert len({*run["again"].values()}) == len(run["again"]), "no reader can order ties its own way"


def _fused(ranx: Any, keyword: Any, semantic: Any) -> Any:
    """As the guide says how: a weighted sum of shares of the best, and a cosine is at least -1."""
    for scores in semantic.run.values():
        for doc_id in scores:
            scores[doc_id] += 1
    return ranx.fuse([keyword, semantic], method="wsum", norm="max", params={"weights": (0.2, 0.8)})


def test_ranx_makes_the_default_models_hybrid_run_again(assay: Assay, tmp_path: Path, ranx: Any) -> None:
    """Its columns of words count half beside keywords, so that --mode semantic is not what is fused."""
    folder = write_collection(tmp_path / "small", train=TRAIN, test={**TEST, **TRAIN})
    assert assay("import", folder / "corpus.jsonl").status == 0
    assert assay("index").status == 0
    assert assay("queries", "import", folder / "queries.jsonl").status == 0
    out = tmp_path / "hybrid.run"
    made = assay("run", "--mode", "hybrid", "-k", 36, "--out", out, "--fused", "--json")
    assert made.status == 0, made.err
    parts = made.payload["fused"]
    assert parts == {name: f"{out}.{name}" for name in ("keyword", "semantic")}
    fused = _fused(ranx, *(ranx.Run.from_file(path, kind="trec") for path in parts.values()))
    ours = read_run(out)
    assert {*ours} == {*fused.to_dict()}
    for query_id, scores in fused.to_dict().items():
        assert ours[query_id] == pytest.approx(scores, rel=1e-5)
    again = assay("run", "--mode", "hybrid", "--out", tmp_path / "other.run", "--fused")
    assert again.status == 0
    tmp_path.joinpath("other.run").unlink()
    refused = assay("run", "--mode", "hybrid", "--out", tmp_path / "other.run", "--fused")
    assert (refused.status, "other.run.keyword already exists" in refused.err) == (2, True)
    assert assay("run", "--mode", "keyword", "--out", tmp_path / "k.run", "--fused").status == 2


def test_ranx_makes_the_hybrid_run_its_measures_and_its_test_again(
    searched: Assay, tmp_path: Path, ranx: Any
) -> None:
    """As the guide says how."""
    runs = {
        mode: ranx.Run.from_file(str(tmp_path / f"{mode}.run"), kind="trec")
        for mode in ("keyword", "semantic", "hybrid")
    }
    fused = _fused(ranx, runs["keyword"], runs["semantic"])
    ours = read_run(tmp_path / "hybrid.run")
    assert {*ours} == {*fused.to_dict()}
    for query_id, scores in fused.to_dict().items():
        assert ours[query_id] == pytest.approx(scores, rel=1e-5)

    file = tmp_path / "small" / "qrels" / "test.tsv"
    rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    grades: dict[str, dict[str, int]] = {}
    for query_id, doc_id, grade in rows:
        grades.setdefault(query_id, {})[doc_id] = int(grade)
    qrels = ranx.Qrels(grades)
    names = {"nDCG@10": "ndcg@10", "AP": "map", "RR": "mrr", "R@5": "recall@5", "Success@1": "hit_rate@1",
             "Rprec": "r-precision"}  # fmt: skip
    options = [option for name in names for option in ("-m", name)]
    for mode, run in runs.items():
        call = ("evaluate", "--qrels", file, "--run", tmp_path / f"{mode}.run", *options, "--json")
        means = searched(*call).payload["mean"]
        found = ranx.evaluate(qrels, run, [*names.values()], make_comparable=True)
        assert means == pytest.approx({name: found[other] for name, other in names.items()}, abs=1e-9)

    call = ("compare", tmp_path / "keyword.run", tmp_path / "semantic.run", "--qrels", file, "--json")
    compared = searched(*call).payload
    report = ranx.compare(
        qrels, [runs["keyword"], runs["semantic"]], metrics=["ndcg@10"], stat_test="student",
        make_comparable=True,
    )  # fmt: skip
    (pair,) = {frozenset(each) for each in report.comparisons}
    assert compared["p_t"] == pytest.approx(report.comparisons[pair]["ndcg@10"]["p_value"], abs=1e-9)
