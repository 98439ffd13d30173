"""The facets of a search, as plain data: what is counted, what of it is chosen, and what a choice changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from assay.searching.types import FOUND, Facets
from assay.types import FacetValue, Filters, Span

SHOWN: Final = 6
"""Values of a facet that are shown; those that are chosen are shown beyond that."""

MOST_BARS: Final = 48
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)

NAMED: Final = {"venue": "venues", "author": "author_names", "tag": "tag_names"}
"""facet -> where `Filters` keep its values."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value with its number of papers; `chosen` ones are what the search is restricted to."""

    facet: str
    value: str
    n: int
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Years:
    """The papers of some years that follow each other."""

    first: int
    last: int
    n: int
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted among `n_papers`: the best that a search found, or all that its filters list."""

    n_papers: int = 0
    of_search: bool = False
    years: tuple[Years, ...] = ()
    span: tuple[int, int] = (0, 0)  # the first and the last year of a paper; bars of several go beyond
    values: tuple[Value, ...] = ()  # facet by facet


def counts_of(answer: Facets, filters: Filters) -> Counts:
    """Return the engine's answer, with what is chosen."""
    counted = answer.values
    values: list[Value] = []
    for facet, field in NAMED.items():
        values += _named(facet, counted.get(facet, ()), getattr(filters, field))
    if counted.get("pdf") or filters.has_file:
        n = sum(each.n for each in counted.get("pdf", ())[:1])
        values.append(Value("pdf", "yes", n, filters.has_file))
    for each in counted.get("judged", ()):
        values.append(Value("judged", each.value, each.n, filters.judged is (each.value == "yes")))
    years = {int(each.value): each.n for each in counted.get("year", ())}
    span = (min(years, default=0), max(years, default=0))
    return Counts(answer.n_papers, answer.of == FOUND, _bars(years, filters), span, tuple(values))


def _named(facet: str, counted: Sequence[FacetValue], chosen: tuple[str, ...]) -> list[Value]:
    """Chosen values stay where they were counted; those that no paper has any more come last."""
    wanted = {value.casefold() for value in chosen}
    lines = [Value(facet, each.value, each.n, each.value.casefold() in wanted) for each in counted]
    shown = lines[:SHOWN] + [line for line in lines[SHOWN:] if line.chosen]
    there = {line.value.casefold() for line in shown}
    return shown + [Value(facet, value, 0, True) for value in chosen if value.casefold() not in there]


def _bars(years: Mapping[int, int], filters: Filters) -> tuple[Years, ...]:
    """Return all years from the first to the last, so many in one bar that the bars are not too many."""
    if not years:
        return ()
    first, last = min(years), max(years)
    step = next((each for each in _STEPS if (last - first) // each < MOST_BARS), _STEPS[-1])
    first -= first % step
    return tuple(
        Years(
            start,
            start + step - 1,
            sum(years.get(year, 0) for year in range(start, start + step)),
            _is_chosen(start, start + step - 1, filters),
        )
        for start in range(first, last + 1, step)
    )


def _is_chosen(first: int, last: int, filters: Filters) -> bool:
    spans: list[Span] = list(filters.years)
    if filters.year_from is not None or filters.year_to is not None:
        spans.append((filters.year_from, filters.year_to))
    return any((start is None or start <= last) and (end is None or first <= end) for start, end in spans)


def with_value(filters: Filters, facet: str, value: str) -> Filters:
    """Return the filters with this value chosen, or without it where it was."""
    if facet == "pdf":
        return replace(filters, has_file=not filters.has_file)
    if facet == "judged":
        return replace(filters, judged=None if filters.judged is (value == "yes") else value == "yes")
    chosen: tuple[str, ...] = getattr(filters, NAMED[facet])
    others = tuple(each for each in chosen if each.casefold() != value.casefold())
    now = others if len(others) < len(chosen) else (*chosen, value)
    if facet == "venue":
        return replace(filters, venues=now)
    return replace(filters, author_names=now) if facet == "author" else replace(filters, tag_names=now)


def with_years(filters: Filters, first: int, last: int) -> Filters:
    """The filters with these years chosen too, or without them where they were; not "from" and "to"."""
    span = (first, last)
    others = tuple(each for each in filters.years if each != span)
    years = others if len(others) < len(filters.years) else (*filters.years, span)
    return replace(filters, years=years, year_from=None, year_to=None)
