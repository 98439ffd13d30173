"""Commands that put papers in order: collections and tags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.app import Json, session
from assay.cli.history import act
from assay.cli.output import add_row, table

if TYPE_CHECKING:
    from rich.console import Console

DocIds = Annotated[list[str], typer.Argument(metavar="DOC_ID...", help="Papers by their ids.")]
Path = Annotated[
    str, typer.Argument(metavar="PATH", help='A collection: "Thesis", or inside it "Thesis/Two".')
]
Tag = Annotated[str, typer.Argument(metavar="TAG", help="A tag.")]


def register(app: typer.Typer) -> None:
    """Adds this module's commands."""
    group = typer.Typer(help="Collections of papers, one inside another.", no_args_is_help=True)
    group.command("list")(list_collections)
    group.command("make")(make)
    group.command("add")(add)
    group.command("remove")(remove)
    group.command("rename")(rename)
    group.command("move")(move)
    group.command("delete")(delete)
    app.add_typer(group, name="collection")
    tags = typer.Typer(help="Tags of your own.", no_args_is_help=True)
    tags.command("list")(list_tags)
    tags.command("add")(add_tag)
    tags.command("remove")(remove_tag)
    tags.command("rename")(rename_tag)
    tags.command("delete")(delete_tag)
    app.add_typer(tags, name="tag")


def list_collections(context: typer.Context, *, json: Json = False) -> None:
    """List the collections, with the number of papers in each and in those inside it."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        found = workspace.library.collections.all()

    def show(console: Console) -> None:
        rows = table("Collection", "#Papers")
        for one in found:
            add_row(rows, f"{'  ' * one.depth}{one.name}", one.n_papers)
        console.print(
            rows if found else 'There are no collections. Make one: assay collection add "Name" DOC_ID'
        )

    current.output.result(
        {"collections": [{"path": one.path, "n_papers": one.n_papers} for one in found]}, show
    )


def make(context: typer.Context, path: Path, *, json: Json = False) -> None:
    """Make a collection, with those that it is inside of."""
    act(session(context, json=json), lambda library: library.collections.make(path))


def add(context: typer.Context, path: Path, doc_ids: DocIds, *, json: Json = False) -> None:
    """Put papers into a collection. It is made where it is not there."""
    act(session(context, json=json), lambda library: library.collections.add(path, doc_ids))


def remove(context: typer.Context, path: Path, doc_ids: DocIds, *, json: Json = False) -> None:
    """Remove papers from a collection and those inside it. They stay in the library."""
    act(session(context, json=json), lambda library: library.collections.take_out(path, doc_ids))


def rename(
    context: typer.Context,
    path: Path,
    name: Annotated[str, typer.Argument(help="Its name from now on.")],
    *,
    json: Json = False,
) -> None:
    """Give a collection another name."""
    act(session(context, json=json), lambda library: library.collections.rename(path, name))


def move(
    context: typer.Context,
    path: Path,
    into: Annotated[str, typer.Argument(help='Its new place: another collection, or "" for none.')],
    *,
    json: Json = False,
) -> None:
    """Put a collection inside another one."""
    act(session(context, json=json), lambda library: library.collections.move(path, into))


def delete(context: typer.Context, path: Path, *, json: Json = False) -> None:
    """Delete a collection with those inside it. Its papers stay in the library."""
    act(session(context, json=json), lambda library: library.collections.delete(path))


def list_tags(context: typer.Context, *, json: Json = False) -> None:
    """List your tags, with the number of papers that have each."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        found = workspace.library.tags.all()

    def show(console: Console) -> None:
        rows = table("Tag", "#Papers")
        for name, n in found:
            add_row(rows, name, n)
        console.print(rows if found else "There are no tags. Make one: assay tag add NAME DOC_ID")

    current.output.result({"tags": [{"name": name, "n_papers": n} for name, n in found]}, show)


def add_tag(context: typer.Context, tag: Tag, doc_ids: DocIds, *, json: Json = False) -> None:
    """Give papers a tag."""
    act(session(context, json=json), lambda library: library.tags.add(tag, doc_ids))


def remove_tag(context: typer.Context, tag: Tag, doc_ids: DocIds, *, json: Json = False) -> None:
    """Remove a tag from papers."""
    act(session(context, json=json), lambda library: library.tags.take_off(tag, doc_ids))


def rename_tag(
    context: typer.Context,
    tag: Tag,
    name: Annotated[str, typer.Argument(help="Its name from now on; that of another tag makes them one.")],
    *,
    json: Json = False,
) -> None:
    """Give a tag another name."""
    act(session(context, json=json), lambda library: library.tags.rename(tag, name))


def delete_tag(context: typer.Context, tag: Tag, *, json: Json = False) -> None:
    """Delete a tag; its papers stay."""
    act(session(context, json=json), lambda library: library.tags.delete(tag))
