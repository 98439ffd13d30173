"""What another process writes between the reading and the writing of an operation is not lost.

The other one begins at a moment of which the operation has read and has not yet written. Where it must wait,
it comes right after.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.campaigns import imports as campaign_imports
from assay.campaigns import pools as campaign_pools
from assay.campaigns import runs as campaign_runs
from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.campaigns.imports import import_judgements
from assay.ingest import editing
from assay.ingest import lookups as looking_up
from assay.ingest import merging as taking
from assay.ingest.editing import edit_paper
from assay.ingest.lookups import LookUps
from assay.library import ActionArgs, Recording
from assay.lookup import Suggestion
from assay.types import ImportCounts, Paper
from assay.workspace import Workspace
from workspace_papers import add

MOSS = Paper("moss", "Moss on rolling stones: a field study")
OTHER = "the other one at work"
PATIENCE = 0.3  # seconds; what need not wait for a lock is done long before

Meanwhile = Callable[[Any, str, Callable[[Workspace], object]], None]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "library") as opened:
        add(opened, MOSS)
        yield opened


@pytest.fixture
def meanwhile(library: Workspace, monkeypatch: pytest.MonkeyPatch) -> Iterator[Meanwhile]:
    """Has another one at work the first time that a module calls a function of its."""
    threads: list[threading.Thread] = []

    def install(module: Any, name: str, other: Callable[[Workspace], object]) -> None:
        real = getattr(module, name)

        def work() -> None:
            with Workspace.open(library.folder, check=False) as theirs:
                other(theirs)

        def hooked(*arguments: Any, **named: Any) -> Any:
            answer = real(*arguments, **named)
            if not threads:
                threads.append(threading.Thread(target=work, name=OTHER))
                threads[0].start()
                threads[0].join(PATIENCE)
            return answer

        monkeypatch.setattr(module, name, hooked)

    yield install
    assert len(threads) == 1


def moss(library: Workspace) -> Paper:
    for thread in threading.enumerate():
        if thread.name == OTHER:  # those of earlier tests may live as long as the process
            thread.join(30)
    [paper] = library.library.papers.get(["moss"])
    return paper


def bring(workspace: Workspace, *papers: Paper) -> None:
    taking.take(workspace.library, papers, record=Recording("import", ActionArgs(names=("list",))))


def test_an_edit_leaves_what_an_import_brings(library: Workspace, meanwhile: Meanwhile) -> None:
    meanwhile(editing, "identity_keys", lambda theirs: bring(theirs, replace(MOSS, venue="Slow Geology")))
    edit_paper(library.library, "moss", {"year": "1999"})
    assert (moss(library).year, moss(library).venue) == (1999, "Slow Geology")
    assert set(library.library.edits.typed(["moss"])["moss"]) == {"year"}


def test_an_import_leaves_what_a_person_types(library: Workspace, meanwhile: Meanwhile) -> None:
    meanwhile(taking, "plan", lambda theirs: edit_paper(theirs.library, "moss", {"venue": "As typed"}))
    bring(library, replace(MOSS, venue="Slow Geology", year=1999))
    assert (moss(library).venue, moss(library).year) == ("As typed", 1999)


def test_a_pdf_that_fills_a_paper_leaves_what_a_person_types(
    library: Workspace, meanwhile: Meanwhile
) -> None:
    meanwhile(taking, "merged_but", lambda theirs: edit_paper(theirs.library, "moss", {"venue": "As typed"}))
    record = Recording("import", ActionArgs(names=("moss.pdf",)))
    taking.fill(library.library, "moss", replace(MOSS, abstract="Moss grows."), record=record)
    assert (moss(library).venue, moss(library).abstract) == ("As typed", "Moss grows.")


def test_a_suggestion_is_accepted_though_another_field_comes(
    library: Workspace, meanwhile: Meanwhile
) -> None:
    meanwhile(looking_up, "identity_keys", lambda theirs: bring(theirs, replace(MOSS, year=1999)))
    LookUps(library.library).accept([Suggestion("moss", "venue", "", "Slow Geology", "crossref")])
    assert (moss(library).venue, moss(library).year) == ("Slow Geology", 1999)


def test_what_two_windows_decline_is_declined(library: Workspace, meanwhile: Meanwhile) -> None:
    one, two = (Suggestion("moss", "venue", "", after, "crossref") for after in ("Here", "There"))
    meanwhile(looking_up, "_mark", lambda theirs: LookUps(theirs.library).decline([two]))
    LookUps(library.library).decline([one])
    moss(library)
    assert len(LookUps(library.library)._declined()) == 2


def test_an_import_that_is_long_in_deciding_gives_others_their_turn(
    library: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans = []
    real = taking.plan
    clock = iter(range(1_000_000))  # each look at it is a second later
    monkeypatch.setattr(taking.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(taking, "plan", lambda *a, **named: plans.append(real(*a, **named)) or plans[-1])
    lists = [Paper(f"p{n}", f"On the {n}th question of retrieval") for n in range(5)]
    taken = taking.take(
        library.library, [*lists, lists[0]], record=Recording("import", ActionArgs(names=("list",)))
    )
    assert len(plans) == 3
    assert (taken.report.new, taken.report.merged, len(taken.new)) == (5, 1, 5)
    assert taken.doc_ids == ("p0", "p1", "p2", "p3", "p4", "p0")
    [action] = library.library.actions.all()
    assert action.args.counts == ImportCounts(5, 0)  # one action, whatever its parts


def test_judgements_that_make_their_papers_meet_an_import_of_them(
    library: Workspace, meanwhile: Meanwhile, tmp_path: Path
) -> None:
    queries = tmp_path / "queries.tsv"
    queries.write_text("q1\tmoss\n", encoding="utf-8")
    work = create_campaign(library, "theirs", query_file=queries)
    qrels = tmp_path / "their.qrels"
    qrels.write_text("q1 0 moss 2\nq1 0 lichen 1\n", encoding="utf-8")
    meanwhile(
        campaign_imports, "problems_of", lambda theirs: bring(theirs, Paper("lichen", "Lichen on boulders"))
    )
    import_judgements(library, "theirs", qrels, create_missing=True)
    moss(library)
    assert len(work.store.judgements.ratings()) == 2


def test_pairs_that_two_hand_out_at_once_have_no_rater_too_many(
    library: Workspace, meanwhile: Meanwhile, tmp_path: Path
) -> None:
    queries = tmp_path / "queries.tsv"
    queries.write_text("q1\tmoss\n", encoding="utf-8")
    work = create_campaign(library, "ours", query_file=queries, assessors=["ada", "bob"])
    work.store.pool.add([("q1", "moss")])
    meanwhile(campaign_pools, "plan", lambda theirs: CampaignWork(theirs, "ours").assign())
    work.assign()
    moss(library)
    assert len(work.store.assignments.all()) == 1


def test_a_run_names_the_corpus_that_it_ranks(
    library: Workspace, meanwhile: Meanwhile, tmp_path: Path
) -> None:
    def freeze_again(theirs: Workspace) -> None:
        add(theirs, Paper("lichen", "Lichen on boulders"))
        CampaignWork(theirs, "ours").edit(freeze=True)

    queries = tmp_path / "queries.tsv"
    queries.write_text("q1\tmoss\n", encoding="utf-8")
    work = create_campaign(library, "ours", query_file=queries)
    before = work.info().corpus_sha256
    meanwhile(campaign_runs, "read_corpus", freeze_again)
    made = work.make_run("words", mode="keyword")
    moss(library)
    assert (made.details["n_papers"], made.details["corpus_sha256"]) == (1, before)
    assert work.info().corpus_sha256 != before
