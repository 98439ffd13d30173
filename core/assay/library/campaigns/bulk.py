"""Judgements that were made elsewhere, a file in one transaction: pool, assessors, assignments, events."""

from __future__ import annotations

import logging
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeAlias

import sqlalchemy as sa

from assay.campaign_types import Assignment, CampaignStatus, PoolStrategy
from assay.errors import BadInput
from assay.library.campaigns import assignment_rows as assigned
from assay.library.campaigns import events
from assay.library.campaigns.annotators import annotator_for
from assay.library.campaigns.campaign_rows import require_status
from assay.library.campaigns.judgement_rows import checked_grade
from assay.library.campaigns.pool import pair_pks, pool_pks
from assay.library.campaigns.roster import assessors
from assay.library.campaigns.standing import Standing
from assay.library.db.schema import campaign_annotator

if TYPE_CHECKING:
    from assay.library.campaigns.campaign_store import CampaignStore

log = logging.getLogger(__name__)

Rating: TypeAlias = tuple[str, str, str, int]
"""(query_id, doc_id, assessor, grade 0..2)"""

Pair: TypeAlias = tuple[str, str]

OrderKeys: TypeAlias = Callable[[str, Sequence[Pair]], Mapping[Pair, str]]
"""(an assessor's uuid, pairs) -> the place of each among the assessor's."""


def import_ratings(
    store: CampaignStore,
    ratings: Sequence[Rating],
    *,
    order_keys: OrderKeys,
    params: Mapping[str, Any],
) -> int:
    """Takes the ratings over, all or none; returns the number of grades that are new or another than before.

    Their pairs are pooled (a round of strategy IMPORT with these `params`), whoever gave them becomes an
    assessor, and each grade is an event of theirs on a pair that is assigned to them for good. A grade that
    stands already is not given again. Raises BadInput for ids that the library does not hold, a grade that
    is not 0, 1 or 2, a campaign that is past grading, an assessor who is deactivated or would be over the
    quota, and a pair that would have more raters than the campaign says.
    """
    started = time.perf_counter()
    for query_id, doc_id, _, grade in ratings:
        checked_grade(grade, f" (query '{query_id}', paper '{doc_id}')")
    with store._database.write() as connection:
        allowed = (CampaignStatus.DRAFT, CampaignStatus.OPEN)
        require_status(connection, store.pk, allowed, "no judgements can be imported")
        names = {(query_id, doc_id): None for query_id, doc_id, _, _ in ratings}
        pks = pair_pks(connection, names, campaign=store.pk)
        pool_pks(connection, store.pk, list(pks.values()), PoolStrategy.IMPORT, params)
        given: dict[str, dict[Pair, int]] = defaultdict(dict)
        for query_id, doc_id, who, grade in ratings:
            given[who][query_id, doc_id] = grade
        people = {who: _member(connection, store.pk, who) for who in given}
        _assign(connection, store.pk, given, pks, people, order_keys=order_keys)
        new = sum(
            _grade(connection, store.pk, people[who], {pks[pair]: grade for pair, grade in grades.items()})
            for who, grades in given.items()
        )
    log.info(
        "imported %d ratings, %d of them new, in %.1f s", len(ratings), new, time.perf_counter() - started
    )
    return new


def _member(connection: sa.Connection, campaign_pk: int, handle: str) -> int:
    """The annotator's pk, active and on the campaign's roster."""
    pk = annotator_for(connection, handle)
    events.require_active(connection, pk)
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
    """Assigns every pair for good to whoever judged it, within raters per pair and quotas."""
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
                    f"'{who}' would have {load} pairs where the quota is {member.quota}; nothing was written."
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
                f"Paper '{row.doc_id}' of query '{row.query_id}' would have {per_pair[pair_pk]} raters "
                f"where the campaign says {most}; nothing was written."
            )


def _grade(connection: sa.Connection, campaign_pk: int, who: int, grades: Mapping[int, int]) -> int:
    """Appends one annotator's grades of pairs that do not stand as they are; returns their number."""
    before = events.standings(connection, who, grades)
    new = [
        events.new_event(pair_pk, who, "grade", grade=grade)
        for pair_pk, grade in grades.items()
        if pair_pk not in before or before[pair_pk].grade != grade
    ]
    after = {event.pair_pk: before.get(event.pair_pk, Standing()).after(event) for event in new}
    chain = [link for event in new for link in events.chained(connection, event, before.get(event.pair_pk))]
    events.append(connection, chain, before, after, campaign=campaign_pk, imported="judgements")
    return len(new)
