"""The tab that says why: ranks at once, the rest once the engine has read the paper."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from seeing import on_screen

from assay.codec import from_json
from assay.searching.types import Explanation, ResultRow
from assay_desktop.pages import search
from assay_desktop.pages.search.model import card_of
from assay_desktop.pages.search.widgets.explanation import sentences_of, starts_of, words_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.page import SearchPage

ANSWER = {
    "doc_id": "p1",
    "words": [
        {"word": "Dense", "score": 3.0, "share": 0.75},
        {"word": "passage", "score": 1.0, "share": 0.25},
        {"word": "images", "score": -0.4, "share": -0.1},
    ],
    "starts": [
        {"kind": "text", "name": "dense", "title": "dense", "sign": 1, "cosine": 0.6},
        {"kind": "paper", "name": "p2", "title": "Okapi at TREC-3", "sign": -1, "cosine": 0.3},
    ],
    "sentences": [
        {"number": 2, "text": "The third <b>.", "score": 0.9},
        {"number": 0, "text": "The first.", "score": 0.8},
        {"number": 1, "text": "The second.", "score": 0.1},
    ],
    "passed": ["year from 2000"],
}
EXPLANATION = from_json(ANSWER, Explanation)


@pytest.fixture
def page(
    search_context: AppContext, engine: Any, qtbot: QtBot, answer: Callable[..., dict[str, Any]]
) -> SearchPage:
    made = search.create(search_context)
    on_screen(made, qtbot, 1280, 800)
    made.text_edited.emit("dense")
    made.search_requested.emit()
    engine.requests[-1].done(answer("p1", "p2", "p3"))
    made.open_tab("why")
    return made


def shown(page: SearchPage) -> list[str]:
    QApplication.processEvents()
    return [each.text() for each in page._inspector.why.findChildren(QLabel) if each.isVisible()]


def test_ranks_are_there_at_once_and_reasons_follow(page: SearchPage, engine: Any) -> None:
    assert engine.requests[-1].op == "why"
    assert engine.requests[-1].doc_id == "p1"
    assert engine.requests[-1].request.text == "dense"
    assert "Reading…" in shown(page)
    engine.requests[-1].done(ANSWER)
    texts = shown(page)
    assert "Reading…" not in texts
    assert {"Dense", "75 %", "−10 %", "Okapi at TREC-3", "away", "year from 2000"} <= set(texts)
    quoted = [text for text in texts if text.startswith("<p")]
    assert ["first" in text for text in quoted] == [True, False], "as they follow each other in the abstract"
    assert "&lt;b&gt;" in quoted[1]


@pytest.mark.parametrize(("score", "note"), [(0.7, "Counted: "), (0.5, "Not counted: ")])
def test_the_closest_passage_is_quoted_with_its_page(
    page: SearchPage, engine: Any, score: float, note: str
) -> None:
    nearest = {"page": 7, "sentence": "Two <i>towers</i> are compared.", "score": score, "own": 0.6}
    engine.requests[-1].done(ANSWER | {"nearest": nearest})
    texts = shown(page)
    at = texts.index("Closest passage, page 7")
    assert "Two &lt;i&gt;towers" in texts[at + 1]
    assert texts[at + 2].startswith(note)


def test_a_note_that_matched_is_quoted_and_shown_in_its_row(page: SearchPage, engine: Any) -> None:
    engine.requests[-1].done(ANSWER | {"note": [["see the ", False], ["dense <one>", True]]})
    texts = shown(page)
    at = texts.index("Your note")
    assert "see the <b>dense &lt;one&gt;</b>" in texts[at + 1]
    row = card_of(ResultRow("p1", passage=(("dense", True),), in_note=True))
    assert row.passage == (("Your note: ", False), ("dense", True))


def test_what_comes_for_another_paper_is_not_shown(page: SearchPage, engine: Any) -> None:
    late = engine.requests[-1]
    page.advance()
    late.done(ANSWER)
    assert "75 %" not in shown(page)
    assert engine.requests[-1].doc_id == "p2"


def test_a_paper_that_cannot_be_explained_keeps_its_ranks(page: SearchPage, engine: Any) -> None:
    engine.requests[-1].failed("BadInput", "gone")
    texts = shown(page)
    assert "rank 1" in texts
    assert "Reading…" not in texts


def test_while_the_tab_is_closed_nothing_is_asked(page: SearchPage, engine: Any) -> None:
    page.open_tab("abstract")
    before = len(engine.requests)
    page.advance()
    assert len(engine.requests) == before


def test_bars_are_as_long_as_the_longest_allows() -> None:
    assert [(bar.name, bar.length, bar.away) for bar in words_of(EXPLANATION)] == [
        ("Dense", 1.0, False), ("passage", pytest.approx(1 / 3), False),
        ("images", pytest.approx(0.4 / 3), True),
    ]  # fmt: skip
    assert [(bar.length, bar.away, bar.number) for bar in starts_of(EXPLANATION)] == [
        (1.0, False, None), (0.5, True, None),
    ]  # fmt: skip
    against = replace(EXPLANATION, starts=(replace(EXPLANATION.starts[0], cosine=-0.2),))
    assert [bar.length for bar in starts_of(against)] == [0.0]


def test_the_only_sentence_of_an_abstract_is_no_news() -> None:
    assert sentences_of(replace(EXPLANATION, sentences=EXPLANATION.sentences[:1])) == ()
    assert sentences_of(Explanation()) == ()


def test_what_counts_next_to_nothing_is_not_listed() -> None:
    small = replace(EXPLANATION.words[2], word="work", share=-0.004)
    assert [bar.name for bar in words_of(replace(EXPLANATION, words=(EXPLANATION.words[0], small)))] == [
        "Dense"
    ]


@pytest.mark.parametrize(("n", "words"), [("1", "your 1 grade"), ("3", "your 3 grades")])
def test_grades_are_called_yours_and_counted(n: str, words: str) -> None:
    start = replace(EXPLANATION.starts[0], kind="grades", name=n)
    assert [bar.name for bar in starts_of(replace(EXPLANATION, starts=(start,)))] == [words]
