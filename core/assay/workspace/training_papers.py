"""What a library's own papers teach: their year, venue and keywords, their titles, and their words."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from assay.errors import RecipeError
from assay.location import Location
from assay.training.recipe import ObjectiveKind
from assay.types import Paper

LABELS = "labels.txt"
LEAST = 5
"""A venue or a keyword of fewer papers teaches nothing that holds for others."""

KEYS: Mapping[ObjectiveKind, tuple[str, ...]] = {
    "classification": ("venue", "keywords"),
    "regression": ("year",),
    "pairs": (),
    "cropping": (),
}
"""kind of an objective -> what of a paper can be its label"""

logger = logging.getLogger(__name__)


def write_papers(library: Location, kind: ObjectiveKind, label: str, out: Path) -> None:
    """Writes train.jsonl (cropping: corpus_train.jsonl) and, for a classification, labels.txt into `out`.

    A classification learns "venue" or "keywords", a regression "year" in standard deviations from the mean,
    so that its squared error weighs like other losses; pairs ask with each title for its abstract. Raises
    RecipeError for another label, and for a library in which too few papers have it.
    """
    from assay.workspace.workspace import Workspace

    if KEYS[kind] and label not in KEYS[kind]:
        raise RecipeError(
            f"A {kind} learns {' or '.join(KEYS[kind])} of a library's papers, not '{label}'. Change 'label'."
        )
    with Workspace.open(library, create=False) as workspace:
        papers = [paper for batch in workspace.library.papers.all() for paper in batch]
    rows = list(_rows(papers, kind, label))
    if len(rows) < 2:
        what = f"of which '{label}' is known" if label else "with an abstract"
        raise RecipeError(f"The library has {len(rows)} papers {what}: too few to learn from.")
    out.mkdir(parents=True)
    name = "corpus_train.jsonl" if kind == "cropping" else "train.jsonl"
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (out / name).write_text(text, encoding="utf-8")
    if kind == "classification":
        labels = sorted({one for row in rows for one in _listed(row[label])})
        (out / LABELS).write_text("".join(f"{one}\n" for one in labels), encoding="utf-8")
    logger.info("wrote %d papers of the library for %s", len(rows), kind)


def _rows(known: Sequence[Paper], kind: ObjectiveKind, label: str) -> Iterator[dict[str, Any]]:
    if kind == "cropping":
        yield from ({"title": one.title, "text": one.abstract} for one in known if one.abstract)
    elif kind == "pairs":
        yield from ({"query": one.title, "positive": one.abstract} for one in known if one.abstract)
    elif kind == "regression":
        dated = [(one, one.year) for one in known if one.year is not None]
        years = [year for _, year in dated]
        middle, spread = fmean(years or [0]), pstdev(years or [0]) or 1.0
        yield from ({**_paper(one), "year": (year - middle) / spread} for one, year in dated)
    else:
        counts = Counter(name for one in known for name in _labels(one, label))
        for one in known:
            kept = [name for name in _labels(one, label) if counts[name] >= LEAST]
            if kept:
                yield {**_paper(one), label: kept if label == "keywords" else kept[0]}


def _paper(paper: Paper) -> dict[str, Any]:
    return {"title": paper.title, "abstract": paper.abstract}


def _labels(paper: Paper, label: str) -> tuple[str, ...]:
    if label == "venue":
        return (" ".join(paper.venue.split()),) if paper.venue.strip() else ()
    return tuple(dict.fromkeys(" ".join(word.lower().split()) for word in paper.keywords if word.strip()))


def _listed(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value
