"""The window on a library of 100,000 papers: how soon it is usable, how fast it answers, its memory.

A process of its own opens the window offscreen, as `assay desktop` would, so that the memory is the window's
alone. Times end when the rows that are in sight have been read and painted, not when they were asked for.
The goals beside the figures are those of the project.
"""

from __future__ import annotations

import logging
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from measuring import head, median, parser_of, resident_mb, row

from assay.engine.types import SEARCH
from assay.searching.types import InteractiveSearch, SearchCall
from assay.types import SearchMode

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QApplication

    from assay_desktop.context import AppContext
    from assay_desktop.shell.main_window import MainWindow

PAPERS = 100_000
REPEATS = 5
TIMEOUT_S = 120.0


def main() -> None:
    """Prints the table; without arguments it makes the library, with a folder it is the measured process."""
    parser = parser_of(__doc__)
    parser.add_argument("library", nargs="?", type=Path, help="the measured process opens this one")
    parser.add_argument("began", nargs="?", type=float, default=time.time(), help="when it was started")
    given = parser.parse_args()
    if given.library is not None:
        _measure(given.library, began=given.began)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "library"
        fill(folder)
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": name}
        for _ in range(2):  # the first time after a change the whole file is checked; the second is everyday
            command = [sys.executable, __file__, str(folder), str(time.time())]
            subprocess.run(command, env=environment, check=True)


def fill(folder: Path) -> None:
    """Writes the library of made-up papers, indexed by its words."""
    from bench_library import made_up_papers

    from assay.searching.indexing import index_words  # late: the measured process loads no index
    from assay.workspace import Workspace

    logging.disable(logging.CRITICAL)
    with Workspace.open(folder) as workspace:
        papers = made_up_papers(PAPERS)
        for start in range(0, PAPERS, 10_000):
            part = papers[start : start + 10_000]
            workspace.library.papers.add([(paper, [f"bench:{paper.doc_id}"]) for paper in part])
        index_words(workspace)


def open_window(folder: Path) -> tuple[QApplication, MainWindow, AppContext]:
    """The window on the library in `folder`, as `assay desktop` composes it; its engine is not started."""
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from assay_desktop.background.engine_client import EngineClient
    from assay_desktop.background.jobs import Jobs
    from assay_desktop.background.lane import Lane
    from assay_desktop.context import AppContext, Changes
    from assay_desktop.errors import Faults
    from assay_desktop.keys import Keys
    from assay_desktop.settings import Settings
    from assay_desktop.shell.collecting import Collector
    from assay_desktop.shell.main_window import MainWindow
    from assay_desktop.theme import Theme

    app = QApplication([])
    faults = Faults()
    settings = Settings(QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat))
    lane, engine, jobs = Lane.at(folder, faults), EngineClient(folder), Jobs(folder)
    context = AppContext(lane, engine, jobs, Theme("light"), settings, Changes(), Keys(settings))
    window = MainWindow(context, faults, folder)
    Collector(window)
    window.show()
    return app, window, context


def _measure(folder: Path, *, began: float) -> None:
    app, window, context = open_window(folder)
    engine, lane = context.engine, context.lane
    window.grab()
    rows = [("process start to first paint", time.time() - began, "")]
    bench = _Bench(app, window, context)
    bench.wait_for_rows()
    rows.append(("process start to usable window", time.time() - began, "1.0"))
    engine.start()
    rows += bench.rows()
    head("step", "s", "goal, s")
    for step, took, goal in rows:
        row(step, f"{took:.3f}", goal)
    print(f"\nresident memory of the window's process: {resident_mb():.0f} MB (goal: under 300)")
    engine.stop()
    lane.close()
    window.close()


def painted(table: Any) -> bool:
    """Whether no row in sight is a placeholder, when the table has been painted once more."""
    table.viewport().repaint()
    model = table.model()
    first, last = table.rowAt(0), table.rowAt(table.viewport().height() - 1)
    last = model.rowCount() - 1 if last < 0 else last
    return all(model.index(place, 0).data() != "…" for place in range(max(first, 0), last + 1))


