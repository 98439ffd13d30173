"""The tags that a person gives to papers, next to the keywords that came with them."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library import order_rows as rows
from assay.library.db.connection import Database
from assay.library.db.lookup import paper_pks, rows_where
from assay.library.db.schema import paper_listing, paper_tag, tag
from assay.library.history.actions import act
from assay.library.history.changes import Change
from assay.library.history.row_changes import RowChange
from assay.types import Action, ActionArgs


class Tags:
    """Reads and writes of tags. A tag is there as long as a paper has it, be the paper removed or not.

    Neither case nor accents tell tags apart: the spelling of the first time stays.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[tuple[str, int]]:
        """(name, number of papers that are there) of the tags that some paper there has, by name."""
        n = sa.func.count(paper_listing.c.paper_pk)
        statement = (
            sa.select(tag.c.name, n)
            .join_from(tag, paper_tag)
            .join(paper_listing, paper_listing.c.paper_pk == paper_tag.c.paper_pk)
            .group_by(tag.c.pk, tag.c.name)
        )
        with self._database.read() as connection:
            found = [(row[0], row[1]) for row in connection.execute(statement)]
        return sorted(found, key=lambda item: item[0].casefold())

    def of_papers(self, doc_ids: Sequence[str]) -> dict[str, list[str]]:
        """doc_id -> the tags of the paper, by name; papers without any are left out."""
        statement = sa.select(paper_tag.c.paper_pk, tag.c.name).join_from(paper_tag, tag)
        with self._database.read() as connection:
            pks = {pk: requested for requested, (pk, _) in paper_pks(connection, doc_ids).items()}
            found: dict[str, list[str]] = {}
            for row in rows_where(connection, statement, paper_tag.c.paper_pk, list(pks)):
                found.setdefault(pks[row[0]], []).append(row[1])
        return {doc_id: sorted(names, key=str.casefold) for doc_id, names in found.items()}

    # -- actions ----------------------------------------------------------------------------------------

    def add(self, name: str, doc_ids: Sequence[str]) -> Action:
        """Tag papers. Raises BadInput for unknown papers, and where all of them have the tag."""
        name = rows.checked_name(name, "tag")
        with self._database.write() as connection:
            titles = rows.named(connection, doc_ids)
            pk, name, made = _found_or_made(connection, name)
            known = _papers(connection, pk)
            new = {paper_pk: title for paper_pk, title in titles.items() if paper_pk not in known}
            if not new:
                raise BadInput("These papers already have the tag '{0}'.", name)
            change = Change(rows=[*made, *(_given(pk, paper_pk) for paper_pk in new)])
            return act(connection, "tag", rows.args_of(new, name), change)

    def take_off(self, name: str, doc_ids: Sequence[str]) -> Action:
        """Take the tag off papers. Raises BadInput for what is unknown, and where none of them has it."""
        with self._database.write() as connection:
            titles = rows.named(connection, doc_ids)
            pk, name = _found(connection, name)
            known = _papers(connection, pk)
            having = {paper_pk: title for paper_pk, title in titles.items() if paper_pk in known}
            if not having:
                raise BadInput("None of these papers has the tag '{0}'.", name)
            change = Change(rows=_taken(connection, pk, having, all_gone=len(having) == len(known)))
            return act(connection, "untag", rows.args_of(having, name), change)

    def rename(self, name: str, new_name: str) -> Action:
        """Give a tag another name; where that is another tag's, the two become one. Raises BadInput."""
        new_name = rows.checked_name(new_name, "tag")
        with self._database.write() as connection:
            pk, name = _found(connection, name)
            other, spelt, made = _found_or_made(connection, new_name)
            if name == new_name:
                raise BadInput("The tag is already called '{0}'.", name)
            if made or other == pk:
                renamed = Change(rows=[("tag", _row(pk, name), _row(pk, new_name))])
                return act(connection, "rename tag", ActionArgs(names=(name, new_name)), renamed)
            here, there = _papers(connection, pk), _papers(connection, other)
            moved = [_given(other, paper_pk) for paper_pk in sorted(here - there)]
            change = Change(rows=[*moved, *_taken(connection, pk, here, all_gone=True)])
            return act(connection, "rename tag", ActionArgs(names=(name, spelt)), change)

    def delete(self, name: str) -> Action:
        """Take a tag off all papers. Raises BadInput for an unknown one."""
        with self._database.write() as connection:
            pk, name = _found(connection, name)
            change = Change(rows=_taken(connection, pk, _papers(connection, pk), all_gone=True))
            return act(connection, "delete tag", ActionArgs(names=(name,)), change)


def _row(pk: int, name: str) -> dict[str, object]:
    return {"pk": pk, "name": name, "words": rows.words(name)}


def _given(pk: int, paper_pk: int) -> RowChange:
    return "paper_tag", None, {"tag_pk": pk, "paper_pk": paper_pk}


def _taken(
    connection: sa.Connection, pk: int, paper_pks: set[int] | dict[int, str], *, all_gone: bool
) -> list[RowChange]:
    """The tag is gone, too, where no paper has it any more."""
    found: list[RowChange] = [
        ("paper_tag", {"tag_pk": pk, "paper_pk": paper_pk}, None) for paper_pk in sorted(paper_pks)
    ]
    name = connection.scalar(sa.select(tag.c.name).where(tag.c.pk == pk))
    return [*found, ("tag", _row(pk, str(name)), None)] if all_gone else found


def _papers(connection: sa.Connection, pk: int) -> set[int]:
    return set(connection.scalars(sa.select(paper_tag.c.paper_pk).where(paper_tag.c.tag_pk == pk)))


def _found(connection: sa.Connection, name: str) -> tuple[int, str]:
    stored = [(row[0], row[1]) for row in connection.execute(sa.select(tag.c.pk, tag.c.name))]
    wanted = " ".join(name.split())
    for pk, known in stored:
        if rows.same_name(known, wanted):
            return pk, known
    raise BadInput("There is no tag '{0}'.", wanted, advice="`assay tag list` shows those that there are.")


def _found_or_made(connection: sa.Connection, name: str) -> tuple[int, str, list[RowChange]]:
    """Return the tag's pk, its name as it is spelt, and what makes it where it is new."""
    try:
        return *_found(connection, name), []
    except BadInput:
        pk = rows.next_pk(connection, tag)
        return pk, name, [("tag", None, _row(pk, name))]
