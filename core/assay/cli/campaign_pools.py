"""Commands that say what is judged and by whom: run, pool, assign, withdraw, reassign, holes."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console

from assay.campaign_types import PoolRound, PoolStrategy
from assay.cli.app import Json, Report, session
from assay.cli.output import ProgressKind
from assay.cli.payloads import add_row, count, plain, table
from assay.cli.pooling import Pooling, with_pooling
from assay.errors import BadInput

if TYPE_CHECKING:
    from assay.campaign_types import StoredRun
    from assay.campaigns.types import Withdrawn

Name = Annotated[str, typer.Argument(help="The campaign's name.")]
Depth = Annotated[int, typer.Option("--k", "-k", min=1, help="How many results of each query.")]


OfQueries = Annotated[
    list[str] | None,
    typer.Option("--query", metavar="QUERY_ID", help="Only the pairs of this query; repeatable."),
]


class RunMode(StrEnum):
    """How a run ranks the frozen corpus."""

    KEYWORD = "keyword"
    SEMANTIC = "semantic"
    HYBRID = "hybrid"
    RERANKED = "reranked"


class RunText(StrEnum):
    """What of a paper is read."""

    BOTH = "title+abstract"
    TITLE = "title"


class Strategy(StrEnum):
    """How a round chooses its pairs."""

    DEPTH = "depth"
    RRF = "rrf"
    BOTH = "both"


class By(StrEnum):
    """What is given to an assessor as a whole."""

    PAIR = "pair"
    QUERY = "query"


def register(campaign: typer.Typer) -> None:
    """Adds this module's commands."""
    campaign.command("run")(run)
    campaign.command("pool")(pool)
    campaign.command("assign")(assign)
    campaign.command("withdraw")(withdraw)
    campaign.command("reassign")(reassign)
    campaign.command("holes")(holes)


