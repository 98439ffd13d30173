"""Small runs on small models: objectives in memory, and what a run said."""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.encoding import TextTemplate
from assay.training.data.examples import Example, Source
from assay.training.recipe.objective_spec import ObjectiveSpec, PairsSpec
from assay.training.recipe.recipe import OptimiserSpec, Recipe, Stage, StoppingSpec
from assay.training.runs.events import End, Event, Step
from assay.training.types import SourceFacts

NEEDS_GLOO = pytest.mark.skipif(sys.platform == "win32", reason="torch has no gloo launcher on this system")

SUBJECTS = ["graphs", "proteins", "planets", "markets", "bridges", "languages", "rivers", "engines"]
VERBS = ["measure", "sort", "predict", "compare", "translate", "simulate"]
PLACES = ["in the field", "at night", "with few data", "under noise", "on a small machine", "by hand"]


def forked() -> BaseContext:
    """Processes of a server that has imported what trains once, where each would take five seconds to."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        [
            *("torch", "sentence_transformers", "transformers.models.bert.modeling_bert"),
            *("assay.training.loop.trainer", "assay.training.runs.run_lock"),
        ]
    )
    return context


def sentence(rng: np.random.Generator, n_words: int) -> str:
    words = [part[n] for part in (SUBJECTS, VERBS, PLACES) for n in rng.integers(len(part), size=n_words)]
    return " ".join(" ".join(words).split()[:n_words])


@dataclass
class Made:
    """An objective whose examples are written by chance, of very different lengths."""

    name: str
    n: int
    seed: int
    words: tuple[int, int] = (3, 20)

    def __len__(self) -> int:
        return self.n

    def example(self, index: int, epoch: int) -> Example:
        return made_example(self.name, self.seed, self.words, index, epoch)


@cache
def made_example(name: str, seed: int, words: tuple[int, int], index: int, epoch: int) -> Example:
    rng = np.random.default_rng([seed, epoch, index, *name.encode()])
    subject = SUBJECTS[(index + len(name)) % len(SUBJECTS)]
    other = SUBJECTS[(index + len(name) + 3) % len(SUBJECTS)]
    query, positive, negative = (sentence(rng, int(rng.integers(*words))) for _ in range(3))
    return Example(f"{subject} {index} {query}", f"{subject} {positive}", f"{other} {negative}")


@dataclass
class Opener:
    """Stands where `open_source` stands: objectives by name."""

    examples: int = 64
    held_out: int = 12
    objectives: Mapping[str, object] = field(default_factory=dict)

    def __call__(self, spec: ObjectiveSpec, *, folder: Path, seed: int, template: TextTemplate) -> Source:
        train = self.objectives.get(spec.name) or Made(spec.name, self.examples, seed)
        view = Made(f"{spec.name} held out", self.held_out, seed)
        return Source(
            train=train,  # type: ignore[arg-type]
            validation=tuple(view.example(index, 0) for index in range(self.held_out)),
            facts=SourceFacts(spec.name, spec.kind, len(train), self.held_out, {"made.tsv": "0" * 64}),  # type: ignore[arg-type]
        )


def objective(name: str, weight: float = 0.0) -> ObjectiveSpec:
    return PairsSpec(path="made.jsonl", name=name, weight=weight)


def stage(*names: str, **changes: object) -> Stage:
    known: dict[str, object] = {
        "batch_size": 4,
        "gradient_accumulation_steps": 2,
        "max_steps": 6,
        "optimiser": OptimiserSpec(learning_rate=1e-3),
        "stopping": StoppingSpec(interval=2, patience=0),
    }
    return Stage(objectives=tuple(objective(name) for name in names), **(known | changes))  # type: ignore[arg-type]


def recipe(*stages: Stage, **changes: object) -> Recipe:
    known: dict[str, object] = {"name": "tiny", "device": "cpu", "max_length": 48}
    return Recipe(stages=stages, **(known | changes))  # type: ignore[arg-type]


def steps(events: Sequence[Event]) -> list[Step]:
    return [event for event in events if isinstance(event, Step)]


def only(events: Sequence[Event], kind: type) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


Train = Callable[..., list[Event]]


def card_of(end: End) -> Any:
    """The card of a run that left a model."""
    return json.loads((Path(end.model).parent / "card.json").read_text(encoding="utf-8"))
