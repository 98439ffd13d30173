"""What a list of scored candidates loses against its grades: CODER's (Zerveas et al. 2022).

Scores and grades are (b, n): a row a query, a column a candidate. Padding has the score -inf; what is not
relevant, or was never judged, has the grade -inf, and so has padding. Every row has a finite grade: lists
without are left out before (`candidates.CandidateLists`), for a softmax over nothing is no number. Grades
may be normalised, boosted and cut first, as the released code does (`targets`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from assay.training.recipe.recipe import LossKind, LossSpec

if TYPE_CHECKING:
    from torch import Tensor

MARGIN = 1.0


def list_losses(scores: Tensor, grades: Tensor, spec: LossSpec) -> Tensor:
    """(b,) of lists by a loss of LOSSES, with the grades that the spec makes of theirs."""
    lost = LOSSES[spec.kind](scores, targets(grades, spec))
    if spec.padded and spec.kind == "max-margin":  # released: over the longest list of the batch
        return lost * scores.isfinite().sum(1) / scores.shape[1]
    return lost


def targets(grades: Tensor, spec: LossSpec) -> Tensor:
    """Normalise the grades of each list, then boost them; those below the least label are not relevant.

    max: by the highest; maxmin: to 0..1, times the list's highest (maxminmax) or its mean of them
    (maxminbatchmean, a list at a time as released); std: from the least, in standard deviations. Where all
    are equal the released code divides by 0: here they are 1. The highest of a list always counts.
    """
    import torch

    if (spec.labels, spec.boost, spec.least_label) == ("", 1.0, 0.0):
        return grades
    real = grades.isfinite()
    high = grades.amax(1, keepdim=True)
    low = torch.where(real, grades, high).amin(1, keepdim=True)
    found, n = grades / high if spec.labels == "max" else grades, real.sum(1, keepdim=True)
    if spec.labels.startswith("maxmin"):
        found = torch.where(high > low, (grades - low) / (high - low), grades / high)
        mean = found.where(real, torch.zeros_like(found)).sum(1, keepdim=True) / n
        wide = {"maxminmax": high, "maxminbatchmean": mean}
        found = found * wide.get(spec.labels, torch.ones_like(mean))
    elif spec.labels == "std":
        zeros = torch.zeros_like(grades)
        mean = grades.where(real, zeros).sum(1, keepdim=True) / n
        spread = ((grades - mean).square().where(real, zeros).sum(1, keepdim=True) / n).sqrt()
        found = torch.where(high > low, (grades - low) / spread, grades / high)
    found = (found * spec.boost).where(real, grades)
    return found.where((found >= spec.least_label) | (grades == high), torch.full_like(found, -torch.inf))


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


def two_class(scores: Tensor, grades: Tensor) -> Tensor:
    """(b,) whose mean is the released cross-entropy: a score is the log-odds of relevant against not.

    Relevant and other candidates of the batch weigh alike as wholes, whatever list they are of.
    """
    from torch.nn.functional import logsigmoid

    relevant = grades.isfinite()
    other = ~relevant & scores.isfinite()
    lost = [
        logsigmoid(sign * scores).masked_fill(~of, 0.0).sum(1) / of.sum().clamp_min(1)
        for sign, of in ((1, relevant), (-1, other))
    ]
    return -len(scores) * (lost[0] + lost[1])


LOSSES: Mapping[LossKind, Callable[[Tensor, Tensor], Tensor]] = {
    "listnet": listnet,
    "max-margin": max_margin,
    "infonce": infonce,
    "two-class": two_class,
}
