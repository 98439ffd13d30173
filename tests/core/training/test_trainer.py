"""A run from recipe to model: what it learns, says, keeps and refuses."""

from __future__ import annotations

import functools
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from tiny_runs import Made, Opener, card_of, objective, only, recipe, stage, steps
from torch.nn import functional

from assay.errors import ModelError, RecipeError, TrainingFailed
from assay.messages import message
from assay.training.data.examples import Example
from assay.training.data.mixing import batch_plan, stage_seed
from assay.training.loop.selection import Selection
from assay.training.loop.trainer import train
from assay.training.loop.validation import Validated
from assay.training.recipe.recipe import Keep, OptimiserSpec, Recipe, Stage, StoppingSpec
from assay.training.recipe.recipe_file import parse_recipe, read_recipe
from assay.training.runs.card import without_paths
from assay.training.runs.checkpoint import Checkpoints, StageProgress, read_state
from assay.training.runs.control import ControlFile, Interruptible
from assay.training.runs.events import (
    CheckpointMade,
    End,
    Event,
    Note,
    Paused,
    Reading,
    Resumed,
    StageEnd,
    Start,
    Validation,
    from_json,
    to_json,
)

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer


@dataclass
class Ran:
    result: End
    events: list[Event]
    out: Path


def run(made: Recipe, out: Path, **options: Any) -> Ran:
    events: list[Event] = []
    options = {"open_source": Opener(), "on_event": events.append} | options
    return Ran(train(made, out=out, folder=out.parent, **options), events, out)


def load(folder: Path) -> SentenceTransformer:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(folder), device="cpu", local_files_only=True)


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "model.safetensors")


def losses(ran: Ran) -> list[float]:
    return [step.loss for step in steps(ran.events)]


# -- what is learnt ---------------------------------------------------------------------------------------


def plain_training(base: Path, made: Stage, *, seed: int, train: Made) -> tuple[list[float], Any]:
    """The same stage in plain PyTorch: padded batches, cross-entropy, AdamW, a linear schedule."""
    model = load(base).train()
    model.max_seq_length = 48
    decays = [p for p in model.parameters() if p.ndim >= 2]
    others = [p for p in model.parameters() if p.ndim < 2]
    rate = made.optimiser.learning_rate
    groups = [{"params": decays, "weight_decay": made.optimiser.weight_decay}, {"params": others}]
    optimiser = torch.optim.AdamW(groups, lr=rate, eps=made.optimiser.epsilon, weight_decay=0.0)
    batches = batch_plan(made, {train.name: len(train)}, seed=seed).batches(0)
    seen = []
    for step in range(made.max_steps):
        optimiser.zero_grad()
        total = 0.0
        for _ in range(made.gradient_accumulation_steps):
            examples = [train.example(index, 0) for _, index in next(batches)]
            vectors = [
                model(model.preprocess([getattr(e, part) for e in examples]))["sentence_embedding"]
                for part in ("query", "positive", "negative")
            ]
            q, p, n = (functional.normalize(part, dim=1) for part in vectors)
            loss = functional.cross_entropy(20 * q @ torch.cat([p, n]).T, torch.arange(len(q)))
            (loss / made.gradient_accumulation_steps).backward()
            total += float(loss.detach()) / made.gradient_accumulation_steps
        if made.optimiser.max_grad_norm:
            torch.nn.utils.clip_grad_norm_(model.parameters(), made.optimiser.max_grad_norm)
        for group in optimiser.param_groups:
            group["lr"] = rate * (1 - step / made.max_steps)
        optimiser.step()
        seen.append(total)
    return seen, model


