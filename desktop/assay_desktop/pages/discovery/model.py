"""What the page shows: the map, the citations, and which points a lasso holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from assay.discovery.types import CitationGraph, Citations, PaperLinks
from assay.types import Paper

if TYPE_CHECKING:
    import numpy.typing as npt

    from assay.discovery.map_file import LibraryMap
    from assay.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Explored:
    """What there is to see. `map` is None where there is none; `n_new` papers are not on it
    although they have vectors."""

    n_papers: int = 0
    n_indexed: int = 0
    n_new: int = 0
    map: LibraryMap | None = None
    citations: Citations = field(default_factory=Citations)
    graph: CitationGraph = field(default_factory=CitationGraph)
    collections: tuple[tuple[str, int], ...] = ()  # path, papers


@dataclass(frozen=True, slots=True)
class ChosenPaper:
    """The paper that is selected on the map or in a list, with its links."""

    paper: Paper
    links: PaperLinks


def read_explored(workspace: Workspace) -> Explored:
    """Read it all again: the map from its file, the citations from the papers."""
    from assay.discovery.citations import citations, read_graph
    from assay.discovery.map_file import n_indexed, read_map
    from assay.errors import StaleIndex

    library = workspace.library
    try:
        found, indexed = read_map(workspace), n_indexed(workspace)
    except StaleIndex:
        found, indexed = None, 0
    graph = read_graph(library)
    return Explored(
        n_papers := library.papers.count(),
        indexed,
        max(0, min(n_papers, indexed) - len(found.doc_ids)) if found is not None else 0,
        found,
        citations(library, graph),
        graph,
        tuple((one.path, one.n_papers) for one in library.collections.all()),
    )


def read_chosen(workspace: Workspace, *, graph: CitationGraph, doc_id: str) -> ChosenPaper | None:
    """Return a paper with its links; None where it is gone."""
    from assay.discovery.citations import links_of

    papers = workspace.library.papers.get([doc_id])
    return ChosenPaper(papers[0], links_of(workspace.library, graph, doc_id)) if papers else None


def points_within(places: npt.NDArray[np.float32], corners: npt.NDArray[np.float32]) -> npt.NDArray[np.int64]:
    """Return the rows of the places (n, 2) inside a polygon (m, 2), by the even-odd rule."""
    low, high = corners.min(0), corners.max(0)
    rows = np.flatnonzero(((places >= low) & (places <= high)).all(1))
    x, y = places[rows, 0].astype(np.float64), places[rows, 1].astype(np.float64)
    inside = np.zeros(len(rows), np.bool_)
    for (x1, y1), (x2, y2) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if y1 == y2:
            continue
        crosses = (y1 > y) != (y2 > y)
        inside ^= crosses & (x < x1 + (y - y1) * (float(x2) - float(x1)) / (float(y2) - float(y1)))
    return rows[inside]
