"""A dry run: what a recipe would learn from, and what it would cost, found out by doing a little of it."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from assay.encoding.devices import claim_cores, resolve_device
from assay.messages import Message, message
from assay.progress import Progress, silent
from assay.training.data.examples import AnyExample, Example, Listed, Source, Task
from assay.training.data.mixing import batch_plan, stage_seed
from assay.training.loop.batches import Batch, Position, Reader, read_batches
from assay.training.loop.distributed import ALONE, Processes
from assay.training.loop.optimising import Optimising
from assay.training.loop.stage import count_validations
from assay.training.loop.task_losses import Layout
from assay.training.loop.throughput import peak_memory
from assay.training.loop.trainer import OpenSource, open_sources, sizes_of, stage_steps
from assay.training.loop.validation import HeldOut
from assay.training.model.base_model import (
    add_heads,
    format_places,
    join_lists,
    length_notes,
    load_base,
    with_separator,
)
from assay.training.model.forward import TOKEN_BUDGETS, Chunking, Forward, Tokens, read_tokens
from assay.training.model.precision import choose_precision
from assay.training.recipe.recipe import Recipe, Stage
from assay.training.runs.events import Event, Note
from assay.training.types import Estimate, ObjectiveEstimate, StageEstimate

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer
    from torch.nn import Module

TIMED = 2  # steps of each stage, after one that warms up
SHOWN = 2  # examples of each objective
BYTES_OF_A_WEIGHT, BYTES_OF_LEARNING = 4, 12  # float32: itself; its gradient and AdamW's two moments


def dry_run(
    recipe: Recipe,
    *,
    folder: Path,
    base: Path | None = None,
    open_source: OpenSource | None = None,
    progress: Progress = silent,
) -> Estimate:
    """Read all data, makes three steps of every stage and times two; nothing is written.

    `folder`, `base` and `open_source` are as in `train`. Time and memory are those of one process. Raises
    what `train` would raise at its beginning, and what its first steps would.
    """
    recipe = with_separator(recipe, base)
    device = resolve_device(recipe.device)
    cores = claim_cores() if device == "cpu" else 1
    progress("reading", 0, len(recipe.stages) + 1)
    sources = open_sources(recipe, folder=folder, open_source=open_source)
    model = load_base(recipe, device=device, folder=base, data=folder)
    add_heads(recipe, model.model, sources)
    join_lists(model, sources)
    choice = choose_precision(recipe.precision, device)
    notes: list[Message] = [*filter(None, [choice.note]), *length_notes(recipe, model)]
    chunking = Chunking(TOKEN_BUDGETS[device.partition(":")[0]])
    forward = Forward(model.model, chunking, numbers=choice.numbers, cores=cores)
    stages, kept = [], []
    for number, opened in enumerate(sources):
        progress("timing", number + 1, len(sources) + 1)
        trial = _Trial(recipe, number, opened, forward, Processes(device=device))
        stages.append(trial.estimate())
        kept.append(trial.kept_bytes())
        notes += trial.notes
    state = state_bytes(model.model)
    most = state + max(kept)
    # Off CUDA a run reports what its whole process holds, and this process has just done the same work.
    program = 0 if device.startswith("cuda") else max(0, peak_memory(device) - most)
    rows = 3 * max(stage.batch_size for stage in recipe.stages)
    worst = max(most, state + rows * _kept_by_longest(model.model, forward)) + program
    notes += _memory_notes(worst, device)
    return Estimate(
        name=recipe.name,
        base=recipe.base,
        parameters=model.parameters,
        dim=model.model.get_embedding_dimension() or 0,
        device=device,
        precision=choice.numbers,
        stages=tuple(stages),
        seconds=sum(stage.seconds for stage in stages),
        memory_bytes=most + program,
        worst_memory_bytes=worst,
        notes=tuple(map(str, dict.fromkeys(notes))),
        messages=tuple(dict.fromkeys(notes)),
    )


def state_bytes(model: Module) -> int:
    """Return what a model's weights take while it learns; those that do not learn have no gradient."""
    return sum(
        weights.numel() * (BYTES_OF_A_WEIGHT + BYTES_OF_LEARNING * weights.requires_grad)
        for weights in model.parameters()
    )


