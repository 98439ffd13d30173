"""Pictures of searches from several papers and texts, of facets, and of why a paper was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from assay.types import Combine, Filters
from assay_desktop.pages.search.page import SearchPage
from shots.shot_stage import SIZES, save, stage, wait

if TYPE_CHECKING:
    from pathlib import Path

    from shots.shot_stage import SIZES, Stage

_COUNTED_S: Final = 60.0


def starts_shots(folder: Path, out: Path) -> list[Path]:
    """Chips of every kind, the facets of what they find with some chosen, and the reasons."""
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
    _count(scene, page)
    made = [save(scene.window, out / f"search-starts-none-{name}.png")]
    _type(scene, page, "dense retrieval")
    page.facets.values.chosen.emit(*_first(page, "venue"))
    page.facets.values.chosen.emit(*_first(page, "venue", 1))
    _count(scene, page)
    page.open_tab("why")
    scene.settle()
    scene.settle()
    made.append(save(scene.window, out / f"search-starts-facets-{name}.png"))
    page.filters_chosen.emit(Filters())
    page.want_seed()
    scene.settle()
    _type(scene, page, "question answering")
    page.text_seed_wanted.emit(-1)
    scene.settle()
    _type(scene, page, "hard negatives")
    chips = page.box.chips
    page.seed_weighed.emit(chips[0].key, 2.0)
    page.seed_weighed.emit(chips[1].key, 0.5)
    page.combine_chosen.emit(Combine.MAX)
    _count(scene, page)
    page.box.chips[0].setFocus()
    scene.settle()
    scene.settle()
    made.append(save(scene.window, out / f"search-starts-chips-{name}.png"))
    page.search_requested.emit()
    return made


def _type(scene: Stage, page: SearchPage, text: str) -> None:
    page.box.show_text(text)
    page.text_edited.emit(text)
    page.search_requested.emit()
    scene.settle()
    _count(scene, page)


def _count(scene: Stage, page: SearchPage) -> None:
    """Waits until the results rest and were counted."""
    wait(page.facets.isVisible, _COUNTED_S)
    wait(lambda: False, 0.6)
    scene.settle()


def _first(page: SearchPage, facet: str, place: int = 0) -> tuple[str, str]:
    values = [
        line.value for line in page.facets.values.rows.items if line.value and line.value.facet == facet
    ]
    return facet, values[place].value
