"""Files of papers with their text, watched folders, duplicates and versions, and actions to undo."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from assay.library.db.migrations.columns import BIG, TEXT

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_files()
    _create_upkeep()


def downgrade() -> None:
    """What people said of duplicates is never dropped."""
    raise RuntimeError("Files and duplicates cannot be taken out of a library again; restore a backup.")


def _create_files() -> None:
    op.create_table(
        "file",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("sha256", TEXT, nullable=False, unique=True),
        sa.Column("n_bytes", BIG, nullable=False),
        sa.Column("n_pages", sa.Integer),
        sa.Column("reader", sa.Integer, nullable=False),
        sa.Column("fault", TEXT, nullable=False, server_default=""),
        sa.Column("found", sa.JSON, nullable=False),
        sa.Column("doubtful", sa.Boolean, nullable=False),
        sa.Column("added_at_utc", sa.DateTime, nullable=False),
    )
    op.create_index("ix_file_doubtful", "file", ["doubtful"])
    op.create_table(
        "file_place",
        sa.Column("path", TEXT, primary_key=True),
        _reference("file_pk", "file.pk"),
        sa.Column("n_bytes", BIG, nullable=False),
        sa.Column("modified_ns", BIG, nullable=False),
        sa.Column("missing_since_utc", sa.DateTime),
    )
    op.create_index("ix_file_place_file_pk", "file_place", ["file_pk"])
    op.create_table(
        "paper_file",
        _reference("paper_pk", "paper.pk", primary_key=True),
        _reference("file_pk", "file.pk", primary_key=True),
    )
    op.create_index("ix_paper_file_file_pk", "paper_file", ["file_pk"])
    op.create_table(
        "file_page",
        _reference("file_pk", "file.pk", primary_key=True),
        sa.Column("page", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", TEXT, nullable=False),
    )
    op.create_table(
        "watched_folder",
        sa.Column("path", TEXT, primary_key=True),
        sa.Column("added_at_utc", sa.DateTime, nullable=False),
        sa.Column("looked_at_utc", sa.DateTime),
    )


def _create_upkeep() -> None:
    op.create_table(
        "not_duplicate",
        _reference("paper_pk", "paper.pk", primary_key=True),
        _reference("other_pk", "paper.pk", primary_key=True),
        sa.Column("said_at_utc", sa.DateTime, nullable=False),
        sa.CheckConstraint("paper_pk < other_pk", name="order"),
    )
    op.create_index("ix_not_duplicate_other_pk", "not_duplicate", ["other_pk"])
    op.create_table(
        "paper_version",
        _reference("preprint_pk", "paper.pk", primary_key=True),
        _reference("published_pk", "paper.pk", primary_key=True),
    )
    op.create_index("ix_paper_version_published_pk", "paper_version", ["published_pk"])
    op.create_table(
        "action",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("title", TEXT, nullable=False),
        sa.Column("details", sa.JSON, nullable=False),
        sa.Column("done_at_utc", sa.DateTime, nullable=False),
        sa.Column("undone_at_utc", sa.DateTime),
    )


def _reference(name: str, target: str, *, primary_key: bool = False) -> sa.Column[int]:
    return sa.Column(
        name,
        sa.Integer,
        sa.ForeignKey(target, ondelete="RESTRICT"),
        primary_key=primary_key,
        nullable=False,
        autoincrement=False,
    )
