"""This library's papers as a file that a recipe can name."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Final

from assay.errors import TrainingFailed
from assay.files import replacing

if TYPE_CHECKING:
    from pathlib import Path

    from assay.workspace import Workspace

_FOLDER: Final = "training-data"
_FILE: Final = "papers.jsonl"


def write_papers(workspace: Workspace, folder: Path) -> Path:
    """Title and abstract of the papers, a line of JSON each, under the library's folder.

    Called on the library's thread. Raises TrainingFailed where the disk refuses it.
    """
    out = folder / _FOLDER / _FILE
    papers = workspace.library.papers
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with replacing(out) as draft, draft.open("w", encoding="utf-8") as file:
            for paper in chain.from_iterable(papers.all(items=False)):
                row = {"_id": paper.doc_id, "title": paper.title, "abstract": paper.abstract}
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
    except OSError as error:
        raise TrainingFailed("{0} cannot be written: {1}. Make room.", out, error) from error
    return out
