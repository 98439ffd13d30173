"""Commands about grades in a campaign: queue, grade, agreement, adjudicate, evaluate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from assay.campaign_types import CampaignStatus, Disagreement
from assay.cli.app import Force, Json, session
from assay.cli.campaign_files import latest_release
from assay.cli.confusion import confusion_svg
from assay.cli.judging import judge_in
from assay.cli.payloads import add_row, count, figure, plain, table
from assay.errors import BadInput
from assay.evaluation.measures import FORMS, parse_measure
from assay.files import require_writable

if TYPE_CHECKING:
    from assay.evaluation import Overview
    from assay.evaluation.pool_bias import BiasRow
    from assay.judging import AgreementReport

Name = Annotated[str, typer.Argument(help="The campaign's name.")]
Assessor = Annotated[str, typer.Option(help="Who judges.")]


SHOWN = 10  # ids of queries that a run lacks


def register(campaign: typer.Typer) -> None:
    """Adds this module's commands."""
    lenient = {"ignore_unknown_options": True}  # -1 is a grade to be refused, not an option
    campaign.command("queue")(queue)
    campaign.command("grade", context_settings=lenient)(grade)
    campaign.command("agreement")(agreement)
    campaign.command("adjudicate", context_settings=lenient)(adjudicate)
    campaign.command("evaluate")(evaluate)


def queue(
    context: typer.Context,
    name: Name,
    *,
    assessor: Assessor,
    json: Json = False,
) -> None:
    """List an assessor's pairs in their order; on a shared queue this draws ten more when all are done."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        judging = workspace.campaign(name).session(assessor)
        order, state, judgements = judging.order, judging.state, judging.judgements
    rows = [
        {
            "query_id": query_id,
            "doc_id": doc_id,
            "state": judgement.state.value if judgement is not None else None,
            "relevance": judgement.relevance if judgement is not None else None,
        }
        for query_id, doc_id in order
        for judgement in (judgements.get((query_id, doc_id)),)
    ]

    def show(console: Console) -> None:
        for row in rows:
            given = row["relevance"] if row["relevance"] is not None else row["state"] or "-"
            console.print(f"{given}  {row['query_id']}  {row['doc_id']}")
        console.print(f"{state.n_done} of {state.n_total} done")

    payload = {"pairs": rows, "n_done": state.n_done, "n_total": state.n_total, "next": state.pair}
    current.output.result(payload, show)


def grade(
    context: typer.Context,
    name: Name,
    query_id: str,
    doc_id: str,
    grade: Annotated[str, typer.Argument(help="0, 1 or 2; or unsure, later, unreadable.")],
    *,
    assessor: Assessor,
    note: Annotated[str | None, typer.Option(help="A note, kept apart from the grade.")] = None,
    json: Json = False,
) -> None:
    """Record one judgement in the campaign. It is on disk when the command returns."""
    judge_in(session(context, json=json), name, query_id, doc_id, grade=grade, assessor=assessor, note=note)


def agreement(
    context: typer.Context,
    name: Name,
    *,
    figure: Annotated[
        Path | None, typer.Option(help="Draw the confusion matrices into this SVG file.")
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Say how far the assessors agree: raw, Cohen's kappas, Krippendorff's ordinal alpha, each with its n."""
    from assay.evaluation.files import write_lines

    current = session(context, json=json)
    if figure is not None and figure.suffix.lower() != ".svg":
        raise BadInput(f"{figure}: the picture is drawn as SVG. Give a name that ends in .svg.")
    require_writable(figure, overwrite=force)
    with current.open(create=False) as workspace:
        report = workspace.campaign(name).agreement()
    if figure is not None:
        write_lines(figure, confusion_svg(report, title=name).splitlines(), overwrite=force)
    payload = {**plain(report), "figure": str(figure) if figure else None}
    current.output.result(payload, lambda console: _show_agreement(report, console))


