"""Duplicates of a library: which paper is kept, what it gains, what stays, what is remembered."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from assay.duplicates.types import Verdict
from assay.errors import BadInput
from assay.ingest.duplicates import DuplicateWork
from assay.ingest.importing import import_files
from assay.library import Place, ReadFile
from assay.types import Paper, Query
from assay.workspace import Workspace
from library_dump import dump
from workspace_papers import add

TITLE = "How moths jam the sonar of hunting bats over open fields"
BARE = Paper("bare", TITLE, authors=("Corcoran, A.",), year=2019)
FULL = Paper(
    "full",
    TITLE.upper(),
    abstract="Moths click, and bats miss.",
    authors=("Aaron Corcoran", "Jesse Barber"),
    year=2019,
    venue="J. Exp. Biol.",
    doi="10.1242/jeb.1",
)
NUMBERED = replace(BARE, doc_id="numbered", title=f"{TITLE}.", pmid="77")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "library") as opened:
        yield opened


@pytest.fixture
def work(library: Workspace) -> DuplicateWork:
    return DuplicateWork(library.library)


def written(papers: Sequence[Paper], path: Path) -> Path:
    rows = [
        {
            "_id": paper.doc_id,
            "title": paper.title,
            "text": paper.abstract,
            "authors": list(paper.authors),
            "year": paper.year,
        }
        for paper in papers
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def groups_of(work: DuplicateWork) -> list[tuple[str, ...]]:
    return [group.doc_ids for group in work.find().groups]


def judge(workspace: Workspace, doc_id: str, relevance: int) -> None:
    workspace.library.queries.add([Query("q", "bats")])
    workspace.library.pool.add([("q", doc_id)])
    workspace.library.judgements.record("q", doc_id, assessor="me", relevance=relevance)


def test_the_fullest_record_is_kept_and_gains_what_the_others_know(
    library: Workspace, work: DuplicateWork
) -> None:
    add(library, BARE, FULL, NUMBERED)
    groups = groups_of(work)
    assert groups == [("bare", "full", "numbered")]
    preview = work.preview(groups)
    assert [(plan.kept, plan.hidden, plan.gains) for plan in preview.merges] == [
        ("full", ("bare", "numbered"), ("pmid",))
    ]
    assert preview.n_hidden == 2
    work.merge(groups)
    assert library.library.papers.get(["bare"]) == [replace(FULL, pmid="77")]
    assert library.library.papers.count() == 1


@pytest.mark.parametrize(
    ("pages", "gains"), [(("A page.",), ("files", "full_text")), ((), ("files",))], ids=["text", "scan"]
)
def test_the_file_of_a_hidden_paper_is_gained_by_the_kept_one(
    library: Workspace, work: DuplicateWork, pages: tuple[str, ...], gains: tuple[str, ...]
) -> None:
    add(library, FULL, replace(BARE, title=FULL.title))
    read, place = ReadFile("a" * 64, 9, 1, n_pages=1, pages=pages), Place("/x/bare.pdf", 9, 1)
    library.library.files.add([(read, place, "bare")])
    groups = groups_of(work)
    assert [(plan.kept, plan.gains) for plan in work.preview(groups).merges] == [("full", gains)]
    work.merge(groups)
    assert [one.file.sha256 for one in library.library.files.of_papers(["full"])["full"]] == [read.sha256]


def test_the_judged_paper_is_kept_though_less_is_known_of_it(library: Workspace, work: DuplicateWork) -> None:
    add(library, FULL, BARE)
    judge(library, "bare", 2)
    work.merge(groups_of(work))
    kept = library.library.papers.get(["full"])[0]
    assert (kept.doc_id, kept.doi, kept.title) == ("bare", FULL.doi, BARE.title)
    assert library.library.judgements.qrels() == {"q": {"bare": 2}}


def test_a_group_of_several_judged_papers_waits_until_it_is_named(
    library: Workspace, work: DuplicateWork
) -> None:
    add(library, BARE, FULL)
    judge(library, "bare", 2)
    judge(library, "full", 1)
    groups = groups_of(work)
    preview = work.preview(groups)
    assert preview.merges == ()
    assert [(plan.several_judged, plan.n_judgements) for plan in preview.left_out] == [(True, 1)]
    with pytest.raises(BadInput, match="Nothing to merge"):
        work.merge(groups)
    assert work.preview(groups, named=True).n_judgements == 1
    work.merge(groups, named=True)
    assert library.library.judgements.qrels() == {
        "q": {"bare": 2, "full": 1}
    }  # nothing is lost: it stays with the hidden paper


def test_the_paper_that_is_named_to_be_kept_is(library: Workspace, work: DuplicateWork) -> None:
    add(library, FULL, BARE)
    work.merge([["full", "bare"]], named=True, keep="bare")
    assert library.library.papers.resolve(["full"]) == {"full": "bare"}
    with pytest.raises(BadInput, match="'gone' is to be kept, but is none"):
        work.preview([["full", "bare"]], keep="gone")


def test_an_unknown_paper_is_refused(work: DuplicateWork) -> None:
    with pytest.raises(BadInput, match="No paper 'nobody'"):
        work.merge([["nobody", "nowhere"]])


def test_papers_kept_apart_stay_so_when_they_are_imported_again(
    library: Workspace, work: DuplicateWork, tmp_path: Path
) -> None:
    add(library, BARE, replace(FULL, title=TITLE.replace("jam", "jams")))
    file = written(library.library.papers.get(["bare", "full"]), tmp_path / "again.jsonl")
    work.keep_apart(["full", "bare"])
    assert groups_of(work) == []
    import_files(library.library, [file])
    assert library.library.papers.count() == 2
    found = work.find()
    assert (found.groups, found.versions, found.doubtful) == ((), (), ())
    library.library.actions.undo()
    assert groups_of(work) == [("bare", "full")]


def test_merged_papers_stay_one_when_they_are_imported_again(
    library: Workspace, work: DuplicateWork, tmp_path: Path
) -> None:
    retouched = replace(FULL, title=TITLE.replace("jam", "jams"), doi="")
    add(library, BARE, retouched)
    file = written([BARE, retouched], tmp_path / "again.jsonl")
    work.merge(groups_of(work))
    report = import_files(library.library, [file])
    assert (report.new, report.conflict) == (0, 0)
    assert library.library.papers.count() == 1


def test_a_record_under_a_new_id_finds_the_paper_it_was_merged_into(
    library: Workspace, work: DuplicateWork, tmp_path: Path
) -> None:
    retouched = replace(FULL, title=TITLE.replace("jam", "jams"), doi="")
    add(library, BARE, retouched)
    work.merge(groups_of(work), keep="full")
    import_files(library.library, [written([replace(BARE, doc_id="third")], tmp_path / "third.jsonl")])
    assert library.library.papers.resolve(["third", "bare"]) == {"third": "full", "bare": "full"}


def test_a_merge_is_undone_exactly_after_an_import_that_added_nothing(
    library: Workspace, work: DuplicateWork, tmp_path: Path
) -> None:
    add(library, BARE, FULL)
    file = written([BARE, FULL], tmp_path / "again.jsonl")
    import_files(library.library, [file])
    before = dump(library.library)
    work.merge(groups_of(work))
    import_files(library.library, [file])
    library.library.actions.undo()
    after = dump(library.library)
    imports = "import_batch"  # that the file was imported once more is known, and no change to a paper
    assert {name: rows for name, rows in after.items() if name != imports} == {
        name: rows for name, rows in before.items() if name != imports
    }


def test_linked_versions_are_not_reported_again(library: Workspace, work: DuplicateWork) -> None:
    add(library, FULL, replace(BARE, doc_id="preprint", venue="arXiv", arxiv_id="1901.00001"))
    versions = work.find().versions
    assert [(found.preprint, found.verdict) for found in versions] == [("preprint", Verdict.VERSION)]
    work.link_versions([("preprint", "full")])
    assert library.library.duplicates.versions() == [("preprint", "full")]
    found = work.find()
    assert (found.groups, found.versions, found.doubtful) == ((), (), ())


def test_many_groups_are_found_merged_and_undone(library: Workspace, work: DuplicateWork) -> None:
    words = ("river", "glacier", "desert", "forest", "island", "meadow", "canyon", "valley", "moor")
    papers = []
    for n in range(60):
        title = f"Birds of the {words[n % 9]} and the {words[n // 9]} near the sea {n}"
        papers.append(Paper(f"a{n}", title, authors=("Ada Lovelace", "Grace Hopper"), year=2000))
        papers.append(
            Paper(f"b{n}", f"{title}.", authors=("Lovelace, A.", "Hopper, G."), year=2000, doi=f"10.1/{n}")
        )
    add(library, *papers)
    before = dump(library.library)
    found = work.find()
    assert {group.doc_ids for group in found.groups} == {(f"a{n}", f"b{n}") for n in range(60)}
    assert work.merge([group.doc_ids for group in found.groups]).title == "Merged 120 papers into 60"
    assert library.library.papers.count() == 60
    assert groups_of(work) == []
    library.library.actions.undo()
    assert dump(library.library) == before
