"""Commands that hand papers to other programs: export, cite."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assay.cli.app import Force, Json, Report, session
from assay.cli.options import InCollections, Tags, inside
from assay.cli.output import ProgressKind, count
from assay.errors import BadInput
from assay.exporters import CitationStyle, ExportFormat, references
from assay.files import require_writable
from assay.types import Filters, SearchMode, SearchRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from assay.ingest.exporting import ExportedPapers
    from assay.types import Hit
    from assay.workspace import Workspace

SHOWN_MISSING = 20

ExportTo = Annotated[Path | None, typer.Option("--export", help="Write what is found to a file as well.")]


def register(app: typer.Typer) -> None:
    """Adds this module's commands."""
    app.command("export")(export)
    app.command("cite")(cite)


def export(
    context: typer.Context,
    out: Annotated[
        Path,
        typer.Argument(
            help="The file: .bib, .ris, .json (CSL), .enw, .xml, .rdf (Zotero), .csv, .jsonl; also .gz."
        ),
    ],
    *,
    query: Annotated[str | None, typer.Option(help="Only what a search for this text finds.")] = None,
    k: Annotated[int, typer.Option("-k", min=1, max=100_000, help="With --query: how many papers.")] = 100,
    mode: Annotated[SearchMode, typer.Option(help="With --query: how it ranks.")] = SearchMode.HYBRID,
    ids: Annotated[
        Path | None,
        typer.Option(help="Only these papers: a file with an id a line, or - for standard input."),
    ] = None,
    collection: InCollections = None,
    tag: Tags = None,
    format: Annotated[
        ExportFormat | None, typer.Option(help="The format, where the file's name does not tell it.")
    ] = None,
    force: Force = False,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Write papers to a file that other programs read: all of them, those of a search, or a list."""
    from assay.ingest.exporting import export_papers
    from assay.searching.search import search

    current = session(context, json=json)
    if query is not None and ids is not None:
        raise BadInput("--query and --ids each say which papers to export. Give one of them.")
    if ids is not None and (collection or tag):
        raise BadInput("--ids says which papers to export. Leave out --collection and --tag.")
    require_writable(out, overwrite=force)
    listed = _ids_in(ids) if ids is not None else None
    with current.open(create=False) as workspace, current.output.progress(progress) as report_progress:
        filters = inside(workspace, Filters(tag_names=tuple(tag or ())), collection)
        if query is not None:
            from assay.search import understood

            request, _, _ = understood(SearchRequest(text=query, mode=mode, k=k, filters=filters))
            listed = [hit.doc_id for hit in search(workspace, request)]
        elif filters:
            listed = workspace.library.papers.ids(filters=filters)
        exported = export_papers(
            workspace.library, out, listed, format=format, overwrite=force, progress=report_progress
        )
    current.output.result(_payload(out, exported), lambda console: _show(out, exported, console))


def cite(
    context: typer.Context,
    doc_ids: Annotated[list[str], typer.Argument(metavar="DOC_ID...", help="Papers by their ids.")],
    *,
    style: Annotated[
        CitationStyle, typer.Option(help="How references are printed.")
    ] = CitationStyle.AUTHOR_DATE,
    json: Json = False,
) -> None:
    """Print the references of papers, one a line, in the order given."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        known = workspace.library.papers.resolve(doc_ids)
        if missing := [doc_id for doc_id in doc_ids if doc_id not in known]:
            raise BadInput(f"No paper '{missing[0]}' in this library. `assay search` finds its id.")
        papers = workspace.library.papers.get(list(dict.fromkeys(known.values())))
    printed = references(papers, style)
    rows = [{"doc_id": paper.doc_id, "reference": text} for paper, text in zip(papers, printed, strict=True)]

    def show(console: Console) -> None:
        for text in printed:
            console.print(text, markup=False, highlight=False, soft_wrap=True)

    current.output.result({"style": style.value, "references": rows}, show)


def export_hits(
    workspace: Workspace, hits: Sequence[Hit], out: Path | None, *, force: bool
) -> dict[str, Any]:
    """Writes the papers that were found, and returns what the answer says of it; {} where `out` is None."""
    from assay.ingest.exporting import export_papers

    if out is None:
        return {}
    exported = export_papers(workspace.library, out, [hit.doc_id for hit in hits], overwrite=force)
    return {"export": _payload(out, exported)}


def _ids_in(file: Path) -> list[str]:
    """The ids in a file, blank lines left out."""
    try:
        text = typer.get_text_stream("stdin").read() if str(file) == "-" else file.read_text("utf-8-sig")
    except OSError as error:
        raise BadInput(f"{file} cannot be read ({error.strerror or error}). Check the path.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not UTF-8. Save it as UTF-8, with an id a line.") from error
    return [line.strip() for line in text.split("\n") if line.strip()]


def _payload(out: Path, exported: ExportedPapers) -> dict[str, Any]:
    return {
        "out": str(out),
        "format": exported.format.value,
        "exported": exported.written,
        "missing": list(exported.missing),
        "renamed_keys": [{"key": key, "written": written} for key, written in exported.renamed],
    }


def _show(out: Path, exported: ExportedPapers, console: Console) -> None:
    console.print(f"{count(exported.written, 'paper')} -> {out}", markup=False, soft_wrap=True)
    if exported.missing:
        shown = ", ".join(exported.missing[:SHOWN_MISSING])
        more = len(exported.missing) - SHOWN_MISSING
        rest = f" and {more} more" if more > 0 else ""
        console.print(f"Not in this library: {shown}{rest}", markup=False, soft_wrap=True)
    if exported.renamed:
        shown = ", ".join(f"{key} as {written}" for key, written in exported.renamed[:SHOWN_MISSING])
        more = len(exported.renamed) - SHOWN_MISSING
        rest = f" and {more} more" if more > 0 else ""
        console.print(
            f"{count(len(exported.renamed), 'citation key')} stood in the file already, and got a number: "
            f"{shown}{rest}",
            markup=False,
            soft_wrap=True,
        )
