"""How far an attempt to improve search is, over all of its trainings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assay_desktop.background.work import Work
from assay_desktop.text.core_words import told
from assay_desktop.text.figures import numeral
from assay_desktop.text.words import job_progress, time_left

if TYPE_CHECKING:
    from assay_desktop.background.job import Job
    from assay_desktop.pages.training.attempts import Part

_STEPS = 1000  # of the bar, for each training


def work_of(job: Job, part: Part | None) -> Work:
    """The line of an attempt that waits or is at work; `part` is None where nobody has looked yet."""
    if job.state == "queued":
        return Work(_tr("It waits its turn…"), can_cancel=True)
    if part is None or not part.number:
        before = _tr("Papers and candidates are prepared")
        return Work(
            " · ".join(filter(None, (before, job_progress(job)))), job.done, job.total, can_cancel=True
        )
    done = len(part.seconds)
    trains = part.number > done  # else it searches with what the last one made
    share = min(1.0, job.done / job.total) if trains and job.total else 0.0
    what = _tr("training {0} of {1}") if trains else _tr("training {0} of {1} is measured")
    counts = _tr("{0} of {1}").format(numeral(job.done), numeral(job.total)) if job.total else ""
    said = [what.format(part.number, part.of), told(job.stage), counts, _left(job, part, trains=trains)]
    bar = round(_STEPS * (done + share))
    return Work(" · ".join(filter(None, said)), bar, _STEPS * part.of, can_cancel=True)


def _left(job: Job, part: Part, *, trains: bool) -> str:
    """Until all of them are done, by how long one takes."""
    if part.seconds:
        each = sum(part.seconds) / len(part.seconds)
    elif trains and job.total and job.rate:
        each = job.total / job.rate
    else:
        return ""
    present = job.eta_s if trains and job.eta_s is not None else each if trains else 0.0
    return time_left(present + each * (part.of - part.number))


def _tr(text: str) -> str:
    return QCoreApplication.translate("training", text)
