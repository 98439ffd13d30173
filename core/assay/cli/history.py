"""What was done to the library: listed, undone, done again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.app import Session, app, argument, as_typer_reads, command, option
from assay.cli.output import Printed
from assay.codec import shallow

if TYPE_CHECKING:
    from assay.library import Action, Library
    from assay.workspace import Workspace


DocIds = Annotated[list[str], argument("Papers by their ids.", metavar="DOC_ID...")]
Shown = Annotated[int, option("How many to print.", "--show", min=0)]
TOUCHING = frozenset({"import", "add", "watch", "merge", "remove", "bring back", "edit", "accept"})
"""Kinds of actions that change what is searched."""
commands = typer.Typer(
    help="What was done to the library: listed, undone, done again.", invoke_without_command=True
)


app.add_typer(commands, name="history")


def history(current: Session, *, show: Shown = 20) -> None:
    """List what was done to the library, the latest first."""
    if current.context.invoked_subcommand is None:
        history_of_all(current, show=show)


commands.callback()(as_typer_reads(history))


def history_of_all(current: Session, *, show: Shown = 20) -> None:
    """List what can be undone, the latest first."""
    with current.open() as workspace:
        actions = workspace.library.actions.all(limit=show)
    lines = [
        f"{action.done_at:%Y-%m-%d %H:%M}  {action.title}{' (undone)' if action.undone else ''}"
        for action in actions
    ]
    none = "Nothing was done that could be undone."
    current.answer({"actions": [action_json(action) for action in actions]}, lines or none)


@command(commands, "undo")
def undo(current: Session) -> None:
    """Undo the library's last action."""
    act(current, lambda library: library.actions.undo(), "Undone: ")


@command(commands, "redo")
def redo(current: Session) -> None:
    """Do again what was undone last."""
    act(current, lambda library: library.actions.redo(), "Done again: ")


def act(current: Session, do: Callable[[Library], Action], before: str = "") -> None:
    """Change the library, and answer what was done and whether searches wait for the index."""
    with current.open() as workspace:
        action = do(workspace.library)
        behind = index_is_behind(workspace, action)
    current.answer(
        {"action": action_json(action), "index_is_behind": behind}, show_action(action, behind, before)
    )


def action_json(action: Action | None) -> dict[str, object] | None:
    """Return the action's fields, with its title in English; None where nothing was done."""
    return None if action is None else {**shallow(action), "title": action.title}


def index_is_behind(workspace: Workspace, action: Action) -> bool:
    """Return whether there is an index that `assay index` has to bring up to date after this action."""
    from assay.search import is_indexed

    return action.kind in TOUCHING and is_indexed(workspace.folder)


def show_action(action: Action, behind: bool, before: str = "") -> Iterator[Printed]:
    yield f"{before}{action.title}"
    if behind:
        yield "`assay index` brings searches up to date."
