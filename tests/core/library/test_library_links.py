"""Ratings, TLDRs and links of papers: kept as given, found whenever the other paper comes."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from library_contents import PAPERS, paper

from assay.errors import BadInput
from assay.importers import identity_keys
from assay.types import Paper

if TYPE_CHECKING:
    from assay.library import Library


def add(library: Library, *papers: Paper) -> None:
    library.papers.add([(one, identity_keys(one)) for one in papers])


def test_a_rating_tldrs_and_links_come_back_as_they_were_given(empty: Library) -> None:
    given = Paper(
        "a", "Title", rating=-0.1, tldrs=("Größe.", "Second"), cites=("doi:10.1/b", "c"), cited_by=("x",)
    )
    add(empty, given, Paper("none", "Without any"))
    assert empty.papers.get(["a", "none"]) == [given, Paper("none", "Without any")]
    changed = replace(given, rating=0.0, tldrs=(), cites=("z",))
    empty.papers.update([(changed, ())])
    assert empty.papers.get(["a"]) == [changed]


@pytest.mark.parametrize("rating", [math.nan, math.inf, -math.inf])
def test_a_rating_that_is_no_number_is_refused(empty: Library, rating: float) -> None:
    with pytest.raises(BadInput, match="Paper 'a' cannot have the rating"):
        add(empty, Paper("a", "Title", rating=rating))
    assert empty.papers.count() == 0


def test_a_cited_paper_is_found_by_any_of_its_names_whenever_it_comes(empty: Library) -> None:
    names = ("doi:10.1/b", "arxiv:2001.00001", "pmid:77", "c", "old name of d", "nowhere")
    add(empty, Paper("a", "First paper", cites=names))
    assert empty.papers.citations() == []
    add(empty, Paper("b", "Second paper", doi="10.1/b"))
    assert empty.papers.citations() == [("a", "b")]
    add(empty, Paper("arxiv", "Third paper", arxiv_id="2001.00001"), Paper("pubmed", "Fourth", pmid="77"))
    add(empty, Paper("c", "Fifth"), Paper("d", "Sixth"))
    empty.papers.alias([("old name of d", "d")])
    assert empty.papers.citations() == [("a", cited) for cited in ("b", "arxiv", "pubmed", "c", "d")]


def test_a_link_told_from_both_ends_is_one_and_nobody_cites_itself(empty: Library) -> None:
    add(
        empty,
        Paper("a", "First paper", doi="10.1/a", cites=("b", "doi:10.1/a", "a")),
        Paper("b", "Second paper", cited_by=("a", "b", "c")),
        Paper("c", "Third paper"),
    )
    assert empty.papers.citations() == [("a", "b"), ("c", "b")]


def test_removed_papers_neither_cite_nor_are_cited(empty: Library) -> None:
    add(empty, Paper("a", "First", cites=("b", "c")), Paper("b", "Second", cites=("c",)), Paper("c", "Third"))
    empty.papers.remove(["b"])
    assert empty.papers.citations() == [("a", "c")]
    empty.papers.restore(["b"])
    assert empty.papers.citations() == [("a", "b"), ("a", "c"), ("b", "c")]


def test_of_two_papers_with_one_doi_the_first_has_the_links_and_an_own_id_comes_first(empty: Library) -> None:
    add(
        empty,
        Paper("first", "One title", doi="10.1/x"),
        Paper("second", "Quite another", doi="10.1/x"),
        Paper("doi:10.1/y", "An id like a DOI"),
        Paper("third", "The DOI itself", doi="10.1/y"),
        Paper("a", "Citing", cites=("doi:10.1/x", "doi:10.1/y")),
    )
    assert empty.papers.citations() == [("a", "first"), ("a", "doi:10.1/y")]


def test_links_of_many_papers_are_those_that_were_drawn(empty: Library) -> None:
    rng = random.Random(5)
    ids = [f"p{n}" for n in range(300)]
    drawn = {one: rng.sample(ids, 4) for one in ids}
    add(
        empty,
        *(Paper(one, f"Paper with the number {one}", cites=tuple(cited)) for one, cited in drawn.items()),
    )
    wanted = [(one, other) for one, cited in drawn.items() for other in cited if other != one]
    assert empty.papers.citations() == wanted


def test_the_papers_of_the_other_tests_cite_the_one_before_them(library: Library) -> None:
    """On a server too, where JSON is another type."""
    found = library.papers.citations()
    assert set(found) == {(f"d{n}", other) for n in range(1, PAPERS) for other in ("d0", f"d{n - 1}")}
    assert library.papers.get(["d5"]) == [paper(5)]
