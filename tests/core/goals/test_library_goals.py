"""Goals of training are counted from the library, timed by checks and runs, and measured by comparisons."""

from __future__ import annotations

import itertools
import json
import time
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest
import threadpoolctl

from assay.codec import to_json
from assay.encoding.formats import TextTemplate
from assay.errors import RecipeError
from assay.goals import expected_time
from assay.goals.library_goals import goal_recipe, training_goals
from assay.goals.types import GoalData, GoalName, TrainingGoal
from assay.ingest.importing import import_files
from assay.ingest.queries import import_qrels, import_queries
from assay.models.types import ModelComparison, ModelScores, TrainingOverlap
from assay.query_tuning.types import REPORT, TuningChange, TuningReport
from assay.registry.packaged_models import keep_scores
from assay.training.recipe.recipe_file import parse_recipe
from assay.training.types import Estimate
from assay.training_runs.checks import FILE, keep_check
from assay.training_runs.library import LibrarySources
from assay.training_runs.runs import runs_folder
from assay.types import Comparison, Paper, Query
from assay.workspace import Workspace
from model_fixtures import Train
from workspace_papers import add

SAMPLES = resources.files("assay_resources") / "samples"


@pytest.fixture(autouse=True)
def _own_registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    folder = tmp_path / "sample"
    with Workspace.open(folder) as workspace:
        import_files(workspace.library, [Path(str(SAMPLES / "papers.jsonl"))])
        import_queries(workspace.library, Path(str(SAMPLES / "queries.jsonl")))
        import_qrels(workspace.library, Path(str(SAMPLES / "qrels.tsv")), assessor="sample")
    return folder


def goals_of(library: Path) -> dict[GoalName, TrainingGoal]:
    return {goal.name: goal for goal in training_goals(library).goals}


def counts(goal: TrainingGoal) -> dict[str, int]:
    return {one.kind: one.n for one in goal.data if not one.preset}


def rows(name: str) -> list[dict]:
    return [json.loads(line) for line in (SAMPLES / name).read_text(encoding="utf-8").splitlines()]


def test_the_sample_s_counts_are_those_of_its_files(sample: Path) -> None:
    papers, queries = rows("papers.jsonl"), rows("queries.jsonl")
    lines = (SAMPLES / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]
    relevant = {line.split("\t")[0] for line in lines if int(line.split("\t")[2]) > 0}
    typed = {row["query_id"] for row in queries if "doc_id" not in row}
    venues = Counter(" ".join(row["venue"].split()) for row in papers)
    words = Counter(word for row in papers for word in {" ".join(w.lower().split()) for w in row["keywords"]})
    goals = goals_of(sample)
    assert list(goals) == ["search", "similar", "topics", "grades", "everything", "paper"]
    assert counts(goals["search"]) == {"queries": len(relevant)}
    assert counts(goals["grades"]) == {"typed": len(typed & relevant)}
    assert counts(goals["similar"])["abstracts"] == sum(bool(row["abstract"]) for row in papers)
    ids = {row["doc_id"] for row in papers}
    citing = [row["doc_id"] for row in papers if ids & {*row.get("cites", ())}]
    assert counts(goals["similar"])["citation"] == len(citing) == 6
    topics = counts(goals["topics"])
    assert topics["year"] == sum(row["year"] is not None for row in papers)
    assert topics["venue"] == sum(n for n in venues.values() if n >= 5)
    assert topics["keywords"] == sum(
        any(words[" ".join(word.lower().split())] >= 5 for word in row["keywords"]) for row in papers
    )
    assert training_goals(sample).test_set == "library"
    assert goals["search"].n_test >= len(queries) // 6, "the queries can be told apart"


def test_every_goal_of_the_sample_but_the_papers_can_start_with_a_sound_recipe(sample: Path) -> None:
    goals = goals_of(sample)
    assert {name for name, goal in goals.items() if goal.lacks} == {"paper"}
    for name, goal in goals.items():
        assert (goal.recipe == "") == (name == "grades")
        if goal.recipe:
            parse_recipe(goal.recipe)
    assert parse_recipe(goals["search"].recipe).stages[0].objectives[0].path == "library:"
    assert goal_recipe(sample, "similar") == goals["similar"].recipe
    with pytest.raises(RecipeError, match="more"):
        goal_recipe(sample, "paper")
    with pytest.raises(RecipeError, match="no goal 'serach'"):
        goal_recipe(sample, "serach")


