"""Commands that carry judgements out and in: release, export, import, merge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from assay.campaign_types import HeldBack, MergeReport, Release, ReleaseRule
from assay.cli.app import Force, Json, Report, session
from assay.cli.output import ProgressKind
from assay.cli.payloads import count, plain
from assay.errors import BadInput
from assay.evaluation.export import ExportReport
from assay.files import require_free
from assay.judging.campaigns.release import NOT_JUDGED
from assay.types import one_line

if TYPE_CHECKING:
    from assay.campaigns.campaign import CampaignWork
    from assay.campaigns.types import ImportPreview

Name = Annotated[str, typer.Argument(help="The campaign's name.")]


REFUSED = 1  # the exit status of a preview


class ExportFormat(StrEnum):
    """The layouts in which a release leaves."""

    TREC = "trec"
    BEIR = "beir"
    ICLR2022 = "iclr2022"
    CSV = "csv"
    BUNDLE = "bundle"


class ImportFormat(StrEnum):
    """The layouts in which others' judgements come."""

    AUTO = "auto"
    TREC = "trec"
    BEIR = "beir"
    QUEPID = "quepid"


def register(campaign: typer.Typer) -> None:
    """Adds this module's commands."""
    campaign.command("release")(release)
    campaign.command("export")(export)
    campaign.command("import")(import_judgements)
    campaign.command("merge")(merge)


def release(
    context: typer.Context,
    name: Name,
    *,
    rule: Annotated[
        ReleaseRule, typer.Option(help="How several grades of a pair become one.")
    ] = ReleaseRule.ADJUDICATED,
    min_raters: Annotated[
        int, typer.Option(min=1, help="Leave out pairs with fewer grades; those with one are 'single'.")
    ] = 1,
    json: Json = False,
) -> None:
    """Freeze the grades as they stand now: the next version, with its checksum and its data card."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        made = workspace.campaign(name).release(rule, min_raters=min_raters)
    current.output.result(plain(made), lambda console: _show_release(made, console))


def _show_release(release: Release, console: Console) -> None:
    grades = release.card["release"]["grades"]
    console.print(
        f"release {release.version}: {count(release.n_items, 'judgement')} (0/1/2: "
        f"{'/'.join(str(n) for n in grades.values())}), {release.rule.value}, sha256 {release.sha256}"
    )
    single = release.card["release"]["sources"].get("single", 0)
    n_open = release.card["left_out"].get(NOT_JUDGED, 0)
    console.print(
        f"  {count(single, 'pair')} with one grade only (single), {count(n_open, 'pair')} not judged yet"
    )
    for reason, n in release.card["left_out"].items():
        console.print(f"  left out: {count(n, 'pair')}, {reason}")
    _show_changed("changed or removed since the corpus was frozen", release.card["changed_papers"], console)


def _show_changed(what: str, doc_ids: Sequence[str], console: Console) -> None:
    if doc_ids:
        shown = f"{', '.join(doc_ids[:5])}{', ...' * (len(doc_ids) > 5)}"
        console.print(f"  {count(len(doc_ids), 'paper')} {what}: {shown}", markup=False)


def export(
    context: typer.Context,
    name: Name,
    out: Annotated[Path, typer.Argument(help="The file to write; for beir and iclr2022 the folder.")],
    *,
    release: Annotated[
        int | None,
        typer.Option("--release", min=1, help="Which one; the latest if not given, and a bundle needs none."),
    ] = None,
    format: Annotated[ExportFormat, typer.Option(help="The layout.")] = ExportFormat.TREC,
    assessor: Annotated[
        str | None,
        typer.Option(
            "--for",
            metavar="ASSESSOR",
            help="A bundle to hand out: without runs and releases, and without what others said.",
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write a release for other programs, or the campaign as a bundle for another machine.

    A whole bundle shows everybody's grades and notes, and each run's ranks: it is for whoever leads the
    campaign. Hand assessors one that was made with --for.
    """
    current = session(context, json=json)
    if assessor is not None and (format is not ExportFormat.BUNDLE or release is not None):
        raise BadInput("--for makes a bundle to hand out: give --format bundle with it, and no --release.")
    if not force and not (out.is_dir() and not any(out.iterdir())):
        require_free(out)
    with current.open(create=False) as workspace:
        work = workspace.campaign(name)
        if format is ExportFormat.BUNDLE and release is None:
            report = ExportReport((out,), work.export_bundle(out, assessor=assessor, overwrite=force))
        else:
            release = release or latest_release(work)
            report = work.export(release, out, format=format.value, overwrite=force)
    payload = {
        "rows": report.rows,
        "release": release,
        "files": [str(file) for file in report.files],
        "changed_papers": list(report.changed_papers),
    }

    def show(console: Console) -> None:
        what = count(report.rows, "record" if format is ExportFormat.BUNDLE else "judgement")
        of = f" of release {release}" if release else ""
        console.print(f"{what}{of} -> {out}", markup=False)
        _show_changed(
            "read otherwise than they were frozen; their texts are those of now",
            report.changed_papers,
            console,
        )

    current.output.result(payload, show)


def latest_release(work: CampaignWork) -> int:
    """Its version. Raises BadInput where nothing was released yet."""
    found = work.store.releases.all()
    if not found:
        raise BadInput(
            f"The campaign has no release yet. Freeze one: `assay campaign release {quote(work.store.name)}`."
        )
    return max(release.version for release in found)


