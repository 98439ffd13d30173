"""EVALUATE: qrels and runs in their file forms, measures of a run, and comparisons of runs."""

from assay.evaluation.beir import Collection, read_beir, write_beir
from assay.evaluation.compare import compare, compare_many
from assay.evaluation.evaluate import Evaluation, evaluate
from assay.evaluation.export import CSV_COLUMNS, write_release
from assay.evaluation.measures import DEFAULT_MEASURES, Measure, parse_measure
from assay.evaluation.overview import overview
from assay.evaluation.pool_bias import BiasRow, leave_one_out
from assay.evaluation.report import per_query_rows, write_csv
from assay.evaluation.statistics import Comparison
from assay.evaluation.trec import read_qrels, read_run, write_qrels, write_run

__all__ = [
    "CSV_COLUMNS",
    "DEFAULT_MEASURES",
    "BiasRow",
    "Collection",
    "Comparison",
    "Evaluation",
    "Measure",
    "compare",
    "compare_many",
    "evaluate",
    "leave_one_out",
    "overview",
    "parse_measure",
    "per_query_rows",
    "read_beir",
    "read_qrels",
    "read_run",
    "write_beir",
    "write_csv",
    "write_qrels",
    "write_release",
    "write_run",
]
