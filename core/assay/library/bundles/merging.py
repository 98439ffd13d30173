"""A bundle merged into a library: all of it or nothing, but for what a person has to confirm first.

A merge unites. Events and adjudications are known by their uuid, so that merging a bundle again changes
nothing and the order of several bundles does not matter; where two machines said different things of one
pair, that is kept as a conflict for a person to settle. What is not said by anybody but set (status, names,
texts of papers, quotas, releases) stays as it is here, and differences are noted.

A bundle is a file that anybody can write, and nothing in it is signed. So what stands here in somebody's name
changes only once the person who merges agrees, and new judgements are merged unasked only where they come
from another machine of their assessor: one on which earlier judgements of theirs were made, or, of somebody
who is new here, one that is known as nobody else's. Of a person whose events need a word, all new ones
wait, for later ones build on earlier ones; what others said is merged. Once confirmed, the machine is known
as theirs."""

from __future__ import annotations

import hashlib
import json
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from itertools import groupby, islice

import sqlalchemy as sa

from assay.campaign_types import Facts, GradeChange, HeldBack, MergeReport
from assay.errors import BadInput
from assay.library.bundles.dump import dump
from assay.library.bundles.judgements import (
    fold_touched,
    seal_complete,
    take_adjudications,
    take_assignments,
    take_events,
    take_release_items,
    take_releases,
    unite_assignments,
)
from assay.library.bundles.records import Record, Target
from assay.library.bundles.setup import (
    freeze_corpus,
    take_campaign,
    take_guidelines,
    take_pairs,
    take_papers,
    take_people,
    take_pools,
    take_queries,
    take_run_queries,
    take_runs,
)
from assay.library.campaigns.judgement_rows import current_judgements, pair_names
from assay.library.database import Library
from assay.library.db.device import device_id, wrote_bundle
from assay.library.db.lookup import CHUNK
from assay.library.db.schema import adjudication_event, annotator, import_batch, judgement_event
from assay.library.rows.events import new_batch
from assay.library.rows.pair_state import CONFLICT, PairState
from assay.types import JudgementState

__all__ = ["dump", "merge", "preview_merge"]

log = logging.getLogger(__name__)

STEPS: dict[str, Callable[[Target, Sequence[Record]], None]] = {
    "campaign": take_campaign,
    "guideline": take_guidelines,
    "assessor": take_people,
    "paper": take_papers,
    "query": take_queries,
    "run": take_runs,
    "run_query": take_run_queries,
    "pool": take_pools,
    "pair": take_pairs,
    "assignment": take_assignments,
    "event": take_events,
    "adjudication": take_adjudications,
    "release": take_releases,
    "release_item": take_release_items,
}
WHOLE = {"campaign", "assessor"}
"""Kinds whose records are looked at together, however many there are."""


def merge(
    library: Library,
    records: Iterable[Facts],
    *,
    sha256: str,
    source: str,
    create: bool,
    device: str = "",
    confirmed: Collection[str] | None = (),
    plan: str | None = None,
) -> MergeReport:
    """Unite the campaign of a bundle with the one here, in one transaction: all of it or nothing.

    `device` wrote the bundle. What needs a word is held back and reported, except of
    the people (by their handles here) who are `confirmed`; None confirms everybody. `records` are gone
    through twice where something is held back.

    With the `plan` of a preview it is refused where the bundle, or what it would do here, has changed since:
    both are looked at under the lock that the merge writes with.

    `sha256` and `source` are kept with the merge. `create` takes over a campaign that is not here, with the
    papers that are missing. Raises BadInput naming the record that cannot be used: a malformed one, one that
    names what is not known, an event that was changed, a campaign that is not here or has another corpus.
    """
    started = time.perf_counter()
    with library._database.write() as connection:
        report = _planned(connection, records, _Options(sha256, source, create, device, confirmed), plan)
    log.info(
        "merged %d new events and %d known ones in %.2f s",
        report.events_new,
        report.events_known,
        time.perf_counter() - started,
    )
    return report


def preview_merge(
    library: Library,
    records: Iterable[Facts],
    *,
    sha256: str = "",
    create: bool = True,
    device: str = "",
    confirmed: Collection[str] | None = (),
) -> MergeReport:
    """Return what `merge` would report, with its plan. Nothing is written; raise what `merge` would raise."""
    try:
        with library._database.write() as connection:
            raise _Previewed(
                _planned(connection, records, _Options(sha256, "", create, device, confirmed), "")
            )
    except _Previewed as seen:
        return seen.report


class _Previewed(Exception):
    """Ends a merge that was only looked at, so that the database takes it back."""

    def __init__(self, report: MergeReport) -> None:
        super().__init__()
        self.report = report


@dataclass(frozen=True, slots=True)
class _Options:
    """How a bundle is to be merged."""

    sha256: str
    source: str
    create: bool
    device: str
    confirmed: Collection[str] | None


