"""The loss of a batch of whatever objectives: triples over their vectors, labels over a linear head.

Where a batch is made of tasks (SciRepEval, section 5), each task has a loss of its own, and they are summed
without weights; else all triples of a batch stand in one loss, as Zeta Alpha mixes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.training.data.examples import AnyExample, Example, Labelled, Listed, Task
from assay.training.loop.distributed import ONE_PROCESS, Processes
from assay.training.loop.losses import batch_loss, duplicate_mask, row_losses
from assay.training.recipe.recipe import LossSpec

if TYPE_CHECKING:
    from torch import Tensor
    from torch.nn import Module

    from assay.training.data.lists.ranked import RankedLists, Scorer


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a batch's texts stand: triples' queries, positives, negatives; labelled texts; lists' queries."""

    names: tuple[str, ...]  # (batch,) the objective of each example
    examples: tuple[AnyExample, ...]

    @property
    def triples(self) -> list[int]:
        """The places of the examples that are triples."""
        return [place for place, one in enumerate(self.examples) if isinstance(one, Example)]

    @property
    def labelled(self) -> list[int]:
        return [place for place, one in enumerate(self.examples) if isinstance(one, Labelled)]

    @property
    def listed(self) -> list[int]:
        return [place for place, one in enumerate(self.examples) if isinstance(one, Listed)]

    def texts(self) -> tuple[list[str], list[str], list[str], list[str]]:
        """Queries, documents, labelled texts, lists' queries: in the order in which their vectors stand."""
        triples = [one for one in self.examples if isinstance(one, Example)]
        documents = [one.positive for one in triples] + [one.negative for one in triples]
        alone = [one.text for one in self.examples if isinstance(one, Labelled)]
        listed = [one.query for one in self.examples if isinstance(one, Listed)]
        return [one.query for one in triples], documents, alone, listed

    def text_names(self) -> tuple[list[str], list[str], list[str], list[str]]:
        """Return the objective of each of `texts`."""
        triples, labelled, listed = (
            [self.names[place] for place in part] for part in (self.triples, self.labelled, self.listed)
        )
        return triples, triples * 2, labelled, listed


class BatchLoss:
    """The loss of one batch, as a function of its vectors (texts, dim)."""

    def __init__(
        self,
        spec: LossSpec,
        names: Sequence[str],
        examples: Sequence[AnyExample],
        *,
        device: str,
        by_task: bool = False,
        heads: Mapping[str, tuple[Task, Module]] | None = None,
        scorer: Scorer | None = None,
        among: Processes = ONE_PROCESS,
    ) -> None:
        """`heads` are those of the labelled objectives, `scorer` says how a query meets its candidates.

        `among` are the processes whose documents are the negatives, each of which computes this loss.
        """
        self._layout = Layout(tuple(names), tuple(examples))
        self._spec = spec
        self._device = device
        self._heads = heads or {}
        self._scorer = scorer
        self._among = among
        self._groups = self._grouped(by_task=by_task or bool(self._layout.labelled))

    def _grouped(self, *, by_task: bool) -> list[_Triples | _Labels | _Lists]:
        layout = self._layout
        groups: list[_Triples | _Labels | _Lists] = []
        triples, labelled = layout.triples, layout.labelled
        for own in _by_name(triples, layout.names) if by_task else [triples] if triples else []:
            parts = [one for place in own if isinstance(one := layout.examples[place], Example)]
            places = [triples.index(place) for place in own] if by_task else list(range(len(triples)))
            mask = duplicate_mask(parts, self._spec, self._among)
            groups.append(_Triples(own, places, len(triples), mask))
        for own in _by_name(labelled, layout.names):
            targets = [one.target for place in own if isinstance(one := layout.examples[place], Labelled)]
            first = 3 * len(triples)
            places = [first + labelled.index(place) for place in own]
            groups.append(_Labels(own, places, layout.names[own[0]], targets))
        first = 3 * len(triples) + len(labelled)
        for own in _by_name(layout.listed, layout.names):
            listed = [one for place in own if isinstance(one := layout.examples[place], Listed)]
            places = [first + layout.listed.index(place) for place in own]
            groups.append(_Lists(own, places, listed[0].lists, [one.place for one in listed]))
        return groups

    def quality(self, vectors: Tensor) -> Tensor:
        """(batch,) nDCG@10 of a batch of lists; 0 for what is none. No graph."""
        import torch

        found = torch.zeros(len(self._layout.examples), device=vectors.device)
        for group in self._groups:
            if isinstance(group, _Lists):
                own = group.lists.quality(vectors[group.places], group.at, scorer=self._scorer)
                found[group.own] = own.to(found.dtype)
        return found

    def __call__(self, vectors: Tensor) -> Tensor:
        """Return a scalar: the sum of the groups' means."""
        import torch

        return torch.stack([self._group(group, vectors).mean() for group in self._groups]).sum()

    def rows(self, vectors: Tensor) -> Tensor:
        """(batch,) the loss of each example, without dropout in the heads; for the record only."""
        import torch

        heads = [module for _, module in self._heads.values()]
        modes = [module.training for module in heads]
        found = torch.empty(len(self._layout.examples), device=vectors.device, dtype=vectors.dtype)
        with torch.no_grad():
            for module in heads:
                module.eval()
            for group in self._groups:
                found[group.own] = self._group(group, vectors, rows=True).to(found.dtype)
            for module, mode in zip(heads, modes, strict=True):
                module.train(mode)
        return found

    def _group(self, group: _Triples | _Labels | _Lists, vectors: Tensor, *, rows: bool = False) -> Tensor:
        """Return the losses of a group's examples, or a scalar that is their mean."""
        if isinstance(group, _Lists):
            own = vectors[group.places]
            return group.lists.losses(own, group.at, loss=self._spec, scorer=self._scorer)
        if isinstance(group, _Labels):
            task, head = self._heads[group.name]
            return label_losses(head(vectors[group.places]), task, group.targets)
        own = vectors[group.rows] if len(group.places) < group.n or len(vectors) > 3 * group.n else vectors
        mask = None if group.duplicates is None else group.duplicates.to(self._device)
        return (row_losses if rows else batch_loss)(own, self._spec, duplicates=mask, among=self._among)


