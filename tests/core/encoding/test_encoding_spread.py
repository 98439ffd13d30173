"""Encoding by workers gives what one process gives, whoever dies; Ray only where it is installed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from assay.codec import decode, encode
from assay.encoding import Encoder, FolderCache, encode_formats_with_cache
from assay.encoding.spread import EncoderSettings, SpreadEncoder
from assay.errors import WorkersFailed
from assay.progress import Cancelled
from assay.registry.loading import load_named
from assay.types import TaskFormat
from assay.workers import Job, Workers, on_ray, open_workers

TEXTS = [f"paper {n} [SEP] " + "of bees and graphs " * (n % 23) for n in range(40)]
TEXTS += TEXTS[7:9]
FORMATS = [TaskFormat.PRX, TaskFormat.QRY]


@pytest.fixture(params=["cpu:2", "ray"])
def workers(request: pytest.FixtureRequest) -> Iterator[Workers]:
    if request.param == "ray":
        os.environ |= on_ray._QUIET | on_ray._LOOPBACK  # it is read where Ray is imported
        pytest.importorskip("ray")
    with open_workers(request.param, cards=lambda: 0) as opened:
        assert opened is not None
        yield opened


def test_workers_encode_what_one_process_does_also_where_one_is_killed_or_the_run_stopped(
    workers: Workers, minilm: Encoder, tmp_path: Path
) -> None:
    """In the order of the texts, each text once, all or an error; what was done before a stop is kept."""
    spread = load_named(minilm.name, device="cpu", workers=workers)
    expected = minilm.encode_formats(TEXTS, formats=FORMATS)
    seen: list[int] = []

    def kill(_stage: str, done: int, _total: int | None, *_more: object) -> None:
        if done and not seen:
            workers.started()[0].close()  # as if it had been killed; its call ends as a lost one's
        if done >= 24:
            raise Cancelled
        seen.extend([done] * bool(done))

    def run(progress: Callable[..., None] = lambda *_: None) -> tuple[list[np.ndarray], int]:
        return encode_formats_with_cache(
            spread, TEXTS, formats=FORMATS, cache=FolderCache(tmp_path), progress=progress, commit_every=8
        )

    with pytest.raises(Cancelled):
        run(kill)
    found, n_encoded = run()
    assert 0 < n_encoded <= 40 - 24, "three shards of eight were kept"
    for own, vectors in zip(expected, found, strict=True):
        assert np.abs(own - vectors).max() < 1e-6
    assert spread.fingerprint(TaskFormat.PRX) == minilm.fingerprint(TaskFormat.PRX)
    assert spread.device == f"{workers.name} x 2"  # type: ignore[attr-defined]


def test_a_worker_with_other_weights_is_refused(minilm: Encoder) -> None:
    with open_workers("cpu:1", cards=lambda: 0) as workers:
        assert workers is not None
        spread = load_named(minilm.name, device="cpu", workers=workers)
        assert isinstance(spread, SpreadEncoder)
        settings = decode(spread._job.settings, EncoderSettings)
        spread._job = Job(spread._job.module, encode(replace(settings, prints={"PRX": "0" * 16})))
        with pytest.raises(WorkersFailed, match="is another one there"):
            list(spread.encode_shards([["a"]], formats=[TaskFormat.PRX], pulse=lambda: None))
