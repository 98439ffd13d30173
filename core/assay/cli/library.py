"""Commands about a library as a whole: status, sample, check, backups, trust."""

from __future__ import annotations

import json as json_module
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.app import Session, app, argument, command, command_group, note_read_only, option
from assay.cli.output import Printed, count, table
from assay.cli.papers import show_import
from assay.codec import to_json
from assay.location import Location, Server, folder_of, parsed, state_folder

if TYPE_CHECKING:
    from assay.library import BackupFacts, RestorePreview
    from assay.library.upkeep.backup_preview import Difference
    from assay.types import CheckReport
    from assay.workspace import Workspace


OPEN = ("queued", "running", "starting", "pausing", "paused", "cancelling")


@dataclass(frozen=True, slots=True)
class Status:
    """Where a library stands. Of the vectors, those of its model count."""

    library: str
    papers: int
    keyword_indexed: int
    vectors: int
    vectors_in: str
    model: str
    queries: int
    judged_queries: int
    grades: int
    jobs: tuple[str, ...]


@command(app, "status")
def status(current: Session) -> None:
    """Show where the library stands: papers, indexes, model, queries, grades, and work under way."""
    with current.open() as workspace:
        found = _status(workspace, state_folder(current.location))

    behind = found.papers - found.keyword_indexed
    waiting = f"; {behind} wait: run `assay index`" if behind > 0 else ""
    first, *others = found.jobs or ("none",)
    rows = (
        ("Library", found.library),
        ("Papers", f"{found.papers:,}"),
        ("Keyword index", f"{count(found.keyword_indexed, 'paper')}{waiting}"),
        ("Vectors", f"{count(found.vectors, 'paper')} ({found.model}), on {found.vectors_in}"),
        ("Queries", f"{found.queries:,}, {found.judged_queries:,} of them judged"),
        ("Grades", f"{found.grades:,}"),
        ("Jobs", first),
        *(("", job) for job in others),
    )
    current.answer(found, table(("", ""), rows))


def _status(workspace: Workspace, state: Path) -> Status:
    from assay.index import peek
    from assay.search import indexes_of, lexical_folder
    from assay.training_runs.run_list import list_runs
    from assay.training_runs.runs import runs_folder

    library, model, store = workspace.library, workspace.config.model, workspace.vector_store
    words = peek(lexical_folder(workspace.folder))
    counts = library.judgements.counts()
    runs = [
        f"training {run.run.name}: {run.state}"
        for run in list_runs(runs_folder(workspace.folder))
        if run.state in OPEN
    ]
    return Status(
        library=library.location,
        papers=library.papers.count(),
        keyword_indexed=0 if words is None else words.n,
        vectors=max((each.n for each in indexes_of(store, model)), default=0),
        vectors_in=str(store.place),
        model=model,
        queries=library.queries.count(),
        judged_queries=len(counts),
        grades=len(library.judgements.ratings()),
        jobs=(*_queued(state), *runs),
    )


def _queued(state: Path) -> list[str]:
    """The window's jobs that wait, run or were cut off; none where nothing reads like a queue."""
    try:
        rows = json_module.loads((state / "queue.json").read_text(encoding="utf-8"))
        return [f"{row['title']}: {row['state']}" for row in rows if row["state"] in (*OPEN, "interrupted")]
    except (OSError, ValueError, TypeError, KeyError):
        return []


@command(app, "sample", progress=True)
def sample(current: Session) -> None:
    """Add the sample library: papers, queries and grades, indexed, with three runs to compare."""
    from assay.campaigns.sample import fill_with_sample

    with current.open(create=True) as workspace, current.progress() as report_progress:
        report = fill_with_sample(workspace, progress=report_progress)
    current.answer(to_json(report), show_import(report))


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
    current.answer(to_json(report), _check_lines(report))
    if report.hurt:
        raise typer.Exit(1)


def _check_lines(report: CheckReport) -> Iterator[Printed]:
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


SHOWN = 10
_KINDS = {"backup": "backup", "replaced": "replaced by a restore"}


