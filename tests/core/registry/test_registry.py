"""Models added, listed, compared, deleted: what a card says and what damage does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from registry_files import damage_weights, fingerprint_by_hand

from assay.encoding import TextTemplate, load_encoder
from assay.errors import BadInput, ModelError
from assay.registry.card import Card
from assay.registry.difference import differences
from assay.registry.registry import ModelRegistry
from assay.training.recipe.recipe_file import parse_recipe
from assay.training_runs.runs import settled
from assay.types import TaskFormat
from small_models import card_of, make_run, small_model

Add = Callable[..., Card]


def test_a_runs_card_comes_back_as_training_wrote_it(
    registry: ModelRegistry, add: Add, models_place: Path
) -> None:
    fingerprint = fingerprint_by_hand(small_model(models_place))
    card = add("Crops & Citations", fingerprint=fingerprint)
    assert card.model_id == f"crops-citations-{fingerprint[:8]}"
    assert registry.cards() == [registry.get(card.model_id)] == [card]
    written = card_of("Crops & Citations", fingerprint=fingerprint)
    assert json.loads(json.dumps(card.to_json())) == written


def test_a_plain_folder_gets_a_card_of_what_it_says_of_itself(
    registry: ModelRegistry, model_folder: Path
) -> None:
    card = registry.add(model_folder, name="From elsewhere")
    assert (card.name, card.dim, card.max_length, card.recipe) == ("From elsewhere", 32, 64, "")
    assert card.model_id == f"from-elsewhere-{card.fingerprint[:8]}"


def test_adding_what_is_there_already_changes_nothing(registry: ModelRegistry, add: Add) -> None:
    first = add()
    before = (registry.root / first.model_id / "card.json").stat().st_mtime_ns
    assert add() == first
    assert (registry.root / first.model_id / "card.json").stat().st_mtime_ns == before


def test_another_model_never_takes_the_place_of_one_with_its_id(
    registry: ModelRegistry, add: Add, model_folder: Path
) -> None:
    known = add("crops", seed=7).model_id
    (model_folder / "README.md").write_text("# Mine")  # no part of the fingerprint, but another file
    with pytest.raises(ModelError, match=rf"Another model is called '{known}' already\. .*--name"):
        registry.add(model_folder, card=card_of("crops", seed=8))
    assert [card.seed for card in registry.cards()] == [7]


def test_a_card_tells_the_fingerprint_that_its_encoder_has(
    registry: ModelRegistry, add: Add, model_folder: Path
) -> None:
    prompts = {"prompts": {"query": "q: ", "passage": "p: "}}
    (model_folder / "config_sentence_transformers.json").write_text(json.dumps(prompts))
    cards = [
        add("crops", max_length=24, separator=" "),
        registry.add(model_folder, card=card_of("prompts")),
    ]
    for card in cards:
        encoder = load_encoder(
            str(registry.folder(card.model_id)),
            max_length=card.max_length,
            template=TextTemplate(separator=card.separator),
        )
        assert card.encoder_fingerprint == encoder.fingerprint(TaskFormat.PRX)
        assert registry.get(card.model_id) == card
    assert "encoder_fingerprint" not in cards[0].to_json()  # what can be told is not written down


def test_what_starts_from_it_reads_with_its_separator(
    registry: ModelRegistry, add: Add, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(registry.root))
    base, none = add("crops", separator=" ").model_id, Path()
    text = 'name = "x"\nbase = "{}"\n[[stages]]\n[[stages.objectives]]\nkind = "pairs"\npath = "x"\n'
    recipe = parse_recipe(text.format(base))
    assert settled(recipe, folder=none).separator == " "
    assert settled(replace(recipe, separator="[SEP]"), folder=none).separator == "[SEP]"


def test_the_newest_model_stands_first(registry: ModelRegistry, add: Add) -> None:
    for seed in (3, 9, 5):
        add(f"m{seed}", seed=seed)
    assert [card.name for card in registry.cards()] == ["m9", "m5", "m3"]


def test_an_unknown_id_is_answered_with_the_nearest(registry: ModelRegistry, add: Add) -> None:
    known = add("cropping alone").model_id
    for wrong in ("croping-alone-1234", known[:-2], "cropping-alone"):
        with pytest.raises(ModelError, match=f"no model '{wrong}' .* Did you mean '{known}'"):
            registry.get(wrong)


@pytest.mark.parametrize("name", ["..", "../models", ".draft-1", "/etc", "", "a/b-12345678"])
def test_no_name_leads_out_of_the_registry(registry: ModelRegistry, add: Add, name: str) -> None:
    add()
    for act in (registry.get, registry.delete, registry.folder):
        with pytest.raises(ModelError, match="There is no model"):
            act(name)
    assert len(registry.cards()) == 1


DAMAGES: dict[str, Callable[[Path], object]] = {
    "card cut short": lambda entry: (entry / "card.json").write_bytes(
        (entry / "card.json").read_bytes()[:200]
    ),
    "card of another kind": lambda entry: (entry / "card.json").write_text("[1, 2]"),
    "card gone": lambda entry: (entry / "card.json").unlink(),
    "weights gone": lambda entry: (entry / "model" / "model.safetensors").unlink(),
    "weights cut short": lambda entry: (entry / "model" / "model.safetensors").write_bytes(b"x" * 100),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_entry_is_listed_as_damaged_refused_and_mended_by_adding_it_again(
    registry: ModelRegistry, add: Add, damage: str
) -> None:
    sound, hurt = add("sound", seed=3), add("hurt", seed=4)
    registry.add_scores(hurt.model_id, {"library": {"mean": {"nDCG@10": 0.5}}})
    DAMAGES[damage](registry.root / hurt.model_id)
    listed = registry.cards()
    assert [card.model_id for card in listed] == [sound.model_id, hurt.model_id]
    assert not listed[0].damage
    assert listed[1].damage
    with pytest.raises(ModelError, match=f"'{hurt.model_id}' .* is damaged: .*assay model delete"):
        registry.get(hurt.model_id)
    mended = add("hurt", seed=4)
    assert not mended.damage
    assert registry.folder(hurt.model_id, check=True).is_dir()
    assert registry.get(hurt.model_id).scores == {"library": {"mean": {"nDCG@10": 0.5}}}


def test_one_flipped_bit_of_the_weights_is_found(registry: ModelRegistry, add: Add, tmp_path: Path) -> None:
    card = add()
    damage_weights(registry.root / card.model_id / "model")
    for act in (
        lambda: registry.folder(card.model_id, check=True),
        lambda: registry.export(card.model_id, tmp_path / "out"),
    ):
        with pytest.raises(ModelError, match=r"damaged: model\.safetensors is not what was written"):
            act()
    assert not (tmp_path / "out").exists()


def test_a_later_assays_card_is_said_to_be_that(registry: ModelRegistry, add: Add) -> None:
    card = add()
    path = registry.root / card.model_id / "card.json"
    path.write_text(json.dumps(card_of("x") | {"format": 2}))
    assert "made by a later one" in registry.cards()[0].damage


def test_an_entry_whose_parts_lie_elsewhere_is_damaged(registry: ModelRegistry, add: Add) -> None:
    entry = registry.root / add().model_id
    path = entry / "model" / "modules.json"
    path.write_text(path.read_text().replace('"1_Pooling"', '"/_Pooling"'))  # of the same size
    assert "outside the model's folder" in registry.cards()[0].damage


def test_scores_are_kept_by_test_set_and_the_last_counts(registry: ModelRegistry, add: Add) -> None:
    card = add(scores={"at the end of training": 0.25})
    registry.add_scores(card.model_id, {"one": 1.0, "two": {"mean": {"AP": 0.5}}})
    found = registry.add_scores(card.model_id, {"one": 3.0})
    assert found.scores == {"at the end of training": 0.25, "one": 3.0, "two": {"mean": {"AP": 0.5}}}
    assert registry.get(card.model_id) == found


def test_two_cards_differ_where_they_differ(registry: ModelRegistry, add: Add) -> None:
    a = add("a", seed=3)
    data = [
        {"name": "citations", "kind": "specter", "n_train": 5},
        {**card_of("b")["data"][0], "n_train": 80},
    ]
    recipe = a.recipe.replace('name = "a"', 'name = "b"') + "weight = 1.0\n"
    b = add("b", seed=3, data=data, recipe=recipe)
    found = {each.key: (each.a, each.b) for each in differences(a, b)}
    assert found == {
        "name": ("a", "b"),
        "recipe.name": ("a", "b"),
        "recipe.stages[1].objectives[1].weight": (None, 1.0),
        "data.citations.name": (None, "citations"),
        "data.citations.kind": (None, "specter"),
        "data.citations.n_train": (None, 5),
        "data.cropping.n_train": (90, 80),
    }
    assert differences(a, a) == []


def test_a_model_that_is_taken_into_use_while_it_is_deleted_comes_back(
    registry: ModelRegistry, add: Add
) -> None:
    card = add()
    answers = iter(["", "The library L uses it."])
    with pytest.raises(BadInput, match="The library L uses it"):
        registry.delete(card.model_id, in_use=lambda: next(answers))
    assert registry.cards() == [card]
    registry.delete(card.model_id)
    assert registry.cards() == []
    assert list(registry.root.iterdir()) == []


def test_what_killed_processes_left_is_swept_after_a_day(registry: ModelRegistry, add: Add) -> None:
    old, young, gone = (registry.root / name for name in (".draft-old", ".draft-young", ".deleted-1"))
    for folder in (old, young, gone):
        (folder / "model").mkdir(parents=True)
    os.utime(old, (time.time() - 25 * 3600,) * 2)
    card = add()
    assert {path.name for path in registry.root.iterdir()} == {card.model_id, ".draft-young"}


def test_the_registry_needs_neither_torch_nor_a_database(tmp_path: Path, model_folder: Path) -> None:
    run = make_run(tmp_path / "run", model_folder, card_of("x"))
    blocked = ("torch", "transformers", "sentence_transformers", "sqlalchemy", "faiss", "platformdirs")
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({blocked!r})); from pathlib import Path; "
        "from assay.registry.registry import ModelRegistry; registry = ModelRegistry(Path(sys.argv[1])); "
        "card = registry.add(Path(sys.argv[2])); registry.export(card.model_id, Path(sys.argv[3]))"
    )
    arguments = [tmp_path / "models", run, tmp_path / "out"]
    subprocess.run([sys.executable, "-c", code, *map(str, arguments)], check=True)
    assert (tmp_path / "out" / "model.safetensors").is_file()
