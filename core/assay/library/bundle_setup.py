"""From a bundle: the campaign itself, its guidelines and its people."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from assay.campaign_types import CampaignStatus, QueueKind
from assay.library.campaign_rows import checked_name
from assay.library.campaigns import MOST_RATERS, SEEDS
from assay.library.judgement_rows import HANDLE_LENGTH, checked_handle
from assay.library.schema import (
    HOME,
    annotator,
    assignment,
    campaign,
    campaign_annotator,
    guideline,
    pair,
    pool_pair,
    query,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.library.bundle_records import Record
    from assay.library.bundle_target import Target


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
    """What the campaign here has already: its pairs, the pooled ones, and the assignments."""
    own = query.c.campaign_pk == into.campaign_pk
    pairs = sa.select(pair.c.query_pk, pair.c.paper_pk, pair.c.pk)
    found = into.connection.execute(pairs.join(query, query.c.pk == pair.c.query_pk).where(own))
    into.pairs = {(query_pk, paper_pk): pk for query_pk, paper_pk, pk in found}
    pooled = sa.select(pool_pair.c.pair_pk).join(pair, pair.c.pk == pool_pair.c.pair_pk)
    into.pooled = set(into.connection.scalars(pooled.join(query, query.c.pk == pair.c.query_pk).where(own)))
    a = assignment.c
    assigned = sa.select(a.pair_pk, a.annotator_pk).join(pair, pair.c.pk == a.pair_pk)
    rows = into.connection.execute(assigned.join(query, query.c.pk == pair.c.query_pk).where(own))
    into.assigned = {(pair_pk, annotator_pk) for pair_pk, annotator_pk in rows}
    g = guideline.c
    known = sa.select(g.sha256, g.pk).where(g.campaign_pk == into.campaign_pk).order_by(g.version)
    into.guidelines = dict(into.connection.execute(known).all())


def take_guidelines(into: Target, records: Sequence[Record]) -> None:
    """Adds versions that are newer than those here; what a version says here stays."""
    g = guideline.c
    own = g.campaign_pk == into.campaign_pk
    here = dict(into.connection.execute(sa.select(g.version, g.sha256).where(own)).all())
    for record in records:
        version, markdown, sha256 = (
            record.whole("version", 1),
            record.text("markdown"),
            record.sha256("sha256"),
        )
        if hashlib.sha256(markdown.encode()).hexdigest() != sha256:
            record.fail("its text does not have its checksum, so it was changed after it was written")
        if version in here or version < max(here, default=0):
            if here.get(version) != sha256:
                into.notes.append(f"Version {version} of the guideline is another text here, and stayed so.")
            continue
        row = {
            "campaign_pk": into.campaign_pk,
            "version": version,
            "markdown": markdown,
            "sha256": sha256,
            "created_at_utc": record.moment("created_at"),
        }
        into.connection.execute(sa.insert(guideline), row)
        here[version] = sha256
        into.guidelines[sha256] = into.connection.execute(
            sa.select(g.pk).where(own, g.version == version)
        ).scalar_one()


def take_people(into: Target, records: Sequence[Record]) -> None:
    """Finds everybody by uuid, then by handle, and adds those who are new.

    Two people's grades are never put together: a handle that is taken here by somebody whom the bundle knows
    by uuid gets a number. One person with two uuids has the smaller one from then on, on every machine.
    """
    for record in records:
        with record.blamed():
            checked_handle(record.name("handle"))
        record.flag("active"), record.flag("member"), record.optional_whole("quota")
    a = annotator.c
    by_uuid = {
        uuid: (pk, handle)
        for pk, uuid, handle in into.connection.execute(sa.select(a.pk, a.annotator_uuid, a.handle))
    }
    by_handle = {handle: (pk, uuid) for uuid, (pk, handle) in by_uuid.items()}
    found = set(into.people.values()) | {
        by_uuid[record.name("uuid")][0] for record in records if record.name("uuid") in by_uuid
    }
    for record in records:
        uuid, handle = record.name("uuid"), record.name("handle")
        if uuid in into.people:
            record.fail(f"the assessor {uuid} is in the bundle twice")
        if uuid in by_uuid:
            pk, here = by_uuid[uuid]
            if here != handle:
                into.notes.append(f"'{handle}' there is '{here}' here, and stayed so.")
        elif handle in by_handle and by_handle[handle][0] not in found:
            pk, other = by_handle[handle]
            _unite(into, pk, handle, min(uuid, other))
        else:
            pk = _add_person(into, record, by_handle)
        into.people[uuid] = pk
        found.add(pk)
    _enrol(into, records)


def _unite(into: Target, pk: int, handle: str, uuid: str) -> None:
    into.connection.execute(sa.update(annotator).where(annotator.c.pk == pk).values(annotator_uuid=uuid))
    into.notes.append(f"'{handle}' there is taken for the '{handle}' whom this library had already.")


def _add_person(into: Target, record: Record, taken: dict[str, tuple[int, str]]) -> int:
    handle = wanted = record.name("handle")
    number = 2
    while handle in taken:
        ending = f" ({number})"
        handle, number = wanted[: HANDLE_LENGTH - len(ending)].rstrip() + ending, number + 1
    if handle != wanted:
        into.notes.append(f"'{wanted}' there is somebody else than '{wanted}' here, and is '{handle}' here.")
    row = {"annotator_uuid": record.name("uuid"), "handle": handle, "active": record.flag("active")}
    into.connection.execute(sa.insert(annotator), row)
    named = sa.select(annotator.c.pk).where(annotator.c.handle == handle)
    pk: int = into.connection.execute(named).scalar_one()
    taken[handle] = (pk, record.name("uuid"))
    return pk


def _enrol(into: Target, records: Sequence[Record]) -> None:
    c = campaign_annotator.c
    members = set(into.connection.scalars(sa.select(c.annotator_pk).where(c.campaign_pk == into.campaign_pk)))
    for record in records:
        pk = into.people[record.name("uuid")]
        if record.flag("member") and pk not in members:
            members.add(pk)
            quota = record.optional_whole("quota")
            row = {"campaign_pk": into.campaign_pk, "annotator_pk": pk, "quota": quota}
            into.connection.execute(sa.insert(campaign_annotator), row)
