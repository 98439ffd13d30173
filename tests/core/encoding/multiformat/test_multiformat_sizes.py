"""Sizes read off the heads of files, beside those that torch counts in the loaded model."""

from __future__ import annotations

import json
import re
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from safetensors.torch import save_file
from torch import nn
from transformers import BertForPreTraining, BertModel

from assay.encoding.multiformat.folder import PARTS, read_folder, save_model
from assay.encoding.multiformat.modules.model import FormatBert
from assay.encoding.multiformat.shapes import check_parts, part_shapes, tensor_shapes
from assay.encoding.multiformat.sizes import ModelSize, model_size
from assay.encoding.multiformat.spec import VARIANTS
from assay.errors import ModelError

MakeModel = Callable[..., FormatBert]


def weights(module: nn.Module) -> int:
    """As torch counts them: buffers are none."""
    return sum(held.numel() for held in module.parameters())


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("trained_base", [False, True])
def test_sizes_are_those_of_the_loaded_model(
    make: MakeModel, base: Path, tmp_path: Path, variant: str, trained_base: bool
) -> None:
    model = make(variant)
    save_model(model, tmp_path / "saved", base=str(base), base_folder=base, trained_base=trained_base)
    found = model_size(tmp_path / "saved")
    own = {each: model.part_parameters(each) for each in model.spec.formats}
    shared = weights(model.adapters) if variant == "fusion" else 0
    assert found == ModelSize(variant, weights(model.base), own, shared)
    assert found.total == weights(model)


@pytest.mark.parametrize("variant", VARIANTS)
def test_vectors_are_counted_once_however_many_formats_have_them(
    make: MakeModel, base: Path, tmp_path: Path, variant: str
) -> None:
    model = make(variant)
    save_model(model, tmp_path / "saved", base=str(base), base_folder=base)
    counts = {"cls": 1, "pools": 3, "wide": 3}  # PRX and QRY have one of pools and wide, all have that of cls
    assert len(model.spec.formats) == 4
    found = model_size(tmp_path / "saved")
    assert (found.n_vectors, found.specs) == (counts.get(variant, 4), (model.spec,))
    assert model_size(base).n_vectors == 1


def test_a_model_with_one_vector_has_no_formats_of_its_own(base: Path, bert: BertModel) -> None:
    found = model_size(base)
    assert (found.variant, found.of_format, found.shared) == ("", {}, 0)
    assert found.base == weights(bert) - weights(bert.pooler)  # which nobody reads


def test_what_no_vector_depends_on_is_not_counted(bert: BertModel, tmp_path: Path) -> None:
    """A base as it was pretrained has a pooler and what guesses words, beside BERT's name and below it."""
    pretrained = BertForPreTraining(bert.config)
    pretrained.save_pretrained(tmp_path / "pretrained")
    read = weights(pretrained.bert.embeddings) + weights(pretrained.bert.encoder)
    assert weights(pretrained) > read
    assert model_size(tmp_path / "pretrained").base == read


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("changes", [{}, {"layers": 2}, {"formats": ("CLF", "PRX")}], ids=repr)
def test_the_shapes_that_a_variant_must_have_are_those_of_its_module(
    make: MakeModel, base: Path, tmp_path: Path, variant: str, changes: dict[str, object]
) -> None:
    model = make(variant, **changes)
    own = {name: tuple(tensor.shape) for name, tensor in model.part_tensors().items()}
    words = model.base.words.num_embeddings
    assert part_shapes(model.spec, dim=model.base.dim, layers=len(model.base.layers), words=words) == own
    save_model(model, tmp_path / "saved", base=str(base), base_folder=base)
    check_parts(read_folder(tmp_path / "saved"))


@pytest.mark.parametrize("variant", ["adapters", "wide"])
def test_each_tensor_that_is_missing_is_named(
    make: MakeModel, base: Path, tmp_path: Path, variant: str
) -> None:
    model, folder = make(variant), tmp_path / "saved"
    save_model(model, folder, base=str(base), base_folder=base)
    every, found = model.part_tensors(), read_folder(folder)
    for name in every:
        save_file({key: held for key, held in every.items() if key != name}, folder / PARTS)
        with pytest.raises(ModelError, match=f"the tensor {re.escape(name)} is missing"):
            check_parts(found)
    name, held = next(iter(every.items()))
    save_file({**every, "other": held.clone()}, folder / PARTS)
    with pytest.raises(ModelError, match="holds other, which this variant does not have"):
        check_parts(found)
    save_file({**every, name: held[:-1].clone()}, folder / PARTS)
    with pytest.raises(ModelError, match=f"the tensor {re.escape(name)} is .* and should be"):
        check_parts(found)


def test_a_folder_without_weights_is_no_model_of_nothing(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no weights"):
        model_size(tmp_path)


def head(path: Path, rows: object, *, length: int | None = None) -> Path:
    text = json.dumps(rows).encode()
    path.write_bytes(struct.pack("<Q", len(text) if length is None else length) + text)
    return path


def test_whole_numbers_are_no_parameters(tmp_path: Path) -> None:
    rows = {
        "__metadata__": {"format": "pt"},
        "a": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
        "b": {"dtype": "BF16", "shape": [5], "data_offsets": [24, 34]},
        "ids": {"dtype": "I64", "shape": [1, 512], "data_offsets": [34, 4130]},
    }
    assert tensor_shapes(head(tmp_path / "x.safetensors", rows)) == {"a": (2, 3), "b": (5,)}


@pytest.mark.parametrize("rows", [[], {"a": 3}, {"a": {"dtype": "F32"}}])
def test_a_head_that_is_none_is_a_damaged_file(tmp_path: Path, rows: object) -> None:
    with pytest.raises(ModelError, match="damaged"):
        tensor_shapes(head(tmp_path / "x.safetensors", rows))


def test_a_file_that_is_cut_short_or_lies_about_its_length_is_damaged(tmp_path: Path) -> None:
    for length in (0, 1, 2**60):
        with pytest.raises(ModelError, match="damaged"):
            tensor_shapes(head(tmp_path / "x.safetensors", {}, length=length))
    with pytest.raises(ModelError, match="damaged"):
        tensor_shapes(tmp_path / "absent.safetensors")


def test_reading_sizes_loads_no_torch(make: MakeModel, base: Path, tmp_path: Path) -> None:
    import subprocess

    folder = tmp_path / "saved"
    save_model(make("pools"), folder, base=str(base), base_folder=base)
    code = (
        "import sys; from pathlib import Path; from assay.encoding.multiformat.sizes import model_size; "
        "from assay.encoding.multiformat.shapes import check_parts; "
        "from assay.encoding.multiformat.folder import read_folder; "
        f"model_size(Path({str(folder)!r})); check_parts(read_folder(Path({str(folder)!r}))); "
        "sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
