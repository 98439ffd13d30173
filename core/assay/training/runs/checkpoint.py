"""Checkpoints: folders that are there whole or not at all, of safetensors and JSON only.

`NNNNNNNN/` is named for the steps of the run up to it. It is written under a hidden name, flushed to the
disk and renamed, so a kill at any moment leaves the earlier ones as they were. The latest two are kept, and
the best one of each stage that a kept one points to.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NotRequired, TypedDict

from assay.errors import TrainingFailed
from assay.files import move, sha256_of, sync
from assay.messages import Message, message
from assay.training.model.sharding import fill, is_sharded, like

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer
    from torch import Tensor
    from torch.optim import Optimizer


FORMAT = 1
WEIGHTS, OPTIMISER, STATE = "weights.safetensors", "optimiser.safetensors", "state.json"
_NAME = re.compile(r"\d{8,}")


class CurveRow(TypedDict):
    """A validation, as a checkpoint and the card hold it."""

    step: int
    mean: float
    losses: Mapping[str, float]  # by objective
    ndcg: NotRequired[float]  # where lists are learned


@dataclass(slots=True)
class StageProgress:
    """How far a stage has come. `total` counts the steps of the run, earlier stages included."""

    stage: int = 0  # from 0
    step: int = 0  # of the stage
    total: int = 0
    epoch: int = 0  # whole epochs learned
    batch: int = 0  # batches of the next epoch learned, on each process
    examples: int = 0
    before: float | None = None  # the mean validation loss before the stage's first step
    best: float | None = None
    best_step: int = 0
    best_total: int | None = None  # names the checkpoint of the best weights
    before_ndcg: float | None = None  # where lists are learned: nDCG@10 of those held out
    best_ndcg: float | None = None
    since_best: int = 0  # validations
    unvalidated: bool = False  # the validation of the last step was not made, or not to its end
    curve: list[CurveRow] = field(default_factory=list)
    train_loss_last: float | None = None


@dataclass(slots=True)
class RunState:
    """All that a run needs to continue as if it had never stopped, but for weights and moments."""

    recipe: str  # TOML
    base: str  # fingerprint of the base model
    data: list[dict[str, object]]  # SourceFacts of every objective of every stage
    world: int
    device: str  # where `token_budget` was found to do
    token_budget: int
    progress: StageProgress = field(default_factory=StageProgress)
    stages: list[dict[str, object]] = field(default_factory=list)  # finished ones, as in the card
    cached: bool = False
    loss_scale: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint on the disk that has been read and found whole."""

    folder: Path
    state: RunState


