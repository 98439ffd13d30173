"""The recipe as text and as form: one key changed leaves all else, and a mistake is shown beside its key."""

from __future__ import annotations

import re
import tomllib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from run_script import RECIPE

from assay.errors import RecipeError
from assay.training.recipe.presets import preset, preset_names
from assay.training.recipe.recipe_file import parse_recipe
from assay_desktop.pages.training.recipe import draft as drafts
from assay_desktop.pages.training.recipe.draft import error_of, place_of, read_draft
from assay_desktop.pages.training.recipe.toml_text import line_of, with_table, with_value, without_table


def flat(table: dict[str, Any], begin: str = "") -> dict[str, Any]:
    """Nested tables and lists of them as one: "stages[1].loss.scale" -> value."""
    made: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            made |= flat(value, f"{begin}{key}.")
        elif isinstance(value, tuple):
            for place, row in enumerate(value, start=1):
                made |= flat(row, f"{begin}{key}[{place}].")
        else:
            made[f"{begin}{key}"] = value
    return made


def test_a_changed_key_keeps_comments_and_every_other_line() -> None:
    changed = with_value(RECIPE, "stages[1].stopping.interval", 5)
    expected = RECIPE.replace("interval = 10  # steps", "interval = 5  # steps")
    assert changed == expected


def test_a_key_that_was_not_written_is_put_into_its_own_table() -> None:
    changed = with_value(RECIPE, "stages[1].batch_size", 4)
    changed = with_value(changed, "stages[1].epochs", 2)
    changed = with_value(changed, "stages[1].loss.scale", 10.0)
    told = tomllib.loads(changed)
    assert told["stages"][0] | {"objectives": []} == {
        "name": "first",
        "batch_size": 4,
        "max_steps": 40,
        "epochs": 2,
        "stopping": {"interval": 10},
        "loss": {"scale": 10.0},
        "objectives": [],
    }
    assert "# crops of our own abstracts" in changed
    assert parse_recipe(changed).stages[0].loss.scale == 10.0


def test_every_key_of_the_presets_can_be_changed_without_losing_a_comment() -> None:
    changed: set[str] = set()
    for name in preset_names():
        changed |= change_keys(name, beside=changed)
    assert len(changed) > 60


@pytest.mark.soak
@pytest.mark.parametrize("name", preset_names())
def test_every_key_of_every_preset_can_be_changed_without_losing_a_comment(name: str) -> None:
    change_keys(name, beside=set())


def change_keys(name: str, *, beside: set[str]) -> set[str]:
    """Write each key of a preset anew that is not `beside` them, and return their names."""
    text = preset(name)
    comments = [line for line in text.splitlines() if line.startswith("#")]
    table = tomllib.loads(text)
    recipe = parse_recipe(text)
    outline = read_draft(text, folder=Path()).outline
    assert outline is not None
    written = asdict(recipe)
    for stage, row in zip(recipe.stages, written["stages"], strict=True):
        for spec, held in zip(stage.objectives, row["objectives"], strict=True):
            held["kind"] = spec.kind
    assert outline.values == flat(written)
    kinds = {key: re.sub(r"\d+", "", key) for key in outline.values}
    for key, value in outline.values.items():
        if kinds[key] in beside:
            continue
        changed = with_value(text, key, value)
        assert [line for line in changed.splitlines() if line.startswith("#")] == comments
        assert parse_recipe(changed) == recipe
    assert tomllib.loads(text) == table
    return {*kinds.values()}


def test_an_objective_is_added_to_its_stage_and_taken_away_again() -> None:
    two = with_table(RECIPE, "stages[1].objectives", {"kind": "pairs", "path": "pairs.jsonl"})
    assert [row["kind"] for row in tomllib.loads(two)["stages"][0]["objectives"]] == ["cropping", "pairs"]
    one = without_table(two, "stages[1].objectives[2]")
    assert tomllib.loads(one) == tomllib.loads(RECIPE)
    assert "# steps" in one


def test_a_stage_is_added_at_the_end_and_taken_away_again() -> None:
    draft = read_draft(RECIPE, folder=Path())
    two = drafts.with_stage(draft)
    assert two.recipe is not None
    assert [stage.name for stage in two.recipe.stages] == ["first", "stage 2"]
    assert drafts.without(two, "stages[2]").recipe == draft.recipe


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_any_text_is_written_so_that_it_reads_back(value: str) -> None:
    assert tomllib.loads(with_value(RECIPE, "name", value))["name"] == value


