"""Why a search found a paper, printed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rich.text import Text

from assay.cli.output import add_row, plain, table
from assay.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from assay.types import SearchRequest
    from assay.workspace import Workspace

DEPTH = 1000
"""How deep the paper is looked for in each channel."""

MOST = 10
"""Words that are printed."""


def why_of(workspace: Workspace, request: SearchRequest, doc_id: str) -> dict[str, Any]:
    """The reasons as JSON values, with the paper's ranks and, where it was found there, its passage.

    The typed text of `request` was understood. Raises BadInput for an unknown paper, else as a search does.
    """
    from assay.searching.explain import Explainer
    from assay.searching.search import searcher_of

    papers = workspace.library.papers.get([doc_id])
    if not papers:
        raise BadInput(f"No paper '{doc_id}' in this library. `assay search` finds its id.")
    searcher = searcher_of(workspace, request)
    found: dict[str, Any] = plain(Explainer(searcher).explain(request, papers[0]))
    hits = searcher.search(replace(request, k=DEPTH))
    hit = next((hit for hit in hits if hit.doc_id == papers[0].doc_id), None)
    found |= {"rank": hit.rank if hit else None, "channels": dict(hit.channels) if hit else {}}
    passage = workspace.texts.passage(hit.passage) if hit and hit.passage else None
    return found | ({"page": passage.page, "passage": passage.text} if passage else {})


def show_why(why: Mapping[str, Any], console: Console) -> None:
    """The ranks in a line, then a table for each kind of reason."""
    console.print()
    ranks = ", ".join(f"{channel} {rank}" for channel, rank in why["channels"].items())
    place = f"rank {why['rank']} ({ranks})" if why["rank"] else f"not among the first {DEPTH}"
    console.print(Text(f"Why {why['doc_id']}: {place}"))
    if why["passed"]:
        console.print(Text(f"Passes: {'; '.join(why['passed'])}", style="dim"))
    if why["words"]:
        made = table("Word", "#BM25", "#Share")
        for part in why["words"][:MOST]:
            add_row(made, part["word"], f"{part['score']:.2f}", f"{part['share']:.0%}")
        console.print(made)
    if why["starts"]:
        made = table("Asked with", "", "#Cosine")
        for start in why["starts"]:
            add_row(made, start["title"], "away" if start["sign"] < 0 else "", f"{start['cosine']:.4f}")
        console.print(made)
    if "page" in why:
        console.print(Text(f"Full text, page {why['page']}: {why['passage']}"))
    for sentence in why["sentences"][:2]:
        console.print(Text(f"Nearest sentence: {sentence['text']}"))
