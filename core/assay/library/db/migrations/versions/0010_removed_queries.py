"""Queries can be removed: hidden, with their grades, until that is undone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("query", sa.Column("removed_at_utc", sa.DateTime))


def downgrade() -> None:
    """Which queries are hidden is never forgotten."""
    raise RuntimeError("Removed queries cannot be taken out of a library again; restore a backup instead.")
