"""Each variant against transformers' BERT and its formula written out, and what must not change a vector."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from multiformat_by_hand import adapted, fused, hidden_states, mask_of, mean, with_codes, with_pals
from torch import Tensor
from transformers import BertModel

from assay.encoding.multiformat.modules.model import FormatBert
from assay.encoding.multiformat.spec import FORMATS, VARIANTS, FormatSpec
from assay.errors import ModelError
from assay.types import TaskFormat

Texts = tuple[Tensor, Tensor]
MakeModel = Callable[..., FormatBert]
ALL = torch.arange(4)  # each row another format

BASE = {"model_type": "bert"}  # what config.json leaves out is BERT base's


def assert_equal(one: Tensor, other: Tensor, within: float = 1e-5) -> None:
    np.testing.assert_allclose(one.detach(), other.detach(), atol=within, rtol=0)


# --- against transformers


@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_without_parts_the_vectors_are_the_base_s(
    make: MakeModel, bert: BertModel, texts: Texts, pooling: str
) -> None:
    last = hidden_states(bert, *texts)[-1]
    expected = mean(last, texts[1]) if pooling == "mean" else last[:, 0]
    assert_equal(make("cls", pooling=pooling)(*texts, 0), expected)


def test_a_control_code_stands_after_cls_and_is_read_there(
    make: MakeModel, bert: BertModel, texts: Texts
) -> None:
    model = make("codes")
    assert_equal(model(*texts, ALL), with_codes(bert, model.codes, *texts, ALL))


def test_adapters_are_pfeiffer_s(make: MakeModel, bert: BertModel, texts: Texts) -> None:
    for pooling in ("mean", "cls"):
        model = make("adapters", pooling=pooling)
        for place, name in enumerate(FORMATS):
            last = adapted(bert, model, name, *texts)
            assert_equal(model(*texts, place), mean(last, texts[1]) if pooling == "mean" else last[:, 0])


def test_late_adapters_leave_the_lower_layers_alone(make: MakeModel, bert: BertModel, texts: Texts) -> None:
    model = make("adapters", layers=1)
    assert list(model.adapters) == ["2"]
    assert_equal(model(*texts, 1), adapted(bert, model, "PRX", *texts)[:, 0])


def test_fusion_attends_over_all_adapters(make: MakeModel, bert: BertModel, texts: Texts) -> None:
    model = make("fusion")
    assert_equal(model(*texts, 2), fused(bert, model, "QRY", *texts)[:, 0])


def test_pals_stand_beside_the_layers(make: MakeModel, bert: BertModel, texts: Texts) -> None:
    model = make("pals")
    assert_equal(model(*texts, 3), with_pals(bert, model, "RGN", *texts)[:, 0])


def test_a_probe_is_a_token_at_the_first_place_that_is_masked_to_others(
    make: MakeModel, bert: BertModel, texts: Texts
) -> None:
    model = make("probes")
    ids, lengths = texts
    place = 2
    words = bert.embeddings.word_embeddings(ids)
    for row in range(4):
        n = int(lengths[row])
        x = torch.cat([words[row : row + 1, :n], model.probes.tokens[place][None, None]], dim=1)
        at = torch.cat([torch.arange(n), torch.zeros(1, dtype=torch.long)])
        x = bert.embeddings(inputs_embeds=x, position_ids=at[None])
        seen = torch.ones(n + 1, n + 1, dtype=torch.bool)
        seen[:n, n] = False
        for layer in bert.encoder.layer:
            x = layer(x, attention_mask=mask_of(seen)[None, None])
            x = x[0] if isinstance(x, tuple) else x
        expected = x[0, :n].mean(0) + model.probes.read[place](x[0, n])
        assert_equal(model(ids[row : row + 1, :n], lengths[row : row + 1], place)[0], expected)


def test_pool_heads_read_the_mean_of_every_layer(make: MakeModel, bert: BertModel, texts: Texts) -> None:
    model = make("pools", pooling="mean")
    pools = torch.stack([mean(x, texts[1]) for x in hidden_states(bert, *texts)], dim=1).double()
    scaled = pools / pools.norm(dim=2, keepdim=True)

    def raised(name: str) -> Tensor:
        own = model.heads[name]
        wide = scaled.flatten(1) @ own.down.weight.T.double() + own.down.bias.double()
        return torch.nn.functional.gelu(wide) @ own.up.weight.T.double() + own.up.bias.double()

    found = dict(zip(FORMATS, model.all_formats(*texts, FORMATS), strict=True))
    assert_equal(found[TaskFormat.PRX].double(), pools[:, -1])
    assert_equal(found[TaskFormat.QRY].double(), pools[:, -1])
    assert_equal(found[TaskFormat.CLF].double(), pools[:, -1] + raised("CLF"))
    assert_equal(found[TaskFormat.RGN].double(), scaled.mean(1) + 0.2 * raised("RGN"))


# --- what the papers' tables say


@pytest.mark.parametrize(
    ("variant", "expected"),
    [("codes", 768), ("adapters", 894_528), ("fusion", 21_252_096), ("pals", 1_819_836), ("cls", 0)],
)
def test_the_parameters_of_a_format_of_bert_base_are_those_of_the_papers(variant: str, expected: int) -> None:
    with torch.device("meta"):
        model = FormatBert(BASE, FormatSpec(variant))  # type: ignore[arg-type]
    assert {model.part_parameters(each) for each in FORMATS} == {expected}


def test_codes_and_adapters_begin_as_bert_does_and_a_fusion_at_its_adapters() -> None:
    torch.manual_seed(0)
    small = {**BASE, "hidden_size": 256, "num_hidden_layers": 1, "intermediate_size": 64, "vocab_size": 50}
    codes = FormatBert(small, FormatSpec("codes")).codes
    assert codes is not None
    assert codes.std().item() == pytest.approx(0.02, rel=0.1)
    fusion = FormatBert(small, FormatSpec("fusion"))
    down = fusion.state_dict()["adapters.0.CLF.down.weight"]
    assert down.std().item() == pytest.approx(0.02, rel=0.1)
    value = fusion.state_dict()["fusion.0.CLF.value.weight"]
    assert torch.equal(value.diagonal(), torch.ones(256))
    assert value[0, 1].item() == pytest.approx(1e-6)


# --- what must not matter


@pytest.mark.parametrize("variant", VARIANTS)
def test_padding_and_batch_mates_do_not_change_a_vector(make: MakeModel, texts: Texts, variant: str) -> None:
    model = make(variant)
    ids, lengths = texts
    together = model(ids, lengths, ALL)
    for row in range(4):
        n = int(lengths[row])
        assert_equal(model(ids[row : row + 1, :n], lengths[row : row + 1], row)[0], together[row])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("layers", [0, 2])
def test_all_formats_at_once_equal_a_pass_each(
    make: MakeModel, texts: Texts, variant: str, layers: int
) -> None:
    model = make(variant, layers=layers)
    asked = [TaskFormat.RGN, TaskFormat.CLF]
    for name, vectors in zip(asked, model.all_formats(*texts, asked), strict=True):
        assert_equal(vectors, model(*texts, model.place(name)), 1e-6)


def test_a_frozen_base_gets_no_gradient_and_every_part_that_was_used_does(
    make: MakeModel, texts: Texts
) -> None:
    for variant in ("codes", "adapters", "pals", "probes"):
        model = make(variant)
        model.base.requires_grad_(False)
        (model(*texts, torch.tensor([1, 1, 3, 3])) ** 2).sum().backward()
        for name, weights in model.named_parameters():
            used = not name.startswith("base.") and not any(f".{part}." in name for part in ("CLF", "QRY"))
            if ".read.0." in name or ".read.2." in name:
                continue
            touched = weights.grad is not None and bool(weights.grad.abs().sum() > 0)
            is_key_bias = name.endswith("key.bias")  # a softmax does not feel it
            assert touched == used or is_key_bias, name


# --- what cannot be


def test_a_base_drops_what_its_own_config_says_while_it_learns() -> None:
    config = {
        **BASE,
        "num_hidden_layers": 2,
        "hidden_dropout_prob": 0.25,
        "attention_probs_dropout_prob": 0.5,
    }
    with torch.device("meta"):
        model = FormatBert(config, FormatSpec("pals"))
    rates = {name: module.p for name, module in model.named_modules() if isinstance(module, torch.nn.Dropout)}
    assert len(rates) == 5  # behind the embeddings, and twice in each layer
    assert set(rates.values()) == {0.25}
    assert {layer.attention["self"].dropout for layer in model.base.layers} == {0.5}


def test_what_a_base_cannot_be_is_refused() -> None:
    with pytest.raises(ModelError, match="plain BERT"):
        FormatBert({"model_type": "roberta"}, FormatSpec("cls"))
    with pytest.raises(ModelError, match="has 3 layers, and 4"):
        FormatBert({**BASE, "num_hidden_layers": 3}, FormatSpec("adapters", layers=4))


def test_a_format_that_the_model_does_not_have_is_refused_by_name(make: MakeModel, texts: Texts) -> None:
    model = make("adapters", formats=(TaskFormat.PRX, TaskFormat.QRY))
    with pytest.raises(ModelError, match="no vectors for CLF; it has them for PRX, QRY"):
        model.all_formats(*texts, [TaskFormat.CLF])
