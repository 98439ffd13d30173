"""Where a library keeps its indexes."""

from __future__ import annotations

from pathlib import Path

from assay.index import is_saved, peek

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


def indexes_of(library_folder: Path, model: str) -> list[tuple[Path, int]]:
    """Return the folders of the vector indexes that a model of this name made, and the papers in each."""
    found = ((folder, peek(folder)) for folder in sorted(library_folder.joinpath(INDEXES).glob("*")))
    return [(folder, manifest.n) for folder, manifest in found if manifest and manifest.model == model]


def indexed_models(library_folder: Path) -> dict[str, int]:
    """model name -> papers in its vector index; of several settings the largest counts."""
    found: dict[str, int] = {}
    for folder in sorted(library_folder.joinpath(INDEXES).glob("*")):
        manifest = peek(folder)
        if manifest is not None and manifest.model:
            found[manifest.model] = max(manifest.n, found.get(manifest.model, 0))
    return found
