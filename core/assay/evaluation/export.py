"""A release as the files that others read: TREC qrels, a table, or a folder: BEIR, ICLR 2022, `datasets`.

Nothing is handed over before it was read back: every row that went in must come out, with the same grade, and
with its query and its document. What a format cannot hold is refused, not mended.
"""

from __future__ import annotations

import csv
import json
import logging
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from assay.campaign_types import ReleaseItem
from assay.errors import AssayError, BadInput, EvaluationError
from assay.evaluation.beir import Row, json_line, read_rows
from assay.evaluation.datasets import DatasetFacts, fill_dataset
from assay.evaluation.files import fill, prepared, read_lines, write_lines
from assay.evaluation.folders import MANIFEST, prepared_folder, seal
from assay.evaluation.ids import check_written_id, short
from assay.evaluation.preflight import Contents, preflight, query_fields
from assay.evaluation.trec import fill_qrels
from assay.files import require_free
from assay.table import Cell, csv_line, guarded
from assay.types import Paper, Query

log = logging.getLogger(__name__)

ReleaseFormat = Literal["trec", "beir", "iclr2022", "csv", "datasets"]

DESCRIBING = ("description", "narrative", "source")
NO_MORE: Mapping[str, Mapping[str, str]] = {}
CSV_COLUMNS = ("query_id", "query_text", "doc_id", "title", "relevance", "n_raters", "source")
"""One row a judged pair: the ids, the query's text, the paper's title, the grade 0..2, how many assessors
graded it, and how their grades became one (single, unanimous, majority, median, adjudicated). Texts are on
one line; an apostrophe stands before a cell that a spreadsheet could run (`guarded`)."""

