"""LIBRARY: papers, queries, judgements and runs in one SQLite file. The only place that speaks SQL."""

from assay.library.backups import restore_backup
from assay.library.database import Library
from assay.library.judgement_rows import JudgementEvent
from assay.library.judgements import Judgements
from assay.library.papers import Papers
from assay.library.pool import Pool
from assay.library.queries import Queries
from assay.library.runs import Runs, StoredRun

__all__ = [
    "JudgementEvent",
    "Judgements",
    "Library",
    "Papers",
    "Pool",
    "Queries",
    "Runs",
    "StoredRun",
    "restore_backup",
]
