"""Dates of items: "2020-05-01", "2020-05", "2020", a range "2019/2020", or text as the source writes it."""

from __future__ import annotations

import re
from typing import Any

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ISO = re.compile(r"^(-?\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$")
_SLASHED = re.compile(r"^(\d{4})/(\d{0,2})/?(\d{0,2})/?(.*)$")


def iso(year: str, month: str = "", day: str = "") -> str:
    """Return the date of these parts as ISO text, as far as they are numbers or names of months."""
    year = year.strip()
    if not re.fullmatch(r"-?\d{4}", year):
        return " ".join(filter(None, (day.strip(), month.strip(), year)))
    number = month_number(month)
    if not number:
        return year
    if not re.fullmatch(r"\d{1,2}", day.strip()) or not 1 <= int(day) <= 31:
        return f"{year}-{number:02}"
    return f"{year}-{number:02}-{int(day):02}"


def month_number(text: str) -> int:
    """Return 1..12 of "5", "05", "may" or "May."; 0 for what is not one month."""
    bare = text.strip().rstrip(".").casefold()
    if bare.isascii() and bare.isdigit():
        return int(bare) if 1 <= int(bare) <= 12 else 0
    if bare[:3] in MONTHS and bare.isalpha():
        return MONTHS.index(bare[:3]) + 1
    return 0


def parts(text: str) -> list[int]:
    """Return [year, month, day] of an ISO date, as far as it has them; [] for other text."""
    match = _ISO.match(text.strip())
    found = [int(part) for part in match.groups() if part] if match else []
    return found if not found[1:] or 1 <= found[1] <= 12 else []


def from_slashes(text: str) -> str:
    """Return RIS's "2012/09/01/" as ISO text; other text as it is."""
    match = _SLASHED.match(text.strip())
    if match is None or match[4].strip():
        return text.strip()
    return iso(match[1], match[2], match[3])


def from_csl(value: Any) -> str:
    """Return CSL's date as text: one day, a range with `/`, or its literal text."""
    if isinstance(value, (str, int)):
        return str(value)
    if not isinstance(value, dict):
        return ""
    several = value.get("date-parts")
    if isinstance(several, list) and all(isinstance(one, list) and one for one in several):
        texts = [iso(*map(str, one[:3])) for one in several]
        return "/".join(texts)
    for name in ("raw", "literal", "date-time"):
        if isinstance(value.get(name), str):
            return str(value[name])
    return ""


def to_csl(text: str) -> dict[str, Any]:
    """Return the date as CSL has it."""
    several = [parts(one) for one in text.split("/")]
    if all(several):
        return {"date-parts": several}
    return {"literal": text}
