"""Collections for retrieval as they are published: BEIR's folders and corpora, TREC's documents.

A collection's rows are identified by their ids, which its judgements name: two of one title are two, and one
without a title is one. So a collection is imported row by row, and not matched as a list of references is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from pathlib import Path

from assay.importers.entries.source import Source, Unreadable, open_source
from assay.importers.formats import Format, tell_format

CORPUS = ("corpus.jsonl", "corpus.jsonl.gz")
QUERIES = ("queries.jsonl", "queries.jsonl.gz")
QRELS = "qrels"  # a folder

_ROW = frozenset({"_id", "title", "text", "metadata"})
"""All that a row of BEIR's corpora has."""


def is_beir_folder(folders: Collection[str], files: Collection[str]) -> bool:
    """Return whether a folder of these names has BEIR's layout: a corpus next to queries or judgements."""
    return any(name in files for name in CORPUS) and (
        QRELS in folders or any(name in files for name in QUERIES)
    )


def is_collection(path: Path) -> bool:
    """Return whether the file is a collection of documents; False for what cannot be read.

    TREC's documents are, and JSON Lines whose first row has an `_id` and a `text`, if the file is called
    corpus.jsonl or the row has nothing besides but a title and `metadata`, as in BEIR's corpora.
    """
    try:
        if os.path.isdir(path):  # noqa: PTH112 - unlike Path.is_dir it raises nothing
            return False
        with open_source(path, databases=True) as source:
            format_ = tell_format(source)
            return format_ is Format.TREC or (format_ is Format.JSON_LINES and _is_corpus(source))
    except Unreadable:
        return False


def _is_corpus(source: Source) -> bool:
    try:
        row = json.loads(next(line for line in source.head.split("\n") if line.strip()))
    except (ValueError, RecursionError):  # also for a first row that is longer than the head
        return source.path.name in CORPUS
    if not isinstance(row, dict) or not {"_id", "text"} <= row.keys():
        return False
    return source.path.name in CORPUS or row.keys() <= _ROW
