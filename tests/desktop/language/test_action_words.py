"""The library's history is told in the window's language, and in English as the core tells it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from assay.cli.history import action_json
from assay.library import Action
from assay.types import TITLES, TITLES_RESTORED, ActionArgs, ImportCounts
from assay_desktop.background.job import Job
from assay_desktop.background.job_words import job_outcome
from assay_desktop.text.action_words import action_words
from assay_desktop.text.language import speak


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    speak(qapp, "de")
    yield
    speak(qapp, "en")


def done(kind: str, n: int = 1, *names: str, **more: Any) -> Action:
    return Action(1, kind, ActionArgs(n, names, **more), datetime.now(UTC), False)


@pytest.mark.parametrize("kind", TITLES)
@pytest.mark.parametrize("n", [1, 7])
def test_every_action_is_told_as_the_core_tells_it(kind: str, n: int) -> None:
    action = done(kind, n, "Graph learning", "12", "3")
    assert action_words(action) == action.title


@pytest.mark.parametrize("kind", TITLES_RESTORED)
@pytest.mark.parametrize("n", [1, 7])
def test_restored_papers_are_told_as_the_core_tells_them(kind: str, n: int) -> None:
    action = done(kind, n, "refs.bib", counts=ImportCounts(1200, 3, 2))
    assert action_words(action) == action.title
    assert action.title.endswith(": 1,200 new, 3 changed, 2 restored")


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (
            done("import", 1, "a.bib", counts=ImportCounts(1500, 0, 12000)),
            "a.bib importiert: 1.500 neu, 0 geändert, 12.000 zurückgeholt",
        ),
        (done("import", 1, "a.bib", counts=ImportCounts(1500, 0)), "a.bib importiert: 1.500 neu, 0 geändert"),
        (done("remove", 12000, ""), "12.000 Papers entfernt"),
        (done("edit", 1, "Graphs", fields=("year", "abstract")), "Bearbeitet: „Graphs“ (Jahr, Abstract)"),
    ],
)
def test_numbers_and_fields_are_told_as_the_window_writes_them(
    german: None, action: Action, words: str
) -> None:
    assert action_words(action) == words


def test_a_title_that_is_a_number_stays_one() -> None:
    assert action_words(done("remove", 1, "20000")) == "Removed “20000”"


def test_what_a_job_merged_is_told_in_the_windows_language(german: None) -> None:
    result = {"preview": {"merges": []}, "action": action_json(done("merge", 1200, n_targets=5))}
    job = Job("1", "Merge duplicates", ("duplicates", "merge"), "done", result=result)
    assert job_outcome(job) == "1.200 Papers zu 5 zusammengeführt"
