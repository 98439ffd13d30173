"""Collections, tags, fields written by hand; actions in parts; which papers changed since when."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from assay.library.db.migrations.columns import TEXT

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_order()
    _create_upkeep()


def downgrade() -> None:
    """What a person put in order is never dropped."""
    raise RuntimeError(
        "Collections and tags cannot be taken out of a library again; restore a backup instead."
    )


def _create_order() -> None:
    op.create_table(
        "collection",
        sa.Column("pk", sa.Integer, primary_key=True),
        _reference("parent_pk", "collection.pk", nullable=True),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("words", TEXT, nullable=False, server_default=""),
    )
    op.create_index("ix_collection_parent_pk", "collection", ["parent_pk"])
    _create_pairs("collection_paper", "collection")
    op.create_table(
        "tag",
        sa.Column("pk", sa.Integer, primary_key=True),
        sa.Column("name", TEXT, nullable=False, unique=True),
        sa.Column("words", TEXT, nullable=False, server_default=""),
    )
    _create_pairs("paper_tag", "tag")
    op.create_table(
        "typed_field",
        _reference("paper_pk", "paper.pk", primary_key=True),
        sa.Column("field", TEXT, primary_key=True, nullable=False),
        sa.Column("came_as", sa.JSON, nullable=False),
        sqlite_with_rowid=False,
    )


def _create_pairs(table: str, one: str) -> None:
    """Which papers belong to which."""
    op.create_table(
        table,
        _reference(f"{one}_pk", f"{one}.pk", primary_key=True),
        _reference("paper_pk", "paper.pk", primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index(f"ix_{table}_paper_pk", table, ["paper_pk"])


def _create_upkeep() -> None:
    op.add_column("action", sa.Column("told", sa.JSON, nullable=False, server_default="[]"))
    op.create_table(
        "action_part",
        _reference("action_pk", "action.pk", primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("details", sa.JSON, nullable=False),
    )
    op.create_table(
        "index_mark",
        sa.Column("mark", TEXT, primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    op.add_column("paper", sa.Column("changed_in", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_paper_changed_in", "paper", ["changed_in"])


def _reference(
    name: str, target: str, *, primary_key: bool = False, nullable: bool = False
) -> sa.Column[int | None]:
    return sa.Column(
        name,
        sa.Integer,
        sa.ForeignKey(target, ondelete="RESTRICT"),
        primary_key=primary_key,
        nullable=nullable,
        autoincrement=False,
    )
