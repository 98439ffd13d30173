"""Commands about queries, grades and the people who judge: judge, undo, queries, qrels, pool, assessor."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from assay.campaign_types import QueueOrder
from assay.cli.app import Force, Session, app, argument, command, command_group, option
from assay.cli.history import act
from assay.cli.output import table
from assay.codec import to_json
from assay.errors import BadInput
from assay.files import require_writable
from assay.ingest.types import Added
from assay.judging.campaigns.card import ORDER_NAMES
from assay.judging.session import parse_grade

if TYPE_CHECKING:
    from assay.campaigns.types import QueueRanking
    from assay.judging import JudgingSession
    from assay.library import Judgements
    from assay.workspace import Workspace


query_commands = command_group("queries", "The queries that are judged and evaluated.")


@command(query_commands, "import")
def import_queries(
    current: Session, file: Annotated[Path, argument("JSONL; CSV or TSV (id, text); or one text a line.")]
) -> None:
    """Import queries."""
    from assay.ingest.queries import import_queries

    with current.open(create=True) as workspace:
        new = import_queries(workspace.library, file)
    current.answer(Added(new), f"{new} new queries")


@command(query_commands, "list")
def list_queries(current: Session) -> None:
    """List the library's queries."""
    with current.open() as workspace:
        found = workspace.library.queries.all()
    current.answer({"queries": found}, [f"{query.query_id}  {query.text}" for query in found])


@command(query_commands, "rename")
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


@command(query_commands, "remove")
def remove_queries(
    current: Session,
    query_ids: Annotated[list[str], argument("Queries by their ids.", metavar="QUERY_ID...")],
) -> None:
    """Remove queries, with their grades, from sight. None is lost: `assay history undo` brings them back."""
    act(current, lambda library: library.queries.remove(query_ids))


@command(query_commands, "merge")
def merge_queries(
    current: Session,
    query_ids: Annotated[list[str], argument("Queries to merge, by their ids.", metavar="QUERY_ID...")],
    *,
    into: Annotated[str, option("The query that gets their grades.")],
) -> None:
    """Merge queries into another one, which gets their grades. `assay history undo` takes it back."""
    act(current, lambda library: library.queries.merge(query_ids, into))


@command(query_commands, "describe")
def describe_query(
    current: Session,
    query_id: Annotated[str, argument("The query: `assay queries list` shows them.")],
    *,
    description: Annotated[str | None, option("What is wanted, in a sentence.")] = None,
    narrative: Annotated[str | None, option("What counts as relevant, and what does not.")] = None,
    source: Annotated[str | None, option("Where the query comes from.")] = None,
) -> None:
    """Say what a query is about, as a TREC topic does, for those who judge. What is not given stays."""
    from assay.ingest.editing import describe_query as describe

    act(
        current,
        lambda library: describe(
            library, query_id, description=description, narrative=narrative, source=source
        ),
    )


@command(query_commands, "export")
def export_queries(
    current: Session, file: Annotated[Path, argument("JSON Lines.")], *, force: Force = False
) -> None:
    """Write the library's queries with their descriptions, as `assay queries import` reads them."""
    from assay.ingest.queries import export_queries as export

    require_writable(file, overwrite=force)
    with current.open() as workspace:
        rows = export(workspace.library, file, overwrite=force)
    current.answer({"rows": rows, "out": file}, f"{rows} queries -> {file}")


Assessor = Annotated[str, option("Who judges.")]
InCampaign = Annotated[str | None, option("In this campaign, not for oneself.", "--campaign")]


QrelsFormat = Literal["trec", "beir"]  # the two layouts in which judgements travel


qrels_commands = command_group("qrels", "Judgements to and from files.")


@command(app, "judge", lenient=True)
def judge(
    current: Session,
    query_id: str,
    doc_id: str,
    grade: Annotated[str, argument("0, 1 or 2; or unsure, later, unreadable.")],
    *,
    assessor: Assessor,
    note: Annotated[str | None, option("A note, kept apart from the grade.")] = None,
    campaign: InCampaign = None,
    order: Annotated[
        QueueOrder | None, option("The order in which `assay queue` offered the pair, to be kept with it.")
    ] = None,
) -> None:
    """Record one judgement. It is on disk when the command returns."""
    if order is not None and campaign is not None:
        raise BadInput("A campaign's queue has an order of its own. Leave --order out.")
    if order is not None:
        _require_offered(current, query_id, doc_id)
    judge_in(current, campaign, query_id, doc_id, grade=grade, assessor=assessor, note=note, order=order)