def test_losses_and_weights_are_those_of_a_plain_loop(
    tmp_path: Path, tiny_models: Callable[..., Path]
) -> None:
    base = tiny_models(0.0)
    spec = OptimiserSpec(learning_rate=1e-3, weight_decay=0.1, max_grad_norm=0.5)
    made = stage("one", optimiser=spec, stopping=StoppingSpec(interval=6))
    ran = run(recipe(made, base=str(base)), tmp_path / "run", token_budget=100)
    expected, model = plain_training(base, made, seed=stage_seed(42, 0), train=Made("one", 64, 42))
    assert losses(ran) == pytest.approx(expected, rel=1e-4)
    ours = load(tmp_path / "run" / "model").state_dict()
    for name, value in model.state_dict().items():
        if not name.endswith("key.bias"):  # a softmax does not see it: AdamW enlarges its rounding errors
            torch.testing.assert_close(ours[name], value, atol=2e-4, rtol=1e-3)


def test_the_same_recipe_learns_the_same_and_another_seed_does_not(tmp_path: Path, tiny_base: Path) -> None:
    made = recipe(stage("one", "two"), base=str(tiny_base))
    one, other = (losses(run(made, tmp_path / name)) for name in ("one", "other"))
    assert one == other
    assert losses(run(replace(made, random_seed=1), tmp_path / "seed")) != one


def test_alternate_batches_tell_of_one_objective_at_a_time(tmp_path: Path, tiny_base: Path) -> None:
    made = stage("one", "two", mixing="alternate", gradient_accumulation_steps=1)
    ran = run(recipe(made, base=str(tiny_base)), tmp_path / "run")
    assert [sorted(step.losses) for step in steps(ran.events)] == [["one"], ["two"]] * 3
    both = stage("one", "two", mixing="alternate", gradient_accumulation_steps=2)
    ran = run(recipe(both, base=str(tiny_base)), tmp_path / "both")
    for step in steps(ran.events):
        assert step.loss == pytest.approx(sum(step.losses.values()) / 2)


def test_an_epoch_has_every_batch_once_and_its_last_step_may_have_fewer(
    tmp_path: Path, tiny_base: Path
) -> None:
    made = stage("one", epochs=1, batch_size=4, gradient_accumulation_steps=3, max_steps=100)
    ran = run(recipe(made, base=str(tiny_base)), tmp_path / "run", open_source=Opener(examples=21))
    # 21 examples are 5 batches of 4, which are one step of 3 batches and one of 2
    assert [step.epoch for step in steps(ran.events)] == [0.6, 1.0]
    assert card_of(ran.result)["stages"][0]["examples"] == 20


# -- what comes out ---------------------------------------------------------------------------------------


def test_the_exported_model_gives_the_trained_vectors_wherever_it_is_loaded(
    tmp_path: Path, tiny_base: Path
) -> None:
    from safetensors.torch import load_model

    from assay.encoding import load_encoder
    from assay.types import TaskFormat

    ran = run(recipe(stage("one"), base=str(tiny_base)), tmp_path / "run")
    texts = ["graphs measure at night", "rivers " * 60, "bridges"]
    (best,) = (event.best_step for event in ran.events if isinstance(event, StageEnd))
    trained = load(tiny_base)
    trained.max_seq_length = 48
    load_model(trained, ran.out / "checkpoints" / f"{best:08d}" / "weights.safetensors")
    expected = trained.encode(texts)
    exported = ran.out / "model"
    np.testing.assert_allclose(load(exported).encode(texts), expected, atol=1e-6)
    encoder = load_encoder(str(exported), max_length=48, device="cpu")
    np.testing.assert_allclose(encoder.encode(texts, format=TaskFormat.PRX), expected, atol=1e-5)
    assert not np.allclose(load(tiny_base).encode(texts[:1]), expected[:1], atol=1e-3)
    assert not [path for path in ran.out.rglob("*") if path.suffix in {".bin", ".pt", ".pth", ".pkl"}]


