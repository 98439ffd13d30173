"""The forward pass of a BERT encoder (Devlin et al. 2019), arranged for throughput in float32.

What makes it faster than the general one, at equal results: query, key and value in one product, weights laid
out beforehand as oneDNN wants them, GELU computed inside the product that feeds it, sums and norms in place,
and batches small enough that activations stay in the processor's cache. Nothing is rounded to fewer bits.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from torch import Tensor

logger = logging.getLogger(__name__)

Linear: TypeAlias = "Callable[[Tensor], Tensor]"
"""(tokens, inputs) -> (tokens, outputs)"""

_PACK_FOR_ROWS = 1024  # oneDNN lays weights out for about this many tokens; other numbers work too


@dataclass(frozen=True, slots=True)
class BertShape:
    """What config.json says that the tensors' shapes do not."""

    layers: int
    heads: int
    eps: float  # of the layer norms


class UnfitWeights(Exception):
    """The tensors are not those of a plain float32 BertModel."""


class _Weights(dict[str, "Tensor"]):
    """Tensors by name."""

    def __getitem__(self, name: str) -> Tensor:
        import torch

        tensor = self.get(name)
        if tensor is None or tensor.dtype != torch.float32:
            raise UnfitWeights(f"{name} is {'missing' if tensor is None else tensor.dtype}")
        return tensor


@dataclass(frozen=True, slots=True)
class _Norm:
    weight: Tensor  # (d,)
    bias: Tensor  # (d,)
    eps: float

    def __call__(self, x: Tensor) -> Tensor:
        from torch.nn.functional import layer_norm

        return layer_norm(x, self.weight.shape, self.weight, self.bias, self.eps)


@dataclass(frozen=True, slots=True)
class _Layer:
    qkv: Linear  # d -> 3d
    attended: Linear  # d -> d
    norm_attended: _Norm
    widen: Linear  # d -> 4d, with GELU
    narrow: Linear  # 4d -> d
    norm_out: _Norm


class Bert:
    """Token embeddings and layers of one BertModel; safe to call from several threads."""

    def __init__(
        self, tensors: Mapping[str, Tensor], shape: BertShape, *, device: str, packed: bool = True
    ) -> None:
        """`tensors` are a BertModel's, under its own names. Raises `UnfitWeights` if they are not.

        Weights that are `packed` compute in float32 alone.
        """
        self.heads = shape.heads
        self.device = device
        weights = _Weights({name: tensor.to(device) for name, tensor in tensors.items()})
        self.words = weights["embeddings.word_embeddings.weight"]  # (vocabulary, d)
        types = weights["embeddings.token_type_embeddings.weight"]  # (2, d); a single text is all of type 0
        self.positions = weights["embeddings.position_embeddings.weight"] + types[0]  # (positions, d)
        self.norm = _norm(weights, "embeddings.LayerNorm", shape.eps)
        linear = _linear_maker(device) if packed else _plain
        self.layers = [_layer(weights, f"encoder.layer.{i}.", shape.eps, linear) for i in range(shape.layers)]

    @property
    def dim(self) -> int:
        return int(self.words.shape[1])

    def hidden(self, ids: Tensor, lengths: Tensor, *, see: Callable[[Tensor], None] | None = None) -> Tensor:
        """Last hidden states (b, l, d) of padded token ids (b, l); rows hold `lengths` (b,) true tokens.

        `see` is shown the states (b, l, d) of the embeddings and of every layer, and must not keep them.
        """
        from torch.nn.functional import embedding

        rows, length = ids.shape
        mask = self._mask(lengths, length)
        x = embedding(ids, self.words).add_(self.positions[:length])  # (b, l, d)
        x = self.norm(x).view(rows * length, self.dim)  # (b*l, d)
        for layer in self.layers:
            if see is not None:
                see(x.view(rows, length, self.dim))
            attended = self._attend(layer.qkv(x).view(rows, length, 3, self.heads, -1), mask)
            x = layer.norm_attended(layer.attended(attended.reshape(rows * length, self.dim)).add_(x))
            x = layer.norm_out(layer.narrow(layer.widen(x)).add_(x))
        x = x.view(rows, length, self.dim)
        if see is not None:
            see(x)
        return x

    def _attend(self, qkv: Tensor, mask: Tensor | None) -> Tensor:
        """(b, l, 3, heads, d/heads) -> (b, l, heads, d/heads)"""
        from torch.nn.functional import scaled_dot_product_attention

        q, k, v = (part.transpose(1, 2) for part in qkv.unbind(2))  # 3 x (b, heads, l, d/heads)
        return scaled_dot_product_attention(q, k, v, attn_mask=mask).transpose(1, 2)

    def _mask(self, lengths: Tensor, length: int) -> Tensor | None:
        """(b, 1, 1, l): 0 where there is a token, -inf on padding; None if there is no padding."""
        import torch

        if int(lengths.min()) == length:
            return None
        padding = torch.arange(length, device=self.device) >= lengths[:, None]  # (b, l)
        mask = torch.zeros(padding.shape, device=self.device).masked_fill_(padding, float("-inf"))
        return mask[:, None, None, :]


