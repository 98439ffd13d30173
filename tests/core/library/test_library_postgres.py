"""A library on a PostgreSQL server: made, migrated, guarded, refused, and found again when it was away."""

from __future__ import annotations

import logging
import shutil
import threading
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import psycopg
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from assay.errors import AssayError, BadInput, LibraryError, LibraryTooNew
from assay.library import Library, restore_backup
from assay.library.db import migrations, server
from assay.library.db.schema import HOME, metadata
from assay.library.db.server import ServerDatabase
from assay.library.rows import server_functions
from assay.location import Server, parsed
from assay.types import Paper, Query
from postgres_server import OWNER, PASSWORD, PostgresServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def new_url(postgres: PostgresServer) -> Iterator[str]:
    """The address of a database that holds nothing."""
    url = postgres.new_database()
    yield url
    postgres.drop(url)


@pytest.fixture
def library(url: str) -> Iterator[Library]:
    with Library.open(url) as opened:
        yield opened


def name_of(url: str) -> str:
    return url.rpartition("/")[2]


def database_of(url: str) -> ServerDatabase:
    place = parsed(url)
    assert isinstance(place, Server)
    return ServerDatabase(place)


def refusal(url: str, **options: Any) -> str:
    """The message of a refusal to open: one line, and never the password."""
    with pytest.raises(AssayError) as caught:
        Library.open(url, **options)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert PASSWORD not in message
    assert quote(PASSWORD, safe="") not in message
    return message


# -- made and migrated ------------------------------------------------------------------------------------


def test_an_empty_database_becomes_an_empty_library(new_url: str) -> None:
    with Library.open(new_url) as library:
        assert library.papers.ids() == []
        assert library.papers.years() is None
        assert library.queries.all() == []
        assert library.judgements.current() == []
        assert library.judgements.undo(assessor="ada") is None
        assert library.revision() == 0


def test_without_create_an_empty_database_is_an_error_and_stays_empty(
    postgres: PostgresServer, new_url: str
) -> None:
    assert "There is no library in" in refusal(new_url, create=False)
    assert (
        postgres.sql("SELECT * FROM pg_tables WHERE schemaname = 'public'", database=name_of(new_url)) == []
    )


COLUMNS = """
SELECT table_name, column_name, udt_name, is_nullable, collation_name FROM information_schema.columns
WHERE table_schema = 'public' AND table_name <> 'alembic_version' ORDER BY 1, 2
"""
INDEXES = """
SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'alembic_version' ORDER BY 1
"""
CONSTRAINTS = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> 'alembic_version' ORDER BY 1, 2
"""


TRIGGERS = """
SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger
WHERE NOT tgisinternal ORDER BY 1, 2
"""
ROWS = "SELECT pk, name, status FROM campaign UNION ALL SELECT value, name, '' FROM counter ORDER BY 2"
VERSION = "SELECT * FROM alembic_version"


def test_the_migrations_lead_to_the_tables_of_a_new_library(postgres: PostgresServer, new_url: str) -> None:
    with Library.open(new_url) as library, library._database.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    other = postgres.new_database()
    migrated(other)
    for statement in (COLUMNS, INDEXES, CONSTRAINTS, TRIGGERS, ROWS, VERSION):
        made = postgres.sql(statement, database=name_of(new_url))
        assert made
        assert made == postgres.sql(statement, database=name_of(other))
    postgres.drop(other)
    texts = [row for row in postgres.sql(COLUMNS, database=name_of(new_url)) if row[2] == "text"]
    assert len(texts) > 20
    assert {row[4] for row in texts} == {"C"}  # code points


def migrated(url: str) -> None:
    """Make a library by its migrations alone, as Alembic runs them."""
    database = database_of(url)
    with database.write() as connection:
        config = migrations._config(migrations.SCRIPTS)
        config.attributes["connection"] = connection
        command.upgrade(config, migrations.HEAD)
    database.close()


def with_next_migration(tmp_path: Path, then: str) -> dict[str, Any]:
    """What `migrate` is told of a made-up migration after the first."""
    scripts, after = tmp_path / "migrations", f"{int(migrations.HEAD) + 1:04}"
    shutil.copytree(migrations.SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    text = NEXT.format(after=after, head=migrations.HEAD, then=then)
    (scripts / "versions" / f"{after}_colour.py").write_text(text)
    return {"before": lambda: None, "scripts": scripts, "head": after}


NEXT = """
import sqlalchemy as sa
from alembic import op
revision = "{after}"
down_revision = "{head}"
def upgrade():
    op.add_column("query", sa.Column("colour", sa.Text))
    {then}
