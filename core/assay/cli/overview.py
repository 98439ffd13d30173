"""Commands that look at a library: status, list, show."""

from __future__ import annotations

import json as json_module
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from assay.cli.app import Session, app, command
from assay.cli.options import (
    Authors,
    HasFile,
    InCollections,
    Tags,
    Venues,
    YearFrom,
    YearTo,
    filters_from,
    inside,
)
from assay.cli.output import Printed, add_row, count, plain, table
from assay.errors import BadInput
from assay.location import state_folder
from assay.types import shown_title

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay.workspace import Workspace

OPEN = ("queued", "running", "starting", "paused")


class Sort(StrEnum):
    """What papers are listed by."""

    ADDED = "added"
    TITLE = "title"
    AUTHORS = "authors"
    YEAR = "year"
    VENUE = "venue"


@dataclass(frozen=True, slots=True)
class Status:
    """Where a library stands. Of the vectors, those of its model count."""

    library: str
    papers: int
    keyword_indexed: int
    vectors: int
    model: str
    queries: int
    judged_queries: int
    grades: int
    jobs: tuple[str, ...]


@command(app, "status")
def status(current: Session) -> None:
    """Show where the library stands: papers, indexes, model, queries, grades, and work under way."""
    with current.open() as workspace:
        found = _status(workspace, state_folder(current.location))

    def print_it() -> Iterator[Printed]:
        rows = table("", "")
        behind = found.papers - found.keyword_indexed
        waiting = f"; {behind} wait: run `assay index`" if behind > 0 else ""
        add_row(rows, "Library", found.library)
        add_row(rows, "Papers", f"{found.papers:,}")
        add_row(rows, "Keyword index", f"{count(found.keyword_indexed, 'paper')}{waiting}")
        add_row(rows, "Vectors", f"{count(found.vectors, 'paper')} ({found.model})")
        add_row(rows, "Queries", f"{found.queries:,}, {found.judged_queries:,} of them judged")
        add_row(rows, "Grades", f"{found.grades:,}")
        for number, job in enumerate(found.jobs or ("none",)):
            add_row(rows, "" if number else "Jobs", job)
        yield rows

    current.answer(plain(found), print_it())


def _status(workspace: Workspace, state: Path) -> Status:
    from assay.index import peek
    from assay.search import indexes_of, lexical_folder
    from assay.training_runs.run_list import list_runs
    from assay.training_runs.runs import runs_folder

    library, model = workspace.library, workspace.config.model
    words = peek(lexical_folder(workspace.folder))
    counts = library.judgements.counts()
    runs = [
        f"training {run.run.name}: {run.state}"
        for run in list_runs(runs_folder(workspace.folder))
        if run.state in OPEN
    ]
    return Status(
        library=str(workspace.folder),
        papers=library.papers.count(),
        keyword_indexed=0 if words is None else words.n,
        vectors=max((n for _, n in indexes_of(workspace.folder, model)), default=0),
        model=model,
        queries=library.queries.count(),
        judged_queries=len(counts),
        grades=len(library.judgements.ratings()),
        jobs=(*_queued(state), *runs),
    )


def _queued(state: Path) -> list[str]:
    """The window's jobs that wait, run or were cut off; none where nothing reads like a queue."""
    try:
        rows = json_module.loads((state / "queue.json").read_text(encoding="utf-8"))
        return [f"{row['title']}: {row['state']}" for row in rows if row["state"] in (*OPEN, "interrupted")]
    except (OSError, ValueError, TypeError, KeyError):
        return []


@command(app, "list")
def list_papers(
    current: Session,
    *,
    text: Annotated[str, typer.Option(help="Only papers with these words in title, authors or venue.")] = "",
    year_from: YearFrom = None,
    year_to: YearTo = None,
    venue: Venues = None,
    author: Authors = None,
    tag: Tags = None,
    has_pdf: HasFile = False,
    collection: InCollections = None,
    sort: Annotated[Sort, typer.Option(help="What the papers are listed by.")] = Sort.ADDED,
    descending: Annotated[bool, typer.Option(help="The last first.")] = False,
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most so many papers; all if not given.")
    ] = None,
) -> None:
    """List the library's papers, all of them or those that pass the filters."""
    filters = filters_from(
        year_from=year_from, year_to=year_to, venue=venue, author=author, tag=tag, has_pdf=has_pdf
    )
    with current.open() as workspace:
        filters = inside(workspace, filters, collection)
        ids = workspace.library.papers.ids(sort=sort.value, descending=descending, text=text, filters=filters)
        papers = workspace.library.papers.get(ids[:limit])

    def print_them() -> Iterator[Printed]:
        rows = table("Id", "#Year", "Authors", "Title")
        for paper in papers:
            first = paper.authors[0] if paper.authors else ""
            others = " et al." if len(paper.authors) > 1 else ""
            add_row(rows, paper.doc_id, paper.year or "", f"{first}{others}", shown_title(paper))
        if papers:
            yield rows
        yield (
            count(len(ids), "paper") if len(papers) == len(ids) else f"{len(papers):,} of {len(ids):,} papers"
        )

    current.answer({"papers": plain(papers), "total": len(ids)}, print_them())


@command(app, "show")
def show(
    current: Session,
    doc_id: Annotated[str, typer.Argument(help="The paper's id; `assay list` and `assay search` say it.")],
) -> None:
    """Show all that the library knows of one paper."""
    with current.open() as workspace:
        library = workspace.library
        found = library.papers.get([doc_id])
        if not found:
            raise BadInput(f"No paper '{doc_id}' in this library. `assay search` finds its id.")
        paper = found[0]
        places: Mapping[str, Any] = {
            "tags": library.tags.of_papers([paper.doc_id]).get(paper.doc_id, []),
            "collections": library.collections.of_papers([paper.doc_id]).get(paper.doc_id, []),
            "files": [
                place.path
                for stored in library.files.of_papers([paper.doc_id]).get(paper.doc_id, [])
                for place in stored.places
            ],
        }
    payload = {**plain(paper), **places}

    def print_it() -> Iterator[Printed]:
        for name, value in payload.items():
            if value not in (None, "", [], {}):
                yield Text(f"{name.replace('_', ' ')}: {_text_of(value)}")

    current.answer(payload, print_it())


def _text_of(value: object) -> str:
    """A field's value on one line; of an object, its filled fields."""
    if isinstance(value, dict):
        return "; ".join(f"{name}: {_text_of(each)}" for name, each in value.items() if each)
    if isinstance(value, list):
        return "; ".join(map(_text_of, value))
    return str(value)
