"""What a training and tasks share, from a recipe, a BEIR folder and a trained model, and the scores left."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from assay.benchmarks.overlap.material import Material, Record, training_material
from assay.benchmarks.overlap.report import task_overlaps
from assay.benchmarks.results import TaskResult
from assay.benchmarks.runner import Bench
from assay.benchmarks.selection import SelectedTask, select_tasks
from assay.benchmarks.store import BenchStore
from assay.benchmarks.tasks.authors import pairs as authors_pairs
from assay.benchmarks.tasks.expertise import read_expertise
from assay.benchmarks.tasks.kinds import AnyData
from assay.benchmarks.tasks.task import EvaluationTask
from assay.codec import shallow
from assay.errors import BadInput, RecipeError
from assay.training_runs.sources import keep_sources
from small_benchmarks import small_beir, small_mdcr, small_s2and, small_scidocs, small_scirepeval
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
gradient_accumulation_steps = 1
max_steps = 1
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
    asked, _ = select_tasks(data=data, names=(SCIFACT,))
    results = Bench(store).run(["bm25"], asked)[1]
    others = [{"query": f"nothing like it, number {n}", "positive": f"Elsewhere {n}"} for n in range(12)]
    recipe = taught(tmp_path / "taught", [{"query": SUBJECTS[0], "positive": paper}, *others])
    (leak,), _ = task_overlaps(training_material(str(recipe)), asked, results)
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
    assert json.dumps(leak, default=shallow)


def test_a_beir_folder_taught_the_papers_that_were_judged(data: Path, tmp_path: Path) -> None:
    asked, _ = select_tasks(data=data, names=(SCIFACT,))
    material = training_material(str(data / "scifact"), split="test")
    assert set(material.papers) <= {paper["doc_id"] for paper in papers(12)}
    (leak,), _ = task_overlaps(material, asked)
    assert len(leak.found.touched) == leak.found.n_queries
    assert leak.left == {}
    alone = small_beir(tmp_path / "elsewhere") / "scifact"
    (alone / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq3\tp11\t1\n", encoding="utf-8")
    assert set(training_material(str(alone), split="test").papers) == {"p11"}


def test_a_training_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="not a recipe, a BEIR folder or a trained model"):
        training_material("nowhere")
    recipe = taught(tmp_path / "gone", [])
    (tmp_path / "gone" / "pairs.jsonl").unlink()
    with pytest.raises(RecipeError, match="no such file"):
        training_material(str(recipe))


def telling(n: int) -> str:
    return f"How bees of hive number {n} agree where to nest in early spring"


def gold_standard(folder: Path) -> Path:
    """Three people, each with papers of their own, who judged four papers each."""
    folder.mkdir(parents=True)
    corpus = [{"_id": f"p{n}", "title": telling(n), "text": "An abstract."} for n in range(12)]
    profiles = [{"_id": f"r{n}", "papers": [f"p{9 + n}"]} for n in range(3)]
    for name, some in (("corpus.jsonl", corpus), ("profiles.jsonl", profiles)):
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in some), encoding="utf-8")
    judged = [
        ("r0", "p0", 5),
        ("r0", "p1", 1),
        ("r1", "p2", 5),
        ("r1", "p3", 1),
        ("r2", "p4", 5),
        ("r2", "p5", 2),
    ]
    lines = [f"{who}\t{paper}\t{value}" for who, paper, value in judged]
    text = "participant-id\tpaper-id\texpertise\n" + "\n".join(lines) + "\n"
    (folder / "expertise.tsv").write_text(text, encoding="utf-8")
    return folder


def asked_of(name: str, data: AnyData) -> SelectedTask:
    """A task of these data, wherever they were read."""
    path = Path("no-file")
    rules = EvaluationTask(name, "proximity", ("P_5", "P_10"), path, path)
    kind = "reviewers"
    return SelectedTask(
        f"own/{name}", name, ("own",), kind, "PRX", rules.formats, rules.metrics, False, rules, None, (),
        lambda: data,
    )  # fmt: skip


def test_reviewers_of_whom_a_paper_was_trained_on_are_left_out_of_their_score(tmp_path: Path) -> None:
    """r0 fits p0, which was trained on, and r1 wrote p10, which was too: r2 alone is untouched."""
    data = read_expertise(gold_standard(tmp_path / "gold"))
    task = asked_of("gold", data)
    trained = Material("taught", {f"t-{n}": Record(telling(n)) for n in (0, 10)}, named=False)
    values = {"r0": 90.0, "r1": 60.0, "r2": 10.0}
    parts = {"hard": {"P_5": 50.0}, "soft": {"P_5": 50.0}}
    result = TaskResult(
        task=task.task_id, system="m", key="k", kind="reviewers", values={"P": 160 / 3}, items={"P": values},
        parts=parts,
    )  # fmt: skip
    (leak,), broken = task_overlaps(trained, [task], [result])
    assert not broken
    assert leak.found.excluded() == {"r0", "r1"}
    (left,) = leak.left["m"]
    assert left.whole == pytest.approx(160 / 3)
    assert (left.left, left.out, left.n_left, left.n_out) == (10.0, 75.0, 1, 2)


def test_a_score_kept_by_other_ids_than_the_task_asks_about_is_never_called_untouched(tmp_path: Path) -> None:
    data = read_expertise(gold_standard(tmp_path / "gold"))
    task = asked_of("gold", data)
    by_paper = TaskResult(task=task.task_id, system="m", key="k", values={"P": 5.0}, items={"P": {"p0": 5.0}})
    whole = TaskResult(task=task.task_id, system="n", key="k", values={"b3_f1": 5.0})
    (leak,), _ = task_overlaps(Material("taught", {}, named=False), [task], [by_paper, whole])
    assert leak.left == {}
    assert "such as 'p0'" in str(leak.untold["m"])
    assert "kept as a whole" in str(leak.untold["n"])
    assert leak.figures().untold == leak.untold


def test_every_kind_of_task_keeps_its_scores_by_what_it_asks_about(
    store: BenchStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else nothing would ever be left out, and a score would look untouched."""
    monkeypatch.setattr(authors_pairs, "TRIES", 1)
    monkeypatch.setattr(authors_pairs, "TREES", (2, 3))
    data = tmp_path / "all"
    small_s2and(small_mdcr(small_beir(small_scidocs(small_scirepeval(data)))))
    every, _ = select_tasks(data=data)
    asked = [*{task.kind: task for task in every}.values()]
    results = Bench(store).run(["hashing"], asked)[1]
    found, _ = task_overlaps(Material("nothing", {}, named=False), asked, results)
    scored = {each.task for each in results if each.scored}
    kinds = {task.kind for task in asked if task.task_id in scored}
    assert kinds >= {"classification", "regression", "proximity", "adhoc_search", "reviewers"}
    untold = {each.task for each in found if each.untold}
    whole = {task.task_id for task in asked if task.kind in ("clusters", "clicks")} & scored
    assert untold == whole
    for leak in found:
        for some in leak.left.values():
            assert {each.n_left for each in some} == {each.n for each in some}


