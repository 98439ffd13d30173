from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from importers_reading import Shelf

from assay.importers import Decision, Outcome, identity_keys, plan, planning
from assay.types import Paper

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


def outcomes(decisions: Sequence[Decision]) -> list[Outcome]:
    return [decision.outcome for decision in decisions]


def test_duplicates_within_a_batch_are_folded_into_the_first(shelf: Shelf) -> None:
    one = Paper("a", "A study of folding papers", year=2020, doi="10.1/x")
    two = Paper("b", "A Study of Folding Papers", year=2020, abstract="We fold.", arxiv_id="2001.00001")
    decisions = shelf.load([one, two])
    assert outcomes(decisions) == [Outcome.NEW, Outcome.MERGED]
    assert decisions[0].paper == replace(one, abstract="We fold.", arxiv_id="2001.00001")
    assert decisions[0].keys == identity_keys(decisions[0].paper)
    assert decisions[1].existing_id == "a"
    assert list(shelf.papers) == ["a"]


def test_what_a_merge_adds_is_known_to_the_rest_of_the_batch(shelf: Shelf) -> None:
    papers = [
        Paper("a", "A study of folding papers", year=2020),
        Paper("b", "A study of folding papers", year=2020, doi="10.1000/x"),
        Paper("c", "A study of folding papers, revised", year=2025, doi="10.1000/x"),
    ]
    assert outcomes(shelf.load(papers)) == [Outcome.NEW, Outcome.MERGED, Outcome.UNCHANGED]


def test_two_papers_of_a_batch_update_one_of_the_library(shelf: Shelf) -> None:
    shelf.load([Paper("a", "A study of folding papers", year=2020)])
    decisions = shelf.load(
        [
            Paper("b", "A study of folding papers", venue="Origami Letters"),
            Paper("c", "A study of folding papers", url="https://example.org"),
        ]
    )
    assert outcomes(decisions) == [Outcome.MERGED, Outcome.MERGED]
    expected = Paper(
        "a", "A study of folding papers", year=2020, venue="Origami Letters", url="https://example.org"
    )
    assert shelf.papers == {"a": expected}


def test_a_record_of_a_merged_paper_is_one_of_the_paper_that_was_kept() -> None:
    kept = Paper("kept", "A study of folding paper", year=2020)
    hidden = Paper("hidden", "On the study of folded papers", year=2020, doi="10.1000/x")
    names = {"kept": kept, "hidden": kept}  # the hidden paper's id leads to the one that was kept
    again = Paper("new", hidden.title, year=2020, doi="10.1000/x", venue="Origami Letters")
    decisions = plan(
        [hidden, again],
        find=lambda keys: {key: [hidden] for key in keys if key == "doi:10.1000/x"},
        taken=lambda ids: {doc_id: names[doc_id] for doc_id in ids if doc_id in names},
    )
    assert [decision.existing_id for decision in decisions] == ["kept", "kept"]
    assert decisions[1].paper == replace(kept, doi="10.1000/x", venue="Origami Letters")


def test_two_papers_of_one_id_get_two_ids_and_a_reason(shelf: Shelf) -> None:
    titles = ["On the measurement of rivers", "Neural ranking of documents", "A grammar of birdsong"]
    decisions = shelf.load([Paper("key", title) for title in titles])
    assert [decision.paper.doc_id for decision in decisions] == ["key", "key-2", "key-3"]
    assert [decision.paper.title for decision in decisions] == titles
    assert outcomes(decisions) == [Outcome.NEW] * 3
    assert "'key'" in decisions[1].reason
    assert "'key-2'" in decisions[1].reason


@pytest.mark.parametrize("batch", [1, 2, 1000])
def test_a_second_import_of_a_file_adds_nothing(shelf: Shelf, batch: int) -> None:
    papers = [
        Paper("key", "On the measurement of rivers", year=2001),
        Paper("key", "Neural ranking of documents", year=2002),
        Paper("key", "Editorial", year=2003),
        Paper("key", "Editorial", year=2003, authors=("Ann Lee",)),
        Paper("book", "A handbook of retrieval, chapter one", doi="10.1000/book"),
        Paper("book", "Evaluation measures and how to read them", doi="10.1000/book"),
        Paper("1", "Annual review of information", abstract="It is about indexing languages."),
        Paper("2", "Annual review of information", abstract="What do the readers of a library ask for?"),
    ]
    first = shelf.load(papers, batch=batch)
    assert {Outcome.NEW, Outcome.CONFLICT} >= set(outcomes(first)) - {Outcome.UNCHANGED, Outcome.MERGED}
    before = dict(shelf.papers)
    assert len(before) >= 7
    second = shelf.load(papers, batch=batch)
    assert set(outcomes(second)) <= {Outcome.UNCHANGED, Outcome.MERGED}
    assert shelf.papers == before


