"""Campaigns as rows: found by name, counted, and asked whether something may be done in them now."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence

import sqlalchemy as sa

from assay.campaign_types import Campaign, CampaignStatus, QueueKind
from assay.errors import BadInput
from assay.library.db.lookup import SHOWN, chunks, of_campaign, paper_pks, present, require_known, rows_where
from assay.library.db.schema import (
    HOME,
    campaign,
    campaign_paper,
    guideline,
    pair,
    paper,
    pool,
    pool_pair,
    query,
)

NAME_LENGTH = 100
HOME_NAME = "library"


def _count(of: sa.FromClause, *where: sa.ColumnElement[bool]) -> sa.ScalarSelect[int]:
    return sa.select(sa.func.count()).select_from(of).where(*where).correlate(campaign).scalar_subquery()


def newest_guideline(column: sa.ColumnElement[int], of: sa.ColumnElement[int] | int) -> sa.Select[int]:
    """`column` of the guideline of the campaign `of` that was written last."""
    written = (guideline.c.created_at_utc.desc(), guideline.c.sha256.desc())
    own = sa.select(column).where(guideline.c.campaign_pk == of)
    return own.order_by(*written).limit(1).correlate(campaign)


POOLED = pool.join(pool_pair, pool_pair.c.pool_pk == pool.c.pk).join(pair, pair.c.pk == pool_pair.c.pair_pk)
CAMPAIGNS = sa.select(
    campaign.c.name,
    campaign.c.campaign_uuid,
    campaign.c.status,
    campaign.c.raters_per_pair,
    campaign.c.queue,
    campaign.c.seed,
    campaign.c.created_at_utc,
    campaign.c.corpus_sha256,
    _count(campaign_paper, campaign_paper.c.campaign_pk == campaign.c.pk),
    _count(query, query.c.campaign_pk == campaign.c.pk),
    _count(POOLED, pool.c.campaign_pk == campaign.c.pk, present(pair.c.paper_pk)),
    sa.func.coalesce(newest_guideline(guideline.c.version, campaign.c.pk).scalar_subquery(), 0),
).order_by(campaign.c.created_at_utc, campaign.c.pk)
"""The columns of `Campaign`, the oldest first."""


def campaigns(connection: sa.Connection, *where: sa.ColumnElement[bool]) -> list[Campaign]:
    return [
        Campaign(name, uuid, CampaignStatus(status), raters, QueueKind(queue), *rest)
        for name, uuid, status, raters, queue, *rest in connection.execute(CAMPAIGNS.where(*where))
    ]


def campaign_pk(connection: sa.Connection, name: str) -> int:
    """Return the campaign's row. Raises BadInput naming the campaigns that are here."""
    named = sa.select(campaign.c.pk).where(campaign.c.name == name, campaign.c.pk != HOME)
    pk: int | None = connection.scalar(named)
    if pk is None:
        others = sa.select(campaign.c.name).where(campaign.c.pk != HOME).order_by(campaign.c.pk)
        known = ", ".join(f"'{other}'" for other in connection.scalars(others))
        raise BadInput("There is no campaign '{0}' in this library (it has {1}).", name, known or "none yet")
    return pk


def status_of(connection: sa.Connection, pk: int) -> CampaignStatus:
    return CampaignStatus(
        connection.execute(sa.select(campaign.c.status).where(campaign.c.pk == pk)).scalar_one()
    )


def require_status(
    connection: sa.Connection, pk: int, allowed: Collection[CampaignStatus], doing: str
) -> CampaignStatus:
    """The campaign's status, which stays so until the write transaction ends; HOME allows everything.

    `doing` completes "..., so <doing>". Raises BadInput where the status is none of `allowed`.
    """
    status = status_of(connection, pk)
    if pk != HOME and status not in allowed:
        when = " or ".join(spoken(other) for other in allowed)
        raise BadInput(
            "The campaign '{0}' is {1}, so {2}; nothing was written. That can be done while "
            "a campaign is {3}.",
            campaign_name(connection, pk),
            spoken(status),
            doing,
            when,
        )
    return status


def campaign_name(connection: sa.Connection, pk: int) -> str:
    name: str = connection.execute(sa.select(campaign.c.name).where(campaign.c.pk == pk)).scalar_one()
    return name


def spoken(status: CampaignStatus) -> str:
    return {CampaignStatus.DRAFT: "a draft", CampaignStatus.ADJUDICATING: "in adjudication"}.get(
        status, status.value
    )


def checked_name(name: str) -> str:
    """Return the name of a new campaign. Raises BadInput for one that is empty, not printable or reserved."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > NAME_LENGTH:
        raise BadInput(
            "{0} is not a campaign name: use 1 to {1} printable characters, without spaces around them.",
            repr(name),
            NAME_LENGTH,
        )
    if name.casefold() == HOME_NAME:
        raise BadInput("'{0}' is the library's own judging; choose another name for the campaign.", name)
    return name


TEXTS = sa.select(paper.c.pk, paper.c.doc_id, paper.c.title, paper.c.abstract)


def text_sha256(title: str, abstract: str) -> str:
    """The checksum of what an assessor reads of a paper."""
    return hashlib.sha256(f"{title}\n{abstract}".encode()).hexdigest()


def corpus_sha256(papers: Iterable[tuple[str, str]]) -> str:
    """Return the checksum of a corpus from the (doc_id, text_sha256) of its papers, in any order."""
    lines = sorted(f"{doc_id}\t{text}\n" for doc_id, text in papers)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def freeze_corpus(connection: sa.Connection, campaign_pk: int, doc_ids: Sequence[str] | None) -> str:
    """Write down the papers, all that are there or those of `doc_ids`, in place of an earlier snapshot.

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
        raise BadInput("A corpus needs papers. Import some first.")
    hashes = [(pk, doc_id, text_sha256(title, abstract)) for pk, doc_id, title, abstract in rows]
    connection.execute(sa.delete(campaign_paper).where(campaign_paper.c.campaign_pk == campaign_pk))
    snapshot = [{"campaign_pk": campaign_pk, "paper_pk": pk, "text_sha256": text} for pk, _, text in hashes]
    for chunk in chunks(snapshot):
        connection.execute(sa.insert(campaign_paper), list(chunk))
    sha256 = corpus_sha256((doc_id, text) for _, doc_id, text in hashes)
    connection.execute(sa.update(campaign).where(campaign.c.pk == campaign_pk).values(corpus_sha256=sha256))
    _require_pooled_inside(connection, campaign_pk)
    return sha256


def corpus_doc_ids(connection: sa.Connection, campaign_pk: int) -> list[str]:
    """Return the doc_ids of the snapshot in the order in which the papers came to the library."""
    statement = sa.select(paper.c.doc_id).join(campaign_paper).order_by(campaign_paper.c.paper_pk)
    return list(connection.scalars(statement.where(campaign_paper.c.campaign_pk == campaign_pk)))


def changed_papers(connection: sa.Connection, campaign_pk: int) -> list[str]:
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


def require_in_corpus(connection: sa.Connection, campaign_pk: int, pair_pks: Collection[int]) -> None:
    """Raise BadInput naming the pairs' papers that the campaign's corpus, if it has one, does not hold."""
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
    doc_ids = sa.select(paper.c.doc_id).distinct()
    pooled = of_campaign(doc_ids, pool_pair, campaign_pk, paper).where(~_in_corpus(campaign_pk))
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
