"""The models that come with Assay have cards, and keep what was measured of them on this machine."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from assay.encoding.model_files.folder import find_folder
from assay.encoding.multiformat.sizes import model_size
from assay.registry import packaged_models
from assay.registry.loading import load_named
from assay.registry.packaged_models import (
    PACKAGED,
    find_card,
    folder_of,
    keep_scores,
    packaged_cards,
)


@pytest.fixture(autouse=True)
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    return tmp_path / "models"


def test_cards_say_what_the_models_are() -> None:
    cards = {card.model_id: card for card in packaged_cards()}
    assert tuple(cards) == PACKAGED
    for name, card in cards.items():
        encoder = load_named(name)
        assert (card.dim, card.separator) == (encoder.dim, encoder.template.separator)
    shipped = cards["assay-papers"]
    base = 22_713_216 - (384 * 384 + 384)  # MiniLM, as it is published, without its pooler
    assert model_size(folder_of("all-MiniLM-L6-v2")).total == base
    assert shipped.parameters == base + 2 * (7 * 384 * 256 + 256) == 23_942_144
    assert model_size(folder_of("assay-papers")).total == shipped.parameters
    recipe = tomllib.loads((find_folder("assay-papers", allow_network=False) / "recipe.toml").read_text())
    kept = tomllib.loads(shipped.recipe)
    assert kept["random_seed"] == recipe["random_seed"]
    assert [stage["epochs"] for stage in kept["stages"]] == [stage["epochs"] for stage in recipe["stages"]]


def test_what_was_measured_is_kept_beside_what_was_measured_before(models: Path) -> None:
    keep_scores("assay-papers", {"speed": {"one": 10.0}})
    keep_scores("assay-papers", {"Pilot against x": {"n_queries": 3}})
    keep_scores("assay-papers", {"speed": {"one": 12.0}})
    keep_scores("a-folder-somewhere", {"speed": {"one": 1.0}})  # which has no card
    scores = find_card("assay-papers").scores
    assert scores["speed"] == {"one": 12.0}
    assert scores["Pilot against x"] == {"n_queries": 3}
    assert "speed" not in find_card("all-MiniLM-L6-v2").scores
    for note in models.rglob("*.json"):
        note.write_text("{", encoding="utf-8")
    assert "speed" not in find_card("assay-papers").scores


def test_figures_of_other_weights_of_the_name_are_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_scores("assay-papers", {"speed": {"one": 10.0}})
    next_version = tmp_path / "assay-papers"
    shutil.copytree(find_folder("assay-papers", allow_network=False), next_version)
    card = next_version / "model_card.json"
    card.write_text(card.read_text(encoding="utf-8").replace('"created":', '"trained":'), encoding="utf-8")
    monkeypatch.setattr(packaged_models, "find_folder", lambda name, *, allow_network: next_version)
    assert "speed" not in find_card("assay-papers").scores
