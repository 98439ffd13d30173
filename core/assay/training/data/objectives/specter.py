"""SPECTER's citation triples: a paper, one that it cites, and one that it does not.

Cohan et al., SPECTER (2020), section 3; used by Zeta Alpha (2022), section 3.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from assay.encoding.formats import TextTemplate
from assay.training.data.examples import Source
from assay.training.data.objectives.files import (
    fault,
    find,
    form,
    need,
    paper_text,
    read_objects,
    read_table,
)
from assay.training.data.objectives.rows import Rows
from assay.training.recipe.objective_spec import SpecterSpec

COLUMNS = ("query", "pos", "neg")
JOINED_BY = "[SEP]"  # in the files, whatever the recipe's separator is


def open_specter(spec: SpecterSpec, path: Path, *, seed: int, template: TextTemplate) -> Source:
    """Open specter_train and specter_dev of a folder (or train and dev), or one file. Raises RecipeError.

    A table's rows are query, cited and other paper, each "title [SEP] abstract"; JSON objects have `query`,
    `pos` and `neg`, texts or papers. Without a validation file a share of the query papers validates.
    """
    files = (
        [
            need(path, "specter_train.tsv", "specter_train.jsonl", "train.jsonl"),
            find(path, "specter_dev.tsv", "specter_dev.jsonl", "dev.jsonl"),
        ]
        if path.is_dir()
        else [path, None]
    )
    rows = Rows(spec, seed=seed, needs_negative=True)
    for validates, file in enumerate(files):
        for query, positive, negative in _triples(file, template) if file else ():
            texts = [rows.texts.add(text) for text in (query, positive, negative)]
            rows.add(texts[0], texts[1:2], texts[2:], validates=bool(validates))
    return rows.source([file for file in files if file], root=path)


def _triples(path: Path, template: TextTemplate) -> Iterator[list[str]]:
    if form(path) == "json":
        for line, row in read_objects(path):
            yield [paper_text(row.get(key), key, template, path, line) for key in COLUMNS]
        return
    for line, fields in read_table(path, COLUMNS):
        joined = [template.join(*field.split(JOINED_BY, 1)) for field in fields]
        if not all(joined):
            empty = COLUMNS[joined.index("")]
            raise fault(
                path, line, "the {0} of this triple is empty. Give it a text, or take the line out.", empty
            )
        yield joined
