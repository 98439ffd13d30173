"""AdapterHub's files, as SPECTER2's adapters are published: read where they fit, else refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from multiformat_by_hand import adapted
from safetensors.torch import save_file
from torch import Tensor
from transformers import BertModel

from assay.encoding.multiformat.adapterhub import read_adapter
from assay.encoding.multiformat.folder import with_adapters
from assay.errors import ModelError
from assay.types import TaskFormat

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

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """An adapter's folder in AdapterHub's layout, for a base of three layers of 32 dimensions."""

    def written(
        name: str, *, kind: str = "bin", layers: int = 3, dim: int = 32, seed: int = 0, **config: object
    ) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        torch.manual_seed(seed)
        settings = {
            "name": name,
            "hidden_size": dim,
            "model_type": "bert",
            "config": {**SEQ_BN, **config},
        }
        (folder / "adapter_config.json").write_text(json.dumps(settings), encoding="utf-8")
        tensors = {}
        for place in range(layers):
            where = f"bert.encoder.layer.{place}.output.adapters.{name}"
            tensors[f"{where}.{DOWN}.weight"] = torch.randn(dim // 4, dim)
            tensors[f"{where}.{DOWN}.bias"] = torch.randn(dim // 4)
            tensors[f"{where}.{UP}.weight"] = torch.randn(dim, dim // 4)
            tensors[f"{where}.{UP}.bias"] = torch.randn(dim)
        if kind == "bin":
            torch.save(tensors, folder / "pytorch_adapter.bin")
        else:
            save_file(tensors, folder / "model.safetensors")
        return folder

    return written


@pytest.mark.parametrize("kind", ["bin", "safetensors"])
def test_an_adapter_is_read_from_either_kind_of_file(
    write: Write, base: Path, bert: BertModel, texts: tuple[Tensor, Tensor], kind: str
) -> None:
    adapters = {
        TaskFormat.PRX: write("specter2_proximity", kind=kind, seed=1),
        TaskFormat.QRY: write("[QRY]", kind=kind, seed=2),
    }
    model = with_adapters(str(base), adapters)
    assert model.spec.formats == (TaskFormat.PRX, TaskFormat.QRY)
    held = read_adapter(adapters[TaskFormat.QRY])
    own = model.state_dict()
    for place in range(3):
        for part in ("down.weight", "down.bias", "up.weight", "up.bias"):
            assert torch.equal(own[f"adapters.{place}.QRY.{part}"], held.layers[place][part])
    for name in ("PRX", "QRY"):
        expected = adapted(bert, model, name, *texts)[:, 0]
        found = model(*texts, model.place(TaskFormat(name)))
        torch.testing.assert_close(found, expected, atol=1e-5, rtol=0)


def _drop(folder: Path, part: str) -> None:
    path = folder / "pytorch_adapter.bin"
    held = torch.load(path, weights_only=True)
    torch.save({key: value for key, value in held.items() if part not in key}, path)


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"mh_adapter": True}, "'mh_adapter' is True, and only adapters of the kind seq_bn"),
        ({"non_linearity": "swish"}, "'non_linearity' is 'swish'"),
        ({"reduction_factor": 2.5}, "'reduction_factor' 2.5 is no whole number"),
        ({"reduction_factor": {"1": 16}}, "'reduction_factor'"),
        ({"reduction_factor": 8}, r"adapters.0.PRX.down.weight is \(8, 32\) and should be \(4, 32\)"),
    ],
)
def test_an_adapter_of_another_kind_or_reduction_is_refused(
    write: Write, base: Path, config: dict[str, object], said: str
) -> None:
    folder = write("one", **config)
    with pytest.raises(ModelError, match=said):
        with_adapters(str(base), {TaskFormat.PRX: folder})


def test_an_adapter_of_another_base_is_refused(write: Write, base: Path) -> None:
    with pytest.raises(ModelError, match=r"a base of 3 layers of 64 dimensions; .* has 3 of 32"):
        with_adapters(str(base), {TaskFormat.PRX: write("wide", dim=64)})
    with pytest.raises(ModelError, match=r"a base of 2 layers of 32 dimensions; .* has 3 of 32"):
        with_adapters(str(base), {TaskFormat.PRX: write("low", layers=2)})


def test_an_incomplete_or_damaged_adapter_says_what_is_missing(write: Write, base: Path) -> None:
    folder = write("one")
    _drop(folder, "layer.1.output.adapters.one.adapter_up.bias")
    with pytest.raises(ModelError, match=r"up.bias of layer 1 is missing"):
        with_adapters(str(base), {TaskFormat.PRX: folder})
    path = folder / "pytorch_adapter.bin"
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(ModelError, match="cannot be read"):
        read_adapter(folder)
    path.unlink()
    with pytest.raises(ModelError, match=r"holds no adapter\.safetensors"):
        read_adapter(folder)


def test_a_file_that_would_run_code_is_not_opened(write: Write, tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return (Path.touch, (tmp_path / "sprung",))

    folder = write("one")
    torch.save({"bert.x": Trap()}, folder / "pytorch_adapter.bin")
    with pytest.raises(ModelError, match="cannot be read"):
        read_adapter(folder)
    assert not (tmp_path / "sprung").exists()
