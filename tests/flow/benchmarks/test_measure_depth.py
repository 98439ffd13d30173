"""Rankings are as deep as the measures ask for, or the measure's name says the cut."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.types import Run

Assay = Callable[..., Any]

N = 1200
FIRST, LAST = "d0000", "d1199"


def write_beir(folder: Path) -> Path:
    """1,200 papers, each of one word more than the one before; two are right for the query, far down."""
    (folder / "qrels").mkdir(parents=True)
    rows = [{"_id": f"d{n:04}", "title": f"paper {n}", "text": "bees " * (n % 7 + 1)} for n in range(N)]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (folder / "queries.jsonl").write_text('{"_id": "q", "text": "bees"}\n', encoding="utf-8")
    return folder


def judge(folder: Path, *doc_ids: str) -> None:
    rows = "".join(f"q\t{doc_id}\t1\n" for doc_id in doc_ids)
    (folder / "qrels" / "test.tsv").write_text(f"query-id\tcorpus-id\tscore\n{rows}", encoding="utf-8")


@pytest.fixture
def ranked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[Path, list[int]]:
    """The folder, and the depths asked of a ranking that is d0000, d0001, ...: the rest is real."""
    depths: list[int] = []

    def retrieve(papers: Any, queries: Any, *, k: int, **rest: Any) -> Run:
        depths.append(k)
        return {query.query_id: {p.doc_id: -float(n) for n, p in enumerate(papers[:k])} for query in queries}

    monkeypatch.setattr("assay.search.retrieve", retrieve)
    folder = write_beir(tmp_path / "set")
    judge(folder, "d0000", "d0149", "d0999", "d1199")
    return folder, depths


def means(answer: Any) -> dict[str, float]:
    assert answer.status == 0, answer.err
    found: dict[str, float] = answer.payload["mean"]
    return found


def test_recall_at_1000_looks_at_1000_results(assay: Assay, ranked: tuple[Path, list[int]]) -> None:
    folder, depths = ranked
    call = ("evaluate", "--beir", folder, "--model", "hashing", "--json")
    assert means(assay(*call, "-m", "R@1000")) == {"R@1000": 0.75}  # R@100 would be 0.25
    assert means(assay(*call, "-m", "nDCG@10", "-m", "R@200")) == {
        "nDCG@10": pytest.approx(0.390, abs=1e-3),
        "R@200": 0.5,
    }
    assert depths == [1000, 200]


def test_a_measure_without_a_cutoff_says_where_its_ranking_was_cut(
    assay: Assay, ranked: tuple[Path, list[int]]
) -> None:
    folder, depths = ranked
    call = ("evaluate", "--beir", folder, "--model", "hashing", "--json", "-m", "AP", "-m", "RR")
    at_1000 = (1 + 2 / 150 + 3 / 1000) / 4
    assert means(assay(*call)) == {"AP@1000": pytest.approx(at_1000), "RR@1000": 1.0}
    assert means(assay(*call, "-k", 100)) == {"AP@100": 0.25, "RR@100": 1.0}
    whole = at_1000 + 4 / 1200 / 4
    assert means(assay(*call, "-k", N)) == {"AP": pytest.approx(whole), "RR": 1.0}
    assert depths == [1000, 100, N]


def test_too_few_results_for_a_measure_are_refused_and_cut_the_usual_ones_by_name(
    assay: Assay, ranked: tuple[Path, list[int]]
) -> None:
    folder, depths = ranked
    call = ("evaluate", "--beir", folder, "--model", "hashing", "-k", 100)
    refused = assay(*call, "-m", "R@1000")
    assert refused.status == 2
    assert "R@1000 asks for 1000 results a query, and -k 100 has fewer" in refused.err
    assert depths == []
    usual = means(assay(*call[:-1], 50, "--json"))
    assert [*usual] == ["nDCG@10", "AP@50", "RR@50", "P@5", "R@50", "Judged@10"]


def test_the_real_retrieval_is_as_deep(assay: Assay, tmp_path: Path) -> None:
    folder = write_beir(tmp_path / "set")
    judge(folder, *(f"d{n:04}" for n in range(N)))
    found = means(assay("evaluate", "--beir", folder, "--model", "hashing", "-m", "R@1000", "--json"))
    assert found == {"R@1000": pytest.approx(1000 / N)}


def test_a_run_that_is_too_short_for_a_measure_is_told(assay: Assay, tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("q 0 a 1\nr 0 a 1\n", encoding="utf-8")
    (tmp_path / "x.run").write_text("q Q0 a 1 2 t\nq Q0 b 2 1 t\nr Q0 a 1 1 t\n", encoding="utf-8")
    call = ("--qrels", tmp_path / "qrels")
    found = assay("evaluate", *call, "--run", tmp_path / "x.run", "-m", "R@1000", "--json")
    assert found.payload["mean"] == {"R@1000": 1.0}
    assert "R@1000 looks at 1000 results a query, and the run x.run has at most 2" in found.err
    assert "looks at" not in assay("evaluate", *call, "--run", tmp_path / "x.run").err


def test_two_models_are_compared_as_deep_as_the_measures_ask(
    assay: Assay, ranked: tuple[Path, list[int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    folder, depths = ranked
    (folder / "queries.jsonl").write_text(
        '{"_id": "q", "text": "bees"}\n{"_id": "r", "text": "bees"}\n', encoding="utf-8"
    )
    with (folder / "qrels" / "test.tsv").open("a", encoding="utf-8") as file:
        file.write("r\td0000\t1\n")
    from small_models import small_model

    model = small_model(tmp_path / "small")
    call = ("model", "evaluate", model, "--against", "hashing", "--beir", folder, "--json")
    found = assay(*call, "-m", "R@1000", "-m", "AP")
    assert found.status == 0, found.err
    assert found.payload["model"]["mean"] == {
        "R@1000": (0.75 + 1) / 2,
        "AP@1000": pytest.approx(((1 + 2 / 150 + 3 / 1000) / 4 + 1) / 2),
    }
    assert depths == [1000, 1000]
