"""Adapters in the layout of AdapterHub's "seq_bn" checkpoints, with random tensors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file

SEQ_BN: dict[str, Any] = {
    "mh_adapter": False,
    "output_adapter": True,
    "reduction_factor": 4,
    "non_linearity": "relu",
    "original_ln_before": True,
    "original_ln_after": True,
    "ln_before": False,
    "ln_after": False,
    "adapter_residual_before_ln": False,
    "residual_before_ln": True,
    "is_parallel": False,
    "scaling": 1.0,
    "use_gating": False,
    "leave_out": [],
}
DOWN, UP = "adapter_down.0", "adapter_up"


def write_adapter(
    folder: Path,
    *,
    kind: str = "bin",
    layers: int = 3,
    dim: int = 32,
    seed: int = 0,
    base: str = "",
    **config: object,
) -> Path:
    """The adapter that is called as its folder, for a base of so many layers and dimensions."""
    folder.mkdir()
    torch.manual_seed(seed)
    settings = {"name": folder.name, "hidden_size": dim, "model_type": "bert", "config": {**SEQ_BN, **config}}
    if base:
        settings["model_name"] = base
    (folder / "adapter_config.json").write_text(json.dumps(settings), encoding="utf-8")
    tensors = {}
    for place in range(layers):
        where = f"bert.encoder.layer.{place}.output.adapters.{folder.name}"
        tensors[f"{where}.{DOWN}.weight"] = torch.randn(dim // 4, dim)
        tensors[f"{where}.{DOWN}.bias"] = torch.randn(dim // 4)
        tensors[f"{where}.{UP}.weight"] = torch.randn(dim, dim // 4)
        tensors[f"{where}.{UP}.bias"] = torch.randn(dim)
    if kind == "bin":
        torch.save(tensors, folder / "pytorch_adapter.bin")
    else:
        save_file(tensors, folder / "model.safetensors")
    return folder
