"""Exports from the window: what a page lists becomes a file, by a job."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from assay_desktop.actions.exporting import Exports
from assay_desktop.background.jobs import Jobs
from assay_desktop.pages.library.model import PaperTable
from assay_desktop.pages.library.page import LibraryPage
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.widgets.controls.ask_path import ask_where

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults

SHIFT_CTRL = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
CHILD = """
import json, pathlib, sys
words = sys.argv
out, ids = words[words.index("export") + 1], words[words.index("--ids") + 1]
rows = pathlib.Path(ids).read_text().split()
pathlib.Path(out).write_text(" ".join(rows))
print(json.dumps({"out": out, "exported": len(rows), "format": "bibtex", "missing": []}))
"""


class Page:
    """Lists three papers, of which the second is selected."""

    def listed(self) -> tuple[list[str], list[str]]:
        return ["c", "a", "b"], ["a"]


@pytest.fixture
def working(context: AppContext, tmp_path: Path) -> AppContext:
    """Its jobs are children that write the ids they are given."""
    return replace(context, jobs=Jobs(tmp_path / "library", command=(sys.executable, "-c", CHILD)))


def exports(
    context: AppContext, page: object, out: Path, starts: list[str] | None = None
) -> tuple[Exports, list[str]]:
    """Exports whose dialog is answered with `out` at once, and what they tell the user."""
    starts = [] if starts is None else starts

    def answer(_title: str, chosen: Callable[[Path], None]) -> None:
        chosen(out)

    def answer_folder(_title: str, chosen: Callable[[str], None], *, start: str) -> None:
        starts.append(start)
        chosen(str(out))

    made = Exports(context, lambda: page, answer, answer_folder)
    said: list[str] = []
    made.message.connect(said.append)
    return made, said


def test_what_is_listed_is_exported_in_its_order_and_told(
    working: AppContext, tmp_path: Path, qtbot: QtBot
) -> None:
    out = tmp_path / "out.bib"
    made, said = exports(working, Page(), out)
    made.export_listed()
    qtbot.waitUntil(lambda: bool(said), timeout=10_000)
    assert said == ["3 papers exported to out.bib"]
    assert out.read_text() == "c a b"
    made.export_selected()
    qtbot.waitUntil(lambda: len(said) == 2, timeout=10_000)
    assert said[1] == "1 paper exported to out.bib"
    assert out.read_text() == "a"
    assert [job.title for job in working.jobs.all()] == [
        "Export 3 papers to out.bib",
        "Export 1 paper to out.bib",
    ]
    working.jobs.close()


def test_notes_are_a_job_of_the_command_line_and_the_vault_is_remembered(
    context: AppContext, tmp_path: Path
) -> None:
    vault, starts = tmp_path / "vault", list[str]()
    made, _ = exports(context, Page(), vault, starts)
    made.calls()["export.notes"]()
    made.export_notes(["a"])
    assert starts == ["", str(vault)]
    assert [job.title for job in context.jobs.all()] == [
        "Write notes on 3 papers into vault",
        "Write notes on 1 paper into vault",
    ]
    for job, ids in zip(context.jobs.all(), ("c\na\nb\n", "a\n"), strict=True):
        assert (job.args[1], job.args[-1]) == (str(vault), "--notes")
        assert Path(job.args[job.args.index("--ids") + 1]).read_text() == ids


def test_lists_of_jobs_that_are_forgotten_are_removed(
    working: AppContext, tmp_path: Path, qtbot: QtBot
) -> None:
    made, said = exports(working, Page(), tmp_path / "out.bib")
    made.export_listed()
    qtbot.waitUntil(lambda: bool(said), timeout=10_000)
    (first,) = working.jobs.folder.glob("export-*.ids")
    made.export_listed()
    qtbot.waitUntil(lambda: len(said) == 2, timeout=10_000)
    assert first.exists()  # its job can be run again
    for job in working.jobs.all():
        working.jobs.remove(job.id)
    made.export_listed()
    qtbot.waitUntil(lambda: len(said) == 3, timeout=10_000)
    assert len(list(working.jobs.folder.glob("export-*.ids"))) == 1
    assert not first.exists()
    working.jobs.close()


@pytest.mark.parametrize("page", [None, QObject()])
def test_a_page_without_papers_says_where_some_are(context: AppContext, page: object, tmp_path: Path) -> None:
    made, said = exports(context, page, tmp_path / "out.bib")
    made.export_listed()
    made.export_selected()
    assert said == ["Nothing to export here. List papers in Library or Search first."] * 2
    assert not context.jobs.all()


def test_ctrl_shift_e_asks_where_to_export_what_the_library_lists(
    context: AppContext, faults: Faults, tmp_path: Path, qtbot: QtBot
) -> None:
    window = MainWindow(context, faults, tmp_path / "library")
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    page = window.page("library")
    assert isinstance(page, LibraryPage)
    table = page.table.model()
    assert isinstance(table, PaperTable)
    table.show_ids(["bats", "owls"])
    page.select_row(1)
    assert page.listed() == (["bats", "owls"], ["owls"])
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_E, SHIFT_CTRL)
    (dialog,) = window.findChildren(QFileDialog)
    assert dialog.windowTitle() == "Export 2 papers"
    dialog.reject()


def test_the_dialog_gives_the_suffix_of_the_format(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    ask_where(parent, "Export", lambda _path: None)
    (dialog,) = parent.findChildren(QFileDialog)
    assert dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
    assert dialog.defaultSuffix() == "bib"
    for shown in dialog.nameFilters():
        dialog.filterSelected.emit(shown)
        assert f"*.{dialog.defaultSuffix()})" in shown
    dialog.reject()
