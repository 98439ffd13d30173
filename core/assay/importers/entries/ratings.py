"""Ratings as people and programs write them: 6.5, "6: Marginally above", "4/5", JabRef's "rank3"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import fmean

_RATING = re.compile(r"(?:rank)?([+-]?\d{1,15}(?:\.\d+)?)\s*(?:[:/].*)?", re.IGNORECASE | re.DOTALL)


def rating_of(texts: Sequence[str]) -> tuple[float | None, str]:
    """The mean of the ratings, None without any; and the first text that is none, which leaves None."""
    numbers = []
    for text in filter(None, map(str.strip, texts)):
        match = _RATING.fullmatch(text)
        if match is None:
            return None, text
        numbers.append(float(match[1]))
    return (fmean(numbers) if numbers else None), ""
