"""What a vector for each use is worth in each variant, beside the forms that need a pass for each vector.

    python tests/benchmarks/train_formats.py OUT [--steps 80] [--length 128] [--seeds 1] [--variants codes]
        [--loss mnrl] [--tasks "CACM links" scifact ...]

From the folder in ASSAY_SHARED_DATA (or ../shared/data), with the leak check of `default_data`. What is
written to OUT/teach/small: four tasks of the same 4,000 AI papers (area, year, a title that asks for its
abstract, the first half of an abstract that asks for the second), and a recipe of each variant over MiniLM,
of the same steps of 16 examples. OUT/tasks/small.jsonl has four tasks on other papers. Each recipe is
trained and scored as `assay formats seeds` does it; OUT/seeds.md is the table. What is there already is not
made again. The analyses run on the same files, as in `assay formats relatedness
OUT/teach/small/adapters-1.toml --tasks OUT/tasks/small.jsonl --out OUT/related`.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import makers  # noqa: F401 - where public_sets and the like lie
import platformdirs
from default_data import Row, default_data
from measuring import parser_of
from public_sets import shared_data

from assay.benchmarks.tasks.data import Fields
from assay.benchmarks.tasks.score import Scoring, TaskScore, TaskVectors, score_task
from assay.encoding import Encoder, FolderCache, encode_formats_with_cache
from assay.encoding.multiformat.ensemble import How, Member, write_ensemble
from assay.evaluation.statistics.predicted import compare_predictions
from assay.evaluation.statistics.systems import compare_systems
from assay.experiments.formats.scoring import ReadTask, TaskScorer, Trainings, read_task_file
from assay.experiments.formats.seeds import run_seeds, seeds_table
from assay.registry.loading import load_named
from assay.table import Cell, Table
from assay.training.recipe.recipe_file import read_recipe
from assay.training_runs.trials import Trainer
from assay.types import TaskFormat, Vectors

BASE = "all-MiniLM-L6-v2"
TAUGHT, HELD = 4000, 1000
VARIANTS = (
    "cls", "codes", "adapters", "adapters-3", "adapters-2", "adapters-1", "fusion", "pals", "probes",
    "pools", "wide",
)  # fmt: skip
FROZEN = ("adapters", "fusion", "probes", "pools", "wide")
RATES = {"adapters": 3e-4, "fusion": 3e-4, "probes": 1e-3, "pools": 1e-3, "wide": 1e-3}
RATE = 5e-5  # of a base that learns
LOSSES: Mapping[str, Sequence[str]] = {
    "triplet": ('kind = "triplet"', "margin = 1.0"),
    "mnrl": ('kind = "mnrl"', "scale = 20.0"),
}
SCORING = Scoring(intercept=True, similarity="cosine")
TASKS = ("Area of AI", "Year", "cisi", "CISI links")
SEED = 7
RARE = 50
"""A class of fewer papers has so few in the test that one of them decides."""


def main() -> None:
    """Writes what is not there, trains, scores, and prints the tables."""
    parser = parser_of(__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--length", type=int, default=128, help="tokens of a text, in training and in tests")
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--loss", choices=LOSSES, default="triplet", help="of proximity and search")
    parser.add_argument("--tasks", nargs="+", default=TASKS, help="names of the shipped model's tests")
    given = parser.parse_args()
    out = given.out.resolve()
    small = _written(out, given.tasks)
    tasks = read_task_file(small)
    chosen = given.variants.split(",")
    recipes = [_recipe(out, name, given) for name in chosen]
    trainer = Trainer(out=out / "seeds", folder=recipes[0].parent, library=out / "no-library")
    work = Trainings(trainer=trainer, tasks=tasks, scoring=SCORING)
    found = run_seeds([(read_recipe(path), path.parent) for path in recipes], work, seeds=given.seeds)
    table = seeds_table(found).markdown()
    (out / "seeds.md").write_text(table, encoding="utf-8")
    print(table)
    print(_beside(out, tasks, chosen, given.length))
    if "cls" in chosen:
        print(_against_one_vector(out, tasks, chosen, given.length).markdown())


def _beside(out: Path, tasks: Sequence[ReadTask], chosen: Sequence[str], length: int) -> str:
    """The base that has not learned, the model that ships, and the mean of codes and adapters."""
    models = {BASE: BASE, "assay-papers": "assay-papers"}
    if {"codes", "adapters"} <= {*chosen}:
        members = [
            Member(name, out / "seeds" / name / f"seed-{SEED}" / "model", length)
            for name in ("codes", "adapters")
        ]
        folder = out / "ensemble"
        if not folder.is_dir():
            write_ensemble(folder, members, how=How.MEAN)
        models["ensemble"] = str(folder)
    lines = []
    for name, model in models.items():
        scorer = TaskScorer(
            load_named(model, max_length=length), scoring=SCORING, kept=out / f"{name}-scores.json"
        )
        scores = [scorer.score(task) for task in tasks]
        lines.append(f"{name}: {', '.join(_shown(score) for score in scores)}")
    return "\n".join(lines)


def _against_one_vector(out: Path, tasks: Sequence[ReadTask], chosen: Sequence[str], length: int) -> Table:
    """Each variant and the base less `cls`, the one vector for all that learned the same, over each test."""
    places = {name: str(out / "seeds" / name / f"seed-{SEED}" / "model") for name in chosen} | {BASE: BASE}
    rows: list[tuple[Cell, ...]] = []
    encoders = {name: load_named(model, max_length=length) for name, model in places.items()}
    for task in tasks:
        scores = {name: _with_details(encoder, task) for name, encoder in encoders.items()}
        for name in places:
            if name != "cls":
                rows += _compared(task, name, scores["cls"], scores[name])
    heading = ("task", "measure", "n", "cls", "other", "value", "less cls", "95 %", "p", "better, worse")
    return Table("Against one vector", heading, tuple(rows))


def _with_details(encoder: Encoder, read: ReadTask) -> TaskScore:
    cache = FolderCache(platformdirs.user_cache_path("assay", appauthor=False) / "vectors")
    query_format, papers = read.task.formats

    def encoded(texts: Mapping[str, Fields], each: TaskFormat, *, of_papers: bool) -> Vectors:
        joined = [encoder.template.join(*fields) for fields in texts.values()]
        (found,), _ = encode_formats_with_cache(
            encoder, joined, formats=[each], cache=cache, papers=of_papers
        )
        return found

    vectors = TaskVectors(
        encoded(read.data.papers, papers, of_papers=True),
        encoded(read.data.queries, query_format, of_papers=False),
    )
    return score_task(read.task, read.data, vectors, scoring=SCORING)


def _compared(read: ReadTask, name: str, one: TaskScore, other: TaskScore) -> list[tuple[Cell, ...]]:
    """Rankings query by query, labels paper by paper (all labels taught)."""
    rows: list[tuple[Cell, ...]] = []
    for metric, value in one.complete.items():
        if one.details.items:
            items = {"cls": one.details.items[metric], "other": other.details.items[metric]}
            found = compare_systems(items, metric, reference="cls", seed=SEED).pairs[0]
            pair, ci = found.comparison, found.bootstrap.bca
            n, p = len(items["cls"]), pair.p_randomisation
        else:
            papers = [*one.details.predictions]
            truth, taught, others = (
                [each.details.predictions[paper][at] for paper in papers]
                for each, at in ((one, 0), (one, 1), (other, 1))
            )
            pair = compare_predictions(metric, truth, taught, others, seed=SEED)
            n, ci, p = len(papers), pair.ci, pair.p_randomisation
        shown = (f"{value:.2f}", name, f"{other.complete[metric]:.2f}", f"{pair.difference:+.2f}")
        counts = f"{pair.wins}, {pair.losses}"
        rows.append(
            (read.task.name, metric, f"{n:,}", *shown, f"{ci[0]:+.2f} to {ci[1]:+.2f}", f"{p:.4f}", counts)
        )
    return rows


def _shown(score: TaskScore) -> str:
    few = [
        f"{metric} with {few.sample_size} labels {value:.2f}"
        for few in score.few_shot
        for metric, value in few.values.items()
    ]
    return ", ".join([f"{score.task} {metric} {value:.2f}" for metric, value in score.complete.items()] + few)


def _recipe(out: Path, name: str, given: argparse.Namespace) -> Path:
    """Labelled tasks alone, and more of each, where proximity and search stay the base's."""
    variant, _, top = name.partition("-")
    names = ["area", "year"] if variant in ("pools", "wide") else ["area", "year", "title", "half"]
    lines = [
        f'name = "{name}"',
        f'base = "{BASE}"',
        f"random_seed = {SEED}",
        f"max_length = {given.length}",
        "[formats]",
        f'variant = "{variant}"',
        'pooling = "mean"' if variant != "codes" else "",
        f"layers = {top}" if top else "",
        'words = "words.jsonl"' if variant == "wide" else "",
        f'adapters = "{out}/seeds/adapters/seed-{SEED}/model"' if variant == "fusion" else "",
        "[[stages]]",
        'mixing = "tasks"',
        "batch_size = 16",
        "gradient_accumulation_steps = 1",
        f"max_steps = {given.steps}",
        "[stages.loss]",
        *LOSSES[given.loss],
        "[stages.optimiser]",
        f"learning_rate = {RATES.get(variant, RATE)}",
        f"warmup_steps = {given.steps // 10}",
        "[stages.stopping]",
        f"interval = {given.steps}",
        "patience = 0",
    ]
    for each in names:
        lines += ["[[stages.objectives]]", *OBJECTIVES[each], f'name = "{each}"', f'path = "{each}"']
        lines += ["validation = 0.03", "validation_limit = 40"]
    path = out / "teach" / "small" / f"{name}.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


