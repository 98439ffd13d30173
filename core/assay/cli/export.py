"""Commands that hand papers to other programs: export, cite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.app import Force, Session, app, argument, command, option
from assay.cli.options import InCollections, Tags, paths_of
from assay.cli.output import Printed, count, first_of
from assay.errors import BadInput
from assay.exporters import CitationStyle, ExportFormat, references
from assay.files import require_writable
from assay.types import Filters, SearchMode, SearchRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.ingest.exporting import ExportedPapers
    from assay.types import Hit
    from assay.workspace import Workspace

ExportTo = Annotated[Path | None, option("Write what is found to a file as well.", "--export")]


@command(app, "export", progress=True)
def export(
    current: Session,
    out: Annotated[
        Path,
        argument("The file: .bib, .ris, .json (CSL), .enw, .xml, .rdf (Zotero), .csv, .jsonl; also .gz."),
    ],
    *,
    query: Annotated[str | None, option("Only what a search for this text finds.")] = None,
    k: Annotated[int, option("With --query: how many papers.", "-k", min=1, max=100_000)] = 100,
    mode: Annotated[SearchMode, option("With --query: how it ranks.")] = SearchMode.HYBRID,
    ids: Annotated[
        Path | None, option("Only these papers: a file with an id a line, or - for standard input.")
    ] = None,
    collection: InCollections = None,
    tag: Tags = None,
    format: Annotated[
        ExportFormat | None, option("The format, where the file's name does not tell it.")
    ] = None,
    force: Force = False,
) -> None:
    """Write papers to a file that other programs read: all of them, those of a search, or a list."""
    from assay.ingest.exporting import export_papers
    from assay.searching.search import search

    if query is not None and ids is not None:
        raise BadInput("--query and --ids each say which papers to export. Give one of them.")
    if ids is not None and (collection or tag):
        raise BadInput("--ids says which papers to export. Leave out --collection and --tag.")
    require_writable(out, overwrite=force)
    listed = _ids_in(ids) if ids is not None else None
    with current.open() as workspace, current.progress() as report_progress:
        filters = Filters(tag_names=tuple(tag or ()), collections=paths_of(workspace, collection))
        if query is not None:
            from assay.search import understood

            request, _, _ = understood(SearchRequest(text=query, mode=mode, k=k, filters=filters))
            listed = [hit.doc_id for hit in search(workspace, request)]
        elif filters:
            listed = workspace.library.papers.ids(filters=filters)
        exported = export_papers(
            workspace.library, out, listed, format=format, overwrite=force, progress=report_progress
        )
    current.answer(_payload(out, exported), _show(out, exported))


@command(app, "cite")
def cite(
    current: Session,
    doc_ids: Annotated[list[str], argument("Papers by their ids.", metavar="DOC_ID...")],
    *,
    style: Annotated[CitationStyle, option("How references are printed.")] = CitationStyle.AUTHOR_DATE,
) -> None:
    """Print the references of papers, one a line, in the order given."""
    with current.open() as workspace:
        known = workspace.library.papers.resolve(doc_ids)
        if missing := [doc_id for doc_id in doc_ids if doc_id not in known]:
            raise BadInput(f"No paper '{missing[0]}' in this library. `assay search` finds its id.")
        papers = workspace.library.papers.get(list(dict.fromkeys(known.values())))
    printed = references(papers, style)
    rows = [{"doc_id": paper.doc_id, "reference": text} for paper, text in zip(papers, printed, strict=True)]

    def show() -> Iterator[Printed]:
        yield from printed

    current.answer({"style": style.value, "references": rows}, show())


def export_hits(
    workspace: Workspace, hits: Sequence[Hit], out: Path | None, *, force: bool
) -> dict[str, object]:
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


def _payload(out: Path, exported: ExportedPapers) -> dict[str, object]:
    return {
        "out": str(out),
        "format": exported.format.value,
        "exported": exported.written,
        "missing": list(exported.missing),
        "renamed_keys": [{"key": key, "written": written} for key, written in exported.renamed],
    }


def _show(out: Path, exported: ExportedPapers) -> Iterator[Printed]:
    yield f"{count(exported.written, 'paper')} -> {out}"
    if exported.missing:
        yield f"Not in this library: {first_of(exported.missing)}"
    if exported.renamed:
        shown = first_of([f"{key} as {written}" for key, written in exported.renamed])
        many = count(len(exported.renamed), "citation key")
        yield f"{many} stood in the file already, and got a number: {shown}"
