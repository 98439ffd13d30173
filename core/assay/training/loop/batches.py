"""The stream of a stage's batches, read and tokenised ahead of the model."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from assay.errors import RecipeError
from assay.training.data.examples import AnyExample, Example, Labelled, Listed, Objective
from assay.training.data.mixing import BatchPlan, Share, Slot
from assay.training.loop.task_losses import Layout
from assay.training.model.base_model import prompts
from assay.training.model.forward import Tokens, read_tokens

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer
    from torch import Tensor

T = TypeVar("T")

_PARTS = {Example: ("query", "positive", "negative"), Labelled: ("text",), Listed: ("query",)}
AHEAD = 4  # batches that wait for the model


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a stage's data: so many whole epochs, and so many batches of the next, on each process."""

    epoch: int = 0
    batch: int = 0


@dataclass(frozen=True, slots=True)
class Batch:
    """Examples and their tokens: queries, positives, negatives, texts with a label, queries of lists."""

    names: tuple[str, ...]  # (batch,) the objective of each example
    examples: tuple[AnyExample, ...]
    tokens: Tokens  # of 3 texts a triple, and 1 of any other
    after: Position  # where the stage continues when this batch is learned


class Reader:
    """Turns examples into tokens, for one thread at a time: tokenizers cannot be shared by threads."""

    def __init__(
        self, model: SentenceTransformer, formats: Mapping[str, tuple[int, int]] | None = None
    ) -> None:
        """`formats`: of a multi-format model, objective -> places of the formats of queries and of papers."""
        self._model = model
        self._formats = formats or {}
        self._query, self._document = prompts(model)
        self._lock = threading.Lock()

    def tokens(self, examples: Sequence[AnyExample], names: Sequence[str] = ()) -> Tokens:
        """Tokenise the examples' texts, in the order of a `Layout`; `names` are needed where formats are."""
        layout = Layout(tuple(names) or ("",) * len(examples), tuple(examples))
        queries, documents, alone, listed = layout.texts()
        texts = [self._query + text for text in queries]
        texts += [self._document + text for text in (*documents, *alone)]
        texts += [self._query + text for text in listed]
        with self._lock:
            tokens = read_tokens(self._model, texts)
        if self._formats:
            query_names, *read, listed_names = layout.text_names()
            places = [self._formats[name][0] for name in query_names]
            places += [self._formats[name][1] for part in read for name in part]
            places += [self._formats[name][0] for name in listed_names]
            tokens.features["format_rows"] = _numbers(places)
        return tokens


def read_batches(
    plan: BatchPlan,
    objectives: Mapping[str, Objective],
    reader: Reader,
    *,
    start: Position,
    share: Share,
    epochs: int = 0,
) -> Iterator[Batch]:
    """This process's batches from `start` on; without end if `epochs` is 0.

    Raises RecipeError if an epoch has no batch, and for an example that has an empty text.
    """
    position = start
    while not epochs or position.epoch < epochs:
        n = position.batch
        for slots in plan.batches(position.epoch, share=share, skip=position.batch):
            examples = tuple(_example(objectives, slot, position.epoch) for slot in slots)
            n += 1
            yield Batch(
                names=tuple(name for name, _ in slots),
                examples=examples,
                tokens=reader.tokens(examples, [name for name, _ in slots]),
                after=Position(position.epoch, n),
            )
        if n == 0:
            raise too_small(plan, share.world)
        position = Position(position.epoch + 1)


def too_small(plan: BatchPlan, world: int) -> RecipeError:
    """Return the error of objectives that do not fill one batch."""
    sizes = ", ".join(f"{name}: {size}" for name, size in plan.sizes.items())
    whom = f" on {world} processes" if world > 1 else ""
    return RecipeError(
        "The objectives ({0} examples) do not fill a batch of {1}{2}. Give more data, or "
        "a smaller batch_size.",
        sizes,
        plan.batch_size,
        whom,
        code="batch_too_large",
        sizes=plan.sizes,
    )


def count_steps(
    plan: BatchPlan, *, gradient_accumulation_steps: int, epochs: int, most: int, world: int
) -> int:
    """Return the steps of a stage: `most`, or as many as its epochs have; a last one may have fewer batches.

    Raises RecipeError if the objectives do not fill a batch on every process.
    """
    if next(plan.batches(0, share=Share(0, world)), None) is None:
        raise too_small(plan, world)
    if not epochs:
        return most
    batches = sum(plan.count(epoch, world=world) for epoch in range(epochs))
    return min(most, -(-batches // gradient_accumulation_steps))


def _numbers(places: Sequence[int]) -> Tensor:
    import torch

    return torch.tensor(places)


def _example(objectives: Mapping[str, Objective], slot: Slot, epoch: int) -> AnyExample:
    name, index = slot
    example = objectives[name].example(index, epoch)
    for part in _PARTS[type(example)]:
        if not getattr(example, part).strip():
            raise RecipeError(
                "Objective '{0}': the {1} of example {2} is empty. Correct it.", name, part, index
            )
    return example


def ahead(items: Iterator[T], *, depth: int = AHEAD) -> Iterator[T]:
    """The same items, made in a thread of their own while the consumer works; close it to end the thread.

    An error of the maker is raised where its item would have come.
    """
    made: queue.Queue[tuple[T | None, BaseException | None]] = queue.Queue(depth)
    stop = threading.Event()
    thread = threading.Thread(target=_make, args=(items, made, stop), name="training batches", daemon=True)
    thread.start()
    try:
        while True:
            item, error = made.get()
            if error is not None:
                raise error
            if item is None:
                return
            yield item
    finally:
        stop.set()
        thread.join()


def _make(
    items: Iterator[T],
    made: queue.Queue[tuple[T | None, BaseException | None]],
    stop: threading.Event,
) -> None:
    try:
        for item in items:
            if not _put(made, (item, None), stop):
                return
    except Exception as error:  # noqa: BLE001 - handed to the consumer, who raises it
        _put(made, (None, error), stop)
        return
    _put(made, (None, None), stop)


def _put(made: queue.Queue[T], item: T, stop: threading.Event) -> bool:
    """False if the consumer has left."""
    while not stop.is_set():
        try:
            made.put(item, timeout=0.1)
        except queue.Full:
            continue
        return True
    return False
