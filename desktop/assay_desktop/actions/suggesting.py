"""What hosts suggest for papers, as lines that a page can show, and a person's word on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.items.readable import readable
from assay.types import shown_title
from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from assay.lookup import Suggestion
    from assay.workspace import Workspace

_tr = translator("Suggestions")


@dataclass(frozen=True, slots=True)
class SuggestionLine:
    """A suggestion in words. `before` is "" where nothing stood."""

    suggestion: Suggestion
    title: str  # the paper's as it is now
    by: str  # the host as it is called: "Crossref"

    @property
    def field(self) -> str:
        return _field_name(self.suggestion.field)

    @property
    def before(self) -> str:
        return _in_words(self.suggestion.before)

    @property
    def after(self) -> str:
        return _in_words(self.suggestion.after)


def read_suggestions(workspace: Workspace, doc_ids: Sequence[str] | None = None) -> list[SuggestionLine]:
    """Return what is suggested for these papers, or for all."""
    from assay.ingest.lookups import LookUps
    from assay.lookup import HOSTS

    found = LookUps(workspace.library).suggestions(doc_ids)
    papers = workspace.library.papers.get(list(dict.fromkeys(one.doc_id for one in found)))
    titles = {paper.doc_id: readable(shown_title(paper)) for paper in papers}
    return [SuggestionLine(one, titles.get(one.doc_id, ""), HOSTS[one.host].title) for one in found]


def accept(workspace: Workspace, lines: Collection[SuggestionLine]) -> str:
    """Write these into their papers; what was done, in words. Raises BadInput where they are gone."""
    from assay.ingest.lookups import LookUps

    work = LookUps(workspace.library)
    return work.accept(_meant(work.suggestions(_papers(lines)), lines)).title


def decline(workspace: Workspace, lines: Collection[SuggestionLine]) -> None:
    """Offer these no more."""
    from assay.ingest.lookups import LookUps

    work = LookUps(workspace.library)
    work.decline(_meant(work.suggestions(_papers(lines)), lines))


def hosts_on(_workspace: Workspace) -> list[str]:
    """Return the titles of the hosts that may be asked. Raises BadInput for a damaged file."""
    from assay.lookup import HOSTS, Consent

    consent = Consent.load()
    return [host.title for host in HOSTS.values() if host.name in consent.hosts]


def _field_name(field: str) -> str:
    """Return what a field of a paper is called."""
    return {
        "title": _tr("Title"),
        "authors": _tr("Authors"),
        "abstract": _tr("Abstract"),
        "year": _tr("Year"),
        "venue": _tr("Venue"),
        "doi": _tr("DOI"),
        "arxiv_id": _tr("arXiv id"),
        "pmid": _tr("PubMed id"),
    }.get(field, field)


def _papers(lines: Collection[SuggestionLine]) -> list[str]:
    return list(dict.fromkeys(line.suggestion.doc_id for line in lines))


def _meant(found: Sequence[Suggestion], lines: Collection[SuggestionLine]) -> list[Suggestion]:
    """Return those of `found` that a line shows, whatever its paper says by now."""
    wanted = {(line.suggestion.doc_id, line.suggestion.field, line.suggestion.after) for line in lines}
    return [one for one in found if (one.doc_id, one.field, one.after) in wanted]


def _in_words(value: object) -> str:
    if isinstance(value, tuple):
        return "; ".join(value)
    return "" if value is None else str(value)
