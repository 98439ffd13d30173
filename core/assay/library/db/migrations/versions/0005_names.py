"""The names of authors, venues and keywords by their words, of every paper that is listed."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import sqlalchemy as sa
from alembic import op

from assay.library.db.migrations.columns import TEXT
from assay.library.rows.names import name_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_BATCH = 5000


def upgrade() -> None:
    op.create_table(
        "paper_name",
        sa.Column("kind", TEXT, primary_key=True),
        sa.Column(
            "paper_pk",
            sa.Integer,
            sa.ForeignKey("paper.pk", ondelete="RESTRICT"),
            primary_key=True,
            nullable=False,
            autoincrement=False,
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("words", TEXT, nullable=False),
        sqlite_with_rowid=False,
    )
    _fill()


def downgrade() -> None:
    """The names stand in the papers, so nothing would be lost; yet no version goes back."""
    raise RuntimeError("A library cannot go back to an earlier version; restore a backup instead.")


def _fill() -> None:
    names = sa.table("paper_name", *(sa.column(name) for name in ("kind", "paper_pk", "number", "words")))
    rows = _rows()
    while batch := list(islice(rows, _BATCH)):
        op.get_bind().execute(sa.insert(names), batch)


def _rows() -> Iterator[dict[str, object]]:
    """Read in pieces: a library may be larger than memory."""
    paper = sa.table(
        "paper",
        sa.column("pk"),
        sa.column("venue"),
        sa.column("authors", sa.JSON),
        sa.column("keywords", sa.JSON),
        sa.column("removed_at_utc"),
    )
    last = -1
    listed = sa.select(paper.c.pk, paper.c.authors, paper.c.venue, paper.c.keywords)
    listed = listed.where(paper.c.removed_at_utc.is_(None)).order_by(paper.c.pk).limit(_BATCH)
    while found := op.get_bind().execute(listed.where(paper.c.pk > last)).all():
        last = found[-1][0]
        for pk, authors, venue, keywords in found:
            yield from name_rows(pk, authors=authors, venue=venue, keywords=keywords)
