"""Checkpoints of SciRepEval as people have them give the vectors that the released code gives.

What is expected is computed from the published files by transformers' own BERT and, where a variant stands
inside its layers, the variant's formula on top: nothing of Assay's.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor
from torch.nn import functional
from transformers import AutoTokenizer, BertModel

from assay.models.adapter_models import add_adapters
from assay.registry.card import Card
from assay.registry.loading import add_model, load_named
from assay.types import TaskFormat
from hub_adapters import write_adapter
from published_models import TEXTS
from released_checkpoints import CODES, write_base, write_ctrl, write_fusion, write_pals

End = Callable[[int, Tensor, Tensor, Tensor, Tensor], Tensor]


@pytest.fixture(autouse=True)
def own_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))


def _assert_same(card: Card, code: str, expected: Tensor) -> None:
    found = load_named(card.model_id, device="cpu").encode(list(TEXTS), format=TaskFormat(code[1:-1]))
    np.testing.assert_allclose(found, expected.numpy(), atol=1e-5)


def test_control_codes_in_the_vocabulary_are_read_at_their_place(tmp_path: Path) -> None:
    bert = write_ctrl(tmp_path / "ctrl")
    card = add_model(tmp_path / "ctrl")
    tokenizer = AutoTokenizer.from_pretrained(tmp_path / "ctrl" / "tokenizer")
    for code in CODES:
        texts = [f"{code} {text}" for text in TEXTS]
        read = tokenizer(texts, padding=True, truncation=True, max_length=64, return_tensors="pt")
        with torch.no_grad():
            _assert_same(card, code, bert(**read).last_hidden_state[:, 1])
    assert card.separator == "[SEP]"


def test_texts_are_as_long_as_the_model_has_places(tmp_path: Path) -> None:
    """A tokenizer of 512 tokens beside 64 places: the card says 64, which is what is read."""
    write_ctrl(tmp_path / "ctrl")
    tokenizer = tmp_path / "ctrl" / "tokenizer" / "tokenizer_config.json"
    tokenizer.write_text(json.dumps({**json.loads(tokenizer.read_text()), "model_max_length": 512}))
    assert add_model(tmp_path / "ctrl").max_length == 64


def test_a_code_in_a_users_text_is_a_text(tmp_path: Path) -> None:
    """A query that says "[CLF]" must not be read as another format's."""
    write_ctrl(tmp_path / "ctrl")
    encoder = load_named(add_model(tmp_path / "ctrl").model_id, device="cpu")
    one, other = encoder.encode(["bees [CLF]", "bees [RGN]"], format=TaskFormat.PRX)
    assert not np.allclose(one, other)  # letters, which differ
    assert np.allclose(one, encoder.encode(["bees [clf]"], format=TaskFormat.PRX)[0], atol=1e-6)


def test_projected_attention_stands_beside_each_layer(tmp_path: Path) -> None:
    bert, tensors = write_pals(tmp_path / "pals")
    card = add_model(tmp_path / "pals")
    for task, code in enumerate(CODES):

        def beside(
            n: int, inner: Tensor, attended: Tensor, x: Tensor, mask: Tensor, task: int = task
        ) -> Tensor:
            def product(name: str, given: Tensor) -> Tensor:
                return functional.linear(given, tensors[f"{name}.weight"], tensors[f"{name}.bias"])

            down = product(f"encoder.mult_aug_dense.{task}", x)
            where = f"encoder.layer.{n}.multi_layers.{task}.attn"
            q, k, v = (
                product(f"{where}.{part}", down).unflatten(2, (6, 2)).transpose(1, 2)
                for part in ("query", "key", "value")
            )
            seen = ((q @ k.transpose(2, 3)) / math.sqrt(2) + mask).softmax(-1) @ v
            raised = product(f"encoder.mult_aug_dense2.{task}", seen.transpose(1, 2).flatten(2))
            return bert.encoder.layer[n].output.LayerNorm(inner + attended + functional.gelu(raised))

        _assert_same(card, code, _written_out(bert, tmp_path / "pals" / "tokenizer", beside))


@pytest.mark.parametrize("fused", [False, True])
def test_adapters_and_their_fusion_over_the_official_base(tmp_path: Path, *, fused: bool) -> None:
    bert = write_base(tmp_path / "specter2_base")
    (tmp_path / "adapters").mkdir()
    own = {
        code: write_adapter(tmp_path / "adapters" / code, seed=place, base="allenai/specter2_base")
        for place, code in enumerate(CODES)
    }
    over = {
        code: write_fusion(
            tmp_path / "fusion" / "model" / f"{code}_fusion", (code, *(c for c in CODES if c != code)), seed=9
        )
        for code in CODES
    }
    card = add_adapters(
        str(tmp_path / "specter2_base"),
        {TaskFormat(code[1:-1]): folder for code, folder in own.items()},
        fusion=tmp_path / "fusion" if fused else None,
    )
    held = {c: torch.load(own[c] / "pytorch_adapter.bin", weights_only=True) for c in CODES}
    for code in CODES:
        mixed = torch.load(over[code] / "pytorch_model_adapter_fusion.bin", weights_only=True)

        def ended(
            n: int,
            inner: Tensor,
            attended: Tensor,
            _x: Tensor,
            _m: Tensor,
            code: str = code,
            mixed: dict[str, Tensor] = mixed,
        ) -> Tensor:
            norm = bert.encoder.layer[n].output.LayerNorm
            normed = norm(inner + attended)

            def raised(name: str) -> Tensor:
                where = f"bert.encoder.layer.{n}.output.adapters.{name}."
                own = {key.removeprefix(where): t for key, t in held[name].items() if key.startswith(where)}
                down = functional.linear(normed, own["adapter_down.0.weight"], own["adapter_down.0.bias"])
                return functional.linear(down.relu(), own["adapter_up.weight"], own["adapter_up.bias"])

            if not fused:
                return norm(raised(code) + inner + attended)
            part = {
                ".".join(key.split(".")[-2:]): tensor for key, tensor in mixed.items() if f"layer.{n}." in key
            }
            every = torch.stack([raised(name) for name in CODES], dim=2)
            query = functional.linear(normed, part["query.weight"], part["query.bias"])
            keys = functional.linear(every, part["key.weight"], part["key.bias"])
            weights = (keys * query[:, :, None]).sum(-1).softmax(-1)
            values = functional.linear(every, part["value.weight"])
            return norm((weights[..., None] * values).sum(2) + inner + attended)

        _assert_same(card, code, _written_out(bert, tmp_path / "specter2_base", ended))


def _written_out(bert: BertModel, tokenizer: Path, end: End) -> Tensor:
    """(n, 32) at [CLS], each layer of transformers' BERT with an end of its own."""
    read = AutoTokenizer.from_pretrained(tokenizer)(
        list(TEXTS), padding=True, truncation=True, max_length=64, return_tensors="pt"
    )
    mask = (1.0 - read["attention_mask"].float())[:, None, None] * -1e4
    with torch.no_grad():
        x = bert.embeddings(read["input_ids"])
        for n, layer in enumerate(bert.encoder.layer):
            attended = layer.attention(x, mask)[0]
            inner = layer.output.dense(layer.intermediate(attended))
            x = end(n, inner, attended, x, mask)
    return x[:, 0]
