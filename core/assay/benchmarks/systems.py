"""What can be measured: a model, words alone (BM25), and both together as the library's hybrid search."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

import platformdirs

from assay.benchmarks.results import Cost
from assay.benchmarks.tasks.data import RankedData
from assay.benchmarks.tasks.score import TaskVectors
from assay.errors import BadInput, EvaluationError, ModelError
from assay.index import Bm25, Rm3
from assay.progress import Progress
from assay.registry.loading import check_length, load_named, load_scorer
from assay.search.rerank import CANDIDATES, RERANKED
from assay.types import Fusion, Pace, Paper, Query, Run, SearchMode, TaskFormat, Vectors

if TYPE_CHECKING:
    from assay.benchmarks.tasks.data import Fields
    from assay.encoding import Encoder, VectorCache
    from assay.encoding.scorers import PairScorer
    from assay.workers import Workers

WORDS, RM3, HYBRID, RRF = "bm25", "rm3", "hybrid", "rrf"
FUSIONS = {HYBRID: Fusion.SCORES, RRF: Fusion.RRF}
_WORDS_PRINT = "bm25"  # with the index's own version, see `WordSystem.fingerprint`


class Texts(Protocol):
    """The texts of any task's data."""

    @property
    def papers(self) -> Mapping[str, Fields]: ...
    @property
    def queries(self) -> Mapping[str, Fields]: ...


@dataclass(slots=True)
class ModelSystem:
    """A model, each text encoded once in a format: vectors are kept by (text, model, format)."""

    name: str
    encoder: Encoder
    cache: VectorCache

    @property
    def device(self) -> str:
        """The device on which it encodes; "" if unknown."""
        return str(getattr(self.encoder, "device", ""))

    def fingerprint(self, formats: Sequence[TaskFormat]) -> str:
        """Identify all that its answers depend on. Raises ModelError for a format that it does not have."""
        for each in formats:
            if each not in self.encoder.formats:
                raise ModelError(
                    "The model {0} has no vectors for {1}; it has them for {2}.",
                    self.name,
                    each,
                    ", ".join(sorted(self.encoder.formats)),
                )
        return _digest([self.encoder.fingerprint(each) for each in formats])

    def pace(self, format: TaskFormat) -> Pace | None:
        """Return what papers in this format have taken here so far; None where none was timed."""
        return self.cache.pace(self.encoder.fingerprint(format), self.device)

    def vectors(
        self, data: Texts, formats: tuple[TaskFormat, TaskFormat], progress: Progress
    ) -> tuple[TaskVectors, Cost]:
        """A vector for each paper and query. Raises EvaluationError where one is missing, ModelError."""
        started = time.monotonic()
        query_format, papers = formats
        of_papers, n_papers = self._encoded(data.papers, papers, progress, papers=True)
        of_queries, n_queries = self._encoded(data.queries, query_format, progress, papers=False)
        cost = Cost(
            texts=len(data.papers) + len(data.queries),
            encoded=n_papers + n_queries,
            encoding_s=time.monotonic() - started if n_papers + n_queries else 0.0,
            pace=self.pace(papers),
        )
        return TaskVectors(of_papers, of_queries), cost

    def _encoded(
        self, texts: Mapping[str, Fields], format: TaskFormat, progress: Progress, *, papers: bool
    ) -> tuple[Vectors, int]:
        from assay.encoding import encode_formats_with_cache

        joined = [self.encoder.template.join(*fields) for fields in texts.values()]
        (vectors,), n_new = encode_formats_with_cache(
            self.encoder, joined, formats=[format], cache=self.cache, progress=progress, papers=papers
        )
        _check(vectors, texts, self.name)
        return vectors, n_new


