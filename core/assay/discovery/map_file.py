"""The map of a library: made from its vector index, kept under the index's fingerprint."""

from __future__ import annotations

import io
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from assay.discovery.layout import LANDMARKS, Points, layout
from assay.discovery.types import MapMade
from assay.errors import BadInput, LibraryError, StaleIndex
from assay.files import write_bytes
from assay.index import Manifest
from assay.progress import Progress, silent
from assay.search.folders import indexes_of
from assay.types import shown_title
from assay.workspace import Workspace

FOLDER = "maps"
LEAST = 20
"""Papers of which a map says anything."""


@dataclass(frozen=True, slots=True)
class LibraryMap:
    """Papers as places (n, 2) within -1 and 1, each in a cluster (n,); `names` of the clusters."""

    doc_ids: tuple[str, ...]
    places: Points
    labels: npt.NDArray[np.int32]
    names: tuple[str, ...]

    def centres(self) -> Points:
        """Return the place (c, 2) of each cluster: the median of its papers', NaN where all have gone."""
        found = np.full((len(self.names), 2), np.nan, np.float32)
        for label in np.unique(self.labels):
            found[label] = np.median(self.places[self.labels == label], axis=0)
        return found


def make_map(
    workspace: Workspace,
    *,
    random_seed: int = 0,
    landmarks: int = LANDMARKS,
    progress: Progress = silent,
) -> MapMade:
    """Lay out the papers of the vector index, name the clusters, and keep the map.

    Raises StaleIndex without a vector index, BadInput for less than `LEAST` papers, Cancelled.
    """
    from assay.discovery.clusters import clusters, names

    started = time.perf_counter()
    manifest = _index(workspace)
    index = workspace.vector_store.open(manifest.fingerprint, dim=manifest.dim, model=manifest.model)
    titles = {
        paper.doc_id: shown_title(paper)
        for batch in workspace.library.papers.all(items=False)
        for paper in batch
    }
    doc_ids = [doc_id for doc_id in index.doc_ids if doc_id in titles]
    if len(doc_ids) < LEAST:
        raise BadInput("A map needs {0} papers with vectors, and there are {1}.", LEAST, len(doc_ids))
    vectors = index.vectors(doc_ids)
    places, n_landmarks = layout(vectors, random_seed=random_seed, progress=progress, landmarks=landmarks)
    progress("naming clusters", 0, None)
    labels = clusters(places, random_seed=random_seed)
    named = names([titles[doc_id] for doc_id in doc_ids], labels)
    _save(_path(workspace, manifest), LibraryMap(tuple(doc_ids), places, labels, tuple(named)))
    return MapMade(len(doc_ids), n_landmarks, tuple(named), round(time.perf_counter() - started, 1))


def read_map(workspace: Workspace) -> LibraryMap | None:
    """Return the map of the index that searches use, of papers that are still here; None where there is none.

    Maps of other indexes are deleted: they show what is not searched any more.
    """
    manifest = _index(workspace)
    path = _path(workspace, manifest)
    if not workspace.library.read_only:
        for old in path.parent.glob("*.npz"):
            if old != path:
                old.unlink(missing_ok=True)
    try:
        with np.load(path, allow_pickle=False) as kept:
            doc_ids, places, labels = kept["doc_ids"], kept["places"], kept["labels"]
            names = tuple(str(name) for name in kept["names"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError):  # damaged: it is made again
        return None
    here = set(workspace.library.papers.ids())
    kept_rows = np.fromiter((str(doc_id) in here for doc_id in doc_ids), np.bool_, len(doc_ids))
    shown = tuple(str(doc_id) for doc_id in doc_ids[kept_rows])
    return LibraryMap(shown, places[kept_rows], labels[kept_rows], names)


def n_indexed(workspace: Workspace) -> int:
    """Return how many papers the index of the map holds. Raises StaleIndex without one."""
    return _index(workspace).n


def _index(workspace: Workspace) -> Manifest:
    """Return the manifest of the library's vector index; of several of one model, the largest's."""
    found = indexes_of(workspace.vector_store, workspace.config.model)
    if not found:
        raise StaleIndex("This library has no vectors yet.", advice="Run `assay index` to make them.")
    return max(found, key=lambda each: each.n)


def _path(workspace: Workspace, manifest: Manifest) -> Path:
    return workspace.folder / FOLDER / f"{manifest.fingerprint}.npz"


def _save(path: Path, made: LibraryMap) -> None:
    content = io.BytesIO()
    np.savez_compressed(
        content,
        doc_ids=np.array(made.doc_ids),
        places=made.places,
        labels=made.labels,
        names=np.array(made.names),
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, content.getvalue())
    except OSError as error:
        raise LibraryError("{0} cannot be written: {1}.", path, error) from error
