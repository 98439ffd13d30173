"""A model's speed: timed on the packaged papers, kept on its card, the last time counting."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
import pytest
from model_fixtures import Train

from assay.encoding import HashingEncoder
from assay.errors import ModelError
from assay.progress import Cancelled, Progress, silent
from assay.types import TaskFormat, Vectors
from assay.workspace import open_registry
from assay.workspace.model_speed import N_TEXTS, SCORE, measure_speed, speed_of


class Slow(HashingEncoder):
    """Takes as long for a text as it says, and has one vector for search and one for each other format."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[TaskFormat, int]] = []

    def fingerprint(self, format: TaskFormat) -> str:
        return "search" if format in (TaskFormat.PRX, TaskFormat.QRY) else format.value

    def encode(self, texts: Sequence[str], *, format: TaskFormat, progress: Progress = silent) -> Vectors:
        progress("encoding", 0, len(texts))
        self.asked.append((format, len(texts)))
        time.sleep(0.001 * len(texts))
        return np.zeros((len(texts), self.dim), np.float32)


def test_one_vector_and_all_that_differ_are_timed_on_the_same_papers() -> None:
    encoder = Slow()
    found = speed_of(encoder, device="cpu")
    assert (found.n_vectors, found.n_texts, found.device) == (3, N_TEXTS, "cpu")
    formats = [each for each, n in encoder.asked if n == N_TEXTS]
    assert formats[0] is TaskFormat.PRX
    assert sorted(encoder.fingerprint(each) for each in formats[1:]) == ["CLF", "RGN", "search"]
    assert found.one < 1000  # a text takes a millisecond at least
    assert found.every < 1000 / 3


def test_a_model_with_one_vector_is_timed_once() -> None:
    found = speed_of(HashingEncoder(), device="cpu")
    assert found.n_vectors == 1
    assert found.every == found.one


def test_what_was_measured_is_on_the_card(train: Train) -> None:
    card = train("crops")
    first = measure_speed(card.model_id, device="cpu")
    kept = open_registry().get(card.model_id).scores[SCORE]
    assert (kept["one"], kept["n_vectors"], kept["n_texts"]) == (first.one, 1, N_TEXTS)
    second = measure_speed(card.model_id, device="cpu")
    assert open_registry().get(card.model_id).scores[SCORE]["one"] == second.one


def test_a_cancelled_measurement_keeps_nothing(train: Train) -> None:
    card = train("crops")

    def cancel(stage: str, done: int, total: int | None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        measure_speed(card.model_id, device="cpu", progress=cancel)
    assert SCORE not in open_registry().get(card.model_id).scores


def test_a_model_that_has_no_card_is_refused() -> None:
    with pytest.raises(ModelError, match="no model"):
        measure_speed("a-model-12345678")
