"""The type and all fields of a paper, with its sources' own text."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from assay.library.db.migrations.columns import TEXT

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """SQLite and PostgreSQL add such a column without copying a row."""
    op.add_column("paper", sa.Column("item", TEXT, nullable=False, server_default=""))


def downgrade() -> None:
    """What the sources said of papers is never dropped."""
    raise RuntimeError("Fields of papers cannot be taken out of a library again; restore a backup instead.")
