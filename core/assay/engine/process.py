"""The search engine process: it holds the model and the indexes, and answers the window.

One JSON object a line, both ways. A request is `{"id", "op", ...}`; its answer `{"id", "ok": {...}}`,
`{"id", "error": {"kind", "message"}}`, or `{"id", "superseded": true}` if a newer search made it pointless.
A search that names a model to rerank with is answered twice: with the candidates, and `"more": true` next to
"ok", then in the new order, or as before with the reason why not. What "rerank" says of it is in both.
`{"event": "state", ...}` comes unasked: the first one says that keyword search works, a later one that the
model is loaded, or that new indexes are open. Both happen on threads of their own, so that typing finds
papers from the first second, and at any time; an answer from indexes that are being replaced is "outdated".
"""

from __future__ import annotations

import json
import logging
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TextIO

from assay.campaigns.likely_first import rank_queue, searcher_to_rank
from assay.campaigns.types import QueueRanking, RankCall
from assay.codec import from_json, to_json
from assay.config import Config
from assay.discovery.related import related
from assay.discovery.types import RelatedCall
from assay.encoding.scorers import PairScorer
from assay.engine.answers import (
    evaluation,
    explanation,
    formats_of,
    marks,
    not_reranked,
    reading,
    reranked,
    results_of,
    rows_of,
)
from assay.engine.background import Loaded, Opened, Reopening, load
from assay.engine.benches import Benches
from assay.engine.types import (
    CHECK,
    EVALUATE,
    EXPLAIN,
    FACETS,
    MARKS,
    PREDICT,
    RANK_QUEUE,
    RELATED,
    RELOAD,
    SEARCH,
    SIMILAR,
    STATUS,
    EmptyCall,
    EngineRequest,
    EngineStatus,
)
from assay.errors import AssayError, BadInput, StaleIndex
from assay.index import forget_checks
from assay.location import Location
from assay.prediction.types import PredictCall, Prediction
from assay.progress import silent
from assay.search import INTERACTIVE_CANDIDATES, Searcher, describe_filters, indexed_models, parse_request
from assay.searching.explain import Explainer
from assay.searching.facets import facets_of
from assay.searching.reranking import Reranking
from assay.searching.search import grades_for
from assay.searching.types import (
    CheckCall,
    CheckedSearch,
    ExplainCall,
    Explanation,
    Facets,
    RerankReport,
    SearchCall,
    SearchResults,
    SimilarCall,
)
from assay.types import Hit, SearchMode, SearchRequest, Seed, TaskFormat
from assay.workspace import Workspace

log = logging.getLogger(__name__)

REORDER_S = 0.5
"""What a second stage did not compare within this time stays as it was: vectors may lie on a slow disk."""

LATEST = frozenset(each.name for each in (SEARCH, SIMILAR, FACETS, EXPLAIN, MARKS, RANK_QUEUE) if each.latest)
"""What is not answered any more once it was asked again."""

LOADING = "The library's model is still loading."


@dataclass(frozen=True, slots=True)
class _Candidates:
    """The candidates of a search, its first answer, and the settings of the model that is to reorder them."""

    message: EngineRequest
    request: SearchRequest
    hits: list[Hit]
    n: int  # as many of the first are reordered
    answer: SearchResults
    settings: Config


def serve(location: Location, *, after_crash: bool = False) -> None:
    """Answer requests on standard input until it ends or a `quit` comes.

    `after_crash` an index may be why the engine before died: it is checked whole.
    """
    answers, sys.stdout = sys.stdout, sys.stderr  # a stray print must not break the protocol
    with Workspace.open(location, check=False) as workspace:
        if after_crash:
            forget_checks(workspace.folder)
        Engine(workspace, answers, location).run(sys.stdin)


