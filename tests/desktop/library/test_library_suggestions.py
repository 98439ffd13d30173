"""Suggestions beside the list and in the settings: shown as before and after, accepted, declined, undone."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from asking import RecordedJobs
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton
from seeing import on_screen

from assay.ingest.lookups import FOLDER
from assay.library import Place, ReadFile
from assay.lookup import Answers, Consent, Journal, questions
from assay.types import Paper
from assay_desktop.background.job import Job
from assay_desktop.background.job_words import job_outcome
from assay_desktop.pages import library, settings
from assay_desktop.pages.settings.presenter import RUN
from assay_desktop.shell.widgets.status_bar import StatusBar

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.pages.settings.page import SettingsPage

MOSS = Paper("moss", "Moss on rolling stones in the north", doi="10.5555/moss", year=1990)
KNOWN = {
    "DOI": "10.5555/moss",
    "title": ["Moss on rolling stones in the north"],
    "container-title": ["Slow Geology"],
    "issued": {"date-parts": [[2021]]},
}


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nobody's consent but this test's."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def told(context: AppContext, workspace: Any, own: None) -> AppContext:
    """A paper whose PDF gave a doubtful year, and a host's answer about it."""
    workspace.library.papers.add([(MOSS, ["doi:10.5555/moss"])])
    read = ReadFile("a" * 64, 4, reader=1, found={"year": ("1990", 0.4, "metadata")}, doubtful=True)
    workspace.library.files.add([(read, Place("/papers/moss.pdf", 4, 1), "moss")])
    question = next(questions(MOSS))
    folder = workspace.folder / FOLDER
    Answers(folder).keep(question, json.dumps({"message": KNOWN}).encode())
    journal = Journal(folder)
    asked = journal.begin("crossref", "https://api.crossref.org/works/10.5555%2Fmoss", "moss")
    journal.end(asked, status=200, n_bytes=9, outcome="found")
    return replace(context, jobs=RecordedJobs(context))  # type: ignore[arg-type]  # as much of them as is used


@pytest.fixture
def page(told: AppContext, qtbot: QtBot) -> LibraryPage:
    made = library.create(told)
    on_screen(made, qtbot, 1200, 800)
    made.paper_selected.emit("moss")
    qtbot.waitUntil(lambda: "Suggestions" in texts(made))
    return made


@pytest.fixture
def choices(told: AppContext, qtbot: QtBot) -> SettingsPage:
    made = settings.create(told)
    on_screen(made, qtbot, 900, 900)
    qtbot.waitUntil(lambda: made.lookups.findChild(QCheckBox) is not None)
    return made


def texts(page: LibraryPage) -> list[str]:
    return [one.text() for one in page.pane.suggestions.findChildren(QLabel) if one.isVisibleTo(page)]


def press(page: LibraryPage, name: str) -> None:
    buttons = page.pane.suggestions.findChildren(QPushButton)
    next(each for each in buttons if each.accessibleName() == name and not each.isHidden()).click()


def moss(workspace: Any) -> Paper:
    [paper] = workspace.library.papers.get(["moss"])
    return paper  # type: ignore[no-any-return]  # a Paper


def test_each_field_is_shown_as_it_is_and_as_it_would_be(page: LibraryPage) -> None:
    assert texts(page) == [
        "Suggestions", "Year, by Crossref", "Now: 1990", "2021", "Venue, by Crossref", "Slow Geology",
    ]  # fmt: skip


def test_one_suggestion_is_accepted_and_the_other_stays(
    page: LibraryPage, told: AppContext, workspace: Any, qtbot: QtBot
) -> None:
    press(page, "Accept: Venue")
    qtbot.waitUntil(lambda: "Slow Geology" not in texts(page))
    assert moss(workspace) == replace(MOSS, venue="Slow Geology")
    assert "2021" in texts(page)
    assert told.jobs.added == [["index"]]  # type: ignore[attr-defined]  # of RecordedJobs
    workspace.library.actions.undo()
    assert moss(workspace) == MOSS


def test_all_are_accepted_at_once_or_declined_for_good(
    page: LibraryPage, workspace: Any, qtbot: QtBot
) -> None:
    press(page, "Decline: Year")
    qtbot.waitUntil(lambda: "2021" not in texts(page))
    assert moss(workspace) == MOSS
    press(page, "Accept: Venue")
    qtbot.waitUntil(lambda: texts(page) == [])
    assert not page.pane.suggestions.isVisible()
    assert moss(workspace).year == 1990


