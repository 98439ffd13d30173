"""Commands of duplicates: found, merged, marked as distinct, linked as versions, and all of it undone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from assay.cli import history
from assay.cli.app import Session, argument, command, command_group, option
from assay.cli.options import On, workers_on
from assay.cli.output import Printed, count
from assay.codec import to_json
from assay.errors import BadInput
from assay.ingest.types import Merged
from assay.messages import Message
from assay.types import shown_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.duplicates.types import Duplicates, Likeness
    from assay.ingest.duplicates import DuplicateWork
    from assay.ingest.types import MergePreview
    from assay.library import Action
    from assay.types import Paper
    from assay.workspace import Workspace

DocIds = Annotated[list[str], argument("Papers by their ids.", metavar="DOC_ID...")]
Some = Annotated[
    list[str] | None, argument("Merge these papers; all sure duplicates if not given.", metavar="[DOC_ID...]")
]
Shown = Annotated[int, option("How many of each kind to print.", "--show", min=0)]
DryRun = Annotated[bool, option("Say what would be done, and do nothing.", "--dry-run")]


commands = command_group("duplicates", "Papers that are recorded twice, and versions of one.")


@command(commands, "find", progress=True)
def find(current: Session, *, show: Shown = 20, on: On = "") -> None:
    """Find duplicates, preprints of published papers and possible duplicates, with reasons."""
    with current.open() as workspace, current.progress() as report, workers_on(on) as workers:
        found = _work(workspace).find(workers=workers, progress=report)
        titles = _titles(workspace, found, show)
    current.answer(to_json(found), _show_found(found, titles, show))


@command(commands, "merge", progress=True)
def merge(
    current: Session,
    doc_ids: Some = None,
    *,
    keep: Annotated[str, option("The paper to keep, one of those that are named.")] = "",
    dry_run: DryRun = False,
    show: Shown = 20,
) -> None:
    """Merge duplicate records. The paper that is judged is kept; `duplicates undo` undoes all.

    Groups with several judged papers are merged only where they are named; their judgements stay.
    """
    if doc_ids is not None and len(set(doc_ids)) == 1:
        raise BadInput("Name at least two papers to merge.")
    if keep and not doc_ids:
        raise BadInput("--keep says which of the named papers to keep. Name the papers too.")
    with current.open() as workspace, current.progress() as report:
        work = _work(workspace)
        if doc_ids:
            groups: list[Sequence[str]] = [doc_ids]
        else:
            groups = [group.doc_ids for group in work.find(progress=report).groups]
        preview = work.preview(groups, named=bool(doc_ids), keep=keep)
        wanted = [(plan.kept, *plan.hidden) for plan in preview.merges]
        action = None if dry_run or not wanted else work.merge(wanted, named=bool(doc_ids), keep=keep)
        behind = action is not None and history.index_is_behind(workspace, action)
    payload = {**to_json(Merged(preview, action, behind)), "action": history.action_json(action)}
    current.answer(payload, _show_merge(preview, action, show, behind))


@command(commands, "mark-distinct")
def mark_distinct(current: Session, doc_ids: DocIds) -> None:
    """Remember that no two of these papers are duplicates."""
    from assay.ingest.duplicates import DuplicateWork

    history.act(current, lambda library: DuplicateWork(library).keep_apart(doc_ids))


@command(commands, "link", progress=True)
def link(
    current: Session,
    doc_ids: Annotated[
        list[str] | None,
        argument("Two papers; all that are surely versions if not given.", metavar="[PREPRINT PUBLISHED]"),
    ] = None,
    *,
    dry_run: DryRun = False,
    show: Shown = 20,
) -> None:
    """Link preprints with what was published of them. Both stay papers of their own."""
    if doc_ids and len(doc_ids) != 2:
        raise BadInput("Name two papers: the preprint, then what was published of it.")
    with current.open() as workspace, current.progress() as report:
        work = _work(workspace)
        if doc_ids:
            pairs = [(doc_ids[0], doc_ids[1])]
        else:
            pairs = [_by_stage(version) for version in work.find(progress=report).versions]
        action = None if dry_run or not pairs else work.link_versions(pairs)
    payload = {"versions": [list(pair) for pair in pairs], "action": history.action_json(action)}

    lines = [f"{preprint} -> {published}" for preprint, published in pairs[:show]]
    end = action.title if action else f"{count(len(pairs), 'pair')} to link"
    current.answer(payload, [*lines, end])


command(commands, "history")(history.history_of_all)
command(commands, "undo")(history.undo)
command(commands, "redo")(history.redo)


def _work(workspace: Workspace) -> DuplicateWork:
    from assay.ingest.duplicates import DuplicateWork

    return DuplicateWork(workspace.library)


def _by_stage(version: Likeness) -> tuple[str, str]:
    """Return the preprint first."""
    other = version.other if version.preprint == version.doc_id else version.doc_id
    return version.preprint, other


def _titles(workspace: Workspace, found: Duplicates, show: int) -> dict[str, Paper]:
    wanted = [doc_id for group in found.groups[:show] for doc_id in group.doc_ids]
    for likeness in (*found.versions[:show], *found.doubtful[:show]):
        wanted += [likeness.doc_id, likeness.other]
    return {paper.doc_id: paper for paper in workspace.library.papers.get(list(dict.fromkeys(wanted)))}


def _show_found(found: Duplicates, papers: dict[str, Paper], show: int) -> Iterator[Printed]:
    for group in found.groups[:show]:
        yield from _show_papers(f"{group.score:.2f} same", group.links[-1].reasons, group.doc_ids, papers)
    for likeness in (*found.versions[:show], *found.doubtful[:show]):
        heading = f"{likeness.score:.2f} {likeness.verdict}"
        yield from _show_papers(heading, likeness.reasons, (likeness.doc_id, likeness.other), papers)
    surplus = sum(len(group.doc_ids) - 1 for group in found.groups)
    yield (
        f"{found.n_papers} papers: {count(surplus, 'duplicate')} in {count(len(found.groups), 'group')}, "
        f"{count(len(found.versions), 'preprint')} of published papers, {len(found.doubtful)} to review"
    )
    if found.n_cut:
        rest = f"{found.n_cut} share only a frequent trait and were not"
        yield f"{found.n_compared} pairs were compared; {rest}."


def _show_papers(
    heading: str, reasons: Sequence[Message], doc_ids: Sequence[str], papers: dict[str, Paper]
) -> Iterator[Printed]:
    yield f"{heading}: {', '.join(map(str, reasons))}"
    for doc_id in doc_ids:
        if paper := papers.get(doc_id):
            yield f"    {doc_id}  {shown_title(paper)} ({paper.year or '-'})"


def _show_merge(preview: MergePreview, action: Action | None, show: int, behind: bool) -> Iterator[Printed]:
    for plan in preview.merges[:show]:
        gains = f", gains {', '.join(plan.gains)}" if plan.gains else ""
        yield f"{plan.kept} <- {' '.join(plan.hidden)}{gains}"
    if len(preview.merges) > show:
        yield f"and {len(preview.merges) - show} more (--json lists them all)"
    for plan in preview.left_out[:show]:
        yield f"left out, several are judged: {plan.kept} {' '.join(plan.hidden)}"
    if preview.n_judgements:
        yield f"{count(preview.n_judgements, 'judgement')} stay with papers that are hidden"
    if action is None:
        yield f"{len(preview.merges)} merges, {preview.n_hidden} papers to hide"
    else:
        yield from history.show_action(action, behind)
