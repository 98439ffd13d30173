"""Judgements that were made elsewhere: Quepid's CSV files, and qrels as rows of the same form.

Quepid writes three files with ratings (what follows is from the source of o19s/quepid: its BooksController,
RatingsController, JudgementsController, caseCSVSvc and case_csv). A book is `query,docid,` and a column for
each rater, blank where that person did not judge. A case's basic export is `query,docid,rating`; its detailed
one has Team Name, Query Text, Doc ID, Title, Rating and further fields. Ratings are stored as floats, so that
a 2 may be written 2.0. A space before = + - @ is a guard against formulas. Older detailed exports double a
quote without quoting the field that holds it.
"""

from __future__ import annotations

import gzip
import logging
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from assay.errors import BadInput
from assay.files import open_unpacked
from assay.types import GRADES, Qrels

log = logging.getLogger(__name__)

ImportedRow: TypeAlias = tuple[str, str, str | None, int]
"""(query_key, doc_id, rater or None where the file does not name one, grade 0..2)"""

UNKNOWN_RATERS = frozenset({"unknown", "anonymous"})
"""What Quepid heads the column of ratings with that belong to no user."""

_PAIR = (["query", "docid"], ["query", "doc_id"])
_WHOLE = re.compile(r"(-?[0-9]{1,9})(?:\.0)?")
SHOWN = 100  # problems that are listed; of a file of another scale every row is one


@dataclass(frozen=True)
class ImportedJudgements:
    """What a file holds. With `problems` it is not to be imported: `check` raises.

    `query_texts` maps query_key -> text of the query; a file without ids has its texts for keys. `n_rows`
    counts the file's rows below the header, judged or not. `notes` say what was understood in a way that one
    may want to know.
    """

    rows: tuple[ImportedRow, ...]
    query_texts: Mapping[str, str]
    n_rows: int
    problems: tuple[str, ...] = ()  # one sentence each, with the line
    notes: tuple[str, ...] = ()

    def check(self) -> None:
        """Raise BadInput with the first problems, if there are any."""
        if self.problems:
            first = " ".join(self.problems[:3])
            more = f" And {len(self.problems) - 3} more." if len(self.problems) > 3 else ""
            raise BadInput("{0}{1} Nothing was imported.", first, more)


def read_judgements(
    path: Path,
    *,
    format: Literal["auto", "quepid"] = "auto",  # noqa: ARG001 - the others are read by evaluation
    grade_map: Mapping[int, int] | None = None,
) -> ImportedJudgements:
    """Read one of Quepid's files. Whole grades from 0 to 2 are taken, others only as `grade_map` says.

    A row that cannot be taken becomes a problem with its line number; rows of the same query, document and
    rater must agree. Raises BadInput for a file that cannot be read, is no such file, or holds no judgement,
    and for a grade map that leads out of 0..2.
    """
    check_grade_map(grade_map)
    lines = read_rows(path)
    header = next(lines, None)
    if header is None:
        raise BadInput("{0} is empty.", path)
    table = _Table(_form(path, header.cells), grade_map or {})
    for row in lines:
        table.take(row)
    if not table.grades and not table.problems:
        raise BadInput("{0} holds no ratings.", path)
    log.info("%s: %d ratings, %d problems", path, len(table.grades), len(table.problems))
    return ImportedJudgements(
        rows=tuple((*key, grade) for key, (grade, _) in table.grades.items()),
        query_texts={query: query for query, _, _ in table.grades},
        n_rows=table.n_rows,
        problems=_shortened(table.problems),
        notes=table.form.notes,
    )


def is_quepid(path: Path) -> bool:
    """Return whether the first line is the header of a file that Quepid writes, with or without ratings."""
    names = _names(read_header(path))
    return names[:2] in _PAIR or {"case id", "query text"} <= set(names)


def from_qrels(qrels: Qrels, query_texts: Mapping[str, str] | None = None) -> ImportedJudgements:
    """Qrels that were read already, as judgements of nobody in particular. Other grades are problems."""
    rows = [
        (query_id, doc_id, grade) for query_id, grades in qrels.items() for doc_id, grade in grades.items()
    ]
    bad = [row for row in rows if row[2] not in GRADES]
    return ImportedJudgements(
        rows=tuple((query_id, doc_id, None, grade) for query_id, doc_id, grade in rows if grade in GRADES),
        query_texts={q: (query_texts or {}).get(q, "") for q in qrels},
        n_rows=len(rows),
        problems=_shortened([f"Query {q}, document {d}: {_outside(grade)}" for q, d, grade in bad]),
    )


