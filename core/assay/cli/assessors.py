"""Commands about the people who judge: list, rename, deactivate, activate."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from assay.cli.app import Json, session
from assay.cli.payloads import add_row, plain, table

Handle = Annotated[str, typer.Argument(help="The assessor's name.")]


def register(app: typer.Typer) -> None:
    """Adds this module's commands."""
    assessor = typer.Typer(help="The people who judge.", no_args_is_help=True)
    assessor.command("list")(list_assessors)
    assessor.command("rename")(rename)
    assessor.command("deactivate")(deactivate)
    assessor.command("activate")(activate)
    app.add_typer(assessor, name="assessor")


def list_assessors(context: typer.Context, *, json: Json = False) -> None:
    """List everybody who judges in this library."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        found = workspace.library.annotators.all()
    rows = [{"handle": one.handle, "uuid": one.uuid, "active": one.active} for one in found]

    def show(console: Console) -> None:
        shown = table("Assessor", "", "Uuid")
        for one in found:
            add_row(shown, one.handle, "" if one.active else "deactivated", one.uuid)
        console.print(shown if found else "Nobody has judged here yet.")

    current.output.result({"assessors": rows}, show)


def rename(
    context: typer.Context,
    old: Handle,
    new: Annotated[str, typer.Argument(help="The name from now on.")],
    *,
    json: Json = False,
) -> None:
    """Give an assessor another name. All their grades, also those on other machines, stay theirs."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        workspace.library.annotators.rename(old, new)
    current.output.result(
        plain({"old": old, "new": new}), lambda console: console.print(f"{old} is now {new}", markup=False)
    )


def deactivate(context: typer.Context, handle: Handle, *, json: Json = False) -> None:
    """Let somebody judge no more. Every grade that they gave stays."""
    _set_active(context, handle, active=False, json=json)


def activate(context: typer.Context, handle: Handle, *, json: Json = False) -> None:
    """Let somebody judge again."""
    _set_active(context, handle, active=True, json=json)


def _set_active(context: typer.Context, handle: str, *, active: bool, json: bool) -> None:
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        workspace.library.annotators.set_active(handle, active)
    now = "active" if active else "deactivated"
    current.output.result(
        {"handle": handle, "active": active},
        lambda console: console.print(f"{handle} is {now}", markup=False),
    )
