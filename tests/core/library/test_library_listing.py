"""Sorting and filtering in SQL, compared with sorting and filtering plain Python objects."""

from __future__ import annotations

import itertools
import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import BadInput
from assay.library import Library
from assay.library.rows.listing import authors_key, fold, title_key
from assay.types import Filters, Paper

SORTS = ("added", "title", "authors", "year", "venue")


def some_papers(n: int) -> list[Paper]:
    rng = random.Random(3)
    words = ["Neural", "ranking", "QUERY", "Über", "café", "50%", "a_b", "search", "Ökonomie", "x"]
    names = ["Ada Lovelace", "Hopper, Grace", "Jürgen Müller", "von Neumann, John", "Plato"]
    return [
        Paper(
            f"p{i}",
            " ".join(rng.choices(words, k=rng.randint(0, 5))),
            authors=tuple(rng.choices(names, k=rng.randint(0, 3))),
            year=rng.choice([None, 1998, 2001, 2001, 2020]),
            venue=rng.choice(["", "SIGIR", "sigir", "ACL", "Élan"]),
        )
        for i in range(n)
    ]


PAPERS = some_papers(150)


@pytest.fixture
def listed(empty: Library) -> Library:
    empty.papers.add([(paper, ()) for paper in PAPERS])
    return empty


def plain(text: str) -> str:
    """Lower case without accents, by another way than the library's."""
    return "".join(
        unicodedata.normalize("NFD", c)[0] for c in text.lower() if unicodedata.category(c) != "Mn"
    )


def family_first(name: str) -> str:
    if "," in name:
        family, given_name = (part.strip() for part in name.split(","))
    else:
        *before, family = name.split()
        given_name = " ".join(before)
    return f"{family} {given_name}".strip()


def sort_key(paper: Paper, sort: str) -> object:
    if sort == "year":
        return paper.year
    if sort == "title":
        return plain(paper.title).lstrip("%_ ")
    if sort == "venue":
        return plain(paper.venue)
    return [plain(family_first(author)) for author in paper.authors]


def expected(papers: list[Paper], sort: str, *, descending: bool) -> list[str]:
    if sort == "added":
        return [p.doc_id for p in (reversed(papers) if descending else papers)]
    unknown = [p for p in papers if sort_key(p, sort) in (None, "", [])]
    known = [p for p in papers if p not in unknown]
    known.sort(key=lambda p: sort_key(p, sort))  # type: ignore[arg-type,return-value]
    groups = [known, unknown]
    if descending:
        groups = [known[::-1], unknown[::-1]]
    return [p.doc_id for group in groups for p in group]


def test_ids_are_sorted_as_python_sorts_the_papers(listed: Library) -> None:
    for sort, descending, text in itertools.product(SORTS, (False, True), ("", "r")):
        papers = [p for p in PAPERS if text in plain(f"{p.title} {p.authors} {p.venue}")]
        wanted = expected(papers, sort, descending=descending)
        assert listed.papers.ids(sort=sort, descending=descending, text=text) == wanted, (sort, text)


TEXTS = (
    ["neural", "NEUR ank", "uber", "ÜBER", "café", "cafe", "50%", "%", "a_b", "_", "müller query", "hopper",
     "grace hopper", "sigir x", "elan", "nothing like it", "  ", "'; DROP TABLE paper; --", "/", "\\"]
)  # fmt: skip


def test_every_word_of_the_text_is_in_title_authors_or_venue(listed: Library) -> None:
    for text in TEXTS:
        wanted = [
            p.doc_id
            for p in PAPERS
            if all(word in plain(" ".join([p.title, *p.authors, p.venue])) for word in plain(text).split())
        ]
        assert listed.papers.ids(text=text) == wanted, text
        assert listed.papers.count(text=text) == len(wanted), text


FILTERS = [
    Filters(year_from=2001),
    Filters(year_to=2001),
    Filters(year_from=1999, year_to=2001),
    Filters(venues=("SIGIR",)),
    Filters(venues=("acl", "élan")),
    Filters(year_from=2001, venues=("Sigir",)),
    Filters(year_from=2021),
    Filters(venues=("nowhere",)),
]


