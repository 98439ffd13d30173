"""The search engine process: it holds the model and the indexes, and answers the window.

One JSON object a line, both ways. A request is `{"id", "op", ...}`; its answer `{"id", "ok": {...}}`,
`{"id", "error": {"kind", "message"}}`, or `{"id", "superseded": true}` if a newer search made it pointless.
`{"event": "state", ...}` comes unasked: the first one says that keyword search works, a later one that the
model is loaded. The model loads on a thread of its own, so that typing finds papers from the first second.
"""

from __future__ import annotations

import json
import logging
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, TextIO

from assay.config import Config
from assay.errors import AssayError, BadInput, StaleIndex
from assay.location import Location
from assay.progress import silent
from assay.search import indexed_models
from assay.types import Filters, Hit, SearchMode, SearchRequest, Seed, TaskFormat
from assay.workspace import Workspace, load_model

if TYPE_CHECKING:
    from assay.encoding import Encoder

Message = dict[str, Any]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Loaded:
    """What came of loading the model that `config` names."""

    config: Config
    encoder: Encoder | None
    failed: str = ""


def serve(location: Location) -> None:
    """Answers requests on standard input until it ends or a `quit` comes."""
    answers, sys.stdout = sys.stdout, sys.stderr  # a stray print must not break the protocol
    with Workspace.open(location, check=False) as workspace:
        Engine(workspace, answers).run(sys.stdin)


