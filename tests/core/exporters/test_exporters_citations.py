"""References as a text prints them."""

from __future__ import annotations

import importlib
from dataclasses import replace
from importlib import resources
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.exporters import CitationStyle, references
from assay.types import Paper

PAPER = Paper(
    "p",
    "How honey bees choose a nest",
    authors=("Thomas D. Seeley", "van Gogh, Vincent", "World Health Organization"),
    year=2010,
    venue="Animal Behaviour",
    doi="10.1000/bees",
)


@pytest.mark.parametrize(
    ("style", "reference"),
    [
        (
            CitationStyle.AUTHOR_DATE,
            (
                "Seeley, T.D., van Gogh, V. and World Health Organization (2010). How honey bees choose a "
                "nest. Animal Behaviour. https://doi.org/10.1000/bees"
            ),
        ),
        (
            CitationStyle.NUMERIC,
            (
                "[1] T. D. Seeley, V. van Gogh and World Health Organization. How honey bees choose a nest. "
                "Animal Behaviour, 2010. https://doi.org/10.1000/bees"
            ),
        ),
        (
            CitationStyle.NOTE,
            (
                "Thomas D. Seeley, Vincent van Gogh and World Health Organization, “How honey bees choose a "
                "nest”, Animal Behaviour (2010), https://doi.org/10.1000/bees."
            ),
        ),
    ],
)
def test_a_reference_has_the_order_of_its_style(style: CitationStyle, reference: str) -> None:
    assert references([PAPER], style) == [reference]


def test_what_is_not_known_leaves_no_gap() -> None:
    assert references([Paper("p", "Do owls see?", arxiv_id="2004.07180")]) == [
        "Do owls see? arXiv:2004.07180"
    ]
    assert references([Paper("p", "Owls", authors=("A B",), url="https://a.b")]) == [
        "B, A. Owls. https://a.b"
    ]
    assert references([]) == []


def test_numbers_follow_the_order_given_and_ids_may_differ_in_capitals_alone() -> None:
    papers = [replace(PAPER, doc_id="b"), replace(PAPER, doc_id="B", title="Zebras"), Paper("a", "Ants")]
    found = references(papers, CitationStyle.NUMERIC)
    assert [line[:3] for line in found] == ["[1]", "[2]", "[3]"]
    assert "Zebras" in found[1]
    assert found[2] == "[3] Ants"


@pytest.mark.parametrize("style", list(CitationStyle))
@settings(max_examples=60, deadline=None)
@given(title=st.text(min_size=1, max_size=30), author=st.text(max_size=20), venue=st.text(max_size=20))
def test_no_paper_makes_a_style_fail(style: CitationStyle, title: str, author: str, venue: str) -> None:
    authors = (author,) if author.strip() else ()
    (reference,) = references([Paper("p", title, authors=authors, venue=venue, year=2001)], style)
    assert "\n" not in reference
    assert "2001" in reference


@pytest.mark.parametrize("style", list(CitationStyle))
def test_styles_are_valid_csl(style: CitationStyle) -> None:
    """citeproc warns of a style that its schema does not allow, and warnings fail tests."""
    file = resources.files("assay_resources") / "styles" / f"{style.value}.csl"
    with resources.as_file(file) as path:
        processor: Any = importlib.import_module("citeproc")
        assert processor.CitationStylesStyle(str(path), validate=True).has_bibliography()
