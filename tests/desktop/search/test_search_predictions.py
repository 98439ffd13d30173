"""The inspector's predictions: asked for, shown with their uncertainty, learned, and learned again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from PySide6.QtCore import Qt
from seeing import on_screen, texts

from assay.codec import from_json, to_json
from assay.models.types import Speed
from assay.prediction.types import LabelQuality, Learned, NumberQuality, Prediction
from assay.progress import Item
from assay_desktop.background.job_words import job_outcome, speed_words
from assay_desktop.context import AppContext, Change
from assay_desktop.pages import search
from assay_desktop.pages.search.page import SearchPage
from assay_desktop.pages.search.presenters.predicting import MOST_TOPICS, PredictionPresenter, prediction_of
from assay_desktop.pages.search.widgets.predictions import (
    IntervalBar,
    PredictedPaper,
    PredictionsView,
    ShareBar,
    per_cent,
)

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.theme import Theme

YEAR = {
    "key": "year",
    "value": 2015.6,
    "low": 2011.4,
    "high": 2019.8,
    "known": 2021.0,
    "lowest": 1990.0,
    "highest": 2024.0,
    "n": 156,
    "mae": 3.21,
    "mae_of_mean": 5.4,
    "tau": 0.41,
    "coverage": 0.8,
}
TOPICS = {
    "key": "topics",
    "labels": [
        {"name": "graphs", "probability": 0.824, "known": True, "ap": 0.7, "share": 0.1},
        {"name": "birds", "probability": 0.06, "known": False, "ap": 0.5, "share": 0.1},
    ],
    "n_labels": 12,
    "n": 98,
    "mean_ap": 0.6,
    "mean_share": 0.1,
    "f1": 0.5,
    "calibration_error": 0.021,
}
READY: dict[str, Any] = {
    "doc_id": "p1",
    "state": "ready",
    "model": "mine",
    "created": "2026-01-09T10:00:00+00:00",
    "n_papers": 100,
    "numbers": [YEAR],
    "labels": [TOPICS],
    "omitted": [{"key": "score", "reason": "0 papers have one."}],
}


def read(answer: dict[str, Any], *, n_papers: int = 0) -> PredictedPaper:
    return prediction_of(from_json({"doc_id": "p1", **answer}, Prediction), n_papers=n_papers)


@pytest.fixture
def page() -> Mock:
    return Mock(spec=SearchPage)


@pytest.fixture
def presenter(page: Mock, search_context: AppContext) -> PredictionPresenter:
    made = PredictionPresenter(page, search_context)
    made.open_tab("predicted")
    made.select("p1")
    return made


def shown(page: Mock) -> PredictedPaper:
    found = page.show_predictions.call_args.args[0]
    assert isinstance(found, PredictedPaper)
    return found


def test_the_engine_is_asked_only_while_the_tab_is_open(
    page: Mock, engine: Any, search_context: AppContext
) -> None:
    presenter = PredictionPresenter(page, search_context)
    presenter.select("p1")
    assert engine.requests == []
    presenter.open_tab("predicted")
    presenter.select("p2")
    assert [(each.op, each.doc_id) for each in engine.requests] == [("predict", "p1"), ("predict", "p2")]
    presenter.open_tab("why")
    assert len(engine.requests) == 2


def test_a_late_answer_about_another_paper_is_not_shown(
    presenter: PredictionPresenter, page: Mock, engine: Any
) -> None:
    presenter.select("p2")
    page.reset_mock()
    engine.requests[0].done(READY)
    page.show_predictions.assert_not_called()


def test_a_year_has_its_interval_and_the_truth_beside_it() -> None:
    [year] = read(READY).numbers
    assert (year.heading, year.words) == ("Year", "2016")
    assert year.interval == "2011 to 2020 for 80 of 100 papers like it"
    assert year.truth == "Known: 2021, outside that."
    assert year.about == "156 papers; off by 3.2 on average, their mean alone by 5.4; tau 0.41"
    unknown = {**READY, "numbers": [{**YEAR, "known": None}]}
    assert read(unknown).numbers[0].truth == ""
    inside = {**READY, "numbers": [{**YEAR, "key": "score", "known": 2012.0}]}
    assert read(inside).numbers[0].truth == "Known: 2,012.0, inside that."


@pytest.mark.parametrize(
    ("known", "says"),
    [
        (2017.0, "Known: 2017, outside that."),
        (2018.0, "Known: 2018, inside that."),  # not "2018 to 2022" and 2018 outside of it
        (2022.0, "Known: 2022, inside that."),
        (2023.0, "Known: 2023, outside that."),
    ],
)
def test_a_truth_is_compared_with_the_interval_that_is_shown(known: float, says: str) -> None:
    row = {**YEAR, "value": 2020.1, "low": 2018.1, "high": 2022.1, "known": known}
    [year] = read({**READY, "numbers": [row]}).numbers
    assert (year.interval, year.truth) == ("2018 to 2022 for 80 of 100 papers like it", says)
    assert (year.value, year.low, year.high) == (2020, 2018, 2022)  # the bar shows no other


def test_the_scale_says_its_ends_and_reaches_as_far_as_what_stands_on_it() -> None:
    [year] = read(READY).numbers
    assert year.ends == ("1990", "2024")
    beyond = {**YEAR, "high": 2026.3, "known": 1985.0}
    [year] = read({**READY, "numbers": [beyond]}).numbers
    assert (year.ends, year.lowest, year.highest) == (("1985", "2026"), 1985, 2026)
    [score] = read({**READY, "numbers": [{**beyond, "key": "score"}]}).numbers
    assert score.ends == ("1,985.0", "2,026.3")


def test_topics_say_how_well_they_are_told_and_what_is_missing() -> None:
    found = read(READY)
    [topics] = found.groups
    assert (
        topics.about
        == "98 papers, 12 learned; average precision 0.60, 0.10 by chance; probabilities 2.1 % off"
    )
    assert found.missing == ("Score is not predicted: 0 papers have one.",)
    assert "mine" in found.foot


def test_many_topics_are_cut_and_those_that_the_paper_has_stay() -> None:
    rows = [
        {"name": f"t{n}", "probability": 0.9 - n / 100, "known": n == 15, "ap": 0.5, "share": 0.1}
        for n in range(20)
    ]
    found = read({**READY, "labels": [{**TOPICS, "labels": rows}]})
    assert [topic.name for topic in found.groups[0].topics] == [*(f"t{n}" for n in range(MOST_TOPICS)), "t15"]


@pytest.mark.parametrize(
    ("answer", "says", "action"),
    [
        ({"state": "untrained"}, "can predict topic", "Train predictor"),
        ({"state": "stale", "model": "old"}, "with old", "Train again"),
        ({"state": "stale", "model": "same"}, "no longer the active model", "Train again"),
        ({"state": "loading", "message": ""}, "still loading", ""),
        ({"state": "failed", "message": "The model is damaged."}, "The model is damaged.", ""),
        ({"state": "uncovered", "message": "No text."}, "No text.", ""),
    ],
)
def test_every_state_without_predictions_says_why(answer: dict[str, Any], says: str, action: str) -> None:
    found = read(answer)
    assert says in found.message
    assert (found.action, found.is_empty) == (action, True)


def test_a_library_that_has_grown_is_offered_to_learn_again() -> None:
    assert read(READY, n_papers=110).action == ""
    grown = read(READY, n_papers=140)
    assert (grown.action, "100 to 140" in grown.message) == ("Train again", True)
    assert not grown.is_empty


def test_learning_is_a_job_that_is_queued_once_and_followed(
    presenter: PredictionPresenter, page: Mock, engine: Any, search_context: AppContext
) -> None:
    jobs: Any = search_context.jobs
    engine.requests[-1].done({"doc_id": "p1", "state": "untrained"})
    presenter.learn()
    presenter.learn()
    assert jobs.added == [["predict", "train"]]
    assert (shown(page).message, shown(page).action) == (
        "Training the predictor on this library · Queued",
        "",
    )
    jobs.become("running", stage="encoding", item=Item(number=1, of=2), done=48, total=156)
    assert "encoding part 1 of 2 · 48 of 156" in shown(page).message
    jobs.become("done")
    assert (engine.requests[-1].op, engine.requests[-1].doc_id) == ("predict", "p1")
    engine.requests[-1].done(READY)
    assert shown(page).numbers[0].words == "2016"


def test_what_was_learned_before_stays_in_sight_while_it_is_learned_anew(
    presenter: PredictionPresenter, page: Mock, engine: Any
) -> None:
    engine.requests[-1].done(READY)
    presenter.learn()
    assert (len(shown(page).numbers), "Training" in shown(page).message) == (1, True)


def test_a_failed_learning_says_why_and_a_cancelled_one_offers_it_again(
    presenter: PredictionPresenter, page: Mock, engine: Any, search_context: AppContext
) -> None:
    jobs: Any = search_context.jobs
    engine.requests[-1].done({"doc_id": "p1", "state": "untrained"})
    presenter.learn()
    jobs.become("failed", error="Nothing can be predicted.")
    assert shown(page).message == "Predictions aren't available. Nothing can be predicted."
    assert shown(page).action == "Try again"
    presenter.learn()
    jobs.become("cancelled")
    assert shown(page).action == "Train predictor"


def test_a_model_that_has_come_is_asked(presenter: PredictionPresenter, engine: Any) -> None:
    before = len(engine.requests)
    engine.become(semantic="loading")
    engine.become(semantic="ready")
    assert len(engine.requests) == before + 2
    engine.become(semantic="ready", indexed=2)
    assert len(engine.requests) == before + 2


def test_new_papers_are_asked_about(
    presenter: PredictionPresenter, engine: Any, search_context: AppContext
) -> None:
    before = len(engine.requests)
    search_context.changes.changed.emit(Change(papers=True))
    search_context.changes.changed.emit(Change(runs=True))
    assert len(engine.requests) == before + 1


def test_a_damaged_file_offers_to_learn_again_and_a_dead_engine_does_not(
    presenter: PredictionPresenter, page: Mock, engine: Any
) -> None:
    engine.requests[-1].failed("LibraryError", "It is damaged.")
    assert (shown(page).message, shown(page).action) == ("It is damaged.", "Train again")
    engine.requests[-1].failed("EngineError", "It stopped.")
    assert (shown(page).message, shown(page).action) == ("It stopped.", "")


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> PredictionsView:
    return on_screen(PredictionsView(theme), qtbot, 340, 600)


def test_bars_say_in_words_what_they_show(view: PredictionsView) -> None:
    view.show_prediction(read(READY))
    [interval] = [each for each in view.findChildren(IntervalBar) if each.isVisible()]
    assert interval.accessibleName() == (
        "Year: 2016, 2011 to 2020 for 80 of 100 papers like it. Known: 2021, outside that."
    )
    names = [each.accessibleName() for each in view.findChildren(ShareBar) if each.isVisible()]
    assert names[0] == "graphs: 82 %, the paper has it. Average precision 0.70, 0.10 by chance"
    assert names[1].startswith("birds: 6 %, the paper does not name it.")
    assert {"✓ graphs", "birds", "82 %", "6 %"} <= set(texts(view))


def test_bars_of_all_groups_start_at_one_place(view: PredictionsView, qtbot: QtBot) -> None:
    certain = [{**row, "probability": 0.999} for row in TOPICS["labels"]]  # type: ignore[union-attr]
    unlikely = [{**row, "probability": 0.06} for row in TOPICS["labels"]]  # type: ignore[union-attr]
    groups = [{**TOPICS, "labels": certain}, {**TOPICS, "key": "venue", "labels": unlikely}]
    view.show_prediction(read({**READY, "labels": groups}))
    bars = view.findChildren(ShareBar)
    qtbot.waitUntil(lambda: bars[0].x() > 0, timeout=2000)
    assert len(bars) == 4
    assert len({bar.x() for bar in bars}) == 1
    assert {"1990", "2024"} <= set(texts(view))


@pytest.mark.dressed
def test_the_dot_and_the_diamond_stand_where_the_numbers_are(view: PredictionsView) -> None:
    view.show_prediction(read({**READY, "numbers": [{**YEAR, "known": 2024.0, "value": 1990.0}]}))
    [bar] = view.findChildren(IntervalBar)
    bar.resize(215, 18)
    image = bar.grab().toImage()
    accent, text = (view._theme.color(name).rgb() for name in ("accent", "text"))
    columns = [{image.pixel(x, y) for y in range(image.height())} for x in range(image.width())]
    assert any(accent in column for column in columns[:15])
    assert any(text in column for column in columns[-15:])
    assert not any(text in column for column in columns[: image.width() // 2])


def test_a_button_that_stays_keeps_the_focus_while_the_words_change(
    view: PredictionsView, qtbot: QtBot
) -> None:
    view.activateWindow()
    view.show_prediction(PredictedPaper(message="one", action="Train predictor"))
    view.action.setFocus()
    view.show_prediction(PredictedPaper(message="two", action="Train again"))
    assert view.text == "two"
    with qtbot.waitSignal(view.learning_wanted, timeout=1000):
        qtbot.keyClick(view.action, Qt.Key.Key_Space)
    view.show_prediction(PredictedPaper(message="three"))
    assert not view.action.isVisible()


def test_no_topic_is_likely_is_said(view: PredictionsView) -> None:
    view.show_prediction(read({**READY, "labels": [{**TOPICS, "labels": []}]}))
    assert "None of the 12 learned ones is likelier than 5 %." in texts(view)


def test_no_probability_is_shown_as_a_certainty() -> None:
    assert [per_cent(share) for share in (0.004, 0.05, 0.5, 0.997)] == ["< 1 %", "5 %", "50 %", "> 99 %"]


def test_the_page_leads_from_the_tab_to_the_engine_and_from_the_button_to_a_job(
    search_context: AppContext, engine: Any, qtbot: QtBot, answer: Any
) -> None:
    page = search.create(search_context)
    on_screen(page, qtbot, 1200, 700)
    page.text_edited.emit("dense")
    page.search_requested.emit()
    engine.requests[-1].done(answer("p1", "p2"))
    page.open_tab("predicted")
    asked = engine.requests[-1]
    assert (asked.op, asked.doc_id) == ("predict", "p1")
    asked.done({"doc_id": "p1", "state": "untrained"})
    button = page._inspector.predictions.action
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    jobs: Any = search_context.jobs
    assert jobs.added == [["predict", "train"]]


def test_a_finished_learning_says_what_came_out() -> None:
    from assay_desktop.background.job import Job

    labels = {"topics": LabelQuality(("bees",), 90, (0.8,), (0.2,), 0.7, 0.1)}
    learned = Learned("m", "", 1094, labels, {"year": NumberQuality(3.0, 90, 2.0, 4.0, 0.5, 0.8)})
    job = Job("1", "Learn", ("predict", "train"), state="done", result=to_json(learned))
    assert job_outcome(job) == "topics, year learned from 1,094 papers"


def test_a_speed_is_said_in_texts_a_second() -> None:
    speed = Speed(96.4, 8.24, 4, 64, "cpu", "")
    assert speed_words(speed) == "96 texts per second; 8.2 with all 4 vectors"
    assert speed_words(replace(speed, n_vectors=1)) == "96 texts per second"