def _show_agreement(report: AgreementReport, console: Console) -> None:
    console.print(
        f"{count(report.n_ratings, 'grade')} of {count(report.n_items, 'pair')}, "
        f"{report.n_co_rated} graded by two or more: raw agreement "
        f"{figure(report.raw)}, Krippendorff's ordinal alpha {figure(report.alpha)}"
    )
    rows = table("Assessors", "#n", "#Raw", "#Kappa", "#Linear", "#Quadratic", "#Alpha")
    for pair in report.pairs:
        values = (pair.raw, pair.kappa, pair.linear_kappa, pair.quadratic_kappa, pair.alpha)
        add_row(rows, f"{pair.assessor_a} / {pair.assessor_b}", pair.n, *map(figure, values))
    if report.pairs:
        console.print(rows)
    rows = table("Query", "#n", "#Raw", "#Alpha")
    for query_id, one in report.per_query.items():
        add_row(rows, query_id, one.n_co_rated, figure(one.raw), figure(one.alpha))
    if report.per_query:
        console.print(rows)


def adjudicate(
    context: typer.Context,
    name: Name,
    query_id: Annotated[str | None, typer.Argument(help="Without it, what is to be settled.")] = None,
    doc_id: Annotated[str | None, typer.Argument()] = None,
    grade: Annotated[str | None, typer.Argument(help="0, 1 or 2; or withdraw.")] = None,
    *,
    adjudicator: Annotated[str | None, typer.Option("--by", help="Who settles it.")] = None,
    reason: Annotated[str, typer.Option(help="Why.")] = "",
    start: Annotated[bool, typer.Option("--start", help="End the grading and begin adjudication.")] = False,
    json: Json = False,
) -> None:
    """List the pairs on which raters differ, with both grades and notes, or settle one of them.

    While the campaign is open, pairs that a rater has yet to judge are counted and not shown.
    The raters' own grades stay as they are; should one of them change, the pair must be settled again.
    """
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        work = workspace.campaign(name)
        if query_id is not None:
            if doc_id is None or grade is None or adjudicator is None:
                raise BadInput("To settle a pair, give query, paper, grade and --by WHO.")
            relevance = None if grade == "withdraw" else _settled_grade(grade)
            done = work.adjudicate(
                query_id, doc_id, adjudicator=adjudicator, relevance=relevance, reason=reason
            )
            current.output.result(
                plain(done), lambda console: console.print(f"{query_id} {doc_id}: {grade}", markup=False)
            )
            return
        if start:
            work.set_status(CampaignStatus.ADJUDICATING)
        found, waiting = work.disagreements(), work.n_waiting_disagreements()
        status = work.info().status
    payload = {"status": status.value, "disagreements": plain(found), "n_waiting": waiting}
    current.output.result(payload, lambda console: _show_disagreements(found, waiting, console))


def _settled_grade(text: str) -> int:
    if text not in ("0", "1", "2"):
        raise BadInput(f"'{text}' settles nothing. Give 0, 1 or 2, or withdraw.")
    return int(text)


def _show_disagreements(found: list[Disagreement], waiting: int, console: Console) -> None:
    for one in found:
        said = ", ".join(
            f"{j.assessor} {j.relevance if j.relevance is not None else j.state.value}"
            + (f" ({' '.join(j.note.split())})" if j.note else "")
            for j in one.judgements
        )
        console.print(f"{one.query_id}  {one.doc_id}: {said}{_settled(one)}")
    n = sum(one.adjudication is None or not one.adjudication.stands for one in found)
    console.print(f"{count(len(found), 'disagreement')}, {n} to be settled")
    if waiting:
        verb = "is" if waiting == 1 else "are"
        console.print(f"{waiting} more {verb} shown when all raters are through, or with --start")


def _settled(one: Disagreement) -> str:
    settled = one.adjudication
    if settled is None:
        return ""
    if settled.relevance is None:
        return "; withdrawn"
    why = " (out of date: the grades changed)" if settled.stale else ""
    why = " (settled differently on two machines)" if settled.conflict else why
    return f"; settled: {settled.relevance} by {settled.adjudicator}{why}"


