"""The tables of the searches that a person keeps: what is asked, and which of its papers they know."""

from __future__ import annotations

import sqlalchemy as sa

from assay.library.columns import UtcTime, key_column, reference_column, text_column
from assay.library.schema import metadata

_STANDING = sa.text("removed_at_utc IS NULL")

saved_search = sa.Table(
    "saved_search",
    metadata,
    key_column(),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("request", sa.JSON, nullable=False),
    sa.Column("created_at_utc", UtcTime, nullable=False),
    sa.Column("looked_at_utc", UtcTime),  # when the person last looked; NULL: never
    sa.Column("newest_pk", sa.Integer, nullable=False, server_default="0"),  # of the papers there were then
    text_column("ranking"),  # what ordered the papers that are known: mode, model, second model
    sa.Column("checked_at_utc", UtcTime),  # when it was last asked whether there is something new
    text_column("checked"),  # the state of library and indexes then
    text_column("fault"),  # why that could not be told
    sa.Column("removed_at_utc", UtcTime),  # set: taken off the list, which can be undone
    sa.Index("uq_saved_search_name", "name", unique=True, sqlite_where=_STANDING, postgresql_where=_STANDING),
)

saved_search_paper = sa.Table(
    "saved_search_paper",
    metadata,
    reference_column("search_pk", "saved_search.pk", primary_key=True),
    reference_column("paper_pk", "paper.pk", primary_key=True),
    sa.Column("is_new", sa.Boolean, nullable=False),  # found since the person last looked
    sa.Index(None, "paper_pk"),
    sqlite_with_rowid=False,
)
