"""Commands of saved searches: kept, asked again, what is new in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assay.cli.app import Session, command, command_group
from assay.cli.history import action_json
from assay.cli.options import (
    Authors,
    CombineBy,
    HasFile,
    InCollections,
    Like,
    LikeText,
    Tags,
    Unlike,
    UnlikeText,
    Venues,
    YearFrom,
    YearTo,
    filters_from,
    inside,
    papers_to,
    texts_to,
)
from assay.cli.output import Printed, add_row, count, plain, table
from assay.cli.search import Count, FullText, Mode, Rerank
from assay.errors import BadInput
from assay.types import Combine, SearchMode, SearchRequest, shown_title

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.library import Action, SavedSearch
    from assay.searching.saved_searches import SavedSearchWork
    from assay.workspace import Workspace

Name = Annotated[str, typer.Argument(metavar="NAME", help="The saved search.")]
Names = Annotated[list[str] | None, typer.Argument(metavar="[NAME...]", help="All if none is given.")]


FAILED = 1  # the exit status where no search could be asked


commands = command_group("saved", "Searches that are kept and tell what is new.")


@command(commands, "add")
def add(
    current: Session,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call it.")],
    text: Annotated[str, typer.Argument(metavar="[TEXT]", help="As `assay search` takes it.")] = "",
    *,
    like: Like = None,
    unlike: Unlike = None,
    like_text: LikeText = None,
    unlike_text: UnlikeText = None,
    combine: CombineBy = Combine.MEAN,
    mode: Mode = SearchMode.HYBRID,
    rerank: Rerank = None,
    year_from: YearFrom = None,
    year_to: YearTo = None,
    venue: Venues = None,
    author: Authors = None,
    tag: Tags = None,
    has_pdf: HasFile = False,
    collection: InCollections = None,
    full_text: FullText = False,
) -> None:
    """Keep a search: by a text, by papers, or by filters alone. What it finds now is not new."""
    filters = filters_from(
        year_from=year_from, year_to=year_to, venue=venue, author=author, tag=tag, has_pdf=has_pdf
    )
    if not (text.strip() or like or like_text or filters or collection):
        raise BadInput("There is nothing to search for. Give a text, --like DOC_ID, or a filter.")
    with current.open() as workspace:
        request = SearchRequest(
            text=text,
            seeds=papers_to(workspace, like, unlike),
            mode=mode,
            filters=inside(workspace, filters, collection),
            full_text=full_text,
            texts=texts_to(like_text, unlike_text),
            combine=combine,
        )
        if rerank:
            from assay.searching.reranking import Reranking

            Reranking(workspace).settings(rerank)  # says at once where there is no such model
        saved = _work(workspace).add(name, request, rerank=rerank or "")
    current.answer({"saved": plain(saved)}, _say(saved, "Saved"))


@command(commands, "list")
def list_searches(current: Session) -> None:
    """List the saved searches, each with how much the last check found new."""
    with current.open() as workspace:
        kept = workspace.library.searches.all()
    current.answer({"saved": plain(kept)}, _show_list(kept))


@command(commands, "run")
def run(
    current: Session,
    name: Name,
    *,
    k: Count = 10,
    mark_seen: Annotated[bool, typer.Option("--seen", help="Count what is shown as looked at.")] = False,
) -> None:
    """Ask a saved search again; what is new is marked with a star."""
    with current.open() as workspace:
        work = _work(workspace)
        saved = work.check(workspace.library.searches.get(name))
        _, hits = work.run(saved, k=k)
        new = set(workspace.library.searches.news(saved.pk))
        titles = _titles(workspace, [hit.doc_id for hit in hits])
        if mark_seen:
            work.look(saved)
    rows = [
        {"doc_id": hit.doc_id, "rank": hit.rank, "title": titles[hit.doc_id], "new": hit.doc_id in new}
        for hit in hits
        if hit.doc_id in titles
    ]

    def show() -> Iterator[Printed]:
        yield from _show_rows(rows)
        yield from _say(saved, "Asked again")

    current.answer({"saved": plain(saved), "hits": rows}, show())


@command(commands, "news")
def news(current: Session, names: Names = None) -> None:
    """Ask the saved searches again, and list what is new in them since you last looked."""
    told: list[dict[str, Any]] = []
    with current.open() as workspace:
        work, searches = _work(workspace), workspace.library.searches
        wanted = [searches.get(name) for name in names] if names else searches.all()
        checked = [work.check(saved) for saved in wanted]
        for saved in checked:
            doc_ids = searches.news(saved.pk)
            titles = _titles(workspace, doc_ids)
            found = [{"doc_id": doc_id, "title": titles[doc_id]} for doc_id in doc_ids if doc_id in titles]
            told.append({"name": saved.name, "new": found, "fault": saved.fault})

    def show() -> Iterator[Printed]:
        if not told:
            yield "There are no saved searches yet: `assay saved add NAME TEXT` makes one."
        if failed and len({saved.fault for saved in checked}) == 1:  # one failure, one line
            names = ", ".join(saved.name for saved in checked)
            yield f"Not asked: {names}. {checked[0].fault}"
            return
        for saved, each in zip(checked, told, strict=True):
            yield from _say(saved, "")
            yield from _show_rows(each["new"])

    failed = bool(checked) and all(saved.fault for saved in checked)
    current.answer({"saved": told}, show())
    if failed:
        raise typer.Exit(FAILED)


@command(commands, "seen")
def seen(current: Session, names: Names = None) -> None:
    """Count what the last check found new as looked at."""
    with current.open() as workspace:
        searches = workspace.library.searches
        wanted = [searches.get(name) for name in names] if names else searches.all()
        looked = {saved.name: _work(workspace).look(saved) for saved in wanted}
    n = sum(len(doc_ids) for doc_ids in looked.values())
    text = f"{count(n, 'paper')} looked at."
    current.answer({"seen": looked}, text)


@command(commands, "rename")
def rename(
    current: Session, name: Name, new: Annotated[str, typer.Argument(metavar="NEW", help="Its new name.")]
) -> None:
    """Give a saved search another name. `assay history undo` takes it back."""
    _act(current, lambda work: work.rename(name, new))


@command(commands, "remove")
def remove(current: Session, name: Name) -> None:
    """Take a saved search off the list. `assay history undo` brings it back as it was."""
    _act(current, lambda work: work.remove(name))


def _act(current: Session, act: Callable[[SavedSearchWork], Action]) -> None:
    with current.open() as workspace:
        action = act(_work(workspace))
    current.answer({"action": action_json(action)}, action.title)


def _work(workspace: Workspace) -> SavedSearchWork:
    from assay.searching.saved_searches import SavedSearchWork

    return SavedSearchWork(workspace)


def _titles(workspace: Workspace, doc_ids: Sequence[str]) -> dict[str, str]:
    return {paper.doc_id: shown_title(paper) for paper in workspace.library.papers.get(doc_ids)}


def _say(saved: SavedSearch, before: str) -> Iterator[Printed]:
    """One line: its name, and how much is new or why that is not known."""
    news = saved.fault or (f"{count(saved.n_new, 'new paper')}" if saved.n_new else "nothing new")
    yield f"{before + ': ' if before else ''}{saved.name} ({news})"


def _show_list(kept: Sequence[SavedSearch]) -> Iterator[Printed]:
    shown = table("Name", "#New", "Looked at", "Checked")
    for saved in kept:
        checked = f"{saved.checked_at:%Y-%m-%d %H:%M}" if saved.checked_at else "never"
        add_row(shown, saved.name, saved.n_new, f"{saved.looked_at:%Y-%m-%d %H:%M}", saved.fault or checked)
    yield shown if kept else "There are no saved searches yet: `assay saved add NAME TEXT` makes one."


def _show_rows(rows: Sequence[dict[str, Any]]) -> Iterator[Printed]:
    shown = table("#", "", "Title", "Id")
    for place, row in enumerate(rows, start=1):
        add_row(
            shown, row.get("rank", place), "*" if row.get("new", True) else "", row["title"], row["doc_id"]
        )
    if rows:
        yield shown
