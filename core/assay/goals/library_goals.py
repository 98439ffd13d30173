"""The goals of a library: counted from its papers and judgements, timed and measured by what was before."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import ceil
from pathlib import Path

from assay.codec import decode
from assay.encoding.model_files.folder import find_folder
from assay.errors import BadInput, ModelError, RecipeError
from assay.goals.expected_time import expected_times
from assay.goals.types import (
    DataKind,
    GoalData,
    GoalGain,
    GoalName,
    TestKind,
    TrainingGoal,
    TrainingGoals,
)
from assay.location import Location, folder_of
from assay.models.types import kept_comparisons
from assay.query_tuning.types import LEAST, REPORT, TuningReport
from assay.registry.loading import open_registry
from assay.training.data.holdout import held_out_apart
from assay.training.recipe.objective_spec import LIBRARY, JudgementsSpec, ListsSpec, ObjectiveSpec
from assay.training.recipe.presets import preset
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe
from assay.training_runs.checks import read_checks
from assay.training_runs.library_recipe import (
    LEAST_PAPERS,
    LEAST_QUERIES,
    library_tasks,
    recipe_of,
)
from assay.training_runs.library_recipe_text import LibraryTask
from assay.training_runs.run_list import fingerprint_of, list_runs
from assay.training_runs.runs import base_folder, runs_folder
from assay.training_runs.types import TrainingTime

NAMES: dict[GoalName, str] = {
    "search": "search-by-query",
    "similar": "similar-papers",
    "topics": "my-topics",
    "everything": "everything",
}
"""goal -> the name of its recipe, by which its runs and models are known"""

_PAIRS = f"""
[[stages.objectives]]
kind = "pairs"
path = "{LIBRARY}"
name = "{{label}}"
label = "{{label}}"
validation = 0.05
"""
PAPERS = ("zeta-paper", "scirepeval-paper", "coder-paper")
_BATCHES = (16, 8, 4, 2)
_SHARE = 0.75  # of the examples at least are learned from; the rest is held out, in groups
_LABELS: tuple[DataKind, ...] = ("year", "rating", "venue", "keywords")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A query with the grades of papers that are here."""

    label: str  # as a recipe asks for it: "typed" or "papers"
    query_id: str
    grades: Mapping[str, int]

    def names(self, least: int) -> list[str]:
        """Return its own name and those of its papers of at least this grade."""
        return [f"query {self.query_id}", *(name for name, grade in self.grades.items() if grade >= least)]


@dataclass(frozen=True, slots=True)
class _Found:
    """The tasks of a library, and how much there is of each by its label."""

    tasks: Sequence[LibraryTask]
    n: dict[str, int]
    folder: Path
    queries: Sequence[_Judged]

    @property
    def judged(self) -> int:
        return self.n["typed"] + self.n["papers"]

    def can_learn(self, *labels: str) -> bool:
        return any(not task.left_out for task in self.tasks if task.label in labels and not task.campaign)


def training_goals(library: Location) -> TrainingGoals:
    """Return what this library can be trained for. Raises LibraryError, BadInput."""
    tasks = library_tasks(library)
    n = {"typed": 0, "papers": 0} | {task.label: task.n for task in tasks if not task.campaign}
    found = _Found(tasks, n, folder_of(library), _judged(library))
    goals = (
        _search(found),
        _similar(found),
        _topics(found),
        _grades(found),
        _everything(found),
        _paper(found),
    )
    released = next((task.campaign for task in tasks if task.campaign and not task.left_out), "")
    test_set = "library" if found.judged else f"campaign:{released}" if released else ""
    measured = [_measured(goal, library) for goal in goals]
    recipes = {goal.name: goal.recipe for goal in measured if goal.time is None and not goal.lacks}
    expected = expected_times(recipes, n)
    return TrainingGoals(
        tuple(replace(one, expected=expected.get(one.name, ())) for one in measured), test_set
    )


# -- the goals --------------------------------------------------------------------------------------------


def _search(found: _Found) -> TrainingGoal:
    data = (GoalData("queries", found.judged, LEAST_QUERIES),)
    about = "Search by query: learns from the grades of this library's queries."
    text = _with_batch(_named("judgements-small", "search", about), found.judged)
    return _goal("search", data, text, "held out", _n_held_out(text, found.queries))


def _similar(found: _Found) -> TrainingGoal:
    """Crops of one text belong together, and so do papers that are linked."""
    data = [GoalData("abstracts", found.n["title"], LEAST_PAPERS)]
    about = "Find similar papers: crops of one text belong together, and papers that are linked."
    text = _with_batch(_named("cropping-small", "similar", about), found.n["title"])
    text = text.replace('path = "papers.jsonl"', f'path = "{LIBRARY}"')
    links: tuple[DataKind, ...] = ("citation", "cocitation")
    for label in links:
        data.append(GoalData(label, found.n[label]))
        if found.can_learn(label):
            text += _PAIRS.format(label=label)
    return _goal("similar", tuple(data), text, "judged", found.judged)


