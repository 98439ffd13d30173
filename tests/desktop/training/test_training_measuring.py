"""What the presenter of the models asks for and when, and what it makes of the answers."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from PySide6.QtWidgets import QApplication
from run_script import COMPARISON

from assay.codec import to_json
from assay.encoding import BASE_MODEL, DEFAULT_MODEL
from assay.models.types import ExportedModel, ModelComparison, PromotionPlan, kept_comparisons
from assay.registry.card import Card
from assay.registry.packaged_models import packaged_cards
from assay_desktop.pages.training.catalogue import Catalogue
from assay_desktop.pages.training.comparisons import measure_rows, verdict
from assay_desktop.pages.training.presenters.models import ModelsPresenter

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.training.page import TrainingPage


def compared(answer: dict[str, Any]) -> ModelComparison:
    (found,) = kept_comparisons([answer])
    return found


def test_an_answer_becomes_a_table_and_a_verdict() -> None:
    found = compared(COMPARISON)
    assert [(row.measure, row.old, row.new, row.p) for row in measure_rows(found)] == [
        ("nDCG@10", 0.4, 0.5, 0.0004),
        ("Judged@10", 1.0, 1.0, None),
    ]
    assert (
        verdict(found) == "crops-12345678 is better than base in nDCG@10: +0.100 over 12 queries, p < 0.001."
    )


def test_a_difference_that_may_be_chance_is_not_called_one() -> None:
    row = COMPARISON["comparisons"][0] | {"p_randomisation": 0.08}
    said = verdict(compared(COMPARISON | {"comparisons": [row]}))
    assert said == "No significant difference from base in nDCG@10 (12 queries, p = 0.080)."


@pytest.mark.parametrize("score", [0.3, {"nDCG@10": 0.3}, COMPARISON | {"comparisons": []}])
def test_a_score_of_another_program_is_passed_over(score: object) -> None:
    assert kept_comparisons([score]) == []


def test_measuring_is_a_job_on_what_was_chosen(models: ModelsPresenter, context: AppContext) -> None:
    models.evaluate("crops-12345678", "library")
    models.evaluate("crops-12345678", "campaign:Pilot, two raters")
    models.evaluate("crops-12345678", "beir:/data/scifact")
    assert [job.args[2:] for job in context.jobs.all()] == [
        ("crops-12345678",),
        ("crops-12345678", "--campaign", "Pilot, two raters"),
        ("crops-12345678", "--beir", "/data/scifact"),
    ]


PLAN = PromotionPlan("crops-12345678", DEFAULT_MODEL, n_papers=30, n_indexed=0, n_new=30, seconds=90.0)


def answering(answer: object, words: list[tuple[str, ...]]) -> Any:
    def command(_location: object, *given: str) -> list[str]:
        words.append(given)
        return [sys.executable, "-c", f"print({json.dumps(json.dumps(to_json(answer)))})"]

    return command


def test_a_promotion_is_planned_asked_for_once_and_done_by_a_job_with_its_index(
    view: Mock, models: ModelsPresenter, context: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    words: list[tuple[str, ...]] = []
    monkeypatch.setattr("assay_desktop.background.command.children.command", answering(PLAN, words))
    models.refresh()
    models.want_promotion("crops-12345678")
    assert models.locked
    qtbot.waitUntil(lambda: view.ask_promotion.called, timeout=20_000)
    assert words == [("--json", "model", "promote", "crops-12345678", "--dry-run")]
    view.ask_promotion.assert_called_once_with(PLAN, None)
    models.promote("crops-12345678")
    models.promote("crops-12345678")  # one at a time
    (job,) = context.jobs.all()
    assert job.args == ("model", "promote", "crops-12345678", "--index")
    work = models.work("crops-12345678")
    assert work is not None
    assert work.text.startswith("crops-12345678 becomes active once its index is ready")
    assert work.can_cancel
    assert models.locked
    models.cancel("crops-12345678")
    qtbot.waitUntil(lambda: not models.locked, timeout=20_000)


def test_who_leaves_the_page_is_not_asked_later(
    page: TrainingPage, context: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assay_desktop.background.command.children.command", answering(PLAN, []))
    page.models.promotion_wanted.emit("crops-12345678")
    assert not page.models.work.isHidden()
    page.hide()
    qtbot.waitUntil(page.models.work.isHidden, timeout=20_000)
    page.show()
    assert QApplication.activeModalWidget() is None


def test_the_active_model_is_not_promoted(view: Mock, models: ModelsPresenter) -> None:
    models.refresh()
    models.want_promotion(DEFAULT_MODEL)
    assert not models.locked
    view.ask_promotion.assert_not_called()


def test_a_promotion_that_cannot_be_planned_says_so_and_changes_nothing(
    view: Mock, models: ModelsPresenter, context: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import sys, json; print(json.dumps({'error': {'message': 'It is damaged.'}})); sys.exit(1)"
    monkeypatch.setattr(
        "assay_desktop.background.command.children.command", lambda *_words: [sys.executable, "-c", code]
    )
    models.want_promotion("crops-12345678")
    qtbot.waitUntil(lambda: view.show_error.called, timeout=20_000)
    view.show_error.assert_called_with("It is damaged.")
    view.ask_promotion.assert_not_called()
    assert models.work("crops-12345678") is None


@pytest.mark.parametrize(
    ("do", "words"),
    [
        (lambda models: models.export("crops-12345678", "/out/crops"), ("export", "crops-12345678")),
        (lambda models: models.delete("crops-12345678"), ("delete", "crops-12345678")),
        (lambda models: models.add("/runs/crops"), ("add", "/runs/crops")),
        (lambda models: models.add("/bert", "cls"), ("add", "/bert", "--pooling", "cls")),
    ],
)
def test_models_are_copied_and_deleted_by_a_child_and_not_on_the_library_s_lane(
    do: Any,
    words: tuple[str, ...],
    view: Mock,
    models: ModelsPresenter,
    context: AppContext,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[tuple[str, ...]] = []
    card = to_json(Card("crops-12345678", "crops"))
    exported = to_json(ExportedModel("crops-12345678", "/out/crops", "", "", "", ""))
    code = f"print({json.dumps(json.dumps({**card, **exported}))})"

    def command(_location: object, *args: str) -> list[str]:
        given.append(args)
        return [sys.executable, "-c", code]

    monkeypatch.setattr("assay_desktop.background.command.children.command", command)
    before = context.lane.n_calls  # type: ignore[attr-defined]
    do(models)
    assert models.locked
    assert view.models.show_work.call_args.kwargs == {"locked": True}
    assert context.lane.n_calls == before  # type: ignore[attr-defined]
    do(models)  # one at a time
    qtbot.waitUntil(lambda: not models.locked, timeout=20_000)
    assert [row[: 2 + len(words)] for row in given] == [("--json", "model", *words)]
    assert "crops" in view.message.emit.call_args[0][0]
    assert view.models.show_work.call_args.kwargs == {"locked": False}


def test_models_are_told_to_whoever_shows_them(view: Mock, models: ModelsPresenter) -> None:
    models.refresh()
    catalogue = view.models.show_catalogue.call_args[0][0]
    in_use = catalogue.in_use
    assert catalogue == Catalogue(packaged_cards(), in_use, (), (), catalogue.sizes)
    assert [card.model_id for card in catalogue.cards] == [DEFAULT_MODEL, BASE_MODEL]


def test_a_speed_is_measured_by_a_job_and_read_from_the_card_again(
    view: Mock, models: ModelsPresenter, context: AppContext, qtbot: QtBot
) -> None:
    models.measure_speed("crops-12345678")
    [job] = context.jobs.all()
    assert job.args == ("model", "speed", "crops-12345678")
    work = models.work("crops-12345678")
    assert work is not None
    assert work.can_cancel
    before = view.models.show_catalogue.call_count
    qtbot.waitUntil(lambda: view.models.show_catalogue.call_count > before, timeout=20_000)
    assert models.work("crops-12345678") is None
