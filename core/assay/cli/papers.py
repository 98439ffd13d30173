"""Commands about papers: import, index, list, show, edit, remove, export, cite."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from assay.cli.app import Force, Session, app, argument, command, option
from assay.cli.history import DocIds, act
from assay.cli.options import (
    AllFilterOptions,
    InCollections,
    MaxLength,
    On,
    Pooling,
    Precision,
    Tags,
    paper_named,
    paths_of,
    with_pooling,
    workers_on,
)
from assay.cli.output import Printed, announce, count, first_of, table
from assay.codec import shallow, to_json
from assay.errors import AssayError, BadInput
from assay.exporters import CitationStyle, ExportFormat, citation_style, references
from assay.exporters.bibtex import keys_by
from assay.files import require_writable
from assay.ingest.exporting import export_notes, export_papers
from assay.ingest.types import Exported, ImportPreview, ImportReport
from assay.items import read_item
from assay.items.table import NAMES
from assay.items.view import lines_of, rest_of, values_of
from assay.messages import message
from assay.progress import Cancelled, IndexUpdated, Progress
from assay.types import Filters, ImportFailure, SearchMode, SearchRequest, one_line, shown_title

if TYPE_CHECKING:
    from assay.searching.types import PassagesIndexed
    from assay.types import Hit, IndexReport
    from assay.workspace import Workspace


log = logging.getLogger(__name__)
SHOWN = 20
"""Failures and conflicts, each, that a report for people names."""
_FORMATS = (
    "BibTeX, RIS, CSL-JSON, JSONL, CSV, MEDLINE, XML of PubMed or EndNote, arXiv's Atom, Zotero's RDF, .gz; "
    "folders, also Zotero's own; `zotero:` for a running Zotero."
)


@command(app, "import", progress=True)
def import_papers(
    current: Session,
    files: Annotated[list[Path], argument(_FORMATS)],
    *,
    preview: Annotated[bool, option("Say what the import would do, and write nothing.", "--preview")] = False,
) -> None:
    """Import papers from files. A bad entry is reported and costs only itself.

    What came in is found by keyword at once; `assay index` makes its vectors.

    Leaves with status 2 if nothing at all could be imported; the report is the same.
    """
    from assay.ingest.importing import import_files
    from assay.ingest.preview import preview_import
    from assay.ingest.zotero.client import is_zotero
    from assay.ingest.zotero.source import import_zotero

    zotero = [file.as_posix() for file in files if is_zotero(file.as_posix())]
    if zotero and (preview or len(files) > 1):
        raise BadInput("{0} is imported alone, without --preview.", zotero[0])
    if not zotero and len(files) == 1 and not files[0].exists():
        raise BadInput(f"{files[0]} does not exist. Check the path.")
    if preview:
        with current.open() as workspace, current.progress() as report_progress:
            planned = preview_import(workspace.library, files, progress=report_progress)
        current.answer(to_json(planned), _preview_lines(planned))
        return
    with current.open(create=True) as workspace, current.progress() as report_progress:
        if zotero:
            report = import_zotero(workspace.library, zotero[0], progress=report_progress)
        else:
            report = import_files(workspace.library, files, progress=report_progress)
        take_up_words(workspace, report_progress)
    current.answer(to_json(report), show_import(report))
    came = report.new + report.merged + report.brought_back + report.conflict + report.unchanged
    if report.failed and not came:
        current.note(f"nothing could be imported: {len(report.failed)} failed, as listed")
        raise typer.Exit(2)


@command(app, "add", progress=True)
def add_papers(
    current: Session,
    ids: Annotated[list[str], argument("DOIs, arXiv ids, PubMed ids, ISBNs, or addresses that hold one.")],
    *,
    keep: Annotated[bool, option("Keep what no host answers, as papers without a title.", "--keep")] = False,
) -> None:
    """Add papers by identifier: the hosts of `assay lookup list` that are on are asked for them.

    A paper that is here already stays as it is. Leaves with status 2 if nothing was found.
    """
    from assay.ingest.identifiers import add_identifiers, read_lines
    from assay.ingest.types import AddReport, Identifier

    read = read_lines("\n".join(ids))
    identifiers = [one for one in read if isinstance(one, Identifier)]
    reason = message("it has no identifiers")
    unread = tuple(ImportFailure.of(one, 0, reason) for one in read if isinstance(one, str))
    if not identifiers:
        raise BadInput("There is no identifier in '{0}': a DOI, an arXiv id, a PubMed id or an ISBN.", ids[0])
    with current.open(create=True) as workspace, current.progress() as report_progress:
        report = add_identifiers(workspace.library, identifiers, keep=keep, progress=report_progress)
        report += AddReport(failed=unread)
        take_up_words(workspace, report_progress)
    current.answer(to_json(report), (*show_import(report), *map(one_line, report.away)))
    if len(report.failed) == len(read):
        raise typer.Exit(2)


def take_up_words(workspace: Workspace, progress: Progress) -> None:
    """Index new papers by keyword at once; vectors wait for `assay index`.

    The papers are in the library whatever happens here, and the next `assay index` catches up.
    """
    from assay.searching.indexing import index_words

    try:
        index_words(workspace, progress=progress)
    except (AssayError, Cancelled) as error:
        log.warning("the keyword index was not brought up to date: %s", error)


_WORDS = {"conflict": "conflicts", "brought_back": "restored", "incomplete": "incomplete"}


def show_import(report: ImportReport) -> Iterator[Printed]:
    counts = report.counts
    always = {name: counts.pop(name) for name in ("new", "merged", "conflict", "failed")}
    n_to_review = counts.pop("doubtful")
    shown = {**always, **{name: n for name, n in counts.items() if n}}
    yield ", ".join(f"{n} {_WORDS.get(name, name.replace('_', ' '))}" for name, n in shown.items())
    if n_to_review:
        yield f"{report.doubtful} PDFs need review: `assay files list --needs-review`."
    yield from _show_some([str(one) for one in (*report.failed, *report.incomplete)])
    yield from _show_some(report.conflicts)


def _preview_lines(planned: ImportPreview) -> Iterator[Printed]:
    yield from show_import(planned.report)
    if planned.n_pdfs:
        yield f"{count(planned.n_pdfs, 'PDF')} would be read besides."
    for entry in planned.first[:SHOWN]:
        into = f" into “{one_line(entry.into)}”" if entry.into else ""
        yield f"{_WORDS.get(entry.outcome, entry.outcome)}: {one_line(entry.title)}{into}"
    if planned.n_entries > SHOWN:
        yield f"and {planned.n_entries - SHOWN} more"


def _show_some(sentences: Sequence[str]) -> Iterator[Printed]:
    for sentence in sentences[:SHOWN]:
        yield f"  {one_line(sentence)}"
    if len(sentences) > SHOWN:
        yield f"  and {len(sentences) - SHOWN} more (--json lists them all)"


@command(app, "index", progress=True)
def index(
    current: Session,
    *,
    model: Annotated[str | None, option("The model to index with from now on.")] = None,
    max_length: MaxLength = None,
    keyword_only: Annotated[bool, option("Only the keyword index: seconds, no model.")] = False,
    allow_download: Annotated[bool, option("Fetch a hub model that is not here yet.")] = False,
    pooling: Pooling = None,
    precision: Precision = None,
    on: On = "",
    passages: Annotated[
        bool | None,
        option("Give the passages of full texts vectors too, from now on.", "--passages/--no-passages"),
    ] = None,
    vectors_in: Annotated[
        str | None, option("Where to keep vectors from now on: auto, folder, server, lance or an address.")
    ] = None,
) -> None:
    """Bring the keyword and the vector index up to date. A stopped run resumes where it was."""
    from assay.searching import indexing

    if keyword_only and (model or max_length or passages or precision or on):
        raise BadInput(
            "--keyword-only uses no model. Leave out --model, --max-length, --passages, --precision and --on."
        )
    if pooling is not None:
        model = with_pooling(model or "", pooling)
    with (
        current.open(create=True) as workspace,
        current.progress() as report_progress,
        workers_on(on) as workers,
    ):
        if model is not None or max_length is not None or precision is not None:
            workspace.use_model(
                model or workspace.config.model,
                max_length=max_length,
                precision=precision or "",
                allow_network=allow_download,
            )
            _require_length(workspace, max_length)
        workspace.work_on(workers)
        if vectors_in is not None:
            indexing.keep_vectors_in(workspace, vectors_in)
        words = indexing.index_words(workspace, progress=report_progress)
        announce(report_progress, IndexUpdated("keyword", words.n_papers))
        reports = {"keyword": words}
        if not keyword_only:
            reports["semantic"] = indexing.index_vectors(workspace, progress=report_progress)
        if passages is not None:
            indexing.want_passages(workspace, on=passages)
        inside: PassagesIndexed | None = None
        if workspace.config.passages and not keyword_only:
            inside = indexing.index_passages(workspace, progress=report_progress)
        name = workspace.config.model
    payload: dict[str, object] = {kind: asdict(report) for kind, report in reports.items()}
    payload |= {} if inside is None else {"passages": inside}
    shown = list(_show_index(reports, name))
    if inside is not None:
        shown.append(f"passages ({name}): {count(inside.n_passages, 'passage')}, {inside.n_new} new")
    current.answer({"model": name, **payload}, shown)


def _require_length(workspace: Workspace, max_length: int | None) -> None:
    """Raise BadInput where the library's model cannot read texts of this length."""
    from assay.registry.loading import check_length

    check_length(workspace.encoder(), max_length)


