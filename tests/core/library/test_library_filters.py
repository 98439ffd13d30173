"""Filters of a library's papers, beside an independent computation in Python."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import BadInput
from assay.importers.entries.identity import identity_keys
from assay.library import Library
from assay.types import Filters, JudgementState, Paper, Query

PAPERS = [
    Paper("p0", "Citation graphs", authors=("Arman Cohan", "Sergey Feldman"), year=2020, venue="ACL",
          keywords=("Graph Learning", "citations"), doi="10.1/a"),
    Paper("p1", "Ranking", authors=("Cohan, Jane", "Arman Smith"), year=2019, venue="Findings of ACL: EMNLP"),
    Paper("p2", "Ümlaut", authors=("Žofia Müller", "Seán O'Brien"), year=None, venue="arXiv.org"),
    Paper("p3", "No names", year=2021, keywords=("graph",), doi="10.1/B"),
    Paper("p4", "Cohan in the title", authors=("Li, Wei-Ling",), year=2022, venue="Cohan Studies"),
    Paper("p5", "Many", authors=tuple(f"Given{n} Family{n}" for n in range(300)), year=1999, venue="ACL"),
    Paper("p6", "Empty name", authors=("", "..."), venue="—", keywords=("",)),
    Paper("p7", "标题", authors=("王 伟",), year=2020, venue="ÉLAN 100%",
          keywords=("apprentissage_à graphe",)),
]  # fmt: skip
JUDGED = {"p0", "p4"}
Test = Callable[[Paper], bool]


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("filters") / "library") as library:
        library.papers.add([(paper, identity_keys(paper)) for paper in PAPERS])
        library.papers.alias([("other name", "p3")])
        library.queries.add([Query("q", "graphs")])
        library.judgements.record("q", "p0", assessor="ada", relevance=2)
        library.judgements.record("q", "p4", assessor="bob", relevance=0)
        library.judgements.record("q", "p1", assessor="ada", state=JudgementState.UNSURE)
        yield library


def plain_words(text: str) -> list[str]:
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return re.findall(r"[^\W_]+", bare.casefold())


def names_fit(values: tuple[str, ...], names: tuple[str, ...]) -> bool:
    return any(
        all(any(word.startswith(asked) for word in plain_words(name)) for asked in plain_words(value))
        for value in values
        for name in names
        if plain_words(name)
    )


def demands_of(filters: Filters) -> Iterator[Test]:
    """What a paper must fulfil, a kind of filter each."""
    if filters.years:
        yield lambda p: any(
            p.year is not None and (a is None or p.year >= a) and (b is None or p.year <= b)
            for a, b in filters.years
        )
    if filters.authors:
        yield lambda p: names_fit(filters.authors, p.authors)
    if filters.venue_words:
        yield lambda p: names_fit(filters.venue_words, (p.venue,))
    if filters.tags:
        yield lambda p: names_fit(filters.tags, p.keywords)
    if filters.doc_ids:
        yield lambda p: bool({p.doc_id, "other name" if p.doc_id == "p3" else ""} & set(filters.doc_ids))
    if filters.dois:
        yield lambda p: p.doi.lower() in filters.dois
    if filters.judged is not None:
        yield lambda p: (p.doc_id in JUDGED) is filters.judged


def expected(filters: Filters) -> list[str]:
    wanted = list(demands_of(filters))
    unwanted = [] if filters.without is None else list(demands_of(filters.without))
    return [
        p.doc_id for p in PAPERS if all(test(p) for test in wanted) and not any(test(p) for test in unwanted)
    ]


def check(library: Library, filters: Filters) -> list[str]:
    wanted = expected(filters)
    assert library.papers.ids(filters=filters) == wanted
    assert library.papers.count(filters=filters) == len(wanted)
    assert set(library.papers.matching(filters)) == set(wanted)
    assert sorted(library.papers.ids(sort="year", filters=filters)) == wanted
    return wanted


@pytest.mark.parametrize(
    ("filters", "wanted"),
    [
        (Filters(authors=("cohan",)), ["p0", "p1"]),
        (Filters(authors=("COH",)), ["p0", "p1"]),
        (Filters(authors=("arman cohan",)), ["p0"]),
        (Filters(authors=("Cohan Arman", "muller")), ["p0", "p2"]),
        (Filters(authors=("ohan",)), []),
        (Filters(authors=("o'brien",)), ["p2"]),
        (Filters(authors=("ling",)), ["p4"]),
        (Filters(authors=("family299",)), ["p5"]),
        (Filters(authors=("王",)), ["p7"]),
        (Filters(venue_words=("acl",)), ["p0", "p1", "p5"]),
        (Filters(venue_words=("elan",)), ["p7"]),
        (Filters(venue_words=("100%",)), ["p7"]),
        (Filters(tags=("graph learning",)), ["p0"]),
        (Filters(tags=("graph",)), ["p0", "p3", "p7"]),
        (Filters(years=((2019, 2020), (None, 1999))), ["p0", "p1", "p5", "p7"]),
        (Filters(judged=True), ["p0", "p4"]),
        (Filters(judged=False, years=((2020, None),)), ["p3", "p7"]),
        (Filters(doc_ids=("p2", "other name", "\0")), ["p2", "p3"]),
        (Filters(dois=("10.1/b",)), ["p3"]),
        (Filters(without=Filters(years=((2000, None),))), ["p2", "p5", "p6"]),
        (Filters(without=Filters(venue_words=("arxiv",), authors=("cohan",))),
         ["p3", "p4", "p5", "p6", "p7"]),
        (Filters(venue_words=("acl",), without=Filters(authors=("cohan",))), ["p5"]),
    ],
)  # fmt: skip
def test_a_filter_keeps_the_papers_it_describes(listed: Library, filters: Filters, wanted: list[str]) -> None:
    assert check(listed, filters) == wanted


NAMES = st.lists(
    st.sampled_from(["cohan", "Arman Cohan", "müll", "acl", "ACL emnlp", "graph", "w l", "王", "a", "100"]),
    max_size=2,
).map(tuple)
SPANS = st.tuples(st.none() | st.integers(1998, 2023), st.none() | st.integers(1998, 2023))
SIDES = st.builds(
    Filters,
    years=st.lists(SPANS, max_size=2).map(tuple),
    authors=NAMES,
    venue_words=NAMES,
    tags=NAMES,
    judged=st.none() | st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(SIDES, SIDES)
def test_any_filters_keep_what_a_look_at_every_paper_keeps(side: Filters, other: Filters) -> None:
    check_both(side, other)


@pytest.mark.soak
@settings(max_examples=2_000, deadline=None)
@given(SIDES, SIDES)
def test_thousands_of_filters_keep_what_a_look_at_every_paper_keeps(side: Filters, other: Filters) -> None:
    check_both(side, other)


def check_both(side: Filters, other: Filters) -> None:
    check(LIBRARY[0], side)
    check(LIBRARY[0], Filters(authors=side.authors, tags=side.tags, without=other or None))


LIBRARY: list[Library] = []


@pytest.fixture(autouse=True)
def _known(listed: Library) -> None:
    LIBRARY[:] = [listed]


def test_a_list_knows_no_phrases(listed: Library) -> None:
    with pytest.raises(BadInput, match="Search for it instead"):
        listed.papers.ids(filters=Filters(phrases=("citation graphs",)))


def test_names_follow_a_paper_that_changes_goes_and_returns(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library") as library:
        library.papers.add([(Paper("p", "T", authors=("Ada Lovelace",)), ())])
        ada, grace = Filters(authors=("ada",)), Filters(authors=("grace",))
        library.papers.update([(Paper("p", "T", authors=("Grace Hopper",)), ())])
        assert (library.papers.ids(filters=ada), library.papers.ids(filters=grace)) == ([], ["p"])
        library.papers.remove(["p"])
        assert library.papers.ids(filters=grace) == []
        library.papers.restore(["p"])
        assert library.papers.ids(filters=grace) == ["p"]
