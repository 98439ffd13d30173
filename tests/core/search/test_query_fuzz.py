"""Whatever is typed is searched for: by words, by meaning, still being typed, in a real library."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assay.search import describe_filters, parse_request
from assay.search.query.language import parse
from assay.search.searcher import Searcher
from assay.types import SearchMode, SearchRequest
from fuzzing import LONG, SHORT, fuzz

SAMPLES = [
    b'author:cohan year:2019..2022 -venue:arxiv tag:"graph learning" has:pdf "exact phrase" -word bees',
    "“nectar and dance” judged:no id:bees1 doi:10.1/x Sterne naïve 論文 -stars".encode(),
    b"graph walks rank vertices",
]
MARKS = [
    b"author:", b"year:", b"..", b"2019", b"venue:", b"tag:", b"has:pdf", b"judged:yes", b"id:", b"doi:10.",
    b"-", b'"', "„".encode(), b" OR ", b" AND ", b"NOT ", b"*", b"~2", b"^3", b"+", b"[a TO b]", b"?",
]  # fmt: skip


def search_damaged_texts(searcher: Searcher, count: int) -> None:
    modes = list(SearchMode)

    def check(content: bytes) -> None:
        text = content.decode("utf-8", "surrogateescape")[:5000]
        asked = parse(text)
        for prefix in (False, True):
            mode = modes[len(content) % len(modes)]
            request, prefix_too, asked = parse_request(
                SearchRequest(text=text, mode=mode, k=3), prefix=prefix
            )
            assert all("\n" not in line for line in [*describe_filters(asked.filters), *asked.faults])
            hits = searcher.search(request, prefix=prefix_too)
            assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))

    fuzz("typed text", SAMPLES, check, count=count, marks=MARKS, megabytes=None)


def test_any_typed_text_is_searched_for(searcher: Callable[[], Searcher]) -> None:
    search_damaged_texts(searcher(), SHORT)


@pytest.mark.soak
@pytest.mark.timeout(36_000)
def test_100_000_typed_texts_are_searched_for(searcher: Callable[[], Searcher]) -> None:
    search_damaged_texts(searcher(), LONG)
