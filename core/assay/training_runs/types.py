"""What is known of a training run from its folder."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from assay.messages import Message

RunState = Literal[
    "starting",
    "running",
    "pausing",
    "paused",
    "cancelling",
    "finished",
    "stopped",
    "cancelled",
    "failed",
    "interrupted",
    "damaged",
]
"""starting: it reads its data; pausing, cancelling: as soon as the present step is made;
finished: all steps made; stopped: early, by its validations;
interrupted: its process died."""


AT_WORK: Final = frozenset({"starting", "running", "pausing", "paused", "cancelling"})
ENDING: Final = frozenset({"pausing", "cancelling"})
"""Asked to wait or to end after the present step: how long the rest would take is no news any more."""


def requested_state(state: RunState, word: str) -> RunState:
    """Return the state of a run whose control file holds this word: one at work may be about to end."""
    if state not in ("starting", "running", "paused"):
        return state
    if word == "cancel":
        return "cancelling"
    return "pausing" if word == "pause" and state != "paused" else state


def name_of(run: Path) -> str:
    """Return the recipe's name as the folder of its run has it, without the moment at which it began."""
    return re.sub(r"^\d{8}-\d{6}-", "", run.name)


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One line about a run. Losses are None where the end of its events does not tell them."""

    run: Path
    name: str
    state: RunState
    stage: str = ""
    step: int = 0  # of the stage
    steps: int = 0
    loss: float | None = None
    best: float | None = None  # validation
    seconds: float = 0.0
    eta_seconds: float | None = None  # None where nobody is at work
    device: str = ""
    doing: str = ""  # what a starting run reads
    process: int | None = None  # at work; 0 where it has not said which one it is
    host: str = ""  # of another machine on which it is at work
    model: str = ""  # the trained model's folder
    changed: str = ""  # ISO 8601, UTC: when it last said something
    reason: Message | str = ""

    @property
    def key(self) -> str:
        """Return what lists know it by."""
        return str(self.run)

    @property
    def is_open(self) -> bool:
        """Whether a process is at work, or waits to be."""
        return self.state in AT_WORK

    @property
    def computes_here(self) -> bool:
        return self.is_open and self.state != "paused" and not self.host

    @property
    def share(self) -> float:
        """0..1 of its present stage."""
        if self.state in ("finished", "stopped"):
            return 1.0
        return min(1.0, self.step / self.steps) if self.steps else 0.0


@dataclass(frozen=True, slots=True)
class TrainingTime:
    """What a recipe took on this machine, or would take by a check of it."""

    seconds: float
    source: Literal["check", "run"]
    created: str  # ISO 8601, UTC
    device: str = ""


@dataclass(frozen=True, slots=True)
class RecipeTask:
    """A task that a library may teach; `left_out` says why a recipe lacks it, "" if it does not."""

    name: str
    kind: str
    label: str
    formats: tuple[str, ...]
    examples: int
    classes: int
    left_out: str


@dataclass(frozen=True, slots=True)
class LibraryRecipe:
    """The recipe as TOML, with its tasks and those that were left out."""

    name: str
    variant: str
    base: str
    recipe: str
    tasks: tuple[RecipeTask, ...]
