"""Linear probes: what a paper's vector says of its topics, its year or its score, and how surely."""

from assay.prediction.probes.folds import FOLDS, Fitted
from assay.prediction.probes.label_probe import LabelProbe, fit_labels
from assay.prediction.probes.number_probe import NumberProbe, fit_numbers

__all__ = [
    "FOLDS",
    "Fitted",
    "LabelProbe",
    "NumberProbe",
    "fit_labels",
    "fit_numbers",
]
