"""The command that measures a model beside the one in use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from assay.cli.app import Json, Report, session
from assay.cli.output import ProgressKind
from assay.cli.payloads import add_row, plain, table
from assay.cli.pooling import Pooling, with_pooling
from assay.evaluation.measures import FORMS, parse_measures

if TYPE_CHECKING:
    from assay.models.comparison import ModelComparison


def register(model: typer.Typer) -> None:
    """Adds this module's command to those about models."""
    model.command("evaluate")(evaluate)


def evaluate(
    context: typer.Context,
    model: Annotated[str, typer.Argument(help="A trained model's id, or any model by its name.")],
    *,
    against: Annotated[
        str | None, typer.Option(help="The model to compare with; the library's own if not given.")
    ] = None,
    beir: Annotated[Path | None, typer.Option(help="Measure on a BEIR folder.")] = None,
    split: Annotated[str, typer.Option(help="Which qrels of the BEIR folder.")] = "test",
    campaign: Annotated[str, typer.Option(help="Measure on a campaign's release.")] = "",
    release: Annotated[int | None, typer.Option(min=1, help="Which one; the latest if not given.")] = None,
    queries: Annotated[Path | None, typer.Option(help="Ask only these: query ids, one a line.")] = None,
    measure: Annotated[
        list[str] | None,
        typer.Option("--measure", "-m", help=f"A measure; repeatable; the first decides. {FORMS}."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the randomisation test.")] = 0,
    pooling: Pooling = None,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Measure a model beside the library's: on its own judgements, a BEIR folder, or a campaign's release.

    The figures are kept on the model's card. Nothing is promoted by this.
    """
    from assay.models.tests import TestChoice

    current = session(context, json=json)
    measures = parse_measures(measure or ())
    model = with_pooling(model, pooling)
    on = TestChoice(beir=beir, split=split, campaign=campaign, release=release, queries=queries)
    with (
        current.open(create=beir is not None) as workspace,
        current.output.progress(progress) as report,
    ):
        found = workspace.models.compare(model, against, on=on, measures=measures, seed=seed, progress=report)
    current.output.result(plain(found), lambda console: _show(found, console))


def _show(found: ModelComparison, console: Console) -> None:
    console.print(f"{found.test_set}: {found.n_queries} queries, {found.n_papers} papers", markup=False)
    if found.learnt is not None and found.learnt.warning:
        console.print(f"Mind: {found.learnt.warning}", markup=False)
    base, new = found.against, found.model
    rows = table("", f"#{base.model}", f"#{new.model}", "#difference", "#95 % interval", "#p")
    compared = {one.measure: one for one in found.comparisons}
    for measure, value in new.mean.items():
        one = compared.get(measure)
        figures = (
            (
                f"{one.difference:+.4f}",
                f"[{one.ci_low:+.4f}, {one.ci_high:+.4f}]",
                f"{one.p_randomisation:.4f}",
            )
            if one
            else ("", "", "")
        )
        add_row(rows, measure, f"{base.mean[measure]:.4f}", f"{value:.4f}", *figures)
    console.print(rows)
    console.print("Intervals by bootstrap, p by a paired randomisation test: near 0.05 the two may disagree.")
    first = found.comparisons[0]
    console.print(f"{first.measure}: {first.wins} queries better, {first.losses} worse, {first.ties} equal")
    if found.condensed is not None:
        one = found.condensed
        console.print(
            f"Of judged papers alone: {one.measure} {one.mean_a:.4f} and {one.mean_b:.4f}, difference "
            f"{one.difference:+.4f} [{one.ci_low:+.4f}, {one.ci_high:+.4f}], p = {one.p_randomisation:.4f}"
        )
    for note in found.notes:
        console.print(note, markup=False)


def in_words(score: Any) -> str:
    """One line of what a card keeps of a comparison."""
    try:
        low, high = score["interval"]
        return (
            f"{score['measure']} {score['mean'][score['measure']]:.4f}, {score['difference']:+.4f} "
            f"[{low:+.4f}, {high:+.4f}], p = {score['p_randomisation']:.4f}, n = {score['n_queries']}, "
            f"Judged@10 {score['judged_at_10']:.2f}{_learnt_in_words(score.get('learnt'))}"
        )
    except (KeyError, TypeError, ValueError):  # a figure that another program put there
        return str(score)


def _learnt_in_words(learnt: Any) -> str:
    """What to add where the model was measured on queries that it learned from."""
    if not learnt or not learnt["n_queries"]:
        return ""
    n, left = learnt["n_queries"], learnt["left"]
    rest = f"; on the {learnt['n_left']} others {left['difference']:+.4f}" if left else "; no test"
    return f", learned from {n} of its queries{rest}"