@dataclass(slots=True)
class RankingSystem:
    """Words alone, or words and a model: for tasks that are rankings.

    `words` are BM25's constants and RM3, where they are not the keyword index's own. A `scorer` puts the
    first `CANDIDATES` of BM25 in order, and a sparse one ranks every paper.
    """

    name: str
    mode: SearchMode
    model: ModelSystem | None = None
    fusion: Fusion = Fusion.SCORES
    words: tuple[Bm25, Rm3 | None] | None = None
    scorer: PairScorer | None = None
    cache: VectorCache | None = None  # of a sparse scorer's papers

    @property
    def encoder(self) -> Encoder | None:
        return None if self.model is None else self.model.encoder

    @property
    def device(self) -> str:
        """The device on which it encodes; "" if unknown."""
        return str(getattr(self.scorer or self.encoder, "device", ""))

    def fingerprint(self, formats: Sequence[TaskFormat]) -> str:
        """Identify all that its rankings depend on."""
        from assay.index import LexicalIndex
        from assay.search.fusion import MEANING, MEANING_OF_PAPERS, RRF_K
        from assay.search.searcher import HYBRID_DEPTH, WORDS_WITH_KEYWORDS

        words = LexicalIndex().fingerprint
        if self.scorer is not None:
            return _digest([self.scorer.fingerprint, words, str(CANDIDATES)])
        if self.words is not None:
            return _digest([_WORDS_PRINT, words, json.dumps([each and asdict(each) for each in self.words])])
        if self.encoder is None:
            return _digest([_WORDS_PRINT, words])
        known = [each for each in formats if each in self.encoder.formats]
        constants = f"{MEANING} {MEANING_OF_PAPERS}" if self.fusion is Fusion.SCORES else RRF_K
        fusion = f"{self.fusion.value} {constants} {HYBRID_DEPTH} {WORDS_WITH_KEYWORDS}"
        return _digest([self.mode.value, words, fusion, *(self.encoder.fingerprint(each) for each in known)])

    @property
    def run_mode(self) -> str:
        """The mode under which a library keeps its runs."""
        return self.mode.value if self.scorer is None else RERANKED

    def pace(self, format: TaskFormat) -> Pace | None:  # noqa: ARG002 - a search has one
        """Return what papers have taken here so far; None for words alone, and where none was timed."""
        return None if self.model is None else self.model.pace(TaskFormat.PRX)

    def encode(self, data: RankedData, *, typed: bool, progress: Progress) -> tuple[int, float]:
        """Keep the papers' vectors, so that `run` finds them: how many were new, and the seconds it took."""
        if self.model is None:
            return 0, 0.0
        from assay.encoding import encode_with_cache

        started = time.monotonic()
        texts = [
            self.model.encoder.template.paper_text(paper)
            for paper in _ranked_papers(data, typed=typed).values()
        ]
        _, n_new = encode_with_cache(
            self.model.encoder, texts, format=TaskFormat.PRX, cache=self.model.cache, progress=progress
        )
        return n_new, time.monotonic() - started

    def run(self, data: RankedData, *, typed: bool, every: bool, progress: Progress) -> Run:
        """Rank the candidates of each query: those judged, or `every` paper. Queries not `typed` are papers.

        A query that is a paper is no candidate of its own. What nothing is found in comes last, all alike.
        """
        papers, own = _ranked_papers(data, typed=typed), _own_papers(data, typed=typed)
        queries = [
            Query(query_id, " ".join(fields).strip(), own.get(query_id))
            for query_id, fields in data.queries.items()
        ]
        candidates = {
            query_id: [
                doc_id
                for doc_id in (data.papers if every else data.qrels[query_id])
                if doc_id != own.get(query_id)
            ]
            for query_id in data.qrels
        }
        run = self.rank(
            [*papers.values()],
            queries,
            k=max(map(len, candidates.values())),
            progress=progress,
            among=None if typed and every else candidates,
        )
        for query_id, doc_ids in candidates.items():
            found = run.setdefault(query_id, {})
            last = min(found.values(), default=0.0) - 1.0
            found |= {doc_id: last for doc_id in doc_ids if doc_id not in found}
        return run

    def rank(
        self,
        papers: Sequence[Paper],
        queries: Sequence[Query],
        *,
        k: int,
        progress: Progress,
        exclude_self: Mapping[str, str] | None = None,
        among: Mapping[str, Collection[str]] | None = None,
    ) -> Run:
        """Rank the papers for each query, as `retrieve` does: query_id -> doc_id -> score."""
        from assay.index import CountedIndex, LexicalIndex
        from assay.search import followed, rerank_by_scorer, retrieve
        from assay.search.sparse import SparseIndex

        scorer = self.scorer
        words: LexicalIndex | None = None
        if scorer is not None and scorer.kind == "sparse":
            words = SparseIndex(papers, scorer, cache=self.cache, progress=progress)
            scorer = None
        elif self.words is not None:
            words = CountedIndex(papers, *self.words)
        run = retrieve(
            papers,
            queries,
            mode=self.mode,
            k=k if scorer is None else max(k, CANDIDATES),
            encoder=self.encoder,
            cache=None if self.model is None else self.model.cache,
            progress=progress,
            exclude_self=exclude_self,
            among=among,
            fusion=self.fusion,
            words=words,
        )
        if scorer is None:
            return run
        by_id = {paper.doc_id: paper for paper in papers}
        first = rerank_by_scorer(
            run,
            queries,
            scorer,
            lambda ids: [by_id[each] for each in ids if each in by_id],
            n=CANDIDATES,
            k=CANDIDATES,
            progress=progress,
        )
        return {query_id: followed(found, run[query_id], k) for query_id, found in first.items()}


AnySystem: TypeAlias = "ModelSystem | RankingSystem"


