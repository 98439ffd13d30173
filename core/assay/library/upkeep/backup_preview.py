"""What a library's backups hold, and what a restore would change: looked at, never opened for writing."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from assay.errors import BadInput, LibraryError
from assay.library.db.migrations import require_known
from assay.library.db.paths import (
    BACKUP_FOLDER,
    BACKUP_PREFIX,
    REPLACED_PREFIX,
    STAMP,
    backup_order,
    backup_stamp,
    library_file,
)
from assay.library.db.schema import HOME
from assay.location import Location, Server, parsed

EXAMPLES = 200
_COMPARED = (
    "title",
    "abstract",
    "authors",
    "year",
    "venue",
    "doi",
    "arxiv_id",
    "pmid",
    "url",
    "keywords",
    "item",
)


@dataclass(frozen=True, slots=True)
class Holdings:
    """How much a library has. Papers that were removed do not count; `judgements` are grades and states."""

    papers: int
    queries: int
    judgements: int
    campaigns: int
    highlights: int = 0


@dataclass(frozen=True, slots=True)
class BackupFacts:
    """A copy in `backups/`: made by the program ("backup") or put there by a restore ("replaced").

    `size` is in bytes. `holdings` is None for a copy that cannot be read; `fault` says why.
    """

    path: Path
    kind: str
    made_at: datetime  # UTC
    size: int
    holdings: Holdings | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """How many would come, go and become others, with the first EXAMPLES of each in words."""

    n_added: int
    n_removed: int
    n_changed: int
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    @property
    def is_none(self) -> bool:
        return not self.n_added + self.n_removed + self.n_changed


@dataclass(frozen=True, slots=True)
class RestorePreview:
    """The library now (None where it cannot be read), as the backup has it, and what lies between."""

    backup: Path
    now: Holdings | None
    then: Holdings
    papers: Difference
    judgements: Difference
    campaigns: Difference
    fault: str = ""  # why the present library cannot be read
    highlights: Difference = Difference(0, 0, 0)


def backup_facts(location: Location) -> list[BackupFacts]:
    """Every copy next to a library, the newest first; [] for a library on a server, whose owner has them."""
    place = parsed(location)
    if isinstance(place, Server):
        return []
    found = [
        _facts(path, kind, prefix)
        for kind, prefix in (("backup", BACKUP_PREFIX), ("replaced", REPLACED_PREFIX))
        for path in (place / BACKUP_FOLDER).glob(f"{prefix}*.sqlite")
    ]
    return sorted(found, key=lambda one: (backup_order(one.path)[0], one.made_at), reverse=True)


def preview_restore(location: Location, backup: Path) -> RestorePreview:
    """Return what a restore of `backup` would change; nothing is changed by asking.

    Raises LibraryError for a file that is no library or of a schema that this version does not read, BadInput
    for a library on a server.
    """
    place = parsed(location)
    if isinstance(place, Server):
        raise BadInput("{0} has its backups on its server, not in a folder of Assay's.", place.for_tools)
    if not backup.is_file():
        raise LibraryError("There is no backup {0}.", backup)
    with closing(_connect()) as connection:
        try:
            _attach(connection, backup, "kept")
            then = _holdings(connection, "kept")
        except sqlite3.Error as error:
            raise LibraryError(
                "{0} cannot be read as a library ({1}). Choose another one.", backup, error
            ) from error
        now, fault = _attach_present(connection, library_file(place))
        try:
            for name in ("kept", "present"):
                _list_judgements(connection, name)
            differences = _papers(connection), _judgements(connection), _campaigns(connection)
            highlights = _highlights(connection)
        except sqlite3.Error as error:
            raise LibraryError(
                "Assay cannot tell what restoring {0} would change: {1} cannot be read completely ({2}). A "
                "restore keeps it aside.",
                backup,
                library_file(place),
                error,
            ) from error
    return RestorePreview(backup, now, then, *differences, fault=fault, highlights=highlights)


def _facts(path: Path, kind: str, prefix: str) -> BackupFacts:
    found = path.stat()
    try:
        made_at = datetime.strptime(backup_stamp(path, prefix), STAMP).replace(tzinfo=UTC)
    except ValueError:  # a copy that somebody gave a name of their own
        made_at = datetime.fromtimestamp(found.st_mtime, tz=UTC)
    try:
        with closing(_connect()) as connection:
            _attach(connection, path, "kept")
            return BackupFacts(path, kind, made_at, found.st_size, _holdings(connection, "kept"))
    except (sqlite3.Error, LibraryError) as error:
        return BackupFacts(path, kind, made_at, found.st_size, None, str(error))


def _attach_present(connection: sqlite3.Connection, path: Path) -> tuple[Holdings | None, str]:
    """Return the present library next to the backup; an empty one takes its place where it cannot be read."""
    try:
        if path.is_file():
            _attach(connection, path, "present")
            return _holdings(connection, "present"), ""
        fault = "it is missing"
    except (sqlite3.Error, LibraryError) as error:
        fault = str(error)
        with suppress(sqlite3.Error):
            connection.execute("DETACH present")
    connection.execute("ATTACH ':memory:' AS present")
    tables = "SELECT sql FROM kept.sqlite_master WHERE type = 'table' AND name IN (%s)"
    named = ", ".join(f"'{name}'" for name in _READ)
    for (sql,) in connection.execute(tables % named).fetchall():
        connection.execute(sql.replace("CREATE TABLE ", "CREATE TABLE present.", 1))
    return None, fault


_READ = {"paper", "query", "pair", "annotator", "judgement_current", "campaign", "highlight"}


def _connect() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", uri=True)
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _attach(connection: sqlite3.Connection, path: Path, name: str) -> None:
    """Raise sqlite3.Error where it is no library, LibraryError where its schema is not this version's."""
    connection.execute(f"ATTACH ? AS {name}", (path.absolute().as_uri() + "?mode=ro",))
    row = connection.execute(f"SELECT version_num FROM {name}.alembic_version").fetchone()  # noqa: S608
    if row is None:
        raise sqlite3.DatabaseError("it does not say of which schema it is")
    require_known(row[0], str(path))


