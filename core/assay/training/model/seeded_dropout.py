"""Dropout from a generator of its own: chunks computed at once drop what each would drop alone.

Torch draws all dropout of a process from one generator. Two threads that draw from it at once get what the
other has left, so that no run could be repeated. A mode belongs to its thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional
from torch.overrides import TorchFunctionMode


class SeededDropout(TorchFunctionMode):
    """Within, `functional.dropout` and attention's dropout draw from a generator seeded for this alone.

    It is for processors: on others, attention with dropout is one kernel that should stay one.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._own = torch.Generator().manual_seed(seed)

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Any = None,
    ) -> Any:
        given = dict(kwargs or {})
        if func is functional.dropout:
            return self._dropped(*args, **given)
        if func is functional.scaled_dot_product_attention and given.get("dropout_p"):
            return self._attended(*args, **given)
        return func(*args, **given)

    def _dropped(self, x: Tensor, p: float = 0.5, training: bool = True, **_: Any) -> Tensor:
        return x * self._kept(x, p) / (1 - p) if training and p else x

    def _attended(
        self, q: Tensor, k: Tensor, v: Tensor, *, attn_mask: Tensor | None = None, dropout_p: float
    ) -> Tensor:
        """(b, heads, a, d) of (b, heads, a or l, d), as torch computes it where dropout is asked for."""
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        if attn_mask is not None:
            scores = scores.masked_fill(~attn_mask, -torch.inf)
        return self._dropped(scores.softmax(-1), dropout_p) @ v

    def _kept(self, like: Tensor, p: float) -> Tensor:
        return torch.empty_like(like).bernoulli_(1 - p, generator=self._own)