def test_a_task_that_cannot_be_read_is_named_and_the_others_are_compared(data: Path) -> None:
    asked, _ = select_tasks(data=data, names=(SCIFACT, "scidocs/cite"))
    (data / "scifact" / "corpus.jsonl").write_text("{broken\n", encoding="utf-8")
    found, broken = task_overlaps(Material("taught", {}, named=False), asked)
    assert [each.task for each in found] == ["scidocs/cite"]
    assert [(each.task_id, each.state) for each in broken] == [(SCIFACT, "broken")]
    assert "corpus.jsonl" in broken[0].why


def test_a_card_with_paths_of_no_folder_says_what_to_give_instead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the current folder happens to have a file of that name."""
    recipe = taught(tmp_path / "taught", [{"query": f"q {n}", "positive": f"p {n}"} for n in range(12)])
    monkeypatch.chdir(recipe.parent)
    card = SimpleNamespace(recipe=recipe.read_text(encoding="utf-8"), model_id="taught-1")
    registry = SimpleNamespace(
        find=lambda _name: card, folder=lambda name: tmp_path / "models" / name / "model"
    )
    monkeypatch.setattr("assay.benchmarks.overlap.material.open_registry", lambda: registry)
    with pytest.raises(RecipeError, match=r"taught-1 says that it learned from pairs.jsonl.*recipe's file"):
        training_material("taught-1")
    entry = tmp_path / "models" / "taught-1"
    entry.mkdir(parents=True)
    keep_sources(entry, recipe=card.recipe, folder=recipe.parent)
    monkeypatch.chdir(tmp_path)
    assert len(training_material("taught-1").positives) == 12, "where it lay when it was trained here"
    (entry / "sources.json").write_text("{", encoding="utf-8")
    with pytest.raises(RecipeError, match=r"learned from pairs.jsonl"):
        training_material("taught-1")
    whole = card.recipe.replace('"pairs.jsonl"', json.dumps(str(recipe.parent / "pairs.jsonl")))
    card.recipe = whole
    assert len(training_material("taught-1").positives) == 12
