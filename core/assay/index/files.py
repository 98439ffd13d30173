"""Vector indexes on disk: saved in one step, checked when opened."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from assay.errors import DimensionMismatch, StaleIndex
from assay.index.exact import ExactIndex
from assay.index.faiss import FaissIndex
from assay.index.generations import Manifest, discard, new_generation, open_current, publish, saving
from assay.index.index import FolderIndex
from assay.messages import message


def save(index: FolderIndex, folder: Path, manifest: Manifest) -> Manifest:
    """Write the index as the folder's current one, in one step; return the manifest with its checksums.

    Kind, size and dimension of the manifest are the index's own. Raises `LibraryError` if the disk does not
    take it; the index from before is then untouched.
    """
    with saving(message("vector index"), folder):
        generation = new_generation(folder)
        try:
            index.write(generation)
            return publish(generation, _completed(manifest, index))
        finally:
            discard(generation)  # after a full disk: the room is wanted back


def _completed(manifest: Manifest, index: FolderIndex) -> Manifest:
    kept = bool(getattr(index, "by_product", False))
    return replace(manifest, kind=index.kind, n=len(index), dim=index.dim, by_product=kept)


def open_index(
    folder: Path, *, fingerprint: str, dim: int, model: str = "", foreign: bool = False
) -> FolderIndex:
    """Return the folder's current index, its vectors mapped where the kind allows.

    A `foreign` one, of a library that is not trusted, is opened only if no file of it is for FAISS to read:
    its reader is native code that believes what a file says of itself.

    Raises `StaleIndex` if there is none or another model built it, `DamagedIndex` if a file is missing or has
    changed, and `DimensionMismatch` if the fingerprint agrees but not the dimension.
    """

    def read(generation: Path, manifest: Manifest) -> FolderIndex:
        if manifest.fingerprint != fingerprint:
            raise StaleIndex(
                "The index in {0} was built by the model {1}, and the active model is {2}.",
                folder,
                _name(manifest.model, manifest.fingerprint),
                _name(model, fingerprint),
                advice="Run `assay index` to build it again.",
            )
        if manifest.dim != dim:
            raise DimensionMismatch(expected=manifest.dim, got=dim)
        if manifest.kind != ExactIndex.kind and foreign:
            raise StaleIndex(
                "The index in {0} was made elsewhere, and is not opened until you trust the library.",
                folder,
                advice="To trust it, run `assay library trust`. Until then, search with `--mode keyword`.",
            )
        index: ExactIndex | FaissIndex = (
            ExactIndex.read(generation)
            if manifest.kind == ExactIndex.kind
            else FaissIndex.read(generation, kind=manifest.kind)
        )
        index.mark, index.by_product = manifest.mark, manifest.by_product
        return index

    found = open_current(folder, read)
    if found is None:
        raise StaleIndex(
            "There is no vector index in {0} yet.",
            folder,
            advice="Run `assay index` to build it, or search with `--mode keyword`.",
        )
    return found


def _name(model: str, fingerprint: str) -> str:
    return f"{model} ({fingerprint[:16]})" if model else f"with the fingerprint {fingerprint[:16]}"
