"""The frozen corpus of a campaign: which papers it judges, and what their texts were."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library.campaigns.campaign_rows import campaign_name
from assay.library.db.lookup import SHOWN, chunks, paper_pks, require_known, rows_where
from assay.library.db.schema import campaign, campaign_paper, pair, paper, pool_pair, query

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

TEXTS = sa.select(paper.c.pk, paper.c.doc_id, paper.c.title, paper.c.abstract)


def text_sha256(title: str, abstract: str) -> str:
    """The checksum of what an assessor reads of a paper."""
    return hashlib.sha256(f"{title}\n{abstract}".encode()).hexdigest()


def corpus_sha256(papers: Iterable[tuple[str, str]]) -> str:
    """The checksum of a corpus from the (doc_id, text_sha256) of its papers, in any order."""
    lines = sorted(f"{doc_id}\t{text}\n" for doc_id, text in papers)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def freeze(connection: sa.Connection, campaign_pk: int, doc_ids: Sequence[str] | None) -> str:
    """Writes down the papers, all that are there or those of `doc_ids`, in place of an earlier snapshot.

    Returns the corpus' checksum. Raises BadInput for papers that are not there, for no paper at all, and
    where the campaign has pooled a paper that would not be in the corpus.
    """
    if doc_ids is None:
        rows = list(connection.execute(TEXTS.where(paper.c.removed_at_utc.is_(None)).order_by(paper.c.pk)))
    else:
        pks = paper_pks(connection, doc_ids, removed=False)
        require_known("paper", doc_ids, pks)
        wanted = list(dict.fromkeys(pks[doc_id][0] for doc_id in doc_ids))
        found = {row[0]: row for row in rows_where(connection, TEXTS, paper.c.pk, wanted)}
        rows = [found[pk] for pk in wanted]
    if not rows:
        raise BadInput("A corpus needs papers, and there are none; import some first.")
    hashes = [(pk, doc_id, text_sha256(title, abstract)) for pk, doc_id, title, abstract in rows]
    connection.execute(sa.delete(campaign_paper).where(campaign_paper.c.campaign_pk == campaign_pk))
    snapshot = [{"campaign_pk": campaign_pk, "paper_pk": pk, "text_sha256": text} for pk, _, text in hashes]
    for chunk in chunks(snapshot):
        connection.execute(sa.insert(campaign_paper), list(chunk))
    sha256 = corpus_sha256((doc_id, text) for _, doc_id, text in hashes)
    connection.execute(sa.update(campaign).where(campaign.c.pk == campaign_pk).values(corpus_sha256=sha256))
    _require_pooled_inside(connection, campaign_pk)
    return sha256


def corpus(connection: sa.Connection, campaign_pk: int) -> list[str]:
    """The doc_ids of the snapshot in the order in which the papers came to the library."""
    statement = sa.select(paper.c.doc_id).join(campaign_paper).order_by(campaign_paper.c.paper_pk)
    return list(connection.scalars(statement.where(campaign_paper.c.campaign_pk == campaign_pk)))


def changed(connection: sa.Connection, campaign_pk: int) -> list[str]:
    """The papers of the snapshot whose title or abstract is another now, or that were removed."""
    statement = (
        sa.select(paper.c.doc_id, paper.c.title, paper.c.abstract, campaign_paper.c.text_sha256)
        .add_columns(paper.c.removed_at_utc.is_not(None))
        .join(campaign_paper)
        .where(campaign_paper.c.campaign_pk == campaign_pk)
        .order_by(campaign_paper.c.paper_pk)
    )
    return [
        doc_id
        for doc_id, title, abstract, was, removed in connection.execute(statement)
        if removed or text_sha256(title, abstract) != was
    ]


def require_inside(connection: sa.Connection, campaign_pk: int, pair_pks: Collection[int]) -> None:
    """Raises BadInput naming the pairs' papers that the campaign's corpus, if it has one, does not hold."""
    frozen = sa.select(campaign.c.corpus_sha256).where(campaign.c.pk == campaign_pk)
    if not connection.scalar(frozen):
        return
    outside = sa.select(paper.c.doc_id).select_from(pair).join(paper, paper.c.pk == pair.c.paper_pk)
    outside = outside.where(~_in_corpus(campaign_pk))
    names = sorted({row[0] for row in rows_where(connection, outside, pair.c.pk, pair_pks)})
    if names:
        raise BadInput(_outside(connection, campaign_pk, names))


def _in_corpus(campaign_pk: int) -> sa.Exists:
    """Of a row of `pair`."""
    own = (campaign_paper.c.campaign_pk == campaign_pk, campaign_paper.c.paper_pk == pair.c.paper_pk)
    return sa.exists().where(*own).correlate(pair)


def _require_pooled_inside(connection: sa.Connection, campaign_pk: int) -> None:
    pooled = (
        sa.select(paper.c.doc_id)
        .distinct()
        .select_from(pool_pair)
        .join(pair, pair.c.pk == pool_pair.c.pair_pk)
        .join(query, query.c.pk == pair.c.query_pk)
        .join(paper, paper.c.pk == pair.c.paper_pk)
        .where(query.c.campaign_pk == campaign_pk, ~_in_corpus(campaign_pk))
    )
    names = sorted(connection.scalars(pooled))
    if names:
        raise BadInput(_outside(connection, campaign_pk, names))


def _outside(connection: sa.Connection, campaign_pk: int, names: Sequence[str]) -> str:
    shown = ", ".join(f"'{name}'" for name in names[:SHOWN]) + (", ..." if len(names) > SHOWN else "")
    which = "1 paper is" if len(names) == 1 else f"{len(names)} papers are"
    return (
        f"{which} not in the frozen corpus of '{campaign_name(connection, campaign_pk)}': {shown}. Nothing "
        "was written; leave them out, or freeze a corpus that has them while the campaign is a draft."
    )
