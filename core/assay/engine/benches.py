"""Benchmarks for the window: what can be run, what was scored, and what lies behind it.

Some answers take seconds, so a thread of their own gives them while searches go on beside it.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.errors import AssayError, BadInput

if TYPE_CHECKING:
    from assay.benchmarks import BenchReport, TaskResult
    from assay.benchmarks.texts import ItemTexts
    from assay.engine.bench_items import Board
    from assay.workspace import Workspace

Message = dict[str, Any]


class Benches:
    """Answers one request after the other, but for those with a key that was asked for again since.

    `answer` sends what a call makes. Nothing here touches the library: results belong to models.
    """

    def __init__(
        self,
        workspace: Workspace,
        answer: Callable[[int, Callable[[], Message]], None],
        superseded: Callable[[Message], bool],
    ) -> None:
        self._workspace, self._answer, self._superseded = workspace, answer, superseded
        self._inbox: queue.Queue[Message] = queue.Queue()
        self._read: tuple[object, BenchReport] | None = None  # the last one, by what it was read from
        self._texts: tuple[object, ItemTexts] | None = None  # of the last task
        self._board: tuple[tuple[object, ...], str, Board] | None = None  # of the last task under two systems
        self._operations: dict[str, Callable[[Message], Message]] = {
            "bench.desk": self._desk,
            "bench.runs": self._runs,
            "bench.trainings": self._trainings,
            "bench.report": self._report,
            "bench.compare": self._compare,
            "bench.analyse": self._analyse,
            "bench.published": self._published,
            "bench.parts": self._parts,
            "bench.items": self._items,
            "bench.page": self._page,
            "bench.rankings": self._rankings,
            "bench.export": self._export,
        }
        threading.Thread(target=self._work, daemon=True).start()

    def takes(self, message: Message) -> bool:
        """Whether it is for this thread; it is answered later."""
        if message["op"] not in self._operations:
            return False
        self._inbox.put(message)
        return True

    def _work(self) -> None:
        while True:
            message = self._inbox.get()
            if "key" not in message or not self._superseded(message):
                self._answer(message["id"], self._call(message))

    def _call(self, message: Message) -> Callable[[], Message]:
        return lambda: self._operations[message["op"]](message)

    # -- operations -------------------------------------------------------------------------------------

    def _desk(self, message: Message) -> Message:
        from assay.engine.bench_answers import systems_there, tasks_there

        tasks, faults = tasks_there(str(message.get("data") or ""), _paths(message, "files"))
        return {"tasks": tasks, "faults": faults, "systems": systems_there(self._workspace)}

    def _runs(self, _message: Message) -> Message:
        from assay.benchmarks import BenchStore

        return {
            "runs": [
                {
                    "run_id": run.run_id,
                    "created": run.created,
                    "systems": list(run.systems),
                    "n_results": len(run.keys),
                    "n_scores": run.n_scores,
                    "n_absent": len(run.absent),
                    "n_asked": run.n_asked,
                }
                for run in BenchStore().runs()
            ]
        }

    def _trainings(self, _message: Message) -> Message:
        """Models whose cards say what they learnt from, for the report on leakage."""
        from assay.models.promotion import ModelWork

        cards = ModelWork(self._workspace).registry.cards()
        return {"models": [card.model_id for card in cards if card.recipe and not card.damage]}

    def _report(self, message: Message) -> Message:
        from assay.engine.bench_answers import report_answer

        return report_answer(self._results(message))

    def _compare(self, message: Message) -> Message:
        """Of one task, which may take seconds; where none is named, over the columns that all have."""
        from assay.benchmarks import compare_columns, compare_results

        results, reference = self._results(message).results, str(message["reference"])
        task = message.get("task")
        if not task:
            overall = compare_columns(results, reference=reference)
            told = None if overall is None else {**overall.as_json(), "few": overall.few}
            return {"overall": told}
        return compare_results([each for each in results if each.task == task], reference=reference).as_json()

    def _analyse(self, message: Message) -> Message:
        from assay.engine.bench_answers import analyses_answer

        return analyses_answer(self._results(message), [str(name) for name in message.get("ensembles") or ()])

    def _published(self, message: Message) -> Message:
        from assay.engine.bench_answers import published_answer

        return published_answer(self._results(message))

    def _parts(self, message: Message) -> Message:
        from assay.engine.bench_answers import parts_answer

        return parts_answer(self._results(message))

    def _items(self, message: Message) -> Message:
        """The first of one task's queries or papers, under the reference and under another system."""
        from assay.engine.bench_items import Wish

        return self._board_of(message).answer(Wish.of(message))

    def _page(self, message: Message) -> Message:
        """Other rows of the same."""
        from assay.engine.bench_items import Wish

        return self._board_of(message).page(Wish.of(message))

    def _rankings(self, message: Message) -> Message:
        """One query: the first papers of both systems."""
        from assay.engine.bench_answers import rankings_answer

        one, other = self._pair(message)
        return rankings_answer(one, other, str(message["query"]), self._texts_of(message))

    def _export(self, message: Message) -> Message:
        from assay.benchmarks import compare_results, comparison_text, left_sheets, report_text
        from assay.benchmarks.comparison import MOST_QUERIES
        from assay.models.scores import write_whole

        report, form, path = self._results(message), message["form"], Path(message["path"])
        if message.get("what") == "differences":
            found = compare_results(report.results, reference=str(message.get("reference") or ""))
            own, left = report.results, left_sheets(report)
            write_whole(path, comparison_text(found, form, results=own, queries=MOST_QUERIES, left=left))
        else:
            write_whole(path, report_text(report, form, published=bool(message.get("published"))))
        return {"path": str(path)}

    # -- inner ------------------------------------------------------------------------------------------

    def _results(self, message: Message) -> BenchReport:
        """A run, and files of earlier ones beside it. What was read last is kept: it may be large."""
        from assay.benchmarks import BenchStore, read_report, report_of, side_by_side

        store, files = BenchStore(), _paths(message, "reports")
        run = store.run(str(message.get("run") or ""))
        key = (run, tuple(files))
        if self._read is None or self._read[0] != key:
            report = report_of(store, run)
            if files:
                report = side_by_side([report, *map(read_report, files)])
            self._read = (key, report)
        return self._read[1]

    def _pair(self, message: Message) -> tuple[TaskResult, TaskResult]:
        own = {each.system: each for each in self._results(message).results if each.task == message["task"]}
        for name in (message["reference"], message["system"]):
            if name not in own or not own[name].scored:
                raise BadInput(f"{name} has no score on {message['task']}.")
        return own[message["reference"]], own[message["system"]]

    def _board_of(self, message: Message) -> Board:
        from assay.engine.bench_items import board_of

        one, other = self._pair(message)
        texts, metric = self._texts_of(message), str(message.get("metric") or "")
        parts = (one, other, texts)
        known = self._board
        if (
            known is None
            or known[1] != metric
            or any(a is not b for a, b in zip(known[0], parts, strict=True))
        ):
            known = self._board = (parts, metric, board_of(one, other, metric, texts))
        return known[2]

    def _texts_of(self, message: Message) -> ItemTexts:
        """From what is chosen, or else from where the run found its tasks."""
        from assay.benchmarks import BenchStore
        from assay.benchmarks.texts import ItemTexts, item_texts

        task, data, files = str(message["task"]), str(message.get("data") or ""), _paths(message, "files")
        noted = BenchStore().run(str(message.get("run") or "")).asking
        of_run = (data or noted.data, files or [Path(file) for file in noted.files])
        ways = [(data, files)] if data or files else []
        ways += [of_run] if of_run not in ways else []
        key = (task, *((folder, tuple(own)) for folder, own in ways))
        if self._texts is None or self._texts[0] != key:
            found = ItemTexts()
            for folder, own in ways:
                try:
                    found = item_texts(task, data=Path(folder) if folder else None, files=own)
                    break
                except AssayError as error:  # scores can be looked at without their papers
                    found = ItemTexts(why=str(error))
            self._texts = (key, found)
        return self._texts[1]


def _paths(message: Message, name: str) -> list[Path]:
    return [Path(each) for each in message.get(name) or ()]
