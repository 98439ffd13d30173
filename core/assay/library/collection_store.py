"""Collections: places that a person gives to papers, one inside another at any depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library import order_rows as rows
from assay.library.db.connection import Database
from assay.library.db.lookup import paper_pks, rows_where
from assay.library.db.schema import collection, collection_paper, paper_listing
from assay.library.history.actions import act
from assay.library.history.changes import Change, make
from assay.library.history.row_changes import RowChange
from assay.types import Action, ActionArgs

SLASH = "/"
"""What stands between the names of a path: "Thesis/Chapter 2"."""


@dataclass(frozen=True, slots=True)
class Collection:
    """`path` are the names from the outermost one; `n_papers` counts those of the collections inside, too."""

    path: str
    n_papers: int
    pk: int  # stays its own when it is renamed or moved

    @property
    def name(self) -> str:
        return self.path.rpartition(SLASH)[2]

    @property
    def depth(self) -> int:
        """0 for one that is not inside another."""
        return self.path.count(SLASH)


class Collections:
    """Reads and writes of collections. A paper may be in several; whatever becomes of them, it stays."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Collection]:
        """List all by name, each before those inside it; papers that are removed do not count."""
        with self._database.read() as connection:
            tree = _Tree(connection)
            return [
                Collection(path, _n_papers(connection, tree.inside(pk)), pk)
                for pk, path in sorted(tree.paths.items(), key=lambda item: _sort_key(item[1]))
            ]

    def of_papers(self, doc_ids: Sequence[str]) -> dict[str, list[str]]:
        """doc_id -> the paths of the collections that it is in itself; papers in none are left out."""
        statement = sa.select(collection_paper.c.paper_pk, collection_paper.c.collection_pk)
        with self._database.read() as connection:
            tree = _Tree(connection)
            pks = {pk: requested for requested, (pk, _) in paper_pks(connection, doc_ids).items()}
            found: dict[str, list[str]] = {}
            for row in rows_where(connection, statement, collection_paper.c.paper_pk, list(pks)):
                found.setdefault(pks[row[0]], []).append(tree.paths[row[1]])
        return {doc_id: sorted(paths, key=_sort_key) for doc_id, paths in found.items()}

    def path(self, given: str) -> str:
        """Return the path as it is kept, whatever its case. Raises BadInput for an unknown one."""
        with self._database.read() as connection:
            tree = _Tree(connection)
            return tree.paths[tree.found(given)]

    # -- actions ----------------------------------------------------------------------------------------

    def make(self, path: str) -> Action:
        """Make a collection, and those that it is to be inside of. Raises BadInput where it is there."""
        with self._database.write() as connection:
            tree = _Tree(connection)
            _, made = tree.made(path)
            if not made:
                raise BadInput("The collection '{0}' already exists.", tree.paths[tree.found(path)])
            return act(connection, "new collection", ActionArgs(names=(_tidy(path),)), Change(rows=made))

    def add(self, path: str, doc_ids: Sequence[str]) -> Action:
        """Put papers into a collection, which is made where it is not there.

        Raises BadInput for unknown papers, and where all of them are in it.
        """
        with self._database.write() as connection:
            titles = rows.named(connection, doc_ids)
            tree = _Tree(connection)
            pk, made = tree.made(path)
            known = _papers(connection, [pk])
            new = {paper: title for paper, title in titles.items() if (pk, paper) not in known}
            if not new:
                raise BadInput("These papers are already in '{0}'.", tree.paths[pk])
            put: list[RowChange] = [("collection_paper", None, _member(pk, paper)) for paper in new]
            name = tree.paths.get(pk) or _tidy(path)
            return act(connection, "collect", rows.args_of(new, name), Change(rows=[*made, *put]))

    def fill(self, path: str, doc_ids: Sequence[str]) -> Change:
        """Put papers into a collection, as part of an action; what was in it already is no change.

        Raises BadInput for unknown papers and for a path that cannot be one.
        """
        with self._database.write() as connection:
            tree = _Tree(connection)
            pk, made = tree.made(path)
            known = _papers(connection, [pk])
            new = [paper for paper in rows.named(connection, doc_ids) if (pk, paper) not in known]
            change = Change(rows=[*made, *(("collection_paper", None, _member(pk, paper)) for paper in new)])
            if new:
                make(connection, change)
            return change if new else Change()

    def take_out(self, path: str, doc_ids: Sequence[str]) -> Action:
        """Take papers out of a collection and of those inside it. Raises BadInput where none is in it."""
        with self._database.write() as connection:
            titles = rows.named(connection, doc_ids)
            tree = _Tree(connection)
            pk = tree.found(path)
            known = _papers(connection, tree.inside(pk))
            out = sorted((one, paper) for one, paper in known if paper in titles)
            if not out:
                raise BadInput("None of these papers is in '{0}'.", tree.paths[pk])
            having = {paper: titles[paper] for _, paper in out}
            change = Change(rows=[("collection_paper", _member(one, paper), None) for one, paper in out])
            return act(connection, "take out", rows.args_of(having, tree.paths[pk]), change)

    def rename(self, path: str, name: str) -> Action:
        """Give a collection another name in its place. Raises BadInput where that is taken."""
        name = rows.checked_name(name, "collection")
        if SLASH in name:
            raise BadInput(
                "A collection's name cannot contain '{0}'. To move it, choose its new place.", SLASH
            )
        with self._database.write() as connection:
            tree = _Tree(connection)
            pk = tree.found(path)
            parent = tree.parents[pk]
            if name == tree.names[pk]:
                raise BadInput("The collection is already called '{0}'.", name)
            tree.require_free(parent, name, but=pk)
            change = Change(rows=[("collection", tree.row(pk), _row(pk, parent, name))])
            return act(connection, "rename collection", ActionArgs(names=(tree.paths[pk], name)), change)

    def move(self, path: str, into: str) -> Action:
        """Put a collection inside another, or for "" inside none. Raises BadInput for one inside itself."""
        with self._database.write() as connection:
            tree = _Tree(connection)
            pk = tree.found(path)
            parent = tree.found(into) if into else None
            if parent in tree.inside(pk):
                raise BadInput("'{0}' cannot be put inside itself.", tree.paths[pk])
            if parent == tree.parents[pk]:
                raise BadInput("'{0}' is already there.", tree.paths[pk])
            tree.require_free(parent, tree.names[pk], but=pk)
            change = Change(rows=[("collection", tree.row(pk), _row(pk, parent, tree.names[pk]))])
            place = SLASH if parent is None else tree.paths[parent]
            return act(connection, "move collection", ActionArgs(names=(tree.paths[pk], place)), change)

    def delete(self, path: str) -> Action:
        """Delete a collection with those inside it. Its papers stay in the library. Raises BadInput."""
        with self._database.write() as connection:
            tree = _Tree(connection)
            pk = tree.found(path)
            gone = tree.inside(pk)
            members = sorted(_papers(connection, gone))
            change = Change(
                rows=[
                    *(("collection_paper", _member(one, paper), None) for one, paper in members),
                    *(("collection", tree.row(one), None) for one in reversed(gone)),
                ]
            )
            return act(connection, "delete collection", ActionArgs(names=(tree.paths[pk],)), change)


