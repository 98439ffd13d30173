"""Titles and abstracts as a reader sees them: what is LaTeX in them, and nothing else, as plain text.

Other lists than BibTeX hold LaTeX too, and text that only looks like it: paths, code, prices. So a text is
kept as it came, and only what is shown of it goes through here.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from assay.items.latex import GROUP, decode_latex

_HINT: Final = re.compile(r"[\\$]|``")
_PIECE: Final = re.compile(
    r"\$\$?[^$]{1,300}\$\$?"  # a formula, or two prices, which decode_latex tells apart
    r"|(?<![\w:\\/.])\\(?:emph|text[a-z]+|math[a-z]+|bm|boldsymbol|mbox|url|underline|enquote|uppercase|ensuremath)\s?"
    rf"{GROUP}"  # no part of a path
    r"|\{\\(?:em|it|bf|sc|tt|sf|rm)\b[^{}]*\}"
    r"|\\['`^\"~](?:\{\s*\\?[A-Za-z]\s*\}|\\?[A-Za-z])"
    r"|\\[cvuHkrdb]\{\s*\\?[A-Za-z]\s*\}"
    r"|\\[%&#$]|(?<![:\\/])\\_"
    r"|(?<![\w:\\/.])\\(?:[a-z]*(?:alpha|beta|gamma|delta|epsilon|eta|theta|kappa|lambda|sigma|omega)|mu|nu|xi|pi|rho|tau"
    r"|phi|chi|psi|times|approx|leq|geq|neq|pm|sim|infty|ldots|dots|cdot|textendash|textemdash)(?![A-Za-z{\\])",
    re.IGNORECASE,
)
_CUT: Final = re.compile(r"(?<![\w:\\/.])\\(?:text[a-z]{2}|emph|math[a-z]+)\s?\{")
"""Where a text was cut before the brace closes."""
_QUOTED: Final = re.compile(r"``([^`]{1,300}?)''")
_DASH: Final = re.compile(r"(?<![-\S])---(?![-\S])|(?<=\w)---(?=\w)")


def readable(text: str) -> str:
    """Return the text without its LaTeX: `95.3\\%` is 95.3%, `\\textit{all}` is all, `$\\alpha^2$` is α^2.

    What is no LaTeX stays: paths, prices, braces of sets, and commands that are not known.
    """
    return _read(text) if _HINT.search(text) else text


@lru_cache(maxsize=2048)  # a list is painted again and again
def _read(text: str) -> str:
    read = _CUT.sub("", _PIECE.sub(lambda piece: decode_latex(piece[0]), text))
    read = _QUOTED.sub("“\\1”", read)
    return _DASH.sub("—", read) if read != text else text