def check_grade_map(grade_map: Mapping[int, int] | None) -> None:
    """Raise BadInput unless every grade is mapped to 0, 1 or 2."""
    for given, meant in (grade_map or {}).items():
        if meant not in GRADES:
            raise BadInput(
                "The grade map {0}={1} leads out of the scale. Grades are 0, 1 and 2.", given, meant
            )


# -- the form of the file ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Form:
    """Which column holds what. `raters` maps the columns of ratings to who gave them."""

    query: int
    doc: int
    raters: Mapping[int, str | None]
    width: int
    notes: tuple[str, ...] = ()


def _names(header: Sequence[str]) -> list[str]:
    return [name.strip().casefold() for name in header]


def _form(path: Path, header: Sequence[str]) -> _Form:
    names = _names(header)
    if names[:2] in _PAIR and len(names) > 2:
        if names[2:] == ["rating"]:
            return _Form(0, 1, {2: None}, 3)
        raters, notes = _raters(path, header)
        return _Form(0, 1, raters, len(names), notes)
    if {"query text", "doc id", "rating"} <= set(names):
        # Further fields follow, under any name: the first of each is Quepid's own.
        return _Form(
            names.index("query text"), names.index("doc id"), {names.index("rating"): None}, len(names)
        )
    if "query text" in names or names[:2] in _PAIR:
        raise BadInput(
            "{0} holds no ratings. Export the case from Quepid as Basic or Detailed, or the book.", path
        )
    hint = " Its columns must be split by commas." if len(names) == 1 and re.search("[;\t]", names[0]) else ""
    raise BadInput(
        "{0}:1: this is not the header of a file of Quepid's. A book has query,docid and a column for "
        "each rater; a case has query,docid,rating, or among others Query Text, Doc ID and Rating.{1}",
        path,
        hint,
    )


def _raters(path: Path, header: Sequence[str]) -> tuple[dict[int, str | None], tuple[str, ...]]:
    """column -> rater. Of people with one name the second is "name (2)": their grades are kept separate."""
    found: dict[int, str | None] = {}
    notes: list[str] = []
    called: Counter[str] = Counter()  # as they are in the file, and as they were taken
    for column, cell in enumerate(header[2:], start=2):
        name = cell.strip()
        if not name:
            raise BadInput(
                "{0}:1: column {1} does not name its rater. Write a name above it.", path, column + 1
            )
        if name.casefold() in UNKNOWN_RATERS and None not in found.values():
            found[column] = None
            continue
        taken = name
        while called[taken]:
            called[name] += 1
            taken = f"{name} ({called[name]})"
        called[taken] += 1
        if taken != name:
            notes.append(f"Two raters are called {name}: the one of column {column + 1} is taken as {taken}.")
        found[column] = taken
    return found, tuple(notes)


# -- its rows ---------------------------------------------------------------------------------------------


class _Table:
    """The ratings as they are read: (query, document, rater) -> grade and the line it came from."""

    def __init__(self, form: _Form, grade_map: Mapping[int, int]) -> None:
        self.form = form
        self.grades: dict[tuple[str, str, str | None], tuple[int, int]] = {}
        self.problems: list[str] = []
        self.n_rows = 0
        self._grade_map = grade_map

    def take(self, row: Row) -> None:
        self.n_rows += 1
        try:
            self._take(row)
        except _Unfit as problem:
            self.problems.append(f"Line {row.line}: {problem}")

    def _take(self, row: Row) -> None:
        form, cells = self.form, row.cells
        if len(cells) == form.doc and len(cells) < form.width:
            return  # a query without a single document
        if len(cells) != form.width:
            raise _Unfit(f"{len(cells)} columns instead of {form.width}. Is a quote missing?")
        query, doc_id = cells[form.query], cells[form.doc]
        for column, rater in form.raters.items():
            if not (text := cells[column]):
                continue  # not judged
            if not query.strip() or not doc_id.strip():
                raise _Unfit("a rating without a query or a document. Delete the row, or complete it.")
            grade = self._grade(text)
            known, line = self.grades.setdefault((query, doc_id, rater), (grade, row.line))
            if known != grade:
                raise _Unfit(f"the pair is graded {grade} here and {known} on line {line}. Keep one.")

    def _grade(self, text: str) -> int:
        whole = _WHOLE.fullmatch(text)
        if whole is None:
            raise _Unfit(f"{_short(text)} is not a grade. Grades are the whole numbers 0, 1 and 2.")
        grade = self._grade_map.get(int(whole[1]), int(whole[1]))
        if grade not in GRADES:
            raise _Unfit(_outside(grade))
        return grade


