"""Whether differences between models are real: tests, intervals, corrections, and what lies behind them."""

from assay.evaluation.statistics.bootstrap import Bootstrap, intervals, resampled_means
from assay.evaluation.statistics.corrections import holm
from assay.evaluation.statistics.paired import paired
from assay.evaluation.statistics.systems import SystemPair, SystemRow, Systems, compare_systems
from assay.evaluation.statistics.tukey import RandomisedTukey, analyse_blocks, randomised_tukey
from assay.evaluation.statistics.variance import PairDifference, Spread, Variance, analyse, spread
from assay.types import Comparison

__all__ = [
    "Bootstrap",
    "Comparison",
    "PairDifference",
    "RandomisedTukey",
    "Spread",
    "SystemPair",
    "SystemRow",
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
