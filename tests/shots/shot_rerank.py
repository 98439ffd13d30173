"""Pictures of results that a second model puts in order. The tuned model's name is invented."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from assay.types import SearchMode
from assay_desktop.pages.search.page import SearchPage
from shots.shot_stage import stage, wait
from shots.shot_starts import await_counts

if TYPE_CHECKING:
    from pathlib import Path

    from assay_desktop.theme import ThemeChoice
    from shots.shot_starts import await_counts
from shots.shot_stage import Stage

_TUNED: Final = "coder-small-3f9a01c2"
_NOTES: Final = {
    "pending": "Reranking…",
    "tuned": "1,000 candidates reranked",
    "late": "750 of 1,000 candidates reranked in time",
    "failed": "Not reranked",
}
_WHY_NOT: Final = (
    f"Not reranked. '{_TUNED}' cannot rerank this library, which is indexed with 'assay-papers'. Choose a "
    f"model that was tuned for 'assay-papers', or index with '{_TUNED}'."
)
_ANSWER_S: Final = 60.0


def rerank_shots(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """Keyword results in the order of the library's model, then what the line says at other times."""
    with stage(folder, out, theme=theme) as scene:
        scene.await_engine()
        page = scene.page("search")
        if isinstance(page, SearchPage):
            _states(scene, page)


def _states(scene: Stage, page: SearchPage) -> None:
    model = scene.context.engine.state.model
    page.mode_chosen.emit(SearchMode.KEYWORD)
    page.text_edited.emit("hard negatives")
    page.box.show_text("hard negatives")
    page.search_requested.emit()
    await_counts(scene, page)
    scene.save("search-rerank-none")
    page.rerank_chosen.emit(model)
    wait(lambda: "reordered" in page.modes.summary.text(), _ANSWER_S)
    page.open_tab("why")
    scene.settle()
    scene.save("search-rerank-done")
    page.open_tab("abstract")
    page.mode_chosen.emit(SearchMode.HYBRID)
    await_counts(scene, page)
    page.show_rerankers([model, _TUNED], _TUNED)
    for key, note in _NOTES.items():
        page.show_rerank_note(note)
        page.show_strip(_WHY_NOT if key == "failed" else "")
        scene.save(f"search-rerank-{key}")
