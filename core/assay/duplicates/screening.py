"""A quick look at the titles of candidates, so that few need be compared in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from rapidfuzz import fuzz, process

from assay.duplicates.fields import FIRST_WORDS, LEAST_ALIKE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from assay.duplicates.blocking import Codes, Columns
    from assay.progress import Progress

AT_ONCE = 100_000
ROOM = 5  # percent by which the quick look is more generous than the comparison that follows


def screened(columns: Columns, pairs: Codes, *, progress: Progress) -> Iterator[tuple[int, int]]:
    """Those of the (n, 2) pairs of rows whose titles are alike in a form of theirs, or that share an id."""
    sorted_words = [tuple(" ".join(sorted(form.split())) for form in forms) for forms in columns.titles]
    first = [forms[0] if forms else "" for forms in sorted_words]
    several = np.fromiter((len(forms) > 1 for forms in sorted_words), bool, len(columns))
    for start in range(0, len(pairs), AT_ONCE):
        progress("comparing titles", start, len(pairs))
        chunk = pairs[start : start + AT_ONCE]
        left, right = chunk[:, 0], chunk[:, 1]
        percent = process.cpdist(
            [first[row] for row in left], [first[row] for row in right],
            scorer=fuzz.ratio, score_cutoff=LEAST_ALIKE - ROOM, dtype=np.float32,
        )  # fmt: skip
        near = percent > 0
        for place in np.flatnonzero(~near):
            one, two = int(left[place]), int(right[place])
            near[place] = (
                _begins(columns, one, two)
                or _shares_id(columns, one, two)
                or ((several[one] or several[two]) and _any_alike(sorted_words[one], sorted_words[two]))
            )
        yield from ((int(one), int(two)) for one, two in chunk[near])
    progress("comparing titles", len(pairs), len(pairs))


def _begins(columns: Columns, one: int, two: int) -> bool:
    return any(
        long.startswith(short + " ") and short.count(" ") + 1 >= FIRST_WORDS
        for mine in columns.titles[one]
        for theirs in columns.titles[two]
        for short, long in (((mine, theirs),) if len(mine) < len(theirs) else ((theirs, mine),))
    )


def _shares_id(columns: Columns, one: int, two: int) -> bool:
    return not set(columns.identifiers[one]).isdisjoint(columns.identifiers[two])


def _any_alike(forms: tuple[str, ...], others: tuple[str, ...]) -> bool:
    return any(fuzz.ratio(form, other) >= LEAST_ALIKE - ROOM for form in forms for other in others)
