"""A library on a read-only mount or a full disk in the window: it says so, and nothing typed is lost."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from seeing import on_screen

from assay.library import Library
from assay.types import Paper, Query
from assay.workspace import Workspace
from assay_desktop.pages import judging, library
from assay_desktop.pages.campaigns.widgets.setup import AssessorPane, SetupTab
from assay_desktop.shell.watching import Watching
from assay_desktop.shell.widgets.library_notices import LibraryNotices
from assay_desktop.widgets.controls.name_picker import NamePicker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.theme import Theme

WRITES = (
    ["import", "/x.bib"],
    ["index"],
    ["watch", "look"],
    ["files", "read-again", "--failed"],
    ["pool"],
    ["run", "--mode", "keyword"],
    ["duplicates", "merge"],
    ["lookup", "run"],
)


def offered_above(context: AppContext, notices: list[Any]) -> LibraryNotices:
    """The notices of a window that keeps their strips in a list."""
    offered = LibraryNotices(context, context.changes)
    offered.added.connect(notices.append)
    return offered


@pytest.fixture
def closed(context: AppContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """Three papers, a query and two pairs, in a folder that the system lets nobody write."""
    with Workspace.open(tmp_path / "closed") as made:
        made.library.papers.add([(Paper(f"p{n}", f"Paper number {n}", "Words."), ()) for n in range(3)])
        made.library.queries.add([Query("q1", "bees")])
        made.library.pool.add([("q1", "p0"), ("q1", "p1")])
        made.library.watched.add(str(tmp_path / "papers"))
    monkeypatch.setattr(os, "access", lambda path, _mode: not str(path).startswith(str(tmp_path / "closed")))
    with Workspace.open(tmp_path / "closed") as opened:
        assert opened.library.read_only
        lane: Any = context.lane
        lane.workspace = opened
        yield opened.library


@pytest.fixture
def page(closed: Library, context: AppContext, qtbot: QtBot) -> LibraryPage:
    made = library.create(context)
    on_screen(made, qtbot, 1280, 760)
    qtbot.waitUntil(lambda: made.table.model().rowCount() == 3)
    made.table.choose_row(0)
    return made


def test_a_strip_says_why_and_jobs_that_would_write_are_refused_at_once(
    closed: Library, context: AppContext, qtbot: QtBot
) -> None:
    notices: list[Any] = []
    reopened: list[bool] = []
    offered = offered_above(context, notices)
    offered.reopen_wanted.connect(lambda: reopened.append(True))
    offered.start()
    offered.start()
    [strip] = notices
    qtbot.addWidget(strip)
    assert "read-only" in strip.text
    assert str(closed.read_only) in strip.text
    strip.buttons[0].click()
    assert reopened == [True]
    refused: list[str] = []
    context.jobs.refused.connect(refused.append)
    for arguments in WRITES:
        assert context.jobs.add("Work", arguments) == ""
    assert len(refused) == len(WRITES)
    assert all(str(closed.read_only) in text for text in refused)
    assert context.jobs.all() == ()
    assert context.jobs.add("Check library", ["check"])


def test_watched_folders_are_left_alone(closed: Library, context: AppContext) -> None:
    assert closed.is_trusted
    walked: list[list[str]] = []
    watching = Watching(context)
    watching._walk = walked.append  # type: ignore[method-assign]
    watching.check()
    assert walked == [[]]


def test_a_library_that_can_be_written_has_no_strip(context: AppContext) -> None:
    notices: list[Any] = []
    offered_above(context, notices).start()
    assert notices == []
    assert context.jobs.read_only == ""


def test_what_was_typed_stays_in_its_form_also_after_another_paper_was_read(
    page: LibraryPage, closed: Library
) -> None:
    said: list[str] = []
    page.message.connect(said.append)
    page.filing.edit()
    form = page.pane.form
    form.fields["venue"].setText("Typed by hand")
    form.save()
    assert page.pane.is_form_open
    assert str(closed.read_only) in form._fault.text()
    assert form.fields["venue"].text() == "Typed by hand"
    form.fields["year"].setText("1999")
    page.table.choose_row(1)  # left: saved, as far as that goes
    assert not page.pane.is_form_open
    assert str(closed.read_only) in said[-1]
    assert "kept" in said[-1]
    page.filing.edit()
    assert (form.doc_id, form.fields["venue"].text()) == ("p1", "")
    page.pane.close_form()
    page.table.choose_row(0)
    page.filing.edit()
    assert (form.fields["venue"].text(), form.fields["year"].text()) == ("Typed by hand", "1999")
    assert str(closed.read_only) in form._fault.text()
    form._give_up()
    page.filing.edit()
    assert form.fields["venue"].text() == ""


def test_a_name_that_was_refused_stands_in_the_field_again(page: LibraryPage, closed: Library) -> None:
    said: list[str] = []
    page.message.connect(said.append)
    page.filing.ask_tag()
    [asked] = page.findChildren(NamePicker)
    asked.field.setText("to read soon")
    asked.taken.emit()
    assert str(closed.read_only) in said[-1]
    again = [each for each in page.findChildren(NamePicker) if each.isVisible()]
    assert [each.field.text() for each in again] == ["to read soon"]


def test_a_grade_and_its_note_stay_with_the_pair(closed: Library, context: AppContext, qtbot: QtBot) -> None:
    context.settings.set_assessor("ada")
    made = judging.create(context)
    qtbot.addWidget(made)
    made.show()
    made.setFocus()
    title = made._paper._title.text()
    assert title
    qtbot.keyClick(made, Qt.Key.Key_N)
    qtbot.keyClicks(made._paper._note, "half a thought")
    made.grade_given.emit(2)
    assert made._paper._title.text() == title
    assert made._paper._note.toPlainText() == "half a thought"
    assert "Not saved" in made._strip.text
    assert str(closed.read_only) in made._strip.text
    assert closed.judgements.current() == []


def test_typed_queries_and_assessors_come_back_when_they_were_refused(theme: Theme, qtbot: QtBot) -> None:
    tab, pane = SetupTab(theme), AssessorPane()
    qtbot.addWidget(tab)
    qtbot.addWidget(pane)
    shown = []
    for _ in range(2):  # nothing was added meanwhile
        tab._type_queries()
        dialog = QApplication.activeModalWidget()
        field = dialog.findChild(QPlainTextEdit)
        shown.append(field.toPlainText())
        field.setPlainText("how do bees decide")
        dialog.action.click()
    assert shown == ["", "how do bees decide"]
    pane._name.setText("cy")
    pane._add()
    assert pane._name.text() == "cy"
