"""The window while there is work: how long its event loop is held up, and how soon results are painted.

`bench_frames.py LIBRARY` opens a copy of a library with a vector index in a window of its own (offscreen, the
real engine, real jobs); without it a library of 100,000 made-up papers is written and indexed by its words,
and the rows about vectors are left out. A timer of 2 ms in the event loop tells how long nothing else could
happen; beside it stands the processor time that the window's thread itself took, which another program on
the machine cannot lengthen.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench_window import fill, open_window, painted
from measuring import head, parser_of, resident_mb, row
from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from assay_desktop.context import AppContext
    from assay_desktop.shell.main_window import MainWindow

TICK_MS = 2
FRAME_MS = 50.0
TIMEOUT_S = 1200.0
N_TITLES = 20
N_NEW = 1000


def main() -> None:
    """Makes the copy and runs the measured process on it."""
    parser = parser_of(__doc__)
    parser.add_argument("library", nargs="?", type=Path, help="a library with a vector index, to be copied")
    parser.add_argument("new", nargs="?", type=Path, help="the measured process imports this into it")
    given = parser.parse_args()
    if given.new is not None:
        _measure(given.library, given.new)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "library"
        if given.library is not None:
            shutil.copytree(given.library, folder, ignore=shutil.ignore_patterns("backups"))
        else:
            fill(folder)
        new = Path(name) / "new.jsonl"
        _write_new(new)
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": name}
        subprocess.run([sys.executable, __file__, str(folder), str(new)], env=environment, check=True)


def _write_new(path: Path) -> None:
    """A thousand papers that no library has."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(N_NEW):
            words = " ".join(f"w{(number * 7919 + place * 104729) % 9973}" for place in range(90))
            paper = {"_id": f"new-{number}", "title": f"Newcomer {number} on {words[:40]}", "text": words}
            file.write(json.dumps(paper) + "\n")


def _measure(folder: Path, new: Path) -> None:
    app, window, context = open_window(folder)
    context.engine.start()
    context.jobs.start()
    desk = Desk(window, context)
    desk.run(new)
    desk.print()
    context.jobs.close()
    context.engine.stop()
    context.lane.close()
    window.close()
    del app


@dataclass
class Frames(QObject):
    """How long the event loop was held up, one number a tick."""

    gaps: list[tuple[float, float]] = field(default_factory=list)  # ms by the clock, ms of the thread

    def __post_init__(self) -> None:
        super().__init__()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._last = time.perf_counter(), time.thread_time()
        self._timer.start()

    def _tick(self) -> None:
        now = time.perf_counter(), time.thread_time()
        self.gaps.append(((now[0] - self._last[0]) * 1000 - TICK_MS, (now[1] - self._last[1]) * 1000))
        self._last = now

    def stop(self) -> None:
        """The ticks end."""
        self._timer.stop()


@contextmanager
def told(model: Any) -> Iterator[list[None]]:
    """A list that grows when the model shows other rows, or another order of them."""
    found: list[None] = []
    signals = (model.modelReset, model.layoutChanged)
    joined = [signal.connect(lambda *_: found.append(None)) for signal in signals]
    try:
        yield found
    finally:
        for signal, one in zip(signals, joined, strict=True):
            signal.disconnect(one)


