"""What a training and tasks share, from a recipe, a BEIR folder and a trained model, and the scores left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.errors import BadInput, RecipeError
from assay.workspace.bench import Bench, BenchStore, tasks_of
from assay.workspace.bench.leaks import leaks, training_material
from small_benchmarks import small_beir
from small_tasks import SUBJECTS, papers

SCIFACT = "beir/scifact"

RECIPE = """
name = "taught"
base = "hashing"
device = "cpu"
max_length = 32
[[stages]]
mixing = "mixed"
batch_size = 4
accumulation = 1
max_updates = 1
[stages.loss]
kind = "triplet"
[stages.stopping]
interval = 1
patience = 0
[[stages.objectives]]
kind = "pairs"
name = "own"
path = "pairs.jsonl"
"""


def taught(folder: Path, rows: list[dict[str, object]]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    path = folder / "recipe.toml"
    path.write_text(RECIPE, encoding="utf-8")
    return path


def test_a_recipe_is_compared_by_what_it_reads_and_scores_are_told_without_it(
    store: BenchStore, data: Path, tmp_path: Path
) -> None:
    """The first query's text was a training query, for a paper that is right for it."""
    qrels = [line.split("\t") for line in (data / "scifact" / "qrels" / "test.tsv").read_text().splitlines()]
    right = next(doc for query, doc, grade in qrels[1:] if query == "q0" and int(grade) > 0)
    paper = {"title": "How bees of one hive agree where to nest", "abstract": "Scouts dance."}
    corpus = data / "scifact" / "corpus.jsonl"
    rows = [json.loads(line) for line in corpus.read_text(encoding="utf-8").splitlines()]
    renamed = [row | {"title": paper["title"]} if row["_id"] == right else row for row in rows]
    corpus.write_text("".join(json.dumps(row) + "\n" for row in renamed), encoding="utf-8")
    asked, _ = tasks_of(data=data, names=(SCIFACT,))
    results = Bench(store).run(["bm25"], asked)[1]
    others = [{"query": f"nothing like it, number {n}", "positive": f"Elsewhere {n}"} for n in range(12)]
    recipe = taught(tmp_path / "taught", [{"query": SUBJECTS[0], "positive": paper}, *others])
    (leak,) = leaks(training_material(str(recipe)), asked, results)
    assert "q0" in leak.found.touched
    assert [(each.query_id, each.doc_id) for each in leak.found.positives] == [("q0", right)]
    assert right in {each.doc_id for each in leak.found.papers}
    out = leak.found.excluded()
    (left,) = leak.left["bm25"]
    values = results[0].items["ndcg_cut_10"]
    kept = [value for query_id, value in values.items() if query_id not in out]
    assert left.whole == pytest.approx(sum(values.values()) / len(values))
    assert left.left == pytest.approx(sum(kept) / len(kept))
    assert left.n_left == len(kept) < len(values)
    assert json.dumps(leak.as_json())


def test_a_beir_folder_taught_the_papers_that_were_judged(data: Path, tmp_path: Path) -> None:
    asked, _ = tasks_of(data=data, names=(SCIFACT,))
    material = training_material(str(data / "scifact"), split="test")
    assert set(material.papers) <= {paper["doc_id"] for paper in papers(12)}
    (leak,) = leaks(material, asked)
    assert len(leak.found.touched) == leak.found.n_queries
    assert leak.left == {}
    alone = small_beir(tmp_path / "elsewhere") / "scifact"
    (alone / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq3\tp11\t1\n", encoding="utf-8")
    assert set(training_material(str(alone), split="test").papers) == {"p11"}


def test_a_training_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no recipe, no folder in BEIR's form and no trained model"):
        training_material("nowhere")
    recipe = taught(tmp_path / "gone", [])
    (tmp_path / "gone" / "pairs.jsonl").unlink()
    with pytest.raises(RecipeError, match="no such file"):
        training_material(str(recipe))
