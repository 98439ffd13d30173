"""Grades that a ranking learns from, against Rocchio's formula worked by hand."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from zlib import crc32

import numpy as np
import pytest
from scipy import optimize
from small_library import PAPERS, CountingEncoder

from assay.index import words
from assay.library import Library
from assay.search import Reranker, Searcher
from assay.search.feedback import few_of
from assay.searching.request_json import fields_of, request_of
from assay.types import Combine, Graded, Paper, SearchMode, SearchRequest, Seed, TaskFormat

Open = Callable[[], Searcher]

GRADES = (Graded("stars1", 2), Graded("bees0", 1), Graded("graphs2", 0), Graded("graphs3", 0))


def test_the_vector_moves_to_the_relevant_and_from_the_others(
    searcher: Open, encoder: CountingEncoder
) -> None:
    request = SearchRequest("bees dance", mode=SearchMode.SEMANTIC, k=12)
    opened = searcher()
    papers = encoder.encode([encoder.template.paper_text(p) for p in PAPERS], format=TaskFormat.PRX)
    of = {paper.doc_id: row.astype(np.float64) for paper, row in zip(PAPERS, papers, strict=True)}
    query = encoder.encode(["bees dance"], format=TaskFormat.QRY)[0].astype(np.float64)
    relevant = (2 * of["stars1"] + 1 * of["bees0"]) / 3
    others = (of["graphs2"] + of["graphs3"]) / 2
    moved = query / np.linalg.norm(query) + relevant - 0.2 * others
    moved /= np.linalg.norm(moved)
    hits = opened.search(replace(request, grades=GRADES))
    assert {hit.doc_id: hit.score for hit in hits} == pytest.approx(
        {doc_id: float(row @ moved) for doc_id, row in of.items()}, abs=1e-6
    )
    before = [hit.doc_id for hit in opened.search(request)]
    after = [hit.doc_id for hit in hits]
    assert after.index("stars1") < before.index("stars1")


def test_words_of_the_relevant_join_what_was_typed(searcher: Open) -> None:
    """A stem weighs tf * idf of the best one's, a word of the title twice, each paper by its grade."""
    opened = searcher()
    holding = Counter(
        stem for p in PAPERS for stem in {w.stem for w in words(f"{p.title} {p.abstract}") if not w.is_stop}
    )

    def telling(doc_id: str) -> dict[str, float]:
        paper = next(p for p in PAPERS if p.doc_id == doc_id)
        text = f"{paper.title} {paper.title} {paper.abstract}"
        found = {
            stem: n * math.log(1 + (len(PAPERS) - holding[stem] + 0.5) / (holding[stem] + 0.5))
            for stem, n in Counter(w.stem for w in words(text) if not w.is_stop).items()
        }
        return {stem: weight / max(found.values()) for stem, weight in found.items()}

    expected: Counter[str] = Counter()
    for doc_id, share in (("stars1", 2 / 3), ("bees0", 1 / 3)):
        for stem, weight in telling(doc_id).items():
            expected[stem] += share * weight
    request = SearchRequest("dance", mode=SearchMode.KEYWORD, k=12, grades=GRADES)
    assert opened.lexical is not None
    wanted = opened.lexical.search("dance", 12, stems=expected)
    assert [(hit.doc_id, pytest.approx(hit.score, rel=1e-5)) for hit in opened.search(request)] == wanted
    alone = replace(request, grades=(Graded("graphs2", 0),))
    assert opened.search(alone) == opened.search(replace(request, grades=())), (
        "what is not relevant adds none"
    )


@pytest.mark.parametrize("mode", list(SearchMode))
@pytest.mark.parametrize("combine", list(Combine))
def test_grades_move_a_search_from_papers_too(searcher: Open, mode: SearchMode, combine: Combine) -> None:
    opened = searcher()
    request = SearchRequest(seeds=(Seed("bees0"), Seed("graphs0")), mode=mode, combine=combine, k=12)
    before = [hit.doc_id for hit in opened.search(request)]
    after = [hit.doc_id for hit in opened.search(replace(request, grades=(Graded("stars2", 2),)))]
    assert "stars2" not in before[:2]
    assert "stars2" in after[:2], "though no seed is near to it"
    assert not {"bees0", "graphs0"} & {*after}


