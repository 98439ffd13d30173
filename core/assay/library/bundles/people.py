"""From a bundle: its people, found here under any of their uuids, or added.

A uuid is given to a person once, where they are first written down, and never changed. One person may have
several: they had judged on their own machine, and a campaign came there in which somebody else had written
them down. From then on their uuid here is known under the other one too, and bundles say both, so that every
machine that hears of it knows them by either, whatever they are called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.library.campaigns.annotators import new_annotator
from assay.library.campaigns.judgement_rows import HANDLE_LENGTH, checked_handle
from assay.library.db.schema import (
    adjudication_event,
    annotator,
    annotator_alias,
    assignment,
    campaign_annotator,
    judgement_event,
    pair,
    query,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.library.bundles.records import Record
    from assay.library.bundles.target import Target

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