def evaluate(
    context: typer.Context,
    name: Name,
    *,
    release: Annotated[
        int | None,
        typer.Option("--release", min=1, help="Which release to measure on; the latest if not given."),
    ] = None,
    measure: Annotated[
        str, typer.Option("--measure", "-m", help=f"What to compare by: {FORMS}.")
    ] = "nDCG@10",
    reference: Annotated[str | None, typer.Option(help="The run that the others are compared with.")] = None,
    json: Json = False,
) -> None:
    """Measure every run of the campaign on a release, and what each would be worth had it not been pooled."""
    from assay.campaigns.runs import pooled_tags

    current = session(context, json=json)
    measure = str(parse_measure(measure))
    with current.open(create=False) as workspace:
        work = workspace.campaign(name)
        version = release or latest_release(work)
        found = work.evaluate(version, measure=measure, reference=reference)
        bias = work.pool_bias(version, measure=measure)
        pooled = pooled_tags(work.store)
    payload = {
        **plain(found),
        "release": version,
        "pool_bias": plain([row for row in bias if row.tag in pooled]),
        "not_pooled": [row.tag for row in bias if row.tag not in pooled],
    }
    chosen = reference is not None and reference == found.reference

    def show(console: Console) -> None:
        _show_runs(version, found, console, chosen=chosen)
        _show_bias(found.measure, bias, pooled, console)

    current.output.result(payload, show)


def _show_runs(version: int, found: Overview, console: Console, *, chosen: bool) -> None:
    console.print(
        f"release {version}: {count(found.n_judgements, 'judgement')} of {count(found.n_queries, 'query')} "
        f"(0/1/2: {'/'.join(map(str, found.grades))})"
    )
    whole = " of the runs that lack the fewest queries" if any(row.missing for row in found.rows) else ""
    why = "" if chosen else f", the lowest {found.measure}{whole} (--reference TAG takes another)"
    console.print(
        f"reference: {found.reference}{why}; differences in {found.measure}, p of a paired randomisation "
        "test, Holm-adjusted over the runs",
        markup=False,
    )
    rows = table("Run", *(f"#{name}" for name in found.measures), "#Difference", "#95 %", "#p", "#Holes")
    for row in found.rows:
        difference = "" if row.difference is None else f"{row.difference:+.4f}"
        interval = "" if row.ci is None else f"[{row.ci[0]:+.4f}, {row.ci[1]:+.4f}]"
        p = "" if row.p is None else f"{row.p:.4f}"
        means = (f"{row.mean[name]:.4f}" for name in found.measures)
        add_row(rows, row.tag, *means, difference, interval, p, found.holes[row.tag])
    console.print(rows)
    for row in found.rows:
        if row.missing:
            some = ", ".join(row.missing[:SHOWN])
            more = f" and {len(row.missing) - SHOWN:,} more" if len(row.missing) > SHOWN else ""
            told = count(len(row.missing), "judged query")
            console.print(f"{row.tag} has no result for {told}, which count 0: {some}{more}.", markup=False)


def _show_bias(measure: str, bias: list[BiasRow], pooled: set[str], console: Console) -> None:
    """A run that was not pooled has nothing to lose: a difference of zero would say more than is known."""
    rows = table("Left out", f"#{measure}", "#Without", "#Difference", "#Own pairs", "#Judged")
    for one in bias:
        mean, judged = f"{one.mean:.4f}", f"{one.judged_at_k:.4f}"
        if one.tag in pooled:
            values = (f"{one.mean_without:.4f}", f"{one.difference:+.4f}", one.n_unique)
            add_row(rows, one.tag, mean, *values, judged)
        else:
            add_row(rows, one.tag, mean, "not pooled", "", "", judged)
    console.print(rows)