@dataclass(frozen=True, slots=True)
class _Triples:
    own: list[int]  # places of the examples in the batch
    places: list[int]  # among the triples
    n: int  # triples of the batch
    duplicates: Tensor | None

    @property
    def rows(self) -> list[int]:
        """Of the vectors: queries, positives, negatives."""
        return [part * self.n + place for part in range(3) for place in self.places]


@dataclass(frozen=True, slots=True)
class _Labels:
    own: list[int]
    places: list[int]  # of the vectors
    name: str
    targets: Sequence[object]


@dataclass(frozen=True, slots=True)
class _Lists:
    own: list[int]
    places: list[int]  # of the vectors
    lists: RankedLists
    at: list[int]  # of the lists


def scorer_of(model: Module) -> Scorer | None:
    """Return how the queries of a model meet candidates; None of a model that knows of none."""
    return getattr(model, "scorer", None)


def heads_of(model: Module) -> Mapping[str, tuple[Task, Module]]:
    """objective -> what its head learns, and the head; {} of a model that has none."""
    named = getattr(model, "named_heads", None)
    return {} if named is None else named()


def label_losses(outputs: Tensor, task: Task, targets: Sequence[object]) -> Tensor:
    """(n,) of the head's outputs (n, outputs): cross-entropy, mean binary cross-entropy, squared error."""
    import torch
    from torch.nn import functional

    device = outputs.device
    if task.kind == "class":
        return functional.cross_entropy(outputs, torch.tensor(targets, device=device), reduction="none")
    if task.kind == "number":
        wanted = torch.tensor(targets, device=device, dtype=outputs.dtype)
        return (outputs[:, 0] - wanted) ** 2
    wanted = torch.zeros_like(outputs)
    for row, places in enumerate(targets):
        if isinstance(places, tuple):
            wanted[row, list(places)] = 1.0
    return functional.binary_cross_entropy_with_logits(outputs, wanted, reduction="none").mean(1)


def _by_name(places: Sequence[int], names: Sequence[str]) -> list[list[int]]:
    """The places of each objective, in the order in which they first come."""
    found: dict[str, list[int]] = {}
    for place in places:
        found.setdefault(names[place], []).append(place)
    return list(found.values())
