"""`assay check`: is everything as it was written?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.app import Json, Report, note_read_only, session
from assay.cli.output import ProgressKind, count
from assay.codec import to_json

if TYPE_CHECKING:
    from rich.console import Console

    from assay.types import CheckReport


def register(app: typer.Typer) -> None:
    """Adds this module's command."""
    app.command("check")(check)


def check(
    context: typer.Context,
    *,
    repair: Annotated[
        bool, typer.Option("--repair", help="Make again what can be made again, and remove left-overs.")
    ] = False,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Check the library: pages, references, every grade against its checksum, indexes, left-over files.

    Leaves with status 1 if grades are hurt, and names the query, paper and assessor of each.
    """
    from assay.campaigns.library_check import check_library
    from assay.library import Library

    current = session(context, json=json)
    with (
        Library.open_as_it_is(current.location) as library,
        current.output.progress(progress) as report_progress,
    ):
        note_read_only(library)
        report = check_library(library, repair=repair, progress=report_progress)
    current.output.result(to_json(report), lambda console: _show(report, console))
    if report.hurt:
        raise typer.Exit(1)


def _show(report: CheckReport, console: Console) -> None:
    console.print(
        f"checked {count(report.n_events, 'judgement')}, {count(report.n_adjudications, 'adjudication')} and "
        f"{count(report.n_release_items, 'released grade')}: "
        f"{count(len(report.findings), 'finding') if report.findings else 'all as it was written'}"
    )
    for finding in report.findings:
        where = "  ".join(each for each in (finding.query_id, finding.doc_id, finding.assessor) if each)
        named = f"  [{where}]" if where else ""
        console.print(f"  {finding.kind}: {finding.text}{named}", markup=False, soft_wrap=True)
    for sentence in report.mended:
        console.print(f"  {sentence}", markup=False, soft_wrap=True)
    if any(finding.mendable for finding in report.findings):
        console.print("What can be made again: `assay check --repair`.")
    if report.hurt:
        console.print("Grades are hurt. `assay backups` lists earlier copies; `assay restore` takes one.")
