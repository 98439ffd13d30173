"""Commands that make and lead a campaign: create, edit, list, show, guideline, open, close."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from assay import files
from assay.campaign_types import Campaign, CampaignStatus, QueueKind
from assay.cli import campaign_files, campaign_grades, campaign_pools, campaign_queries, campaign_turns
from assay.cli.app import Json, session
from assay.cli.payloads import add_row, count, plain, table
from assay.errors import BadInput

if TYPE_CHECKING:
    from assay.campaigns.types import CampaignState

Name = Annotated[str, typer.Argument(help="The campaign's name.")]
GuidelineFile = Annotated[Path | None, typer.Option(help="What assessors are told, a Markdown file.")]
Assessors = Annotated[list[str] | None, typer.Option("--assessor", help="Somebody who judges; repeatable.")]
QueryFile = Annotated[Path | None, typer.Option(help="Queries: JSONL, TSV (id, text), or one text a line.")]
QueryTexts = Annotated[list[str] | None, typer.Option("--query", help="A query's text; repeatable.")]


def register(app: typer.Typer) -> None:
    """Adds this module's commands and those of the other stages of a campaign."""
    campaign = typer.Typer(help="Judgement sets that a team makes and publishes.", no_args_is_help=True)
    campaign.command("create")(create)
    campaign.command("edit")(edit)
    campaign.command("list")(list_campaigns)
    campaign.command("show")(show)
    campaign.command("status")(show)
    campaign.command("guideline")(guideline)
    campaign.command("open")(open_campaign)
    campaign.command("close")(close_campaign)
    for commands in (campaign_queries, campaign_pools, campaign_grades, campaign_turns, campaign_files):
        commands.register(campaign)
    app.add_typer(campaign, name="campaign")


