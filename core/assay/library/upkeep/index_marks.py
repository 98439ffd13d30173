"""What has changed since an index was built, so that the next building reads that alone."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from assay.library.db.connection import Database
from assay.library.db.lookup import chunks
from assay.library.db.schema import index_mark, paper
from assay.library.rows import paper_rows as rows
from assay.types import Paper

KEPT = 100
"""Marks that are remembered: two an indexing, one for each of a library's indexes."""


@dataclass(frozen=True, slots=True)
class Since:
    """The papers that changed since a mark, by their pks, and the doc_ids of those that were removed."""

    changed: tuple[int, ...]
    removed: tuple[str, ...]


class IndexMarks:
    """Marks that this library gave to indexes.

    A number of the revision alone would not do: a backup that was put in the library's place counts from
    where it was, and would take another library's index for its own.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def new(self, revision: int) -> str:
        """Return a mark for an index that has the library as it was at this revision."""
        mark = uuid.uuid4().hex
        latest = sa.select(index_mark.c.mark).order_by(index_mark.c.revision.desc()).limit(KEPT)
        with self._database.write() as connection:
            connection.execute(sa.delete(index_mark).where(index_mark.c.mark.not_in(latest)))
            connection.execute(sa.insert(index_mark).values(mark=mark, revision=revision))
        return mark

    def since(self, mark: str) -> Since | None:
        """What changed since this mark was given; None where this library did not give it, or forgot it."""
        later = sa.select(paper.c.pk, paper.c.doc_id, paper.c.removed_at_utc.is_(None))
        with self._database.read() as connection:
            revision = connection.scalar(_revision_of(mark))
            if revision is None:
                return None
            found = connection.execute(later.where(paper.c.changed_in > revision)).all()
        return Since(
            # Sorted here: asked for in order, SQLite would walk through all papers.
            tuple(sorted(pk for pk, _, present in found if present)),
            tuple(doc_id for _, doc_id, present in found if not present),
        )

    def removed_since(self, mark: str) -> Sequence[str] | None:
        """Return the doc_ids of the papers that went since; None as `since`. However many have changed."""
        removed = sa.select(paper.c.doc_id).where(paper.c.removed_at_utc.is_not(None))
        with self._database.read() as connection:
            revision = connection.scalar(_revision_of(mark))
            if revision is None:
                return None
            return connection.scalars(removed.where(paper.c.changed_in > revision)).all()

    def papers(self, pks: Sequence[int], *, batch: int = 1000) -> Iterator[list[Paper]]:
        """The papers that changed, as they are by now, `batch` at a time; not those that are gone by now.

        Their items are not read: no index holds them.
        """
        present = paper.c.removed_at_utc.is_(None)
        for chunk in chunks(pks, batch):
            statement = sa.select(*rows.TO_INDEX).where(paper.c.pk.in_(chunk), present)
            statement = statement.order_by(paper.c.pk)
            with self._database.read() as connection:
                yield [rows.paper_from(row) for row in connection.execute(statement)]


def _revision_of(mark: str) -> sa.Select[int]:
    return sa.select(index_mark.c.revision).where(index_mark.c.mark == mark)