def _show_index(reports: dict[str, IndexReport], model: str) -> Iterator[Printed]:
    for kind, report in reports.items():
        named = f" ({model})" if kind == "semantic" else ""
        rebuilt = f"; rebuilt: {report.rebuilt}" if report.rebuilt else ""
        yield (
            f"{kind}{named}: {report.n_papers} papers, {report.n_encoded} encoded, {report.n_cached} cached, "
            f"{report.n_removed} removed in {report.seconds:.1f} s{rebuilt}"
        )


Sort = Literal["added", "title", "authors", "year", "venue"]  # what papers are listed by


@command(app, "list")
def list_papers(
    current: Session,
    *,
    text: Annotated[str, option("Only papers with these words in title, authors or venue.")] = "",
    options: AllFilterOptions,
    sort: Annotated[Sort, option("What the papers are listed by.")] = "added",
    descending: Annotated[bool, option("The last first.")] = False,
    limit: Annotated[int | None, option("At most so many papers; all if not given.", min=1)] = None,
) -> None:
    """List the library's papers, all of them or those that pass the filters."""
    with current.open() as workspace:
        filters = options.filters(workspace)
        ids = workspace.library.papers.ids(sort=sort, descending=descending, text=text, filters=filters)
        papers = workspace.library.papers.get(ids[:limit])
    rows = []
    for paper in papers:
        first = paper.authors[0] if paper.authors else ""
        others = " et al." if len(paper.authors) > 1 else ""
        rows.append((paper.doc_id, paper.year or "", f"{first}{others}", shown_title(paper)))
    listed = [table(("Id", "#Year", "Authors", "Title"), rows)] if rows else []
    of = f"{len(papers):,} of {len(ids):,} papers"
    total = count(len(ids), "paper") if len(papers) == len(ids) else of
    current.answer({"papers": papers, "total": len(ids)}, [*listed, total])


