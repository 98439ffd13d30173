"""A library on disk: a folder with `library.sqlite`, its backups, and what others keep next to them."""

from __future__ import annotations

import errno
import logging
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.errors import BadInput, LibraryError, LibraryMissing, StaleIndex
from assay.files import claim_folder, make_file, make_folder
from assay.library import order_rows
from assay.library.annotations import Annotations
from assay.library.campaigns.annotators import Annotators
from assay.library.campaigns.campaigns import Campaigns, CampaignStore
from assay.library.campaigns.judgements import Judgements
from assay.library.campaigns.pool import Pool
from assay.library.campaigns.queries import Queries
from assay.library.campaigns.runs import Runs
from assay.library.collection_store import Collections
from assay.library.db import health
from assay.library.db.connection import Database
from assay.library.db.faults import why_unwritable
from assay.library.db.lookup import rows_where, storable
from assay.library.db.migrations import HEAD, migrate, recognise
from assay.library.db.paths import OWN_FOLDERS, backup_files, library_file, restore_advice
from assay.library.db.reading import open_for_reading
from assay.library.db.schema import counter, import_batch, paper_key
from assay.library.db.server import ServerDatabase, open_server
from assay.library.db.sqlite import SqliteDatabase
from assay.library.duplicates import DuplicatePapers
from assay.library.edits import PaperEdits
from assay.library.files import Files
from assay.library.history.actions import Actions, act
from assay.library.history.changes import Change
from assay.library.papers import Papers
from assay.library.rows import paper_rows as rows
from assay.library.rows.campaign_rows import campaign_pk
from assay.library.rows.server_functions import make_functions
from assay.library.searches import SavedSearches
from assay.library.tags import Tags
from assay.library.upkeep.backups import back_up, back_up_daily
from assay.library.upkeep.index_marks import IndexMarks
from assay.library.upkeep.leftovers import remove_left_over
from assay.library.watched import WatchedFolders
from assay.location import Location, Server, is_trusted, parsed, state_folder, trust
from assay.locking import require_locks
from assay.messages import message
from assay.types import Action, Paper

if TYPE_CHECKING:
    from assay.index import VectorStore

Amendment = tuple["Paper", "Paper", Sequence[str]]
"""A paper as it is, as it shall be, and its identity keys then."""

OWN_NUMBERS = sa.text("""
    SELECT system_identifier, (SELECT oid FROM pg_database WHERE datname = current_database()),
           'paper'::regclass::oid
    FROM pg_control_system()
""")
"""Of a PostgreSQL server, its database, and the library's tables there."""


def amend(database: Database, amendments: Sequence[Amendment]) -> Action:
    """Write the papers as they shall be; their keys are added to those that they have.

    All or none, each paper once. Raises BadInput for a paper that is not there, or not any more as it was.
    """
    with database.write() as connection:
        wanted = [before.doc_id for before, _, _ in amendments]
        titles = order_rows.named(connection, wanted)
        pks = dict(zip(wanted, titles, strict=True))
        stored = rows.papers_by_pk(connection, list(pks.values()))
        fields = []
        for before, after, _ in amendments:
            pk, old, new = pks[before.doc_id], rows.row_of(before), rows.row_of(after)
            if rows.row_of(stored[pk]) != old:
                raise BadInput(
                    "'{0}' has changed meanwhile, so nothing was saved. Look at it again.", before.doc_id
                )
            fields += [(pk, name, old[name], new[name]) for name in old if old[name] != new[name]]
        keys = {pks[before.doc_id]: names for before, _, names in amendments}
        names = dict.fromkeys(name for _, name, _, _ in fields)
        args = order_rows.args_of(titles, fields=names)
        return act(connection, "accept", args, Change(fields=fields, keys=_new(connection, keys)))


def _new(connection: sa.Connection, keys: dict[int, Sequence[str]]) -> list[tuple[int, str]]:
    statement = sa.select(paper_key.c.paper_pk, paper_key.c.key)
    known = {(row[0], row[1]) for row in rows_where(connection, statement, paper_key.c.paper_pk, list(keys))}
    return sorted({(pk, storable(key)) for pk, names in keys.items() for key in names} - known)


log = logging.getLogger(__name__)


