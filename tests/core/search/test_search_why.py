"""What speaks for a paper, against the searches themselves and cosines worked out here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from small_library import PAPERS, CountingEncoder

from assay.errors import BadInput
from assay.items import Item, write_item
from assay.library import Library
from assay.search import Searcher, parse_request
from assay.searching.explain import Explainer
from assay.types import Filters, Graded, Paper, SearchMode, SearchRequest, Seed, TaskFormat, TextSeed

Open = Callable[[], Searcher]
BY_ID = {paper.doc_id: paper for paper in PAPERS}


@pytest.mark.parametrize(
    "request_",
    [
        SearchRequest("bees dance in the nature hive", mode=SearchMode.KEYWORD, k=20),
        SearchRequest("hive item1", (Seed("bees3"),), mode=SearchMode.KEYWORD, k=20),
        SearchRequest(
            "hive", texts=(TextSeed("alpha2 dance", sign=-1, weight=0.5),), mode=SearchMode.KEYWORD
        ),
    ],
)
def test_what_the_words_add_is_the_papers_bm25_score(searcher: Open, request_: SearchRequest) -> None:
    opened = searcher()
    reasons = Explainer(opened)
    hits = opened.search(request_)
    assert hits
    for hit in hits:
        words = reasons.explain(request_, BY_ID[hit.doc_id]).words
        assert sum(part.score for part in words) == pytest.approx(hit.score, abs=1e-4)
        assert sum(part.share for part in words if part.score > 0) == pytest.approx(1.0)
        assert [part.score for part in words] == sorted((part.score for part in words), reverse=True)


def test_a_note_with_a_word_is_quoted(searcher: Open) -> None:
    noted = replace(BY_ID["bees0"], item=write_item(Item(notes=("Bees: replicate the figure.",))))
    request = SearchRequest("figures of bees", mode=SearchMode.KEYWORD)
    note = Explainer(searcher()).explain(request, noted).note
    assert [piece for piece, hit in note if hit] == ["Bees", "figure"]
    assert Explainer(searcher()).explain(request, BY_ID["bees0"]).note == ()


def test_words_are_shown_as_the_paper_writes_them(searcher: Open) -> None:
    request = SearchRequest("collecting dances NATURE", mode=SearchMode.KEYWORD)
    words = Explainer(searcher()).explain(request, BY_ID["bees0"]).words
    assert {part.word for part in words} == {"collect", "dance", "Nature"}


def test_what_was_asked_with_is_ordered_by_its_cosine_with_the_paper(
    searcher: Open, encoder: CountingEncoder
) -> None:
    request = SearchRequest(
        "bees in a hive",
        (Seed("graphs1"), Seed("bees1", sign=-1)),
        texts=(TextSeed("hydrogen stars", 1, 3.0),),
    )
    found = Explainer(searcher()).explain(request, BY_ID["bees0"]).starts
    papers = {
        doc_id: encoder.encode([encoder.template.paper_text(BY_ID[doc_id])], format=TaskFormat.PRX)[0]
        for doc_id in ("bees0", "bees1", "graphs1")
    }
    texts = encoder.encode(["bees in a hive", "hydrogen stars"], format=TaskFormat.QRY)
    expected = {
        "bees in a hive": texts[0],
        "hydrogen stars": texts[1],
        "bees1": papers["bees1"],
        "graphs1": papers["graphs1"],
    }
    cosines = {
        name: float(vector @ papers["bees0"]) / float(np.linalg.norm(vector))
        for name, vector in expected.items()
    }
    assert {start.name: start.cosine for start in found} == pytest.approx(cosines, abs=1e-5)
    assert [start.name for start in found] == sorted(cosines, key=lambda name: -cosines[name])
    assert {start.name: start.sign for start in found}["bees1"] == -1


def test_grades_are_told_by_what_they_make_of_the_cosine(searcher: Open) -> None:
    request = SearchRequest("bees dance", mode=SearchMode.SEMANTIC, k=12)
    graded = replace(request, grades=(Graded("stars1", 2), Graded("graphs2", 0)))
    opened = searcher()
    (hit,) = (hit for hit in opened.search(graded) if hit.doc_id == "stars0")
    starts = Explainer(opened).explain(graded, BY_ID["stars0"]).starts
    assert {(start.kind, start.name) for start in starts} == {("text", "bees dance"), ("grades", "2")}
    moved = {start.kind: start.cosine for start in starts}
    assert moved["grades"] == pytest.approx(hit.score, abs=1e-6), "the score that ranks it"
    assert moved["grades"] > moved["text"], "its neighbour is relevant"
    assert [start.kind for start in Explainer(opened).explain(request, BY_ID["stars0"]).starts] == ["text"]


def test_the_nearest_sentence_comes_first_and_is_encoded_once(
    library: Library, searcher: Open, encoder: CountingEncoder
) -> None:
    said = ["Bees dance in the hive.", "Stars burn hydrogen.", "Graph walks rank vertices."]
    paper = Paper("three", "Three topics", " ".join(said))
    library.papers.add([(paper, ())])
    opened = searcher()
    reasons = Explainer(opened)
    for text, first in (("burning hydrogen", 1), ("vertices of graph walks", 2), ("hive", 0)):
        request = SearchRequest(text, mode=SearchMode.SEMANTIC)
        sentences = reasons.explain(request, paper).sentences
        assert [each.text for each in sorted(sentences, key=lambda each: each.number)] == said
        assert sentences[0].number == first
        query = encoder.encode([text], format=TaskFormat.QRY)[0]
        rows = encoder.encode(said, format=TaskFormat.PRX)
        cosines = rows @ query / np.linalg.norm(rows, axis=1) / np.linalg.norm(query)
        assert {each.number: each.score for each in sentences} == pytest.approx(
            dict(enumerate(cosines.tolist())), abs=1e-5
        )
        encoder.taken()
        reasons.explain(request, paper)
        assert encoder.taken() == []


def test_only_what_the_mode_looks_at_is_told(searcher: Open) -> None:
    reasons, paper = Explainer(searcher()), BY_ID["bees0"]
    keyword = reasons.explain(SearchRequest("bees", mode=SearchMode.KEYWORD), paper)
    semantic = reasons.explain(SearchRequest("bees", mode=SearchMode.SEMANTIC), paper)
    assert keyword.words
    assert not keyword.starts
    assert not keyword.sentences
    assert not semantic.words
    assert semantic.starts
    assert semantic.sentences


def test_the_filters_that_were_passed_are_told(searcher: Open) -> None:
    panel = Filters(year_from=2000, venues=("Nature",))
    request, _, _ = parse_request(SearchRequest("bees judged:no", mode=SearchMode.KEYWORD, filters=panel))
    why = Explainer(searcher()).explain(request, BY_ID["bees0"])
    assert why.passed == ("year from 2000", "venue Nature", "not judged")


def test_without_a_search_there_is_no_reason(searcher: Open) -> None:
    with pytest.raises(BadInput, match="The search is empty"):
        Explainer(searcher()).explain(SearchRequest(), BY_ID["bees0"])
