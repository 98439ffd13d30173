"""From a bundle: what judgements are about, found here or added: campaign, people, papers, queries, pool.

A uuid is given to a person once, where they are first written down, and never changed. One person may have
several: they had judged on their own machine, and a campaign came there in which somebody else had written
them down. From then on their uuid here is known under the other one too, and bundles say both, so that every
machine that hears of it knows them by either, whatever they are called.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from assay.campaign_types import CampaignStatus, Facts, PoolStrategy, QueueKind
from assay.items.foreign import checked_item
from assay.library.bundles.records import CREATE, Record, Target
from assay.library.campaigns.annotators import new_annotator, taking_part
from assay.library.campaigns.campaigns import MOST_RATERS, SEEDS
from assay.library.campaigns.judgement_rows import HANDLE_LENGTH, checked_handle
from assay.library.db.lookup import chunks, inserted, of_campaign, paper_names, paper_pks, rows_where
from assay.library.db.schema import (
    HOME,
    annotator,
    annotator_alias,
    campaign,
    campaign_annotator,
    campaign_paper,
    guideline,
    pair,
    paper,
    paper_alias,
    pool,
    pool_pair,
    query,
    run,
    run_hit,
    run_query,
)
from assay.library.rows import paper_rows
from assay.library.rows.campaign_rows import checked_name
from assay.library.rows.paper_rows import LISTS, SHARED_TEXTS, YEARS
from assay.types import Paper


def take_campaign(into: Target, records: Sequence[Record]) -> None:
    """Find the campaign by its uuid, or make it where that is wanted, and read what it has."""
    record, *others = records
    if others or into.campaign_pk:
        (others or records)[0].fail("a bundle holds one campaign, and this is a second one")
    row: dict[str, object] = {
        "campaign_uuid": record.name("uuid"),
        "name": record.name("name"),
        "status": record.one_of("status", CampaignStatus).value,
        "raters_per_pair": record.whole("raters_per_pair", 1, MOST_RATERS),
        "queue": record.one_of("queue", QueueKind).value,
        "seed": record.whole("seed", 0, SEEDS[-1]),
        "corpus_sha256": record.sha256("corpus_sha256") if record.text("corpus_sha256") else "",
        "created_at_utc": record.moment("created_at"),
    }
    known = sa.select(campaign).where(campaign.c.campaign_uuid == row["campaign_uuid"], campaign.c.pk != HOME)
    here = into.connection.execute(known).first()
    if here is None:
        _make(into, record, row)
        into.is_new = True
        here = into.connection.execute(known).one()
        into.takes_corpus = bool(row["corpus_sha256"])
    into.campaign_pk = here.pk
    _compare(into, record, row, here)
    _read(into)


def _make(into: Target, record: Record, row: dict[str, object]) -> None:
    taken = sa.select(campaign.c.pk).where(campaign.c.name == row["name"], campaign.c.pk != HOME)
    if into.connection.scalar(taken) is not None:
        record.fail("the campaign '{0}' of this library is another one of the same name", row["name"])
    if not into.create:
        record.fail(
            "the campaign '{0}' is not in this library. Let the merge create it", row["name"], advice=CREATE
        )
    with record.blamed():
        checked_name(str(row["name"]))
    into.connection.execute(sa.insert(campaign), row)


def _compare(into: Target, record: Record, row: dict[str, object], here: sa.Row[*tuple[Any, ...]]) -> None:
    corpus = row["corpus_sha256"]
    if corpus and here.corpus_sha256 and corpus != here.corpus_sha256:
        record.fail(
            "its corpus is another than that of the campaign '{0}' here, so its pairs are not the same",
            here.name,
        )
    if corpus and not here.corpus_sha256:
        into.takes_corpus = True
        taken = sa.update(campaign).where(campaign.c.pk == here.pk).values(corpus_sha256=corpus)
        into.connection.execute(taken)
    if row["name"] != here.name:
        into.notes.append(f"The campaign is called '{row['name']}' there and '{here.name}' here.")
    if row["raters_per_pair"] != here.raters_per_pair:
        into.notes.append(
            f"It has {row['raters_per_pair']} raters per pair there; it keeps {here.raters_per_pair} here."
        )


def _read(into: Target) -> None:
    """Read what the campaign here has already: its pairs, the pooled ones, and the guidelines."""
    pairs = of_campaign(sa.select(pair.c.query_pk, pair.c.paper_pk, pair.c.pk), pair, into.campaign_pk)
    into.pairs = {(query_pk, paper_pk): pk for query_pk, paper_pk, pk in into.connection.execute(pairs)}
    pooled = of_campaign(sa.select(pool_pair.c.pair_pk), pool_pair, into.campaign_pk)
    into.pooled = set(into.connection.scalars(pooled))
    g = guideline.c
    known = sa.select(g.sha256, g.pk).where(g.campaign_pk == into.campaign_pk).order_by(g.version)
    into.guidelines = dict(into.connection.execute(known).all())


def take_guidelines(into: Target, records: Sequence[Record]) -> None:
    """Add the texts that are not here, each under its version, or under the next one where that is taken.

    Which of them holds does not depend on their numbers: it is the one that was written last.
    """
    g = guideline.c
    own = g.campaign_pk == into.campaign_pk
    rows = into.connection.execute(sa.select(g.version, g.sha256, g.created_at_utc).where(own)).all()
    here = {version: sha256 for version, sha256, _ in rows}
    known = {(sha256, created) for _, sha256, created in rows}
    for record in records:
        version, markdown = record.whole("version", 1), record.text("markdown")
        sha256, created = record.sha256("sha256"), record.moment("created_at")
        if hashlib.sha256(markdown.encode()).hexdigest() != sha256:
            record.fail("its text does not have its checksum, so it was changed after it was written")
        if (sha256, created) in known or here.get(version) == sha256:
            continue
        free = max(here) + 1 if version in here else version
        if free != version:
            into.notes.append(
                f"Version {version} of the guideline is another text here; the bundle's is version {free}."
            )
        row = {"campaign_pk": into.campaign_pk, "version": free, "markdown": markdown, "sha256": sha256}
        here[free] = sha256
        known.add((sha256, created))
        into.guidelines[sha256] = inserted(into.connection, guideline, {**row, "created_at_utc": created})


MOST_NAMES = 16  # uuids of one person: as many as there were machines that knew them before they met


class _People:
    """Who is here, by uuid and by handle."""

    def __init__(self, into: Target) -> None:
        self.handles: dict[int, str]
        self.by_handle: dict[str, int]
        self.by_uuid: dict[str, int]
        a, alias = annotator.c, annotator_alias.c
        rows = into.connection.execute(sa.select(a.pk, a.annotator_uuid, a.handle)).all()
        self.handles = {pk: handle for pk, _, handle in rows}
        self.by_handle = {handle: pk for pk, _, handle in rows}
        self.by_uuid = {uuid: pk for pk, uuid, _ in rows}
        others = into.connection.execute(sa.select(alias.uuid, alias.annotator_pk))
        self.by_uuid |= {row[0]: row[1] for row in others}
        self.taking_part = taking_part(into.connection, into.campaign_pk)


def take_people(into: Target, records: Sequence[Record]) -> None:
    """Find everybody by their uuids and add those who are new.

    A name alone makes nobody somebody else's equal: two people's grades are never put together. Only who had
    no part in the campaign here, having judged for this library alone, is taken for the person of the same
    name in it, and that is noted. Where the name is taken otherwise, a newcomer's gets a number.
    """
    _check(records)
    people = _People(into)
    for record in records:
        into.people[record.name("uuid")] = _known(into, record, people)
    for record in records:
        if into.people[record.name("uuid")] == 0:
            into.people[record.name("uuid")] = _by_name(into, record, people)
        _remember(into, record, people)
    _enrol(into, records)


def _check(records: Sequence[Record]) -> None:
    seen: set[str] = set()
    for record in records:
        with record.blamed():
            checked_handle(record.name("handle"))
        record.flag("active"), record.flag("member"), record.optional_whole("quota")
        also = record.texts("also")
        if len(also) >= MOST_NAMES:
            record.wrong("also", f"fewer than {MOST_NAMES} uuids")
        for name in (record.name("uuid"), *also):
            if not name or name in seen:
                record.fail("the assessor {0} is in the bundle twice", name)
            seen.add(name)


def _known(into: Target, record: Record, people: _People) -> int:
    """Return the person here who has one of the uuids; 0 where nobody has.

    Where two people here are one there, those who have a part in the campaign come first.
    """
    names = (record.name("uuid"), *record.texts("also"))
    found = list(dict.fromkeys(people.by_uuid[name] for name in names if name in people.by_uuid))
    if not found:
        return 0
    found.sort(key=lambda pk: pk not in people.taking_part)
    here, there = people.handles[found[0]], record.name("handle")
    if len(found) > 1:
        others = " and ".join(f"'{people.handles[pk]}'" for pk in found)
        into.notes.append(f"'{there}' there is both {others} here, who stay two people.")
        into.same_people.append(frozenset(found))
    elif here != there:
        into.notes.append(f"'{there}' there is '{here}' here, and stayed so.")
    return found[0]


def _by_name(into: Target, record: Record, people: _People) -> int:
    """Return somebody of the same name who has no part in the campaign yet, or a new person."""
    handle = record.name("handle")
    pk = people.by_handle.get(handle)
    if pk is None or pk in people.taking_part or pk in into.people.values():
        return _add_person(into, record, people)
    into.notes.append(f"'{handle}' there is taken for the '{handle}' whom this library had already.")
    return pk


def _add_person(into: Target, record: Record, people: _People) -> int:
    handle = wanted = record.name("handle")
    number = 2
    while handle in people.by_handle:
        ending = f" ({number})"
        handle, number = wanted[: HANDLE_LENGTH - len(ending)].rstrip() + ending, number + 1
    if handle != wanted:
        into.notes.append(f"'{wanted}' there is somebody else than '{wanted}' here, and is '{handle}' here.")
    uuid = record.name("uuid")
    pk = new_annotator(into.connection, handle, named=uuid, active=record.flag("active"))
    people.by_handle[handle] = people.by_uuid[uuid] = pk
    people.handles[pk] = handle
    return pk


def _remember(into: Target, record: Record, people: _People) -> None:
    """Keep those of the person's uuids that nobody has here."""
    pk = into.people[record.name("uuid")]
    new = [name for name in (record.name("uuid"), *record.texts("also")) if name not in people.by_uuid]
    for name in new:
        people.by_uuid[name] = pk
        into.connection.execute(sa.insert(annotator_alias), {"uuid": name, "annotator_pk": pk})


