"""Searches from several texts and papers, each with its sign and weight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from small_library import PAPERS, TOPICS, CountingEncoder

from assay.errors import BadInput
from assay.search import Reranker, Searcher
from assay.types import Combine, Hit, Paper, SearchMode, SearchRequest, Seed, TaskFormat, TextSeed

Open = Callable[[], Searcher]
MODES = list(SearchMode)


def ids(hits: list[Hit]) -> list[str]:
    return [hit.doc_id for hit in hits]


@pytest.fixture
def vectors(encoder: CountingEncoder) -> dict[str, np.ndarray]:
    """doc_id -> the paper's vector in float64, from the encoder itself."""
    rows = encoder.encode([encoder.template.paper_text(p) for p in PAPERS], format=TaskFormat.PRX)
    return {paper.doc_id: row.astype(np.float64) for paper, row in zip(PAPERS, rows, strict=True)}


def asked(encoder: CountingEncoder, text: str) -> np.ndarray:
    return encoder.encode([text], format=TaskFormat.QRY)[0].astype(np.float64)


def test_texts_and_papers_add_up_by_sign_and_weight(
    searcher: Open, encoder: CountingEncoder, vectors: dict[str, np.ndarray]
) -> None:
    request = SearchRequest(
        "hive",
        (Seed("graphs1", weight=0.5),),
        mode=SearchMode.SEMANTIC,
        k=20,
        texts=(TextSeed("hydrogen collapse", weight=2.0), TextSeed("nectar", sign=-1, weight=0.25)),
    )
    towards = asked(encoder, "hive") + 2 * asked(encoder, "hydrogen collapse")
    towards += 0.5 * vectors["graphs1"] - 0.25 * asked(encoder, "nectar")
    towards /= np.linalg.norm(towards)
    expected = {doc_id: float(row @ towards) for doc_id, row in vectors.items() if doc_id != "graphs1"}
    found = searcher().search(request)
    assert {hit.doc_id: hit.score for hit in found} == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("combine", [Combine.MAX, Combine.MIN])
def test_a_second_stage_combines_as_the_first_does(searcher: Open, combine: Combine) -> None:
    opened = searcher()
    texts = (TextSeed("hydrogen"), TextSeed("vertices", sign=-1, weight=0.5))
    request = SearchRequest(
        "", (Seed("bees0"),), mode=SearchMode.SEMANTIC, k=11, texts=texts, combine=combine
    )
    first = opened.search(request)
    assert opened.encoder is not None
    again = Reranker(opened, opened.encoder).reorder(request, sorted(first, key=lambda hit: hit.doc_id))
    assert {hit.doc_id: hit.score for hit in again.hits} == pytest.approx(
        {hit.doc_id: hit.score for hit in first}, abs=1e-6
    )


@pytest.mark.parametrize("mode", MODES)
def test_a_text_to_keep_away_from_lowers_papers_and_leaves_none_out(searcher: Open, mode: SearchMode) -> None:
    opened = searcher()
    plain = SearchRequest("study", mode=mode, k=20)
    away = replace(plain, texts=(TextSeed(TOPICS["stars"], sign=-1),))
    before, after = ids(opened.search(plain)), ids(opened.search(away))
    assert set(before) == set(after) == {paper.doc_id for paper in PAPERS}
    assert all(doc_id.startswith("stars") for doc_id in after[-4:])


@pytest.mark.parametrize("weight", [0.0, -1.0, float("nan"), float("inf")])
def test_a_weight_that_is_none_is_refused(searcher: Open, weight: float) -> None:
    for request in (
        SearchRequest(texts=(TextSeed("bees", weight=weight),)),
        SearchRequest(seeds=(Seed("bees0", weight=weight),)),
    ):
        with pytest.raises(BadInput, match="is not a weight"):
            searcher().search(request)


def test_an_empty_text_is_refused(searcher: Open) -> None:
    with pytest.raises(BadInput, match="is empty"):
        searcher().search(SearchRequest("bees", texts=(TextSeed("  "),)))


def test_the_words_of_a_paper_that_is_searched_with_are_sought(searcher: Open) -> None:
    request = SearchRequest(
        "hive", (Seed("bees0"), Seed("stars0", sign=-1)), texts=(TextSeed("graph walks"), TextSeed("x", -1))
    )
    terms = searcher().highlight_terms(request)
    assert terms.words == "graph walks hive"
    assert {"bee", "nectar"} <= set(terms.stems)
    assert not {"star", "hydrogen"} & set(terms.stems)


def test_by_words_scores_are_those_of_what_is_sought_less_those_of_what_is_not(
    searcher: Open, library: object
) -> None:
    """On papers enough that tantivy could leave some out, against single searches taken apart."""
    from assay.index import LexicalIndex

    chosen = np.random.default_rng(5)
    names = [f"word{a}{b}" for a in "abcdef" for b in "abcdef"]
    papers = [
        Paper(f"p{n:04}", " ".join(chosen.choice(names, 3)), " ".join(chosen.choice(names, 25)))
        for n in range(3000)
    ]
    index = LexicalIndex()
    index.add(papers)
    index.commit()
    weights = {"wordaa": 1.0, "wordbb": 2.0, "wordcc": -1.5, "worddd": -0.5}
    alone = {stem: dict(index.search("", 5000, stems={stem: 1.0})) for stem in weights}
    found = {doc_id for stem, weight in weights.items() if weight > 0 for doc_id in alone[stem]}
    expected = {
        doc_id: sum(weight * alone[stem].get(doc_id, 0.0) for stem, weight in weights.items())
        for doc_id in found
    }
    assert dict(index.search("", 5000, stems=weights)) == pytest.approx(expected, abs=1e-5)
    top = index.search("", 50, stems=weights)
    best = sorted(expected.values(), reverse=True)[:50]
    assert [score for _, score in top] == pytest.approx(best, abs=1e-5)
