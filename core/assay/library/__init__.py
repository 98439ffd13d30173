"""LIBRARY: papers, queries, judgements, runs and campaigns, in a file or on a server. Only here is SQL."""

from assay.library.campaigns.campaigns import CampaignStore
from assay.library.campaigns.judgement_rows import JudgementEvent
from assay.library.campaigns.judgements import Judgements
from assay.library.database import Library
from assay.library.duplicates import Merge, Ties
from assay.library.facets import FACETS
from assay.library.history.actions import Recording
from assay.library.history.changes import Change
from assay.library.papers import Papers
from assay.library.rows.columns import PaperFacts
from assay.library.rows.file_rows import Place, ReadFile, StoredFile
from assay.library.searches import SavedSearch
from assay.library.upkeep.backup_preview import BackupFacts, RestorePreview, backup_facts, preview_restore
from assay.library.upkeep.backups import restore_backup
from assay.types import Action, ActionArgs

__all__ = [
    "FACETS",
    "Action",
    "ActionArgs",
    "BackupFacts",
    "CampaignStore",
    "Change",
    "JudgementEvent",
    "Judgements",
    "Library",
    "Merge",
    "PaperFacts",
    "Papers",
    "Place",
    "ReadFile",
    "Recording",
    "RestorePreview",
    "SavedSearch",
    "StoredFile",
    "Ties",
    "backup_facts",
    "preview_restore",
    "restore_backup",
]