def _enrol(into: Target, records: Sequence[Record]) -> None:
    c = campaign_annotator.c
    members = set(into.connection.scalars(sa.select(c.annotator_pk).where(c.campaign_pk == into.campaign_pk)))
    for record in records:
        pk = into.people[record.name("uuid")]
        if record.flag("member") and pk not in members:
            members.add(pk)
            quota = record.optional_whole("quota")
            row = {"campaign_pk": into.campaign_pk, "annotator_pk": pk, "quota": quota}
            into.connection.execute(sa.insert(campaign_annotator), row)


def take_papers(into: Target, records: Sequence[Record]) -> None:
    """Find the papers by doc_id or alias; those that are missing are added if that is wanted.

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
    """Return the paper of a record. Raises BadInput for what no paper can be."""
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
    """Part names of the bundle that lead to one paper here; return the records that were parted from it.

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
                    "it and the paper '{0}' of the bundle are one paper here, and their grades would be "
                    "put together. Let the merge create what is missing, which makes them two again",
                    own,
                    advice=CREATE,
                )
            into.notes.append(f"'{doc_id}' and '{own}' are one paper here, and stay two in the campaign.")
    return parted


def _other_names(into: Target, found: dict[str, int]) -> list[str]:
    """Return those of the names that are not the doc_id of the paper that they lead to."""
    ids = paper_names(into.connection, set(found.values()))
    return [doc_id for doc_id, pk in found.items() if ids[pk] != doc_id]


