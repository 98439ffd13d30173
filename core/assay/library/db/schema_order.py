"""The tables of the order that a person makes among papers: collections, tags, fields written by hand."""

from __future__ import annotations

import sqlalchemy as sa

from assay.library.db.columns import key_column, reference_column, text_column
from assay.library.db.schema import metadata

collection = sa.Table(
    "collection",
    metadata,
    key_column(),
    reference_column("parent_pk", "collection.pk", nullable=True),  # NULL: not inside another
    sa.Column("name", sa.Text, nullable=False),  # of no other in the same place, whatever its case
    text_column("words"),  # a blank before each, as in paper_name
    sa.Index(None, "parent_pk"),
)

collection_paper = sa.Table(
    "collection_paper",
    metadata,
    reference_column("collection_pk", "collection.pk", primary_key=True),
    reference_column("paper_pk", "paper.pk", primary_key=True),
    sa.Index(None, "paper_pk"),
    sqlite_with_rowid=False,
)

tag = sa.Table(  # the person's own; the keywords that came with a paper stand in the paper
    "tag",
    metadata,
    key_column(),
    sa.Column("name", sa.Text, nullable=False, unique=True),
    text_column("words"),
)

paper_tag = sa.Table(
    "paper_tag",
    metadata,
    reference_column("tag_pk", "tag.pk", primary_key=True),
    reference_column("paper_pk", "paper.pk", primary_key=True),
    sa.Index(None, "paper_pk"),
    sqlite_with_rowid=False,
)

typed_field = sa.Table(  # fields of papers that a person wrote, which no import changes
    "typed_field",
    metadata,
    reference_column("paper_pk", "paper.pk", primary_key=True),
    sa.Column("field", sa.Text, primary_key=True),
    sa.Column("came_as", sa.JSON, nullable=False),  # {"value": ...}: what stood there before
    sqlite_with_rowid=False,
)
