"""Tasks of SciRepEval's four formats: their files, and what vectors are worth on them."""

from assay.evaluation.tasks.averages import AVERAGE, IN_TRAIN, OUT_OF_TRAIN, averages, columns_of
from assay.evaluation.tasks.data import Coverage, LabelledData, RankedData, TaskData, read_data
from assay.evaluation.tasks.details import NO_DETAILS, Details
from assay.evaluation.tasks.kinds import (
    AnyData,
    AuthorPaper,
    ClusterData,
    PartedData,
    ReviewerData,
    Signature,
)
from assay.evaluation.tasks.reviewers import reviewer_scores
from assay.evaluation.tasks.score import AS_PUBLISHED, Scoring, TaskScore, TaskVectors, score_run, score_task
from assay.evaluation.tasks.task import GROUPS, METRICS, EvaluationTask, FewShot, Group, read_tasks

__all__ = [
    "AS_PUBLISHED",
    "AVERAGE",
    "GROUPS",
    "IN_TRAIN",
    "METRICS",
    "NO_DETAILS",
    "OUT_OF_TRAIN",
    "AnyData",
    "AuthorPaper",
    "ClusterData",
    "Coverage",
    "Details",
    "EvaluationTask",
    "FewShot",
    "Group",
    "LabelledData",
    "PartedData",
    "RankedData",
    "ReviewerData",
    "Scoring",
    "Signature",
    "TaskData",
    "TaskScore",
    "TaskVectors",
    "averages",
    "columns_of",
    "read_data",
    "read_tasks",
    "reviewer_scores",
    "score_run",
    "score_task",
]
