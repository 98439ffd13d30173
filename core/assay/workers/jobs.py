"""What a worker does: a job opened by the name of its module, and shards of it, as bytes in and bytes out.

JSON and .npy are what goes in and out, the same for every kind of worker, and is read as such: nothing that a
worker answers is unpickled by us.
"""

from __future__ import annotations

import importlib
import logging
import platform
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, cast

from assay.codec import decode, encode
from assay.errors import AssayError, WorkersFailed

logger = logging.getLogger(__name__)

Work = Callable[[bytes], bytes]
"""Shard -> answer."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be done with every shard."""

    module: str  # of Assay; it has `open_job`
    settings: str  # JSON, as the module reads it


class _JobModule(Protocol):
    def open_job(self, settings: str, device: str) -> Work:
        """Load what the job needs, once for all shards."""


@dataclass(frozen=True, slots=True)
class _Fault:
    text: str
    host: str


_opened: dict[Job, Work] = {}  # of this worker


def answered(job: Job, shard: bytes, device: str) -> bytes:
    """Do a shard, in the worker; what goes wrong is an answer as well, for it would go wrong anywhere."""
    try:
        if job not in _opened:
            _opened[job] = cast("_JobModule", importlib.import_module(job.module)).open_job(
                job.settings, device
            )
        return b"+" + _opened[job](shard)
    except Exception as error:  # the worker lives on, and the fault is its answer
        logger.exception("a shard of %s failed", job.module)
        text = str(error) if isinstance(error, AssayError) else f"{type(error).__name__}: {error}"
        return b"-" + encode(_Fault(text, platform.node())).encode()


def read_answer(answer: bytes) -> bytes:
    """Return what the worker made. Raises WorkersFailed with what went wrong there."""
    if answer[:1] == b"+":
        return answer[1:]
    fault = decode(answer[1:], _Fault)
    raise WorkersFailed("A worker on {0} failed: {1}", fault.host, fault.text)