class _Unfit(Exception):
    """A row that cannot be taken, and why."""


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:60] + "…")


def _outside(grade: int) -> str:
    return (
        f"the grade {grade} is outside 0..2. Say in a grade map what it stands for, such as {grade}="
        f"{0 if grade < 0 else 2}."
    )


def _shortened(problems: Sequence[str]) -> tuple[str, ...]:
    rest = len(problems) - SHOWN
    return (*problems[:SHOWN], *([f"{rest} more rows have problems."] if rest > 0 else []))


_QUOTED = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"(?=[,\r\n]|\Z)')
_BARE = re.compile(r"[^,\r\n]*")
_GUARDED = re.compile(r" [=+@-]")
_HEAD = 64 << 10  # bytes: hundreds of raters
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `line` counts from 1 and is where the row begins."""

    line: int
    cells: tuple[str, ...]


def read_rows(path: Path) -> Iterator[Row]:
    """Yield the rows that are not blank; raise BadInput, as it gets there, for what is no such file."""
    yield from _rows(path, _text(path))


def read_header(path: Path) -> tuple[str, ...]:
    """Return the cells of the first row, () where there is none: of any file, however large or strange."""
    try:
        with open_unpacked(path) as file:
            head = file.read(_HEAD).decode("utf-8-sig", "replace")
        return next((row.cells for row in _rows(path, head)), ())
    except (OSError, EOFError, zlib.error, BadInput):
        return ()


def _rows(path: Path, text: str) -> Iterator[Row]:
    place, line = 0, 1
    while place < len(text):
        began, cells = line, []
        while True:
            cell, end = _cell(path, line, text, place)
            line += text.count("\n", place, end)
            cells.append(cell)
            place = end + 1
            if text[end : end + 1] != ",":
                break
        if text[end : end + 2] == "\r\n":
            place += 1
        line += 1
        if cells != [""]:
            yield Row(began, tuple(cells))


def _cell(path: Path, line: int, text: str, place: int) -> tuple[str, int]:
    """The cell that begins at `place`, and where it ends: at a comma, a line end, or the end of the text."""
    quoted = _QUOTED.match(text, place)
    if quoted is not None:
        return _unguarded(quoted[1].replace('""', '"')), quoted.end()
    bare = _BARE.match(text, place)
    assert bare is not None  # noqa: S101 - it matches the empty text as well
    if bare[0].startswith('"') and not bare[0].startswith('""'):
        raise BadInput(
            "{0}:{1}: a quote is opened and not closed. Close it; nothing was imported.", path, line
        )
    return _unguarded(bare[0].replace('""', '"')), bare.end()


def _unguarded(cell: str) -> str:
    """Return a cell without the space that keeps a spreadsheet from running it."""
    return cell[1:] if _GUARDED.match(cell) else cell


def _text(path: Path) -> str:
    try:
        with open_unpacked(path) as file:
            data = file.read()
    except IsADirectoryError as error:
        raise BadInput("{0} is a folder. Give a CSV file.", path) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadInput(
            "{0}: the compressed file is damaged or cut short ({1}). Copy or download it again; nothing "
            "was imported.",
            path,
            error,
        ) from error
    except OSError as error:
        raise BadInput("{0}: cannot be read ({1}).", path, error.strerror or error) from error
    if data.startswith(_UTF16):
        raise BadInput("{0} is UTF-16. Save it as UTF-8; nothing was imported.", path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(
            "{0}:{1}: not UTF-8 (byte 0x{2}). Save it as UTF-8.", path, line, f"{data[error.start]:02x}"
        ) from error
