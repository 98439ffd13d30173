"""BEIR's TREC-COVID has two grades of -1; every command that takes folders reads it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from small_benchmarks import write_parquet
from small_collection import TEST, TRAIN, write_collection
from small_models import small_model

Assay = Callable[..., Any]

RECIPE = """
name = "crops"
base = '{base}'
device = "cpu"
max_length = 32
[[stages]]
batch_size = 4
gradient_accumulation_steps = 1
max_steps = 1
[stages.stopping]
interval = 1
patience = 0
[[stages.objectives]]
kind = "cropping"
path = "papers.tsv"
[[stages.objectives]]
kind = "cropping"
path = "papers.tsv"
name = "again"
"""


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_model(tmp_path_factory.mktemp("negative-grades"))


@pytest.fixture
def covid(tmp_path: Path) -> Path:
    """A collection whose test and training judgements have a -1 each, as TREC-COVID's have two."""
    test = {**TEST, "again": {**TEST["again"], "d11": -1}}
    train = {**TRAIN, "q00": {**TRAIN["q00"], "d55": -1}}
    return write_collection(tmp_path / "data" / "trec-covid", train=train, test=test)


def told(answer: Any) -> list[str]:
    return [line for line in answer.err.splitlines() if "negative grade" in line]


def test_a_model_is_measured_on_the_folder_and_the_grade_counts_as_not_relevant(
    assay: Assay, covid: Path
) -> None:
    call = ("evaluate", "--beir", covid, "--model", "hashing", "--json")
    found = assay(*call)
    assert found.status == 0, found.err
    assert len(told(found)) == 1
    assert "1 negative grade is read as 0" in told(found)[0]
    qrels = covid / "qrels" / "test.tsv"
    qrels.write_text(qrels.read_text(encoding="utf-8").replace("\t-1", "\t0"), encoding="utf-8")
    mended = assay(*call)
    assert mended.payload == found.payload
    assert not told(mended)


def test_two_models_are_compared_on_the_folder(
    assay: Assay, covid: Path, model: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    found = assay("model", "evaluate", model, "--against", "hashing", "--beir", covid, "--json")
    assert found.status == 0, found.err
    assert len(told(found)) == 1


def test_lists_are_prepared_from_the_folder(assay: Assay, covid: Path, model: Path, tmp_path: Path) -> None:
    found = assay("lists", "prepare", "--beir", covid, "--model", model, "--out", tmp_path / "lists")
    assert found.status == 0, found.err
    assert len(told(found)) == 1


def test_a_sweep_and_a_table_are_measured_on_the_folder(
    assay: Assay, covid: Path, model: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    words = ["bees", "nest", "bats", "moths", "of", "the", "and", "a"]
    lines = [f"{words[n % 8]} {n}\t{' '.join(words[n * k % 8] for k in range(1, 25))}\n" for n in range(40)]
    (tmp_path / "papers.tsv").write_text("".join(lines), encoding="utf-8")
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(RECIPE.format(base=model), encoding="utf-8")
    swept = assay("sweep", recipe, "--shares", "50", "--beir", covid, "--out", tmp_path / "sweep", "--json")
    assert swept.status == 0, swept.err
    assert len(told(swept)) == 1

    crops = covid.parent / "independent-cropping"
    crops.mkdir()
    (crops / "corpus_train.tsv").write_text("".join(lines), encoding="utf-8")
    (crops / "corpus_dev.tsv").write_text("".join(lines[:8]), encoding="utf-8")
    made = assay(
        "replicate", "--table", 1, "--data", covid.parent, "--out", tmp_path / "table", "--base", model,
        "--steps", 1, "--device", "cpu", "--json",
    )  # fmt: skip
    assert made.status == 0, made.err
    assert len(told(made)) == 1


def test_overlap_with_the_folder_is_told(assay: Assay, covid: Path) -> None:
    call = ("bench", "overlap", covid, "--data", covid.parent, "--task", "beir/trec-covid", "--json")
    found = assay(*call)
    assert found.status == 0, found.err
    assert len(told(found)) == 2  # of the training's judgements, and of the test's
    (task,) = found.payload["tasks"]
    assert task["found"]["n_queries"] == 13


def test_a_run_is_measured_on_trec_qrels_that_have_such_grades(assay: Assay, tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("q1 0 a 2\nq1 0 b -1\nq2 0 a 1\n", encoding="utf-8")
    (tmp_path / "run").write_text("q1 Q0 b 1 2 t\nq1 Q0 a 2 1 t\nq2 Q0 a 1 1 t\n", encoding="utf-8")
    files = ("--qrels", tmp_path / "qrels")
    found = assay("evaluate", *files, "--run", tmp_path / "run", "-m", "RR", "--json")
    assert found.payload["mean"] == {"RR": 0.75}
    assert len(told(found)) == 1
    compared = assay("compare", *files, tmp_path / "run", tmp_path / "run", "--json")
    assert compared.status == 0, compared.err
    assert len(told(compared)) == 1


def test_scirepevals_trec_covid_has_such_grades_too(assay: Assay, tmp_path: Path) -> None:
    """The 69,318 judgements of its `trec_covid` are those of TREC, two of them -1."""
    papers = [{"doc_id": f"p{k}", "title": f"Paper {k}", "abstract": f"On {k}."} for k in range(4)]
    meta, test = tmp_path / "scirepeval" / "trec_covid", tmp_path / "scirepeval_test" / "trec_covid"
    write_parquet(
        meta / "evaluation-00000-of-00001.parquet",
        [{"doc_id": "1", "query": "what of 2", "candidates": papers}],
    )
    scores = (2, 0, 1, -1)
    rows = [{"query_id": "1", "cand_id": f"p{k}", "score": score} for k, score in enumerate(scores)]
    write_parquet(test / "test" / "0000.parquet", rows)
    call = ("bench", "run", "hashing", "--data", tmp_path, "--task", "scirepeval/trec-covid", "--json")
    found = assay(*call)
    assert found.status == 0, found.err
    assert len(told(found)) == 1
    assert json.loads(found.out)["results"][0]["n"] == 1


def test_grades_to_be_taken_over_in_somebodys_name_are_still_mapped_by_hand(
    assay: Assay, covid: Path
) -> None:
    """Importing judgements makes them somebody's: what -1 stands for is theirs to say."""
    assert assay("import", covid / "corpus.jsonl").status == 0
    found = assay("qrels", "import", covid / "qrels" / "test.tsv", "--assessor", "trec")
    assert found.status == 2
    assert "-1" in found.err
