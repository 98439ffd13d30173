"""What scores of several models on several tasks say together."""

from assay.benchmarks.analyses.correlation import Correlations, task_correlations
from assay.benchmarks.analyses.cost import CostRow, Model, cost_table
from assay.benchmarks.analyses.curves import Curve, Point, Setting, few_shot_curves, setting_of

__all__ = [
    "Correlations",
    "CostRow",
    "Curve",
    "Model",
    "Point",
    "Setting",
    "cost_table",
    "few_shot_curves",
    "setting_of",
    "task_correlations",
]
