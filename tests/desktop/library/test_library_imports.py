"""What imports leave on the page: an outcome each, and the papers that came in, selected."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from seeing import on_screen

from assay.types import Paper
from assay_desktop.background.job import Job
from assay_desktop.background.jobs import Jobs
from assay_desktop.pages import library

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.widgets.strip import Strip

FAILING = """
import json, sys
print(json.dumps({"error": {"kind": "BadInput", "message": f"{sys.argv[2]} is no list."}}))
sys.exit(2)
"""
OBEYING = """
import sys
for line in sys.stdin:
    if line.strip() == "cancel":
        print('{"cancelled": true}')
        sys.exit(130)
"""
BOOKS = """
@article{moss, title={Moss on rolling stones}, author={Lee, Ann}, year={2020}, doi={10.1000/moss}}
@article{fern, title={Ferns in the shade of walls}, author={Ito, Ken}, year={2021}}
@article{fern2, title={Ferns in the Shade of Walls}, author={Ito, Ken}, year={2021}}
"""
MORE = """
@article{bark, title={Bark beetles in cities}, author={Ode, Kim}, year={2019}}
@article{moss, title={Moss on rolling stones}, doi={10.1000/moss}, journal={Slow Geology}}
"""


def shown(context: AppContext, qtbot: QtBot) -> LibraryPage:
    return on_screen(library.create(context), qtbot, 1200, 700)


@pytest.fixture
def page(jobs_here: AppContext, qtbot: QtBot) -> LibraryPage:
    return shown(jobs_here, qtbot)


def bring(page: LibraryPage, path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    page.files_chosen.emit([path])


def outcomes(page: LibraryPage) -> list[str]:
    return [strip.text for strip in page.outcomes.strips if strip.isVisible()]


def press(strip: Strip, text: str, qtbot: QtBot) -> None:
    (button,) = (each for each in strip.findChildren(QPushButton) if each.text() == text)
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_an_import_behind_a_look_up_says_so_and_can_be_cancelled(
    context: AppContext, tmp_path: Path, qtbot: QtBot
) -> None:
    jobs = Jobs(tmp_path / "library", command=(sys.executable, "-c", OBEYING))
    page = shown(replace(context, jobs=jobs), qtbot)
    jobs.add("Look up papers", ["lookup", "run"])
    assert not page.import_bar.isVisible()
    page.files_chosen.emit([tmp_path / "books.bib"])
    says = [label.text() for label in page.import_bar.findChildren(QLabel)]
    assert says == ["Import books.bib", "waiting for “Look up papers”"]
    assert page.import_bar.isVisible()
    qtbot.mouseClick(page.import_bar.findChild(QPushButton), Qt.MouseButton.LeftButton)
    assert [job.state for job in jobs.all()] == ["running", "cancelled"]
    assert not page.import_bar.isVisible()
    jobs.close()


@pytest.mark.dressed
def test_outcomes_stack_and_none_takes_the_place_of_another(
    context: AppContext, tmp_path: Path, qtbot: QtBot
) -> None:
    jobs = Jobs(tmp_path / "library", command=(sys.executable, "-c", FAILING))
    page = shown(replace(context, jobs=jobs), qtbot)
    for n, name in enumerate("ab", start=1):
        page.files_chosen.emit([tmp_path / name])
        qtbot.waitUntil(lambda n=n: len(outcomes(page)) == n, timeout=20_000)
    says = [f"Import {name} failed. {tmp_path / name} is no list." for name in "ba"]
    assert outcomes(page) == says
    heights = [strip.geometry() for strip in page.outcomes.strips if strip.isVisible()]
    assert heights[0].bottom() < heights[1].top()
    page.strip.say("The disk is full.", tone="danger")
    assert outcomes(page) == says
    press(page.outcomes.strips[1], "Dismiss", qtbot)
    assert outcomes(page) == says[:1]
    jobs.close()


def test_a_fourth_outcome_takes_the_place_of_the_oldest_and_each_stands_once(page: LibraryPage) -> None:
    reports = [Job(str(n), f"List {n}", ("import", "x"), "done", result={"new": n}) for n in range(4)]
    for each in (*reports, reports[2]):
        page.show_report(each)
    assert outcomes(page) == ["List 2: 2 added", "List 3: 3 added", "List 1: 1 added"]


def test_what_came_in_is_selected_and_merged_entries_are_counted(
    page: LibraryPage, tmp_path: Path, qtbot: QtBot
) -> None:
    bring(page, tmp_path / "books.bib", BOOKS)
    qtbot.waitUntil(lambda: page.selected() == ["moss", "fern"])
    assert outcomes(page) == ["Import books.bib: 2 added · 1 merged"]
    bring(page, tmp_path / "more.bib", MORE)
    qtbot.waitUntil(lambda: page.selected() == ["moss", "bark"])  # the newest stands last
    assert outcomes(page) == ["Import more.bib: 1 added · 1 merged", "Import books.bib: 2 added · 1 merged"]
    assert page.pane.selected is not None
    assert page.pane.selected.paper.venue == "Slow Geology"
    bring(page, tmp_path / "more.bib", MORE)
    qtbot.waitUntil(lambda: len(outcomes(page)) == 3)
    assert outcomes(page)[0] == "Import more.bib: 0 added · 2 unchanged"
    assert page.selected() == ["moss", "bark"]


@pytest.mark.parametrize("apart", [2, 60])
def test_what_came_in_is_in_view_as_far_as_it_fits(
    jobs_here: AppContext, workspace: Workspace, qtbot: QtBot, apart: int
) -> None:
    """Of two that are selected one alone could be seen, at the lower edge of the table."""
    workspace.library.papers.add([(Paper(f"p{n}", f"Stone {n}"), []) for n in range(120)])
    page = shown(jobs_here, qtbot)
    qtbot.waitUntil(lambda: len(page.listed()[0]) == 120)
    rows = [40, 40 + apart]
    page.select_rows(rows)
    view = page.table.viewport().rect()
    inside = [view.contains(page.table.visualRect(page.table.model().index(row, 0)).center()) for row in rows]
    assert inside == [True, apart == 2]


def test_show_lists_the_newest_papers_with_those_of_the_import_selected(
    page: LibraryPage, tmp_path: Path, qtbot: QtBot
) -> None:
    for name, text in (("books.bib", BOOKS), ("more.bib", MORE)):
        bring(page, tmp_path / name, text)
        qtbot.waitUntil(lambda name=name: any(name in said for said in outcomes(page)))
    page.filter.setText("beetles")
    qtbot.waitUntil(lambda: page.listed()[0] == ["bark"])
    press(page.outcomes.strips[1], "Show", qtbot)
    qtbot.waitUntil(lambda: page.listed()[0] == ["bark", "fern", "moss"])
    assert (page.filter.text(), page.selected()) == ("", ["fern", "moss"])
    assert page.head._count.text() == "2 selected"


def test_what_the_user_selects_during_an_import_stays_selected(
    context: AppContext, jobs_here: AppContext, workspace: Workspace, tmp_path: Path, qtbot: QtBot
) -> None:
    page = shown(jobs_here, qtbot)
    bring(page, tmp_path / "books.bib", BOOKS)
    qtbot.waitUntil(lambda: page.selected() == ["moss", "fern"])
    chosen = context.jobs.changed.connect(lambda: page.table.choose_row(1))
    bring(page, tmp_path / "more.bib", MORE)
    qtbot.waitUntil(lambda: len(outcomes(page)) == 2)
    context.jobs.changed.disconnect(chosen)  # the jobs outlive the page
    assert page.selected() == ["fern"]
