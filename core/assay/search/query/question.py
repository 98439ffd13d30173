"""What a search asks for, once its papers were looked up and its weights checked."""

from __future__ import annotations

import math
from collections.abc import Set
from dataclasses import dataclass

from assay.errors import BadInput
from assay.search.query.source import PaperLibrary
from assay.types import Combine, Paper, SearchRequest, Seed, TextSeed


@dataclass(frozen=True, slots=True)
class Question:
    """A request whose seeds were looked up: what was typed, texts and papers with their signed weights."""

    text: str
    texts: tuple[tuple[str, float], ...]
    seeds: tuple[tuple[Paper, float], ...]
    hidden: Set[str]  # never returned
    combine: Combine = Combine.MEAN
    grades: tuple[tuple[Paper, int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.text or self.texts or self.seeds)

    @property
    def is_typed(self) -> bool:
        """Whether it is nothing but what was typed."""
        return bool(self.text) and not self.texts and not self.seeds

    @property
    def words(self) -> str:
        """The words of everything written that is looked for; what was typed comes last."""
        return " ".join([*(text for text, weight in self.texts if weight > 0), self.text]).strip()


@dataclass(frozen=True, slots=True)
class HighlightTerms:
    """What to mark in the papers that were found: words as they were written, and stems."""

    words: str = ""
    stems: Set[str] = frozenset()


def question_of(request: SearchRequest, library: PaperLibrary, *, hidden: Set[str] = frozenset()) -> Question:
    """The request with its seeds looked up in the library; they and the `hidden` papers are not returned.
    Grades of papers that are no longer there are left out.

    Raises `BadInput` for an unknown paper, an empty text, a weight that is not above 0, and where nothing
    says what to look for.
    """
    seeds = []
    for seed in request.seeds:
        found = library.papers.get([seed.doc_id])
        if not found:
            raise BadInput(
                "No paper '{0}' in this library.", seed.doc_id, advice="`assay search` finds its id."
            )
        seeds.append((found[0], _signed(seed)))
    if any(not each.text.strip() for each in request.texts):
        raise BadInput("One of the seed texts is empty. Type something there, or remove it.")
    texts = [(each.text.strip(), _signed(each)) for each in request.texts]
    text = request.text.strip()
    weights = [weight for _, weight in (*seeds, *texts)]
    if weights and not text and max(weights) <= 0:
        raise BadInput("This search only excludes papers. Add a text or a paper to look for.")
    return Question(
        request.text if text else "",
        tuple(texts),
        tuple(seeds),
        hidden | {paper.doc_id for paper, _ in seeds},
        request.combine,
        _graded(request, library),
    )


def _graded(request: SearchRequest, library: PaperLibrary) -> tuple[tuple[Paper, int], ...]:
    if not request.grades:
        return ()
    papers = {paper.doc_id: paper for paper in library.papers.get([each.doc_id for each in request.grades])}
    return tuple((papers[each.doc_id], each.relevance) for each in request.grades if each.doc_id in papers)


def _signed(seed: Seed | TextSeed) -> float:
    if not (math.isfinite(seed.weight) and seed.weight > 0):
        raise BadInput(
            "{0} is not a weight. Give a number above 0; the minus sign is separate.", f"{seed.weight:g}"
        )
    return seed.sign * seed.weight
