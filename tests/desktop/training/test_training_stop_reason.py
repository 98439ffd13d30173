"""The window tells a stop by nDCG as such, in German too, and calls weights no better by that measure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from assay.messages import message
from assay.training.runs.events import Validation
from assay_desktop.pages.training.live import LiveRun
from assay_desktop.text.core_words import translated
from assay_desktop.text.language import speak

REASON = message("no better nDCG@10 {0} times in a row", 2)


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    speak(qapp, "de")
    yield
    speak(qapp, "en")


@pytest.mark.usefixtures("german")
def test_the_window_tells_the_measure_that_stopped() -> None:
    said = translated(REASON)
    assert said != str(REASON)
    assert "nDCG@10" in said
    assert "2" in said


def _log(event: Validation) -> str:
    live = LiveRun(stages=("one",), stage="one")
    live.take([event])
    return live.log[-1]


def test_weights_are_no_better_by_the_measure_that_decides() -> None:
    event = Validation("one", 1, {"lists": 0.5}, 0.5, 0.5, 2, 0.4, 0.6, 0.5, "ndcg")
    assert "no better than before training" not in _log(event)
    assert "no better than before training" in _log(replace(event, ndcg=0.5))
    assert "no better than before training" in _log(replace(event, measure="loss"))