OBJECTIVES: Mapping[str, Sequence[str]] = {
    "area": ('kind = "classification"', 'label = "area"'),
    "year": ('kind = "regression"', 'label = "year"'),
    "title": ('kind = "pairs"', 'query_format = "QRY"', 'format = "PRX"'),
    "half": ('kind = "pairs"', 'query_format = "PRX"', 'format = "PRX"'),
}


# --- data


def _written(out: Path, names: Sequence[str]) -> Path:
    """The file of the tasks of these names."""
    small = out / "tasks" / "small.jsonl"
    if small.is_file():
        return small
    made = default_data(shared_data(), out)
    years = _lines(made.folder / "years" / "train.jsonl")
    areas = {row["title"]: row["area"] for row in _lines(made.folder / "areas" / "train.jsonl")}
    draw = random.Random(SEED)
    taught = draw.sample([row for row in years if len(row["abstract"].split()) >= 60], TAUGHT)
    folder = made.folder / "small"
    _write(folder / "words.jsonl", taught)
    _write(folder / "year" / "train.jsonl", taught)
    _write(folder / "area" / "train.jsonl", [row | {"area": areas[row["title"]]} for row in taught])
    _write(folder / "title" / "train.jsonl", list(_asked(taught, areas, draw, halves=False)))
    _write(folder / "half" / "train.jsonl", list(_asked(taught, areas, draw, halves=True)))
    _write(small, list(_tasks(made.tasks, names, draw)))
    return small