def test_grades_of_papers_that_are_gone_count_nothing(searcher: Open, library: Library) -> None:
    request = SearchRequest("bees dance", k=12, grades=(Graded("stars1", 2), Graded("never", 2)))
    there = searcher().search(request)
    assert there == searcher().search(replace(request, grades=(Graded("stars1", 2),)))
    library.papers.remove(["stars1"])
    left = searcher()
    assert left.search(request) == left.search(replace(request, grades=()))


def test_a_graded_paper_that_is_not_indexed_yet_needs_no_model(
    searcher: Open, library: Library, encoder: CountingEncoder
) -> None:
    opened = searcher()
    library.papers.add([(Paper("late", "Hydrogen", "Stars collapse."), ())])
    request = SearchRequest("bees", mode=SearchMode.HYBRID, k=12, grades=(Graded("late", 2),))
    encoder.taken()
    assert opened.search(request)[0].doc_id.startswith("bees")
    assert encoder.taken() == [(TaskFormat.QRY, "bees")]


def test_grades_alone_ask_for_nothing(searcher: Open) -> None:
    assert searcher().search(SearchRequest(k=12, grades=GRADES)) == []


def test_a_second_stage_compares_with_the_moved_query(searcher: Open, encoder: CountingEncoder) -> None:
    opened = searcher()
    request = SearchRequest("bees dance", k=12)
    candidates = opened.search(request)
    graded = replace(request, grades=(Graded("stars1", 2),))
    hits = Reranker(opened, encoder).reorder(graded, candidates).hits
    wanted = opened.search(replace(graded, mode=SearchMode.SEMANTIC))
    assert [hit.doc_id for hit in hits] == [hit.doc_id for hit in wanted]
    assert [hit.score for hit in hits] == pytest.approx([hit.score for hit in wanted], abs=1e-6)


def test_a_saved_search_keeps_no_grades() -> None:
    request = SearchRequest("bees", grades=GRADES)
    assert request_of(fields_of(request), k=request.k) == replace(request, grades=())


def test_from_five_grades_a_logistic_model_moves_the_vector_too(
    searcher: Open, encoder: CountingEncoder
) -> None:
    """Against the same loss, minimised by another hand; all of so small a library stands for it."""
    grades = (*GRADES, Graded("graphs1", 1))
    given = {each.doc_id: each.relevance for each in grades}
    papers = encoder.encode([encoder.template.paper_text(p) for p in PAPERS], format=TaskFormat.PRX)
    of = {paper.doc_id: row.astype(np.float64) for paper, row in zip(PAPERS, papers, strict=True)}
    query = encoder.encode(["bees dance"], format=TaskFormat.QRY)[0].astype(np.float64)
    moved = query / np.linalg.norm(query) + sum(g * of[d] for d, g in given.items() if g) / 4
    moved -= 0.2 * (of["graphs2"] + of["graphs3"]) / 2

    points = np.array([*of.values()])
    signs = np.array([1 if given.get(doc_id) else -1 for doc_id in of])
    counts = np.array([given[d] / 3 if given.get(d) else 0.01 if d in given else 0.001 for d in of])

    def loss(at: np.ndarray) -> float:
        margins = signs * (points @ at[:-1] + at[-1])
        return float(500 * counts @ np.log1p(np.exp(-margins)) + at[:-1] @ at[:-1] / 2)

    normal = optimize.minimize(loss, np.zeros(points.shape[1] + 1), method="BFGS").x[:-1]
    moved = moved / np.linalg.norm(moved) + 0.7 * normal / np.linalg.norm(normal)
    moved /= np.linalg.norm(moved)
    hits = searcher().search(SearchRequest("bees dance", mode=SearchMode.SEMANTIC, k=12, grades=grades))
    assert {hit.doc_id: hit.score for hit in hits} == pytest.approx(
        {doc_id: float(row @ moved) for doc_id, row in of.items()}, abs=2e-4
    )


def test_the_papers_that_stand_for_the_library_do_not_depend_on_its_order() -> None:
    ids = [f"paper-{n}" for n in range(1_000)]
    assert few_of(ids) == few_of(ids[::-1])
    assert len({*few_of(ids)}) == 100
    assert few_of(ids[:7]) == sorted(ids[:7], key=lambda each: crc32(each.encode()))
