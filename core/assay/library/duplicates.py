"""Papers that are one, are versions of one, or are said not to be: what the library keeps of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library import order_rows
from assay.library.db.connection import Database
from assay.library.db.lookup import paper_names, paper_pks, require_known, rows_where, storable
from assay.library.db.schema import (
    file_page,
    judgement_current,
    not_duplicate,
    pair,
    paper,
    paper_alias,
    paper_file,
    paper_key,
    paper_version,
    pool_pair,
    query,
)
from assay.library.history.actions import act
from assay.library.history.changes import Change
from assay.library.rows import paper_rows as rows
from assay.types import Action, ActionArgs, Paper

NARROW = 5000  # papers without abstracts that are read at once


@dataclass(frozen=True, slots=True)
class Merge:
    """Papers that become one: `kept` as it shall be, its identity keys, and the doc_ids that give way."""

    kept: Paper
    keys: tuple[str, ...]
    hidden: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ties:
    """What hangs on a paper, over all campaigns: judgements and notes, queries that it is, pooled pairs.

    `files` and `texts` are the pks of its files, and of those among them that have text. `place` sorts
    the papers in the order in which they were added.
    """

    judgements: int = 0
    queries: int = 0
    pooled: int = 0
    place: int = 0
    files: frozenset[int] = frozenset()
    texts: frozenset[int] = frozenset()


class DuplicatePapers:
    """Reads and writes of what is known about duplicates. A paper that was merged counts as the one kept."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- what is known ----------------------------------------------------------------------------------

    def narrow(self, *, batch: int = NARROW) -> Iterator[list[Paper]]:
        """Every paper in the order of adding without abstract, keywords and links, `batch` at a time."""
        columns = [paper.c[name] for name in _NARROW]
        present = sa.select(paper.c.pk, *columns).where(paper.c.removed_at_utc.is_(None))
        last = -1
        while True:
            statement = present.where(paper.c.pk > last).order_by(paper.c.pk).limit(batch)
            with self._database.read() as connection:
                found = connection.execute(statement).all()
            if not found:
                return
            last = found[-1][0]
            yield [_narrow_paper(row[1:]) for row in found]

    def kept_apart(self) -> set[tuple[str, str]]:
        """Pairs of doc_ids that a person said are not duplicates, the smaller id first."""
        with self._database.read() as connection:
            stored = connection.execute(sa.select(not_duplicate.c.paper_pk, not_duplicate.c.other_pk)).all()
            names = _current_names(connection, {pk for row in stored for pk in row})
        pairs = [(names.get(one), names.get(two)) for one, two in stored]
        return {(min(one, two), max(one, two)) for one, two in pairs if one and two and one != two}

    def versions(self) -> list[tuple[str, str]]:
        """(doc_id of a preprint, doc_id of what was published of it), in the order of the preprints."""
        statement = sa.select(paper_version.c.preprint_pk, paper_version.c.published_pk)
        ordered = statement.order_by(paper_version.c.preprint_pk, paper_version.c.published_pk)
        with self._database.read() as connection:
            stored = connection.execute(ordered).all()
            names = _current_names(connection, {pk for row in stored for pk in row})
        pairs = [(names.get(one), names.get(two)) for one, two in stored]
        return list(dict.fromkeys((one, two) for one, two in pairs if one and two and one != two))

    def ties(self, doc_ids: Sequence[str]) -> dict[str, Ties]:
        """doc_id -> what hangs on it; ids of no paper are left out."""
        with self._database.read() as connection:
            pks = {pk: name for name, (pk, _) in paper_pks(connection, doc_ids).items()}
            judged = _counts(connection, _judged(), pks)
            queries = _counts(connection, sa.select(query.c.source_paper_pk, sa.func.count()), pks)
            pooled = _counts(connection, sa.select(pair.c.paper_pk, sa.func.count()).join(pool_pair), pks)
            has_text = sa.exists().where(file_page.c.file_pk == paper_file.c.file_pk)
            files = sa.select(paper_file.c.paper_pk, paper_file.c.file_pk, has_text)
            of: dict[int, dict[int, bool]] = {}
            for pk, file_pk, texts in rows_where(connection, files, paper_file.c.paper_pk, list(pks)):
                of.setdefault(pk, {})[file_pk] = texts
        return {
            name: Ties(
                judged.get(pk, 0),
                queries.get(pk, 0),
                pooled.get(pk, 0),
                pk,
                frozenset(of.get(pk, ())),
                frozenset(file_pk for file_pk, texts in of.get(pk, {}).items() if texts),
            )
            for pk, name in pks.items()
        }

    # -- actions ----------------------------------------------------------------------------------------

    def merge(self, merges: Sequence[Merge]) -> Action:
        """Make one paper of each of these, all in one action that can be undone.

        What gives way is hidden; its id, and those that led to it, lead to the paper that is kept, which has
        its identity keys and files too. Its judgements stay with it. Raises BadInput for a paper that is
        unknown, removed, or named twice; nothing is changed then.
        """
        with self._database.write() as connection:
            change = _merging(connection, merges)
            if not change:
                raise BadInput("Nothing to merge.")
            n = sum(len(merge.hidden) + 1 for merge in merges)
            return act(connection, "merge", ActionArgs(n, n_targets=len(merges)), change)

    def keep_apart(self, pairs: Sequence[tuple[str, str]]) -> Action:
        """Remember that the two of each pair are not duplicates. Raises BadInput for an unknown paper."""
        with self._database.write() as connection:
            pks = _pairs(connection, pairs)
            known = {tuple(row) for row in connection.execute(sa.select(*not_duplicate.c[:2]))}
            new = [pair for pair in dict.fromkeys((min(p), max(p)) for p in pks) if pair not in known]
            if not new:
                raise BadInput("These papers are already marked as distinct.")
            return act(connection, "keep apart", ActionArgs(len(new)), Change(apart=new))

    def link_versions(self, pairs: Sequence[tuple[str, str]]) -> Action:
        """Link preprints (first) with what was published of them. Raises BadInput for an unknown paper."""
        with self._database.write() as connection:
            pks = _pairs(connection, pairs)
            known = {tuple(row) for row in connection.execute(sa.select(*paper_version.c[:2]))}
            new = [pair for pair in dict.fromkeys(pks) if pair not in known and pair[::-1] not in known]
            if not new:
                raise BadInput("These papers are already linked.")
            return act(connection, "link versions", ActionArgs(len(new)), Change(versions=new))


