"""Sizes read off the heads of files, beside those that torch counts in the loaded model."""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.encoding.multiformat.folder import PARTS, save_model
from assay.encoding.multiformat.modules.model import FormatBert
from assay.encoding.multiformat.sizes import ModelSize, model_size, tensor_shapes
from assay.encoding.multiformat.spec import VARIANTS
from assay.errors import ModelError

MakeModel = Callable[..., FormatBert]


def numbers(model: FormatBert, *, base: bool) -> int:
    if base:
        return sum(weights.numel() for weights in model.base.parameters())
    return sum(held.numel() for held in model.part_tensors().values())


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("trained_base", [False, True])
def test_sizes_are_those_of_the_loaded_model(
    make: MakeModel, base: Path, tmp_path: Path, variant: str, trained_base: bool
) -> None:
    model = make(variant)
    save_model(model, tmp_path / "saved", base=str(base), base_folder=base, trained_base=trained_base)
    found = model_size(tmp_path / "saved")
    own = {each: model.part_parameters(each) for each in model.spec.formats}
    assert found == ModelSize(variant, found.base, own, numbers(model, base=False) - sum(own.values()))
    if trained_base:
        assert found.base == numbers(model, base=True)
    else:  # the base's own file may hold a pooler that nobody reads
        assert found.base >= numbers(model, base=True)
    assert found.total == found.base + numbers(model, base=False)


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


def test_a_model_with_one_vector_has_no_formats_of_its_own(base: Path) -> None:
    found = model_size(base)
    shapes = tensor_shapes(next(base.rglob("model.safetensors")))
    assert (found.variant, found.of_format, found.shared) == ("", {}, 0)
    assert found.base == sum(
        int.__mul__(*shape) if len(shape) == 2 else shape[0] for shape in shapes.values()
    )


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


def test_parts_that_lack_a_tensor_are_damaged(make: MakeModel, base: Path, tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    save_model(make("probes"), folder, base=str(base), base_folder=base)
    head(folder / PARTS, {"probes.tokens": {"dtype": "F32", "shape": [4, 32], "data_offsets": [0, 512]}})
    with pytest.raises(ModelError, match=r"probes\.read"):
        model_size(folder)


def test_reading_sizes_loads_no_torch(make: MakeModel, base: Path, tmp_path: Path) -> None:
    import subprocess

    folder = tmp_path / "saved"
    save_model(make("pools"), folder, base=str(base), base_folder=base)
    code = (
        "import sys; from pathlib import Path; from assay.encoding.multiformat.sizes import model_size; "
        f"model_size(Path({str(folder)!r})); sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
