"""Searches that a person keeps, and which of their papers are known."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from assay.library.db.migrations.columns import TEXT

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "saved_search",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("request", sa.JSON, nullable=False),
        sa.Column("created_at_utc", sa.DateTime, nullable=False),
        sa.Column("looked_at_utc", sa.DateTime),
        sa.Column("looked_pk", sa.Integer, nullable=False),
        sa.Column("ranking", TEXT, nullable=False, server_default=""),
        sa.Column("checked_at_utc", sa.DateTime),
        sa.Column("checked_pk", sa.Integer, nullable=False),
        sa.Column("fault", TEXT, nullable=False, server_default=""),
        sa.Column("removed_at_utc", sa.DateTime),
    )
    standing = sa.text("removed_at_utc IS NULL")
    op.create_index(
        "uq_saved_search_name",
        "saved_search",
        ["name"],
        unique=True,
        sqlite_where=standing,
        postgresql_where=standing,
    )
    op.create_table(
        "saved_search_paper",
        _reference("search_pk", "saved_search.pk"),
        _reference("paper_pk", "paper.pk"),
        sa.Column("standing", TEXT, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.CheckConstraint("standing IN ('known', 'new', 'near')", name="standing"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_saved_search_paper_paper_pk", "saved_search_paper", ["paper_pk"])


def downgrade() -> None:
    """What a person keeps is never dropped."""
    raise RuntimeError("Saved searches cannot be taken out of a library again; restore a backup instead.")


def _reference(name: str, target: str) -> sa.Column[int]:
    return sa.Column(
        name,
        sa.Integer,
        sa.ForeignKey(target, ondelete="RESTRICT"),
        primary_key=True,
        nullable=False,
        autoincrement=False,
    )
