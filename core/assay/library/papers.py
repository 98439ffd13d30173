"""The papers of a library: added, merged, removed, listed."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import sqlalchemy as sa

from assay.errors import BadInput, LibraryError
from assay.library.db.connection import Database
from assay.library.db.lookup import paper_pks, rows_where
from assay.library.db.schema import paper, paper_alias, paper_key, paper_listing
from assay.library.facets import among, count_facets, settled
from assay.library.filtering import conditions
from assay.library.history.changes import Change
from assay.library.rows import paper_rows as rows
from assay.library.rows.columns import BY_FACTS, PaperFacts, read_facts
from assay.library.rows.listing import SORTS, sorted_ids
from assay.types import FacetValue, Filters, Paper

READ_AT_ONCE = 2000
_QUICK_S = 0.3


def citation_links(connection: sa.Connection) -> list[tuple[str, str]]:
    """(citing doc_id, cited doc_id) of papers that are not removed, each once, no paper citing itself.

    They stand in the order of the papers that name them.
    """
    doc_ids, by_name = _names(connection)
    found: dict[tuple[int, int], None] = {}
    for pk, cites, cited_by in _links(connection):
        for name in cites:
            found[pk, by_name.get(name, pk)] = None
        for name in cited_by:
            found[by_name.get(name, pk), pk] = None
    return [(doc_ids[citing], doc_ids[cited]) for citing, cited in found if citing != cited]


def missing_links(connection: sa.Connection) -> list[tuple[str, tuple[str, ...]]]:
    """(citing doc_id, the names that it cites of papers that are not here), in the order of the papers."""
    doc_ids, by_name = _names(connection)
    found = (
        (doc_ids[pk], tuple(dict.fromkeys(name for name in cites if name not in by_name)))
        for pk, cites, _ in _links(connection)
    )
    return [(doc_id, names) for doc_id, names in found if names]


def _links(connection: sa.Connection) -> Iterator[tuple[int, list[str], list[str]]]:
    statement = sa.select(paper.c.pk, paper.c.cites, paper.c.cited_by)
    present = statement.where(paper.c.removed_at_utc.is_(None)).order_by(paper.c.pk)
    with connection.execute(present.execution_options(yield_per=READ_AT_ONCE)) as rows:
        for pk, cites, cited_by in rows:
            if cites or cited_by:
                yield pk, cites, cited_by


def _names(connection: sa.Connection) -> tuple[dict[int, str], dict[str, int]]:
    """pk -> doc_id of the papers that are there, and name -> pk: a doc_id comes before an alias or a key.

    All of them are read: a library has fewer papers than references to papers.
    """
    own = sa.select(paper.c.pk, paper.c.doc_id).where(paper.c.removed_at_utc.is_(None))
    doc_ids = {pk: doc_id for pk, doc_id in connection.execute(own)}  # noqa: C416 - rows are no pairs to mypy
    keys = sa.select(paper_key.c.key, paper_key.c.paper_pk).where(paper_key.c.key.not_like("title:%"))
    others = sa.select(paper_alias.c.alias, paper_alias.c.paper_pk)
    # Two papers may have one DOI: the first that came has the links.
    several = (*connection.execute(keys.order_by(paper_key.c.paper_pk.desc())), *connection.execute(others))
    named = {name: pk for name, pk in several if pk in doc_ids}
    return doc_ids, named | {doc_id: pk for pk, doc_id in doc_ids.items()}


log = logging.getLogger(__name__)

_BETWEEN = "\x1f"  # ids in one text: no id has a control character, see `safe_id`

NO_FILTERS = Filters()


@dataclass(frozen=True, slots=True)
class _Cited:
    """How often papers are cited in the library as it was at a revision."""

    revision: int
    counts: Counter[str]
    stands_until: float  # by time.monotonic()


class Papers:
    """Reads and writes of papers. A removed paper is hidden from everything but import and judgements."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._cited: _Cited | None = None

    # -- what a table shows -----------------------------------------------------------------------------

    def count(self, *, text: str = "", filters: Filters = NO_FILTERS) -> int:
        """The number of papers with every word of `text` in title, authors or venue that pass `filters`."""
        statement = sa.select(sa.func.count()).select_from(paper_listing).where(*conditions(text, filters))
        with self._database.read() as connection:
            return connection.scalar(statement) or 0

    def ids(
        self, *, sort: str = "added", descending: bool = False, text: str = "", filters: Filters = NO_FILTERS
    ) -> list[str]:
        """The doc_ids of the papers that `count` counts, sorted; papers without that value come last.

        `sort` is one of SORTS, BY_FACTS or "citations"; raises BadInput for another. Neither words nor order
        care for case and accents.
        """
        if sort not in (known := (*SORTS, *BY_FACTS, "citations")):
            raise BadInput("Papers cannot be sorted by '{0}'; choose {1}.", sort, ", ".join(known))
        restrictions, by = conditions(text, filters), "added" if sort == "citations" else sort
        with self._database.read() as connection:
            ids = sorted_ids(connection, by, descending=descending, restrictions=restrictions)
            counts = self._citation_counts(connection) if sort == "citations" else {}
        if not counts:
            return ids
        cited = sorted((one for one in ids if one in counts), key=counts.__getitem__, reverse=descending)
        return [*cited, *(one for one in ids if one not in counts)]

    def facts(self, doc_ids: Sequence[str], columns: Collection[str]) -> dict[str, PaperFacts]:
        """doc_id -> what the library knows of a paper besides its fields: "type", "added", "tags" and so on.

        "citations" has every paper's references read, once for each state of the library.
        """
        with self._database.read() as connection:
            found = read_facts(connection, doc_ids, columns)
            counts = self._citation_counts(connection) if "citations" in columns else {}
        if not counts:
            return found
        return {doc_id: replace(known, n_citations=counts.get(doc_id, 0)) for doc_id, known in found.items()}

    def _citation_counts(self, connection: sa.Connection) -> Counter[str]:
        """Count the papers of this library that cite each of its papers.

        Among 125,000 papers that takes seconds: then the last counts stand for a while after a change.
        """
        revision, now = rows.next_revision(connection), time.monotonic()
        held = self._cited
        if held is None or (held.revision != revision and now > held.stands_until):
            counts = Counter(cited for _, cited in citation_links(connection))
            cost = time.monotonic() - now
            stands_until = now + 20 * cost if cost > _QUICK_S else now
            self._cited = held = _Cited(revision, counts, stands_until)
        return held.counts

    def matching(self, filters: Filters) -> Sequence[str]:
        """Return the doc_ids of the papers that pass the filters, in whatever order.

        As one text: a row for each of a million ids takes three times as long.
        """
        joined = sa.func.aggregate_strings(paper_listing.c.doc_id, _BETWEEN)
        with self._database.read() as connection:
            found = connection.scalar(sa.select(joined).where(*conditions("", filters)))
        return found.split(_BETWEEN) if found else []

    def venues(self, *, limit: int = 200) -> list[tuple[str, int]]:
        """(venue, number of papers), the most frequent first, each spelt as the first paper spells it."""
        n, first = sa.func.count(), sa.func.min(paper_listing.c.paper_pk)
        top = (
            sa.select(first.label("pk"), n.label("n"))
            .where(paper_listing.c.venue_key > "")
            .group_by(paper_listing.c.venue_key)
            .order_by(n.desc(), paper_listing.c.venue_key)
            .limit(limit)
            .subquery()
        )
        statement = sa.select(paper.c.venue, top.c.n).join(top, top.c.pk == paper.c.pk)
        with self._database.read() as connection:
            found = [(venue, count) for venue, count in connection.execute(statement)]
        return sorted(found, key=lambda item: (-item[1], item[0].casefold()))

    def years(self) -> tuple[int, int] | None:
        """Return the first and the last year of publication; None where no paper has one."""
        year = paper_listing.c.year
        with self._database.read() as connection:
            # Two statements: SQLite reads min or max alone from the index, both together by a scan.
            first = connection.scalar(sa.select(sa.func.min(year)))
            last = connection.scalar(sa.select(sa.func.max(year)))
        return None if first is None or last is None else (first, last)

    def facets(
        self,
        names: Sequence[str],
        *,
        doc_ids: Sequence[str] | None = None,
        filters: Filters = NO_FILTERS,
        most: int = 10,
    ) -> tuple[int, dict[str, list[FacetValue]]]:
        """Return how many papers were counted, and the values of some of the `FACETS` among them.

        They are counted among the papers `doc_ids`, some thousands at most, or else among those that pass the
        filters. Years come all, in order; of other facets come the `most` frequent values.
        """
        with self._database.read() as connection:
            if doc_ids is not None:
                chosen = among(connection, doc_ids)
            else:
                chosen = settled(connection, conditions("", filters)) if filters else []
            n = sa.select(sa.func.count()).select_from(paper_listing).where(*chosen)
            n_papers = connection.scalar(n) or 0
            return n_papers, count_facets(connection, chosen, n_papers, names, most=most)

    # -- papers themselves ------------------------------------------------------------------------------

    def get(self, doc_ids: Sequence[str], *, items: bool = True) -> list[Paper]:
        """Return a paper an id, in the order asked for. Aliases resolve; unknown or removed ids are left out.

        Without `items` as in `all`.
        """
        with self._database.read() as connection:
            found = _resolved(connection, doc_ids, removed=False, items=items)
        return [found[doc_id] for doc_id in doc_ids if doc_id in found]

    def all(self, *, batch: int = 1000, items: bool = True) -> Iterator[list[Paper]]:
        """Yield every paper in the order of adding, `batch` at a time, each as the library is by then.

        Without `items`, `Paper.item` is "" but of papers with notes: such a paper must never be written back.
        """
        last = -1
        columns = rows.FIELDS if items else rows.TO_INDEX
        present = sa.select(paper.c.pk, *columns).where(paper.c.removed_at_utc.is_(None))
        while True:
            with self._database.read() as connection:
                statement = present.where(paper.c.pk > last).order_by(paper.c.pk).limit(batch)
                found = connection.execute(statement).all()
            if not found:
                return
            last = found[-1][0]
            yield [rows.paper_from(row[1:]) for row in found]

    def find_by_ids(self, doc_ids: Sequence[str]) -> dict[str, Paper]:
        """asked id or alias -> its paper. Removed papers too, so that their ids are not given away."""
        with self._database.read() as connection:
            return _resolved(connection, doc_ids, removed=True)

    def find_by_keys(self, keys: Sequence[str], *, most: int | None = None) -> dict[str, list[Paper]]:
        """identity key -> the papers that have it, at most the `most` that were added first.

        Removed papers too: `update` brings them back.
        """
        statement = sa.select(paper_key.c.key, paper_key.c.paper_pk)
        with self._database.read() as connection:
            owners: dict[str, list[int]] = {}
            for key, pk in rows_where(connection, statement, paper_key.c.key, keys):
                owners.setdefault(key, []).append(pk)
            first = {key: sorted(pks)[:most] for key, pks in owners.items()}
            papers = rows.papers_by_pk(connection, [pk for pks in first.values() for pk in pks])
        return {key: [papers[pk] for pk in pks] for key, pks in first.items()}

    def places(self, doc_ids: Sequence[str]) -> dict[str, int]:
        """doc_id -> a number that grows in the order in which papers were added; removed papers too."""
        with self._database.read() as connection:
            return {doc_id: pk for pk, doc_id in paper_pks(connection, doc_ids).values()}

    def resolve(self, doc_ids: Sequence[str]) -> dict[str, str]:
        """asked id or alias -> doc_id; unknown and removed ids are left out."""
        with self._database.read() as connection:
            found = paper_pks(connection, doc_ids, removed=False)
        return {requested: found[requested][1] for requested in doc_ids if requested in found}

    def citations(self) -> list[tuple[str, str]]:
        """(citing doc_id, cited doc_id), each once, of papers that are both here and not removed."""
        with self._database.read() as connection:
            return citation_links(connection)

    def missing_citations(self) -> list[tuple[str, tuple[str, ...]]]:
        """(citing doc_id, the names that it cites of papers that are not here); a paper may have several."""
        with self._database.read() as connection:
            return missing_links(connection)

    # -- changes ----------------------------------------------------------------------------------------

    def add(self, entries: Sequence[tuple[Paper, Sequence[str]]]) -> Change:
        """Add papers with their identity keys, all or none; return what can be undone of it.

        Raises LibraryError where a doc_id is taken.
        """
        if not entries:
            return Change()
        now = datetime.now(UTC)
        new_rows = [{**rows.row_of(new), "added_at_utc": now} for new, _ in entries]
        with self._database.write() as connection:
            pks = rows.insert_papers(connection, new_rows)
            rows.list_papers(connection, {pks[new.doc_id]: new for new, _ in entries})
            rows.add_keys(connection, {pks[new.doc_id]: keys for new, keys in entries})
            rows.count_change(connection)
        log.info("added %d papers", len(entries))
        return Change(shown=[(pk, None) for pk in pks.values()])

    def update(self, entries: Sequence[tuple[Paper, Sequence[str]]]) -> Change:
        """Replace what is known of papers, adds identity keys to theirs, and bring removed papers back.

        What is replaced must have been read in the same transaction (`together`), or another's change of it
        would be lost. All or none; a paper that is as given already is left alone. Returns what can be undone
        of it. Raises LibraryError for unknown doc_ids.
        """
        if not entries:
            return Change()
        latest = {new.doc_id: new for new, _ in entries}
        with self._database.write() as connection:
            before = _stored(connection, list(latest))
            if missing := [doc_id for doc_id in latest if doc_id not in before]:
                raise LibraryError(
                    "No paper '{0}' to update in this library; nothing was changed.", missing[0]
                )
            changed = {
                before[doc_id].pk: new for doc_id, new in latest.items() if not before[doc_id].is_now(new)
            }
            rows.replace_papers(connection, {pk: rows.row_of(new) for pk, new in changed.items()})
            rows.list_papers(connection, changed)
            keys: dict[int, list[str]] = {}
            for new, names in entries:
                keys.setdefault(before[new.doc_id].pk, []).extend(names)
            new_keys = rows.add_keys(connection, keys)
            if changed:
                rows.count_change(connection)
        log.info("updated %d of %d papers", len(changed), len(latest))
        return Change(
            fields=[row for new in changed.values() for row in before[new.doc_id].fields(new)],
            shown=[
                (stored.pk, stored.removed_at.isoformat()) for stored in before.values() if stored.removed_at
            ],
            keys=new_keys,
        )

    def alias(self, pairs: Sequence[tuple[str, str]]) -> Change:
        """Make the first id of each pair another name of the paper with the second.

        An id that a paper of the library has as its own stays that paper's; where that paper was removed, the
        alias and those that led to it lead to the other paper now. Returns what can be undone of it. Raises
        LibraryError for an unknown paper.
        """
        wanted = {seen: target for seen, target in pairs if seen != target}
        if not wanted:
            return Change()
        with self._database.write() as connection:
            targets = paper_pks(connection, list(wanted.values()))
            if missing := [target for target in wanted.values() if target not in targets]:
                raise LibraryError(
                    "No paper '{0}' to merge into in this library; nothing was changed.", missing[0]
                )
            owners = _stored(connection, list(wanted))
            pks = {seen: targets[target][0] for seen, target in wanted.items()}
            for seen, owner in owners.items():
                if owner.removed_at is None:
                    del pks[seen]
            moved = {owners[seen].pk: pk for seen, pk in pks.items() if seen in owners}
            statement = sa.select(paper_alias.c.alias, paper_alias.c.paper_pk)
            led = dict(map(tuple, rows_where(connection, statement, paper_alias.c.paper_pk, list(moved))))
            led |= dict(map(tuple, rows_where(connection, statement, paper_alias.c.alias, list(pks))))
            pks = {alias: moved[pk] for alias, pk in led.items() if pk in moved} | pks
            rows.point_aliases(connection, pks)
        return Change(aliases=[(name, led.get(name), pk) for name, pk in pks.items() if led.get(name) != pk])

    def remove(self, doc_ids: Sequence[str]) -> None:
        """Hide papers from the library. Their judgements stay; `restore` and import bring them back."""
        now = datetime.now(UTC)
        statement = sa.select(paper.c.pk).where(paper.c.removed_at_utc.is_(None))
        with self._database.write() as connection:
            pks = [row[0] for row in rows_where(connection, statement, paper.c.doc_id, doc_ids)]
            rows.hide_papers(connection, dict.fromkeys(pks, now))
            if pks:
                rows.count_change(connection)
        log.info("removed %d papers", len(pks))

    def restore(self, doc_ids: Sequence[str]) -> Change:
        """Bring papers back that were removed, as they were; return what can be undone of it."""
        statement = sa.select(paper.c.pk, paper.c.removed_at_utc).where(paper.c.removed_at_utc.is_not(None))
        with self._database.write() as connection:
            found = rows_where(connection, statement, paper.c.doc_id, doc_ids)
            removed = {row[0]: row[1].isoformat() for row in found}
            if removed:
                rows.show_papers(connection, list(removed))
                rows.count_change(connection)
        return Change(shown=list(removed.items()))


