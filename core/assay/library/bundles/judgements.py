"""From a bundle: judgement events and adjudications, united with those here by their uuid, and releases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from assay.campaign_types import ReleaseRule
from assay.library.bundles.records import Incoming, Record, Target
from assay.library.campaigns import events
from assay.library.campaigns.judgement_rows import LONGEST_MS
from assay.library.campaigns.pair_state import ACTIONS, TURNS, Event, PairState, fold
from assay.library.campaigns.seals import ADJUDICATION, EVENT, ITEM, sealed, set_checksum
from assay.library.db.lookup import rows_where
from assay.library.db.schema import (
    EVENT_KINDS,
    adjudication_event,
    judgement_current,
    judgement_event,
    release,
    release_item,
    release_seal,
)
from assay.types import GRADES

FIELDS = ("pair_pk", "annotator_pk", "kind", "grade", "note", "target", "supersedes", "merges")
SETTLED = ("pair_pk", "annotator_pk", "grade", "reason", "inputs_sha256", "supersedes", "merges")
"""What makes an event what it is: one of the same uuid that differs in these was changed by hand."""

WHERE = {"pair_pk": "pair", "annotator_pk": "person"}

Row = dict[str, Any]


def take_events(into: Target, records: Sequence[Record]) -> None:
    wanted = [(record, _event(into, record)) for record in records]
    here = _here(into, judgement_event, (row for _, row in wanted))
    new: list[Row] = []
    n_known = 0
    for record, row in wanted:
        known = here.get(row["event_uuid"])
        if known is not None:
            n_known += 1
            _require_same(into, record, row, known, FIELDS)
            continue
        if record.name("assessor") in into.withheld:
            into.left_out.add(row["event_uuid"])
            continue
        for name in ("supersedes", "target", "merges"):
            _require_own(record, name, row, here)
        if row["target"] is not None and here[row["target"]]["kind"] not in ACTIONS:
            record.fail("what it takes back or brings back is no judgement")
        here[row["event_uuid"]] = row
        into.count_made(row)
        new.append({**row, "batch_pk": into.batch_pk})
    if new:
        into.connection.execute(sa.insert(judgement_event), [sealed(row, EVENT) for row in new])
    into.counts["events_new"] += len(new)
    into.counts["events_known"] += n_known


def _event(into: Target, record: Record) -> Row:
    kind = record.text("event")
    if kind not in EVENT_KINDS:
        record.wrong("event", f"one of {', '.join(EVENT_KINDS)}")
    for name, belongs in (("grade", kind == "grade"), ("note", kind == "note"), ("target", kind in TURNS)):
        if (record.fields.get(name) is not None) != belongs:
            record.wrong(name, f"given with {'this' if belongs else 'other'} kinds of events ('{kind}')")
    read = record.optional_sha256("guideline")
    return {
        "event_uuid": record.uuid(),
        "pair_pk": into.pair(record),
        "annotator_pk": into.person(record, "assessor"),
        "kind": kind,
        "grade": record.optional_whole("grade", GRADES[0], GRADES[-1]),
        "note": record.text("note") if kind == "note" else None,
        "active_ms": record.optional_whole("active_ms", 0, LONGEST_MS),
        "occurred_at_utc": record.moment("occurred_at"),
        "supersedes": record.optional_uuid("supersedes"),
        "target": record.optional_uuid("target"),
        "merges": record.optional_uuid("merges"),
        "device": record.text("device"),
        "guideline_pk": into.guidelines.get(read) if read else None,
    }


def take_adjudications(into: Target, records: Sequence[Record]) -> None:
    wanted = [(record, _adjudication(into, record)) for record in records]
    here = _here(into, adjudication_event, (row for _, row in wanted))
    new: list[Row] = []
    n_known = 0
    for record, row in wanted:
        known = here.get(row["event_uuid"])
        if known is not None:
            n_known += 1
            _require_same(into, record, row, known, SETTLED)
            continue
        if _is_left_out(into, record, row):
            continue
        for name in ("supersedes", "merges"):
            _require_own(record, name, row, here, by_person=False)
        before = [here[row[name]] for name in ("supersedes", "merges") if row[name] is not None]
        others = [one for one in before if "batch_pk" in one and one["annotator_pk"] != row["annotator_pk"]]
        into.overruled[row["annotator_pk"]] += bool(others)  # that were here before the bundle
        here[row["event_uuid"]] = row
        into.count_made(row)
        new.append({**row, "batch_pk": into.batch_pk})
    if new:
        into.connection.execute(sa.insert(adjudication_event), [sealed(row, ADJUDICATION) for row in new])
    into.counts["adjudications_new"] += len(new)
    into.counts["adjudications_known"] += n_known


def _is_left_out(into: Target, record: Record, row: Row) -> bool:
    """Whether a new adjudication waits for a word: its adjudicator's do, or it builds on one that does."""
    if record.name("adjudicator") not in into.withheld:
        if into.left_out.isdisjoint((row["supersedes"], row["merges"])):
            return False
        into.dependents[row["annotator_pk"]] += 1
    into.left_out.add(row["event_uuid"])
    return True


def _adjudication(into: Target, record: Record) -> Row:
    return {
        "event_uuid": record.uuid(),
        "pair_pk": into.pair(record),
        "annotator_pk": into.person(record, "adjudicator"),
        "grade": record.optional_whole("grade", GRADES[0], GRADES[-1]),
        "reason": record.text("reason"),
        "inputs_sha256": record.sha256("inputs_sha256"),
        "occurred_at_utc": record.moment("occurred_at"),
        "supersedes": record.optional_uuid("supersedes"),
        "merges": record.optional_uuid("merges"),
        "device": record.text("device"),
    }


def _here(into: Target, table: sa.Table, rows: Iterable[Row]) -> dict[str, Row]:
    """uuid -> the event, of those here that the rows are or name."""
    names = {
        row[name]
        for row in rows
        for name in ("event_uuid", "supersedes", "target", "merges")
        if row.get(name) is not None
    }
    found = rows_where(into.connection, sa.select(table), table.c.event_uuid, names)
    return {row.event_uuid: dict(row._mapping) for row in found}


def _require_same(into: Target, record: Record, row: Row, known: Row, names: Sequence[str]) -> None:
    changed = [name for name in names if row[name] != known[name]]
    if changed == ["annotator_pk"] and into.are_one(row["annotator_pk"], known["annotator_pk"]):
        return
    if changed and changed[0] in WHERE:
        record.fail(
            f"this library has the same event of another {WHERE[changed[0]]}: one of them was changed by hand"
        )
    if changed:
        record.fail(
            f"this library has the same event with another {changed[0]} ({known[changed[0]]!r}, not "
            f"{row[changed[0]]!r}): one of them was changed by hand"
        )


def _require_own(
    record: Record, name: str, row: Row, here: Mapping[str, Row], *, by_person: bool = True
) -> None:
    """An event names earlier ones of its own pair, and its own assessor unless it is an adjudication."""
    if row[name] is None:
        return
    other = here.get(row[name])
    if other is None:
        record.fail(f"it names the event {row[name]} ({name}), which neither this library nor the bundle has")
    same_person = not by_person or other["annotator_pk"] == row["annotator_pk"]
    if other["pair_pk"] != row["pair_pk"] or not same_person:
        record.fail(f"it names the event {row[name]} ({name}) of another pair or person")


def fold_touched(into: Target) -> None:
    """Makes the cache anew for every pair and annotator that the bundle brought events of."""
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
        of.checksums.append(str(rows[-1]["checksum"]))
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
