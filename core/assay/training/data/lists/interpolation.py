"""Weights between those before and those after a training: how far to go is chosen, not assumed.

A query encoder that is tuned by few judgements learns their papers by heart and forgets others; part of the
way, much of the gain is kept and little is lost (Wortsman et al., Robust Fine-tuning of Zero-shot Models,
2022).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from assay.errors import ModelError

if TYPE_CHECKING:
    from torch import Tensor

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


def interpolated(
    before: Mapping[str, Tensor], after: Mapping[str, Tensor], share: float
) -> dict[str, Tensor]:
    """`share` of the way (0..1) from one model's tensors to the other's; whole numbers are the latter's.

    0 and 1 give the very tensors of either side. Raises ModelError where the two are not of one model.
    """
    if {name: tensor.shape for name, tensor in before.items()} != {
        name: tensor.shape for name, tensor in after.items()
    }:
        raise ModelError("Two models of other parts cannot be mixed. Tune the model that is mixed with.")
    if share in (0.0, 1.0):
        return dict(after if share else before)
    return {
        name: tensor.lerp(after[name], share) if tensor.is_floating_point() else after[name]
        for name, tensor in before.items()
    }


def chosen_share(
    quality: Callable[[float], float], shares: Sequence[float] = SHARES
) -> tuple[float, dict[float, float]]:
    """The share with the best `quality`, and the quality of each; of equals the one nearest to the base."""
    found = {share: quality(share) for share in sorted(shares)}
    return max(found, key=lambda share: (found[share], -share)), found


def share_words(share: float, found: Mapping[float, float]) -> str:
    """What was chosen, for a person to read."""
    of = f"nDCG@10 of the held-out queries is {found[share]:.4f} there, {found[min(found)]:.4f} at the base"
    if not share:
        return f"No share of what was learnt finds more than the base: its weights are kept ({of})."
    return f"The queries go {share:.0%} of the way from the base ({of}, {found[max(found)]:.4f} at the end)."
