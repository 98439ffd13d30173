"""Actions are kept as kind and arguments; a history of sentences cannot be read, so it goes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DELETE FROM action_part")
    op.execute("DELETE FROM action")
    op.drop_column("action", "told")
    op.drop_column("action", "title")
    op.add_column("action", sa.Column("args", sa.JSON, nullable=False, server_default="{}"))


def downgrade() -> None:
    """What was done is not known as sentences."""
    raise RuntimeError("The history of actions cannot be made older; restore a backup instead.")
