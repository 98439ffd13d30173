"""From a bundle: judgements, adjudications, releases, and assignments, united with those here.

Events are known by their uuid. An assignment is set, not said, and it can be taken back. So of two that two
machines know of one pair and assessor, the later word holds: a withdrawal takes away what was assigned before
it, and assigning again ends an earlier withdrawal. What was judged is kept whatever was set; what was not is
taken over only where the pair has room for another rater and the assessor's quota for another pair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import TypeVar

import sqlalchemy as sa

from assay.campaign_types import QueueOrder, ReleaseRule
from assay.library.bundles.records import Incoming, Record, Target, counted
from assay.library.campaigns.judgement_rows import LONGEST_MS
from assay.library.campaigns.releases import seal_release
from assay.library.db.dates import SKEW, believed
from assay.library.db.lookup import chunks, inserted, of_campaign, rows_where
from assay.library.db.schema import (
    EVENT_KINDS,
    adjudication_event,
    assignment,
    judgement_current,
    judgement_event,
    release,
    release_item,
)
from assay.library.rows import assignment_rows as rows_of
from assay.library.rows import events
from assay.library.rows.assignment_rows import FREED, LONGEST_LEASE, AssignmentRow, Key
from assay.library.rows.pair_state import ACTIONS, TURNS, Event, PairState, fold
from assay.library.rows.seals import AdjudicationRow, EventRow, ItemRow, sealed
from assay.types import GRADES

FIELDS = ("pair_pk", "annotator_pk", "kind", "grade", "note", "target", "supersedes", "merges")
SETTLED = ("pair_pk", "annotator_pk", "grade", "reason", "inputs_sha256", "supersedes", "merges")
"""What makes an event what it is: one of the same uuid that differs in these was changed by hand."""

WHERE = {"pair_pk": "pair", "annotator_pk": "person"}

R = TypeVar("R", EventRow, AdjudicationRow)


def take_events(into: Target, records: Sequence[Record]) -> None:
    wanted = [(record, _event(into, record)) for record in records]
    here = _here(into, judgement_event, EventRow, (row for _, row in wanted))
    new: list[EventRow] = []
    n_known = 0
    for record, row in wanted:
        known = here.get(row.event_uuid)
        if known is not None:
            n_known += 1
            _require_same(into, record, row, known, FIELDS)
            continue
        if record.name("assessor") in into.withheld:
            into.left_out.add(row.event_uuid)
            continue
        for name in ("supersedes", "target", "merges"):
            _require_own(record, name, row, here)
        if row.target is not None and here[row.target].kind not in ACTIONS:
            record.fail("what it takes back or brings back is not a judgement")
        here[row.event_uuid] = row
        into.count_made(row)
        new.append(row)
    if new:
        into.connection.execute(sa.insert(judgement_event), [sealed(row) for row in new])
    into.counts["events_new"] += len(new)
    into.counts["events_known"] += n_known


def _event(into: Target, record: Record) -> EventRow:
    kind = record.text("event")
    if kind not in EVENT_KINDS:
        record.wrong("event", f"one of {', '.join(EVENT_KINDS)}")
    for name, belongs in (("grade", kind == "grade"), ("note", kind == "note"), ("target", kind in TURNS)):
        if (record.fields.get(name) is not None) != belongs:
            record.wrong(name, f"given with {'this' if belongs else 'other'} kinds of events ('{kind}')")
    read = record.optional_sha256("guideline")
    return EventRow(
        event_uuid=record.uuid(),
        pair_pk=into.pair(record),
        annotator_pk=into.person(record, "assessor"),
        kind=kind,
        grade=record.optional_whole("grade", GRADES[0], GRADES[-1]),
        note=record.text("note") if kind == "note" else None,
        active_ms=record.optional_whole("active_ms", 0, LONGEST_MS),
        occurred_at_utc=record.moment("occurred_at"),
        supersedes=record.optional_uuid("supersedes"),
        target=record.optional_uuid("target"),
        merges=record.optional_uuid("merges"),
        device=record.text("device"),
        guideline_pk=into.guidelines.get(read) if read else None,
        batch_pk=into.batch_pk,
        queue_order=record.one_of("queue_order", QueueOrder) if record.fields.get("queue_order") else "",
    )


def take_adjudications(into: Target, records: Sequence[Record]) -> None:
    wanted = [(record, _adjudication(into, record)) for record in records]
    here = _here(into, adjudication_event, AdjudicationRow, (row for _, row in wanted))
    before = set(here)
    new: list[AdjudicationRow] = []
    n_known = 0
    for record, row in wanted:
        known = here.get(row.event_uuid)
        if known is not None:
            n_known += 1
            _require_same(into, record, row, known, SETTLED)
            continue
        if _is_left_out(into, record, row):
            continue
        for name in ("supersedes", "merges"):
            _require_own(record, name, row, here)
        followed = before.intersection((row.supersedes, row.merges))
        others = any(here[event_uuid].annotator_pk != row.annotator_pk for event_uuid in followed)
        into.overruled[row.annotator_pk] += others
        here[row.event_uuid] = row
        into.count_made(row)
        new.append(row)
    if new:
        into.connection.execute(sa.insert(adjudication_event), [sealed(row) for row in new])
    into.counts["adjudications_new"] += len(new)
    into.counts["adjudications_known"] += n_known


def _is_left_out(into: Target, record: Record, row: AdjudicationRow) -> bool:
    """Whether a new adjudication waits for a word: its adjudicator's do, or it builds on one that does."""
    if record.name("adjudicator") not in into.withheld:
        if into.left_out.isdisjoint((row.supersedes, row.merges)):
            return False
        into.dependents[row.annotator_pk] += 1
    into.left_out.add(row.event_uuid)
    return True


