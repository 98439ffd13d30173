"""Batches on all cores."""

from __future__ import annotations

import os
import threading

import numpy as np
import pytest

from assay.encoding.devices import claim_cores
from assay.encoding.sentences.parallel import compute_batches
from assay.types import Vectors

BATCHES = [np.arange(start, start + 2) for start in range(0, 12, 2)]


def _square(rows: np.ndarray) -> Vectors:
    return (rows**2).astype(np.float32)[:, None]


@pytest.mark.parametrize("workers", [1, 2, 9])
def test_every_batch_is_delivered_once_in_the_callers_thread(workers: int) -> None:
    got: dict[int, float] = {}
    threads = set()

    def deliver(rows: np.ndarray, vectors: Vectors) -> None:
        threads.add(threading.current_thread())
        got.update(zip(rows.tolist(), vectors[:, 0].tolist(), strict=True))

    compute_batches(BATCHES, _square, deliver, workers=workers)
    assert got == {row: float(row * row) for row in range(12)}
    assert threads == {threading.current_thread()}


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_batch_reaches_the_caller_and_ends_the_rest(workers: int) -> None:
    def fail(rows: np.ndarray) -> Vectors:
        raise ArithmeticError(f"row {rows[0]}")

    with pytest.raises(ArithmeticError, match="row 0"):
        compute_batches(BATCHES[:1] * 50, fail, lambda *_: None, workers=workers)


def test_torch_splits_nothing_meanwhile_and_is_set_back() -> None:
    import torch

    before = torch.get_num_threads()
    seen: list[int] = []

    def compute(rows: np.ndarray) -> Vectors:
        seen.append(torch.get_num_threads())
        return _square(rows)

    compute_batches(BATCHES, compute, lambda *_: None, workers=2)
    assert set(seen) == {1}
    assert torch.get_num_threads() == before


def test_torch_gets_no_more_cores_than_the_process_may_use_or_asked_for() -> None:
    import torch

    before = torch.get_num_threads()
    try:
        torch.set_num_threads(64)
        assert claim_cores() == torch.get_num_threads() == len(os.sched_getaffinity(0))
        torch.set_num_threads(1)
        assert claim_cores() == torch.get_num_threads() == 1
    finally:
        torch.set_num_threads(before)
