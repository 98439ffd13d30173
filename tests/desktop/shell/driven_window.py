"""The real window on a real library, worked by itself: it grades, imports and searches until it is killed.

`python driven_window.py LIBRARY ANSWERS LISTS`: what was acknowledged is a line each in the file ANSWERS,
which the kernel keeps if the process dies: "open", "grade QUERY PAPER GRADE", "job LIST NEW". LISTS is a
folder of lists to import. The window closes, with status 0, once there is a file "enough" in that folder.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from assay_desktop import app
from assay_desktop.pages.judging.presenter import JudgingPresenter
from assay_desktop.shell import main_window

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from assay_desktop.background.job import Job
    from assay_desktop.context import Change

LIBRARY, ANSWERS, LISTS = map(Path, sys.argv[1:4])
WORDS = ("river", "stone cloud", "paper 17", "garden engine winter", "author:ada", '"market')
_answers = os.open(ANSWERS, os.O_WRONLY | os.O_APPEND | os.O_CREAT)


def acknowledge(*words: object) -> None:
    os.write(_answers, (" ".join(map(str, words)) + "\n").encode())


def said_done() -> set[str]:
    """The names of the lists whose import was acknowledged."""
    return {line.split()[1] for line in ANSWERS.read_text().splitlines() if line.startswith("job")}


class DrivenWindow(main_window.MainWindow):
    """Does something every few milliseconds once it is shown."""

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.graded: tuple[str, str, int] | None = None  # given and not yet said to be saved
        self.rng = random.Random(os.getpid())
        self.judge, self.find = self.page("judging"), self.page("search")
        self.open_page("judging")
        self.presenter = self.judge.findChild(JudgingPresenter)
        self._context.changes.changed.connect(self.changed)
        self._context.jobs.finished.connect(self.finished)
        self.every(20, self.grade)
        self.every(150, self.type_words)
        self.every(100, self.import_lists)
        acknowledge("open")

    def every(self, milliseconds: int, call: object) -> None:
        timer = QTimer(self, interval=milliseconds)
        timer.timeout.connect(call)
        timer.start()

    def grade(self) -> None:
        shown = self.judge._shown
        if self.graded is None and shown is not None and not self.presenter._n_saving:
            self.graded = (*shown, self.rng.randrange(3))
            self.judge.grade_given.emit(self.graded[2])

    def changed(self, change: Change) -> None:
        if change.judgements and self.graded is not None:
            acknowledge("grade", *self.graded)
            self.graded = None

    def type_words(self) -> None:
        self.find.box.field.setText(self.rng.choice(WORDS)[: self.rng.randrange(1, 20)])

    def import_lists(self) -> None:
        if (LISTS / "enough").exists():
            self.close()
        jobs = self._context.jobs
        waiting = [path for path in sorted(LISTS.glob("*.jsonl")) if path.name not in said_done()]
        if waiting and not any(job.is_open for job in jobs.all()):
            jobs.add("Import", ["import", str(waiting[0])])

    def finished(self, job: Job) -> None:
        if job.state == "done" and job.kind == "import":
            n = sum(job.result[what] for what in ("new", "merged", "unchanged"))
            acknowledge("job", Path(job.args[1]).name, n)


main_window.MainWindow = DrivenWindow
if __name__ == "__main__":
    sys.exit(app.main(LIBRARY))
