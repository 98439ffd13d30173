"""Search in the full texts of papers: by passages, of which a paper's best one counts.

A long text has more words that may be asked for than an abstract, so whole texts are no fair match for each
other; passages of like length are (Callan, Passage-Level Evidence in Document Retrieval, SIGIR 1994).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assay.errors import StaleIndex
from assay.index import PassageIndex, Where
from assay.messages import message
from assay.progress import Progress, silent
from assay.search.index_lock import index_lock

if TYPE_CHECKING:
    from assay.search.library_texts import LibraryTexts

logger = logging.getLogger(__name__)

PASSAGES_A_PAPER = 8
"""Passages that are fetched for each paper that is wanted: those of one paper crowd out others."""

LEAD = 3
MOST_WEIGHT = 4.0
"""A passage counts by the power `LEAD` of how its score compares with that of the best abstract, and no more
than so many times. Among 1,183 abstracts of SciFact and 19 PDFs a sentence of a PDF finds its paper first in
98 % of hybrid searches instead of 67 %, and claims about the abstracts lose nothing (docs/benchmarks.md).
"""

BATCH = 50  # texts read at once


Place = tuple[str, int]
"""Where a passage is: the name of its text, and its number there."""

Inside = tuple[float, Place]
"""The score of a paper's best passage, and where that is."""


@dataclass(frozen=True, slots=True)
class InTexts:
    """What full texts have for a question: doc_id -> score and place of a passage, each best first.

    `weights` say what a passage counts for by its words; by meaning, a paper is as near as its nearest one.
    """

    by_words: Mapping[str, Inside]
    weights: Mapping[str, float]
    by_meaning: Mapping[str, Inside]

    def place(self, doc_id: str) -> Place | None:
        """Return the place that a result shows: by words from half of the best abstract's score on."""
        first, second = self.by_words.get(doc_id), self.by_meaning.get(doc_id)
        if second is not None and self.weights.get(doc_id, 0.0) < 0.5**LEAD:
            first = second
        return None if first is None else first[1]


def passage_weight(score: float, best_abstract: float) -> float:
    """What a passage's rank counts for, where the best abstract has this BM25 score; 0 if there is none.

    Passages and abstracts are of like length, so their scores can be compared: a passage that says what was
    asked for far outweighs ranks of papers that hardly do, and one that shares a word with it counts little.
    """
    if best_abstract <= 0:
        return MOST_WEIGHT
    return float(min(MOST_WEIGHT, (score / best_abstract) ** LEAD))


class FullTextSearch:
    """Finds papers by the passages of their texts. Not for two threads at once."""

    def __init__(self, texts: LibraryTexts, index: PassageIndex) -> None:
        self._papers = texts.with_text()
        self._index = index

    def __len__(self) -> int:
        """Count the papers whose text can be searched."""
        return len(set(self._papers.values()))

    def search(
        self, text: str, k: int, *, where: Where | None = None, prefix: bool = False
    ) -> list[tuple[str, float, Place]]:
        """The k papers with the best passage: (doc_id, its BM25 score, (text, number of it)), best first."""
        depth, found = k * PASSAGES_A_PAPER, dict[str, tuple[str, float, Place]]()
        for name, number, score in self._index.search(text, depth, prefix=prefix):
            doc_id = self._papers.get(name)
            if doc_id is not None and (where is None or doc_id in where):
                found.setdefault(doc_id, (doc_id, score, (name, number)))
        return list(found.values())[:k]


def update_full_text(
    texts: LibraryTexts, *, folder: Path, revision: int, progress: Progress = silent
) -> tuple[int, int]:
    """Bring the index of full texts in `folder` up to date; return (texts in it, texts added).

    A library without any full text gets no index. After `Cancelled` the index is as it was.
    Raises `LibraryError` if the disk does not take it.
    """
    started = time.monotonic()
    if not texts.with_text() and not folder.is_dir():
        return 0, 0
    with index_lock(folder, progress, "full text", message("full text index")):
        wanted, new, gone = _update(texts, folder, revision, progress)
    if new or gone:
        logger.info("indexed %d full texts, %.1f s", len(new), time.monotonic() - started)
    return wanted, len(new)


def _update(
    texts: LibraryTexts, folder: Path, revision: int, progress: Progress
) -> tuple[int, list[str], Set[str]]:
    """Return how many texts there are, and those that were added and removed."""
    try:
        index = PassageIndex(folder)
    except StaleIndex as error:
        logger.info("%s", error)
        index = PassageIndex(folder, replace=True)
    try:
        wanted, there = texts.with_text(), index.texts
        new, gone = [name for name in wanted if name not in there], there - wanted.keys()
        for start in range(0, len(new), BATCH):
            progress("full text", start, len(new))
            index.add({name: texts.passages(name) for name in new[start : start + BATCH]})
        index.remove(gone)
        if new or gone:
            index.commit(revision=revision)
    finally:
        index.discard()
    return len(wanted), new, gone