CARD = "card.json"
_PLAIN_NAME = re.compile(r"\w[\w.-]*")
NO_EXTRAS: Mapping[str, str] = MappingProxyType({})
NO_FACTS = DatasetFacts()


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written. `rows` counts the judgements, which is the number that was handed in."""

    files: tuple[Path, ...]
    rows: int
    changed_papers: tuple[str, ...] = ()  # doc_ids that read otherwise than when their corpus was frozen


def write_release(
    path: Path,
    *,
    format: ReleaseFormat | str,
    items: Sequence[ReleaseItem],
    queries: Sequence[Query],
    papers: Sequence[Paper],
    query_papers: Sequence[Paper] = (),
    card: Mapping[str, object] | None = None,
    extras: Mapping[str, str] = NO_EXTRAS,
    facts: DatasetFacts = NO_FACTS,
    overwrite: bool = True,
) -> ExportReport:
    """Write the release to a file ("trec", "csv") or a folder (the other formats), whole or not at all.

    `query_papers` give queries their title and abstract; they need not be among `papers`, which is the
    corpus. `card` is the data card (JSON values), written as card.json;
    `extras` maps the names of further files to their texts. Both go into the folder, or next to the file as
    `<file>.<name>`. `facts` go into the metadata of "datasets". A folder gets a manifest with the SHA-256 of
    each file. With
    `overwrite` a file is replaced, and a folder that a release was written to; one that holds anything else
    never is.

    Raises BadInput for what is not to be replaced, an unknown format and a name in `extras` that is taken;
    EvaluationError for an id that the files cannot hold, a grade outside 0..2, a pair that occurs twice, ids
    without a query or paper, no judgements, and what cannot be written. Then nothing has changed.
    """
    started = time.perf_counter()
    extras = _checked_extras(extras, card)
    contents = preflight(items, queries, papers, query_papers)
    match format:
        case "trec":
            files = _write_file(path, contents, _write_trec, extras, overwrite=overwrite)
        case "csv":
            files = _write_file(path, contents, _write_table, extras, overwrite=overwrite)
        case "beir":
            fill_folder = partial(_fill_beir, qrels=Path("qrels", "test.tsv"))
            files = _write_folder(path, contents, fill_folder, extras, overwrite=overwrite)
        case "iclr2022":
            fill_folder = partial(_fill_beir, qrels=Path("qrels.tsv"))
            files = _write_folder(path, contents, fill_folder, extras, overwrite=overwrite)
        case "datasets":
            fill_folder = partial(fill_dataset, facts=facts)
            files = _write_folder(path, contents, fill_folder, extras, overwrite=overwrite)
        case _:
            raise BadInput(
                "There is no format {0}. Use trec, beir, iclr2022, csv or datasets.", short(format)
            )
    log.info("exported %d judgements as %s, %.1f s", len(items), format, time.perf_counter() - started)
    return ExportReport(files, len(items))


# -- files ------------------------------------------------------------------------------------------------


def _write_file(
    path: Path, contents: Contents, write: Callable[..., None], extras: Mapping[str, str], *, overwrite: bool
) -> tuple[Path, ...]:
    """The file takes its name last: where it is, what goes along with it is too."""
    extra_paths = {path.with_name(f"{path.name}.{name}"): text for name, text in extras.items()}
    added: list[Path] = []
    try:
        with prepared(path, overwrite=overwrite) as draft:
            if not overwrite:
                for extra in extra_paths:
                    require_free(extra)
            write(contents, draft, compressed=path.suffix == ".gz")
            for extra, text in extra_paths.items():
                write_lines(extra, [text.removesuffix("\n")], overwrite=overwrite)
                added.append(extra)
    except AssayError:
        for extra in added if not overwrite else ():  # all of them are new, and without the file for nothing
            extra.unlink(missing_ok=True)
        raise
    return (path, *extra_paths)


def _write_trec(contents: Contents, draft: Path, *, compressed: bool) -> None:
    fill_qrels(draft, contents.qrels, format="trec", compressed=compressed)


def _write_table(contents: Contents, draft: Path, *, compressed: bool) -> None:
    rows: list[list[Cell]] = [list(CSV_COLUMNS), *(_table_row(item, contents) for item in contents.items)]
    expected = [[guarded(cell) if isinstance(cell, str) else str(cell) for cell in row] for row in rows]
    fill(draft, (csv_line(row) for row in rows), compressed=compressed)
    try:
        found = list(csv.reader((line for _, line in read_lines(draft)), strict=True))
    except csv.Error as error:
        raise EvaluationError("The table cannot be read back ({0}); nothing was changed.", error) from error
    _check_same(found, expected, "the table")


def _table_row(item: ReleaseItem, contents: Contents) -> list[Cell]:
    query = contents.queries[item.query_id]
    title, text = query_fields(query, contents.sources)
    return [
        item.query_id,
        _one_line(title or text),
        item.doc_id,
        _one_line(contents.papers[item.doc_id].title),
        item.relevance,
        item.n_raters,
        item.source,
    ]


def _one_line(text: str) -> str:
    """Return the text without line breaks; ? replaces surrogates, which no UTF-8 file can hold."""
    return " ".join(text.split()).encode("utf-8", "replace").decode("utf-8")


# -- folders ----------------------------------------------------------------------------------------------


def _write_folder(
    path: Path, contents: Contents, fill: Callable[..., None], extras: Mapping[str, str], *, overwrite: bool
) -> tuple[Path, ...]:
    with prepared_folder(path, overwrite=overwrite) as draft:
        fill(draft, contents)
        for name, text in extras.items():
            write_lines(draft / name, [text.removesuffix("\n")])
        seal(draft, {"rows": len(contents.items)})
        names = sorted(file.relative_to(draft) for file in draft.rglob("*") if file.is_file())
    return tuple(path / name for name in names)


def _fill_beir(draft: Path, contents: Contents, *, qrels: Path) -> None:
    """`qrels`: where the judgements lie in the folder. If in its root, each query is written with a title."""
    titled = qrels.parent == Path()
    corpus = [
        Row(check_written_id(name), paper.title, paper.abstract) for name, paper in contents.papers.items()
    ]
    queries = [
        Row(check_written_id(name), *query_fields(query, contents.sources))
        for name, query in contents.queries.items()
    ]
    described = {
        query.query_id: {name: text for name in DESCRIBING if (text := getattr(query, name))}
        for query in contents.queries.values()
    }
    (draft / qrels).parent.mkdir(exist_ok=True)
    _write_rows(draft / "corpus.jsonl", corpus)
    _write_rows(draft / "queries.jsonl", queries, titled=titled, more=described)
    fill_qrels(draft / qrels, contents.qrels, format="beir")


def _write_rows(
    path: Path, rows: Sequence[Row], *, titled: bool = True, more: Mapping[str, Mapping[str, str]] = NO_MORE
) -> None:
    """Write BEIR's `_id`, `title`, `text`; without `titled`, leave out the title of rows that have none.

    `more` has fields of our own by id, which readers of BEIR's rows pass over.
    """
    write_lines(
        path,
        (
            json_line(_id=row.id, title=row.title, text=row.text, **more.get(row.id, {}))
            if titled or row.title
            else json_line(_id=row.id, text=row.text, **more.get(row.id, {}))
            for row in rows
        ),
    )
    _check_same(list(read_rows(path)), rows, path.name)


# -- reading back -----------------------------------------------------------------------------------------


def _check_same(found: Sequence[object], expected: Sequence[object], what: str) -> None:
    if list(found) != list(expected):
        raise EvaluationError(
            "What was written as {0} reads back differently ({1} rows of {2}); nothing was changed. "
            "Please report this.",
            what,
            len(found),
            len(expected),
        )


def _checked_extras(extras: Mapping[str, str], card: Mapping[str, object] | None) -> dict[str, str]:
    taken = {MANIFEST, "corpus.jsonl", "queries.jsonl", "qrels", "qrels.tsv"} | ({CARD} if card else set())
    for name in extras:
        if name in taken or not _PLAIN_NAME.fullmatch(name):
            raise BadInput("{0} cannot be the name of a file that goes along with a release.", short(name))
    written = {CARD: json.dumps(card, ensure_ascii=False, indent=1, allow_nan=False)} if card else {}
    return {**written, **extras}