def run(
    context: typer.Context,
    name: Name,
    tag: Annotated[str | None, typer.Argument(help="What to call the run.")] = None,
    *,
    mode: Annotated[RunMode, typer.Option(help="How papers are ranked.")] = RunMode.HYBRID,
    text: Annotated[RunText, typer.Option(help="What of a paper is read.")] = RunText.BOTH,
    model: Annotated[str | None, typer.Option(help="A model; the library's if not given.")] = None,
    file: Annotated[Path | None, typer.Option(help="A TREC run to take over instead.")] = None,
    k: Annotated[int, typer.Option("-k", min=1, help="How many results of each query.")] = 100,
    pooling: Pooling = None,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Rank the frozen corpus for every query of the campaign, or take a TREC run over."""
    current = session(context, json=json)
    if file is None and tag is None:
        raise BadInput("Give the run a name: `assay campaign run NAME TAG`.")
    if pooling is not None:
        model = with_pooling(model or "", pooling)
    with current.open(create=False) as workspace, current.output.progress(progress) as report:
        work = workspace.campaign(name)
        if file is not None:
            made = work.import_run(file, tag=tag)
        else:
            made = work.make_run(tag or "", mode=mode, text=text, model=model, k=k, progress=report)
    current.output.result(plain(made), lambda console: _show_run(made, console))


def _show_run(run: StoredRun, console: Console) -> None:
    details = run.details
    said = ", ".join(str(details[key]) for key in ("text", "model", "source") if details.get(key))
    console.print(f"{run.tag}: {count(run.n_queries, 'query')}, {run.mode}{f', {said}' if said else ''}")
    if details.get("unknown_papers") or details.get("unknown_queries"):
        console.print(
            f"left out, since not in this campaign: {count(details['unknown_papers'], 'paper')} and "
            f"{count(details['unknown_queries'], 'query')} of the file: {', '.join(details['unknown'])}",
            markup=False,
        )


def pool(
    context: typer.Context,
    name: Name,
    *,
    strategy: Annotated[Strategy, typer.Option(help="The top of each run, of all fused, or both.")] = (
        Strategy.DEPTH
    ),
    depth: Annotated[int, typer.Option(min=1, help="How many results of each.")] = 10,
    run: Annotated[list[str] | None, typer.Option("--run", help="Only this run; repeatable.")] = None,
    json: Json = False,
) -> None:
    """Put the top of the runs up for judging, as a new round. Assessors never see where a pair is from."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        work = workspace.campaign(name)
        made = work.make_pool(strategy=PoolStrategy(strategy.value), depth=depth, runs=run or None)
        total = work.info().n_pairs
    current.output.result({**plain(made), "total": total}, lambda console: _show_round(made, total, console))


def _show_round(round_: PoolRound, total: int, console: Console) -> None:
    console.print(f"round {round_.round}: {count(round_.n_pairs, 'new pair')}, {total} in all")


def assign(
    context: typer.Context,
    name: Name,
    *,
    by: Annotated[By, typer.Option(help="Single pairs, or whole queries.")] = By.PAIR,
    overlap: Annotated[
        float, typer.Option(min=0, max=1, help="The share that gets all raters; the rest gets one.")
    ] = 1.0,
    json: Json = False,
) -> None:
    """Give every pair that lacks raters to assessors, as evenly as it goes."""
    current = session(context, json=json)
    way: Literal["pair", "query"] = "pair" if by is By.PAIR else "query"
    with current.open(create=False) as workspace:
        new = workspace.campaign(name).assign(by=way, overlap=overlap)

    def show(console: Console) -> None:
        rows = table("Assessor", "#New pairs")
        for assessor, n in new.items():
            add_row(rows, assessor, n)
        console.print(rows)

    current.output.result({"assigned": new}, show)


def withdraw(
    context: typer.Context,
    name: Name,
    *,
    assessor: Annotated[str, typer.Option(help="Whose pairs.")],
    query: OfQueries = None,
    json: Json = False,
) -> None:
    """Take from an assessor all pairs that they have not judged; what they judged stays theirs.

    Then `assay campaign assign` hands the pairs out again, and on a shared queue they are drawn: by others
    alone once `assay assessor deactivate` has said that this one is gone. `reassign` does both in one step.
    """
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        taken = workspace.campaign(name).withdraw(assessor, query_ids=query)
    current.output.result(plain(taken), lambda console: _show_withdrawn(taken, console))


def reassign(
    context: typer.Context,
    name: Name,
    *,
    assessor: Annotated[str, typer.Option("--from", metavar="ASSESSOR", help="Whose pairs.")],
    to: Annotated[
        list[str] | None,
        typer.Option("--to", metavar="ASSESSOR", help="Who gets them; repeatable. All others if not given."),
    ] = None,
    query: OfQueries = None,
    json: Json = False,
) -> None:
    """Hand the pairs that an assessor has not judged to others, as evenly as quotas allow.

    Nobody gets a pair that they have, and a pair keeps its number of raters. What was judged stays with who
    judged it. `assay history undo` takes it all back.
    """
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        taken = workspace.campaign(name).reassign(assessor, to=to or (), query_ids=query)
    current.output.result(plain(taken), lambda console: _show_withdrawn(taken, console))


def _show_withdrawn(taken: Withdrawn, console: Console) -> None:
    done = "reassigned" if taken.given else "withdrawn"
    console.print(
        f"{count(taken.n, 'pair')} of {taken.assessor} {done}; {taken.n_kept} judged ones stay", markup=False
    )
    if not taken.given:
        console.print(
            "`assay campaign assign` hands them out again, to the same assessor too unless "
            f"`assay assessor deactivate {quote(taken.assessor)}` comes first.",
            markup=False,
            soft_wrap=True,
        )
    else:
        rows = table("Assessor", "#New pairs")
        for who, n in taken.given.items():
            add_row(rows, who, n)
        console.print(rows)


def holes(
    context: typer.Context,
    name: Name,
    *,
    run: Annotated[str, typer.Option("--run", help="The run to look at.")],
    k: Depth = 10,
    queue: Annotated[bool, typer.Option("--queue", help="Put them up for judging.")] = False,
    json: Json = False,
) -> None:
    """Count what a run ranks high and nobody has graded, query by query; with --queue, have it judged."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        work = workspace.campaign(name)
        found = work.holes(run, k=k)
        made = work.queue_holes(run, k=k) if queue else None
    n = sum(map(len, found.values()))
    payload = {"run": run, "k": k, "n": n, "holes": found, "round": plain(made) if made else None}

    def show(console: Console) -> None:
        console.print(
            f"{count(n, 'unjudged result')} among the first {k} of {run}, in {count(len(found), 'query')}"
        )
        for query_id, doc_ids in found.items():
            console.print(f"  {query_id}: {' '.join(doc_ids)}")
        if made is not None:
            console.print(f"round {made.round}: {count(made.n_pairs, 'new pair')}")

    current.output.result(payload, show)
