"""The second stage of one search: which order, which papers, how far within the time, and its name."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from small_library import PAPERS, CountingEncoder

from assay.encoding import FolderCache, HashingEncoder, TextTemplate, load_encoder
from assay.encoding.coder.encoder import TunedQueries
from assay.encoding.coder.folder import write_coder
from assay.errors import BadInput, StaleIndex
from assay.index import ExactIndex
from assay.library import Library
from assay.progress import Progress, silent
from assay.search import (
    Reordered,
    Reranker,
    Searcher,
    cascade,
    cascade_tag,
    first_stage,
    lexical_folder,
    searcher_for,
    update_index,
    update_lexical,
)
from assay.search.cascade import BLOCK
from assay.search.query.source import PaperLibrary
from assay.types import Hit, Paper, SearchMode, SearchRequest, Seed, TaskFormat, Vectors
from small_models import save_small_model

Open = Callable[[], Searcher]
TEXT = "nectar in the hive of stars"


class Backwards(HashingEncoder):
    """Reads typed queries from their end, and papers as its base does."""

    name = "backwards"

    def encode(self, texts: Sequence[str], *, format: TaskFormat, progress: Progress = silent) -> Vectors:
        read = [f"{text[::-1]} graph walks" for text in texts] if format is TaskFormat.QRY else list(texts)
        return super().encode(read, format=format, progress=progress)


def tuned() -> TunedQueries:
    return TunedQueries(HashingEncoder(128), Backwards(128), name="tuned-1")


def ids(found: Reordered | list[Hit]) -> list[str]:
    return [hit.doc_id for hit in (found.hits if isinstance(found, Reordered) else found)]


def paper_vector(doc_id: str) -> Vectors:
    paper = next(paper for paper in PAPERS if paper.doc_id == doc_id)
    encoder = HashingEncoder(128)
    found = encoder.encode([encoder.template.paper_text(paper)], format=TaskFormat.PRX)[0].astype(np.float64)
    unit: Vectors = found / np.linalg.norm(found)
    return unit


@pytest.mark.parametrize("mode", list(SearchMode))
def test_candidates_are_ordered_by_the_inner_product_with_the_tuned_query(
    searcher: Open, mode: SearchMode
) -> None:
    own = searcher()
    request = SearchRequest(TEXT, mode=mode, k=12)
    candidates = own.search(request)
    found = Reranker(own, tuned()).reorder(request, candidates)
    query = Backwards(128).encode([TEXT], format=TaskFormat.QRY)[0].astype(np.float64)
    expected = {
        hit.doc_id: float(paper_vector(hit.doc_id) @ query / np.linalg.norm(query)) for hit in candidates
    }
    assert {hit.doc_id: hit.score for hit in found.hits} == pytest.approx(expected, abs=1e-5)
    assert [hit.score for hit in found.hits] == sorted((hit.score for hit in found.hits), reverse=True)
    assert [hit.rank for hit in found.hits] == list(range(1, len(candidates) + 1))
    assert (found.n_candidates, found.n_compared, found.n_late) == (len(candidates), len(candidates), 0)
    assert ids(found) != ids(candidates)


def test_a_result_keeps_the_ranks_of_the_first_stage_beside_its_new_one(searcher: Open) -> None:
    own = searcher()
    request = SearchRequest(TEXT, mode=SearchMode.HYBRID, k=12)
    before = {hit.doc_id: dict(hit.channels) for hit in own.search(request)}
    for hit in Reranker(own, tuned()).reorder(request, own.search(request)).hits:
        assert hit.channels == {**before[hit.doc_id], "rerank": hit.rank}


def test_seeds_count_with_their_signs_as_in_a_search_by_meaning(searcher: Open) -> None:
    own = searcher()
    seeds = (Seed("bees1"), Seed("graphs0", sign=-1, weight=0.5))
    request = SearchRequest("hydrogen", seeds, mode=SearchMode.KEYWORD, k=12)
    candidates = own.search(request)
    query = Backwards(128).encode(["hydrogen"], format=TaskFormat.QRY)[0].astype(np.float64)
    towards = query / np.linalg.norm(query) + paper_vector("bees1") - 0.5 * paper_vector("graphs0")
    scores = {hit.doc_id: float(paper_vector(hit.doc_id) @ towards) for hit in candidates}
    found = Reranker(own, tuned()).reorder(request, candidates)
    assert [round(scores[doc_id], 5) for doc_id in ids(found)] == sorted(
        (round(score, 5) for score in scores.values()), reverse=True
    )
    assert not {"bees1", "graphs0"} & set(ids(found))


def test_the_second_stage_gets_more_than_it_returns(searcher: Open) -> None:
    own = searcher()
    wide = SearchRequest(TEXT, mode=SearchMode.SEMANTIC, k=12)
    reranker = Reranker(own, tuned())
    found = reranker.reorder(wide, own.search(wide), k=3)
    assert ids(found) == ids(reranker.reorder(wide, own.search(wide)))[:3]
    assert found.n_compared == 12


def test_papers_without_a_vector_follow_in_the_order_of_the_first_stage(
    searcher: Open, library: Library
) -> None:
    searcher()
    new = [Paper(f"new{n}", f"nectar hive {'nectar ' * n}", "") for n in range(3)]
    library.papers.add([(paper, ()) for paper in new])
    update_lexical(library, folder=lexical_folder(library.folder))
    own = searcher_for(library, HashingEncoder(128))
    request = SearchRequest("nectar hive", mode=SearchMode.KEYWORD, k=12)
    candidates = own.search(request)
    without = [doc_id for doc_id in ids(candidates) if doc_id.startswith("new")]
    assert len(without) == 3
    assert ids(candidates)[-3:] != without
    found = Reranker(own, tuned()).reorder(request, candidates)
    assert ids(found)[-3:] == without
    assert all("rerank" not in hit.channels for hit in found.hits[-3:])
    assert found.n_compared == len(candidates) - 3


def test_an_empty_request_has_no_candidates_and_asks_no_model(searcher: Open) -> None:
    encoder = CountingEncoder()
    assert Reranker(searcher(), encoder).reorder(SearchRequest("  "), []) == Reordered([], 0, 0)
    assert encoder.taken() == []


def test_a_model_of_other_papers_is_refused_in_words_that_name_both(searcher: Open) -> None:
    other = HashingEncoder(128, template=TextTemplate("|"))
    with pytest.raises(BadInput, match=r"'hashing' cannot rerank.*indexed with 'hashing'.*Choose a model"):
        Reranker(searcher(), other)


def test_without_a_vector_index_nothing_is_reordered(searcher: Open, library: Library) -> None:
    searcher()
    words_only = searcher_for(library, None, lexical_only=True)
    with pytest.raises(StaleIndex, match="assay index"):
        Reranker(words_only, tuned())


# -- within the time ---------------------------------------------------------------------------------------


class SlowIndex(ExactIndex):
    """Takes its time for every gather."""

    def vectors(self, doc_ids: Sequence[str]) -> Vectors:
        time.sleep(0.2)
        return super().vectors(doc_ids)


def many(n: int, index: ExactIndex) -> tuple[Searcher, list[Hit], Vectors]:
    """A searcher on `n` papers in `index`, all of them as candidates, and their vectors."""
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(n, index.dim)).astype(np.float32)
    index.add([f"d{row}" for row in range(n)], rows)
    hits = [Hit(f"d{row}", float(n - row), row + 1, {"keyword": row + 1}) for row in range(n)]
    library = cast("PaperLibrary", None)  # nobody asks it anything
    return Searcher(library, lexical=None, vectors=index, encoder=HashingEncoder(index.dim)), hits, rows


def test_what_time_does_not_allow_keeps_the_order_of_the_first_stage() -> None:
    n = 3 * BLOCK
    searcher, hits, rows = many(n, SlowIndex(16))
    found = Reranker(searcher, HashingEncoder(16)).reorder(SearchRequest("bees"), hits, k=n, seconds=0.1)
    assert (found.n_candidates, found.n_compared, found.n_late) == (n, BLOCK, n - BLOCK)
    query = HashingEncoder(16).encode(["bees"], format=TaskFormat.QRY)[0]
    scores = rows[:BLOCK] @ query / np.linalg.norm(rows[:BLOCK], axis=1)
    assert ids(found)[:BLOCK] == [f"d{row}" for row in np.argsort(-scores)]
    assert found.hits[BLOCK:] == hits[BLOCK:]


def test_without_any_time_everything_stays_as_it_was() -> None:
    searcher, hits, _ = many(10, ExactIndex(16))
    found = Reranker(searcher, HashingEncoder(16)).reorder(SearchRequest("bees"), hits, k=10, seconds=0.0)
    assert (found.hits, found.n_compared, found.n_late) == (hits, 0, 10)


class SlowDecoder:
    """Likes the last candidate best, and takes a tenth of a millisecond for each, by its own clock."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.now = 0.0

    def decoded(self, text: str, candidates: Vectors) -> Vectors:
        self.asked.append(len(candidates))
        self.now += len(candidates) / 10_000
        return np.arange(len(candidates), dtype=np.float32)