def _adjudication(into: Target, record: Record) -> AdjudicationRow:
    return AdjudicationRow(
        event_uuid=record.uuid(),
        pair_pk=into.pair(record),
        annotator_pk=into.person(record, "adjudicator"),
        grade=record.optional_whole("grade", GRADES[0], GRADES[-1]),
        reason=record.text("reason"),
        inputs_sha256=record.sha256("inputs_sha256"),
        occurred_at_utc=record.moment("occurred_at"),
        supersedes=record.optional_uuid("supersedes"),
        merges=record.optional_uuid("merges"),
        device=record.text("device"),
        batch_pk=into.batch_pk,
    )


def _here(into: Target, table: sa.Table, kind: type[R], rows: Iterable[R]) -> dict[str, R]:
    """uuid -> the event, of those here that the rows are or name."""
    names = {
        getattr(row, name, None) for row in rows for name in ("event_uuid", "supersedes", "target", "merges")
    }
    columns = sa.select(*(table.c[each.name] for each in fields(kind)))
    found = rows_where(into.connection, columns, table.c.event_uuid, names - {None})
    return {row.event_uuid: kind(*row) for row in found}


def _require_same(into: Target, record: Record, row: R, known: R, names: Sequence[str]) -> None:
    changed = [name for name in names if getattr(row, name) != getattr(known, name)]
    if changed == ["annotator_pk"] and into.are_one(row.annotator_pk, known.annotator_pk):
        return
    if changed and changed[0] in WHERE:
        record.fail(
            "this library has the same event of another {0}: one of them was changed by hand",
            WHERE[changed[0]],
        )
    if changed:
        record.fail(
            "this library has the same event with another {0} ({1}, not {2}): one of them was changed by "
            "hand",
            changed[0],
            repr(getattr(known, changed[0])),
            repr(getattr(row, changed[0])),
        )


def _require_own(record: Record, name: str, row: R, here: Mapping[str, R]) -> None:
    """Check that an event names earlier ones of its own pair, and its own assessor but in an adjudication."""
    if (named := getattr(row, name)) is None:
        return
    other = here.get(named)
    if other is None:
        record.fail(
            "it names the event {0} ({1}), which neither this library nor the bundle has", named, name
        )
    same_person = isinstance(row, AdjudicationRow) or other.annotator_pk == row.annotator_pk
    if other.pair_pk != row.pair_pk or not same_person:
        record.fail("it names the event {0} ({1}) of another pair or person", named, name)


def fold_touched(into: Target) -> None:
    """Make the cache again for every pair and annotator that the bundle brought events of."""
    e, c = judgement_event.c, judgement_current.c
    touched = sa.select(e.pair_pk, e.annotator_pk).where(e.batch_pk == into.batch_pk)
    ours = sa.tuple_(e.pair_pk, e.annotator_pk).in_(touched)
    log = into.connection.execute(events.EVENTS.where(ours).order_by(e.pair_pk, e.annotator_pk, e.seq))
    found = fold(Event(*row) for row in log)
    columns = sa.select(c.pair_pk, c.annotator_pk, c.state, c.grade, c.note, c.head, c.n_heads)
    for row in into.connection.execute(columns.where(sa.tuple_(c.pair_pk, c.annotator_pk).in_(touched))):
        into.changed[row[0], row[1]] = PairState(*row[2:]), found[row[0], row[1]]
    into.connection.execute(
        sa.delete(judgement_current).where(sa.tuple_(c.pair_pk, c.annotator_pk).in_(touched))
    )
    events.insert_pair_states(into.connection, found)