@command(app, "queue")
def queue(
    current: Session,
    query_id: Annotated[str | None, argument("Only the pairs of this query.")] = None,
    *,
    assessor: Assessor,
    order: Annotated[
        QueueOrder, option("Shuffled, as pooled, or likely relevant first.")
    ] = QueueOrder.LIKELY,
) -> None:
    """List the library's own pairs to judge, query by query; likely relevant first, by the grades so far.

    With that order, say how much was found of each query, how much may be left, and where to stop. Campaigns
    have queues of their own (`assay campaign queue`).
    """
    from assay.campaigns.likely_first import own_queue

    with current.open() as workspace:
        judging, rankings = own_queue(workspace, assessor, order, query_id=query_id)
    rows, lines = queue_rows(judging)
    payload = {**rows, "order": order.value, "rankings": to_json(rankings)}
    current.answer(payload, [*lines, *map(_shown_ranking, rankings)])


def _require_offered(current: Session, query_id: str, doc_id: str) -> None:
    with current.open() as workspace:
        if (query_id, doc_id) not in workspace.library.pool.pairs(query_id=query_id):
            raise BadInput("{0} {1}: no queue offered this pair. Leave --order out.", query_id, doc_id)


def queue_rows(judging: JudgingSession) -> tuple[dict[str, object], list[str]]:
    """Return the pairs of a queue in their order with what was said of them, as a payload and as lines."""
    state, rows, lines = judging.state, [], []
    for query_id, doc_id in judging.order:
        given = judging.judgements.get((query_id, doc_id))
        state_given = given.state if given is not None else None
        relevance = given.relevance if given is not None else None
        rows.append({"query_id": query_id, "doc_id": doc_id, "state": state_given, "relevance": relevance})
        lines.append(f"{state_given or '-' if relevance is None else relevance}  {query_id}  {doc_id}")
    payload = {"pairs": rows, "n_done": state.n_done, "n_total": state.n_total, "next": state.pair}
    return payload, [*lines, f"{state.n_done} of {state.n_total} done"]


def _shown_ranking(ranking: QueueRanking) -> str:
    if not ranking.n_judged:
        return f"{ranking.query_id}: nothing is judged yet of {len(ranking.doc_ids)} pairs"
    about = "" if ranking.expected is None else f"about {round(ranking.expected)} and "
    stop = "; 80 % are found, so you may stop" if ranking.may_stop and ranking.doc_ids else ""
    return (
        f"{ranking.query_id}: {ranking.n_found} of {ranking.n_judged} judged are relevant; of "
        f"{len(ranking.doc_ids)} open ones {about}at most {ranking.most} (95 %){stop}"
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
    order: QueueOrder | None = None,
) -> None:
    """Record a judgement in a campaign, or for oneself where none is named."""
    state, relevance = parse_grade(grade)
    with current.open() as workspace:
        store = judgements_of(workspace, campaign)
        kept = store.record(
            query_id, doc_id, assessor=assessor, state=state, relevance=relevance, order=order
        )
        if note is not None:
            kept = store.set_note(query_id, doc_id, assessor=assessor, note=note)
    current.answer(kept, f"{query_id} {doc_id}: {grade}")


def judgements_of(workspace: Workspace, campaign: str | None) -> Judgements:
    from assay.campaigns.campaign import CampaignWork

    return (
        workspace.library.judgements
        if campaign is None
        else CampaignWork(workspace, campaign).store.judgements
    )


@command(app, "undo")
def undo(current: Session, *, assessor: Assessor, campaign: InCampaign = None) -> None:
    """Take back the assessor's latest judgement. The history keeps both."""
    with current.open() as workspace:
        undone = judgements_of(workspace, campaign).undo(assessor=assessor)
    if undone is None:
        raise BadInput(f"Nothing to undo for '{assessor}'.")
    query_id, doc_id, now = undone
    payload = {"query_id": query_id, "doc_id": doc_id, "relevance": now.relevance if now else None}
    current.answer(payload, f"undone: {query_id} {doc_id}")


