"""Titles and abstracts as a reader sees them: what is LaTeX in them, and nothing else, as plain text.

Other lists than BibTeX hold LaTeX too, and text that only looks like it: paths, code, prices. So a text is
kept as it came, and only what is shown of it goes through here.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_HINT: Final = re.compile(r"[\\$]|``")
_POWER: Final = re.compile(  # of a number's unit, of two letters of a unit, or of what is in brackets
    r"(\d ?[µμnmcdk]?[mgs]|\b[µμnmcdk][ms]|[)\]])\^(?:\{(-?\d{1,2})\}|(-?\d{1,2}))(?![\w^{]|\.\d)"
)
_RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def readable(text: str) -> str:
    """Return the text without its LaTeX: `95.3\\%` is 95.3%, `\\textit{all}` is all, `$\\alpha^2$` is α^2,
    `5 mm^2` is 5 mm².

    What is no LaTeX stays: paths, prices, braces of sets, and commands that are not known.
    """
    text = _read(text) if _HINT.search(text) else text
    return _POWER.sub(_raise, text) if "^" in text else text


def _raise(power: re.Match[str]) -> str:
    unit, braced, plain = power.groups()
    return unit + (braced or plain).translate(_RAISED)


@lru_cache(maxsize=2048)  # a list is painted again and again
def _read(text: str) -> str:
    from assay.items.latex import decode_pieces  # late, for the window's start

    return decode_pieces(text)
