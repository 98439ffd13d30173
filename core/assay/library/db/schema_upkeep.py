"""The tables of a library's upkeep: which papers are one or are not, and what can be undone."""

from __future__ import annotations

import sqlalchemy as sa

from assay.library.db.columns import UtcTime, key_column, reference_column
from assay.library.db.schema import metadata

not_duplicate = sa.Table(  # a person said so; the smaller pk first
    "not_duplicate",
    metadata,
    reference_column("paper_pk", "paper.pk", primary_key=True),
    reference_column("other_pk", "paper.pk", primary_key=True),
    sa.Column("said_at_utc", UtcTime, nullable=False),
    sa.CheckConstraint("paper_pk < other_pk", name="order"),
    sa.Index(None, "other_pk"),
)

paper_version = sa.Table(  # a preprint and what was published of it, both kept as papers of their own
    "paper_version",
    metadata,
    reference_column("preprint_pk", "paper.pk", primary_key=True),
    reference_column("published_pk", "paper.pk", primary_key=True),
    sa.Index(None, "published_pk"),
)

action = sa.Table(  # what a person did to the library, with what it takes to undo it
    "action",
    metadata,
    key_column(),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("args", sa.JSON, nullable=False, server_default="{}"),  # what its title names
    sa.Column("details", sa.JSON, nullable=False),
    sa.Column("done_at_utc", UtcTime, nullable=False),
    sa.Column("undone_at_utc", UtcTime),
)

action_part = sa.Table(  # of an action that is written while it is done: an import, batch by batch
    "action_part",
    metadata,
    reference_column("action_pk", "action.pk", primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # from 0
    sa.Column("details", sa.JSON, nullable=False),
)

index_mark = sa.Table(  # what an index is known by, and the revision of the library that it has
    "index_mark",
    metadata,
    sa.Column("mark", sa.Text, primary_key=True),
    sa.Column("revision", sa.Integer, nullable=False),
)