def take_releases(into: Target, records: Sequence[Record]) -> None:
    """Add the versions that are not here. A version that is another one here stays, and is noted."""
    r = release.c
    own = r.campaign_pk == into.campaign_pk
    here = dict(into.connection.execute(sa.select(r.version, r.sha256).where(own)).all())
    for record in records:
        version, pk = record.whole("version", 1), None
        row = {
            "campaign_pk": into.campaign_pk,
            "version": version,
            "rule": record.one_of("rule", ReleaseRule).value,
            "sha256": record.sha256("sha256"),
            "card": record.object("card"),
            "created_at_utc": record.moment("created_at"),
        }
        if version in into.releases:
            record.fail("release {0} is in the bundle twice", version)
        if version not in here:
            pk = inserted(into.connection, release, row)
            into.counts["releases_new"] += 1
        elif here[version] != row["sha256"]:
            into.notes.append(
                f"Release {version} here is another one than the bundle's, which was not taken over."
            )
        into.releases[version] = Incoming(record, pk, record.whole("n_items", 1))


def take_release_items(into: Target, records: Sequence[Record]) -> None:
    rows = []
    for record in records:
        version = record.whole("version", 1)
        if version not in into.releases:
            record.fail("no record before it has release {0}", version)
        of = into.releases[version]
        of.seen += 1
        row = ItemRow(
            of.pk or 0,
            into.pair(record),
            record.whole("grade", GRADES[0], GRADES[-1]),
            record.whole("n_raters"),
            record.name("source"),
        )
        if of.pk is None:
            continue
        if row.pair_pk in of.pairs:  # two of its papers are one here
            record.fail("its pair is in release {0} twice", version)
        of.pairs.add(row.pair_pk)
        rows.append(sealed(row))
        of.checksums.append(str(rows[-1]["checksum"]))
    if rows:
        into.connection.execute(sa.insert(release_item), rows)


def seal_complete(into: Target) -> None:
    """Write the checksums of the releases. Raises BadInput for one that is not as long as it says."""
    for version, of in into.releases.items():
        if of.seen != of.n_items:
            of.record.fail(
                "release {0} has {1} judgements, and {2} are in the bundle", version, of.n_items, of.seen
            )
        if of.pk is not None:
            seal_release(into.connection, of.pk, of.checksums)


def take_assignments(into: Target, records: Sequence[Record]) -> None:
    """Keep them until it is known what the bundle's people judged."""
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
    """Return when the lease ends: FREED where it was freed, else at most as far ahead as a lease can last."""
    if record.fields.get("lease_until") is None:
        return None
    freed = record.any_moment("lease_until") == FREED
    return FREED if freed else record.moment("lease_until", ahead=timedelta(seconds=LONGEST_LEASE) + SKEW)


def unite_assignments(into: Target) -> None:
    """Write what holds of the bundle's assignments; to be called when its events are in."""
    here = _assigned(into)
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


def _assigned(into: Target) -> dict[Key, tuple[datetime, datetime | None]]:
    """(pair, annotator) -> when it was assigned, and withdrawn."""
    a = assignment.c
    columns = sa.select(a.pair_pk, a.annotator_pk, a.assigned_at_utc, a.withdrawn_at_utc)
    found = into.connection.execute(of_campaign(columns, assignment, into.campaign_pk))
    return {
        (pair_pk, who): (
            believed(assigned, into.now, FREED),
            withdrawn and believed(withdrawn, into.now, FREED),
        )
        for pair_pk, who, assigned, withdrawn in found
    }


def _is_later(row: AssignmentRow, here: tuple[datetime, datetime | None] | None) -> bool:
    """Whether the bundle's row says something new. A lease that ran out, or runs longer, is nothing new."""
    if here is None:
        return True
    assigned, withdrawn = here
    if withdrawn is None:
        return row.withdrawn_at_utc is not None and row.withdrawn_at_utc > assigned
    return row.withdrawn_at_utc is None and row.assigned_at_utc > withdrawn


def _is_over(row: AssignmentRow, now: datetime) -> bool:
    return row.lease_until_utc is not None and row.lease_until_utc <= now


def _judged_keys(into: Target, keys: Collection[Key], which: sa.ColumnElement[bool]) -> set[Key]:
    """Return those about whose pairs a judgement of this kind stands."""
    current = rows_of.current
    judging = sa.select(current.pair_pk, current.annotator_pk).where(which)
    pairs = {key[0] for key in keys}
    return {(row[0], row[1]) for row in rows_where(into.connection, judging, current.pair_pk, pairs)}


def _with_room(into: Target, wanted: Sequence[Key], raters: set[Key]) -> list[Key]:
    """Return those of `wanted` that neither give a pair too many raters nor an assessor too many pairs."""
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
    """Insert the rows, and write those over what is here that are here."""
    a = assignment.c
    new = [vars(row) for row in rows if row.key not in here]
    for chunk in chunks(new):
        into.connection.execute(sa.insert(assignment), list(chunk))
    for row in rows:
        if row.key in here:
            mine = (a.pair_pk == row.pair_pk, a.annotator_pk == row.annotator_pk)
            into.connection.execute(sa.update(assignment).where(*mine).values(**vars(row)))


def _note_excess(into: Target) -> None:
    """Note where more was graded than the campaign asks for: it is kept, and somebody should know."""
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
