"""A run: from a recipe to a model's folder and its card, resumable after any interruption."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Protocol

from assay.codec import from_json
from assay.encoding.devices import claim_cores
from assay.encoding.formats import TextTemplate
from assay.errors import AssayError, RecipeError, TrainingFailed
from assay.messages import Message, message
from assay.training.data.examples import Source
from assay.training.data.mixing import batch_plan, stage_seed
from assay.training.data.objectives.query_keys import without_choice
from assay.training.loop.batches import count_steps
from assay.training.loop.distributed import Processes, joined
from assay.training.loop.memory import is_out_of_memory
from assay.training.loop.stage import CancelledRun, Run, StageRun, count_validations
from assay.training.loop.throughput import Clock
from assay.training.model.base_model import (
    Base,
    add_heads,
    export_model,
    forget_pools,
    join_lists,
    keep_pools,
    length_notes,
    load_base,
    with_separator,
)
from assay.training.model.forward import TOKEN_BUDGETS, Chunking, Forward, read_tokens
from assay.training.model.low_rank import merge_lora
from assay.training.model.precision import choose_precision
from assay.training.model.sharding import fill, is_sharded, shard, whole
from assay.training.recipe.objective_spec import ObjectiveSpec
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe, write_recipe
from assay.training.runs.card import make_card
from assay.training.runs.checkpoint import Checkpoint, RunState, StageProgress
from assay.training.runs.control import Control
from assay.training.runs.events import End, EndStatus, Event, EventSink, Note, Reading, ignore_event
from assay.training.runs.run_folder import RunFolder
from assay.training.types import SourceFacts

logger = logging.getLogger(__name__)


class OpenSource(Protocol):
    """How an objective's files become examples; `assay.training.data.objectives.open_source` does it."""

    def __call__(self, spec: ObjectiveSpec, *, folder: Path, seed: int, template: TextTemplate) -> Source:
        """Raise RecipeError."""


def train(
    recipe: Recipe,
    *,
    out: Path,
    folder: Path,
    resume: bool = False,
    on_event: EventSink = ignore_event,
    control: Control | None = None,
    base: Path | None = None,
    open_source: OpenSource | None = None,
    token_budget: int | None = None,
    accepted: Callable[[], None] = lambda: None,
) -> End:
    """Train what the recipe asks for in the run folder `out`; its relative paths start at `folder`.

    Events are appended to `out`/events.jsonl and handed to `on_event`. `control` is asked once a step whether
    to pause or cancel; without one it is the file `out`/control. `base` is the base model's folder where the
    caller knows it better than the recipe's name says. `token_budget` overrules the padded tokens of a
    chunk. `accepted` is called once all is found sound and before anything is learned, again on a resume.

    Started by `torchrun` or `accelerate launch`, every process trains on its own share of the batches, and
    the first one writes, tells and accepts; all must see `out`, also where they are of several machines.
    Only its end names a model, whose card lies in `out`.

    Raises RecipeError, ModelError or TrainingFailed; in every case what was there before is as it was.
    """
    recipe = with_separator(recipe, base)
    with joined(recipe.device, what=write_recipe(recipe)) as processes:
        if processes.device == "cpu":
            claim_cores()
        run_folder = RunFolder(out)
        if processes.is_main:
            run_folder.begin(resume=resume)
        say = _EventLog(run_folder, on_event) if processes.is_main else ignore_event
        try:
            with run_folder.logging() if processes.is_main else nullcontext():
                trainer = _Trainer(recipe, processes, run_folder, say, control or run_folder.control)
                try:
                    result = trainer.train(
                        resume=resume,
                        base=base,
                        open_source=open_source or _default_open_source(),
                        folder=folder,
                        token_budget=token_budget,
                        accepted=accepted,
                    )
                except CancelledRun:
                    result = trainer.cancelled(accepted)
        except BaseException as error:
            reason = str(error) if isinstance(error, AssayError) else f"{type(error).__name__}: {error}"
            with suppress(TrainingFailed):  # the disk may be full, which is the error then
                say(End("failed", reason))
            raise
        finally:
            if processes.is_main:
                run_folder.end()
    return result