@dataclass(frozen=True, slots=True)
class _Stored:
    pk: int
    removed_at: datetime | None
    paper: Paper

    def is_now(self, new: Paper) -> bool:
        return self.removed_at is None and self.paper == new

    def fields(self, new: Paper) -> list[tuple[object, ...]]:
        """(pk, name, before, after) of what is another in `new`."""
        before, after = rows.row_of(self.paper), rows.row_of(new)
        return [(self.pk, name, value, after[name]) for name, value in before.items() if value != after[name]]


def _stored(connection: sa.Connection, doc_ids: Sequence[str]) -> dict[str, _Stored]:
    """doc_id -> the paper that has it as its own, removed or not."""
    statement = sa.select(paper.c.pk, paper.c.removed_at_utc, *rows.FIELDS)
    found = rows_where(connection, statement, paper.c.doc_id, doc_ids)
    return {row.doc_id: _Stored(row[0], row[1], rows.paper_from(row[2:])) for row in found}


def _resolved(
    connection: sa.Connection, doc_ids: Sequence[str], *, removed: bool, items: bool = True
) -> dict[str, Paper]:
    """asked id or alias -> its paper."""
    pks = paper_pks(connection, doc_ids, removed=removed)
    papers = rows.papers_by_pk(connection, [pk for pk, _ in pks.values()], items=items)
    return {requested: papers[pk] for requested, (pk, _) in pks.items()}