class _Tree:
    """All collections as they are."""

    def __init__(self, connection: sa.Connection) -> None:
        stored = connection.execute(
            sa.select(collection.c.pk, collection.c.parent_pk, collection.c.name)
        ).all()
        self._connection = connection
        self.parents: dict[int, int | None] = {row[0]: row[1] for row in stored}
        self.names: dict[int, str] = {row[0]: row[2] for row in stored}
        self.paths = {pk: SLASH.join(self._names(pk)) for pk in self.names}

    def _names(self, pk: int) -> list[str]:
        parent = self.parents[pk]
        return [*([] if parent is None else self._names(parent)), self.names[pk]]

    def row(self, pk: int) -> dict[str, object]:
        return _row(pk, self.parents[pk], self.names[pk])

    def inside(self, pk: int) -> list[int]:
        """Return the collection and all inside it, each after the one that it is in."""
        return [
            pk,
            *(one for child, parent in self.parents.items() if parent == pk for one in self.inside(child)),
        ]

    def child(self, parent: int | None, name: str) -> int | None:
        return next(
            (
                pk
                for pk, known in self.names.items()
                if self.parents[pk] == parent and rows.same_name(known, name)
            ),
            None,
        )

    def found(self, path: str) -> int:
        pk: int | None = None
        for name in _parted(path):
            pk = self.child(pk, name)
            if pk is None:
                raise BadInput(
                    "There is no collection '{0}'.",
                    _tidy(path),
                    advice="`assay collection list` names them all.",
                )
        assert pk is not None  # noqa: S101 - a path has a name
        return pk

    def made(self, path: str) -> tuple[int, list[RowChange]]:
        """Return the pk of the collection at this path, and what makes it where it is not there."""
        pk: int | None = None
        new: list[RowChange] = []
        for name in _parted(path):
            parent, pk = pk, None if new else self.child(pk, name)
            if pk is None:
                pk = rows.next_pk(self._connection, collection) + len(new)
                new.append(("collection", None, _row(pk, parent, name)))
        assert pk is not None  # noqa: S101 - a path has a name
        return pk, new

    def require_free(self, parent: int | None, name: str, *, but: int) -> None:
        if self.child(parent, name) not in (None, but):
            raise BadInput("A collection '{0}' already exists here. Choose another name.", name)


def _parted(path: str) -> list[str]:
    return [rows.checked_name(name, "collection") for name in path.strip().strip(SLASH).split(SLASH)]


def _tidy(path: str) -> str:
    return SLASH.join(_parted(path))


def _sort_key(path: str) -> list[str]:
    return [name.casefold() for name in path.split(SLASH)]


def _row(pk: int, parent: int | None, name: str) -> dict[str, object]:
    return {"pk": pk, "parent_pk": parent, "name": name, "words": rows.words(name)}


def _member(pk: int, paper_pk: int) -> dict[str, object]:
    return {"collection_pk": pk, "paper_pk": paper_pk}


def _papers(connection: sa.Connection, pks: Sequence[int]) -> set[tuple[int, int]]:
    """(collection, paper), of removed papers too."""
    statement = sa.select(collection_paper.c.collection_pk, collection_paper.c.paper_pk)
    found = rows_where(connection, statement, collection_paper.c.collection_pk, pks)
    return {(row[0], row[1]) for row in found}


def _n_papers(connection: sa.Connection, pks: Sequence[int]) -> int:
    n = sa.func.count(sa.distinct(paper_listing.c.paper_pk))
    statement = sa.select(n).join(collection_paper, collection_paper.c.paper_pk == paper_listing.c.paper_pk)
    return connection.scalar(statement.where(collection_paper.c.collection_pk.in_(pks))) or 0
