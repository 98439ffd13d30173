"""A model of a base and AdapterHub's adapters from the command line: made, searched with, and refused."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import AutoTokenizer, BertModel

from assay.encoding import load_encoder
from assay.encoding.multiformat.adapterhub import read_adapter
from assay.registry.registry import ModelRegistry
from assay.types import TaskFormat
from hub_adapters import write_adapter
from small_models import small_model

Assay = Callable[..., Any]


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as the hub has it: weights, settings and tokenizer, without modules.json."""
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    made = small_model(tmp_path)
    return shutil.copytree(made.with_name(f"{made.name}-transformer"), tmp_path / "specter2_base")


def test_adapters_of_a_hub_are_made_a_model_that_searches(indexed: Assay, base: Path, tmp_path: Path) -> None:
    adapters = {
        name: write_adapter(tmp_path / f"[{name}]", layers=2, seed=seed, base="allenai/specter2_base")
        for seed, name in enumerate(("PRX", "QRY"))
    }
    made = indexed(
        "model", "adapters", base, "--prx", adapters["PRX"], "--qry", adapters["QRY"], "--json"
    ).payload
    assert (made["dim"], set(made["formats"]), made["base"]["id"]) == (32, {"PRX", "QRY"}, str(base))
    shutil.rmtree(base)  # the model holds what it needs
    indexed("model", "promote", made["model_id"])
    assert indexed("index", "--json").payload["model"] == made["model_id"]
    assert len(indexed("search", "bees", "--mode", "semantic", "--json").payload["hits"]) == 8


def test_its_vectors_are_those_of_the_adapter_written_out(indexed: Assay, base: Path, tmp_path: Path) -> None:
    folder = write_adapter(tmp_path / "prx", layers=2)
    made = indexed("model", "adapters", base, "--prx", folder, "--json").payload
    encoder = load_encoder(str(ModelRegistry(tmp_path / "models").folder(made["model_id"])), device="cpu")
    found = encoder.encode(["bees in a nest"], format=TaskFormat.PRX)[0]

    bert = BertModel.from_pretrained(base, add_pooling_layer=False).eval()
    adapter = read_adapter(folder)
    read = AutoTokenizer.from_pretrained(base)(["bees in a nest"], return_tensors="pt")
    with torch.no_grad():
        x = bert.embeddings(read["input_ids"])
        for place, layer in enumerate(bert.encoder.layer):
            attended = layer.attention(x)[0]
            out = layer.output.dense(layer.intermediate(attended))
            parts = adapter.layers[place]
            before = layer.output.LayerNorm(out + attended)
            narrow = torch.relu(before @ parts["down.weight"].T + parts["down.bias"])
            x = layer.output.LayerNorm(narrow @ parts["up.weight"].T + parts["up.bias"] + out + attended)
    torch.testing.assert_close(torch.from_numpy(found), x[0, 0], atol=1e-5, rtol=0)


def test_what_does_not_fit_is_refused_with_what_to_do(indexed: Assay, base: Path, tmp_path: Path) -> None:
    other = write_adapter(tmp_path / "other", layers=2, base="allenai/scibert_scivocab_uncased")
    refused = indexed("model", "adapters", base, "--prx", other)
    assert refused.status == 2
    assert "was trained over allenai/scibert_scivocab_uncased" in refused.err
    assert "--same-base" in refused.err
    assert indexed("model", "adapters", base, "--prx", other, "--same-base").status == 0
    assert "at least. Formats are --prx" in indexed("model", "adapters", base).err
    assert "assay model adapters BASE --prx" in indexed("model", "add", other).err
