"""A model whose queries were tuned, as a folder: which papers' model it belongs to, and the queries' own.

`coder.json` names the model whose vectors of papers stay as they are; one that comes with Assay is only named
and must be the very same when the folder is read, any other lies whole in `documents/`. `queries/` is the
model that reads queries.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from assay.encoding.model_files.folder import (
    BASE_MODEL,
    DEFAULT_MODEL,
    file_digests,
    find_folder,
    folder_fingerprint,
    read_settings,
)
from assay.errors import ModelError

Head = Literal["gated", "product", "cosine", "two-class", "sigmoid", "tanh"]
"""What a decoder scores by: a gated sum with the plain vector, what it made of it, or a linear layer."""
LINEAR: tuple[Head, ...] = ("two-class", "sigmoid", "tanh")
Among = Literal["all", "itself", "linear", "none"]
"""What a candidate attends to of the candidates: all, itself, a linear layer in their place, or nothing."""
SETTINGS, DOCUMENTS, QUERIES = "coder.json", "documents", "queries"
FORMAT = 1
_NAMED = (BASE_MODEL, DEFAULT_MODEL)
_LEFT_OUT = shutil.ignore_patterns(".*", "*.md", "model_card.json", "card.json")


@dataclass(frozen=True, slots=True)
class CoderFolder:
    """What a folder says, before anything of torch is loaded."""

    documents: str  # the id by which that model is loaded: a name, or a folder
    documents_folder: Path
    queries_folder: Path
    papers_model: str = ""  # what people call the papers' model
    first: str = ""  # what found the candidates that it learned from; "" where the folder does not say

    @property
    def notation(self) -> str:
        """The paper's: CODER(MD, MC), of the papers' model and of what found the candidates, if known."""
        return f"CODER({', '.join(filter(None, (self.papers_model, self.first)))})"


def is_coder(folder: Path) -> bool:
    return (folder / SETTINGS).is_file()


def read_coder(folder: Path) -> CoderFolder:
    """Raise ModelError for a folder that is not whole, and where the papers' model is another one now."""
    path = folder / SETTINGS
    settings = read_settings(path)
    if settings.get("format") != FORMAT:
        raise ModelError("{0} is of another format. A newer Assay may have written it.", path)
    named = settings.get("documents")
    if not isinstance(named, dict) or not isinstance(named.get("id"), str):
        raise ModelError("{0} does not say which model its papers have. Get the model again.", path)
    own = folder / DOCUMENTS
    documents = own if own.is_dir() else find_folder(named["id"], allow_network=False)
    if folder_fingerprint(file_digests(documents)) != named.get("fingerprint"):
        raise ModelError(
            "{0} was tuned for papers of {1}, and the model in {2} is another one: its queries would find "
            "nothing there. Tune it again.",
            folder,
            named["id"],
            documents,
        )
    if not (folder / QUERIES).is_dir():
        raise ModelError(
            "The model folder {0} is incomplete: {1} is missing. Tune it again.", folder, QUERIES
        )
    first = settings.get("first")
    return CoderFolder(
        str(own) if own.is_dir() else named["id"],
        documents,
        folder / QUERIES,
        papers_model=named["id"],
        first=first if isinstance(first, str) else "",
    )


def check_coder(folder: Path) -> tuple[Path, Path]:
    """Return the folders of the models of papers and of queries. Raises ModelError as `read_coder`."""
    found = read_coder(folder)
    return found.documents_folder, found.queries_folder


def write_coder(
    folder: Path,
    *,
    documents: str,
    documents_folder: Path,
    queries: Path,
    extra: Mapping[str, object] | None = None,
) -> None:
    """Write a new folder that `read_coder` reads; the models are copied. Raises OSError and ModelError.

    `documents` is what people call the papers' model, `documents_folder` where it lies. Of `extra`, "first"
    names what found the candidates that it learned from.
    """
    if is_coder(documents_folder):
        raise ModelError("{0} has tuned queries itself. Tune those of its papers' model.", documents)
    folder.mkdir(parents=True, exist_ok=True)
    if documents not in _NAMED:
        shutil.copytree(documents_folder, folder / DOCUMENTS, symlinks=True, ignore=_LEFT_OUT)
    shutil.copytree(queries, folder / QUERIES, symlinks=True, ignore=_LEFT_OUT)
    named = {"id": documents, "fingerprint": folder_fingerprint(file_digests(documents_folder))}
    settings = {"format": FORMAT, "documents": named, **(extra or {})}
    (folder / SETTINGS).write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
