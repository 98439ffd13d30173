"""Where a library keeps its indexes."""

from __future__ import annotations

from pathlib import Path

from assay.index import Manifest, VectorStore, is_saved

INDEXES = "indexes"


def index_folder(library_folder: Path, fingerprint: str) -> Path:
    """Return the folder of the vector index of the model with this fingerprint."""
    return library_folder / INDEXES / fingerprint


def lexical_folder(library_folder: Path) -> Path:
    """Return the folder of the keyword index."""
    return library_folder / INDEXES / "lexical"


def is_indexed(library_folder: Path) -> bool:
    """Return whether a keyword index was ever built here, be it up to date or not."""
    return is_saved(lexical_folder(library_folder))


def full_text_folder(library_folder: Path) -> Path:
    """Return the folder of the index of full texts; there is none without full texts."""
    return library_folder / INDEXES / "full text"


def passages_folder(library_folder: Path) -> Path:
    """Return the folder that has an index of passages for each model; none where they are not wanted."""
    return library_folder / INDEXES / "passages"


def indexes_of(store: VectorStore, model: str) -> list[Manifest]:
    """Return what a store has of a model of this name: an index for each of its settings."""
    return [manifest for manifest in store.manifests() if manifest.model == model]


def indexed_models(store: VectorStore) -> dict[str, int]:
    """model name -> papers in its vector index; of several settings the largest counts."""
    found: dict[str, int] = {}
    for manifest in store.manifests():
        found[manifest.model] = max(manifest.n, found.get(manifest.model, 0))
    return found