def test_an_empty_library_says_how_many_are_missing(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "empty"):
        pass
    goals = goals_of(tmp_path / "empty")
    assert goals["search"].lacks == (GoalData("queries", 0, 8),)
    assert [one.missing for one in goals["grades"].lacks] == [20]
    assert [(one.kind, one.missing) for one in goals["similar"].lacks] == [("abstracts", 20)]
    assert [one.missing for one in goals["topics"].lacks] == [20]
    assert all(goal.lacks and goal.time is None and goal.gain is None for goal in goals.values())
    assert training_goals(tmp_path / "empty").test_set == ""


@pytest.mark.parametrize(("queries", "batch"), [(8, 4), (11, 8), (21, 8), (22, 16), (500, 16)])
def test_a_batch_is_no_larger_than_what_is_learned_from(
    workspace: Workspace, queries: int, batch: int
) -> None:
    """A fifth is held out, in groups: three quarters are counted on."""
    store = workspace.library
    doc_id = store.papers.ids()[0]
    store.queries.add([Query(f"q{n}", f"query number {n}") for n in range(queries)])
    store.judgements.import_qrels({f"q{n}": {doc_id: 2} for n in range(queries)}, assessor="me")
    (stage,) = parse_recipe(goals_of(workspace.folder)["search"].recipe).stages
    assert stage.batch_size == batch


def held_out_by_training(library: Path, recipe: str, place: Path) -> dict[str, int]:
    """objective -> queries, or texts, that its opened source holds out."""
    parsed = parse_recipe(recipe)
    sources, template = LibrarySources(place, library, parsed), TextTemplate(parsed.separator)
    held = {}
    for spec in parsed.stages[0].objectives:
        opened = sources(spec, folder=place, seed=parsed.random_seed, template=template)
        held[spec.name] = len({getattr(one, "query", None) or one.text for one in opened.validation})
    return held


def test_what_a_goal_is_tested_on_is_what_its_training_holds_out(sample: Path, tmp_path: Path) -> None:
    goals = goals_of(sample)

    def held(name: GoalName) -> dict[str, int]:
        return held_out_by_training(sample, goals[name].recipe, tmp_path / name)

    assert goals["search"].n_test == held("search")["judgements"]
    assert goals["topics"].n_test == max(held("topics").values())
    everything = held("everything")
    assert goals["everything"].n_test == sum(
        everything[spec.name]
        for spec in parse_recipe(goals["everything"].recipe).stages[0].objectives
        if spec.kind == "judgements"
    )


def test_queries_of_papers_of_their_own_are_held_out_by_the_recipe_s_share(
    workspace: Workspace, tmp_path: Path
) -> None:
    store = workspace.library
    store.queries.add([Query(f"q{n}", f"query number {n}") for n in range(30)])
    for n, doc_id in enumerate(store.papers.ids()[:30]):
        store.judgements.record(f"q{n}", doc_id, assessor="me", relevance=2)
    goal = goals_of(workspace.folder)["search"]
    assert goal.n_test == 6
    assert held_out_by_training(workspace.folder, goal.recipe, tmp_path / "copy") == {"judgements": 6}


def test_links_are_learned_from_when_there_are_enough(workspace: Workspace) -> None:
    add(
        workspace,
        *(Paper(f"c{n}", f"Citing {n}", f"Text {n}.", cites=(f"c{n - 1}",) if n else ()) for n in range(30)),
    )
    goal = goals_of(workspace.folder)["similar"]
    specs = parse_recipe(goal.recipe).stages[0].objectives
    assert [spec.name for spec in specs] == ["cropping", "citation"]
    assert counts(goal)["citation"] == 29


def test_a_check_tells_the_time(sample: Path) -> None:
    recipe = parse_recipe(goals_of(sample)["topics"].recipe)
    keep_check(sample, Estimate(recipe.name, recipe.base, 1, 1, "cpu", "fp32", (), 123.0, 0, 0, ()))
    goals = goals_of(sample)
    time = goals["topics"].time
    assert time is not None
    assert (time.seconds, time.source, time.device) == (123.0, "check", "cpu")
    assert goals["search"].time is None
    (runs_folder(sample) / FILE).write_text("{", encoding="utf-8")
    assert goals_of(sample)["topics"].time is None