def create(
    context: typer.Context,
    name: Name,
    *,
    raters: Annotated[int, typer.Option(min=1, help="How many assessors judge each pair.")] = 1,
    shared: Annotated[bool, typer.Option("--shared", help="Assessors draw pairs from one queue.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="Of sampled queries and everybody's order.")] = 0,
    sample: Annotated[int, typer.Option(min=0, help="So many papers drawn as queries.")] = 0,
    queries: QueryFile = None,
    query: QueryTexts = None,
    guideline: GuidelineFile = None,
    assessor: Assessors = None,
    papers: Annotated[
        Path | None, typer.Option(help="The corpus: one id a line; every paper here if not given.")
    ] = None,
    json: Json = False,
) -> None:
    """Make a campaign. Its corpus is frozen at once: papers that are imported later are not part of it.

    Without papers its corpus stays open until judgements that bring theirs are imported.
    """
    current = session(context, json=json)
    needs_papers = bool(sample) or papers is not None
    with current.open(create=not needs_papers) as workspace:
        work = workspace.create_campaign(
            name,
            raters_per_pair=raters,
            queue=QueueKind.SHARED if shared else QueueKind.ASSIGNED,
            seed=seed,
            guideline=read_text(guideline) if guideline is not None else "",
            assessors=assessor or (),
            doc_ids=_lines(read_text(papers)) if papers is not None else None,
            query_file=queries,
            queries=query or (),
            sample=sample,
        )
        made = work.info()
    payload = {**plain(made), "notes": list(work.notes)}
    current.output.result(payload, lambda console: _show_campaign(made, console, work.notes))


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def edit(
    context: typer.Context,
    name: Name,
    *,
    raters: Annotated[int | None, typer.Option(min=1, help="How many assessors judge each pair.")] = None,
    queries: QueryFile = None,
    query: QueryTexts = None,
    guideline: GuidelineFile = None,
    assessor: Assessors = None,
    quota: Annotated[
        int | None, typer.Option(min=0, help="Pairs that each --assessor named here judges at most.")
    ] = None,
    no_quota: Annotated[
        bool, typer.Option("--no-quota", help="Each --assessor named here judges any number of pairs.")
    ] = False,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", help="An assessor who has judged nothing; repeatable.")
    ] = None,
    freeze: Annotated[
        bool, typer.Option("--freeze", help="Freeze the corpus anew, as the library is now; drafts only.")
    ] = False,
    json: Json = False,
) -> None:
    """Change a campaign: add queries and assessors, set a quota or the number of raters, a new guideline."""
    current = session(context, json=json)
    if (quota is not None or no_quota) and not assessor:
        raise BadInput(f"{'--no-quota' if no_quota else '--quota'} needs the --assessor whom it is for.")
    if quota is not None and no_quota:
        raise BadInput("--quota and --no-quota contradict each other. Give one of them.")
    with current.open(create=False) as workspace:
        work = workspace.campaign(name)
        work.edit(
            raters_per_pair=raters,
            query_file=queries,
            queries=query or (),
            guideline=read_text(guideline) if guideline is not None else "",
            assessors=assessor or (),
            quota=quota,
            remove=remove or (),
            freeze=freeze,
            lift_quota=no_quota,
        )
        changed = work.info()
    payload = {**plain(changed), "notes": list(work.notes)}
    current.output.result(payload, lambda console: _show_campaign(changed, console, work.notes))


def read_text(path: Path) -> str:
    """The text of a small file; raises BadInput where it cannot be read."""
    try:
        return files.read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise BadInput(f"{path} cannot be read: {reason}. Nothing was changed.") from error


def list_campaigns(context: typer.Context, *, json: Json = False) -> None:
    """List the campaigns."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        found = workspace.library.campaigns.all()

    def show_all(console: Console) -> None:
        rows = table("Name", "Status", "#Papers", "#Queries", "#Pairs", "#Raters", "Queue")
        for one in found:
            add_row(
                rows,
                one.name,
                one.status.value,
                one.n_papers,
                one.n_queries,
                one.n_pairs,
                one.raters_per_pair,
                one.queue.value,
            )
        console.print(rows if found else "No campaigns yet. Make one: `assay campaign create NAME`.")

    current.output.result({"campaigns": plain(found)}, show_all)


def show(context: typer.Context, name: Name, *, json: Json = False) -> None:
    """Show where a campaign stands: runs, pool, everybody's progress, disagreements, releases."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        state = workspace.campaign(name).status()
    current.output.result(plain(state), lambda console: _show_state(state, console))


def _show_state(state: CampaignState, console: Console) -> None:
    _show_campaign(state.campaign, console)
    console.print(
        f"{state.n_rated} of {count(state.n_pairs, 'pair')} rated, {state.n_fully_rated} by all raters; "
        f"grades 0/1/2: {'/'.join(map(str, state.grades))}; "
        f"{count(state.n_disagreements, 'disagreement')} to settle, {state.n_stale} settled on grades that "
        f"changed, {count(state.n_conflicts, 'conflict')} of two machines"
    )
    if state.runs:
        rows = table("Run", "Mode", "Text", "Model", "#Queries")
        for run in state.runs:
            details = run.details
            add_row(rows, run.tag, run.mode, details.get("text", ""), details.get("model", ""), run.n_queries)
        console.print(rows)
    for round_ in state.rounds:
        runs = ", ".join(map(str, round_.params.get("runs", ())))
        depth = f", depth {round_.params['depth']}" if "depth" in round_.params else ""
        console.print(
            f"round {round_.round}: {round_.strategy.value}{depth}, {count(round_.n_pairs, 'pair')}, {runs}"
        )
    if state.progress:
        _show_progress(state, console)
    if state.changed_papers:
        console.print(
            f"{count(len(state.changed_papers), 'paper')} not as frozen: "
            f"{', '.join(state.changed_papers[:5])}"
        )
    for release in state.releases:
        console.print(
            f"release {release.version}: {count(release.n_items, 'judgement')}, {release.rule.value}, "
            f"{release.created_at:%Y-%m-%d}, sha256 {release.sha256}"
        )


def _show_progress(state: CampaignState, console: Console) -> None:
    rows = table(
        "Assessor", "#Pairs", "#Graded", "#Unsure", "#Unreadable", "#Later", "#Conflicts", "#Open", "#Pace"
    )
    for one in state.progress:
        pace = f"{one.median_seconds:.1f} s" if one.median_seconds is not None else ""
        name = one.assessor if one.active else f"{one.assessor} (deactivated)"
        counts = (one.n_assigned, one.n_graded, one.n_unsure, one.n_unreadable, one.n_later)
        add_row(rows, name, *counts, one.n_conflicts, one.n_open, pace)
    console.print(rows)


def _show_campaign(campaign: Campaign, console: Console, notes: Sequence[str] = ()) -> None:
    console.print(
        f"{campaign.name}: {campaign.status.value}, {count(campaign.n_papers, 'paper')}, "
        f"{count(campaign.n_queries, 'query')}, {count(campaign.n_pairs, 'pair')}, "
        f"{count(campaign.raters_per_pair, 'rater')} a pair, "
        f"{campaign.queue.value} queue, seed {campaign.seed}, "
        f"guideline {campaign.guideline_version or 'none'}"
    )
    if campaign.corpus_sha256:
        console.print(f"corpus sha256 {campaign.corpus_sha256}")
    for note in notes:
        console.print(note, markup=False)


def guideline(
    context: typer.Context,
    name: Name,
    file: Annotated[Path | None, typer.Argument(help="The new text; without it, show it.")] = None,
    *,
    version: Annotated[int | None, typer.Option(min=1, help="Show this version, not the newest.")] = None,
    json: Json = False,
) -> None:
    """Show what assessors are told, or set it. Every text stays as a version of its own."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        work = workspace.campaign(name)
        if file is not None:
            work.set_guideline(read_text(file))
        found = work.store.guideline(version)
    if found is None:
        raise BadInput(
            f"'{name}' has no guideline{f' {version}' if version else ' yet'}. Give a file to set one."
        )
    current.output.result(
        plain(found),
        lambda c: c.print(
            f"version {found.version}, sha256 {found.sha256}\n\n{found.markdown}", markup=False
        ),
    )


def open_campaign(context: typer.Context, name: Name, *, json: Json = False) -> None:
    """Open a campaign for grading."""
    _set_status(context, name, CampaignStatus.OPEN, json=json)


def close_campaign(context: typer.Context, name: Name, *, json: Json = False) -> None:
    """Close a campaign: nobody grades or adjudicates in it until it is opened again."""
    _set_status(context, name, CampaignStatus.CLOSED, json=json)


def _set_status(context: typer.Context, name: str, status: CampaignStatus, *, json: bool) -> None:
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        work = workspace.campaign(name)
        if status is CampaignStatus.OPEN and work.info().status is CampaignStatus.CLOSED:
            work.set_status(CampaignStatus.ADJUDICATING)  # a closed campaign opens by way of adjudication
        changed = work.set_status(status)
    current.output.result(plain(changed), lambda console: _show_campaign(changed, console))