def open_sources(
    recipe: Recipe, *, folder: Path, open_source: OpenSource | None = None
) -> list[dict[str, Source]]:
    """Return, for each stage, objective -> its examples. Objectives asked for twice are opened once."""
    open_source = open_source or _default_open_source()
    template = TextTemplate(separator=recipe.separator)
    opened: dict[ObjectiveSpec, Source] = {}
    for number, stage in enumerate(recipe.stages, start=1):
        for place, spec in enumerate(stage.objectives, start=1):
            alike = replace(spec, weight=0.0)
            if alike in opened:
                continue
            try:
                opened[alike] = open_source(spec, folder=folder, seed=recipe.random_seed, template=template)
            except RecipeError as error:
                error.key = f"stages[{number}].objectives[{place}].path"
                raise
    return [
        {spec.name: opened[replace(spec, weight=0.0)] for spec in stage.objectives} for stage in recipe.stages
    ]


def sizes_of(sources: Mapping[str, Source]) -> dict[str, int]:
    """Return the training examples of each objective."""
    return {name: len(source.train) for name, source in sources.items()}


def stage_steps(recipe: Recipe, number: int, sizes: Mapping[str, int], *, world: int = 1) -> int:
    """Return the steps of stage `number` (from 0), with objectives of these sizes, if nothing stops it."""
    stage = recipe.stages[number]
    plan = batch_plan(stage, sizes, seed=stage_seed(recipe.random_seed, number))
    return count_steps(
        plan,
        gradient_accumulation_steps=stage.gradient_accumulation_steps,
        epochs=stage.epochs,
        most=stage.max_steps,
        world=world,
    )


def _default_open_source() -> OpenSource:
    from assay.training.data.objectives import open_source

    return open_source


class _EventLog:
    """Write every event into the run's folder and hand it to the caller."""

    def __init__(self, folder: RunFolder, on_event: EventSink) -> None:
        self._folder = folder
        self._on_event = on_event

    def __call__(self, event: Event) -> None:
        self._folder.append(event)
        self._on_event(event)


