"""Papers that a benchmark and training data share, by each rule."""

from __future__ import annotations

import pytest

from assay.benchmarks.overlap.matching import bare_doi, match_papers, telling_title
from assay.benchmarks.overlap.material import Material, Record

LONG = "How rivers freeze from the bottom up"


def shared(
    training: dict[str, Record], benchmark: dict[str, Record], *, named: bool = True
) -> dict[str, tuple[str, str]]:
    found = match_papers(Material("t", training, named=named), Material("b", benchmark))
    return {one.doc_id: (one.training_id, one.by) for one in found.shared}


@pytest.mark.parametrize(
    ("mine", "theirs", "by"),
    [
        (Record("One", doi="10.1/X"), Record("Another", doi="10.1/x"), "doi"),
        (Record("One", doi="https://doi.org/10.1/x"), Record("", doi="doi:10.1/X"), "doi"),
        (Record(LONG), Record("How Rivers Freeze — from the bottom up."), "title"),
        (Record(LONG, doi="10.48550/a"), Record(LONG, doi="10.1/x"), "title"),
        (Record("", f"{LONG} in winter"), Record(LONG, "in winter"), "text"),
        (Record("", LONG), Record(LONG, "in winter"), "text"),
    ],
)
def test_papers_are_the_same(mine: Record, theirs: Record, by: str) -> None:
    assert shared({"t1": mine}, {"b1": theirs}) == {"b1": ("t1", by)}


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (Record("Editorial board and other news"), Record("Editorial board and other notes")),
        (Record("Editorial"), Record("Editorial")),
        (Record("Deep learning"), Record("Deep learning")),
        (Record(""), Record("")),
        (Record("", LONG), Record("How lakes freeze from the bottom up", LONG)),
    ],
)
def test_papers_are_not_the_same(mine: Record, theirs: Record) -> None:
    assert shared({"t1": mine}, {"b1": theirs}) == {}


def test_an_id_counts_unless_titles_tell_the_papers_apart() -> None:
    training = {"1": Record(LONG), "2": Record("A theory of justice"), "3": Record("")}
    benchmark = {
        "1": Record("Searching by the cosine of words"),
        "2": Record("Theory of justice, a"),
        "3": Record("x"),
    }
    found = match_papers(Material("t", training), Material("b", benchmark))
    assert [(one.doc_id, one.by) for one in found.shared] == [("2", "id"), ("3", "id")]
    assert found.n_clashing == 1


def test_ids_that_only_count_are_not_compared() -> None:
    assert shared({"1": Record("")}, {"1": Record("")}, named=False) == {}


def test_all_copies_in_a_benchmark_are_found_and_the_first_of_the_training_is_named() -> None:
    training = {"t1": Record(LONG), "t2": Record(LONG.upper())}
    benchmark = {"b1": Record(LONG), "b2": Record(LONG + "!"), "b3": Record("Something else altogether")}
    found = match_papers(Material("t", training), Material("b", benchmark))
    assert [(one.doc_id, one.training_id) for one in found.shared] == [("b1", "t1"), ("b2", "t1")]
    assert found.pairs == {"t1": ("b1", "b2"), "t2": ("b1", "b2")}


def test_pairs_of_texts_become_papers_and_queries() -> None:
    found = Material.of_pairs(
        "t", [("ice", f"{LONG} [SEP] In winter."), (f"{LONG} [SEP] In winter.", "bare text")]
    )
    assert found.papers == {"#2": Record(LONG, "In winter."), "#3": Record("", "bare text")}
    assert (found.queries, found.query_papers) == ({"#1": "ice"}, {"#2": "#2"})
    assert found.positives == {"#1": ["#2"], "#2": ["#3"]}
    assert not found.named


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Introduction to the special issue", ""),
        ("Letter to the Editor!", ""),
        ("Owls", ""),
        ("Owls at night", "owls at night"),
        ("Introduction to the special owls", "introduction to the special owls"),
        ("", ""),
    ],
)
def test_a_title_that_says_nothing_tells_no_paper(title: str, told: str) -> None:
    assert telling_title(title) == told


@pytest.mark.parametrize(
    "doi",
    ["10.1/AB", " 10.1/ab ", "https://doi.org/10.1/ab", "http://doi.org/10.1/aB", "DOI:10.1/ab",
     "https://dx.doi.org/10.1/ab", "http://dx.doi.org/10.1/ab", "HTTPS://DOI.ORG/10.1/ab"],
)  # fmt: skip
def test_a_doi_is_the_same_by_every_resolver(doi: str) -> None:
    assert bare_doi(doi) == "10.1/ab"
