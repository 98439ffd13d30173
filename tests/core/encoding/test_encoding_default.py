"""The model that ships: found, whole, and MiniLM where it says so."""

from __future__ import annotations

import json

import numpy as np

from assay.config import Config
from assay.encoding import BASE_MODEL, DEFAULT_MODEL, Encoder, load_encoder
from assay.encoding.model_files.folder import find_folder
from assay.encoding.multiformat.folder import read_folder
from assay.training.recipe.recipe_file import read_recipe
from assay.types import TaskFormat

TEXTS = ["Dense retrieval [SEP] Two encoders meet.", "how proteins fold", "Graph kernels"]


def unit(x: np.ndarray) -> np.ndarray:
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def test_a_new_library_begins_with_it() -> None:
    assert Config().model == DEFAULT_MODEL


def test_its_base_is_the_one_that_is_installed() -> None:
    found = read_folder(find_folder(DEFAULT_MODEL, allow_network=False))
    assert found.base == BASE_MODEL
    assert {*found.spec.formats} == {*TaskFormat}


def test_what_searches_begins_with_minilms_own_vector(minilm: Encoder) -> None:
    own = load_encoder()
    plain = minilm.encode(TEXTS, format=TaskFormat.PRX)
    for each in (TaskFormat.PRX, TaskFormat.QRY):
        found = own.encode(TEXTS, format=each)
        np.testing.assert_allclose(found[:, :384], unit(plain), atol=1e-5)
        np.testing.assert_allclose(np.linalg.norm(found[:, 384:], axis=1), 0.45, atol=1e-5)


def test_papers_and_queries_have_one_vector_and_labels_and_numbers_others() -> None:
    own = load_encoder()
    prints = {each: own.fingerprint(each) for each in TaskFormat}
    assert prints[TaskFormat.PRX] == prints[TaskFormat.QRY]
    assert len({*prints.values()}) == 3


def test_its_card_tells_of_its_recipe_and_it_fits_a_release() -> None:
    folder = find_folder(DEFAULT_MODEL, allow_network=False)
    card = json.loads((folder / "model_card.json").read_text(encoding="utf-8"))
    recipe = read_recipe(folder / "recipe.toml")
    assert card["name"] == recipe.name == DEFAULT_MODEL
    assert (
        card["base"]["fingerprint"]
        == json.loads((folder / "formats.json").read_text())["base"]["fingerprint"]
    )
    assert {row["name"] for row in card["data"]} == {
        spec.name for stage in recipe.stages for spec in stage.objectives
    }
    assert (folder / "LICENSE").is_file()
    assert sum(path.stat().st_size for path in folder.iterdir()) < 6_000_000
