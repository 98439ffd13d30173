"""AdapterHub's "seq_bn" checkpoints, such as SPECTER2's public adapters, from a folder on this machine.

A folder holds `adapter_config.json` and the tensors, as safetensors or as torch's own file. The latter is
read with `weights_only`, which builds tensors and nothing else (docs/decisions/012).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
_FUSION_SETTINGS = "adapter_fusion_config.json"
_FUSION_FILES = ("model_adapter_fusion.safetensors", "pytorch_model_adapter_fusion.bin")
_FUSED = re.compile(
    r"encoder\.layer\.(?P<layer>\d+)\.output\.(?:(?:output_)?adapters?\.)?adapter_fusion_layer\.(?P<names>.+)"
    r"\.(?P<part>(query|key)\.(weight|bias)|value\.weight)$"
)
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
_DYNAMIC: Mapping[str, Any] = {
    "key": True,
    "query": True,
    "value": True,
    "query_before_ln": False,
    "residual_before": False,
    "temperature": False,
    "value_before_softmax": True,
}
"""What a fusion of the kind "dynamic" is, as SciRepEval trains them."""


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
        raise ModelError(
            "{0} is not an adapter of AdapterHub's: {1} is missing. Give its folder.", folder, _SETTINGS
        )
    settings = read_settings(path)
    _check_config(settings, _WANTED, "seq_bn", path)
    config = settings["config"]
    if config.get("leave_out"):
        raise ModelError(
            "{0}: 'leave_out' is {1}, and only adapters of all layers are read.", path, config["leave_out"]
        )
    reduction = config.get("reduction_factor", 16)
    if isinstance(reduction, dict) or not float(reduction).is_integer() or float(reduction) < 1:
        raise ModelError(
            "{0}: 'reduction_factor' {1} is no whole number for all layers.", path, repr(reduction)
        )
    name = str(settings.get("name") or folder.name)
    layers = _layers(_tensors(folder), name, folder)
    dim = next(iter(layers.values()))["down.weight"].shape[1]
    declared = settings.get("hidden_size", dim)
    if declared != dim:
        raise ModelError(
            "{0} says that the base has {1} dimensions, and the tensors have {2}.", path, declared, dim
        )
    return HubAdapter(name, int(dim), int(reduction), str(settings.get("model_name") or ""), layers)


def read_fusion(folder: Path) -> tuple[tuple[str, ...], dict[int, dict[str, Tensor]]]:
    """Return the names of the adapters that a fusion is over, its own first, and by layer its tensors.

    Raises ModelError for a fusion of another kind, or one that is damaged or incomplete.
    """
    settings = read_settings(folder / _FUSION_SETTINGS)
    _check_config(settings, _DYNAMIC, "dynamic", folder / _FUSION_SETTINGS)
    called = str(settings.get("name") or "")
    layers: dict[int, dict[str, Tensor]] = {}
    for key, tensor in _tensors(folder, _FUSION_FILES).items():
        found = _FUSED.search(key)
        if found is not None and found["names"] == called:
            layers.setdefault(int(found["layer"]), {})[found["part"]] = tensor.float()
    if not layers:
        raise ModelError("{0} holds no tensor of the fusion '{1}'. Get it again.", folder, called)
    return tuple(called.split(",")), layers


def _check_config(settings: Mapping[str, Any], wanted: Mapping[str, Any], kind: str, path: Path) -> None:
    config = settings.get("config")
    if not isinstance(config, dict):
        raise ModelError("{0} has no 'config'. Save the adapter again with its settings.", path)
    for key, value in wanted.items():
        if config.get(key, value) != value:
            raise ModelError(
                "{0}: '{1}' is {2}, and only adapters of the kind {3} are read, where it is {4}.",
                path,
                key,
                repr(config[key]),
                kind,
                repr(value),
            )


def _layers(tensors: Mapping[str, Tensor], name: str, folder: Path) -> dict[int, dict[str, Tensor]]:
    layers: dict[int, dict[str, Tensor]] = {}
    for key, tensor in tensors.items():
        if _NOT_TAKEN.search(key):
            raise ModelError(
                "{0} holds {1}, which belongs to another kind of adapter than seq_bn.", folder, key
            )
        found = _NAME.search(key)
        if found is not None and found["adapter"] == name:
            part = "down" if found["part"].startswith("down") else "up"
            layers.setdefault(int(found["layer"]), {})[f"{part}.{found['kind']}"] = tensor.float()
    if not layers:
        raise ModelError("{0} holds no tensor of the adapter '{1}'. Get the adapter again.", folder, name)
    for place, parts in layers.items():
        missing = sorted({"down.weight", "down.bias", "up.weight", "up.bias"} - set(parts))
        if missing:
            raise ModelError(
                "{0}: {1} of layer {2} is missing. Get the adapter again.", folder, missing[0], place
            )
    return dict(sorted(layers.items()))


def _tensors(folder: Path, files: Sequence[str] = _FILES) -> dict[str, Tensor]:
    path = next((folder / name for name in files if (folder / name).is_file()), None)
    if path is None:
        raise ModelError("{0} holds no {1} or {2}.", folder, ", ".join(files[:-1]), files[-1])
    if path.suffix != ".safetensors":
        return read_torch_file(path)
    from safetensors.torch import load_file

    try:
        return load_file(path)
    except Exception as error:  # the library has many
        reason = str(error).partition("\n")[0]
        raise ModelError("{0} cannot be read: {1}. Get the adapter again.", path, reason) from error
