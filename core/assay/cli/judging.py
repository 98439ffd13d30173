"""Commands about grades and the people who judge: judge, undo, qrels, pool, assessor."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from assay.cli.app import Force, Json, Report, Session, session
from assay.cli.output import ProgressKind, add_row, table
from assay.codec import to_json
from assay.errors import BadInput
from assay.files import require_writable
from assay.types import JudgementState

if TYPE_CHECKING:
    from assay.library import Judgements
    from assay.workspace import Workspace


Assessor = Annotated[str, typer.Option(help="Who judges.")]
InCampaign = Annotated[str | None, typer.Option("--campaign", help="In this campaign, not for oneself.")]


class QrelsFormat(StrEnum):
    """The two layouts in which judgements travel."""

    TREC = "trec"
    BEIR = "beir"


def register(app: typer.Typer) -> None:
    """Adds this module's commands."""
    app.command("judge", context_settings={"ignore_unknown_options": True})(judge)
    app.command("undo")(undo)
    app.command("pool")(make_pool)
    qrels = typer.Typer(help="Judgements to and from files.", no_args_is_help=True)
    qrels.command("export")(export_qrels)
    qrels.command("import")(import_qrels)
    app.add_typer(qrels, name="qrels")
    _register_assessors(app)


def judge(
    context: typer.Context,
    query_id: str,
    doc_id: str,
    grade: Annotated[str, typer.Argument(help="0, 1 or 2; or unsure, later, unreadable.")],
    *,
    assessor: Assessor,
    note: Annotated[str | None, typer.Option(help="A note, kept apart from the grade.")] = None,
    campaign: InCampaign = None,
    json: Json = False,
) -> None:
    """Record one judgement. It is on disk when the command returns."""
    judge_in(
        session(context, json=json), campaign, query_id, doc_id, grade=grade, assessor=assessor, note=note
    )


def judge_in(
    current: Session,
    campaign: str | None,
    query_id: str,
    doc_id: str,
    *,
    grade: str,
    assessor: str,
    note: str | None,
) -> None:
    """Judges in a campaign, or for oneself where none is named."""
    state, relevance = parse_grade(grade)
    with current.open(create=False) as workspace:
        store = judgements_of(workspace, campaign)
        kept = store.record(query_id, doc_id, assessor=assessor, state=state, relevance=relevance)
        if note is not None:
            kept = store.set_note(query_id, doc_id, assessor=assessor, note=note)
    payload = {
        "query_id": kept.query_id,
        "doc_id": kept.doc_id,
        "assessor": kept.assessor,
        "state": kept.state.value,
        "relevance": kept.relevance,
        "note": kept.note,
    }
    current.output.result(
        payload, lambda console: console.print(f"{query_id} {doc_id}: {grade}", markup=False)
    )


def judgements_of(workspace: Workspace, campaign: str | None) -> Judgements:
    from assay.campaigns.campaign import CampaignWork

    return (
        workspace.library.judgements
        if campaign is None
        else CampaignWork(workspace, campaign).store.judgements
    )


def parse_grade(text: str) -> tuple[JudgementState, int | None]:
    if text in ("0", "1", "2"):
        return JudgementState.GRADE, int(text)
    given = (JudgementState.UNSURE, JudgementState.LATER, JudgementState.UNREADABLE)
    states = {state.value: state for state in given}
    if text not in states:
        raise BadInput(f"'{text}' is not a grade. Give 0, 1 or 2, or one of {', '.join(states)}.")
    return states[text], None


def undo(
    context: typer.Context, *, assessor: Assessor, campaign: InCampaign = None, json: Json = False
) -> None:
    """Take back the assessor's latest judgement. The history keeps both."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        undone = judgements_of(workspace, campaign).undo(assessor=assessor)
    if undone is None:
        raise BadInput(f"Nothing to undo for '{assessor}'.")
    query_id, doc_id, now = undone
    payload = {"query_id": query_id, "doc_id": doc_id, "relevance": now.relevance if now else None}
    current.output.result(
        payload, lambda console: console.print(f"undone: {query_id} {doc_id}", markup=False)
    )


def make_pool(
    context: typer.Context,
    *,
    depth: Annotated[int, typer.Option(min=1, help="How many results of each run.")] = 10,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Put the top results of all runs up for judging; makes the runs first if there are none."""
    from assay.campaigns.pools import extend_pool
    from assay.searching.search import make_all_runs

    current = session(context, json=json)
    with current.open(create=False) as workspace, current.output.progress(progress) as report:
        if not workspace.library.queries.count():
            raise BadInput("This library has no queries. Import some, or search and keep the query.")
        if not workspace.library.runs.all():
            make_all_runs(workspace, progress=report)
        new = extend_pool(workspace.library, depth=depth)
        total = workspace.library.pool.count()
    current.output.result({"new": new, "total": total}, lambda c: c.print(f"{new} new pairs, {total} in all"))