def import_judgements(
    context: typer.Context,
    name: Name,
    file: Annotated[Path, typer.Argument(help="TREC qrels, a BEIR folder, or Quepid's CSV; .gz too.")],
    *,
    format: Annotated[ImportFormat, typer.Option(help="What it is.")] = ImportFormat.AUTO,
    assessor: Annotated[str, typer.Option(help="Whose grades these are, where the file names nobody.")] = (
        "imported"
    ),
    create: Annotated[
        bool, typer.Option("--create", help="Add papers and queries that are not here, by their id alone.")
    ] = False,
    map_grade: Annotated[
        list[str] | None, typer.Option("--map", metavar="FROM=TO", help="Such as 3=2; repeatable.")
    ] = None,
    split: Annotated[
        str | None, typer.Option(help="Which judgements of a BEIR folder; its only ones, or test.")
    ] = None,
    preview: Annotated[bool, typer.Option("--preview", help="Only say what would be done.")] = False,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Take over judgements that others made: all of the file, or nothing of it.

    A preview of what would be refused leaves with status 1.
    """
    current = session(context, json=json)
    with current.open(create=False) as workspace, current.output.progress(progress) as report:
        found = workspace.import_judgements(
            name,
            file,
            format=format.value,
            assessor=assessor,
            create_missing=create,
            grade_map=_grade_map(map_grade or []),
            split=split,
            preview=preview,
            progress=report,
        )
    payload = {**plain(found), "preview": preview}
    current.output.result(payload, lambda console: _show_import(found, console, preview=preview))
    if preview and found.problems:
        raise typer.Exit(REFUSED)


def _grade_map(given: list[str]) -> dict[int, int]:
    mapped = {}
    for text in given:
        source, equals, target = text.partition("=")
        if not equals or not source.removeprefix("-").isdecimal() or target not in ("0", "1", "2"):
            raise BadInput(f"'{text}' maps no grade. Write such as 3=2, to 0, 1 or 2.")
        mapped[int(source)] = int(target)
    return mapped


def _show_import(found: ImportPreview, console: Console, *, preview: bool) -> None:
    refused = preview and bool(found.problems)
    if refused:
        console.print("would be refused:")
        for problem in found.problems:
            console.print(f"  {one_line(problem)}", markup=False, soft_wrap=True)
    done = "in the file:" if refused else "would import" if preview else "imported"
    console.print(
        f"{done} {count(found.n_rows, 'judgement')} of {count(found.n_queries, 'query')} and "
        f"{count(found.n_docs, 'paper')}: {found.n_new} new, {found.n_changed} changed, {found.n_known} known"
    )
    console.print(", ".join(f"grade {grade}: {n}" for grade, n in sorted(found.grades.items())))
    for what, ids in (("query", found.unknown_queries), ("paper", found.unknown_docs)):
        if ids:
            state = "not here" if preview else "added"
            console.print(f"{count(len(ids), what)} {state}: {', '.join(ids[:5])}{', ...' * (len(ids) > 5)}")
    for note in found.notes:
        console.print(f"  {one_line(note)}", markup=False, soft_wrap=True)


def merge(
    context: typer.Context,
    bundle: Annotated[Path, typer.Argument(help="A bundle that another machine exported.")],
    *,
    create: Annotated[
        bool, typer.Option("--create", help="Make the campaign and its papers if they are not here.")
    ] = False,
    preview: Annotated[bool, typer.Option("--preview", help="Only say what would be done.")] = False,
    accept: Annotated[
        list[str] | None,
        typer.Option(help="Also take over what was held back in the name of this assessor; repeatable."),
    ] = None,
    plan: Annotated[
        str | None, typer.Option(help="Merge only what the preview with this plan showed, or nothing.")
    ] = None,
    json: Json = False,
) -> None:
    """Merge a bundle into its campaign here. Any order, any number of times: the result is the same.

    A preview says what the same command without it would do, also that it would be refused. What the bundle
    says in the name of others than its machine's own assessors, and what it would change of the grades that
    stand here, is held back until you accept it.
    """
    current = session(context, json=json)
    with current.open(create=create) as workspace:
        report = workspace.merge_bundle(
            bundle, create=create, preview=preview, confirmed=accept or (), plan=plan
        )
    current.output.result(
        {**plain(report), "preview": preview}, lambda console: _show_merge(report, console, preview=preview)
    )


def _show_merge(report: MergeReport, console: Console, *, preview: bool) -> None:
    console.print(
        f"{'would merge' if preview else 'merged'}: {count(report.events_new, 'new event')}, "
        f"{report.events_known} known; {count(report.adjudications_new, 'new adjudication')}; "
        f"{count(report.pairs_new, 'new pair')}; {count(report.assignments_new, 'new assignment')}; "
        f"{count(report.releases_new, 'new release')}"
    )
    for one in report.conflicts:
        console.print(f"  conflict, to be judged again by {one.assessor}: {one.query_id} {one.doc_id}")
    for held in report.held_back:
        for line in _held_lines(held):
            console.print(line, markup=False)
    for note in report.notes:
        console.print(f"  {one_line(note)}", markup=False, soft_wrap=True)
    if preview:
        console.print(f"to merge exactly this, add --plan {report.plan} in place of --preview")


def _held_lines(held: HeldBack) -> Iterator[str]:
    yield f"  held back: {count(held.n_events, 'event')} in the name of '{held.assessor}'"
    if held.foreign:
        yield f"    {held.foreign} of another machine than theirs"
    if held.overruled:
        yield f"    {held.overruled} in place of what others settled"
    for change in held.changes:
        yield f"    {change.query_id} {change.doc_id}: {change.before} would be {change.after or 'withdrawn'}"
    yield f"    Ask {held.assessor}; if they gave them, merge again with --accept {quote(held.assessor)}"