class _Trainer:
    def __init__(
        self, recipe: Recipe, processes: Processes, folder: RunFolder, on_event: EventSink, control: Control
    ) -> None:
        self.recipe = recipe
        self.processes = processes
        self.folder = folder
        self.on_event = on_event
        self.control = control
        self.run: Run | None = None  # once all is read

    def train(
        self,
        *,
        resume: bool,
        base: Path | None,
        open_source: OpenSource,
        folder: Path,
        token_budget: int | None,
        accepted: Callable[[], None],
    ) -> End:
        sources = open_sources(self.recipe, folder=folder, open_source=self._announced(open_source))
        self._check_control(Reading(f"the base model {self.recipe.base}"))
        load = partial(load_base, self.recipe, folder=base, data=folder)
        model = load(device=self.processes.device)
        add_heads(self.recipe, model.model, sources)
        join_lists(model, sources)
        if self.recipe.shard_weights and self.processes.share.world > 1:
            self.processes.same_weights(model.model)
            shard(model.model, device=self.processes.device, world=self.processes.share.world)
        self._check_control()
        state = RunState(
            recipe=write_recipe(self.recipe),
            base=model.fingerprint,
            data=[asdict(facts) for facts in facts_of(self.recipe, sources)],
            world=self.processes.share.world,
            device=self.processes.device,
            token_budget=token_budget or TOKEN_BUDGETS[self.processes.device.partition(":")[0]],
        )
        checkpoint = self._checkpoint(state) if resume else None
        self.processes.barrier("ready")  # before anything is written: what one finds wrong stops all
        if self.processes.is_main:
            accepted()
            self.folder.write_recipe(state.recipe)
        keep_pools(model, self.folder.folder, rank=self.processes.share.rank)
        if checkpoint is not None:
            share = replace(self.processes.share, began=checkpoint.state.world)
            self.processes = replace(self.processes, share=share)
        run = self.run = self._run(model, state if checkpoint is None else checkpoint.state)
        if checkpoint is not None:
            run.resumed_from = checkpoint.folder
        try:
            self._stages(run, sources)
        except (RuntimeError, MemoryError) as error:
            if not is_out_of_memory(error):
                raise
            raise TrainingFailed(
                "There is not enough memory even outside a batch: {0}. Resume the run on another device, "
                "such as the CPU, or start a new one with a smaller base model.",
                error,
            ) from error
        if is_sharded(model.model):
            weights = whole(model.model.state_dict())  # of all processes, by all
            model = load(device="cpu") if self.processes.is_main else model
            if self.processes.is_main:
                fill(model.model, weights)
        return self._finish(run, model)

    def cancelled(self, accepted: Callable[[], None]) -> End:
        """Return what became of a run that is not wanted any more; what a resume needs is there."""
        if self.processes.is_main and not self.folder.recipe.exists():
            accepted()
            self.folder.write_recipe(write_recipe(self.recipe))
        end = End("cancelled", _how_far(self.run))
        self.on_event(end)
        return end

    def _announced(self, open_source: OpenSource) -> OpenSource:
        def announced(spec: ObjectiveSpec, *, folder: Path, seed: int, template: TextTemplate) -> Source:
            self._check_control(Reading(f"{spec.name}: {Path(spec.path).name}"))
            return open_source(spec, folder=folder, seed=seed, template=template)

        return announced

    def _check_control(self, reading: Reading | None = None) -> None:
        """Tell what is read next. Raises CancelledRun, on all processes, where the run is not wanted."""
        cancel = self.processes.is_main and self.control.wanted() == "cancel"
        if self.processes.total([float(cancel)])[0]:
            raise CancelledRun
        if reading is not None:
            self.on_event(reading)

    def _run(self, base: Base, state: RunState) -> Run:
        choice = choose_precision(self.recipe.precision, self.processes.device)
        for note in filter(None, [choice.note, *length_notes(self.recipe, base)]):
            self.on_event(Note.of(note))
        chunking = Chunking(state.token_budget, cached=state.cached)
        cores = claim_cores() if self.processes.device == "cpu" else 1
        agree = self.processes.most if is_sharded(base.model) else None
        return Run(
            recipe=self.recipe,
            forward=Forward(base.model, chunking, numbers=choice.numbers, cores=cores, agree=agree),
            processes=self.processes,
            folder=self.folder,
            on_event=self.on_event,
            control=self.control,
            state=state,
            clock=Clock(state.seconds),
        )

    def _checkpoint(self, state: RunState) -> Checkpoint | None:
        """Return the checkpoint to resume; RecipeError if it is of another recipe, base, data or size."""
        latest, faults = self.folder.checkpoints.latest()
        if latest is None and faults:
            raise TrainingFailed(
                "{0} No other checkpoint of the run in {1} is sound; all are left as they are. Resume "
                "with the version of Assay that wrote them, or start a new run in another folder.",
                faults[0],
                self.folder.folder,
            )
        if latest is None:
            self._check_unfinished()
            self.on_event(Note.of(message("There is no checkpoint yet: the run starts from the beginning.")))
            return None
        self._check_same(latest.state, state)
        for fault in faults:
            self.on_event(Note.of(fault))
        _move(latest.state, to=state)
        return latest

    def _check_unfinished(self) -> None:
        """Refuse a run that gave its checkpoints up: it is finished. One without any yet has its recipe."""
        where = message("The run in {0}", self.folder.folder)
        if self.folder.card.exists():
            raise RecipeError("{0} has finished. Start a new run in another folder to train more.", where)
        if self.folder.recipe.exists():
            known = parse_recipe(self.folder.recipe.read_text(encoding="utf-8"))
            _check_same_recipe(where, known, self.recipe)

    def _check_same(self, old: RunState, new: RunState) -> None:
        where = message("The run in {0}", self.folder.folder)
        _check_same_recipe(where, parse_recipe(old.recipe), self.recipe)
        gathers = any(stage.loss.gather_across_devices for stage in self.recipe.stages)
        changes = {
            message("its base model has changed"): old.base != new.base,
            message("its data files have changed"): old.data != new.data,
            message("it began with {0} processes", old.world): bool(
                old.world % new.world or (gathers and old.world != new.world)
            ),
        }
        for change, applies in changes.items():
            if applies:
                raise RecipeError(
                    "{0} cannot be resumed: {1}. Start a new run in another folder.", where, change
                )

    def _stages(self, run: Run, sources: Sequence[Mapping[str, Source]]) -> None:
        steps = [
            stage_steps(self.recipe, number, sizes_of(opened), world=self.processes.share.dealt)
            for number, opened in enumerate(sources)
        ]
        for number in range(run.state.progress.stage, len(sources)):
            run.steps_after = sum(steps[number + 1 :])
            run.validations_after = sum(
                1 + count_validations(self.recipe.stages[later], steps[later])
                for later in range(number + 1, len(sources))
                if any(source.validation for source in sources[later].values())
            )
            StageRun(run, self.recipe.stages[number], sources[number]).work()
            run.state.progress = StageProgress(stage=number + 1, total=run.state.progress.total)

    def _finish(self, run: Run, base: Base) -> End:
        early = [why for stage in run.state.stages if (why := stage.pop("early"))]
        status: EndStatus = "stopped" if early else "finished"
        reason = from_json(early[-1], Message) if early else ""
        forget_pools(base)
        if not self.processes.is_main:
            return End(status, reason)
        read_tokens(base.model, [self.recipe.name])  # a tokenizer's file tells how it was used last
        if self.recipe.lora.rank:
            merge_lora(base.model)
        self.folder.card.unlink(missing_ok=True)  # it goes with a model, and comes after it
        export_model(base.model, self.folder.model)
        card = make_card(
            self.recipe,
            base,
            run.state,
            model=self.folder.model,
            device=self.processes.device,
            precision=run.forward.numbers,
            seconds=run.clock.seconds,
        )
        self.folder.write_card(card)
        end = End(status, reason, str(self.folder.model))
        self.on_event(end)
        logger.info("trained %s, %.0f s", self.recipe.name, run.clock.seconds)
        return end


