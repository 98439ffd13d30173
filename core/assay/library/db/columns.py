"""Kinds of columns that many tables have."""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa


class UtcTime(sa.TypeDecorator[datetime]):
    """An aware datetime, kept in UTC. SQLite forgets time zones, so it is given naive UTC."""

    impl = sa.DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002
        return value.astimezone(UTC).replace(tzinfo=None) if value else None

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002
        return value.replace(tzinfo=UTC) if value else None


TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
"""Sorted and compared by code points, as SQLite and Python do, whatever language the server speaks."""

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""A number that may need more than 32 bits; SQLite's integers have 64."""


def key_column() -> sa.Column[int]:
    return sa.Column("pk", sa.Integer, primary_key=True)


def reference_column(
    name: str, target: str, *, nullable: bool = False, primary_key: bool = False, unique: bool | None = None
) -> sa.Column[int]:
    return sa.Column(
        name,
        sa.Integer,
        sa.ForeignKey(target, ondelete="RESTRICT"),
        nullable=nullable,
        primary_key=primary_key,
        unique=unique,
        autoincrement=False,
    )


def text_column(name: str) -> sa.Column[str]:
    return sa.Column(name, TEXT, nullable=False, default="", server_default="")
