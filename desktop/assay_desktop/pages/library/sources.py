"""The sources at the left of the table: everything, the newest, collections, tags, by year, by venue."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from assay.types import Filters

if TYPE_CHECKING:
    from assay.workspace import Workspace

_YEARS: Final = 6
_VENUES: Final = 12
CHOSEN: Final = "chosen"
"""The key of papers that another page has chosen, such as those inside a lasso."""

REMOVED: Final = "removed"
"""The key of the papers that are not in the library any more, and could come back."""


@dataclass(frozen=True, slots=True)
class Source:
    """A part of the library: which papers, in which order where the header has chosen none."""

    key: str
    label: str
    count: int
    group: str = ""  # "" | "collection" | "tag" | "year" | "venue"
    filters: Filters = field(default_factory=Filters)
    newest_first: bool = False
    name: str = ""  # the path of a collection, or a tag

    @property
    def depth(self) -> int:
        """How deep a collection lies inside others."""
        return self.name.count("/") if self.group == "collection" else 0


_KINDS: Final = {
    "files": Filters(has_file=True),
    "doubtful": Filters(doubtful=True),
    "to-read": Filters(reading=("list",)),
    "read": Filters(reading=("yes",)),
}
"""Kinds of papers that are listed where there are any, with what they are."""


def read_sources(workspace: Workspace) -> list[Source]:
    """All, the newest, those of _KINDS, removed ones; collections, tags, years, the largest venues.

    Each with its count; without papers of a kind there is no such source.
    """
    papers = workspace.library.papers
    total = papers.count()
    sources = [Source("all", "", total), Source("recent", "", total, newest_first=True)]
    for key, filters in _KINDS.items():
        if count := papers.count(filters=filters):
            sources.append(Source(key, "", count, filters=filters))
    if removed := workspace.library.edits.n_removed():
        sources.append(Source(REMOVED, "", removed))
    for one in workspace.library.collections.all():
        filters = Filters(collections=(one.path,))
        sources.append(
            Source(f"collection:{one.pk}", one.name, one.n_papers, "collection", filters, name=one.path)
        )
    for name, count in workspace.library.tags.all():
        sources.append(Source(f"tag:{name}", name, count, "tag", Filters(own_tags=(name,)), name=name))
    span = papers.years()
    if span is not None:
        sources += _years(workspace, first=span[0], last=span[1])
    for venue, count in papers.venues(limit=_VENUES):
        sources.append(Source(f"venue:{venue}", venue, count, "venue", Filters(venues=(venue,))))
    return sources


def _years(workspace: Workspace, *, first: int, last: int) -> list[Source]:
    papers = workspace.library.papers
    found: list[Source] = []
    oldest = max(first, last - _YEARS + 1)
    for year in range(last, oldest - 1, -1):
        filters = Filters(year_from=year, year_to=year)
        found.append(Source(f"year:{year}", str(year), papers.count(filters=filters), "year", filters))
    if first < oldest:
        filters = Filters(year_to=oldest - 1)
        label = f"{first}–{oldest - 1}" if first < oldest - 1 else str(first)
        found.append(Source("year:before", label, papers.count(filters=filters), "year", filters))
    return [source for source in found if source.count]
