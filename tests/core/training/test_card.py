"""What a card says of its files: names for those who read it, never where they lay."""

from __future__ import annotations

import pytest

from assay.training.recipe.recipe_file import parse_recipe, write_recipe
from assay.training.runs.card import base_name, without_paths

RECIPE = """
name = "several"
base = "/home/ada/models/small"

[formats]
variant = "fusion"
adapters = "../runs/first/model"

[[stages]]
[[stages.objectives]]
kind = "pairs"
path = "data/train/pairs.jsonl"

[[stages.objectives]]
kind = "classification"
name = "area"
path = "C:/Users/ada/area"
label = "area"
labels = "~/labels/areas.txt"

[[stages.objectives]]
kind = "classification"
name = "own"
path = "library:tags"
label = "tags"
"""


def test_files_stand_by_their_names_and_the_rest_as_it_was() -> None:
    recipe = parse_recipe(RECIPE)
    told = without_paths(recipe)
    text = write_recipe(told)
    assert "/ada" not in text
    assert ".." not in text
    assert (told.base, told.formats.adapters) == ("small", "model")
    pairs, area, own = told.stages[0].objectives
    assert (pairs.path, area.path, area.labels) == ("pairs.jsonl", "area", "areas.txt")
    assert own.path == "library:tags", "a library is no place on a disk"
    assert told.stages[0].optimiser == recipe.stages[0].optimiser
    assert parse_recipe(text) == told
    assert without_paths(told) == told


def test_the_file_of_a_run_that_finds_candidates_is_named_and_ways_of_search_stay() -> None:
    lists = """
name = "lists"
[[stages]]
[stages.loss]
kind = "listnet"
[[stages.objectives]]
kind = "lists"
path = "beir/scifact"
first = "{0}"
queries = "beir/some.txt"
"""
    for given, said in (("runs/bm25.trec", "bm25.trec"), ("keyword", "keyword"), ("dense", "dense")):
        (spec,) = without_paths(parse_recipe(lists.format(given))).stages[0].objectives
        assert (spec.path, spec.first, spec.queries) == ("scifact", said, "some.txt")


@pytest.mark.parametrize(
    ("base", "told"),
    [
        ("all-MiniLM-L6-v2", "all-MiniLM-L6-v2"),
        ("allenai/specter2_base", "allenai/specter2_base"),
        ("/models/small", "small"),
        ("../small", "small"),
        ("./small", "small"),
        ("~/small", "small"),
        ("D:\\models\\small", "small"),
    ],
)
def test_a_base_is_a_model_s_id_or_the_name_of_its_folder(base: str, told: str) -> None:
    assert base_name(base) == told
