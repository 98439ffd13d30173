"""SciRepEval's eight in-train tasks in one batch, and a step over them as its released code makes it.

Released: one forward pass for each task and each slot of a triplet, every row padded to the model's whole
length, the losses' means summed. Written with torch's own losses: the independent computation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from assay.encoding.sentences.bert_sentence import token_ids
from assay.training.data.examples import AnyExample, Example, Labelled, Task
from assay.training.loop.batches import Batch, Position, Reader
from assay.types import TaskFormat

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from torch.nn import Module

    from assay.training.model.trainee import Trainee

LABELLED: Mapping[str, tuple[Task, TaskFormat]] = {
    "mesh": (Task("class", tuple(f"m{n}" for n in range(30))), TaskFormat.CLF),
    "fos": (Task("labels", tuple(f"f{n}" for n in range(23))), TaskFormat.CLF),
    "cite_pred": (Task("number"), TaskFormat.RGN),
    "year_pred": (Task("number"), TaskFormat.RGN),
}
TRIPLES: Mapping[str, tuple[TaskFormat, TaskFormat]] = {
    "search": (TaskFormat.QRY, TaskFormat.PRX),
    "s2and": (TaskFormat.PRX, TaskFormat.PRX),
    "cite_context": (TaskFormat.PRX, TaskFormat.PRX),
    "specter": (TaskFormat.PRX, TaskFormat.PRX),
}
"""task -> the formats of queries and of papers"""

Vectors = Callable[[Sequence[str], TaskFormat], Tensor]
"""(n, dim) of n texts read for one format"""


def drawn_batch(texts: Mapping[str, Sequence[str]], *, seed: int) -> list[tuple[str, AnyExample]]:
    """Two examples of each task. `texts` are of each task; those of "queries" ask for those of "search"."""
    rng = np.random.default_rng(seed)

    def some(of: str, n: int) -> list[str]:
        return [texts[of][place] for place in rng.permutation(len(texts[of]))[:n]]

    def targets(task: Task) -> int | float | tuple[int, ...]:
        if task.kind == "number":
            return float(rng.normal())
        if task.kind == "class":
            return int(rng.integers(task.outputs))
        return tuple(sorted(rng.permutation(task.outputs)[: rng.integers(0, 4)].tolist()))

    made: list[tuple[str, AnyExample]] = []
    for name, (task, _) in LABELLED.items():
        made += [(name, Labelled(text, targets(task))) for text in some(name, 2)]
    for name in TRIPLES:
        papers = some(name, 6)
        queries = some("queries", 2) if name == "search" else papers[4:]
        made += [(name, Example(queries[n], papers[n], papers[2 + n])) for n in range(2)]
    return made


def read_batch(trainee: Trainee, drawn: Sequence[tuple[str, AnyExample]]) -> Batch:
    """The batch as the trainer has it."""
    names, examples = zip(*drawn, strict=True)
    own = {name: (trainee.model.place(form),) * 2 for name, (_, form) in LABELLED.items()}
    asked = {name: tuple(map(trainee.model.place, forms)) for name, forms in TRIPLES.items()}
    reader = Reader(trainee, {**own, **asked})  # type: ignore[arg-type]  # it has all that a reader asks for
    return Batch(names, examples, reader.tokens(examples, names), Position())


def padded_rows(tokenizer: Tokenizer, texts: Sequence[str], *, width: int) -> tuple[Tensor, Tensor]:
    """Token ids (n, width), and how many of each row are true."""
    rows = token_ids(tokenizer, texts)
    ids = torch.zeros(len(rows), width, dtype=torch.long)
    for place, row in enumerate(rows):
        ids[place, : len(row)] = torch.from_numpy(row).long()
    return ids, torch.tensor([len(row) for row in rows])


def own_layers(trainee: Trainee) -> Vectors:
    """Through the trainee's own layers, a format at a time, padded to its whole length."""
    model = trainee.model
    width = trainee.max_seq_length - (model.codes is not None)

    def vectors(texts: Sequence[str], form: TaskFormat) -> Tensor:
        found: Tensor = model(*padded_rows(trainee.tokenizer, texts, width=width), model.place(form))
        return found

    return vectors


def released_loss(
    vectors: Vectors, heads: Mapping[str, Module], drawn: Sequence[tuple[str, AnyExample]]
) -> Tensor:
    """The sum of the tasks' means: sixteen forward passes of two texts."""
    return torch.stack(list(_losses(vectors, heads, drawn))).sum()


def _losses(
    vectors: Vectors, heads: Mapping[str, Module], drawn: Sequence[tuple[str, AnyExample]]
) -> Iterator[Tensor]:
    for name, (task, form) in LABELLED.items():
        own = [one for other, one in drawn if other == name and isinstance(one, Labelled)]
        logits = heads[name](vectors([one.text for one in own], form))
        if task.kind == "class":
            yield functional.cross_entropy(logits, torch.tensor([one.target for one in own]))
        elif task.kind == "number":
            yield functional.mse_loss(logits.squeeze(1), torch.tensor([one.target for one in own]))
        else:
            wanted = torch.zeros_like(logits)
            for row, one in enumerate(own):
                wanted[row, list(one.target)] = 1.0  # type: ignore[arg-type]  # of this task a tuple
            yield functional.binary_cross_entropy_with_logits(logits, wanted)
    for name, (asking, read) in TRIPLES.items():
        triples = [one for other, one in drawn if other == name and isinstance(one, Example)]
        yield functional.triplet_margin_loss(
            vectors([one.query for one in triples], asking),
            vectors([one.positive for one in triples], read),
            vectors([one.negative for one in triples], read),
            margin=1.0,
        )
