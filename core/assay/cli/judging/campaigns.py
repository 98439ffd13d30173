"""Commands that make and lead a campaign: its setup, queries, runs, pool, and who judges what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Literal

from assay import files
from assay.campaign_types import (
    Campaign,
    CampaignStatus,
    PoolRound,
    PoolStrategy,
    QueueKind,
    pool_depth,
    pooled_runs,
)
from assay.cli.app import Session, argument, command, command_group, option
from assay.cli.options import Pooling, with_pooling
from assay.cli.output import Printed, count, table
from assay.codec import to_json
from assay.errors import BadInput
from assay.types import shown_title

if TYPE_CHECKING:
    from assay.campaign_types import StoredRun
    from assay.campaigns.campaign import CampaignWork
    from assay.campaigns.types import CampaignState, Withdrawn


Name = Annotated[str, argument("The campaign's name.")]
commands = command_group("campaign", "Judgement sets that a team makes and publishes.")


@dataclass(frozen=True, slots=True)
class SetupOptions:
    """What is judged, by whom, and by which rules."""

    queries: Annotated[Path | None, option("Queries: JSONL, TSV (id, text), or one text a line.")] = None
    query: Annotated[list[str] | None, option("A query's text; repeatable.", "--query")] = None
    guideline: Annotated[Path | None, option("The guideline for assessors, a Markdown file.")] = None
    assessor: Annotated[list[str] | None, option("Somebody who judges; repeatable.", "--assessor")] = None

    def guideline_text(self) -> str:
        """Return the guideline; "" for none. Raises BadInput for a file that cannot be read."""
        return read_text(self.guideline) if self.guideline is not None else ""


@contextmanager
def campaign(current: Session, name: str) -> Iterator[CampaignWork]:
    """Open the library, and in it the campaign of this name. Raises BadInput for an unknown one."""
    from assay.campaigns.campaign import CampaignWork

    with current.open() as workspace:
        yield CampaignWork(workspace, name)


@command(commands, "create")
def create(
    current: Session,
    name: Name,
    *,
    raters: Annotated[int, option("How many assessors judge each pair.", min=1)] = 1,
    shared: Annotated[bool, option("Assessors draw pairs from one queue.", "--shared")] = False,
    seed: Annotated[int, option("Of sampled queries and everybody's order.", min=0)] = 0,
    sample: Annotated[int, option("So many papers drawn as queries.", min=0)] = 0,
    setup: SetupOptions,
    papers: Annotated[
        Path | None, option("The corpus: one id a line; every paper here if not given.")
    ] = None,
    collection: Annotated[str, option("The corpus: this collection and those inside it.")] = "",
    words: Annotated[str, option("The corpus: what the Library's filter finds.", "--filter")] = "",
    saved: Annotated[str, option("The corpus: what this saved search finds now.")] = "",
) -> None:
    """Make a campaign. Its corpus is frozen at once: papers that are imported later are not part of it.

    Without papers its corpus stays open until judgements that bring theirs are imported.
    """
    from assay.campaigns.campaign import create_campaign
    from assay.campaigns.setup import chosen_papers
    from assay.campaigns.types import CorpusChoice

    choice = CorpusChoice(collection, words, saved)
    if papers is not None and choice != CorpusChoice():
        raise BadInput("--papers is the whole corpus. Leave --collection, --filter and --saved out.")
    needs_papers = bool(sample) or papers is not None or choice != CorpusChoice()
    with current.open(create=not needs_papers) as workspace:
        listed = _lines(read_text(papers)) if papers is not None else chosen_papers(workspace, choice)
        work = create_campaign(
            workspace,
            name,
            raters_per_pair=raters,
            queue=QueueKind.SHARED if shared else QueueKind.ASSIGNED,
            seed=seed,
            guideline=setup.guideline_text(),
            assessors=setup.assessor or (),
            doc_ids=listed,
            query_file=setup.queries,
            queries=setup.query or (),
            sample=sample,
        )
        made = work.info()
    payload = {**to_json(made), "notes": list(work.notes)}
    current.answer(payload, _show_campaign(made, work.notes))


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


@command(commands, "edit")
def edit(
    current: Session,
    name: Name,
    *,
    raters: Annotated[int | None, option("How many assessors judge each pair.", min=1)] = None,
    setup: SetupOptions,
    quota: Annotated[
        int | None, option("Pairs that each --assessor named here judges at most.", min=0)
    ] = None,
    no_quota: Annotated[
        bool, option("Each --assessor named here judges any number of pairs.", "--no-quota")
    ] = False,
    remove: Annotated[
        list[str] | None, option("An assessor who has judged nothing; repeatable.", "--remove")
    ] = None,
    freeze: Annotated[
        bool,
        option("Freeze the corpus again: every paper as it is now, or as below; drafts only.", "--freeze"),
    ] = False,
    collection: Annotated[str, option("With --freeze: this collection and those inside it.")] = "",
    words: Annotated[str, option("With --freeze: what the Library's filter finds.", "--filter")] = "",
    saved: Annotated[str, option("With --freeze: what this saved search finds now.")] = "",
) -> None:
    """Change a campaign: add queries and assessors, set a quota or the number of raters, a new guideline."""
    if (quota is not None or no_quota) and not setup.assessor:
        raise BadInput(f"{'--no-quota' if no_quota else '--quota'} needs the --assessor whom it is for.")
    if quota is not None and no_quota:
        raise BadInput("--quota and --no-quota contradict each other. Give one of them.")
    from assay.campaigns.campaign import CampaignWork
    from assay.campaigns.setup import chosen_papers
    from assay.campaigns.types import CorpusChoice

    choice = CorpusChoice(collection, words, saved)
    if choice != CorpusChoice() and not freeze:
        raise BadInput("--collection, --filter and --saved are what --freeze freezes. Add --freeze.")
    with current.open() as workspace:
        work = CampaignWork(workspace, name)
        work.edit(
            raters_per_pair=raters,
            query_file=setup.queries,
            queries=setup.query or (),
            guideline=setup.guideline_text(),
            assessors=setup.assessor or (),
            quota=quota,
            remove=remove or (),
            freeze=freeze,
            doc_ids=chosen_papers(workspace, choice),
            lift_quota=no_quota,
        )
        changed = work.info()
    payload = {**to_json(changed), "notes": list(work.notes)}
    current.answer(payload, _show_campaign(changed, work.notes))


def read_text(path: Path) -> str:
    """Return the text of a small file; raise BadInput where it cannot be read."""
    try:
        return files.read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise BadInput(f"{path} cannot be read: {reason}. Nothing was changed.") from error


@command(commands, "list")
def list_campaigns(current: Session) -> None:
    """List the campaigns."""
    with current.open() as workspace:
        found = workspace.library.campaigns.all()

    rows = [
        (one.name, one.status.value, one.n_papers, one.n_queries, one.n_pairs, one.raters_per_pair,
         one.queue.value)
        for one in found
    ]  # fmt: skip
    headings = ("Name", "Status", "#Papers", "#Queries", "#Pairs", "#Raters", "Queue")
    none = "No campaigns yet. Make one: `assay campaign create NAME`."
    current.answer({"campaigns": to_json(found)}, table(headings, rows, none=none))


@command(commands, "show")
@command(commands, "status")
def show(current: Session, name: Name) -> None:
    """Show where a campaign stands: runs, pool, everybody's progress, disagreements, releases."""
    with campaign(current, name) as work:
        state = work.status()
    current.answer(to_json(state), _show_state(state))


