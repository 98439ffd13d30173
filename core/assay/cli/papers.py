"""Commands that fill a library: import, index, queries, sample."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from assay.cli.app import Json, Report, session
from assay.cli.history import act
from assay.cli.output import ProgressKind, announce
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


def register(app: typer.Typer) -> None:
    """Adds this module's commands."""
    app.command("import")(import_papers)
    app.command("index")(index)
    app.command("sample")(sample)
    queries = typer.Typer(help="The queries that are judged and evaluated.", no_args_is_help=True)
    queries.command("import")(import_queries)
    queries.command("list")(list_queries)
    queries.command("rename")(rename_query)
    queries.command("remove")(remove_queries)
    app.add_typer(queries, name="queries")


def import_papers(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(help=_FORMATS)],
    *,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Import papers from files. A bad entry is reported and costs only itself.

    What came in is found by keyword at once; `assay index` makes its vectors.

    Leaves with status 2 if nothing at all could be imported; the report is the same.
    """
    from assay.ingest.importing import import_files

    current = session(context, json=json)
    if len(files) == 1 and not files[0].exists():
        raise BadInput(f"{files[0]} does not exist. Check the path.")
    with current.open() as workspace, current.output.progress(progress) as report_progress:
        report = import_files(workspace.library, files, progress=report_progress)
        take_up_words(workspace, report_progress)
    current.output.result(to_json(report), lambda console: show_import(report, console))
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


def show_import(report: ImportReport, console: Console) -> None:
    counts = report.counts
    always = {name: counts.pop(name) for name in ("new", "merged", "conflict", "failed")}
    doubtful = counts.pop("doubtful")
    shown = {**always, **{name: n for name, n in counts.items() if n}}
    console.print(", ".join(f"{n} {_WORDS.get(name, name.replace('_', ' '))}" for name, n in shown.items()))
    if doubtful:
        console.print(f"{report.doubtful} PDFs need review: `assay files list --needs-review`.")
    _show_some([str(one) for one in report.failed], console)
    _show_some(report.conflicts, console)


def _show_some(sentences: Sequence[str], console: Console) -> None:
    for sentence in sentences[:SHOWN]:
        console.print(f"  {one_line(sentence)}", markup=False, soft_wrap=True)
    if len(sentences) > SHOWN:
        console.print(f"  and {len(sentences) - SHOWN} more (--json lists them all)")


def index(
    context: typer.Context,
    *,
    model: Annotated[str | None, typer.Option(help="The model to index with from now on.")] = None,
    max_length: Annotated[int | None, typer.Option(min=8, help="Max length of a text, in tokens.")] = None,
    keyword_only: Annotated[bool, typer.Option(help="Only the keyword index: seconds, no model.")] = False,
    allow_download: Annotated[bool, typer.Option(help="Fetch a hub model that is not here yet.")] = False,
    pooling: Pooling = None,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Bring the keyword and the vector index up to date. A stopped run goes on where it was."""
    from assay.searching.indexing import index_vectors, index_words

    current = session(context, json=json)
    if keyword_only and (model or max_length):
        raise BadInput("--keyword-only uses no model. Leave out --model and --max-length.")
    if pooling is not None:
        model = with_pooling(model or "", pooling)
    with current.open() as workspace, current.output.progress(progress) as report_progress:
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
    current.output.result({"model": name, **payload}, lambda console: _show_index(reports, name, console))


def _show_index(reports: dict[str, IndexReport], model: str, console: Console) -> None:
    for kind, report in reports.items():
        named = f" ({model})" if kind == "semantic" else ""
        rebuilt = f"; rebuilt: {report.rebuilt}" if report.rebuilt else ""
        console.print(
            f"{kind}{named}: {report.n_papers} papers, {report.n_encoded} encoded, {report.n_cached} cached, "
            f"{report.n_removed} removed in {report.seconds:.1f} s{rebuilt}",
            markup=False,
        )


def import_queries(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="JSONL; CSV or TSV (id, text); or one text a line.")],
    *,
    json: Json = False,
) -> None:
    """Import queries."""
    from assay.ingest.queries import import_queries

    current = session(context, json=json)
    with current.open() as workspace:
        new = import_queries(workspace.library, file)
    current.output.result({"new": new}, lambda console: console.print(f"{new} new queries"))


def list_queries(context: typer.Context, *, json: Json = False) -> None:
    """List the library's queries."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        found = workspace.library.queries.all()
    rows = [{"query_id": q.query_id, "text": q.text, "doc_id": q.doc_id} for q in found]

    def show(console: Console) -> None:
        for query in found:
            console.print(f"{query.query_id}  {query.text}", markup=False)

    current.output.result({"queries": rows}, show)


def rename_query(
    context: typer.Context,
    query_id: Annotated[str, typer.Argument(help="The query: `assay queries list` shows them.")],
    text: Annotated[str | None, typer.Argument(help="Its text from now on.")] = None,
    *,
    new_id: Annotated[str | None, typer.Option("--id", help="Its id from now on, in kept runs too.")] = None,
    json: Json = False,
) -> None:
    """Give a query another text or id. Its grades stay; `assay history undo` takes it back."""
    if text is None and new_id is None:
        raise BadInput("Nothing to change: give the query's new text, --id NEW, or both.")
    from assay.ingest.editing import rename_query as rename

    act(session(context, json=json), lambda library: rename(library, query_id, text=text, new_id=new_id))


def remove_queries(
    context: typer.Context,
    query_ids: Annotated[list[str], typer.Argument(metavar="QUERY_ID...", help="Queries by their ids.")],
    *,
    json: Json = False,
) -> None:
    """Remove queries, with their grades, from sight. None is lost: `assay history undo` brings them back."""
    act(session(context, json=json), lambda library: library.queries.remove(query_ids))


def sample(context: typer.Context, *, json: Json = False, progress: Report = ProgressKind.AUTO) -> None:
    """Add the sample library: papers, queries and grades, indexed, with three runs to compare."""
    from assay.campaigns.sample import fill_with_sample

    current = session(context, json=json)
    with current.open() as workspace, current.output.progress(progress) as report_progress:
        report = fill_with_sample(workspace, progress=report_progress)
    current.output.result(to_json(report), lambda console: show_import(report, console))