def export_qrels(
    context: typer.Context,
    out: Annotated[Path, typer.Argument(help="The file to write.")],
    *,
    format: Annotated[QrelsFormat, typer.Option(help="TREC or BEIR.")] = QrelsFormat.TREC,
    assessor: Annotated[str | None, typer.Option(help="Only this assessor's grades.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write the grades as qrels. Several assessors of one pair: the lower median of their grades."""
    from assay.ingest.queries import export_qrels

    current = session(context, json=json)
    require_writable(out, overwrite=force)
    with current.open(create=False) as workspace:
        rows = export_qrels(workspace.library, out, format=format.value, assessor=assessor, overwrite=force)
    payload = {"rows": rows, "out": str(out)}
    current.output.result(payload, lambda console: console.print(f"{rows} judgements -> {out}", markup=False))


def import_qrels(
    context: typer.Context,
    file: Path,
    *,
    assessor: Annotated[str, typer.Option(help="Whose grades these are.")] = "imported",
    json: Json = False,
) -> None:
    """Take over the grades of a TREC or BEIR qrels file (0, 1 or 2)."""
    from assay.ingest.queries import import_qrels

    current = session(context, json=json)
    with current.open(create=False) as workspace:
        new = import_qrels(workspace.library, file, assessor=assessor)
    current.output.result({"new": new}, lambda console: console.print(f"{new} judgements imported"))


Handle = Annotated[str, typer.Argument(help="The assessor's name.")]


def _register_assessors(app: typer.Typer) -> None:
    assessor = typer.Typer(help="The people who judge.", no_args_is_help=True)
    assessor.command("list")(list_assessors)
    assessor.command("rename")(rename)
    assessor.command("deactivate")(deactivate)
    assessor.command("activate")(activate)
    app.add_typer(assessor, name="assessor")


def list_assessors(context: typer.Context, *, json: Json = False) -> None:
    """List everybody who judges in this library."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        found = workspace.library.annotators.all()
    rows = [{"handle": one.handle, "uuid": one.uuid, "active": one.active} for one in found]

    def show(console: Console) -> None:
        shown = table("Assessor", "", "Uuid")
        for one in found:
            add_row(shown, one.handle, "" if one.active else "deactivated", one.uuid)
        console.print(shown if found else "Nobody has judged here yet.")

    current.output.result({"assessors": rows}, show)


def rename(
    context: typer.Context,
    old: Handle,
    new: Annotated[str, typer.Argument(help="The name from now on.")],
    *,
    json: Json = False,
) -> None:
    """Give an assessor another name. All their grades, also those on other machines, stay theirs."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        workspace.library.annotators.rename(old, new)
    current.output.result(
        to_json({"old": old, "new": new}), lambda console: console.print(f"{old} is now {new}", markup=False)
    )


def deactivate(context: typer.Context, handle: Handle, *, json: Json = False) -> None:
    """Deactivate an assessor: they can no longer judge. Every grade that they gave stays."""
    _set_active(context, handle, active=False, json=json)


def activate(context: typer.Context, handle: Handle, *, json: Json = False) -> None:
    """Activate an assessor: they can judge again."""
    _set_active(context, handle, active=True, json=json)


def _set_active(context: typer.Context, handle: str, *, active: bool, json: bool) -> None:
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        workspace.library.annotators.set_active(handle, active)
    now = "active" if active else "deactivated"
    current.output.result(
        {"handle": handle, "active": active},
        lambda console: console.print(f"{handle} is {now}", markup=False),
    )
