"""Pictures of results that a second model puts in order. The tuned model's name is invented."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from assay.types import SearchMode
from assay_desktop.pages.search.page import SearchPage
from shots.shot_stage import SIZES, save, stage, wait

if TYPE_CHECKING:
    from pathlib import Path

    from shots.shot_stage import SIZES, Stage

_TUNED: Final = "coder-small-3f9a01c2"
_NOTES: Final = {
    "pending": "Reordering…",
    "tuned": "1,000 candidates reordered",
    "late": "750 of 1,000 candidates reordered in time",
    "failed": "Not reordered",
}
_WHY_NOT: Final = (
    f"Not reordered. '{_TUNED}' cannot rerank this library, which is indexed with 'assay-papers'. Choose a "
    f"model that was tuned for 'assay-papers', or index with '{_TUNED}'."
)
_ANSWER_S: Final = 60.0


def rerank_shots(folder: Path, out: Path) -> list[Path]:
    """Keyword results in the order of the library's model, then what the line says at other times."""
    made = []
    for theme in ("light", "dark"):
        for size in SIZES:
            with stage(folder, theme=theme, size=size) as scene:
                scene.await_engine()
                page = scene.page("search")
                if isinstance(page, SearchPage):
                    made += _states(scene, page, out, f"{theme}-{size.width()}x{size.height()}")
    return made


def _states(scene: Stage, page: SearchPage, out: Path, name: str) -> list[Path]:
    model = scene.context.engine.state.model
    page.mode_chosen.emit(SearchMode.KEYWORD)
    page.text_edited.emit("hard negatives")
    page.box.show_text("hard negatives")
    page.search_requested.emit()
    scene.settle()
    made = [save(scene.window, out / f"search-rerank-none-{name}.png")]
    page.rerank_chosen.emit(model)
    wait(lambda: "reordered" in page.modes.summary.text(), _ANSWER_S)
    page.open_tab("why")
    scene.settle()
    made.append(save(scene.window, out / f"search-rerank-done-{name}.png"))
    page.open_tab("abstract")
    page.mode_chosen.emit(SearchMode.HYBRID)
    scene.settle()
    page.show_rerankers([model, _TUNED], _TUNED)
    for key, note in _NOTES.items():
        page.show_rerank_note(note)
        page.show_strip(_WHY_NOT if key == "failed" else "")
        made.append(save(scene.window, out / f"search-rerank-{key}-{name}.png"))
    return made
