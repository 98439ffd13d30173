"""Grades of other scales, as they are typed."""

from __future__ import annotations

from assay.types import GRADES


def parse_grade_map(text: str) -> tuple[tuple[int, int], ...] | None:
    """ "3=2, 4=2" as ((3, 2), (4, 2)); () for nothing; None where it maps to what is no grade of ours."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        theirs, equals, ours = (piece.strip() for piece in part.partition("="))
        if not equals or not theirs.removeprefix("-").isdecimal() or not ours.isdecimal():
            return None
        if int(ours) not in GRADES:
            return None
        found.append((int(theirs), int(ours)))
    return tuple(found)
