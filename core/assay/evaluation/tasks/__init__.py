"""Tasks of SciRepEval's four formats: their files, and what vectors are worth on them."""

from assay.evaluation.tasks.authors import BCubed, b_cubed, score_authors
from assay.evaluation.tasks.averages import AVERAGE, IN_TRAIN, OUT_OF_TRAIN, averages, columns_of
from assay.evaluation.tasks.data import Coverage, LabelledData, RankedData, TaskData, read_data
from assay.evaluation.tasks.details import NO_DETAILS, Details
from assay.evaluation.tasks.expertise import read_expertise
from assay.evaluation.tasks.few import FewScore, few_of
from assay.evaluation.tasks.kinds import (
    AnyData,
    AuthorPaper,
    ClusterData,
    PartedData,
    ReviewerData,
    Signature,
)
from assay.evaluation.tasks.reviewers import MATCHING, reviewer_scores, score_reviewers
from assay.evaluation.tasks.score import (
    AS_PUBLISHED,
    SCORING_VERSION,
    SELF_HITS,
    Scoring,
    TaskScore,
    TaskVectors,
    score_rankings,
    score_task,
)
from assay.evaluation.tasks.task import (
    GROUPS,
    METRICS,
    BadTask,
    EvaluationTask,
    FewShot,
    Group,
    read_good_tasks,
    read_tasks,
)

__all__ = [
    "AS_PUBLISHED",
    "AVERAGE",
    "GROUPS",
    "IN_TRAIN",
    "MATCHING",
    "METRICS",
    "NO_DETAILS",
    "OUT_OF_TRAIN",
    "SCORING_VERSION",
    "SELF_HITS",
    "AnyData",
    "AuthorPaper",
    "BCubed",
    "BadTask",
    "ClusterData",
    "Coverage",
    "Details",
    "EvaluationTask",
    "FewScore",
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
    "b_cubed",
    "columns_of",
    "few_of",
    "read_data",
    "read_expertise",
    "read_good_tasks",
    "read_tasks",
    "reviewer_scores",
    "score_authors",
    "score_rankings",
    "score_reviewers",
    "score_task",
]
