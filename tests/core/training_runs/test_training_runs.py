"""Training joined with the library, the registry and the collections that models are measured on."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

from assay.campaigns.campaign import create_campaign
from assay.errors import BadInput, RecipeError
from assay.experiments.replication import (
    Replication,
    RowSettings,
    beir_mean,
    replicate,
    replication_json,
    replication_table,
)
from assay.experiments.replication_data import (
    TABLES,
    Scale,
    all_rows,
    read_data,
    row_recipe,
    table_rows,
)
from assay.experiments.sweeps import run_sweep, sweep_table
from assay.models.scores import scores_of
from assay.progress import Cancelled
from assay.registry.loading import open_registry
from assay.training.data.examples import Example
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe
from assay.training.runs.control import ControlFile
from assay.training.runs.events import End
from assay.training.runs.run_folder import RunFolder
from assay.training_runs.run_list import find_run, list_runs, run_summary
from assay.training_runs.runs import (
    base_folder,
    estimate_recipe,
    resume_run,
    run_recipe,
    trained_once,
)
from assay.training_runs.trials import Trainer
from assay.workspace import Workspace
from model_fixtures import judge
from small_campaigns import grade_all, opened
from small_models import reference, small_model
from workspace_papers import invented_papers

RECIPE = """
name = "small"
base = "{base}"
device = "cpu"
max_length = 32
[[stages]]
batch_size = 2
gradient_accumulation_steps = 1
max_steps = {steps}
[stages.stopping]
interval = 2
patience = 0
[stages.optimiser]
learning_rate = 1e-3
"""
CROPPING = '[[stages.objectives]]\nkind = "cropping"\npath = "papers.jsonl"\n'
JUDGEMENTS = '[[stages.objectives]]\nkind = "judgements"\npath = "{}"\n'

MakeRecipe = Callable[..., Recipe]


@pytest.fixture(scope="session")
def small_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_model(tmp_path_factory.mktemp("training-base"))


@pytest.fixture(autouse=True)
def _own_registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))


@pytest.fixture
def recipe(tmp_path: Path, small_base: Path) -> MakeRecipe:
    """A recipe of the given objectives; its folder is tmp_path, with the invented papers in it."""
    rows = [{"title": paper.title, "abstract": paper.abstract} for paper in invented_papers()]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "papers.jsonl").write_text(lines, encoding="utf-8")

    def make(objectives: str = CROPPING, *, steps: int = 3, base: str = "") -> Recipe:
        return parse_recipe(RECIPE.format(base=base or small_base, steps=steps) + objectives)

    return make


class CancelAfter:
    """Asks to cancel once it was asked so many times since the objective and the base model were read."""

    def __init__(self, times: int) -> None:
        self.left = times + 3

    def __call__(self, control: ControlFile) -> CancelAfter:
        return self

    def wanted(self) -> str:
        self.left -= 1
        return "cancel" if self.left < 0 else "run"


# -- runs -------------------------------------------------------------------------------------------------


def test_a_finished_model_is_in_the_registry_and_encodes_as_the_run_s(
    tmp_path: Path, recipe: MakeRecipe
) -> None:
    done = run_recipe(recipe(), out=tmp_path / "run", folder=tmp_path, library=tmp_path / "none")
    assert done.model is not None
    kept = open_registry().folder(done.model_id, check=True)
    texts = ["bees in winter", "owls"]
    same = reference(kept).encode(texts), reference(done.model).encode(texts)
    assert np.array_equal(*same)
    assert open_registry().get(done.model_id).name == "small"
    assert not (tmp_path / "none").exists()  # no library was needed


def test_the_base_may_be_a_trained_model_or_lie_beside_the_recipe(
    tmp_path: Path, recipe: MakeRecipe, small_base: Path
) -> None:
    first = run_recipe(recipe(), out=tmp_path / "first", folder=tmp_path, library=tmp_path)
    second = run_recipe(
        recipe(base=first.model_id), out=tmp_path / "second", folder=tmp_path, library=tmp_path
    )
    assert second.card is not None
    assert first.card is not None
    assert second.card.base == {"id": first.model_id, "fingerprint": first.card.fingerprint}
    assert base_folder(small_base.name, folder=small_base.parent) == small_base
    assert base_folder("all-MiniLM-L6-v2", folder=tmp_path) is None


def test_a_cancelled_run_goes_on_from_its_own_folder_and_ends_as_if_it_had_not_stopped(
    tmp_path: Path, recipe: MakeRecipe
) -> None:
    made = recipe(steps=5)
    whole = run_recipe(made, out=tmp_path / "whole", folder=tmp_path, library=tmp_path, add=False)
    out = tmp_path / "cut"
    cut = trained_once(
        made,
        out=out,
        folder=tmp_path,
        library=tmp_path,
        add=False,
        listen=CancelAfter(2),  # type: ignore[arg-type]
    )
    assert (cut.status, cut.model) == ("cancelled", None)
    assert run_summary(out).state == "cancelled"
    resumed = resume_run(out, library=tmp_path)
    assert resumed.status == "finished"
    assert resumed.model_id == ""  # as it was begun
    assert whole.card is not None
    assert resumed.card is not None
    assert resumed.card.fingerprint == whole.card.fingerprint
    with pytest.raises(BadInput, match="has finished"):
        resume_run(out, library=tmp_path)


def test_an_end_that_is_asked_for_after_the_last_step_begins_no_further_run(
    tmp_path: Path, recipe: MakeRecipe
) -> None:
    """A table's next row would train for hours: the signal came while the one before was written."""

    def ask(event: object) -> None:
        if isinstance(event, End):
            signal.raise_signal(signal.SIGTERM)

    given = {"out": tmp_path / "run", "folder": tmp_path, "library": tmp_path, "add": False}
    with pytest.raises(Cancelled):
        trained_once(recipe(), **given, on_event=ask)  # type: ignore[arg-type]
    assert trained_once(recipe(), **given).status == "finished"  # type: ignore[arg-type]


