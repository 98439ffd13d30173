"""Judgements as they were published: versions that are written once and never changed."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa

from assay.campaign_types import Facts, Release, ReleaseItem, ReleaseRule
from assay.errors import BadInput
from assay.library.campaigns.judgement_rows import checked_grade
from assay.library.campaigns.pool import existing_pairs
from assay.library.db.connection import Database
from assay.library.db.lookup import chunks, inserted, paper_pks, query_pks, require_known, rows_where
from assay.library.db.schema import (
    campaign_paper,
    pair,
    paper,
    paper_alias,
    query,
    release,
    release_item,
    release_seal,
)
from assay.library.rows.campaign_rows import text_sha256
from assay.library.rows.paper_rows import papers_by_pk
from assay.library.rows.seals import ItemRow, sealed, set_checksum
from assay.types import Paper


@dataclass(frozen=True, slots=True)
class ReleasePapers:
    """Papers with their texts of now, those that were removed or merged into another included.

    `corpus` has the frozen corpus and every judged paper, `query_papers` the papers that are queries,
    `changed` the doc_ids of the frozen corpus whose title or abstract is another than it was. `aliases` maps
    the doc_ids of judged papers to the other ids that lead to them.
    """

    corpus: tuple[Paper, ...]
    query_papers: tuple[Paper, ...]
    changed: tuple[str, ...]
    aliases: Mapping[str, tuple[str, ...]]


def release_papers(connection: sa.Connection, campaign_pk: int, version: int) -> ReleasePapers:
    """Find papers by row and never by name: a name may lead to another paper once two were merged."""
    frozen = sa.select(campaign_paper.c.paper_pk, campaign_paper.c.text_sha256)
    hashes: dict[int, str] = dict(
        connection.execute(frozen.where(campaign_paper.c.campaign_pk == campaign_pk)).all()
    )
    items = sa.select(pair.c.paper_pk).join_from(release_item, release).join(pair)
    judged = set(
        connection.scalars(items.where(release.c.campaign_pk == campaign_pk, release.c.version == version))
    )
    sources = sa.select(query.c.source_paper_pk).where(
        query.c.campaign_pk == campaign_pk, query.c.source_paper_pk.is_not(None)
    )
    query_papers = set(connection.scalars(sources))
    inside = {*hashes, *judged}
    found = papers_by_pk(connection, sorted({*inside, *query_papers}))
    return ReleasePapers(
        corpus=tuple(found[pk] for pk in sorted(inside)),
        query_papers=tuple(found[pk] for pk in sorted(query_papers)),
        changed=tuple(
            found[pk].doc_id
            for pk, was in sorted(hashes.items())
            if text_sha256(found[pk].title, found[pk].abstract) != was
        ),
        aliases=_aliases(connection, {pk: found[pk].doc_id for pk in judged}),
    )


def _aliases(connection: sa.Connection, doc_ids: Mapping[int, str]) -> dict[str, tuple[str, ...]]:
    a = paper_alias.c
    found: dict[str, tuple[str, ...]] = {}
    for pk, alias in rows_where(connection, sa.select(a.paper_pk, a.alias), a.paper_pk, sorted(doc_ids)):
        found[doc_ids[pk]] = (*found.get(doc_ids[pk], ()), alias)
    return found


def exact_pks(connection: sa.Connection, doc_ids: Sequence[str]) -> dict[str, int]:
    """doc_id -> pk of the paper that has it as its own, removed or not; else of the one it is an alias of."""
    own = sa.select(paper.c.doc_id, paper.c.pk)
    found = {row[0]: row[1] for row in rows_where(connection, own, paper.c.doc_id, doc_ids)}
    rest = [doc_id for doc_id in doc_ids if doc_id not in found]
    return found | {name: pk for name, (pk, _) in paper_pks(connection, rest).items()}


log = logging.getLogger(__name__)

SHA256 = re.compile("[0-9a-f]{64}")


class Releases:
    """Writes and reads of a campaign's releases. The tables refuse every change of what was written."""

    def __init__(self, database: Database, *, campaign: int) -> None:
        self._database = database
        self._campaign = campaign

    def freeze(
        self,
        items: Sequence[ReleaseItem],
        *,
        rule: ReleaseRule,
        sha256: str,
        card: Facts | Callable[[int, datetime], Facts],
    ) -> Release:
        """Keep the items as the campaign's next version, all of them or nothing.

        `card`: JSON values, or what makes them of the version and the time (UTC) that the release gets, which
        nobody knows before: others may release at the same moment. Raises BadInput without items, for a pair
        that occurs twice or was never pooled, and for a grade that is not 0, 1 or 2.
        """
        _require_sound(items, sha256)
        with self._database.write() as connection:
            pks = _pairs(connection, self._campaign, items)
            version = next_version(connection, self._campaign)
            created = datetime.now(UTC)
            facts = dict(card(version, created) if callable(card) else card)
            row = {
                "campaign_pk": self._campaign,
                "version": version,
                "rule": ReleaseRule(rule).value,
                "sha256": sha256,
                "card": facts,
                "created_at_utc": created,
            }
            release_pk = inserted(connection, release, row)
            rows = [
                sealed(ItemRow(release_pk, pk, item.relevance, item.n_raters, item.source))
                for pk, item in zip(pks, items, strict=True)
            ]
            for chunk in chunks(rows):
                connection.execute(sa.insert(release_item), list(chunk))
            seal_release(connection, release_pk, [str(row["checksum"]) for row in rows])
        log.info("froze release %d of %d judgements", version, len(items))
        return Release(version, ReleaseRule(rule), sha256, created, len(items), facts)

    def all(self) -> list[Release]:
        """Return every release, the first one first."""
        with self._database.read() as connection:
            return _releases(connection, self._campaign)

    def get(self, version: int) -> Release:
        """Return one release; raise BadInput that names those there are."""
        with self._database.read() as connection:
            known = {found.version: found for found in _releases(connection, self._campaign)}
        if version not in known:
            raise _unknown(version, list(known))
        return known[version]

    def items(self, version: int) -> list[ReleaseItem]:
        """Return the rows of one release, by query and paper in the order of adding; raise BadInput."""
        row = release_item.c
        statement = (
            sa.select(query.c.query_id, paper.c.doc_id, row.grade, row.n_raters, row.source)
            .select_from(release_item)
            .join(release)
            .join(pair, pair.c.pk == row.pair_pk)
            .join(query, query.c.pk == pair.c.query_pk)
            .join(paper, paper.c.pk == pair.c.paper_pk)
            .where(release.c.campaign_pk == self._campaign, release.c.version == version)
            .order_by(query.c.pk, paper.c.pk)
        )
        with self._database.read() as connection:
            found = [ReleaseItem(*item) for item in connection.execute(statement)]
            if not found:  # there is no release without items
                raise _unknown(version, [known.version for known in _releases(connection, self._campaign)])
        return found

    def papers(self, version: int) -> ReleasePapers:
        """Return the papers of one release, removed ones too; raise BadInput."""
        self.get(version)
        with self._database.read() as connection:
            return release_papers(connection, self._campaign, version)


