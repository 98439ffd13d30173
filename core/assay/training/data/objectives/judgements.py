"""A user's own judgements: graded papers of a query; what was pooled and graded 0 is a hard negative."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from assay.encoding.formats import TextTemplate
from assay.messages import translatable
from assay.training.data.examples import Example, Source
from assay.training.data.objectives.files import (
    fault,
    find,
    id_of,
    need,
    read_objects,
    read_table,
    title_and_abstract,
)
from assay.training.data.objectives.query_keys import POSITIVES, QUERIES, VALIDATION, with_keys
from assay.training.data.objectives.rows import Rotation, Rows
from assay.training.data.objectives.texts import NO_TEXT, TextsWriter, normalised, text_key
from assay.training.recipe.objective_spec import JudgementsSpec

COLUMNS = ("query-id", "corpus-id", "score")
OWN_PAPER = translatable("judgements of a query's own paper")
BETWEEN = translatable("papers graded too low for a positive, but not 0")


@dataclass(frozen=True, slots=True)
class Entry:
    """A document or a query."""

    number: int  # of its text
    title: str  # normalised
    whole: int  # key of title and abstract with nothing but a blank between


def _same_paper(query: Entry, paper: Entry) -> bool:
    """Return whether a query and the document of the same id are one paper.

    The id alone does not say so: query 1 and document 1 of a collection may be strangers.
    """
    return query.whole == paper.whole or (bool(query.title) and query.title == paper.title)


def open_judgements(spec: JudgementsSpec, path: Path, *, seed: int, template: TextTemplate) -> Source:
    """Open a folder of BEIR's form: corpus.jsonl, queries.jsonl and qrels. Raises RecipeError.

    The judgements are those of qrels/train.tsv, or of the only file there, or of qrels/test.tsv, or of
    qrels.tsv; qrels/dev.tsv validates if it lies there too. One example a query: its papers of at least
    `spec.grade` take turns, and so do those graded lower. A query without any of the latter meets random
    papers. A query that is a paper of the corpus never meets itself. Without dev.tsv a share of the queries
    validates that has no positive in common with the rest.
    """
    corpus, queries = need(path, "corpus.jsonl"), need(path, "queries.jsonl")
    judged, own_validation = _qrels(path)
    rows = Rows(spec, seed=seed)
    papers = _entries(corpus, rows.texts, template)
    by_id = _entries(queries, rows.texts, template)
    for validates, file in enumerate((judged, own_validation)):
        grades = _grades(file, by_id, papers) if file else {}
        for query_id, of_query in grades.items():
            _add_query(rows, query_id, of_query, by_id, papers, grade=spec.grade, validates=bool(validates))
    entries = (entry for entry in (*by_id.values(), *papers.values()) if entry.number != NO_TEXT)
    wholes = {rows.texts.key(entry.number): entry.whole for entry in entries}
    files = [corpus, queries, judged, *([own_validation] if own_validation else [])]
    source = rows.source(files, root=path, collection=(paper.number for paper in papers.values()))
    return _with_query_keys(source, wholes)


def _with_query_keys(source: Source, wholes: Mapping[int, int]) -> Source:
    """The source with facts that say which queries it teaches. `wholes`: a text's key -> `Entry.whole`."""
    assert isinstance(source.train, Rotation)  # noqa: S101 - Rows makes no other
    queries, positives = source.train.keys()
    keys = {
        QUERIES: queries,
        VALIDATION: [text_key(one.query) for one in source.validation if isinstance(one, Example)],
        POSITIVES: positives,
    }
    full = with_keys(source.facts, {name: [wholes[key] for key in of_kind] for name, of_kind in keys.items()})
    return replace(source, facts=full)


def _add_query(
    rows: Rows,
    query_id: str,
    grades: Mapping[str, int],
    queries: Mapping[str, Entry],
    papers: Mapping[str, Entry],
    *,
    grade: int,
    validates: bool,
) -> None:
    own = papers.get(query_id)
    is_paper = own is not None and own.number != NO_TEXT and _same_paper(queries[query_id], own)
    # The corpus may know more of the paper; with its text, the query rejects itself among random papers.
    query = papers[query_id] if is_paper else queries[query_id]
    others = {doc_id: value for doc_id, value in grades.items() if not (is_paper and doc_id == query_id)}
    rows.left_out[OWN_PAPER] += len(grades) - len(others)
    positives = [papers[doc_id].number for doc_id, value in others.items() if value >= grade]
    negatives = [papers[doc_id].number for doc_id, value in others.items() if value <= 0]
    rows.left_out[BETWEEN] += len(others) - len(positives) - len(negatives)
    groups = [rows.texts.key(number) for number in (query.number, *positives) if number != NO_TEXT]
    rows.add(
        query.number, rows.shuffled(positives), rows.shuffled(negatives), groups=groups, validates=validates
    )


def _entries(path: Path, texts: TextsWriter, template: TextTemplate) -> dict[str, Entry]:
    """id -> what is known of it. Raises RecipeError for an id that occurs twice."""
    entries: dict[str, Entry] = {}
    for line, row in read_objects(path):
        name = id_of(row, "_id", path, line)
        if name in entries:
            raise fault(
                path, line, "the id {0} stands here for the second time. Keep one of the lines.", repr(name)
            )
        title, abstract = title_and_abstract(row, path, line)
        entries[name] = Entry(
            texts.add(template.join(title, abstract)), normalised(title), text_key(f"{title} {abstract}")
        )
    return entries


def _qrels(folder: Path) -> tuple[Path, Path | None]:
    """Return the judgements to learn from, and those that validate, if there are any."""
    inner = folder / "qrels"
    if not inner.is_dir():
        return need(folder, "qrels.tsv"), None
    dev = find(inner, "dev.tsv")
    names = {path for pattern in ("*.tsv", "*.tsv.gz") for path in inner.glob(pattern)} - {dev}
    train = find(inner, "train.tsv") or (names.pop() if len(names) == 1 else need(inner, "test.tsv"))
    return train, dev


def _grades(
    path: Path, queries: Mapping[str, Entry], papers: Mapping[str, Entry]
) -> dict[str, dict[str, int]]:
    """query id -> document id -> grade, in the file's order. Raises RecipeError for what does not fit."""
    grades: dict[str, dict[str, int]] = {}
    for line, (query_id, doc_id, score) in read_table(path, COLUMNS, quoted=False):
        if line == 1 and query_id not in queries and not score.strip().isdecimal():
            continue  # a heading
        if query_id not in queries or queries[query_id].number == NO_TEXT:
            raise fault(
                path,
                line,
                "the query {0} is not in queries.jsonl or has no text. Add it there.",
                repr(query_id),
            )
        if doc_id not in papers:
            raise fault(path, line, "the document {0} is not in corpus.jsonl. Add it there.", repr(doc_id))
        if not score.strip().isdecimal():
            raise fault(
                path, line, "the grade {0} is not a whole number from 0 up. Correct the line.", repr(score)
            )
        of_query = grades.setdefault(query_id, {})
        if of_query.setdefault(doc_id, int(score)) != int(score):
            raise fault(
                path,
                line,
                "query {0} has two grades for {1}. Keep one of the lines.",
                repr(query_id),
                repr(doc_id),
            )
    return grades
