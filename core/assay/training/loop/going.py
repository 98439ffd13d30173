"""How far tuned queries go from their base: as far as the queries that are held out like best."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from assay.training.data.lists.interpolation import chosen_share, share_words
from assay.training.loop.validation import Validated
from assay.training.recipe.tuning_spec import Tuning
from assay.training.runs.events import Note, Tell

if TYPE_CHECKING:
    from torch.nn import Module

    from assay.training.model.query_trainee import QueryTrainee


def part_of_the_way(
    model: Module, tuning: Tuning, validated: Callable[[], Validated] | None, tell: Tell
) -> dict[str, Any]:
    """Leaves the model with the recipe's share of what it learnt, or the best one; what a card says of it.

    {"share": 0..1, "shares": {share: nDCG@10 of the held-out queries}}, and {} of a model that tunes none.
    `validated` measures it as it is, None where nothing is held out.
    """
    if not hasattr(model, "go") or tuning.interpolation == "none":
        return {}
    tuned = cast("QueryTrainee", model)
    after = tuned.weights()
    if tuning.interpolation == "fixed":
        tuned.go(tuning.share, after)
        return {"share": tuning.share}
    if validated is None:
        return {}

    def quality(share: float) -> float:
        tuned.go(share, after)
        found = validated()
        return 0.0 if found.ndcg is None else found.ndcg

    share, found = chosen_share(quality)
    tuned.go(share, after)
    tell(Note(share_words(share, found)))
    return {"share": share, "shares": {f"{one:g}": value for one, value in found.items()}}
