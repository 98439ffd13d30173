"""Linear probes: what a paper's vector says of its topics, its year or its score, and how surely."""

from assay.evaluation.prediction.folds import FOLDS, Fitted
from assay.evaluation.prediction.label_probe import LabelProbe, LabelQuality, fit_labels
from assay.evaluation.prediction.number_probe import Interval, NumberProbe, NumberQuality, fit_numbers

__all__ = [
    "FOLDS",
    "Fitted",
    "Interval",
    "LabelProbe",
    "LabelQuality",
    "NumberProbe",
    "NumberQuality",
    "fit_labels",
    "fit_numbers",
]
