"""The files of papers: what was read out of them, and where they were last seen."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from datetime import UTC, datetime

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library.db.connection import Database
from assay.library.db.lookup import chunks, paper_pks, require_known, rows_where
from assay.library.db.schema import file, file_page, file_place, paper, paper_alias, paper_file
from assay.library.history.actions import act
from assay.library.history.changes import Change, make
from assay.library.rows import file_rows as rows
from assay.library.rows.file_rows import Place, ReadFile, StoredFile
from assay.library.rows.paper_rows import count_change
from assay.types import Action, ActionArgs

log = logging.getLogger(__name__)


class Files:
    """Reads and writes of files. A file is never deleted: it goes missing where it is not found any more."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- what is known ----------------------------------------------------------------------------------

    def at(self, paths: Sequence[str]) -> dict[str, tuple[str, Place]]:
        """path -> (sha256, what lay there when it was last looked at); unknown paths are left out."""
        statement = sa.select(
            file_place.c.path,
            file.c.sha256,
            file_place.c.n_bytes,
            file_place.c.modified_ns,
            file_place.c.missing_since_utc.is_not(None),
        ).join_from(file_place, file)
        with self._database.read() as connection:
            found = rows_where(connection, statement, file_place.c.path, paths)
            return {row[0]: (row[1], Place(row[0], row[2], row[3], missing=row[4])) for row in found}

    def under(self, folder: str) -> dict[str, str]:
        """path -> sha256 of every file that was last seen in this folder, at any depth, but missing ones."""
        inside = file_place.c.path.startswith(os.path.join(folder, ""), autoescape=True)  # noqa: PTH118 - ends in a slash
        statement = (
            sa.select(file_place.c.path, file.c.sha256)
            .join_from(file_place, file)
            .where(inside, file_place.c.missing_since_utc.is_(None))
        )
        with self._database.read() as connection:
            return {row[0]: row[1] for row in connection.execute(statement)}

    def get(self, sha256s: Sequence[str]) -> dict[str, StoredFile]:
        """sha256 -> the file; unknown ones are left out."""
        with self._database.read() as connection:
            return rows.stored(connection, file.c.sha256, sha256s)

    def of_papers(self, doc_ids: Sequence[str]) -> dict[str, list[StoredFile]]:
        """doc_id -> the paper's files, in the order of adding; papers without one are left out."""
        with self._database.read() as connection:
            pks = paper_pks(connection, doc_ids, removed=False)
            files = rows.stored(connection, paper_file.c.paper_pk, [pk for pk, _ in pks.values()])
        found: dict[str, list[StoredFile]] = {}
        for one in files.values():
            for requested, (_, doc_id) in pks.items():
                if one.doc_id == doc_id:
                    found.setdefault(requested, []).append(one)
        return found

    def all(self) -> list[StoredFile]:
        """Return every file, in the order of adding."""
        with self._database.read() as connection:
            sha256s = [row[0] for row in connection.execute(sa.select(file.c.sha256))]
            return list(rows.stored(connection, file.c.sha256, sha256s).values())

    def to_review(self) -> list[StoredFile]:
        """The files that a person has to review, in the order of adding."""
        with self._database.read() as connection:
            return list(rows.stored(connection, file.c.doubtful, [True]).values())

    def pages(self, sha256: str) -> list[str]:
        """Return the text of each page; [] for a file that is not known or has none."""
        statement = sa.select(file_page.c.text).join_from(file_page, file)
        with self._database.read() as connection:
            ordered = statement.where(file.c.sha256 == sha256).order_by(file_page.c.page)
            return [row[0] for row in connection.execute(ordered)]

    def with_text(self) -> dict[str, tuple[str, int]]:
        """sha256 -> (doc_id, the version that read it) of each file with text and a paper that is there."""
        has_text = sa.select(file_page.c.file_pk).where(file_page.c.file_pk == file.c.pk).exists()
        statement = (
            sa.select(file.c.sha256, paper.c.doc_id, file.c.reader)
            .join_from(paper_file, file)
            .join(paper, paper.c.pk == paper_file.c.paper_pk)
            .where(has_text, paper.c.removed_at_utc.is_(None))
            .order_by(paper.c.pk.desc())
        )
        with self._database.read() as connection:
            return {row[0]: (row[1], row[2]) for row in connection.execute(statement)}

    def removed_owners(self, sha256s: Sequence[str]) -> list[str]:
        """The doc_ids of the removed papers whose files these are, where no paper that is there has the file.

        Papers that were merged into another are left out.
        """
        merged = sa.select(paper_alias.c.alias)
        owner = sa.select(file.c.sha256, paper.c.doc_id, paper.c.removed_at_utc, paper.c.doc_id.in_(merged))
        statement = owner.join_from(paper_file, file).join(paper, paper.c.pk == paper_file.c.paper_pk)
        with self._database.read() as connection:
            owners = list(rows_where(connection, statement, file.c.sha256, sha256s))
        had = {sha256 for sha256, _, removed_at, _ in owners if removed_at is None}
        gone = [doc_id for sha256, doc_id, _, is_merged in owners if sha256 not in had and not is_merged]
        return list(dict.fromkeys(gone))

    # -- changes ----------------------------------------------------------------------------------------

    def add(self, entries: Sequence[tuple[ReadFile, Place, str | None]], *, again: bool = False) -> Change:
        """Add files, each with its place and its paper if it has one; all or none of them.

        A file that is there already keeps what was read of it, unless it was read by an older reader or could
        not be read, or the entries were read `again` and this reading did not fail; it gains the place, and
        the paper. Returns what can be undone: which files papers gained.
        Raises BadInput for unknown papers.
        """
        if not entries:
            return Change()
        gained: list[tuple[int, int]] = []
        with self._database.write() as connection:
            wanted = [doc_id for _, _, doc_id in entries if doc_id is not None]
            papers = paper_pks(connection, wanted)
            require_known("paper", wanted, papers)
            known = rows.readers(connection, [read.sha256 for read, _, _ in entries])
            for read, place, doc_id in entries:
                if read.sha256 not in known:
                    known[read.sha256] = rows.insert(connection, read), read.reader, bool(read.fault)
                elif _is_better(read, known[read.sha256], again=again):
                    rows.replace(connection, known[read.sha256][0], read)
                pk = known[read.sha256][0]
                rows.put(connection, pk, place)
                if doc_id is not None and rows.belong(connection, papers[doc_id][0], pk):
                    gained.append((papers[doc_id][0], pk))
            count_change(connection)
        log.info("added %d files", len(entries))
        return Change(files=gained)

    def seen(self, places: Sequence[tuple[str, Place]]) -> None:
        """Note where known files (sha256, place) lie now. Raises BadInput for a file that is not known."""
        if not places:
            return
        with self._database.write() as connection:
            known = rows.readers(connection, [sha256 for sha256, _ in places])
            require_known("file", [sha256 for sha256, _ in places], known)
            for sha256, place in places:
                rows.put(connection, known[sha256][0], place)

    def belong(self, pairs: Sequence[tuple[str, str]]) -> Change:
        """Give known files (sha256, doc_id) to papers. Raises BadInput for an unknown file or paper."""
        if not pairs:
            return Change()
        with self._database.write() as connection:
            files = rows.readers(connection, [sha256 for sha256, _ in pairs])
            papers = paper_pks(connection, [doc_id for _, doc_id in pairs])
            require_known("file", [sha256 for sha256, _ in pairs], files)
            require_known("paper", [doc_id for _, doc_id in pairs], papers)
            wanted = [(papers[doc_id][0], files[sha256][0]) for sha256, doc_id in pairs]
            gained = [pair for pair in wanted if rows.belong(connection, *pair)]
            if gained:
                count_change(connection)
            return Change(files=gained)

    def leave(self, doc_id: str, sha256: str) -> Change:
        """Take every other file than this one from a paper; they stay known, and where they lie.

        Raises BadInput for an unknown paper, and for a file that it does not have.
        """
        with self._database.write() as connection:
            pks = paper_pks(connection, [doc_id])
            require_known("paper", [doc_id], pks)
            pk, _ = pks[doc_id]
            has = sa.select(paper_file.c.file_pk, file.c.sha256).join_from(paper_file, file)
            found = {row[1]: row[0] for row in connection.execute(has.where(paper_file.c.paper_pk == pk))}
            require_known("file", [sha256], found)
            gone = [{"paper_pk": pk, "file_pk": each} for name, each in found.items() if name != sha256]
            change = Change(rows=[("paper_file", row, None) for row in gone])
            make(connection, change)
            return change

    def missing(self, paths: Sequence[str]) -> None:
        """Note that there is nothing at these places any more. What was read stays, and so do the papers.

        A file that lies elsewhere too was moved, or had a copy: such a place is forgotten.
        """
        now = datetime.now(UTC)
        with self._database.write() as connection:
            for chunk in chunks(list(paths)):
                gone = sa.update(file_place).where(
                    file_place.c.path.in_(chunk), file_place.c.missing_since_utc.is_(None)
                )
                connection.execute(gone.values(missing_since_utc=now))
                other = file_place.alias()
                elsewhere = sa.select(other.c.file_pk).where(other.c.missing_since_utc.is_(None))
                moved = sa.delete(file_place).where(
                    file_place.c.path.in_(chunk), file_place.c.file_pk.in_(elsewhere)
                )
                connection.execute(moved.where(file_place.c.missing_since_utc.is_not(None)))

    def settle(self, sha256: str) -> Action:
        """A person has looked the file over. Raises BadInput where there is nothing to review."""
        known = sa.select(file.c.pk, file.c.doubtful).where(file.c.sha256 == sha256)
        with self._database.write() as connection:
            found = connection.execute(known).one_or_none()
            if found is None or not found.doubtful:
                raise BadInput("This file does not need review.")
            before = {"pk": found.pk, "doubtful": True}
            place = sa.select(sa.func.min(file_place.c.path)).where(file_place.c.file_pk == found.pk)
            name = os.path.basename(connection.scalar(place) or sha256[:12])  # noqa: PTH119 - a text
            change = Change(rows=[("file", before, {**before, "doubtful": False})])
            return act(connection, "settle", ActionArgs(names=(name,)), change)


def _is_better(read: ReadFile, known: tuple[int, int, bool], *, again: bool) -> bool:
    """Whether a reading replaces the one that is known: (pk, version of the reader, whether that failed)."""
    _, reader, failed = known
    return failed or (not read.fault and (again or reader < read.reader))
