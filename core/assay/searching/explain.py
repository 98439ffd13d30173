"""Explain why a search finds a paper: which words, which texts and seed papers, which sentences."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

import numpy as np

from assay.errors import BadInput
from assay.index import words
from assay.items import notes_of
from assay.search.library_texts import LibraryTexts
from assay.search.query.fields import describe_filters
from assay.search.query.question import Question
from assay.search.query.seeds import Component, combined, direction
from assay.search.searcher import Searcher
from assay.search.snippets import note_passage, sentences_of
from assay.searching.types import Explanation, Moved, NearestPassage, Sentence, Start, StartKind, WordPart
from assay.types import Paper, SearchMode, SearchRequest, TaskFormat, Vectors, shown_title

REMEMBERED = 64
"""Papers whose sentences stay encoded, since readers go to and fro."""

MOST_SENTENCES = 60
"""Sentences of one abstract that are encoded; beyond that it is no abstract."""


class Explainer:
    """Explains the results of one searcher; keeps sentences' vectors. Not for two threads at once."""

    def __init__(self, searcher: Searcher, texts: LibraryTexts | None = None) -> None:
        """Passages by meaning are explained out of the full `texts`."""
        self.searcher = searcher
        self._texts = texts
        self._encoded: OrderedDict[str, Vectors] = OrderedDict()  # text -> its sentences' vectors

    def explain(self, request: SearchRequest, paper: Paper) -> Explanation:
        """Return the explanation for a request whose typed text was parsed (`understood`).

        Raises:
            BadInput: as a search does.
            ModelError: its mode needs a model that is not there.
        """
        question = self.searcher.question(request)
        if not question and not request.filters:
            raise BadInput("The search is empty. Give a text or a paper.")
        by_words = self._words(question, paper) if request.mode is not SearchMode.SEMANTIC else ()
        starts: tuple[Start, ...] = ()
        moved: Moved | None = None
        nearest: NearestPassage | None = None
        sentences: tuple[Sentence, ...] = ()
        if question and request.mode is not SearchMode.KEYWORD:
            components = self.searcher.components(question)
            starts = self._starts(question, components, paper)
            sentences = self._sentences(question, paper.abstract)
            moved = self._moved(question, request.mode, paper)
            nearest = self._nearest(question, request, paper) if request.full_text else None
        restricts = tuple(describe_filters(request.filters))
        note = note_passage(paper, question.text) if question and question.text else []
        return Explanation(paper.doc_id, by_words, starts, sentences, restricts, moved, nearest, tuple(note))

    def _words(self, question: Question, paper: Paper) -> tuple[WordPart, ...]:
        parts = self.searcher.word_parts(question, paper.doc_id)
        total = sum(score for score in parts.values() if score > 0)
        written = _as_written(paper)
        found = [
            WordPart(written.get(stem, stem), score, score / total if total else 0.0)
            for stem, score in parts.items()
        ]
        return tuple(sorted(found, key=lambda part: (-part.score, part.word)))

    def _starts(self, question: Question, components: list[Component], paper: Paper) -> tuple[Start, ...]:
        texts = [question.text] * bool(question.text) + [text for text, _ in question.texts]
        names: list[tuple[StartKind, str, str]] = [("text", text, text) for text in texts]
        names += [("paper", seed.doc_id, shown_title(seed)) for seed, _ in question.seeds]
        own = direction([Component(self.searcher.paper_vector(paper), 1.0)])
        found = [
            Start(kind, name, title, 1 if part.weight > 0 else -1, _cosine(part.vector, own))
            for (kind, name, title), part in zip(names, components, strict=True)
        ]
        if question.grades:
            parts, _ = self.searcher.moved_components(question)
            n = str(len(question.grades))
            found.append(
                Start("grades", n, f"your {n} grade{'s' * (n != '1')}", 1, _cosine(direction(parts), own))
            )
        return tuple(sorted(found, key=lambda start: -start.cosine))

    def _moved(self, question: Question, mode: SearchMode, paper: Paper) -> Moved | None:
        lessons = self.searcher.lessons_for(question, mode)
        if lessons is None:
            return None
        parts, gain = self.searcher.components(question, mode), 0.0
        if lessons.ranker:
            found = self.searcher.candidates(question)
            added = self.searcher.added(lessons, question, parts, found)
            if paper.doc_id in found.doc_ids:
                gain = float(added[found.doc_ids.index(paper.doc_id)] - added.mean())
        return Moved(lessons.version, lessons.meaning, gain, tuple(lessons.nearest(parts, question.text)))

    def _nearest(self, question: Question, request: SearchRequest, paper: Paper) -> NearestPassage | None:
        found = self.searcher.nearest_passage(question, request.mode, paper.doc_id)
        if found is None or self._texts is None or (passage := self._texts.passage(found[1])) is None:
            return None
        sentences = self._sentences(question, passage.text)
        text = sentences[0].text if sentences else passage.text
        return NearestPassage(passage.page, text, found[0], found[2])

    def _sentences(self, question: Question, whole: str) -> tuple[Sentence, ...]:
        texts = sentences_of(whole)[:MOST_SENTENCES]
        if not texts:
            return ()
        scores = combined(self._vectors(whole, texts), *self.searcher.moved_components(question))
        found = [
            Sentence(number, text, score)
            for number, (text, score) in enumerate(zip(texts, scores.tolist(), strict=True))
        ]
        return tuple(sorted(found, key=lambda sentence: -sentence.score))

    def _vectors(self, whole: str, texts: list[str]) -> Vectors:
        """The unit vectors (n, dim) of a text's sentences, as if each were a paper."""
        if whole not in self._encoded:
            while len(self._encoded) >= REMEMBERED:
                self._encoded.popitem(last=False)
            rows = self.searcher.encode(texts, TaskFormat.PRX)
            lengths = np.linalg.norm(rows, axis=1, keepdims=True)  # (n, 1)
            self._encoded[whole] = rows / np.maximum(lengths, np.finfo(np.float32).tiny)
        self._encoded.move_to_end(whole)
        return self._encoded[whole]


def _cosine(vector: Vectors, unit: Vectors) -> float:
    return float(direction([Component(vector, 1.0)]) @ unit)


def _as_written(paper: Paper) -> Mapping[str, str]:
    """stem -> the first word of the paper with it, as the paper writes it."""
    found: dict[str, str] = {}
    for text in (
        *(paper.title, paper.abstract, *paper.keywords, *paper.authors, paper.venue),
        *notes_of(paper),
    ):
        for word in words(text):
            found.setdefault(word.stem, text[word.start : word.end])
    return found