_NARROW = ("doc_id", "title", "authors", "year", "venue", "doi", "arxiv_id", "pmid")


def _narrow_paper(row: Sequence[Any]) -> Paper:
    values = dict(zip(_NARROW, row, strict=True))
    return Paper(**{**values, "authors": tuple(values["authors"])})


def _current_names(connection: sa.Connection, pks: set[int]) -> dict[int, str]:
    """pk -> doc_id of the paper, or of that into which it was merged; papers that are gone are left out."""
    names = paper_names(connection, pks)
    wanted = {pk: names[pk] for pk in pks}
    found = paper_pks(connection, list(wanted.values()), removed=False)
    return {pk: found[name][1] for pk, name in wanted.items() if name in found}


def _judged() -> sa.Select[int, int]:
    is_given = judgement_current.c.state.is_not(None) | (judgement_current.c.note != "")
    return (
        sa.select(pair.c.paper_pk, sa.func.count())
        .join(judgement_current, judgement_current.c.pair_pk == pair.c.pk)
        .where(is_given)
    )


def _counts(connection: sa.Connection, statement: sa.Select[Any, int], pks: dict[int, str]) -> dict[int, int]:
    """pk -> the number of rows of the statement, whose first column is a paper's pk."""
    column = statement.selected_columns[0]
    grouped = statement.group_by(column)
    return {row[0]: row[1] for row in rows_where(connection, grouped, column, list(pks))}


