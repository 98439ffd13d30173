"""InPars: questions that a language model wrote for a document.

Bonifacio et al., InPars: Data Augmentation for Information Retrieval using Large Language Models (2022); used
by Zeta Alpha (2022), section 3.1, for finetuning.
"""

from __future__ import annotations

from pathlib import Path

from assay.training.data.examples import Source
from assay.training.data.objectives.files import fault, read_objects, some_text
from assay.training.data.objectives.rows import Rows
from assay.training.recipe.objective_spec import InparsSpec


def open_inpars(spec: InparsSpec, path: Path, *, seed: int) -> Source:
    """Open all JSON Lines files of a folder, or one: {question, doc_text}. Raises RecipeError.

    Negatives are random documents. The questions of one document stand on one side of the split.
    """
    files = sorted(file for file in path.iterdir() if _is_json(file)) if path.is_dir() else [path]
    if not files:
        raise fault(path, 0, "there is no .jsonl (or .jsonl.gz) in this folder. Put the questions there.")
    rows = Rows(spec, seed=seed)
    for file in files:
        for line, row in read_objects(file):
            question = rows.texts.add(some_text(row.get("question"), "question", file, line))
            document = rows.texts.add(some_text(row.get("doc_text"), "doc_text", file, line))
            rows.add(question, [document], groups=(rows.texts.key(question), rows.texts.key(document)))
    return rows.source(files, root=path)


def _is_json(path: Path) -> bool:
    return path.is_file() and path.name.lower().removesuffix(".gz").endswith(".jsonl")
