"""A whole campaign as one file, to be merged into another machine's library, and merged back."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.campaign_types import MergeReport
from assay.errors import BadInput
from assay.judging.campaigns.bundle_file import Bundle, blinded, read_bundle, write_bundle
from assay.judging.campaigns.release import checked_releases
from assay.library.bundles.merging import dump, merge, preview_merge
from assay.library.db.device import device_id, note_bundle

if TYPE_CHECKING:
    from assay.library import CampaignStore, Library

log = logging.getLogger(__name__)


def export_bundle(
    store: CampaignStore, path: Path, *, assessor: str | None = None, overwrite: bool = False
) -> int:
    """Writes everything that the library knows of the campaign; returns the number of records.

    With `assessor` it writes what that person needs to judge on a machine of their own, and nothing that
    would let them see how others judged or why a pair was pooled. Raises BadInput for somebody who is not in
    the campaign, and for a file that is there already unless `overwrite`.
    """
    if assessor is None:
        return write_bundle(dump(store), path, overwrite=overwrite, device=device_id(), note=note_bundle)
    if all(one.handle != assessor for one in store.assessors()):
        known = ", ".join(f"'{one.handle}'" for one in store.assessors()) or "nobody"
        raise BadInput(f"'{assessor}' is not an assessor of '{store.name}', which has {known}.")
    records = blinded(dump(store), assessor)
    return write_bundle(records, path, overwrite=overwrite, device=device_id(), note=note_bundle)


class _Checked:
    """A bundle's records with its releases checked, as often as they are gone through."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return checked_releases(self._bundle.records)


def merge_bundle(
    library: Library,
    path: Path,
    *,
    create: bool,
    preview: bool,
    confirmed: Collection[str] = (),
    plan: str | None = None,
) -> MergeReport:
    """Reads the whole bundle and checks it before the library is touched.

    What it says in the name of others than its machine's own people, or would change of what stands here, is
    held back and reported, but for the assessors (handles) who are `confirmed`. With the `plan` of a preview
    it merges what was shown there, or nothing.

    Raises BadInput also for a release that does not have its checksum; nothing is merged then.
    """
    bundle = read_bundle(path)
    records, device = _Checked(bundle), bundle.header.get("device")
    device = device if isinstance(device, str) else ""
    unknown = sorted(set(confirmed) - {one.handle for one in library.annotators.all()})
    if unknown and not create:
        held = preview_merge(library, records, create=False, device=device, confirmed=()).held_back
        unknown = sorted(set(unknown) - {one.assessor for one in held})  # who comes with the bundle
    if unknown and not create:
        raise BadInput(f"'{unknown[0]}' is nobody in this library; nothing was merged. Check the name.")
    given: dict[str, Any] = {
        "create": create,
        "device": device,
        "confirmed": tuple(confirmed),
        "sha256": bundle.sha256,
    }
    if preview:
        return preview_merge(library, records, **given)
    report = merge(library, records, **given, source=path.name, plan=plan)
    log.info("merged %s: %d new events, %d known", path.name, report.events_new, report.events_known)
    return report
