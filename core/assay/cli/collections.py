"""Commands that put papers in order: collections, tags, what is to be read, highlights and notes."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Annotated

from assay.cli.app import Force, Session, argument, command, command_group
from assay.cli.history import act
from assay.cli.output import table
from assay.codec import to_json
from assay.files import require_writable, write_text
from assay.types import READ_STATES, Filters, one_line

DocIds = Annotated[list[str], argument("Papers by their ids.", metavar="DOC_ID...")]
Path = Annotated[str, argument('A collection: "Thesis", or inside it "Thesis/Two".', metavar="PATH")]
Tag = Annotated[str, argument("A tag.", metavar="TAG")]


commands = command_group("collection", "Collections of papers, one inside another.")
tags_commands = command_group("tag", "Tags of your own.")
reading_commands = command_group("reading", "The reading list: what is to be read, and what was.")
highlight_commands = command_group("highlights", "Highlights in PDFs, and notes on papers.")

SomeDocIds = Annotated[list[str] | None, argument("Papers; all by default.", metavar="DOC_ID...")]


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


@command(reading_commands, "list")
def list_reading(current: Session) -> None:
    """List the papers to read, then those that were read."""
    with current.open() as workspace:
        papers = workspace.library.papers
        states = dict(zip(READ_STATES, ("list", "yes"), strict=True))
        found = [
            (state, doc_id)
            for state, value in states.items()
            for doc_id in papers.ids(filters=Filters(reading=(value,)))
        ]
        titles = {paper.doc_id: paper.title for paper in papers.get([doc_id for _, doc_id in found])}
    rows = [(state, doc_id, titles[doc_id]) for state, doc_id in found]
    none = "Nothing is on the reading list. Put a paper on it: assay reading add DOC_ID"
    payload = [{"state": state, "doc_id": doc_id} for state, doc_id in found]
    current.answer({"reading": payload}, table(("State", "Id", "Title"), rows, none=none))


@command(reading_commands, "add")
def add_to_reading(current: Session, doc_ids: DocIds) -> None:
    """Put papers on the reading list."""
    act(current, lambda library: library.annotations.set_state("to read", doc_ids))


@command(reading_commands, "done")
def mark_read(current: Session, doc_ids: DocIds) -> None:
    """Mark papers as read."""
    act(current, lambda library: library.annotations.set_state("read", doc_ids))


@command(reading_commands, "clear")
def clear_reading(current: Session, doc_ids: DocIds) -> None:
    """Mark papers as neither to read nor read."""
    act(current, lambda library: library.annotations.set_state("", doc_ids))


@command(highlight_commands, "list")
def list_highlights(current: Session, doc_ids: SomeDocIds = None) -> None:
    """List the highlights by paper, as they stand in it."""
    with current.open() as workspace:
        found = workspace.library.annotations.highlights(doc_ids or None)
    rows = [(one.doc_id, one.page, one.colour, one_line(one.quote), one_line(one.comment)) for one in found]
    none = "There are no highlights. Make them in the window's reader."
    heads = ("Paper", "Page", "Colour", "Text", "Comment")
    current.answer({"highlights": to_json(found)}, table(heads, rows, none=none))


@command(highlight_commands, "remove")
def remove_highlight(current: Session, name: Annotated[str, argument("Its uuid, as in --json.")]) -> None:
    """Remove a highlight."""
    act(current, lambda library: library.annotations.remove(name))


@command(highlight_commands, "export")
def export_highlights(
    current: Session,
    out: Annotated[FilePath, argument("The Markdown file to write.", metavar="OUT")],
    doc_ids: SomeDocIds = None,
    *,
    force: Force = False,
) -> None:
    """Write highlights and notes as Markdown, a section a paper."""
    from assay.ingest.annotations import markdown_lines

    require_writable(out, overwrite=force)
    with current.open() as workspace:
        lines = list(markdown_lines(workspace.library, doc_ids or None))
    write_text(out, "".join(f"{line}\n" for line in lines), overwrite=force)
    current.answer({"out": out, "lines": len(lines)}, f"Highlights and notes are in {out}")


@command(highlight_commands, "annotate")
def annotate(
    current: Session,
    doc_id: Annotated[str, argument("The paper.")],
    out: Annotated[FilePath, argument("The PDF to write.", metavar="OUT")],
    *,
    force: Force = False,
) -> None:
    """Write a copy of a paper's PDF with its highlights as annotations. Your own file is not changed."""
    from assay.ingest.annotations import annotate_copy

    require_writable(out, overwrite=force)
    with current.open() as workspace:
        done = annotate_copy(workspace.library, doc_id, out, overwrite=force)
    current.answer(to_json(done), f"{done.annotations} highlights are in {done.out}")