def test_a_resume_that_is_refused_changes_nothing_of_the_run(tmp_path: Path, recipe: MakeRecipe) -> None:
    out, made = tmp_path / "run", recipe(steps=5)
    trained_once(
        made,
        out=out,
        folder=tmp_path,
        library=tmp_path,
        add=True,
        listen=CancelAfter(2),  # type: ignore[arg-type]
    )
    before = (out / "start.json").read_bytes()
    other = tmp_path / "other"
    other.mkdir()
    (other / "papers.jsonl").write_bytes((tmp_path / "papers.jsonl").read_bytes())
    with pytest.raises(RecipeError, match="another recipe"):
        run_recipe(recipe(steps=6), out=out, folder=other, library=tmp_path, resume=True, add=False)
    assert (out / "start.json").read_bytes() == before
    assert resume_run(out, library=tmp_path).model_id in open_registry()


def test_a_run_that_failed_before_it_learnt_anything_is_simply_started_again(
    tmp_path: Path, recipe: MakeRecipe
) -> None:
    out, papers = tmp_path / "run", tmp_path / "papers.jsonl"
    made = recipe()
    papers.rename(tmp_path / "elsewhere.jsonl")
    with pytest.raises(RecipeError, match=r"papers\.jsonl"):
        run_recipe(made, out=out, folder=tmp_path, library=tmp_path, add=False)
    (tmp_path / "elsewhere.jsonl").rename(papers)
    assert run_recipe(made, out=out, folder=tmp_path, library=tmp_path, add=False).status == "finished"
    ends = [event for event in RunFolder(out).read_events() if isinstance(event, End)]
    assert [end.status for end in ends] == ["finished"]


