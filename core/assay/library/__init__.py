"""LIBRARY: papers, queries, judgements, runs and campaigns, in a file or on a server. Only here is SQL."""

from assay.library.campaigns.adjudications import Adjudications
from assay.library.campaigns.annotators import Annotators
from assay.library.campaigns.assignments import Assignments
from assay.library.campaigns.campaigns import Campaigns, CampaignStore
from assay.library.campaigns.judgement_rows import JudgementEvent
from assay.library.campaigns.judgements import Judgements
from assay.library.campaigns.pool import Pool
from assay.library.campaigns.queries import Queries
from assay.library.campaigns.releases import Releases
from assay.library.campaigns.runs import Runs
from assay.library.collection_store import Collection, Collections
from assay.library.database import Library
from assay.library.duplicates import DuplicatePapers, Merge, Ties
from assay.library.edits import PaperEdits
from assay.library.facets import FACETS
from assay.library.files import Files
from assay.library.history.actions import Actions, Recording
from assay.library.history.changes import Change
from assay.library.papers import Papers
from assay.library.rows.file_rows import Place, ReadFile, StoredFile
from assay.library.searches import SavedSearch, SavedSearches
from assay.library.tags import Tags
from assay.library.upkeep.backup_preview import BackupFacts, RestorePreview, backup_facts, preview_restore
from assay.library.upkeep.backups import restore_backup
from assay.types import Action, ActionArgs

__all__ = [
    "FACETS",
    "Action",
    "ActionArgs",
    "Actions",
    "Adjudications",
    "Annotators",
    "Assignments",
    "BackupFacts",
    "CampaignStore",
    "Campaigns",
    "Change",
    "Collection",
    "Collections",
    "DuplicatePapers",
    "Files",
    "JudgementEvent",
    "Judgements",
    "Library",
    "Merge",
    "PaperEdits",
    "Papers",
    "Place",
    "Pool",
    "Queries",
    "ReadFile",
    "Recording",
    "Releases",
    "RestorePreview",
    "Runs",
    "SavedSearch",
    "SavedSearches",
    "StoredFile",
    "Tags",
    "Ties",
    "backup_facts",
    "preview_restore",
    "restore_backup",
]
