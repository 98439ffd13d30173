"""Saved searches and tabs: what is new, many tabs at once, the dialog that asks for a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from assay.types import SearchMode, SearchRequest
from assay_desktop.context import Change
from assay_desktop.shell.saved_news import SavedNews
from shots.shot_stage import dialog, stage
from shots.shot_starts import await_counts

if TYPE_CHECKING:
    from pathlib import Path

    from assay_desktop.pages.search.page import SearchPage
    from assay_desktop.theme import ThemeChoice
    from shots.shot_starts import await_counts
from shots.shot_stage import Stage

_ASKED: Final = {
    "Hard negatives": "hard negatives",
    "Sentence embeddings, as they are trained and as they are compared": "sentence embeddings",
    "Old ones": "year:..2000 retrieval",
}
_NEWS: Final = "Hard negatives"


def saved_shots(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """Each state."""
    _keep(folder)
    with stage(folder, out, theme=theme) as scene:
        scene.await_engine()
        _states(scene)


def _keep(folder: Path) -> None:
    """Saves the searches; when the person looked at one of them, two of its papers were not found yet."""
    from assay.searching.saved_searches import SavedSearchWork, find
    from assay.workspace import Workspace

    with Workspace.open(folder) as workspace:
        work = SavedSearchWork(workspace)
        for name, text in _ASKED.items():
            work.add(name, SearchRequest(text, mode=SearchMode.HYBRID))
        saved = workspace.library.searches.get(_NEWS)
        found = find(workspace, saved.request)
        later = found.doc_ids[1:4:2]
        fewer = [doc_id for doc_id in found.doc_ids if doc_id not in later]
        searches = workspace.library.searches
        searches.settle(saved.pk, fewer, counted=50, ranking=found.ranking, complete=True)
        searches.look(saved.pk)
        work.check(saved)


def _states(scene: Stage) -> None:
    page = cast("SearchPage", scene.page("search"))
    SavedNews(scene.context, scene.window).check()
    scene.context.changes.changed.emit(Change(searches=True))
    scene.settle()
    for number, asked in enumerate(_ASKED.values()):
        if number:
            page.tab_new.emit()
        page.text_edited.emit(asked)
        page.box.show_text(asked)
        page.search_requested.emit()
        scene.settle()
    await_counts(scene, page)
    scene.save("search-tabs")
    page.tab_chosen.emit(0)
    await_counts(scene, page)
    scene.save("search-saved")
    for number in range(6):
        page.tab_new.emit()
        page.text_edited.emit(f"a search that is number {number + 4}")
        page.box.show_text(f"a search that is number {number + 4}")
        page.search_requested.emit()
        scene.settle()
    await_counts(scene, page)
    scene.save("search-tabs-many")
    page.want_saving()
    asking = dialog()
    if asking is not None:
        scene.save("search-saved-name", asking)
        page.end_naming("A saved search 'Old ones' already exists. Choose another name.")
        scene.save("search-saved-taken", asking)
        asking.close()
