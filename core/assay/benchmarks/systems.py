"""What can be measured: a model, words alone (BM25), and both together as the library's hybrid search."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

import platformdirs

from assay.benchmarks.results import Cost
from assay.benchmarks.tasks.data import RankedData
from assay.benchmarks.tasks.score import TaskVectors
from assay.errors import BadInput, EvaluationError, ModelError
from assay.progress import Progress
from assay.registry.loading import load_named
from assay.types import Fusion, Pace, Paper, Query, Run, SearchMode, TaskFormat, Vectors

if TYPE_CHECKING:
    from assay.benchmarks.tasks.data import Fields
    from assay.encoding import Encoder, VectorCache

WORDS, HYBRID, RRF = "bm25", "hybrid", "rrf"
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
    """Words alone, or words and a model: for tasks that are rankings."""

    name: str
    mode: SearchMode
    model: ModelSystem | None = None
    fusion: Fusion = Fusion.SCORES

    @property
    def encoder(self) -> Encoder | None:
        return None if self.model is None else self.model.encoder

    @property
    def device(self) -> str:
        """The device on which it encodes; "" if unknown."""
        return str(getattr(self.encoder, "device", ""))

    def fingerprint(self, formats: Sequence[TaskFormat]) -> str:
        """Identify all that its rankings depend on."""
        from assay.index import LexicalIndex
        from assay.search.fusion import MEANING, MEANING_OF_PAPERS, RRF_K
        from assay.search.searcher import HYBRID_DEPTH, WORDS_WITH_KEYWORDS

        words = LexicalIndex().fingerprint
        if self.encoder is None:
            return _digest([_WORDS_PRINT, words])
        known = [each for each in formats if each in self.encoder.formats]
        constants = f"{MEANING} {MEANING_OF_PAPERS}" if self.fusion is Fusion.SCORES else RRF_K
        fusion = f"{self.fusion.value} {constants} {HYBRID_DEPTH} {WORDS_WITH_KEYWORDS}"
        return _digest([self.mode.value, words, fusion, *(self.encoder.fingerprint(each) for each in known)])

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
        from assay.search import retrieve

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
        run = retrieve(
            [*papers.values()],
            queries,
            mode=self.mode,
            k=max(map(len, candidates.values())),
            encoder=self.encoder,
            cache=None if self.model is None else self.model.cache,
            progress=progress,
            among=None if typed and every else candidates,
            fusion=self.fusion,
        )
        for query_id, doc_ids in candidates.items():
            found = run.setdefault(query_id, {})
            last = min(found.values(), default=0.0) - 1.0
            found |= {doc_id: last for doc_id in doc_ids if doc_id not in found}
        return run


AnySystem: TypeAlias = "ModelSystem | RankingSystem"


def system_named(name: str, *, device: str = "auto", folder: Path | None = None) -> AnySystem:
    """Return a model by its name or folder, "bm25", "hybrid:MODEL" by scores, "rrf:MODEL" by
    ranks, or "hybrid" and "rrf" with Assay's own model.

    `folder` holds the vectors, the user's cache if not given. Raises BadInput, ModelError.
    """
    from assay.encoding import DEFAULT_MODEL, VectorCache

    cache = VectorCache(folder or platformdirs.user_cache_path("assay", appauthor=False) / "vectors")
    kind, _, model = name.partition(":")
    if name == WORDS:
        return RankingSystem(name, SearchMode.KEYWORD)
    if kind in (HYBRID, RRF):
        encoder = load_named(model or DEFAULT_MODEL, device=device)
        return RankingSystem(name, SearchMode.HYBRID, ModelSystem(name, encoder, cache), FUSIONS[kind])
    if not name.strip():
        raise BadInput("A system has no name. Give a model, bm25, hybrid, rrf, hybrid:MODEL, or rrf:MODEL.")
    return ModelSystem(name, load_named(name, device=device), cache)


def _own_papers(data: RankedData, *, typed: bool) -> dict[str, str]:
    """query -> the paper that it is."""
    return {} if typed else {query_id: query_id for query_id in data.queries} | {**data.own}


def _ranked_papers(data: RankedData, *, typed: bool) -> dict[str, Paper]:
    """Return all papers of a ranking, those that are queries with them."""
    papers = {doc_id: _paper(doc_id, fields) for doc_id, fields in data.papers.items()}
    own = _own_papers(data, typed=typed)
    for query_id, fields in data.queries.items():
        if query_id in own:
            papers.setdefault(own[query_id], _paper(own[query_id], fields))
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
