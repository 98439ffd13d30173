"""The files that CODER's code works on (`precompute.py`, `create_memmaps.py`), mapped as they are published.

ids.memmap (or pids.memmap), embedding.memmap: (n,) int32 ids of passages and their (n, d) vectors, float32 or
float16. qids.memmap, lengths.memmap, candidates.memmap: (q,) int32 ids of queries, how many candidates each
has, and (q, most) int32 ids of those, best first. They are bare numbers: their sizes say what they hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from assay.errors import BadInput
from assay.messages import message
from assay.training.data.lists.documents import NO_ROW
from assay.types import Vectors

_IDS, _VECTORS = ("ids.memmap", "pids.memmap"), "embedding.memmap"
_QUERIES, _LENGTHS, _CANDIDATES = "qids.memmap", "lengths.memmap", "candidates.memmap"

Numbers = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Embeddings:
    """Vectors and whose they are; both stay on the disk."""

    folder: Path
    ids: Numbers
    vectors: Vectors  # (n, d) float32 or float16
    order: npt.NDArray[np.int64] | None  # that sorts the ids; None where they are 0, 1, 2, ... as MS MARCO's

    def __len__(self) -> int:
        return len(self.ids)

    def rows(self, names: Sequence[str]) -> Numbers:
        """(n,) rows of ids; NO_ROW for what is no passage of it. Raises BadInput for no whole number."""
        try:
            wanted = np.array(names, dtype=np.int64)
        except ValueError as error:
            raise _damaged(self.folder, "its ids are whole numbers, and {0}", error) from error
        if self.order is None:
            places = wanted.clip(0, len(self) - 1)
        else:
            found = np.searchsorted(self.ids, wanted, sorter=self.order)
            places = self.order[found.clip(max=len(self) - 1)]
        return np.where(self.ids[places] == wanted, places, NO_ROW).astype(np.int32)


def open_embeddings(folder: Path, *, dim: int) -> Embeddings:
    """Map vectors of `dim` columns. Raises BadInput for files that are not there or of other sizes."""
    ids = _mapped(next((p for name in _IDS if (p := folder / name).is_file()), folder / _IDS[0]), np.int32)
    path = folder / _VECTORS
    size = path.stat().st_size if path.is_file() else 0
    kind = {4: np.float32, 2: np.float16}.get(size // max(1, len(ids) * dim))
    if kind is None or size % (len(ids) * dim):
        raise _damaged(path, "{0} ids of {1} columns do not fit its {2} bytes", len(ids), dim, f"{size:,}")
    # Copy on write: torch takes no array that it may not write to, and nothing here writes.
    vectors = np.memmap(path, dtype=kind, mode="c", shape=(len(ids), dim))
    natural = bool((ids == np.arange(len(ids), dtype=np.int32)).all())
    return Embeddings(folder, ids, vectors, None if natural else np.argsort(ids, kind="stable"))


def is_candidates(folder: Path) -> bool:
    """Return whether the folder holds candidates as CODER's code has them."""
    return (folder / _CANDIDATES).is_file()


def read_candidates(folder: Path) -> Iterator[tuple[str, dict[str, float]]]:
    """(query id, doc_id -> score) of each query, best first: -1, -2, ... Raises BadInput."""
    queries, lengths = (_mapped(folder / name, np.int32) for name in (_QUERIES, _LENGTHS))
    found = _mapped(folder / _CANDIDATES, np.int32)
    if len(queries) != len(lengths) or len(found) % max(1, len(queries)):
        raise _damaged(folder, "{0} queries, {1} lengths and {2} candidates do not fit", len(queries),
                       len(lengths), len(found))  # fmt: skip
    found = found.reshape(len(queries), -1)
    for query, own, n in zip(queries.tolist(), found, lengths.tolist(), strict=True):
        yield str(query), {str(each): -1.0 - place for place, each in enumerate(own[:n].tolist())}


def _mapped(path: Path, kind: Any) -> npt.NDArray[Any]:
    size = path.stat().st_size if path.is_file() else 0
    if not size or size % 4:
        raise _damaged(path, "it is missing or truncated")
    return np.memmap(path, dtype=kind, mode="r")


def _damaged(path: Path, what: str, *values: object) -> BadInput:
    return BadInput("{0}: {1}. Have CODER's files made again.", path, message(what, *values))
