"""What of a paper is compared: its title in each of its forms, its people, place, time and identifiers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from assay.importers.entries.identity import PREPRINT_DOIS, arxiv_id_of
from assay.importers.entries.titles import name_words, normalised_title

if TYPE_CHECKING:
    from assay.types import Paper

SHORTEST_FORM = 20
"""Characters that a part of a title must have to stand for the whole."""

_BRACKETED = re.compile(r"\[([^\[\]]+)\]")
_SERVERS = re.compile(
    r"\b(?:arxiv|corr|(?:bio|med|chem|psy|soc|eng|engr|tech|earth|eco|ed)r?xiv|preprints?|ssrn"
    r"|research square|authorea|zenodo)\b"
)
_LIST_END = frozenset({"others", "et al", "al"})


class Stage(StrEnum):
    """How far a paper had come when it was recorded."""

    UNKNOWN = "unknown"
    PREPRINT = "preprint"
    PUBLISHED = "published"


@dataclass(frozen=True, slots=True)
class Traits:
    """A paper as it is compared. Texts are normalised; "" and () stand for "not known"."""

    doc_id: str
    titles: tuple[str, ...]  # the whole, then its parts in and outside brackets: a translation stands there
    families: tuple[str, ...]  # the last word of each family name
    first_author: frozenset[str]  # every word of the first author's name
    year: int | None
    venue: str
    abstract: str
    doi: str
    arxiv_id: str
    pmid: str
    stage: Stage

    @property
    def doi_kind(self) -> Stage:
        """Whether the DOI is a preprint server's or a publisher's; a paper may have one of each."""
        if not self.doi:
            return Stage.UNKNOWN
        return Stage.PREPRINT if self.doi.startswith(PREPRINT_DOIS) else Stage.PUBLISHED


def traits_of(paper: Paper) -> Traits:
    """What is compared of the paper."""
    names = [name_words(author) for author in paper.authors]
    doi, venue = paper.doi.casefold(), normalised_title(paper.venue)
    return Traits(
        doc_id=paper.doc_id,
        titles=title_forms(paper.title),
        families=tuple(family for family, _ in names if family and family not in _LIST_END),
        first_author=names[0][1] if names else frozenset(),
        year=paper.year,
        venue=venue,
        abstract=paper.abstract,
        doi=doi,
        arxiv_id=arxiv_id_of(paper),
        pmid=paper.pmid,
        stage=_stage(paper, doi, venue),
    )


def title_forms(title: str) -> tuple[str, ...]:
    """The normalised title, and where a part is in brackets, that part and the rest as well.

    Databases write a translated title as "[How rivers freeze]", or both as "How rivers freeze; [Wie Flüsse
    frieren]".
    """
    forms = [normalised_title(title)]
    if inside := _BRACKETED.search(title):
        rest = title[: inside.start()] + " " + title[inside.end() :]
        forms += [form for part in (rest, inside[1]) if len(form := normalised_title(part)) >= SHORTEST_FORM]
    return tuple(dict.fromkeys(form for form in forms if form))


def _stage(paper: Paper, doi: str, venue: str) -> Stage:
    on_server = _SERVERS.search(venue) is not None
    if doi:
        return Stage.PREPRINT if doi.startswith(PREPRINT_DOIS) else Stage.PUBLISHED
    if on_server or (paper.arxiv_id and not venue):
        return Stage.PREPRINT
    return Stage.PUBLISHED if venue else Stage.UNKNOWN
