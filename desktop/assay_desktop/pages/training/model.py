"""What the training pages show, as plain data: runs, and the columns of an estimate."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from assay.training_runs.types import RunSummary
from assay_desktop.actions.training_news import unbegun
from assay_desktop.background.trainings import REQUESTED, is_alive
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator
from assay_desktop.widgets.tables.rows import Column

_tr = translator("training")

TONES: Final[Mapping[str, str]] = {
    "starting": "accent",
    "running": "accent",
    "pausing": "warning",
    "paused": "warning",
    "cancelling": "faint",
    "finished": "grade2",
    "stopped": "grade2",
    "cancelled": "faint",
    "failed": "danger",
    "interrupted": "warning",
    "damaged": "danger",
}


def state_words(state: str) -> str:
    """Return what a person reads of a run's state."""
    words = {
        "starting": _tr("starting"),
        "running": _tr("running"),
        "pausing": _tr("pausing…"),
        "paused": _tr("paused"),
        "cancelling": _tr("cancelling…"),
        "finished": _tr("finished"),
        "stopped": _tr("finished early"),
        "cancelled": _tr("cancelled"),
        "failed": _tr("failed"),
        "interrupted": _tr("interrupted"),
        "damaged": _tr("damaged"),
    }
    return words[state]


# -- estimates --------------------------------------------------------------------------------------------


def objective_columns() -> list[Column]:
    """Of the table of a preflight."""
    return [
        Column(_tr("Objective"), lambda row: row.name, number=False),
        Column(_tr("Train"), lambda row: numeral(row.n_train), lambda row: row.n_train),
        Column(_tr("Validation"), lambda row: numeral(row.n_validation), lambda row: row.n_validation),
        Column(_tr("Epochs"), lambda row: numeral(row.epochs, 2), lambda row: row.epochs),
        Column(
            _tr("Tokens"),
            lambda row: numeral(row.tokens_per_example),
            hint=_tr("of an example's three texts"),
        ),
    ]


class RunCatalogue:
    """Remembers the rows of runs at which nobody works; called from one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[Path, tuple[tuple[int, int], RunSummary]] = {}

    def rows(self) -> list[RunSummary]:
        """Return the latest first."""
        if not self._folder.is_dir():
            return []
        found = [row for path in self._folder.iterdir() if (row := self._row(path)) is not None]
        return sorted(found, key=lambda row: row.run.name, reverse=True)

    def _row(self, run: Path) -> RunSummary | None:
        from assay.training_runs.run_list import is_run, run_summary

        if not is_run(run):
            return unbegun(run) if (run / REQUESTED).is_file() else None
        if is_alive(run / "pid"):
            self._known.pop(run, None)
            return run_summary(run)
        stat = (run / "events.jsonl").stat()
        stamp = (stat.st_mtime_ns, stat.st_size)
        known = self._known.get(run)
        if known is None or known[0] != stamp:
            known = self._known[run] = (stamp, run_summary(run))
        return known[1]