def test_a_run_that_died_before_its_model_was_kept_keeps_it_on_a_resume(
    tmp_path: Path, recipe: MakeRecipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"

    def dies(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr("assay.training_runs.runs._kept", dies)
        with pytest.raises(KeyboardInterrupt):
            run_recipe(recipe(), out=out, folder=tmp_path, library=tmp_path)
    assert (out / "card.json").is_file()
    assert resume_run(out, library=tmp_path).model_id in open_registry()
    with pytest.raises(BadInput, match="has finished"):
        resume_run(out, library=tmp_path)


def test_a_finished_run_gives_its_checkpoints_up(tmp_path: Path, recipe: MakeRecipe) -> None:
    out = tmp_path / "run"
    run_recipe(recipe(), out=out, folder=tmp_path, library=tmp_path, add=False)
    assert (out / "model" / "model.safetensors").is_file()
    assert not (out / "checkpoints").exists()


def test_what_was_trained_before_is_not_again_unless_by_another_recipe(
    tmp_path: Path, recipe: MakeRecipe
) -> None:
    out = tmp_path / "run"
    trained_once(recipe(), out=out, folder=tmp_path, library=tmp_path, add=False)
    said = (out / "events.jsonl").read_bytes()
    again = trained_once(recipe(), out=out, folder=tmp_path, library=tmp_path, add=False)
    assert (again.status, again.model) == ("finished", out / "model")
    assert (out / "events.jsonl").read_bytes() == said
    with pytest.raises(RecipeError, match=r"max_steps = 3' became 'max_steps = 4"):
        trained_once(recipe(steps=4), out=out, folder=tmp_path, library=tmp_path, add=False)


def test_runs_are_listed_with_their_states(tmp_path: Path, recipe: MakeRecipe) -> None:
    runs = tmp_path / "runs"
    run_recipe(recipe(), out=runs / "done", folder=tmp_path, library=tmp_path, add=False)
    trained_once(
        recipe(),
        out=runs / "cut",
        folder=tmp_path,
        library=tmp_path,
        add=False,
        listen=CancelAfter(0),  # type: ignore[arg-type]
    )
    killed = runs / "killed"
    killed.mkdir()
    lines = (runs / "done" / "events.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (killed / "events.jsonl").write_text("".join(lines[:2]) + lines[2][:20], encoding="utf-8")
    broken = runs / "broken"
    broken.mkdir()
    (broken / "events.jsonl").write_text("{}\n", encoding="utf-8")
    (runs / "no run").mkdir()
    states = {run.run.name: run.state for run in list_runs(runs)}
    assert states == {
        "done": "finished",
        "cut": "cancelled",
        "killed": "interrupted",
        "broken": "damaged",
    }
    done = run_summary(runs / "done")
    assert (done.step, done.steps, done.model) == (3, 3, str(runs / "done" / "model"))
    assert find_run("don", root=runs) == runs / "done"
    assert find_run("kil", root=runs) == killed
    with pytest.raises(BadInput, match="could be broken, killed"):
        find_run("k", root=runs)


# -- the library's judgements -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("folder", "name"), [("20261126-080000-my-crops", "my-crops"), ("a-b-c-d", "a-b-c-d")]
)
def test_a_run_that_has_no_recipe_yet_has_the_name_that_it_was_begun_by(
    tmp_path: Path, folder: str, name: str
) -> None:
    run = tmp_path / folder
    run.mkdir()
    (run / "events.jsonl").write_text("", encoding="utf-8")
    assert run_summary(run).name == name


def test_the_library_s_judgements_are_learnt_with_zeros_as_hard_negatives(
    workspace: Workspace, tmp_path: Path, recipe: MakeRecipe
) -> None:
    grades = judge(workspace)
    texts = {
        f"{paper.title} [SEP] {paper.abstract}": paper.doc_id
        for paper in workspace.library.papers.get(workspace.library.papers.ids())
    }
    made = recipe(JUDGEMENTS.format("library:"))
    found = estimate_recipe(made, folder=tmp_path, library=workspace.folder)
    (objective,) = found.stages[0].objectives
    assert objective.n_train + objective.n_validation == len(grades)
    for one in objective.examples:
        assert_shown(one, grades, texts)


def assert_shown(one: Mapping[str, str], grades: dict[str, dict[str, int]], texts: dict[str, str]) -> None:
    assert_graded(Example(one["query"], one["positive"], one["negative"]), grades, texts)


def assert_graded(one: Example, grades: dict[str, dict[str, int]], texts: dict[str, str]) -> None:
    query = next(query for query in grades if query.removeprefix("q-") in one.query)
    assert grades[query][texts[one.positive]] >= 1
    assert grades[query][texts[one.negative]] == 0


def test_a_resumed_run_learns_the_judgements_that_it_began_with(
    workspace: Workspace, tmp_path: Path, recipe: MakeRecipe
) -> None:
    judge(workspace)
    out = tmp_path / "run"
    made = recipe(JUDGEMENTS.format("library:"), steps=4)
    cut = trained_once(
        made,
        out=out,
        folder=tmp_path,
        library=workspace.folder,
        add=False,
        listen=CancelAfter(1),  # type: ignore[arg-type]
    )
    assert cut.status == "cancelled"
    workspace.library.judgements.record("q-bees", "wolves-song", assessor="ada", relevance=2)
    resumed = resume_run(out, library=workspace.folder)
    assert resumed.status == "finished"
    judged = (out / "judgements" / "library" / "qrels" / "train.tsv").read_text(encoding="utf-8")
    assert "wolves-song" not in judged
    assert resumed.card is not None
    assert resumed.card.data[0]["kind"] == "judgements"


def test_a_campaign_s_release_is_learnt_by_its_number(
    workspace: Workspace, tmp_path: Path, recipe: MakeRecipe
) -> None:
    work = create_campaign(workspace, "animals", sample=4, seed=5, assessors=["ada"], guideline="Read.")
    opened(work, depth=4)
    grade_all(work, "ada", grade=lambda pair: len(pair[1]) % 3)
    work.release()
    items = {(one.query_id, one.doc_id): one.relevance for one in work.store.releases.items(1)}
    out = tmp_path / "run"
    made = recipe(JUDGEMENTS.format("library:animals@1"), steps=1)
    run_recipe(made, out=out, folder=tmp_path, library=workspace.folder, add=False)
    (copy,) = (out / "judgements").iterdir()
    rows = (copy / "qrels" / "train.tsv").read_text(encoding="utf-8").splitlines()[1:]
    read = {(query, doc): int(grade) for query, doc, grade in (row.split("\t") for row in rows)}
    assert read == items


@pytest.mark.parametrize(
    ("objective", "said"),
    [
        (JUDGEMENTS.format("library:nobody"), "nobody"),
        (JUDGEMENTS.format("library:"), "no judgements to learn from"),
        (CROPPING.replace("papers.jsonl", "library:nobody"), "the kind cropping cannot learn from"),
    ],
)
def test_judgements_that_are_not_there_are_refused_before_anything_is_learnt(
    workspace: Workspace, tmp_path: Path, recipe: MakeRecipe, objective: str, said: str
) -> None:
    with pytest.raises(RecipeError, match=said):
        run_recipe(recipe(objective), out=tmp_path / "run", folder=tmp_path, library=workspace.folder)
    assert not (tmp_path / "run" / "model").exists()
    left = tmp_path / "run" / "judgements"
    assert not left.exists() or not list(left.iterdir())


# -- sweeps and tables ------------------------------------------------------------------------------------


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Data in the layout of the authors' code for two of the objectives, and two collections."""
    folder = tmp_path / "data"
    crops, cites = folder / "independent-cropping", folder / "specter"
    for place in (crops, cites):
        place.mkdir(parents=True)
    papers = invented_papers()
    for part, chosen in (("train", papers[:24]), ("dev", papers[24:])):
        rows = "".join(f"{paper.title}\t{paper.abstract}\n" for paper in chosen)
        (crops / f"corpus_{part}.tsv").write_text(rows, encoding="utf-8")
        triples = [
            (one.title, chosen[n - 1].title, chosen[n - far].abstract)
            for far in (3, 4)
            for n, one in enumerate(chosen)
        ]
        lines = "".join("\t".join(row) + "\n" for row in triples)
        (cites / f"specter_{part}.tsv").write_text(lines, encoding="utf-8")
    write_collection(folder / "beir" / "scifact")
    write_collection(folder / "iclr2022")
    return folder


def write_collection(folder: Path) -> None:
    (folder / "qrels").mkdir(parents=True)
    papers = [{"_id": p.doc_id, "title": p.title, "text": p.abstract} for p in invented_papers()]
    queries = [{"_id": animal, "text": f"{animal} song"} for animal in ("bees", "owls", "ants")]
    for name, rows in (("corpus", papers), ("queries", queries)):
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    grades = [f"{a}\t{a}-{topic}\t1\n" for a in ("bees", "owls", "ants") for topic in ("song", "sleep")]
    text = "query-id\tcorpus-id\tscore\n" + "".join(grades)
    (folder / "qrels" / "test.tsv").write_text(text, encoding="utf-8")


@pytest.fixture
def replicate_briefly(tmp_path: Path, data: Path, small_base: Path) -> Callable[..., Replication]:
    """Trains a table in tmp_path/out, one step a row."""

    def made(table: int, scale: Scale = "small", preset: str = "") -> Replication:
        return replicate(
            table,
            read_data(data),
            Trainer(out=tmp_path / "out", folder=data, library=tmp_path),
            RowSettings(scale, preset, str(small_base), "cpu", steps=1),
        )

    return made


def test_a_table_is_trained_where_there_are_data_and_says_what_is_absent(
    tmp_path: Path, replicate_briefly: Callable[..., Replication]
) -> None:
    found = replicate_briefly(1)
    states = {row.row_id: row.state for row in found.rows}
    assert states == {"msmarco": "absent", "specter": "trained", "icrop": "trained"}
    said = {path: path.read_bytes() for path in (tmp_path / "out").rglob("events.jsonl")}
    assert len(said) == 2
    assert replicate_briefly(1) == found  # and nothing is trained or ranked a second time
    assert {path: path.read_bytes() for path in (tmp_path / "out").rglob("events.jsonl")} == said


def test_a_table_can_be_trained_as_the_paper_s_code_does(
    tmp_path: Path, data: Path, replicate_briefly: Callable[..., Replication]
) -> None:
    found = replicate_briefly(1, scale="full", preset="zeta-released")
    assert [row.state for row in found.rows] == ["absent", "trained", "trained"]
    (kept,) = (tmp_path / "out").iterdir()
    assert kept.name == "full-zeta-released"
    made = parse_recipe((kept / "icrop" / "recipe.toml").read_text(encoding="utf-8"))
    assert made.stages[0].optimiser.schedule == "constant"
    assert made.stages[0].objectives[0].variant == "released"
    with pytest.raises(RecipeError, match="Did you mean 'zeta-released'"):
        replicate(
            2,
            read_data(data),
            Trainer(out=tmp_path, folder=data, library=tmp_path),
            RowSettings("full", "zeta-release"),
        )


def test_a_row_that_is_fine_tuned_begins_from_the_other_row_s_model(
    tmp_path: Path, replicate_briefly: Callable[..., Replication]
) -> None:
    found = replicate_briefly(2)
    rows = {row.row_id: row for row in found.rows}
    trained = {row_id for row_id, row in rows.items() if row.state == "trained"}
    assert trained == {"icrop-specter", "specter-icrop", "mixed-specter-icrop", "alternate-specter-icrop"}
    assert [rows[row_id].steps for row_id in sorted(trained)] == [1] * 4
    cards = {
        name: json.loads((tmp_path / "out" / "small" / name / "card.json").read_text(encoding="utf-8"))
        for name in ("icrop", "icrop-specter")
    }
    assert cards["icrop-specter"]["base"]["fingerprint"] == cards["icrop"]["fingerprint"]
    assert "msmarco-data" in rows["icrop-msmarco"].reason
    table = replication_table(found).markdown()
    (line,) = [line for line in table.splitlines() if line.startswith("| ICrop → SPECTER ")]
    assert [cell.strip() for cell in line.split("|")][2:8:2] == ["0.248", "79.40", "0.471"]
    (line,) = [line for line in table.splitlines() if line.startswith("| SPECTER → ICrop ")]
    assert [cell.strip() for cell in line.split("|")][2:8:2] == ["not known here"] * 3
    (line,) = [line for line in table.splitlines() if line.startswith("| ICrop → SPECTER ")]
    payload = replication_json(found)
    by_id = {row["row_id"]: row for row in payload["rows"]}
    assert by_id["icrop-msmarco"]["here"]["beir"] is None
    scifact = rows["icrop-specter"].scores["scifact"].value
    assert by_id["icrop-specter"]["here"]["beir"] == scifact  # the mean over the one that is there
    assert f"{scifact:.3f} (1 of 5)" in line


def test_a_row_that_fails_says_why_and_the_others_go_on(tmp_path: Path, data: Path, small_base: Path) -> None:
    (data / "specter" / "specter_train.tsv").write_text("only\ttwo\n", encoding="utf-8")
    found = replicate(
        1,
        read_data(data),
        Trainer(out=tmp_path / "out", folder=data, library=tmp_path),
        RowSettings("small", base=str(small_base), device="cpu", steps=1),
    )
    rows = {row.row_id: row for row in found.rows}
    assert (rows["specter"].state, rows["icrop"].state) == ("failed", "trained")
    assert "specter_train.tsv:1" in rows["specter"].reason


def test_every_row_of_every_table_is_a_recipe_at_both_scales(data: Path) -> None:
    given = read_data(data, collections=False)
    rows = all_rows()
    assert {table: len(table_rows(table)) for table in TABLES} == {1: 3, 2: 14, 3: 4, 4: 3}
    assert len(rows) == 24
    for row in rows.values():
        full, small = (row_recipe(row, given, scale=scale) for scale in ("full", "small"))  # type: ignore[arg-type]
        assert [o.kind for s in full.stages for o in s.objectives] == [kind for kind, _ in row.kinds]
        assert small.stages[0].max_steps < full.stages[0].max_steps == 200_000
        if row.start:
            assert (full.stages[0].epochs, full.stages[0].optimiser.learning_rate) == (1, 1e-5)
            assert row.start in rows


def test_other_data_may_stand_in_and_the_table_says_so(data: Path) -> None:
    (data / "replication.toml").write_text(
        '[paths]\nspecter = { kind = "pairs", path = "mine.jsonl" }\n'
        '[collections]\nother = { path = "beir/scifact" }\n',
        encoding="utf-8",
    )
    given = read_data(data)
    assert set(given.collections) == {"scifact", "iclr2022", "other"}
    row = all_rows()["specter"]
    made = row_recipe(row, given, scale="small").stages[0].objectives[0]
    assert (made.kind, made.path, made.name) == ("pairs", "mine.jsonl", "specter")
    assert given.replaced(row) == ["pairs from mine.jsonl for specter"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[path]\nspecter = "x"', "Did you mean 'paths'"),
        ('[paths]\nspectre = "x"', "Did you mean 'specter'"),
        ("[paths]\nspecter = 3", "must be a path"),
        ('[collections]\nx = { split = "test" }', "has no path"),
        ("[paths", "cannot be read"),
    ],
)
def test_a_wrong_overview_of_the_data_is_refused(data: Path, text: str, said: str) -> None:
    (data / "replication.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=said):
        read_data(data)


def test_the_mean_over_beir_is_over_the_paper_s_collections_alone(data: Path) -> None:
    sets = [place.read() for place in read_data(data).collections.values()]
    perfect = {
        tests.name: {query: {doc: float(grade) for doc, grade in grades.items()} for query, grades in
        tests.qrels.items()} for tests in sets
    }  # fmt: skip
    nothing = {tests.name: {query: {"bats-song": 1.0} for query in tests.qrels} for tests in sets}
    runs = {**perfect, "iclr2022": nothing["iclr2022"]}
    scores = scores_of(runs, sets, base=nothing)
    assert {name: score.value for name, score in scores.items()} == {"scifact": 1.0, "iclr2022": 0.0}
    assert beir_mean(scores) == (1.0, 1)
    assert scores["scifact"].difference == 1.0
    assert beir_mean({}) is None


def test_a_sweep_trains_every_share_once_and_lays_them_side_by_side(
    tmp_path: Path, data: Path, recipe: MakeRecipe
) -> None:
    both = (
        '[[stages.objectives]]\nkind = "cropping"\npath = "data/independent-cropping"\n'
        '[[stages.objectives]]\nkind = "specter"\npath = "data/specter"\n'
    )
    sets = [place.read() for place in read_data(data).collections.values()]

    def make() -> object:
        work = Trainer(out=tmp_path / "out", folder=tmp_path, library=tmp_path)
        return run_sweep(recipe(both, steps=2), [0, 50], work, sets=sets)

    found = make()
    assert make() == found
    rows = found.rows  # type: ignore[attr-defined]
    assert [row.share for row in rows] == [0, 50]
    assert [set(row.validation) for row in rows] == [{"specter"}, {"cropping", "specter"}]
    lines = sweep_table(found).markdown().splitlines()  # type: ignore[arg-type]
    assert lines[4].startswith("| % cropping | ")
    assert [line.split("|")[1].strip() for line in lines[6:]] == ["base", "0", "50"]
    card = json.loads(RunFolder(rows[1].run).card.read_text(encoding="utf-8"))
    assert card["name"] == "small 50-50"
