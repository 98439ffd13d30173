"""Commands that take a judgement of a campaign back and bring it again: undo, redo."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from assay.cli.app import Json, session
from assay.errors import BadInput
from assay.types import Judgement

Name = Annotated[str, typer.Argument(help="The campaign's name.")]
Assessor = Annotated[str, typer.Option(help="Who judges.")]


def register(campaign: typer.Typer) -> None:
    """Adds this module's commands."""
    campaign.command("undo")(undo)
    campaign.command("redo")(redo)


def undo(context: typer.Context, name: Name, *, assessor: Assessor, json: Json = False) -> None:
    """Take back what the assessor judged or noted last in the campaign. The history keeps both."""
    _turn(context, name, assessor, what="undo", json=json)


def redo(context: typer.Context, name: Name, *, assessor: Assessor, json: Json = False) -> None:
    """Bring back what was taken back last, unless the assessor has judged something since."""
    _turn(context, name, assessor, what="redo", json=json)


def _turn(context: typer.Context, name: str, assessor: str, *, what: str, json: bool) -> None:
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        store = workspace.campaign(name).store
        people = [one.handle for one in store.assessors()]
        if assessor not in people:
            known = ", ".join(f"'{handle}'" for handle in people) or "nobody"
            raise BadInput(f"'{assessor}' is not an assessor of '{name}', which has {known}.")
        judgements = store.judgements
        turned = (judgements.undo if what == "undo" else judgements.redo)(assessor=assessor)
    if turned is None:
        raise BadInput(f"'{assessor}' has nothing to {what} in '{name}'.")
    query_id, doc_id, now = turned
    payload = {
        "query_id": query_id,
        "doc_id": doc_id,
        "assessor": assessor,
        "state": now.state.value if now else None,
        "relevance": now.relevance if now else None,
        "note": now.note if now else "",
    }

    def show(console: Console) -> None:
        done = "undone" if what == "undo" else "done again"
        console.print(f"{done}: {query_id} {doc_id}, now {_standing(now)}", markup=False)

    current.output.result(payload, show)


def _standing(now: Judgement | None) -> str:
    if now is None:
        return "not judged"
    given = now.state.value if now.relevance is None else str(now.relevance)
    return f"{given} ({' '.join(now.note.split())})" if now.note else given
