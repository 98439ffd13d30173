"""Pictures of duplicates: looked for, found, and one of them merged. The papers are invented."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from assay.types import Paper, Query
from shots.shot_stage import stage, wait

if TYPE_CHECKING:
    from pathlib import Path

    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.theme import ThemeChoice
    from shots.shot_stage import Stage

_FOUND_S = 60.0
_MOTHS = "How moths jam the sonar of hunting bats over open fields"
_SNOW = "A slow census of snow algae on alpine glaciers"
_RAVENS = "Ravens that remember a broken promise for many years"
_HEAT = (
    "Long-term heat budgets of hibernating bats in abandoned mines of the northern hills, and what they "
    "imply for the choice of shelters by animals that weigh less than a letter"
)
_PAPERS = (
    Paper("moths", _MOTHS, "Moths click.", ("Aaron Lind", "Jesse Barber"), 2019, "J. Exp. Zool.", "10.5/m"),
    Paper("moths-2", f"{_MOTHS}.", authors=("Lind, A.",), year=2019, pmid="77"),
    Paper("tides", "Tidal memory of burrowing clams", authors=("Mia Holm",), year=2015),
    Paper(
        "tides-2", "TIDAL MEMORY OF BURROWING CLAMS", "Clams keep time.", ("Holm, M.",), 2015, "Mar. Biol."
    ),
    Paper("snow", _SNOW, "Red snow counted.", ("Ida Frost", "Per Lund"), 2020, "Polar Biol.", "10.5/s"),
    Paper("snow-pre", _SNOW, "Red snow counted.", ("Ida Frost", "Per Lund"), 2019, arxiv_id="1901.00001"),
    Paper("ravens", _RAVENS, "They know.", ("Ola Vik",), 2011, "Anim. Cogn.", "10.5/r1"),
    Paper("ravens-2", _RAVENS, "They know.", ("Ola Vik",), 2014, "Ethology", "10.5/r2"),
    *(
        Paper(f"heat-{n}", _HEAT, "", ("Nora Hill", "Sam Oak"), 2012, "Ecology of the North")
        for n in range(8)
    ),
)


def repeated_library(folder: Path) -> Path:
    """Sixteen records of five papers, two of one paper judged."""
    from assay.workspace import Workspace

    with Workspace.open(folder) as workspace:
        workspace.library.papers.add([(paper, [f"shot:{paper.doc_id}"]) for paper in _PAPERS])
        workspace.library.queries.add([Query("q1", "animals that hear")])
        workspace.library.pool.add([("q1", "moths"), ("q1", "moths-2")])
        for doc_id in ("moths", "moths-2"):
            workspace.library.judgements.record("q1", doc_id, assessor="Ada", relevance=2)
    return folder


def duplicate_shots(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """Looked for, found, and merged, which is undone at the end."""
    library = repeated_library(folder / "Repeated papers")
    with stage(library, out, theme=theme, start_engine=False) as scene:
        _states(scene)


def _states(scene: Stage) -> None:
    page = cast("LibraryPage", scene.page("library"))
    page.open_duplicates()
    view = page.duplicates
    scene.save("library-duplicates-searching")
    wait(lambda: view.list.model().rowCount() > 0, _FOUND_S)
    scene.settle()
    scene.save("library-duplicates")
    view.list.setCurrentIndex(view.list.model().index(1, 0))
    view.merge.click()
    scene.settle()
    scene.save("library-duplicates-merged")
    view.undo.click()
    scene.settle()