def _show_state(state: CampaignState) -> Iterator[Printed]:
    yield from _show_campaign(state.campaign)
    yield (
        f"{state.n_rated} of {count(state.n_pairs, 'pair')} rated, {state.n_fully_rated} by all raters; "
        f"grades 0/1/2: {'/'.join(map(str, state.grades))}; "
        f"{count(state.n_disagreements, 'disagreement')} to settle, {state.n_stale} settled on grades that "
        f"changed, {count(state.n_conflicts, 'conflict')} of two machines"
    )
    if state.runs:
        rows = [
            (run.tag, run.mode, run.details.get("text", ""), run.details.get("model", ""), run.n_queries)
            for run in state.runs
        ]
        yield table(("Run", "Mode", "Text", "Model", "#Queries"), rows)
    for round_ in state.rounds:
        runs = ", ".join(pooled_runs(round_.params))
        depth = "" if (k := pool_depth(round_.params)) is None else f", depth {k}"
        yield f"round {round_.round}: {round_.strategy.value}{depth}, {count(round_.n_pairs, 'pair')}, {runs}"
    if state.progress:
        yield from _show_progress(state)
    if state.changed_papers:
        yield (
            f"{count(len(state.changed_papers), 'paper')} not as frozen: "
            f"{', '.join(state.changed_papers[:5])}"
        )
    for release in state.releases:
        yield (
            f"release {release.version}: {count(release.n_items, 'judgement')}, {release.rule.value}, "
            f"{release.created_at:%Y-%m-%d}, sha256 {release.sha256}"
        )


