"""What else is known of a paper and can be learned from: its rating, its TLDRs, its citation links."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """SQLite and PostgreSQL add such columns without copying a row."""
    op.add_column("paper", sa.Column("rating", sa.Double))
    for name in ("tldrs", "cites", "cited_by"):
        op.add_column("paper", sa.Column(name, sa.JSON, nullable=False, server_default="[]"))


def downgrade() -> None:
    """What the sources said of papers is never dropped."""
    raise RuntimeError("Ratings and links cannot be taken out of a library again; restore a backup instead.")
