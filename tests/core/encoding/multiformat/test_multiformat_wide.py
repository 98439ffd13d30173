"""Wide models: what each format's own columns hold, by hand, and on the fast pass."""

from __future__ import annotations

from hashlib import shake_128

import pytest
import torch
from multiformat_by_hand import hidden_states, mean
from test_multiformat_model import MakeModel, Texts, assert_equal
from torch import Tensor
from transformers import BertModel

from assay.encoding.multiformat.folder import format_identity
from assay.encoding.multiformat.modules.model import FormatBert
from assay.encoding.multiformat.modules.wide import SHARES, WideHeads, word_signs
from assay.encoding.multiformat.spec import FORMATS
from assay.types import TaskFormat

WIDTH = 12


@pytest.fixture
def wide(make: MakeModel) -> FormatBert:
    model = make("wide", pooling="mean", own_width=WIDTH)
    assert isinstance(model.heads, WideHeads)
    holding = torch.arange(len(model.heads.words)) % 7
    model.heads.weigh_words(torch.tensor(9.0), holding.float())
    return model


def unit(x: Tensor) -> Tensor:
    return x / x.norm(dim=-1, keepdim=True)


def test_a_formats_own_columns_stand_beside_the_bases(
    wide: FormatBert, bert: BertModel, texts: Texts
) -> None:
    pools = torch.stack([mean(x, texts[1]) for x in hidden_states(bert, *texts)], dim=1).double()
    found = dict(zip(FORMATS, wide.all_formats(*texts, FORMATS), strict=True))

    def own(name: str) -> Tensor:
        head = wide.heads[name]
        return unit(unit(pools).flatten(1) @ head.weight.T.double() + head.bias.double())

    assert_equal(found[TaskFormat.CLF].double(), torch.cat([unit(pools[:, -1]), 0.5 * own("CLF")], dim=1))
    assert_equal(found[TaskFormat.RGN].double(), torch.cat([unit(pools).mean(1), 0.5 * own("RGN")], dim=1))
    assert_equal(found[TaskFormat.PRX][:, :-WIDTH].double(), unit(pools[:, -1]))
    assert_equal(found[TaskFormat.PRX], found[TaskFormat.QRY])


def test_the_sketch_sums_the_signs_of_rare_words_and_of_nothing_else(wide: FormatBert) -> None:
    ids = torch.tensor([[2, 9, 11, 9, 3, 0, 0]])
    expected = torch.zeros(WIDTH, dtype=torch.float64)
    for word, count in ((2, 1), (9, 2), (11, 1), (3, 1)):
        digest = shake_128(word.to_bytes(4, "little")).digest(2)
        signs = [1.0 if digest[n // 8] >> (n % 8) & 1 else -1.0 for n in range(WIDTH)]
        weight = torch.log(torch.tensor(10 / (word % 7 + 1), dtype=torch.float64))
        expected += weight * torch.log1p(torch.tensor(float(count))) * torch.tensor(signs)
    found = wide(ids, torch.tensor([5]), wide.place(TaskFormat.PRX))[0, -WIDTH:]
    assert_equal(found.double(), 0.45 * unit(expected))


def test_a_word_that_every_text_holds_weighs_nothing(make: MakeModel) -> None:
    heads = make("wide", own_width=WIDTH).heads
    assert isinstance(heads, WideHeads)
    heads.weigh_words(torch.tensor(9.0), torch.full((len(heads.words),), 9.0))
    assert_equal(heads.sketch(torch.tensor([[2, 9, 3]]), torch.tensor([3])), torch.zeros(1, WIDTH))


def test_the_signs_of_different_words_are_as_good_as_independent() -> None:
    signs = word_signs(400, 512)
    assert set(signs.unique().tolist()) == {-1.0, 1.0}
    products = (signs @ signs.T) / 512
    apart = products[~torch.eye(400, dtype=torch.bool)]
    assert apart.mean().abs() < 0.005  # 4 sigma of 79,800 pairs
    assert apart.std() == pytest.approx(512**-0.5, rel=0.05)


def test_the_lengths_stand_in_no_file_and_are_counted_in_the_identity() -> None:
    """Who changes a length counts the identity's number up, or old indexes would meet new queries."""
    assert SHARES == {
        TaskFormat.PRX: 0.45,
        TaskFormat.QRY: 0.45,
        TaskFormat.CLF: 0.5,
        TaskFormat.RGN: 0.5,
    }
    assert format_identity({}, 512).startswith('["formats-2"')
