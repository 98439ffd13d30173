"""Search improved from judgements, for the pictures. All of it is scripted: the figures are invented."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from assay.codec import from_json
from assay.query_tuning.types import ImproveReport, StepChange, TuningReport
from assay.registry.card import Card
from assay.registry.packaged_models import packaged_cards
from assay.searching.types import LearnedVersion
from assay.training.recipe.presets import preset
from assay_desktop.background.job import Job
from assay_desktop.pages.training.catalogue import Catalogue
from assay_desktop.pages.training.improvement_runs import (
    Attempt,
    ImproveOptions,
    ImproveRequest,
    Part,
    Source,
    work_of,
)
from assay_desktop.pages.training.improvement_words import improved_by, improved_of
from shots.shot_stage import stage

if TYPE_CHECKING:
    from pathlib import Path

    from assay_desktop.pages.training.page import TrainingPage
    from assay_desktop.theme import ThemeChoice
    from shots.shot_stage import Stage

_BASE, _MODEL = "assay-papers", "assay-papers-tuned-3f9a01c2"
_TOO_FEW: Final = (
    "library: not enough judged queries: 6 of at least 10. Judge the results of more searches, then "
    "try again (4 missing)."
)


_STEPS: Final = (
    StepChange("weights", "hybrid", 64, 0.553, 0.549, (-0.021, 0.012), 0.64, 21, 24, -0.003, 0.55),
    StepChange("ranker", "hybrid", 64, 0.553, 0.574, (0.004, 0.039), 0.018, 33, 19, 0.019, 0.002),
)
_ACTIVE: Final = LearnedVersion(
    step="ranker", meaning=0.8, ranker=(0.0,) * 5, n_queries=38, model=_BASE, revision=7,
    judgements="library", measure="nDCG@10", before=0.553, after=0.571, p=0.02,
    created="2026-01-07T09:15:00+00:00", version="b1e60f2d9a34", active=True,
)  # fmt: skip


def improve_shots(library: Path, out: Path, theme: ThemeChoice) -> None:
    """What is asked, at work, cut short, refused, what came of it, and the card."""
    with stage(library, out, theme=theme, start_engine=False) as scene:
        page = cast("TrainingPage", scene.page("training"))
        _states(scene, page, out)


def _states(scene: Stage, page: TrainingPage, out: Path) -> None:
    page.improve_wanted.emit()
    scene.settle()
    scene.save("improve-first")
    page.improve.show_error(_TOO_FEW)
    scene.save("improve-refused")
    page.improve.strip.hide()
    page.improve.show_options(_options())
    known = [_BASE, _MODEL]
    for key, attempt in _attempts(out).items():
        page.improve.show_attempts([attempt], str(attempt.folder))
        page.improve.show_attempt(attempt, in_use=_BASE, known=known)
        scene.save(f"improve-{key}")
    job = Job("j", "Improve", ("improve",), "running", stage="tune", done=14, total=24, rate=1.9, eta_s=5.3)
    page.improve.show_attempt(None, in_use=_BASE, known=known)
    page.improve.show_work(work_of(job, Part(3, 6)), locked=True)
    scene.save("improve-working")
    page.improve.show_work(None, locked=False)
    page.open_models()
    scene.settle()
    page.models.show_catalogue(_catalogue(), _MODEL)
    scene.save("improve-card")
    page.open_new()
    page.goals.preset_chosen.emit("coder-small")
    scene.settle()
    scene.save("improve-recipe")
    bar = page.setup._area.verticalScrollBar()
    bar.setValue(bar.maximum())
    scene.save("improve-recipe-end")


def _options() -> ImproveOptions:
    release = Source("Pilot@2", "2026-01-08T14:05:00+00:00", 64, 12)
    own = Source("", queries=38, by_paper=9)
    return ImproveOptions((own, release), (), 10, _ACTIVE)


def _attempts(out: Path) -> dict[str, Attempt]:
    """Helpful for new queries, for papers that are asked for again alone, harmful, and cut short."""
    asked = ImproveRequest("Pilot@2", _BASE, 64)
    done = Attempt(out / "20260109-101500-improve-pilot-2", asked, "2026-01-09T10:15:00+00:00", prepared=True)
    helped = improved_of(from_json(_report(clean=(0.594, 0.008)), TuningReport))
    again = improved_of(from_json(_report(clean=(0.561, 0.34)), TuningReport))
    harmed = improved_of(from_json(_report(clean=(0.471, 0.02)), TuningReport))
    learned = ImproveReport("campaign:Pilot/2", 64, _STEPS, "ranker", "3f9a01c20b7e")
    nothing = replace(learned, chosen="", version="")
    return {
        "learned": replace(done, steps=learned),
        "learned-used": replace(done, steps=replace(learned, version=_ACTIVE.version)),
        "nothing": replace(done, steps=nothing),
        "helped-of-steps": replace(
            done, improved=helped, steps=replace(learned, chosen="encoder", version="", tuning=helped.found)
        ),
        "helped": replace(done, improved=helped),
        "again": replace(done, improved=again),
        "harmed": replace(done, improved=harmed),
        "cut-short": done,
    }


def _report(*, clean: tuple[float, float]) -> dict[str, Any]:
    after, p = clean
    rows = (
        _change("all", "meaning", 64, (0.512, (38 * 0.64 + 26 * after) / 64), 0.0004),
        _change("all", "hybrid", 64, (0.553, 0.601), 0.012),
        _change("shared", "meaning", 38, (0.497, 0.64), 0.0002),
        _change("shared", "hybrid", 38, (0.541, 0.62), 0.004),
        _change("clean", "meaning", 26, (0.534, after), p),
        _change("clean", "hybrid", 26, (0.562, 0.571), 0.61),
    )
    return {
        "judgements": "campaign:Pilot/2",
        "base": _BASE,
        "model_id": _MODEL,
        "queries": 64,
        "by_paper": 12,
        "without": 1,
        "folds": 5,
        "shares": [0.5, 0.75, 0.5, 0.25, 0.5],
        "share": 0.5,
        "changes": list(rows),
        "seconds": 312.0,
    }


def _change(group: str, mode: str, n: int, means: tuple[float, float], p: float) -> dict[str, Any]:
    before, after = means
    difference = after - before
    return {
        "group": group,
        "mode": mode,
        "n": n,
        "before": before,
        "after": after,
        "interval": [difference - 0.031, difference + 0.031],
        "p": p,
        "wins": n // 2,
        "losses": n // 5,
    }


def _catalogue() -> Catalogue:
    kept = {"judgements": "campaign:Pilot/2", "against": _BASE, "folds": 5}
    card = Card(
        _MODEL,
        name="assay-papers tuned",
        recipe=preset("coder-small"),
        base={"id": _BASE},
        data=({"name": "lists", "kind": "lists", "n_train": 52, "n_validation": 12},),
        stages=(
            {
                "name": "tune",
                "steps": 36,
                "best_validation": 3.1124,
                "validation_before": 3.4801,
                "share": 0.5,
            },
        ),
        seconds=58.0,
        device="cpu",
        precision="fp32",
        created="2026-01-09T10:20:00+00:00",
        scores={"improvement": {**kept, "changes": _report(clean=(0.561, 0.34))["changes"]}},
    )
    cards = (card, *packaged_cards())
    improved = improved_by(card)
    return Catalogue(
        cards, _BASE, (), ("Pilot",), improved={_MODEL: improved} if improved is not None else {}
    )
