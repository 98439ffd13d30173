"""Pictures of searches from several papers and texts, of facets, and of why a paper was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from assay.types import Combine, Filters
from assay_desktop.pages.search.facets import Value
from assay_desktop.pages.search.page import SearchPage
from shots.shot_stage import stage, wait

if TYPE_CHECKING:
    from pathlib import Path

    from assay_desktop.theme import ThemeChoice
    from shots.shot_stage import Stage

_COUNTED_S: Final = 60.0


def starts_shots(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """Chips of every kind, the facets of what they find with some chosen, and the reasons."""
    with stage(folder, out, theme=theme) as scene:
        scene.await_engine()
        page = scene.page("search")
        if isinstance(page, SearchPage):
            _states(scene, page)


def _states(scene: Stage, page: SearchPage) -> None:
    await_counts(scene, page)
    scene.save("search-starts-none")
    _type(scene, page, "dense retrieval")
    page.facets.values.chosen.emit(*_first(page, "venue"))
    page.facets.values.chosen.emit(*_first(page, "venue", 1))
    await_counts(scene, page)
    page.open_tab("why")
    scene.settle()
    scene.settle()
    scene.save("search-starts-facets")
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
    await_counts(scene, page)
    page.box.chips[0].setFocus()
    scene.settle()
    scene.settle()
    scene.save("search-starts-chips")
    page.search_requested.emit()


def _type(scene: Stage, page: SearchPage, text: str) -> None:
    page.box.show_text(text)
    page.text_edited.emit(text)
    page.search_requested.emit()
    scene.settle()
    await_counts(scene, page)


def await_counts(scene: Stage, page: SearchPage) -> None:
    """Waits until the results rest and were counted."""
    wait(lambda: not page.facets.isHidden(), _COUNTED_S)  # in a narrow window, what they stand in may be
    wait(lambda: False, 0.6)
    scene.settle()


def _first(page: SearchPage, facet: str, place: int = 0) -> tuple[str, str]:
    found = [row.value for row in page.facets.values.rows.items if isinstance(row.value, Value)]
    return facet, [value.value for value in found if value.facet == facet][place]
