"""A new library's tables, made at once from the schema, with their triggers and first rows."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from functools import cache

import sqlalchemy as sa
from sqlalchemy.dialects import registry
from sqlalchemy.schema import CreateIndex, CreateTable

from assay.library.db.migrations.append_only import WORDS, append_only
from assay.library.db.schema import campaign, counter, metadata

VERSION_TABLE = """
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)
"""


def create_library(connection: sa.Connection, revision: str) -> None:
    """Make a library in an empty database and note its revision, as Alembic would."""
    create_tables(connection)
    connection.exec_driver_sql(VERSION_TABLE)
    connection.execute(sa.text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": revision})


def create_tables(connection: sa.Connection) -> None:
    """Make all tables, triggers and first rows in an empty database."""
    for statement in _statements(connection.dialect.name):
        connection.exec_driver_sql(statement)
    connection.execute(sa.insert(counter), [{"name": "papers", "value": 0}, {"name": "checked", "value": 0}])
    home = {
        "campaign_uuid": str(uuid.uuid4()),
        "name": "library",
        "status": "open",
        "raters_per_pair": 1,
        "queue": "assigned",
        "seed": 0,
        "created_at_utc": datetime.now(UTC),
    }
    connection.execute(sa.insert(campaign), home)  # the first row: its pk is HOME


@cache
def _statements(dialect: str) -> tuple[str, ...]:
    writer = registry.load(dialect)()
    tables = metadata.sorted_tables
    indexes = [index for table in tables for index in sorted(table.indexes, key=lambda one: str(one.name))]
    made: list[sa.schema.ExecutableDDLElement] = [*map(CreateTable, tables), *map(CreateIndex, indexes)]
    triggers = [one for table in WORDS for one in append_only(table, dialect=dialect)]
    return (*(str(one.compile(dialect=writer)) for one in made), *triggers)
