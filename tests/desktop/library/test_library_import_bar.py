"""The import bar shows one whole in megabytes, also beyond Qt's 32 bits."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QProgressBar
from pytestqt.qtbot import QtBot

from assay_desktop.background.job import Job
from assay_desktop.background.job_words import job_progress
from assay_desktop.pages.library.widgets.import_bar import ImportBar

GIB5 = 5 * 1024**3


def test_the_bar_of_five_gigabytes_is_half_full(qtbot: QtBot) -> None:
    bar = ImportBar()
    qtbot.addWidget(bar)
    where = job_progress(Job("1", "Import", ("import",), "running", "importing", GIB5 // 2, GIB5))
    bar.show_progress("Import papers", where, GIB5 // 2, GIB5)
    [line] = bar.findChildren(QProgressBar)
    assert line.maximum() > 100
    assert abs(line.value() / line.maximum() - 0.5) < 0.01
    assert "2,684.4 of 5,368.7 MB" in " ".join(label.text() for label in bar.findChildren(QLabel))
    bar.show_progress("Import papers", "", 0, None)
    assert line.maximum() == 0
