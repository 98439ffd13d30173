"""Suggestions from the answers of hosts: only for fields that are missing or need review, never automatic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from assay.importers.entries.identity import same_record, same_text
from assay.importers.entries.titles import compatible_titles, name_words, normalised_title
from assay.lookup.hosts import Question
from assay.types import Paper

FIELDS = ("title", "authors", "abstract", "year", "venue", "doi", "arxiv_id", "pmid")
"""What can be suggested, in the order in which it is shown."""

Value: TypeAlias = str | int | tuple[str, ...] | None

_NOTHING = ("", (), None)
_ARXIV_DOI = "10.48550/"  # says no more than the arXiv id


@dataclass(frozen=True, slots=True)
class Open:
    """The fields to look up of a paper, with those that a file gave and nobody has confirmed.

    All other fields that say something are a person's or a list's word, and are left alone; so are those that
    a person `typed`, even if to empty them.
    """

    paper: Paper
    unconfirmed: frozenset[str] = frozenset()
    typed: frozenset[str] = frozenset()

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that are missing or need review."""
        return tuple(
            name
            for name in FIELDS
            if name not in self.typed and (name in self.unconfirmed or getattr(self.paper, name) in _NOTHING)
        )

    @property
    def believed(self) -> Paper:
        """The paper without the fields that need review, but for its title."""
        doubts: dict[str, Value] = {"authors": (), "abstract": "", "year": None, "doi": "", "arxiv_id": ""}
        return replace(self.paper, **{n: doubts[n] for n in self.unconfirmed if n in doubts})  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One field of a paper as it is and as a host gives it."""

    doc_id: str
    field: str
    before: Value
    after: Value
    host: str


def suggest(open_paper: Open, answers: Iterable[tuple[Question, Sequence[Paper]]]) -> list[Suggestion]:
    """What the answers say of what is open, at most once a field; of several hosts the first one counts.

    An answer about another paper says nothing: a title that is known must fit, and a search by title counts
    only where year and first author do not contradict either.
    """
    paper, made = open_paper.paper, dict[str, Suggestion]()
    settled: set[str] = set()
    for question, found in answers:
        record = _record(open_paper, question, found)
        if record is None:
            continue
        for name in open_paper.fields:
            before, after = getattr(paper, name), getattr(record, name)
            if after in _NOTHING or name in settled or (name == "doi" and after.startswith(_ARXIV_DOI)):
                continue
            settled.add(name)
            if not _same(name, before, after):
                made[name] = Suggestion(paper.doc_id, name, before, after, question.host)
    return [made[name] for name in FIELDS if name in made]


def _record(open_paper: Open, question: Question, found: Sequence[Paper]) -> Paper | None:
    """Return the answer that is about this paper."""
    if question.by_title:
        believed = open_paper.believed
        return next(
            (one for one in found if same_record(believed, one) and _numbered_alike(believed, one)), None
        )
    if not found:
        return None
    titles = normalised_title(open_paper.paper.title), normalised_title(found[0].title)
    fits = "title" in open_paper.unconfirmed or compatible_titles(*titles)
    return found[0] if fits else None


def _numbered_alike(one: Paper, two: Paper) -> bool:
    """Return whether the titles have the same numbers: part 2 is another paper than one without."""
    numbers = [
        {word for word in normalised_title(paper.title).split() if word.isdigit()} for paper in (one, two)
    ]
    return numbers[0] == numbers[1]


def _same(name: str, before: Value, after: Value) -> bool:
    """Return whether the host only confirms what is there, in words that hardly differ."""
    if before in _NOTHING:
        return False
    if name == "title":
        return before == after or (
            not str(before).isupper() and normalised_title(str(before)) == normalised_title(str(after))
        )
    if name == "abstract":
        one, two = str(before), str(after)
        return same_text(one, two) and abs(len(one) - len(two)) < 0.1 * max(len(one), len(two))
    if isinstance(before, tuple) and isinstance(after, tuple):
        return [name_words(one)[0] for one in before] == [name_words(two)[0] for two in after]
    return str(before).casefold() == str(after).casefold()