def _show_progress(state: CampaignState) -> Iterator[Printed]:
    rows = []
    for one in state.progress:
        pace = f"{one.median_seconds:.1f} s" if one.median_seconds is not None else ""
        name = one.assessor if one.active else f"{one.assessor} (deactivated)"
        counts = (one.n_assigned, one.n_graded, one.n_unsure, one.n_unreadable, one.n_later)
        rows.append((name, *counts, one.n_conflicts, one.n_open, pace))
    counted = ("#Pairs", "#Graded", "#Unsure", "#Unreadable", "#Later", "#Conflicts", "#Open", "#Pace")
    yield table(("Assessor", *counted), rows)


def _show_campaign(campaign: Campaign, notes: Sequence[str] = ()) -> Iterator[Printed]:
    yield (
        f"{campaign.name}: {campaign.status.value}, {count(campaign.n_papers, 'paper')}, "
        f"{count(campaign.n_queries, 'query')}, {count(campaign.n_pairs, 'pair')}, "
        f"{count(campaign.raters_per_pair, 'rater')} per pair, "
        f"{campaign.queue.value} queue, seed {campaign.seed}, "
        f"guideline {campaign.guideline_version or 'none'}"
    )
    if campaign.corpus_sha256:
        yield f"corpus sha256 {campaign.corpus_sha256}"
    yield from notes


@command(commands, "guideline")
def guideline(
    current: Session,
    name: Name,
    file: Annotated[Path | None, argument("The new text; without it, show it.")] = None,
    *,
    version: Annotated[int | None, option("Show this version, not the newest.", min=1)] = None,
) -> None:
    """Show the guideline for assessors, or set it. Every text stays as a version of its own."""
    with campaign(current, name) as work:
        if file is not None:
            work.store.set_guideline(read_text(file))
        found = work.store.guideline(version)
    if found is None:
        raise BadInput(
            f"'{name}' has no guideline{f' {version}' if version else ' yet'}. Give a file to set one."
        )
    current.answer(to_json(found), f"version {found.version}, sha256 {found.sha256}\n\n{found.markdown}")


@command(commands, "open")
def open_campaign(current: Session, name: Name) -> None:
    """Open a campaign for grading."""
    _set_status(current, name, CampaignStatus.OPEN)


@command(commands, "close")
def close_campaign(current: Session, name: Name) -> None:
    """Close a campaign: nobody grades or adjudicates in it until it is opened again."""
    _set_status(current, name, CampaignStatus.CLOSED)


def _set_status(current: Session, name: str, status: CampaignStatus) -> None:
    with campaign(current, name) as work:
        if status is CampaignStatus.OPEN and work.info().status is CampaignStatus.CLOSED:
            work.set_status(CampaignStatus.ADJUDICATING)  # a closed campaign opens by way of adjudication
        changed = work.set_status(status)
    current.answer(to_json(changed), _show_campaign(changed))


