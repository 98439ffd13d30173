"""Bringing a library's indexes up to date: words first, then vectors."""

from __future__ import annotations

import shutil
from dataclasses import replace

from assay import config as configuration
from assay.config import Config
from assay.index import PassageIndex
from assay.progress import Cancelled, Progress, silent
from assay.registry.history import keep_settings
from assay.search import (
    full_text_folder,
    index_folder,
    lexical_folder,
    passages_folder,
    update_full_text,
    update_index,
    update_lexical,
    update_passages,
)
from assay.searching.types import PassagesIndexed
from assay.types import IndexReport, TaskFormat
from assay.workspace import Workspace


def index_words(workspace: Workspace, *, progress: Progress = silent) -> IndexReport:
    """Bring the keyword index up to date, and that of full texts."""
    workspace.forget_indexes()
    library = workspace.library
    folder, revision = full_text_folder(workspace.folder), library.revision()
    update_full_text(workspace.texts, folder=folder, revision=revision, progress=progress)
    return update_lexical(library, folder=lexical_folder(workspace.folder), progress=progress)


def index_vectors(workspace: Workspace, *, progress: Progress = silent) -> IndexReport:
    """Bring the vector index of the library's model up to date; what is encoded already is not again."""
    workspace.forget_indexes()
    library, encoder = workspace.library, workspace.encoder()
    new = not (workspace.folder / configuration.FILE_NAME).exists()

    def with_model(settings: Config) -> Config:
        own = workspace.config
        return replace(
            settings, model=own.model, max_length=own.max_length, device=own.device, precision=own.precision
        )

    try:
        report = update_index(
            library,
            encoder,
            store=workspace.vector_store,
            folder=index_folder(workspace.folder, encoder.fingerprint(TaskFormat.PRX)),
            cache=workspace.vector_cache(),
            progress=progress,
        )
    except (Cancelled, KeyboardInterrupt):
        if new and workspace.index_manifest() is not None:  # not all, but they can be searched
            keep_settings(workspace.folder, with_model)
        raise
    if workspace.has_unsaved_model or new:
        # Else another process may have promoted a model while this one was indexing with the one before.
        keep_settings(workspace.folder, with_model)
        workspace.has_unsaved_model = False
    return report


def keep_vectors_in(workspace: Workspace, place: str) -> None:
    """Let the vectors be kept in another place from the next update on; those in the place before stay there.

    Raises BadInput for a place that is not to be had, LibraryError for one that does not answer; then
    nothing is changed.
    """
    workspace.library.vector_store(place).peek("")
    workspace.config = replace(workspace.config, vectors_in=place)
    keep_settings(workspace.folder, lambda settings: replace(settings, vectors_in=place))
    workspace.forget_indexes()


def want_passages(workspace: Workspace, *, on: bool) -> None:
    """Let passages have vectors from the next update on, or no more: their index goes, the cache stays."""
    workspace.config = replace(workspace.config, passages=on)
    keep_settings(workspace.folder, lambda settings: replace(settings, passages=on))
    if not on:
        workspace.forget_indexes()
        shutil.rmtree(passages_folder(workspace.folder), ignore_errors=True)


def index_passages(workspace: Workspace, *, progress: Progress = silent) -> PassagesIndexed:
    """Bring the model's index of passages up to date, by the full texts that the keyword index has."""
    workspace.forget_indexes()
    encoder, words = workspace.encoder(), full_text_folder(workspace.folder)
    n, new = update_passages(
        workspace.texts,
        encoder,
        folder=passages_folder(workspace.folder) / encoder.fingerprint(TaskFormat.PRX),
        cache=workspace.vector_cache(),
        sizes=PassageIndex(words).sizes if words.is_dir() else {},
        foreign=workspace.library.is_foreign,
        progress=progress,
    )
    return PassagesIndexed(n, new)
