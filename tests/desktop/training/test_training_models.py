"""The models on the page: their cards, their comparisons, what is under way, and what is asked first."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from run_script import COMPARISON, RECIPE
from seeing import buttons, words

from assay.models.types import ModelComparison, ModelScores, PromotionPlan, kept_comparisons
from assay.registry.card import Card
from assay.types import Comparison
from assay_desktop.pages.training.catalogue import Catalogue, card_facts
from assay_desktop.pages.training.comparisons import measure_rows, verdict, warnings_of
from assay_desktop.widgets.controls.question import QuestionDialog

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.training.page import TrainingPage


def test_models_are_shown_with_card_comparison_and_difference(page: TrainingPage) -> None:
    cards = tuple(
        Card(f"crops-{n}2345678", name=f"crops {n}", dim=384, recipe=RECIPE, created=f"2026-01-0{n}")
        for n in (2, 1)
    )
    damaged = Card("bad-12345678", name="bad-12345678", damage="card.json is cut short")
    page.open_models()
    page.models.show_catalogue(Catalogue((*cards, damaged), "base", ("older",), ("Pilot",)), "")
    models = page.models
    assert models.chosen == "crops-22345678"
    assert models.rollback.isEnabled()
    (found,) = kept_comparisons([COMPARISON])
    models.show_comparison("crops-22345678", found)
    table = models.card.comparison.model
    assert [table.data(table.index(0, column)) for column in range(5)] == [
        "nDCG@10",
        "0.400",
        "0.500",
        "+0.100 [+0.020, +0.180]",
        "< 0.001",
    ]
    models.show_diff("crops-22345678", "crops-12345678", [("recipe.random_seed", 3, 4)])
    assert models.card.diff.isVisible()
    models.table.selectRow(2)
    assert models.chosen == "bad-12345678"
    assert not models.card.promote.isVisible()
    assert models.card.delete.isVisible()


def kept(on: str, against: str, created: str, *, warned: bool = False) -> dict[str, Any]:
    """What a card keeps of a comparison."""
    return COMPARISON | {
        "test_set": on,
        "against": COMPARISON["against"] | {"model": against},
        "overlap": overlap(0, None) | {"n_queries": 12} if warned else None,
        "created": created,
    }


def overlap(n_clean: int, clean: dict[str, Any] | None) -> dict[str, Any]:
    counts = dict.fromkeys(("n_queries", "n_against", "n_chose", "n_sharing"), 0)
    return {**counts, "n_clean": n_clean, "clean": clean, "warning": "as the core says it"}


def measured(model: str, *scores: dict[str, Any]) -> Card:
    return Card(
        model,
        name="crops",
        recipe=RECIPE,
        created="2026-01-01T00:00:00+00:00",
        scores={str(n): score for n, score in enumerate(scores)},
    )


def test_every_comparison_of_a_card_is_listed_with_its_test_set_and_its_other_model(
    page: TrainingPage,
) -> None:
    card = measured(
        "crops-12345678",
        kept("beir:cisi/test", "older", "2026-01-01T00:00:00+00:00"),
        kept("library", "base", "2026-01-02T00:00:00+00:00"),
    )
    page.open_models()
    page.models.show_catalogue(Catalogue((card,), "base", (), ()), "")
    rows = page.models._model
    assert [rows.data(rows.index(0, column)) for column in (5, 6)] == ["nDCG@10 0.500 (+0.100)", "library"]
    list_ = page.models.card.kept.model()
    cells = [[list_.data(list_.index(row, column)) for column in range(2)] for row in range(2)]
    assert cells == [["library", "base"], ["beir:cisi/test", "older, not active"]]
    header = page.models.card.comparison.model
    hints = [header.headerData(n, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) for n in (1, 2)]
    assert hints == ["base", "crops-12345678"]
    page.models.card.kept.selectRow(1)
    assert "Compared with older; the active model is now base." in words(page.models)


@pytest.mark.dressed
def test_a_model_that_learned_from_the_test_is_warned_of_above_the_verdict(page: TrainingPage) -> None:
    warning = "crops-12345678 was trained on 12 of the 12 test queries. None is left, so nothing was tested."
    page.open_models()
    card = measured("crops-12345678", kept("library", "base", "2026-01-01T00:00:00+00:00", warned=True))
    page.models.show_catalogue(Catalogue((card,), "base", (), ()), "")
    comparison = page.models.card.comparison
    assert comparison._warned.text() == warning
    assert comparison._warning.isVisible()
    QApplication.processEvents()
    assert comparison._warning.geometry().bottom() < comparison._verdict.geometry().top()
    figures = {"mean_a": 0.5, "mean_b": 0.4, "difference": -0.1, "ci_low": -0.2, "ci_high": 0.1}
    clean = COMPARISON["comparisons"][0] | figures | {"p_randomisation": 0.4}
    said = (
        "crops-12345678 was trained on 7 of the 12 test queries. On the other 5: nDCG@10 −0.100 (p 0.400). "
        "2 of the others share a relevant paper with a training query."
    )
    both = overlap(5, clean) | {"n_queries": 7, "n_sharing": 2}
    (found,) = kept_comparisons([COMPARISON | {"overlap": both, "warnings": ["No test."]}])
    first, second, *_ = [(row.measure, row.new) for row in measure_rows(found)]
    assert (first, second[0]) == (("nDCG@10, 5 unseen queries", 0.4), "nDCG@10, all 12")
    assert warnings_of(found) == [said, "No test."]


BETTER = COMPARISON["comparisons"][0]
BY_CHANCE = BETTER | {"p_randomisation": 0.06}
WORSE = BETTER | {"difference": -0.1}


@pytest.mark.parametrize(
    ("one", "seen", "in_use", "forward"),
    [
        (BETTER, None, "base", True),
        (BETTER, overlap(5, BETTER) | {"n_queries": 7}, "base", True),
        (BETTER, overlap(5, BY_CHANCE) | {"n_queries": 7}, "base", False),
        (BETTER, overlap(1, None) | {"n_queries": 11}, "base", False),
        (BY_CHANCE, None, "base", False),
        (WORSE, None, "base", False),
        (BETTER, None, "another", False),  # nothing is known of it against that one
        (BETTER, None, "crops-12345678", False),
    ],
)
def test_promoting_is_put_forward_only_where_it_surely_helps(
    one: dict[str, Any], seen: Any, in_use: str, forward: bool, page: TrainingPage
) -> None:
    card = measured("crops-12345678", COMPARISON | {"comparisons": [one], "overlap": seen})
    catalogue = Catalogue((card,), in_use, (), ())
    page.open_models()
    page.models.show_catalogue(catalogue, "")
    page.run.result.show_model(
        "crops-12345678",
        in_use=in_use == card.model_id,
        campaigns=(),
        gains=catalogue.gains("crops-12345678"),
    )
    for button in (page.models.card.promote, page.run.result.promote):
        assert (button.property("kind") == "primary") == forward


def test_the_verdict_is_of_queries_that_the_training_has_not_seen(page: TrainingPage) -> None:
    clean = BY_CHANCE | {"difference": 0.01}
    (seen,) = kept_comparisons([COMPARISON | {"overlap": overlap(5, clean) | {"n_queries": 7}}])
    assert verdict(seen) == "No significant difference from base in nDCG@10 (5 queries, p = 0.060)."
    (none,) = kept_comparisons([COMPARISON | {"overlap": overlap(1, None) | {"n_queries": 11}}])
    assert "nothing about new ones" in verdict(none)


def test_a_comparison_without_a_warning_shows_none(page: TrainingPage) -> None:
    page.open_models()
    card = measured("crops-12345678", kept("library", "base", "2026-01-01T00:00:00+00:00"))
    page.models.show_catalogue(Catalogue((card,), "base", (), ()), "")
    assert not page.models.card.comparison._warning.isVisible()


def test_measuring_is_seen_among_the_models_and_can_be_cancelled(
    page: TrainingPage, context: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import sys; sys.stdin.readline(); sys.exit(130)"
    monkeypatch.setattr(context.jobs, "_command", [sys.executable, "-c", code])
    page.open_models()
    page.models.evaluation_wanted.emit("assay-papers", "library")
    page.models.show_catalogue(Catalogue((measured("assay-papers"),), "base", (), ()), "")
    context.jobs.changed.emit()
    # the presenter's own catalogue has none but those that come with Assay
    page.models.model_chosen.emit("assay-papers")
    assert "Measuring assay-papers" in page.models.work.text
    assert not page.models.card.evaluate.isEnabled()
    page.models.work.cancel.click()
    qtbot.waitUntil(lambda: context.jobs.all()[-1].state == "cancelled", timeout=20_000)
    qtbot.waitUntil(lambda: page.models.work.text == "", timeout=5000)
    assert page.models.card.evaluate.isEnabled()


def test_a_measurement_that_fails_stays_said_among_the_models(
    page: TrainingPage, context: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import json, sys; print(json.dumps({'error': {'message': 'No release.'}})); sys.exit(1)"
    monkeypatch.setattr(context.jobs, "_command", [sys.executable, "-c", code])
    page.models.evaluation_wanted.emit("crops-12345678", "library")
    qtbot.waitUntil(lambda: context.jobs.all()[-1].state == "failed", timeout=20_000)
    assert page.models.strip.text == "crops-12345678 could not be measured: No release."


def test_a_damaged_model_says_what_to_do(page: TrainingPage) -> None:
    page.open_models()
    damaged = Card("bad-12345678", name="bad", damage="card.json cannot be read (line 1 column 1)")
    page.models.show_catalogue(Catalogue((damaged,), "base", (), ()), "")
    said = words(page.models)
    assert "Add its folder again to repair it" in said
    assert "card.json cannot be read (line 1 column 1)." in said


def test_a_model_that_was_only_added_is_not_called_trained() -> None:
    added = Card("a-12345678", name="a", created="2026-01-01T00:00:00+00:00")
    assert [name for name, _ in card_facts(added)][1] == "Added"
    assert [name for name, _ in card_facts(measured("b-12345678"))][1] == "Trained"


def test_questions_have_a_title_and_dressed_buttons(page: TrainingPage) -> None:
    page.ask_run_deletion("crops")
    box = QApplication.activeModalWidget()
    assert isinstance(box, QuestionDialog)
    assert box.windowTitle() == "Delete the run crops?"
    danger = buttons(box)["Delete"]
    assert danger.property("kind") == "danger"
    assert box.cancel.isDefault()
    assert box.focusWidget() is box.cancel
    box.reject()


@pytest.mark.parametrize(
    ("n_new", "said", "button"),
    [
        (30, "30 of 30 papers must be encoded: about 12 min", "Promote and re-index"),
        (0, "All 30 papers are already encoded with it", "Promote"),
    ],
)
def test_one_question_says_gain_papers_and_time(
    n_new: int, said: str, button: str, page: TrainingPage
) -> None:
    plan = PromotionPlan("crops-12345678", "base", 30, 30 - n_new, n_new, 24.0 * n_new)
    one = Comparison("nDCG@10", 20, 0.4, 0.5, 0.1, 0.02, 0.18, 0.01, 0.012, 0.5, 12, 3, 5, 4096)
    scores = ModelScores("crops-12345678", "", 32, {"nDCG@10": 0.5}, 1.0)
    base = ModelScores("base", "", 32, {"nDCG@10": 0.4}, 1.0)
    page.ask_promotion(plan, ModelComparison("library", 30, 20, scores, base, (one,), None, (), 0, ""))
    box = QApplication.activeModalWidget()
    assert isinstance(box, QuestionDialog)
    text = box.note.text()
    assert said in text
    assert "nDCG@10 against base: +0.100 [+0.020, +0.180] over 20 queries, p 0.012." in text
    assert "base stays active until the new index is ready" in text
    assert button in buttons(box)
    assert box.action.isDefault()
    box.reject()
    none = replace(one, p_randomisation=0.4)
    page.ask_promotion(plan, ModelComparison("library", 30, 20, scores, base, (none,), None, (), 0, ""))
    box = QApplication.activeModalWidget()
    assert "p 0.400. No significant difference." in box.note.text()
    assert box.action.property("kind") == "", "nothing speaks for it"
    box.reject()
    page.ask_promotion(plan, None)
    box = QApplication.activeModalWidget()
    assert "the gain is unknown" in box.note.text()
    assert box.cancel.isDefault()
    box.reject()


def test_deleting_a_model_is_asked_first(page: TrainingPage, qtbot: QtBot) -> None:
    page.open_models()
    page.models.show_catalogue(Catalogue((Card("crops-12345678", name="crops"),), "base", (), ()), "")
    told: list[str] = []
    page.models.deletion_agreed.disconnect()
    page.models.deletion_agreed.connect(told.append)
    page.models.card.delete.click()
    box = QApplication.activeModalWidget()
    assert told == []
    buttons(box)["Delete"].click()
    assert told == ["crops-12345678"]


def test_a_model_that_comes_with_assay_is_measured_but_not_deleted(page: TrainingPage) -> None:
    own = Card("crops-12345678", name="crops", dim=384, created="2026-01-01")
    speed = {"one": 20.0, "every": 19.0, "n_vectors": 3, "n_texts": 64, "device": "cpu", "created": ""}
    packaged = Card("assay-papers", name="assay-papers", dim=512, scores={"speed": speed})
    page.open_models()
    page.models.show_catalogue(Catalogue((own, packaged), "crops-12345678", (), ()), "assay-papers")
    card = page.models.card
    assert card.promote.isVisible()
    assert card.speed.isVisible()
    assert not card.delete.isVisible()
    assert not card.export.isVisible()
    shown = [each.text() for each in card.findChildren(QLabel)]
    assert any("20 texts per second; 19 with all 3 vectors" in text for text in shown)
    table = page.models.table.model()
    row = [table.data(table.index(1, column)) for column in range(3)]
    assert row == ["assay-papers", "", "comes with Assay"]
