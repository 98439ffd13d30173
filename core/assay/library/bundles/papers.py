"""From a bundle: its papers, found here under any of their names or added, and its queries."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from assay.items.foreign import checked_item
from assay.library.bundles.records import Record, Target
from assay.library.db.lookup import chunks, paper_names, paper_pks, rows_where
from assay.library.db.schema import campaign_paper, paper, paper_alias, query
from assay.library.rows import paper_rows
from assay.library.rows.paper_rows import LISTS, SHARED_TEXTS, YEARS
from assay.types import Paper


def take_papers(into: Target, records: Sequence[Record]) -> None:
    """Finds the papers by doc_id or alias; those that are missing are added if that is wanted.

    Two papers of a bundle stay two, also where one is a name of the other here: grades of two papers are
    never put together. A text that differs here stays as it is, and is noted.
    """
    read = {record.name("doc_id"): (record, _paper(record)) for record in records}
    found = _found(into, records)
    into.by_alias |= {doc_id: read[doc_id][0] for doc_id in _other_names(into, found)}
    for record in _keep_apart(into, found):
        read[record.name("doc_id")] = (record, _paper(record))
    missing = [entry for doc_id, entry in read.items() if doc_id not in found]
    if into.create and missing:
        found |= _add(into, missing)
    texts = {
        pk: (title, abstract)
        for pk, title, abstract in rows_where(
            into.connection,
            sa.select(paper.c.pk, paper.c.title, paper.c.abstract),
            paper.c.pk,
            found.values(),
        )
    }
    into.differing += [
        doc_id
        for doc_id, pk in found.items()
        if texts[pk] != (read[doc_id][1].title, read[doc_id][1].abstract)
    ]
    into.papers |= found
    into.named |= {pk: doc_id for doc_id, pk in found.items()}
    if into.takes_corpus:
        into.corpus += [_frozen(record) for record in records if record.optional_sha256("text_sha256")]


def _paper(record: Record) -> Paper:
    """The paper of a record. Raises BadInput for what no paper can be."""
    lists, texts = [record.texts(name) for name in LISTS], [record.text(name) for name in SHARED_TEXTS]
    doc_id, year = record.name("doc_id"), record.optional_whole("year", -YEARS[-1], YEARS[-1])
    rating, item = record.optional_number("rating"), checked_item(record.text("item"))
    new = paper_rows.paper_from([doc_id, year, rating, *lists, *texts, item])
    record.texts("keys"), record.texts("aliases"), record.optional_sha256("text_sha256")
    return new


def _found(into: Target, records: Sequence[Record]) -> dict[str, int]:
    """doc_id -> pk. A paper of this campaign comes first, also if another has taken its place since."""
    names = [record.name("doc_id") for record in records]
    aliases = {alias: record.name("doc_id") for record in records for alias in record.texts("aliases")}
    known = {requested: pk for requested, (pk, _) in paper_pks(into.connection, [*names, *aliases]).items()}
    found = {aliases[alias]: pk for alias, pk in known.items() if alias in aliases}
    found |= {doc_id: known[doc_id] for doc_id in names if doc_id in known}
    exact = rows_where(into.connection, sa.select(paper.c.doc_id, paper.c.pk), paper.c.doc_id, names)
    replaced = {doc_id: pk for doc_id, pk in exact if found.get(doc_id) != pk}
    own = {paper_pk for _, paper_pk in into.pairs} if replaced else set()
    return found | {doc_id: pk for doc_id, pk in replaced.items() if pk in own}


def _add(into: Target, entries: Sequence[tuple[Record, Paper]]) -> dict[str, int]:
    rows = []
    for record, new in entries:
        with record.blamed():
            rows.append({**paper_rows.row_of(new), "added_at_utc": into.now})
    with entries[0][0].blamed():
        pks = paper_rows.insert_papers(into.connection, rows)
    paper_rows.list_papers(into.connection, {pks[new.doc_id]: new for _, new in entries})
    paper_rows.add_keys(into.connection, {pks[new.doc_id]: record.texts("keys") for record, new in entries})
    names = {alias: pks[new.doc_id] for record, new in entries for alias in record.texts("aliases")}
    taken = {
        row[0]
        for column in (paper.c.doc_id, paper_alias.c.alias)
        for row in rows_where(into.connection, sa.select(column), column, names)
    }
    free = {alias: pk for alias, pk in names.items() if alias and alias not in taken}
    paper_rows.point_aliases(into.connection, free)
    paper_rows.count_change(into.connection)
    return pks


def _keep_apart(into: Target, found: dict[str, int]) -> list[Record]:
    """Parts names of the bundle that lead to one paper here; returns the records that were parted from it.

    The paper keeps its own name, and another name becomes a paper of its own: again, where it is one that was
    removed here, and missing from `found` where it never was. Names that came earlier may be parted too.
    """
    names: dict[int, list[str]] = {}
    for doc_id, pk in found.items():
        names.setdefault(pk, [into.named[pk]] if pk in into.named else []).append(doc_id)
    parted = []
    for several in names.values():
        own = next((doc_id for doc_id in several if doc_id not in into.by_alias), several[0])
        for doc_id in set(several) - {own}:
            record = into.by_alias[doc_id]
            parted.append(record)
            found.pop(doc_id, None)
            if into.papers.pop(doc_id, None) is not None and doc_id in into.differing:
                into.differing.remove(doc_id)
            removed = into.connection.scalar(sa.select(paper.c.pk).where(paper.c.doc_id == doc_id))
            if removed is not None:
                found[doc_id] = removed
            elif not into.create:
                record.fail(
                    f"it and the paper '{own}' of the bundle are one paper here, and their grades would be "
                    "put together. Merge with --create, which makes them two again"
                )
            into.notes.append(f"'{doc_id}' and '{own}' are one paper here, and stay two in the campaign.")
    return parted


def _other_names(into: Target, found: dict[str, int]) -> list[str]:
    """Those of the names that are not the doc_id of the paper that they lead to."""
    ids = paper_names(into.connection, set(found.values()))
    return [doc_id for doc_id, pk in found.items() if ids[pk] != doc_id]


def _frozen(record: Record) -> Record:
    """What of a paper's record is needed to freeze it."""
    return Record(record.number, {name: record.fields[name] for name in ("kind", "doc_id", "text_sha256")})


