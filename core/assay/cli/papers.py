"""Commands that fill a library: import, index, queries, sample."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.app import Session, app, argument, command, command_group, option
from assay.cli.history import act
from assay.cli.output import Printed, announce
from assay.cli.pooling import Pooling, with_pooling
from assay.codec import to_json
from assay.errors import AssayError, BadInput
from assay.ingest.types import ImportReport
from assay.progress import Cancelled, IndexUpdated, Progress
from assay.types import one_line

if TYPE_CHECKING:
    from assay.search import IndexReport
    from assay.workspace import Workspace

log = logging.getLogger(__name__)

SHOWN = 20
"""Failures and conflicts, each, that a report for people names."""

_FORMATS = (
    "BibTeX, RIS, CSL-JSON, JSONL, CSV, MEDLINE, XML of PubMed or EndNote, arXiv's Atom, Zotero's RDF, .gz; "
    "folders, also Zotero's own."
)


commands = command_group("queries", "The queries that are judged and evaluated.")


@command(app, "import", progress=True)
def import_papers(current: Session, files: Annotated[list[Path], argument(_FORMATS)]) -> None:
    """Import papers from files. A bad entry is reported and costs only itself.

    What came in is found by keyword at once; `assay index` makes its vectors.

    Leaves with status 2 if nothing at all could be imported; the report is the same.
    """
    from assay.ingest.importing import import_files

    if len(files) == 1 and not files[0].exists():
        raise BadInput(f"{files[0]} does not exist. Check the path.")
    with current.open(create=True) as workspace, current.progress() as report_progress:
        report = import_files(workspace.library, files, progress=report_progress)
        take_up_words(workspace, report_progress)
    current.answer(to_json(report), show_import(report))
    came = report.new + report.merged + report.brought_back + report.conflict + report.unchanged
    if report.failed and not came:
        typer.echo(f"assay: nothing could be imported: {len(report.failed)} failed, as listed", err=True)
        raise typer.Exit(2)


def take_up_words(workspace: Workspace, progress: Progress) -> None:
    """Lets what came in be found by keyword at once; vectors wait for `assay index`.

    The papers are in the library whatever happens here, and the next `assay index` catches up.
    """
    from assay.searching.indexing import index_words

    try:
        index_words(workspace, progress=progress)
    except (AssayError, Cancelled) as error:
        log.warning("the keyword index was not brought up to date: %s", error)


_WORDS = {"conflict": "conflicts"}


def show_import(report: ImportReport) -> Iterator[Printed]:
    counts = report.counts
    always = {name: counts.pop(name) for name in ("new", "merged", "conflict", "failed")}
    doubtful = counts.pop("doubtful")
    shown = {**always, **{name: n for name, n in counts.items() if n}}
    yield ", ".join(f"{n} {_WORDS.get(name, name.replace('_', ' '))}" for name, n in shown.items())
    if doubtful:
        yield f"{report.doubtful} PDFs need review: `assay files list --needs-review`."
    yield from _show_some([str(one) for one in report.failed])
    yield from _show_some(report.conflicts)


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
    max_length: Annotated[int | None, option("Max length of a text, in tokens.", min=8)] = None,
    keyword_only: Annotated[bool, option("Only the keyword index: seconds, no model.")] = False,
    allow_download: Annotated[bool, option("Fetch a hub model that is not here yet.")] = False,
    pooling: Pooling = None,
) -> None:
    """Bring the keyword and the vector index up to date. A stopped run goes on where it was."""
    from assay.searching.indexing import index_vectors, index_words

    if keyword_only and (model or max_length):
        raise BadInput("--keyword-only uses no model. Leave out --model and --max-length.")
    if pooling is not None:
        model = with_pooling(model or "", pooling)
    with current.open(create=True) as workspace, current.progress() as report_progress:
        if model is not None or max_length is not None:
            workspace.use_model(
                model or workspace.config.model, max_length=max_length, allow_network=allow_download
            )
        words = index_words(workspace, progress=report_progress)
        announce(report_progress, IndexUpdated("keyword", words.n_papers))
        reports = {"keyword": words}
        if not keyword_only:
            reports["semantic"] = index_vectors(workspace, progress=report_progress)
        name = workspace.config.model
    payload: dict[str, object] = {kind: asdict(report) for kind, report in reports.items()}
    current.answer({"model": name, **payload}, _show_index(reports, name))


def _show_index(reports: dict[str, IndexReport], model: str) -> Iterator[Printed]:
    for kind, report in reports.items():
        named = f" ({model})" if kind == "semantic" else ""
        rebuilt = f"; rebuilt: {report.rebuilt}" if report.rebuilt else ""
        yield (
            f"{kind}{named}: {report.n_papers} papers, {report.n_encoded} encoded, {report.n_cached} cached, "
            f"{report.n_removed} removed in {report.seconds:.1f} s{rebuilt}"
        )


@command(commands, "import")
def import_queries(
    current: Session, file: Annotated[Path, argument("JSONL; CSV or TSV (id, text); or one text a line.")]
) -> None:
    """Import queries."""
    from assay.ingest.queries import import_queries

    with current.open(create=True) as workspace:
        new = import_queries(workspace.library, file)
    current.answer({"new": new}, f"{new} new queries")


@command(commands, "list")
def list_queries(current: Session) -> None:
    """List the library's queries."""
    with current.open() as workspace:
        found = workspace.library.queries.all()
    rows = [{"query_id": q.query_id, "text": q.text, "doc_id": q.doc_id} for q in found]

    def show() -> Iterator[Printed]:
        for query in found:
            yield f"{query.query_id}  {query.text}"

    current.answer({"queries": rows}, show())


@command(commands, "rename")
def rename_query(
    current: Session,
    query_id: Annotated[str, argument("The query: `assay queries list` shows them.")],
    text: Annotated[str | None, argument("Its text from now on.")] = None,
    *,
    new_id: Annotated[str | None, option("Its id from now on, in kept runs too.", "--id")] = None,
) -> None:
    """Give a query another text or id. Its grades stay; `assay history undo` takes it back."""
    if text is None and new_id is None:
        raise BadInput("Nothing to change: give the query's new text, --id NEW, or both.")
    from assay.ingest.editing import rename_query as rename

    act(current, lambda library: rename(library, query_id, text=text, new_id=new_id))


@command(commands, "remove")
def remove_queries(
    current: Session,
    query_ids: Annotated[list[str], argument("Queries by their ids.", metavar="QUERY_ID...")],
) -> None:
    """Remove queries, with their grades, from sight. None is lost: `assay history undo` brings them back."""
    act(current, lambda library: library.queries.remove(query_ids))


@command(app, "sample", progress=True)
def sample(current: Session) -> None:
    """Add the sample library: papers, queries and grades, indexed, with three runs to compare."""
    from assay.campaigns.sample import fill_with_sample

    with current.open(create=True) as workspace, current.progress() as report_progress:
        report = fill_with_sample(workspace, progress=report_progress)
    current.answer(to_json(report), show_import(report))
