"""An encoder of any architecture that transformers has is a base: its vectors are transformers' own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor
from transformers import AutoModel, AutoTokenizer

from any_encoders import KINDS, PLACES, SEPARATORS, TEXTS, reference, write_encoder
from assay.encoding import load_encoder
from assay.encoding.exported import write_loading
from assay.encoding.multiformat.folder import load_base, read_folder
from assay.encoding.multiformat.spec import FormatSpec
from assay.errors import ModelError
from assay.models.adapter_models import add_adapters
from assay.registry.loading import add_model, load_named
from assay.training.model.trainee import load_trainee
from assay.training.recipe.recipe_file import parse_recipe
from assay.training_runs.runs import settled
from assay.types import Paper, TaskFormat
from hub_adapters import write_adapter


@pytest.fixture(autouse=True)
def own_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))


@pytest.mark.parametrize("kind", KINDS)
def test_its_vectors_its_separator_and_its_length_are_its_own(tmp_path: Path, kind: str) -> None:
    """Published without a pooling, it takes the card's; beyond 512 tokens where it has places for them."""
    folder = write_encoder(kind, tmp_path / kind)
    for pooling in ("mean", "last") if kind == "qwen3" else ("mean", "cls"):
        card = add_model(folder, pooling=pooling)  # type: ignore[arg-type]
        encoder = load_named(card.model_id, device="cpu")
        found = encoder.encode(list(TEXTS), format=TaskFormat.PRX)
        expected = reference(folder, pooling, max_length=PLACES[kind]).numpy()
        np.testing.assert_allclose(found, expected, atol=1e-5)
        assert (card.separator, card.max_length) == (SEPARATORS[kind], PLACES[kind])
        mark = f" {SEPARATORS[kind]} " if SEPARATORS[kind] else " "
        assert encoder.template.paper_text(Paper("p", title="A", abstract="B")) == f"A{mark}B"


def test_it_computes_in_the_numbers_that_it_is_stored_in_and_says_so(tmp_path: Path) -> None:
    folder = write_encoder("qwen3", tmp_path / "half", torch.bfloat16)
    encoder = load_named(add_model(folder, pooling="last").model_id, device="cpu")
    assert getattr(encoder, "precision", "") == "bfloat16"
    found = encoder.encode(list(TEXTS), format=TaskFormat.PRX)
    expected = reference(folder, "last", max_length=1024).float().numpy()
    np.testing.assert_allclose(found, expected, atol=0.05)  # eight bits


RECIPE = """
name = "any"
base = '{base}'
max_length = 32
[formats]
variant = "{variant}"
pooling = "{pooling}"
formats = "CLF, PRX"
reduction = 4
[[stages]]
[[stages.objectives]]
kind = "classification"
path = "none"
label = "none"
"""


@pytest.mark.parametrize("kind", KINDS)
def test_it_learns_formats_by_adapters(tmp_path: Path, kind: str) -> None:
    """Only adapters get gradients, each its own format's; what is kept computes the formula over the base."""
    base, pooling = write_encoder(kind, tmp_path / kind), "last" if kind == "qwen3" else "mean"
    recipe = parse_recipe(RECIPE.format(base=base, variant="adapters", pooling=pooling))
    assert settled(recipe, folder=tmp_path).separator == SEPARATORS[kind]
    trainee, _ = load_trainee(recipe, base, device="cpu", data=base)
    features = {**trainee.preprocess(["bees and bats", "the nest"]), "format_rows": torch.tensor([0, 0])}
    trainee(features)["sentence_embedding"].square().sum().backward()
    moved = {n for n, w in trainee.named_parameters() if w.grad is not None and bool(w.grad.any())}
    assert len(moved) == 12  # the products and biases of three layers
    assert all(".adapters." in name and ".CLF." in name for name in moved)
    with torch.no_grad():
        for part in trainee.model.adapters.parameters():
            part.normal_(std=0.3)
    trainee.save(str(tmp_path / "kept"))
    encoder = load_encoder(str(tmp_path / "kept"), max_length=32, device="cpu")
    tensors = dict(trainee.model.part_tensors())
    for each in (TaskFormat.CLF, TaskFormat.PRX):
        found = encoder.encode(list(TEXTS), format=each)
        expected = _adapted(base, tensors, each, pooling).numpy()
        np.testing.assert_allclose(found, expected, atol=1e-5)
    with pytest.raises(ModelError, match="are run by Assay alone"):
        write_loading(tmp_path / "kept", max_length=32)
    assert read_folder(tmp_path / "kept").spec.pooling == pooling


