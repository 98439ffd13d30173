"""What a library's own papers teach: labels, numbers, and texts that ask for them, without any benchmark."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, pstdev

from assay.errors import RecipeError
from assay.location import Location
from assay.training.recipe.objective_spec import OBJECTIVES, JudgementsSpec
from assay.types import Paper

LABELS = "labels.txt"
LEAST = 5
"""A venue, a keyword or a year of fewer papers teaches nothing that holds for others."""

LINKS = ("citation", "cocitation")
KEYS = {
    kind: each.library_labels
    for kind, each in OBJECTIVES.items()
    if each.library_labels is not None and each is not JudgementsSpec
}
"""kind of an objective -> what it can learn of papers, its 'label'"""

JUDGED = JudgementsSpec.library_labels
"""Which queries of the judgements teach: those that somebody typed, or those that are papers; else all."""

_HINTS = {
    "keywords": "Import papers with keywords or tags",
    "rating": "Import papers with a rating",
    "tldr": "Import papers with a TLDR",
    "citation": "Import papers with their references, and the papers that they cite",
    "cocitation": "Import papers with their references, and the papers that they cite",
}
Row = Mapping[str, object]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Known:
    """The papers of a library, in the order of adding, and (citing doc_id, cited doc_id) among them."""

    papers: Sequence[Paper]
    citations: Sequence[tuple[str, str]] = field(default=())


def known_of(library: Location) -> Known:
    """Raise LibraryError, BadInput for a library that cannot be opened."""
    from assay.workspace import Workspace

    with Workspace.open(library, create=False) as workspace:
        store = workspace.library.papers
        return Known([paper for batch in store.all() for paper in batch], store.citations())


def check_label(kind: str, label: str) -> None:
    """Raise RecipeError for what objectives of this kind cannot learn of a library's papers."""
    if not KEYS[kind] or label in KEYS[kind] or (kind == "pairs" and not label):
        return
    what = f"not '{label}'" if label else "and none is named"
    hint = " A venue is a name: learn it by a classification." if label == "venue" else ""
    raise RecipeError(
        "The kind {0} learns {1} of a library's papers, {2}.{3} Change 'label'.",
        kind,
        _either(KEYS[kind]),
        what,
        hint,
    )


def write_papers(known: Known, kind: str, label: str, out: Path) -> None:
    """Write train.jsonl (cropping: corpus_train.jsonl) and, for a classification, labels.txt into `out`.

    Numbers are in standard deviations from the mean, so that their squared error weighs like other losses.
    Raises RecipeError for a label that the kind cannot learn, for one that too few papers have, and where
    all have the same.
    """
    check_label(kind, label)
    rows = list(rows_of(known.papers, kind, label))
    if len(rows) < 2:
        raise RecipeError(_too_few(len(rows), len(known.papers), label))
    out.mkdir(parents=True)
    write_rows(out / ("corpus_train.jsonl" if kind == "cropping" else "train.jsonl"), rows)
    if kind == "classification":
        names = class_counts(rows, label)
        if len(names) < 2:
            raise RecipeError(
                "All {0} papers that teach '{1}' have the same one ({2}): there is nothing to "
                "tell apart. Those that fewer than {3} papers have do not count.",
                len(rows),
                label,
                next(iter(names)),
                LEAST,
            )
        (out / LABELS).write_text("".join(f"{one}\n" for one in sorted(names)), encoding="utf-8")
    logger.info("wrote %d papers of the library for %s %s", len(rows), kind, label)


def write_texts(known: Known, path: Path) -> None:
    """Write title and abstract of every paper, a line of JSON each. Raises OSError."""
    path.parent.mkdir(parents=True)
    write_rows(path, map(text_of, known.papers))


def write_rows(path: Path, rows: Iterable[Row]) -> None:
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8")


def class_counts(rows: Iterable[Row], label: str) -> Counter[str]:
    """class -> papers, of the rows of a classification."""
    return Counter(name for row in rows for name in _listed(row[label]))


def rows_of(papers: Sequence[Paper], kind: str, label: str) -> Iterator[Row]:
    """Those that teach, in the form that the kind reads. Raises RecipeError where all numbers are equal."""
    if kind == "cropping":
        yield from ({"title": one.title, "text": one.abstract} for one in papers if one.abstract)
    elif kind == "regression":
        yield from _numbers(papers, label)
    elif kind == "classification":
        yield from _classes(papers, label)
    elif label == "tldr":
        yield from ({**text_of(one), "tldrs": tldrs} for one in papers if (tldrs := _tldrs(one)))
    else:
        yield from ({"query": one.title, "positive": one.abstract} for one in papers if one.abstract)


def text_of(paper: Paper) -> Row:
    return {"title": paper.title, "abstract": paper.abstract}


def _numbers(papers: Sequence[Paper], label: str) -> Iterator[Row]:
    """Yield numbers in standard deviations of the population."""
    having = [one for one in papers if getattr(one, label) is not None]
    values = [float(getattr(one, label)) for one in having]
    if len(values) > 1 and min(values) == max(values):
        raise RecipeError(
            "All {0} papers of which '{1}' is known have the same one ({2}): there is "
            "nothing to learn. Leave the objective out.",
            len(values),
            label,
            f"{values[0]:g}",
        )
    middle, spread = fmean(values or [0]), pstdev(values or [0]) or 1.0
    for one, value in zip(having, values, strict=True):
        yield {**text_of(one), label: (value - middle) / spread}


def _classes(papers: Sequence[Paper], label: str) -> Iterator[Row]:
    counts = Counter(name for one in papers for name in labels_of(one, label))
    for one in papers:
        kept = [name for name in labels_of(one, label) if counts[name] >= LEAST]
        if kept:
            yield {**text_of(one), label: kept if label == "keywords" else kept[0]}


def labels_of(paper: Paper, label: str) -> tuple[str, ...]:
    if label == "keywords":
        words = (" ".join(word.lower().split()) for word in paper.keywords)
        return tuple(dict.fromkeys(filter(None, words)))
    name = " ".join(paper.venue.split()) if label == "venue" else str(paper.year or "")
    return (name,) if name else ()


def _tldrs(paper: Paper) -> list[str]:
    """Those that are not the paper's own title or abstract: to find it by these would teach nothing."""
    whole = paper.title.strip(), paper.abstract.strip()
    return [tldr for tldr in paper.tldrs if tldr.strip() and tldr.strip() not in whole]


def _listed(value: object) -> list[str]:
    return list(map(str, value)) if isinstance(value, list) else [str(value)]


def _too_few(n: int, of: int, label: str) -> str:
    what = f"of which '{label}' is known" if label and label != "title" else "with an abstract"
    fewer = f", and a {label} of fewer than {LEAST} papers does not count" if label in _COUNTED else ""
    hint = _HINTS.get(label, "Import more papers")
    return (
        f"The library has {n} papers {what} (of {of}{fewer}): too few to learn from. {hint}, or leave the "
        "objective out."
    )


_COUNTED = KEYS["classification"]


def _either(names: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
