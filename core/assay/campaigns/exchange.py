"""Campaigns as files: releases for other programs, and bundles that are merged into other libraries."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, get_args

from assay.campaign_types import Facts, MergeReport, Release
from assay.errors import BadInput
from assay.evaluation.datasets import DatasetFacts
from assay.evaluation.export import ExportReport, write_release
from assay.judging import card_markdown
from assay.judging.campaigns.bundle_file import Bundle, blinded, read_bundle, write_bundle
from assay.judging.campaigns.release import checked_releases, is_as_frozen
from assay.library import CampaignStore, Library
from assay.library.bundles.merging import dump, merge, preview_merge
from assay.library.db.device import device_id, note_bundle
from assay.library.transaction import snapshot

ExportFormat = Literal["trec", "beir", "iclr2022", "csv", "datasets", "bundle"]
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
    license: str = "unknown",
    languages: Sequence[str] = (),
) -> ExportReport:
    """Write a release in one of FORMATS; a bundle holds the whole campaign, all its releases included.

    The metadata of "datasets" say `license`, an identifier of the hub or a link, and `languages`.
    Papers that were removed since, or merged into another, are written all the same. Those that read
    otherwise than they were frozen are written as they read now; report and card name them. Raises BadInput
    for a release that does not have its checksum.
    """
    if format not in FORMATS:
        raise BadInput("'{0}' is not an export format. Use one of {1}.", format, ", ".join(FORMATS))
    if format == "bundle":
        _require_as_frozen(store, version)
        return ExportReport(files=(out,), rows=export_bundle(store, out, overwrite=overwrite))
    with snapshot(library) as then:
        campaign = then.campaign(store.name)
        _require_as_frozen(campaign, version)
        release, items = campaign.releases.get(version), campaign.releases.items(version)
        queries, papers = campaign.queries.all(), campaign.releases.papers(version)
    extras = _card_files(release, papers.changed)
    facts = DatasetFacts(
        store.name,
        release.version,
        release.created_at.isoformat(),
        release.sha256,
        license,
        tuple(languages),
        extras.pop("card.md") if format == "datasets" else "",
    )
    report = write_release(
        out,
        format=format,
        items=items,
        queries=queries,
        papers=papers.corpus,
        query_papers=papers.query_papers,
        extras=extras,
        facts=facts,
        overwrite=overwrite,
    )
    if papers.changed:
        log.warning("%d papers of the export read otherwise than they were frozen", len(papers.changed))
    return replace(report, changed_papers=papers.changed)


def has_its_sha256(store: CampaignStore, version: int) -> bool:
    """Return whether a release holds what its SHA-256 was made of. Raises BadInput for an unknown version."""
    release, items = store.releases.get(version), store.releases.items(version)
    also = store.releases.papers(version).aliases
    return is_as_frozen(items, rule=release.rule, sha256=release.sha256, card=release.card, also=also)


def _require_as_frozen(store: CampaignStore, version: int) -> None:
    if not has_its_sha256(store, version):
        raise BadInput(
            "Release {0} of '{1}' does not have its SHA-256: the library was changed from "
            "outside or is damaged. Nothing was written. Take the library back from a backup.",
            version,
            store.name,
        )


def _card_files(release: Release, changed: Sequence[str]) -> dict[str, str]:
    """Return the data card, for programs and for people, with what is no longer as it was frozen."""
    card = {**release.card, "export": {"changed_papers": sorted(changed)}} if changed else release.card
    return {
        "card.json": json.dumps(card, ensure_ascii=False, indent=2),
        "card.md": card_markdown(card),
    }


def export_bundle(
    store: CampaignStore, path: Path, *, assessor: str | None = None, overwrite: bool = False
) -> int:
    """Write everything that the library knows of the campaign; return the number of records.

    With `assessor` it writes what that person needs to judge on a machine of their own, and nothing that
    would let them see how others judged or why a pair was pooled. Raises BadInput for somebody who is not in
    the campaign, and for a file that is there already unless `overwrite`.
    """
    if assessor is None:
        return write_bundle(dump(store), path, overwrite=overwrite, device=device_id(), note=note_bundle)
    records = blinded(dump(store), store.assessor(assessor).handle)
    return write_bundle(records, path, overwrite=overwrite, device=device_id(), note=note_bundle)


class _Checked:
    """A bundle's records with its releases checked, as often as they are gone through."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle

    def __iter__(self) -> Iterator[Facts]:
        return checked_releases(self._bundle.records)


def merge_bundle(
    library: Library,
    path: Path,
    *,
    create: bool = False,
    preview: bool = False,
    confirmed: Collection[str] = (),
    plan: str | None = None,
) -> MergeReport:
    """Read the whole bundle and checks it before the library is touched.

    What it says in the name of others than its machine's own people, or would change of what stands here, is
    held back and reported, but for the assessors (handles) who are `confirmed`. With the `plan` of a preview
    it merges what was shown there, or nothing.

    Raises BadInput also for a release that does not have its checksum; nothing is merged then.
    """
    bundle = read_bundle(path)
    records, device = _Checked(bundle), bundle.header.device
    unknown = sorted(set(confirmed) - {one.handle for one in library.annotators.all()})
    if unknown and not create:
        held = preview_merge(library, records, create=False, device=device, confirmed=()).held_back
        unknown = sorted(set(unknown) - {one.assessor for one in held})  # who comes with the bundle
    if unknown and not create:
        raise BadInput(
            "'{0}' is not an assessor in this library; nothing was merged. Check the name.", unknown[0]
        )
    sha256, accepted = bundle.sha256, tuple(confirmed)
    if preview:
        return preview_merge(
            library, records, create=create, device=device, confirmed=accepted, sha256=sha256
        )
    origin = {"sha256": sha256, "source": path.name, "device": device}
    report = merge(library, records, **origin, create=create, confirmed=accepted, plan=plan)
    log.info("merged %s: %d new events, %d known", path.name, report.events_new, report.events_known)
    return report