def freeze_corpus(into: Target) -> None:
    """Makes the papers that the bundle has in its corpus part of the corpus here, if it takes that over."""
    there = campaign_paper.c.campaign_pk == into.campaign_pk
    frozen = set(into.connection.scalars(sa.select(campaign_paper.c.paper_pk).where(there)))
    rows = {}
    for record in into.corpus:
        pk = into.paper_pk(record)  # says that the paper is missing
        if pk not in frozen:
            text_sha256 = record.sha256("text_sha256")
            rows[pk] = {"campaign_pk": into.campaign_pk, "paper_pk": pk, "text_sha256": text_sha256}
    for chunk in chunks(list(rows.values())):
        into.connection.execute(sa.insert(campaign_paper), list(chunk))


def take_queries(into: Target, records: Sequence[Record]) -> None:
    """Adds the queries that are new. One that reads differently here cannot be the same query."""
    q = query.c
    here = {
        query_id: (pk, text, source)
        for query_id, pk, text, source in into.connection.execute(
            sa.select(q.query_id, q.pk, q.text, q.source_paper_pk).where(q.campaign_pk == into.campaign_pk)
        )
    }
    rows = []
    for record in records:
        query_id, text = record.name("query_id"), record.text("text")
        source = into.paper_pk(record) if record.optional_name("doc_id") else None
        if query_id not in here:
            here[query_id] = (0, text, source)
            rows.append(
                {
                    "campaign_pk": into.campaign_pk,
                    "query_id": query_id,
                    "text": text,
                    "source_paper_pk": source,
                }
            )
        elif here[query_id][1:] != (text, source):
            record.fail(f"the query '{query_id}' of the campaign here has another text or paper")
    for chunk in chunks(rows):
        into.connection.execute(sa.insert(query), list(chunk))
    found = sa.select(q.query_id, q.pk).where(q.campaign_pk == into.campaign_pk)
    names = {record.name("query_id") for record in records}
    into.queries |= {query_id: pk for query_id, pk in into.connection.execute(found) if query_id in names}
