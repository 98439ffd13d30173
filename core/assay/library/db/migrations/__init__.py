"""Brings a library's tables to the schema of this version of Assay."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.errors import LibraryError, LibraryTooNew
from assay.library.db.migrations.append_only import foreign_parts
from assay.messages import message

if TYPE_CHECKING:
    from collections.abc import Callable

    from alembic.config import Config

    from assay.library.db.connection import Database

SCRIPTS = Path(__file__).parent
HEAD = "0103"

log = logging.getLogger(__name__)


def recognise(database: Database, *, scripts: Path = SCRIPTS, head: str = HEAD) -> str | None:
    """The schema that the database holds; None for an empty one.

    Raises LibraryTooNew where the schema is a later version's, LibraryError where it is an earlier one's that
    no migration leads on from, and for another program's database.
    """
    with database.read() as connection:
        found = _schema(connection, database.name)
    if found is not None:
        require_known(found, database.name, scripts=scripts, head=head)
    return found


def migrate(
    database: Database, *, before: Callable[[], object], scripts: Path = SCRIPTS, head: str = HEAD
) -> None:
    """Run the migrations that are missing, all or none of them.

    `before` is called first if there is an older library to lose. Raises what `recognise` raises.
    """
    found = recognise(database, scripts=scripts, head=head)
    if found == head:  # Alembic takes 0.3 s to import: only those who need it wait for it
        return
    if found is not None:
        before()
    with database.rebuild() as connection:
        _upgrade(connection, database.name, scripts, head)


def _schema(connection: sa.Connection, name: str) -> str | None:
    parts = _parts(connection)
    tables = {each for kind, each, _ in parts if kind == "table" and not each.startswith("sqlite_")}
    if tables and not {"alembic_version", "judgement_event"} <= tables:
        raise LibraryError(
            message("{0} is a database of another program, not a library. Choose another one.", name)
        )
    if foreign := foreign_parts(parts):
        raise LibraryError(
            "{0} has parts that no library of Assay has and that could change it "
            "unasked: {1}. It was left as it is. Ask who made it, or restore a backup of "
            "your own.",
            name,
            ", ".join(foreign[:5]),
        )
    if not tables:
        return None
    revision: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return revision


def _parts(connection: sa.Connection) -> list[tuple[str, str, str]]:
    """Return (type, name, sql) of each part of an SQLite file, where some run on their own, or of tables."""
    if connection.dialect.name != "sqlite":
        return [("table", name, "") for name in sa.inspect(connection).get_table_names()]
    rows = connection.exec_driver_sql("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return [(str(kind), str(name), str(sql)) for kind, name, sql in rows]


def _upgrade(connection: sa.Connection, name: str, scripts: Path, head: str) -> None:
    # Another process may have migrated the library while this one waited for the write lock.
    found = _schema(connection, name)
    if found == head:
        return
    if found is None and head == HEAD and scripts == SCRIPTS:
        from assay.library.db.migrations.creation import create_library

        create_library(connection, head)
        return
    from alembic import command

    config = _config(scripts)
    config.attributes["connection"] = connection
    command.upgrade(config, head)
    log.info("library schema taken from %s to %s", found or "nothing", head)


def require_known(revision: str, name: str, *, scripts: Path = SCRIPTS, head: str = HEAD) -> None:
    """Raise LibraryTooNew, or LibraryError for an earlier schema, unless it is read or migrated here."""
    if revision == head:
        return
    from alembic.script import ScriptDirectory

    known = {script.revision for script in ScriptDirectory.from_config(_config(scripts)).walk_revisions()}
    if revision in known:
        return
    if revision < head:
        raise LibraryError(
            message(
                "{0} was written by an earlier version of Assay (its schema is {1}): export it with"
                " that version and import it with this one; nothing was changed.",
                name,
                revision,
            )
        )
    raise LibraryTooNew(
        message(
            "{0} was written by a later version of Assay (its schema is {1}, this version knows "
            "{2}). Nothing was changed. Update Assay to open it.",
            name,
            revision,
            ", ".join(sorted(known)),
        )
    )


def _config(scripts: Path) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    return config
