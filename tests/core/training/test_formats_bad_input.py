"""What a person may get wrong about formats: each error names task, file and row."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from safetensors.torch import load_file, save_file

from assay.cli import run
from assay.cli.output import Output
from assay.encoding import load_encoder
from assay.encoding.formats import TextTemplate
from assay.encoding.multiformat.sizes import model_size
from assay.errors import ModelError, RecipeError
from assay.registry.loading import load_named
from assay.training.data.objectives import open_source
from assay.training.loop.trainer import train
from assay.training.recipe.recipe_file import parse_recipe, read_recipe
from assay.types import TaskFormat

SUBJECTS = ("graphs", "proteins", "planets", "markets")
HEAD = """
name = "formats"
base = '{base}'
device = "cpu"
max_length = 32
[formats]
variant = "{variant}"
{formats}
[[stages]]
mixing = "tasks"
batch_size = 4
gradient_accumulation_steps = 1
max_steps = 2
[stages.loss]
kind = "triplet"
[stages.stopping]
interval = 1
"""
OBJECTIVES = {
    "classification": 'kind = "classification"\nname = "topic"\npath = "data"\nlabel = "subject"',
    "labels": 'kind = "classification"\nname = "topics"\npath = "data"\nlabel = "subjects"\n'
    "multi_label = true",
    "regression": 'kind = "regression"\nname = "year"\npath = "data"\nlabel = "number"',
    "candidates": 'kind = "candidates"\nname = "asked"\npath = "data"',
}

Rows = list[dict[str, Any]]
Train = Callable[..., str]


def papers(n: int = 20) -> Rows:
    return [
        {
            "title": f"{SUBJECTS[place % 4]} {place}",
            "abstract": f"compare {SUBJECTS[place % 4]} at night",
            "subject": SUBJECTS[place % 4],
            "subjects": [SUBJECTS[place % 4]],
            "number": place / 10,
        }
        for place in range(n)
    ]


def asked(n: int = 20, scores: tuple[object, ...] = (1, 0)) -> Rows:
    return [
        {
            "query": f"{SUBJECTS[place % 4]} {place}",
            "candidates": [
                {"title": f"{place} {key}", "abstract": "", "score": score}
                for key, score in enumerate(scores)
            ],
        }
        for place in range(n)
    ]


def write(path: Path, rows: Rows) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def assay(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """Calls a command; (status, output, errors)."""
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))

    def call(*arguments: object) -> tuple[int, str, str]:
        capfd.readouterr()
        status = run(["--library", str(tmp_path / "library"), *map(str, arguments)], Output())
        found = capfd.readouterr()
        return status, found.out, found.err

    return call


@pytest.fixture
def recipe(tmp_path: Path, tiny_base: Path) -> Callable[..., Path]:
    """Writes a recipe of one objective beside its data."""

    def written(
        objective: str = "classification",
        *,
        rest: str = "",
        variant: str = "adapters",
        formats: str = "reduction = 4",
        base: Path | None = None,
    ) -> Path:
        text = HEAD.format(base=base or tiny_base, variant=variant, formats=formats)
        path = tmp_path / "recipe.toml"
        own = OBJECTIVES.get(objective, objective)
        path.write_text(f"{text}[[stages.objectives]]\n{own}\n{rest}\n", encoding="utf-8")
        return path

    return written


@pytest.fixture
def refused(assay: Callable[..., tuple[int, str, str]], tmp_path: Path) -> Train:
    """What the recipe is refused with, on one line and with the status of bad input: dry and in earnest."""

    def trained(path: Path) -> str:
        lines = []
        for ending in (("--dry-run",), ("--out", tmp_path / "run")):
            status, _, errors = assay("train", path, *ending)
            lines.append(errors.splitlines()[-1])
            assert status == 2, errors
            assert "Traceback" not in errors
        assert lines[0] == lines[1]
        assert not (tmp_path / "run" / "model").exists()
        return lines[0].removeprefix("assay: ")

    return trained


# --- labels, numbers and grades


def changed(rows: Rows, place: int, **values: object) -> Rows:
    return [{**row, **values} if n == place else row for n, row in enumerate(rows)]


def each(rows: Rows, **values: object) -> Rows:
    return [{**row, **values} for row in rows]


NAN = float("nan")
NO_ORDER = "no candidate of this query is graded higher than another, and so it is with all queries."
CASES: dict[str, tuple[str, Rows, Rows, str]] = {
    # objective, train.jsonl, dev.jsonl, what is said after the task's name
    "no labels": ("classification", each(papers(), subject=None), [], "{data}: no row has a 'subject'"),
    "no numbers": ("regression", each(papers(), number=""), [], "{data}: no row has a 'number'"),
    "an unseen label": (
        "classification",
        papers(),
        changed(papers(6), 4, subject="rivers"),
        "{data}/dev.jsonl:5: the label 'rivers' is not among the 4 that are learned. Add it to the file of",
    ),
    "one class": (
        "classification",
        each(papers(), subject="graphs"),
        [],
        "{data}: all 18 examples have one label in 'subject' (graphs): there is nothing to tell apart.",
    ),
    "one number": (
        "regression",
        each(papers(), number=2.5),
        [],
        "{data}: all 18 examples have one number in 'number' (2.5)",
    ),
    "two labels where one is read": (
        "classification",
        changed(papers(), 7, subject=["graphs", "planets"]),
        [],
        "{data}/train.jsonl:8: 'subject' holds 2 labels. Set multi_label = true",
    ),
    "a label that is none": (
        "labels",
        changed(papers(), 3, subjects=["graphs", None]),
        [],
        "{data}/train.jsonl:4: 'subjects' holds None, which is not a label",
    ),
    "NaN": (
        "regression",
        changed(papers(), 5, number=NAN),
        [],
        "{data}/train.jsonl:6: 'number' is nan, not a number",
    ),
    "infinity": (
        "regression",
        changed(papers(), 0, number="inf"),
        [],
        "{data}/train.jsonl:1: 'number' is 'inf'",
    ),
    "a number whose square is none": (
        "regression",
        changed(papers(), 4, number=1e30),
        [],
        "{data}/train.jsonl:5: 'number' is 1e+30, and 1,000,000 is the largest number that is learned.",
    ),
    "labels in one text": (
        "labels",
        changed(papers(), 6, subjects="graphs, bees"),
        [],
        "{data}/train.jsonl:7: 'subjects' is the one text 'graphs, bees', and multi_label = true reads a",
    ),
    "no positive": (
        "candidates",
        asked(scores=(0, 0)),
        [],
        f"{{data}}/train.jsonl:1: {NO_ORDER} Here all 2 are graded 0: there is no positive.",
    ),
    "no candidates": (
        "candidates",
        changed(asked(), 3, candidates=[]),
        [],
        "{data}/train.jsonl:4: 'candidates' is missing or empty",
    ),
    "a grade that is not a number": (
        "candidates",
        [*asked(2), *asked(1, scores=(1, NAN))],
        [],
        "{data}/train.jsonl:3: a candidate's score is nan",
    ),
    "a query without a text": (
        "candidates",
        changed(asked(), 8, query=" "),
        [],
        "{data}/train.jsonl:9: 'query' is missing or empty",
    ),
}
NAMES = {"classification": "topic", "labels": "topics", "regression": "year", "candidates": "asked"}


@pytest.mark.parametrize("case", CASES)
def test_bad_rows_are_refused_by_task_file_and_row(recipe: Any, tmp_path: Path, case: str) -> None:
    objective, train, dev, said = CASES[case]
    data = tmp_path / "data"
    write(data / "train.jsonl", train)
    if dev:
        write(data / "dev.jsonl", dev)
    spec = read_recipe(recipe(objective)).stages[0].objectives[0]
    with pytest.raises(RecipeError) as caught:
        open_source(spec, folder=tmp_path, seed=7, template=TextTemplate())
    assert str(caught.value).startswith(f"Objective '{NAMES[objective]}': {said.format(data=data)}")


def test_a_query_that_teaches_nothing_among_others_is_left_out_and_its_row_named(
    recipe: Any, assay: Any, tmp_path: Path
) -> None:
    write(tmp_path / "data" / "train.jsonl", [*asked(6), *asked(2, scores=(1, 1)), *asked(12)])
    status, out, _ = assay("train", recipe("candidates"), "--dry-run")
    assert status == 0
    told = " ".join(out.split())
    assert "left out: 2 queries whose candidates are all graded alike (first: train.jsonl:7)" in told


def test_a_file_of_labels_that_is_missing_or_says_one_twice(
    recipe: Any, refused: Train, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    write(data / "train.jsonl", papers())
    path = recipe(rest='labels = "names.txt"')
    assert refused(path).startswith(f"Objective 'topic': {data}/names.txt: cannot be read")
    (data / "names.txt").write_text("graphs\nplanets\ngraphs\n", encoding="utf-8")
    assert refused(path).startswith(f"Objective 'topic': {data}/names.txt: a label stands in it twice")


# --- formats, bases, adapters, checkpoints


@pytest.fixture
def data(tmp_path: Path) -> None:
    write(tmp_path / "data" / "train.jsonl", papers())


@pytest.fixture
def trained(recipe: Any, assay: Any, data: None, tmp_path: Path) -> Callable[..., Path]:
    """The model of a run that ended well."""

    def made(name: str = "adapters", **changes: Any) -> Path:
        status, _, errors = assay("train", recipe(**changes), "--out", tmp_path / name)
        assert status == 0, errors
        return tmp_path / name / "model"

    return made


@pytest.mark.usefixtures("data")
def test_a_format_that_the_model_does_not_have(recipe: Any, refused: Train, trained: Any, assay: Any) -> None:
    few = 'reduction = 4\nformats = "PRX, QRY"'
    said = refused(recipe(formats=few))
    assert said.endswith("Objective 'topic' learns CLF, which [formats] leaves out.")
    folder = trained(formats='reduction = 4\nformats = "CLF"')
    with pytest.raises(ModelError, match="has no vectors for PRX; it has them for CLF"):
        load_encoder(str(folder), device="cpu").encode(["graphs"], format=TaskFormat.PRX)
    status, out, errors = assay("model", "add", folder.parent)
    assert status == 0, errors
    encoder = load_named(out.split()[1].rstrip("."), device="cpu")
    with pytest.raises(ModelError, match=r"formats-\w+ has no vectors for QRY; it has them for CLF"):
        encoder.encode(["graphs"], format=TaskFormat.QRY)


def fusion(recipe: Any, adapters: Path, *, reduction: int = 4, base: Path | None = None) -> Path:
    made: Path = recipe(
        variant="fusion", formats=f"reduction = {reduction}\nadapters = '{adapters}'", base=base
    )
    return made


def test_adapters_of_another_reduction(recipe: Any, refused: Train, trained: Any) -> None:
    folder = trained()
    said = refused(fusion(recipe, folder, reduction=2))
    assert said.startswith(f"{folder} does not have adapters for the same formats, layers and reduction")


def test_adapters_of_another_base(
    recipe: Any, assay: Any, refused: Train, trained: Any, tiny_base: Path, tmp_path: Path
) -> None:
    folder = trained()
    status, _, errors = assay("train", fusion(recipe, folder), "--out", tmp_path / "fused")
    assert status == 0, errors
    other = Path(shutil.copytree(tiny_base, tmp_path / "other"))
    weights = next(other.rglob("model.safetensors"))
    tensors = load_file(weights)
    name = next(key for key in tensors if key.endswith("layer.1.output.dense.bias"))
    save_file({**tensors, name: tensors[name] + 0.1}, weights, metadata={"format": "pt"})
    said = refused(fusion(recipe, folder, base=other))
    assert said.startswith(f"{folder} was trained over another base ({tiny_base}): its weights differ in ")
    assert name.removeprefix("bert.") in said


def test_a_model_that_was_changed_after_its_training(trained: Any, assay: Any) -> None:
    folder = trained()
    tensors = load_file(folder / "parts.safetensors")
    save_file({name: held + 0.01 for name, held in tensors.items()}, folder / "parts.safetensors")
    status, _, errors = assay("model", "add", folder.parent)
    assert status == 2
    assert "is not the one that its card describes" in errors


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("variant", ["codes", "pools", "adapters"])
def test_a_dry_run_a_card_and_the_files_agree_on_the_parameters(
    recipe: Any, assay: Any, tmp_path: Path, variant: str
) -> None:
    path = recipe(variant=variant, formats="")
    status, out, _ = assay("train", path, "--dry-run", "--json")
    assert status == 0
    dry = json.loads(out)["parameters"]
    status, _, errors = assay("train", path, "--out", tmp_path / "run")
    assert status == 0, errors
    card = json.loads((tmp_path / "run" / "card.json").read_text(encoding="utf-8"))
    assert dry == card["parameters"] == model_size(tmp_path / "run" / "model").total


@pytest.mark.usefixtures("data")
def test_a_base_with_missing_keys(recipe: Any, assay: Any, tiny_base: Path, tmp_path: Path) -> None:
    base = Path(shutil.copytree(tiny_base, tmp_path / "base"))
    weights = next(base.rglob("model.safetensors"))
    tensors = load_file(weights)
    name = next(key for key in tensors if key.endswith("layer.1.output.dense.bias"))
    save_file({key: held for key, held in tensors.items() if key != name}, weights, metadata={"format": "pt"})
    status, _, errors = assay("train", recipe(base=base), "--out", tmp_path / "run")
    assert status == 2
    assert f"{weights}: the tensor {name.removeprefix('bert.')} is missing" in errors


class Stopped:
    """Asks a run to end after its first steps."""

    def __init__(self) -> None:
        self.asked = 0

    def wanted(self) -> Any:
        self.asked += 1
        return "cancel" if self.asked > 8 else "run"


@pytest.mark.usefixtures("data")
def test_a_checkpoint_with_missing_keys(recipe: Any, assay: Any, tmp_path: Path) -> None:
    path, out = recipe(), tmp_path / "run"
    path.write_text(path.read_text(encoding="utf-8").replace("max_steps = 2", "max_steps = 20"), "utf-8")
    train(parse_recipe(path.read_text(encoding="utf-8")), out=out, folder=tmp_path, control=Stopped())
    for state in out.rglob("state.json"):  # as one that another program wrote: its sums agree with its files
        weights = state.with_name("weights.safetensors")
        tensors = load_file(weights)
        name = next(key for key in tensors if key.endswith("adapters.1.CLF.up.weight"))
        save_file({key: held for key, held in tensors.items() if key != name}, weights)
        table = json.loads(state.read_text(encoding="utf-8"))
        table["files"][weights.name] = hashlib.sha256(weights.read_bytes()).hexdigest()
        state.write_text(json.dumps(table), encoding="utf-8")
    status, _, errors = assay("train", path, "--out", out, "--resume")
    assert status == 2, errors
    assert f"The weights in {out / 'checkpoints'}" in errors.splitlines()[-1]
    assert "do not fit this model" in errors.splitlines()[-1]
    assert name in errors.splitlines()[-1]
    assert "Traceback" not in errors
