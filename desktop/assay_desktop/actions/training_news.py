"""What the window says of a training outside the Train page, as plain data and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from assay.training_runs.types import RunSummary, name_of
from assay_desktop.background.job_words import time_left
from assay_desktop.background.trainings import REQUESTED, is_alive, is_starting, reason_of
from assay_desktop.text.core_words import translated
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator

_tr = translator("training")

RESUMABLE: Final = frozenset({"cancelled", "failed", "interrupted"})
TRAINED: Final = frozenset({"finished", "stopped"})


def read_training(run: Path) -> RunSummary | None:
    """The run as its folder tells, None where that is gone; reads at most the last part of its events."""
    from assay.training_runs.run_list import is_run, run_summary

    if not run.is_dir():
        return None
    if not is_run(run):
        return unbegun(run)
    found = run_summary(run)
    return replace(found, state="starting") if is_starting(run) else found


def unbegun(run: Path) -> RunSummary:
    """A run that was asked for and has said nothing yet: it starts, or never will."""
    request = run / REQUESTED
    changed = datetime.fromtimestamp(request.stat().st_mtime, UTC).isoformat() if request.is_file() else ""
    if is_starting(run) or is_alive(run / "pid"):
        return RunSummary(run, name_of(run), "starting", changed=changed)
    return RunSummary(run, name_of(run), "failed", changed=changed, reason=reason_of(run))


def progress_words(training: RunSummary) -> str:
    """ "stage crops · step 120 of 400 · 3 min left", as much of it as is known."""
    parts = []
    if training.state == "starting":
        what = training.doing or _tr("the data and the base model")
        parts.append(_tr("reading {0}").format(what))
    else:
        parts.append(_tr("stage {0}").format(training.stage) if training.stage else "")
        if training.steps:
            parts.append(_tr("step {0} of {1}").format(numeral(training.step), numeral(training.steps)))
        words = {"paused": _tr("paused"), "pausing": _tr("pausing…"), "cancelling": _stopping(training)}
        parts.append(words.get(training.state) or time_left(training.eta_seconds))
    if training.host:
        parts.append(_tr("on {0}").format(training.host))
    return " · ".join(filter(None, parts))


def _stopping(training: RunSummary) -> str:
    """Return how long the present step takes, where that is known: the run stops after it."""
    if not training.seconds or not training.step:
        return _tr("cancelling…")
    of_step = training.seconds / training.step
    return _tr("stopping after this step (about {0} s)").format(max(1, round(of_step)))


def outcome_words(training: RunSummary) -> str:
    """Return how it ended, in one line."""
    words = {
        "finished": _tr("finished"),
        "stopped": _tr("finished early"),
        "cancelled": _tr("cancelled"),
        "failed": _tr("failed"),
        "interrupted": _tr("The process ended unexpectedly. Resume continues from the last checkpoint."),
        "damaged": _tr("its folder cannot be read"),
    }
    state = words.get(training.state, training.state)
    if not training.reason:
        return state
    if training.state == "cancelled":  # "after 12 steps; it can be resumed"
        return f"{state} {translated(training.reason)}"
    return f"{state}: {translated(training.reason)}"


def ended_words(training: RunSummary) -> str:
    """Return a sentence or two for anyone who looked elsewhere meanwhile."""
    text = {
        "finished": _tr("Training of {0} finished."),
        "stopped": _tr("Training of {0} finished early: {1}."),
        "cancelled": _tr("Training of {0} was cancelled {1}."),
        "interrupted": _tr(
            "Training of {0} ended unexpectedly, for example because the computer was switched off. You "
            "can resume it."
        ),
        "damaged": _tr("The run {0} cannot be read. {1}"),
    }.get(training.state, _tr("Training of {0} failed. {1}"))
    reason = translated(training.reason)
    return " ".join(text.format(training.name, reason).replace(" .", ".").split())


def sharing_words(job: str, trainings: Sequence[RunSummary]) -> str:
    """That a job and trainings compute at the same time."""
    names = _tr(" and ").join(training.name for training in trainings)
    return _tr("{0} and the training of {1} share the machine: both take longer.").format(job, names)
