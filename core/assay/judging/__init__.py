"""JUDGE: which pairs to judge, in which order, and what an assessor's keys do."""

from assay.judging.pool import pool
from assay.judging.queue import Pair, QueueState, next_pair, seeded_order
from assay.judging.session import JudgementStore, JudgingSession, Pace

__all__ = [
    "JudgementStore",
    "JudgingSession",
    "Pace",
    "Pair",
    "QueueState",
    "next_pair",
    "pool",
    "seeded_order",
]
