"""What a batch's vectors are worth: MNRL over the batch, or a margin between two distances.

Zeta Alpha, Multi-objective Representation Learning for Scientific Document Retrieval (2022), section 3.2, as
their code computes it: the paper prints the temperature outside the exponential.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from assay.training.data.examples import Example
from assay.training.loop.distributed import ONE_PROCESS, Processes
from assay.training.recipe.recipe import LossSpec

if TYPE_CHECKING:
    from torch import Tensor


def mnrl(
    queries: Tensor, positives: Tensor, negatives: Tensor, *, scale: float, duplicates: Tensor | None = None
) -> Tensor:
    """Cross-entropy of cos(query, document) * scale, each query's target being its own positive; a scalar.

    All three are (batch, dim). The documents are the batch's positives, then its negatives. `duplicates`
    (batch, 2 * batch) is true where a document must not count as a negative of the row's query.
    """
    if duplicates is not None:
        return mnrl_rows(queries, positives, negatives, scale=scale, duplicates=duplicates).mean()
    from sentence_transformers.sentence_transformer.losses import MultipleNegativesRankingLoss
    from torch import nn

    # The model is only called by the loss's own forward pass, which is not used.
    loss = MultipleNegativesRankingLoss(nn.Identity(), scale=scale)  # type: ignore[arg-type]
    return loss.compute_loss_from_embeddings([queries, positives, negatives], queries)


def mnrl_rows(
    queries: Tensor,
    positives: Tensor,
    negatives: Tensor,
    *,
    scale: float,
    duplicates: Tensor | None = None,
    among: Processes = ONE_PROCESS,
) -> Tensor:
    """(batch,) the share of each query in `mnrl`; the documents are those of all processes, by rank.

    The mean over all processes of the means of their rows is the loss of one process on all their rows, and
    the mean of their gradients is its gradient: each document gets its gradient from every query.
    """
    import torch
    from torch.nn import functional

    both = among.gathered(torch.stack([positives, negatives], dim=1))  # (world batch, 2, dim)
    documents = functional.normalize(torch.cat([both[:, 0], both[:, 1]]), dim=1)
    scores = functional.normalize(queries, dim=1) @ documents.T * scale  # (batch, dim) @ (dim, 2 world batch)
    if duplicates is not None:
        scores = scores.masked_fill(duplicates, -torch.inf)
    targets = torch.arange(len(queries), device=queries.device) + among.share.rank * len(queries)
    return functional.cross_entropy(scores, targets, reduction="none")


def triplet(queries: Tensor, positives: Tensor, negatives: Tensor, *, margin: float) -> Tensor:
    """max(0, |query - positive| - |query - negative| + margin), Euclidean; a scalar. All are (batch, dim)."""
    from sentence_transformers.sentence_transformer.losses import TripletDistanceMetric, TripletLoss
    from torch import nn

    loss = TripletLoss(
        nn.Identity(),  # type: ignore[arg-type]  # as above
        distance_metric=TripletDistanceMetric.EUCLIDEAN,
        triplet_margin=margin,
    )
    return loss.compute_loss_from_embeddings([queries, positives, negatives], queries)


def triplet_rows(queries: Tensor, positives: Tensor, negatives: Tensor, *, margin: float) -> Tensor:
    """(batch,) the share of each query in `triplet`."""
    from torch.nn import functional

    near = functional.pairwise_distance(queries, positives)
    far = functional.pairwise_distance(queries, negatives)
    return functional.relu(near - far + margin)


def batch_loss(
    vectors: Tensor, spec: LossSpec, *, duplicates: Tensor | None, among: Processes = ONE_PROCESS
) -> Tensor:
    """Return the loss of vectors (3 * batch, dim): a batch's queries, positives, negatives; a scalar."""
    queries, positives, negatives = vectors.chunk(3)
    if spec.kind == "triplet":
        return triplet(queries, positives, negatives, margin=spec.margin)
    if among.share.world > 1:
        return row_losses(vectors, spec, duplicates=duplicates, among=among).mean()
    return mnrl(queries, positives, negatives, scale=spec.scale, duplicates=duplicates)


def row_losses(
    vectors: Tensor, spec: LossSpec, *, duplicates: Tensor | None, among: Processes = ONE_PROCESS
) -> Tensor:
    """(batch,) whose mean is `batch_loss`: says which objective of a mixed batch learns how well."""
    queries, positives, negatives = vectors.chunk(3)
    if spec.kind == "triplet":
        return triplet_rows(queries, positives, negatives, margin=spec.margin)
    return mnrl_rows(queries, positives, negatives, scale=spec.scale, duplicates=duplicates, among=among)


def duplicate_mask(
    examples: Sequence[Example], spec: LossSpec, among: Processes = ONE_PROCESS
) -> Tensor | None:
    """(batch, 2 * world * batch) true where a document has the text of the row's positive, which it is not.

    None where the recipe does not ask for it, or where there is nothing to mask.
    """
    import torch

    if spec.kind != "mnrl" or not spec.mask_duplicates:
        return None
    own = torch.tensor([[_text_number(one.positive), _text_number(one.negative)] for one in examples])
    both = among.gathered(own.to(among.device)).cpu()  # (world batch, 2)
    same = own[:, :1] == torch.cat([both[:, 0], both[:, 1]])
    same.diagonal(among.share.rank * len(examples)).fill_(False)
    return same if same.any() else None


def _text_number(text: str) -> int:
    """Return 63 bits that are alike for texts alike but for white space, on every process."""
    digest = blake2b(" ".join(text.split()).encode(errors="surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest) >> 1
