"""A map and citations on the Explore page, made up: 400 papers in four regions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from assay.discovery.map_file import LibraryMap
from assay.discovery.types import Citations, CitedPaper, MissingPaper, PaperLinks
from assay.types import Paper
from assay_desktop.pages.discovery.model import ChosenPaper, Explored

if TYPE_CHECKING:
    from assay_desktop.pages.discovery.page import DiscoveryPage

_NAMES = ("dense retrieval", "graph networks · molecules", "speech · emotion", "bandits · regret")


def made_up_map(n: int = 400) -> LibraryMap:
    """The same each time."""
    rng = np.random.default_rng(0)
    labels = np.sort(rng.integers(0, len(_NAMES), n)).astype(np.int32)
    centres = np.array([(-0.5, -0.5), (0.5, -0.4), (-0.4, 0.5), (0.5, 0.5)])
    places = (centres[labels] + rng.normal(size=(n, 2)) * 0.17).clip(-1, 1).astype(np.float32)
    return LibraryMap(tuple(f"p{row}" for row in range(n)), places, labels, _NAMES)


def fill_explored(page: DiscoveryPage) -> None:
    """All that the page can show at once."""
    missing = tuple(
        MissingPaper((f"doi:10.5555/{n}",), tuple(f"p{k}" for k in range(9 - n))) for n in range(5)
    )
    cited = tuple(CitedPaper(f"p{n}", f"A paper on moss, part {n}", 2020, 5 - n) for n in range(4))
    found = Explored(
        412,
        412,
        12,
        made_up_map(),
        Citations(cited, missing, 10, 5),
        collections=(("Thesis/Chapter 2", 2),),
    )
    page.show_explored(found, mapping=False)
    paper = Paper("p1", "A paper on moss, part 1", authors=("Ada Pebble",), year=2020, venue="Slow Geology")
    page.show_paper(ChosenPaper(paper, PaperLinks(cited[:2], cited[2:], missing[:3])))
    page.show_surrounded(["p1", "p2", "p3"])
    page.map.choose(1)
