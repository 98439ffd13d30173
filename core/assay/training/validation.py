"""The held-out examples: the same views at every validation, in the same batches."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from assay.training.batches import Reader
from assay.training.examples import Example, Source
from assay.training.forward import Forward, Tokens
from assay.training.losses import duplicate_mask, row_losses
from assay.training.recipe import Average, LossSpec
from assay.training.team import Team


@dataclass(frozen=True, slots=True)
class _View:
    name: str
    examples: Sequence[Example]
    tokens: Tokens


class HeldOut:
    """The validation examples of a stage's objectives, tokenised once.

    A batch is of one objective, whatever the mixing in training, so that an objective's loss means the same
    in every run. The last batch may be shorter; a single example that would stand alone is left out, since
    its loss knows one negative only.
    """

    def __init__(
        self, sources: Mapping[str, Source], *, batch_size: int, loss: LossSpec, reader: Reader, team: Team
    ) -> None:
        self._loss = loss
        self._team = team
        self.sizes = {name: len(source.validation) for name, source in sources.items() if source.validation}
        views = [
            (name, examples) for name in self.sizes for examples in _cut(sources[name].validation, batch_size)
        ]
        own = views[team.share.rank :: team.share.world]
        self._views = [_View(name, examples, reader.tokens(examples)) for name, examples in own]

    def losses(self, forward: Forward) -> dict[str, float]:
        """objective -> mean loss over its held-out examples, of all processes together, without dropout."""
        import torch

        sums = dict.fromkeys(self.sizes, 0.0)
        counts = dict.fromkeys(self.sizes, 0)
        forward.model.eval()
        with torch.inference_mode():
            for view in self._views:
                mask = duplicate_mask(view.examples, self._loss)
                vectors = forward.embed(view.tokens)
                rows = row_losses(
                    vectors, self._loss, duplicates=mask if mask is None else mask.to(vectors.device)
                )
                sums[view.name] += float(rows.cpu().double().sum())  # mps has no float64
                counts[view.name] += len(view.examples)
        forward.model.train()
        totals = self._team.total([*sums.values(), *counts.values()])
        n = len(self.sizes)
        return {name: totals[place] / totals[n + place] for place, name in enumerate(self.sizes)}

    def mean(self, losses: Mapping[str, float], average: Average) -> float:
        """What early stopping looks at: every objective counts alike, or by its held-out examples."""
        if average == "objectives":
            return math.fsum(losses.values()) / len(losses)
        weighted = math.fsum(losses[name] * size for name, size in self.sizes.items())
        return weighted / sum(self.sizes.values())


def _cut(examples: Sequence[Example], batch_size: int) -> Iterator[Sequence[Example]]:
    for start in range(0, len(examples), batch_size):
        batch = examples[start : start + batch_size]
        if len(batch) > 1 or len(examples) == 1 or batch_size == 1:
            yield batch
