"""Papers and tasks to time variants with where the user gives none: those of the sample library."""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assay.benchmarks.tasks.rows import field_text, read_papers
from assay.encoding.formats import TextTemplate
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import recipe_of

_HELD = {"validation": 0.1, "validation_limit": 4}


def sample_texts(*, limit: int, template: TextTemplate) -> list[str]:
    """Title and abstract of the sample library's papers."""
    return [template.join(row["title"], row["abstract"]) for row in _papers()][:limit]


def texts_of(path: Path, *, limit: int, template: TextTemplate) -> list[str]:
    """Title and abstract of the first papers of a JSON Lines file. Raises EvaluationError."""
    texts = []
    for place, row in read_papers("papers", path):
        text = template.join(*(field_text(row, key, place) for key in ("title", "abstract")))
        if text:
            texts.append(text)
        if len(texts) == limit:
            break
    return texts


def sample_recipe(base: str, place: Path, *, device: str) -> Recipe:
    """A task of each format on the sample papers, written to `place`: for times alone, it teaches nothing.

    An update has 16 examples, four of each task.
    """
    papers = list(_papers())
    rows = [{**paper, "part": str(n % 4), "number": float(n % 7)} for n, paper in enumerate(papers)]
    pairs = [
        {"query": paper["title"], "positive": paper["abstract"], "negative": papers[n - 1]["abstract"]}
        for n, paper in enumerate(papers)
    ]
    asked = [
        {"query": papers[n - 1], "candidates": [{**paper, "score": 1}, {**papers[n - 2], "score": 0}]}
        for n, paper in enumerate(papers)
    ]
    for name, table in (("papers", rows), ("pairs", pairs), ("asked", asked)):
        _write(place / f"{name}.jsonl", table)
    objectives: list[dict[str, Any]] = [
        {"kind": "classification", "path": "papers.jsonl", "label": "part"},
        {"kind": "regression", "path": "papers.jsonl", "label": "number"},
        {"kind": "candidates", "path": "asked.jsonl"},
        {"kind": "pairs", "path": "pairs.jsonl"},
    ]
    stage = {
        "mixing": "tasks",
        "batch_size": 16,
        "accumulation": 1,
        "max_updates": 10,
        "loss": {"kind": "triplet"},
        "objectives": [{**each, **_HELD} for each in objectives],
    }
    made: dict[str, Any] = {
        "name": "sample",
        "base": base,
        "device": device,
        "formats": {"variant": "codes"},
        "stages": [stage],
    }
    return recipe_of(made)


def _papers() -> Iterator[dict[str, str]]:
    file = importlib.resources.files("assay_resources") / "samples" / "papers.jsonl"
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield {"title": row["title"], "abstract": row["abstract"]}


def _write(path: Path, rows: list[Any]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