def test_other_variants_than_adapters_need_a_bert(tmp_path: Path) -> None:
    base = write_encoder("roberta", tmp_path / "base")
    for variant in ("codes", "fusion", "pals"):
        with pytest.raises(ModelError, match="plain BERT"):
            load_base(base, FormatSpec(variant))  # type: ignore[arg-type]


def test_adapters_of_the_hub_stand_over_a_roberta(tmp_path: Path) -> None:
    base = write_encoder("roberta", tmp_path / "base")
    adapter = write_adapter(tmp_path / "prx")
    card = add_adapters(str(base), {TaskFormat.PRX: adapter}, pooling="cls")
    held = torch.load(adapter / "pytorch_adapter.bin", weights_only=True)
    names = {"down.weight": "adapter_down.0.weight", "down.bias": "adapter_down.0.bias",
             "up.weight": "adapter_up.weight", "up.bias": "adapter_up.bias"}  # fmt: skip
    tensors = {
        f"adapters.{n}.PRX.{ours}": held[f"bert.encoder.layer.{n}.output.adapters.prx.{theirs}"]
        for n in range(3)
        for ours, theirs in names.items()
    }
    found = load_named(card.model_id, max_length=32, device="cpu").encode(list(TEXTS), format=TaskFormat.PRX)
    np.testing.assert_allclose(found, _adapted(base, tensors, TaskFormat.PRX, "cls").numpy(), atol=2e-5)
    assert card.separator == "</s>"


def _adapted(base: Path, tensors: dict[str, Tensor], each: TaskFormat, pooling: str) -> Tensor:
    """(n, 32): transformers' model with its layers' ends written anew, a text at a time."""
    model: Any = AutoModel.from_pretrained(base).eval()
    layers = model.layers if hasattr(model, "layers") else model.encoder.layer

    def raised(n: int, x: Tensor) -> Tensor:
        down, up = (f"adapters.{n}.{each}.{part}" for part in ("down", "up"))
        low = torch.relu(x @ tensors[f"{down}.weight"].T + tensors[f"{down}.bias"])
        return low @ tensors[f"{up}.weight"].T + tensors[f"{up}.bias"]

    for n, layer in enumerate(layers):
        if hasattr(layer, "output"):

            def after_norm(h: Tensor, x: Tensor, n: int = n, end: Any = layer.output) -> Tensor:
                inner = end.dense(h)
                normed: Tensor = end.LayerNorm(raised(n, end.LayerNorm(inner + x)) + inner + x)
                return normed

            layer.output.forward = after_norm
        else:

            def before_norm(*args: Any, n: int = n, own: Any = layer.forward, **named: Any) -> Any:
                found = own(*args, **named)
                x = found[0] if isinstance(found, tuple) else found
                return (x + raised(n, x), *found[1:]) if isinstance(found, tuple) else x + raised(n, x)

            layer.forward = before_norm
    tokenizer, rows = AutoTokenizer.from_pretrained(base), []
    for text in TEXTS:
        read = tokenizer(text, truncation=True, max_length=32, return_tensors="pt")
        with torch.no_grad():
            states = model(**read).last_hidden_state[0]
        rows.append({"cls": states[0], "last": states[-1], "mean": states.mean(0)}[pooling])
    return torch.stack(rows)