"""


def test_an_older_library_is_migrated_with_all_that_it_holds(
    postgres: PostgresServer, url: str, tmp_path: Path
) -> None:
    with Library.open(url) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
    database = database_of(url)
    migrations.migrate(database, **with_next_migration(tmp_path, "pass"))
    database.close()
    assert "colour" in {row[1] for row in postgres.sql(COLUMNS, database=name_of(url))}
    assert postgres.sql("SELECT grade FROM judgement_event", database=name_of(url)) == [(2,)]
    postgres.sql(
        "ALTER TABLE query DROP COLUMN colour",
        f"UPDATE alembic_version SET version_num = '{migrations.HEAD}'",
        database=name_of(url),
    )


def test_a_migration_that_fails_leaves_the_library_as_it_was(
    postgres: PostgresServer, new_url: str, tmp_path: Path
) -> None:
    Library.open(new_url).close()
    before = postgres.sql(COLUMNS, database=name_of(new_url))
    database = database_of(new_url)
    with pytest.raises(RuntimeError, match="power cut"):
        migrations.migrate(database, **with_next_migration(tmp_path, 'raise RuntimeError("power cut")'))
    assert postgres.sql(COLUMNS, database=name_of(new_url)) == before
    assert migrations.recognise(database) == migrations.HEAD
    database.close()


def test_a_library_of_an_earlier_version_is_refused(postgres: PostgresServer, new_url: str) -> None:
    Library.open(new_url).close()
    postgres.sql("UPDATE alembic_version SET version_num = '0011'", database=name_of(new_url))
    message = refusal(new_url)
    assert "was written by an earlier version of Assay (its schema is 0011): export it with that" in message
    assert message.endswith("nothing was changed.")
    assert postgres.sql(VERSION, database=name_of(new_url)) == [("0011",)]


def test_a_library_of_a_later_version_is_refused(postgres: PostgresServer, new_url: str) -> None:
    Library.open(new_url).close()
    postgres.sql("UPDATE alembic_version SET version_num = '0999'", database=name_of(new_url))
    with pytest.raises(LibraryTooNew, match=r"0999.*Update Assay"):
        Library.open(new_url)


def test_a_database_of_another_program_is_refused(postgres: PostgresServer, new_url: str) -> None:
    postgres.sql("CREATE TABLE items (id integer)", database=name_of(new_url))
    assert "another program" in refusal(new_url)


# -- guarded ------------------------------------------------------------------------------------------------

APPEND_ONLY = ("judgement_event", "adjudication_event", "guideline", "release", "release_item")


def test_events_cannot_be_changed_or_deleted_even_by_the_servers_owner(
    postgres: PostgresServer, url: str
) -> None:
    with Library.open(url) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
    emptied = [f"TRUNCATE {table} CASCADE" for table in APPEND_ONLY]
    for statement in ("UPDATE judgement_event SET grade = 0", "DELETE FROM judgement_event", *emptied):
        with pytest.raises(psycopg.errors.RaiseException, match="append-only"):
            postgres.sql(statement, database=name_of(url))
    assert postgres.sql("SELECT grade FROM judgement_event", database=name_of(url)) == [(2,)]


def test_what_was_judged_cannot_be_deleted(postgres: PostgresServer, url: str) -> None:
    with Library.open(url) as library:
        library.judgements.record("q3", "d1", assessor="ada", relevance=2)
    for table in ("paper", "query", "pair", "annotator"):
        with pytest.raises(psycopg.errors.ForeignKeyViolation):
            postgres.sql(f"DELETE FROM {table}", database=name_of(url))


def test_a_commit_waits_for_the_disk_whatever_the_servers_default_is(
    postgres: PostgresServer, url: str
) -> None:
    postgres.sql(
        f"ALTER DATABASE {name_of(url)} SET synchronous_commit = off",
        f"ALTER DATABASE {name_of(url)} SET default_transaction_isolation = 'serializable'",
    )
    with Library.open(url) as library:
        with library._database.write() as connection:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
            assert connection.exec_driver_sql("SHOW transaction_isolation").scalar() == "read committed"
            assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == "30s"
            assert connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar() == "2min"
        with library._database.read() as connection:
            assert connection.exec_driver_sql("SHOW transaction_isolation").scalar() == "repeatable read"
            assert connection.exec_driver_sql("SHOW transaction_read_only").scalar() == "on"
            # Nothing stays on the connection: behind PgBouncer somebody else has it next.
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "off"
            assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == "0"
    postgres.sql(f"ALTER DATABASE {name_of(url)} RESET ALL")


def test_a_reader_sees_one_state_while_others_write(url: str) -> None:
    count = sa.text("SELECT count(*) FROM judgement_event")
    with Library.open(url) as library, Library.open(url) as other:
        with library._database.read() as connection:
            assert connection.scalar(count) == 0
            other.judgements.record("q1", "d1", assessor="ada", relevance=2)
            assert connection.scalar(count) == 0
        assert library.judgements.qrels() == {"q1": {"d1": 2}}


def test_a_write_waits_for_the_write_before_it_and_sees_it(url: str) -> None:
    begun, seen = threading.Event(), []
    with Library.open(url) as library, Library.open(url) as other:

        def second() -> None:
            begun.set()
            with other._database.write() as connection:
                seen.append(connection.scalar(sa.text("SELECT count(*) FROM query WHERE query_id = 'new'")))

        thread = threading.Thread(target=second)
        with library._database.write() as connection:
            thread.start()
            begun.wait()
            connection.execute(
                sa.text("INSERT INTO query (campaign_pk, query_id) VALUES (:home, 'new')"), {"home": HOME}
            )
            thread.join(timeout=0.2)
            assert seen == []
        thread.join(timeout=10)
    assert seen == [1]


def test_a_lock_that_is_never_released_is_explained(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PREPARE", "set_config('lock_timeout', '50ms', true)")
    server_functions._definitions.cache_clear()
    with Library.open(url) as library, library._database.write():
        with Library.open(url) as other, pytest.raises(LibraryError, match="Another program keeps"):
            other.judgements.record("q1", "d1", assessor="ada", relevance=1)
        with Library.open(url) as other, pytest.raises(LibraryError, match="Another program keeps"):
            other.judgements.undo(assessor="ada")
    server_functions._definitions.cache_clear()


# -- refused ------------------------------------------------------------------------------------------------


def test_a_wrong_password_is_refused_in_one_line(postgres: PostgresServer, url: str) -> None:
    message = refusal(postgres.url(name_of(url), password="wrong:pass@word"))
    assert "password authentication failed" in message
    assert "wrong:pass@word" not in message


def test_a_database_or_user_that_is_not_there_is_named(postgres: PostgresServer, url: str) -> None:
    assert 'database "nowhere" does not exist' in refusal(postgres.url("nowhere"))
    assert '"nobody"' in refusal(postgres.url(name_of(url), user="nobody"))


def test_a_server_that_is_not_there_is_said_in_one_line(postgres: PostgresServer, url: str) -> None:
    nobody_listens = url.replace(f":{postgres.port}/", ":9/")
    assert "does not answer (Connection refused); nothing was changed" in refusal(nobody_listens)
    assert "nowhere.invalid" in refusal(url.replace("127.0.0.1", "nowhere.invalid"))


def test_an_option_that_the_driver_does_not_know_is_refused(url: str) -> None:
    assert "colour" in refusal(f"{url}?colour=red")


def test_a_database_that_cannot_hold_every_title_is_refused(postgres: PostgresServer) -> None:
    postgres.sql("CREATE DATABASE narrow TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C' OWNER team")
    message = refusal(postgres.url("narrow"))
    postgres.drop(postgres.url("narrow"))
    assert "LATIN1" in message
    assert "UTF8" in message


def test_a_user_without_rights_is_told_which_to_ask_for(postgres: PostgresServer, new_url: str) -> None:
    postgres.sql(f"ALTER DATABASE {name_of(new_url)} OWNER TO {OWNER}")
    assert "GRANT ALL ON SCHEMA public" in refusal(new_url)


def test_backups_are_the_servers_own(library: Library, url: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="pg_dump") as caught:
        library.backup()
    assert quote(PASSWORD, safe="") not in str(caught.value)
    assert library.backups() == []
    with pytest.raises(BadInput, match="pg_restore") as caught:
        restore_backup(url, tmp_path / "assay.dump")
    assert quote(PASSWORD, safe="") not in str(caught.value)


def test_the_place_of_the_library_is_shown_without_its_password(library: Library, url: str) -> None:
    assert library.location == url.replace(":" + quote(PASSWORD, safe=""), "")
    assert library.folder.is_dir()
    assert quote(PASSWORD, safe="") not in str(vars(library._database))


def test_texts_and_numbers_that_the_server_cannot_hold_are_bad_input(library: Library) -> None:
    with pytest.raises(BadInput, match="cannot be kept"):
        library.runs.save("a\0b", {"q1": {"d1": 1.0}})
    with pytest.raises(BadInput, match="2,600 bytes"):
        library.papers.add([(Paper("x".join(str(n * n) for n in range(5000)), "Long id"), ())])
    with pytest.raises(BadInput):
        library.papers.add([(Paper("a\0b", "Nought"), ())])
    assert library.runs.all() == []
    assert library.papers.count() == 12
    library.judgements.record("q1", "d1", assessor="ada", relevance=1, active_ms=2**62 - 1)
    assert library.judgements.qrels() == {"q1": {"d1": 1}}


# -- away, and back again -----------------------------------------------------------------------------------

OTHERS = """
SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
WHERE datname = '{}' AND application_name = 'assay'
"""


def end_connections(postgres: PostgresServer, url: str) -> None:
    assert postgres.sql(OTHERS.format(name_of(url))) != []


def test_a_connection_that_the_server_dropped_between_two_grades_goes_unnoticed(
    postgres: PostgresServer, library: Library, url: str
) -> None:
    library.judgements.record("q1", "d1", assessor="ada", relevance=1)
    end_connections(postgres, url)
    library.judgements.record("q1", "d2", assessor="ada", relevance=2)
    assert library.judgements.qrels() == {"q1": {"d1": 1, "d2": 2}}


def test_a_connection_lost_within_a_write_leaves_no_trace_of_it(
    postgres: PostgresServer, library: Library, url: str
) -> None:
    def lose() -> None:
        with library._database.write() as connection:
            connection.execute(sa.text("INSERT INTO query (campaign_pk, query_id) VALUES (1, 'lost')"))
            end_connections(postgres, url)
            connection.execute(sa.text("SELECT 1"))

    with pytest.raises(LibraryError, match=r"does not answer .*nothing was changed.* connects again"):
        lose()
    assert library.queries.get("lost") is None
    assert library.queries.add([Query("found", "again")]) == 1


def test_a_connection_lost_at_the_very_commit_is_not_called_nothing_changed(
    postgres: PostgresServer, library: Library, url: str
) -> None:
    def lose() -> None:
        with library._database.write() as connection:
            connection.execute(sa.text("INSERT INTO query (campaign_pk, query_id) VALUES (1, 'which')"))
            end_connections(postgres, url)

    with pytest.raises(LibraryError, match="all of it was saved, or nothing") as caught:
        lose()
    assert "nothing was changed" not in str(caught.value)
    library.judgements.record("q1", "d1", assessor="ada", relevance=1)


def test_a_library_goes_on_when_its_server_was_away(
    fragile_postgres: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    url = fragile_postgres.new_database()
    with Library.open(url) as library:
        library.queries.add([Query("q1", "one")])
        library.papers.add([(Paper("d1", "One"), ())])
        library.judgements.record("q1", "d1", assessor="ada", relevance=1)
        fragile_postgres.kill()
        for attempt in (
            lambda: library.judgements.record("q1", "d1", assessor="ada", relevance=2),
            library.judgements.qrels,
            lambda: library.judgements.undo(assessor="ada"),
        ):
            with pytest.raises(LibraryError, match=r"does not answer .*nothing was changed"):
                attempt()
        fragile_postgres.start()
        assert library.judgements.qrels() == {"q1": {"d1": 1}}
        library.judgements.record("q1", "d1", assessor="ada", relevance=0)
        assert [event.relevance for event in library.judgements.history()] == [0, 1]
    assert quote(PASSWORD, safe="") not in caplog.text
    assert PASSWORD not in caplog.text