def _planned(
    connection: sa.Connection, records: Iterable[Facts], options: _Options, plan: str | None
) -> MergeReport:
    """Merge everything with its plan, which must be `plan` unless that is ""; None: no plan is needed.

    The plan is that of a merge in which nobody is confirmed: what a preview shows before somebody is.
    """
    if plan is None:
        return _settled(connection, records, options)
    if options.confirmed == ():
        report = _settled(connection, records, options)
        found = _digest(options.sha256, report)
    else:
        if iter(records) is records:  # it is gone through twice
            records = list(records)
        unasked = connection.begin_nested()
        found = _digest(options.sha256, _settled(connection, records, replace(options, confirmed=())))
        unasked.rollback()
        report = _settled(connection, records, options)
    if plan and plan != found:
        raise BadInput(
            "{0}, or the grades that it would change, are not the same as when they were shown. Nothing "
            "was merged. Look at the bundle again.",
            options.source or "The bundle",
        )
    return replace(report, plan=found)


def _digest(sha256: str, report: MergeReport) -> str:
    conflicts = sorted((one.query_id, one.doc_id, one.assessor) for one in report.conflicts)
    facts = asdict(replace(report, conflicts=(), plan=""))
    text = json.dumps([sha256, facts, conflicts], sort_keys=True, default=str)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _settled(connection: sa.Connection, records: Iterable[Facts], options: _Options) -> MergeReport:
    """Merge everything; where something needs a word, takes that back and merge the rest."""
    whole = connection.begin_nested()
    into, report = _merged(connection, records, options)
    found = held_back(into)
    if not found:
        whole.commit()
        return report
    withheld = {uuid for uuid, person in into.people.items() if person in found}
    whole.rollback()
    into, report = _merged(connection, records, options, withheld)
    return replace(report, held_back=with_dependents(into, found))


def _merged(
    connection: sa.Connection, records: Iterable[Facts], options: _Options, withheld: Collection[str] = ()
) -> tuple[Target, MergeReport]:
    now = datetime.now(UTC)
    into = Target(
        connection,
        options.create,
        new_batch(connection, source=options.source, sha256=options.sha256, at=now),
        now,
        device=options.device,
        here=device_id(),
        is_own=wrote_bundle(options.sha256),
        confirmed=options.confirmed,
        withheld=withheld,
    )
    for kind, together in _by_kind(records):
        if into.campaign_pk == 0 and kind != "campaign":
            together[0].fail("the first record must be the campaign")
        if kind not in STEPS:
            together[0].fail("this version of Assay does not know such records; a newer one may")
        STEPS[kind](into, together)
    if into.campaign_pk == 0:
        raise BadInput("The bundle is empty: it has no campaign. Nothing was merged.")
    freeze_corpus(into)
    seal_complete(into)
    fold_touched(into)
    unite_assignments(into)
    conflicts = current_judgements(connection, campaign=into.campaign_pk, state=JudgementState.CONFLICT.value)
    _close_batch(connection, into, len(conflicts))
    return into, MergeReport(
        **into.counts, conflicts=tuple(conflicts), held_back=(), notes=into.all_notes(), plan=""
    )


def _by_kind(records: Iterable[Facts]) -> Iterator[tuple[str, list[Record]]]:
    """Records of one kind that follow each other, a few thousand at a time."""
    numbered = (Record(number, fields) for number, fields in enumerate(records, start=1))
    for kind, together in groupby(numbered, key=lambda record: record.kind):
        while chunk := list(together if kind in WHOLE else islice(together, CHUNK)):
            yield kind, chunk


def _close_batch(connection: sa.Connection, into: Target, n_conflicts: int) -> None:
    result = {
        "n_new": into.counts["events_new"] + into.counts["adjudications_new"],
        "n_merged": into.counts["events_known"] + into.counts["adjudications_known"],
        "n_conflict": n_conflicts,
    }
    connection.execute(sa.update(import_batch).where(import_batch.c.pk == into.batch_pk).values(**result))


Key = tuple[int, int]


def held_back(into: Target) -> dict[int, HeldBack]:
    """person -> what the bundle, whose events are in, says in their name and nobody has confirmed."""
    handles: dict[int, str] = dict(
        into.connection.execute(sa.select(annotator.c.pk, annotator.c.handle)).all()
    )
    foreign = _foreign(into)
    changes: dict[int, list[GradeChange]] = defaultdict(list)
    for (pair_pk, who), (before, after) in into.changed.items():
        if before.state is not None and after.state != CONFLICT and _state_text(before) != _state_text(after):
            names = pair_names(into.connection, pair_pk)
            changes[who].append(GradeChange(*names, _state_text(before), _state_text(after)))
    found = {}
    for who, devices in into.devices.items():
        if into.confirmed is None or handles[who] in into.confirmed:
            continue
        held = HeldBack(handles[who], devices.total(), foreign[who], tuple(changes[who]), into.overruled[who])
        if held.foreign or held.changes or held.overruled:
            found[who] = held
    return found


def with_dependents(into: Target, found: Mapping[int, HeldBack]) -> tuple[HeldBack, ...]:
    """Return what was held back, with those whose adjudications build on it."""
    several = {held.assessor: held for held in found.values()}
    names = sa.select(annotator.c.pk, annotator.c.handle).where(annotator.c.pk.in_(into.dependents))
    for pk, handle in into.connection.execute(names):
        if handle not in several:
            several[handle] = HeldBack(handle, into.dependents[pk], overruled=into.dependents[pk])
    return tuple(replace(several[handle]) for handle in sorted(several))


def _state_text(state: PairState) -> str:
    return str(state.grade) if state.grade is not None else state.state or ""


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
