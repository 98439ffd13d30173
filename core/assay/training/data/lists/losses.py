"""What a list of scored candidates loses against its grades: CODER's (Zerveas et al. 2022).

Scores and grades are (b, n): a row a query, a column a candidate. Padding has the score -inf; what is not
relevant, or was never judged, has the grade -inf, and so has padding. Every row has a finite grade: lists
without are left out before (`candidates.CandidateLists`), for a softmax over nothing is no number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from torch import Tensor

ListLoss = Literal["listnet", "max-margin", "infonce"]
MARGIN = 1.0


def listnet(scores: Tensor, grades: Tensor) -> Tensor:
    """(b,) KL(softmax(grades) || softmax(scores)), natural logarithms.

    One relevant candidate makes it -log softmax. The gradient by the scores is softmax(scores) less
    softmax(grades).
    """
    import torch

    target = grades.softmax(1)
    found = scores.log_softmax(1)
    crossed = torch.where(target > 0, target * found, torch.zeros_like(found))  # 0 * -inf on padding is none
    return (torch.xlogy(target, target) - crossed).sum(1)


def max_margin(scores: Tensor, grades: Tensor) -> Tensor:
    """(b,) sum over pairs of max(0, 1 - (relevant - other)) over the list's length: MultiLabelMarginLoss."""
    import torch

    relevant, real = grades.isfinite(), scores.isfinite()
    places = relevant.nonzero()  # (pairs, 2)
    apart = scores[relevant][:, None] - scores[places[:, 0]]  # (relevant of all rows, n)
    counts = (real & ~relevant)[places[:, 0]]
    short = torch.where(counts, (MARGIN - apart).clamp_min(0), torch.zeros_like(apart)).sum(1)
    lost = torch.zeros(len(scores), dtype=scores.dtype, device=scores.device)
    return lost.index_add(0, places[:, 0], short) / real.sum(1)


def infonce(scores: Tensor, grades: Tensor) -> Tensor:
    """(b,) mean over the relevant of -log of their share against all that are not (van den Oord et al. 2018).

    Grades count alike; other relevant candidates are no negatives, and a list of relevant ones loses nothing.
    """
    import torch

    relevant = grades.isfinite()
    negatives = scores.masked_fill(relevant, -torch.inf)
    any_negative = negatives.isfinite().any(1, keepdim=True)
    others = torch.where(any_negative, negatives, torch.zeros_like(scores)).logsumexp(1, keepdim=True)
    apart = torch.where(relevant, others - scores, torch.zeros_like(scores))
    lost = torch.nn.functional.softplus(apart) * (relevant & any_negative)
    return lost.sum(1) / relevant.sum(1)


LOSSES: Mapping[ListLoss, Callable[[Tensor, Tensor], Tensor]] = {
    "listnet": listnet,
    "max-margin": max_margin,
    "infonce": infonce,
}
