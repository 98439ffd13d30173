"""EVALUATE: qrels and runs in their file forms, measures of a run, and comparisons of runs."""

from assay.evaluation.beir import Collection, read_beir, write_beir
from assay.evaluation.compare import Comparison, RunComparison, compare, compare_many
from assay.evaluation.evaluate import Evaluation, evaluate
from assay.evaluation.measures import DEFAULT_MEASURES, Measure, parse_measure
from assay.evaluation.overview import Overview, OverviewRow, overview
from assay.evaluation.report import guarded, per_query_rows, write_csv
from assay.evaluation.trec import read_qrels, read_run, write_qrels, write_run

__all__ = [
    "DEFAULT_MEASURES",
    "Collection",
    "Comparison",
    "Evaluation",
    "Measure",
    "Overview",
    "OverviewRow",
    "RunComparison",
    "compare",
    "compare_many",
    "evaluate",
    "guarded",
    "overview",
    "parse_measure",
    "per_query_rows",
    "read_beir",
    "read_qrels",
    "read_run",
    "write_beir",
    "write_csv",
    "write_qrels",
    "write_run",
]
