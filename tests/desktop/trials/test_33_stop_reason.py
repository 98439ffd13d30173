"""The window tells a stop by nDCG as such, in German too, and calls weights no better by that measure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from assay_desktop.pages.training.live import LiveRun
from assay_desktop.text.core_words import told
from assay_desktop.text.language import speak

REASON = "no better nDCG@10 2 times in a row"


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    speak(qapp, "de")
    yield
    speak(qapp, "en")


@pytest.mark.usefixtures("german")
def test_the_window_tells_the_measure_that_stopped() -> None:
    assert told(REASON) != REASON
    assert "nDCG@10" in told(REASON)
    assert "2" in told(REASON)


def _log(row: dict[str, Any]) -> str:
    live = LiveRun(stages=("one",), stage="one")
    live.take([row])
    assert live.faults == 0
    return live.log[-1]


def test_weights_are_no_better_by_the_measure_that_decides() -> None:
    row = {
        "kind": "validation", "stage": "one", "step": 1, "losses": {"lists": 0.5}, "mean": 0.5, "best": 0.5,
        "before": 0.4, "ndcg": 0.6, "before_ndcg": 0.5, "measure": "ndcg", "patience_left": 2,
    }  # fmt: skip
    assert "no better than before training" not in _log(row)
    assert "no better than before training" in _log({**row, "ndcg": 0.5})
    assert "no better than before training" in _log({**row, "measure": "loss"})