def test_the_card_says_what_was_learnt_from_what(tmp_path: Path, tiny_base: Path) -> None:
    ran = run(recipe(stage("one", "two"), stage("two"), base=str(tiny_base)), tmp_path / "run")
    card = json.loads((ran.out / "card.json").read_text(encoding="utf-8"))
    assert card == card_of(ran.result)
    assert [facts["name"] for facts in card["data"]] == ["one", "two"]
    assert [part["name"] for part in card["stages"]] == ["stage 1", "stage 2"]
    assert [point["step"] for point in card["stages"][0]["validation_curve"]] == [0, 2, 4, 6]
    assert (card["dim"], card["max_length"], card["world"], card["seed"]) == (32, 48, 1, 42)
    named = load(ran.out / "model").named_parameters()
    assert card["parameters"] == sum(p.numel() for name, p in named if "pooler" not in name)
    assert len(card["fingerprint"]) == len(card["base"]["fingerprint"]) == 64
    assert parse_recipe(card["recipe"]) == without_paths(read_recipe(ran.out / "recipe.toml"))
    assert card["base"]["id"] == tiny_base.name
    assert str(tiny_base.parent) not in json.dumps(card), "a card is handed on: no path of the machine"
    assert not (ran.out / "pid").exists()


def test_the_run_folder_holds_every_event_as_it_was_told(tmp_path: Path, tiny_base: Path) -> None:
    ran = run(recipe(stage("one"), base=str(tiny_base)), tmp_path / "run")
    lines = (ran.out / "events.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.dumps(to_json(event)) for event in ran.events] == lines
    assert [from_json(json.loads(line)) for line in lines] == ran.events
    assert [type(event) for event in ran.events[:3]] == [Reading, Reading, Start]
    assert ran.events[-1] == End("finished", "", str(ran.out / "model"))
    step = steps(ran.events)[2]
    assert step.examples_per_second > 0
    assert step.tokens_per_second > step.examples_per_second
    assert step.memory_bytes > 10**7
    assert 0 <= step.loading_share <= 1


# -- stopping early, and stages ---------------------------------------------------------------------------


def worsening(**changes: Any) -> Stage:
    """Learns so fast that it gets worse."""
    spec = OptimiserSpec(learning_rate=0.3, schedule="constant")
    return stage(
        "one", max_steps=40, optimiser=spec, stopping=StoppingSpec(interval=1, patience=2), **changes
    )


def test_no_better_loss_twice_ends_the_stage_and_the_best_weights_are_kept(
    tmp_path: Path, tiny_base: Path
) -> None:
    ran = run(recipe(worsening(), base=str(tiny_base)), tmp_path / "run")
    _, *means = (event.mean for event in ran.events if isinstance(event, Validation))
    best = int(np.argmin(means))
    assert len(means) == best + 3 < 40
    assert min(means[best + 1 :]) >= means[best]
    (end,) = (event for event in ran.events if isinstance(event, StageEnd))
    assert (end.best_step, end.best) == (best + 1, means[best])
    assert ran.result.status == "stopped"
    lefts = [event.patience_left for event in ran.events if isinstance(event, Validation)]
    assert lefts[-3:] == [2, 1, 0]
    kept = load_file(ran.out / "checkpoints" / f"{best + 1:08d}" / "weights.safetensors")
    exported = load(ran.out / "model").state_dict()
    assert all(torch.equal(exported[name], value) for name, value in kept.items())


@pytest.mark.parametrize(("keep", "kept", "left"), [("best", 1, 0), ("last", 3, 2)])
def test_the_last_weights_are_kept_where_what_is_held_out_shall_only_test(
    keep: Keep, kept: int, left: int
) -> None:
    """Losses of .5, .9 and .7: then patience ends nothing."""
    progress = StageProgress(total=100)
    made = stage("one", stopping=StoppingSpec(patience=2, keep=keep))
    for loss in (0.5, 0.9, 0.7):
        progress.step, progress.total = progress.step + 1, progress.total + 1
        told = Selection(made, progress).judge(Validated({"one": loss}), loss)
    assert (progress.best_step, progress.best_total, told.patience_left) == (kept, 100 + kept, left)


def test_a_stage_that_did_not_help_says_so(tmp_path: Path, tiny_base: Path) -> None:
    class Known(Made):
        """The held-out examples themselves, again and again."""

        def example(self, index: int, epoch: int) -> Example:
            return super().example(index, 0)

    opener = Opener(objectives={"one": Known("one held out", 12, 42)})
    made = recipe(stage("one", name="learns", max_steps=20), worsening(name="forgets"), base=str(tiny_base))
    ran = run(made, tmp_path / "run", open_source=opener)
    first, second = card_of(ran.result)["stages"]
    assert first["best_validation"] < first["validation_before"]
    assert second["best_validation"] > second["validation_before"]
    assert second["validation_before"] == pytest.approx(first["best_validation"])
    (note,) = (event.text for event in ran.events if isinstance(event, Note))
    for said in ("'forgets'", f"{second['validation_before']:.4f}", f"{second['best_validation']:.4f}"):
        assert said in note


def test_a_base_that_reads_less_than_is_asked_for_says_so(tmp_path: Path, tiny_base: Path) -> None:
    made = recipe(stage("one", max_steps=1), base=str(tiny_base), max_length=4096)
    ran = run(made, tmp_path / "run")
    length = load(tiny_base)[0].config.max_position_embeddings
    notes = [event.text for event in ran.events if isinstance(event, Note)]
    assert any(f"reads {length} tokens at most" in note and "4096" in note for note in notes)


def validation_by_hand(model: SentenceTransformer, examples: tuple[Example, ...], batch: int) -> list[float]:
    """One loss for each held-out example, in float64."""
    out = []
    for start in range(0, len(examples), batch):
        part = examples[start : start + batch]
        q, p, n = (
            model.encode([getattr(e, side) for e in part], normalize_embeddings=True).astype(np.float64)
            for side in ("query", "positive", "negative")
        )
        scores = 20 * q @ np.concatenate([p, n]).T
        out += list(np.log(np.exp(scores).sum(1)) - np.diag(scores[:, : len(part)]))
    return out


@pytest.mark.parametrize("average", ["objectives", "examples"])
def test_the_validation_loss_is_the_mean_that_the_recipe_asks_for(
    tmp_path: Path, tiny_base: Path, average: str
) -> None:
    views = {"one": 12, "two": 5}

    def uneven(spec: Any, **rest: Any) -> Any:
        return Opener(held_out=views[spec.name])(spec, **rest)

    stopping = StoppingSpec(interval=6, average=average)  # type: ignore[arg-type]
    made = stage("one", "two", stopping=stopping)
    ran = run(recipe(made, base=str(tiny_base)), tmp_path / "run", open_source=uneven)
    before, after = (event for event in ran.events if isinstance(event, Validation))
    assert (before.step, before.best, after.step, after.best) == (0, None, 6, after.mean)
    for told, weights in ((before, tiny_base), (after, ran.out / "model")):
        assert_losses(told, load(weights), uneven, views, average)


def assert_losses(
    told: Validation, model: SentenceTransformer, uneven: Any, views: dict[str, int], average: str
) -> None:
    by_hand = {
        name: validation_by_hand(
            model, uneven(objective(name), folder=None, seed=42, template=None).validation, 4
        )
        for name in views
    }
    # 5 examples in batches of 4: the last would stand alone and is left out
    by_hand["two"] = by_hand["two"][:4]
    for name, rows in by_hand.items():
        assert told.losses[name] == pytest.approx(np.mean(rows), abs=1e-5)
    means = [float(np.mean(rows)) for rows in by_hand.values()]
    share = np.array([1, 1] if average == "objectives" else [12, 5])
    assert told.mean == pytest.approx((means * share).sum() / share.sum(), abs=1e-5)


def test_a_stage_starts_from_the_best_weights_before_it_with_a_fresh_optimiser(
    tmp_path: Path, tiny_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opener = Opener(objectives={"one": Made("one", 64, 5), "two": Made("two", 64, 5)})
    second = replace(stage("two"), name="second")
    chain = run(recipe(worsening(), second, base=str(tiny_base)), tmp_path / "chain", open_source=opener)
    first = run(recipe(worsening(), base=str(tiny_base)), tmp_path / "first", open_source=opener)
    for module in ("stage", "trainer"):  # the second stage's own seed
        monkeypatch.setattr(f"assay.training.loop.{module}.stage_seed", lambda *_: stage_seed(42, 1))
    alone = recipe(second, base=str(first.out / "model"))
    apart = run(alone, tmp_path / "apart", open_source=opener)
    of_second = [step.loss for step in steps(chain.events) if step.stage == "second"]
    assert of_second == losses(apart)


# -- memory, numbers, disk --------------------------------------------------------------------------------


def small_card(monkeypatch: pytest.MonkeyPatch, tokens: int) -> None:
    """From now on, training on a chunk of more padded tokens runs out of memory."""
    from transformers import BertModel

    forward = BertModel.forward

    @functools.wraps(forward)
    def limited(self: BertModel, *args: Any, **kwargs: Any) -> Any:
        if torch.is_grad_enabled() and kwargs["input_ids"].numel() > tokens:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 MiB.\nAnd more words.")
        return forward(self, *args, **kwargs)

    monkeypatch.setattr(BertModel, "forward", limited)


def test_out_of_memory_halves_the_chunks_and_learns_the_same_batches(
    tmp_path: Path, tiny_models: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = recipe(stage("one"), base=str(tiny_models(0.0)))
    whole = run(made, tmp_path / "whole")
    small_card(monkeypatch, 100)
    small = run(made, tmp_path / "small")
    assert losses(small) == pytest.approx(losses(whole), rel=1e-4)
    notes = [event.text for event in small.events if isinstance(event, Note)]
    assert notes
    assert all("Out of memory" in note and "Repeating the batch" in note for note in notes)
    assert "And more words" not in notes[0]
    state = read_state(sorted((small.out / "checkpoints").iterdir())[-1])
    assert state.cached
    assert state.token_budget <= 100


def test_memory_that_does_not_hold_one_text_ends_the_run_in_words(
    tmp_path: Path, tiny_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_card(monkeypatch, 0)
    with pytest.raises(TrainingFailed, match="smaller max_length"):
        run(recipe(stage("one"), base=str(tiny_base)), tmp_path / "run")
    last = (tmp_path / "run" / "events.jsonl").read_text(encoding="utf-8").splitlines()[-1]
    assert json.loads(last)["status"] == "failed"


def poisoned(folder: Path, out: Path) -> Path:
    """A base whose vector of the word "engines" is not a number."""
    model = load(folder)
    word = model.tokenizer.convert_tokens_to_ids("engines")
    with torch.no_grad():
        model[0].model.embeddings.word_embeddings.weight[word] = torch.nan
    model.save(str(out), create_model_card=False)
    return out


@dataclass
class Clean(Made):
    """Never says "engines"."""

    def example(self, index: int, epoch: int) -> Example:
        example = super().example(index, epoch)
        words = (example.query, example.positive, example.negative)
        return Example(*(text.replace("engines", "rivers") for text in words))


@dataclass
class Foul(Clean):
    def example(self, index: int, epoch: int) -> Example:
        return replace(super().example(index, epoch), query="engines")


def test_a_loss_that_is_no_number_stops_the_run_and_names_its_objective(
    tmp_path: Path, tiny_base: Path
) -> None:
    def opener(spec: Any, **rest: Any) -> Any:
        source = Opener()(spec, **rest)
        view = Clean("view", 8, 1)
        kind = Foul if spec.name == "foul" else Clean
        return replace(
            source,
            train=kind(spec.name, 64, 1),
            validation=tuple(view.example(index, 0) for index in range(8)),
        )

    made = stage(
        "clean", "foul", mixing="alternate", gradient_accumulation_steps=1, stopping=StoppingSpec(interval=1)
    )
    base = poisoned(tiny_base, tmp_path / "base")
    with pytest.raises(TrainingFailed, match=r"loss of foul is not a number in step 2 of stage 'stage 1'"):
        run(recipe(made, base=str(base)), tmp_path / "run", open_source=opener)
    latest, faults = Checkpoints(tmp_path / "run" / "checkpoints").latest()
    assert latest is not None
    assert (latest.state.progress.step, faults) == (1, [])


def test_a_full_disk_at_a_checkpoint_is_said_and_leaves_the_one_before(
    tmp_path: Path, tiny_base: Path
) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(event: Event) -> None:
        if isinstance(event, CheckpointMade) and event.step == 2:  # no file may now be larger than this
            resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, before[1]))

    made = recipe(stage("one"), base=str(tiny_base))
    try:
        with pytest.raises(TrainingFailed, match=r"Free some space on the disk and resume.*00000002"):
            run(made, tmp_path / "run", on_event=fill)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [path.name for path in (tmp_path / "run" / "checkpoints").iterdir()] == ["00000002"]
    resumed = run(made, tmp_path / "run", resume=True)
    assert losses(resumed) == losses(run(made, tmp_path / "whole"))[2:]


# -- being told what to do --------------------------------------------------------------------------------


@dataclass
class Script:
    """Answers one word after the other, then "run"; the first one to the first step."""

    words: list[str]
    reading: int = 3  # it is asked before it reads an objective, and before and after the base model

    def wanted(self) -> Any:
        self.reading -= 1
        return self.words.pop(0) if self.words and self.reading < 0 else "run"


def test_a_pause_writes_a_checkpoint_and_changes_nothing(tmp_path: Path, tiny_base: Path) -> None:
    made = recipe(stage("one"), base=str(tiny_base))
    whole = run(made, tmp_path / "whole")
    paused = run(made, tmp_path / "run", control=Script(["run", "run", "pause", "pause", "pause"]))
    assert losses(paused) == losses(whole)
    kinds = [type(event) for event in paused.events]
    place = kinds.index(Paused)
    assert kinds[place - 1 : place + 2] == [CheckpointMade, Paused, Resumed]
    assert steps(paused.events[:place])[-1].step == 3


def test_cancelling_leaves_a_checkpoint_to_resume_from(tmp_path: Path, tiny_base: Path) -> None:
    made = recipe(stage("one"), base=str(tiny_base))
    ran = run(made, tmp_path / "run", control=Script(["run", "pause", "cancel"]))
    assert ran.result == End("cancelled", message("after {0} {0:step|steps}; it can be resumed", 2))
    assert ran.events[-1] == End("cancelled", ran.result.reason)
    assert not (ran.out / "model").exists()
    assert run(made, ran.out, resume=True).result.status == "finished"


def test_the_control_file_is_heard_and_an_old_word_is_not(tmp_path: Path, tiny_base: Path) -> None:
    made = recipe(stage("one"), base=str(tiny_base))
    control = ControlFile(tmp_path / "run" / "control")
    assert control.wanted() == "run"  # there is no file yet

    def cancel(event: Event) -> None:
        if len(steps([event])) and steps([event])[0].step == 3:
            control.ask("cancel")

    assert run(made, tmp_path / "run", on_event=cancel).result.status == "cancelled"
    assert control.wanted() == "cancel"
    control.path.write_text("dance", encoding="utf-8")
    assert control.wanted() == "run"
    control.ask("cancel")
    assert run(made, tmp_path / "run", resume=True).result.status == "finished"


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Ctrl-C as on a terminal: what runs in the background of a shell begins with interrupts ignored."""
    import signal

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_asks_to_cancel_once_and_the_next_one_ends(tmp_path: Path) -> None:
    import signal

    control = Interruptible(ControlFile(tmp_path / "control"))
    before = signal.getsignal(signal.SIGINT)
    with control.listening():
        assert control.wanted() == "run"
        signal.raise_signal(signal.SIGINT)
        assert control.wanted() == "cancel"
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) == before


# -- what is refused --------------------------------------------------------------------------------------


def test_a_base_that_is_missing_or_does_not_fit_its_own_settings_is_refused(
    tmp_path: Path, tiny_base: Path
) -> None:
    with pytest.raises(ModelError, match="no model folder"):
        run(recipe(stage("one"), base=str(tmp_path / "nowhere")), tmp_path / "run")
    wrong = tmp_path / "wrong"
    shutil.copytree(tiny_base, wrong)
    config = json.loads((wrong / "config.json").read_text(encoding="utf-8"))
    (wrong / "config.json").write_text(json.dumps(config | {"intermediate_size": 96}), encoding="utf-8")
    with pytest.raises(ModelError, match="cannot load the model"):
        run(recipe(stage("one"), base=str(wrong)), tmp_path / "other")


def test_a_base_that_says_other_dimensions_than_its_vectors_have_is_refused(
    tmp_path: Path, tiny_base: Path
) -> None:
    wrong = tmp_path / "wrong"
    shutil.copytree(tiny_base, wrong)
    (pooling,) = wrong.glob("*Pooling/config.json")
    config = json.loads(pooling.read_text(encoding="utf-8"))
    (key,) = (key for key in config if "dimension" in key)
    pooling.write_text(json.dumps(config | {key: config[key] + 16}), encoding="utf-8")
    with pytest.raises(ModelError, match=rf"{config[key] + 16} dimensions, and they have {config[key]}\."):
        run(recipe(stage("one"), base=str(wrong)), tmp_path / "run")


def test_data_that_fill_no_batch_and_texts_that_are_empty_are_refused(
    tmp_path: Path, tiny_base: Path
) -> None:
    made = recipe(stage("one", batch_size=32), base=str(tiny_base))
    with pytest.raises(RecipeError, match=r"one: 9 examples.*do not fill a batch of 32") as raised:
        run(made, tmp_path / "few", open_source=Opener(examples=9))
    assert (raised.value.code, raised.value.sizes) == ("batch_too_large", {"one": 9})
    once = recipe(stage("one", batch_size=32, epochs=2), base=str(tiny_base))
    with pytest.raises(RecipeError, match=r"one: 9 examples.*do not fill a batch of 32"):
        run(once, tmp_path / "once", open_source=Opener(examples=9))

    class Hollow(Made):
        def example(self, index: int, epoch: int) -> Example:
            return replace(super().example(index, epoch), positive=" \n")

    opener = Opener(objectives={"one": Hollow("one", 64, 1)})
    with pytest.raises(RecipeError, match=r"Objective 'one': the positive of example \d+ is empty"):
        run(made, tmp_path / "hollow", open_source=opener)


def test_a_folder_that_holds_a_run_is_not_written_over(tmp_path: Path, tiny_base: Path) -> None:
    made = recipe(stage("one"), base=str(tiny_base))
    ran = run(made, tmp_path / "run")
    before = weights(ran.out / "model")
    with pytest.raises(RecipeError, match="holds a run already"):
        run(made, tmp_path / "run")
    assert weights(ran.out / "model").keys() == before.keys()


def test_bf16_on_a_processor_falls_back_to_fp32_and_says_so(tmp_path: Path, tiny_base: Path) -> None:
    ran = run(recipe(stage("one"), base=str(tiny_base), precision="bf16"), tmp_path / "run")
    (note,) = only(ran.events, Note)
    assert note == Note.of(message("{0} does not train in {1}; the run continues in fp32.", "cpu", "bf16"))
    assert note.text == "cpu does not train in bf16; the run continues in fp32."
    assert card_of(ran.result)["precision"] == "fp32"