def next_version(connection: sa.Connection, campaign_pk: int) -> int:
    last = sa.select(sa.func.max(release.c.version)).where(release.c.campaign_pk == campaign_pk)
    return (connection.scalar(last) or 0) + 1


def seal_release(connection: sa.Connection, release_pk: int, checksums: Iterable[str]) -> None:
    """Write the checksum of a release whose items have these."""
    seal = {"release_pk": release_pk, "checksum": set_checksum(checksums)}
    connection.execute(sa.insert(release_seal), seal)


def _require_sound(items: Sequence[ReleaseItem], sha256: str) -> None:
    if not items:
        raise BadInput("A release needs at least one judgement; nothing was written.")
    if not SHA256.fullmatch(sha256):
        raise BadInput("{0} is not a SHA-256 in hexadecimal digits; nothing was written.", repr(sha256))
    for item in items:
        checked_grade(item.relevance, f" (query '{item.query_id}', paper '{item.doc_id}')")


def _pairs(connection: sa.Connection, campaign_pk: int, items: Sequence[ReleaseItem]) -> list[int]:
    """Return the pair of each item. Raises BadInput for one that is unknown or there twice."""
    queries = query_pks(connection, [item.query_id for item in items], campaign=campaign_pk)
    require_known("query", [item.query_id for item in items], queries)
    papers = exact_pks(connection, [item.doc_id for item in items])
    require_known("paper", [item.doc_id for item in items], papers)
    wanted = [(queries[item.query_id], papers[item.doc_id]) for item in items]
    known = existing_pairs(connection, wanted)
    seen: set[int] = set()
    for names, item in zip(wanted, items, strict=True):
        if names not in known:
            raise BadInput(
                "Paper '{0}' was never pooled for query '{1}'; nothing was written.",
                item.doc_id,
                item.query_id,
            )
        if known[names] in seen:
            raise BadInput(
                "Paper '{0}' occurs twice for query '{1}'; nothing was written.", item.doc_id, item.query_id
            )
        seen.add(known[names])
    return [known[names] for names in wanted]


def _releases(connection: sa.Connection, campaign_pk: int) -> list[Release]:
    row = release.c
    n_items = sa.select(sa.func.count()).where(release_item.c.release_pk == row.pk).scalar_subquery()
    statement = (
        sa.select(row.version, row.rule, row.sha256, row.created_at_utc, n_items, row.card)
        .where(row.campaign_pk == campaign_pk)
        .order_by(row.version)
    )
    return [
        Release(version, ReleaseRule(rule), sha256, created_at, n or 0, card)
        for version, rule, sha256, created_at, n, card in connection.execute(statement)
    ]


def _unknown(version: int, known: Sequence[int]) -> BadInput:
    there = f"there are {', '.join(map(str, known))}" if known else "nothing was released yet"
    return BadInput("There is no release {0} of this campaign; {1}.", version, there)
