"""A context of fakes for the benchmarks' presenters, and the page over it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from asking import FakeEngine, FakeJobs
from seeing import on_screen

from assay_desktop.context import AppContext, Changes
from assay_desktop.keys import Keys
from assay_desktop.pages import evaluation

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.pages.evaluation.page import EvaluationPage
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


@pytest.fixture
def page(faked: AppContext, qtbot: QtBot) -> EvaluationPage:
    """On benchmarks, with the keyboard."""
    made = evaluation.create(faked)
    on_screen(made, qtbot, 1160, 700)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.choose("benchmarks")
    return made