class Engine:
    """Reads requests on one thread, answers on another, loads the model on a third."""

    def __init__(self, workspace: Workspace, answers: TextIO, location: Location | None = None) -> None:
        """`location` is where the workspace's library is, its folder if not given."""
        self._workspace = workspace
        self._answers = answers
        self._writing = threading.Lock()
        self._inbox: queue.Queue[EngineRequest | Loaded | Opened | _Candidates | None] = queue.Queue()
        self._reopening = Reopening(workspace, self._inbox.put)
        self._reranking = Reranking(workspace)
        self._benches = Benches(workspace, location or workspace.folder, self._answer, self._is_superseded)
        self._waiting: list[_Candidates] = []  # for a model to rerank with, which is being loaded
        self._explainer: Explainer | None = None  # of the searcher that answered last
        self._newest: dict[str, int] = {}  # supersede key -> id of its newest request
        self._first_ms: dict[int, float] = {}  # id of a request -> what its first of two answers took
        self._semantic: Literal["loading", "ready", "absent", "failed"] = "loading"
        self._loading: Config | None = None  # the settings of the model that is being loaded
        self._message = ""
        self._encoded_by: list[str] = []  # where this model's index is absent: the models that have one
        self._operations: dict[str, Callable[[EngineRequest], object]] = {
            SEARCH.name: self._search,  # which needs the whole message: it may be answered twice
            SIMILAR.name: reading(SIMILAR, self._similar),
            RELATED.name: reading(RELATED, self._related),
            FACETS.name: reading(FACETS, self._facets),
            EXPLAIN.name: reading(EXPLAIN, self._explain),
            MARKS.name: reading(MARKS, marks),
            RANK_QUEUE.name: reading(RANK_QUEUE, self._rank_queue),
            CHECK.name: reading(CHECK, self._check),
            PREDICT.name: reading(PREDICT, self._predict),
            RELOAD.name: reading(RELOAD, self._reload),
            STATUS.name: reading(STATUS, self._status),
            EVALUATE.name: reading(EVALUATE, partial(evaluation, self._workspace)),
        }

    def run(self, lines: Iterable[str]) -> None:
        """Answer until `lines` end."""
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()
        self._ensure_words()
        self._load_own()
        while (item := self._inbox.get()) is not None:
            if isinstance(item, Loaded):
                self._take(item)
            elif isinstance(item, Opened):
                self._take_indexes(item)
            elif isinstance(item, _Candidates):
                self._rerank(item)
            else:
                self._handle(item)

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            try:
                call = json.loads(line)
                message = replace(from_json(call, EngineRequest), call=call)
                self._newest[message.key or message.op] = message.id
            except (ValueError, BadInput):
                self._send(
                    {"id": None, "error": {"kind": "BadInput", "message": f"not a request: {line[:80]!r}"}}
                )
                continue
            if message.op == "quit":
                break
            self._inbox.put(message)
        self._inbox.put(None)

    def _handle(self, message: EngineRequest) -> None:
        if message.op in LATEST and self._is_superseded(message):
            self._send({"id": message.id, "superseded": True})
        elif message.op == "reload" and self._can_reopen():
            self._reopening.begin(message)
        elif not self._reopening.holds(message) and not self._benches.takes(message):
            self._answer(message.id, lambda: self._operate(message))

    def _operate(self, message: EngineRequest) -> object:
        if message.op not in self._operations:
            raise BadInput("The engine knows no operation '{0}'.", message.op)
        return self._operations[message.op](message)

    def _is_superseded(self, message: EngineRequest) -> bool:
        return self._newest.get(message.key or message.op, message.id) != message.id

    def _answer(self, request_id: int, work: Callable[[], object], *, before: float = 0.0) -> None:
        """Send what `work` makes or why it failed; `before` are milliseconds that went into it already."""
        started = time.perf_counter()
        try:
            made = work()
            answer = {**to_json(made), "ms": round(before + (time.perf_counter() - started) * 1000, 1)}
            more = {"more": True} if isinstance(made, SearchResults) and made.is_pending else {}
            self._send({"id": request_id, "ok": answer, **more})
            if more:
                self._first_ms[request_id] = answer["ms"]
        except AssayError as error:
            self._send(
                {"id": request_id, "error": {"kind": error.kind, "message": str(error), **error.fields}}
            )
        except Exception as error:  # one bad request must not take the engine down; the traceback is logged
            log.exception("request failed")
            text = f"{type(error).__name__}: {error}"
            self._send({"id": request_id, "error": {"kind": "InternalError", "message": text}})

    # -- operations -------------------------------------------------------------------------------------

    def _search(self, message: EngineRequest) -> SearchResults:
        call = from_json(message.call, SearchCall, what=SEARCH.name).request
        request, prefix, parsed = parse_request(call, prefix=call.prefix)
        request = self._possible(request)
        n = call.candidates or INTERACTIVE_CANDIDATES
        wanted = replace(request, k=max(n, request.k)) if call.rerank else request
        hits = self._searcher(request).search(wanted, prefix=prefix)
        results = replace(
            self._results(request, hits),
            filter_words=tuple(describe_filters(parsed.filters)),
            faults=tuple(parsed.faults),
        )
        if not call.rerank:
            return replace(results, before=self._without_grades(request)) if request.grades else results
        results = replace(results, rerank=self._begin_reranking(call.rerank))
        if results.is_pending:  # behind what was asked meanwhile
            settings = self._reranking.settings(call.rerank)
            self._inbox.put(_Candidates(message, request, hits, n, results, settings))
        return results

    def _without_grades(self, request: SearchRequest) -> dict[str, int]:
        """doc_id -> the rank that it has where the ranking learns from no grade."""
        hits = self._searcher(request).search(replace(request, grades=()))
        return {hit.doc_id: hit.rank for hit in hits}

    def _similar(self, call: SimilarCall) -> SearchResults:
        request = SearchRequest(seeds=(Seed(call.doc_id),), mode=call.mode, k=call.k)
        if call.learn:
            request = replace(request, grades=grades_for(self._workspace.library, request))
        request = self._possible(request)
        results = self._results(request, self._searcher(request).search(request))
        return replace(results, before=self._without_grades(request)) if request.grades else results

    def _related(self, call: RelatedCall) -> SearchResults:
        request = SearchRequest(mode=SearchMode.SEMANTIC, k=call.k)
        if self._semantic != "ready":
            raise StaleIndex(self._message or LOADING)
        searcher = self._searcher(request)
        vectors = searcher.vectors
        if vectors is None:
            raise StaleIndex("This library has no vectors yet.", advice="Run `assay index` to make them.")
        return self._results(request, related(vectors, call.doc_ids, k=call.k))

    def _rank_queue(self, call: RankCall) -> QueueRanking:
        if self._semantic == "loading":
            raise StaleIndex(LOADING)
        return rank_queue(self._workspace, searcher_to_rank(self._workspace), call)

    def _facets(self, call: SearchCall) -> Facets:
        request = self._possible(call.request)
        return facets_of(self._workspace, self._searcher(request), request)

    def _explain(self, call: ExplainCall) -> Explanation:
        request, _, _ = parse_request(self._possible(call.request))
        searcher = self._searcher(request)
        if self._explainer is None or self._explainer.searcher is not searcher:
            self._explainer = Explainer(searcher, self._workspace.texts)
        return explanation(self._workspace, self._explainer, request, call.doc_id)

    def _possible(self, request: SearchRequest) -> SearchRequest:
        """The request, by keyword alone while nothing else can be searched by."""
        return request if self._semantic == "ready" else replace(request, mode=SearchMode.KEYWORD)

    def _searcher(self, request: SearchRequest) -> Searcher:
        return self._workspace.searcher(lexical_only=request.mode is SearchMode.KEYWORD)

    def _results(self, request: SearchRequest, hits: list[Hit]) -> SearchResults:
        found = results_of(self._workspace, self._searcher(request), request, hits)
        return replace(found, outdated=self._reopening.busy)

    # -- second stages ----------------------------------------------------------------------------------

    def _begin_reranking(self, model: str) -> RerankReport:
        """Return whether a second stage is to follow: "pending", or why not."""
        if self._semantic != "ready":
            return not_reranked(model, self._message or LOADING)
        try:
            self._reranking.settings(model)
        except AssayError as error:
            return not_reranked(model, str(error))
        return RerankReport(model, "pending")

    def _rerank(self, found: _Candidates) -> None:
        """Send the second answer to a search, once the model is there; none to a search that is outdated."""
        if self._is_superseded(found.message):
            self._first_ms.pop(found.message.id, None)
            self._send({"id": found.message.id, "superseded": True})
        elif self._semantic != "ready":  # another index or model is being opened since
            self._leave(found, self._message or LOADING)
        elif self._reranking.encoder(found.settings) is not None:
            self._answer(
                found.message.id,
                lambda: self._reordered(found),
                before=self._first_ms.pop(found.message.id, 0.0),
            )
        else:
            self._waiting.append(found)
            if len(self._waiting) == 1:
                load(found.settings, self._inbox.put, reranks=True)

    def _reordered(self, found: _Candidates) -> SearchResults:
        model = found.settings.model
        try:
            reranker = self._reranking.reranker(found.settings)
            done = reranker.reorder(found.request, found.hits, n=found.n, seconds=REORDER_S)
        except AssayError as error:
            return replace(found.answer, rerank=not_reranked(model, str(error)))
        terms, encoder = self._searcher(found.request).highlight_terms(found.request), reranker.encoder
        return replace(
            found.answer,
            hits=rows_of(self._workspace, done.hits, terms),
            formats=None if isinstance(encoder, PairScorer) else formats_of(encoder, found.request),
            rerank=reranked(model, self._reranking.tag(found.request.mode, reranker), done),
        )

    def _take_reranking(self, loaded: Loaded) -> None:
        """Resume what waited: with this model, or by loading the one that is wanted now."""
        waiting, self._waiting = self._waiting, []
        if loaded.encoder is not None:
            self._reranking.keep(loaded.config, loaded.encoder)
        for found in waiting:
            if loaded.encoder is None and found.settings == loaded.config:
                self._leave(found, loaded.failed)
            else:
                self._rerank(found)

    def _leave(self, found: _Candidates, reason: str) -> None:
        """Leave the candidates as they were answered."""
        rerank, ms = not_reranked(found.settings.model, reason), self._first_ms.pop(found.message.id, 0.0)
        self._send({"id": found.message.id, "ok": to_json(replace(found.answer, rerank=rerank, ms=ms))})

    def _predict(self, call: PredictCall) -> Prediction:
        """Topics, year and score of a paper; without a model in memory, why nothing can be said yet."""
        from assay.prediction.predictor import Predictions
        from assay.prediction.types import Prediction

        if not self._workspace.has_model:
            failed = self._semantic == "failed"
            return Prediction(call.doc_id, "failed" if failed else "loading", self._message)
        return Predictions(self._workspace).of(call.doc_id)

    def _check(self, call: CheckCall) -> CheckedSearch:
        from assay.searching.saved_searches import find, needs_vectors

        if needs_vectors(call.request) and self._semantic != "ready":
            raise StaleIndex(self._message or LOADING)
        return find(self._workspace, call.request)

    def _can_reopen(self) -> bool:
        """Return whether the model that is in memory is the one to open the indexes for."""
        try:
            return self._workspace.has_model and not self._workspace.has_new_settings
        except AssayError:  # which `_reload` answers
            return False

    def _reload(self, _call: EmptyCall) -> EngineStatus:
        """Open again what is on the disk, and searches wait: for another model, or for what is not sound."""
        self._workspace.reload()
        self._ensure_words()
        if self._workspace.has_model:
            self._open_vectors()
            self._announce()
        elif self._loading != self._workspace.config:  # else the model is on its way already
            self._load_own()
        return self._status()

    def _take_indexes(self, opened: Opened) -> None:
        """Search in the new indexes from now on, and answers what has waited for them."""
        taken = opened.indexes is not None and self._workspace.has_model
        taken = taken and self._workspace.encoder() is opened.encoder
        if taken and opened.indexes is not None:
            self._workspace.adopt_indexes(opened.indexes)
            self._semantic, self._message = "ready", ""
        waiting = self._reopening.finish(taken=taken)
        if taken:
            self._announce()
        for message in waiting:
            is_done = taken and message.op == "reload"
            work = self._status if is_done else partial(self._operate, message)
            self._answer(message.id, work)

    # -- state ------------------------------------------------------------------------------------------

    def _ensure_words(self) -> None:
        """Open the keyword index; makes it where it is missing or damaged, which takes seconds."""
        from assay.searching.indexing import index_words

        try:
            self._workspace.searcher(lexical_only=True)
        except StaleIndex as error:
            log.info("keyword index: %s", error)
            index_words(self._workspace, progress=silent)

    def _load_own(self) -> None:
        self._semantic, self._message = "loading", ""
        self._loading = self._workspace.config
        self._announce()
        load(self._workspace.config, self._inbox.put, reranks=False)

    def _take(self, loaded: Loaded) -> None:
        if loaded.reranks:
            self._take_reranking(loaded)
            return
        if loaded.config != self._workspace.config:
            return  # the settings changed meanwhile, and another load is under way
        self._loading = None
        if loaded.encoder is None or isinstance(loaded.encoder, PairScorer):
            self._semantic, self._message = "failed", loaded.failed
        else:
            self._workspace.adopt(loaded.encoder)
            self._open_vectors()
        self._announce()

    def _open_vectors(self) -> None:
        try:
            self._workspace.searcher()
        except StaleIndex as error:
            self._semantic, self._message = "absent", str(error)
            self._encoded_by = sorted(indexed_models(self._workspace.vector_store))
        except AssayError as error:
            self._semantic, self._message = "failed", str(error)
        else:
            self._semantic, self._message = "ready", ""

    def _status(self, _call: EmptyCall | None = None) -> EngineStatus:
        ready = self._semantic == "ready"
        searcher = self._workspace.searcher(lexical_only=not ready)
        indexed, total = searcher.coverage
        return EngineStatus(
            model=self._workspace.config.model,
            semantic=self._semantic,
            indexed=indexed if ready else 0,
            total=total,
            message=self._message,
            papers=self._workspace.encoder().fingerprint(TaskFormat.PRX) if ready else "",
            encoded_by=tuple(self._encoded_by) if self._semantic == "absent" else (),
            opened=self._reopening.times,
            full_texts=0 if searcher.full_text is None else len(searcher.full_text),
            passages=0 if searcher.passages is None else len(searcher.passages),
        )

    def _announce(self) -> None:
        self._send({"event": "state", **to_json(self._status())})

    def _send(self, message: Mapping[str, object]) -> None:
        with self._writing:
            self._answers.write(json.dumps(message, ensure_ascii=False) + "\n")
            self._answers.flush()
