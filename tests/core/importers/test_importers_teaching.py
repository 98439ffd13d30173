"""What files say of papers besides who wrote what: ratings, TLDRs, and who cites whom."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from importers_reading import Shelf

from assay.importers.entries.ratings import rating_of
from assay.types import Paper

if TYPE_CHECKING:
    from importers_reading import ReadText


def lines(*rows: dict[str, Any]) -> str:
    return "".join(json.dumps({"title": "A paper on something", **row}) + "\n" for row in rows) + "\n"


@pytest.mark.parametrize(
    ("texts", "rating"),
    [
        (["6.5"], 6.5),
        (["0"], 0.0),
        (["-2"], -2.0),
        (["6: Marginally above the threshold"], 6.0),
        (["4/5"], 4.0),
        (["rank3"], 3.0),
        (["4", "5", "9"], 6.0),
        ([" 3 ", ""], 3.0),
        ([], None),
        (["", " "], None),
    ],
)
def test_ratings_are_read_as_people_write_them(texts: list[str], rating: float | None) -> None:
    assert rating_of(texts) == (rating, "")


@pytest.mark.parametrize("text", ["good", "nan", "inf", "6 or 7", "*****", "1e400", "--1", "9" * 400])
def test_what_is_no_number_is_named(text: str) -> None:
    assert rating_of(["5", text, "worse"]) == (None, text)


@pytest.mark.parametrize(
    ("row", "rating", "tldrs"),
    [
        ({"rating_avg": 4.6667, "ratings": [1, 2]}, 4.6667, ()),
        ({"ratings": [4, 5, 6]}, 5.0, ()),
        ({"ratings": ["6: Accept", "3: Reject"], "rating_avg": None}, 4.5, ()),
        ({"rating": {"value": "8: Accept"}, "TL;DR": {"value": "We do."}}, 8.0, ("We do.",)),
        ({"rating": 0, "tldr": " We  do. "}, 0.0, ("We do.",)),
        ({"tldr": {"model": "tldr@v2", "text": "S2 says."}}, None, ("S2 says.",)),
        ({"tldrs": ["One.", "Two.", "One.", ""], "ratings": []}, None, ("One.", "Two.")),
        ({"rating": True, "tldr": "", "tldrs": None}, None, ()),
        ({"metadata": {"rating": 2, "tldrs": ["Of BEIR."]}}, 2.0, ("Of BEIR.",)),
    ],
)
def test_ratings_and_tldrs_of_json_lines(
    read: ReadText, row: dict[str, Any], rating: float | None, tldrs: tuple[str, ...]
) -> None:
    paper = read("a.jsonl", lines(row)).paper
    assert (paper.rating, paper.tldrs) == (rating, tldrs)


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (["b", 7, "b"], ("b", "7")),
        (
            ["10.1145/ABC", "https://doi.org/10.1/x"],
            ("doi:10.1145/abc", "https://doi.org/10.1/x"),
        ),  # which is no DOI
        (["arXiv:2004.07180v2", "2004.07180"], ("arxiv:2004.07180", "2004.07180")),
        (["PMID: 0123"], ("pmid:123",)),
        (["https://openalex.org/W1"], ("https://openalex.org/W1",)),
        (["Smith, J. A title in words. 2001.", "Doe (2002), doi 10.1000/1."], ("doi:10.1000/1",)),
        ([{"paperId": "s2", "externalIds": {"DOI": "10.1000/2", "CorpusId": 5}}], ("s2", "doi:10.1000/2")),
        ([{"citedPaper": {"paperId": "in", "title": "T"}, "isInfluential": True}], ("in",)),
        ([{"raw": "words", "arxiv_id": "2001.00001v3", "doi": None}], ("arxiv:2001.00001",)),
        ([{"key": "ref1", "DOI": "10.1000/3", "unstructured": "..."}, {"key": "ref2"}], ("doi:10.1000/3",)),
        ("10.1000/4; b\nc", ("doi:10.1000/4", "b", "c")),
        (17, ()),
        ([None, "", [], {"title": "only"}, True], ()),
    ],
)
def test_references_of_json_lines_are_names_of_papers(
    read: ReadText, value: Any, names: tuple[str, ...]
) -> None:
    found = read(
        "a.jsonl", lines({"_id": "a", "references": value}, {"_id": "b2", "citations": value})
    ).papers
    assert [(one.cites, one.cited_by) for one in found] == [(names, ()), ((), names)]


def test_arxivs_own_doi_names_the_arxiv_id_too(read: ReadText) -> None:
    paper = read("a.jsonl", lines({"cites": ["10.48550/arXiv.2004.07180"]})).paper
    assert set(paper.cites) == {"doi:10.48550/arxiv.2004.07180", "arxiv:2004.07180"}


def test_columns_of_a_table(read: ReadText) -> None:
    text = (
        "title,Rating,TLDR,References,Cited by\n"
        'One,4,"Short, and clear","b, c",12\n'
        'Two,,,"Smith J., Title (2001); Doe, https://doi.org/10.1000/5",3\n'
        'Three,rank2,,"Smith J., Nature, 2001",\n'
    )
    found = read("a.csv", text).papers
    assert [one.rating for one in found] == [4.0, None, 2.0]
    assert found[0].tldrs == ("Short, and clear",)
    assert [one.cites for one in found] == [("b", "c"), ("doi:10.1000/5",), ()]
    assert [one.cited_by for one in found] == [(), (), ()]  # a count names nobody


def test_bibtex_has_jabrefs_ranking(read: ReadText) -> None:
    text = "@article{a, title={T one}, ranking={rank4}, tldr={We {\\'e}crire.}, cites={b,10.1000/6}}\n"
    paper = read("a.bib", text).paper
    assert (paper.rating, paper.tldrs, paper.cites) == (4.0, ("We écrire.",), ("b", "doi:10.1000/6"))


def test_crossref_and_web_of_science_list_references(read: ReadText) -> None:
    item = {
        "DOI": "10.1000/own",
        "title": ["A title"],
        "reference": [{"key": "1", "DOI": "10.1000/7"}, {"key": "2"}],
    }
    assert read("a.json", json.dumps([item])).paper.cites == ("doi:10.1000/7",)
    text = (
        "FN Clarivate\nVR 1.0\nPT J\nAU Doe, J\nTI A title of a paper\n"
        "CR Roe J, 2001, NATURE, V1, P2, DOI 10.1000/8\n   Smith J, 1999, BOOK\nPY 2005\nUT WOS:1\nER\n\nEF\n"
    )
    assert read("a.txt", text).paper.cites == ("doi:10.1000/8",)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"rating": "good"}, "the rating 'good' is not a number, so 'a' has none"),
        ({"rating": float("nan")}, "the rating 'nan' is not a number"),
        ({"ratings": [3, "weak"]}, "the rating 'weak' is not a number"),
    ],
)
def test_a_rating_that_is_no_number_is_told_with_its_line_and_costs_only_itself(
    read: ReadText, row: dict[str, Any], said: str
) -> None:
    found = read("a.jsonl", lines({"_id": "first", "rating": 1}, {"_id": "a", "tldr": "Kept.", **row}))
    assert [(one.doc_id, one.rating, one.tldrs) for one in found.papers] == [
        ("first", 1.0, ()),
        ("a", None, ("Kept.",)),
    ]
    assert found.failure.line == 2
    assert said in found.failure.reason


@pytest.mark.parametrize("own", ["a", "https://doi.org/10.1000/A", "arXiv:2001.00001", "PMID:9"])
def test_a_paper_that_cites_itself_is_told_and_keeps_its_other_links(read: ReadText, own: str) -> None:
    row = {"_id": "a", "doi": "10.1000/a", "arxiv_id": "2001.00001", "pmid": "9", "references": [own, "b"]}
    found = read("a.jsonl", lines(row))
    assert found.paper.cites == ("b",)
    assert (found.failure.line, "'a' cites itself" in found.failure.reason) == (1, True)


def test_tags_are_keywords_where_there_are_no_others(read: ReadText) -> None:
    found = read("a.jsonl", lines({"tags": ["x", "y"]}, {"tags": ["x"], "keywords": ["own"]})).papers
    assert [one.keywords for one in found] == [("x", "y"), ("own",)]


def test_a_later_import_fills_gaps_and_overwrites_nothing() -> None:
    shelf = Shelf()
    title = "A title that is long enough"
    bare = Paper("a", title)
    first = Paper("a", title, rating=0.0, cites=("b",))
    second = Paper("a", title, rating=9.0, tldrs=("In short.",), cites=("c",), cited_by=("d",))
    shelf.load([bare])
    shelf.load([first])
    shelf.load([second])
    shelf.load([bare])
    assert shelf.papers == {
        "a": Paper("a", title, rating=0.0, tldrs=("In short.",), cites=("b",), cited_by=("d",))
    }
