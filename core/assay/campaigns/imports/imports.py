"""Judgements that others made, into a campaign: read, compared with what is here, shown, and taken over."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from assay.campaigns.imports.checks import problems_of
from assay.campaigns.imports.matching import match
from assay.campaigns.imports.reading import read_given
from assay.campaigns.imports.writing import source_of, take_over
from assay.campaigns.types import ImportPreview
from assay.errors import BadInput
from assay.library.db.transaction import snapshot, together
from assay.progress import Progress, silent

if TYPE_CHECKING:
    from assay.campaigns.imports.matching import Matched
    from assay.campaigns.imports.reading import Given
    from assay.library import CampaignStore
    from assay.workspace import Workspace

SHOWN = 5  # problems named in a message

log = logging.getLogger(__name__)


def import_judgements(
    workspace: Workspace,
    name: str,
    path: Path,
    *,
    format: str,
    assessor: str,
    create_missing: bool,
    grade_map: Mapping[int, int],
    preview: bool,
    split: str | None = None,
    progress: Progress = silent,
) -> ImportPreview:
    """Takes the judgements over, all or none; with `preview` only says what that would be."""
    workspace.library.campaign(name)  # an unknown one is said before a long file is read
    given = read_given(path, format=format, grade_map=grade_map, split=split)
    source = source_of(path)
    with (snapshot if preview else together)(workspace.library) as library:
        store = library.campaign(name)
        found = match(library, store, given, assessor)
        problems = [*given.problems, *problems_of(library, store, found, create_missing=create_missing)]
        report = _report(store, given, found, problems)
        if preview:
            return report
        if problems:
            if len(problems) == 1:
                raise BadInput(f"{path}: {problems[0]} Nothing was imported.")
            n = len(problems) - SHOWN
            more = [f"And {n} more: the same command with --preview lists all."] if n > 0 else []
            raise BadInput(
                f"{path}: {len(problems)} problems. Nothing was imported.", [*problems[:SHOWN], *more]
            )
        take_over(library, store, found, source, progress=progress)
    log.info("took over %d judgements of others", len(given.rows))
    return report


def _report(store: CampaignStore, given: Given, found: Matched, problems: Sequence[str]) -> ImportPreview:
    standing = {(q, d, who): grade for q, d, who, grade in store.judgements.ratings()}
    compared = Counter(
        "new" if (before := standing.get((q, d, who))) is None else "known" if before == grade else "changed"
        for q, d, who, grade in found.ratings
    )
    return ImportPreview(
        n_rows=len(given.rows),
        n_queries=len({row[0] for row in given.rows}),
        n_docs=len({row[1] for row in given.rows}),
        n_new=compared["new"],
        n_known=compared["known"],
        n_changed=compared["changed"],
        unknown_queries=tuple(found.new_queries),
        unknown_docs=(*found.new_papers, *found.outside),
        grades=dict(sorted(Counter(row[3] for row in given.rows).items())),
        problems=tuple(problems),
        notes=(*given.notes, *found.notes),
    )
