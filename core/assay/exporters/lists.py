"""Texts as fields hold them: one line each, or several that the importers part again at the same places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

_PARTS_NAMES = re.compile(r"[,|&]|\sand\s")


def joined_keywords(keywords: Sequence[str]) -> str:
    """Join by commas; by semicolons where a keyword holds a comma."""
    if not any("," in word or ";" in word for word in keywords):
        return ", ".join(keywords)
    return _by_semicolons(keywords, close=len(keywords) == 1)


def joined_names(names: Sequence[str]) -> str:
    """Join by semicolons; one follows a single name that looks like several, as "van Gogh, Vincent W"."""
    return _by_semicolons(names, close=len(names) == 1 and _PARTS_NAMES.search(names[0]) is not None)


def _by_semicolons(texts: Sequence[str], *, close: bool) -> str:
    """A semicolon inside a text becomes a comma: it would part the text."""
    return "; ".join(text.replace(";", ",") for text in texts) + (";" if close else "")


def one_line(text: str) -> str:
    """Return the text without line breaks, which would begin a new field or entry."""
    return " ".join(text.split())


def written_id(doc_id: str) -> str:
    """Return the id as its source wrote it; an import percent-encodes blanks and the like again."""
    return one_line(unquote(doc_id))