@command(commands, "queries")
def queries(current: Session, name: Name) -> None:
    """List the campaign's queries: the id that run files must use, and its text, or its paper's title."""
    with current.open() as workspace:
        found = workspace.library.campaign(name).queries.all()
        doc_ids = list(dict.fromkeys(query.doc_id for query in found if query.doc_id is not None))
        names = workspace.library.papers.resolve(doc_ids)  # a paper may have been merged into another
        titles = {
            paper.doc_id: shown_title(paper) for paper in workspace.library.papers.get(list(names.values()))
        }
    rows = [
        {
            "query_id": query.query_id,
            "text": query.text,
            "doc_id": query.doc_id,
            "title": titles.get(names.get(query.doc_id, "")) if query.doc_id is not None else None,
        }
        for query in found
    ]

    listed = [(row["query_id"], row["doc_id"] or "", row["title"] or row["text"]) for row in rows]
    none = f"No queries yet. Add some: `assay campaign edit {quote(name)} --queries FILE`."
    current.answer({"queries": rows}, table(("Query", "Paper", "Text or title"), listed, none=none))


Depth = Annotated[int, option("How many results of each query.", "--k", "-k", min=1)]
OfQueries = Annotated[
    list[str] | None, option("Only the pairs of this query; repeatable.", "--query", metavar="QUERY_ID")
]


RunMode = Literal["keyword", "semantic", "hybrid", "reranked"]  # how a run ranks the frozen corpus


RunText = Literal["title+abstract", "title"]  # what of a paper is read


Strategy = Literal["depth", "rrf", "both"]  # how a round chooses its pairs


By = Literal["pair", "query"]  # what is given to an assessor as a whole


@command(commands, "run", progress=True)
def run(
    current: Session,
    name: Name,
    tag: Annotated[str | None, argument("What to call the run.")] = None,
    *,
    mode: Annotated[RunMode, option("How papers are ranked.")] = "hybrid",
    text: Annotated[RunText, option("What of a paper is read.")] = "title+abstract",
    model: Annotated[str | None, option("A model; the library's if not given.")] = None,
    file: Annotated[Path | None, option("A TREC run to take over instead.")] = None,
    k: Annotated[int, option("How many results of each query.", "-k", min=1)] = 100,
    pooling: Pooling = None,
) -> None:
    """Rank the frozen corpus for every query of the campaign, or take a TREC run over."""
    if file is None and tag is None:
        raise BadInput("Give the run a name: `assay campaign run NAME TAG`.")
    if pooling is not None:
        model = with_pooling(model or "", pooling)
    with campaign(current, name) as work, current.progress() as report:
        if file is not None:
            made = work.import_run(file, tag=tag)
        else:
            made = work.make_run(tag or "", mode=mode, text=text, model=model, k=k, progress=report)
    current.answer(to_json(made), _show_run(made))


def _show_run(run: StoredRun) -> Iterator[Printed]:
    details = run.details
    origin = ", ".join(str(details[key]) for key in ("text", "model", "source") if details.get(key))
    yield f"{run.tag}: {count(run.n_queries, 'query')}, {run.mode}{f', {origin}' if origin else ''}"
    papers, queries = run.number("unknown_papers"), run.number("unknown_queries")
    named = details.get("unknown")
    if papers or queries:
        yield (
            f"left out, since not in this campaign: {count(papers, 'paper')} and {count(queries, 'query')} "
            f"of the file: {', '.join(map(str, named)) if isinstance(named, list) else ''}"
        )


@command(commands, "pool")
def pool(
    current: Session,
    name: Name,
    *,
    strategy: Annotated[Strategy, option("The top of each run, of all fused, or both.")] = "depth",
    depth: Annotated[int, option("How many results of each.", min=1)] = 10,
    run: Annotated[list[str] | None, option("Only this run; repeatable.", "--run")] = None,
) -> None:
    """Put the top of the runs up for judging, as a new round. Assessors never see where a pair is from."""
    with campaign(current, name) as work:
        made = work.make_pool(strategy=PoolStrategy(strategy), depth=depth, runs=run or None)
        total = work.info().n_pairs
    current.answer({**to_json(made), "total": total}, f"{_round_line(made)}, {total} in all")


