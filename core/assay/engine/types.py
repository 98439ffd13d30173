"""The wire between the engine and the window: its operations, and the engine's state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from assay.benchmarks.types import (
    AnalyseCall,
    Analyses,
    BenchOptions,
    CompareCall,
    Differences,
    ExportCall,
    Exported,
    ItemPage,
    ItemsCall,
    OptionsCall,
    PartTables,
    PublishedTables,
    Rankings,
    RankingsCall,
    ReportCall,
    Runs,
    ScoreReport,
    TaskItems,
    TrainedModels,
)
from assay.prediction.types import PredictCall, Prediction
from assay.searching.types import (
    CheckCall,
    CheckedSearch,
    ExplainCall,
    Explanation,
    Facets,
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


SEARCH = Operation("search", SearchCall, SearchResults, latest=True)
SIMILAR = Operation("similar", SimilarCall, SearchResults)
FACETS = Operation("facets", SearchCall, Facets, latest=True)
EXPLAIN = Operation("why", ExplainCall, Explanation, latest=True)
CHECK = Operation("check", CheckCall, CheckedSearch)
EVALUATE = Operation("evaluate", EvaluateCall, LibraryOverview)
PREDICT = Operation("predict", PredictCall, Prediction)
RELOAD = Operation("reload", EmptyCall, EngineStatus)
STATUS = Operation("status", EmptyCall, EngineStatus)
BENCH_OPTIONS = Operation("bench.options", OptionsCall, BenchOptions, latest=True)
BENCH_RUNS = Operation("bench.runs", EmptyCall, Runs, latest=True)
BENCH_TRAININGS = Operation("bench.trainings", EmptyCall, TrainedModels, latest=True)
BENCH_REPORT = Operation("bench.report", ReportCall, ScoreReport, latest=True)
BENCH_COMPARE = Operation("bench.compare", CompareCall, Differences, latest=True)
BENCH_ANALYSE = Operation("bench.analyse", AnalyseCall, Analyses, latest=True)
BENCH_PUBLISHED = Operation("bench.published", ReportCall, PublishedTables, latest=True)
BENCH_PARTS = Operation("bench.parts", ReportCall, PartTables, latest=True)
BENCH_ITEMS = Operation("bench.items", ItemsCall, TaskItems, latest=True)
BENCH_PAGE = Operation("bench.page", ItemsCall, ItemPage)
BENCH_RANKINGS = Operation("bench.rankings", RankingsCall, Rankings, latest=True)
BENCH_EXPORT = Operation("bench.export", ExportCall, Exported)
