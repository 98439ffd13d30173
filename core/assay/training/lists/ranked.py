"""Lists with the papers that they name: what a batch of queries loses on them, how well it orders them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assay.training.lists.candidates import CandidateLists
from assay.training.lists.documents import Documents
from assay.training.lists.losses import LOSSES, ListLoss
from assay.training.lists.measures import ndcg

if TYPE_CHECKING:
    from torch import Tensor


class RankedLists:
    """One for all examples of an objective: the papers are there once."""

    def __init__(self, documents: Documents, lists: CandidateLists) -> None:
        self.documents, self.lists = documents, lists

    def losses(self, queries: Tensor, places: Sequence[int], *, loss: ListLoss, scale: float = 1.0) -> Tensor:
        """(b,) of the vectors (b, d) of queries whose lists stand at `places`; scores are times `scale`."""
        scores, grades = self._scored(queries, places)
        return LOSSES[loss](scores * scale, grades)

    def quality(self, queries: Tensor, places: Sequence[int], *, k: int = 10) -> Tensor:
        """(b,) nDCG@k, 0..1."""
        import torch

        with torch.no_grad():
            return ndcg(*self._scored(queries, places), k=k)

    def _scored(self, queries: Tensor, places: Sequence[int]) -> tuple[Tensor, Tensor]:
        """Scores and grades (b, longest)."""
        import torch

        ids, grades = (torch.from_numpy(part).to(queries.device) for part in self.lists.batch(places))
        return self.documents.scores(queries, ids), grades
