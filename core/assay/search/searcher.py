"""From a request to a ranking: by keyword, semantic, or hybrid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from assay.encoding import Encoder, word_columns
from assay.errors import ModelError, StaleIndex
from assay.index import LexicalIndex, Ranking, VectorIndex, Where, known_of
from assay.search.feedback import few_of, moved, telling_stems
from assay.search.full_text import PASSAGES_A_PAPER, FullTextSearch, Inside, InTexts, Place, passage_weight
from assay.search.fusion import MEANING, MEANING_OF_PAPERS, Fused, behind, convex, ranks_in, rrf
from assay.search.passage_vectors import PassageVectors, nearer
from assay.search.query.learned import Candidates, Lessons, candidates_of
from assay.search.query.question import HighlightTerms, Question, question_of
from assay.search.query.restrictions import Restrictions
from assay.search.query.seeds import Component, best_by_extremes, combined, direction, least_score, shares
from assay.search.query.source import PaperLibrary
from assay.types import (
    Combine,
    Filters,
    Fusion,
    Hit,
    Misfit,
    Paper,
    SearchMode,
    SearchRequest,
    TaskFormat,
    Vectors,
)

KEYWORD, SEMANTIC = SearchMode.KEYWORD.value, SearchMode.SEMANTIC.value
FULL_TEXT, PASSAGES = "full text", "passages"
HYBRID_DEPTH = 200
"""Each channel is fused so deep, however many results are wanted: a deeper fusion would order the first ones
differently. Papers that no channel has among its first 200 follow behind, by their best rank. On CISI and
CACM 200 gives 0.002 nDCG@10 more than 100, and 500 no more."""

WORDS_WITH_KEYWORDS = 0.5
"""Of the length of a query's columns of words, where keywords are searched for too and say most of it
already: at full length the default model's hybrid search lost 0.007 nDCG@10 on Cranfield and CISI, at half of
it less than 0.005 on any collection (docs/benchmarks.md)."""

FEW_TEXTS = 16
"""Texts whose vectors are remembered; more at once are those of a run, each asked once."""

MARKED_STEMS = 10
"""Words that are marked of each paper that is searched with: those that tell it best."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """A question, the vectors that it looks for, and the stems next to what was typed, with their weights."""

    question: Question
    parts: Sequence[Component]
    stems: Mapping[str, float]

    @property
    def combine(self) -> Combine:
        """How the cosines become one score: what grades teach is a direction."""
        return Combine.MEAN if self.question.grades else self.question.combine


class Searcher:
    """Searches one library through the indexes that are there. Not for two threads at once."""

    def __init__(
        self,
        library: PaperLibrary,
        *,
        lexical: LexicalIndex | None,
        vectors: VectorIndex | None,
        encoder: Encoder | None,
        full_text: FullTextSearch | None = None,
        passages: PassageVectors | None = None,
        fusion: Fusion = Fusion.SCORES,
        lessons: Lessons | None = None,
        set_aside: Misfit = "",
    ) -> None:
        """`lessons` are what judged queries teach hybrid searches of what was typed; `set_aside` says why
        those that the library has are not used."""
        self._library = library
        self.fusion = fusion
        self.lessons = lessons
        self.set_aside = set_aside
        self.full_text = full_text
        self.passages = passages
        self.lexical = lexical
        self.vectors = vectors
        self.encoder = encoder
        self._restrictions = Restrictions(library, vectors=vectors, lexical=lexical)
        self._query_vectors: dict[str, Vectors] = {}  # text -> its vector (dim,) as a query
        self._waiting: tuple[int, int] | None = None  # library revision, papers without words
        self._covered: tuple[int, tuple[int, int]] | None = None  # library revision, coverage

    @property
    def coverage(self) -> tuple[int, int]:
        """(papers of the library that this searches, papers of the library).

        Where there are vectors, those count: papers without one are found by their words alone. Counted once
        a revision of the library, since the window asks at every keystroke.
        """
        revision = self._library.revision()
        if self._covered is None or self._covered[0] != revision:
            searched = self.lexical if self.vectors is None else self.vectors
            self._covered = revision, (self._n_here(searched), self._library.papers.count())
        return self._covered[1]

    @property
    def n_without_words(self) -> int:
        """How many papers of the library the keyword index does not have yet: no search finds their words."""
        revision = self._library.revision()
        if self._waiting is None or self._waiting[0] != revision:
            self._waiting = revision, self._library.papers.count() - self._n_here(self.lexical)
        return self._waiting[1]

    def _n_here(self, index: LexicalIndex | VectorIndex | None) -> int:
        """Return how many of the papers that the library has are in the index."""
        if index is None:
            return 0
        return len(index) - int(np.count_nonzero(index.has([*self._restrictions.gone()])))

    def search(self, request: SearchRequest, *, prefix: bool = False) -> list[Hit]:
        """Return the request's k best papers, fewer where fewer are found.

        Seeds never return themselves. With `prefix` the last word of the text may be unfinished. How cosines
        become one score the request says; words are always added up. A request without text and seeds finds
        what passes its filters, the newest first; without filters, nothing.

        Raises `BadInput` as `question_of` does, `StaleIndex` where the mode's index is missing, and
        `ModelError` where the model is.
        """
        question = self.question(request)
        if not question and request.filters:
            found = self._restrictions.listed(request.filters)[: request.k]
            return [Hit(doc_id, 0.0, rank) for rank, doc_id in enumerate(found, start=1)]
        return self.rank(
            [question],
            mode=request.mode,
            k=request.k,
            filters=request.filters,
            full_text=request.full_text,
            prefix=prefix,
        )[0]

    def question(self, request: SearchRequest, *, hidden: Set[str] = frozenset()) -> Question:
        """Return what the request asks this library for: see `question_of`."""
        return question_of(request, self._library, hidden=hidden)

    def for_queries_of(self, encoder: Encoder) -> Searcher:
        """The same indexes, asked by another model. Its vectors of papers must be those of the index."""
        return Searcher(
            self._library,
            lexical=self.lexical,
            vectors=self.vectors,
            encoder=encoder,
            full_text=self.full_text,
            passages=self.passages,
            fusion=self.fusion,
        )

    def highlight_terms(self, request: SearchRequest) -> HighlightTerms:
        """Return the words to mark in what the request found. Raises as `question` does."""
        question = self.question(request)
        stems: set[str] = set()
        if self.lexical is not None:
            for paper, weight in question.seeds:
                if weight > 0:
                    stems |= self.lexical.paper_stems(paper, MARKED_STEMS).keys()
        return HighlightTerms(question.words, frozenset(stems))

    def components(self, question: Question, mode: SearchMode = SearchMode.SEMANTIC) -> list[Component]:
        """What the model looks for: the vectors of what was typed, of the texts and of the papers, in this
        order. Raises `ModelError`.
        """
        return self._components([question], with_keywords=mode is SearchMode.HYBRID)[0]

    def moved_components(self, question: Question) -> tuple[Sequence[Component], Combine]:
        """Return the vectors that papers are compared with, as grades have moved them, and how: see
        `combined`. Raises `ModelError`.
        """
        plan = _Plan(question, self._with_grades(question, self.components(question)), {})
        return plan.parts, plan.combine

    def word_parts(self, question: Question, doc_id: str) -> dict[str, float]:
        """stem -> what it adds to the paper's BM25 score. Raises `StaleIndex` without a keyword index."""
        lexical = self._words()
        return lexical.parts(doc_id, question.text, stems=self._stems(question))

    def paper_vector(self, paper: Paper) -> Vectors:
        """The stored vector (dim,), or a new one for a paper that is not indexed yet. Raises `ModelError`."""
        if self.vectors is not None and self.vectors.has([paper.doc_id])[0]:
            return np.asarray(self.vectors.vectors([paper.doc_id])[0])
        encoder = self._model()
        return np.asarray(self.encode([encoder.template.paper_text(paper)], TaskFormat.PRX)[0])

    def encode(self, texts: Sequence[str], format: TaskFormat) -> Vectors:
        """Return the model's vectors (n, dim) of these texts. Raises `ModelError`."""
        encoder = self._model()
        if not texts:
            return np.empty((0, encoder.dim), np.float32)
        return encoder.encode(texts, format=format)

    def papers(self, doc_ids: Sequence[str]) -> list[Paper]:
        """Return the papers of these ids that are there, in this order."""
        return self._library.papers.get(doc_ids)

    def has_paper(self, doc_id: str) -> bool:
        """Return whether the library has this paper, under this id or an alias."""
        return bool(self._library.papers.get([doc_id]))

    def rank(
        self,
        questions: Sequence[Question],
        *,
        mode: SearchMode,
        k: int,
        filters: Filters = Filters(),  # noqa: B008 - frozen
        full_text: bool = False,
        prefix: bool = False,
    ) -> list[list[Hit]]:
        """Return the k best papers of each question; many at once cost far less than one by one.

        The first results do not depend on k: channels are fused `HYBRID_DEPTH` deep. Behind the fused papers
        come those that are only in the deeper rankings, see `behind`.
        """
        mode = SearchMode(mode)
        allowed = self._restrictions.allowed(filters)
        fused = mode is SearchMode.HYBRID or full_text
        depth = HYBRID_DEPTH if fused else k
        plans = self._plans(questions, mode)
        channels = self._channels(plans, mode, sorted({depth, max(depth, k)}), allowed, prefix=prefix)
        near = self._in_passages(plans, depth, allowed) if full_text else [{} for _ in plans]
        hits = []
        for row, plan in enumerate(plans):
            inside = self._in_full_text(plan.question, depth, allowed, prefix=prefix) if full_text else {}
            texts = InTexts(inside, self._weights(plan.question, inside, allowed, prefix=prefix), near[row])
            fusing, deeper = (
                {name: rankings[row] for name, rankings in at.items()} for at in (channels[0], channels[-1])
            )
            if len(fusing) == 1 and not inside and not near[row]:
                [(channel, ranking)] = deeper.items()
                ranked = [(d, score, {channel: at}) for at, (d, score) in enumerate(ranking, start=1)]
            else:
                ranked = self._fused(plan, fusing, texts, prefix=prefix)
                if len(ranked) < k and len(channels) > 1:
                    ranked += behind(ranked, deeper, HYBRID_DEPTH)
            hits.append(
                [
                    Hit(doc_id, score, rank, found, texts.place(doc_id))
                    for rank, (doc_id, score, found) in enumerate(ranked[:k], start=1)
                ]
            )
        return hits

    def scores(self, question: Question, doc_ids: Set[str]) -> dict[str, float]:
        """Score these papers as a hybrid search of nothing else would; by words alone without vectors."""
        [plan] = self._plans([question], SearchMode.KEYWORD if self.vectors is None else SearchMode.HYBRID)
        scored = {
            KEYWORD: dict.fromkeys(doc_ids, 0.0) | self._scores_by_words(plan, [], doc_ids, prefix=False)
        }
        if self.vectors is not None:
            scored[SEMANTIC] = self._scores_by_meaning(plan, doc_ids)
        channels = {
            name: sorted(found.items(), key=lambda hit: (-hit[1], hit[0])) for name, found in scored.items()
        }
        return {
            doc_id: score
            for doc_id, score, _ in self._fused(plan, channels, InTexts({}, {}, {}), prefix=False)
        }

    def channels(self, questions: Sequence[Question]) -> dict[str, list[Ranking]]:
        """Return what hybrid search fuses: "keyword" and "semantic" -> a ranking for each question.

        Each holds the first `HYBRID_DEPTH` of both channels, with its own score of them. The semantic one is
        not that of a semantic search where a model has columns of words, which count for less next to
        keywords.
        """
        plans = self._plans(questions, SearchMode.HYBRID)
        found = self._channels(plans, SearchMode.HYBRID, [HYBRID_DEPTH], None, prefix=False)[0]
        if self.fusion is Fusion.RRF:
            return found
        for row, plan in enumerate(plans):
            doc_ids = {doc_id for rankings in found.values() for doc_id, _ in rankings[row]}
            words = self._scores_by_words(plan, found[KEYWORD][row], doc_ids, prefix=False)
            for name, scores in ((KEYWORD, words), (SEMANTIC, self._scores_by_meaning(plan, doc_ids))):
                found[name][row] = sorted(scores.items(), key=lambda hit: (-hit[1], hit[0]))
        return found

    def _plans(self, questions: Sequence[Question], mode: SearchMode) -> list[_Plan]:
        """Return each question with what the mode looks for, made for all of them at once."""
        parts: Iterator[list[Component]] = iter(())
        if mode is not SearchMode.KEYWORD:
            nonempty = [question for question in questions if question]
            parts = iter(self._components(nonempty, with_keywords=mode is SearchMode.HYBRID))
        by_words = mode is not SearchMode.SEMANTIC
        return [
            _Plan(
                each,
                self._with_grades(each, next(parts, [])) if each else [],
                self._stems(each) if each and by_words else {},
            )
            for each in questions
        ]

    def lessons_for(self, question: Question, mode: SearchMode) -> Lessons | None:
        """Return what judged queries teach for this question: of what is typed, by hybrid search, as it was
        measured."""
        return self.lessons if mode is SearchMode.HYBRID and question.is_typed else None

    def _with_grades(self, question: Question, parts: Sequence[Component]) -> Sequence[Component]:
        """Return the parts as the graded papers move them; those that have no vector yet move the words."""
        if not parts or not question.grades:
            return parts
        index = self._vectors()
        stored = known_of(index, [paper.doc_id for paper, _ in question.grades])
        vectors = dict(zip(stored, index.vectors(stored), strict=True))
        return moved(parts, question.grades, vectors, lambda: self._unjudged({*stored}))

    def _unjudged(self, graded: Set[str]) -> Vectors:
        """Return the vectors (n, dim) of a few papers that may stand for all the others."""
        return self._vectors().vectors([doc_id for doc_id in self._few if doc_id not in graded])

    @cached_property
    def _few(self) -> Sequence[str]:
        return few_of(self._vectors().doc_ids)

    def _channels(
        self,
        plans: Sequence[_Plan],
        mode: SearchMode,
        depths: Sequence[int],
        allowed: Where | None,
        *,
        prefix: bool,
    ) -> list[dict[str, list[Ranking]]]:
        """At each depth: channel -> a ranking for each question. An approximate index may rank its first
        papers otherwise when it looks deeper, so no ranking is cut out of a deeper one."""
        found: list[dict[str, list[Ranking]]] = [{} for _ in depths]
        for at, depth in zip(found, depths, strict=True):
            if mode is not SearchMode.SEMANTIC:
                at[KEYWORD] = [self._by_words(plan, depth, allowed, prefix=prefix) for plan in plans]
            if mode is not SearchMode.KEYWORD:
                at[SEMANTIC] = self._by_meaning(plans, depth, allowed)
        return found

    # -- fusion -----------------------------------------------------------------------------------------

    def _fused(
        self, plan: _Plan, channels: Mapping[str, Ranking], texts: InTexts, *, prefix: bool
    ) -> list[Fused]:
        """Fuse the channels, and the passages of full texts."""
        ranked = {name: [doc_id for doc_id, _ in ranking] for name, ranking in channels.items()}
        further = ((FULL_TEXT, texts.by_words), (PASSAGES, texts.by_meaning))
        ranked |= {name: list(found) for name, found in further if found}
        if self.fusion is Fusion.RRF:
            return self._fused_by_ranks(ranked, channels, texts)
        words, meaning = self._scores(plan, channels, ranked, texts, prefix=prefix)
        if SEMANTIC not in channels:
            return convex(ranked, words, {}, weight=0.0)
        lessons = self.lessons_for(plan.question, SearchMode.HYBRID)
        weight = MEANING if plan.question.words else MEANING_OF_PAPERS
        fused = convex(ranked, words, meaning, weight=weight if lessons is None else lessons.meaning)
        if lessons is None or not lessons.ranker:
            return fused
        found = self._candidates(fused, words, meaning)
        if not found.doc_ids:
            return fused
        values = self.added(lessons, plan.question, plan.parts, found)
        added = dict(zip(found.doc_ids, values.tolist(), strict=True))
        usual = float(values.mean())  # of papers without a vector
        hits = [(doc_id, score + added.get(doc_id, usual), ranks) for doc_id, score, ranks in fused]
        return sorted(hits, key=lambda hit: (-hit[1], hit[0]))

    def added(
        self, lessons: Lessons, question: Question, parts: Sequence[Component], found: Candidates
    ) -> npt.NDArray[np.float64]:
        """Return what a ranker adds to the scores (n,) of what was found.

        Where all that was typed stands in the title of the first, that gets as much as any: a typed title
        finds its paper first, as it does without a ranker.
        """
        values = lessons.added(found, parts, question.text)
        stems_of = self._words().typed_stems
        for first in self._library.papers.get(found.doc_ids[:1]):
            if stems_of(question.text).keys() <= stems_of(first.title).keys():
                values[0] = values.max()
        return values

    def candidates(self, question: Question) -> Candidates:
        """Return what a typed question finds by the default weights, as a ranker sees it."""
        plan = self._plans([question], SearchMode.HYBRID)[0]
        found = self._channels([plan], SearchMode.HYBRID, [HYBRID_DEPTH], None, prefix=False)[0]
        channels = {name: rankings[0] for name, rankings in found.items()}
        ranked = {name: [doc_id for doc_id, _ in ranking] for name, ranking in channels.items()}
        words, meaning = self._scores(plan, channels, ranked, InTexts({}, {}, {}), prefix=False)
        return self._candidates(convex(ranked, words, meaning), words, meaning)

    def _scores(
        self,
        plan: _Plan,
        channels: Mapping[str, Ranking],
        ranked: Mapping[str, Sequence[str]],
        texts: InTexts,
        *,
        prefix: bool,
    ) -> tuple[dict[str, float], dict[str, float]]:
        """doc_id -> score of its words, with what its passage counts, and of its meaning, both at most 1."""
        doc_ids = {doc_id for ranking in ranked.values() for doc_id in ranking}
        words = dict(texts.weights)
        if KEYWORD in channels:
            for doc_id, score in shares(
                self._scores_by_words(plan, channels[KEYWORD], doc_ids, prefix=prefix), 0.0
            ).items():
                words[doc_id] = score + words.get(doc_id, 0.0)
        if SEMANTIC not in channels or self.vectors is None:
            return words, {}
        nearest = nearer(self._scores_by_meaning(plan, doc_ids), texts.by_meaning)
        return words, shares(nearest, least_score(plan.parts, plan.combine, self.vectors))

    def _candidates(
        self, fused: Sequence[Fused], words: Mapping[str, float], meaning: Mapping[str, float]
    ) -> Candidates:
        index = self._vectors()
        there = index.has([doc_id for doc_id, _, _ in fused])
        scores = {doc_id: score for (doc_id, score, _), known in zip(fused, there, strict=True) if known}
        values, similar, matching = (
            np.array([of.get(each, 0.0) for each in scores]) for of in (scores, meaning, words)
        )
        return candidates_of([*scores], values, similar, matching, index.vectors([*scores]))

    def _fused_by_ranks(
        self, ranked: Mapping[str, Sequence[str]], channels: Mapping[str, Ranking], texts: InTexts
    ) -> list[Fused]:
        """Passages by meaning have no rank of their own in it: they lift their papers in that by meaning."""
        fusing = {name: ranking for name, ranking in ranked.items() if name != PASSAGES}
        if texts.by_meaning:
            nearest = nearer(dict(channels[SEMANTIC]), texts.by_meaning)
            fusing[SEMANTIC] = sorted(nearest, key=lambda doc_id: (-nearest[doc_id], doc_id))
        found = ranks_in(ranked)
        fused = rrf(fusing, weights={FULL_TEXT: texts.weights})
        return [(doc_id, score, found[doc_id]) for doc_id, score, _ in fused]

    def _scores_by_words(
        self, plan: _Plan, ranking: Ranking, doc_ids: Set[str], *, prefix: bool
    ) -> dict[str, float]:
        """doc_id -> BM25 score of those of the papers that have one; `ranking` has some of them."""
        found = dict(ranking)
        missing = doc_ids - found.keys()
        lexical = self._words()
        found.update(
            lexical.search(
                plan.question.text, len(missing), where=Where(missing), prefix=prefix, stems=plan.stems
            )
        )
        return found

    def _scores_by_meaning(self, plan: _Plan, doc_ids: Set[str]) -> dict[str, float]:
        """doc_id -> score of those of the papers that have a vector."""
        vectors = self._vectors()
        known = known_of(vectors, sorted(doc_ids))
        if not known or not plan.parts:
            return {}
        scores = combined(vectors.vectors(known), plan.parts, plan.combine)
        return dict(zip(known, scores.tolist(), strict=True))

    # -- words ------------------------------------------------------------------------------------------

    def _by_words(self, plan: _Plan, depth: int, allowed: Where | None, *, prefix: bool) -> Ranking:
        """Search by words; for papers, by those words that tell them from the library's other papers.

        What is pushed away from lowers the papers that have its words, and leaves none out.
        """
        lexical = self._words()
        question = plan.question
        room = depth + len(question.hidden)
        found = lexical.search(question.text, room, where=allowed, prefix=prefix, stems=plan.stems)
        return _without(found, question.hidden)[:depth]

    def _in_full_text(
        self, question: Question, depth: int, allowed: Where | None, *, prefix: bool
    ) -> dict[str, Inside]:
        """doc_id -> score and passage, best first. Only what was written is looked for."""
        if self.full_text is None or not question.words:
            return {}
        found = self.full_text.search(question.words, depth, where=allowed, prefix=prefix)
        return {doc_id: (score, place) for doc_id, score, place in found if doc_id not in question.hidden}

    def _in_passages(
        self, plans: Sequence[_Plan], depth: int, allowed: Where | None
    ) -> list[dict[str, Inside]]:
        """For each question doc_id -> score and place of the nearest passage, where words were written."""
        passages = self.passages
        if passages is None or not any(plan.parts for plan in plans):
            return [{} for _ in plans]
        written = [plan if plan.question.words else replace(plan, parts=()) for plan in plans]
        found = self._nearest(passages.index, written, depth * PASSAGES_A_PAPER, passages.where(allowed))
        return [
            {
                doc_id: inside
                for doc_id, inside in list(passages.best_of_papers(ranking).items())[:depth]
                if doc_id not in plan.question.hidden
            }
            for plan, ranking in zip(written, found, strict=True)
        ]

    def nearest_passage(
        self, question: Question, mode: SearchMode, doc_id: str
    ) -> tuple[float, Place, float] | None:
        """Return the score and place of a paper's nearest passage, and the score of its own vector.

        None where no passage has a vector, or no words were written. Raises `ModelError`.
        """
        if self.passages is None or not question.words or mode is SearchMode.KEYWORD:
            return None
        places, vectors = self.passages.of_paper(doc_id)
        if not places:
            return None
        plan = self._plans([question], mode)[0]
        scores = combined(vectors, plan.parts, plan.combine)
        best = int(scores.argmax())
        own = self._scores_by_meaning(plan, {doc_id}).get(doc_id, -1.0)
        return float(scores[best]), places[best], own

    def _weights(
        self, question: Question, inside: Mapping[str, Inside], allowed: Where | None, *, prefix: bool
    ) -> dict[str, float]:
        """doc_id -> what its rank in full texts counts for, next to how well the best abstract fits."""
        if not inside or self.lexical is None:
            return {}
        best = self.lexical.search(question.words, 1, where=allowed, prefix=prefix)
        most = best[0][1] if best else 0.0
        return {doc_id: passage_weight(score, most) for doc_id, (score, _) in inside.items()}

    def _stems(self, question: Question) -> dict[str, float]:
        """The stems of the texts and papers next to what was typed, with the sum of their signed weights."""
        lexical = self._words()
        weighted = [(lexical.typed_stems(text), weight) for text, weight in question.texts]
        weighted += [(lexical.paper_stems(paper), weight) for paper, weight in question.seeds]
        weighted.append((telling_stems(lexical, question.grades), 1.0))
        total: dict[str, float] = {}
        for stems, weight in weighted:
            for stem, share in stems.items():
                total[stem] = total.get(stem, 0.0) + weight * share
        return total

    # -- meaning ----------------------------------------------------------------------------------------

    def _by_meaning(self, plans: Sequence[_Plan], depth: int, allowed: Where | None) -> list[Ranking]:
        """A question without any part finds nothing."""
        room = depth + max((len(plan.question.hidden) for plan in plans), default=0)
        return [
            _without(ranking, plan.question.hidden)[:depth]
            for ranking, plan in zip(self._nearest(self._vectors(), plans, room, allowed), plans, strict=True)
        ]

    def _nearest(
        self, vectors: VectorIndex, plans: Sequence[_Plan], k: int, where: Where | None
    ) -> list[Ranking]:
        """The k nearest of these vectors, as `combined` scores them."""
        found: list[Ranking] = [[] for _ in plans]
        towards: dict[int, Vectors] = {}
        for row, plan in enumerate(plans):
            combine = plan.combine
            if plan.parts and combine is Combine.MEAN:
                towards[row] = direction(plan.parts)
            elif plan.parts:
                found[row] = best_by_extremes(vectors, plan.parts, k, combine=combine, where=where)
        if towards:
            nearest = vectors.search(np.stack(list(towards.values())), k, where=where)
            for row, ranking in zip(towards, nearest, strict=True):
                found[row] = ranking
        return found

    def _components(self, questions: Sequence[Question], *, with_keywords: bool) -> list[list[Component]]:
        """Return the vectors of each question: of what was typed, of its texts, then of its papers.

        Papers whose vectors are stored need no model.
        """
        self._vectors()  # before a text is encoded in vain
        written = [
            [(question.text, 1.0)] * bool(question.text) + list(question.texts) for question in questions
        ]
        vectors = iter(self._typed([text for of_one in written for text, _ in of_one], with_keywords))
        parts = []
        for question, of_one in zip(questions, written, strict=True):
            components = [Component(next(vectors), weight) for _, weight in of_one]
            components += [Component(self.paper_vector(paper), weight) for paper, weight in question.seeds]
            parts.append(components)
        return parts

    def _typed(self, texts: Sequence[str], with_keywords: bool) -> Vectors | list[Vectors]:
        """Return the vectors (n, dim) of texts that were typed."""
        if not texts:
            return []
        encoder = self._model()
        typed = self._queries([encoder.template.query_text(text) for text in texts])
        if with_keywords and (words := word_columns(encoder)):
            typed[:, -words:] *= WORDS_WITH_KEYWORDS
        return typed

    def _queries(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors (n, dim) of texts as queries; the last ones are remembered.

        One search is asked several times: in its second stage, for its facets, for why a paper was found.
        """
        if len(texts) > FEW_TEXTS:
            return self.encode(texts, TaskFormat.QRY)
        new = [text for text in dict.fromkeys(texts) if text not in self._query_vectors]
        found = dict(zip(new, self.encode(new, TaskFormat.QRY), strict=True))
        known = {text: self._query_vectors[text] for text in texts if text not in found}
        self._query_vectors = {**dict(list(self._query_vectors.items())[-FEW_TEXTS:]), **known, **found}
        return np.stack([self._query_vectors[text] for text in texts])

    def _vectors(self) -> VectorIndex:
        if self.vectors is None:
            raise StaleIndex(
                "This library has no vector index of this model yet.", advice="Run `assay index` to build it."
            )
        return self.vectors

    def _model(self) -> Encoder:
        if self.encoder is None:
            raise ModelError("No model is loaded, so only keyword search works.")
        return self.encoder

    def _words(self) -> LexicalIndex:
        if self.lexical is None:
            raise StaleIndex(
                "This library has no keyword index yet.", advice="Run `assay index` to build it."
            )
        return self.lexical


def _without(ranking: Ranking, hidden: Set[str]) -> Ranking:
    return [hit for hit in ranking if hit[0] not in hidden]
