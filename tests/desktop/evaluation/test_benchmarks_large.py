"""Tens of thousands of papers behind a score: the real window and engine, and how long the window waits."""

from __future__ import annotations

import gc
import random
from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtCore import Qt, QTimer

from assay.benchmarks.results import TaskResult
from assay.benchmarks.store import BenchRun, BenchStore, KeptResult, RunTask
from assay.searching.indexing import index_vectors, index_words
from assay.types import Paper
from assay.workspace import Workspace
from counting import Calls
from shots.shot_stage import stage, wait

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QApplication, QTableView

    from assay_desktop.pages.evaluation.page import EvaluationPage

N_PAPERS, N_QUERIES = 25_000, 10_000
BUSY = 25_000  # calls of Python's functions between two rounds of the event loop: one for each paper
_FIELDS = [f"Field {n}" for n in range(19)]


class Gaps:
    """How much the window's thread worked between two rounds of its event loop, at most: in calls."""

    def __init__(self) -> None:
        self._most = self._last = 0
        self._calls = Calls()
        self._timer = QTimer()
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        self._most = max(self._most, self._calls.n - self._last)
        self._last = self._calls.n

    def during(self, act: Callable[[], object], until: Callable[[], bool]) -> int:
        """Calls between two rounds, from `act` until what it asked for is there."""
        wait(lambda: False, 0.05)
        self._most, self._last = 0, self._calls.n
        with self._calls.counted():
            act()
            assert wait(until, 60)
            wait(lambda: False, 0.05)
        return self._most


def _keep_results() -> None:
    rng, store = random.Random(5), BenchStore()
    kept: list[KeptResult] = []
    for system in ("small", "large"):
        predictions = {f"p{n}": (_FIELDS[n % 19], rng.choice(_FIELDS)) for n in range(N_PAPERS)}
        items = {f"q{n}": 100 * rng.random() for n in range(N_QUERIES)}
        fields = TaskResult(
            "own/x/fields", system, f"f-{system}", name="Fields", kind="classification", group="CLF",
            values={"f1_macro": 5.0}, predictions=predictions, n=N_PAPERS,
        )  # fmt: skip
        asked = TaskResult(
            "own/x/asked", system, f"q-{system}", name="SelectedTask", kind="adhoc_search", group="SRCH",
            values={"map": 50.0}, items={"map": items}, n=N_QUERIES,
            first={query: ["p1", "p2"] for query in items},
        )  # fmt: skip
        for result in (fields, asked):
            store.put(result)
        kept += [KeptResult(system, f"{each}-{system}", True) for each in "fq"]
    tasks = tuple(
        RunTask(result.task, result.name, result.group, False, tuple(result.values))
        for result in (fields, asked)
    )
    run = BenchRun("20260101-000000", ("small", "large"), tasks, "2026-01-01T00:00:00", results=tuple(kept))
    store.keep_run(run)


def _last(table: QTableView) -> object:
    model = table.model()
    return model.index(model.rowCount() - 1, 0).data()


@pytest.mark.timeout(300)
@pytest.mark.usefixtures("forked_children")
def test_the_window_stays_free_while_25000_papers_and_10000_queries_are_looked_at(
    tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    _keep_results()
    with Workspace.open(tmp_path / "library") as workspace:
        workspace.library.papers.add([(Paper("p1", "Graphs", "On graphs."), ())])
        workspace.use_model("hashing")
        index_words(workspace)
        index_vectors(workspace)
    with stage(tmp_path / "library") as scene:
        scene.await_engine()
        page = cast("EvaluationPage", scene.page("evaluation"))
        page.choose("benchmarks")
        view, results = page.benchmarks, page.benchmarks.results
        assert wait(lambda: results.table.isVisible() and results.table.model().rowCount() > 0, 60)
        assert wait(lambda: not results._note.text().startswith("Comparing"), 120)
        gc.collect()
        gc.freeze()  # what other tests left behind is not looked through in the midst of this one
        gaps, longest = Gaps(), {}

        results.table.selectRow(results._model.find(lambda row: row.task == "own/x/fields"))
        table = view.behind.papers.table
        longest["open papers"] = gaps.during(
            results.behind.click, lambda: table.isVisible() and table.model().rowCount() > 0
        )
        assert table.model().rowCount() < N_PAPERS, "only where they differ"
        longest["all papers"] = gaps.during(
            lambda: view.behind.papers.differing.setChecked(False),
            lambda: table.model().rowCount() == N_PAPERS,
        )
        top = table.model().index(0, 0)
        longest["sort"] = gaps.during(
            lambda: table.sortByColumn(0, Qt.SortOrder.DescendingOrder), lambda: top.data() != "p0"
        )
        assert (table.model().index(0, 0).data(), table.model().index(1, 0).data()) == ("p9999", "p9998")
        longest["scroll"] = gaps.during(table.scrollToBottom, lambda: _last(table) == "p0")
        view.behind.back.click()

        results.table.selectRow(results._model.find(lambda row: row.task == "own/x/asked"))
        queries = view.behind.queries
        longest["open queries"] = gaps.during(
            results.behind.click, lambda: queries.isVisible() and queries.rankings[0].model().rowCount() == 2
        )
        assert queries.table.model().rowCount() == N_QUERIES
        assert queries.table.currentIndex().row() == N_QUERIES - 1, "the one that loses most"
        bar = queries.plot._bars[0].key
        longest["a bar far away"] = gaps.during(
            lambda: queries.plot.bar_chosen.emit(bar), lambda: queries._shown == bar
        )
    gc.unfreeze()
    assert max(longest.values()) < BUSY, longest  # laid out on the window's thread it was many times that