class Library:
    """An open library. Several processes may have one folder open; within one, any thread, one at a time."""

    def __init__(self, folder: Path, database: Database) -> None:
        self.folder = folder
        self._database = database
        self.papers = Papers(database)
        self.files = Files(database)
        self.duplicates = DuplicatePapers(database)
        self.actions = Actions(database)
        self.edits = PaperEdits(database)
        self.tags = Tags(database)
        self.annotations = Annotations(database)
        self.collections = Collections(database)
        self.index_marks = IndexMarks(database)
        self.watched = WatchedFolders(database)
        self.searches = SavedSearches(database)
        self.queries = Queries(database)
        self.judgements = Judgements(database)
        self.pool = Pool(database)
        self.runs = Runs(database)
        self.annotators = Annotators(database)
        self.campaigns = Campaigns(database)

    @classmethod
    def open(cls, location: Location, *, create: bool = True, check: bool = True) -> Library:
        """Open the library in a folder or on a server, making or migrating it first where needed.

        `check` has SQLite check the file (health.py says how much of it), then makes the day's backup. An
        older library is backed up before it is migrated. If only the day's backup fails, that is logged as a
        warning, for what the library holds can still be read and exported. Raises LibraryError for a
        library that is damaged, locked, or not one, and LibraryTooNew; the file is then as it
        was before. One that cannot be written, as on a full disk, is opened for reading (`read_only`).
        A server's owner checks it and backs it up. Raises BadInput for an address that is none.
        """
        started = time.perf_counter()
        place = parsed(location)
        database: Database
        if isinstance(place, Server):
            folder, database = place.folder, open_server(place, create=create)
            make_functions(database)
        else:
            is_new = not health.has_pages(library_file(place))
            folder, database = place, _open_file(place, create=create, check=check)
            if is_new:  # what this user makes is this user's own
                trust(place)
        log.info("opened %s in %.2f s", database.name, time.perf_counter() - started)
        return cls(folder, database)

    @classmethod
    @contextmanager
    def open_as_it_is(cls, location: Location) -> Iterator[Library]:
        """A library that may be damaged, to be looked through: nothing is checked, migrated or backed up.

        Raises LibraryError where there is none, or one that this version has yet to migrate.
        """
        place = parsed(location)
        if isinstance(place, Server):
            with cls.open(location, create=False) as library:
                yield library
            return
        path = library_file(place)
        if not path.is_file():
            raise LibraryError(message("There is no library in {0}. Check the path.", place))
        health.check_file(path)
        database = SqliteDatabase(path)
        try:
            try:
                found = recognise(database)
            except LibraryError as error:
                why = why_unwritable(error)
                if why is None:
                    raise
                database.close()
                database, found = open_for_reading(path, why, check=False), HEAD
            if found != HEAD:
                raise LibraryError("{0} is of an earlier Assay. Open it once, and check it then.", path)
            yield cls(place, database)
        finally:
            database.close()

    @property
    def file_folder(self) -> Path | None:
        """The folder of a library that is a file; None for one on a server."""
        return self.folder if isinstance(self._database, SqliteDatabase) else None

    @property
    def read_only(self) -> str | None:
        """Why nothing can be written in this library: its disk is full or read-only; None where it can."""
        return self._database.read_only if isinstance(self._database, SqliteDatabase) else None

    def refuse_writes(self, why: str) -> None:
        """Let this process write nothing in the library any more; what others write, it still reads."""
        self._database.refuse_writes(why)

    def rebuild_indexes(self) -> None:
        """Make the database's own indexes again from its tables."""
        with self._database.write() as connection:
            connection.exec_driver_sql("REINDEX")

    @property
    def location(self) -> str:
        """Where the library is, for people to read: a folder, or an address without its password."""
        return str(self.folder) if isinstance(self._database, SqliteDatabase) else self._database.name

    def campaign(self, name: str) -> CampaignStore:
        """Return one campaign's queries, pool, grades and so on. Raises BadInput for an unknown name."""
        with self._database.read() as connection:
            pk = campaign_pk(connection, name)
        return CampaignStore(self._database, pk=pk, name=name)

    def vector_store(self, place: str = "auto") -> VectorStore:
        """Return where its vectors are kept: see `Config.vectors_in`.

        Raises BadInput for a place that is not to be had, LibraryError.
        """
        from assay.index import FolderStore, LanceStore  # which load FAISS and tantivy

        root = self.folder / "indexes"
        if isinstance(self._database, ServerDatabase) and place in ("auto", "server"):
            from assay.library.vectors import ServerVectors, pgvector_version

            if version := pgvector_version(self._database):
                return ServerVectors(self._database, version, folder=root)
        if place == "server":
            raise BadInput(
                "{0} keeps no vectors: that takes a PostgreSQL server with the extension pgvector.",
                self.location,
                advice="Have it made by CREATE EXTENSION vector, or choose another place by `--vectors-in`.",
            )
        if place in ("auto", "folder"):
            return FolderStore(root, foreign=self.is_foreign)
        if place != "lance" and "://" not in place:
            raise BadInput(
                "Vectors cannot be kept in '{0}'. Choose one of auto, folder, server and lance, or give an "
                "address such as s3://bucket/papers.",
                place,
            )
        if self.is_foreign:
            raise StaleIndex(
                "{0} was made elsewhere, or is a copy: its vectors in LanceDB are not opened until you trust "
                "the library.",
                self.location,
                advice="To trust it, run `assay library trust`. Until then, search with `--mode keyword`.",
            )
        if place == "lance":
            return LanceStore(str(self.folder / "lance"), folder=root)
        return LanceStore(place, folder=root, owner=self._owner)

    @property
    def _owner(self) -> str:
        """What tells it from others at one address: the same for all of a team, another for a copy."""
        if isinstance(self._database, ServerDatabase):
            with self._database.read() as connection:
                return "-".join(map(str, connection.execute(OWN_NUMBERS).one()))
        return state_folder(self.folder).name

    @property
    def is_trusted(self) -> bool:
        """Whether its watched folders may be looked through: this user made it, or said so."""
        return is_trusted(self._place)

    @property
    def is_foreign(self) -> bool:
        """Whether it is a folder that others made, and that the user has not trusted."""
        return self.file_folder is not None and not self.is_trusted

    def trust(self) -> None:
        """Take the library for one's own from now on, with its watched folders."""
        trust(self._place)

    @property
    def _place(self) -> Server | Path:
        database = self._database
        return database.server if isinstance(database, ServerDatabase) else self.folder

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def backup(self) -> Path:
        """Copy the library into its `backups/` now; the last seven copies are kept.

        Raises LibraryError, and BadInput for a library on a server, which has other means.
        """
        if isinstance(self._database, ServerDatabase):
            raise BadInput(
                "{0} is backed up on its server, not by Assay: pg_dump --format=custom --file=assay.dump {1}",
                self.location,
                self._database.server.for_tools,
            )
        return back_up(self.folder)

    def backups(self) -> list[Path]:
        """Return the copies in `backups/`, newest first."""
        return backup_files(self.folder)[::-1]

    def revision(self) -> int:
        """Return a number that grows with every change to the papers."""
        with self._database.read() as connection:
            return connection.scalar(sa.select(counter.c.value).where(counter.c.name == "papers")) or 0

    def removed_since(self, mark: str) -> Sequence[str] | None:
        """Return the doc_ids of the papers that went since an index got its mark; None for an unknown one."""
        return self.index_marks.removed_since(mark)

    def amend(self, amendments: Sequence[Amendment]) -> Action:
        """Write fields of papers as one action that can be undone; see `amendments.amend`."""
        return amend(self._database, amendments)

    def record_import(
        self, *, sha256: str, source: str, n_new: int, n_merged: int, n_conflict: int, n_failed: int
    ) -> None:
        """Note that a file (its name and checksum) was imported, and with what result."""
        row = {
            "sha256": sha256,
            "source": source,
            "imported_at_utc": datetime.now(UTC),
            "n_new": n_new,
            "n_merged": n_merged,
            "n_conflict": n_conflict,
            "n_failed": n_failed,
        }
        with self._database.write() as connection:
            connection.execute(sa.insert(import_batch), row)