def _holdings(connection: sqlite3.Connection, name: str) -> Holdings:
    """Raise sqlite3.Error where `name` is no library."""

    def count(what: str) -> int:
        return int(connection.execute(f"SELECT count(*) FROM {name}.{what}").fetchone()[0])  # noqa: S608

    return Holdings(
        papers=count("paper_listing"),
        queries=count("query"),
        judgements=count("judgement_current WHERE state IS NOT NULL"),
        campaigns=count(f"campaign WHERE pk <> {HOME}"),
        highlights=count("highlight"),
    )


def _list_judgements(connection: sqlite3.Connection, name: str) -> None:
    """Make a temporary table of who said what of which pair, in words of ids and not of row numbers."""
    connection.execute(
        f"CREATE TEMP TABLE said_{name} AS "  # noqa: S608 - constants
        f"SELECT CASE WHEN q.campaign_pk = {HOME} THEN '' ELSE c.name END AS campaign, q.query_id, q.text, "
        "p.doc_id, p.title, a.handle, j.state, coalesce(j.grade, '') AS grade, j.note "
        f"FROM {name}.judgement_current j JOIN {name}.pair r ON r.pk = j.pair_pk "
        f"JOIN {name}.query q ON q.pk = r.query_pk JOIN {name}.campaign c ON c.pk = q.campaign_pk "
        f"JOIN {name}.paper p ON p.pk = r.paper_pk "
        f"JOIN {name}.annotator a ON a.pk = j.annotator_pk WHERE j.state IS NOT NULL OR j.note <> ''"
    )
    connection.execute(f"CREATE INDEX by_key_{name} ON said_{name} (doc_id, query_id, handle, campaign)")


