"""The binding itself: PySide6 6.12.0 on Python 3.11 frees False a little at every signal, then crashes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


class Emitter(QObject):
    said = Signal(bool, object)


def test_emitting_a_signal_takes_no_reference_from_true_false_or_none(qapp: QApplication) -> None:
    emitter = Emitter()
    emitter.said.connect(lambda *values: None)
    before = [sys.getrefcount(value) for value in (True, False, None)]
    for _ in range(200):
        emitter.said.emit(True, None)
        QObject()
    after = [sys.getrefcount(value) for value in (True, False, None)]
    lost = [was - now for was, now in zip(before, after, strict=True)]
    assert max(lost) < 100, "this PySide6 loses references: install the version of requirements.lock"
