"""The variants written out over transformers' own BERT, with tensors in plain formulas."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional
from transformers import BertModel

from assay.encoding.multiformat.modules.model import FormatBert


def mask_of(seen: Tensor) -> Tensor:
    """0 where true, very low elsewhere: what transformers adds to scores."""
    return torch.zeros(seen.shape).masked_fill(~seen, torch.finfo(torch.float32).min)


def attention_mask(ids: Tensor, lengths: Tensor) -> Tensor:
    return (torch.arange(ids.shape[1]) < lengths[:, None]).long()


def hidden_states(bert: BertModel, ids: Tensor, lengths: Tensor) -> tuple[Tensor, ...]:
    """Of the embeddings and every layer."""
    out = bert(ids, attention_mask=attention_mask(ids, lengths), output_hidden_states=True)
    return tuple(out.hidden_states)


def mean(x: Tensor, lengths: Tensor) -> Tensor:
    return torch.stack([row[:n].mean(0) for row, n in zip(x, lengths.tolist(), strict=True)])


def with_codes(bert: BertModel, codes: Tensor, ids: Tensor, lengths: Tensor, rows: Tensor) -> Tensor:
    """The matrix of words one row a code larger, the code's id at place 1, the hidden state read there."""
    words = bert.embeddings.word_embeddings.weight
    larger = torch.cat([words, codes])
    own = (len(words) + rows)[:, None]
    ids = torch.cat([ids[:, :1], own, ids[:, 1:]], dim=1)
    assert ids[:, 1].tolist() == (len(words) + rows).tolist()
    out = bert(inputs_embeds=larger[ids], attention_mask=attention_mask(ids, lengths + 1))
    return out.last_hidden_state[:, 1]


def _attended(bert: BertModel, place: int, x: Tensor, mask: Tensor) -> Tensor:
    layer = bert.encoder.layer[place]
    found = layer.attention(x, attention_mask=mask)
    return found[0] if isinstance(found, tuple) else found


def _begin(bert: BertModel, ids: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
    return bert.embeddings(ids), mask_of(attention_mask(ids, lengths).bool())[:, None, None, :]


def adapted(bert: BertModel, model: FormatBert, name: str, ids: Tensor, lengths: Tensor) -> Tensor:
    """out = LN(Up(ReLU(Down(LN(h + x)))) + h + x), h being the feed-forward block's output."""
    x, mask = _begin(bert, ids, lengths)
    for place, layer in enumerate(bert.encoder.layer):
        a = _attended(bert, place, x, mask)
        h = layer.output.dense(layer.intermediate(a))
        norm = layer.output.LayerNorm
        tensors = model.state_dict()
        up: Tensor | float = 0.0
        if f"adapters.{place}.{name}.up.weight" in tensors:
            part = {key: tensors[f"adapters.{place}.{name}.{key}"] for key in _KEYS}
            low = torch.relu(norm(h + a) @ part["down.weight"].T + part["down.bias"])
            up = low @ part["up.weight"].T + part["up.bias"]
        x = norm(up + h + a)
    return x


_KEYS = ("down.weight", "down.bias", "up.weight", "up.bias")


def fused(bert: BertModel, model: FormatBert, name: str, ids: Tensor, lengths: Tensor) -> Tensor:
    """softmax(Q LN(h + x) . K u_i) V u_i + h + x, normed, over what each adapter i adds (u_i)."""
    x, mask = _begin(bert, ids, lengths)
    held = model.state_dict()
    for place, layer in enumerate(bert.encoder.layer):
        a = _attended(bert, place, x, mask)
        h = layer.output.dense(layer.intermediate(a))
        normed = layer.output.LayerNorm(h + a)
        ups = []
        for each in model.spec.formats:
            part = {key: held[f"adapters.{place}.{each}.{key}"] for key in _KEYS}
            low = torch.relu(normed @ part["down.weight"].T + part["down.bias"])
            ups.append(low @ part["up.weight"].T + part["up.bias"])
        own = f"fusion.{place}.{name}"
        q = normed @ held[f"{own}.query.weight"].T + held[f"{own}.query.bias"]
        keys = [u @ held[f"{own}.key.weight"].T + held[f"{own}.key.bias"] for u in ups]
        shares = torch.stack([(q * k).sum(-1) for k in keys], dim=-1).softmax(-1)
        context = sum(shares[..., i : i + 1] * (u @ held[f"{own}.value.weight"].T) for i, u in enumerate(ups))
        x = layer.output.LayerNorm(context + h + a)
    return x


def with_pals(bert: BertModel, model: FormatBert, name: str, ids: Tensor, lengths: Tensor) -> Tensor:
    """LN(h + x + GELU(V_D SA(V_E z))), z being the layer's input."""
    x, mask = _begin(bert, ids, lengths)
    held = {
        key.removeprefix(f"pals.{name}."): value
        for key, value in model.state_dict().items()
        if key.startswith(f"pals.{name}.")
    }

    def linear(key: str, z: Tensor) -> Tensor:
        return z @ held[f"{key}.weight"].T + held[f"{key}.bias"]

    for place, layer in enumerate(bert.encoder.layer):
        a = _attended(bert, place, x, mask)
        low = linear("enter", x)
        q, k, v = (
            linear(f"attention.{place}.{key}", low).unflatten(2, (model.spec.pal_heads, -1)).transpose(1, 2)
            for key in ("query", "key", "value")
        )
        scores = q @ k.transpose(2, 3) / k.shape[-1] ** 0.5 + mask
        seen = (scores.softmax(-1) @ v).transpose(1, 2).flatten(2)
        extra = functional.gelu(linear("leave", seen))
        x = layer.output(layer.intermediate(a), a + extra)
    return x