class _Trial:
    """A few steps of one stage."""

    def __init__(
        self,
        recipe: Recipe,
        number: int,
        sources: Mapping[str, Source],
        forward: Forward,
        processes: Processes,
    ) -> None:
        self.recipe = recipe
        self.stage: Stage = recipe.stages[number]
        self.sources = sources
        self.forward = forward
        self.processes = processes
        self.seed = stage_seed(recipe.random_seed, number)
        self.head_rate = recipe.formats.head_rate
        self.steps = stage_steps(recipe, number, sizes_of(sources))
        self.reader = Reader(forward.model, format_places(forward.model, self.stage))
        self.notes: list[Message] = []
        self._batch: Batch | None = None

    def estimate(self) -> StageEstimate:
        stage = self.stage
        per_step = self._timed_steps()
        per_validation = self._timed_validation()
        validations = 1 + count_validations(stage, self.steps)
        return StageEstimate(
            name=stage.name,
            steps=self.steps,
            examples_per_step=stage.batch_size * stage.gradient_accumulation_steps,
            objectives=tuple(self._objective(name, source) for name, source in self.sources.items()),
            seconds_per_step=per_step,
            validations=validations,
            seconds_per_validation=per_validation,
            seconds=self.steps * per_step + validations * per_validation,
        )

    def kept_bytes(self) -> int:
        """Return what a timed batch keeps for its backward pass."""
        assert self._batch is not None  # noqa: S101 - `estimate` comes first
        return kept_for_backward(self.forward, self._batch.tokens)

    def _timed_steps(self) -> float:
        """Time a step in seconds, texts and tokens included."""
        stage = self.stage
        batches = read_batches(
            batch_plan(stage, sizes_of(self.sources), seed=self.seed),
            {name: source.train for name, source in self.sources.items()},
            self.reader,
            start=Position(),
            share=ALONE,
        )
        optimising = Optimising(
            self.forward,
            stage,
            processes=self.processes,
            seed=self.seed,
            steps=self.steps,
            head_rate=self.head_rate,
        )
        self.forward.model.train()
        started = 0.0
        with closing(batches):  # type: ignore[type-var]  # a generator
            for done in range(TIMED + 1):
                if done == 1:
                    started = self._now()
                group = list(itertools.islice(batches, stage.gradient_accumulation_steps))
                optimising.step(group, done=0, words=tuple, on_event=self._hear)
                self._batch = group[0]
        return (self._now() - started) / TIMED

    def _timed_validation(self) -> float:
        """Time a validation in seconds, from a batch of every objective."""
        n = sum(len(source.validation) for source in self.sources.values())
        few = {
            name: replace(source, validation=source.validation[: self.stage.batch_size])
            for name, source in self.sources.items()
        }
        timed = sum(len(source.validation) for source in few.values())
        if not timed:
            return 0.0
        held_out = HeldOut(
            few,
            batch_size=self.stage.batch_size,
            loss=self.stage.loss,
            reader=self.reader,
            processes=self.processes,
        )
        started = self._now()
        held_out.validated(self.forward)
        return (self._now() - started) * n / timed

    def _objective(self, name: str, source: Source) -> ObjectiveEstimate:
        shown = tuple(source.train.example(index, 0) for index in range(min(SHOWN, len(source.train))))
        layout = Layout((name,) * len(shown), shown)
        texts = [text for part in layout.texts() for text in part]
        tokens = read_tokens(self.forward.model, texts)
        met = (
            self.steps
            * self.stage.batch_size
            * self.stage.gradient_accumulation_steps
            * self.stage.weights[name]
        )
        facts = source.facts
        return ObjectiveEstimate(
            name=name,
            kind=facts.kind,
            n_train=facts.n_train,
            n_validation=facts.n_validation,
            left_out=facts.left_out,
            first_left_out=facts.first_left_out,
            epochs=self._epochs(),
            met=met / max(1, facts.n_train),
            tokens_per_example=float(tokens.lengths.sum()) / len(shown),
            examples=tuple(in_words(one, source.task) for one in shown),
        )

    def _epochs(self) -> float:
        """One ends when an objective is used up; a last batch that is not full is left out."""
        stage = self.stage
        batches = batch_plan(stage, sizes_of(self.sources), seed=self.seed).count(0)
        made = self.steps * stage.gradient_accumulation_steps / batches
        return min(made, stage.epochs) if stage.epochs else made

    def _hear(self, event: Event) -> None:
        if isinstance(event, Note):
            self.notes.append(event.message or Message(event.text))

    def _now(self) -> float:
        if self.processes.device.startswith("cuda"):
            import torch

            torch.cuda.synchronize(self.processes.device)
        return time.perf_counter()


def in_words(example: AnyExample, task: Task | None) -> dict[str, str]:
    """Return what each part of an example is called and says; labels by their names, one after a comma."""
    if isinstance(example, Example):
        return asdict(example)
    if isinstance(example, Listed):
        return {"query": example.query, "list": example.lists.description(example.place)}
    target = example.target
    if task is None or isinstance(target, float):
        return {"text": example.text, "target": f"{target:g}" if isinstance(target, float) else f"{target}"}
    places = target if isinstance(target, tuple) else (target,)
    return {"text": example.text, "target": ", ".join(task.labels[place] for place in places)}


def kept_for_backward(forward: Forward, tokens: Tokens) -> int:
    """The bytes that a forward pass of these texts keeps, weights not counted; no gradient is computed."""
    import torch

    known = {weights.untyped_storage().data_ptr() for weights in forward.model.parameters()}
    kept = 0

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        nonlocal kept
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in known:
            known.add(storage.data_ptr())
            kept += storage.nbytes()
        return tensor.detach()  # with its history an output would hold its own node: a cycle beyond gc

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        vectors = forward.embed(tokens, seed=(0,))
    del vectors  # it held what was counted, so that no address was given twice
    return kept


def _kept_by_longest(model: SentenceTransformer, forward: Forward) -> int:
    """Return what one text of the greatest length keeps."""
    length = model.max_seq_length or 512
    return kept_for_backward(forward, read_tokens(model, ["a b " * length]))


def _memory_notes(worst: int, device: str) -> Sequence[Message]:
    room = _room(device)
    if room is None or worst <= room:
        return []
    note = message(
        "A batch of the longest texts would take {0} GB; {1} has {2} GB. If one comes, the run computes it "
        "in smaller micro-batches and continues, more slowly.",
        f"{worst / 1e9:.1f}",
        device,
        f"{room / 1e9:.1f}",
    )
    return [note]


def _room(device: str) -> int | None:
    """Bytes of memory that the device has in all; None where nobody knows."""
    if device.startswith("cuda"):
        import torch

        return int(torch.cuda.mem_get_info(device)[1])
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return None
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
