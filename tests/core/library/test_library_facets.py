"""Counting what papers have in common, against counts made here from the papers themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from assay.library import FACETS, Library, facets
from assay.types import FacetValue, Filters, Paper, Query

AUTHORS = ["Zoë O'Brien", "Li Wei", "Li, Wei", "Wei Li", "Li Weihua", "Ada B. Lovelace", "Cohan, Arman"]
TAGS = ["graph learning", "Graph Learning", "graph", "vision"]


def sample() -> list[Paper]:
    chosen = np.random.default_rng(3)
    return [
        Paper(
            f"p{n:03}",
            f"Title {n}",
            authors=tuple(str(a) for a in chosen.choice(AUTHORS[:2] + AUTHORS[4:], 2, replace=False)),
            year=None if n % 9 == 0 else int(chosen.integers(1999, 2005)),
            venue=str(chosen.choice(["ACL", "acl", "Élan", ""])),
            keywords=tuple(str(t) for t in chosen.choice([TAGS[0], TAGS[2], TAGS[3]], 1)),
        )
        for n in range(200)
    ]


PAPERS = sample()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library") as opened:
        opened.papers.add([(paper, ()) for paper in PAPERS])
        yield opened


def counts(values: list[FacetValue]) -> dict[str, int]:
    return {each.value: each.n for each in values}


@pytest.mark.parametrize("chosen", [PAPERS, PAPERS[:37], []])
def test_each_value_is_counted_once_a_paper(library: Library, chosen: list[Paper]) -> None:
    doc_ids = [paper.doc_id for paper in chosen]
    n, found = library.papers.facets(FACETS, doc_ids=doc_ids, most=100)
    assert n == len(chosen)
    years = Counter(str(paper.year) for paper in chosen if paper.year is not None)
    assert [(each.value, each.n) for each in found["year"]] == sorted(years.items())
    venues = Counter(paper.venue.lower() for paper in chosen if paper.venue)
    assert {value.lower(): n for value, n in counts(found["venue"]).items()} == venues
    assert counts(found["author"]) == Counter(author for paper in chosen for author in paper.authors)
    assert counts(found["tag"]) == Counter(tag for paper in chosen for tag in paper.keywords)
    for name in ("venue", "author", "tag"):
        assert [each.n for each in found[name]] == sorted((each.n for each in found[name]), reverse=True)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_the_most_frequent_values_are_told_and_every_year(library: Library, most: int) -> None:
    _, every = library.papers.facets(FACETS, most=100)
    _, found = library.papers.facets(FACETS, most=most)
    assert found["year"] == every["year"]
    for name in ("venue", "author", "tag"):
        assert len(every[name]) >= 2
        assert found[name] == every[name][:most]


def test_names_are_counted_of_few_papers_alone(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    doc_ids = [paper.doc_id for paper in PAPERS[:11]]
    monkeypatch.setattr(facets, "MOST_NAMED", 10)
    assert list(library.papers.facets(FACETS, doc_ids=doc_ids[:10])[1]) == list(FACETS)
    n, found = library.papers.facets(FACETS, doc_ids=doc_ids)
    assert n == 11
    assert list(found) == ["year", "venue", "pdf", "judged"]
    years = Counter(str(paper.year) for paper in PAPERS[:11] if paper.year is not None)
    assert counts(found["year"]) == years


def test_a_tag_of_ones_own_counts_with_the_keyword_of_its_words(library: Library) -> None:
    having = {paper.doc_id for paper in PAPERS if "graph learning" in paper.keywords}
    without = next(paper.doc_id for paper in PAPERS if paper.doc_id not in having)
    library.tags.add("Learning graph", [without, next(iter(having))])
    _, found = library.papers.facets(["tag"], most=100)
    tags = counts(found["tag"])
    assert tags["Learning graph"] == len(having) + 1
    assert "graph learning" not in tags
    assert library.papers.facets(["tag"], doc_ids=[without])[1]["tag"][0].n == 1


def test_the_papers_that_pass_filters_are_counted_without_a_search(library: Library) -> None:
    filters = Filters(years=((2000, 2001), (2003, 2003)), venues=("ACL",))
    n, found = library.papers.facets(["year", "author"], filters=filters, most=100)
    passing = [p for p in PAPERS if p.year in {2000, 2001, 2003} and p.venue.lower() == "acl"]
    assert n == len(passing)
    assert counts(found["year"]) == Counter(str(paper.year) for paper in passing)
    assert counts(found["author"]) == Counter(author for paper in passing for author in paper.authors)
    assert library.papers.facets(["venue"])[0] == len(PAPERS)


def test_a_value_that_is_chosen_lists_as_many_papers_as_were_counted(library: Library) -> None:
    _, found = library.papers.facets(["author", "tag"], most=100)
    for author in found["author"]:
        assert library.papers.count(filters=Filters(author_names=(author.value,))) == author.n, author
    for tag in found["tag"]:
        assert library.papers.count(filters=Filters(tag_names=(tag.value,))) == tag.n, tag


def test_a_name_is_one_whichever_way_round_it_stands(tmp_path: Path) -> None:
    with Library.open(tmp_path / "names") as library:
        papers = [Paper(f"p{n}", f"Title {n}", authors=(name,)) for n, name in enumerate(AUTHORS)]
        library.papers.add([(paper, ()) for paper in papers])
        _, found = library.papers.facets(["author"], most=100)
        assert counts(found["author"])["Li Wei"] == 3
        assert library.papers.ids(filters=Filters(author_names=("wei li",))) == ["p1", "p2", "p3"]
        assert library.papers.ids(filters=Filters(authors=("wei li",))) == ["p1", "p2", "p3", "p4"]
        assert library.papers.ids(filters=Filters(author_names=("weihua",))) == []
        assert library.papers.ids(filters=Filters(author_names=("WEI LI", "zoe o'brien"))) == [
            "p0", "p1", "p2", "p3",
        ]  # fmt: skip


def test_graded_papers_are_counted_beside_those_without_a_grade(library: Library) -> None:
    library.queries.add([Query("q", "anything")])
    library.judgements.record("q", "p003", assessor="ada", relevance=1)
    _, found = library.papers.facets(["judged", "pdf"], doc_ids=["p003", "p004", "p005"])
    assert counts(found["judged"]) == {"yes": 1, "no": 2}
    assert found["pdf"] == []


def test_both_of_two_kinds_of_filters_restrict(library: Library) -> None:
    both = Filters(years=((2000, 2002),), also=Filters(years=((2002, 2004),), venues=("acl",)))
    expected = [p.doc_id for p in PAPERS if p.year == 2002 and p.venue.lower() == "acl"]
    assert library.papers.ids(filters=both) == expected
