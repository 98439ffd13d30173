from __future__ import annotations

from dataclasses import replace

import pytest

from assay.importers import Outcome, decide, identity_keys
from assay.importers.entries.titles import normalised_title
from assay.types import Paper

SPECTER = Paper(
    doc_id="cohan2020",
    title="SPECTER: Document-level Representation Learning using Citation-informed Transformers",
    abstract="Representation learning is a critical ingredient for natural language processing systems.",
    authors=("Arman Cohan", "Sergey Feldman"),
    year=2020,
    doi="10.18653/v1/2020.acl-main.207",
)
STRANGER = replace(SPECTER, doc_id="other")


def test_keys_name_every_identifier_and_the_normalised_title() -> None:
    paper = replace(SPECTER, arxiv_id="2004.07180", pmid="12")
    assert identity_keys(paper) == (
        "doi:10.18653/v1/2020.acl-main.207",
        "arxiv:2004.07180",
        "pmid:12",
        "title:specter document level representation learning using citation informed transformers",
    )


def test_arxivs_doi_is_an_arxiv_id_too() -> None:
    keys = identity_keys(Paper("a", "A title of a paper", doi="10.48550/arxiv.2004.07180"))
    assert "arxiv:2004.07180" in keys
    assert "doi:10.48550/arxiv.2004.07180" in keys


@pytest.mark.parametrize("title", ["Editorial", "INTRODUCTION.", "Preface", "Letter to the Editor"])
def test_a_generic_title_is_no_key(title: str) -> None:
    assert identity_keys(Paper("a", title)) == ()


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Deep   Learning: A Survey.", "deep learning a survey"),
        ("Über Gödel's Sätze", "uber godels satze"),
        ("{BERT} for \\emph{retrieval}", "bert for retrieval"),
        ("H<sub>2</sub>O and <i>E. coli</i>", "h2o and e coli"),
        ("Ｆｕｌｌｗｉｄｔｈ ﬁne", "fullwidth fine"),
        ("Smørrebrød, Łódź, Straße", "smorrebrod lodz strasse"),
        ("深度学习", "深度学习"),
    ],
)
def test_titles_are_normalised(title: str, expected: str) -> None:
    assert normalised_title(title) == expected


def test_the_same_paper_is_unchanged() -> None:
    decision = decide(STRANGER, [SPECTER])
    assert (decision.outcome, decision.existing_id, decision.paper) == (
        Outcome.UNCHANGED,
        "cohan2020",
        SPECTER,
    )


def test_a_merge_fills_empty_fields_and_overwrites_none() -> None:
    library = replace(SPECTER, abstract="", venue="ACL", authors=())
    incoming = replace(STRANGER, venue="Annual Meeting", url="https://example.org", year=2021)
    decision = decide(incoming, [library])
    assert decision.outcome is Outcome.MERGED
    assert decision.existing_id == "cohan2020"
    expected = replace(library, abstract=SPECTER.abstract, authors=SPECTER.authors, url="https://example.org")
    assert decision.paper == expected
    assert decision.keys == identity_keys(expected)


def test_a_shared_doi_with_another_title_is_a_conflict_and_says_so() -> None:
    chapter = replace(STRANGER, title="Chapter 4: On the Measurement of Rivers")
    decision = decide(chapter, [SPECTER])
    assert decision.outcome is Outcome.CONFLICT
    assert decision.existing_id is None
    assert decision.paper == chapter
    assert "10.18653/v1/2020.acl-main.207" in decision.reason
    assert "cohan2020" in decision.reason


def test_an_arxiv_id_joins_what_the_title_key_would_not() -> None:
    library = replace(SPECTER, doi="", arxiv_id="2004.07180")
    incoming = replace(
        library, doc_id="x", title=SPECTER.title.replace("Transformers", "Transformer"), year=2030
    )
    assert decide(incoming, [library]).existing_id == "cohan2020"


@pytest.mark.parametrize(
    ("year", "same"), [(2019, True), (2021, True), (None, True), (2018, False), (2022, False)]
)
def test_a_title_joins_years_that_differ_by_one_at_most(year: int | None, same: bool) -> None:
    incoming = replace(STRANGER, doi="", year=year)
    assert (decide(incoming, [SPECTER]).existing_id == "cohan2020") is same


@pytest.mark.parametrize(
    ("author", "same"),
    [
        ("Cohan, Arman", True), ("A. Cohan", True), ("Cohan A", True), ("COHAN, A.", True),
        ("Sergey Feldman", False),
    ],
)  # fmt: skip
def test_a_title_joins_first_authors_of_one_family_name(author: str, same: bool) -> None:
    incoming = replace(STRANGER, doi="", authors=(author,))
    assert (decide(incoming, [SPECTER]).existing_id == "cohan2020") is same


