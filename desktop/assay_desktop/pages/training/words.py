"""Numbers of the training pages in words for people."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from assay_desktop.text import figures
from assay_desktop.text.figures import day, minute, numeral, recent
from assay_desktop.text.translate import translator

_tr = translator("training")

_LONG_AGO_DAYS: Final = 300


def figure(value: float | None) -> str:
    return "" if value is None else numeral(value, 3)


def signed(value: float | None) -> str:
    return "" if value is None else figures.signed(value)


def interval_text(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else f"[{signed(interval[0])}, {signed(interval[1])}]"


def p_text(p: float | None) -> str:
    if p is None:
        return ""
    return f"< {numeral(0.001, 3)}" if p < 0.001 else numeral(p, 3)


def duration(seconds: float) -> str:
    """ "45 s", "12 min", "3.4 h"."""
    if seconds < 90:
        return _tr("{0} s").format(round(seconds))
    if seconds < 5400:
        return _tr("{0} min").format(round(seconds / 60))
    return _tr("{0} h").format(numeral(seconds / 3600, 1))


def n_steps(n: int) -> str:
    return _tr("{0} {0:step|steps}").format(numeral(n))


def local_time(stamp: str) -> str:
    """ "3 Jan 2026, 10:42" where the reader is, of a time in ISO 8601; what is none is returned as it is."""
    try:
        return minute(datetime.fromisoformat(stamp))
    except ValueError:
        return stamp


def short_time(stamp: str) -> str:
    """ "3 Jan 10:42" where the reader is, with the year in place of the time where that is long ago."""
    try:
        at = datetime.fromisoformat(stamp).astimezone()
    except ValueError:
        return stamp
    return recent(at) if abs((datetime.now(UTC) - at).days) < _LONG_AGO_DAYS else day(at)


def rate(n: float) -> str:
    """ "1,412" or, of few, "1.4"."""
    return numeral(n) if n >= 10 else numeral(n, 1)


def gigabytes(n: float) -> str:
    return _tr("{0} GB").format(numeral(n / 1e9, 1)) if n >= 1e8 else _tr("{0} MB").format(numeral(n / 1e6))