def _open_file(folder: Path, *, create: bool, check: bool) -> SqliteDatabase:
    path = library_file(folder)
    try:
        return _open_to_write(folder, create=create, check=check)
    except (LibraryError, OSError) as error:
        why = why_unwritable(error)
        if why is None or not path.is_file() or not path.stat().st_size:
            raise
    return open_for_reading(path, why, check=check)


def _open_to_write(folder: Path, *, create: bool, check: bool) -> SqliteDatabase:
    path = library_file(folder)
    _prepare_folder(folder, create=create)
    log_left = health.has_log(path)
    database = SqliteDatabase(path)
    try:
        found = recognise(database)
        if found is not None and check:
            health.check_pages(database, log_left=log_left)
        database.use_write_ahead_log()
        if found != HEAD:
            migrate(database, before=lambda: back_up(folder))
        if check:
            remove_left_over(folder)
            try:
                back_up_daily(folder)
            except LibraryError as error:
                log.warning("there is no backup of today: %s", error)
    except BaseException:
        database.close()
        raise
    return database


def _prepare_folder(folder: Path, *, create: bool) -> None:
    """Make sure that `library.sqlite` is there, empty if it is new, and that it can be written."""
    path = library_file(folder)
    if not path.exists():
        if backup_files(folder):
            raise LibraryError("{0} is missing. {1}", path, restore_advice(folder))
        if not create:
            raise LibraryMissing(
                "There is no library in {0}. Check the path, or import something to make one.", folder
            )
    try:
        if path.exists():
            make_folder(folder)
        else:
            claim_folder(folder, OWN_FOLDERS)
        require_locks(folder)
        make_file(path)
    except OSError as error:
        raise LibraryError(
            message("No library can be kept in {0}: {1}. Choose a folder that can be written.", folder, error)
        ) from error
    if not (os.access(folder, os.W_OK) and os.access(path, os.W_OK)):
        cause = PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        raise LibraryError(
            message("{0} is read-only. Make it and its folder writable, or copy the folder elsewhere.", path)
        ) from cause
    if path.stat().st_size:
        health.check_file(path)
    elif backup_files(folder):
        raise LibraryError("{0} is empty, though it was not once. {1}", path, restore_advice(folder))
