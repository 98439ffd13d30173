"""From a bundle: what it says in somebody's name that a person has to confirm before it is taken over.

A bundle is a file that anybody can write, and nothing in it is signed. So what stands here in somebody's name
changes only once whoever merges has said so, and new judgements are taken over unasked only where they come
from another machine of their assessor: one on which earlier judgements of theirs were made, or, of somebody
who is new here, one that is known as nobody else's. Of a person whose events need a word, all new ones
wait, for later ones build on earlier ones; what others said is merged. Once confirmed, the machine is known
as theirs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.campaign_types import GradeChange, HeldBack
from assay.library.campaigns.judgement_rows import pair_names
from assay.library.campaigns.standing import CONFLICT, Standing
from assay.library.db.schema import adjudication_event, annotator, judgement_event

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay.library.bundles.target import Target

Key = tuple[int, int]


def held_back(into: Target) -> dict[int, HeldBack]:
    """person -> what the bundle, whose events are in, says in their name and nobody has confirmed."""
    handles: dict[int, str] = dict(
        into.connection.execute(sa.select(annotator.c.pk, annotator.c.handle)).all()
    )
    foreign = _foreign(into)
    changes: dict[int, list[GradeChange]] = defaultdict(list)
    for (pair_pk, who), (before, after) in into.changed.items():
        if before.state is not None and after.state != CONFLICT and _said(before) != _said(after):
            names = pair_names(into.connection, pair_pk)
            changes[who].append(GradeChange(*names, _said(before), _said(after)))
    found = {}
    for who, devices in into.devices.items():
        if into.confirmed is None or handles[who] in into.confirmed:
            continue
        held = HeldBack(handles[who], devices.total(), foreign[who], tuple(changes[who]), into.overruled[who])
        if held.foreign or held.changes or held.overruled:
            found[who] = held
    return found


def with_dependents(into: Target, found: Mapping[int, HeldBack]) -> tuple[HeldBack, ...]:
    """What was held back, with those whose adjudications build on it."""
    several = {held.assessor: held for held in found.values()}
    names = sa.select(annotator.c.pk, annotator.c.handle).where(annotator.c.pk.in_(into.dependents))
    for pk, handle in into.connection.execute(names):
        if handle not in several:
            several[handle] = HeldBack(handle, into.dependents[pk], overruled=into.dependents[pk])
    return tuple(replace(several[handle]) for handle in sorted(several))


def _said(standing: Standing) -> str:
    return str(standing.grade) if standing.grade is not None else standing.state or ""


def _foreign(into: Target) -> Counter[int]:
    """person -> how many of the bundle's new events in their name are from a machine not known as theirs."""
    if into.is_new or into.is_own:  # nothing was here before; or it is our own bundle, by its checksum
        return Counter()
    known: dict[int, set[str]] = defaultdict(set)
    for table in (judgement_event, adjudication_event):
        own = sa.select(table.c.annotator_pk, table.c.device).distinct()
        # NULL <> 5 is NULL
        before = sa.or_(table.c.batch_pk.is_(None), table.c.batch_pk != into.batch_pk)
        for who, device in into.connection.execute(own.where(before)):
            known[who].add(device)
    others = {who for who, devices in known.items() if into.device in devices}
    others |= {who for who, devices in into.devices.items() if into.device in devices}
    found: Counter[int] = Counter()
    for who, devices in into.devices.items():
        is_new = not known[who] and others == {who}
        # This machine's number stands in every bundle that it hands out; those that it wrote, it knows.
        own_bundle = into.device not in ("", into.here) and (into.device in known[who] or is_new)
        for device, n in devices.items():
            known_here = device != into.here and (device == into.device or device in known[who])
            if not (own_bundle and known_here):
                found[who] += n
    return found
