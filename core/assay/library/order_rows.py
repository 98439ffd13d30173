"""Collections and tags as rows: found by the names that people give, and counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library.db.lookup import paper_pks, require_known, rows_where, storable
from assay.library.db.schema import collection, collection_paper, paper, paper_tag, reading
from assay.library.history.row_changes import RowChange
from assay.library.rows.listing import fold, words_of
from assay.types import ActionArgs, Paper, shown_title

LONGEST = 200  # characters of a name
SHOWN = 80  # characters of a paper's title in the history


def named(connection: sa.Connection, doc_ids: Sequence[str]) -> dict[int, str]:
    """pk -> title of the papers, in the order asked for. Raises BadInput for one that is not there."""
    if not doc_ids:
        raise BadInput("Name at least one paper.")
    found = paper_pks(connection, doc_ids, removed=False)
    require_known("paper", doc_ids, found)
    pks = list(dict.fromkeys(found[doc_id][0] for doc_id in doc_ids))
    rows = rows_where(connection, _TITLES, paper.c.pk, pks)
    titles = {pk: shown_title(Paper(doc_id, title, abstract)) for pk, doc_id, title, abstract in rows}
    return {pk: titles[pk] for pk in pks}


_TITLES = sa.select(paper.c.pk, paper.c.doc_id, paper.c.title, sa.func.substr(paper.c.abstract, 1, 500))


def args_of(titles: Mapping[int, str], *names: str, fields: Iterable[str] | None = None) -> ActionArgs:
    """Return how many papers an action concerned, the first one's title, `names`, and changed fields."""
    first = " ".join(next(iter(titles.values()), "").split())
    shown = first if len(first) <= SHOWN else f"{first[:SHOWN]}…"
    return ActionArgs(len(titles), (shown, *names), fields=None if fields is None else tuple(fields))


def checked_name(name: str, what: str) -> str:
    """Return the name without needless blanks. Raises BadInput for one that says nothing, or too much."""
    name = storable(" ".join(name.split()))
    if not name or len(name) > LONGEST or not name.isprintable():
        raise BadInput("A {0} needs a name of 1 to {1} characters.", what, LONGEST)
    return name


def words(name: str) -> str:
    """Return a name as conditions compare it: a blank before each word."""
    return "".join(f" {word}" for word in words_of(name))


def same_name(one: str, two: str) -> bool:
    """Return whether people take two names for one: case and accents do not count."""
    return fold(one) == fold(two)


def next_pk(connection: sa.Connection, table: sa.Table) -> int:
    """Return the pk of the next row. Rows that come and go with undo and redo keep theirs."""
    return (connection.scalar(sa.select(sa.func.max(table.c.pk))) or 0) + 1


def merged(connection: sa.Connection, target: Mapping[int, int]) -> list[RowChange]:
    """What papers gain that take the place of others (hidden pk -> kept pk): their tags and collections."""
    gained: dict[tuple[str, str, int, int], None] = {}
    for table, name in ((paper_tag, "tag_pk"), (collection_paper, "collection_pk")):
        both = [*target, *target.values()]
        statement = sa.select(table.c[name], table.c.paper_pk)
        known = {(row[0], row[1]) for row in rows_where(connection, statement, table.c.paper_pk, both)}
        wanted = sorted((one, target[pk]) for one, pk in known if pk in target)
        gained |= dict.fromkeys((table.name, name, one, pk) for one, pk in wanted if (one, pk) not in known)
    return [
        *((table, None, {name: one, "paper_pk": pk}) for table, name, one, pk in gained),
        *_reading_of_merged(connection, target),
    ]


def _reading_of_merged(connection: sa.Connection, target: Mapping[int, int]) -> list[RowChange]:
    """Return the reading marks that papers without one get from those that they take the place of."""
    both = [*target, *target.values()]
    known = {
        row.paper_pk: row for row in rows_where(connection, sa.select(reading), reading.c.paper_pk, both)
    }
    gained = {pk: known[hidden] for hidden, pk in target.items() if hidden in known and pk not in known}
    return [
        ("reading", None, {"paper_pk": pk, "state": row.state, "at_utc": row.at_utc.isoformat()})
        for pk, row in gained.items()
    ]


def inside(start: sa.Select[int]) -> sa.Select[int]:
    """The pks of the collections that `start` selects, and of those inside them, at any depth."""
    found = start.cte(recursive=True)
    whole = found.union(sa.select(collection.c.pk).join(found, collection.c.parent_pk == found.c.pk))
    return sa.select(whole.c.pk)