@pytest.mark.parametrize(
    ("written", "key", "line"),
    [
        (RECIPE.replace("batch_size = 8", "batch_size = 0"), "stages[1].batch_size", 6),
        (RECIPE.replace("batch_size", "batchsize"), "stages[1].batchsize", 6),
        (RECIPE.replace('kind = "cropping"', 'kind = "croping"'), "stages[1].objectives[1].kind", 13),
        (RECIPE.replace("random_seed = 3", "random_seed = -1"), "random_seed", 2),
        (RECIPE.replace("interval = 10", "interval = 0"), "stages[1].stopping.interval", 10),
        (RECIPE + "weight = 0.5\n", "stages[1].objectives[1].weight", 15),
        (RECIPE + "[[[", "", 15),
    ],
)
def test_a_mistake_names_the_key_and_the_line_at_which_it_stands(written: str, key: str, line: int) -> None:
    draft = read_draft(written, folder=Path())
    assert draft.recipe is None
    assert draft.problem is not None
    assert (draft.problem.key, draft.problem.line) == (key, line)


def test_the_line_of_a_key_that_is_not_written_is_that_of_its_table() -> None:
    assert line_of(RECIPE, "stages[1].objectives[1].weight") == 12
    assert line_of(RECIPE, "stages[1].loss.scale") == 4


def test_a_text_that_is_no_toml_cannot_be_changed_by_the_form() -> None:
    broken = read_draft("name = \n", folder=Path())
    with pytest.raises(RecipeError, match="Correct the text first"):
        drafts.with_key(broken, "name", "x")


def test_a_recipe_is_asked_for_with_its_paths_in_full(tmp_path: Path) -> None:
    text = RECIPE + '\n[[stages.objectives]]\nkind = "judgements"\npath = "library:"\n'
    asked = parse_recipe(drafts.as_requested(read_draft(text, folder=tmp_path)))
    assert [spec.path for spec in asked.stages[0].objectives] == [str(tmp_path / "papers.jsonl"), "library:"]
    with pytest.raises(RecipeError, match="unknown key"):
        drafts.as_requested(read_draft("nme = 'x'", folder=tmp_path))


def test_a_text_with_a_mistake_can_still_be_laid_out_as_a_form() -> None:
    draft = read_draft(RECIPE.replace("batch_size = 8", "batch_size = 0"), folder=Path())
    assert draft.recipe is None
    assert draft.outline is not None
    assert draft.outline.values["stages[1].batch_size"] == 0
    assert draft.outline.values["stages[1].gradient_accumulation_steps"] == 2
    assert draft.outline.stages[0].kinds == ("cropping",)


@pytest.mark.parametrize("text", ["name = ", "stages = 3\n", "name = 'x'\n", "stages = [1]\n"])
def test_a_text_without_stages_is_no_form(text: str) -> None:
    assert read_draft(text, folder=Path()).outline is None


def test_another_kind_drops_what_says_nothing_to_it() -> None:
    text = RECIPE.replace('kind = "cropping"', 'kind = "judgements"').replace(
        'path = "papers.jsonl"', 'path = "library:"\ngrade = 2'
    )
    draft = drafts.with_kind(read_draft(text, folder=Path()), "stages[1].objectives[1].kind", "pairs")
    (objective,) = tomllib.loads(draft.text)["stages"][0]["objectives"]
    assert objective == {"kind": "pairs", "path": "library:"}  # which teaches pairs as well
    draft = drafts.with_kind(draft, "stages[1].objectives[1].kind", "msmarco")
    (objective,) = tomllib.loads(draft.text)["stages"][0]["objectives"]
    assert objective == {"kind": "msmarco", "path": ""}
    assert draft.problem is not None
    assert "has no path" in draft.problem.message
    back = drafts.with_kind(draft, "stages[1].objectives[1].kind", "judgements")
    assert back.recipe is not None
    assert back.recipe.stages[0].objectives[0].path == "library:"


OF_LIBRARY = """
name = "mine"
[formats]
variant = "adapters"
[[stages]]
[[stages.objectives]]
kind = "{kind}"
path = "{path}"
label = "{label}"
"""