def _papers(connection: sqlite3.Connection) -> Difference:
    def missing(here: str, there: str) -> str:
        return (
            f"FROM {here}.paper one WHERE one.removed_at_utc IS NULL AND NOT EXISTS (SELECT 1 "  # noqa: S608
            f"FROM {there}.paper other WHERE other.doc_id = one.doc_id AND other.removed_at_utc IS NULL)"
        )

    unlike = " OR ".join(f"one.{column} IS NOT other.{column}" for column in _COMPARED)
    changed = (
        "FROM present.paper one JOIN kept.paper other ON other.doc_id = one.doc_id "
        f"WHERE one.removed_at_utc IS NULL AND other.removed_at_utc IS NULL AND ({unlike})"
    )
    added, removed = missing("kept", "present"), missing("present", "kept")
    return _difference(connection, "one.title", "one.title", added=added, removed=removed, changed=changed)


def _judgements(connection: sqlite3.Connection) -> Difference:
    same = " AND ".join(f"other.{key} = one.{key}" for key in ("doc_id", "query_id", "handle", "campaign"))

    def missing(here: str, there: str) -> str:
        return f"FROM said_{here} one WHERE NOT EXISTS (SELECT 1 FROM said_{there} other WHERE {same})"  # noqa: S608

    changed = (
        f"FROM said_present one JOIN said_kept other ON {same} "
        "WHERE one.state IS NOT other.state OR one.grade <> other.grade OR one.note <> other.note"
    )
    one = "one.handle || ': ' || trim(coalesce(one.state, 'note') || ' ' || one.grade)"
    rest = "' · ' || coalesce(nullif(one.text, ''), one.query_id) || ' · ' || one.title"
    change = " || ' → ' || trim(coalesce(other.state, 'note') || ' ' || other.grade)"
    return _difference(
        connection,
        f"{one} || {rest}",
        f"{one}{change} || {rest}",
        added=missing("kept", "present"),
        removed=missing("present", "kept"),
        changed=changed,
    )


def _campaigns(connection: sqlite3.Connection) -> Difference:
    """By name; what is in them shows among the judgements."""
    named = {
        name: {
            row[0]
            for row in connection.execute(f"SELECT name FROM {name}.campaign WHERE pk <> {HOME}")  # noqa: S608
        }
        for name in ("kept", "present")
    }
    added, removed = sorted(named["kept"] - named["present"]), sorted(named["present"] - named["kept"])
    return Difference(len(added), len(removed), 0, tuple(added[:EXAMPLES]), tuple(removed[:EXAMPLES]))


def _highlights(connection: sqlite3.Connection) -> Difference:
    """By their uuid, in the words that they mark."""
    same = "other.highlight_uuid = one.highlight_uuid"

    def missing(here: str, there: str) -> str:
        return (
            f"FROM {here}.highlight one WHERE NOT EXISTS (SELECT 1 FROM {there}.highlight other WHERE {same})"  # noqa: S608
        )

    unlike = "one.colour <> other.colour OR one.comment <> other.comment"
    changed = f"FROM present.highlight one JOIN kept.highlight other ON {same} WHERE {unlike}"
    added, removed = missing("kept", "present"), missing("present", "kept")
    return _difference(connection, "one.quote", "one.quote", added=added, removed=removed, changed=changed)


def _difference(
    connection: sqlite3.Connection, words: str, change: str, *, added: str, removed: str, changed: str
) -> Difference:
    """`words` and `change` say in SQL what is listed of the rows that each of the others selects."""
    n_added, n_removed, n_changed = (_count(connection, rows) for rows in (added, removed, changed))
    return Difference(
        n_added,
        n_removed,
        n_changed,
        added=_words(connection, words, added),
        removed=_words(connection, words, removed),
        changed=_words(connection, change, changed),
    )


def _count(connection: sqlite3.Connection, rows: str) -> int:
    return int(connection.execute(f"SELECT count(*) {rows}").fetchone()[0])


def _words(connection: sqlite3.Connection, words: str, rows: str) -> tuple[str, ...]:
    found = connection.execute(f"SELECT {words} {rows} LIMIT {EXAMPLES}")
    return tuple(str(row[0]) for row in found)