def test_the_last_comparison_of_a_goal_s_model_tells_the_gain(sample: Path, train: Train) -> None:
    """Of a model that a run of this library made: another library's queries say nothing of this one's."""
    card = train("search-by-query")

    def compared(difference: float, created: str, learned: int = 0) -> ModelComparison:
        scores = ModelScores(card.model_id, "f", 32, {"nDCG@10": 0.5}, 1.0)
        one = Comparison(
            "nDCG@10", 30, 0.5, 0.5 + difference, difference, -0.1, 0.2, 0.3, 0.3, 0.4, 3, 2, 1, 64
        )
        overlap = TrainingOverlap(learned, 0, 30 - learned, 0, 0, None, "") if learned else None
        return ModelComparison(
            "library", 156, 30, scores, scores, (one,), None, (), 0, created, overlap=overlap
        )

    keep_scores(card.model_id, {"old": to_json(compared(0.25, "2026-01-01T00:00:00+00:00"))})
    keep_scores(card.model_id, {"new": to_json(compared(0.125, "2026-02-01T00:00:00+00:00"))})
    assert goals_of(sample)["search"].gain is None
    run = runs_folder(sample) / "20260101-000000-search-by-query"
    run.mkdir(parents=True)
    (run / "card.json").write_text(json.dumps({"fingerprint": card.fingerprint}), encoding="utf-8")
    gain = goals_of(sample)["search"].gain
    assert gain is not None
    assert (gain.model, gain.difference, gain.interval, gain.n_queries) == (
        card.model_id,
        0.125,
        (-0.1, 0.2),
        30,
    )
    keep_scores(card.model_id, {"newest": to_json(compared(0.5, "2026-03-01T00:00:00+00:00", learned=29))})
    assert goals_of(sample)["search"].gain is None, "it learned from all but one of the queries"


def test_tuned_queries_tell_their_time_and_gain(sample: Path) -> None:
    """The gain is that of hybrid search, which people search with, though semantic search gained more."""
    changes = (
        TuningChange("all", "meaning", 28, 0.5, 0.75, (0.1, 0.4), 0.01, 20, 3),
        TuningChange("all", "hybrid", 28, 0.75, 0.625, (-0.25, 0.05), 0.56, 9, 11),
    )
    report = TuningReport("library", "base", "base-tuned", 28, 4, 0, 5, (1.0,), 1.0, changes, 400.0)
    folder = runs_folder(sample) / "20260101-000000-improve-search"
    folder.mkdir(parents=True)
    (folder / REPORT).write_text(json.dumps(to_json(report)), encoding="utf-8")
    goal = goals_of(sample)["grades"]
    assert goal.time is not None
    assert goal.gain is not None
    assert (goal.time.seconds, goal.gain.difference, goal.gain.interval) == (400.0, -0.125, (-0.25, 0.05))


def test_time_is_estimated_by_the_speed_of_the_machine_until_it_is_measured(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The steps are those that checks of these recipes made (docs/benchmarks.md); the speed is made up."""
    monkeypatch.setattr(expected_time, "processor_speed", lambda: 1e9)
    monkeypatch.setattr(expected_time, "_may_have_accelerator", lambda: False)
    found = goals_of(sample)
    examples = {
        "search": 10 * 16 * 36,
        "similar": 12 * 16 * 42,
        "topics": 50 * 96 * 4.1,
        "everything": 78 * 24 * 22,
    }
    for name, seconds in examples.items():
        assert found[name].expected == pytest.approx((0.7 * seconds, 1.5 * seconds))
    assert found["paper"].expected == found["grades"].expected == ()
    keep_check(sample, Estimate("search-by-query", "base", 1, 1, "cpu", "fp32", (), 60.0, 1, 1, ()))
    assert goals_of(sample)["search"].expected == (), "what was measured counts"
    monkeypatch.setattr(expected_time, "_may_have_accelerator", lambda: True)
    assert not any(goal.expected for goal in goals_of(sample).values())


def test_the_speed_of_this_processor_is_of_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What else runs takes the wall's time, and none of the thread's: an estimate does not jump with it."""
    assert 1e8 < expected_time.processor_speed() < 1e14
    beats = itertools.count()
    monkeypatch.setattr(time, "thread_time", lambda: float(next(beats)))  # each product takes one second
    pools = [{"user_api": "blas", "num_threads": 3}, {"user_api": "openmp", "num_threads": 9}]
    monkeypatch.setattr(threadpoolctl, "threadpool_info", lambda: pools)
    assert expected_time.processor_speed() == pytest.approx(2 * 1024**3 * 3)
