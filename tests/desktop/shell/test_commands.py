"""The palette's matching, and numbers in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from assay.codec import to_json
from assay.ingest.types import AttachReport
from assay.searching.types import Indexed
from assay.types import IndexReport, Paper, Query
from assay_desktop.background.job import Job
from assay_desktop.background.job_words import import_counts, job_outcome, job_progress, time_left
from assay_desktop.shell.palette_search import MOST, Found, keep_recent, look_up, recents
from assay_desktop.shell.widgets.command_palette import Command, match, ranked

if TYPE_CHECKING:
    from assay_desktop.settings import Settings


def commands(*titles: str) -> list[Command]:
    return [Command(title, lambda: None) for title in titles]


def test_letters_must_occur_in_order() -> None:
    assert match("sl", "List") is None
    assert match("lst", "List") is not None


def test_beginnings_of_words_come_first() -> None:
    found = ranked("is", commands("List papers", "Import sample"))
    assert [command.title for command in found] == ["Import sample", "List papers"]


def test_nothing_typed_shows_everything_in_its_order() -> None:
    assert [command.title for command in ranked(" ", commands("B", "A"))] == ["B", "A"]


def test_capitals_and_blanks_make_no_difference() -> None:
    assert [c.title for c in ranked("GO lib", commands("Go to Library", "Quit"))] == ["Go to Library"]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(None, ""), (0.2, "1 s left"), (42, "42 s left"), (240, "4 min left"), (9000, "2.5 h left")],
)
def test_time_left_is_rounded_to_what_people_plan_with(seconds: float | None, words: str) -> None:
    assert time_left(seconds) == words


def test_progress_says_stage_count_rate_and_time() -> None:
    job = Job("1", "Index", ("index",), "running", "encoding", 1200, 10_000, rate=96.0, eta_s=91.7)
    assert job_progress(job) == "encoding · 1,200 of 10,000 · 96 per second · 2 min left"
    assert job_progress(Job("1", "Import", ("import",), "running", "reading", 7)) == "reading · 7"


def test_outcome_counts_an_import_and_an_index() -> None:
    failed = [{"file": "x.ris", "line": 1, "reason": "no title"}]
    counts = {"new": 1200, "merged": 3, "conflict": 0, "failed": failed}
    of = {"new": 0, "brought_back": 2, "unchanged": 1}
    imported = [Job("1", "Import", ("import", "x.ris"), "done", result=result) for result in (counts, of)]
    assert list(map(import_counts, imported)) == [
        "1,200 added · 3 merged · 1 failed. x.ris:1: no title",
        "0 added · 2 restored · 1 unchanged",
    ]
    made = to_json(Indexed("m", IndexReport(156, 9, 0, 0, 147, 0.1), IndexReport(156, 6, 0, 0, 150, 1.0)))
    done = Job("1", "Index", ("index",), "done", result=made)
    assert job_outcome(done) == "156 papers indexed (6 newly encoded)"
    assert job_outcome(Job("1", "Pool", ("pool",), "done")) == "done"
    attach = Job("1", "Attach fader11.pdf", ("files", "attach", "k", "/pdfs/fader11.pdf"), "done")
    assert job_outcome(attach) == "fader11.pdf attached"
    of_another = replace(attach, result=to_json(AttachReport(other_title=True)))
    assert job_outcome(of_another) == (
        "fader11.pdf attached. "
        "The PDF does not show this paper's title, so the paper's fields stay as they are."
    )
    assert job_outcome(Job("1", "Pool", ("pool",), "failed", error="No runs.")) == "No runs."


# -- what the palette finds besides commands --------------------------------------------------------------


def test_the_library_is_looked_through_by_all_words(workspace: Any) -> None:
    papers = [("bees", "How bees dance"), ("bats", "Bats hear"), ("dance", "A dance of swarms and bees")]
    workspace.library.papers.add([(Paper(doc_id, title), ()) for doc_id, title in papers])
    workspace.library.papers.add([(Paper("by", "Nests", authors=("Bees, Dance",)), ())])
    workspace.library.collections.make("Thesis/Bees that dance")
    workspace.library.queries.add([Query("q1", "do bees dance"), Query("q2", "bats")])
    found = look_up(workspace, "dance BEES")
    assert [(each.kind, each.title) for each in found] == [
        ("collection", "Thesis/Bees that dance"),
        ("query", "do bees dance"),
        ("paper", "A dance of swarms and bees"),
        ("paper", "How bees dance"),
        ("paper", "Nests"),
    ]
    assert look_up(workspace, "wolves") == []


def test_more_than_is_shown_is_counted_for_each_kind(workspace: Any, settings: Settings) -> None:
    workspace.library.papers.add([(Paper(f"b{n}", f"Bees {n}"), ()) for n in range(MOST + 3)])
    workspace.library.queries.add([Query(f"q{n}", f"bees {n}") for n in range(MOST + 1)])
    for n in range(MOST):
        workspace.library.collections.make(f"Bees {n}")
    found = look_up(workspace, "bees")
    kinds = [each.kind for each in found]
    assert kinds == [*["collection"] * MOST, *["query"] * MOST, "more", *["paper"] * MOST, "more"]
    assert [(each.key, each.title) for each in found if each.kind == "more"] == [
        ("query", "1 more query"),
        ("paper", "3 more papers"),
    ]
    keep_recent(settings, found[-1])
    assert recents(settings) == []


def test_what_was_chosen_last_comes_first_and_once(settings: Settings) -> None:
    for n in (1, 2, 3, 1, 4, 5, 6):
        keep_recent(settings, Found("paper", str(n), f"A title\twith a tab {n}"))
    assert [each.key for each in recents(settings)] == ["6", "5", "4", "1", "3"]
    assert recents(settings)[0].title == "A title with a tab 6"
