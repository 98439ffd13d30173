"""The held-out examples: the same views at every validation, in the same batches."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from assay.training.data.examples import AnyExample, Example, Listed, Source
from assay.training.loop.batches import Reader, ahead
from assay.training.loop.distributed import Processes
from assay.training.loop.memory import with_room
from assay.training.loop.task_losses import BatchLoss, heads_of, scorer_of
from assay.training.model.forward import Forward, PackedTokens, Tokens
from assay.training.recipe.recipe import Average, LossSpec
from assay.training.runs.events import EventSink, ignore_event

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class Validated:
    """What the held-out examples say of the model as it is."""

    losses: dict[str, float]  # objective -> mean
    ndcg: float | None = None  # at 10, the mean over all queries that have lists; None where none has


@dataclass(slots=True)
class _View:
    name: str
    examples: Sequence[AnyExample]
    tokens: PackedTokens | None = None  # once they were read


class HeldOut:
    """The validation examples of a stage's objectives, tokenised by the first validation and kept.

    A batch is of one objective, whatever the mixing in training, so that an objective's loss means the same
    in every run. The last batch may be shorter; a single example that would stand alone is left out, since
    its loss knows one negative only.
    """

    def __init__(
        self,
        sources: Mapping[str, Source],
        *,
        batch_size: int,
        loss: LossSpec,
        reader: Reader,
        processes: Processes,
        everywhere: bool = False,
    ) -> None:
        """`everywhere`: each process validates on all, for their passes must be the same."""
        self._loss = loss
        self._reader = reader
        self._processes = processes
        self.sizes = {name: len(source.validation) for name, source in sources.items() if source.validation}
        views = [
            _View(name, examples)
            for name in self.sizes
            for examples in _cut(sources[name].validation, batch_size)
        ]
        self._everywhere = everywhere
        self._views = views if everywhere else views[processes.share.rank :: processes.share.world]
        # Batches of the process that has most.
        self._rounds = len(views) if everywhere else -(-len(views) // processes.share.world)

    def validated(
        self,
        forward: Forward,
        *,
        on_event: EventSink = ignore_event,
        between: Callable[[], None] = lambda: None,
    ) -> Validated:
        """Return the means over the held-out examples of all processes together, without dropout.

        `between` is called before each batch, on all processes equally often; what it raises ends the
        validation. Raises TrainingFailed if the memory does not hold a single text.
        """
        sums = dict.fromkeys(self.sizes, 0.0)
        counts = dict.fromkeys(self.sizes, 0)
        quality, n_queries = 0.0, 0
        forward.model.eval()
        try:
            with closing(ahead(self._read())) as views:  # type: ignore[type-var]  # a generator
                for _ in range(self._rounds):
                    between()
                    for view, tokens in islice(views, 1):
                        rows = with_room(
                            forward, [tokens], partial(self._rows, forward, view, tokens), on_event
                        )
                        sums[view.name] += float(rows[0].sum())
                        counts[view.name] += len(view.examples)
                        quality += float(rows[1].sum())
                        n_queries += isinstance(view.examples[0], Listed) * len(view.examples)
        finally:
            forward.model.train()
        *totals, quality, n_all_queries = self._processes.total(
            [*sums.values(), *counts.values(), quality, n_queries]
        )
        n = len(self.sizes)
        losses = {name: totals[place] / totals[n + place] for place, name in enumerate(self.sizes)}
        return Validated(losses, quality / n_all_queries if n_all_queries else None)

    def _read(self) -> Iterator[tuple[_View, Tokens]]:
        """Yield each batch with its tokens."""
        for view in self._views:
            if view.tokens is None:
                tokens = self._reader.tokens(view.examples, [view.name] * len(view.examples))
                view.tokens = tokens.packed()
            else:
                tokens = view.tokens.unpacked()
            yield view, tokens

    def _rows(self, forward: Forward, view: _View, tokens: Tokens) -> Tensor:
        """(2, batch) float64 the loss of each example, and the nDCG@10 of each list."""
        import torch

        with torch.no_grad() if self._everywhere else torch.inference_mode():
            loss = BatchLoss(
                self._loss,
                [view.name] * len(view.examples),
                view.examples,
                device=forward.device,
                heads=heads_of(forward.model),
                scorer=scorer_of(forward.model),
            )
            vectors = forward.embed(tokens)
            rows = torch.stack([loss.rows(vectors), loss.quality(vectors)])
            return rows.cpu().double()  # mps has no float64

    def mean(self, losses: Mapping[str, float], average: Average) -> float:
        """Return what early stopping looks at: every objective counts alike, or by its held-out examples."""
        if average == "objectives":
            return math.fsum(losses.values()) / len(losses)
        weighted = math.fsum(losses[name] * size for name, size in self.sizes.items())
        return weighted / sum(self.sizes.values())


def _cut(examples: Sequence[AnyExample], batch_size: int) -> Iterator[Sequence[AnyExample]]:
    for start in range(0, len(examples), batch_size):
        batch = examples[start : start + batch_size]
        alone = len(batch) == 1 and isinstance(batch[0], Example)
        if not alone or len(examples) == 1 or batch_size == 1:
            yield batch
