"""Which papers count as a query's own."""

from __future__ import annotations

import pytest

from assay.judging import own_papers
from assay.types import Paper, Query

OWN = Paper(
    "p1",
    "Learning to Rank Owls: A Study",
    doi="10.1000/owls",
    arxiv_id="2101.00001",
    pmid="123",
)


@pytest.mark.parametrize(
    "other",
    [
        Paper("p2", "Something else", doi="10.1000/OWLS"),
        Paper("p2", "Something else", arxiv_id="2101.00001"),
        Paper("p2", "Something else", doi="10.48550/arxiv.2101.00001"),
        Paper("p2", "Something else", pmid="123"),
        Paper("p2", "learning to rank   owls - a study!"),
    ],
    ids=["doi", "arxiv id", "doi of arxiv", "pmid", "title"],
)
def test_another_record_of_the_query_paper_is_its_own(other: Paper) -> None:
    assert own_papers([Query("q", "x", "p1")], [OWN, other]) == {"q": {"p1", "p2"}}
    assert own_papers([Query("q", "x", "p1")], [other, OWN]) == {"q": {"p1", "p2"}}


@pytest.mark.parametrize(
    "other",
    [
        Paper("p2", "Learning to Rank Owls: A Second Study"),
        Paper("p2", "Learning to Rank Owls", abstract=OWN.abstract),
        Paper("p2", "Something else", doi="10.1000/owls.2"),
    ],
)
def test_a_paper_that_is_only_alike_is_not(other: Paper) -> None:
    assert own_papers([Query("q", "x", "p1")], [OWN, other]) == {"q": {"p1"}}


def test_a_record_of_a_record_is_not_the_query_paper() -> None:
    second = Paper("p2", "A preprint on owls", doi="10.1000/owls", pmid="9")
    third = Paper("p3", "A letter on owls", pmid="9")
    found = own_papers([Query("q", "x", "p1"), Query("r", "y", "p2")], [OWN, second, third])
    assert found == {"q": {"p1", "p2"}, "r": {"p1", "p2", "p3"}}


def test_papers_of_a_generic_title_are_not_one() -> None:
    papers = [Paper("p1", "Editorial"), Paper("p2", "Editorial")]
    assert own_papers([Query("q", "x", "p1")], papers) == {"q": {"p1"}}


def test_long_titles_must_agree_to_their_ends() -> None:
    title = "On the habits of owls " * 20
    papers = [
        Paper("p1", title + "in spring"),
        Paper("p2", title + "in autumn"),
        Paper("p3", title + "In Spring"),
    ]
    assert own_papers([Query("q", "x", "p1")], papers) == {"q": {"p1", "p3"}}


def test_texts_have_no_paper_and_an_unknown_paper_stands_for_itself() -> None:
    assert own_papers([Query("q", OWN.title)], [OWN]) == {}
    assert own_papers([Query("q", "x", "gone")], [OWN]) == {"q": {"gone"}}


def test_two_queries_may_ask_for_one_paper() -> None:
    assert own_papers([Query("q", "x", "p1"), Query("r", "y", "p1")], [OWN]) == {"q": {"p1"}, "r": {"p1"}}