@pytest.mark.parametrize(("year", "same"), [(2009, "the title and year"), (2008, "the title")])
def test_a_conflict_claims_no_year_that_is_another(shelf: Shelf, year: int, same: str) -> None:
    one = Paper("nakamoto2008", "A system of electronic cash among peers", "Coins are signed.", year=2009)
    two = replace(one, doc_id="b", abstract="Payments go without a bank.", year=year)
    (_, decision) = shelf.load([one, two])
    assert decision.reason == f"It has {same} of 'nakamoto2008', but another abstract."


def test_a_conflict_is_stored_beside_the_other_and_found_again(shelf: Shelf) -> None:
    one = Paper("a", "A handbook of retrieval, chapter one", doi="10.1000/book")
    two = Paper("b", "Evaluation measures and how to read them", doi="10.1000/book")
    assert outcomes(shelf.load([one, two])) == [Outcome.NEW, Outcome.CONFLICT]
    third = replace(two, doc_id="c", abstract="Measures are read from left to right.")
    decision = shelf.load([third])[0]
    assert (decision.outcome, decision.existing_id) == (Outcome.MERGED, "b")


def test_an_id_that_was_merged_away_still_means_the_paper_it_was_merged_into(shelf: Shelf) -> None:
    kept = Paper("kept", "A study of folding papers and napkins", year=2020, doi="10.1000/x")
    shelf.load([kept])

    def taken(doc_ids: Sequence[str]) -> dict[str, Paper]:
        return {doc_id: kept for doc_id in doc_ids if doc_id in ("kept", "merged-away")}

    again = Paper("merged-away", "A study of folding papers and napkin", year=2020, abstract="We fold.")
    other = Paper("merged-away", "Rivers, measured twice", year=1990)
    decisions = plan([again, other], find=shelf.find, taken=taken)
    assert (decisions[0].outcome, decisions[0].existing_id) == (Outcome.MERGED, "kept")
    assert (decisions[1].outcome, decisions[1].paper.doc_id) == (Outcome.NEW, "merged-away-2")


def test_many_papers_of_one_id_ask_the_library_in_blocks(shelf: Shelf) -> None:
    papers = [Paper("x", f"Title number {number} of a long series of tales") for number in range(100)]
    shelf.load(papers)
    assert len(shelf.papers) == 100
    assert shelf.calls["find"] == 1
    assert shelf.calls["taken"] <= 6


MOST = 32
"""Papers with which one is compared for each thing that they share."""


def work_of(monkeypatch: pytest.MonkeyPatch, shelf: Shelf, papers: Sequence[Paper]) -> Counter[str]:
    """What an import costs, machine aside: comparisons, and papers and ids that the library is asked for."""
    work = Counter[str]()
    real_decide, real_same = planning.decide, planning.same_record
    real_find, real_taken = shelf.find, shelf.taken

    def decide(paper: Paper, candidates: Sequence[Paper]) -> Decision:
        work["compared"] += len(candidates)
        return real_decide(paper, candidates)

    def same_record(paper: Paper, holder: Paper) -> bool:
        work["compared"] += 1
        return real_same(paper, holder)

    def find(keys: Sequence[str], most: int | None = None) -> Mapping[str, list[Paper]]:
        found = real_find(keys)
        work["asked"] += len(keys)
        return {key: holders[:most] for key, holders in found.items()}

    def taken(doc_ids: Sequence[str]) -> Mapping[str, Paper]:
        work["asked"] += len(doc_ids)
        return real_taken(doc_ids)

    calls = shelf.calls.total()
    with monkeypatch.context() as patch:
        patch.setattr(planning, "decide", decide)
        patch.setattr(planning, "same_record", same_record)
        patch.setattr(shelf, "find", partial(find, most=MOST))
        patch.setattr(shelf, "taken", taken)
        shelf.load(papers, batch=250)
    work["calls"] = shelf.calls.total() - calls
    return work


