"""What must not keep a search waiting: models and indexes are opened on threads of their own.

Each goes to the answering thread through its inbox, which takes it over between two requests.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from assay.config import Config
from assay.encoding import Encoder
from assay.encoding.scorers import PairScorer
from assay.engine.types import EngineRequest
from assay.errors import AssayError
from assay.registry.loading import load_model
from assay.search import Indexes, open_indexes
from assay.searching.reranking import load_second_stage
from assay.workspace import Workspace

log = logging.getLogger(__name__)

FOLLOWING = frozenset({"check"})
"""What is not asked of indexes that are being replaced: what it finds is kept."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of loading the model that `config` names; the library's, or one to rerank with."""

    config: Config
    encoder: Encoder | PairScorer | None
    failed: str = ""
    reranks: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """The indexes of a model as they are on the disk now; None where they cannot all be opened."""

    encoder: Encoder
    indexes: Indexes | None


def load(config: Config, put: Callable[[Loaded], None], *, reranks: bool) -> None:
    """Load the model that `config` names, and put what came of it."""

    def loaded() -> Loaded:
        try:
            return Loaded(
                config, load_second_stage(config) if reranks else load_model(config), reranks=reranks
            )
        except AssayError as error:
            return Loaded(config, None, str(error), reranks)
        except Exception as error:  # whatever a model folder holds must not leave the window waiting
            log.exception("the model could not be loaded")
            return Loaded(config, None, f"The model could not be loaded: {error!r}.", reranks)

    threading.Thread(target=lambda: put(loaded()), daemon=True).start()


class Reopening:
    """Opens a library's indexes again when another process has changed them.

    Until they are ready, searches are answered from the earlier indexes. Requests to open them, and those
    that need the new indexes, are answered when they are.
    """

    def __init__(self, workspace: Workspace, put: Callable[[Opened], None]) -> None:
        self._workspace = workspace
        self._put = put
        self._waiting: list[EngineRequest] = []
        self._again = False
        self.busy = False
        self.times = 0
        """How often indexes were opened: what was answered before may be outdated."""

    def begin(self, message: EngineRequest) -> None:
        """Open what is on the disk now. The model must be in memory."""
        self._waiting.append(message)
        if self.busy:
            self._again = True  # what is being opened may be older than this
        else:
            self._start()

    def holds(self, message: EngineRequest) -> bool:
        """Return whether this request waits for the new indexes; `finish` gives it back."""
        if self.busy and message.op in FOLLOWING:
            self._waiting.append(message)
            return True
        return False

    def finish(self, *, taken: bool) -> list[EngineRequest]:
        """Return the requests to be answered now; none if what was `taken` over may be outdated."""
        self.times += 1
        self.busy = False
        if taken and self._again:
            self._again = False
            self._start()
            return []
        self._again = False
        waiting, self._waiting = self._waiting, []
        return waiting

    def _start(self) -> None:
        self.busy = True
        encoder, folder = self._workspace.encoder(), self._workspace.folder
        workspace, foreign = self._workspace, self._workspace.library.is_foreign

        def opened() -> Opened:
            try:
                return Opened(
                    encoder, open_indexes(folder, encoder, store=workspace.vector_store, foreign=foreign)
                )
            except AssayError as error:
                log.info("indexes: %s", error)
            except Exception:  # a thread that dies in silence would leave requests waiting
                log.exception("the indexes could not be opened")
            return Opened(encoder, None)

        threading.Thread(target=lambda: self._put(opened()), daemon=True).start()
