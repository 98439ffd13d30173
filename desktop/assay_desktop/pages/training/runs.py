"""The runs of a library as they stand, read on the lane; only what has changed is read again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from assay_desktop.background.trainings import REQUESTED, is_alive, is_starting, name_of, reason_of
from assay_desktop.pages.training.model import RunRow, run_row

if TYPE_CHECKING:
    from pathlib import Path


class RunShelf:
    """Remembers the rows of runs at which nobody works; called from one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[Path, tuple[tuple[int, int], RunRow]] = {}

    def rows(self) -> list[RunRow]:
        """The latest first."""
        if not self._folder.is_dir():
            return []
        found = [row for path in self._folder.iterdir() if (row := self._row(path)) is not None]
        return sorted(found, key=lambda row: row.folder.name, reverse=True)

    def _row(self, run: Path) -> RunRow | None:
        from assay.training_runs.run_list import is_run, run_summary

        if not is_run(run):
            return _unbegun(run) if (run / REQUESTED).is_file() else None
        if is_alive(run / "pid"):
            self._known.pop(run, None)
            return run_row(run_summary(run))
        stat = (run / "events.jsonl").stat()
        stamp = (stat.st_mtime_ns, stat.st_size)
        known = self._known.get(run)
        if known is None or known[0] != stamp:
            known = self._known[run] = (stamp, run_row(run_summary(run)))
        return known[1]


def _unbegun(run: Path) -> RunRow:
    """A run that was asked for and has said nothing yet: it starts, or never will."""
    asked = (run / REQUESTED).stat().st_mtime
    changed = datetime.fromtimestamp(asked, UTC)
    name = name_of(run)
    if is_starting(run) or is_alive(run / "pid"):
        return RunRow(run, name, "starting", changed=changed.isoformat())
    return RunRow(run, name, "failed", changed=changed.isoformat(), reason=reason_of(run))
