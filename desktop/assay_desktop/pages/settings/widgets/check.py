"""The check of the library: a button, how far it is, and what it found."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from assay.types import CheckFinding, CheckReport
from assay_desktop.background.job import Job
from assay_desktop.background.job_words import checked_words, job_outcome, job_progress
from assay_desktop.background.work import Work
from assay_desktop.text.figures import minute, numeral
from assay_desktop.theme import S2
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, framed
from assay_desktop.widgets.tables.rows import Column, RowsModel
from assay_desktop.widgets.tables.table import narrow_columns, plain_table
from assay_desktop.widgets.work_line import WorkLine

_MOST_ROWS: Final = 8
_KIND_PX: Final = 120
_NAME_PX: Final = 84


class LibraryCheck(QWidget):
    """Widgets only: what is wanted leaves as a signal."""

    check_wanted = Signal()
    repair_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.start = button(self.tr("Check library"), self.check_wanted.emit)
        self.start.setToolTip(self.tr("Verify grades by checksum, and check database, indexes and files"))
        self.mend = button(self.tr("Repair"), self.repair_wanted.emit)
        self.mend.setToolTip(self.tr("Rebuild what can be rebuilt and remove left-over files"))
        self.work = WorkLine()
        self.outcome = label(role="strong", wrap=True)
        self.counts = label(role="muted", wrap=True)
        self.advice = label(role="danger", wrap=True)
        self._model = RowsModel(self)
        self.table = plain_table(self._model, self.tr("Findings of the check"), stretch=1, fixed=True)
        self._frame = framed(self.table)
        self.acts = boxed(hbox(self.start, self.mend, STRETCH, gap=S2))  # the page says where
        vbox(
            self.work,
            self.outcome,
            self.counts,
            self._frame,
            self.advice,
            on=self,
            gap=S2,
        )
        self.show_check(None)

    def show_check(self, job: Job | None) -> None:
        """Show the latest check: at work, or what it found."""
        is_open = job is not None and job.is_open
        is_over = job is not None and not is_open
        report = job.answer_if_any(CheckReport) if job is not None and job.state == "done" else None
        self.start.setEnabled(not is_open)
        self.work.show_work(self._work(job) if job is not None and is_open else None)
        self.outcome.setText(self._outcome(job, report) if job is not None else "")
        self.outcome.setVisible(is_over)
        self.counts.setText(self._counts(report) if report else "")
        self.counts.setVisible(report is not None)
        self.advice.setText(
            self.tr("Damaged grades cannot be repaired. Restore a backup from before the damage.")
        )
        self.advice.setVisible(report is not None and report.hurt)
        findings = report.findings if report else ()
        self.mend.setVisible(any(each.mendable for each in findings))
        self._show_findings(findings)

    def _work(self, job: Job) -> Work:
        text = job_progress(job) if job.state == "running" else job_outcome(job)
        return Work(text, job.done, job.total, can_cancel=True)

    def _outcome(self, job: Job, report: CheckReport | None) -> str:
        if report is None:
            return job_outcome(job)
        when = minute(datetime.fromtimestamp(job.started, UTC))
        return self.tr("{0}: {1}").format(when, checked_words(job))

    def _counts(self, report: CheckReport) -> str:
        text = self.tr(
            "Checked: {0} {0:judgement|judgements}, {1} {1:adjudication|adjudications}, {2} released "
            "{2:grade|grades}."
        ).format(*map(numeral, (report.n_events, report.n_adjudications, report.n_release_items)))
        return "\n".join([text, *report.mended])

    def _show_findings(self, findings: Sequence[CheckFinding]) -> None:
        columns = [
            Column(self.tr("Kind"), lambda row: self._kind(row.kind), number=False),
            _named("text", self.tr("Finding")),
        ]
        names = {"query_id": self.tr("Query"), "doc_id": self.tr("Paper"), "assessor": self.tr("Assessor")}
        columns += [
            _named(key, title) for key, title in names.items() if any(getattr(row, key) for row in findings)
        ]
        if any(row.mendable for row in findings):
            possible = self.tr("possible")
            columns.append(
                Column(self.tr("Repair"), lambda row: possible if row.mendable else "–", number=False)
            )
        self._model.show(columns, findings)
        narrow_columns(self.table, _KIND_PX, *[_NAME_PX] * (len(columns) - 2), stretch=1)
        self.table.fit_height(len(findings), most=_MOST_ROWS)
        self._frame.setVisible(bool(findings))

    def _kind(self, kind: str) -> str:
        words = {
            "pages": self.tr("database"),
            "reference": self.tr("reference"),
            "grade": self.tr("grade"),
            "adjudication": self.tr("adjudication"),
            "release": self.tr("release"),
            "cache": self.tr("current grades"),
            "index": self.tr("search index"),
            "left over": self.tr("left-over file"),
            "open": self.tr("readable by all"),
        }
        return words.get(kind, kind)


def _named(key: str, title: str) -> Column:
    def text(row: CheckFinding) -> str:
        return str(getattr(row, key))

    return Column(title, text, number=False, tip=text)
