"""The facets of a search, printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from assay.cli.output import add_row, count, table

if TYPE_CHECKING:
    from rich.console import Console

    from assay.searching.types import Facets
    from assay.types import SearchRequest
    from assay.workspace import Workspace

_TITLES = {
    "year": "Year",
    "venue": "Venue",
    "author": "Author",
    "tag": "Keyword",
    "pdf": "Has a PDF",
    "judged": "Judged",
}


def facets_of(workspace: Workspace, request: SearchRequest) -> Facets:
    """Counts what the request, as it was typed, finds. Raises what a search raises."""
    from assay.search import understood
    from assay.searching import facets
    from assay.searching.search import searcher_of

    searcher = searcher_of(workspace, understood(request)[0])
    return facets.facets_of(workspace, searcher, request)


def show_facets(facets: Facets, console: Console) -> None:
    """A table of the values with how many papers have each."""
    papers = count(facets.n_papers, "paper")
    of = f"the {papers} found first" if facets.of == "found" else papers
    console.print(Text(f"Among {of}:", style="dim"))
    made = table("", "", "#")
    for name, values in facets.values.items():
        for number, each in enumerate(values):
            add_row(made, "" if number else _TITLES[name], each.value, f"{each.n:,}")
    console.print(made)