class _Bench:
    """Does to the library page what a user does, and waits for what the user sees."""

    def __init__(self, app: QApplication, window: MainWindow, context: AppContext) -> None:
        self._app = app
        self._window = window
        self._context = context
        self._page: Any = window.page("library")
        self._lists: list[None] = []
        model = self._page.table.model()
        model.modelReset.connect(lambda: self._lists.append(None))
        model.dataChanged.connect(lambda: self._lists.append(None))  # the same papers in the same order

    def rows(self) -> list[tuple[str, float, str]]:
        from PySide6.QtCore import Qt

        table, model, filter_box = self._page.table, self._page.table.model(), self._page.filter
        order = Qt.SortOrder
        found = [
            ("sort by title", self._median(lambda n: model.sort(0, order(n % 2))), "0.15"),
            ("sort by year", self._median(lambda n: model.sort(2, order(n % 2))), "0.15"),
            ("filter by a word, after the pause", self._filtered(filter_box), "0.15"),
            (
                "jump to a far row",
                self._median(lambda n: table.scrollTo(model.index(19_000 * n + 999, 0))),
                "",
            ),
            ("keystroke to keyword results", self._keyword(), "0.1"),
        ]
        return [(step, seconds, goal) for step, seconds, goal in found]

    def wait_for_rows(self) -> None:
        """Until no row in sight is a placeholder, and painted so."""
        table, model = self._page.table, self._page.table.model()
        self._until(lambda: model.rowCount() > 0)
        self._until(lambda: painted(table))

    def _median(self, act: Callable[[int], object]) -> float:
        numbers = iter(range(REPEATS))

        def turn() -> None:
            act(next(numbers))
            self._idle()
            self.wait_for_rows()

        return median(turn, REPEATS)

    def _filtered(self, box: Any) -> float:
        from assay_desktop.pages.library.presenter import DEBOUNCE_MS

        words = self._typed()
        pause = DEBOUNCE_MS / 1000
        times = []
        for word in words:
            lists = len(self._lists)
            started = time.perf_counter()
            box.setText(word)
            self._until(lambda before=lists: len(self._lists) > before)  # type: ignore[misc]
            self.wait_for_rows()
            times.append(time.perf_counter() - started - pause)
        box.clear()
        self._until(lambda: self._page.table.model().rowCount() == PAPERS)
        return statistics.median(times)

    def _keyword(self) -> float:
        self._until(lambda: self._context.engine.state.phase == "ready")
        times = []
        for text in self._typed():
            answers: list[Any] = []
            request = InteractiveSearch(text, mode=SearchMode.KEYWORD, k=50, prefix=True)
            started = time.perf_counter()
            self._context.engine.ask(SEARCH, SearchCall(request), answers.append, print)
            self._until(lambda got=answers: bool(got))  # type: ignore[misc]
            times.append(time.perf_counter() - started)
        return statistics.median(times)

    def _typed(self) -> list[str]:
        """What somebody who looks for the paper at the top might have typed at five moments."""
        table = self._page.table
        title: str = table.model().index(table.rowAt(0), 0).data()
        words = title.casefold().split()
        return [words[0][:1], words[0][:2], words[0], f"{words[0]} {words[1][:2]}", " ".join(words[:3])]

    def _idle(self) -> None:
        """Until the lane has answered what was asked just now."""
        done: list[None] = []
        self._context.lane.submit(lambda _: None, done.append)
        self._until(lambda: bool(done))

    def _until(self, true: Callable[[], bool]) -> None:
        deadline = time.monotonic() + TIMEOUT_S
        while not true():
            self._app.processEvents()
            time.sleep(0.001)  # as an event loop would: a busy one takes the lane's share of the interpreter
            if time.monotonic() > deadline:
                raise TimeoutError("the window did not answer")


if __name__ == "__main__":
    main()
