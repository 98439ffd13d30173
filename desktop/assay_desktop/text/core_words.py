"""What the core says in few English words, in the window's language: stages of work, reasons, verdicts.

Its error messages stay English, as the command line says them.
"""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

_STAGES: Final = (
    QT_TRANSLATE_NOOP("core", "reading"),
    QT_TRANSLATE_NOOP("core", "reading papers"),
    QT_TRANSLATE_NOOP("core", "looking at files"),
    QT_TRANSLATE_NOOP("core", "importing"),
    QT_TRANSLATE_NOOP("core", "reading attached PDFs"),
    QT_TRANSLATE_NOOP("core", "adding papers"),
    QT_TRANSLATE_NOOP("core", "keyword index"),
    QT_TRANSLATE_NOOP("core", "full text"),
    QT_TRANSLATE_NOOP("core", "encoding"),
    QT_TRANSLATE_NOOP("core", "indexing"),
    QT_TRANSLATE_NOOP("core", "searching"),
    QT_TRANSLATE_NOOP("core", "reranking"),
    QT_TRANSLATE_NOOP("core", "exporting"),
    QT_TRANSLATE_NOOP("core", "comparing"),
    QT_TRANSLATE_NOOP("core", "comparing papers"),
    QT_TRANSLATE_NOOP("core", "reading the training data"),
    QT_TRANSLATE_NOOP("core", "comparing titles"),
    QT_TRANSLATE_NOOP("core", "timing"),
    QT_TRANSLATE_NOOP("core", "training"),
    QT_TRANSLATE_NOOP("core", "checking"),
    QT_TRANSLATE_NOOP("core", "{0} ({1} of {2}), {3}"),
)
"""What a job is doing."""

_LIKENESS: Final = (
    QT_TRANSLATE_NOOP("core", "same title"),
    QT_TRANSLATE_NOOP("core", "titles {0} % alike"),
    QT_TRANSLATE_NOOP("core", "one title begins with the other"),
    QT_TRANSLATE_NOOP("core", "a title that says nothing"),
    QT_TRANSLATE_NOOP("core", "other titles"),
    QT_TRANSLATE_NOOP("core", "other numbers in the titles"),
    QT_TRANSLATE_NOOP("core", "one is a reply to the other, its correction or its summary"),
    QT_TRANSLATE_NOOP("core", "same authors in another order"),
    QT_TRANSLATE_NOOP("core", "same authors"),
    QT_TRANSLATE_NOOP("core", "same first author"),
    QT_TRANSLATE_NOOP("core", "few common authors"),
    QT_TRANSLATE_NOOP("core", "another first author"),
    QT_TRANSLATE_NOOP("core", "other authors"),
    QT_TRANSLATE_NOOP("core", "same year"),
    QT_TRANSLATE_NOOP("core", "years {0} and {1}"),
    QT_TRANSLATE_NOOP("core", "same venue"),
    QT_TRANSLATE_NOOP("core", "other venues"),
    QT_TRANSLATE_NOOP("core", "same abstract"),
    QT_TRANSLATE_NOOP("core", "other abstracts"),
    QT_TRANSLATE_NOOP("core", "but '{0}' and '{1}' are not one paper"),
    QT_TRANSLATE_NOOP("core", "same {0}"),
    QT_TRANSLATE_NOOP("core", "two {0}s"),
)
"""Why two papers are taken for one, or not. Those with a place stand behind those that they would take."""

_RELEASES: Final = (
    QT_TRANSLATE_NOOP("core", "single"),
    QT_TRANSLATE_NOOP("core", "unanimous"),
    QT_TRANSLATE_NOOP("core", "majority"),
    QT_TRANSLATE_NOOP("core", "median"),
    QT_TRANSLATE_NOOP("core", "adjudicated"),
    QT_TRANSLATE_NOOP("core", "raters differ"),
    QT_TRANSLATE_NOOP("core", "no majority"),
    QT_TRANSLATE_NOOP("core", "not adjudicated"),
    QT_TRANSLATE_NOOP("core", "adjudicated differently on two machines"),
    QT_TRANSLATE_NOOP("core", "adjudication withdrawn"),
    QT_TRANSLATE_NOOP("core", "adjudication out of date"),
    QT_TRANSLATE_NOOP("core", "judged differently on two machines"),
    QT_TRANSLATE_NOOP("core", "unsure"),
    QT_TRANSLATE_NOOP("core", "unreadable"),
    QT_TRANSLATE_NOOP("core", "put off for later"),
    QT_TRANSLATE_NOOP("core", "not judged"),
    QT_TRANSLATE_NOOP("core", "fewer than {0} grades"),
)
"""How a grade of a release came about, and why a pair has none."""

