"""Trained models, checks and questions for the pictures. All of it is scripted: the figures are invented."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from assay.codec import to_json
from assay.encoding.multiformat.sizes import ModelSize
from assay.encoding.multiformat.spec import FORMATS, FormatSpec
from assay.goals.library_goals import training_goals
from assay.messages import Message
from assay.models.types import ModelComparison, ModelScores, PromotionPlan, TrainingOverlap
from assay.registry.card import Card
from assay.registry.packaged_models import packaged_cards
from assay.training.recipe.presets import preset
from assay.training.types import Estimate, ObjectiveEstimate, StageEstimate
from assay.types import Comparison
from assay_desktop.background.work import Work
from assay_desktop.pages.training.catalogue import Catalogue
from assay_desktop.pages.training.recipe.draft import Problem
from assay_desktop.shell.widgets.closing import ClosingBox
from shots.shot_stage import dialog, wait

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from assay_desktop.pages.training.page import TrainingPage
    from shots.shot_stage import Stage

_IN_USE: Final = "all-MiniLM-L6-v2"
_JUDGED, _CROPS, _FOLDER = "judgements-and-crops-5f0c21aa", "iclr-crops-91b7d3e4", "my-folder-0c4de812"
_WARNING: Final = (
    f"{_JUDGED} learned from 9 of the 12 test queries. 3 queries are left: there the difference is +0.0110 "
    "(nDCG@10 0.4010 against 0.3900, p = 0.5100)."
)


def model_shots(scene: Stage, page: TrainingPage) -> None:
    """The models with their cards: measured, measured badly, laid beside each other, damaged, at work."""
    page.open_models()
    scene.settle()
    page.models.show_catalogue(catalogue(), _JUDGED)
    scene.save("training-models")
    card = page.models.card
    card.tabs.setCurrentIndex(1)
    scene.save("training-models-recipe")
    rows = [
        ("recipe.random_seed", 42, 7),
        ("recipe.stages[1].loss.scale", 20.0, 10.0),
        ("seconds", 512.4, 1290.0),
    ]
    page.models.show_diff(_JUDGED, _CROPS, rows)
    scene.save("training-models-differences")
    card.tabs.setCurrentIndex(0)
    page.models.show_work(
        Work(f"Measuring {_JUDGED} · encoding · 48 of 156", 48, 156, can_cancel=True), locked=False
    )
    scene.save("training-models-measuring")
    page.models.show_work(None, locked=False)
    page.models.show_error(f"{_JUDGED} could not be measured: the release 2 of Pilot is not there.")
    scene.save("training-models-failure")
    page.models.strip.hide()
    page.models.table.selectRow(2)
    scene.save("training-models-added")
    page.models.table.selectRow(3)
    scene.save("training-models-damaged")


def setup_shots(scene: Stage, page: TrainingPage) -> None:
    """A new training: its form, two stages, what a check found, and what it found wrong."""
    page.open_new()
    page.goals.show_goals(training_goals(scene.context.jobs.location))
    scene.settle()
    scene.save("training-goals")
    page.goals.preset_chosen.emit("judgements-small")
    scene.settle()
    scene.save("training-new")
    page.setup.show_preflight(_preflight())
    page.setup.tabs.setCurrentIndex(1)
    scene.save("training-check")
    text = "A batch needs 16 examples; there are 10 (judgements: 10). Set Batch to 10 or less, or add data."
    page.setup.show_check_failure(
        Problem(text, "stages[1].batch_size", advice="Set Batch to 10 or less, or add data.")
    )
    scene.save("training-check-failed")
    page.setup.preflight.show_nothing()
    page.setup.tabs.setCurrentIndex(0)
    _dialog_shots(scene, page)


def result_shots(scene: Stage, page: TrainingPage, runs: Path) -> None:
    """A finished run whose model was compared."""
    run = next(path for path in runs.iterdir() if path.name.endswith("-finished"))
    page.run_chosen.emit(str(run))
    wait(lambda: False, 0.6)
    page.run.result.show_model(_JUDGED, in_use=False, campaigns=("Pilot",), work=None, locked=False)
    scene.save("training-result")
    page.run.show_comparison(comparison())
    scene.save("training-result-compared")
    page.run.result.show_model(
        _JUDGED,
        in_use=False,
        campaigns=("Pilot",),
        work=Work(f"Measuring {_JUDGED} · encoding · 48 of 156", 48, 156, can_cancel=True),
        locked=False,
    )
    scene.save("training-result-measuring")


def catalogue() -> Catalogue:
    """Two trained models, one that was added, and one that is damaged."""
    recipe = preset("cropping-small")
    trained = Card(
        _JUDGED,
        name="judgements and crops",
        dim=384,
        max_length=256,
        fingerprint="5f0c21aa" * 8,
        recipe=recipe,
        base={"id": _IN_USE},
        data=(
            {"name": "crops", "kind": "cropping", "n_train": 124_872, "n_validation": 256},
            {"name": "judgements", "kind": "judgements", "n_train": 4180, "n_validation": 220},
        ),
        stages=({"name": "mixed", "steps": 600, "best_validation": 0.6113},),
        seconds=512.4,
        device="cuda:0",
        precision="bf16",
        versions={"python": "3.11.7", "torch": "2.8.0", "sentence-transformers": "6.0.1"},
        seed=42,
        parameters=22_565_376,
        created="2026-01-09T09:10:00+00:00",
        scores={
            "a": _kept("library", _IN_USE, 0.035, "2026-01-09T10:00:00+00:00", warning=_WARNING),
            "b": _kept("beir:scifact/test", _CROPS, -0.012, "2026-01-09T09:40:00+00:00", p=0.21),
            "speed": {
                "one": 96.4,
                "every": 94.0,
                "n_vectors": 3,
                "n_texts": 64,
                "device": "cpu",
                "created": "2026-01-09T10:20:00+00:00",
            },
        },
    )
    crops = Card(
        _CROPS,
        name="iclr crops",
        dim=384,
        max_length=256,
        recipe=recipe,
        base={"id": _IN_USE},
        device="cpu",
        precision="fp32",
        seconds=1290.0,
        created="2026-01-04T08:00:00+00:00",
        scores={"a": _kept("beir:cisi/test", _IN_USE, 0.012, "2026-01-04T12:00:00+00:00", p=0.03)},
    )
    added = Card(_FOLDER, name="my folder", dim=384, max_length=256, created="2026-01-02T08:00:00+00:00")
    damaged = Card(
        "old-run-77aa00ff",
        name="old-run-77aa00ff",
        damage="card.json cannot be read (Expecting value: line 1 column 1 (char 0))",
    )
    sizes = {
        _JUDGED: ModelSize(
            "pools",
            22_565_376,
            dict(zip(FORMATS, (197_056, 0, 0, 197_056), strict=True)),
            specs=(FormatSpec("pools"),),
        ),
        _CROPS: ModelSize(
            "adapters", 22_565_376, dict.fromkeys(FORMATS, 112_992), specs=(FormatSpec("adapters"),)
        ),
        _FOLDER: ModelSize("", 22_565_376),
    }
    return Catalogue(
        (trained, crops, added, damaged, *packaged_cards()), _IN_USE, (_CROPS,), ("Pilot",), sizes
    )


def comparison() -> ModelComparison:
    """What measuring the first model answers."""
    one = _test("nDCG@10", 0.412, 0.035, p=0.011)
    return ModelComparison(
        test_set="library",
        n_papers=156,
        n_queries=12,
        model=ModelScores(_JUDGED, "", 640, {"nDCG@10": 0.447, "AP": 0.361}, 0.98),
        against=ModelScores(_IN_USE, "", 640, {"nDCG@10": 0.412, "AP": 0.342}, 1.0),
        comparisons=(one, _test("AP", 0.342, 0.019, p=0.09)),
        condensed=None,
        notes=("Only 12 queries are judged: a difference must be large to be seen.",),
        seed=0,
        created="2026-01-09T10:00:00+00:00",
        overlap=TrainingOverlap(9, 0, 3, 0, 0, _test("nDCG@10", 0.39, 0.011, p=0.51), _WARNING),
    )


def _test(measure: str, base: float, difference: float, *, p: float) -> Comparison:
    low, high = difference - 0.027, difference + 0.027
    return Comparison(
        measure, 12, base, base + difference, difference, low, high, p, p, 0.5, 8, 1, 3, draws=2048
    )


def _kept(
    on: str, against: str, difference: float, created: str, *, p: float = 0.011, warning: str = ""
) -> dict[str, Any]:
    """What a card keeps of a comparison."""
    mean = {"nDCG@10": 0.412 + difference, "AP": 0.361, "RR": 0.71, "P@5": 0.52, "R@100": 0.93}
    baseline = {"nDCG@10": 0.412, "AP": 0.342, "RR": 0.69, "P@5": 0.5, "R@100": 0.93}
    found = replace(
        comparison(),
        test_set=on,
        model=ModelScores(_JUDGED, "", 640, mean, 0.98),
        against=ModelScores(against, "", 640, baseline, 1.0),
        comparisons=(_test("nDCG@10", 0.412, difference, p=p),),
        created=created,
        overlap=TrainingOverlap(9, 0, 3, 0, 0, None, warning) if warning else None,
    )
    answer: dict[str, Any] = to_json(found)
    return answer


def _preflight() -> Estimate:
    text = "Dense retrieval learns a vector for every paper and ranks them by how near they lie to the query."
    example = {"query": "retrieval by vectors", "positive": text, "negative": "On the parsing of long texts."}
    facts = ObjectiveEstimate(
        "judgements",
        "judgements",
        10,
        2,
        {"judgements of a query's own paper": 3},
        9.6,
        9.6,
        512.0,
        (example,),
    )
    return Estimate(
        name="judgements",
        base=_IN_USE,
        parameters=22_565_376,
        dim=384,
        device="cpu",
        precision="fp32",
        seconds=340.0,
        memory_bytes=1_100_000_000,
        worst_memory_bytes=2_400_000_000,
        stages=(StageEstimate("judgements", 12, 8, (facts,), 28.0, 1, 4.0, 340.0),),
        notes=("Time is without early stopping.",),
        messages=(Message("Time is without early stopping."),),
    )


def _dialog_shots(scene: Stage, page: TrainingPage) -> None:
    """Each question as it stands over the window."""
    asks: dict[str, Callable[[], None]] = {
        "promote": partial(
            page.ask_promotion, PromotionPlan(_JUDGED, _IN_USE, 156, 0, 156, 48.0), comparison()
        ),
        "second": partial(page.ask_second, "crops-then-judgements"),
        "delete": partial(page.ask_run_deletion, "crops-then-judgements"),
        "discard": partial(page.ask_discard, "my recipe", opened="zeta-small"),
    }
    for key, ask in asks.items():
        ask()
        asked = dialog()
        if asked is not None:
            scene.save(f"training-ask-{key}", asked)
            asked.close()
    box = ClosingBox(page, ["crops-then-judgements"])
    box.open()
    scene.save("training-ask-closing", box)
    box.close()
    box.deleteLater()