def _round_line(round_: PoolRound) -> str:
    return f"round {round_.round}: {count(round_.n_pairs, 'new pair')}"


@command(commands, "assign")
def assign(
    current: Session,
    name: Name,
    *,
    by: Annotated[By, option("Single pairs, or whole queries.")] = "pair",
    overlap: Annotated[
        float, option("The share that gets all raters; the rest gets one.", min=0, max=1)
    ] = 1.0,
) -> None:
    """Give every pair that lacks raters to assessors, as evenly as it goes."""
    way: Literal["pair", "query"] = "pair" if by == "pair" else "query"
    with campaign(current, name) as work:
        new = work.assign(by=way, overlap=overlap)
    current.answer({"assigned": new}, table(("Assessor", "#New pairs"), new.items()))


@command(commands, "withdraw")
def withdraw(
    current: Session, name: Name, *, assessor: Annotated[str, option("Whose pairs.")], query: OfQueries = None
) -> None:
    """Take from an assessor all pairs that they have not judged; what they judged stays theirs.

    Then `assay campaign assign` hands the pairs out again, and on a shared queue they are drawn: by others
    alone once `assay assessor deactivate` has said that this one is gone. `reassign` does both in one step.
    """
    with campaign(current, name) as work:
        taken = work.withdraw(assessor, query_ids=query)
    current.answer(to_json(taken), _show_withdrawn(taken))


@command(commands, "reassign")
def reassign(
    current: Session,
    name: Name,
    *,
    assessor: Annotated[str, option("Whose pairs.", "--from", metavar="ASSESSOR")],
    to: Annotated[
        list[str] | None,
        option("Who gets them; repeatable. All others if not given.", "--to", metavar="ASSESSOR"),
    ] = None,
    query: OfQueries = None,
) -> None:
    """Hand the pairs that an assessor has not judged to others, as evenly as quotas allow.

    Nobody gets a pair that they have, and a pair keeps its number of raters. What was judged stays with who
    judged it. `assay history undo` takes it all back.
    """
    with campaign(current, name) as work:
        taken = work.reassign(assessor, to=to or (), query_ids=query)
    current.answer(to_json(taken), _show_withdrawn(taken))


def _show_withdrawn(taken: Withdrawn) -> Iterator[Printed]:
    done = "reassigned" if taken.given else "withdrawn"
    yield f"{count(taken.n, 'pair')} of {taken.assessor} {done}; {taken.n_kept} judged ones stay"
    if not taken.given:
        yield (
            "`assay campaign assign` hands them out again, to the same assessor too unless "
            f"`assay assessor deactivate {quote(taken.assessor)}` comes first."
        )
    else:
        yield table(("Assessor", "#New pairs"), taken.given.items())


@command(commands, "unjudged")
def unjudged(
    current: Session,
    name: Name,
    *,
    run: Annotated[str, option("The run to look at.", "--run")],
    k: Depth = 10,
    queue: Annotated[bool, option("Put them up for judging.", "--queue")] = False,
) -> None:
    """List a run's unjudged results, query by query; with --queue, put them up for judging."""
    with campaign(current, name) as work:
        found = work.unjudged(run, k=k)
        made = work.queue_unjudged(run, k=k) if queue else None
    n = sum(map(len, found.values()))
    payload = {"run": run, "k": k, "n": n, "holes": found, "round": to_json(made) if made else None}

    first = f"{count(n, 'unjudged result')} among the first {k} of {run}, in {count(len(found), 'query')}"
    lines = [f"  {query_id}: {' '.join(doc_ids)}" for query_id, doc_ids in found.items()]
    current.answer(payload, [first, *lines, *([_round_line(made)] if made else [])])
