"""LIBRARY: papers, queries, judgements, runs and campaigns, in a file or on a server. Only here is SQL."""

from assay.library.action_titles import TITLES
from assay.library.actions import Action, Actions, Recording
from assay.library.adjudications import Adjudications
from assay.library.annotators import Annotators
from assay.library.assignments import Assignments
from assay.library.backup_preview import BackupFacts, RestorePreview, backup_facts, preview_restore
from assay.library.backups import restore_backup
from assay.library.campaign_store import CampaignStore
from assay.library.campaigns import Campaigns
from assay.library.changes import Change
from assay.library.collection_store import Collection, Collections
from assay.library.database import Library
from assay.library.duplicates import DuplicatePapers, Merge, Ties
from assay.library.edits import PaperEdits
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
from assay.library.tags import Tags

__all__ = [
    "FACETS",
    "TITLES",
    "Action",
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
    "FacetValue",
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
    "StoredRun",
    "Tags",
    "Ties",
    "backup_facts",
    "preview_restore",
    "restore_backup",
]
