"""Pictures of what is predicted of a paper, and of which vectors a search compared. Figures are invented."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from assay.codec import from_json
from assay.engine.types import SEARCH
from assay.prediction.types import Prediction
from assay.searching.types import ComparedFormats, InteractiveSearch, SearchCall, SearchResults
from assay_desktop.pages.search.model import card_of, formats_words
from assay_desktop.pages.search.page import SearchPage
from assay_desktop.pages.search.presenters.predicting import prediction_of
from assay_desktop.pages.search.widgets.explanation import Reasons
from assay_desktop.pages.search.widgets.predictions import PredictedPaper
from assay_desktop.widgets.papers.card import ChannelRank
from shots.shot_stage import stage, wait

if TYPE_CHECKING:
    from pathlib import Path

    from assay_desktop.theme import ThemeChoice
    from shots.shot_stage import Stage

_FORMATS: Final = ComparedFormats(("QRY",), "PRX")
_ANSWER_S: Final = 60.0
_ASKED: Final = "dense retrieval"


def prediction_shots(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """The inspector's last tab in every state, and a search with a model of several formats."""
    with stage(folder, out, theme=theme) as scene:
        scene.await_engine()
        page = scene.page("search")
        if isinstance(page, SearchPage):
            _tab_shots(scene, page)


def _tab_shots(scene: Stage, page: SearchPage) -> None:
    page.run_first_query()
    scene.settle()
    page.open_tab("predicted")
    scene.settle()
    scene.save("search-predicted-untrained")
    ready = prediction_of(from_json(_answer(), Prediction), n_papers=156)
    states = {
        "ready": ready,
        "grown": prediction_of(from_json(_answer(), Prediction), n_papers=240),
        "stale": prediction_of(
            from_json({"doc_id": "p", "state": "stale", "model": "iclr crops"}, Prediction)
        ),
        "learning": replace(
            ready, message="Training the predictor on this library · encoding · 48 of 156", action=""
        ),
        "failed": PredictedPaper(
            message="Predictions aren't available. Nothing can be predicted from this library's papers. "
            "Year: 12 papers have one; 50 of different texts are needed.",
            action="Try again",
        ),
    }
    for key, found in states.items():
        page.show_predictions(found)
        scene.save(f"search-predicted-{key}")
    _with_formats(scene, page)


def _with_formats(scene: Stage, page: SearchPage) -> None:
    came: list[SearchResults] = []
    call = SearchCall(InteractiveSearch(_ASKED))
    scene.context.engine.ask(SEARCH, call, came.append, lambda *_: came.append(SearchResults()))
    wait(lambda: bool(came), _ANSWER_S)
    page.box.show_text(_ASKED)
    page.show_results(
        [card_of(hit) for hit in came[0].hits],
        summary="156 papers · 14 ms",
        details=formats_words(_FORMATS),
    )
    page.open_tab("why")
    scene.settle()
    best = came[0].hits[0]
    ranks = tuple(ChannelRank(name, rank) for name, rank in best.channels.items())
    page.show_why(Reasons(ranks, best.score, "hybrid", formats_words(_FORMATS)))
    scene.save("search-formats")


def _answer() -> dict[str, Any]:
    """What the engine says of a paper of which year and one topic are known."""
    quality = {"n": 156, "mae": 5.85, "mae_of_mean": 7.31, "tau": 0.3, "coverage": 0.79}
    topics = (("dense retrieval", 0.82, True), ("negatives", 0.41, False), ("evaluation", 0.07, False))
    venues = (("EMNLP", 0.31, False), ("SIGIR", 0.22, False), ("NeurIPS", 0.03, True))
    return {
        "doc_id": "p",
        "state": "ready",
        "model": "assay-papers",
        "created": "2026-01-09T10:00:00+00:00",
        "n_papers": 156,
        "numbers": [
            _number("year", 2016.2, 2008.1, 2024.0, known=2020.0, span=(1968.0, 2024.0), **quality),
            _number(
                "score",
                6.1,
                4.9,
                7.3,
                known=None,
                span=(2.0, 9.0),
                **{**quality, "n": 98, "mae": 0.94, "mae_of_mean": 1.21},
            ),
        ],
        "labels": [
            _group("topics", topics, n_labels=5, ap=0.656),
            _group("venue", venues, n_labels=4, ap=0.24),
        ],
        "omitted": [],
    }


def _number(
    key: str,
    value: float,
    low: float,
    high: float,
    *,
    known: float | None,
    span: tuple[float, float],
    **quality: Any,
) -> dict[str, Any]:
    bounds = {"lowest": span[0], "highest": span[1]}
    return {"key": key, "value": value, "low": low, "high": high, "known": known, **bounds, **quality}


def _group(
    key: str, rows: tuple[tuple[str, float, bool], ...], *, n_labels: int, ap: float
) -> dict[str, Any]:
    labels = [
        {"name": name, "probability": share, "known": known, "ap": ap, "share": 0.08}
        for name, share, known in rows
    ]
    judged = {"mean_ap": ap, "mean_share": 0.08, "f1": 0.54, "calibration_error": 0.013}
    return {"key": key, "labels": labels, "n_labels": n_labels, "n": 156, **judged}
