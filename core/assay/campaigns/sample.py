"""The sample library that comes with Assay, put into a library of the user's."""

from __future__ import annotations

import importlib.resources

from assay.ingest.types import ImportReport
from assay.progress import Progress, silent
from assay.workspace import Workspace

SAMPLE_ASSESSOR = "sample"


def fill_with_sample(workspace: Workspace, *, progress: Progress = silent) -> ImportReport:
    """Add the sample papers, queries and grades, indexed, with a run of each mode and a pool to judge.

    Safe to call again: what is there already stays, and is neither encoded nor ranked twice.
    """
    from assay.campaigns.pools import extend_pool
    from assay.ingest.importing import import_files
    from assay.ingest.queries import import_qrels, import_queries
    from assay.searching.indexing import index_vectors, index_words
    from assay.searching.search import make_all_runs

    folder = importlib.resources.files("assay_resources") / "samples"
    with (
        importlib.resources.as_file(folder / "papers.jsonl") as papers,
        importlib.resources.as_file(folder / "queries.jsonl") as queries,
        importlib.resources.as_file(folder / "qrels.tsv") as qrels,
    ):
        report = import_files(workspace.library, [papers], progress=progress)
        import_queries(workspace.library, queries)
        import_qrels(workspace.library, qrels, assessor=SAMPLE_ASSESSOR)
    index_words(workspace, progress=progress)
    index_vectors(workspace, progress=progress)
    if not workspace.library.runs.all():
        make_all_runs(workspace, progress=progress)
    extend_pool(workspace.library)
    return report
