"""Titles and abstracts as a reader sees them: what is LaTeX in them, and nothing else, as plain text.

Other lists than BibTeX hold LaTeX too, and text that only looks like it: paths, code, prices. So a text is
kept as it came, and only what is shown of it goes through here.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_HINT: Final = re.compile(r"[\\$]|``")


def readable(text: str) -> str:
    """Return the text without its LaTeX: `95.3\\%` is 95.3%, `\\textit{all}` is all, `$\\alpha^2$` is α^2.

    What is no LaTeX stays: paths, prices, braces of sets, and commands that are not known.
    """
    return _read(text) if _HINT.search(text) else text


@lru_cache(maxsize=2048)  # a list is painted again and again
def _read(text: str) -> str:
    from assay.items.latex import decode_pieces  # late, for the window's start

    return decode_pieces(text)