def system_named(
    name: str,
    *,
    device: str = "auto",
    precision: str = "float32",
    max_length: int | None = None,
    separator: str | None = None,
    workers: Workers | None = None,
    folder: Path | None = None,
) -> AnySystem:
    """Return a model by its id or folder, "bm25", "hybrid:MODEL" by scores, "rrf:MODEL" by
    ranks, or "hybrid" and "rrf" with Assay's own model; "bm25:k1=0.9,b=0.4" and "rm3", with what settings
    they have; of a cross-encoder or late-interaction model BM25 that it reranks, and a sparse encoder.

    Of texts a model reads `max_length` tokens and `separator` between title and abstract; its own, if None.
    `folder` holds the vectors, the user's cache if not given; `workers` make them where there are any.
    Raises BadInput, also for more tokens than it reads, and ModelError.
    """
    from assay.encoding import DEFAULT_MODEL, FolderCache

    cache = FolderCache(folder or platformdirs.user_cache_path("assay", appauthor=False) / "vectors")
    kind, _, model = name.partition(":")

    def load(model: str) -> Encoder:
        encoder = load_named(
            model,
            device=device,
            precision=precision,
            max_length=max_length,
            separator=separator,
            workers=workers,
        )
        check_length(encoder, max_length)
        return encoder

    if kind in (HYBRID, RRF):
        encoder = load(model or DEFAULT_MODEL)
        return RankingSystem(name, SearchMode.HYBRID, ModelSystem(name, encoder, cache), FUSIONS[kind])
    if not name.strip():
        raise BadInput("A system has no name. Give a model, bm25, hybrid, rrf, hybrid:MODEL, or rrf:MODEL.")
    found = ranking_named(name, device=device, cache=cache)
    if found is not None and found.scorer is not None and (max_length is not None or separator is not None):
        raise BadInput(
            "{0} scores pairs of texts, which it reads as it was made to. Leave max length and separator "
            "out.",
            name,
        )
    return found or ModelSystem(name, load(name), cache)


def ranking_named(
    name: str, *, device: str = "auto", cache: VectorCache | None = None
) -> RankingSystem | None:
    """Return the system where it ranks without vectors: words alone, or a model that scores pairs.

    The cache keeps what a sparse encoder makes of papers. Raises BadInput for settings that it does not have,
    ModelError.
    """
    if name == WORDS:
        return RankingSystem(name, SearchMode.KEYWORD)
    if name.partition(":")[0] in (WORDS, RM3):
        return RankingSystem(name, SearchMode.KEYWORD, words=_words_settings(name))
    scorer = load_scorer(name, device=device)
    return None if scorer is None else RankingSystem(name, SearchMode.KEYWORD, scorer=scorer, cache=cache)


_MOST = {"k1": 1000, "b": 1, "original_weight": 1, "fb_terms": 10_000, "fb_docs": 10_000}


def _words_settings(name: str) -> tuple[Bm25, Rm3 | None]:
    """Read "rm3:fb_docs=5,k1=0.9"; what is not named stays as published. Raises BadInput."""
    kind, _, settings = name.partition(":")
    bm25, rm3 = Bm25(), Rm3() if kind == RM3 else None
    known = asdict(bm25) | ({} if rm3 is None else asdict(rm3))
    for part in filter(None, settings.split(",")):
        key, _, text = part.partition("=")
        try:
            value = type(known[key])(text)
            if not (value > 0 or (value == 0.0 and isinstance(value, float))) or value > _MOST[key]:
                raise ValueError(text)
        except (KeyError, ValueError) as error:
            raise BadInput(
                "'{0}' of the system '{1}' is not a setting. Give {2}, such as bm25:k1=0.9,b=0.4 or "
                "rm3:fb_docs=5,fb_terms=20,original_weight=0.4.",
                part,
                name,
                ", ".join(f"{each} up to {_MOST[each]}" for each in known),
            ) from error
        if key in asdict(bm25):
            bm25 = replace(bm25, **{key: value})
        elif rm3 is not None:
            rm3 = replace(rm3, **{key: value})
    return bm25, rm3


def _own_papers(data: RankedData, *, typed: bool) -> dict[str, str]:
    """query -> the paper that it is."""
    return {} if typed else {query_id: query_id for query_id in data.queries} | {**data.own}


def _ranked_papers(data: RankedData, *, typed: bool) -> dict[str, Paper]:
    """Return all papers of a ranking, those that are queries with them."""
    papers = {doc_id: _paper(doc_id, texts) for doc_id, texts in data.papers.items()}
    own = _own_papers(data, typed=typed)
    for query_id, texts in data.queries.items():
        if query_id in own:
            papers.setdefault(own[query_id], _paper(own[query_id], texts))
    return papers


def _paper(doc_id: str, fields: Fields) -> Paper:
    title, *rest = fields
    return Paper(doc_id=doc_id, title=title, abstract=" ".join(filter(None, rest)))


def _check(vectors: Vectors, texts: Mapping[str, Fields], name: str) -> None:
    import numpy as np

    bad = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
    if len(vectors) != len(texts) or len(bad):
        first = f"; the first is {list(texts)[int(bad[0])]!r:.60}" if len(bad) else ""
        raise EvaluationError(
            "The model {0} gave {1} of {2} vectors, and NaN or infinity for the others{3}. A task is "
            "scored whole or not at all, and such vectors are not kept: run again on the CPU. If "
            "they stay, the model's weights are damaged, or too large for the numbers that it is stored "
            "in: add it again, or train it at a lower learning rate.",
            name,
            len(vectors) - len(bad),
            len(texts),
            first,
        )


def _digest(parts: Sequence[str]) -> str:
    return sha256(json.dumps(parts).encode()).hexdigest()
