"""Check library in the window: a child process looks, the settings name what is damaged, Repair mends."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from assay.types import Paper, Query
from assay_desktop.actions.job_outcomes import JobOutcomes
from assay_desktop.background.job import Job
from assay_desktop.pages import settings

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.settings.page import SettingsPage

FOUND_MS = 60_000


@pytest.fixture
def graded(workspace: Workspace, tmp_path: Path) -> Path:
    """The file of a library in which ada graded two papers."""
    workspace.library.papers.add([(Paper(each, f"On {each}", "Text."), ()) for each in ("bees", "ants")])
    workspace.library.queries.add([Query("q1", "insects")])
    for doc_id in ("bees", "ants"):
        workspace.library.judgements.record("q1", doc_id, assessor="ada", relevance=2)
    return tmp_path / "library" / "library.sqlite"


@pytest.fixture
def page(jobs_here: AppContext, graded: Path, qtbot: QtBot) -> SettingsPage:
    made = settings.create(jobs_here)
    JobOutcomes(jobs_here, made)
    qtbot.addWidget(made)
    made.show()
    made.show_section("library")
    return made


def write_over(file: Path, statement: str) -> None:
    """Changes rows behind the back of the library, past the triggers that keep them."""
    with closing(sqlite3.connect(file)) as connection, connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f'DROP TRIGGER "{name}"')
        connection.execute(statement)
        for _, sql in triggers:
            connection.execute(sql)


def checked(page: SettingsPage, qtbot: QtBot) -> list[tuple[str, ...]]:
    """Presses the button and waits for the rows of the report."""
    page.check.start.click()
    assert page.check.work.isVisible()  # a child looks, and the click is answered at once
    assert not page.check.start.isEnabled()
    return rows(page, qtbot)


def rows(page: SettingsPage, qtbot: QtBot) -> list[tuple[str, ...]]:
    """What the table says of each finding but its text, once the report is there: no column is empty."""
    qtbot.waitUntil(page.check.outcome.isVisible, timeout=FOUND_MS)
    model: Any = page.check.table.model()
    return [
        tuple(str(model.index(row, column).data()) for column in range(model.columnCount()) if column != 1)
        for row in range(model.rowCount())
    ]


def test_a_library_that_is_as_it_was_written_is_said_to_be(page: SettingsPage, qtbot: QtBot) -> None:
    assert checked(page, qtbot) == []
    assert "No problems found" in page.check.outcome.text()
    assert "2 judgements" in page.check.counts.text()
    assert not page.check.mend.isVisible()
    assert not page.check.advice.isVisible()


def test_a_changed_grade_is_named_by_query_paper_and_assessor(
    page: SettingsPage, graded: Path, qtbot: QtBot
) -> None:
    write_over(graded, "UPDATE judgement_event SET grade = 0 WHERE pair_pk = (SELECT min(pk) FROM pair)")
    found = checked(page, qtbot)
    assert ("grade", "q1", "bees", "ada") in found
    assert "damaged" in page.check.outcome.text()
    assert "Restore a backup" in page.check.advice.text()
    assert page.check.advice.isVisible()


def test_what_can_be_made_again_is_repaired_by_the_button(
    page: SettingsPage, graded: Path, workspace: Workspace, qtbot: QtBot
) -> None:
    write_over(graded, "UPDATE judgement_current SET grade = 0")
    found = checked(page, qtbot)
    assert {row[0] for row in found} == {"current grades"}
    assert {row[-1] for row in found} == {"possible"}
    assert page.check.mend.isVisible()
    page.check.mend.click()
    assert rows(page, qtbot) == []
    assert "made again from the judgements" in page.check.counts.text()
    assert {one.relevance for one in workspace.library.judgements.current()} == {2}


def test_a_report_that_somebody_has_changed_says_what_is_wrong(page: SettingsPage) -> None:
    result = {"n_events": "two", "mended": ["a grade"]}
    page.check.show_check(Job("1", "Check library", ("check",), "done", result=result))
    assert page.check.outcome.text() == "Check library: Expected `int`, got `str` - at `$.n_events`"
    assert page.check.outcome.isVisible()
    assert not page.check.counts.isVisible()
    assert not page.check.mend.isVisible()