def _topics(found: _Found) -> TrainingGoal:
    data = tuple(GoalData(label, found.n[label]) for label in _LABELS)
    if not found.can_learn(*_LABELS):
        most = max(data, key=lambda one: one.n)
        needed = replace(
            most, needed=max(LEAST_PAPERS, most.n + 1)
        )  # as many of one class alone teach nothing
        data = tuple(needed if one == most else one for one in data)
        return _goal("topics", data, "", "papers", 0)
    n = max(one.n for one in data)
    recipe = recipe_of(found.tasks, variant="wide", name=NAMES["topics"]).recipe
    share = max(spec.validation for spec in _objectives(recipe))
    return _goal("topics", data, recipe, "papers", round(n * share))


def _grades(found: _Found) -> TrainingGoal:
    data = (GoalData("typed", found.n["typed"], LEAST),)
    return _goal("grades", data, "", "folds", found.n["typed"])


def _everything(found: _Found) -> TrainingGoal:
    kinds: tuple[DataKind, ...] = (*_LABELS, "tldr", "citation", "cocitation")
    data = (
        GoalData("abstracts", found.n["title"], LEAST_PAPERS),
        GoalData("queries", found.judged),
        *(GoalData(kind, found.n[kind]) for kind in kinds),
    )
    text = ""
    if found.n["title"] >= LEAST_PAPERS:
        text = recipe_of(found.tasks, variant="adapters", name=NAMES["everything"]).recipe
    if not found.can_learn("typed", "papers"):
        return _goal("everything", data, text, "judged", found.judged)
    return _goal("everything", data, text, "held out", _n_held_out(text, found.queries) if text else 0)


def _paper(found: _Found) -> TrainingGoal:
    """Return the goal for the paper whose recipe has most of what it needs; the others are listed with it."""
    data = {name: _needs(name, found) for name in PAPERS}
    best = min(PAPERS, key=lambda name: _share_missing(data[name]))
    goal = _goal("paper", data[best], preset(best), "judged", found.judged)
    others = tuple(one for name in PAPERS for one in data[name] if name != best)
    return replace(goal, data=(*goal.data, *others), preset=best)


def _needs(name: str, found: _Found) -> tuple[GoalData, ...]:
    """What a preset needs: its files, judged queries for a batch, and the model that it begins from."""
    recipe = parse_recipe(preset(name))
    specs = [spec for stage in recipe.stages for spec in stage.objectives]
    files = [found.folder / spec.path for spec in specs if not spec.path.startswith(LIBRARY)]
    rows = []
    if files:
        rows.append(GoalData("files", sum(map(Path.exists, files)), len(files), name))
    if any(isinstance(spec, ListsSpec) and spec.path.startswith(LIBRARY) for spec in specs):
        learned = 1 - specs[0].validation
        rows.append(GoalData("queries", found.judged, ceil(recipe.stages[0].batch_size / learned), name))
    rows.append(GoalData("models", int(_has_base(recipe)), 1, name))
    return tuple(rows)


def _has_base(recipe: Recipe) -> bool:
    try:
        return bool(base_folder(recipe.base, folder=Path()) or find_folder(recipe.base, allow_network=False))
    except ModelError:
        return False


def _share_missing(data: Sequence[GoalData]) -> float:
    return sum(one.missing / one.needed for one in data if one.needed)


def _goal(name: GoalName, data: tuple[GoalData, ...], recipe: str, test: TestKind, n: int) -> TrainingGoal:
    return TrainingGoal(name, data, tuple(one for one in data if one.missing), recipe, test, n)


def _named(name: str, goal: GoalName, about: str) -> str:
    """Return a preset under the goal's name, by which its runs and models are known, and with its words."""
    head = f'name = "{name}"'
    return preset(name)[preset(name).index(head) :].replace(head, f'# {about}\n\nname = "{NAMES[goal]}"', 1)


def _with_batch(text: str, n: int) -> str:
    """Return the text with the largest batch that so many examples fill."""
    fits = next((size for size in _BATCHES if size <= n * _SHARE), _BATCHES[-1])
    return text.replace(f"batch_size = {_BATCHES[0]}\n", f"batch_size = {fits}\n", 1)


