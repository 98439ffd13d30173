"""Few words of the core are told in the window's language; they are still the core's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

import assay
from assay.query_tuning.types import Verdict
from assay_desktop.background.job_words import verdict_words
from assay_desktop.text.core_words import told
from assay_desktop.text.language import speak
from assay_desktop.text.translating import PACKAGE, texts_of


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    speak(qapp, "de")
    yield
    speak(qapp, "en")


def test_words_that_are_told_are_words_of_the_core() -> None:
    """Whoever rewords a reason in the core finds here that the window no longer knows it."""
    core = "\n".join(path.read_text(encoding="utf-8") for path in Path(assay.__path__[0]).rglob("*.py"))
    joined = re.sub(r'"\s*\n\s*f?"', "", core)
    told_here = [text.source for text in texts_of(PACKAGE) if text.context == "core"]
    counted = re.compile(r"'?\{\d\}'?|\b1\b|\bpairs?\b|\bupdates?\b|[;(]| and ")  # the core fills these in
    pieces = {piece.strip() for words in told_here for piece in counted.split(words)}
    assert len(told_here) > 50
    gone = sorted(piece for piece in pieces if piece not in joined)
    assert not gone


def test_english_words_stay_as_they_are() -> None:
    assert told("titles 93 % alike") == "titles 93 % alike"
    assert told("a stage of a later version") == "a stage of a later version"


def test_words_with_places_are_told_in_german(german: None) -> None:
    assert told("encoding") == "Kodieren"
    assert told("titles 93 % alike") == "Titel zu 93 % gleich"
    assert told("same DOI") == "DOI gleich"
    assert told("same title") == "gleicher Titel"


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (
            Verdict("partly", ("meaning",)),
            "Es findet bei neuen Fragen mehr, nach Bedeutung; hybrid ist kein ",
        ),
        (Verdict("worse", ("meaning", "hybrid")), "Es findet weniger, nach Bedeutung und hybrid: nicht "),
    ],
)
def test_a_verdict_is_told_in_german(german: None, verdict: Verdict, said: str) -> None:
    assert verdict_words(verdict).startswith(said)


def test_why_something_of_a_benchmark_is_not_told_is_said_in_german(german: None) -> None:
    whole = "The score is kept as a whole, not by query or paper, so nothing can be left out of it."
    assert told(whole).startswith("Der Wert liegt nur als Ganzes vor")
    assert told("/data/beir: there is no such folder.") == "/data/beir: Diesen Ordner gibt es nicht."


def test_words_that_are_not_known_come_back_as_they_are(german: None) -> None:
    assert told("a stage of a later version") == "a stage of a later version"
    assert told("") == ""
