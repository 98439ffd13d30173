"""Progress of long work in a notebook: a bar that goes when the work is done. It needs no widgets."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

from assay.progress import Item, Progress, Report, silent

FIRST_S, EVERY_S = 0.5, 0.2  # quick work shows no bar


class Bar:
    """A line of a notebook's output that shows the last report."""

    def __init__(self) -> None:
        self.place: Any = None  # IPython's handle of what is on the page
        self._next = time.monotonic() + FIRST_S

    def __call__(self, stage: str, done: int, total: int | None, item: Item | None = None) -> None:
        if time.monotonic() >= self._next:
            self._report = Report(stage, done, total, item)
            self._next = time.monotonic() + EVERY_S
            display = importlib.import_module("IPython.display").display
            self.place = self.place or display(self, display_id=True)
            self.place.update(self)

    def __repr__(self) -> str:
        of = "" if self._report.total is None else f" of {self._report.total:,}"
        return f"{self._report}: {self._report.done:,}{of}"

    def _repr_html_(self) -> str:
        done, total = self._report.done, self._report.total
        return f"<progress{f' value={done} max={total}' if total else ''}></progress> {escape(repr(self))}"


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Give a progress for long work that a kernel shows; without one nobody watches."""
    shell: Any = sys.modules.get("IPython")
    bar = Bar() if shell is not None and hasattr(shell.get_ipython(), "kernel") else None
    try:
        yield bar or silent
    finally:
        if bar is not None and bar.place is not None:
            bar.place.update({"text/plain": ""}, raw=True)
