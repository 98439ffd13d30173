"""Whether differences between models are real: tests, intervals, corrections, and what lies behind them."""

from assay.evaluation.statistics.corrections import holm
from assay.evaluation.statistics.paired import Comparison, paired
from assay.evaluation.statistics.variance import PairDifference, Spread, Variance, analyse, spread

__all__ = [
    "Comparison",
    "PairDifference",
    "Spread",
    "Variance",
    "analyse",
    "holm",
    "paired",
    "spread",
]
