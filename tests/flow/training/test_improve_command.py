"""Judgements make search better, or say that they do not: by the command line, on a library of one's own."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytrec_eval

from assay.encoding import load_encoder
from assay.types import TaskFormat
from small_models import small_model

Assay = Callable[..., Any]

SUBJECTS = ("bees", "bats", "moths", "nest")
N = 40
RECIPE = """preset = "coder-small"
[[stages]]
epochs = 2
batch_size = 8
[stages.stopping]
interval = 2
[[stages.objectives]]
kind = "lists"
path = "library:"
first = "keyword"
n = 20
"""


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_model(tmp_path_factory.mktemp("improve"))


@pytest.fixture
def judged(assay: Assay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A library of papers of four subjects, and as many judged typed queries as are asked for."""
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    letters = "abcdefghijklmnopqrstuvwxyz"
    rows = [
        {
            "_id": f"p{n}",
            "title": f"{SUBJECTS[n % 4]} {letters[n % 26]}",
            "text": f"The {SUBJECTS[n % 4]} of {n}.",
        }
        for n in range(N)
    ]
    papers = tmp_path / "papers.jsonl"
    papers.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert assay("import", papers).status == 0

    def judge(n: int) -> None:
        texts = {
            f"q{one}": f"{SUBJECTS[one % 4]} {''.join(random.Random(one).sample(letters, 9))}"
            for one in range(n)
        }
        queries = tmp_path / "queries.jsonl"
        lines = [json.dumps({"_id": name, "text": text}) + "\n" for name, text in texts.items()]
        queries.write_text("".join(lines), encoding="utf-8")
        assert assay("queries", "import", queries).status == 0
        grades = ["query-id\tcorpus-id\tscore"]
        for one in range(n):
            own = [p for p in range(N) if p % 4 == one % 4]
            # Two queries in three ask for papers that others ask for, too; the others for one of their own.
            wanted = own[one // 4 % len(own)] if one % 3 == 0 else own[0]
            grades += [f"q{one}\tp{wanted}\t{1 + one % 2}", f"q{one}\tp{(wanted + 1) % N}\t0"]
        qrels = tmp_path / "qrels.tsv"
        qrels.write_text("\n".join(grades) + "\n", encoding="utf-8")
        assert assay("qrels", "import", qrels, "--assessor", "ada").status == 0

    return judge


def improve(assay: Assay, tmp_path: Path, base: Path, *more: object) -> Any:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(RECIPE, encoding="utf-8")
    own = ("--model", base, "--recipe", recipe, "--out", tmp_path / "better", "--device", "cpu")
    return assay("improve", *own, *more, "--progress", "none")


def check_by_trec_eval(found: Mapping[str, Any], base: Path, tmp_path: Path) -> None:
    """Before and after are what trec_eval says of the models that did not learn the queries."""
    out = tmp_path / "better"
    rows = [json.loads(line) for line in (out / "lists" / "queries.jsonl").read_text("utf-8").splitlines()]
    texts = {row["_id"]: row["text"] for row in rows}
    papers = [json.loads(line) for line in (tmp_path / "papers.jsonl").read_text("utf-8").splitlines()]
    lines = (tmp_path / "qrels.tsv").read_text("utf-8").splitlines()[1:]
    qrels: dict[str, dict[str, int]] = {}
    for query_id, doc_id, grade in (line.split("\t") for line in lines):
        qrels.setdefault(query_id, {})[doc_id] = int(grade)
    own = load_encoder(str(base), device="cpu")
    vectors = own.encode([own.template.join(p["title"], p["text"]) for p in papers], format=TaskFormat.PRX)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    runs: dict[str, dict[str, dict[str, float]]] = {"before": {}, "after": {}}
    shared = 0
    for fold in range(1, 6):
        learnt = {*(out / f"fold-{fold}.txt").read_text("utf-8").split()}
        taught = {d for name in learnt for d, grade in qrels[name].items() if grade}
        tuned = load_encoder(str(out / f"fold-{fold}" / "model"), device="cpu")
        for name in texts.keys() - learnt:
            shared += bool(taught & {d for d, grade in qrels[name].items() if grade})
            for when, model in (("before", own), ("after", tuned)):
                scores = vectors @ model.encode([texts[name]], format=TaskFormat.QRY)[0]
                run = {p["_id"]: round(float(score), 6) for p, score in zip(papers, scores, strict=True)}
                runs[when][name] = run
    assert runs["before"].keys() == texts.keys()
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.10"})
    change = next(row for row in found["changes"] if (row["group"], row["mode"]) == ("all", "meaning"))
    for when, run in runs.items():
        values = [row["ndcg_cut_10"] for row in evaluator.evaluate(run).values()]
        assert change[when] == pytest.approx(np.mean(values), abs=2e-3)  # of ties another comes first
    told = next(row for row in found["changes"] if (row["group"], row["mode"]) == ("shared", "meaning"))
    assert told["n"] == shared


def test_judged_queries_tune_a_model_that_nobody_uses_yet(
    assay: Assay, judged: Callable[[int], None], base: Path, tmp_path: Path
) -> None:
    judged(24)
    done = improve(assay, tmp_path, base, "--json")
    assert done.status == 0, done.err
    found = done.payload["tuning"]
    assert (done.payload["queries"], done.payload["steps"]) == (
        24,
        [],
    )  # weights fit the library's model alone
    assert (found["queries"], found["folds"], len(found["shares"])) == (24, 5, 5)
    groups = {(row["group"], row["mode"]): row["n"] for row in found["changes"]}
    assert groups["all", "meaning"] == groups["all", "hybrid"] == 24
    assert groups["shared", "meaning"] + groups.get(("clean", "meaning"), 0) == 24
    for row in found["changes"]:
        assert 0 <= row["before"] <= 1
        assert row["interval"][0] <= row["after"] - row["before"] <= row["interval"][1]
    assert done.payload["verdict"].endswith(".")
    shown = assay("model", "show", found["model_id"], "--json").payload
    assert shown["scores"]["improvement"]["changes"] == found["changes"]
    kept = json.loads((tmp_path / "better" / "improvement.json").read_text(encoding="utf-8"))
    assert kept["model_id"] == found["model_id"]
    check_by_trec_eval(found, base, tmp_path)
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "better").glob("*/card.json")}
    assert len(times) == 6
    told = improve(assay, tmp_path, base).out  # nothing is trained again
    assert {path: path.stat().st_mtime_ns for path in times} == times
    assert json.loads((tmp_path / "better" / "improvement.json").read_text(encoding="utf-8")) == kept
    assert "24 judged queries of library, 5 folds" in told
    assert "that ask for a paper which was learned" in told
    assert "To search with the model: assay model promote" in told


