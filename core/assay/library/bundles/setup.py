"""From a bundle: the campaign, its guidelines, and its people, found here by any of their uuids or added.

A uuid is given to a person once, where they are first written down, and never changed. One person may have
several: they had judged on their own machine, and a campaign came there in which somebody else had written
them down. From then on their uuid here is known under the other one too, and bundles say both, so that every
machine that hears of it knows them by either, whatever they are called."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from assay.campaign_types import CampaignStatus, QueueKind
from assay.library.bundles.records import Record, Target
from assay.library.campaigns.annotators import new_annotator
from assay.library.campaigns.campaigns import MOST_RATERS, SEEDS
from assay.library.campaigns.judgement_rows import HANDLE_LENGTH, checked_handle
from assay.library.db.schema import (
    HOME,
    adjudication_event,
    annotator,
    annotator_alias,
    assignment,
    campaign,
    campaign_annotator,
    guideline,
    judgement_event,
    pair,
    pool_pair,
    query,
)
from assay.library.rows.campaign_rows import checked_name


def take_campaign(into: Target, records: Sequence[Record]) -> None:
    """Finds the campaign by its uuid, or makes it where that is wanted, and reads what it has."""
    record, *others = records
    if others or into.campaign_pk:
        (others or records)[0].fail("a bundle holds one campaign, and this is a second one")
    row: dict[str, object] = {
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


def _make(into: Target, record: Record, row: dict[str, object]) -> None:
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


def _compare(into: Target, record: Record, row: dict[str, object], here: sa.Row[*tuple[Any, ...]]) -> None:
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


MOST_NAMES = 16  # uuids of one person: as many as there were machines that knew them before they met


class _People:
    """Who is here, by uuid and by handle."""

    def __init__(self, into: Target) -> None:
        self.handles: dict[int, str]
        self.by_handle: dict[str, int]
        self.by_uuid: dict[str, int]
        a, alias = annotator.c, annotator_alias.c
        rows = into.connection.execute(sa.select(a.pk, a.annotator_uuid, a.handle)).all()
        self.handles = {pk: handle for pk, _, handle in rows}
        self.by_handle = {handle: pk for pk, _, handle in rows}
        self.by_uuid = {uuid: pk for pk, uuid, _ in rows}
        others = into.connection.execute(sa.select(alias.uuid, alias.annotator_pk))
        self.by_uuid |= {row[0]: row[1] for row in others}
        self.taking_part = _taking_part(into)


def take_people(into: Target, records: Sequence[Record]) -> None:
    """Finds everybody by their uuids and adds those who are new.

    A name alone makes nobody somebody else's equal: two people's grades are never put together. Only who had
    no part in the campaign here, having judged for this library alone, is taken for the person of the same
    name in it, and that is noted. Where the name is taken otherwise, a newcomer's gets a number.
    """
    _check(records)
    people = _People(into)
    for record in records:
        into.people[record.name("uuid")] = _known(into, record, people)
    for record in records:
        if into.people[record.name("uuid")] == 0:
            into.people[record.name("uuid")] = _by_name(into, record, people)
        _remember(into, record, people)
    _enrol(into, records)


def _check(records: Sequence[Record]) -> None:
    seen: set[str] = set()
    for record in records:
        with record.blamed():
            checked_handle(record.name("handle"))
        record.flag("active"), record.flag("member"), record.optional_whole("quota")
        also = record.texts("also")
        if len(also) >= MOST_NAMES:
            record.wrong("also", f"fewer than {MOST_NAMES} uuids")
        for name in (record.name("uuid"), *also):
            if not name or name in seen:
                record.fail(f"the assessor {name} is in the bundle twice")
            seen.add(name)


def _known(into: Target, record: Record, people: _People) -> int:
    """The person here who has one of the uuids; 0 where nobody has.

    Where two people here are one there, those who have a part in the campaign come first.
    """
    names = (record.name("uuid"), *record.texts("also"))
    found = list(dict.fromkeys(people.by_uuid[name] for name in names if name in people.by_uuid))
    if not found:
        return 0
    found.sort(key=lambda pk: pk not in people.taking_part)
    here, there = people.handles[found[0]], record.name("handle")
    if len(found) > 1:
        others = " and ".join(f"'{people.handles[pk]}'" for pk in found)
        into.notes.append(f"'{there}' there is both {others} here, who stay two people.")
        into.same_people.append(frozenset(found))
    elif here != there:
        into.notes.append(f"'{there}' there is '{here}' here, and stayed so.")
    return found[0]


def _by_name(into: Target, record: Record, people: _People) -> int:
    """Somebody of the same name who has no part in the campaign yet, or a new person."""
    handle = record.name("handle")
    pk = people.by_handle.get(handle)
    if pk is None or pk in people.taking_part or pk in into.people.values():
        return _add_person(into, record, people)
    into.notes.append(f"'{handle}' there is taken for the '{handle}' whom this library had already.")
    return pk


def _add_person(into: Target, record: Record, people: _People) -> int:
    handle = wanted = record.name("handle")
    number = 2
    while handle in people.by_handle:
        ending = f" ({number})"
        handle, number = wanted[: HANDLE_LENGTH - len(ending)].rstrip() + ending, number + 1
    if handle != wanted:
        into.notes.append(f"'{wanted}' there is somebody else than '{wanted}' here, and is '{handle}' here.")
    uuid = record.name("uuid")
    pk = new_annotator(into.connection, handle, named=uuid, active=record.flag("active"))
    people.by_handle[handle] = people.by_uuid[uuid] = pk
    people.handles[pk] = handle
    return pk


def _remember(into: Target, record: Record, people: _People) -> None:
    """Keeps those of the person's uuids that nobody has here."""
    pk = into.people[record.name("uuid")]
    new = [name for name in (record.name("uuid"), *record.texts("also")) if name not in people.by_uuid]
    for name in new:
        people.by_uuid[name] = pk
        into.connection.execute(sa.insert(annotator_alias), {"uuid": name, "annotator_pk": pk})


def _taking_part(into: Target) -> set[int]:
    """Those who are on the campaign's roster here, or have judged, adjudicated or been given a pair in it."""
    own = query.c.campaign_pk == into.campaign_pk
    roster = sa.select(campaign_annotator.c.annotator_pk)
    doing = [
        sa.select(table.c.annotator_pk)
        .select_from(table)
        .join(pair, pair.c.pk == table.c.pair_pk)
        .join(query, query.c.pk == pair.c.query_pk)
        .where(own)
        for table in (judgement_event, adjudication_event, assignment)
    ]
    roster = roster.where(campaign_annotator.c.campaign_pk == into.campaign_pk)
    return set(into.connection.scalars(sa.union(roster, *doing)))


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
