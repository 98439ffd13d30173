"""Pools of texts that were read once: whole, found again, and worth a pass each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import torch

from assay.encoding.multiformat.folder import load_model, read_folder
from assay.encoding.multiformat.modules.model import FormatBert
from assay.encoding.sentences.bert import Bert
from assay.errors import TrainingFailed
from assay.training.loop.trainer import train
from assay.training.model.kept_pools import KeptPools, text_key
from assay.training.model.trainee import Trainee
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe
from assay.training.runs.control import Wanted
from assay.training.runs.events import End

PAPERS = "".join(
    f'{{"title": "{word} {n}", "abstract": "{word} at night", "year": {n % 5}}}\n'
    for n, word in enumerate(["graphs", "proteins", "planets", "markets"] * 6)
)
RECIPE = """
name = "pools"
base = '{base}'
device = "cpu"
max_length = 32
[formats]
variant = "pools"
pool_width = 8
[[stages]]
mixing = "tasks"
batch_size = 6
gradient_accumulation_steps = 1
epochs = 4
[stages.optimiser]
learning_rate = 0.01
[stages.stopping]
interval = 4
patience = 0
[[stages.objectives]]
kind = "regression"
path = "papers.jsonl"
label = "year"
"""


def drawn(n: int) -> np.ndarray:
    return np.random.default_rng(n).standard_normal((n, 3, 4), dtype=np.float32)


def keys(n: int) -> list[bytes]:
    return [text_key(np.array([row, 7])) for row in range(n)]


def test_what_was_kept_is_found_again_by_the_next_process(tmp_path: Path) -> None:
    pools = drawn(5)
    first = KeptPools(tmp_path / "pools", layers=2, dim=4)
    first.add(keys(5)[:3], pools[:3])
    first.add(keys(5), pools)  # the first three are there already
    second = KeptPools(tmp_path / "pools", layers=2, dim=4)
    assert len(second) == 5
    np.testing.assert_array_equal(second.get(keys(5)[::-1]), pools[::-1])


def test_a_record_that_a_killed_process_left_unfinished_is_cut_off(tmp_path: Path) -> None:
    pools = drawn(3)
    first = KeptPools(tmp_path / "pools", layers=2, dim=4)
    first.add(keys(3), pools)
    whole = (tmp_path / "pools").read_bytes()
    (tmp_path / "pools").write_bytes(whole[:-5])
    second = KeptPools(tmp_path / "pools", layers=2, dim=4)
    assert len(second) == 2
    assert keys(3)[2] not in second
    second.add(keys(3)[2:], pools[2:])
    assert (tmp_path / "pools").read_bytes() == whole


def test_beyond_its_bytes_a_file_takes_no_more(tmp_path: Path) -> None:
    kept = KeptPools(tmp_path / "pools", layers=2, dim=4, most_bytes=2 * (16 + 48))
    kept.add(keys(3), drawn(3))
    assert len(kept) == 2
    assert (tmp_path / "pools").stat().st_size == 2 * (16 + 48)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "pools").mkdir()
    with pytest.raises(TrainingFailed, match=r"pools cannot be kept: .* Free some space"):
        KeptPools(tmp_path / "pools", layers=2, dim=4)


# --- training


@pytest.fixture
def recipe(tiny_base: Path, tmp_path: Path) -> Recipe:
    (tmp_path / "papers.jsonl").write_text(PAPERS, encoding="utf-8")
    return parse_recipe(RECIPE.format(base=tiny_base))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many texts each pass through the base had."""
    counts: list[int] = []

    def count(kind: type[FormatBert] | type[Bert], name: str) -> None:
        read = getattr(kind, name)

        def counted(self: object, ids: torch.Tensor, lengths: torch.Tensor, **rest: object) -> torch.Tensor:
            counts.append(len(ids))
            return read(self, ids, lengths, **rest)

        monkeypatch.setattr(kind, name, counted)

    count(FormatBert, "read_pools")
    count(Bert, "hidden")
    return counts


class _CancelsOnce:
    def __init__(self, after: int) -> None:
        self._left = after

    def wanted(self) -> Wanted:
        self._left -= 1
        return "cancel" if self._left < 0 else "run"


def parts_of(result: End) -> dict[str, torch.Tensor]:
    assert result.model
    return load_model(read_folder(Path(result.model))).part_tensors()


def assert_same(one: End, other: End) -> None:
    theirs = parts_of(other)
    for name, held in parts_of(one).items():
        assert torch.equal(held, theirs[name]), name


def test_heads_learn_the_same_from_pools_that_are_kept_and_read_anew(
    recipe: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Sequence[int]
) -> None:
    kept = parts_of(train(recipe, out=tmp_path / "kept", folder=tmp_path))
    before = sum(read)
    monkeypatch.setattr(Trainee, "keep_pools", lambda *_: None)
    anew = parts_of(train(recipe, out=tmp_path / "anew", folder=tmp_path))
    assert sum(read) - before > 3 * 24
    for name, held in anew.items():
        torch.testing.assert_close(kept[name], held, rtol=1e-4, atol=1e-6)


def test_a_resumed_run_reads_no_text_again_and_ends_as_one_that_was_not_cut_off(
    recipe: Recipe, tmp_path: Path, read: Sequence[int]
) -> None:
    whole = train(recipe, out=tmp_path / "whole", folder=tmp_path)
    texts = sum(read)
    assert texts == 24, "of 4 epochs and as many validations each goes through the frozen base once"
    result = train(recipe, out=tmp_path / "run", folder=tmp_path, control=_CancelsOnce(8))
    assert result.status == "cancelled"
    assert list((tmp_path / "run").glob("pools-*"))
    resumed = train(recipe, out=tmp_path / "run", folder=tmp_path, resume=True)
    assert resumed.status == "finished"
    assert sum(read) == 2 * texts
    assert not list((tmp_path / "run").glob("pools-*")), "nothing is left of them in the end"
    assert_same(resumed, whole)
