"""Tasks of SciRepEval's four formats: their files, and what vectors are worth on them."""

from assay.benchmarks.tasks.authors import BCubed, b_cubed, score_authors
from assay.benchmarks.tasks.averages import AVERAGE, IN_TRAIN, OUT_OF_TRAIN, averages, columns_of
from assay.benchmarks.tasks.data import Coverage, LabelledData, RankedData, TaskData, read_data
from assay.benchmarks.tasks.details import NO_DETAILS, Details
from assay.benchmarks.tasks.expertise import read_expertise
from assay.benchmarks.tasks.kinds import (
    AnyData,
    AuthorPaper,
    ClusterData,
    PartedData,
    ReviewerData,
    Signature,
)
from assay.benchmarks.tasks.probes.few_shot import FewShotScore, few_shot_of
from assay.benchmarks.tasks.reviewers import MATCHING, reviewer_scores, score_reviewers
from assay.benchmarks.tasks.score import (
    AS_PUBLISHED,
    SCORING_VERSION,
    SELF_HITS,
    Scoring,
    TaskScore,
    TaskVectors,
    score_rankings,
    score_task,
)
from assay.benchmarks.tasks.task import (
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
    "FewShot",
    "FewShotScore",
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
    "few_shot_of",
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