def _frozen(record: Record) -> Record:
    """Return what of a paper's record is needed to freeze it."""
    return Record(record.number, {name: record.fields[name] for name in ("kind", "doc_id", "text_sha256")})


def freeze_corpus(into: Target) -> None:
    """Make the papers that the bundle has in its corpus part of the corpus here, if it takes that over."""
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
    """Add the queries that are new. One that reads differently here cannot be the same query."""
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
                    **{name: record.text(name) for name in ("description", "narrative", "source")},
                }
            )
        elif here[query_id][1:] != (text, source):
            record.fail("the query '{0}' of the campaign here has another text or paper", query_id)
    for chunk in chunks(rows):
        into.connection.execute(sa.insert(query), list(chunk))
    found = sa.select(q.query_id, q.pk).where(q.campaign_pk == into.campaign_pk)
    names = {record.name("query_id") for record in records}
    into.queries |= {query_id: pk for query_id, pk in into.connection.execute(found) if query_id in names}


def take_runs(into: Target, records: Sequence[Record]) -> None:
    """Add the runs whose tag is new here."""
    here = {
        row.tag: row
        for row in into.connection.execute(sa.select(run).where(run.c.campaign_pk == into.campaign_pk))
    }
    for record in records:
        tag = record.name("tag")
        if tag in into.runs:
            record.fail("the run '{0}' is in the bundle twice", tag)
        row = {
            "campaign_pk": into.campaign_pk,
            "tag": tag,
            "mode": record.text("mode"),
            "model_fingerprint": record.text("model_fingerprint"),
            "details": record.object("details"),
            "created_at_utc": record.moment("created_at"),
        }
        into.runs[tag] = None
        if tag not in here:
            into.runs[tag] = inserted(into.connection, run, row)
        elif any(here[tag]._mapping[name] != value for name, value in row.items() if name != "details"):
            into.notes.append(f"The run '{tag}' is another one here, and stayed so.")


