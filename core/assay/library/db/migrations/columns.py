"""Types of columns that need other words on PostgreSQL to mean the same as on SQLite."""

from __future__ import annotations

import sqlalchemy as sa

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
"""Sorted and compared by code points, as SQLite and Python do, whatever language the server speaks."""

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""A number that may need more than 32 bits; SQLite's integers have 64."""