def _how_far(run: Run | None) -> Message:
    if run is None:
        return message("before it began to train; it can be resumed")
    total = run.state.progress.total
    if total == 1:
        return message("after 1 step; it can be resumed")
    return message("after {0} {0:step|steps}; it can be resumed", f"{total:,}")


def _move(old: RunState, *, to: RunState) -> None:
    """Move a run to a device of another kind: it begins there with that kind's chunks."""
    if old.device.partition(":")[0] != to.device.partition(":")[0]:
        old.token_budget, old.cached = to.token_budget, to.cached
    old.device = to.device
    old.data = to.data


def _check_same_recipe(where: Message, old: Recipe, new: Recipe) -> None:
    """Refuse another recipe: only the run's name and device may change, all else decides what it learns."""
    old = replace(old, name=new.name, device=new.device)
    if old == new:
        return
    pairs = zip(write_recipe(old).splitlines(), write_recipe(new).splitlines(), strict=False)
    changed = (message("'{0}' became '{1}'", one, other) for one, other in pairs if one != other)
    differing = next(changed, message("keys were added"))
    raise RecipeError(
        "{0} was begun with another recipe: {1}. Start a new run in another folder.", where, differing
    )


def facts_of(recipe: Recipe, sources: Sequence[Mapping[str, Source]]) -> Iterator[SourceFacts]:
    """Yield what each source says of itself, once; where all its stages keep the last weights, none chose."""
    chose = {
        id(source)
        for stage, opened in zip(recipe.stages, sources, strict=True)
        for source in opened.values()
        if stage.stopping.keep == "best"
    }
    distinct = {id(source): source for opened in sources for source in opened.values()}
    for key, source in distinct.items():
        yield source.facts if key in chose else without_choice(source.facts)
