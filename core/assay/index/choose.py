"""Which kind of vector index a library of a given size gets."""

from __future__ import annotations

from pathlib import Path

from assay.index.exact import ExactIndex
from assay.index.faiss import FaissIndex
from assay.index.index import FolderIndex

EXACT_UP_TO = 500_000
"""Papers. Up to here an exact search takes less time than a person notices; see docs/benchmarks.md."""


def choose(n: int) -> str:
    """Return the kind of index for `n` papers: "exact", or "hnsw" above EXACT_UP_TO."""
    return "exact" if n <= EXACT_UP_TO else "hnsw"


def new_index(kind: str, dim: int, folder: Path | None = None, *, by_product: bool = False) -> FolderIndex:
    """Return an empty index of this kind ("exact", "flat", "half", "hnsw") for a folder."""
    index: ExactIndex | FaissIndex
    index = ExactIndex(dim, folder) if kind == ExactIndex.kind else FaissIndex(dim, kind=kind)
    index.by_product = by_product
    return index
