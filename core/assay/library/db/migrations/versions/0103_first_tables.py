"""The first tables: all that this version's schema has, its triggers and first rows.

A new library gets them without Alembic. Until 1.0 a change of the schema gives this file and
HEAD the next number.
"""

from __future__ import annotations

from alembic import op

from assay.library.db.migrations.creation import create_tables

revision = "0103"
down_revision = None


def upgrade() -> None:
    create_tables(op.get_bind())