class Desk:
    """Does with the window what a user does, and keeps the frames of each doing apart."""

    def __init__(self, window: MainWindow, context: AppContext) -> None:
        self._window, self._context = window, context
        self._page: Any = window.page("library")
        self._frames: dict[str, list[tuple[float, float]]] = {}
        self._times: dict[str, list[float]] = {}

    def run(self, new: Path) -> None:
        """All of it, in the order of a day."""
        table = self._page.table.model()
        self._during("open the library", lambda: self._until(lambda: table.rowCount() > 0))
        self._during("nothing at all, 5 s", lambda: self._rest(5.0))
        self._until(lambda: self._context.engine.state.phase == "ready")
        self._during("sort and filter the table", self._sort_and_filter)
        titles = self._titles()
        self._window.open_page("search")
        self._during("search: type titles", lambda: self._type(titles))
        encoded = self._context.engine.state.semantic != "absent"
        if encoded:
            self._until(lambda: self._context.engine.state.semantic == "ready")
            self._during("search: by meaning, Enter", lambda: self._ask(titles))
        self._window.open_page("library")
        if encoded:  # else all would be encoded now
            self._during(
                f"import {N_NEW:,} papers, then the index follows",
                lambda: self._work(["import", str(new)]),
            )
        self._during("search while the index is built", lambda: self._search_beside_index(titles))
        from assay_desktop.shell.main_window import PAGES

        for page in PAGES:
            self._during(f"first visit of {page}, or another", partial(self._visit, page))
        self._during("switch the theme, all pages open", self._switch_theme)

    # -- doings -----------------------------------------------------------------------------------------

    def _sort_and_filter(self) -> None:
        from assay_desktop.pages.library.presenter import DEBOUNCE_MS

        table = self._page.table.model()
        for number in range(6):
            self._listed(
                "sort the table", partial(table.sort, 2 * (number % 2), Qt.SortOrder(number // 2 % 2))
            )
        for word in (title.split()[-1] for title in self._titles()[:5]):  # what is in no paper lists nothing
            self._listed(
                "filter the table, after the pause",
                partial(self._page.filter.setText, word),
                pause=DEBOUNCE_MS,
            )
        self._listed("filter the table, after the pause", self._page.filter.clear, pause=DEBOUNCE_MS)

    def _listed(self, what: str, act: Callable[[], object], *, pause: float = 0.0) -> None:
        """Until the table is listed anew, and its rows in sight are read and painted."""
        with told(self._page.table.model()) as lists:
            started = time.perf_counter()
            act()
            self._until(lambda: bool(lists))
            self._until(lambda: painted(self._page.table))
            self._times.setdefault(what, []).append((time.perf_counter() - started) * 1000 - pause)

    def _type(self, titles: Sequence[str]) -> None:
        """Each keystroke waits for its own results, as a slow typist does."""
        from assay_desktop.pages.search.presenters.search import TYPING_MS

        for title in titles:
            for end in (2, 5, len(title) // 2, len(title)):
                took = self._painted(partial(self._box().setText, title[:end]))
                self._times.setdefault("keyword results after a keystroke and the pause", []).append(
                    took - TYPING_MS
                )

    def _ask(self, titles: Sequence[str]) -> None:
        from assay.types import SearchMode

        page: Any = self._window.page("search")
        page.mode_chosen.emit(SearchMode.SEMANTIC)
        for title in titles:
            self._box().blockSignals(True)
            self._box().setText(f"{title} again")
            self._box().blockSignals(False)
            page.text_edited.emit(f"{title} again")
            self._times.setdefault("results by meaning after Enter", []).append(
                self._painted(page.search_requested.emit)
            )

    def _work(self, args: list[str]) -> None:
        """Queues the job and waits until it and all that follows from it is over."""
        self._context.jobs.add("work", args)
        self._until(lambda: not any(job.is_open for job in self._context.jobs.all()))
        self._rest(1.0)

    def _search_beside_index(self, titles: Sequence[str]) -> None:
        self._window.open_page("search")
        self._context.jobs.add("index", ["index", "--keyword-only"])
        for title in titles[:5]:
            self._painted(partial(self._box().setText, title[::-1] + title))
        self._until(lambda: not any(job.is_open for job in self._context.jobs.all()))

    def _visit(self, page: str) -> None:
        self._window.open_page(page)
        self._rest(1.0)

    def _switch_theme(self) -> None:
        for _ in range(3):
            for choice in ("dark", "light"):
                started = time.perf_counter()
                self._context.theme.set_choice(choice)
                self._rest(0.0)  # what is in sight is painted
                took = (time.perf_counter() - started) * 1000
                self._times.setdefault("theme switched, all pages open", []).append(took)
                self._rest(0.5)

    def _painted(self, act: Callable[[], object]) -> float:
        """Milliseconds from the act to painted results, or to the sentence that there are none."""
        page: Any = self._window.page("search")
        with told(page._model) as shown:
            started = time.perf_counter()
            act()
            self._until(lambda: bool(shown))
            page.repaint()
            return (time.perf_counter() - started) * 1000

    # -- inner ------------------------------------------------------------------------------------------

    def _box(self) -> Any:
        page: Any = self._window.page("search")
        field = page.box.field
        return _Typed(page, field)

    def _titles(self) -> list[str]:
        model = self._page.table.model()
        places = [number * model.rowCount() // N_TITLES for number in range(N_TITLES)]
        ids = [model.doc_id(place) for place in places]
        found: list[Any] = []
        self._context.lane.submit(lambda ws: ws.library.papers.get(ids), found.extend)
        self._until(lambda: bool(found))
        return [paper.title for paper in found]

    def _during(self, what: str, act: Callable[[], object]) -> None:
        frames = Frames()
        act()
        frames.stop()
        self._frames[what] = frames.gaps

    def _rest(self, seconds: float) -> None:
        ends = time.monotonic() + seconds
        self._until(lambda: time.monotonic() >= ends)

    def _until(self, true: Callable[[], bool]) -> None:
        """Runs Qt's own event loop until it is true."""
        deadline = time.monotonic() + TIMEOUT_S
        loop = QEventLoop()
        timer = QTimer(interval=1)

        def look() -> None:
            if true():
                loop.quit()
            elif time.monotonic() > deadline:
                raise TimeoutError("the window did not answer")

        timer.timeout.connect(look)
        timer.start()
        loop.exec()
        timer.stop()

    # -- what came out ----------------------------------------------------------------------------------

    def print(self) -> None:
        """The tables, as they stand in the docs."""
        print(f"\n{self._page.table.model().rowCount():,} papers")
        head("doing", "frames", "longest, ms", "99.9 %, ms", "longest by the thread's own time, ms")
        for what, gaps in self._frames.items():
            clock = sorted(gap for gap, _ in gaps)
            own = max(own for _, own in gaps)
            row(what, f"{len(gaps):,}", f"{clock[-1]:.0f}", f"{_share(clock, 0.999):.0f}", f"{own:.0f}")
        head("time to painted rows", "n", "p50, ms", "p95, ms")
        for what, times in self._times.items():
            row(what, len(times), f"{statistics.median(times):.0f}", f"{_share(times, 0.95):.0f}")
        engine = int(self._context.engine._process.processId())
        ours, its = resident_mb(), resident_mb(engine)
        print(f"\nresident memory: window {ours:.0f} MB, engine {its:.0f} MB")


@dataclass
class _Typed:
    """The search field as a typist sees it: setting its text tells the page."""

    page: Any
    field: Any

    def setText(self, text: str) -> None:
        """As if typed."""
        self.field.setText(text)
        self.page.text_edited.emit(text)

    def blockSignals(self, block: bool) -> None:
        """Qt's own."""
        self.field.blockSignals(block)


def _share(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


if __name__ == "__main__":
    main()