@command(app, "show")
def show(
    current: Session,
    doc_id: Annotated[str, argument("The paper's id; `assay list` and `assay search` say it.")],
) -> None:
    """Show all that the library knows of one paper."""
    with current.open() as workspace:
        library = workspace.library
        paper = paper_named(workspace, doc_id)
        places = {
            "tags": library.tags.of_papers([paper.doc_id]).get(paper.doc_id, []),
            "collections": library.collections.of_papers([paper.doc_id]).get(paper.doc_id, []),
            "files": [
                place.path
                for stored in library.files.of_papers([paper.doc_id]).get(paper.doc_id, [])
                for place in stored.places
            ],
        }
    payload = {**shallow(paper), **places}
    current.answer(
        payload,
        [
            f"{name.replace('_', ' ')}: {_text_of(value)}"
            for name, value in payload.items()
            if value not in (None, "", (), [])
        ],
    )


def _text_of(value: object) -> str:
    """Return a field's value on one line; of an object, its filled fields."""
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {_text_of(each)}" for name, each in value.items() if each)
    if isinstance(value, list | tuple):
        return "; ".join(map(_text_of, value))
    return str(value)


Text = Annotated[str | None, option('New value; "" clears the field.')]


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
    lines = [f"{paper.doc_id}  {shown_title(paper)} ({paper.year or '-'})" for paper in found]
    current.answer({"papers": rows}, lines or "No paper is removed.")


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
        paper = paper_named(workspace, doc_id)
    item = read_item(paper.item)
    values = {**values_of(paper, item), **rest_of(item)}
    payload = {"doc_id": paper.doc_id, "type": item.type, "fields": values, "notes": item.notes}
    lines = [f"{name}: {lines_of(value)}" for name, value in values.items()]
    notes = (f"note: {note}" for note in item.notes)
    current.answer(payload, [f"type: {item.type or '-'}", *lines, *notes])


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
    key_rule: Annotated[
        str, option("BibTeX and --notes: make citation keys so, such as [auth][year][veryshorttitle].")
    ] = "",
    new_keys: Annotated[
        bool, option("With --key-rule: make new keys for papers that have one of their source too.")
    ] = False,
    notes: Annotated[
        bool,
        option("Into a folder, a Markdown note for each paper; your own text in one is kept.", "--notes"),
    ] = False,
    force: Force = False,
) -> None:
    """Write papers to a file that other programs read: all of them, those of a search, or a list.

    With --notes OUT is a folder, such as an Obsidian vault: a note holds abstract, notes and highlights, is
    named by the citation key, and is renewed where it is there, also under another name.
    """
    _require_one_choice(query, ids, [*(collection or ()), *(tag or ())], format if notes else None)
    if new_keys and not key_rule:
        raise BadInput("--new-keys goes with --key-rule, which says how keys are made.")
    keys = keys_by(key_rule, renew=new_keys)
    require_writable(None if notes else out, overwrite=force)
    listed = _ids_in(ids) if ids is not None else None
    with current.open() as workspace, current.progress() as report_progress:
        filters = Filters(tag_names=tuple(tag or ()), collections=paths_of(workspace, collection))
        if query is not None:
            listed = _found_by(workspace, SearchRequest(text=query, mode=mode, k=k, filters=filters))
        elif filters:
            listed = workspace.library.papers.ids(filters=filters)
        if notes:
            exported = export_notes(workspace.library, out, listed, keys=keys, progress=report_progress)
        else:
            exported = export_papers(
                workspace.library,
                out,
                listed,
                format=format,
                keys=keys,
                overwrite=force,
                progress=report_progress,
            )
    current.answer(exported, _exported_lines(exported))


