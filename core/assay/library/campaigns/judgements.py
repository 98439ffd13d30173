"""Grades, states and notes that assessors gave, as events that are never changed or deleted."""

from __future__ import annotations

import functools
import logging
import statistics
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeAlias

import sqlalchemy as sa

from assay.campaign_types import Assignment, CampaignStatus, Facts, PoolStrategy, QueueOrder
from assay.errors import BadInput
from assay.library.campaigns.annotators import annotator_for, assessors, here, require_active
from assay.library.campaigns.assignments import LeaseOver, require_may_judge
from assay.library.campaigns.judgement_rows import (
    JudgementEvent,
    checked_grade,
    checked_handle,
    checked_state,
    checked_time,
    current_judgements,
    graded,
    graded_by_order,
    graded_papers,
    handles,
    judgement,
    latest_events,
    pair_names,
)
from assay.library.campaigns.pool import existing_pairs, pair_pks, pool_pks
from assay.library.db.connection import Database, Seat
from assay.library.db.device import device_id
from assay.library.db.lookup import paper_pks, query_pks, storable
from assay.library.db.schema import HOME, campaign_annotator
from assay.library.rows import assignment_rows as assigned
from assay.library.rows import events, server_functions
from assay.library.rows.campaign_rows import require_status
from assay.library.rows.pair_state import STATES, PairState
from assay.types import Judgement, JudgementState, Qrels

Among: TypeAlias = Collection[tuple[str, str]] | None
Reverted: TypeAlias = tuple[str, str, Judgement | None] | None

log = logging.getLogger(__name__)


