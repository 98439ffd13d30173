"""One training step of 16 examples over 8 tasks: one sorted launch, or one forward pass a task and slot.

    python tests/benchmarks/bench_formats_step.py [--turns 5] [--variants codes,adapters]

Two labelled tasks of CLF (one of several labels), two of RGN, four of triplets (one asked by typed queries),
two examples each, over the packaged MiniLM with 512 tokens. Assay's side is the trainer's own step: its
trainee, reader, chunks, loss and optimiser. The other is SciRepEval's released order of work, sixteen forward
passes of two texts padded to 512, through the same layers and through transformers' own (`library_layers`).
Dropout is off, and the gradients of the first batch are compared before anything is timed. All sides make
their step on the same batch by turns, every turn another batch; the ratio of a turn is within that turn. On a
machine that others use as well, seconds of the processor say more than those on the clock.
Texts are those of SciRepEval's samples in ASSAY_SHARED_DATA (or ../shared/data), or written with a like
spread of lengths. Tokenising is left out: the trainer does it ahead, in a thread of its own.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

sys.path.append(str(Path(__file__).resolve().parents[1]))

from library_layers import library_layers
from measuring import SHARED, by_turns, head, parser_of, row, rows_of, written_texts

from assay.encoding import TextTemplate
from assay.encoding.devices import claim_cores
from assay.encoding.model_files.folder import find_folder
from assay.training.loop.distributed import Processes
from assay.training.loop.optimising import Optimising, make_optimiser
from assay.training.loop.task_losses import BatchLoss, heads_of
from assay.training.model.forward import TOKEN_BUDGETS, Chunking, Forward
from assay.training.model.trainee import Trainee, load_trainee
from assay.training.recipe.recipe import Stage
from assay.training.recipe.recipe_file import parse_recipe
from assay.types import TaskFormat
from eight_tasks import (
    LABELLED,
    TRIPLES,
    Vectors,
    drawn_batch,
    own_layers,
    read_batch,
    released_loss,
)

BASE = "all-MiniLM-L6-v2"
ASSAY, PADDED, LIBRARY = (
    "Assay, one sorted launch",
    "a pass a task and slot",
    "the same, transformers' layers",
)
RECIPE = """
name = "step"
max_length = 512
[formats]
variant = "{variant}"
pooling = "cls"
[[stages]]
mixing = "tasks"
[stages.loss]
kind = "triplet"
"""

Step = Callable[[int], object]


def main() -> None:
    """Prints the table of each variant."""
    parser = parser_of(__doc__)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--variants", default="codes,adapters")
    given = parser.parse_args()
    claim_cores()
    texts, source = task_texts()
    batches = [drawn_batch(texts, seed=turn) for turn in range(given.turns + 1)]
    for variant in given.variants.split(","):
        _measure(variant, batches, source)


def _measure(variant: str, drawn: Sequence[Any], source: str) -> None:
    sides = {ASSAY: _trainee(variant), PADDED: _trainee(variant)}
    lengths = np.concatenate([read_batch(sides[ASSAY][0], one).tokens.lengths for one in drawn])
    about = f"{variant}: texts of {lengths.mean():.0f} tokens ({source}), {torch.get_num_threads()} threads"
    print(f"\n{about}\ngradients differ by {_difference(sides[ASSAY], drawn[0]):.1e} of their length")
    steps: dict[str, Step] = {
        ASSAY: _assay(*sides[ASSAY], drawn),
        PADDED: _released(*sides[PADDED], own_layers(sides[PADDED][0]), drawn),
    }
    trainee, stage = _trainee(variant)
    steps[LIBRARY] = _released(trainee, stage, library_layers(trainee, variant), drawn)
    turns = {name: iter(range(len(drawn))) for name in steps}
    seconds = by_turns(
        {name: lambda name=name, step=step: step(next(turns[name])) for name, step in steps.items()},  # type: ignore[misc]
        len(drawn) - 1,
        warm=1,
    )
    head("step", "seconds", "times Assay's, each turn", "median", "of the processor", "median")
    for name, own in seconds.items():
        cells: list[str] = []
        for clock in range(2):
            ratios = [other[clock] / one[clock] for other, one in zip(own, seconds[ASSAY], strict=True)]
            listed = [] if clock else [", ".join(f"{ratio:.2f}" for ratio in ratios)]
            middle = statistics.median(turn[clock] for turn in own)
            cells += [f"{middle:.2f}", *listed, f"{statistics.median(ratios):.2f}"]
        row(name, *cells)


def _trainee(variant: str) -> tuple[Trainee, Stage]:
    objectives = "".join(_objective(name) for name in (*LABELLED, *TRIPLES))
    recipe = parse_recipe(RECIPE.format(variant=variant) + objectives)
    trainee, _ = load_trainee(recipe, find_folder(BASE, allow_network=False), device="cpu", data=Path())
    trainee.add_heads({name: task for name, (task, _) in LABELLED.items()}, dropout=0.0, seed=1)
    return trainee.eval(), recipe.stages[0]


def _objective(name: str) -> str:
    task, form = LABELLED.get(name, (None, TaskFormat.PRX))
    kind = "candidates" if task is None else "regression" if task.kind == "number" else "classification"
    rest = f'query_format = "{TRIPLES[name][0]}"' if task is None else 'label = "label"'
    return (
        f'[[stages.objectives]]\nkind = "{kind}"\nname = "{name}"\npath = "none"\nformat = "{form}"\n{rest}\n'
    )


def _forward(trainee: Trainee) -> Forward:
    chunking = Chunking(TOKEN_BUDGETS["cpu"])
    return Forward(trainee, chunking, cores=torch.get_num_threads())  # type: ignore[arg-type]  # all it asks


def _assay(trainee: Trainee, stage: Stage, drawn: Sequence[Any]) -> Step:
    optimising = Optimising(_forward(trainee), stage, processes=Processes("cpu"), seed=1, steps=1000)
    batches = [read_batch(trainee, one) for one in drawn]
    return lambda turn: optimising.step([batches[turn]], done=turn, words=list, on_event=print)


def _released(trainee: Trainee, stage: Stage, vectors: Vectors, drawn: Sequence[Any]) -> Step:
    optimiser = make_optimiser(trainee, stage.optimiser)
    heads = {name: head for name, (_, head) in trainee.named_heads().items()}

    def step(turn: int) -> None:
        optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(released_loss(vectors, heads, drawn[turn]))
        optimiser.step()

    return step


def _difference(side: tuple[Trainee, Stage], drawn: Any) -> float:
    """Of the two ways' gradients of one batch, in all weights together."""
    trainee, stage = side
    batch = read_batch(trainee, drawn)
    loss = BatchLoss(
        stage.loss, batch.names, batch.examples, device="cpu", by_task=True, heads=heads_of(trainee)
    )
    _forward(trainee).backward(batch.tokens, loss, seed=(1,))
    one = _flat(trainee)
    heads = {name: head for name, (_, head) in trainee.named_heads().items()}
    torch.autograd.backward(released_loss(own_layers(trainee), heads, drawn))
    other = _flat(trainee)
    return float((one - other).norm() / other.norm())


