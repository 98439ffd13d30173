"""What is suggested: only what is missing or doubtful, and only from an answer about the same paper."""

from __future__ import annotations

from dataclasses import replace

from assay.lookup import Open, Question, suggest
from assay.types import Paper

TITLE = "Moss on Rolling Stones: A Field Study"
BY_DOI = Question("crossref", "/works/10.5555%2Fmoss.1")
BY_TITLE = Question("crossref", "/works?query.bibliographic=moss", by_title=True)
MINE = Paper("p", TITLE, authors=("Ada Pebble",), year=2020, doi="10.5555/moss.1")
THEIRS = Paper(
    "x", TITLE, abstract="We roll stones.", authors=("Pebble, Ada",), year=2021, venue="Slow Geology",
    doi="10.5555/moss.1",
)  # fmt: skip


def made(paper: Open, *answers: tuple[Question, list[Paper]]) -> dict[str, tuple[object, object]]:
    return {one.field: (one.before, one.after) for one in suggest(paper, answers)}


def test_what_is_missing_is_suggested_and_what_is_there_left_alone() -> None:
    assert made(Open(MINE), (BY_DOI, [THEIRS])) == {
        "abstract": ("", "We roll stones."),
        "venue": ("", "Slow Geology"),
    }


def test_what_is_doubtful_is_suggested_with_what_stands_there() -> None:
    found = made(Open(MINE, frozenset({"year", "authors"})), (BY_DOI, [THEIRS]))
    assert found["year"] == (2020, 2021)
    assert "authors" not in found  # the same people, written otherwise


def test_an_answer_about_another_paper_says_nothing() -> None:
    other = replace(THEIRS, title="Weather stations of the northern slopes")
    assert made(Open(MINE), (BY_DOI, [other])) == {}
    doubted = made(Open(MINE, frozenset({"title"})), (BY_DOI, [other]))
    assert doubted["title"] == (TITLE, other.title)


def test_a_search_by_title_counts_only_where_nothing_contradicts() -> None:
    lone = replace(MINE, doi="")
    assert "abstract" in made(Open(lone), (BY_TITLE, [replace(THEIRS, title="Other"), THEIRS]))
    for wrong in (
        replace(THEIRS, title="Moss on Rolling Stones, part 2: A Field Study"),
        replace(
            THEIRS, title="Moss on Rolling Stones: An Entirely Different Study of it", authors=("Li, Wei",)
        ),
        replace(THEIRS, title="Moss"),
    ):
        assert made(Open(lone), (BY_TITLE, [wrong])) == {}
    assert made(Open(lone), (BY_TITLE, [])) == {}


def test_the_first_host_that_knows_counts_for_each_field() -> None:
    poorer = replace(THEIRS, venue="", abstract="Short.")
    answers = [(BY_DOI, [poorer]), (Question("openalex", "/works/doi:x"), [THEIRS])]
    found = suggest(Open(MINE), answers)
    assert [(one.field, one.after, one.host) for one in found] == [
        ("abstract", "Short.", "crossref"),
        ("venue", "Slow Geology", "openalex"),
    ]


def test_a_title_in_capitals_may_be_written_anew_and_another_only_confirmed() -> None:
    shouted = Open(replace(MINE, title=TITLE.upper()), frozenset({"title"}))
    assert made(shouted, (BY_DOI, [THEIRS]))["title"] == (TITLE.upper(), TITLE)
    near = Open(replace(MINE, title="Moss on rolling stones - a field study"), frozenset({"title"}))
    assert "title" not in made(near, (BY_DOI, [THEIRS]))


def test_arxivs_own_doi_is_no_news() -> None:
    paper = replace(MINE, doi="", arxiv_id="2101.00001")
    theirs = replace(THEIRS, doi="10.48550/arxiv.2101.00001")
    assert "doi" not in made(Open(paper), (Question("openalex", "/x"), [theirs]))