class Judgements:
    """Reads and writes of judgements. Each write is on the disk when the call returns.

    Aliases of papers are taken for the papers; papers that were removed can still be judged and exported.
    """

    def __init__(self, database: Database, *, campaign: int = HOME) -> None:
        self._database = database
        self._campaign = campaign

    # -- judging ----------------------------------------------------------------------------------------

    def record(
        self,
        query_id: str,
        doc_id: str,
        *,
        assessor: str,
        state: JudgementState = JudgementState.GRADE,
        relevance: int | None = None,
        active_ms: int | None = None,
        order: QueueOrder | None = None,
        event_uuid: str | None = None,
    ) -> Judgement:
        """Set the assessor's grade or state of the pair and keep their note; durable on return.

        `active_ms` is the time spent on it in milliseconds, `order` that of the queue which offered the pair,
        if one did. With an `event_uuid` that the log has already nothing is written: a caller that never got
        its answer says the same again, and the judgement counts once.

        Raises BadInput unless there is a relevance of 0, 1 or 2 exactly for GRADE, and for unknown ids.
        """
        state = checked_state(state, relevance)
        checked_time(active_ms)
        return self._act(
            query_id,
            doc_id,
            assessor,
            kind=str(state),
            grade=relevance,
            active_ms=active_ms,
            order=order,
            event_uuid=event_uuid,
        )

    def set_note(
        self, query_id: str, doc_id: str, *, assessor: str, note: str, event_uuid: str | None = None
    ) -> Judgement:
        """Replace the assessor's note on the pair; "" takes it away. Grade and state stay as they are.

        A pair with a note and nothing else has no state. `event_uuid` as for `record`.
        """
        return self._act(query_id, doc_id, assessor, kind="note", note=storable(note), event_uuid=event_uuid)

    def clear(self, query_id: str, doc_id: str, *, assessor: str) -> None:
        """Withdraw the assessor's grade or state of the pair, if there is one; a note stays."""
        self._act(query_id, doc_id, assessor, kind="clear")

    def _act(
        self,
        query_id: str,
        doc_id: str,
        assessor: str,
        *,
        kind: str,
        grade: int | None = None,
        note: str | None = None,
        active_ms: int | None = None,
        order: QueueOrder | None = None,
        event_uuid: str | None = None,
    ) -> Judgement:
        handle, queue_order = checked_handle(assessor), "" if order is None else order.value
        usual = server_functions.call(
            self._database,
            "act",
            the_campaign=self._campaign,
            the_query=query_id,
            the_paper=doc_id,
            who=handle,
            the_kind=kind,
            the_grade=grade,
            the_note=note,
            ms=active_ms,
            the_order=queue_order,
            named=event_uuid or str(uuid.uuid4()),
            moment=datetime.now(UTC),
            the_device=device_id(),
        )
        if usual is not None:
            return judgement(query_id, doc_id, handle, PairState(*usual))
        with self._database.write() as connection:
            pair_pk = pair_pks(connection, [(query_id, doc_id)], campaign=self._campaign)[query_id, doc_id]
            who = annotator_for(connection, handle)
            new = events.new_event(pair_pk, who, kind, grade=grade, note=note, event_uuid=event_uuid)
            before = events.pair_states(connection, who, [pair_pk])
            now = before.get(pair_pk, PairState())
            known = events.known_event(connection, event_uuid)
            if known is not None:
                events.require_same(known, new)
                return judgement(*pair_names(connection, pair_pk), handle, now)
            require_may_judge(connection, self._campaign, who, pair_pk, now=datetime.now(UTC))
            after = now.after(new)
            if kind in STATES or after != now:  # a grade given again is an event, a note left as it is none
                chain = events.chained(connection, new, before.get(pair_pk))
                events.append(
                    connection,
                    chain,
                    before,
                    {pair_pk: after},
                    campaign=self._campaign,
                    active_ms=active_ms,
                    queue_order=queue_order,
                )
            names = pair_names(connection, pair_pk)
        return judgement(*names, handle, after)

    def undo(self, *, assessor: str, among: Among = None, event_uuid: str | None = None) -> Reverted:
        """Take back the assessor's latest event that is not taken back yet, by appending an event.

        Returns (query_id, doc_id, where the pair stands now), or None where nothing is left to undo, or where
        the latest event is not of a pair `among` these. Only what was given in this library counts, and not
        what a bundle brought. With an `event_uuid` that the log has already nothing more is taken back.
        """
        return self._turn("undo", assessor, among, event_uuid)

    def redo(self, *, assessor: str, among: Among = None, event_uuid: str | None = None) -> Reverted:
        """Restore what the latest undo took back; None without one, or if something was done since.

        `among` and `event_uuid` as for `undo`.
        """
        return self._turn("redo", assessor, among, event_uuid)

    def _turn(self, kind: str, assessor: str, among: Among, event_uuid: str | None) -> Reverted:
        def turned(connection: sa.Connection, *, renew: bool) -> Reverted:
            choose = events.undoable if kind == "undo" else events.redoable
            who = here(connection, assessor)
            if who is None:
                return None
            known = events.known_event(connection, event_uuid)
            if known is not None:
                events.require_same(known, replace(known, annotator_pk=who, kind=kind))
                now = events.pair_states(connection, who, [known.pair_pk])[known.pair_pk]
                names = pair_names(connection, known.pair_pk)
                return *names, None if now.is_empty else judgement(*names, assessor, now)
            target = choose(connection, who, campaign=self._campaign)
            if target is None:
                return None
            pair_pk = target.pair_pk
            names = pair_names(connection, pair_pk)
            if among is not None and names not in among:
                return None
            require_may_judge(connection, self._campaign, who, pair_pk, now=datetime.now(UTC), renew=renew)
            before = events.pair_states(connection, who, [pair_pk])
            new = events.new_event(pair_pk, who, kind, target=target.event_uuid, event_uuid=event_uuid)
            chain = events.chained(connection, new, before.get(pair_pk))
            after = events.refolded(connection, chain)
            events.append(connection, chain, before, {pair_pk: after}, campaign=self._campaign)
            return *names, None if after.is_empty else judgement(*names, assessor, after)

        with suppress(LeaseOver), self._database.write(Seat(self._campaign, assessor)) as connection:
            return turned(connection, renew=False)
        with self._database.write() as connection:
            return turned(connection, renew=True)

    # -- reading ----------------------------------------------------------------------------------------

    def current(
        self, *, query_id: str | None = None, assessor: str | None = None, doc_id: str | None = None
    ) -> list[Judgement]:
        """Return where the pairs stand now, by query and then by paper in the order of adding."""
        of = functools.partial(
            current_judgements, campaign=self._campaign, query_id=query_id, assessor=assessor
        )
        with self._database.read() as connection:
            if doc_id is None:
                return of(connection)
            papers = paper_pks(connection, [doc_id]).values()
            return [one for pk, _ in papers for one in of(connection, paper_pk=pk)]

    def has_event(self, event_uuid: str) -> bool:
        """Return whether something was written under this uuid."""
        with self._database.read() as connection:
            return events.known_event(connection, event_uuid) is not None

    def counts(self, *, assessor: str | None = None) -> dict[str, int]:
        """query_id -> the number of papers that somebody's grade stands on, or this one's; 0 is left out."""
        with self._database.read() as connection:
            return graded_papers(connection, campaign=self._campaign, assessor=assessor)

    def get(self, query_id: str, doc_id: str, *, assessor: str) -> Judgement | None:
        """Return where the assessor stands on the pair; None without grade, state and note."""
        with self._database.read() as connection:
            queries, papers = (
                query_pks(connection, [query_id], campaign=self._campaign),
                paper_pks(connection, [doc_id]),
            )
            if not queries or not papers:
                return None
            pks = existing_pairs(connection, [(queries[query_id], papers[doc_id][0])])
            for pk in pks.values():
                found = current_judgements(connection, campaign=self._campaign, assessor=assessor, pair_pk=pk)
                return found[0] if found else None
        return None

    def ratings(self) -> list[tuple[str, str, str, int]]:
        """(query_id, doc_id, assessor, grade) of every grade that stands, by query, paper and assessor."""
        with self._database.read() as connection:
            return graded(connection, campaign=self._campaign)

    def orders(self, *, assessor: str | None = None) -> dict[str, int]:
        """Order of a queue -> the grades that stand and were given in it; "": in none, or it is not known."""
        with self._database.read() as connection:
            return graded_by_order(connection, campaign=self._campaign, assessor=assessor)

    def conflicts(self) -> list[Judgement]:
        """The pairs that one assessor judged differently on two machines: to be judged again by them."""
        with self._database.read() as connection:
            return current_judgements(
                connection, campaign=self._campaign, state=JudgementState.CONFLICT.value
            )

    def history(
        self, *, assessor: str | None = None, limit: int = 200, query_id: str | None = None, text: str = ""
    ) -> list[JudgementEvent]:
        """Return the latest events, newest first.

        `text` keeps those of queries and papers, and those notes, that contain it in whatever case.
        """
        with self._database.read() as connection:
            return latest_events(
                connection,
                campaign=self._campaign,
                assessor=assessor,
                limit=limit,
                query_id=query_id,
                text=text,
            )

    def assessors(self) -> list[str]:
        """Everyone who has judged, in the order of their first judgement."""
        with self._database.read() as connection:
            return handles(connection, campaign=self._campaign)

    # -- qrels ------------------------------------------------------------------------------------------

    def qrels(self, *, assessor: str | None = None, query_id: str | None = None) -> Qrels:
        """Return the grades of one assessor, or of all: the lower median where several graded one pair.

        Those of one query where it is named.

        The lower median is a grade that somebody gave, and between two it is the more cautious one.
        """
        grades: dict[str, dict[str, list[int]]] = {}
        for given in self.current(assessor=assessor, query_id=query_id):
            if given.relevance is not None:
                docs = grades.setdefault(given.query_id, {})
                docs.setdefault(given.doc_id, []).append(given.relevance)
        return {
            query_id: {doc_id: statistics.median_low(several) for doc_id, several in docs.items()}
            for query_id, docs in grades.items()
        }

    def import_qrels(self, qrels: Qrels, *, assessor: str) -> int:
        """Take the grades over as the assessor's, all or none; return the number of those that are new.

        Where two ids are names of one paper, the higher grade counts. Raises BadInput for a grade that is not
        0, 1 or 2, and for ids that the library does not hold.
        """
        handle = checked_handle(assessor)
        wanted = {
            (query_id, doc_id): checked_grade(grade, f" (query '{query_id}', paper '{doc_id}')")
            for query_id, docs in qrels.items()
            for doc_id, grade in docs.items()
        }
        with self._database.write() as connection:
            pks = pair_pks(connection, wanted, campaign=self._campaign)
            grades: dict[int, int] = {}
            for names, grade in wanted.items():
                grades[pks[names]] = max(grade, grades.get(pks[names], 0))
            who = annotator_for(connection, handle)
            require_active(connection, who)
            new = _append_grades(connection, self._campaign, who, grades)
        log.info("imported %d new grades of %d as %s's", new, len(grades), handle)
        return new

    def rebuild(self) -> None:
        """Rebuild the cache of pair states from the events."""
        with self._database.write() as connection:
            n = events.rebuild(connection)
        log.info("rebuilt the states of %d judged pairs", n)


