"""The wire between the engine and the window: its operations, and the engine's state.

Those on benchmarks are in `bench_types`: their classes are many, and the window opens without them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from assay.campaigns.types import QueueRanking, RankCall
from assay.discovery.types import RelatedCall
from assay.goals.types import TrainingGoals
from assay.prediction.types import PredictCall, Prediction
from assay.searching.types import (
    CheckCall,
    CheckedSearch,
    ExplainCall,
    Explanation,
    Facets,
    Marks,
    MarksCall,
    SearchCall,
    SearchResults,
    SimilarCall,
)
from assay.types import EvaluateCall, LibraryOverview

Q = TypeVar("Q")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Operation(Generic[Q, A]):
    """What can be asked of the engine. Of several requests only the latest is answered where `latest`."""

    name: str
    request: type[Q]
    answer: type[A]
    latest: bool = False


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """A request as it came: `call` holds its fields, which only its operation knows how to read.

    Of those with one `key`, the operation's name if none is given, only the newest need be answered.
    """

    id: int
    op: str
    key: str = ""
    call: object = None


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """What comes of a request: `ok` holds an answer's fields, `error` why there is none.

    Where there is `more` to come, another answer to the same request follows.
    """

    id: int | None = None
    ok: object = None
    error: Mapping[str, object] = field(default_factory=dict)
    superseded: bool = False
    more: bool = False


@dataclass(frozen=True, slots=True)
class EmptyCall:
    """A request without fields."""


@dataclass(frozen=True, slots=True)
class EngineStatus:
    """What the engine can search. `indexed` of `total` papers have a vector.

    Without an index of the model, `encoded_by` names the models that the library has an index of; the model's
    own name there stands for other weights of that name.
    """

    model: str = ""
    semantic: Literal["loading", "ready", "absent", "failed"] = "loading"
    indexed: int = 0
    total: int = 0
    message: str = ""
    papers: str = ""  # the fingerprint of the papers' vectors in the open index
    encoded_by: tuple[str, ...] = ()
    opened: int = 0  # how often indexes were opened again: earlier answers may be outdated
    full_texts: int = 0  # papers whose full texts can be searched
    passages: int = 0  # those whose passages have vectors


SEARCH = Operation("search", SearchCall, SearchResults, latest=True)
SIMILAR = Operation("similar", SimilarCall, SearchResults)
RELATED = Operation("related", RelatedCall, SearchResults, latest=True)
FACETS = Operation("facets", SearchCall, Facets, latest=True)
EXPLAIN = Operation("why", ExplainCall, Explanation, latest=True)
MARKS = Operation("marks", MarksCall, Marks, latest=True)
RANK_QUEUE = Operation("rank_queue", RankCall, QueueRanking, latest=True)
CHECK = Operation("check", CheckCall, CheckedSearch)
EVALUATE = Operation("evaluate", EvaluateCall, LibraryOverview)
PREDICT = Operation("predict", PredictCall, Prediction)
RELOAD = Operation("reload", EmptyCall, EngineStatus)
GOALS = Operation("goals", EmptyCall, TrainingGoals)
STATUS = Operation("status", EmptyCall, EngineStatus)
