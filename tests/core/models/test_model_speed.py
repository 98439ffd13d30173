"""A model's speed: timed on the packaged papers, kept on its card, the last time counting."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
import pytest

from assay.encoding import HashingEncoder
from assay.models import speed as model_speed
from assay.models.speed import N_TEXTS, SCORE, measure_speed, speed_of
from assay.progress import Cancelled, Progress, silent
from assay.registry.loading import open_registry
from assay.types import TaskFormat, Vectors
from model_fixtures import Train


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
    assert len(formats) == 3 * 4  # by turns: one vector, then all three
    for turn in range(0, 12, 4):
        assert formats[turn] is TaskFormat.PRX
        names = [encoder.fingerprint(each) for each in formats[turn + 1 : turn + 4]]
        assert sorted(names) == ["CLF", "RGN", "search"]
    assert found.one < 1000  # a text takes a millisecond at least
    assert found.every < 1000 / 3
    assert found.every < found.one


class Interrupted(Slow):
    """Is kept waiting in the first turn for one vector, as by another program."""

    def encode(self, texts: Sequence[str], *, format: TaskFormat, progress: Progress = silent) -> Vectors:
        if len(texts) == N_TEXTS and not any(n == N_TEXTS for _, n in self.asked):
            time.sleep(1)
        return super().encode(texts, format=format, progress=progress)


def test_what_else_the_machine_does_in_a_moment_does_not_count() -> None:
    found = speed_of(Interrupted(), device="cpu")
    assert found.one > N_TEXTS  # the turn that waited had not so many in a second
    assert found.every < found.one


def test_a_slow_machine_times_fewer_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_speed, "_SECONDS", 0.2)
    encoder = Slow()
    found = speed_of(encoder, device="cpu")
    assert 8 <= found.n_texts <= 11  # 3 turns of 3 vectors and as much for one: 18 ms a text at least
    assert {n for _, n in encoder.asked} <= {8, found.n_texts}


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