Rating: TypeAlias = tuple[str, str, str, int]
"""(query_id, doc_id, assessor, grade 0..2)"""

Pair: TypeAlias = tuple[str, str]

OrderKeys: TypeAlias = Callable[[str, Sequence[Pair]], Mapping[Pair, str]]
"""(an assessor's uuid, pairs) -> the place of each among the assessor's."""


def import_ratings(
    database: Database, campaign_pk: int, ratings: Sequence[Rating], *, order_keys: OrderKeys, params: Facts
) -> int:
    """Take the ratings over, all or none; return the number of grades that are new or another than before.

    Their pairs are pooled (a round of strategy IMPORT with these `params`), anyone who gave them becomes an
    assessor, and each grade is an event of theirs on a pair that is assigned to them for good. A grade that
    stands already is not given again. Raises BadInput for ids that the library does not hold, a grade that
    is not 0, 1 or 2, a campaign that is past grading, an assessor who is deactivated or would be over the
    quota, and a pair that would have more raters than the campaign says.
    """
    started = time.perf_counter()
    for query_id, doc_id, _, grade in ratings:
        checked_grade(grade, f" (query '{query_id}', paper '{doc_id}')")
    with database.write() as connection:
        allowed = (CampaignStatus.DRAFT, CampaignStatus.OPEN)
        require_status(connection, campaign_pk, allowed, "no judgements can be imported")
        names = {(query_id, doc_id): None for query_id, doc_id, _, _ in ratings}
        pks = pair_pks(connection, names, campaign=campaign_pk)
        pool_pks(connection, campaign_pk, list(pks.values()), PoolStrategy.IMPORT, params)
        given: dict[str, dict[Pair, int]] = defaultdict(dict)
        for query_id, doc_id, who, grade in ratings:
            given[who][query_id, doc_id] = grade
        people = {who: _member(connection, campaign_pk, who) for who in given}
        _assign(connection, campaign_pk, given, pks, people, order_keys=order_keys)
        new = sum(
            _append_grades(
                connection,
                campaign_pk,
                people[who],
                {pks[pair]: grade for pair, grade in grades.items()},
                imported="judgements",
            )
            for who, grades in given.items()
        )
    log.info(
        "imported %d ratings, %d of them new, in %.1f s", len(ratings), new, time.perf_counter() - started
    )
    return new


