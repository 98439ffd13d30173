"""The command that lists what a campaign asks."""

from __future__ import annotations

from shlex import quote
from typing import Annotated

import typer
from rich.console import Console

from assay.cli.app import Json, session
from assay.cli.payloads import add_row, table
from assay.types import shown_title


def register(campaign: typer.Typer) -> None:
    """Adds this module's command."""
    campaign.command("queries")(queries)


def queries(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The campaign's name.")],
    *,
    json: Json = False,
) -> None:
    """List the campaign's queries: the id that run files must use, and its text, or its paper's title."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        found = workspace.campaign(name).store.queries.all()
        asked = list(dict.fromkeys(query.doc_id for query in found if query.doc_id is not None))
        names = workspace.library.papers.resolve(asked)  # a paper may have been merged into another
        titles = {
            paper.doc_id: shown_title(paper) for paper in workspace.library.papers.get(list(names.values()))
        }
    rows = [
        {
            "query_id": query.query_id,
            "text": query.text,
            "doc_id": query.doc_id,
            "title": titles.get(names.get(query.doc_id, "")) if query.doc_id is not None else None,
        }
        for query in found
    ]

    def show(console: Console) -> None:
        listed = table("Query", "Paper", "Text or title")
        for row in rows:
            add_row(listed, row["query_id"], row["doc_id"] or "", row["title"] or row["text"])
        none = f"No queries yet. Add some: `assay campaign edit {quote(name)} --queries FILE`."
        console.print(listed if rows else none, markup=False)

    current.output.result({"queries": rows}, show)
