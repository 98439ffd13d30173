"""AdapterHub's files, as SPECTER2's adapters are published: read where they fit, else refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from multiformat_by_hand import adapted
from torch import Tensor
from transformers import BertModel

from assay.encoding.multiformat.adapterhub import read_adapter
from assay.encoding.multiformat.folder import with_adapters
from assay.errors import ModelError
from assay.types import TaskFormat
from hub_adapters import write_adapter

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """An adapter's folder in AdapterHub's layout, for a base of three layers of 32 dimensions."""
    return lambda name, **about: write_adapter(tmp_path / name, **about)


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
        ({"leave_out": [0, 1]}, r"'leave_out' is \[0, 1\], and only adapters of all layers"),
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


def test_adapters_of_one_model_are_each_given_for_their_own_format(write: Write, base: Path) -> None:
    with pytest.raises(ModelError, match=r"is the adapter \[QRY\] and was given for PRX"):
        with_adapters(str(base), {TaskFormat.PRX: write("[QRY]")})
    two = {TaskFormat.PRX: write("one"), TaskFormat.QRY: write("two", reduction_factor=8)}
    with pytest.raises(ModelError, match=r"one \(PRX\) has 4, .*two \(QRY\) has 8"):
        with_adapters(str(base), two)


def test_a_folder_without_settings_is_no_adapter(base: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"nothere is not an adapter of AdapterHub's: adapter_config\.json"):
        with_adapters(str(base), {TaskFormat.PRX: tmp_path / "nothere"})


def test_an_adapter_of_another_base_is_refused(write: Write, base: Path) -> None:
    with pytest.raises(ModelError, match=r"a base of 3 layers of 64 dimensions; .* has 3 of 32"):
        with_adapters(str(base), {TaskFormat.PRX: write("wide", dim=64)})
    with pytest.raises(ModelError, match=r"a base of 2 layers of 32 dimensions; .* has 3 of 32"):
        with_adapters(str(base), {TaskFormat.PRX: write("low", layers=2)})


def test_an_adapter_that_names_another_base_is_refused_unless_it_is_the_same(
    write: Write, base: Path
) -> None:
    adapters = {TaskFormat.PRX: write("one", base="allenai/scibert_scivocab_uncased")}
    with pytest.raises(
        ModelError, match=r"was trained over allenai/scibert_scivocab_uncased, and the base is"
    ):
        with_adapters(str(base), adapters)
    assert with_adapters(str(base), adapters, same_base=True).spec.formats == (TaskFormat.PRX,)
    with_adapters(str(base), {TaskFormat.PRX: write("two", base=f"somebody/{base.name}")})


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
