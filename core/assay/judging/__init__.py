"""JUDGE: which pairs to judge, who judges them, how far they agree, and what is released.

Pure logic on plain data: what is stored, and where, is the library's business.
"""

from assay.campaign_types import JudgingState, Pair
from assay.judging.campaigns.agreement import (
    AgreementReport,
    PairAgreement,
    agreement,
    cohen_kappa,
    krippendorff_alpha,
)
from assay.judging.campaigns.assignment import order_keys, plan, replacements
from assay.judging.campaigns.card import RunFacts, card_markdown, data_card
from assay.judging.campaigns.release import disagreements, left_out, release_sha256, released
from assay.judging.pool import own_papers, pool, pool_by, rrf_pool, unjudged_results
from assay.judging.session import JudgementStore, JudgingSession, SharedQueue, seeded_order

__all__ = [
    "AgreementReport",
    "JudgementStore",
    "JudgingSession",
    "JudgingState",
    "Pair",
    "PairAgreement",
    "RunFacts",
    "SharedQueue",
    "agreement",
    "card_markdown",
    "cohen_kappa",
    "data_card",
    "disagreements",
    "krippendorff_alpha",
    "left_out",
    "order_keys",
    "own_papers",
    "plan",
    "pool",
    "pool_by",
    "release_sha256",
    "released",
    "replacements",
    "rrf_pool",
    "seeded_order",
    "unjudged_results",
]
