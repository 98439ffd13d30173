"""The sample library is shipped data: complete, well-formed, and graded enough for Evaluate to show."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from importlib.resources import files
from typing import Any

import numpy as np
import pytest

from assay.encoding import Encoder, FolderCache, VectorCache, load_encoder
from assay.query_tuning.types import LEAST
from assay.search import retrieve
from assay.training.data.lists.splits import alike, split_queries
from assay.types import Paper, Query, SearchMode

Row = dict[str, Any]

PAPER_FIELDS = {
    "doc_id",
    "title",
    "abstract",
    "authors",
    "year",
    "venue",
    "doi",
    "arxiv_id",
    "url",
    "keywords",
}
DOI = re.compile(r"10\.\d{4,9}/[^\sA-Z]+")  # lower case, without resolver
ARXIV_ID = re.compile(r"\d{2}(0[1-9]|1[0-2])\.\d{4,5}")  # without version


def rows(name: str) -> list[Row]:
    text = (files("assay_resources") / "samples" / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def default_encoder() -> Encoder:
    return load_encoder(device="cpu")


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> VectorCache:
    return FolderCache(tmp_path_factory.mktemp("vectors"))


@pytest.fixture(scope="module")
def papers() -> list[Row]:
    return rows("papers.jsonl")


@pytest.fixture(scope="module")
def queries() -> list[Row]:
    return rows("queries.jsonl")


@pytest.fixture(scope="module")
def judgements() -> list[Row]:
    text = (files("assay_resources") / "samples" / "qrels.tsv").read_text(encoding="utf-8")
    names, *lines = (line.split("\t") for line in text.splitlines())
    assert names == ["query-id", "corpus-id", "score"]
    return [{"query_id": q, "doc_id": d, "relevance": int(grade)} for q, d, grade in lines]


def letters(title: str) -> str:
    return "".join(c for c in title.casefold() if c.isalnum())


def test_at_least_120_papers_with_the_same_fields(papers: list[Row]) -> None:
    assert len(papers) >= 120
    assert all(set(paper) - {"cites"} == PAPER_FIELDS for paper in papers)


def test_references_are_of_the_sample_or_can_be_looked_up_and_of_no_later_paper(papers: list[Row]) -> None:
    year = {paper["doc_id"]: paper["year"] for paper in papers}
    own = {
        f"{kind}:{paper[key]}" for paper in papers for kind, key in (("doi", "doi"), ("arxiv", "arxiv_id"))
    }
    citing = [paper for paper in papers if "cites" in paper]
    assert len(citing) == 6
    for paper in citing:
        here = [name for name in paper["cites"] if name in year]
        assert len(set(paper["cites"])) == len(paper["cites"])
        assert len(here) >= 6
        assert all(year[name] <= paper["year"] + 2 for name in here)  # preprints are cited, too
        for name in set(paper["cites"]) - {*here}:
            kind, _, value = name.partition(":")
            assert {"doi": DOI, "arxiv": ARXIV_ID}[kind].fullmatch(value)
            assert name not in own, f"{name} is a paper of the sample"


@pytest.mark.parametrize("field", ["doc_id", "doi", "arxiv_id", "url", "abstract"])
def test_no_two_papers_share(field: str, papers: list[Row]) -> None:
    known = Counter(paper[field] for paper in papers if paper[field])
    assert [value for value, count in known.items() if count > 1] == []


def test_titles_are_unique_even_without_case_and_punctuation(papers: list[Row]) -> None:
    assert len({letters(paper["title"]) for paper in papers}) == len(papers)


def test_ids_are_letters_and_digits(papers: list[Row]) -> None:
    assert [p["doc_id"] for p in papers if not re.fullmatch(r"[a-z]+\d{4}[a-z0-9]+", p["doc_id"])] == []


def test_the_year_in_an_id_is_the_year_of_the_paper(papers: list[Row]) -> None:
    assert [p["doc_id"] for p in papers if str(p["year"]) not in p["doc_id"]] == []


def test_every_abstract_has_60_to_100_words(papers: list[Row]) -> None:
    lengths = {paper["doc_id"]: len(paper["abstract"].split()) for paper in papers}
    assert {doc_id: n for doc_id, n in lengths.items() if not 60 <= n <= 100} == {}


def test_abstracts_are_clean_text_that_ends_in_a_full_stop(papers: list[Row]) -> None:
    for paper in papers:
        abstract = paper["abstract"]
        assert abstract == " ".join(abstract.split()), paper["doc_id"]
        assert abstract.endswith("."), paper["doc_id"]


def test_abstracts_do_not_all_begin_alike(papers: list[Row]) -> None:
    openings = Counter(" ".join(paper["abstract"].split()[:2]) for paper in papers)
    assert max(openings.values()) <= 3


def test_every_paper_has_authors_a_venue_and_a_sane_year(papers: list[Row]) -> None:
    for paper in papers:
        authors = paper["authors"]
        assert authors, paper["doc_id"]
        assert all(isinstance(name, str) and name == name.strip() != "" for name in authors), paper["doc_id"]
        assert len(set(authors)) == len(authors), paper["doc_id"]
        assert paper["venue"], paper["doc_id"]
        assert isinstance(paper["year"], int), paper["doc_id"]
        assert 1950 <= paper["year"] <= 2026, paper["doc_id"]


def test_identifiers_are_well_formed_or_empty(papers: list[Row]) -> None:
    assert [p["doi"] for p in papers if p["doi"] and not DOI.fullmatch(p["doi"])] == []
    assert [p["arxiv_id"] for p in papers if p["arxiv_id"] and not ARXIV_ID.fullmatch(p["arxiv_id"])] == []
    assert [p["url"] for p in papers if p["url"] and not re.fullmatch(r"https://\S+", p["url"])] == []


def test_no_preprint_appeared_long_after_its_publication(papers: list[Row]) -> None:
    submitted = {p["doc_id"]: 2000 + int(p["arxiv_id"][:2]) for p in papers if p["arxiv_id"]}
    assert [p["doc_id"] for p in papers if submitted.get(p["doc_id"], 0) > p["year"] + 1] == []


def test_every_paper_has_keywords(papers: list[Row]) -> None:
    assert [p["doc_id"] for p in papers if not 2 <= len(p["keywords"]) <= 6] == []


def test_queries_are_31_texts_and_four_papers(papers: list[Row], queries: list[Row]) -> None:
    titles = {paper["doc_id"]: paper["title"] for paper in papers}
    by_paper = [query for query in queries if "doc_id" in query]
    assert (len(queries) - len(by_paper), len(by_paper)) == (31, 4)
    assert len({query["query_id"] for query in queries}) == 35
    assert all(query["text"].strip() for query in queries)
    assert all(query["text"] == titles[query["doc_id"]] for query in by_paper)


def test_judgements_name_known_queries_and_papers_once(
    papers: list[Row], queries: list[Row], judgements: list[Row]
) -> None:
    assert {row["query_id"] for row in judgements} == {query["query_id"] for query in queries}
    assert {row["doc_id"] for row in judgements} <= {paper["doc_id"] for paper in papers}
    pairs = Counter((row["query_id"], row["doc_id"]) for row in judgements)
    assert max(pairs.values()) == 1


def test_every_query_has_papers_of_each_grade(judgements: list[Row]) -> None:
    grades: dict[str, Counter[int]] = defaultdict(Counter)
    for row in judgements:
        assert type(row["relevance"]) is int
        grades[row["query_id"]][row["relevance"]] += 1
    for query_id, counts in grades.items():
        assert set(counts) == {0, 1, 2}, query_id
        assert 12 <= counts.total() <= 30, query_id


def test_a_paper_query_never_judges_itself(queries: list[Row], judgements: list[Row]) -> None:
    source = {query["query_id"]: query.get("doc_id") for query in queries}
    assert [row for row in judgements if source[row["query_id"]] == row["doc_id"]] == []


@pytest.mark.parametrize("mode", list(SearchMode))
def test_the_first_ten_of_every_search_with_the_default_model_are_judged(
    default_encoder: Encoder,
    vectors: VectorCache,
    mode: SearchMode,
    papers: list[Row],
    queries: list[Row],
    judgements: list[Row],
) -> None:
    known = {(row["query_id"], row["doc_id"]) for row in judgements}
    collection = [
        Paper(**{**row, "authors": tuple(row["authors"]), "keywords": tuple(row["keywords"])})
        for row in papers
    ]
    asked = [Query(row["query_id"], row["text"], row.get("doc_id")) for row in queries]
    run = retrieve(collection, asked, mode=mode, k=10, encoder=default_encoder, cache=vectors)
    unjudged = [
        (name, doc_id) for name, found in run.items() for doc_id in found if (name, doc_id) not in known
    ]
    assert unjudged == []


def test_the_sample_can_improve_search(queries: list[Row], judgements: list[Row]) -> None:
    typed = {query["query_id"] for query in queries if "doc_id" not in query}
    relevant = {row["query_id"] for row in judgements if row["relevance"] >= 1}
    assert len(typed & relevant) >= LEAST


def test_no_two_typed_queries_share_a_relevant_paper(queries: list[Row], judgements: list[Row]) -> None:
    """As the splitter of *Improve search* counts them: each can be held out without the others."""
    relevant: dict[str, set[str]] = defaultdict(set)
    for row in judgements:
        if row["relevance"] >= 1:
            relevant[row["query_id"]].add(row["doc_id"])
    typed = [query for query in queries if "doc_id" not in query]
    texts, own = [query["text"] for query in typed], [relevant[query["query_id"]] for query in typed]
    assert len(np.unique(alike(texts, own))) == len(typed) == 31
    split = split_queries(texts, own, share=0.2, seed=0, apart=True)
    assert len(split.clean) == len(split.held_out) == 6