def test_promoted_it_searches_the_index_that_is_there(
    assay: Assay, judged: Callable[[int], None], base: Path, tmp_path: Path
) -> None:
    judged(24)
    small = assay("model", "add", base, "--name", "small", "--json").payload["model_id"]
    assert assay("model", "promote", small).status == 0
    assert assay("index", "--progress", "none").status == 0
    found = improve(assay, tmp_path, Path(small), "--json").payload["tuning"]
    assert assay("model", "promote", found["model_id"]).status == 0
    hits = assay("search", "the bats", "--mode", "semantic", "--json")
    assert hits.status == 0, hits.err
    assert len(hits.payload["hits"]) == 10
    model = tmp_path / "models" / found["model_id"] / "model"
    tuned, own = load_encoder(str(model), device="cpu"), load_encoder(str(base), device="cpu")
    one, other = (each.encode(["bats a"], format=TaskFormat.PRX) for each in (tuned, own))
    np.testing.assert_array_equal(one, other)


def test_batches_are_filled_by_the_fewest_queries_that_may_teach(
    assay: Assay, judged: Callable[[int], None], base: Path, tmp_path: Path
) -> None:
    """Of twenty, a fold learns from sixteen and holds some out; the preset takes sixteen at a time."""
    judged(20)
    recipe = tmp_path / "large.toml"
    recipe.write_text(RECIPE.replace("batch_size = 8", "batch_size = 16"), encoding="utf-8")
    out = tmp_path / "large"
    done = assay("improve", "--model", base, "--recipe", recipe, "--out", out, "--json", "--progress", "none")
    assert done.status == 0, done.err
    told = (out / "model" / "recipe.toml").read_text(encoding="utf-8")
    assert "batch_size = 4" in told


@pytest.mark.parametrize("n", [3, 19])
def test_too_few_queries_are_said_and_nothing_is_made(
    assay: Assay, judged: Callable[[int], None], base: Path, tmp_path: Path, n: int
) -> None:
    judged(n)
    done = improve(assay, tmp_path, base)
    assert done.status == 2
    said = " ".join(done.err.split())
    assert f"not enough judged queries: {n} of at least 20." in said
    assert not (tmp_path / "better").exists()


def test_a_folder_of_other_judgements_is_refused_and_stays_as_it_is(
    assay: Assay, judged: Callable[[int], None], base: Path, tmp_path: Path
) -> None:
    judged(20)
    assert improve(assay, tmp_path, base).status == 0
    report = (tmp_path / "better" / "improvement.json").read_bytes()
    judged(24)
    done = improve(assay, tmp_path, base)
    assert done.status == 2
    assert "was begun with other judgements, papers or another model" in " ".join(done.err.split())
    assert (tmp_path / "better" / "improvement.json").read_bytes() == report


@pytest.mark.parametrize(
    ("recipe", "said"),
    [
        ('preset = "cropping-small"\n[[stages]]\n[[stages.objectives]]\nkind = "cropping"\npath = "x"\n',
         "is not a recipe with one objective of lists"),
        (RECIPE + '[[stages.objectives]]\nkind = "lists"\nname = "more"\npath = "library:"\n',
         "is not a recipe with one objective of lists"),
        ('[tuning]\nscorer = "decoder"\n' + RECIPE, "has a decoder, which only reranks"),
    ],
)  # fmt: skip
def test_a_recipe_that_cannot_be_measured_is_refused_before_anything_is_written(
    assay: Assay, judged: Callable[[int], None], base: Path, tmp_path: Path, recipe: str, said: str
) -> None:
    judged(20)
    path = tmp_path / "other.toml"
    head, _, rest = recipe.partition("preset")
    path.write_text(f"preset{rest}" if not head else f"preset{rest}\n{head}", encoding="utf-8")
    done = assay("improve", "--model", base, "--recipe", path, "--out", tmp_path / "better")
    assert done.status == 2
    assert said in " ".join(done.err.split())
    assert not (tmp_path / "better").exists()
