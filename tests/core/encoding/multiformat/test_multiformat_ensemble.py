"""Ensembles: the vectors of two models combined, and members that do not fit together."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from multiformat_by_hand import adapted, with_codes
from safetensors.torch import load_file, save_file
from transformers import BertModel

from assay.encoding import ALL_FORMATS, load_encoder
from assay.encoding.multiformat.ensemble import SETTINGS, How, Member, write_ensemble
from assay.encoding.multiformat.folder import PARTS, save_model
from assay.encoding.multiformat.modules.model import FormatBert
from assay.encoding.multiformat.spec import FORMATS
from assay.errors import ModelError
from assay.types import TaskFormat

MakeModel = Callable[..., FormatBert]
Save = Callable[..., Path]
Combine = Callable[..., Path]
TEXTS = ("w1 w2 w3 w4", "w5", "w6 w7 w8 w9 w10 w11 w12 w13 w14 w15")


@pytest.fixture
def save(make: MakeModel, base: Path, tmp_path: Path) -> Save:
    def saved(variant: str, **changes: object) -> Path:
        folder = tmp_path / variant
        save_model(make(variant, **changes), folder, base=str(base), base_folder=base)
        return folder

    return saved


@pytest.fixture
def combine(tmp_path: Path) -> Combine:
    def combined(*folders: Path, how: How = How.MEAN, lengths: tuple[int, ...] = ()) -> Path:
        out = tmp_path / "ensemble"
        given = lengths or (40,) * len(folders)
        members = [Member(folder.name, folder, n) for folder, n in zip(folders, given, strict=True)]
        write_ensemble(out, members, how=how)
        return out

    return combined


def _ids(text: str) -> tuple[torch.Tensor, torch.Tensor]:
    own = [2, *(5 + int(word[1:]) for word in text.split()), 3]
    return torch.tensor([own]), torch.tensor([len(own)])


def test_the_mean_of_codes_and_adapters_is_that_of_both_formulas(
    make: MakeModel, save: Save, combine: Combine, bert: BertModel
) -> None:
    encoder = load_encoder(str(combine(save("codes"), save("adapters"))), device="cpu")
    assert (encoder.dim, encoder.formats) == (32, ALL_FORMATS)
    codes, adapters = make("codes"), make("adapters")
    for place, name in enumerate(FORMATS):
        vectors = encoder.encode(TEXTS, format=name)
        assert vectors.dtype == np.float32
        for row, text in enumerate(TEXTS):
            one = with_codes(bert, codes.codes, *_ids(text), torch.tensor([place]))[0]
            other = adapted(bert, adapters, name, *_ids(text))[0, 0]
            np.testing.assert_allclose(vectors[row], ((one + other) / 2).detach(), atol=1e-5)


@pytest.mark.parametrize("how", How)
def test_vectors_are_those_of_the_members_each_as_it_is(save: Save, combine: Combine, how: How) -> None:
    folders = [save(variant) for variant in ("codes", "pools", "pals")]
    members = [load_encoder(str(folder), device="cpu") for folder in folders]
    encoder = load_encoder(str(combine(*folders, how=how)), device="cpu")
    for name in FORMATS:
        found = [member.encode(TEXTS, format=name) for member in members]
        expected = np.hstack(found) if how is How.CONCAT else np.sum(found, axis=0) / 3
        np.testing.assert_allclose(encoder.encode(TEXTS, format=name), expected, atol=1e-6)
    assert encoder.dim == (96 if how is How.CONCAT else 32)
    assert encoder.encode([], format=TaskFormat.PRX).shape == (0, encoder.dim)


def test_formats_share_a_vector_where_they_do_in_every_member(save: Save, combine: Combine) -> None:
    def distinct(*folders: Path) -> int:
        encoder = load_encoder(str(combine(*folders)), device="cpu")
        return len({encoder.fingerprint(name) for name in FORMATS})

    pools, plain = save("pools", pooling="mean"), save("cls")
    assert distinct(pools, plain) == 3  # PRX and QRY are the base's mean
    shutil.rmtree(pools.parent / "ensemble")
    assert distinct(pools, save("codes")) == 4


def test_a_member_reads_no_further_than_it_was_trained_to(save: Save, combine: Combine) -> None:
    folders = save("codes"), save("adapters")
    encoder = load_encoder(str(combine(*folders, lengths=(8, 20))), device="cpu", max_length=30)
    long = [" ".join(f"w{n}" for n in range(60))]
    one, other = (
        load_encoder(str(folder), device="cpu", max_length=n).encode(long, format=TaskFormat.PRX)
        for folder, n in zip(folders, (8, 20), strict=True)
    )
    np.testing.assert_allclose(encoder.encode(long, format=TaskFormat.PRX), (one + other) / 2, atol=1e-6)
    shorter = load_encoder(str(folders[0].parent / "ensemble"), device="cpu", max_length=8)
    assert np.abs(shorter.encode(long, format=TaskFormat.PRX) - (one + other) / 2).max() > 1e-3


def test_the_formats_are_those_of_all_members(save: Save, combine: Combine) -> None:
    few = save("adapters", formats=(TaskFormat.PRX, TaskFormat.QRY))
    encoder = load_encoder(str(combine(save("codes"), few)), device="cpu", name="both")
    assert encoder.formats == {TaskFormat.PRX, TaskFormat.QRY}
    assert encoder.encode(["w1"], format=TaskFormat.QRY).shape == (1, 32)
    with pytest.raises(ModelError, match="both has no vectors for CLF; it has them for PRX, QRY"):
        encoder.encode(["w1"], format=TaskFormat.CLF)


def test_the_fingerprint_changes_with_a_member_and_with_the_rule(save: Save, combine: Combine) -> None:
    folder = combine(save("codes"), save("adapters"))
    before = load_encoder(str(folder), device="cpu").fingerprint(TaskFormat.PRX)
    moved = folder.with_name("elsewhere")
    folder.rename(moved)
    assert load_encoder(str(moved), device="cpu").fingerprint(TaskFormat.PRX) == before
    settings = json.loads((moved / SETTINGS).read_text(encoding="utf-8"))
    (moved / SETTINGS).write_text(json.dumps({**settings, "how": "concat"}), encoding="utf-8")
    assert load_encoder(str(moved), device="cpu").fingerprint(TaskFormat.PRX) != before
    (moved / SETTINGS).write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
    assert load_encoder(str(moved), device="cpu").fingerprint(TaskFormat.PRX) == before
    path = moved / "members" / "2" / PARTS
    tensors = load_file(path)
    tensors["adapters.0.PRX.up.bias"] = tensors["adapters.0.PRX.up.bias"] + 0.5
    save_file(tensors, path)
    assert load_encoder(str(moved), device="cpu").fingerprint(TaskFormat.PRX) != before


def test_a_wide_member_counts_with_its_own_columns(save: Save, combine: Combine) -> None:
    wide, codes = save("wide", pooling="mean", own_width=8), save("codes")
    with pytest.raises(ModelError, match="wide has 40, codes has 32"):
        combine(wide, codes)
    shutil.rmtree(wide.parent / "ensemble", ignore_errors=True)
    encoder = load_encoder(str(combine(wide, codes, how=How.CONCAT)), device="cpu")
    assert encoder.encode(TEXTS, format=TaskFormat.CLF).shape == (3, 72)


def test_members_that_do_not_fit_are_refused(save: Save, combine: Combine, base: Path) -> None:
    codes = save("codes", formats=(TaskFormat.CLF,))
    with pytest.raises(ModelError, match=r"no format that all members have.*codes has CLF; adapters has PRX"):
        combine(codes, save("adapters", formats=(TaskFormat.PRX, TaskFormat.QRY)))
    with pytest.raises(ModelError, match="two or more models, each named once"):
        combine(codes)
    with pytest.raises(ModelError, match="two or more models, each named once"):
        combine(codes, codes)
    with pytest.raises(ModelError, match="'bert' has one vector for all formats"):
        combine(codes, base)
    whole = combine(save("pals"), save("cls"))
    with pytest.raises(ModelError, match="'ensemble' is an ensemble itself"):
        combine(codes, whole)


def _rewrite(folder: Path, **changes: object) -> None:
    settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    (folder / SETTINGS).write_text(json.dumps({**settings, **changes}), encoding="utf-8")


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (
            lambda folder: shutil.rmtree(folder / "members" / "2"),
            "its member 'adapters' is missing.*assay model ensemble",
        ),
        (lambda folder: (folder / "members" / "1" / PARTS).unlink(), "parts.safetensors is missing"),
        (lambda folder: _rewrite(folder, how="median"), "'how' must be one of mean, concat, not 'median'"),
        (lambda folder: _rewrite(folder, format=2), "another format"),
        (lambda folder: _rewrite(folder, members=[{"name": "codes", "max_length": 40}]), "two or more"),
        (lambda folder: _rewrite(folder, members=[{"name": "codes"}, {"name": "x"}]), "two or more"),
        (lambda folder: (folder / SETTINGS).write_text("[]", encoding="utf-8"), "settings by name"),
    ],
)
def test_a_damaged_ensemble_says_what_is_wrong_with_it(
    save: Save, combine: Combine, harm: Callable[[Path], object], said: str
) -> None:
    folder = combine(save("codes"), save("adapters"))
    harm(folder)
    with pytest.raises(ModelError, match=said):
        load_encoder(str(folder), device="cpu")
