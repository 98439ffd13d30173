"""Whether differences between models are real: tests, intervals, corrections, and what lies behind them."""

from assay.evaluation.statistics.bootstrap import intervals, resampled_means
from assay.evaluation.statistics.corrections import holm
from assay.evaluation.statistics.paired import paired
from assay.evaluation.statistics.systems import Systems, compare_systems
from assay.evaluation.statistics.tukey import analyse_blocks, randomised_tukey
from assay.evaluation.statistics.variance import Spread, Variance, analyse, spread
from assay.types import Comparison

__all__ = [
    "Comparison",
    "Spread",
    "Systems",
    "Variance",
    "analyse",
    "analyse_blocks",
    "compare_systems",
    "holm",
    "intervals",
    "paired",
    "randomised_tukey",
    "resampled_means",
    "spread",
]
