"""Bringing a library's indexes up to date: words first, then vectors."""

from __future__ import annotations

from assay import config as configuration
from assay.index import is_saved
from assay.progress import Cancelled, Progress, silent
from assay.registry.history import keep_settings
from assay.search import (
    full_text_folder,
    lexical_folder,
    update_full_text,
    update_index,
    update_lexical,
)
from assay.types import IndexReport
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
    library, encoder, folder = workspace.library, workspace.encoder(), workspace.index_folder()
    new = not (workspace.folder / configuration.FILE_NAME).exists()
    try:
        report = update_index(
            library,
            encoder,
            folder=folder,
            cache=workspace.vector_cache(),
            foreign=library.is_foreign,
            progress=progress,
        )
    except (Cancelled, KeyboardInterrupt):
        if new and is_saved(folder):  # the library's first vectors, if not all: they can be searched
            keep_settings(workspace.config, workspace.folder)
        raise
    if workspace.has_unsaved_model or new:
        # Else another process may have promoted a model while this one was indexing with the one before.
        keep_settings(workspace.config, workspace.folder)
        workspace.has_unsaved_model = False
    return report