def test_a_paper_that_changed_meanwhile_is_not_written_over(
    page: LibraryPage, workspace: Any, qtbot: QtBot
) -> None:
    workspace.library.papers.update([(replace(MOSS, venue="As I say"), ())])
    with qtbot.waitSignal(page.message):
        press(page, "Accept: Venue")
    assert moss(workspace).venue == "As I say"


def test_every_host_is_off_and_is_turned_on_by_itself(
    choices: SettingsPage, told: AppContext, qtbot: QtBot
) -> None:
    boxes = choices.lookups.findChildren(QCheckBox)
    assert [(box.text().split()[0], box.isChecked()) for box in boxes] == [
        ("Crossref", False), ("arXiv", False), ("PubMed", False), ("OpenAlex", False), ("Open", False),
    ]  # fmt: skip
    assert not choices.lookups.run.isEnabled()
    boxes[1].click()
    qtbot.waitUntil(choices.lookups.run.isEnabled)
    assert Consent.load().hosts == {"arxiv"}
    assert told.jobs.added == []  # type: ignore[attr-defined]  # nothing is asked by that
    choices.lookups.run.click()
    assert told.jobs.added == [RUN]  # type: ignore[attr-defined]
    boxes[1].click()
    qtbot.waitUntil(lambda: not choices.lookups.run.isEnabled())
    assert Consent.load().hosts == frozenset()


def test_a_contact_is_kept_and_a_wrong_one_refused(choices: SettingsPage, qtbot: QtBot) -> None:
    choices.lookups.contact.setText("ada@hill.example")
    choices.lookups.contact.editingFinished.emit()
    qtbot.waitUntil(lambda: Consent.load().contact == "ada@hill.example")
    choices.lookups.contact.setText("no address")
    choices.lookups.contact.editingFinished.emit()
    qtbot.waitUntil(lambda: any("no address" in one.text() for one in choices.lookups.findChildren(QLabel)))
    assert Consent.load().contact == "ada@hill.example"


def test_what_was_asked_of_whom_is_listed(choices: SettingsPage) -> None:
    choices.lookups.log.click()
    model = choices.lookups.request_log.table.model()
    row = [model.index(0, column).data() for column in range(1, 5)]
    assert row == ["crossref", "moss", "https://api.crossref.org/works/10.5555%2Fmoss", "found"]
    assert choices.lookups.request_log.isVisible()
    choices.lookups.request_log.close()


def test_suggestions_of_all_papers_are_settled_in_one_list(
    choices: SettingsPage, workspace: Any, qtbot: QtBot
) -> None:
    dialog = choices.lookups.suggested
    choices.lookups.suggestions.click()
    assert dialog.table.model().rowCount() == 2
    assert not dialog.accept_some.isEnabled()
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    dialog.table.selectionModel().select(dialog.table.model().index(0, 0), flags)
    dialog.decline_some.click()
    qtbot.waitUntil(lambda: dialog.table.model().rowCount() == 1)
    next(each for each in dialog.findChildren(QPushButton) if each.text() == "Accept all").click()
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert moss(workspace) == replace(MOSS, venue="Slow Geology")


def test_the_line_of_status_says_whether_anything_may_leave(context: AppContext, qtbot: QtBot) -> None:
    bar = StatusBar(context.theme, "library")
    qtbot.addWidget(bar)
    shown = lambda: [each.accessibleName() for each in bar.findChildren(QPushButton) if not each.isHidden()]  # noqa: E731
    assert "Offline" in shown()
    bar.show_hosts(["Crossref", "arXiv"])
    assert "Look-ups Crossref, arXiv" in shown()
    assert "Offline" not in shown()


def test_a_look_up_that_is_over_says_what_it_found() -> None:
    result = {"n_papers": 12, "n_requests": 9, "n_suggestions": 1200, "away": ["arXiv is left alone."]}
    job = Job("1", "Look up papers", ("lookup", "run"), "done", result=result)
    assert job_outcome(job) == "12 papers looked up, 1,200 suggestions · arXiv is left alone."
