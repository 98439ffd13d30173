"""Whose judgements can improve search, and how many of their queries teach; read on the library's thread."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assay.query_tuning.types import LEAST
from assay_desktop.pages.training.attempts import Attempt, attempts

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from assay.campaign_types import Release
    from assay.library import CampaignStore
    from assay.types import Query
    from assay.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Source:
    """`judgements` as the command takes them: "" for the library's own, else "CAMPAIGN@RELEASE"."""

    judgements: str
    frozen: str = ""  # ISO 8601, UTC: when the release was made
    queries: int = 0  # typed, with a relevant paper
    by_paper: int = 0  # judged queries that are papers


@dataclass(frozen=True, slots=True)
class Desk:
    """What the view shows: the library's judgements first, then releases and attempts, newest first."""

    sources: tuple[Source, ...]
    attempts: tuple[Attempt, ...]
    least: int = 0  # queries that are needed


@dataclass(slots=True)
class DeskReader:
    """Remembers what releases hold, for they never change; called from one thread at a time."""

    folder: Path  # of the library's runs
    _known: dict[tuple[str, int], Source] = field(default_factory=dict)

    def read(self, workspace: Workspace) -> Desk:
        """Raises LibraryError."""
        typed = _typed(workspace.library.queries.all())
        present = set(workspace.library.papers.ids())
        judged = (
            (query_id, grade)
            for query_id, grades in workspace.qrels().items()
            for doc_id, grade in grades.items()
            if doc_id in present  # a paper that was removed teaches nothing
        )
        own = _source("", "", judged, typed)
        releases = sorted(self._releases(workspace), key=lambda one: one.frozen, reverse=True)
        return Desk((own, *releases), tuple(attempts(self.folder)), LEAST)

    def _releases(self, workspace: Workspace) -> Iterable[Source]:
        for campaign in workspace.library.campaigns.all():
            store = workspace.library.campaign(campaign.name)
            for release in store.releases.all():
                key = campaign.name, release.version
                if key not in self._known:
                    self._known[key] = _of_release(store, release)
                yield self._known[key]


def _of_release(store: CampaignStore, release: Release) -> Source:
    judged = ((item.query_id, item.relevance) for item in store.releases.items(release.version))
    frozen = release.created_at.isoformat()
    return _source(f"{store.name}@{release.version}", frozen, judged, _typed(store.queries.all()))


def _typed(queries: Iterable[Query]) -> dict[str, bool]:
    """Query id -> whether somebody typed it; else it is a paper."""
    return {query.query_id: query.doc_id is None for query in queries}


def _source(
    judgements: str, frozen: str, judged: Iterable[tuple[str, int]], typed: dict[str, bool]
) -> Source:
    """`judged` are (query id, grade)."""
    queries = dict[str, bool]()  # query id -> whether something is relevant
    for query_id, grade in judged:
        queries[query_id] = queries.get(query_id, False) or grade > 0
    teach = sum(relevant and typed.get(query_id, False) for query_id, relevant in queries.items())
    by_paper = sum(not typed.get(query_id, True) for query_id in queries)
    return Source(judgements, frozen, teach, by_paper)
