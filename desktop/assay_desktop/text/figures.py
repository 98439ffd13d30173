"""Numbers and dates as the window's language writes them. What is exported never passes through here."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from assay.messages import Figure

MINUS = "−"


def numeral(value: float, digits: int = 0) -> Figure:
    """ "1,200" or, with `digits` after the point, "0.683"; in German "1.200" and "0,683".

    Rounded by Python, as on the command line: Qt makes 0.63 of 0.625 where Python makes 0.62.
    """
    locale = QLocale()
    marks = {",": locale.groupSeparator() or ",", ".": locale.decimalPoint(), "-": MINUS}
    return Figure(f"{value:,.{digits}f}".translate({ord(mark): own for mark, own in marks.items()}))


def counted(n: int, one: str, many: str) -> str:
    """ "1 paper", "1,094 papers"."""
    return f"{numeral(n)} {one if n == 1 else many}"


def signed(value: float, digits: int = 3) -> str:
    """ "+0.012", "−0.012"; the sign is never left out."""
    text = numeral(value, digits)
    return text if text.startswith(MINUS) else f"+{text}"


def percent(share: float, digits: int = 0) -> str:
    """ "45 %" of 0.45, with a space in every language."""
    return f"{numeral(100 * share, digits)} %"


def plain(value: float, digits: int = 6) -> str:
    """Write it as short as it can be said, for a field where it may be changed: "0.1", in German "0,1"."""
    return f"{value:.{digits}g}".replace(".", QLocale().decimalPoint())


def typed(text: str) -> str:
    """Return a number that a person typed, as Python reads it.

    A comma is what it is in the window's language: between thousands in English, before the decimals in
    German. A point stands before the decimals in both, as in a recipe's file: "1.000" is one and no thousand.
    """
    return text.replace(",", "." if QLocale().decimalPoint() == "," else "")


def day(moment: datetime) -> str:
    """Return the date, in this machine's time zone; "1 Mar 2026"."""
    return _written(moment, _tr("d MMM yyyy"))


def minute(moment: datetime) -> str:
    """Date and time of day, in this machine's time zone; "1 Mar 2026, 14:05"."""
    return _written(moment, _tr("d MMM yyyy, HH:mm"))


def clock(moment: datetime) -> str:
    """Return the time of day, in this machine's time zone; "14:05"."""
    return _written(moment, _tr("HH:mm"))


def recent(moment: datetime) -> str:
    """Return a date of this year with the time of day; "1 Mar 14:05"."""
    return _written(moment, _tr("d MMM HH:mm"))


def _written(moment: datetime, form: str) -> str:
    at = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
    return QLocale().toString(at, form)


def _tr(text: str) -> str:
    return QCoreApplication.translate("figures", text)