_LEFT_OUT: Final = (
    QT_TRANSLATE_NOOP("core", "queries without a positive"),
    QT_TRANSLATE_NOOP("core", "queries without a negative"),
    QT_TRANSLATE_NOOP("core", "queries without a relevant paper"),
    QT_TRANSLATE_NOOP("core", "queries without a text"),
    QT_TRANSLATE_NOOP("core", "positives that are the query"),
    QT_TRANSLATE_NOOP("core", "negatives that are the query or a positive"),
    QT_TRANSLATE_NOOP("core", "papers without a text"),
    QT_TRANSLATE_NOOP("core", "papers without a label"),
    QT_TRANSLATE_NOOP("core", "documents without words"),
    QT_TRANSLATE_NOOP("core", "examples beyond limit"),
    QT_TRANSLATE_NOOP("core", "held-out examples beyond validation_limit"),
    QT_TRANSLATE_NOOP("core", "pairs that validate the other way round"),
    QT_TRANSLATE_NOOP("core", "contexts that cite fewer papers than it takes"),
    QT_TRANSLATE_NOOP("core", "judgements of a query's own paper"),
    QT_TRANSLATE_NOOP("core", "papers graded too low for a positive, but not 0"),
    QT_TRANSLATE_NOOP("core", "queries whose candidates are all graded alike (first: {0})"),
)
"""What a training leaves out."""

_ENDS: Final = (
    QT_TRANSLATE_NOOP("core", "no better validation loss {0} times in a row"),
    QT_TRANSLATE_NOOP("core", "no better nDCG@10 {0} times in a row"),
    QT_TRANSLATE_NOOP("core", "all steps are made"),
    QT_TRANSLATE_NOOP("core", "before it began to train; it can be resumed"),
    QT_TRANSLATE_NOOP("core", "after 1 step; it can be resumed"),
    QT_TRANSLATE_NOOP("core", "after {0} steps; it can be resumed"),
)
"""Why a training ended, and when."""

_BENCHES: Final = (
    QT_TRANSLATE_NOOP(
        "core", "The score is kept as a whole, not by query or paper, so nothing can be left out of it."
    ),
    QT_TRANSLATE_NOOP(
        "core",
        "The score is kept by what the task does not ask about, such as {0}, so it is not known what to "
        "leave out of it. Run the task again.",
    ),
    QT_TRANSLATE_NOOP(
        "core", "The folder of this benchmark is not chosen, so that papers have only their ids."
    ),
    QT_TRANSLATE_NOOP("core", "{0}: there is no such folder."),
)
"""Why something of a benchmark cannot be told."""

_READ_ONLY: Final = (
    QT_TRANSLATE_NOOP("core", "its disk is full"),
    QT_TRANSLATE_NOOP("core", "its folder cannot be written"),
    QT_TRANSLATE_NOOP("core", "its disk is full or cannot be written"),
)
"""Why a library is open for reading only."""

_in_language: Final = partial(QCoreApplication.translate, "core")


def told(words: str) -> str:
    """The words in the window's language; what is not known here comes back as it is."""
    for pattern, source in _patterns():
        if found := pattern.fullmatch(words):
            return _in_language(source).format(*map(told, found.groups()))
    return words


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    known = (*_STAGES, *_LIKENESS, *_RELEASES, *_LEFT_OUT, *_ENDS, *_BENCHES, *_READ_ONLY)
    return tuple(
        (re.compile(re.sub(r"\\\{\d\\\}", "(.+)", re.escape(str(source)))), str(source)) for source in known
    )
