"""Commands of duplicates: found, merged, marked as distinct, linked as versions, and all of it undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from assay.cli import history
from assay.cli.app import Json, Report, session
from assay.cli.output import ProgressKind, count
from assay.codec import to_json
from assay.errors import BadInput
from assay.ingest.types import Merged
from assay.types import shown_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.duplicates.types import Duplicates, Likeness
    from assay.ingest.duplicates import DuplicateWork
    from assay.ingest.types import MergePreview
    from assay.library import Action
    from assay.types import Paper
    from assay.workspace import Workspace

DocIds = Annotated[list[str], typer.Argument(metavar="DOC_ID...", help="Papers by their ids.")]
Some = Annotated[
    list[str] | None,
    typer.Argument(metavar="[DOC_ID...]", help="Merge these papers; all sure duplicates if not given."),
]
Shown = Annotated[int, typer.Option("--show", min=0, help="How many of each kind to print.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and do nothing.")]


def register(app: typer.Typer) -> None:
    """Adds this module's commands."""
    group = typer.Typer(help="Papers that are recorded twice, and versions of one.", no_args_is_help=True)
    group.command("find")(find)
    group.command("merge")(merge)
    group.command("mark-distinct")(mark_distinct)
    group.command("link")(link)
    group.command("history")(history.history_of_all)
    group.command("undo")(history.undo)
    group.command("redo")(history.redo)
    app.add_typer(group, name="duplicates")


def find(
    context: typer.Context, *, show: Shown = 20, json: Json = False, progress: Report = ProgressKind.AUTO
) -> None:
    """Find duplicates, preprints of published papers and doubtful cases, with reasons."""
    current = session(context, json=json)
    with current.open(create=False) as workspace, current.output.progress(progress) as report:
        found = _work(workspace).find(progress=report)
        titles = _titles(workspace, found, show)
    current.output.result(to_json(found), lambda console: _show_found(found, titles, show, console))


