"""IMPORT: papers and queries out of other programs' files, and which of them are one paper.

`read_papers` reads a file of any known format, `plan` says what becomes of a batch of papers.
"""

from assay.doc_ids import original_id, safe_id
from assay.importers.collection import is_collection
from assay.importers.entries.identity import Decision, Outcome, decide, identity_keys
from assay.importers.folders import importable_files
from assay.importers.planning import plan
from assay.importers.queries import read_queries, read_titled_queries, text_id
from assay.importers.reader import read_papers

__all__ = [
    "Decision",
    "Outcome",
    "decide",
    "identity_keys",
    "importable_files",
    "is_collection",
    "original_id",
    "plan",
    "read_papers",
    "read_queries",
    "read_titled_queries",
    "safe_id",
    "text_id",
]
