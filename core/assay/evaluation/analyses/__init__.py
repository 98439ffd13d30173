"""What scores of several models on several tasks say together."""

from assay.evaluation.analyses.correlation import Correlations, task_correlations
from assay.evaluation.analyses.cost import CostRow, Model, cost_table
from assay.evaluation.analyses.curves import Curve, Point, few_shot_curves

__all__ = [
    "Correlations",
    "CostRow",
    "Curve",
    "Model",
    "Point",
    "cost_table",
    "few_shot_curves",
    "task_correlations",
]
