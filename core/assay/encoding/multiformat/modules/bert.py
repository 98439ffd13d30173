"""A BERT whose layers can be changed from within, with the names of BertModel's tensors (Devlin et al. 2019).

Adapters, fusion and projected attention stand inside a layer, so that the layer is written out here; `Bert`
of `encoding.bert` computes the same faster, but can neither be changed nor trained.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from assay.errors import ModelError

DROPOUT = 0.1
"""BERT's, where a base's config.json does not say its own."""


class Attention(nn.Module):
    """Self-attention of some tokens to all, without the product that follows it."""

    def __init__(self, dim: int, heads: int, *, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.dropout = dropout
        self.query, self.key, self.value = (nn.Linear(dim, dim) for _ in range(3))

    def forward(self, asking: Tensor, x: Tensor, mask: Tensor | None) -> Tensor:
        """(b, a, d) tokens ask (b, l, d) ones; `mask` (b, 1, a or 1, l) is true where they may look."""
        q, k, v = (self._split(part) for part in (self.query(asking), self.key(x), self.value(x)))
        drop = self.dropout if self.training else 0.0
        seen = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=drop)
        return seen.transpose(1, 2).flatten(2)  # (b, heads, a, d/heads) -> (b, a, d)

    def _split(self, x: Tensor) -> Tensor:
        return x.view(*x.shape[:2], self.heads, -1).transpose(1, 2)  # (b, heads, tokens, d/heads)


class Joined(nn.Module):
    """A product, dropout, and the layer's norm over the sum with what went past it."""

    def __init__(self, inputs: int, dim: int, *, eps: float, dropout: float) -> None:
        super().__init__()
        self.dense = nn.Linear(inputs, dim)
        self.LayerNorm = nn.LayerNorm(dim, eps=eps)
        self.drop = nn.Dropout(dropout)

    def inner(self, x: Tensor) -> Tensor:
        dropped: Tensor = self.drop(self.dense(x))
        return dropped

    def forward(self, x: Tensor, past: Tensor) -> Tensor:
        normed: Tensor = self.LayerNorm(self.inner(x) + past)
        return normed


class Layer(nn.Module):
    """One layer, in the two parts between which variants put theirs."""

    def __init__(self, dim: int, heads: int, wide: int, *, eps: float, dropout: float, unseen: float) -> None:
        """`dropout` is of hidden states, `unseen` of the attention's weights."""
        super().__init__()
        self.attention = nn.ModuleDict(
            {
                "self": Attention(dim, heads, dropout=unseen),
                "output": Joined(dim, dim, eps=eps, dropout=dropout),
            }
        )
        self.intermediate = nn.ModuleDict({"dense": nn.Linear(dim, wide)})
        self.output = Joined(wide, dim, eps=eps, dropout=dropout)

    def attend(self, asking: Tensor, x: Tensor, mask: Tensor | None) -> Tensor:
        """(b, a, d), normed: what the feed-forward block reads, and what goes past it."""
        attended: Tensor = self.attention["output"](self.attention["self"](asking, x, mask), asking)
        return attended

    def widen(self, attended: Tensor) -> Tensor:
        """(b, a, wide): the first half of the feed-forward block."""
        return functional.gelu(self.intermediate["dense"](attended))


class Embeddings(nn.Module):
    """Words, places and the one kind of segment."""

    def __init__(self, words: int, places: int, kinds: int, dim: int, *, eps: float, dropout: float) -> None:
        super().__init__()
        self.word_embeddings = nn.Embedding(words, dim)
        self.position_embeddings = nn.Embedding(places, dim)
        self.token_type_embeddings = nn.Embedding(kinds, dim)
        self.LayerNorm = nn.LayerNorm(dim, eps=eps)
        self.drop = nn.Dropout(dropout)

    def forward(self, words: Tensor, places: Tensor) -> Tensor:
        """(b, l, d) of word vectors (b, l, d) and their places (l,) or (b, l)."""
        x = words + self.position_embeddings(places) + self.token_type_embeddings.weight[0]
        placed: Tensor = self.drop(self.LayerNorm(x))
        return placed


class BertLayers(nn.Module):
    """Embeddings and layers; tensors are called as in BertModel, so that its file loads as it is."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        """`config` is a BERT's config.json, its dropout too. Raises ModelError for one that is not plain."""
        super().__init__()
        if not is_plain(config):
            raise ModelError(
                "Formats need a plain BERT as their base, and this is {0}. Take a BERT such as "
                "all-MiniLM-L6-v2 or SPECTER2's base.",
                repr(config.get("model_type")),
            )
        self.dim = int(config.get("hidden_size", 768))
        heads = int(config.get("num_attention_heads", 12))
        eps = float(config.get("layer_norm_eps", 1e-12))
        wide = int(config.get("intermediate_size", 3072))
        self.places = int(config.get("max_position_embeddings", 512))
        self.dropout = float(config.get("hidden_dropout_prob", DROPOUT))
        unseen = float(config.get("attention_probs_dropout_prob", DROPOUT))
        self.embeddings = Embeddings(
            int(config.get("vocab_size", 30522)),
            self.places,
            int(config.get("type_vocab_size", 2)),
            self.dim,
            eps=eps,
            dropout=self.dropout,
        )
        n = int(config.get("num_hidden_layers", 12))
        stack = [Layer(self.dim, heads, wide, eps=eps, dropout=self.dropout, unseen=unseen) for _ in range(n)]
        self.encoder = nn.ModuleDict({"layer": nn.ModuleList(stack)})

    @property
    def layers(self) -> list[Layer]:
        stack: nn.ModuleList = self.encoder["layer"]  # type: ignore[assignment]
        return [layer for layer in stack if isinstance(layer, Layer)]

    @property
    def words(self) -> nn.Embedding:
        return self.embeddings.word_embeddings

    def weights(self) -> dict[str, Tensor]:
        """Return the tensors by the names of its file."""
        return dict(self.state_dict())

    def load(self, tensors: Mapping[str, Tensor], *, where: str) -> None:
        """Take a BertModel's tensors, with or without "bert." before their names; its pooler is not needed.

        Raises ModelError, which names the first tensor that is missing or of another size.
        """
        named = {name.removeprefix("bert."): tensor.float() for name, tensor in tensors.items()}
        own = self.state_dict()
        for name, tensor in own.items():
            given = named.get(name)
            if given is None:
                raise ModelError("{0}: the tensor {1} is missing. Get the model again.", where, name)
            if given.shape != tensor.shape:
                raise ModelError(
                    "{0}: the tensor {1} is {2} and should be {3}.",
                    where,
                    name,
                    tuple(given.shape),
                    tuple(tensor.shape),
                )
        self.load_state_dict({name: named[name] for name in own})


def is_plain(config: Mapping[str, Any]) -> bool:
    """Return whether a config.json is that of a BERT as it was published first."""
    return (
        config.get("model_type") == "bert"
        and config.get("hidden_act", "gelu") == "gelu"
        and config.get("position_embedding_type", "absolute") == "absolute"
    )


def look_at_tokens(lengths: Tensor, width: int) -> Tensor | None:
    """(b, 1, 1, width), true on the `lengths` (b,) true tokens of each row; None if there is no padding."""
    if int(lengths.min()) == width:
        return None
    own = torch.arange(width, device=lengths.device) < lengths[:, None]
    return own[:, None, None, :]
