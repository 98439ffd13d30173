"""How far jobs of benchmarks are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication

from assay_desktop.background.job_words import time_left
from assay_desktop.background.work import Work
from assay_desktop.pages.evaluation.benchmarks.words import short_name
from assay_desktop.text.core_words import translated
from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from assay_desktop.background.job import Job
    from assay_desktop.background.jobs import Jobs

_STEPS: Final = 1000  # of the bar, for each score
_SURE_S: Final = 5.0  # an estimate from less time says nothing


def open_job(jobs: Jobs, *words: str) -> Job | None:
    """The job of this command that is under way or waits its turn."""
    return next((job for job in jobs.all() if job.is_open and job.runs(*words)), None)


def work_of(job: Job, *, now: float) -> Work:
    """Return what the line shows; `now` is in seconds since the epoch."""
    if job.state == "queued":
        return Work(_tr("Run queued…"), can_cancel=True)
    if job.item is None:
        return Work(translated(job.stage) or _tr("Loading the models…"), can_cancel=True)
    (task, system), place, total = job.item.names, job.item.number, job.item.of
    share = place - 1 + (min(1.0, job.done / job.total) if job.stage and job.total else 0.0)
    words = [
        _tr("{0} of {1}").format(numeral(place), numeral(total)),
        f"{task}, {short_name(system)}",
        translated(job.stage),
        time_left(_left(now - job.started, share, total)),
    ]
    return Work(" · ".join(filter(None, words)), round(share * _STEPS), total * _STEPS, can_cancel=True)


def overlap_work_of(job: Job) -> Work:
    """Return what the line shows of a comparison of a training with tasks."""
    if job.state == "queued":
        return Work(_tr("Comparison queued…"), can_cancel=True)
    text = translated(job.stage) or _tr("Reading the training data…")
    if not job.total:
        return Work(text, can_cancel=True)
    of = _tr("task {0} of {1}").format(numeral(job.done + 1), numeral(job.total))
    return Work(f"{text} · {of}", job.done, job.total, can_cancel=True)


def _left(elapsed: float, share: float, total: int) -> float | None:
    """Estimate the seconds left, as if what is to come took as long as what is done."""
    return elapsed / share * (total - share) if elapsed >= _SURE_S and share >= 1 else None


def _tr(text: str) -> str:
    return QCoreApplication.translate("benchmarks", text)
