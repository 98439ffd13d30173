"""From a bundle: who is to judge which pair, united with who is to do so here.

An assignment is set, not said, and it can be taken back. So of two that two machines know of one pair and
assessor, the later word holds: a withdrawal takes away what was assigned before it, and assigning again ends
an earlier withdrawal. What was judged is kept whatever was set; what was not is taken over only where the
pair has room for another rater and the assessor's quota for another pair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import sqlalchemy as sa

from assay.library.bundles.records import Record, Target, counted
from assay.library.db.dates import SKEW, believed
from assay.library.db.lookup import chunks, rows_where
from assay.library.db.schema import assignment, pair, query
from assay.library.rows import assignment_rows as rows_of
from assay.library.rows.assignment_rows import FREED, LONGEST_LEASE, AssignmentRow, Key


def take_assignments(into: Target, records: Sequence[Record]) -> None:
    """Keeps them until it is known what the bundle's people judged."""
    for record in records:
        row = AssignmentRow(
            into.pair(record),
            into.person(record, "assessor"),
            record.text("order_key"),
            _lease(record),
            record.moment("assigned_at"),
            record.optional_moment("withdrawn_at"),
        )
        if row.withdrawn_at_utc is not None:
            row = replace(row, lease_until_utc=FREED)
        into.assignments.setdefault(row.key, row)


def _lease(record: Record) -> datetime | None:
    """When the lease ends: FREED where it was freed, else at most as far ahead as a lease can last."""
    if record.fields.get("lease_until") is None:
        return None
    freed = record.any_moment("lease_until") == FREED
    return FREED if freed else record.moment("lease_until", ahead=timedelta(seconds=LONGEST_LEASE) + SKEW)


def unite_assignments(into: Target) -> None:
    """Writes what holds of the bundle's assignments; to be called when its events are in."""
    here = _here(into)
    new = {key: row for key, row in into.assignments.items() if _is_later(row, here.get(key))}
    raters = rows_of.rater_keys(into.connection, {key[0] for key in new}, into.now)
    judged, settled = _judged_keys(into, new, rows_of.JUDGED), _judged_keys(into, new, rows_of.SETTLED)
    withdrawn = [key for key, row in new.items() if row.withdrawn_at_utc and key not in settled]
    kept = [key for key in new if key in judged.difference(withdrawn) and key not in here]
    rest = [key for key, row in new.items() if not row.withdrawn_at_utc and key not in judged]
    over = {key for key in rest if _is_over(new[key], into.now)}
    gone = raters.intersection(withdrawn)
    _write(into, [replace(new[key], withdrawn_at_utc=None) for key in kept], here)
    _write(into, [new[key] for key in withdrawn], here)
    _write(into, [new[key] for key in over if key not in here], here)
    wanted = [key for key in rest if key not in over]
    taken = _with_room(into, wanted, raters - gone)
    _write(into, [new[key] for key in taken], here)
    into.counts["assignments_new"] += len(kept) + len(taken)
    if gone:
        n = counted(len(gone), "assignment was", "assignments were")
        into.notes.append(f"{n} withdrawn there, and so here too.")
    if len(taken) < len(wanted):
        n = counted(len(wanted) - len(taken), "assignment was", "assignments were")
        into.notes.append(
            f"{n} not taken over: the pairs have their raters here, or the assessors their quota."
        )
    _note_excess(into)


def _here(into: Target) -> dict[Key, tuple[datetime, datetime | None]]:
    """(pair, annotator) -> when it was assigned, and withdrawn."""
    a = assignment.c
    own = sa.select(a.pair_pk, a.annotator_pk, a.assigned_at_utc, a.withdrawn_at_utc)
    own = own.join(pair, pair.c.pk == a.pair_pk).join(query, query.c.pk == pair.c.query_pk)
    found = into.connection.execute(own.where(query.c.campaign_pk == into.campaign_pk))
    return {
        (pair_pk, who): (
            believed(assigned, into.now, FREED),
            withdrawn and believed(withdrawn, into.now, FREED),
        )
        for pair_pk, who, assigned, withdrawn in found
    }


def _is_later(row: AssignmentRow, here: tuple[datetime, datetime | None] | None) -> bool:
    """Does the bundle's row say something new? A lease that ran out, or runs longer, is nothing new."""
    if here is None:
        return True
    assigned, withdrawn = here
    if withdrawn is None:
        return row.withdrawn_at_utc is not None and row.withdrawn_at_utc > assigned
    return row.withdrawn_at_utc is None and row.assigned_at_utc > withdrawn


def _is_over(row: AssignmentRow, now: datetime) -> bool:
    return row.lease_until_utc is not None and row.lease_until_utc <= now


def _judged_keys(into: Target, keys: Collection[Key], which: sa.ColumnElement[bool]) -> set[Key]:
    """Those about whose pairs a judgement of this kind stands."""
    current = rows_of.current
    judging = sa.select(current.pair_pk, current.annotator_pk).where(which)
    pairs = {key[0] for key in keys}
    return {(row[0], row[1]) for row in rows_where(into.connection, judging, current.pair_pk, pairs)}


def _with_room(into: Target, wanted: Sequence[Key], raters: set[Key]) -> list[Key]:
    """Those of `wanted` that neither give a pair too many raters nor an assessor too many pairs."""
    most = rows_of.raters_per_pair(into.connection, into.campaign_pk)
    n_raters = Counter(pair_pk for pair_pk, _ in raters)
    room = _room(into, {key[1] for key in wanted})
    taken = []
    for key in wanted:
        pair_pk, who = key
        if n_raters[pair_pk] < most and room.get(who, 1) > 0:
            n_raters[pair_pk] += 1
            if who in room:
                room[who] -= 1
            taken.append(key)
    return taken


def _room(into: Target, people: Collection[int]) -> dict[int, int]:
    """assessor -> how many more pairs their quota allows; those without a quota are left out."""
    return {
        member.pk: member.quota - rows_of.load_of(into.connection, into.campaign_pk, member.pk, into.now)
        for member in rows_of.members(into.connection, into.campaign_pk).values()
        if member.quota is not None and member.pk in people
    }


def _write(into: Target, rows: Sequence[AssignmentRow], here: Collection[Key]) -> None:
    """Inserts the rows, and writes those over what is here that are here."""
    a = assignment.c
    new = [vars(row) for row in rows if row.key not in here]
    for chunk in chunks(new):
        into.connection.execute(sa.insert(assignment), list(chunk))
    for row in rows:
        if row.key in here:
            mine = (a.pair_pk == row.pair_pk, a.annotator_pk == row.annotator_pk)
            into.connection.execute(sa.update(assignment).where(*mine).values(**vars(row)))


def _note_excess(into: Target) -> None:
    """Says where more was graded than the campaign asks for: it is kept, and somebody should know."""
    most = rows_of.raters_per_pair(into.connection, into.campaign_pk)
    n = rows_of.crowded(into.connection, into.campaign_pk, most, into.now)
    if n:
        into.notes.append(
            f"{counted(n, 'pair has', 'pairs have')} more raters than the {most} that the campaign asks for; "
            "what was graded is kept."
        )
    for handle, member in rows_of.members(into.connection, into.campaign_pk).items():
        if member.quota is None:
            continue
        load = rows_of.load_of(into.connection, into.campaign_pk, member.pk, into.now)
        if load > member.quota:
            into.notes.append(f"'{handle}' has {load} pairs, above the quota of {member.quota}.")
