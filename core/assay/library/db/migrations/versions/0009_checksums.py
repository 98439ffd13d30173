"""A checksum for each judgement, adjudication and item of a release, and one for each release's set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from alembic import op

from assay.library.campaigns.seals import FIELDS, checksum, set_checksum
from assay.library.db.migrations.append_only import append_only
from assay.library.db.migrations.columns import TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

AT_ONCE = 1000
KEYS = {
    "judgement_event": ("seq",),
    "adjudication_event": ("seq",),
    "release_item": ("release_pk", "pair_pk"),
}


def upgrade() -> None:
    connection = op.get_bind()
    for table, keys in KEYS.items():
        op.add_column(table, sa.Column("checksum", TEXT, nullable=False, server_default=""))
        with _writable(connection, table):
            _fill(connection, table, keys)
    op.create_table(
        "release_seal",
        sa.Column(
            "release_pk",
            sa.Integer,
            sa.ForeignKey("release.pk", ondelete="RESTRICT"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("checksum", TEXT, nullable=False),
    )
    _fill_seals(connection)
    for statement in append_only("release_seal", dialect=connection.dialect.name):
        op.execute(statement)


def downgrade() -> None:
    """Checksums harm nobody; older programs would not write them."""
    raise RuntimeError("Checksums cannot be taken out of a library again; restore a backup instead.")


class _writable:  # noqa: N801 - used as a statement
    """Within, the rows of an append-only table may be updated, by this transaction alone."""

    def __init__(self, connection: sa.Connection, table: str) -> None:
        self._connection, self._table = connection, table
        self._is_server = connection.dialect.name == "postgresql"

    def __enter__(self) -> None:
        table = self._table
        self._run(
            f"ALTER TABLE {table} DISABLE TRIGGER {table}_no_change"
            if self._is_server
            else f"DROP TRIGGER {table}_no_update"
        )

    def __exit__(self, *_: object) -> None:
        table = self._table
        if self._is_server:
            self._run(f"ALTER TABLE {table} ENABLE TRIGGER {table}_no_change")
        else:
            self._run(append_only(table, dialect="sqlite")[0])

    def _run(self, statement: str) -> None:
        self._connection.exec_driver_sql(statement)


def _fill(connection: sa.Connection, table: str, keys: tuple[str, ...]) -> None:
    names = list(dict.fromkeys((*keys, *FIELDS[table])))
    where = " AND ".join(f"{key} = :key_{key}" for key in keys)
    update = sa.text(f"UPDATE {table} SET checksum = :checksum WHERE {where}")  # noqa: S608 - constants
    for rows in _chunks(connection, f"SELECT {', '.join(names)} FROM {table}"):  # noqa: S608 - constants
        parameters = []
        for values in rows:
            row = dict(zip(names, values, strict=True))
            named = {f"key_{key}": row[key] for key in keys}
            parameters.append({"checksum": checksum(row, FIELDS[table]), **named})
        connection.execute(update, parameters)


def _fill_seals(connection: sa.Connection) -> None:
    found: dict[int, list[str]] = {}
    for rows in _chunks(connection, "SELECT release_pk, checksum FROM release_item"):
        for pk, value in rows:
            found.setdefault(pk, []).append(value)
    insert = sa.text("INSERT INTO release_seal (release_pk, checksum) VALUES (:pk, :checksum)")
    for pk, values in found.items():
        connection.execute(insert, {"pk": pk, "checksum": set_checksum(values)})


def _chunks(connection: sa.Connection, select: str) -> Iterator[list[Any]]:
    rows = connection.exec_driver_sql(select).fetchall()
    for start in range(0, len(rows), AT_ONCE):
        yield list(rows[start : start + AT_ONCE])
