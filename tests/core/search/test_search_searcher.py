"""Searching a real library by words, by vectors and by both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from small_library import PAPERS, CountingEncoder

from assay.encoding import FolderCache
from assay.errors import BadInput, ModelError, StaleIndex
from assay.index import ExactIndex, LexicalIndex
from assay.library import Library
from assay.search import Searcher, index_folder, lexical_folder, searcher_for, update_index, update_lexical
from assay.search.fusion import RRF_K
from assay.types import (
    Combine,
    Filters,
    Fusion,
    Hit,
    Paper,
    SearchMode,
    SearchRequest,
    Seed,
    TaskFormat,
    TextSeed,
)

Open = Callable[[], Searcher]
MODES = list(SearchMode)


def ids(hits: list[Hit]) -> list[str]:
    return [hit.doc_id for hit in hits]


class EncoderOfWords(CountingEncoder):
    """Says that the last half of its columns only tell words."""

    word_columns = 64


def test_beside_keywords_a_typed_querys_columns_of_words_count_half(searcher: Open, library: Library) -> None:
    searcher()  # the indexes are those of the same vectors
    encoder = EncoderOfWords()
    text = "hydrogen nectar walks alpha2 beta1 item3 venue dance"
    papers = encoder.encode([encoder.template.paper_text(p) for p in PAPERS], format=TaskFormat.PRX)
    query = encoder.encode([text], format=TaskFormat.QRY)[0]

    def ranks(asked: np.ndarray) -> dict[str, int]:
        order = sorted(
            (-round(float(row @ asked), 6), p.doc_id) for p, row in zip(PAPERS, papers, strict=True)
        )
        return {doc_id: rank for rank, (_, doc_id) in enumerate(order, start=1)}

    half = ranks(np.concatenate([query[:64], query[64:] / 2]))
    assert half != ranks(query)
    hits = searcher_for(library, encoder).search(SearchRequest(text, mode=SearchMode.HYBRID, k=12))
    assert {hit.doc_id: hit.channels["semantic"] for hit in hits} == half


@pytest.mark.parametrize("mode", MODES)
def test_a_text_finds_the_papers_of_its_topic(searcher: Open, mode: SearchMode) -> None:
    hits = searcher().search(SearchRequest("graph walks rank vertices", mode=mode, k=4))
    assert set(ids(hits)) == {f"graphs{n}" for n in range(4)}
    assert [hit.rank for hit in hits] == [1, 2, 3, 4]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_texts_are_encoded_as_queries_and_stored_papers_not_at_all(
    searcher: Open, encoder: CountingEncoder
) -> None:
    search = searcher().search
    search(SearchRequest("bees", (Seed("stars1"),), mode=SearchMode.SEMANTIC))
    assert encoder.taken() == [(TaskFormat.QRY, "bees")]


@pytest.mark.parametrize(
    ("text", "seeds", "weight"),
    [
        ("bees dance item2", (), 0.8),
        ("", (Seed("bees1"),), 0.95),
        ("", (Seed("bees1", weight=2), Seed("graphs0"), Seed("stars2", sign=-1)), 0.95),
        ("dance", (Seed("bees1"),), 0.8),
    ],
)
def test_hybrid_fuses_the_scores_of_both_channels(
    searcher: Open, text: str, seeds: tuple[Seed, ...], weight: float
) -> None:
    """What is written counts for more than the telling words of papers."""
    opened = searcher()
    request = SearchRequest(text, seeds, k=12)
    words, meaning = (
        {hit.doc_id: hit.score for hit in opened.search(replace(request, mode=mode, k=100))}
        for mode in (SearchMode.KEYWORD, SearchMode.SEMANTIC)
    )
    hits = opened.search(request)
    near = {doc_id: (score + 1) / (max(meaning.values()) + 1) for doc_id, score in meaning.items()}
    fused = {
        doc_id: weight * near[doc_id] + (1 - weight) * words.get(doc_id, 0.0) / max(words.values())
        for doc_id in near
    }
    assert {hit.doc_id: hit.score for hit in hits} == pytest.approx(fused)
    assert ids(hits) == sorted(fused, key=lambda doc_id: (-fused[doc_id], doc_id))


def test_hybrid_may_fuse_the_ranks_of_both_channels(searcher: Open) -> None:
    opened = searcher()
    opened.fusion = Fusion.RRF
    request = SearchRequest("bees dance item2", k=12)
    by_mode = {m: ids(opened.search(replace(request, mode=m))) for m in MODES}
    for hit in opened.search(request):
        expected = {
            channel: by_mode[SearchMode(channel)].index(hit.doc_id) + 1
            for channel in ("keyword", "semantic")
            if hit.doc_id in by_mode[SearchMode(channel)]
        }
        assert hit.channels == expected
        assert hit.score == pytest.approx(sum(1 / (RRF_K + rank) for rank in expected.values()))


# -- seeds ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("k", [3, 100])
def test_seeds_never_return_themselves(searcher: Open, mode: SearchMode, k: int) -> None:
    opened = searcher()
    for seeds in ((Seed("bees0"),), (Seed("bees0"), Seed("bees1"), Seed("stars2", sign=-1))):
        for text in ("", "bees study"):
            hits = opened.search(SearchRequest(text, seeds, mode=mode, k=k))
            assert not set(ids(hits)) & {seed.doc_id for seed in seeds}
            assert len(hits) == k if k < 9 else len(hits) > 0
            assert hits[0].doc_id.startswith("bees")


@pytest.mark.parametrize("combine", [Combine.MAX, Combine.MIN])
def test_seeds_combine_by_their_best_or_their_worst_cosine(
    searcher: Open, encoder: CountingEncoder, combine: Combine
) -> None:
    seeds = (Seed("bees0"), Seed("graphs1", weight=0.8), Seed("stars0", sign=-1, weight=0.5))
    request = SearchRequest(seeds=seeds, mode=SearchMode.SEMANTIC, k=20, combine=combine)
    hits = searcher().search(request)
    papers = encoder.encode([encoder.template.paper_text(p) for p in PAPERS], format=TaskFormat.PRX)
    vector = {p.doc_id: row for p, row in zip(PAPERS, papers, strict=True)}
    take = max if combine is Combine.MAX else min
    expected = {
        d: float(take(v @ vector["bees0"], 0.8 * (v @ vector["graphs1"])) - 0.5 * (v @ vector["stars0"]))
        for d, v in vector.items()
        if d not in {"bees0", "graphs1", "stars0"}
    }
    assert {hit.doc_id: hit.score for hit in hits} == pytest.approx(expected, abs=1e-6)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_a_seed_that_is_not_indexed_yet_is_encoded_as_a_paper(
    library: Library, searcher: Open, encoder: CountingEncoder
) -> None:
    opened = searcher()
    late = Paper("late", "Bees again", "Nectar and hive.")
    library.papers.add([(late, ())])
    for mode in MODES:
        hits = opened.search(SearchRequest(seeds=(Seed("late"),), mode=mode, k=4))
        assert {doc_id[:4] for doc_id in ids(hits)} == {"bees"}
    assert set(encoder.taken()) == {(TaskFormat.PRX, encoder.template.paper_text(late))}


def test_by_words_a_paper_is_searched_with_what_tells_it_from_others(searcher: Open) -> None:
    hits = searcher().search(SearchRequest(seeds=(Seed("stars1"),), mode=SearchMode.KEYWORD, k=20))
    assert {doc_id[:5] for doc_id in ids(hits)[:3]} == {"stars"}
    # item1, alpha1 and beta1 are in the first paper of each topic, so those come next.
    assert set(ids(hits)[3:5]) == {"bees1", "graphs1"}


def test_a_word_of_a_pushing_seed_counts_against_its_papers(searcher: Open) -> None:
    opened = searcher()
    seeds = (Seed("bees1"), Seed("stars1", sign=-1, weight=2.0))
    hits = opened.search(SearchRequest(seeds=seeds, mode=SearchMode.KEYWORD, k=20))
    assert {doc_id[:4] for doc_id in ids(hits)} == {"bees"}  # what stars1 shares with others is gone


def test_unknown_seeds_are_named(searcher: Open) -> None:
    with pytest.raises(BadInput, match="'nobody'"):
        searcher().search(SearchRequest(seeds=(Seed("nobody"),)))


@pytest.mark.parametrize("mode", MODES)
def test_what_only_pushes_away_is_refused(searcher: Open, mode: SearchMode) -> None:
    opened = searcher()
    for request in (
        SearchRequest(seeds=(Seed("bees0", sign=-1),), mode=mode),
        SearchRequest(texts=(TextSeed("bees", sign=-1),), mode=mode),
    ):
        with pytest.raises(BadInput, match="only excludes papers"):
            opened.search(request)


# -- filters --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "filters",
    [
        Filters(year_from=2002),
        Filters(year_from=2001, year_to=2001),
        Filters(venues=("Nature",)),
        Filters(venues=("science", "NATURE"), year_to=2001),
        Filters(year_from=2050),
    ],
)
def test_filters_hold_and_k_counts_after_them(searcher: Open, mode: SearchMode, filters: Filters) -> None:
    venues = {venue.casefold() for venue in filters.venues}
    passing = {
        p.doc_id
        for p in PAPERS
        if (filters.year_from or 0) <= (p.year or 0) <= (filters.year_to or 9999)
        and (not venues or p.venue.casefold() in venues)
    }
    # "study" is in every paper.
    hits = searcher().search(SearchRequest("study of bees", mode=mode, k=5, filters=filters))
    assert len(hits) == min(5, len(passing))
    assert set(ids(hits)) <= passing


@pytest.mark.parametrize("marked", [True, False])
@pytest.mark.parametrize("mode", MODES)
def test_a_paper_removed_since_the_indexing_is_not_returned(
    library: Library, searcher: Open, mode: SearchMode, marked: bool
) -> None:
    """Whether the library knows what went since the indexes were made, or has to be compared with them."""
    opened = searcher()
    if not marked:
        opened.lexical.mark = opened.vectors.mark = "that of a library which was restored"
    assert opened.search(SearchRequest("bees", mode=mode, k=1))
    library.papers.remove(["bees0", "bees3"])
    assert set(ids(opened.search(SearchRequest("bees", mode=mode, k=2)))) == {"bees1", "bees2"}
    assert opened.coverage == (10, 10)
    assert opened.n_without_words == 0
    library.papers.restore(["bees0"])
    assert "bees0" in ids(opened.search(SearchRequest("bees", mode=mode, k=12)))


# -- edges ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_a_request_for_nothing_finds_nothing(searcher: Open, mode: SearchMode) -> None:
    opened = searcher()
    for text in ("", "  \t\n "):
        assert opened.search(SearchRequest(text, mode=mode)) == []


@pytest.mark.parametrize("mode", MODES)
def test_k_is_honoured(searcher: Open, mode: SearchMode) -> None:
    opened = searcher()
    for k, found in ((0, 0), (1, 1), (12, 12), (10_000, 12)):
        assert len(opened.search(SearchRequest("study", mode=mode, k=k))) == found


@pytest.mark.parametrize("mode", MODES)
def test_an_empty_library_answers_with_nothing(tmp_path, encoder: CountingEncoder, mode: SearchMode) -> None:
    with Library.open(tmp_path / "empty") as library:
        update_index(library, encoder, cache=FolderCache(tmp_path / "v"))
        update_lexical(library, folder=lexical_folder(library.folder))
        opened = searcher_for(library, encoder)
        assert opened.search(SearchRequest("bees", mode=mode)) == []
        assert opened.coverage == (0, 0)


def test_an_unfinished_last_word_is_completed_on_request(searcher: Open) -> None:
    opened = searcher()
    request = SearchRequest("hydro", mode=SearchMode.KEYWORD)
    assert opened.search(request) == []
    assert {doc_id[:5] for doc_id in ids(opened.search(request, prefix=True))} == {"stars"}


def test_many_questions_at_once_rank_like_one_by_one(searcher: Open) -> None:
    opened = searcher()
    requests = [
        SearchRequest("bees"),
        SearchRequest(""),
        SearchRequest(seeds=(Seed("stars0"), Seed("stars1"))),
        SearchRequest("walks", (Seed("graphs2"),)),
    ]
    for mode in MODES:
        together = opened.rank([opened.question(r) for r in requests], mode=mode, k=5)
        assert together == [opened.search(replace(r, mode=mode, k=5)) for r in requests]


# -- what is missing ------------------------------------------------------------------------------------


def test_a_mode_without_its_index_or_model_says_so(library: Library, encoder: CountingEncoder) -> None:
    words = LexicalIndex()
    only_words = Searcher(library, lexical=words, vectors=None, encoder=encoder)
    no_model = Searcher(library, lexical=words, vectors=ExactIndex(encoder.dim), encoder=None)
    no_words = Searcher(library, lexical=None, vectors=ExactIndex(encoder.dim), encoder=encoder)
    for mode in (SearchMode.SEMANTIC, SearchMode.HYBRID):
        with pytest.raises(StaleIndex, match="assay index"):
            only_words.search(SearchRequest("x", mode=mode))
        with pytest.raises(ModelError, match="No model"):
            no_model.search(SearchRequest("x", mode=mode))
    for mode in (SearchMode.KEYWORD, SearchMode.HYBRID):
        with pytest.raises(StaleIndex, match="keyword"):
            no_words.search(SearchRequest("x", mode=mode))


def test_opening_what_was_never_indexed_is_stale(library: Library, encoder: CountingEncoder) -> None:
    with pytest.raises(StaleIndex, match="keyword"):
        searcher_for(library, None, lexical_only=True)
    update_lexical(library, folder=lexical_folder(library.folder))
    assert searcher_for(library, None, lexical_only=True).search(
        SearchRequest("bees", mode=SearchMode.KEYWORD)
    )
    with pytest.raises(StaleIndex, match="vector"):
        searcher_for(library, encoder)


def test_an_index_in_the_wrong_folder_is_never_searched(
    library: Library, searcher: Open, encoder: CountingEncoder
) -> None:
    searcher()
    other = CountingEncoder(dim=32)
    mine = index_folder(library.folder, encoder.fingerprint(TaskFormat.PRX))
    mine.rename(index_folder(library.folder, other.fingerprint(TaskFormat.PRX)))
    with pytest.raises(StaleIndex, match=encoder.fingerprint(TaskFormat.PRX)):
        searcher_for(library, other)


def test_coverage_counts_the_librarys_indexed_papers(library: Library, searcher: Open) -> None:
    opened = searcher()
    assert opened.coverage == (12, 12)
    library.papers.add([(Paper("late", "Late"), ())])
    library.papers.remove(["bees0"])
    assert opened.coverage == (11, 12)
    assert searcher().coverage == (12, 12)
    assert searcher_for(library, None, lexical_only=True).coverage == (12, 12)
