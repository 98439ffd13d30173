from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.items.latex import decode_latex


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("{BERT}: {Deep} Nets", "BERT: Deep Nets"),
        ('Bostr\\"{o}m, W\\"ayrynen, {\\"u}', "Boström, Wäyrynen, ü"),
        ("Erd{\\H{o}}s, P{\\'{a}}l, \\v{c}, Fran\\c cois", "Erdős, Pál, č, François"),
        ("na\\\"{\\i}ve \\'{\\i}", "naïve í"),
        ("Nguy{\\~{\\^e}}n", "Nguyễn"),
        ("\\o re, {\\L}ukasz, stra{\\ss}e, {\\AE}gir", "øre, Łukasz, straße, Ægir"),
        ("A \\& B, 5\\%, \\$3, \\#1, a\\_b, \\{x\\}", "A & B, 5%, $3, #1, a_b, {x}"),
        ("1998--2003 --- ``so''~it", "1998–2003 — “so” it"),
        ("\\emph{very} \\textbf{bold} {\\it old}", "very bold old"),
        ("x\\textsuperscript{2} {\\textless}1", "x2 <1"),
        ("\\url{http://a.b/c_d}", "http://a.b/c_d"),
        ("about 50% of it", "about 50% of it"),
        ("plain text", "plain text"),
    ],
)
def test_latex_reads_as_text(latex: str, text: str) -> None:
    assert decode_latex(latex) == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("$\\alpha \\leq n^{2}$", "α ≤ n^2"),
        ("$k$-means in $\\mathbb{R}^d$", "k-means in ℝ^d"),
        ("$O(n \\log n)$", "O(n log n)"),
        ("$\\frac{1}{2}$", "1/2"),
        ("costs $5 to $10 here", "costs $5 to $10 here"),
        ("$", "$"),
    ],
)
def test_inline_mathematics_stays_readable(latex: str, text: str) -> None:
    assert decode_latex(latex) == text


def test_an_unknown_command_keeps_what_it_wraps() -> None:
    assert decode_latex("\\mystery{inside} out") == "inside out"


@given(st.text(alphabet="\\{}$\"'^~%&#_ abcHoi-\n", max_size=60))
def test_no_text_makes_the_decoder_fail(text: str) -> None:
    assert isinstance(decode_latex(text), str)