def _asked(
    papers: Sequence[Row], areas: Mapping[str, str], draw: random.Random, *, halves: bool
) -> Iterator[Row]:
    """A title and its abstract, or an abstract's halves, and as negative another paper of the same area."""
    alike: dict[str, list[Row]] = {}
    for row in papers:
        alike.setdefault(areas[row["title"]], []).append(row)
    for row in papers:
        other = draw.choice([one for one in alike[areas[row["title"]]] if one != row])
        first, second = _halves(row["abstract"])
        if halves:
            yield {"query": first, "positive": second, "negative": _halves(other["abstract"])[1]}
        else:
            yield {"query": row["title"], "positive": row["abstract"], "negative": other["abstract"]}


def _halves(abstract: str) -> tuple[str, str]:
    words = abstract.split()
    return " ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])


def _tasks(path: Path, names: Sequence[str], draw: random.Random) -> Iterator[Row]:
    """The tasks of these names, those with labels on a thousand papers."""
    papers = {row["doc_id"] for row in draw.sample(_lines(path.parent / "papers" / "held.jsonl"), HELD)}
    held = [row for row in _lines(path.parent / "papers" / "held.jsonl") if row["doc_id"] in papers]
    _write(path.parent / "papers" / "small.jsonl", held)
    for task in _lines(path):
        if task["name"] not in names:
            continue
        if task["data"]["meta"] == "papers/held.jsonl":
            parts = {part: f"small/{place}" for part, place in task["data"]["test"].items()}
            known = {
                part: [row for row in _lines(path.parent / place) if row["paper_id"] in papers]
                for part, place in task["data"]["test"].items()
            }
            labels = Counter(row["label"] for rows in known.values() for row in rows)
            for part, rows in known.items():
                kept = [row for row in rows if task["type"] == "regression" or labels[row["label"]] >= RARE]
                _write(path.parent / parts[part], kept)
            task["data"] = {"meta": "papers/small.jsonl", "test": parts}
            task["few_shot"] = [{"sample_size": 300, "iterations": 5}] if task["few_shot"] else []
        yield task


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _write(path: Path, rows: Sequence[Row]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
