"""Trains the model that ships and compares it with its base, on papers that it was not taught.

    python resources/makers/train_default.py OUT

The objectives and the tests are those of `default_data`. Every text goes through the base once: the vectors
of a wide model and of its base come of one pass, and what was read is kept in OUT. Searches and links are
ranked among all papers of their collection and compared query by query (paired randomisation, Holm); labels
are learned by linear probes (SciRepEval's, with an intercept) from all training papers, and from 300, and
compared over the test papers (`paired_bootstrap`).
OUT/report.md says what came out; OUT/run/model is the model, to be copied to
resources/assay_resources/models/assay-papers. About an hour and a half on two cores.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from default_data import DefaultData, default_data
from one_pass import OnePass
from paired_bootstrap import Paired, paired, predicted
from public_sets import shared_data

from assay.benchmarks.tasks.data import LabelledData, RankedData, TaskData, read_data
from assay.benchmarks.tasks.ranked import candidate_run
from assay.benchmarks.tasks.score import Scoring, TaskScore, TaskVectors, score_task
from assay.benchmarks.tasks.task import EvaluationTask, read_tasks
from assay.benchmarks.types import FewShot
from assay.encoding.formats import TextTemplate
from assay.encoding.model_files.folder import DEFAULT_MODEL, find_folder
from assay.evaluation import compare, evaluate
from assay.evaluation.statistics import holm
from assay.training.recipe.recipe_file import read_recipe
from assay.training_runs.runs import trained_once
from assay.types import Run, Vectors

DEPTH = 100
SCORING = Scoring(intercept=True, similarity="cosine")


def main() -> None:
    """Trains, measures, and writes OUT/report.md."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out.resolve()
    made = default_data(shared_data(), out)
    model = _trained(made, out)
    reader = OnePass(model, out / "pools")
    rows = [row for task in read_tasks(made.tasks) for row in _compared(task, reader)]
    report = _report(made, rows)
    (out / "report.md").write_text(report, encoding="utf-8")
    print(report)


