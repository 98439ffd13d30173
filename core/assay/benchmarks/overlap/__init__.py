"""Overlap of training data and benchmarks, and scores without the contaminated items."""

from assay.benchmarks.overlap.clean_scores import CleanScore, clean_scores, why_no_clean_score
from assay.benchmarks.overlap.matching import (
    NearQuery,
    PaperMatches,
    QueryMatches,
    SharedPaper,
    match_papers,
    match_queries,
)
from assay.benchmarks.overlap.material import Material, Record, training_material
from assay.benchmarks.overlap.report import (
    Overlap,
    SharedPositive,
    TaskOverlap,
    find_overlap,
    task_overlaps,
)

__all__ = [
    "CleanScore",
    "Material",
    "NearQuery",
    "Overlap",
    "PaperMatches",
    "QueryMatches",
    "Record",
    "SharedPaper",
    "SharedPositive",
    "TaskOverlap",
    "clean_scores",
    "find_overlap",
    "match_papers",
    "match_queries",
    "task_overlaps",
    "training_material",
    "why_no_clean_score",
]