def test_filters_keep_the_papers_they_describe(listed: Library) -> None:
    for filters, sort in itertools.product(FILTERS, ("added", "year")):
        low, high = filters.year_from or -1, filters.year_to or 9999
        dated = filters.year_from is not None or filters.year_to is not None
        names = {plain(venue) for venue in filters.venues}
        wanted = [
            p
            for p in PAPERS
            if (not dated or (p.year is not None and low <= p.year <= high))
            and (not names or plain(p.venue) in names)
        ]
        assert listed.papers.ids(sort=sort, filters=filters) == expected(wanted, sort, descending=False)
        assert listed.papers.count(filters=filters) == len(wanted)
        assert set(listed.papers.matching(filters)) == {p.doc_id for p in wanted}


def test_text_and_filters_restrict_together(listed: Library) -> None:
    filters = Filters(year_to=2001)
    wanted = [
        p.doc_id for p in PAPERS if "query" in p.title.lower() and p.year is not None and p.year <= 2001
    ]
    assert listed.papers.ids(text="query", filters=filters) == wanted


def test_an_unknown_sort_is_bad_input(library: Library) -> None:
    with pytest.raises(BadInput, match="added, title, authors, year, venue"):
        library.papers.ids(sort="title; DROP TABLE paper")


def test_a_pasted_page_is_a_filter_like_any_other(listed: Library) -> None:
    assert listed.papers.ids(text=" ".join(f"word{n}" for n in range(5000))) == []
    assert listed.papers.ids(text="x" * 100_000) == []


def test_venues_count_spellings_together_most_frequent_first(empty: Library) -> None:
    venues = ["acl", "SIGIR", "ACL", "", "Acl", "sigir", "CIKM"]
    empty.papers.add([(Paper(f"p{n}", "T", venue=venue), ()) for n, venue in enumerate(venues)])
    assert empty.papers.venues() == [("acl", 3), ("SIGIR", 2), ("CIKM", 1)]
    assert empty.papers.venues(limit=1) == [("acl", 3)]


def test_years_are_the_first_and_the_last(empty: Library) -> None:
    empty.papers.add(
        [(Paper(f"p{n}", "T", year=year), ()) for n, year in enumerate([2001, None, 1899, 2025])]
    )
    assert empty.papers.years() == (1899, 2025)


def test_keys_are_made_for_sorting() -> None:
    assert title_key("“Quoted” (twice)") == "quoted” (twice)"
    assert title_key("???") == "???"
    assert authors_key(("Jane B. Doe", "Roe, Richard")) == "doe jane b.; roe richard; "
    assert authors_key(("Doe, Jane B.",)) == authors_key(("Jane B. Doe",))
    assert authors_key(("Plato",)) == "plato; "


@given(st.text())
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet="aäÄöÉñ ßI\u0301x"))
def test_folding_does_not_see_case(text: str) -> None:
    assert fold(text.upper()) == fold(text.lower()) == fold(text)


def test_papers_of_one_year_or_venue_stand_in_the_order_of_adding(empty: Library) -> None:
    years = [2001, None, 1999, 2001, 1999, None, 2001]
    venues = ["", "b", "A", "b", "", "a", "B"]
    papers = [
        Paper(f"d{n}", f"Owl {n}", year=year, venue=venue)
        for n, (year, venue) in enumerate(zip(years, venues, strict=True))
    ]
    empty.papers.add([(paper, ()) for paper in papers])
    sorts = (("year", years), ("venue", [venue.casefold() or None for venue in venues]))
    for (sort, values), descending, text in itertools.product(sorts, (False, True), ("", "owl")):
        known = [(value, n) for n, value in enumerate(values) if value is not None]
        unknown = [n for n, value in enumerate(values) if value is None]
        wanted = [n for _, n in sorted(known, reverse=descending)] + sorted(unknown, reverse=descending)
        found = empty.papers.ids(sort=sort, descending=descending, text=text)
        assert found == [f"d{n}" for n in wanted]
