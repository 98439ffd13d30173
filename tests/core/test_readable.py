"""LaTeX in what is shown of papers, and what only looks like it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.items.readable import readable
from assay.search import passage
from assay.types import Paper


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (r"\textit{Open-Set} Recognition", "Open-Set Recognition"),
        (r"the \textit{Open-Set cut", "the Open-Set cut"),
        (r"from 95.3\% to 96\%", "from 95.3% to 96%"),
        (r"\emph{why} --- the rationale --- counts", "why — the rationale — counts"),
        (r"the loss $\hat{\mathcal{R}}(h)$", "the loss R̂(h)"),
        (r"$O(n^2)$, $\alpha$-stable in $\mathbb{R}^d$", "O(n^2), α-stable in ℝ^d"),
        ("Schr\\\"{o}dinger, Li\\'{e}geois, Erd\\H{o}s, Ko\\v{s}ir", "Schrödinger, Liégeois, Erdős, Košir"),
        (r"code at \url{https://example.org/a_b}", "code at https://example.org/a_b"),
        ("``quoted'' words", "“quoted” words"),
        ("12 mm^2 at 9.8 m/s and 3 s^{-1}, in km^2.", "12 mm² at 9.8 m/s and 3 s⁻¹, in km²."),
        ("(a + b)^2, [x]^{10} and $f(x)^2$", "(a + b)², [x]¹⁰ and f(x)²"),
        (r"R\&D of \textbf{two \emph{kinds}}", "R&D of two kinds"),
    ],
)
def test_latex_is_shown_as_text(source: str, shown: str) -> None:
    assert readable(source) == shown


@pytest.mark.parametrize(
    "text",
    [
        r"saved in C:\new\table and D:\alpha\text{1}",
        "between $5 and $10 a month",
        r"sets {a, b} and f(x) = \{1, 2\}, --flag and a --- b",
        r"the pattern \d+\w{3} of \cite{someone}",
        "m^2 of n^2, x^2, Mm^2, 2^10, 5 mm^2.5, (a)^n, (a)^2x and 1 m^123",
        "it's a `quoted` word, ''twice''",
        "",
    ],
)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert readable(text) is text


@given(st.text(st.characters(exclude_characters="\\$`^")))
def test_text_without_its_signs_is_the_same_object(text: str) -> None:
    assert readable(text) is text


@given(st.text(st.sampled_from("\\${}_^`'a%textbf ")))
def test_no_text_is_too_broken(text: str) -> None:
    assert isinstance(readable(text), str)


def test_the_passage_of_a_result_is_readable() -> None:
    paper = Paper(
        "p", "T", abstract=r"We reach 95.3\% with \textit{contrastive learning} of $\alpha$-graphs."
    )
    pieces = passage(paper, "contrastive learning")
    assert "".join(text for text, _ in pieces) == "We reach 95.3% with contrastive learning of α-graphs."
    assert [text for text, marked in pieces if marked] == ["contrastive", "learning"]
