"""The sample library that comes with Assay, put into a library of the user's."""

from __future__ import annotations

import importlib.resources

from assay.progress import Progress, silent
from assay.types import ImportReport
from assay.workspace import Workspace

SAMPLE_ASSESSOR = "sample"


def fill_with_sample(workspace: Workspace, *, progress: Progress = silent) -> ImportReport:
    """Adds the sample papers, queries and grades, indexed, with a run of each mode and a pool to judge.

    Safe to call again: what is there already stays, and is neither encoded nor ranked twice.
    """
    folder = importlib.resources.files("assay_resources") / "samples"
    with (
        importlib.resources.as_file(folder / "papers.jsonl") as papers,
        importlib.resources.as_file(folder / "queries.jsonl") as queries,
        importlib.resources.as_file(folder / "qrels.tsv") as qrels,
    ):
        report = workspace.import_files([papers], progress=progress)
        workspace.import_queries(queries)
        workspace.import_qrels(qrels, assessor=SAMPLE_ASSESSOR)
    workspace.index_words(progress=progress)
    workspace.index_vectors(progress=progress)
    if not workspace.library.runs.all():
        workspace.make_all_runs(progress=progress)
    workspace.extend_pool()
    return report
