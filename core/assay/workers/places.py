"""Where workers are, as `--on` says it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from assay.errors import BadInput
from assay.files import temporary_folder
from assay.workers import on_ray
from assay.workers.pool import Worker, Workers
from assay.workers.processes import ProcessWorker

_CORES = re.compile(r"cpu:([1-9]\d{0,2})")
_CLUSTER = re.compile(r"ray://(auto|([^\s/:\[\]]+|\[[\da-f:.]+\]):\d{1,5})", re.IGNORECASE)
_CARDS = re.compile(r"cuda:\d+(,cuda:\d+)*")


@contextmanager
def open_workers(on: str, *, cards: Callable[[], int]) -> Iterator[Workers | None]:
    """Yield the workers that `on` names, none for "". They start when they are needed and end with this.

    "ray" starts Ray on this machine, "ray://HOST:PORT" and "ray://auto" join a cluster; "cpu:4" are four
    processes, "cuda" is one for each of the machine's `cards()`, "cuda:0,cuda:2" one for each of these.
    Raises BadInput for anything else.
    """
    if not on:
        yield None
        return
    with temporary_folder("assay-workers") as place:
        workers = _workers(on, place, cards)
        try:
            yield workers
        finally:
            workers.close()


def _workers(on: str, folder: Path, cards: Callable[[], int]) -> Workers:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if on == on_ray.HERE or _CLUSTER.fullmatch(on):
        return Workers(on, partial(on_ray.start, on, cores=cores), on_ray.close)
    if found := _CORES.fullmatch(on):
        devices = ["cpu"] * int(found[1])
    elif on == "cuda":
        devices = [f"cuda:{card}" for card in range(cards())]
        if not devices:
            raise BadInput("This machine has no CUDA card that torch can use. Use cpu:{0}, or ray.", cores)
    elif _CARDS.fullmatch(on):
        devices = on.split(",")
    else:
        raise BadInput(
            "Work cannot be done on '{0}'. Use ray, ray://HOST:PORT, ray://auto, cuda, cuda:0,cuda:1 or "
            "cpu:2.",
            on,
        )

    def start() -> list[Worker]:
        threads = max(1, cores // len(devices))
        return [ProcessWorker(each, folder, place, threads=threads) for place, each in enumerate(devices)]

    return Workers(on, start, lambda: None)
