"""Commands that look at a library: status, list, show."""

from __future__ import annotations

import json as json_module
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from assay.cli.app import Session, app, argument, command, option
from assay.cli.options import AllFilterOptions, paper_named
from assay.cli.output import count, table
from assay.codec import shallow
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

    behind = found.papers - found.keyword_indexed
    waiting = f"; {behind} wait: run `assay index`" if behind > 0 else ""
    first, *others = found.jobs or ("none",)
    rows = (
        ("Library", found.library),
        ("Papers", f"{found.papers:,}"),
        ("Keyword index", f"{count(found.keyword_indexed, 'paper')}{waiting}"),
        ("Vectors", f"{count(found.vectors, 'paper')} ({found.model})"),
        ("Queries", f"{found.queries:,}, {found.judged_queries:,} of them judged"),
        ("Grades", f"{found.grades:,}"),
        ("Jobs", first),
        *(("", job) for job in others),
    )
    current.answer(found, table(("", ""), rows))


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
    text: Annotated[str, option("Only papers with these words in title, authors or venue.")] = "",
    options: AllFilterOptions,
    sort: Annotated[Sort, option("What the papers are listed by.")] = Sort.ADDED,
    descending: Annotated[bool, option("The last first.")] = False,
    limit: Annotated[int | None, option("At most so many papers; all if not given.", min=1)] = None,
) -> None:
    """List the library's papers, all of them or those that pass the filters."""
    with current.open() as workspace:
        filters = options.filters(workspace)
        ids = workspace.library.papers.ids(sort=sort.value, descending=descending, text=text, filters=filters)
        papers = workspace.library.papers.get(ids[:limit])

    rows = []
    for paper in papers:
        first = paper.authors[0] if paper.authors else ""
        others = " et al." if len(paper.authors) > 1 else ""
        rows.append((paper.doc_id, paper.year or "", f"{first}{others}", shown_title(paper)))
    listed = [table(("Id", "#Year", "Authors", "Title"), rows)] if rows else []
    of = f"{len(papers):,} of {len(ids):,} papers"
    total = count(len(ids), "paper") if len(papers) == len(ids) else of
    current.answer({"papers": papers, "total": len(ids)}, [*listed, total])


@command(app, "show")
def show(
    current: Session,
    doc_id: Annotated[str, argument("The paper's id; `assay list` and `assay search` say it.")],
) -> None:
    """Show all that the library knows of one paper."""
    with current.open() as workspace:
        library = workspace.library
        paper = paper_named(workspace, doc_id)
        places = {
            "tags": library.tags.of_papers([paper.doc_id]).get(paper.doc_id, []),
            "collections": library.collections.of_papers([paper.doc_id]).get(paper.doc_id, []),
            "files": [
                place.path
                for stored in library.files.of_papers([paper.doc_id]).get(paper.doc_id, [])
                for place in stored.places
            ],
        }
    payload = {**shallow(paper), **places}
    current.answer(
        payload,
        [
            f"{name.replace('_', ' ')}: {_text_of(value)}"
            for name, value in payload.items()
            if value not in (None, "", (), [])
        ],
    )


def _text_of(value: object) -> str:
    """A field's value on one line; of an object, its filled fields."""
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {_text_of(each)}" for name, each in value.items() if each)
    if isinstance(value, list | tuple):
        return "; ".join(map(_text_of, value))
    return str(value)
