"""A context of fakes for the benchmarks' presenters."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from bench_fakes import FakeEngine, FakeJobs

from assay_desktop.context import AppContext, Changes
from assay_desktop.keys import Keys

if TYPE_CHECKING:
    from assay_desktop.settings import Settings
    from assay_desktop.theme import Theme


@pytest.fixture
def asked() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def queue() -> FakeJobs:
    return FakeJobs()


@pytest.fixture
def faked(asked: FakeEngine, queue: FakeJobs, theme: Theme, settings: Settings) -> AppContext:
    lane: Any = SimpleNamespace(submit=lambda *_args, **_options: None)
    engine: Any = asked
    jobs: Any = queue
    return AppContext(lane, engine, jobs, theme, settings, Changes(), Keys(settings))
