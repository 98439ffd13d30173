"""The library's history is told in the window's language, and in English as the core tells it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QApplication

from assay.library import Action
from assay.library.history.action_titles import TITLES, WITH_BACK, title_of
from assay_desktop.background.job import Job
from assay_desktop.text.action_words import action_words
from assay_desktop.text.language import speak
from assay_desktop.text.words import job_outcome


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    speak(qapp, "de")
    yield
    speak(qapp, "en")


def done(kind: str, *told: str) -> Action:
    return Action(1, kind, title_of(kind, told), datetime.now(UTC), False, told)


@pytest.mark.parametrize("kind", TITLES)
@pytest.mark.parametrize("n", ["1", "7"])
def test_every_action_is_told_as_the_core_tells_it(kind: str, n: str) -> None:
    action = done(kind, n, "Graph learning", "12", "3")
    assert action_words(action) == action.title


@pytest.mark.parametrize("kind", WITH_BACK)
@pytest.mark.parametrize("n", ["1", "7"])
def test_papers_that_came_back_are_told_as_the_core_tells_them(kind: str, n: str) -> None:
    action = done(kind, n, "refs.bib", "1,200", "3", "2")
    assert action_words(action) == action.title
    assert action.title.endswith(": 1,200 new, 3 changed, 2 brought back")


def test_thousands_of_an_import_are_told_as_the_window_writes_them(german: None) -> None:
    many = done("import", "1", "a.bib", "1,500", "0", "12,000")
    assert action_words(many) == "a.bib importiert: 1.500 neu, 0 geändert, 12.000 zurückgeholt"


def test_numbers_and_fields_are_told_as_the_window_writes_them(german: None) -> None:
    assert action_words(done("remove", "12000", "")) == "12.000 Papers entfernt"
    assert (
        action_words(done("edit", "1", "Graphs", "year, abstract")) == "Bearbeitet: „Graphs“ (Jahr, Abstract)"
    )
    assert (
        action_words(done("import", "1", "a.bib", "1500", "0")) == "a.bib importiert: 1.500 neu, 0 geändert"
    )


def test_a_title_that_is_a_number_stays_one() -> None:
    assert action_words(done("remove", "1", "20000")) == "Removed “20000”"


def test_what_an_earlier_version_wrote_down_stays_as_it_was(german: None) -> None:
    old = Action(1, "merge", "Merge 12 papers into 5", datetime.now(UTC), False)
    assert action_words(old) == "Merge 12 papers into 5"


def test_what_a_job_merged_is_told_in_the_windows_language(german: None) -> None:
    action = done("merge", "1200", "5")
    result = {"action": {"kind": "merge", "title": action.title, "told": list(action.told)}}
    job = Job("1", "Merge duplicates", ("duplicates", "merge"), "done", result=result)
    assert job_outcome(job) == "1.200 Papers zu 5 zusammengeführt"
    old = {"action": {"kind": "merge", "title": "Merge 12 papers into 5", "told": []}}
    assert job_outcome(replace(job, result=old)) == "Merge 12 papers into 5"
