"""Batches on all cores: one core a batch rather than all cores on one.

Measured on two cores: a matrix product that is split over cores waits for the slowest of them at each of the
hundred steps of a batch, worst when other programs are busy. Independent batches wait for nobody.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager

from assay.encoding.batching import Rows
from assay.types import Vectors

_thread_setting = threading.Lock()  # torch's number of threads belongs to the whole process


def compute_batches(
    batches: Sequence[Rows],
    compute: Callable[[Rows], Vectors],
    deliver: Callable[[Rows, Vectors], None],
    *,
    workers: int,
) -> None:
    """Call `deliver` with the vectors of each batch, in this thread, in the order in which they are ready.

    What `deliver` or `compute` raises ends the work; batches that have not begun are dropped.
    """
    if workers < 2 or len(batches) < 2:
        for rows in batches:
            deliver(rows, compute(rows))
        return
    with _one_core_a_batch(), _workers(min(workers, len(batches))) as pool:
        waiting = {pool.submit(compute, rows): rows for rows in batches}
        for future in as_completed(waiting):
            _deliver(future, waiting, deliver)


def _deliver(
    future: Future[Vectors], waiting: dict[Future[Vectors], Rows], deliver: Callable[[Rows, Vectors], None]
) -> None:
    deliver(waiting.pop(future), future.result())


@contextmanager
def _workers(count: int) -> Iterator[ThreadPoolExecutor]:
    import torch

    pool = ThreadPoolExecutor(count, "assay-encode", initializer=torch.set_num_threads, initargs=(1,))
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _one_core_a_batch() -> Iterator[None]:
    """Let torch split no operation while this lasts; afterwards it is set as before."""
    import torch

    with _thread_setting:
        before = torch.get_num_threads()
        torch.set_num_threads(1)
        try:
            yield
        finally:
            torch.set_num_threads(before)
