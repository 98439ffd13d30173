"""The operations of the engine on benchmarks, which the window imports with their page."""

from __future__ import annotations

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
    RankingsCall,
    ReportCall,
    Runs,
    ScoreReport,
    TaskItems,
    TrainedModels,
)
from assay.engine.types import EmptyCall, Operation
from assay.types import Rankings

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
