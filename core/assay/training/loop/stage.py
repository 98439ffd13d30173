"""One stage: batches become steps, held-out losses decide which weights are kept."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from assay.codec import to_json
from assay.errors import TrainingFailed
from assay.messages import Message, message
from assay.training.data.examples import Source
from assay.training.data.mixing import batch_plan, stage_seed
from assay.training.loop.batches import Batch, Position, Reader, ahead, count_steps, read_batches
from assay.training.loop.distributed import Processes
from assay.training.loop.interpolation import interpolate_weights
from assay.training.loop.optimising import Optimising, Outcome
from assay.training.loop.selection import Selection
from assay.training.loop.throughput import Clock, peak_memory
from assay.training.loop.validation import HeldOut, Validated
from assay.training.model.base_model import format_places
from assay.training.model.forward import Chunking, Forward
from assay.training.model.sharding import is_sharded, whole
from assay.training.recipe.recipe import Recipe, Stage
from assay.training.runs.checkpoint import RunState, load_optimiser, load_weights, moments_of
from assay.training.runs.control import Control
from assay.training.runs.events import CheckpointMade, EventSink, Note, Paused, Resumed, StageEnd, Start, Step
from assay.training.runs.run_folder import RunFolder

if TYPE_CHECKING:
    from pathlib import Path

logger = logging.getLogger(__name__)

CHECKPOINT_SECONDS = 600.0
"""At most so much work is lost to a kill, however rare validations are."""
PAUSE_POLL = 0.2  # seconds
ASK_SECONDS = 1.0
"""How often a validation asks whether to pause or cancel."""


class CancelledRun(Exception):
    """The user asked the run to end; its checkpoint is written."""


@dataclass(slots=True)
class Run:
    """What all stages of a run share."""

    recipe: Recipe
    forward: Forward
    processes: Processes
    folder: RunFolder
    on_event: EventSink
    control: Control
    state: RunState
    clock: Clock
    steps_after: int = 0  # of the stages that follow, for the time that is left
    validations_after: int = 0
    resumed_from: Path | None = None
    written: float = field(default_factory=time.monotonic)  # when the last checkpoint was


class StageRun:
    """A stage at work, from the place that the run's state says."""

    def __init__(self, run: Run, stage: Stage, sources: Mapping[str, Source]) -> None:
        """Raise RecipeError if the objectives do not fill a batch."""
        self.run = run
        self.stage = stage
        self.progress = run.state.progress
        self.selection = Selection(stage, self.progress)
        model, share = run.forward.model, run.processes.share
        seed = stage_seed(run.recipe.random_seed, self.progress.stage)
        self.plan = batch_plan(stage, {name: len(s.train) for name, s in sources.items()}, seed=seed)
        self.steps = count_steps(
            self.plan,
            gradient_accumulation_steps=stage.gradient_accumulation_steps,
            epochs=stage.epochs,
            most=stage.max_steps,
            world=share.dealt,
        )
        # Its schedule may be longer than the stage.
        self.last = min(self.steps, stage.stopping.after or self.steps)
        reader = Reader(model, format_places(model, stage))
        self._counted = (-1, 0)  # an epoch, and its batches
        self._checked_at = time.monotonic()  # when it was last asked what to do
        self.held_out = HeldOut(
            sources,
            batch_size=stage.batch_size,
            loss=stage.loss,
            reader=reader,
            processes=run.processes,
            everywhere=is_sharded(model),
        )
        self.optimising = Optimising(
            run.forward,
            stage,
            processes=run.processes,
            seed=seed,
            steps=self.steps,
            head_rate=run.recipe.formats.head_rate,
        )
        self.batches = read_batches(
            self.plan,
            {name: source.train for name, source in sources.items()},
            reader,
            start=Position(self.progress.epoch, self.progress.batch * share.each),
            share=share,
            epochs=stage.epochs,
        )

    def work(self) -> None:
        """Train until the stage is over and leaves the model with its best weights.

        Raises CancelledRun after a checkpoint, TrainingFailed where the run cannot continue.
        """
        self._begin()
        if not self.progress.step and self.progress.before is None and self.held_out.sizes:
            self._validate_before()
        if self.progress.unvalidated:
            self._validate()
            self._checkpoint()
        with closing(ahead(self.batches)) as batches:  # type: ignore[type-var]  # a generator
            while not self.over:
                self._step(batches)
        self._end()

    @property
    def over(self) -> Message | None:
        """Why the stage is over; None while it is not."""
        stopping = self.stage.stopping
        if stopping.patience and self.progress.since_best >= stopping.patience:
            if self.selection.measure == "ndcg":
                return message("no better nDCG@10 {0} times in a row", stopping.patience)
            return message("no better validation loss {0} times in a row", stopping.patience)
        return message("all steps are done") if self.progress.step >= self.last else None

    def _begin(self) -> None:
        run = self.run
        if run.resumed_from is not None:
            load_weights(run.forward.model, run.resumed_from)
            if self.progress.step:
                load_optimiser(self.optimising.optimiser, run.resumed_from)
                self.optimising.scale.restore(run.state.loss_scale)
                self.optimising.factor = self.selection.rate_factor()
        if not is_sharded(run.forward.model):
            run.processes.same_weights(run.forward.model)
        run.forward.model.train()
        run.on_event(
            Start(
                stage=self.stage.name,
                stages=tuple(stage.name for stage in run.recipe.stages),
                steps=self.last,
                examples=self.plan.sizes,
                device=run.processes.device,
                precision=run.forward.numbers,
                world=run.processes.share.world,
                resumed_from=None if run.resumed_from is None else self.progress.total,
            )
        )
        if not self.held_out.sizes:
            run.on_event(
                Note.of(message("Stage '{0}' holds nothing out: its last weights are kept.", self.stage.name))
            )
        run.resumed_from = None

    def _step(self, batches: Iterator[Batch]) -> None:
        run, progress = self.run, self.progress
        started = time.perf_counter()
        each = self.run.processes.share.each
        group = list(islice(batches, self.stage.gradient_accumulation_steps * each))
        waited = time.perf_counter() - started
        outcome = self.optimising.step(group, done=progress.step, words=self._words, on_event=run.on_event)
        progress.step += 1
        progress.total += 1
        progress.epoch, progress.batch = group[-1].after.epoch, group[-1].after.batch // each
        progress.examples += outcome.examples
        progress.train_loss_last = outcome.loss
        self._tell_step(outcome, seconds=time.perf_counter() - started, waited=waited)
        cancel, pause, late = (bool(word) for word in outcome.words)
        due = progress.step % self.stage.stopping.interval == 0 or progress.step == self.last
        progress.unvalidated = due and bool(self.held_out.sizes)
        if progress.unvalidated and not cancel:
            self._validate()
        if due or cancel or pause or late:
            self._checkpoint()
        if pause and not cancel:
            cancel = self._pause()
        if cancel:
            raise CancelledRun

    def _words(self) -> list[float]:
        """Return what the first process decides for all: to cancel, to pause, to write a checkpoint."""
        self._checked_at = time.monotonic()
        if not self.run.processes.is_main:
            return [0.0, 0.0, 0.0]
        wanted = self.run.control.wanted()
        due = time.monotonic() - self.run.written > CHECKPOINT_SECONDS
        return [float(wanted == "cancel"), float(wanted == "pause"), float(due)]

    def _tell_step(self, outcome: Outcome, *, seconds: float, waited: float) -> None:
        run, progress = self.run, self.progress
        run.clock.lap(seconds)
        run.on_event(
            Step(
                stage=self.stage.name,
                step=progress.step,
                steps=self.last,
                epoch=self._epochs_done(),
                loss=outcome.loss,
                losses=outcome.losses,
                learning_rate=outcome.learning_rate,
                examples_per_second=outcome.examples / seconds,
                tokens_per_second=outcome.tokens / seconds,
                memory_bytes=peak_memory(run.processes.device),
                seconds=run.clock.seconds,
                eta_seconds=run.clock.left(
                    self.last - progress.step + run.steps_after,
                    self._validations_left() + run.validations_after,
                    # A step computes forwards and backwards, three times as much.
                    validation_steps=sum(self.held_out.sizes.values()) / outcome.examples / 3,
                ),
                loading_share=waited / seconds,
            )
        )

    def _validations_left(self) -> int:
        """Return one that this step may bring is still to be made."""
        if not self.held_out.sizes:
            return 0
        return count_validations(self.stage, self.last) - (
            (self.progress.step - 1) // self.stage.stopping.interval
        )

    def _epochs_done(self) -> float:
        if self._counted[0] != self.progress.epoch:
            world = self.run.processes.share.dealt
            self._counted = (self.progress.epoch, self.plan.count(self.progress.epoch, world=world))
        return self.progress.epoch + self.progress.batch / self._counted[1]

    def _validate_before(self) -> None:
        found, mean = self._held_out_losses()
        self.run.on_event(self.selection.begin(found, mean))

    def _validate(self) -> None:
        """Validate; what is cancelled midway is made from its beginning when the run is resumed."""
        found, mean = self._held_out_losses()
        verdict = self.selection.judge(found, mean)
        self.optimising.factor = self.selection.rate_factor()
        self.run.on_event(verdict)

    def _held_out_losses(self) -> tuple[Validated, float]:
        """What is held out, and the mean of its losses. Raises TrainingFailed if one is not a number."""
        run, progress = self.run, self.progress
        began = run.clock.seconds
        found = self.held_out.validated(run.forward, on_event=run.on_event, between=self._check_control)
        run.clock.validated(run.clock.seconds - began)
        wrong = [name for name, loss in found.losses.items() if not math.isfinite(loss)]
        if wrong:
            raise TrainingFailed(
                "The validation loss of {0} is not a number after step {1} of stage '{2}'. {3}",
                " and ".join(wrong),
                progress.step,
                self.stage.name,
                self.optimising.advice(),
            )
        return found, self.held_out.mean(found.losses, self.stage.stopping.average)

    def _check_control(self, *, checkpoint: bool = True) -> None:
        """Check the control; amid a validation, wait in a pause. Raises CancelledRun, after a checkpoint."""
        ask = time.monotonic() - self._checked_at > ASK_SECONDS
        cancel, pause, _ = (
            bool(word) for word in self.run.processes.total(self._words() if ask else [0.0] * 3)
        )
        if checkpoint and (cancel or pause):
            self._checkpoint()
        if pause and not cancel:
            cancel = self._pause()
        if cancel:
            raise CancelledRun

    def _checkpoint(self) -> None:
        run = self.run
        self._agree_on_micro_batches()
        run.state.token_budget = run.forward.chunking.token_budget
        run.state.cached = run.forward.chunking.cached
        run.state.loss_scale = self.optimising.scale.state()
        run.state.seconds = run.clock.seconds
        model, optimiser, shards = run.forward.model, self.optimising.optimiser, None
        if is_sharded(model):
            shards = whole(model.state_dict()), whole(moments_of(optimiser))  # of all processes, by all
        if run.processes.is_main:
            path = run.folder.checkpoints.write(model, optimiser, run.state, whole=shards)
            run.written = time.monotonic()
            run.on_event(CheckpointMade(self.progress.total, str(path)))
            logger.info("checkpoint after step %d of %s", self.progress.step, self.stage.name)

    def _agree_on_micro_batches(self) -> None:
        """Use the micro-batches of the process with the least memory in all: a resumed run has only those.

        It costs nothing: the others wait for that one anyway.
        """
        run = self.run
        processes, own = run.processes, run.forward.chunking
        if processes.share.world == 1:
            return
        budgets = [0.0] * processes.share.world
        budgets[processes.share.rank] = own.token_budget
        *budgets, cached = processes.total([*budgets, own.cached])
        agreed = Chunking(int(min(budgets)), cached=cached > 0)
        if agreed != own:
            run.forward.chunking = agreed
            run.on_event(
                Note.of(
                    message(
                        "Another process ran out of memory: all continue in micro-batches of at most {0} "
                        "tokens, with cached gradients.",
                        agreed.token_budget,
                    )
                )
            )

    def _pause(self) -> bool:
        """Wait until the run is wanted again; whether it is to be cancelled instead."""
        run = self.run
        run.on_event(Paused())
        with run.clock.resting():
            while True:
                cancel, pause, _ = run.processes.total(self._words())
                if cancel or not pause:
                    break
                time.sleep(PAUSE_POLL)
        if not cancel:
            run.on_event(Resumed())
        return bool(cancel)

    def _end(self) -> None:
        """Put the best weights into the model and the stage into the run's record."""
        run, progress = self.run, self.progress
        if progress.best_total is None:
            progress.best_step = progress.step
        elif is_sharded(run.forward.model):
            run.processes.barrier(f"best of stage {progress.stage}")  # the first one has written it by then
            load_weights(run.forward.model, run.folder.checkpoints.path(progress.best_total))
        elif run.processes.is_main:
            load_weights(run.forward.model, run.folder.checkpoints.path(progress.best_total))
        if not is_sharded(run.forward.model):
            run.processes.same_weights(run.forward.model)
        gone, over = self._gone_interpolate_weights(), self.over or Message("")
        run.state.stages.append(
            {
                **gone,
                "name": self.stage.name,
                "steps": progress.step,
                "examples": progress.examples,
                "best_step": progress.best_step,
                "measure": self.selection.measure,
                "ndcg_before": progress.before_ndcg,
                "best_ndcg": progress.best_ndcg,
                "validation_before": progress.before,
                "best_validation": progress.best,
                "validation_curve": progress.curve,
                "train_loss_last": progress.train_loss_last,
                "stopped": str(over),
                "early": to_json(over) if progress.step < self.last else None,
            }
        )
        warning = self.selection.warning()
        if warning is not None:
            run.on_event(warning)
        run.on_event(StageEnd(self.stage.name, progress.step, progress.best_step, progress.best, over))
        logger.info("stage %s: %d steps, %s", self.stage.name, progress.step, over)

    def _gone_interpolate_weights(self) -> dict[str, object]:
        run = self.run
        # The model has trial weights then, and what a resumed run needs is written already.
        check = partial(self._check_control, checkpoint=False)
        validated = partial(self.held_out.validated, run.forward, on_event=run.on_event, between=check)
        measures = validated if self.held_out.sizes else None
        return interpolate_weights(run.forward.model, run.recipe.tuning, measures, run.on_event)


def count_validations(stage: Stage, steps: int) -> int:
    """Return the validations after steps of a stage of so many; the last step always has one."""
    return -(-steps // stage.stopping.interval)