def merge(
    context: typer.Context,
    doc_ids: Some = None,
    *,
    keep: Annotated[str, typer.Option(help="The paper to keep, one of those that are named.")] = "",
    dry_run: DryRun = False,
    show: Shown = 20,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Merge duplicate records. The paper that is judged is kept; `duplicates undo` undoes all.

    Groups with several judged papers are merged only where they are named; their judgements stay.
    """
    current = session(context, json=json)
    if doc_ids is not None and len(set(doc_ids)) == 1:
        raise BadInput("Name at least two papers to merge.")
    if keep and not doc_ids:
        raise BadInput("--keep says which of the named papers to keep. Name the papers too.")
    with current.open(create=False) as workspace, current.output.progress(progress) as report:
        work = _work(workspace)
        if doc_ids:
            groups: list[Sequence[str]] = [doc_ids]
        else:
            groups = [group.doc_ids for group in work.find(progress=report).groups]
        preview = work.preview(groups, named=bool(doc_ids), keep=keep)
        wanted = [(plan.kept, *plan.hidden) for plan in preview.merges]
        action = None if dry_run or not wanted else work.merge(wanted, named=bool(doc_ids), keep=keep)
        behind = action is not None and history.index_is_behind(workspace, action)
    payload = {
        **to_json(Merged(preview, action, behind)),
        "action": history.action_json(action),
    }
    current.output.result(payload, lambda console: _show_merge(preview, action, show, behind, console))


def mark_distinct(context: typer.Context, doc_ids: DocIds, *, json: Json = False) -> None:
    """Remember that no two of these papers are duplicates."""
    from assay.ingest.duplicates import DuplicateWork

    history.act(session(context, json=json), lambda library: DuplicateWork(library).keep_apart(doc_ids))


def link(
    context: typer.Context,
    doc_ids: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PREPRINT PUBLISHED]", help="Two papers; all that are surely versions if not given."
        ),
    ] = None,
    *,
    dry_run: DryRun = False,
    show: Shown = 20,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Link preprints with what was published of them. Both stay papers of their own."""
    current = session(context, json=json)
    if doc_ids and len(doc_ids) != 2:
        raise BadInput("Name two papers: the preprint, then what was published of it.")
    with current.open(create=False) as workspace, current.output.progress(progress) as report:
        work = _work(workspace)
        if doc_ids:
            pairs = [(doc_ids[0], doc_ids[1])]
        else:
            pairs = [_by_stage(version) for version in work.find(progress=report).versions]
        action = None if dry_run or not pairs else work.link_versions(pairs)
    payload = {"versions": [list(pair) for pair in pairs], "action": history.action_json(action)}

    def show_links(console: Console) -> None:
        for preprint, published in pairs[:show]:
            console.print(f"{preprint} -> {published}", markup=False)
        console.print(action.title if action else f"{count(len(pairs), 'pair')} to link", markup=False)

    current.output.result(payload, show_links)


def _work(workspace: Workspace) -> DuplicateWork:
    from assay.ingest.duplicates import DuplicateWork

    return DuplicateWork(workspace.library)


def _by_stage(version: Likeness) -> tuple[str, str]:
    """The preprint first."""
    other = version.other if version.preprint == version.doc_id else version.doc_id
    return version.preprint, other


def _titles(workspace: Workspace, found: Duplicates, show: int) -> dict[str, Paper]:
    wanted = [doc_id for group in found.groups[:show] for doc_id in group.doc_ids]
    for likeness in (*found.versions[:show], *found.doubtful[:show]):
        wanted += [likeness.doc_id, likeness.other]
    return {paper.doc_id: paper for paper in workspace.library.papers.get(list(dict.fromkeys(wanted)))}


def _show_found(found: Duplicates, papers: dict[str, Paper], show: int, console: Console) -> None:
    for group in found.groups[:show]:
        _show_papers(f"{group.score:.2f} same", group.links[-1].reasons, group.doc_ids, papers, console)
    for likeness in (*found.versions[:show], *found.doubtful[:show]):
        heading = f"{likeness.score:.2f} {likeness.verdict}"
        _show_papers(heading, likeness.reasons, (likeness.doc_id, likeness.other), papers, console)
    surplus = sum(len(group.doc_ids) - 1 for group in found.groups)
    console.print(
        f"{found.n_papers} papers: {count(surplus, 'duplicate')} in {count(len(found.groups), 'group')}, "
        f"{count(len(found.versions), 'preprint')} of published papers, {len(found.doubtful)} doubtful"
    )
    if found.n_cut:
        console.print(
            f"{found.n_compared} pairs were compared; {found.n_cut} share only a frequent trait and were not."
        )


def _show_papers(
    heading: str, reasons: Sequence[str], doc_ids: Sequence[str], papers: dict[str, Paper], console: Console
) -> None:
    console.print(f"{heading}: {', '.join(reasons)}", markup=False)
    for doc_id in doc_ids:
        if paper := papers.get(doc_id):
            console.print(f"    {doc_id}  {shown_title(paper)} ({paper.year or '-'})", markup=False)


def _show_merge(
    preview: MergePreview, action: Action | None, show: int, behind: bool, console: Console
) -> None:
    for plan in preview.merges[:show]:
        gains = f", gains {', '.join(plan.gains)}" if plan.gains else ""
        console.print(f"{plan.kept} <- {' '.join(plan.hidden)}{gains}", markup=False)
    if len(preview.merges) > show:
        console.print(f"and {len(preview.merges) - show} more (--json lists them all)")
    for plan in preview.left_out[:show]:
        console.print(f"left out, several are judged: {plan.kept} {' '.join(plan.hidden)}", markup=False)
    if preview.n_judgements:
        console.print(f"{count(preview.n_judgements, 'judgement')} stay with papers that are hidden")
    if action is None:
        console.print(f"{len(preview.merges)} merges, {preview.n_hidden} papers to hide", markup=False)
    else:
        history.show_action(action, behind, console)