class Engine:
    """Reads requests on one thread, answers on another, loads the model on a third."""

    def __init__(self, workspace: Workspace, answers: TextIO) -> None:
        self._workspace = workspace
        self._answers = answers
        self._writing = threading.Lock()
        self._inbox: queue.Queue[Message | _Loaded | None] = queue.Queue()
        self._newest: dict[str, int] = {}  # supersede key -> id of its newest request
        self._semantic = "loading"
        self._message = ""
        self._encoded_by: list[str] = []  # where this model's index is absent: the models that have one
        self._operations: dict[str, Callable[[Message], Message]] = {
            "search": self._search,
            "similar": self._similar,
            "predict": self._predict,
            "evaluate": self._evaluate,
            "reload": self._reload,
            "status": lambda _message: self._status(),
        }

    def run(self, lines: Iterable[str]) -> None:
        """Answers until `lines` end."""
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()
        self._ensure_words()
        self._announce()
        self._load()
        while (item := self._inbox.get()) is not None:
            if isinstance(item, _Loaded):
                self._take(item)
            else:
                self._handle(item)

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            try:
                message = json.loads(line)
                key = message.get("key") or message["op"]
                self._newest[key] = message["id"]
            except (ValueError, KeyError, TypeError, AttributeError):
                self._send(
                    {"id": None, "error": {"kind": "BadInput", "message": f"not a request: {line[:80]!r}"}}
                )
                continue
            if message["op"] == "quit":
                break
            self._inbox.put(message)
        self._inbox.put(None)

    def _handle(self, message: Message) -> None:
        started = time.perf_counter()
        op, request_id = message["op"], message["id"]
        if op == "search" and self._newest.get(message.get("key") or op, request_id) != request_id:
            self._send({"id": request_id, "superseded": True})
            return
        try:
            if op not in self._operations:
                raise BadInput(f"The engine knows no operation '{op}'.")
            answer = self._operations[op](message)
            answer["ms"] = round((time.perf_counter() - started) * 1000, 1)
            self._send({"id": request_id, "ok": answer})
        except AssayError as error:
            self._send({"id": request_id, "error": {"kind": error.kind, "message": str(error)}})
        except Exception as error:  # one bad request must not take the engine down; the traceback is logged
            log.exception("request failed")
            text = f"{type(error).__name__}: {error}"
            self._send({"id": request_id, "error": {"kind": "InternalError", "message": text}})

    # -- operations -------------------------------------------------------------------------------------

    def _search(self, message: Message) -> Message:
        fields = message["request"]
        request = SearchRequest(
            text=fields.get("text", ""),
            seeds=tuple(Seed(**seed) for seed in fields.get("seeds", ())),
            mode=SearchMode(fields.get("mode", "hybrid")),
            k=fields.get("k", 50),
            filters=_filters(fields.get("filters") or {}),
        )
        return self._ranked(request, prefix=bool(fields.get("prefix")))

    def _similar(self, message: Message) -> Message:
        request = SearchRequest(
            seeds=(Seed(message["doc_id"]),), mode=SearchMode.SEMANTIC, k=message.get("k", 10)
        )
        return self._ranked(request, prefix=False)

    def _ranked(self, request: SearchRequest, *, prefix: bool) -> Message:
        mode = request.mode if self._semantic == "ready" else SearchMode.KEYWORD
        asked = SearchRequest(request.text, request.seeds, mode, request.k, request.filters)
        searcher = self._workspace.searcher(lexical_only=mode is SearchMode.KEYWORD)
        hits = searcher.search(asked, prefix=prefix)
        indexed, total = searcher.coverage
        return {
            "hits": self._rows(hits, request.text),
            "mode": mode.value,
            "formats": {} if mode is SearchMode.KEYWORD else self._formats(request),
            "indexed": indexed,
            "total": total,
        }

    def _formats(self, request: SearchRequest) -> Message:
        """Which vectors were compared, as format names; nothing of a model that has one vector for all."""
        encoder = self._workspace.encoder()
        if len({encoder.fingerprint(each) for each in encoder.formats}) == 1:
            return {}
        asked = [(TaskFormat.QRY, request.text.strip()), (TaskFormat.PRX, request.seeds)]
        return {"asked": [each.value for each, given in asked if given], "papers": TaskFormat.PRX.value}

    def _predict(self, message: Message) -> Message:
        """Topics, year and score of a paper; without a model in memory, why nothing can be said yet."""
        from assay.workspace.predictions import Predictions

        if not self._workspace.has_model:
            state = "failed" if self._semantic == "failed" else "loading"
            return {"doc_id": message["doc_id"], "state": state, "message": self._message}
        return asdict(Predictions(self._workspace).of(message["doc_id"]))

    def _rows(self, hits: list[Hit], text: str) -> list[Message]:
        from assay.search import passage

        found = self._workspace.library.papers.get([hit.doc_id for hit in hits])
        papers = {paper.doc_id: paper for paper in found}
        return [
            {
                "doc_id": hit.doc_id,
                "score": hit.score,
                "rank": hit.rank,
                "channels": dict(hit.channels),
                "title": papers[hit.doc_id].title,
                "authors": list(papers[hit.doc_id].authors),
                "year": papers[hit.doc_id].year,
                "venue": papers[hit.doc_id].venue,
                "passage": passage(papers[hit.doc_id], text),
            }
            for hit in hits
            if hit.doc_id in papers  # removed from the library since it was indexed
        ]

    def _evaluate(self, message: Message) -> Message:
        from assay.evaluation import overview

        workspace = self._workspace
        stored = workspace.library.runs.all()
        found = overview(
            workspace.qrels(),
            {run.tag: workspace.library.runs.load(run.tag) for run in stored},
            reference=message.get("reference"),
            measure=message.get("measure", "nDCG@10"),
            exclude_self=workspace.query_papers(),
        )
        modes = {run.tag: run.mode for run in stored}
        texts = {query.query_id: query.text for query in workspace.library.queries.all()}
        answer = asdict(found)
        answer["rows"] = [{**row, "mode": modes[row["tag"]]} for row in answer["rows"]]
        answer["per_query"] = [
            {"query_id": query_id, "text": texts.get(query_id, query_id), "values": values}
            for query_id, values in found.per_query.items()
        ]
        return answer

    def _reload(self, _message: Message) -> Message:
        """The index or the settings have changed on disk. A model that stays loaded is used at once."""
        self._workspace.reload()
        self._ensure_words()
        if self._workspace.has_model:
            self._open_vectors()
            self._announce()
        else:
            self._load()
        return self._status()

    # -- state ------------------------------------------------------------------------------------------

    def _ensure_words(self) -> None:
        """Opens the keyword index; makes it where it is missing or damaged, which takes seconds."""
        try:
            self._workspace.searcher(lexical_only=True)
        except StaleIndex as error:
            log.info("keyword index: %s", error)
            self._workspace.index_words(progress=silent)

    def _load(self) -> None:
        self._semantic, self._message = "loading", ""
        threading.Thread(target=self._load_model, args=(self._workspace.config,), daemon=True).start()

    def _load_model(self, config: Config) -> None:
        """Off the answering thread, which takes the model over from the inbox."""
        try:
            self._inbox.put(_Loaded(config, load_model(config)))
        except AssayError as error:
            self._inbox.put(_Loaded(config, None, str(error)))
        except Exception as error:  # whatever a model folder holds must not leave the window waiting
            log.exception("the model could not be loaded")
            self._inbox.put(_Loaded(config, None, f"The model could not be loaded: {error!r}."))

    def _take(self, loaded: _Loaded) -> None:
        if loaded.config != self._workspace.config:
            return  # the settings changed meanwhile, and another load is under way
        if loaded.encoder is None:
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
            self._encoded_by = sorted(indexed_models(self._workspace.library.folder))
        except AssayError as error:
            self._semantic, self._message = "failed", str(error)
        else:
            self._semantic, self._message = "ready", ""

    def _status(self) -> Message:
        searcher = self._workspace.searcher(lexical_only=self._semantic != "ready")
        indexed, total = searcher.coverage
        return {
            "model": self._workspace.config.model,
            "semantic": self._semantic,
            "indexed": indexed if self._semantic == "ready" else 0,
            "total": total,
            "message": self._message,
            "encoded_by": self._encoded_by if self._semantic == "absent" else [],
        }

    def _announce(self) -> None:
        self._send({"event": "state", **self._status()})

    def _send(self, message: Message) -> None:
        with self._writing:
            self._answers.write(json.dumps(message, ensure_ascii=False) + "\n")
            self._answers.flush()


def _filters(fields: Message) -> Filters:
    return Filters(
        year_from=fields.get("year_from"),
        year_to=fields.get("year_to"),
        venues=tuple(fields.get("venues") or ()),
    )