class Checkpoints:
    """The checkpoints of a run folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, total: int) -> Path:
        return self.folder / f"{total:08d}"

    def write(
        self,
        model: SentenceTransformer,
        optimiser: Optimizer,
        state: RunState,
        *,
        whole: tuple[dict[str, Tensor], dict[str, Tensor]] | None = None,
    ) -> Path:
        """Add a checkpoint and drop those that nobody needs any more.

        `whole` are weights and moments where the model's own are in shards.

        Raises TrainingFailed if the disk refuses it; what was there before stays usable.
        """
        from safetensors import SafetensorError

        target = self.path(state.progress.total)
        draft = self.folder / f".{target.name}.{os.getpid()}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            draft.mkdir()
            _save(model, optimiser, draft, whole)
            hashes = {name: sha256_of(draft / name) for name in (WEIGHTS, OPTIMISER)}
            held = asdict(state)
            table = {"format": FORMAT, "files": hashes, "state": held, "sha256": _seal(held)}
            (draft / STATE).write_text(json.dumps(table, indent=1), encoding="utf-8")
            for name in (WEIGHTS, OPTIMISER, STATE):
                sync(draft / name)
            sync(draft)
            _remove(target)
            move(draft, target)
            sync(self.folder)
        except (OSError, SafetensorError) as error:
            shutil.rmtree(draft, ignore_errors=True)
            raise TrainingFailed(
                "The checkpoint {0} could not be written: {1}. Free some space on the disk and resume the "
                "run; {2}.",
                target,
                error,
                self._earlier(),
            ) from error
        self._prune()
        return target

    def latest(self) -> tuple[Checkpoint | None, list[Message]]:
        """Return the newest checkpoint that is whole, and what is wrong with each that is newer."""
        faults: list[Message] = []
        for folder in reversed(self._folders()):
            try:
                return Checkpoint(folder, read_state(folder)), faults
            except TrainingFailed as error:
                faults.append(error.message)
        return None, faults

    def _earlier(self) -> Message:
        latest, _ = self.latest()
        if latest is None:
            return message("it starts from the beginning, as there is no earlier one")
        return message("it resumes from {0}", latest.folder)

    def _folders(self) -> list[Path]:
        if not self.folder.is_dir():
            return []
        return sorted(path for path in self.folder.iterdir() if _NAME.fullmatch(path.name) and path.is_dir())

    def _prune(self) -> None:
        folders = self._folders()
        kept = {path.name for path in folders[-2:]}
        for path in folders[-2:]:
            try:
                best = read_state(path, verify=False).progress.best_total
            except TrainingFailed:
                continue
            kept |= set() if best is None else {self.path(best).name}
        for path in folders:
            if path.name not in kept:
                _remove(path)

    def any(self) -> bool:
        """Return whether there is one, sound or not."""
        return self.folder.is_dir() and any(_NAME.fullmatch(path.name) for path in self.folder.iterdir())

    def clean(self) -> None:
        """Remove what a killed process left half written or half removed."""
        if self.folder.is_dir():
            for path in self.folder.glob(".*"):
                shutil.rmtree(path, ignore_errors=True)

    def clear(self) -> None:
        """Remove all checkpoints."""
        shutil.rmtree(self.folder, ignore_errors=True)


def read_state(folder: Path, *, verify: bool = True) -> RunState:
    """Return the state of a checkpoint; with `verify`, only if its files are as they were written.

    Raises TrainingFailed.
    """
    try:
        table = json.loads((folder / STATE).read_text(encoding="utf-8"))
        if table["format"] != FORMAT:
            raise TrainingFailed("The checkpoint {0} was written by another version of Assay.", folder)
        if _seal(table["state"]) != table["sha256"]:
            raise TrainingFailed(
                "The checkpoint {0} is damaged: {1} is not as it was written.", folder, STATE
            )
        for name, digest in table["files"].items():
            if verify and sha256_of(folder / name) != digest:
                raise TrainingFailed(
                    "The checkpoint {0} is damaged: {1} is not as it was written.", folder, name
                )
        progress = StageProgress(**table["state"].pop("progress"))
        return RunState(progress=progress, **table["state"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise TrainingFailed("The checkpoint {0} cannot be read: {1}.", folder, error) from error


def load_weights(model: SentenceTransformer, folder: Path) -> None:
    """Put a checkpoint's weights into the model. Raises TrainingFailed if they do not fit it."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file, load_model

    try:
        if is_sharded(model):
            fill(model, load_file(folder / WEIGHTS))
        else:
            load_model(model, folder / WEIGHTS, device=str(model.device))
    except (OSError, SafetensorError, RuntimeError) as error:
        raise TrainingFailed("The weights in {0} do not fit this model: {1}.", folder, error) from error


def load_optimiser(optimiser: Optimizer, folder: Path) -> None:
    """Put a checkpoint's moments into the optimiser. Raises TrainingFailed if they cannot be read."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        tensors = load_file(folder / OPTIMISER)
    except (OSError, SafetensorError) as error:
        raise TrainingFailed("The optimiser's state in {0} cannot be read: {1}.", folder, error) from error
    moments: dict[int, dict[str, Tensor]] = {}
    weights = [one for group in optimiser.param_groups for one in group["params"]]
    for name, tensor in tensors.items():
        number, _, key = name.partition(".")
        moments.setdefault(int(number), {})[key] = (
            like(tensor, weights[int(number)]) if tensor.ndim else tensor
        )
    optimiser.load_state_dict({"state": moments, "param_groups": optimiser.state_dict()["param_groups"]})


def moments_of(optimiser: Optimizer) -> dict[str, Tensor]:
    """Return the optimiser's state under the names that a checkpoint gives it: "12.exp_avg"."""
    moments: Mapping[int, Mapping[str, Tensor]] = optimiser.state_dict()["state"]
    return {f"{number}.{key}": value for number, own in moments.items() for key, value in own.items()}


def _save(
    model: SentenceTransformer,
    optimiser: Optimizer,
    folder: Path,
    whole: tuple[dict[str, Tensor], dict[str, Tensor]] | None,
) -> None:
    from safetensors.torch import save_file, save_model

    if whole is None:
        save_model(model, str(folder / WEIGHTS))
    else:
        save_file(whole[0], folder / WEIGHTS)
    moments = moments_of(optimiser) if whole is None else whole[1]
    save_file({name: value.contiguous() for name, value in moments.items()}, folder / OPTIMISER)


def _remove(folder: Path) -> None:
    """Take a checkpoint away under a hidden name, so that none is found half removed."""
    if folder.exists():
        hidden = folder.with_name(f".{folder.name}.{os.getpid()}.removed")
        folder.replace(hidden)
        shutil.rmtree(hidden, ignore_errors=True)


def _seal(state: dict[str, object]) -> str:
    """A hash that differs if anything in the state does."""
    return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()
