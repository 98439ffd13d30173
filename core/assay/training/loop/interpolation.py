"""Interpolation between the base's weights and the tuned ones: the share that validates best.

A query encoder that is tuned by few judgements learns their papers by heart and forgets others; part of the
way, much of the gain is kept and little is lost (Wortsman et al., Robust Fine-tuning of Zero-shot Models,
2022).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from assay.messages import Message, message
from assay.training.loop.validation import Validated
from assay.training.recipe.tuning_spec import Tuning
from assay.training.runs.events import EventSink, Note

if TYPE_CHECKING:
    from torch.nn import Module

    from assay.training.model.query_trainee import QueryTrainee

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


def interpolate_weights(
    model: Module, tuning: Tuning, validated: Callable[[], Validated] | None, on_event: EventSink
) -> dict[str, object]:
    """Interpolate the model's weights by the recipe's share, or the best one; return what a card says of it.

    {"share": 0..1, "shares": {share: nDCG@10 of the held-out queries}}, and {} of a model that tunes none.
    `validated` measures it as it is, None where nothing is held out.
    """
    if not hasattr(model, "interpolate") or tuning.interpolation == "none":
        return {}
    tuned = cast("QueryTrainee", model)
    after = tuned.weights()
    if tuning.interpolation == "fixed":
        tuned.interpolate(tuning.share, after)
        return {"share": tuning.share}
    if validated is None:
        return {}

    def quality(share: float) -> float:
        tuned.interpolate(share, after)
        found = validated()
        return 0.0 if found.ndcg is None else found.ndcg

    share, found = chosen_share(quality)
    tuned.interpolate(share, after)
    on_event(Note.of(share_words(share, found)))
    return {"share": share, "shares": {f"{one:g}": value for one, value in found.items()}}


def chosen_share(
    quality: Callable[[float], float], shares: Sequence[float] = SHARES
) -> tuple[float, dict[float, float]]:
    """The share with the best `quality`, and the quality of each; of equals the one nearest to the base."""
    found = {share: quality(share) for share in sorted(shares)}
    return max(found, key=lambda share: (found[share], -share)), found


def share_words(share: float, found: Mapping[float, float]) -> Message:
    """Return what was chosen, for a person to read."""
    there, base, end = (f"{found[one]:.4f}" for one in (share, min(found), max(found)))
    of = message("nDCG@10 of the held-out queries is {0} there, {1} at the base", there, base)
    if not share:
        return message(
            "No share of what was learned finds more than the base: its weights are kept ({0}).", of
        )
    return message(
        "The queries go {0} of the way from the base ({1}, {2} at the end).", f"{share:.0%}", of, end
    )
