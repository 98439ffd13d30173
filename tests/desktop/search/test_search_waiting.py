"""While papers wait for their words, nobody says that no paper matches, and the running job is in sight."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from asking import Asked, FakeJobs
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QAbstractButton, QLabel
from seeing import on_screen

from assay.codec import encode
from assay.models.types import Promotion
from assay.types import Paper, SearchMode
from assay_desktop.actions.job_outcomes import JobOutcomes
from assay_desktop.background.engine_client import EngineState
from assay_desktop.background.job import Job
from assay_desktop.background.jobs import Jobs
from assay_desktop.pages import search

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.page import SearchPage


class Engine(Asked, QObject):
    """Answers a search at once, with what the test has put there."""

    state_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.state = EngineState(phase="ready", model="m", semantic="ready", indexed=1, total=4)
        self.waiting = 3
        self.reloads = 0

    def request(self, op: str, payload: dict[str, Any], done: Any, failed: Any, *, key: str = "") -> int:
        if op == "search":
            mode = payload["request"].mode
            done({"hits": [], "mode": mode, "total": 4, "waiting": self.waiting, "ms": 1.0})
        return 1

    def reload(self) -> None:
        self.reloads += 1


@pytest.fixture
def made(context: AppContext, workspace: Workspace, qtbot: QtBot) -> Any:
    """The search page with an engine and jobs that do as the test says."""
    workspace.library.papers.add([(Paper(f"p{n}", f"Title {n}"), ()) for n in range(4)])
    engine, jobs = Engine(), FakeJobs()
    page = search.create(replace(context, engine=engine, jobs=jobs))  # type: ignore[type-var]
    on_screen(page, qtbot, 1200, 700)
    return SimpleNamespace(page=page, engine=engine, jobs=jobs)


def ask(page: SearchPage, mode: SearchMode, text: str = "wasps") -> None:
    page.mode_chosen.emit(mode)
    page.text_edited.emit(text)
    page.search_requested.emit()


def words(page: SearchPage) -> str:
    kinds = (QLabel, QAbstractButton)
    return "\n".join(each.text() for kind in kinds for each in page.findChildren(kind) if each.isVisible())


@pytest.mark.parametrize("mode", list(SearchMode))
def test_papers_that_wait_are_counted_and_nothing_is_denied(made: Any, mode: SearchMode) -> None:
    ask(made.page, mode)
    assert "No papers match" not in words(made.page)
    assert "3 papers cannot be searched until indexed" in words(made.page)
    made.engine.waiting = 0
    ask(made.page, mode)
    assert "No papers match" in words(made.page)


def test_the_strip_is_the_progress_of_the_running_job(made: Any) -> None:
    ask(made.page, SearchMode.HYBRID)
    assert "Build the index" in words(made.page)
    job = Job("1", "Index the library", ("index",), state="running", stage="encoding", done=300, total=1094)
    made.jobs.show(replace(job, eta_s=420.0))
    assert "Build the index" not in words(made.page)
    for part in ("1 of 4", "300 of 1,094", "7 min left"):
        assert part in words(made.page)
    made.jobs.show(replace(job, done=600))
    assert "600 of 1,094" in words(made.page)
    made.jobs.show(replace(job, state="queued"))
    assert "waits for another job" in words(made.page)
    made.jobs.show(replace(job, state="cancelled"))
    assert "Build the index" in words(made.page)


CHILD = """
import json, sys, time
event = {"kind": "index_updated", "channel": "keyword", "n_papers": 4}
print(json.dumps({"event": event}), file=sys.stderr, flush=True)
sys.stdin.readline()
print("{}")
"""


def test_the_engine_is_told_when_the_words_are_done_and_not_when_the_job_is(
    context: AppContext, tmp_path: Path, qtbot: QtBot
) -> None:
    engine = Engine()
    jobs = Jobs(tmp_path / "library", command=(sys.executable, "-c", CHILD))
    outcomes = JobOutcomes(replace(context, engine=engine, jobs=jobs))  # type: ignore[type-var]
    jobs.add("Index the library", ["index"])
    qtbot.waitUntil(lambda: engine.reloads == 1, timeout=20_000)
    assert jobs.running
    with qtbot.waitSignal(jobs.finished, timeout=20_000):
        jobs.cancel(jobs.running[0].id)
    assert engine.reloads == 2
    jobs.close()
    outcomes.deleteLater()


@pytest.mark.parametrize(("must_index", "kinds"), [(True, ["model", "index"]), (False, ["model"])])
def test_papers_that_came_while_a_model_was_promoted_are_indexed_next(
    context: AppContext, tmp_path: Path, qtbot: QtBot, must_index: bool, kinds: list[str]
) -> None:
    made = encode(Promotion("crops", "base", 256, 32, n_papers=31, n_indexed=30, must_index=must_index))
    jobs = Jobs(tmp_path / "library", command=(sys.executable, "-c", f"print({made!r})"))
    outcomes = JobOutcomes(replace(context, engine=Engine(), jobs=jobs))  # type: ignore[type-var]
    with qtbot.waitSignal(jobs.finished, timeout=20_000):
        jobs.add("Promote crops", ["model", "promote", "crops", "--index"])
    assert [job.kind for job in jobs.all()] == kinds
    jobs.close()
    outcomes.deleteLater()
