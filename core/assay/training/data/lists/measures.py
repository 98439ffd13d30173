"""How good an order is, while it is learned: nDCG as trec_eval has it, over whole batches at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


def ndcg(scores: Tensor, grades: Tensor, *, k: int = 10) -> Tensor:
    """(b,) nDCG@k of lists scored (b, n), in 0..1: linear gains over log2(rank + 1) (Jarvelin 2002).

    `grades` (b, n) are -inf for what is not relevant; the ideal order is of the list's own grades. Of equal
    scores the later candidate comes first, so that a scorer that says the same of all is not rewarded for
    the order of the first stage.
    """
    import torch

    gains = grades.clamp_min(0).where(grades.isfinite(), torch.zeros_like(grades))
    order = scores.flip(1).argsort(dim=1, descending=True, stable=True)
    found = gains.flip(1).gather(1, order)[:, :k]
    ideal = gains.sort(dim=1, descending=True).values[:, :k]
    ranks = torch.arange(found.shape[1], device=scores.device, dtype=gains.dtype)
    discounts = 1 / torch.log2(ranks + 2)
    return (found * discounts).sum(1) / (ideal * discounts).sum(1)