@command(app, "cite")
def cite(
    current: Session,
    doc_ids: Annotated[list[str], argument("Papers by their ids.", metavar="DOC_ID...")],
    *,
    style: Annotated[
        str, option("How references are printed: author-date, numeric, note, or a .csl file.")
    ] = CitationStyle.AUTHOR_DATE.value,
) -> None:
    """Print the references of papers, one a line, in the order given."""
    chosen = citation_style(style)
    with current.open() as workspace:
        known = workspace.library.papers.resolve(doc_ids)
        if missing := [doc_id for doc_id in doc_ids if doc_id not in known]:
            raise BadInput(f"No paper '{missing[0]}' in this library. `assay search` finds its id.")
        papers = workspace.library.papers.get(list(dict.fromkeys(known.values())))
    printed = references(papers, chosen)
    rows = [{"doc_id": paper.doc_id, "reference": text} for paper, text in zip(papers, printed, strict=True)]
    current.answer({"style": style, "references": rows}, printed)


def export_hits(
    workspace: Workspace, hits: Sequence[Hit], out: Path | None, *, force: bool
) -> dict[str, object]:
    """Write the papers that were found, and return the answer's part about it; {} where `out` is None."""
    if out is None:
        return {}
    doc_ids = [hit.doc_id for hit in hits]
    return {"export": export_papers(workspace.library, out, doc_ids, overwrite=force)}


def _require_one_choice(
    query: str | None, ids: Path | None, places: Sequence[str], format: ExportFormat | None
) -> None:
    if format is not None:
        raise BadInput("--notes writes Markdown. Leave --format out.")
    if query is not None and ids is not None:
        raise BadInput("--query and --ids each say which papers to export. Give one of them.")
    if ids is not None and places:
        raise BadInput("--ids says which papers to export. Leave out --collection and --tag.")


def _found_by(workspace: Workspace, typed: SearchRequest) -> list[str]:
    from assay.search import parse_request
    from assay.searching.search import search

    request, _, _ = parse_request(typed)
    return [hit.doc_id for hit in search(workspace, request)]


def _ids_in(file: Path) -> list[str]:
    """Return the ids in a file, blank lines left out."""
    try:
        text = typer.get_text_stream("stdin").read() if str(file) == "-" else file.read_text("utf-8-sig")
    except OSError as error:
        raise BadInput(f"{file} cannot be read ({error.strerror or error}). Check the path.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not UTF-8. Save it as UTF-8, with an id a line.") from error
    return [line.strip() for line in text.split("\n") if line.strip()]


def _exported_lines(exported: Exported) -> Iterator[Printed]:
    yield f"{count(exported.exported, 'paper')} -> {exported.out}"
    if exported.missing:
        yield f"Not in this library: {first_of(exported.missing)}"
    if exported.renamed_keys:
        shown = first_of([f"{one.key} as {one.written}" for one in exported.renamed_keys])
        many = count(len(exported.renamed_keys), "citation key")
        yield f"{many} stood in the file already, and got a number: {shown}"
