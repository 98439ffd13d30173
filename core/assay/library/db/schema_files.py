"""The tables of the files that papers have: what is in them, and where they were last seen.

A file is its content. Where it lies may change, and a file that is nowhere to be found is missing, not gone:
what was read out of it stays.
"""

from __future__ import annotations

import sqlalchemy as sa

from assay.library.db.columns import BIG, UtcTime, key_column, reference_column, text_column
from assay.library.db.schema import metadata

file = sa.Table(
    "file",
    metadata,
    key_column(),
    sa.Column("sha256", sa.Text, nullable=False, unique=True),
    sa.Column("n_bytes", BIG, nullable=False),
    sa.Column("n_pages", sa.Integer),
    sa.Column("reader", sa.Integer, nullable=False),  # the version of what read it
    text_column("fault"),  # why it could not be read
    sa.Column("found", sa.JSON, nullable=False),  # field -> [text, confidence 0..1, where it stood]
    sa.Column("doubtful", sa.Boolean, nullable=False),  # to be looked over by a person
    sa.Column("added_at_utc", UtcTime, nullable=False),
    sa.Index(None, "doubtful"),
)

file_place = sa.Table(
    "file_place",
    metadata,
    sa.Column("path", sa.Text, primary_key=True),
    reference_column("file_pk", "file.pk"),
    sa.Column("n_bytes", BIG, nullable=False),
    sa.Column("modified_ns", BIG, nullable=False),
    sa.Column("missing_since_utc", UtcTime),  # set: it was not there when it was looked for
    sa.Index(None, "file_pk"),
)

paper_file = sa.Table(
    "paper_file",
    metadata,
    reference_column("paper_pk", "paper.pk", primary_key=True),
    reference_column("file_pk", "file.pk", primary_key=True),
    sa.Index(None, "file_pk"),
)

file_page = sa.Table(  # the text of a file, page by page
    "file_page",
    metadata,
    reference_column("file_pk", "file.pk", primary_key=True),
    sa.Column("page", sa.Integer, primary_key=True, autoincrement=False),  # from 1
    sa.Column("text", sa.Text, nullable=False),
)

watched_folder = sa.Table(
    "watched_folder",
    metadata,
    sa.Column("path", sa.Text, primary_key=True),
    sa.Column("added_at_utc", UtcTime, nullable=False),
    sa.Column("looked_at_utc", UtcTime),  # when it was last looked through to the end
)