def take_run_queries(into: Target, records: Sequence[Record]) -> None:
    hits: dict[tuple[int, str], list[tuple[str, float]]] = {}
    for record in records:
        tag, query_id, ranked = record.name("tag"), record.name("query_id"), record.hits("hits")
        if tag not in into.runs:
            record.fail("no record before it has the run '{0}'", tag)
        if (tag, query_id) in into.ranked:
            record.fail("the run '{0}' has the query '{1}' twice", tag, query_id)
        into.ranked.add((tag, query_id))
        if (run_pk := into.runs[tag]) is not None:
            hits[run_pk, query_id] = ranked
    if not hits:
        return
    into.connection.execute(
        sa.insert(run_query), [{"run_pk": run_pk, "query_id": query_id} for run_pk, query_id in hits]
    )
    made = sa.select(run_query.c.run_pk, run_query.c.query_id, run_query.c.pk)
    pks = into.connection.execute(made.where(run_query.c.run_pk.in_({run_pk for run_pk, _ in hits})))
    rows = [
        {"run_query_pk": pk, "rank": rank, "doc_id": doc_id, "score": score}
        for run_pk, query_id, pk in pks
        for rank, (doc_id, score) in enumerate(hits.get((run_pk, query_id), ()), start=1)
    ]
    for chunk in chunks(rows):
        into.connection.execute(sa.insert(run_hit), list(chunk))


