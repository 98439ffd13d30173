"""Which dates are believed of what has happened: those that a working clock could have given."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
SKEW = timedelta(days=1)
"""How far another machine's clock, or its time zone, may be ahead of ours."""


def is_believable(moment: datetime, now: datetime, *, ahead: timedelta = SKEW) -> bool:
    """Return whether the moment lies in EARLIEST..now + ahead."""
    return EARLIEST <= moment <= now + ahead


def believed(moment: datetime, now: datetime, otherwise: datetime) -> datetime:
    """The moment, or `otherwise` for one that no working clock can have given.

    Such dates are in libraries that took them in before they were refused.
    """
    return moment if is_believable(moment, now) else otherwise
