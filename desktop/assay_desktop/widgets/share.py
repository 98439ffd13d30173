"""How much of a work is done, in a bar."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QProgressBar

_STEPS: Final = 1_000_000
"""Most steps of a bar: Qt counts to two billion, and files have more bytes."""


def show_share(bar: QProgressBar, done: int, total: int | None) -> None:
    """Show `done` of `total`; where that is None or 0 the bar only shows that work continues."""
    scale = max(1, (total or 0) // _STEPS)
    bar.setRange(0, (total or 0) // scale)
    bar.setValue(min(done, total) // scale if total else 0)