@pytest.mark.parametrize(
    ("seconds", "asked"), [(None, [900]), (60, [250, 500, 900]), (0.14, [250, 500]), (0.02, [250]), (0.0, [])]
)
def test_a_decoder_looks_at_as_many_candidates_as_the_time_allows(
    monkeypatch: pytest.MonkeyPatch, seconds: float | None, asked: list[int]
) -> None:
    """After 25 ms for 250 another 100 are foreseen for 500, after 75 in all another 200 for 900."""
    decoder = SlowDecoder()
    monkeypatch.setattr(cascade, "decoder_of", lambda encoder: decoder)
    monkeypatch.setattr(time, "monotonic", lambda: decoder.now)
    searcher, hits, _ = many(900, ExactIndex(16))
    found = Reranker(searcher, HashingEncoder(16)).reorder(
        SearchRequest("bees"), hits, k=900, seconds=seconds
    )
    assert decoder.asked == asked
    n = asked[-1] if asked else 0
    assert (found.n_compared, found.n_late) == (n, 900 - n)
    assert ids(found) == [hit.doc_id for hit in [*hits[:n][::-1], *hits[n:]]]


# -- a real model with tuned queries -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def coder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("coder")
    papers, queries = (
        save_small_model(made / name, seed=seed) for name, seed in (("papers", 1), ("queries", 2))
    )
    folder = made / "tuned"
    write_coder(folder, documents="mine", documents_folder=papers, queries=queries, extra={"first": "BM25"})
    return folder