def _layer(
    weights: Mapping[str, Tensor], prefix: str, eps: float, linear: Callable[[Tensor, Tensor, str], Linear]
) -> _Layer:
    import torch

    def product(name: str, activation: str = "none") -> Linear:
        return linear(weights[f"{prefix}{name}.weight"], weights[f"{prefix}{name}.bias"], activation)

    three = [f"{prefix}attention.self.{name}" for name in ("query", "key", "value")]
    qkv_weight = torch.cat([weights[f"{name}.weight"] for name in three])  # (3d, d)
    qkv_bias = torch.cat([weights[f"{name}.bias"] for name in three])  # (3d,)
    return _Layer(
        qkv=linear(qkv_weight, qkv_bias, "none"),
        attended=product("attention.output.dense"),
        norm_attended=_norm(weights, f"{prefix}attention.output.LayerNorm", eps),
        widen=product("intermediate.dense", "gelu"),
        narrow=product("output.dense"),
        norm_out=_norm(weights, f"{prefix}output.LayerNorm", eps),
    )


def _norm(weights: Mapping[str, Tensor], name: str, eps: float) -> _Norm:
    return _Norm(weights[f"{name}.weight"], weights[f"{name}.bias"], eps)


def _plain(weight: Tensor, bias: Tensor, activation: str) -> Linear:
    from torch.nn.functional import gelu, linear

    if activation == "gelu":
        return lambda x: gelu(linear(x, weight, bias))
    return lambda x: linear(x, weight, bias)


def _packed(weight: Tensor, bias: Tensor, activation: str) -> Linear:
    """A product whose weights lie as oneDNN reads them; "none" is the exact GELU, by the error function."""
    import torch

    multiply = torch.ops.mkldnn._linear_pointwise
    packed = torch.ops.mkldnn._reorder_linear_weight(weight, _PACK_FOR_ROWS)
    algorithm = "none" if activation == "gelu" else ""
    return lambda x: multiply(x, packed, bias, activation, [], algorithm)


def _linear_maker(device: str) -> Callable[[Tensor, Tensor, str], Linear]:
    """Packed products where this build of torch has them and they prove right, plain ones elsewhere."""
    import torch

    if device != "cpu":
        return _plain
    generator = torch.Generator().manual_seed(0)
    weight, bias, x = (torch.randn(size, generator=generator) for size in ((64, 32), (64,), (16, 32)))
    try:
        with torch.inference_mode():
            same = all(
                torch.allclose(_packed(weight, bias, kind)(x), _plain(weight, bias, kind)(x), atol=1e-5)
                for kind in ("none", "gelu")
            )
    except (AttributeError, RuntimeError, NotImplementedError) as error:
        logger.info("plain products: this torch does not pack weights (%s)", type(error).__name__)
        return _plain
    return _packed if same else _plain