def _member(connection: sa.Connection, campaign_pk: int, handle: str) -> int:
    """Return the annotator's pk, active and on the campaign's roster."""
    pk = annotator_for(connection, handle)
    require_active(connection, pk)
    row = {"campaign_pk": campaign_pk, "annotator_pk": pk}
    on_roster = sa.select(sa.literal(1)).where(
        campaign_annotator.c.campaign_pk == campaign_pk, campaign_annotator.c.annotator_pk == pk
    )
    if connection.execute(on_roster).first() is None:
        connection.execute(sa.insert(campaign_annotator), row)
    return pk


def _assign(
    connection: sa.Connection,
    campaign_pk: int,
    given: Mapping[str, Mapping[Pair, int]],
    pks: Mapping[Pair, int],
    people: Mapping[str, int],
    *,
    order_keys: OrderKeys,
) -> None:
    """Assign every pair for good to anyone who judged it, within raters per pair and quotas."""
    now = datetime.now(UTC)
    assigned.free_expired(connection, campaign_pk, now)
    uuids = {one.handle: one.uuid for one in assessors(connection, campaign_pk)}
    raters = assigned.rater_keys(connection, list(pks.values()), now)
    held = assigned.held_keys(connection, list(pks.values()), now)
    wanted: dict[tuple[int, int], Assignment] = {}
    for who, grades in given.items():
        keys = order_keys(uuids[who], list(grades))
        wanted |= {(pks[pair], people[who]): Assignment(*pair, who, keys[pair]) for pair in grades}
    _require_raters(connection, campaign_pk, raters | wanted.keys(), wanted)
    assigned.insert(connection, {key: row for key, row in wanted.items() if key not in held}, now)
    assigned.keep_for_good(connection, [key for key in wanted if key in held])
    for who, member in assigned.members(connection, campaign_pk).items():
        if who in given and member.quota is not None:
            load = assigned.load_of(connection, campaign_pk, member.pk, now)
            if load > member.quota:
                raise BadInput(
                    "'{0}' would have {1} {1:pair|pairs} where the quota is {2}; nothing was written.",
                    who,
                    load,
                    member.quota,
                )


def _require_raters(
    connection: sa.Connection,
    campaign_pk: int,
    keys: set[tuple[int, int]],
    wanted: Mapping[tuple[int, int], Assignment],
) -> None:
    most = assigned.raters_per_pair(connection, campaign_pk)
    per_pair = Counter(pair_pk for pair_pk, _ in keys)
    for (pair_pk, _), row in wanted.items():
        if per_pair[pair_pk] > most:
            raise BadInput(
                "Paper '{0}' of query '{1}' would have {2} raters where the campaign says {3}; "
                "nothing was written.",
                row.doc_id,
                row.query_id,
                per_pair[pair_pk],
                most,
            )


def _append_grades(
    connection: sa.Connection, campaign_pk: int, who: int, grades: Mapping[int, int], *, imported: str = ""
) -> int:
    """Append one annotator's grades (by pair) that are not current already; return their number."""
    before = events.pair_states(connection, who, grades)
    new = [
        events.new_event(pair_pk, who, "grade", grade=grade)
        for pair_pk, grade in grades.items()
        if pair_pk not in before or before[pair_pk].grade != grade
    ]
    after = {event.pair_pk: before.get(event.pair_pk, PairState()).after(event) for event in new}
    chain = [link for event in new for link in events.chained(connection, event, before.get(event.pair_pk))]
    events.append(connection, chain, before, after, campaign=campaign_pk, imported=imported)
    return len(new)
