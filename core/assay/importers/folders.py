"""The files of a folder that can be imported, by their names."""

from __future__ import annotations

import os
from pathlib import Path

from assay.importers.collection import QRELS, QUERIES, is_beir_folder
from assay.importers.formats import suffix_of
from assay.importers.zotero import database as zotero_database
from assay.messages import message
from assay.types import IMPORTABLE, ImportFailure


def importable_files(folder: Path) -> tuple[list[Path], list[ImportFailure]]:
    """Return the files at any depth, by their paths, and a failure for each folder that cannot be listed.

    Hidden files and folders are left out, and links to folders are not followed. Of Zotero's data folder
    there is the database alone: what lies in its storage are attachments; of a BEIR folder there are no
    queries and no judgements. Where there is neither a
    file nor a failure, there is one failure that says so.
    """
    files: list[Path] = []
    failures: list[ImportFailure] = []

    def refused(error: OSError) -> None:
        reason = message("the folder cannot be read: {0}", error.strerror or error)
        failures.append(ImportFailure.of(str(error.filename or folder), 0, reason))

    for place, folders, names in os.walk(folder, onerror=refused):
        if zotero_database.DATABASE in names:
            folders.clear()
            files.append(Path(place, zotero_database.DATABASE))
            continue
        folders[:] = [name for name in folders if not name.startswith(".")]
        if is_beir_folder(folders, names):  # its queries and judgements are no papers
            folders[:] = [name for name in folders if name != QRELS]
            names = [name for name in names if name not in QUERIES and not name.startswith(f"{QRELS}.")]  # noqa: PLW2901
        files += [Path(place, name) for name in names if _is_importable(Path(place, name))]
    if not files and not failures:
        known = ", ".join(sorted((*IMPORTABLE, zotero_database.DATABASE)))
        reason = message(
            "there is no file to import in this folder: files that end in {0} are looked for", known
        )
        failures.append(ImportFailure.of(str(folder), 0, reason))
    return sorted(files), failures


def _is_importable(path: Path) -> bool:
    """Whether the name fits. What is not a file, such as a pipe or a link to nowhere, is a failure later."""
    return not path.name.startswith(".") and suffix_of(path) in IMPORTABLE
