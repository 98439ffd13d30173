"""Names on papers, grouped by the person behind them, with the papers' vectors: S2AND-mini."""

from assay.benchmarks.tasks.authors.bcubed import BCubed, b_cubed
from assay.benchmarks.tasks.authors.score import score_authors

__all__ = ["BCubed", "b_cubed", "score_authors"]
