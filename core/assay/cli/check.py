"""`assay check`: is everything as it was written?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.app import Session, app, command, note_read_only, option
from assay.cli.output import Printed, count
from assay.codec import to_json

if TYPE_CHECKING:
    from assay.types import CheckReport


@command(app, "check", progress=True)
def check(
    current: Session,
    *,
    repair: Annotated[
        bool, option("Make again what can be made again, and remove left-overs.", "--repair")
    ] = False,
) -> None:
    """Check the library: pages, references, every grade against its checksum, indexes, left-over files.

    Leaves with status 1 if grades are hurt, and names the query, paper and assessor of each.
    """
    from assay.campaigns.library_check import check_library
    from assay.library import Library

    with Library.open_as_it_is(current.location) as library, current.progress() as report_progress:
        note_read_only(library)
        report = check_library(library, repair=repair, progress=report_progress)
    current.answer(to_json(report), _show(report))
    if report.hurt:
        raise typer.Exit(1)


def _show(report: CheckReport) -> Iterator[Printed]:
    yield (
        f"checked {count(report.n_events, 'judgement')}, {count(report.n_adjudications, 'adjudication')} and "
        f"{count(report.n_release_items, 'released grade')}: "
        f"{count(len(report.findings), 'finding') if report.findings else 'all as it was written'}"
    )
    for finding in report.findings:
        where = "  ".join(each for each in (finding.query_id, finding.doc_id, finding.assessor) if each)
        named = f"  [{where}]" if where else ""
        yield f"  {finding.kind}: {finding.text}{named}"
    for sentence in report.mended:
        yield f"  {sentence}"
    if any(finding.mendable for finding in report.findings):
        yield "What can be made again: `assay check --repair`."
    if report.hurt:
        yield "Grades are hurt. `assay backups` lists earlier copies; `assay restore` takes one."
