"""Which ids a qrels or run file can hold, and which numbers are grades."""

from __future__ import annotations

import re
from numbers import Integral

from assay.errors import EvaluationError

MAX_GRADE = 1000  # trec_eval's time grows with the square of the highest grade, and it crashes on 2**31
SHOWN = 60

_UNWRITABLE = re.compile(r'[\s\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff"]|^#')
_UNREADABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff]|^\s|\s$|^$")


def short(value: object) -> str:
    """The value as an error message shows it: escaped, and cut, since a broken file's field can be huge."""
    text = value if isinstance(value, str) else repr(value)
    cut = text if len(text) <= SHOWN else text[:SHOWN] + "…"
    return repr(cut) if isinstance(value, str) else cut


def check_written_id(text: object) -> str:
    """Return the id itself; raise EvaluationError if it would break a TREC or BEIR file.

    Whitespace splits columns, a quote swallows rows in csv readers, a leading `#` reads as a comment, control
    characters end strings early in C programs, and a lone surrogate is not UTF-8.
    """
    if not isinstance(text, str):
        raise EvaluationError("The id {0} is not text. Give ids as strings.", short(text))
    if not text:
        raise EvaluationError("An empty id cannot be written. Give every query and document an id.")
    if _UNWRITABLE.search(text):
        raise EvaluationError(
            "The id {0} cannot be written: whitespace, control characters, quotes and a leading # break "
            "qrels and run files. Rename it.",
            short(text),
        )
    return text


def is_readable_id(text: str) -> bool:
    """Whether a file's field can be an id: not empty, no space around it, no control character in it."""
    return _UNREADABLE.search(text) is None


def check_grade(grade: object) -> int:
    """Return the grade as a plain int; raise EvaluationError unless it is a whole number in 0..MAX_GRADE."""
    if isinstance(grade, bool) or not isinstance(grade, Integral):
        raise EvaluationError("The grade {0} is not a whole number. Grades are 0, 1, 2, ...", short(grade))
    if not 0 <= int(grade) <= MAX_GRADE:
        raise EvaluationError("The grade {0} is outside 0..{1}.", short(grade), MAX_GRADE)
    return int(grade)