def _flat(trainee: Trainee) -> Tensor:
    held = torch.cat([p.grad.flatten() for p in trainee.parameters() if p.grad is not None])
    trainee.zero_grad(set_to_none=True)
    return held


def task_texts() -> tuple[dict[str, list[str]], str]:
    """Texts for each task, and where they are from."""
    data = SHARED / "scirepeval_samples"
    if data.is_dir():
        return _sample_texts(data), "SciRepEval's samples"
    spread = np.clip(np.random.default_rng(2).lognormal(5.35, 0.55, (8, 100)), 10, 900).astype(int).tolist()
    texts = dict(zip((*LABELLED, *TRIPLES), map(written_texts, spread), strict=True))
    return {"queries": written_texts([7] * 20), **texts}, "written texts"


def _sample_texts(data: Path) -> dict[str, list[str]]:
    rows = {
        name: rows_of(data / f"{name}_small.jsonl.gz")
        for name in ("fos", "mesh", "search", "s2and", "specter")
    }
    join = TextTemplate().join

    def texts(papers: Iterator[Mapping[str, Any]], *fields: str) -> list[str]:
        read = ("title", "abstract", *fields)
        found = (join(*(str(paper.get(field) or "") for field in read)) for paper in papers)
        return [text for text in found if text]

    listed = {name: texts(iter(rows[name])) for name in ("fos", "mesh")}
    same = texts(one for row in rows["s2and"] for one in (row["query"], *row["candidates"]))
    return {
        **listed,
        "cite_pred": listed["mesh"] + listed["fos"],
        "year_pred": listed["fos"] + listed["mesh"],
        "queries": [row["query"] for row in rows["search"]],
        "search": texts((one for row in rows["search"] for one in row["candidates"]), "venue", "year"),
        "s2and": same,
        "cite_context": same,
        "specter": texts(row[key] for row in rows["specter"] for key in ("query", "pos", "neg")),
    }


if __name__ == "__main__":
    main()