@command(app, "backup")
def backup(current: Session) -> None:
    """Back the library up now."""
    with current.open() as workspace:
        path = workspace.library.backup()
    current.answer({"backup": str(path)}, f"Backed up to {path}")


@command(app, "backups")
def backups(current: Session) -> None:
    """List the library's backups, and what restores have replaced, with what each holds."""
    from assay.library import backup_facts

    found = backup_facts(current.location)
    current.answer({"backups": found}, _show_backups(found))


@command(app, "restore")
def restore(
    current: Session,
    file: Annotated[Path, argument("A backup: its path, or its name in the library's backups.")],
    *,
    preview: Annotated[bool, option("Only say what would change.", "--preview")] = False,
) -> None:
    """Put a backup in the library's place. What was there is kept aside, not deleted."""
    from assay.library import preview_restore, restore_backup

    chosen = _backup_file(current.location, file)
    if preview:
        found = preview_restore(current.location, chosen)
        current.answer(found, _show_preview(found))
        return
    aside = restore_backup(current.location, chosen)
    kept = f"; what was there is now {aside}" if aside else ""
    current.answer({"restored": chosen, "aside": aside}, f"Restored {chosen}{kept}")


def _backup_file(location: Location, file: Path) -> Path:
    """Return the file itself where there is one, else the one of that name among the library's backups."""
    if file.exists() or len(file.parts) > 1 or isinstance(parsed(location), Server):
        return file
    return folder_of(location) / "backups" / file


def _show_backups(found: list[BackupFacts]) -> Iterator[Printed]:
    if not found:
        yield "There are no backups. One is made on each day of use; `assay backup` makes one now."
        return
    rows = []
    for each in found:
        held = each.holdings
        counts = ("?",) * 3 if held is None else (held.papers, held.judgements, held.campaigns)
        made_at = f"{each.made_at.astimezone():%Y-%m-%d %H:%M}"
        kind = _KINDS[each.kind] if held is not None else f"unreadable: {each.fault}"
        shown = (n if isinstance(n, str) else f"{n:,}" for n in counts)
        rows.append((made_at, f"{each.size / 1e6:,.1f} MB", *shown, kind, each.path.name))
    yield table(("made at", "#size", "#papers", "#judgements", "#campaigns", "", "name"), rows)
    yield f"In {found[0].path.parent}. `assay restore NAME --preview` says what one would change."


def _show_preview(found: RestorePreview) -> Iterator[Printed]:
    if found.now is None:
        yield f"The library cannot be read now: {found.fault}."
    else:
        for name, now in asdict(found.now).items():
            yield f"{name}: {now:,} now, {asdict(found.then)[name]:,} in the backup"
    differences = {"papers": found.papers, "judgements": found.judgements, "campaigns": found.campaigns}
    differences["highlights"] = found.highlights
    for name, difference in differences.items():
        yield from _show_difference(name, difference)
    if all(each.is_none for each in differences.values()):
        yield "Papers, judgements, campaigns and highlights are the same."
    yield "Nothing was changed."


def _show_difference(name: str, difference: Difference) -> Iterator[Printed]:
    for sign, verb, n, lines in (
        ("+", "would come", difference.n_added, difference.added),
        ("-", "would go", difference.n_removed, difference.removed),
        ("~", "would be others", difference.n_changed, difference.changed),
    ):
        if not n:
            continue
        yield f"{name} that {verb}: {n:,}"
        for line in lines[:SHOWN]:
            yield f"  {sign} {line}"
        if n > SHOWN:
            yield f"    and {n - SHOWN:,} more"


commands = command_group("library", "The library itself.")


@command(commands, "trust")
def trust(current: Session) -> None:
    """Trust a library that was made elsewhere: its watched folders are looked through from now on."""
    with current.open() as workspace:
        workspace.library.trust()
        location = workspace.library.location
        folders = [folder.path for folder in workspace.library.watched.all()]
        trusted = workspace.library.is_trusted
    text = f"{location} is trusted." if trusted else f"{location} could not be noted as trusted; see the log."
    watched = f" Watched folders: {', '.join(folders)}" if folders else ""
    current.answer({"library": location, "trusted": trusted, "watched": folders}, text + watched)
