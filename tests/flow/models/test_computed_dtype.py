"""The numbers that computed stand in a benchmark's results, whatever the model is stored in."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from small_benchmarks import small_beir
from small_models import reference, small_model

Assay = Callable[..., Any]


@pytest.fixture
def half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[torch.dtype], Path]:
    """The small model stored in a kind of numbers, as `save_pretrained` of such a model leaves it."""
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))

    def store(kind: torch.dtype) -> Path:
        name = str(kind).removeprefix("torch.")
        folder = Path(shutil.copytree(small_model(tmp_path), tmp_path / f"in-{name}"))
        weights = {key: tensor.to(kind) for key, tensor in load_file(folder / "model.safetensors").items()}
        save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
        config = folder / "config.json"
        config.write_text(json.dumps({**json.loads(config.read_text()), "dtype": name}))
        return folder

    return store


@pytest.mark.parametrize("kind", [torch.bfloat16, torch.float16, torch.float32])
def test_a_score_says_the_numbers_that_computed(
    assay: Assay, half: Callable[[torch.dtype], Path], tmp_path: Path, kind: torch.dtype
) -> None:
    folder = half(kind)
    expected = str(next(reference(folder).parameters()).dtype).removeprefix("torch.")
    assert expected == str(kind).removeprefix("torch.")  # sentence-transformers computes in what is stored
    model = assay("model", "add", folder, "--json").payload["model_id"]
    data = small_beir(tmp_path / "data")
    ran = assay("bench", "run", model, "--data", data, "--task", "beir/scifact", "--json")
    assert ran.status == 0, ran.err
    assert {row["conditions"]["precision"] for row in ran.payload["results"]} == {expected}
    assert f"vectors in {expected}" in assay("bench", "report").out


@pytest.mark.parametrize(("name", "kind"), [("hashing", "float32"), ("assay-papers", "float32")])
def test_encoders_say_what_computes(name: str, kind: str) -> None:
    from assay.encoding import load_encoder

    assert getattr(load_encoder(name, device="cpu"), "precision") == kind  # noqa: B009