def _trained(made: DefaultData, out: Path) -> Path:
    recipe = find_folder(DEFAULT_MODEL, allow_network=False) / "recipe.toml"
    shutil.copyfile(recipe, made.folder / "recipe.toml")
    done = trained_once(
        read_recipe(made.folder / "recipe.toml"),
        out=out / "run",
        folder=made.folder,
        library=out / "no-library",
        add=False,
    )
    if done.model is None:
        sys.exit(f"{done.status}: {done.reason}")
    return done.model


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the report: base and model, in percent."""

    task: EvaluationTask
    measure: str
    base: float
    model: float
    test: Paired


def _compared(task: EvaluationTask, reader: OnePass) -> list[Row]:
    data = read_data(task)
    asked, papers = task.formats
    template = TextTemplate()

    def texts(of: Mapping[str, tuple[str, ...]]) -> list[str]:
        return [template.join(*fields) for fields in of.values()]

    base, own = reader.vectors(texts(data.papers), [papers])
    base_queries, own_queries = (
        reader.vectors(texts(data.queries), [asked]) if data.queries else (base[:0], own[:0])
    )
    print(f"{task.name}: {len(base)} papers", flush=True)
    both = [TaskVectors(base, base_queries), TaskVectors(own, own_queries)]
    if isinstance(data, LabelledData):
        return _labelled(task, data, both)
    return [_ranked(task, data, both) if task.candidates == "all" else _judged(task, data, both)]


def _labelled(task: EvaluationTask, data: LabelledData, both: Sequence[TaskVectors]) -> list[Row]:
    scores = _scores(task, data, both)
    truth = np.array([label for _, label in data.test])
    amounts: list[FewShot | None] = [None, *task.few_shot]
    rows = []
    for place, few in enumerate(amounts):
        found = [predicted(task, data, each.papers, few) for each in both]
        for metric in task.metrics:
            base, own = (
                (score.few_shot[place - 1].values if few else score.complete)[metric] for score in scores
            )
            test = paired(metric, truth, *found)
            assert abs(test.difference - (own - base)) < 1e-9
            rows.append(Row(task, metric + (f", {few.sample_size} labels" if few else ""), base, own, test))
    return rows


def _scores(task: EvaluationTask, data: TaskData, both: Sequence[TaskVectors]) -> list[TaskScore]:
    return [score_task(task, data, each, scoring=SCORING) for each in both]


def _judged(task: EvaluationTask, data: RankedData, both: Sequence[TaskVectors]) -> Row:
    """Average precision among the judged papers alone."""
    places = {doc_id: row for row, doc_id in enumerate(data.papers)}
    runs = [
        candidate_run(
            data.qrels,
            dict(zip(data.queries, each.queries, strict=True)),
            places,
            each.papers,
            similarity=SCORING.similarity,
        )
        for each in both
    ]
    base, own = (score.complete["map"] for score in _scores(task, data, both))
    test = Paired.of_queries(compare(data.qrels, *runs, "AP"))
    assert abs(test.difference - (own - base)) < 1e-9
    return Row(task, "map", base, own, test)


def _ranked(task: EvaluationTask, data: RankedData, both: Sequence[TaskVectors]) -> Row:
    ids = list(data.papers)
    queries = list(data.queries) or [query for query in data.qrels if query in data.papers]
    selves = {} if data.queries else {query: query for query in queries}
    places = [ids.index(query) for query in queries] if selves else []
    runs = [
        ranked_run(queries, each.papers[places] if selves else each.queries, ids, each.papers, data.qrels)
        for each in both
    ]
    qrels = {query: data.qrels[query] for query in queries if query in data.qrels}
    found = compare(qrels, *runs, "nDCG@10", exclude_self=selves)
    checked = evaluate(qrels, runs[1], ["nDCG@10"], exclude_self=selves).mean["nDCG@10"]
    assert abs(checked - found.mean_b) < 1e-9
    return Row(task, "nDCG@10", 100 * found.mean_a, 100 * found.mean_b, Paired.of_queries(found))


def ranked_run(
    queries: Sequence[str], asked: Vectors, ids: Sequence[str], papers: Vectors, qrels: object
) -> Run:
    """The best papers of each query that has judgements; queries of any length, papers by cosine."""
    scaled = papers / np.linalg.norm(papers, axis=1, keepdims=True)
    scores = asked @ scaled.T  # (q, d) @ (d, n)
    top = np.argsort(-scores, axis=1, kind="stable")[:, : DEPTH + 1]
    return {
        query: {ids[place]: float(scores[row, place]) for place in top[row]}
        for row, query in enumerate(queries)
        if query in qrels
    }


def _report(made: DefaultData, rows: Sequence[Row]) -> str:
    lines = [
        f"{made.taught:,} papers taught, {made.barred:,} barred as papers of tests.",
        "",
        "| task | format | in train | measure | base | model | change | 95 % | for, against, of | p | Holm |",
        "|---|---|---|---|---:|---:|---:|---|---:|---:|---:|",
    ]
    for corrected, row in zip(_corrected(rows), rows, strict=True):
        test = row.test
        sides = "{}, {}, {}".format(*(test.sides or ("", "")), test.n).lstrip(", ")
        cells = (
            row.task.name, row.task.group, "yes" if row.task.in_train else "no", row.measure,
            f"{row.base:.2f}", f"{row.model:.2f}", f"{test.difference:+.2f}",
            f"{test.low:+.2f} to {test.high:+.2f}", sides, f"{test.p:.4f}", f"{corrected:.4f}",
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _corrected(rows: Sequence[Row]) -> list[float]:
    """Holm's p of each row, over the rankings and over the labels, each by themselves."""
    kinds = [row.task.group in ("CLF", "RGN") for row in rows]
    found = {
        kind: iter(holm([row.test.p for row, own in zip(rows, kinds, strict=True) if own == kind]))
        for kind in (False, True)
    }
    return [next(found[kind]) for kind in kinds]


if __name__ == "__main__":
    main()
