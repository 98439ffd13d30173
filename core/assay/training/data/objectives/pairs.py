"""Pairs of query and paper in JSON Lines or CSV: the form for one's own data, and for papers with TLDRs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from assay.encoding.formats import TextTemplate
from assay.messages import translatable
from assay.training.data.examples import Source
from assay.training.data.objectives.files import (
    fault,
    paper_text,
    read_objects,
    some_text,
    title_and_abstract,
    train_and_dev,
)
from assay.training.data.objectives.rows import Rows
from assay.training.recipe.objective_spec import PairsSpec

NO_TLDR = translatable("papers without a TLDR")
KNOWN = "{query, positive, negative} or {title, text, tldrs}"


def open_pairs(spec: PairsSpec, path: Path, *, seed: int, template: TextTemplate) -> Source:
    """Open one file, or train and dev (.jsonl, .csv) of a folder. Raises RecipeError.

    A row is {query, positive, negative} where each is a text or a paper (title, abstract or text), the latter
    two may be lists, and negatives may be absent: then they are random positives of other rows. Or it is
    {title, text, tldrs}: each TLDR is a query for its paper. Without dev.jsonl a share validates that has
    neither queries nor positives in common with the rest.
    """
    files = train_and_dev(path)
    rows = Rows(spec, seed=seed)
    for file, validates in files.items():
        for line, row in read_objects(file):
            for query, positives, negatives in _pairs(row, file, line, template, rows):
                numbers = [rows.texts.add(text) for text in positives]
                against = [rows.texts.add(text) for text in negatives]
                anchor = rows.texts.add(query)
                groups = [rows.texts.key(number) for number in (anchor, *numbers)]
                rows.add(anchor, numbers, rows.shuffled(against), groups=groups, validates=validates)
    return rows.source(files, root=path)


def _pairs(
    row: dict[str, object], path: Path, line: int, template: TextTemplate, rows: Rows
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Query, positives and negatives of a row, of which there may be several."""
    if "query" in row:
        query = paper_text(row["query"], "query", template, path, line)
        positives, negatives = (
            _papers(row.get(key), key, template, path, line) for key in ("positive", "negative")
        )
        if not positives:
            raise fault(path, line, "'positive' is missing or empty. Give it a text, or take the line out.")
        yield query, positives, negatives
    elif "tldrs" in row:
        title, abstract = title_and_abstract(row, path, line)
        paper = some_text(template.join(title, abstract), "title", path, line)
        tldrs = _papers(row["tldrs"], "tldrs", template, path, line)
        if not tldrs:
            rows.left_out[NO_TLDR] += 1
        for tldr in dict.fromkeys(tldrs):
            yield tldr, [paper], []
    else:
        raise fault(path, line, "this row is neither {0}. Name its fields so.", KNOWN)


def _papers(value: object, key: str, template: TextTemplate, path: Path, line: int) -> list[str]:
    listed = value if isinstance(value, list) else [value] if value else []
    return [paper_text(one, key, template, path, line) for one in listed]
