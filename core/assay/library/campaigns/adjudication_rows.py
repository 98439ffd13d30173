"""Adjudications as rows, and what several of one pair amount to."""

from __future__ import annotations

import hashlib
import itertools
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.campaign_types import Adjudication
from assay.errors import BadInput
from assay.library.campaigns.annotators import uuids_of
from assay.library.campaigns.assignment_rows import held
from assay.library.db.lookup import rows_where
from assay.library.db.schema import (
    adjudication_event,
    annotator,
    assignment,
    judgement_current,
    pair,
    paper,
    query,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

DONE = ("grade", "unsure", "unreadable")
"""States with which a rater is through with a pair."""

MOST_WAYS = 1024  # of naming the raters of a pair; people have one uuid, or two, or three


@dataclass(frozen=True, slots=True)
class Settlement:
    """One row of the adjudications' log."""

    seq: int
    event_uuid: str
    pair_pk: int
    query_id: str
    doc_id: str
    adjudicator: str
    grade: int | None
    reason: str
    inputs_sha256: str
    occurred_at: datetime
    supersedes: str | None
    merges: str | None

    def adjudication(self, *, stale: bool, conflict: bool) -> Adjudication:
        return Adjudication(
            self.query_id,
            self.doc_id,
            self.adjudicator,
            self.grade,
            self.reason,
            self.occurred_at,
            stale,
            conflict,
        )


def settlements(connection: sa.Connection, *, campaign: int, pair_pk: int | None = None) -> list[Settlement]:
    """The adjudications of a campaign or of one pair, by query and paper, each pair's oldest first."""
    event = adjudication_event.c
    statement = (
        sa.select(event.seq, event.event_uuid, event.pair_pk, query.c.query_id, paper.c.doc_id)
        .add_columns(annotator.c.handle, event.grade, event.reason, event.inputs_sha256)
        .add_columns(event.occurred_at_utc, event.supersedes, event.merges)
        .select_from(adjudication_event)
        .join(annotator)
        .join(pair)
        .join(query, query.c.pk == pair.c.query_pk)
        .join(paper, paper.c.pk == pair.c.paper_pk)
        .where(query.c.campaign_pk == campaign)
        .order_by(query.c.pk, paper.c.pk, event.seq)
    )
    if pair_pk is not None:
        statement = statement.where(event.pair_pk == pair_pk)
    return [Settlement(*row) for row in connection.execute(statement)]


def heads(several: Sequence[Settlement]) -> list[Settlement]:
    """Those of one pair that no other supersedes; above one where two machines settled it."""
    replaced = {name for one in several for name in (one.supersedes, one.merges)}
    last = [one for one in several if one.event_uuid not in replaced]
    return sorted(last, key=lambda one: (one.occurred_at, one.event_uuid))


def is_conflict(last: Sequence[Settlement]) -> bool:
    """Do the heads of one pair say different things?"""
    return len({head.grade for head in last}) > 1


def representative(last: Sequence[Settlement], now: Collection[str]) -> Settlement:
    """The head that is shown: the newest, before it those that were made of the ratings as they are now."""
    return max(last, key=lambda head: (head.inputs_sha256 in now, head.occurred_at, head.event_uuid))


def ratings_sha256(connection: sa.Connection, pair_pks: Collection[int]) -> dict[int, tuple[str, ...]]:
    """pair -> the checksum of what its raters say now: sorted lines of annotator uuid, state and grade.

    It comes first. Others follow where raters are known by several uuids, one for each way to name them: an
    adjudication of another machine, or of before two machines' people were found to be one, has one of those.
    """
    current = judgement_current.c
    statement = sa.select(current.pair_pk, current.annotator_pk, current.state, current.grade)
    statement = statement.where(current.state.is_not(None))
    said: dict[int, list[tuple[int, str]]] = {pair_pk: [] for pair_pk in pair_pks}
    for pair_pk, who, state, grade in rows_where(connection, statement, current.pair_pk, pair_pks):
        said[pair_pk].append((who, f"{state}\t{'' if grade is None else grade}\n"))
    names = uuids_of(connection, {who for ratings in said.values() for who, _ in ratings})
    return {pair_pk: _checksums(ratings, names) for pair_pk, ratings in said.items()}


def _checksums(ratings: Sequence[tuple[int, str]], names: Mapping[int, Sequence[str]]) -> tuple[str, ...]:
    ways = itertools.product(*(names[who] for who, _ in ratings))
    lines = (
        sorted(f"{name}\t{said}" for name, (_, said) in zip(way, ratings, strict=True))
        for way in itertools.islice(ways, MOST_WAYS)
    )
    return tuple(hashlib.sha256("".join(several).encode()).hexdigest() for several in lines)


def require_judged(connection: sa.Connection, pair_pk: int, *, least: int) -> None:
    """Raises BadInput unless that many raters are through with the pair."""
    n = len(_done(connection, pair_pk))
    if n < least:
        raise BadInput(
            f"{n} of {least} raters have judged this pair, so there is nothing to settle yet; nothing was "
            "written."
        )


def require_all_judged(connection: sa.Connection, pair_pk: int) -> None:
    """Raises BadInput naming those who have the pair and are not through with it."""
    done = _done(connection, pair_pk)
    statement = (
        sa.select(assignment.c.annotator_pk, annotator.c.handle)
        .join_from(assignment, annotator)
        .where(assignment.c.pair_pk == pair_pk, held(datetime.now(UTC)))
        .order_by(annotator.c.pk)
    )
    waiting = [handle for pk, handle in connection.execute(statement) if pk not in done]
    if waiting:
        raise BadInput(
            f"{', '.join(waiting)} {'has' if len(waiting) == 1 else 'have'} yet to judge this pair; nothing "
            "was written. Adjudicate it when they have, or set the campaign to adjudicating."
        )


def _done(connection: sa.Connection, pair_pk: int) -> set[int]:
    current = judgement_current.c
    judged = sa.select(current.annotator_pk).where(current.pair_pk == pair_pk, current.state.in_(DONE))
    return set(connection.scalars(judged))
