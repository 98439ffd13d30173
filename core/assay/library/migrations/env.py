"""What Alembic runs: the migrations, inside the transaction of the connection that it is handed."""

from __future__ import annotations

from alembic import context

from assay.library import (  # noqa: F401 - they add their tables
    schema_files,
    schema_order,
    schema_searches,
    schema_upkeep,
)
from assay.library.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
