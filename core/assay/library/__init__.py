"""LIBRARY: papers, queries, judgements, runs and campaigns, in a file or on a server. Only here is SQL."""

from assay.library.actions import Action, Actions
from assay.library.adjudications import Adjudications
from assay.library.annotators import Annotators
from assay.library.assignments import Assignments
from assay.library.backup_preview import BackupFacts, RestorePreview, backup_facts, preview_restore
from assay.library.backups import restore_backup
from assay.library.campaign_store import CampaignStore
from assay.library.campaigns import Campaigns
from assay.library.database import Library
from assay.library.duplicates import DuplicatePapers, Merge, Ties
from assay.library.facets import FACETS, FacetValue
from assay.library.file_rows import Place, ReadFile, StoredFile
from assay.library.files import Files
from assay.library.judgement_rows import JudgementEvent
from assay.library.judgements import Judgements
from assay.library.papers import Papers
from assay.library.pool import Pool
from assay.library.queries import Queries
from assay.library.releases import Releases
from assay.library.runs import Runs, StoredRun
from assay.library.searches import SavedSearch, SavedSearches

__all__ = [
    "FACETS",
    "Action",
    "Actions",
    "Adjudications",
    "Annotators",
    "Assignments",
    "BackupFacts",
    "CampaignStore",
    "Campaigns",
    "DuplicatePapers",
    "FacetValue",
    "Files",
    "JudgementEvent",
    "Judgements",
    "Library",
    "Merge",
    "Papers",
    "Place",
    "Pool",
    "Queries",
    "ReadFile",
    "Releases",
    "RestorePreview",
    "Runs",
    "SavedSearch",
    "SavedSearches",
    "StoredFile",
    "StoredRun",
    "Ties",
    "backup_facts",
    "preview_restore",
    "restore_backup",
]
