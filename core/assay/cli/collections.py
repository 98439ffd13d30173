"""Commands that put papers in order: collections and tags."""

from __future__ import annotations

from typing import Annotated

from assay.cli.app import Session, argument, command, command_group
from assay.cli.history import act
from assay.cli.output import table

DocIds = Annotated[list[str], argument("Papers by their ids.", metavar="DOC_ID...")]
Path = Annotated[str, argument('A collection: "Thesis", or inside it "Thesis/Two".', metavar="PATH")]
Tag = Annotated[str, argument("A tag.", metavar="TAG")]


commands = command_group("collection", "Collections of papers, one inside another.")
tags_commands = command_group("tag", "Tags of your own.")


@command(commands, "list")
def list_collections(current: Session) -> None:
    """List the collections, with the number of papers in each and in those inside it."""
    with current.open() as workspace:
        found = workspace.library.collections.all()

    rows = [(f"{'  ' * one.depth}{one.name}", one.n_papers) for one in found]
    none = 'There are no collections. Make one: assay collection add "Name" DOC_ID'
    current.answer(
        {"collections": [{"path": one.path, "n_papers": one.n_papers} for one in found]},
        table(("Collection", "#Papers"), rows, none=none),
    )


@command(commands, "make")
def make(current: Session, path: Path) -> None:
    """Make a collection, with those that it is inside of."""
    act(current, lambda library: library.collections.make(path))


@command(commands, "add")
def add(current: Session, path: Path, doc_ids: DocIds) -> None:
    """Put papers into a collection. It is made where it is not there."""
    act(current, lambda library: library.collections.add(path, doc_ids))


@command(commands, "remove")
def remove(current: Session, path: Path, doc_ids: DocIds) -> None:
    """Remove papers from a collection and those inside it. They stay in the library."""
    act(current, lambda library: library.collections.take_out(path, doc_ids))


@command(commands, "rename")
def rename(current: Session, path: Path, name: Annotated[str, argument("Its name from now on.")]) -> None:
    """Give a collection another name."""
    act(current, lambda library: library.collections.rename(path, name))


@command(commands, "move")
def move(
    current: Session,
    path: Path,
    into: Annotated[str, argument('Its new place: another collection, or "" for none.')],
) -> None:
    """Put a collection inside another one."""
    act(current, lambda library: library.collections.move(path, into))


@command(commands, "delete")
def delete(current: Session, path: Path) -> None:
    """Delete a collection with those inside it. Its papers stay in the library."""
    act(current, lambda library: library.collections.delete(path))


@command(tags_commands, "list")
def list_tags(current: Session) -> None:
    """List your tags, with the number of papers that have each."""
    with current.open() as workspace:
        found = workspace.library.tags.all()

    current.answer(
        {"tags": [{"name": name, "n_papers": n} for name, n in found]},
        table(("Tag", "#Papers"), found, none="There are no tags. Make one: assay tag add NAME DOC_ID"),
    )


@command(tags_commands, "add")
def add_tag(current: Session, tag: Tag, doc_ids: DocIds) -> None:
    """Give papers a tag."""
    act(current, lambda library: library.tags.add(tag, doc_ids))


@command(tags_commands, "remove")
def remove_tag(current: Session, tag: Tag, doc_ids: DocIds) -> None:
    """Remove a tag from papers."""
    act(current, lambda library: library.tags.take_off(tag, doc_ids))


@command(tags_commands, "rename")
def rename_tag(
    current: Session,
    tag: Tag,
    name: Annotated[str, argument("Its name from now on; that of another tag makes them one.")],
) -> None:
    """Give a tag another name."""
    act(current, lambda library: library.tags.rename(tag, name))


@command(tags_commands, "delete")
def delete_tag(current: Session, tag: Tag) -> None:
    """Delete a tag; its papers stay."""
    act(current, lambda library: library.tags.delete(tag))
