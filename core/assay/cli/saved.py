"""Commands of saved searches: kept, asked again, what is new in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.app import Session, argument, command, command_group, option
from assay.cli.history import action_json
from assay.cli.options import AllFilterOptions, Count, ExampleOptions, FullText, Like, Mode, Rerank
from assay.cli.output import Printed, count, table
from assay.errors import BadInput
from assay.types import SearchMode, SearchRequest, shown_title

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.library import Action, SavedSearch
    from assay.searching.saved_searches import SavedSearchWork
    from assay.workspace import Workspace

Name = Annotated[str, argument("The saved search.", metavar="NAME")]
Names = Annotated[list[str] | None, argument("All if none is given.", metavar="[NAME...]")]


FAILED = 1  # the exit status where no search could be asked
_NONE = "There are no saved searches yet: `assay saved add NAME TEXT` makes one."
_HITS = ("#", "", "Title", "Id")


commands = command_group("saved", "Searches that are kept and tell what is new.")


@command(commands, "add")
def add(
    current: Session,
    name: Annotated[str, argument("What to call it.", metavar="NAME")],
    text: Annotated[str, argument("As `assay search` takes it.", metavar="[TEXT]")] = "",
    *,
    like: Like = None,
    examples: ExampleOptions,
    mode: Mode = SearchMode.HYBRID,
    rerank: Rerank = None,
    filters: AllFilterOptions,
    full_text: FullText = False,
) -> None:
    """Keep a search: by a text, by papers, or by filters alone. What it finds now is not new."""
    if not (text.strip() or like or examples.like_text or filters):
        raise BadInput("There is nothing to search for. Give a text, --like DOC_ID, or a filter.")
    with current.open() as workspace:
        request = SearchRequest(
            text=text,
            seeds=examples.seeds(workspace, like),
            mode=mode,
            filters=filters.filters(workspace),
            full_text=full_text,
            texts=examples.texts(),
            combine=examples.combine,
        )
        if rerank:
            from assay.searching.reranking import Reranking

            Reranking(workspace).settings(rerank)  # says at once where there is no such model
        saved = _work(workspace).add(name, request, rerank=rerank or "")
    current.answer({"saved": saved}, _news(saved, "Saved"))


@command(commands, "list")
def list_searches(current: Session) -> None:
    """List the saved searches, each with how much the last check found new."""
    with current.open() as workspace:
        kept = workspace.library.searches.all()
    current.answer({"saved": kept}, _saved_table(kept))


@command(commands, "run")
def run(
    current: Session,
    name: Name,
    *,
    k: Count = 10,
    mark_seen: Annotated[bool, option("Count what is shown as looked at.", "--seen")] = False,
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
    found = [hit for hit in hits if hit.doc_id in titles]
    rows = [
        {"doc_id": hit.doc_id, "rank": hit.rank, "title": titles[hit.doc_id], "new": hit.doc_id in new}
        for hit in found
    ]
    shown = [(hit.rank, "*" if hit.doc_id in new else "", titles[hit.doc_id], hit.doc_id) for hit in found]
    listed = [table(_HITS, shown)] if shown else []
    current.answer({"saved": saved, "hits": rows}, [*listed, _news(saved, "Asked again")])


@command(commands, "news")
def news(current: Session, names: Names = None) -> None:
    """Ask the saved searches again, and list what is new in them since you last looked."""
    with current.open() as workspace:
        work, searches = _work(workspace), workspace.library.searches
        wanted = [searches.get(name) for name in names] if names else searches.all()
        checked = [work.check(saved) for saved in wanted]
        found = [(saved, _titles(workspace, searches.news(saved.pk))) for saved in checked]
    failed = bool(checked) and all(saved.fault for saved in checked)

    def lines() -> Iterator[Printed]:
        if not found:
            yield _NONE
        if failed and len({saved.fault for saved in checked}) == 1:  # one failure, one line
            yield f"Not asked: {', '.join(saved.name for saved in checked)}. {checked[0].fault}"
            return
        for saved, titles in found:
            yield _news(saved)
            if titles:
                rows = enumerate(titles.items(), start=1)
                yield table(_HITS, [(place, "*", title, doc_id) for place, (doc_id, title) in rows])

    rows = [
        {
            "name": saved.name,
            "new": [{"doc_id": doc_id, "title": title} for doc_id, title in titles.items()],
            "fault": saved.fault,
        }
        for saved, titles in found
    ]
    current.answer({"saved": rows}, lines())
    if failed:
        raise typer.Exit(FAILED)


@command(commands, "seen")
def seen(current: Session, names: Names = None) -> None:
    """Count what the last check found new as looked at."""
    with current.open() as workspace:
        searches = workspace.library.searches
        wanted = [searches.get(name) for name in names] if names else searches.all()
        seen_papers = {saved.name: _work(workspace).look(saved) for saved in wanted}
    n = sum(len(doc_ids) for doc_ids in seen_papers.values())
    text = f"{count(n, 'paper')} looked at."
    current.answer({"seen": seen_papers}, text)


@command(commands, "rename")
def rename(
    current: Session, name: Name, new: Annotated[str, argument("Its new name.", metavar="NEW")]
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
    """Titles by the ids of those papers that are still there, in this order."""
    titles = {paper.doc_id: shown_title(paper) for paper in workspace.library.papers.get(doc_ids)}
    return {doc_id: titles[doc_id] for doc_id in doc_ids if doc_id in titles}


def _news(saved: SavedSearch, done: str = "") -> str:
    """Return its name, and how much is new or why that is not known."""
    news = saved.fault or (f"{count(saved.n_new, 'new paper')}" if saved.n_new else "nothing new")
    return f"{done + ': ' if done else ''}{saved.name} ({news})"


def _saved_table(kept: Sequence[SavedSearch]) -> Printed:
    rows = []
    for saved in kept:
        checked = f"{saved.checked_at:%Y-%m-%d %H:%M}" if saved.checked_at else "never"
        rows.append((saved.name, saved.n_new, f"{saved.looked_at:%Y-%m-%d %H:%M}", saved.fault or checked))
    return table(("Name", "#New", "Looked at", "Checked"), rows, none=_NONE)