def _pairs(connection: sa.Connection, pairs: Sequence[tuple[str, str]]) -> list[tuple[int, int]]:
    pks = paper_pks(connection, [doc_id for pair in pairs for doc_id in pair], removed=False)
    require_known("paper", [doc_id for pair in pairs for doc_id in pair], pks)
    found = [(pks[one][0], pks[two][0]) for one, two in pairs]
    if same := [pair for pair, (one, two) in zip(pairs, found, strict=True) if one == two]:
        raise BadInput("'{0}' and '{1}' are one paper of this library already.", same[0][0], same[0][1])
    return found


def _merging(connection: sa.Connection, merges: Sequence[Merge]) -> Change:
    """Return what merging changes, compared with what the library holds now."""
    named = [doc_id for merge in merges for doc_id in (merge.kept.doc_id, *merge.hidden)]
    pks = {
        requested: pk
        for requested, (pk, own) in paper_pks(connection, named, removed=False).items()
        if requested == own
    }
    require_known("paper", named, pks)
    if twice := next((name for name, n in Counter(named).items() if n > 1), ""):
        raise BadInput("'{0}' is to be merged twice. Name it in one group; nothing was changed.", twice)
    target = {pks[gone]: pks[merge.kept.doc_id] for merge in merges for gone in merge.hidden}
    before = rows.papers_by_pk(connection, [pks[merge.kept.doc_id] for merge in merges])
    fields: list[tuple[Any, ...]] = []
    for merge in merges:
        pk = pks[merge.kept.doc_id]
        old, new = rows.row_of(before[pk]), rows.row_of(merge.kept)
        fields += [(pk, name, old[name], new[name]) for name in old if old[name] != new[name]]
    return Change(
        fields=fields,
        hidden=sorted(target),
        aliases=_aliases(connection, target),
        keys=_new_keys(connection, {pks[merge.kept.doc_id]: merge.keys for merge in merges}, target),
        files=_new_files(connection, target),
        rows=order_rows.merged(connection, target),
    )


def _aliases(connection: sa.Connection, target: dict[int, int]) -> list[tuple[str, int | None, int]]:
    """(alias, paper before, paper after): the hidden papers' ids, and the aliases that led to them."""
    every = paper_names(connection, target)  # of many papers it gives all names of the library
    names = {pk: every[pk] for pk in target}
    statement = sa.select(paper_alias.c.alias, paper_alias.c.paper_pk)
    led = [
        (row[0], row[1]) for row in rows_where(connection, statement, paper_alias.c.paper_pk, list(target))
    ]
    own = {
        row[0]: row[1] for row in rows_where(connection, statement, paper_alias.c.alias, list(names.values()))
    }
    return [
        *((alias, pk, target[pk]) for alias, pk in sorted(led)),
        *(
            (name, own.get(name), target[pk])
            for pk, name in sorted(names.items())
            if (name, own.get(name)) not in led
        ),
    ]


def _new_keys(
    connection: sa.Connection, keys: dict[int, tuple[str, ...]], target: dict[int, int]
) -> list[tuple[int, str]]:
    """(paper, key) of the keys that the kept papers have only after the merge."""
    statement = sa.select(paper_key.c.paper_pk, paper_key.c.key)
    stored = rows_where(connection, statement, paper_key.c.paper_pk, [*keys, *target])
    known = {(pk, key) for pk, key in stored}
    wanted = {(pk, storable(key)) for pk, names in keys.items() for key in names}
    wanted |= {(target[pk], key) for pk, key in known if pk in target}
    return sorted(wanted - known)


def _new_files(connection: sa.Connection, target: dict[int, int]) -> list[tuple[int, int]]:
    statement = sa.select(paper_file.c.paper_pk, paper_file.c.file_pk)
    stored = rows_where(connection, statement, paper_file.c.paper_pk, [*target, *target.values()])
    known = {(pk, file_pk) for pk, file_pk in stored}
    return sorted({(target[pk], file_pk) for pk, file_pk in known if pk in target} - known)