def same_id(n: int) -> list[Paper]:
    return [Paper("key", f"On the {i * 7919 % 10_007}th question, {i}") for i in range(n)]


def same_id_short(n: int) -> list[Paper]:
    """Short titles, which join two papers only where everything else agrees, and generic ones."""
    return [Paper("key", "Editorial" if i == n - 2 else f"Data {i}") for i in range(n)]


def same_id_same_title(n: int) -> list[Paper]:
    return [Paper("key", "A handbook of retrieval and ranking", doi=f"10.1000/{i}") for i in range(n)]


def same_title(n: int) -> list[Paper]:
    return [Paper(f"p{i}", "A handbook of retrieval and ranking", doi=f"10.1000/{i}") for i in range(n)]


def same_doi(n: int) -> list[Paper]:
    """The chapters of a book, say."""
    return [
        Paper(f"p{i}", f"On the {i * 7919 % 10_007}th question, {i}", doi="10.1000/book") for i in range(n)
    ]


@pytest.mark.parametrize("entries", [same_id, same_id_short, same_id_same_title, same_title, same_doi])
def test_the_work_grows_as_the_entries_do_whatever_they_share(
    entries: Callable[[int], list[Paper]], monkeypatch: pytest.MonkeyPatch
) -> None:
    few, many = (work_of(monkeypatch, Shelf(), entries(n)) for n in (300, 900))
    assert all(many[kind] <= 4 * few[kind] for kind in many), (few, many)
    assert many["compared"] <= 900 * 3 * MOST


@pytest.mark.parametrize("entries", [same_id, same_id_short, same_id_same_title, same_title, same_doi])
def test_entries_that_share_much_are_found_again_at_the_same_cost(
    entries: Callable[[int], list[Paper]], monkeypatch: pytest.MonkeyPatch, shelf: Shelf
) -> None:
    papers = entries(500)
    shelf.load(papers)
    before = dict(shelf.papers)
    assert len(before) == 500
    work = work_of(monkeypatch, shelf, papers)
    assert shelf.papers == before
    assert work["compared"] <= 500 * 4 * MOST
    assert work["asked"] <= 500 * 8
    assert outcomes(shelf.load([papers[i] for i in (499, 3, 400)])) == [Outcome.UNCHANGED] * 3


_PAPERS = st.builds(
    Paper,
    doc_id=st.sampled_from(["a", "b", "c", "a-2"]),
    title=st.sampled_from(
        ["Editorial", "A study of folding papers", "A study of folding napkins", "Rivers, measured twice"]
    ),
    abstract=st.sampled_from(
        ["", "We fold paper with great care and attention.", "Rivers are long; we measure them."]
    ),
    authors=st.sampled_from([(), ("Ann Lee",), ("Bo Chen", "Ann Lee")]),
    year=st.sampled_from([None, 2019, 2020, 2023]),
    doi=st.sampled_from(["", "10.1000/x", "10.1000/y"]),
    arxiv_id=st.sampled_from(["", "2001.00001", "2001.00002"]),
)
_PREPRINTS = _PAPERS.map(lambda paper: replace(paper, doi="10.48550/arxiv.2001.00001", arxiv_id="2001.00001"))
_ANY = st.lists(_PAPERS | _PREPRINTS, max_size=12)


@given(_ANY, st.integers(1, 12))
def test_no_title_is_ever_lost_and_no_field_overwritten(papers: list[Paper], batch: int) -> None:
    shelf = Shelf()
    decisions = shelf.load(papers, batch=batch)
    assert len(decisions) == len(papers)
    titles = {paper.title for paper in shelf.papers.values()}
    for paper, decision in zip(papers, decisions, strict=True):
        kept = shelf.papers[decision.paper.doc_id]
        assert kept.title in titles
        if decision.existing_id is None:
            assert replace(kept, doc_id=paper.doc_id).title == paper.title
            for field in ("abstract", "authors", "year", "arxiv_id"):
                if getattr(paper, field):
                    assert getattr(kept, field) == getattr(paper, field)
    again = shelf.load(papers, batch=batch)
    assert Outcome.NEW not in outcomes(again)
