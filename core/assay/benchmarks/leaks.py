"""What a training and a benchmark's tasks share, and what scores are worth on the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from assay.benchmarks.asked import Asked, Unasked
from assay.benchmarks.overlap import Leakage, Left, Material, Record, leakage, score_left, why_untold
from assay.benchmarks.results import TaskResult
from assay.benchmarks.tasks import Details, TaskScore
from assay.encoding import TextTemplate
from assay.errors import AssayError, BadInput, RecipeError
from assay.evaluation import read_beir
from assay.evaluation.plain import Plain
from assay.progress import Progress, silent
from assay.registry.loading import open_registry
from assay.training.data.examples import AnyExample, Example, Labelled
from assay.training.data.objectives import open_source
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe, read_recipe
from assay.training_runs.sources import read_sources


@dataclass(frozen=True, slots=True)
class TaskLeak(Plain):
    """One task. `left` is system -> its metrics on all, on what the training did not see, and on the rest.

    `untold` is system -> why that cannot be told of its score; then it is not in `left`.
    """

    task: str
    name: str
    found: Leakage
    left: dict[str, tuple[Left, ...]]
    untold: dict[str, str] = field(default_factory=dict)

    def figures(self) -> dict[str, Any]:
        """Counts and scores alone, without the papers and queries that they count."""
        found = self.found
        return {
            "task": self.task,
            "name": self.name,
            "n_training_papers": found.n_training_papers,
            "n_papers": found.n_papers,
            "n_papers_shared": len(found.papers),
            "n_positives": found.n_positives,
            "n_positives_shared": len(found.positives),
            "n_queries": found.n_queries,
            "n_near": len(found.queries),
            "n_touched": len(found.touched),
            "n_seen": len(found.seen),
            "n_left": found.n_left,
            "left": {
                system: [{**asdict(each), "few": each.few} for each in some]
                for system, some in self.left.items()
            },
            "untold": self.untold,
        }


def training_material(training: str, *, split: str = "train") -> Material:
    """What a training learnt from: of a recipe's file, of a trained model by its id, or of a BEIR folder.

    A recipe's objectives are read as they are for a training, in its first epoch; a model's where they lay
    when it was trained on this machine. Raises BadInput for another
    name, and RecipeError where the data are not there any more.
    """
    path = Path(training)
    if path.is_dir():
        return _of_beir(path, split)
    if path.is_file():
        return _of_recipe(training, read_recipe(path), path.parent)
    registry = open_registry()
    card = registry.find(training)
    if card is None:
        raise BadInput(
            f"{training} is no recipe, no folder in BEIR's form and no trained model. `assay model list` "
            "names the trained models."
        )
    if not card.recipe:
        raise BadInput(f"The card of {training} does not say what it learnt from. Give its recipe's file.")
    if (kept := read_sources(registry.folder(card.model_id).parent)) is not None:
        return _of_recipe(training, *kept)
    recipe = parse_recipe(card.recipe)
    _check_found(training, recipe)
    return _of_recipe(training, recipe, Path.cwd())


def _check_found(model: str, recipe: Recipe) -> None:
    """A card has the recipe without its folder, from which the paths of its data start."""
    for spec in (spec for stage in recipe.stages for spec in stage.objectives):
        path = Path(spec.path).expanduser()
        if not path.is_absolute():
            raise RecipeError(
                f"The card of {model} says that it learnt from {spec.path}, and not in which folder that is. "
                "Give its recipe's file instead, beside which the data lie, or a recipe with whole paths."
            )


def leaks(
    training: Material,
    tasks: Sequence[Asked],
    results: Sequence[TaskResult] = (),
    *,
    progress: Progress = silent,
) -> tuple[list[TaskLeak], list[Unasked]]:
    """Compares the training with each task, and scores `results` of these tasks on what is left.

    Tasks that cannot be read come second, each with the reason. Raises Cancelled.
    """
    found: list[TaskLeak] = []
    broken: list[Unasked] = []
    for done, task in enumerate(tasks):
        progress("comparing", done, len(tasks))
        own = [each for each in results if each.task == task.task_id and each.scored]
        try:
            found.append(_leak(training, task, own))
        except AssayError as error:
            broken.append(Unasked(task.task_id, task.name, "broken", str(error)))
    return found, broken


def _leak(training: Material, task: Asked, results: Sequence[TaskResult]) -> TaskLeak:
    papers = task.kind == "proximity"
    benchmark = Material.of_task(task.task_id, task.read(), queries_are_papers=papers)
    shared = leakage(training, benchmark)
    left: dict[str, tuple[Left, ...]] = {}
    untold: dict[str, str] = {}
    for each in results:
        score = _score(each)
        if why := why_untold(score, benchmark.query_ids):
            untold[each.system] = why
        else:
            left[each.system] = score_left(score, shared.excluded())
    return TaskLeak(task.task_id, task.name, shared, left, untold)


def _of_beir(folder: Path, split: str) -> Material:
    """Its papers are those judged: which others a training drew against them nobody knows."""
    found = read_beir(folder, split=split)
    judged = {doc_id for grades in found.qrels.values() for doc_id in grades}
    judged |= {doc_id for query_id, doc_id in found.own_papers.items() if query_id in found.qrels}
    return Material(
        name=f"{folder.name}, {split}",
        papers={
            paper.doc_id: Record(paper.title, paper.abstract, paper.doi or "")
            for paper in found.papers
            if paper.doc_id in judged
        },
        queries={query.query_id: query.text for query in found.queries if query.query_id in found.qrels},
        positives={q: [d for d, grade in grades.items() if grade > 0] for q, grades in found.qrels.items()},
        query_papers={q: d for q, d in found.own_papers.items() if q in found.qrels},
    )


def _of_recipe(name: str, recipe: Recipe, folder: Path) -> Material:
    """Of lists only the queries: their papers are vectors already."""
    mark = f" {recipe.separator.strip()} "
    pairs: list[tuple[str, str]] = []
    alone: list[str] = []  # papers with labels
    asked: list[str] = []
    for example in _examples(recipe, folder):
        if isinstance(example, Example):
            pairs.append((example.query, example.positive))
        elif isinstance(example, Labelled):
            alone.append(example.text)
        else:
            asked.append(example.query)
    if not pairs and not alone and not asked:
        raise RecipeError(f"The recipe {name} has no objective with an example. Check its data.")
    made = Material.of_pairs(name, pairs, separator=recipe.separator)
    papers = {f"labelled {n}": Record(*text.partition(mark)[::2]) for n, text in enumerate(alone)}
    queries = {f"listed {n}": text for n, text in enumerate(asked)}
    return replace(made, papers={**made.papers, **papers}, queries={**made.queries, **queries})


def _examples(recipe: Recipe, folder: Path) -> Iterator[AnyExample]:
    """Those of every objective that teach in the first epoch, and those that validate."""
    template = TextTemplate(separator=recipe.separator)
    for spec in {each.name: each for stage in recipe.stages for each in stage.objectives}.values():
        source = open_source(spec, folder=folder, seed=recipe.random_seed, template=template)
        yield from (source.train.example(index, 0) for index in range(len(source.train)))
        yield from source.validation


def _score(result: TaskResult) -> TaskScore:
    details = Details(
        n=result.n,
        items=result.items,
        predictions=result.predictions,
        first=result.first,
        judged=result.judged,
        parts=result.parts,
    )
    return TaskScore(
        result.task, result.group, result.in_train, result.values, result.complete, details=details
    )
