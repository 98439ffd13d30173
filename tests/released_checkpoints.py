"""SciRepEval's checkpoints with formats in the files that its training saves, tiny and random.

The layouts are those that the released code wrote when it was run: `model/` and `tokenizer/`, torch's own
file, four codes at the vocabulary's end, PALs under `multi_layers` with shared `mult_aug_dense`, and fusions
under `adapter_fusion_layer` (allenai/scirepeval at e04594e with adapters 1.3.0).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from transformers import BertConfig, BertModel, BertTokenizer

from published_models import SIZES, WORDS

CODES = ("[CLF]", "[PRX]", "[QRY]", "[RGN]")
PAL = 12


def write_base(folder: Path, *, codes: bool = False) -> BertModel:
    """SPECTER2's base as the hub has it: safetensors, vocabulary, settings; with the codes at its end."""
    folder.mkdir(parents=True)
    (folder / "vocab.txt").write_text("".join(f"{word}\n" for word in WORDS), encoding="utf-8")
    tokenizer = BertTokenizer.from_pretrained(folder, do_lower_case=True, model_max_length=64)
    torch.manual_seed(4)
    model = BertModel(BertConfig(**SIZES)).eval()
    if codes:
        tokenizer.add_special_tokens({"additional_special_tokens": [*CODES]})
        model.resize_token_embeddings(len(tokenizer), mean_resizing=False)
    tokenizer.save_pretrained(folder)
    model.save_pretrained(folder)
    return model


def write_ctrl(folder: Path) -> BertModel:
    """MTL CTRL, as training saves it."""
    model = write_base(folder / "tokenizer", codes=True)
    _as_torch(folder, dict(model.state_dict()))
    return model


def write_pals(folder: Path) -> tuple[BertModel, dict[str, Tensor]]:
    """PALs of four tasks, as training saves them; the base, and all tensors."""
    model = write_base(folder / "tokenizer")
    tensors = dict(model.state_dict())
    dim, layers = SIZES["hidden_size"], SIZES["num_hidden_layers"]
    for task in range(4):
        for name, shape in (("aug_dense", (PAL, dim)), ("aug_dense2", (dim, PAL))):
            for kind, size in (("weight", shape), ("bias", shape[:1])):
                shared = torch.randn(size) * 0.3
                tensors[f"encoder.mult_{name}.{task}.{kind}"] = shared
                for n in range(layers):
                    tensors[f"encoder.layer.{n}.multi_layers.{task}.{name}.{kind}"] = shared
        for n in range(layers):
            for part in ("query", "key", "value"):
                where = f"encoder.layer.{n}.multi_layers.{task}.attn.{part}"
                tensors[f"{where}.weight"] = torch.randn(PAL, PAL) * 0.3
                tensors[f"{where}.bias"] = torch.randn(PAL) * 0.3
    _as_torch(folder, tensors)
    settings = {**SIZES, "hidden_size_aug": PAL, "mult": True, "pals": True, "num_tasks": 4, "houlsby": False}
    (folder / "model" / "config.json").write_text(json.dumps({**settings, "top": False, "lhuc": False}))
    return model, tensors


def write_fusion(folder: Path, names: tuple[str, ...], *, seed: int = 0) -> Path:
    """A fusion in its own folder, as adapters saves it; `names` are its adapters, its own first."""
    folder.mkdir(parents=True)
    called = ",".join(names)
    kind = {"key": True, "query": True, "value": True, "query_before_ln": False, "regularization": True,
            "residual_before": False, "temperature": False, "value_before_softmax": True}  # fmt: skip
    settings = {"name": called, "adapter_names": [*names], "hidden_size": 32, "config": kind}
    (folder / "adapter_fusion_config.json").write_text(json.dumps(settings), encoding="utf-8")
    torch.manual_seed(seed)
    tensors = {}
    for n in range(SIZES["num_hidden_layers"]):
        where = f"bert.encoder.layer.{n}.output.adapter_fusion_layer.{called}"
        for part in ("query", "key", "value"):
            tensors[f"{where}.{part}.weight"] = torch.randn(32, 32) * 0.02
        for part in ("query", "key"):
            tensors[f"{where}.{part}.bias"] = torch.randn(32) * 0.02
    torch.save(tensors, folder / "pytorch_model_adapter_fusion.bin")
    return folder


def _as_torch(folder: Path, tensors: dict[str, Any]) -> None:
    (folder / "model").mkdir()
    torch.save(tensors, folder / "model" / "pytorch_model.bin")
    source = folder / "tokenizer"
    (folder / "model" / "config.json").write_bytes((source / "config.json").read_bytes())
    for name in ("config.json", "model.safetensors"):
        (source / name).unlink()