@command(app, "pool", progress=True)
def make_pool(
    current: Session, *, depth: Annotated[int, option("How many results of each run.", min=1)] = 10
) -> None:
    """Put the top results of all runs up for judging; makes the runs first if there are none."""
    from assay.campaigns.pools import extend_pool
    from assay.searching.search import make_all_runs

    with current.open() as workspace, current.progress() as report:
        if not workspace.library.queries.count():
            raise BadInput("This library has no queries. Import some, or search and keep the query.")
        if not workspace.library.runs.all():
            make_all_runs(workspace, progress=report)
        new = extend_pool(workspace.library, depth=depth)
        total = workspace.library.pool.count()
    current.answer({"new": new, "total": total}, f"{new} new pairs, {total} in all")


@command(qrels_commands, "export")
def export_qrels(
    current: Session,
    out: Annotated[Path, argument("The file to write.")],
    *,
    format: Annotated[QrelsFormat, option("TREC or BEIR.")] = "trec",
    assessor: Annotated[str | None, option("Only this assessor's grades.")] = None,
    force: Force = False,
) -> None:
    """Write the grades as qrels. Several assessors of one pair: the lower median of their grades.

    Also says in which order of a queue they were given: what was judged likely relevant first, and not to the
    end, has fewer papers that are not relevant than chance would give.
    """
    from assay.ingest.queries import export_qrels

    require_writable(out, overwrite=force)
    with current.open() as workspace:
        done = export_qrels(workspace.library, out, format=format, assessor=assessor, overwrite=force)
    orders = "; ".join(f"{ORDER_NAMES[order]}: {n}" for order, n in done.orders.items())
    current.answer(done, f"{done.rows} judgements -> {out} ({orders or 'none'})")


@command(qrels_commands, "import")
def import_qrels(
    current: Session, file: Path, *, assessor: Annotated[str, option("Whose grades these are.")] = "imported"
) -> None:
    """Take over the grades of a TREC or BEIR qrels file (0, 1 or 2)."""
    from assay.ingest.queries import import_qrels

    with current.open() as workspace:
        new = import_qrels(workspace.library, file, assessor=assessor)
    current.answer(Added(new), f"{new} judgements imported")


Handle = Annotated[str, argument("The assessor's name.")]
assessor_commands = command_group("assessor", "The people who judge.")


@command(assessor_commands, "list")
def list_assessors(current: Session) -> None:
    """List everybody who judges in this library."""
    with current.open() as workspace:
        found = workspace.library.annotators.all()
    rows = [{"handle": one.handle, "uuid": one.uuid, "active": one.active} for one in found]
    people = [(one.handle, "" if one.active else "deactivated", one.uuid) for one in found]
    shown = table(("Assessor", "", "Uuid"), people, none="Nobody has judged here yet.")
    current.answer({"assessors": rows}, shown)


@command(assessor_commands, "rename")
def rename(current: Session, old: Handle, new: Annotated[str, argument("The name from now on.")]) -> None:
    """Give an assessor another name. All their grades, also those on other machines, stay theirs."""
    with current.open() as workspace:
        workspace.library.annotators.rename(old, new)
    current.answer(to_json({"old": old, "new": new}), f"{old} is now {new}")


@command(assessor_commands, "deactivate")
def deactivate(current: Session, handle: Handle) -> None:
    """Deactivate an assessor: they can no longer judge. Every grade that they gave stays."""
    _set_active(current, handle, active=False)


@command(assessor_commands, "activate")
def activate(current: Session, handle: Handle) -> None:
    """Activate an assessor: they can judge again."""
    _set_active(current, handle, active=True)


def _set_active(current: Session, handle: str, *, active: bool) -> None:
    with current.open() as workspace:
        workspace.library.annotators.set_active(handle, active)
    now = "active" if active else "deactivated"
    current.answer({"handle": handle, "active": active}, f"{handle} is {now}")
