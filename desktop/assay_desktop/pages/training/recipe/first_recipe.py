"""What a new training begins from: the preset that the library can feed, at a size that it can feed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from assay.errors import TrainingFailed
from assay.files import replacing
from assay_desktop.pages.training.recipe.toml_text import with_value

if TYPE_CHECKING:
    from pathlib import Path

    from assay.workspace import Workspace

JUDGEMENTS: Final = "judgements-small"
CROPS: Final = "cropping-small"
_FOLDER, _FILE = "training-data", "papers.jsonl"

_BATCHES: Final = (16, 8, 4, 2)
_SHARE: Final = 0.75  # of the judged queries at least; the preset holds out a fifth of them, in groups
_FEW_PAPERS: Final = 20


@dataclass(frozen=True, slots=True)
class Held:
    """What a library has to teach: queries with a relevant paper, and papers with an abstract."""

    n_queries: int
    n_papers: int
    most_crops: int = 10_000  # as many as the preset reads

    @property
    def teaches_judgements(self) -> bool:
        return int(self.n_queries * _SHARE) >= _BATCHES[-1]

    @property
    def teaches_crops(self) -> bool:
        return self.n_papers >= _FEW_PAPERS


def held_by(workspace: Workspace) -> Held:
    """Read what the library holds, on its thread."""
    judged = workspace.library.judgements.qrels()
    relevant = sum(1 for grades in judged.values() if any(grade >= 1 for grade in grades.values()))
    return Held(n_queries=relevant, n_papers=workspace.library.papers.count())


def first_recipe(name: str, held: Held, *, path: str = "") -> str:
    """The preset as TOML with a batch that the library fills, and, for crops, where its papers lie."""
    from assay.training.recipe.presets import preset

    text = preset(name)
    n = int((held.n_queries if name == JUDGEMENTS else held.n_papers) * _SHARE)
    batch = next((size for size in _BATCHES if size <= n), _BATCHES[0])
    if batch != _BATCHES[0]:
        text = with_value(text, "stages[1].batch_size", batch)
    return with_value(text, "stages[1].objectives[1].path", path) if path else text


def write_papers(workspace: Workspace, folder: Path, *, most: int | None = None) -> Path:
    """Title and abstract of the papers, a line of JSON each, under the library's folder.

    Called on the library's thread. Raises TrainingFailed where the disk refuses it.
    """
    out = folder / _FOLDER / _FILE
    papers = workspace.library.papers
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with replacing(out) as draft, draft.open("w", encoding="utf-8") as file:
            for paper in islice(chain.from_iterable(papers.all(items=False)), most):
                row = {"_id": paper.doc_id, "title": paper.title, "abstract": paper.abstract}
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
    except OSError as error:
        raise TrainingFailed("{0} cannot be written: {1}. Make room.", out, error) from error
    return out
