"""Releases as files for other programs."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from assay.campaign_types import Release
from assay.errors import BadInput
from assay.evaluation.export import ExportReport, write_release
from assay.judging import card_markdown
from assay.judging.campaigns.release import is_as_frozen
from assay.library.db.transaction import snapshot

if TYPE_CHECKING:
    from assay.library import CampaignStore, Library

ExportFormat = Literal["trec", "beir", "iclr2022", "csv", "bundle"]
FORMATS = get_args(ExportFormat)

log = logging.getLogger(__name__)


def export_release(
    library: Library,
    store: CampaignStore,
    version: int,
    out: Path,
    *,
    format: ExportFormat,
    overwrite: bool = False,
) -> ExportReport:
    """Writes a release in one of FORMATS; a bundle holds the whole campaign, all its releases included.

    Papers that were removed since, or merged into another, are written all the same. Those that read
    otherwise than they were frozen are written as they read now; report and card name them. Raises BadInput
    for a release that does not have its checksum.
    """
    if format not in FORMATS:
        raise BadInput(f"'{format}' is no format to export to. Give one of {', '.join(FORMATS)}.")
    if format == "bundle":
        from assay.campaigns.bundles import export_bundle

        _require_as_frozen(store, version)
        return ExportReport(files=(out,), rows=export_bundle(store, out, overwrite=overwrite))
    with snapshot(library) as then:
        campaign = then.campaign(store.name)
        _require_as_frozen(campaign, version)
        release, items = campaign.releases.get(version), campaign.releases.items(version)
        queries, papers = campaign.queries.all(), campaign.releases.papers(version)
    report = write_release(
        out,
        format=format,
        items=items,
        queries=queries,
        papers=papers.corpus,
        asked=papers.asked,
        extras=_card_files(release, papers.changed),
        overwrite=overwrite,
    )
    if papers.changed:
        log.warning("%d papers of the export read otherwise than they were frozen", len(papers.changed))
    return replace(report, changed_papers=papers.changed)


def has_its_sha256(store: CampaignStore, version: int) -> bool:
    """Whether a release holds what its SHA-256 was made of. Raises BadInput for an unknown version."""
    release, items = store.releases.get(version), store.releases.items(version)
    also = store.releases.papers(version).aliases
    return is_as_frozen(items, rule=release.rule, sha256=release.sha256, card=release.card, also=also)


def _require_as_frozen(store: CampaignStore, version: int) -> None:
    if not has_its_sha256(store, version):
        raise BadInput(
            f"Release {version} of '{store.name}' does not have its SHA-256: the library was changed "
            "from outside or is damaged. Nothing was written. Take the library back from a backup."
        )


def _card_files(release: Release, changed: Sequence[str]) -> dict[str, str]:
    """The data card, for programs and for people, with what is no longer as it was frozen."""
    card = {**release.card, "export": {"changed_papers": sorted(changed)}} if changed else release.card
    return {
        "card.json": json.dumps(card, ensure_ascii=False, indent=2),
        "card.md": card_markdown(card),
    }
