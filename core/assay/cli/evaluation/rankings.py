"""Commands about the runs that a library keeps: listed, imported, renamed, removed, and two side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from assay.cli.app import Session, argument, command, command_group, option
from assay.cli.output import count, table
from assay.codec import to_json
from assay.errors import LibraryError

Tag = Annotated[str, argument("The run: `assay rankings list` shows them.", metavar="RUN")]

commands = command_group("rankings", "The runs that the library keeps to evaluate.")


@command(commands, "list")
def list_runs(current: Session) -> None:
    """List the runs that the library keeps, the oldest first."""
    with current.open() as workspace:
        kept = workspace.library.runs.all()
    of = [run.details.get("model") or run.details.get("source", "") for run in kept]
    rows = [(run.tag, run.mode, made, run.n_queries) for run, made in zip(kept, of, strict=True)]
    none = "No runs are kept yet: `assay run --tag NAME` makes one."
    current.answer(
        {"runs": [to_json(run) for run in kept]}, table(("Run", "Mode", "Of", "#Queries"), rows, none=none)
    )


@command(commands, "import")
def import_run(
    current: Session,
    file: Annotated[Path, argument("A TREC run: query, Q0, paper, rank, score, tag.")],
    *,
    tag: Annotated[str | None, option("What to call it; the file's tag if not given.")] = None,
) -> None:
    """Keep a TREC run file as a run. Queries that the library does not have are left out."""
    from assay.searching.rankings import import_run

    with current.open() as workspace:
        run = import_run(workspace.library, file, tag=tag)
    unknown = run.number("unknown_queries")
    left = f"; {count(unknown, 'query')} not in this library left out" if unknown else ""
    current.answer(run, f"{run.tag}: {count(run.n_queries, 'query')}{left}")


@command(commands, "rename")
def rename(current: Session, tag: Tag, new: Annotated[str, argument("Its new name.", metavar="NEW")]) -> None:
    """Give a run another name."""
    with current.open() as workspace:
        kept = workspace.library.runs.rename(tag, new)
    current.answer(to_json({"run": tag, "new": kept}), f"{tag} is now {kept}")


@command(commands, "remove")
def remove(current: Session, tags: Annotated[list[str], argument("Runs.", metavar="RUN...")]) -> None:
    """Delete runs. The grades stay; a run can be made or imported again."""
    with current.open() as workspace:
        known = {run.tag for run in workspace.library.runs.all()}
        unknown = [tag for tag in tags if tag not in known]
        if unknown:
            raise LibraryError("This library keeps no run '{0}'.", unknown[0])
        for tag in tags:
            workspace.library.runs.remove(tag)
    current.answer(to_json({"removed": tags}), f"Deleted {', '.join(tags)}")


@command(commands, "show")
def show(
    current: Session,
    query_id: Annotated[str, argument("The query: `assay queries list` shows them.")],
    tag: Tag,
    baseline: Annotated[str | None, argument("The run to lay next to it.", metavar="[BASELINE]")] = None,
    *,
    k: Annotated[int, option("How many papers.", "-k", min=1)] = 10,
) -> None:
    """Show what a run ranks for a query, with grades, and the rank that another run gives each paper."""
    from assay.searching.rankings import kept_rankings

    with current.open() as workspace:
        found = kept_rankings(workspace.library, query_id, reference=baseline or tag, tag=tag)
    heads = ("#", "Title", "Id", "#Grade", *([f"#{baseline}"] if baseline else []))
    rows = [
        (each.rank, each.title, each.doc_id, _or(each.grade, ""), _or(each.other, "-"))[: len(heads)]
        for each in found.system[:k]
    ]
    current.answer(to_json(found), table(heads, rows, none="The run has no paper for this query.", fold=True))


def _or(number: int | None, otherwise: str) -> str:
    return otherwise if number is None else str(number)
