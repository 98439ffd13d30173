"""Releases as files for other programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from assay.campaign_types import Release
from assay.errors import BadInput
from assay.evaluation.export import ExportReport, write_release
from assay.judging import card_markdown

if TYPE_CHECKING:
    from assay.library import CampaignStore, Library

ExportFormat = Literal["trec", "beir", "iclr2022", "csv", "bundle"]
FORMATS = get_args(ExportFormat)


def export_release(
    library: Library, store: CampaignStore, version: int, out: Path, *, format: ExportFormat
) -> ExportReport:
    """Writes a release in one of FORMATS; a bundle holds the whole campaign, all its releases included."""
    if format not in FORMATS:
        raise BadInput(f"'{format}' is no format to export to. Give one of {', '.join(FORMATS)}.")
    release = store.releases.get(version)
    if format == "bundle":
        from assay.workspace.campaign_bundles import export_bundle

        return ExportReport(files=(out,), rows=export_bundle(store, out))
    items = store.releases.items(version)
    judged = [item.doc_id for item in items]
    papers = library.papers.get(list(dict.fromkeys([*store.corpus(), *judged])))
    return write_release(
        out,
        format=format,
        items=items,
        queries=store.queries.all(),
        papers=papers,
        extras=_card_files(release),
    )


def _card_files(release: Release) -> dict[str, str]:
    """The data card, for programs and for people."""
    return {
        "card.json": json.dumps(release.card, ensure_ascii=False, indent=2),
        "card.md": card_markdown(release.card),
    }
