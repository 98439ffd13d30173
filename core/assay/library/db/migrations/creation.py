"""A new library's tables, made at once: the same as the migrations lead to, in a tenth of their time."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from functools import cache

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from assay.library.db.migrations.append_only import WORDS, append_only
from assay.library.db.schema import HOME, campaign, counter, metadata


def create_tables(connection: sa.Connection, revision: str) -> None:
    """Make all tables, triggers and first rows in an empty SQLite database, and note its revision."""
    for statement in _statements():
        connection.exec_driver_sql(statement)
    connection.execute(sa.insert(counter), [{"name": "papers", "value": 0}, {"name": "checked", "value": 0}])
    home = {
        "pk": HOME,
        "campaign_uuid": str(uuid.uuid4()),
        "name": "library",
        "status": "open",
        "raters_per_pair": 1,
        "queue": "assigned",
        "seed": 0,
        "created_at_utc": datetime.now(UTC),
    }
    connection.execute(sa.insert(campaign), home)
    connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    connection.execute(sa.text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": revision})


@cache
def _statements() -> tuple[str, ...]:
    tables = metadata.sorted_tables
    indexes = [index for table in tables for index in sorted(table.indexes, key=lambda one: str(one.name))]
    made: list[sa.schema.ExecutableDDLElement] = [*map(CreateTable, tables), *map(CreateIndex, indexes)]
    triggers = [one for table in WORDS for one in append_only(table, dialect="sqlite")]
    return (*(str(one.compile(dialect=sqlite.dialect())) for one in made), *triggers)
