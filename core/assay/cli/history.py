"""Commands that keep a library: papers removed, restored and edited, and everything undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.app import Session, app, argument, as_typer_reads, command, option
from assay.cli.output import Printed
from assay.codec import shallow
from assay.errors import BadInput
from assay.items import read_item
from assay.items.table import NAMES
from assay.items.view import lines_of, rest_of, values_of
from assay.types import shown_title

if TYPE_CHECKING:
    from assay.library import Action, Library
    from assay.workspace import Workspace

DocIds = Annotated[list[str], argument("Papers by their ids.", metavar="DOC_ID...")]
Text = Annotated[str | None, option('New value; "" clears the field.')]
Shown = Annotated[int, option("How many to print.", "--show", min=0)]
TOUCHING = frozenset({"import", "watch", "merge", "remove", "bring back", "edit", "accept"})
"""Kinds of actions that change what is searched."""


commands = typer.Typer(
    help="What was done to the library: listed, undone, done again.", invoke_without_command=True
)
app.add_typer(commands, name="history")


@command(app, "remove")
def remove(current: Session, doc_ids: DocIds) -> None:
    """Remove papers from the library. Their grades and files stay; `assay history undo` brings them back."""
    act(current, lambda library: library.edits.remove(doc_ids))


@command(app, "restore-papers")
def restore_papers(current: Session, doc_ids: DocIds) -> None:
    """Restore removed papers, as they were."""
    act(current, lambda library: library.edits.bring_back(doc_ids))


@command(app, "removed")
def removed(current: Session) -> None:
    """List the papers that were removed, the last one first."""
    with current.open() as workspace:
        found = workspace.library.edits.removed()
    rows = [{"doc_id": paper.doc_id, "title": paper.title, "year": paper.year} for paper in found]

    def show() -> Iterator[Printed]:
        for paper in found:
            yield f"{paper.doc_id}  {shown_title(paper)} ({paper.year or '-'})"
        if not found:
            yield "No paper is removed."

    current.answer({"papers": rows}, show())


@command(app, "edit")
def edit(
    current: Session,
    doc_id: Annotated[str, argument("The paper.")],
    *,
    title: Annotated[str | None, option("New title.")] = None,
    author: Annotated[list[str] | None, option('An author; repeat it for each. "" alone for none.')] = None,
    year: Text = None,
    venue: Text = None,
    doi: Text = None,
    abstract: Text = None,
    type: Annotated[str | None, option('Its CSL type, such as thesis; "" for none.')] = None,
    field: Annotated[
        list[str] | None,
        option("Another field, as volume=12; names and keywords are parted by ;. Repeat it.", "--set"),
    ] = None,
) -> None:
    """Write a paper's fields by hand. No later import changes what was written."""
    from assay.ingest.editing import edit_paper

    given = {
        "title": title, "authors": author, "year": year, "venue": venue, "doi": doi, "abstract": abstract,
        "type": type, **_fields(field or ()),
    }  # fmt: skip
    values = {name: value for name, value in given.items() if value is not None}
    if not values:
        raise BadInput("Say what to write, such as --title or --year. `assay edit --help` lists the fields.")
    act(current, lambda library: edit_paper(library, doc_id, values))


def _fields(given: Sequence[str]) -> dict[str, str]:
    """Field -> text of "name=text"; several names stand on lines of their own."""
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"'{text}' says no value. Write it as volume=12.")
        known = name.strip()
        several = known in NAMES or known == "keyword"
        found[known] = "\n".join(part.strip() for part in value.split(";")) if several else value
    return found


@command(app, "fields")
def fields(current: Session, doc_id: Annotated[str, argument("The paper.")]) -> None:
    """Print a paper's type and all its fields, by the names that `assay edit --set` takes."""
    with current.open() as workspace:
        found = workspace.library.papers.get([doc_id])
    if not found:
        raise BadInput(f"No paper '{doc_id}' in this library. `assay search` finds its id.")
    item = read_item(found[0].item)
    values = {**values_of(found[0], item), **rest_of(item)}
    payload = {"doc_id": found[0].doc_id, "type": item.type, "fields": values, "notes": list(item.notes)}

    def show() -> Iterator[Printed]:
        yield f"type: {item.type or '-'}"
        for name, value in values.items():
            yield f"{name}: {lines_of(value)}"
        for note in item.notes:
            yield f"note: {note}"

    current.answer(payload, show())


def history(current: Session, *, show: Shown = 20) -> None:
    """List what was done to the library, the latest first."""
    if current.context.invoked_subcommand is None:
        history_of_all(current, show=show)


commands.callback()(as_typer_reads(history))


def history_of_all(current: Session, *, show: Shown = 20) -> None:
    """List what can be undone, the latest first."""
    with current.open() as workspace:
        actions = workspace.library.actions.all(limit=show)

    def show_actions() -> Iterator[Printed]:
        for action in actions:
            undone = " (undone)" if action.undone else ""
            yield f"{action.done_at:%Y-%m-%d %H:%M}  {action.title}{undone}"
        if not actions:
            yield "Nothing was done that could be undone."

    current.answer({"actions": [action_json(action) for action in actions]}, show_actions())


@command(commands, "undo")
def undo(current: Session) -> None:
    """Undo the library's last action."""
    act(current, lambda library: library.actions.undo(), "Undone: ")


@command(commands, "redo")
def redo(current: Session) -> None:
    """Do again what was undone last."""
    act(current, lambda library: library.actions.redo(), "Done again: ")


def act(current: Session, do: Callable[[Library], Action], before: str = "") -> None:
    """Does it, and says what was done and whether searches wait for the index."""
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
    """Whether there is an index that `assay index` has to bring up to date after this action."""
    from assay.search import is_indexed

    return action.kind in TOUCHING and is_indexed(workspace.folder)


def show_action(action: Action, behind: bool, before: str = "") -> Iterator[Printed]:
    yield f"{before}{action.title}"
    if behind:
        yield "`assay index` brings searches up to date."
