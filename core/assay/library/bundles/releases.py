"""From a bundle: releases, which are taken over as they are or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.campaign_types import ReleaseRule
from assay.library.bundles.target import Incoming
from assay.library.campaigns.seals import ITEM, sealed, set_checksum
from assay.library.db.schema import release, release_item, release_seal
from assay.types import GRADES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.library.bundles.records import Record
    from assay.library.bundles.target import Target


def take_releases(into: Target, records: Sequence[Record]) -> None:
    """Adds the versions that are not here. A version that is another one here stays, and is noted."""
    r = release.c
    own = r.campaign_pk == into.campaign_pk
    here = dict(into.connection.execute(sa.select(r.version, r.sha256).where(own)).all())
    for record in records:
        row = {
            "campaign_pk": into.campaign_pk,
            "version": record.whole("version", 1),
            "rule": record.one_of("rule", ReleaseRule).value,
            "sha256": record.sha256("sha256"),
            "card": record.object("card"),
            "created_at_utc": record.moment("created_at"),
        }
        version, pk = row["version"], None
        if version in into.releases:
            record.fail(f"release {version} is in the bundle twice")
        if version not in here:
            into.connection.execute(sa.insert(release), row)
            named = sa.select(r.pk).where(own, r.version == version)
            pk = into.connection.execute(named).scalar_one()
            into.counts["releases_new"] += 1
        elif here[version] != row["sha256"]:
            into.notes.append(
                f"Release {version} here is another one than the bundle's, which was not taken over."
            )
        into.releases[record.whole("version", 1)] = Incoming(record, pk, record.whole("n_items", 1))


def take_release_items(into: Target, records: Sequence[Record]) -> None:
    rows = []
    for record in records:
        version = record.whole("version", 1)
        if version not in into.releases:
            record.fail(f"no record before it has release {version}")
        of = into.releases[version]
        of.seen += 1
        row = {
            "pair_pk": into.pair(record),
            "grade": record.whole("grade", GRADES[0], GRADES[-1]),
            "n_raters": record.whole("n_raters"),
            "source": record.name("source"),
        }
        if of.pk is None:
            continue
        if row["pair_pk"] in of.pairs:  # two of its papers are one here
            record.fail(f"its pair is in release {version} twice")
        of.pairs.add(into.pair(record))
        rows.append(sealed({"release_pk": of.pk, **row}, ITEM))
        of.checksums.append(rows[-1]["checksum"])
    if rows:
        into.connection.execute(sa.insert(release_item), rows)


def seal_complete(into: Target) -> None:
    """Writes the checksums of the releases. Raises BadInput for one that is not as long as it says."""
    for version, of in into.releases.items():
        if of.seen != of.n_items:
            of.record.fail(f"release {version} has {of.n_items} judgements, and {of.seen} are in the bundle")
        if of.pk is not None:
            seal = {"release_pk": of.pk, "checksum": set_checksum(of.checksums)}
            into.connection.execute(sa.insert(release_seal), seal)
