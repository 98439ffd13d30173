"""Shards dealt out to workers: each is done once, another worker takes over from one that is lost."""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Protocol

from assay.errors import WorkersFailed
from assay.workers.jobs import Job, read_answer

logger = logging.getLogger(__name__)

MOST_LOST = 3
"""A shard whose workers are lost so often is taken to be what ends them: it needs more memory, say."""
_LOOK = 0.2  # seconds between two looks at whether the work is still wanted


class WorkerLost(Exception):
    """A worker is gone, or does not answer; why, as far as it is known."""


class NoPlace(WorkerLost):
    """No machine has a place for the worker: one of them may have gone."""


class Worker(Protocol):
    """One that does a shard at a time."""

    def call(self, job: Job, shard: bytes) -> bytes:
        """Return what `answered` makes of it there; called in a thread. Raises WorkerLost."""

    def restart(self) -> None:
        """Take a new worker's place. Raises AssayError."""

    def close(self) -> None:
        """End it, also amid a call, which then raises WorkerLost."""


class Workers:
    """Workers that are started by the first job and stay for the next, until this is closed."""

    def __init__(self, name: str, start: Callable[[], list[Worker]], close: Callable[[], None]) -> None:
        """`start` raises AssayError where there is nothing to start; `close` is called last."""
        self.name = name
        self._start, self._close = start, close
        self._workers: list[Worker] = []

    def __len__(self) -> int:
        return len(self.started())

    def started(self) -> list[Worker]:
        """Return the workers, started by now."""
        if not self._workers:
            self._workers = self._start()
        return self._workers

    def run(
        self, job: Job, n: int, shard: Callable[[int], bytes], *, pulse: Callable[[], None] = lambda: None
    ) -> Iterator[tuple[int, bytes]]:
        """Yield (number, answer) of each of `n` shards as they are done, every one of them once.

        `shard` and `pulse` are called in this thread, the latter a few times a second: what it raises ends
        the work. Raises WorkersFailed, which says how many shards were done, where one cannot be.
        """
        waiting, lost, done = deque(range(n)), Counter[int](), 0
        free, busy = deque(self.started() if n else ()), dict[Future[bytes], tuple[Worker, int]]()
        pool = ThreadPoolExecutor(max(len(free), 1), "assay-workers")
        try:
            while done < n:
                while free and waiting:
                    worker, place = free.popleft(), waiting.popleft()
                    busy[pool.submit(worker.call, job, shard(place))] = (worker, place)
                pulse()
                for future in wait(busy, timeout=_LOOK, return_when=FIRST_COMPLETED).done:
                    worker, place = busy.pop(future)
                    try:
                        answer = read_answer(future.result())
                    except WorkerLost as error:
                        logger.warning(
                            "a worker of %s is lost, shard %d is done again: %s", self.name, place, error
                        )
                        waiting.appendleft(place)
                        if isinstance(error, NoPlace) and (busy or free):
                            worker.close()  # until the next job: the others do its shards
                            continue
                        lost[place] += 1
                        if lost[place] == MOST_LOST:
                            raise _lost(error, done, n) from error
                        worker.restart()
                    else:
                        done += 1
                        yield place, answer
                    free.append(worker)
        except BaseException:
            self.close()  # or else the threads would wait for their answers
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def close(self) -> None:
        """End the workers; what they are at is lost."""
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.close()
        if workers:
            self._close()


def _lost(error: WorkerLost, done: int, n: int) -> WorkersFailed:
    return WorkersFailed(
        "The workers of a shard were lost {0} times: {1}. {2} of {3} shards are done. Run the command again: "
        "vectors that were made are kept.",
        MOST_LOST,
        error,
        done,
        n,
    )
