"""Searches that exact phrases and typed fields restrict."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.index import LexicalIndex
from assay.library import Library
from assay.search import parse_request
from assay.search.searcher import Searcher
from assay.types import Paper, SearchMode, SearchRequest

WORDS = ("graph", "Graphs", "the", "of", "walk", "Zoë", "é", "x-ray", "(a)", "2.0")
TEXTS = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)


def plain(text: str) -> list[str]:
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return re.findall(r"[^\W_]+", bare.lower())


def says(text: str, phrase: list[str]) -> bool:
    found = plain(text)
    return any(found[at : at + len(phrase)] == phrase for at in range(len(found)))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=6), TEXTS.filter(plain))
def test_no_paper_with_the_phrase_is_lost_and_none_without_it_found(
    texts: list[tuple[str, str]], phrase: str
) -> None:
    index = LexicalIndex()
    papers = [Paper(f"p{n}", title, abstract) for n, (title, abstract) in enumerate(texts)]
    index.add(papers)
    index.commit()
    asked = plain(phrase)
    assert index.holding(phrase) == {
        paper.doc_id for paper in papers if says(paper.title, asked) or says(paper.abstract, asked)
    }


@pytest.fixture
def searching(library: Library, searcher: Callable[[], Searcher]) -> Searcher:
    library.papers.add([(Paper("new", "Stars and bees", authors=("Zoë Müller",), year=2030), ())])
    return searcher()


def found(searching: Searcher, typed: str, mode: SearchMode = SearchMode.HYBRID, k: int = 50) -> list[str]:
    request, prefix, _ = parse_request(SearchRequest(typed, mode=mode, k=k))
    return [hit.doc_id for hit in searching.search(request, prefix=prefix)]


@pytest.mark.parametrize("mode", list(SearchMode))
def test_phrases_and_exclusions_hold_in_every_mode(searching: Searcher, mode: SearchMode) -> None:
    assert set(found(searching, '"Dance in the HIVE"', mode)) == {f"bees{n}" for n in range(4)}
    assert found(searching, '"hive the in"', mode) == []
    kept = found(searching, "bees -hive stars", mode)
    assert "new" in kept
    assert not any(doc_id.startswith("bees") for doc_id in kept)
    assert found(searching, "stars author:muller", mode) == ["new"]


def test_fields_alone_list_what_they_describe_newest_first(searching: Searcher) -> None:
    assert found(searching, "year:2002..") == ["new", "stars3", "graphs3", "bees3", "stars2", "graphs2",
                                               "bees2"]  # fmt: skip
    assert found(searching, "venue:nature -year:2000", k=2) == ["stars2", "graphs2"]
    assert set(found(searching, "-hive -stars -graph year:2000..2030")) == set()
    assert found(searching, "") == []


def test_fields_that_are_half_typed_restrict_nothing(searching: Searcher) -> None:
    whole = found(searching, "bees dance")
    for typed in ("bees dance author:", "bees dance year:20", "author: bees dance", "bees dance has:"):
        assert found(searching, typed) == whole, typed
