"""What training data and a benchmark share, and what a score is worth on the rest."""

from assay.evaluation.leakage.left import Left, score_left, why_untold
from assay.evaluation.leakage.material import Material, Record
from assay.evaluation.leakage.papers import PaperMatches, SharedPaper, match_papers
from assay.evaluation.leakage.queries import NearQuery, QueryMatches, match_queries
from assay.evaluation.leakage.report import Leakage, SharedPositive, leakage

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
