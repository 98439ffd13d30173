"""What training data and a benchmark share, and what a score is worth on the rest."""

from assay.benchmarks.overlap.left import Left, score_left, why_untold
from assay.benchmarks.overlap.material import Material, Record
from assay.benchmarks.overlap.papers import PaperMatches, SharedPaper, match_papers
from assay.benchmarks.overlap.queries import NearQuery, QueryMatches, match_queries
from assay.benchmarks.overlap.report import Leakage, SharedPositive, leakage

__all__ = [
    "Leakage",
    "Left",
    "Material",
    "NearQuery",
    "PaperMatches",
    "QueryMatches",
    "Record",
    "SharedPaper",
    "SharedPositive",
    "leakage",
    "match_papers",
    "match_queries",
    "score_left",
    "why_untold",
]
