"""A model's folder: what is saved is what is loaded, and what does not belong together is refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from assay.encoding import load_encoder
from assay.encoding.multiformat.folder import PARTS, SETTINGS, load_model, read_folder, save_model
from assay.encoding.multiformat.modules.model import FormatBert
from assay.encoding.multiformat.pooled import PooledSentenceModel
from assay.encoding.multiformat.sentence import load_format_model
from assay.encoding.multiformat.spec import FORMATS, VARIANTS
from assay.errors import ModelError
from assay.types import TaskFormat

MakeModel = Callable[..., FormatBert]
TEXTS = ("w1 w2 w3 w4", "w5", "w6 w7 w8 w9 w10 w11 w12 w13 w14 w15")


@pytest.fixture
def save(make: MakeModel, base: Path, tmp_path: Path) -> Callable[..., Path]:
    def saved(variant: str, *, trained_base: bool = False, **changes: object) -> Path:
        folder = tmp_path / variant
        model = make(variant, **changes)
        if trained_base:
            with torch.no_grad():
                model.base.words.weight.mul_(1.5)
        save_model(model, folder, base=str(base), base_folder=base, trained_base=trained_base)
        return folder

    return saved


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("trained_base", [False, True])
def test_a_saved_model_is_loaded_to_the_same_vectors(
    make: MakeModel,
    save: Callable[..., Path],
    texts: tuple[Tensor, Tensor],
    variant: str,
    trained_base: bool,
) -> None:
    folder = save(variant, trained_base=trained_base)
    model = make(variant)
    if trained_base:
        with torch.no_grad():
            model.base.words.weight.mul_(1.5)
    loaded = load_model(read_folder(folder))
    for place in range(4):
        assert torch.equal(loaded(*texts, place), model(*texts, place))
    assert not [path for path in folder.rglob("*") if path.suffix in {".bin", ".pt", ".pkl"}]


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_encoder_reads_each_format_and_says_which_vectors_are_the_same(
    make: MakeModel, save: Callable[..., Path], variant: str
) -> None:
    encoder = load_encoder(str(save(variant)), device="cpu", name="mine")
    assert encoder.formats == frozenset(TaskFormat)
    assert (encoder.name, encoder.dim) == ("mine", 32 + 256 if variant == "wide" else 32)
    model = make(variant)
    ids = [[2, *(5 + int(word[1:]) for word in text.split()), 3] for text in TEXTS]
    for name in FORMATS:
        vectors = encoder.encode(TEXTS, format=name)
        for row, own in enumerate(ids):
            expected = model(torch.tensor([own]), torch.tensor([len(own)]), model.place(name))
            np.testing.assert_allclose(vectors[row], expected.detach()[0], atol=1e-5)
    prints = {name: encoder.fingerprint(name) for name in FORMATS}
    shared = {"cls": 1, "pools": 3, "wide": 3}.get(variant, 4)
    assert len({*prints.values()}) == shared
    assert (prints[TaskFormat.PRX] == prints[TaskFormat.QRY]) == (variant in ("cls", "pools", "wide"))


@pytest.mark.parametrize("variant", ["pools", "wide"])
def test_heads_over_pools_run_on_the_fast_pass_which_gives_all_formats_at_once(
    make: MakeModel, save: Callable[..., Path], variant: str
) -> None:
    model, _ = load_format_model(save(variant, pooling="mean"), max_length=40, device="cpu")
    assert isinstance(model, PooledSentenceModel)
    ids = [np.array([2, *range(7, 7 + n), 3], dtype=np.int32) for n in (3, 9, 0)]
    lengths = np.array([len(row) for row in ids])
    slow = make(variant, pooling="mean")
    for found, name in zip(model.vectors(ids, lengths, FORMATS), FORMATS, strict=True):
        for row, own in enumerate(ids):
            expected = slow(torch.tensor([own.tolist()]), torch.tensor([len(own)]), slow.place(name))
            np.testing.assert_allclose(found[row], expected.detach()[0], atol=1e-5)


def test_a_long_text_leaves_its_control_code_a_place(save: Callable[..., Path], make: MakeModel) -> None:
    encoder = load_encoder(str(save("codes")), device="cpu")
    long = " ".join(f"w{n % 95}" for n in range(200))
    model = make("codes")
    kept = torch.tensor([[2, *(5 + n % 95 for n in range(37)), 3]])  # 39 and the code make 40 places
    expected = model(kept, torch.tensor([39]), 1)
    np.testing.assert_allclose(
        encoder.encode([long], format=TaskFormat.PRX)[0], expected.detach()[0], atol=1e-5
    )


def test_parts_of_another_base_are_refused(save: Callable[..., Path], base: Path, tmp_path: Path) -> None:
    folder = save("adapters")
    other = tmp_path / "other"
    shutil.copytree(base, other)
    tensors = load_file(other / "model.safetensors")
    tensors["embeddings.LayerNorm.bias"] = tensors["embeddings.LayerNorm.bias"] + 1
    save_file(tensors, other / "model.safetensors")
    settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    settings["base"]["id"] = str(other)
    (folder / SETTINGS).write_text(json.dumps(settings), encoding="utf-8")
    with pytest.raises(ModelError, match="is another one"):
        load_encoder(str(folder))


def _without_a_tensor(folder: Path) -> None:
    tensors = load_file(folder / PARTS)
    del tensors["adapters.1.CLF.up.bias"]
    save_file(tensors, folder / PARTS)


def _of_another_reduction(folder: Path) -> None:
    settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    settings["spec"]["reduction"] = 8
    (folder / SETTINGS).write_text(json.dumps(settings), encoding="utf-8")


def _cut_short(folder: Path) -> None:
    (folder / PARTS).write_bytes((folder / PARTS).read_bytes()[:-20])


def _with_a_key_more(folder: Path) -> None:
    settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    settings["spec"]["colour"] = "red"
    (folder / SETTINGS).write_text(json.dumps(settings), encoding="utf-8")


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (_without_a_tensor, r"parts.safetensors: the tensor adapters.1.CLF.up.bias is missing"),
        (
            _of_another_reduction,
            r"adapters.0.CLF.down.weight is \(8, 32\) and should be \(4, 32\).*reduction",
        ),
        (_cut_short, "parts.safetensors is damaged"),
        (_with_a_key_more, "unknown key 'colour'"),
        (lambda folder: (folder / PARTS).unlink(), "incomplete: parts.safetensors is missing"),
        (lambda folder: (folder / SETTINGS).write_text("{", encoding="utf-8"), "cannot be read"),
        (lambda folder: (folder / SETTINGS).write_text("{}", encoding="utf-8"), "another format"),
    ],
)
def test_a_damaged_folder_says_what_is_wrong_with_it(
    save: Callable[..., Path], harm: Callable[[Path], object], said: str
) -> None:
    folder = save("adapters")
    harm(folder)
    with pytest.raises(ModelError, match=said):
        load_encoder(str(folder))


def test_a_code_that_the_vocabulary_has_already_is_refused(
    save: Callable[..., Path], base: Path, tmp_path: Path
) -> None:
    folder = save("codes", trained_base=True)
    tokenizer = json.loads((folder / "base" / "tokenizer.json").read_text(encoding="utf-8"))
    tokenizer["model"]["vocab"]["[QRY]"] = 7
    (folder / "base" / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    with pytest.raises(ModelError, match=r"has \[QRY\] already"):
        load_encoder(str(folder))
