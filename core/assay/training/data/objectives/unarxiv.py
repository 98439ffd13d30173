"""unarXiv: papers that are cited in one sentence belong together, and so do a sentence and what it cites.

Saier and Färber, unarXive (2020); used by Zeta Alpha (2022), section 3.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, combinations
from pathlib import Path
from typing import Any

from assay.encoding.formats import TextTemplate
from assay.messages import translatable
from assay.training.data.examples import Source
from assay.training.data.objectives.files import (
    as_id,
    fault,
    id_of,
    need,
    read_objects,
    read_table,
    some_text,
)
from assay.training.data.objectives.rows import Rows
from assay.training.data.objectives.texts import NO_TEXT, TextsWriter, hashed
from assay.training.recipe.objective_spec import CitedTogetherSpec, CitingContextSpec

COLUMNS = ("arxiv_id", "title", "abstract", "category")
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[A-Z{])")
_CITED, _MARKS = re.compile(r"\{\{cite:([0-9a-f]+)\}\}"), re.compile(r"\{\{[a-z]+:[0-9a-f-]+\}\}")
LONE = translatable("contexts that cite fewer papers than it takes")


def open_unarxiv(
    spec: CitedTogetherSpec | CitingContextSpec, path: Path, *, seed: int, template: TextTemplate
) -> Source:
    """Open collection.tsv (arxiv_id, title, abstract, category) and contexts.jsonl ({text, cited_ids}).

    Or a folder of unarXive's own release, arXiv_src_*.jsonl: its papers, and sentences that cite some.

    doc2doc: every pair of papers that one sentence cites is an example, the one cited first being the query;
    all pairs of a sentence stand on one side of the split, and in the paper's variant all of a query paper
    too, as far as they do not all hang together. context2doc: every sentence is an example, and its papers
    take turns; a sentence stands on one side. Negatives are random papers. Raises RecipeError.
    """
    released = sorted(path.rglob("arXiv_src_*.jsonl*"))
    if released:
        collection = contexts = released[0]
    else:
        collection, contexts = need(path, "collection.tsv"), need(path, "contexts.jsonl")
    rows = Rows(spec, seed=seed)
    papers = {} if released else _papers(collection, rows.texts, template)
    for file in released:
        papers |= _released_papers(file, rows.texts, template)
    found = chain.from_iterable(map(_released_contexts, released)) if released else _contexts(contexts)
    for line, text, ids in found:
        unknown = [name for name in ids if name not in papers]
        if unknown and not released:  # most of what a release cites is no paper of it
            raise fault(
                contexts,
                line,
                "the cited paper {0} is not in {1}. Add it, or take its id out.",
                repr(unknown[0]),
                collection.name,
            )
        cited = [papers[name] for name in ids if name in papers]
        if isinstance(spec, CitedTogetherSpec):
            _add_pairs(rows, cited, context=hashed(f"context {line}"), released=spec.variant == "released")
        elif cited:
            context = some_text(text, "text", contexts, line)
            rows.add(rows.texts.add(context), rows.shuffled(cited))
        else:
            rows.left_out[LONE] += 1
    return rows.source(released or [collection, contexts], root=path, collection=papers.values())


def _add_pairs(rows: Rows, cited: list[int], *, context: int, released: bool) -> None:
    known = [number for number in cited if number != NO_TEXT]
    if len(known) < 2:
        rows.left_out[LONE] += 1
    for one, other in combinations(known, 2):
        keys = sorted((rows.texts.key(one), rows.texts.key(other)))
        rows.add(
            one,
            [other],
            groups=(rows.texts.key(one), context),
            pair=None if released else hashed(f"{keys[0]} {keys[1]}"),
            context=context,
        )


def _papers(path: Path, texts: TextsWriter, template: TextTemplate) -> dict[str, int]:
    """id -> number of the paper's text, NO_TEXT where it has none."""
    papers: dict[str, int] = {}
    for line, fields in read_table(path, COLUMNS, optional=1):
        name = as_id(fields[0], COLUMNS[0], path, line)
        if name in papers:
            raise fault(
                path, line, "the id {0} stands here for the second time. Keep one of the lines.", repr(name)
            )
        papers[name] = texts.add(template.join(fields[1], fields[2]))
    return papers


def _released_papers(path: Path, texts: TextsWriter, template: TextTemplate) -> dict[str, int]:
    """id -> number of the text of the papers of one released file."""
    papers = {}
    for line, row in read_objects(path):
        facts = row.get("metadata") or {}
        title, abstract = (" ".join(str(facts.get(key) or "").split()) for key in ("title", "abstract"))
        papers[id_of(row, "paper_id", path, line)] = texts.add(template.join(title, abstract))
    return papers


def _released_contexts(path: Path) -> Iterator[tuple[int, object, list[str]]]:
    """(line, sentence without its marks, arXiv ids that it cites, each once) of a released file."""
    for line, row in read_objects(path):
        references = row.get("bib_entries") or {}
        for part in row.get("body_text") or ():
            for sentence in _SENTENCES.split(str(part.get("text") or "")):
                cited = [references.get(key) or {} for key in _CITED.findall(sentence)]
                ids = dict.fromkeys(map(_arxiv_id, cited))
                if text := " ".join(_MARKS.sub(" ", sentence).split()):
                    yield line, text, [name for name in ids if name]


def _arxiv_id(reference: Any) -> str:
    """Return what the reference was matched to, or the id that stands in it; "" of neither."""
    linked = [each.get("id") for each in reference.get("contained_arXiv_ids") or ()]
    return str((reference.get("ids") or {}).get("arxiv_id") or (linked[0] if linked else ""))


def _contexts(path: Path) -> Iterator[tuple[int, object, list[str]]]:
    """(line, text, cited ids, each once) of every context."""
    for line, row in read_objects(path):
        ids = row.get("cited_ids")
        if not isinstance(ids, list):
            raise fault(
                path, line, "'cited_ids' must be a list of the ids of the cited papers. Correct the line."
            )
        yield line, row.get("text"), list(dict.fromkeys(as_id(name, "cited_ids", path, line) for name in ids))
