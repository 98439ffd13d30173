"""The papers of a release, each as the very record that was frozen or judged, whatever became of it since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.library.campaigns.corpus import text_sha256
from assay.library.db.lookup import paper_pks, rows_where
from assay.library.db.schema import campaign_paper, pair, paper, paper_alias, query, release, release_item
from assay.library.paper_rows import papers_by_pk
from assay.types import Paper

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class ReleasePapers:
    """Papers with their texts of now, those that were removed or merged into another included.

    `corpus` has the frozen corpus and every judged paper, `asked` the papers that are queries, `changed` the
    doc_ids of the frozen corpus whose title or abstract is another than it was. `aliases` maps the doc_ids of
    judged papers to the other ids that lead to them.
    """

    corpus: tuple[Paper, ...]
    asked: tuple[Paper, ...]
    changed: tuple[str, ...]
    aliases: Mapping[str, tuple[str, ...]]


def release_papers(connection: sa.Connection, campaign_pk: int, version: int) -> ReleasePapers:
    """By row and never by name: a name may lead to another paper once two were merged."""
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
    asked = set(connection.scalars(sources))
    inside = {*hashes, *judged}
    found = papers_by_pk(connection, sorted({*inside, *asked}))
    return ReleasePapers(
        corpus=tuple(found[pk] for pk in sorted(inside)),
        asked=tuple(found[pk] for pk in sorted(asked)),
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
    return found | {asked: pk for asked, (pk, _) in paper_pks(connection, rest).items()}
