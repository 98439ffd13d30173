"""AdapterHub's "seq_bn" checkpoints, such as SPECTER2's public adapters, from a folder on this machine.

A folder holds `adapter_config.json` and the tensors, as safetensors or as torch's own file. The latter is
read with `weights_only`, which builds tensors and nothing else (docs/decisions/012).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.encoding.model_files.folder import read_settings
from assay.encoding.model_files.torch_files import read_torch_file
from assay.errors import ModelError

if TYPE_CHECKING:
    from torch import Tensor

_SETTINGS = "adapter_config.json"
_FILES = ("adapter.safetensors", "model.safetensors", "pytorch_adapter.bin")
_NAME = re.compile(
    r"encoder\.layer\.(?P<layer>\d+)\.output\.(?:output_)?adapters?\.(?:adapters\.)?(?P<adapter>.+)"
    r"\.adapter_(?P<part>down\.0|up)\.(?P<kind>weight|bias)$"
)
_NOT_TAKEN = re.compile(r"\.attention\.|prefix_tuning|loras|invertible|adapter_fusion")
_WANTED: Mapping[str, Any] = {
    "mh_adapter": False,
    "output_adapter": True,
    "non_linearity": "relu",
    "original_ln_before": True,
    "original_ln_after": True,
    "ln_before": False,
    "ln_after": False,
    "adapter_residual_before_ln": False,
    "residual_before_ln": True,
    "is_parallel": False,
    "use_gating": False,
    "scaling": 1.0,
}
"""What a "seq_bn" adapter is, by AdapterHub's names; a setting that is not said has the value here."""


@dataclass(frozen=True, slots=True)
class HubAdapter:
    """One adapter: layer -> our names ("down.weight", ...) -> tensor."""

    name: str
    dim: int
    reduction: int
    base: str  # that it says it was trained over, "" where it does not
    layers: Mapping[int, Mapping[str, Tensor]]


def read_adapter(folder: Path) -> HubAdapter:
    """Raise ModelError for an adapter of another kind, or one that is damaged or incomplete."""
    path = folder / _SETTINGS
    if not path.is_file():
        raise ModelError(f"{folder} is no adapter of AdapterHub's: {_SETTINGS} is missing. Give its folder.")
    settings = read_settings(path)
    config = settings.get("config")
    if not isinstance(config, dict):
        raise ModelError(f"{path} has no 'config'. Save the adapter again with its settings.")
    for key, wanted in _WANTED.items():
        if config.get(key, wanted) != wanted:
            raise ModelError(
                f"{path}: '{key}' is {config[key]!r}, and only adapters of the kind seq_bn are read, where "
                f"it is {wanted!r}."
            )
    if config.get("leave_out"):
        raise ModelError(
            f"{path}: 'leave_out' is {config['leave_out']}, and only adapters of all layers are read."
        )
    reduction = config.get("reduction_factor", 16)
    if isinstance(reduction, dict) or not float(reduction).is_integer() or float(reduction) < 1:
        raise ModelError(f"{path}: 'reduction_factor' {reduction!r} is no whole number for all layers.")
    name = str(settings.get("name") or folder.name)
    layers = _layers(_tensors(folder), name, folder)
    dim = next(iter(layers.values()))["down.weight"].shape[1]
    declared = settings.get("hidden_size", dim)
    if declared != dim:
        raise ModelError(f"{path} says that the base has {declared} dimensions, and the tensors have {dim}.")
    return HubAdapter(name, int(dim), int(reduction), str(settings.get("model_name") or ""), layers)


def _layers(tensors: Mapping[str, Tensor], name: str, folder: Path) -> dict[int, dict[str, Tensor]]:
    layers: dict[int, dict[str, Tensor]] = {}
    for key, tensor in tensors.items():
        if _NOT_TAKEN.search(key):
            raise ModelError(f"{folder} holds {key}, which belongs to another kind of adapter than seq_bn.")
        found = _NAME.search(key)
        if found is not None and found["adapter"] == name:
            part = "down" if found["part"].startswith("down") else "up"
            layers.setdefault(int(found["layer"]), {})[f"{part}.{found['kind']}"] = tensor.float()
    if not layers:
        raise ModelError(f"{folder} holds no tensor of the adapter '{name}'. Get the adapter again.")
    for place, parts in layers.items():
        missing = sorted({"down.weight", "down.bias", "up.weight", "up.bias"} - set(parts))
        if missing:
            raise ModelError(f"{folder}: {missing[0]} of layer {place} is missing. Get the adapter again.")
    return dict(sorted(layers.items()))


def _tensors(folder: Path) -> dict[str, Tensor]:
    path = next((folder / name for name in _FILES if (folder / name).is_file()), None)
    if path is None:
        raise ModelError(f"{folder} holds no {', '.join(_FILES[:-1])} or {_FILES[-1]}.")
    if path.suffix != ".safetensors":
        return read_torch_file(path)
    from safetensors.torch import load_file

    try:
        return load_file(path)
    except Exception as error:  # the library has many
        reason = str(error).partition("\n")[0]
        raise ModelError(f"{path} cannot be read: {reason}. Get the adapter again.") from error