def _judged(library: Location) -> Sequence[_Judged]:
    from assay.workspace import Workspace

    with Workspace.open(library, create=False) as workspace:
        present = set(workspace.library.papers.ids())
        kinds = {
            query.query_id: "typed" if query.doc_id is None else "papers"
            for query in workspace.library.queries.all()
        }
        judged = workspace.library.judgements.qrels().items()
    return [
        _Judged(kinds[name], name, {doc_id: grade for doc_id, grade in grades.items() if doc_id in present})
        for name, grades in judged
        if name in kinds
    ]


def _n_held_out(recipe: str, queries: Sequence[_Judged]) -> int:
    """Count the judged queries that the recipe does not learn from, parted as its training parts them."""
    seed, n = parse_recipe(recipe).random_seed, 0
    for spec in _objectives(recipe):
        if isinstance(spec, JudgementsSpec) and spec.path == LIBRARY:
            numbers: dict[str, int] = {}
            keys = [
                [numbers.setdefault(name, len(numbers)) for name in one.names(spec.grade)]
                for one in queries
                if spec.label in ("", one.label) and len(one.names(spec.grade)) > 1
            ]
            held = held_out_apart(keys, spec.validation, seed=seed, name=spec.name)
            n += int(held.sum())
    return n


def _objectives(recipe: str) -> list[ObjectiveSpec]:
    return [spec for stage in parse_recipe(recipe).stages for spec in stage.objectives]


# -- what was before --------------------------------------------------------------------------------------


def _measured(goal: TrainingGoal, library: Location) -> TrainingGoal:
    if goal.name == "grades":
        return _by_report(goal, runs_folder(library))
    name = goal.preset or NAMES[goal.name]
    times = [*_checked(name, library), *_trained(name, library)]
    newest = max(times, key=lambda one: one.created, default=None)
    took = tuple(sorted(one.seconds for one in times))
    return replace(goal, time=newest, took=took, gain=_gain(name, library))


def _checked(name: str, library: Location) -> Sequence[TrainingTime]:
    check = read_checks(library).get(name)
    return [] if check is None else [check]


def _trained(name: str, library: Location) -> Sequence[TrainingTime]:
    return [
        TrainingTime(run.seconds, "run", run.changed, run.device)
        for run in list_runs(runs_folder(library))
        if run.name == name and run.state in ("finished", "stopped") and run.seconds and not run.host
    ]


def _gain(name: str, library: Location) -> GoalGain | None:
    """Return what the newest comparison says of a model of this name that was trained here.

    All libraries share the registry, and what another one's queries showed says nothing of this one's.
    """
    own = {fingerprint_of(file.parent) for file in runs_folder(library).glob("*/card.json")} - {""}
    cards = [card for card in open_registry().cards() if card.name == name and card.fingerprint in own]
    newest = next(iter(kept_comparisons(score for card in cards for score in card.scores.values())), None)
    if newest is None or newest.clean_score is None:
        return None
    first, n = newest.clean_score
    interval = (first.ci_low, first.ci_high)
    return GoalGain(newest.model.model, first.measure, first.difference, interval, newest.test_set, n)


def _by_report(goal: TrainingGoal, folder: Path) -> TrainingGoal:
    """Return the goal with what tuning queries took and brought last."""
    files = sorted(folder.glob(f"*/{REPORT}"), key=lambda path: path.stat().st_mtime)
    for file in reversed(files):
        try:
            report = decode(file.read_text(encoding="utf-8"), TuningReport)
        except (OSError, UnicodeDecodeError, BadInput) as error:
            logger.warning("%s is not read: %s", file, error)
            continue
        created = datetime.fromtimestamp(file.stat().st_mtime, UTC).isoformat(timespec="seconds")
        change = report.searched
        gain = None
        if change is not None:
            difference = change.after - change.before
            gain = GoalGain(
                report.model_id, "nDCG@10", difference, change.interval, report.judgements, change.n
            )
        return replace(goal, time=TrainingTime(report.seconds, "run", created), gain=gain)
    return goal


def goal_recipe(library: Location, name: str) -> str:
    """Return a goal's recipe as TOML. Raises RecipeError where data is missing or there is none."""
    goals = {goal.name: goal for goal in training_goals(library).goals}
    goal = next((one for key, one in goals.items() if key == name), None)
    if goal is None:
        raise RecipeError("There is no goal '{0}'. There are {1}.", name, ", ".join(goals))
    if goal.lacks:
        lacks = ", ".join(f"{one.missing} more {one.kind}" for one in goal.lacks)
        raise RecipeError("This library has too little for '{0}': {1}.", name, lacks)
    if not goal.recipe:
        raise RecipeError(
            "The goal '{0}' has no recipe: queries are tuned.", name, advice="Run `assay improve`."
        )
    return goal.recipe