@pytest.mark.parametrize(
    ("before", "kind", "after"),
    [
        (("regression", "library:", "year"), "classification", ("library:", "year")),
        (("regression", "library:", "rating"), "classification", ("library:", "venue")),
        (("pairs", "library:", "tldr"), "candidates", ("library:", "citation")),
        (("pairs", "library:", "cocitation"), "candidates", ("library:", "cocitation")),
        (("classification", "library:", "venue"), "judgements", ("library:", "")),
        (("classification", "library:", "venue"), "pairs", ("library:", "")),
        (("classification", "library:", "venue"), "cropping", ("library:", "")),
        (("judgements", "library:", "typed"), "regression", ("library:", "year")),
        (("judgements", "library:Pilot@2", "typed"), "pairs", ("", "")),
        (("judgements", "library:Pilot@2", ""), "judgements", ("library:Pilot@2", "")),
        (("classification", "papers.jsonl", "area"), "regression", ("papers.jsonl", "area")),
    ],
)
def test_another_kind_keeps_the_library_where_it_teaches_that_too(
    before: tuple[str, str, str], kind: str, after: tuple[str, str]
) -> None:
    text = OF_LIBRARY.format(kind=before[0], path=before[1], label=before[2])
    draft = drafts.with_kind(read_draft(text, folder=Path()), "stages[1].objectives[1].kind", kind)
    (objective,) = tomllib.loads(draft.text)["stages"][0]["objectives"]
    assert (objective["path"], objective.get("label", "")) == after
    assert (draft.recipe is None) == (not after[0])


def test_the_library_as_a_path_brings_a_label_and_only_keywords_are_several() -> None:
    text = OF_LIBRARY.format(kind="classification", path="papers.jsonl", label="area")
    table = "stages[1].objectives[1]"
    draft = drafts.with_library(read_draft(text, folder=Path()), f"{table}.path")
    for label, several in (("venue", False), ("keywords", True), ("year", False)):
        if label != "venue":
            draft = drafts.with_label(draft, f"{table}.label", label)
        assert draft.recipe is not None
        spec = draft.recipe.stages[0].objectives[0]
        assert (spec.path, spec.label, spec.multi_label) == ("library:", label, several)
    file = drafts.with_label(read_draft(text, folder=Path()), f"{table}.label", "keywords")
    assert file.recipe is not None
    assert not file.recipe.stages[0].objectives[0].multi_label  # of a file nobody knows


def test_a_wide_recipe_is_asked_for_with_its_words_in_full(tmp_path: Path) -> None:
    text = OF_LIBRARY.format(kind="regression", path="library:", label="year").replace("adapters", "wide")
    for words, asked in (("papers.jsonl", str(tmp_path / "papers.jsonl")), ("library:", "library:")):
        draft = drafts.with_key(read_draft(text, folder=tmp_path), "formats.words", words)
        assert parse_recipe(drafts.as_requested(draft)).formats.words == asked


def test_another_kind_keeps_a_file_and_what_both_kinds_know() -> None:
    text = RECIPE + 'variant = "released"\nlimit = 7\n'
    draft = drafts.with_kind(read_draft(text, folder=Path()), "stages[1].objectives[1].kind", "msmarco")
    (objective,) = tomllib.loads(draft.text)["stages"][0]["objectives"]
    assert objective == {"kind": "msmarco", "path": "papers.jsonl", "variant": "released", "limit": 7}


def test_a_base_folder_that_is_not_there_is_a_mistake_at_once(tmp_path: Path) -> None:
    text = 'base = "{0}"\n' + RECIPE
    gone = read_draft(text.format("/no/where"), folder=tmp_path)
    assert gone.problem is not None
    assert (gone.problem.key, gone.problem.line) == ("base", 0)
    assert "/no/where" in gone.problem.message
    (tmp_path / "mine").mkdir()
    assert read_draft(text.format("./mine"), folder=tmp_path).problem is None


def test_a_check_that_finds_too_few_examples_says_which_field_to_change() -> None:
    draft = read_draft(RECIPE, folder=Path())
    found = place_of(draft, RecipeError("Too few.", code="batch_too_large", sizes={"cropping": 5}))
    assert (found.key, found.line) == ("stages[1].batch_size", 6)
    assert found.message == (
        "A batch needs 8 examples; there are 5 (cropping: 5). Set Batch to 5 or less, or add data."
    )
    assert found.at_field == "Set Batch to 5 or less, or add data."


@pytest.mark.parametrize(
    ("error", "key"),
    [
        ({"kind": "RecipeError", "key": "stages[1].objectives[1].path"}, "stages[1].objectives[1].path"),
        ({"kind": "ModelError"}, "base"),
        ({"kind": "LibraryError"}, ""),
        (None, ""),
    ],
)
def test_what_a_check_complains_of_is_found_in_the_recipe(error: dict[str, Any] | None, key: str) -> None:
    problem = place_of(read_draft(RECIPE, folder=Path()), error_of({"error": error}, "The disk is full."))
    assert (problem.key, problem.message) == (key, "The disk is full.")