def test_missing_authors_agree_with_anybody() -> None:
    assert decide(replace(STRANGER, doi="", authors=()), [SPECTER]).existing_id == "cohan2020"


def test_a_preprint_and_its_publication_are_one_paper() -> None:
    preprint = replace(SPECTER, doi="10.48550/arxiv.2004.07180", doc_id="preprint")
    decision = decide(STRANGER, [preprint])
    assert decision.outcome is Outcome.MERGED
    assert decision.paper.doi == SPECTER.doi
    assert decision.paper.arxiv_id == "2004.07180"
    assert decide(preprint, [SPECTER]).existing_id == "cohan2020"


def test_two_publishers_dois_under_one_title_are_a_conflict() -> None:
    decision = decide(replace(STRANGER, doi="10.1145/1234.5678"), [SPECTER])
    assert decision.outcome is Outcome.CONFLICT
    assert "10.1145/1234.5678" in decision.reason


def test_two_arxiv_ids_under_one_title_are_a_conflict() -> None:
    one, two = (replace(SPECTER, doc_id=name, doi="", arxiv_id=name) for name in ("2004.07180", "2005.00001"))
    assert decide(two, [one]).outcome is Outcome.CONFLICT


def test_rows_of_one_title_and_two_abstracts_are_kept_apart() -> None:
    one = Paper(
        "17", "Annual Review of Information Science", "The first volume is about indexing and thesauri."
    )
    two = Paper(
        "18", "Annual Review of Information Science", "A chapter that reports what users ask librarians."
    )
    decision = decide(two, [one])
    assert decision.outcome is Outcome.CONFLICT
    assert "abstract" in decision.reason


def test_two_versions_of_one_abstract_do_not_keep_papers_apart() -> None:
    one = replace(SPECTER, doi="", abstract="ABSTRACT: " + SPECTER.abstract * 3 + " (C) 2020 The publisher.")
    two = replace(STRANGER, doi="", abstract=SPECTER.abstract * 3)
    assert decide(two, [one]).existing_id == "cohan2020"


def test_a_generic_title_never_merges_by_itself() -> None:
    one = Paper("a", "Editorial", authors=("Ann Lee",), year=2020)
    assert decide(replace(one, doc_id="b"), [one]).outcome is Outcome.NEW


def test_a_short_title_needs_a_year_and_an_author_on_both_sides() -> None:
    one = Paper("a", "Deep learning", authors=("Yann LeCun",), year=2015)
    assert decide(Paper("b", "Deep Learning"), [one]).outcome is Outcome.NEW
    assert decide(Paper("b", "Deep Learning", authors=("LeCun, Y.",), year=2015), [one]).existing_id == "a"
    assert (
        decide(Paper("b", "Deep Learning", authors=("Ian Goodfellow",), year=2016), [one]).outcome
        is Outcome.NEW
    )


def test_a_match_is_preferred_to_a_conflict() -> None:
    conflicting = replace(SPECTER, doc_id="chapter", title="Something else entirely, of the same book")
    assert decide(STRANGER, [conflicting, SPECTER]).existing_id == "cohan2020"


def test_a_doi_is_surer_than_a_title() -> None:
    by_title = replace(SPECTER, doc_id="by-title", doi="")
    by_doi = replace(SPECTER, doc_id="by-doi", title="SPECTER: document-level representation learning")
    assert decide(STRANGER, [by_title, by_doi]).existing_id == "by-doi"


def test_one_id_and_one_title_are_one_paper_whatever_the_year() -> None:
    library = Paper("7", "A corrected record of a paper", year=1998)
    assert decide(Paper("7", "A Corrected Record of a Paper", year=2008), [library]).existing_id == "7"


def test_one_id_and_two_titles_are_two_papers() -> None:
    library = Paper("smith2020", "On the measurement of rivers", year=2020)
    decision = decide(Paper("smith2020", "Neural ranking of documents", year=2020), [library])
    assert decision.outcome is Outcome.NEW


def test_parts_of_a_series_are_not_one_paper_even_under_one_doi() -> None:
    one = Paper("a", "A long tale of ranking functions, part 1", doi="10.1000/tale")
    two = Paper("b", "A long tale of ranking functions, part 2", doi="10.1000/tale")
    assert decide(two, [one]).outcome is Outcome.CONFLICT


def test_an_arxiv_id_known_from_its_doi_alone_is_kept_in_a_merge() -> None:
    preprint = replace(STRANGER, doi="10.48550/arxiv.2004.07180")
    assert decide(preprint, [SPECTER]).paper == replace(SPECTER, arxiv_id="2004.07180")
