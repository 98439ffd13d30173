"""Lists with the papers that they name: what a batch of queries loses on them, how well it orders them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from assay.training.data.lists.candidates import ABSENT, CandidateLists, with_others
from assay.training.data.lists.documents import Documents
from assay.training.data.lists.losses import list_losses
from assay.training.recipe.recipe import LossSpec

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


class Scorer(Protocol):
    """How queries meet their candidates."""

    def __call__(self, queries: Tensor, documents: Documents, ids: Tensor) -> Tensor:
        """(b, n) of what a model makes of queries (b, whatever) and rows of the documents (b, n) int32.

        -inf for `NO_ROW`.
        """


def inner_product(queries: Tensor, documents: Documents, ids: Tensor) -> Tensor:
    """Return the plainest of them: CODER's, with queries (b, d)."""
    return documents.scores(queries, ids)


class RankedLists:
    """One for all examples of an objective: the papers are there once."""

    def __init__(
        self,
        documents: Documents,
        lists: CandidateLists,
        *,
        model: str = "",
        first: str = "",
        others: int = 0,
        seed: int = 0,
    ) -> None:
        """`model` is the fingerprint of what embedded the papers, `first` what found the candidates.

        A batch's lists get `others` more candidates each, of the batch's other lists, drawn by the seed.
        """
        self.documents, self.lists = documents, lists
        self.model, self.first = model, first
        self.others, self.seed = others, seed

    def losses(
        self, queries: Tensor, places: Sequence[int], *, loss: LossSpec, scorer: Scorer | None = None
    ) -> Tensor:
        """(b,) of queries whose lists stand at `places`."""
        return list_losses(*self._scored(queries, places, scorer), loss)

    def quality(
        self, queries: Tensor, places: Sequence[int], *, k: int = 10, scorer: Scorer | None = None
    ) -> Tensor:
        """(b,) nDCG@k, 0..1."""
        import torch

        with torch.no_grad():
            return ndcg(*self._scored(queries, places, scorer), k=k)

    def _scored(self, queries: Tensor, places: Sequence[int], scorer: Scorer | None) -> tuple[Tensor, Tensor]:
        """Scores and grades (b, longest)."""
        import torch

        self.documents.on(str(queries.device))
        found = self.lists.batch(places)
        if self.others:  # drawn by the batch alone: the same whenever it is asked for
            rng = np.random.default_rng([self.seed, *places])
            found = with_others(*found, self.others, n_documents=len(self.documents), rng=rng)
        ids, grades = (torch.from_numpy(part).to(queries.device) for part in found)
        return (scorer or inner_product)(queries, self.documents, ids), grades

    def description(self, place: int) -> str:
        """Return how long a list is, and how many of it are relevant, in words."""
        _, grades = self.lists.batch([place])
        relevant = int((grades > ABSENT).sum())
        return f"{grades.shape[1]:,} candidates, {relevant:,} of them relevant"
