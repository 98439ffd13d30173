"""From a bundle: the campaign itself and its guidelines."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from assay.campaign_types import CampaignStatus, QueueKind
from assay.library.campaigns.campaign_rows import checked_name
from assay.library.campaigns.campaigns import MOST_RATERS, SEEDS
from assay.library.db.schema import (
    HOME,
    campaign,
    guideline,
    pair,
    pool_pair,
    query,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.library.bundles.records import Record
    from assay.library.bundles.target import Target


def take_campaign(into: Target, records: Sequence[Record]) -> None:
    """Finds the campaign by its uuid, or makes it where that is wanted, and reads what it has."""
    record, *others = records
    if others or into.campaign_pk:
        (others or records)[0].fail("a bundle holds one campaign, and this is a second one")
    row: dict[str, Any] = {
        "campaign_uuid": record.name("uuid"),
        "name": record.name("name"),
        "status": record.one_of("status", CampaignStatus).value,
        "raters_per_pair": record.whole("raters_per_pair", 1, MOST_RATERS),
        "queue": record.one_of("queue", QueueKind).value,
        "seed": record.whole("seed", 0, SEEDS[-1]),
        "corpus_sha256": record.sha256("corpus_sha256") if record.text("corpus_sha256") else "",
        "created_at_utc": record.moment("created_at"),
    }
    known = sa.select(campaign).where(campaign.c.campaign_uuid == row["campaign_uuid"], campaign.c.pk != HOME)
    here = into.connection.execute(known).first()
    if here is None:
        _make(into, record, row)
        into.is_new = True
        here = into.connection.execute(known).one()
        into.takes_corpus = bool(row["corpus_sha256"])
    into.campaign_pk = here.pk
    _compare(into, record, row, here)
    _read(into)


def _make(into: Target, record: Record, row: dict[str, Any]) -> None:
    taken = sa.select(campaign.c.pk).where(campaign.c.name == row["name"], campaign.c.pk != HOME)
    if into.connection.scalar(taken) is not None:
        record.fail(f"the campaign '{row['name']}' of this library is another one of the same name")
    if not into.create:
        record.fail(
            f"the campaign '{row['name']}' is not in this library. Merge with --create to take it over"
        )
    with record.blamed():
        checked_name(str(row["name"]))
    into.connection.execute(sa.insert(campaign), row)


def _compare(into: Target, record: Record, row: dict[str, Any], here: sa.Row[*tuple[Any, ...]]) -> None:
    corpus = row["corpus_sha256"]
    if corpus and here.corpus_sha256 and corpus != here.corpus_sha256:
        record.fail(
            f"its corpus is another than that of the campaign '{here.name}' here, so its pairs are not "
            "the same"
        )
    if corpus and not here.corpus_sha256:
        into.takes_corpus = True
        taken = sa.update(campaign).where(campaign.c.pk == here.pk).values(corpus_sha256=corpus)
        into.connection.execute(taken)
    if row["name"] != here.name:
        into.notes.append(f"The campaign is called '{row['name']}' there and '{here.name}' here.")
    if row["raters_per_pair"] != here.raters_per_pair:
        into.notes.append(
            f"It has {row['raters_per_pair']} raters per pair there; it keeps {here.raters_per_pair} here."
        )


def _read(into: Target) -> None:
    """What the campaign here has already: its pairs, the pooled ones, and the guidelines."""
    own = query.c.campaign_pk == into.campaign_pk
    pairs = sa.select(pair.c.query_pk, pair.c.paper_pk, pair.c.pk)
    found = into.connection.execute(pairs.join(query, query.c.pk == pair.c.query_pk).where(own))
    into.pairs = {(query_pk, paper_pk): pk for query_pk, paper_pk, pk in found}
    pooled = sa.select(pool_pair.c.pair_pk).join(pair, pair.c.pk == pool_pair.c.pair_pk)
    into.pooled = set(into.connection.scalars(pooled.join(query, query.c.pk == pair.c.query_pk).where(own)))
    g = guideline.c
    known = sa.select(g.sha256, g.pk).where(g.campaign_pk == into.campaign_pk).order_by(g.version)
    into.guidelines = dict(into.connection.execute(known).all())


def take_guidelines(into: Target, records: Sequence[Record]) -> None:
    """Adds the texts that are not here, each under its version, or under the next one where that is taken.

    Which of them holds does not depend on their numbers: it is the one that was written last.
    """
    g = guideline.c
    own = g.campaign_pk == into.campaign_pk
    rows = into.connection.execute(sa.select(g.version, g.sha256, g.created_at_utc).where(own)).all()
    here = {version: sha256 for version, sha256, _ in rows}
    known = {(sha256, created) for _, sha256, created in rows}
    for record in records:
        version, markdown = record.whole("version", 1), record.text("markdown")
        sha256, created = record.sha256("sha256"), record.moment("created_at")
        if hashlib.sha256(markdown.encode()).hexdigest() != sha256:
            record.fail("its text does not have its checksum, so it was changed after it was written")
        if (sha256, created) in known or here.get(version) == sha256:
            continue
        free = max(here) + 1 if version in here else version
        if free != version:
            into.notes.append(
                f"Version {version} of the guideline is another text here; the bundle's is version {free}."
            )
        row = {"campaign_pk": into.campaign_pk, "version": free, "markdown": markdown, "sha256": sha256}
        into.connection.execute(sa.insert(guideline), {**row, "created_at_utc": created})
        here[free] = sha256
        known.add((sha256, created))
        into.guidelines[sha256] = into.connection.execute(
            sa.select(g.pk).where(own, g.version == free)
        ).scalar_one()
