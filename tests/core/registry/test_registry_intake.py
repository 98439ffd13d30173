"""What may be added to the registry, and what is refused and why."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from registry_files import damage_weights, fingerprint_by_hand

from assay.encoding import load_encoder
from assay.errors import ModelError
from assay.registry.card import Card
from assay.registry.registry import ModelRegistry
from small_models import card_of, make_run

Add = Callable[..., Card]


def test_weights_that_were_damaged_after_training_are_not_added_under_their_card(
    registry: ModelRegistry, model_folder: Path, tmp_path: Path
) -> None:
    sound = fingerprint_by_hand(model_folder)
    run = make_run(tmp_path / "run", model_folder, card_of("crops", fingerprint=sound))
    damage_weights(run / "model")
    with pytest.raises(ModelError, match=f"not the one that its card describes: .* is {sound[:16]}, .*Add a"):
        registry.add(run)
    assert registry.cards() == []
    genuine = make_run(tmp_path / "genuine", model_folder, card_of("crops", fingerprint=sound))
    assert registry.add(genuine).model_id == f"crops-{sound[:8]}"
    taken = registry.add(run / "model", name="crops")  # as the message says
    assert taken.fingerprint == fingerprint_by_hand(run / "model")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"dim": 48}, "The card says 48 dimensions, the model in .* has 32"),
        ({"dim": 0}, "speaks of 0 dimensions"),
        ({"name": " "}, "gives the model no name"),
        ({"max_length": None}, "the card has no 'max_length'"),
        ({"data": [1]}, r"Expected `object`, got `int` - at `\$\.data"),
        ({"fingerprint": "../../x"}, "is not one"),
        ({"fingerprint": "a" * 64}, "is not the one that its card describes"),
        ({"stages": {}}, r"Expected `array`, got `object` - at `\$\.stages`"),
    ],
)
def test_a_card_that_does_not_fit_is_refused(
    registry: ModelRegistry, model_folder: Path, changes: dict[str, object], said: str
) -> None:
    with pytest.raises(ModelError, match=said):
        registry.add(model_folder, card=card_of("x") | changes)
    assert registry.cards() == []
    assert list(registry.root.glob("*")) == []


def test_numbers_that_json_does_not_have_become_unknown(
    registry: ModelRegistry, add: Add, tmp_path: Path
) -> None:
    card = add("x", stages=[{"name": "one", "best_validation": float("nan")}])
    assert card.stages[0]["best_validation"] is None


def _remove(name: str) -> Callable[[Path], object]:
    return lambda model: (model / name).unlink()


def _only_pickle(model: Path) -> None:
    (model / "model.safetensors").rename(model / "pytorch_model.bin")


def _foreign_code(model: Path) -> None:
    (model / "modules.json").write_text('[{"type": "mine.Module", "path": ""}]')


def _names_outside(part: str) -> Callable[[Path], object]:
    def point(model: Path) -> None:
        path = model / "modules.json"
        modules = json.loads(path.read_text())
        modules[1]["path"] = part
        path.write_text(json.dumps(modules))
        outside = model / part.replace("\\", "/")
        if ":" not in part:
            shutil.copytree(model / "1_Pooling", outside, dirs_exist_ok=True)

    return point


def _shards_outside(model: Path) -> None:
    (model / "model.safetensors").rename(model.parent / "outside.safetensors")
    shards = {"weight_map": {"weights": "../outside.safetensors"}}
    (model / "model.safetensors.index.json").write_text(json.dumps(shards))


def _link_out(model: Path) -> None:
    (model.parent / "secret.txt").write_text("a password")
    (model / "extra.txt").symlink_to(model.parent / "secret.txt")


def _link_a_folder(model: Path) -> None:
    (model / "1_Pooling").rename(model.parent / "pooling")
    (model / "1_Pooling").symlink_to(model.parent / "pooling")


def _cut(model: Path) -> None:
    path = model / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-100])


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (_remove("model.safetensors"), r"model\.safetensors is missing"),
        (_remove("modules.json"), r"modules\.json is missing"),
        (_only_pickle, "holds its weights only as pytorch_model.bin"),
        (_foreign_code, "program code of its own"),
        (_cut, "is cut short"),
        (_names_outside("../elsewhere"), r"names '\.\./elsewhere', which lies outside the model's folder"),
        (_names_outside("a/../../elsewhere"), "lies outside the model's folder"),
        (_names_outside("C:/elsewhere"), "lies outside the model's folder"),
        (_shards_outside, r"names '\.\./outside\.safetensors', which lies outside"),
        (_link_out, r"extra\.txt is a link to .*secret\.txt, outside the model's folder"),
        (_link_a_folder, "1_Pooling is a link to a folder"),
        (lambda model: (model / "model.safetensors").write_bytes(b"no weights"), "damaged or cut short"),
        (lambda model: (model / "model.safetensors").write_bytes(b""), "damaged or cut short"),
    ],
)
def test_a_model_that_cannot_be_used_is_not_taken(
    registry: ModelRegistry, model_folder: Path, harm: Callable[[Path], object], said: str
) -> None:
    harm(model_folder)
    with pytest.raises(ModelError, match=said):
        registry.add(model_folder, card=card_of("x"))
    assert registry.cards() == []
    assert list(registry.root.glob("*")) == []


def test_an_absolute_place_of_a_part_is_refused_wherever_a_model_is_opened(
    registry: ModelRegistry, model_folder: Path, tmp_path: Path
) -> None:
    _names_outside(str(tmp_path / "x" / "1_Pooling"))(model_folder)
    for act in (lambda: registry.add(model_folder), lambda: load_encoder(str(model_folder))):
        with pytest.raises(ModelError, match=r"x/1_Pooling', which lies outside the model's folder\. Copy"):
            act()


def test_links_within_a_model_are_copied_as_files(registry: ModelRegistry, model_folder: Path) -> None:
    (model_folder / "model.safetensors").rename(model_folder / "weights.safetensors")
    (model_folder / "model.safetensors").symlink_to("weights.safetensors")
    copy = registry.folder(registry.add(model_folder, card=card_of("x")).model_id) / "model.safetensors"
    assert not copy.is_symlink()
    assert copy.read_bytes() == (model_folder / "weights.safetensors").read_bytes()


def test_pickles_beside_the_weights_stay_behind(registry: ModelRegistry, model_folder: Path) -> None:
    (model_folder / "optimizer.pt").write_bytes(b"x")
    (model_folder / "pytorch_model.bin").write_bytes(b"x")
    (model_folder / "run_me.py").write_text("print()")
    folder = registry.folder(registry.add(model_folder, card=card_of("x")).model_id)
    assert {path.suffix for path in folder.rglob("*") if path.is_file()} <= {".json", ".safetensors", ".txt"}


def test_a_run_without_a_model_is_told_to_be_resumed(registry: ModelRegistry, tmp_path: Path) -> None:
    tmp_path.joinpath("events.jsonl").write_text("")
    with pytest.raises(ModelError, match="has not finished"):
        registry.add(tmp_path)
    with pytest.raises(ModelError, match="There is no folder"):
        registry.add(tmp_path / "nowhere")