def take_pools(into: Target, records: Sequence[Record]) -> None:
    """Take each round as the one here that was made at the same moment in the same way, or as a new one.

    One of which a bundle for an assessor hides how it was made is known by its moment alone. Where it came
    here like that, it takes over how it was made from the first bundle that says so.
    """
    p = pool.c
    own = p.campaign_pk == into.campaign_pk
    rounds = list(
        into.connection.execute(sa.select(p.round, p.strategy, p.params, p.created_at_utc, p.pk).where(own))
    )
    known = {(row.strategy, row.created_at_utc): row.pk for row in rounds}
    by_moment = {row.created_at_utc: row.pk for row in reversed(rounds)}
    hidden = {row.created_at_utc: row.pk for row in rounds if _is_hidden(row.strategy, row.params)}
    taken = {row.round for row in rounds}
    for record in records:
        number, strategy = record.whole("round", 1), record.one_of("strategy", PoolStrategy).value
        created, params = record.moment("created_at"), _params(record)
        if number in into.rounds:
            record.fail("round {0} is in the bundle twice", number)
        if (strategy, created) in known:
            into.rounds[number] = known[strategy, created]
        elif created in by_moment and _is_hidden(strategy, params):
            into.rounds[number] = by_moment[created]
        elif created in hidden:
            into.rounds[number] = known[strategy, created] = hidden.pop(created)
            revealed = sa.update(pool).where(p.pk == into.rounds[number])
            into.connection.execute(revealed.values(strategy=strategy, params=params))
        else:
            free = number if number not in taken else max(taken) + 1
            row = {"campaign_pk": into.campaign_pk, "round": free, "strategy": strategy, "params": params}
            pk = inserted(into.connection, pool, {**row, "created_at_utc": created})
            into.rounds[number] = known[strategy, created] = pk
            taken.add(free)


def _is_hidden(strategy: str, params: Facts) -> bool:
    return strategy == PoolStrategy.MANUAL and not params


def _params(record: Record) -> Facts:
    """What a round was made with. The runs, if it names any, are looked up later, so they must be names."""
    params = record.object("params")
    runs = params.get("runs", [])
    if not isinstance(runs, list) or any(type(tag) is not str for tag in runs):
        record.wrong("params", "an object whose runs are a list of texts")
    return params


def take_pairs(into: Target, records: Sequence[Record]) -> None:
    wanted = []
    for record in records:
        number = record.optional_whole("round", 1)
        if number is not None and number not in into.rounds:
            record.fail("no record before it has round {0}", number)
        wanted.append(((into.query_pk(record), into.paper_pk(record)), number))
    new = [key for key, _ in dict(wanted).items() if key not in into.pairs]
    if new:
        _add_pairs(into, new)
    into.counts["pairs_new"] += len(new)
    pooled: dict[int, int] = {}
    for key, number in wanted:
        if number is not None and into.pairs[key] not in into.pooled:
            pooled.setdefault(into.pairs[key], into.rounds[number])
    into.pooled |= set(pooled)
    rows = [{"pool_pk": pool_pk, "pair_pk": pair_pk} for pair_pk, pool_pk in pooled.items()]
    if rows:
        into.connection.execute(sa.insert(pool_pair), rows)


def _add_pairs(into: Target, keys: Sequence[tuple[int, int]]) -> None:
    last = into.connection.scalar(sa.select(sa.func.max(pair.c.pk))) or 0
    into.connection.execute(
        sa.insert(pair), [{"query_pk": query_pk, "paper_pk": paper_pk} for query_pk, paper_pk in keys]
    )
    made = of_campaign(sa.select(pair.c.query_pk, pair.c.paper_pk, pair.c.pk), pair, into.campaign_pk)
    for query_pk, paper_pk, pk in into.connection.execute(made.where(pair.c.pk > last)):
        into.pairs[query_pk, paper_pk] = pk
