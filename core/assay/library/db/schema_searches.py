"""The tables of the searches that a person keeps: what is asked, and which of its papers they know."""

from __future__ import annotations

import sqlalchemy as sa

from assay.library.db.columns import UtcTime, key_column, reference_column, text_column
from assay.library.db.schema import metadata

_STANDING = sa.text("removed_at_utc IS NULL")

saved_search = sa.Table(
    "saved_search",
    metadata,
    key_column(),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("request", sa.JSON, nullable=False),
    sa.Column("created_at_utc", UtcTime, nullable=False),
    sa.Column("looked_at_utc", UtcTime),  # when the person last looked; NULL: never
    sa.Column("looked_pk", sa.Integer, nullable=False),  # the newest paper that was looked through then
    text_column("ranking"),  # what ordered the papers when it was last checked: mode and model
    sa.Column("checked_at_utc", UtcTime),  # when it was last asked what is new; NULL: never
    sa.Column("checked_pk", sa.Integer, nullable=False),  # the newest paper that was looked through then
    text_column("fault"),  # why that could not be told
    sa.Column("removed_at_utc", UtcTime),  # set: taken off the list, which can be undone
    sa.Index("uq_saved_search_name", "name", unique=True, sqlite_where=_STANDING, postgresql_where=_STANDING),
)

saved_search_paper = sa.Table(
    "saved_search_paper",
    metadata,
    reference_column("search_pk", "saved_search.pk", primary_key=True),
    reference_column("paper_pk", "paper.pk", primary_key=True),
    sa.Column("standing", sa.Text, nullable=False),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.CheckConstraint("standing IN ('known', 'new', 'near')", name="standing"),
    sa.Index(None, "paper_pk"),
    sqlite_with_rowid=False,
)
"""One row a paper. It is known if it was found before the person last looked, else new, or near: found below
the results that count. Its rank is that of the last check, from 1, or 1 wherever it stood if it is not new; 0
if it was not found.
"""