@pytest.fixture
def letters(tmp_path: Path) -> Iterator[Library]:
    """Thirty papers that the small models tell apart; the word "nest" is in each."""
    with Library.open(tmp_path / "letters") as opened:
        words = ["".join(chr(97 + (7 * n + 5 * place * place) % 26) for place in range(6)) for n in range(30)]
        texts = [f"nest {word} {word[::-1]} {word[:3]}" for word in words]
        opened.papers.add([(Paper(f"p{n}", text, f"the {text}"), ()) for n, text in enumerate(texts)])
        yield opened


def test_a_cascade_over_every_paper_is_the_single_stage(letters: Library, coder: Path) -> None:
    papers, own = load_encoder(str(coder / "documents")), load_encoder(str(coder))
    update_index(letters, papers, cache=FolderCache(letters.folder / "vectors"))
    update_lexical(letters, folder=lexical_folder(letters.folder))
    first = searcher_for(letters, papers)
    semantic = SearchRequest("the nest of bees", mode=SearchMode.SEMANTIC, k=30)
    single = searcher_for(letters, own).search(semantic)
    for mode in SearchMode:
        request = replace(semantic, mode=mode)
        found = Reranker(first, own).reorder(request, first.search(request))
        assert len(found.hits) == 30
        assert ids(found) == ids(single) != ids(first.search(request))
        assert [hit.score for hit in found.hits] == pytest.approx([hit.score for hit in single], abs=1e-6)


def test_a_cascade_is_written_as_in_the_paper(coder: Path) -> None:
    papers, own = (
        load_encoder(str(coder / "documents"), name="mine"),
        load_encoder(str(coder), name="tuned-1"),
    )
    assert cascade_tag("BM25", own) == "BM25 -> CODER(mine, BM25)"
    assert cascade_tag("hybrid", papers) == "hybrid -> mine"
    assert [first_stage(mode, papers) for mode in SearchMode] == ["BM25", "mine", "hybrid"]
    assert first_stage(SearchMode.SEMANTIC, own) == "CODER(mine, BM25)"
