"""Commands that start the window, its search engine, and the tour without a window."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console
from rich.text import Text

from assay import config
from assay.cli.app import Force, Session, app, argument, command, option
from assay.cli.output import Output
from assay.errors import BadInput
from assay.evaluation import evaluate, read_qrels
from assay.files import require_free
from assay.interpreter import NO_WINDOW, python
from assay.location import folder_of
from assay.types import SearchMode, SearchRequest, Seed, shown_title

if TYPE_CHECKING:
    from assay.workspace import Workspace


Language = Literal["system", "en", "de"]  # what the window can speak; the command line speaks English


@command(app, "desktop")
def desktop(
    current: Session,
    files: Annotated[
        list[Path] | None, argument("Files and folders of papers to import once the window is open.")
    ] = None,
    *,
    sample: Annotated[bool, option("Open the sample library.", "--sample")] = False,
    language: Annotated[
        Language | None, option("The window's language this time; Settings keeps one for good.", "--language")
    ] = None,
    safe: Annotated[
        bool, option("Without saved choices, watched folders, waiting jobs and search.", "--safe")
    ] = False,
) -> None:
    """Open the window. Where it is open already, it comes to the front and imports the files.

    Without a display, `--sample` runs the same loop headless instead.
    """
    given = [file.absolute() for file in files or ()]
    if missing := [file for file in given if not file.exists()]:
        raise BadInput("There is no file {0}.", missing[0])
    if sample:
        current.location = config.sample_library()
    if not _has_display():
        message = "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"
        if not sample:
            raise BadInput(f"{message}, so the window cannot open. Try `assay tour`.")
        typer.echo(f"{message}: running the tour of the sample library without a window.", err=True)
        run_tour(Path("out"), current.output)
        return
    if sample:
        _prepare_sample(folder_of(current.location))
    # The window stands above the core: it is found by name here, so that the core never depends on it.
    import importlib

    try:
        application = importlib.import_module("assay_desktop.app")
    except ImportError as error:
        raise BadInput(f"The window cannot start: {error}.") from error
    raise typer.Exit(application.main(current.location, files=given, language=language or "", safe=safe))


def _has_display() -> bool:
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _prepare_sample(folder: Path) -> None:
    """Index and grade the sample's papers, so that the window opens on them ready, the first time too.

    A process of its own does it: the one that becomes the window must never hold torch.
    """
    if (folder / config.SAMPLE_READY).exists():
        return
    command = python("-m", "assay", "--library", str(folder), "sample")
    if subprocess.run(command, check=False, creationflags=NO_WINDOW).returncode:  # noqa: S603 - our own command
        raise BadInput(f"The sample library could not be made in {folder}; the lines above say why.")
    (folder / config.SAMPLE_READY).touch()


@app.command("engine", hidden=True)
def engine(
    context: typer.Context,
    *,
    after_crash: Annotated[bool, option("Check every byte of the indexes first.")] = False,
) -> None:
    """Serve searches to the window: one JSON object a line, on standard input and output."""
    from assay.engine.process import serve

    serve(context.find_root().obj.location, after_crash=after_crash)


TEXT = "vector representations of scientific papers from citations"
ASSESSOR = "tour"
LIBRARY, QRELS = "tour-library", "sample.qrels"


@command(app, "tour")
def tour(
    current: Session,
    *,
    out: Annotated[Path, option("Where the library and the qrels go.")] = Path("out"),
    force: Force = False,
) -> None:
    """Import, index, search, judge, export and evaluate the sample library without a window."""
    if not force:
        for there in (out / LIBRARY, out / QRELS):
            require_free(there)
    run_tour(out, current.output)


def run_tour(out: Path, output: Output) -> None:
    """Run the tour in a new library under `out`, in place of one that is there."""
    from assay.campaigns.sample import fill_with_sample
    from assay.searching.search import make_all_runs
    from assay.workspace import Workspace

    folder = out / LIBRARY
    shutil.rmtree(folder, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    # With --json standard output belongs to the one object at the end.
    console = Console(stderr=output.as_json, highlight=False)
    with Workspace.open(folder) as workspace, output.progress() as progress:
        report = fill_with_sample(workspace, progress=progress)
        console.print(f"[bold]Import[/] {report.new} papers, {workspace.library.queries.count()} queries")
        keyword, _ = workspace.searcher(lexical_only=True).coverage
        indexed, total = workspace.searcher().coverage
        console.print(
            f"[bold]Index[/]  {keyword} by keyword, {indexed} of {total} by {workspace.config.model}"
        )
        text_hits = _search(workspace, console, SearchRequest(text=TEXT, k=5), f"by text: {TEXT}")
        paper = workspace.library.papers.get([text_hits[0]])[0]
        seeds = (Seed(paper.doc_id),)
        request = SearchRequest(seeds=seeds, mode=SearchMode.SEMANTIC, k=5)
        paper_hits = _search(workspace, console, request, f"by paper: {shown_title(paper)}")
        judged = _judge(workspace, console, text_hits)
        make_all_runs(workspace, progress=progress)
        measured = _evaluate(workspace, console, out)
    payload = {
        "imported": report.new,
        "indexed": indexed,
        "by_text": text_hits,
        "by_paper": paper_hits,
        "judged": judged,
        "evaluation": measured,
    }
    output.result(payload, f"Everything is under {out.resolve()}")


def _search(workspace: Workspace, console: Console, request: SearchRequest, title: str) -> list[str]:
    from assay.searching.search import search

    hits = search(workspace, request)
    console.print(Text.assemble(("Search ", "bold"), title))
    papers = {paper.doc_id: paper for paper in workspace.library.papers.get([hit.doc_id for hit in hits])}
    for hit in hits:
        console.print(
            f"  {hit.rank}. {shown_title(papers[hit.doc_id])} ({papers[hit.doc_id].year})", markup=False
        )
    return [hit.doc_id for hit in hits]


def _judge(workspace: Workspace, console: Console, doc_ids: list[str]) -> int:
    from assay.ingest.queries import add_query

    query = add_query(workspace.library, TEXT)
    for rank, doc_id in enumerate(doc_ids):
        # A tour has no reader: it shows that grades are kept, and says that they are scripted.
        grade = 2 if rank < 2 else 1
        workspace.library.judgements.record(query.query_id, doc_id, assessor=ASSESSOR, relevance=grade)
    undone = workspace.library.judgements.undo(assessor=ASSESSOR)
    workspace.library.judgements.redo(assessor=ASSESSOR)
    kept = len(workspace.library.judgements.current(query_id=query.query_id, assessor=ASSESSOR))
    console.print(f"[bold]Judge[/]  {kept} scripted grades kept; one undone and redone: {undone is not None}")
    return kept


def _evaluate(workspace: Workspace, console: Console, out: Path) -> dict[str, dict[str, float]]:
    from assay.ingest.queries import export_qrels

    path = out / QRELS
    rows = export_qrels(workspace.library, path, format="trec").rows
    console.print(f"[bold]Export[/] {rows} judgements -> {path}")
    qrels = read_qrels(path)
    measured = {}
    for stored in workspace.library.runs.all():
        run_tour = workspace.library.runs.load(stored.tag)
        evaluation = evaluate(qrels, run_tour, exclude_self=workspace.library.queries.papers())
        measured[stored.tag] = evaluation.mean
        values = "  ".join(f"{name} {value:.3f}" for name, value in evaluation.mean.items())
        console.print(f"[bold]Evaluate[/] {stored.tag:<9} {values}  ({evaluation.n_queries} queries)")
    return measured
