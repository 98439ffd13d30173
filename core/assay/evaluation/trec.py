"""Qrels and runs in the two forms that the field uses: TREC's and BEIR's.

TREC qrels are `query 0 document grade`, TREC runs `query Q0 document rank score tag`, both split by white
space and without a header. BEIR qrels are `query<TAB>document<TAB>grade` below a header row, which BEIR's own
reader always skips: a file without it loses its first judgement there, so such a file is refused here.
"""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NoReturn

from assay.errors import EvaluationError
from assay.evaluation.files import fill, prepared, read_lines
from assay.evaluation.ids import MAX_GRADE, check_grade, check_written_id, is_readable_id, short
from assay.evaluation.ranking import ranking
from assay.messages import message
from assay.types import Qrels, Run

BEIR_HEADER = "query-id\tcorpus-id\tscore"
MAP = "A grade map is given by --map."
Negatives = Literal["refuse", "zero"]

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_TAG = re.compile(r"[0-9A-Za-z_][^\s\x00-\x1f\x7f-\x9f\"]*")

log = logging.getLogger(__name__)
notices = logging.getLogger("assay.notices")
"""What the person who reads a published file should know; the command line shows each once."""


def say_lowered(path: Path, n: int) -> None:
    """Notice that `n` negative grades of a published file count as not relevant, as in trec_eval."""
    notices.warning(
        "%s: %d %s read as 0: judged, not relevant.",
        path,
        n,
        "negative grade is" if n == 1 else "negative grades are",
    )


class _Lines:
    """The non-empty lines of one file, and the place to name in an error."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        for number, line in read_lines(self.path):
            self.number = number
            if line.strip():
                yield line

    def fail(self, reason: str, *values: object, advice: str = "") -> NoReturn:
        what = message(reason, *values)
        raise EvaluationError("{0}:{1}: {2}", self.path, self.number, what, advice=advice)


def read_qrels(
    path: Path,
    *,
    negatives: Negatives = "refuse",
    scale: Collection[int] | None = None,
    grade_map: Mapping[int, int] | None = None,
) -> Qrels:
    """Read TREC or BEIR qrels, distinguished by their first line; gzip and a byte order mark are accepted.

    Some TREC collections have -1 or -2 (spam, or not judged). These are refused, since they are no grades to
    be taken over; `negatives="zero"` reads them as judged and not relevant, as trec_eval does, with a notice.
    `grade_map` says what the file's grades stand for, -1 too; with a `scale` no other grades are taken.
    Raises EvaluationError ("file:line: what is wrong and what to do") and then returns nothing of the file.
    """
    qrels: Qrels = {}
    lowered = 0
    lines = _Lines(path)
    for query_id, doc_id, text in _qrels_rows(lines):
        given = _grade(lines, text)
        grade = (grade_map or {}).get(given, given)
        if scale is not None and grade not in scale and (grade >= 0 or negatives == "refuse"):
            lines.fail(
                "the grade {0} is none of {1}. Say in a grade map what it stands for, such as {0}={2}.",
                grade,
                ", ".join(map(str, scale)),
                min(scale) if grade < 0 else max(scale),
            )
        if grade < 0:
            if negatives == "refuse":
                meant = f"say in a grade map what it stands for, such as {grade}=0"
                way = "read the file with negatives as zero" if grade_map is None else meant
                advice = "" if grade_map is None else MAP
                lines.fail("the grade {0} is negative. Delete the row, or {1}.", grade, way, advice=advice)
            grade, lowered = 0, lowered + 1
        known = qrels.setdefault(query_id, {}).setdefault(doc_id, grade)
        if known != grade:
            lines.fail(
                "query {0}, document {1} has grade {2} here and {3} above. Keep one.",
                short(query_id),
                short(doc_id),
                grade,
                known,
            )
    if not qrels:
        raise EvaluationError("{0}: there are no judgements in it.", path)
    if lowered:
        say_lowered(path, lowered)
    log.info("read %d judgements of %d queries from %s", sum(map(len, qrels.values())), len(qrels), path)
    return qrels


@dataclass(frozen=True, slots=True)
class OffScale:
    """The rows of a file with one grade that is off the scale. `first`: (line from 1, query_id, doc_id)."""

    first: tuple[int, str, str]
    n: int


def off_scale(
    path: Path, *, scale: Collection[int], grade_map: Mapping[int, int] | None = None
) -> dict[int, OffScale]:
    """grade -> its rows, of the grades that `grade_map` does not lead into `scale`, in the file's order.

    Every row counts, also one that the file has twice. Raises EvaluationError as `read_qrels` does.
    """
    found: dict[int, OffScale] = {}
    lines = _Lines(path)
    for query_id, doc_id, text in _qrels_rows(lines):
        given = _grade(lines, text)
        grade = (grade_map or {}).get(given, given)
        if grade not in scale:
            known = found.get(grade, OffScale((lines.number, query_id, doc_id), 0))
            found[grade] = OffScale(known.first, known.n + 1)
    return found


def _qrels_rows(lines: _Lines) -> Iterator[tuple[str, str, str]]:
    """Yield (query_id, doc_id, grade as it is written)."""
    rows = iter(lines)
    first = next(rows, "")
    beir = first.count("\t") == 2
    if beir:
        _check_header(lines, first)
    elif first:
        yield _trec_row(lines, first)
    for line in rows:
        yield _beir_row(lines, line) if beir else _trec_row(lines, line)


def _check_header(lines: _Lines, header: str) -> None:
    names = [_unquoted(lines, name).strip().lower().replace("_", "-") for name in header.split("\t")]
    if _is_number(names[2]):
        lines.fail(
            "no header: BEIR readers skip the first row and would lose this judgement. "
            "Put the line query-id<TAB>corpus-id<TAB>score above it."
        )
    if names[0] in ("corpus-id", "doc-id", "docid", "document-id") or names[1] in ("query-id", "qid"):
        lines.fail("the columns are in another order. They must be query-id, corpus-id, score.")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _beir_row(lines: _Lines, line: str) -> tuple[str, str, str]:
    fields = [_unquoted(lines, field) for field in line.split("\t")]
    if len(fields) != 3:
        lines.fail("{0} columns instead of 3 (query-id, corpus-id, score, split by tabs).", len(fields))
    query_id, doc_id, grade = fields
    for name in (query_id, doc_id):
        if not is_readable_id(name):
            lines.fail(
                "{0} is not an id: it is empty, has space around it or a control character in it.",
                short(name),
            )
    return query_id, doc_id, grade


def _unquoted(lines: _Lines, field: str) -> str:
    """Undo the quoting of Python's csv writer, which BEIR's files are made with, one field at a time.

    A csv reader would take an unclosed quote as the start of a field that spans lines, and so lose rows.
    """
    if not field.startswith('"'):
        return field
    inner = field[1:-1]
    if len(field) < 2 or not field.endswith('"') or '"' in inner.replace('""', ""):
        lines.fail("the quote in {0} is not closed. Close or remove it.", short(field))
    return inner.replace('""', '"')


def _trec_row(lines: _Lines, line: str) -> tuple[str, str, str]:
    fields = line.split()
    if len(fields) != 4:
        lines.fail(_wrong_columns(line, fields))
    query_id, _, doc_id, grade = fields
    _check_trec_ids(lines, query_id, doc_id)
    return query_id, doc_id, grade


def _wrong_columns(line: str, fields: list[str]) -> str:
    if line.startswith("#"):
        return "qrels have no comments. Delete the line."
    if len(fields) == 6 and fields[1].upper() == "Q0":
        return "this is a run, not qrels. Give the file with the judgements."
    return (
        f"{len(fields)} columns. TREC qrels have 4 (query 0 document grade); "
        "BEIR's have 3, split by tabs, below a header."
    )


def _check_trec_ids(lines: _Lines, query_id: str, doc_id: str) -> None:
    if query_id.startswith("#"):
        lines.fail(
            "the query id {0} starts with #: TREC files have no comments. Delete or rename it.",
            short(query_id),
        )
    for name in (query_id, doc_id):
        if not is_readable_id(name):
            lines.fail("the id {0} holds a control character. Rename it.", short(name))


def _grade(lines: _Lines, text: str) -> int:
    if not _WHOLE.fullmatch(text):
        if text != text.strip():
            lines.fail("the grade {0} has space around it. Grades are bare numbers: 0, 1, 2.", short(text))
        if _is_number(text):
            lines.fail("the grade {0} is not a whole number. Grades are whole numbers: 0, 1, 2.", short(text))
        hint = " TREC qrels have no header: delete this line." if lines.number == 1 else ""
        lines.fail("the grade {0} is not a number.{1}", short(text), hint)
    if int(text) > MAX_GRADE:
        lines.fail("the grade {0} is above {1}. Is this column really the grade?", short(text), MAX_GRADE)
    return int(text)


def write_qrels(
    qrels: Mapping[str, Mapping[str, int]],
    path: Path,
    *,
    format: Literal["trec", "beir"],
    overwrite: bool = True,
) -> int:
    """Write qrels sorted by query id and document id; BEIR's with their header. Returns the number of rows.

    Before the file takes its name it is read back and compared with `qrels`: what cannot be written without
    loss is not written. Raises EvaluationError, and BadInput for a file that is there already unless
    `overwrite`; an older file of that name is then untouched.
    """
    with prepared(path, overwrite=overwrite) as draft:
        n_rows = fill_qrels(draft, qrels, format=format, compressed=path.suffix == ".gz")
    log.info("wrote %d judgements of %d queries to %s", n_rows, len(qrels), path)
    return n_rows


def fill_qrels(
    draft: Path,
    qrels: Mapping[str, Mapping[str, int]],
    *,
    format: Literal["trec", "beir"],
    compressed: bool = False,
) -> int:
    """Write a new file as `write_qrels` does, and read it back; raise EvaluationError and OSError."""
    judged = {query_id: dict(grades) for query_id, grades in qrels.items() if grades}
    if not judged:
        raise EvaluationError("No judgements to export yet.")
    if format not in ("trec", "beir"):
        raise EvaluationError("There is no format {0} of qrels. Choose trec or beir.", short(format))
    row = "{0}\t{1}\t{2}" if format == "beir" else "{0} 0 {1} {2}"
    lines = [BEIR_HEADER] if format == "beir" else []
    for query_id in sorted(judged):
        name = check_written_id(query_id)
        grades = judged[query_id]
        lines.extend(row.format(name, check_written_id(d), check_grade(grades[d])) for d in sorted(grades))
    fill(draft, lines, compressed=compressed)
    # The lines are counted as well: a reader that skips one would not miss it.
    if read_qrels(draft) != judged or sum(1 for _ in read_lines(draft)) != len(lines):
        raise EvaluationError(
            "The judgements read back differently; nothing was changed. Please report this."
        )
    return len(lines) - (format == "beir")


def read_run(path: Path) -> Run:
    """Read a TREC run. The rank column is ignored: the score alone orders a run, as in trec_eval.

    Raises EvaluationError ("file:line: ...") for a wrong number of columns, a score that is not a finite
    number, and a document that a query has twice.
    """
    run: Run = {}
    lines = _Lines(path)
    for line in lines:
        query_id, doc_id, score = _run_row(lines, line)
        _add(lines, run.setdefault(query_id, {}), query_id, doc_id, score)
    if not run:
        raise EvaluationError("{0}: there are no results in it.", path)
    log.info("read %d results of %d queries from %s", sum(map(len, run.values())), len(run), path)
    return run


def read_rankings(path: Path) -> Iterator[tuple[str, dict[str, float]]]:
    """(query id, doc_id -> score) of a run, a query at a time: it may be larger than the memory.

    Or of `query<TAB>document` and whatever follows, best first, as MS MARCO publishes rankings and CODER
    reads them; scores are then -1, -2, ... Raises as `read_run`, and where a query's lines are apart.
    """
    lines = _Lines(path)
    known: set[str] = set()
    name, scores, plain = "", dict[str, float](), None
    for line in lines:
        if plain is None:
            columns = line.split("\t")
            plain = len(line.split()) != 6 and len(columns) > 1 and columns[1] not in ("0", "Q0")
        query_id, doc_id, score = _plain_row(lines, line, len(scores)) if plain else _run_row(lines, line)
        if query_id != name:
            if scores:
                yield name, scores
            if query_id in known:
                lines.fail("query {0} was there before. Sort the file by its queries.", short(query_id))
            known.add(query_id)
            name, scores = query_id, {}
            score = -1.0 if plain else score
        _add(lines, scores, query_id, doc_id, score)
    if not scores:
        raise EvaluationError("{0}: there are no results in it.", path)
    yield name, scores


def _run_row(lines: _Lines, line: str) -> tuple[str, str, float]:
    fields = line.split()
    if len(fields) != 6:
        hint = " This looks like qrels." if len(fields) in (3, 4) else ""
        lines.fail("{0} columns instead of 6 (query Q0 document rank score tag).{1}", len(fields), hint)
    return fields[0], fields[2], _score(lines, fields[4])


def _plain_row(lines: _Lines, line: str, place: int) -> tuple[str, str, float]:
    query_id, _, rest = line.partition("\t")
    doc_id = rest.partition("\t")[0]
    if not query_id.strip() or not doc_id.strip():
        lines.fail("this line has no query and document with a tab between them.")
    return query_id.strip(), doc_id.strip(), -1.0 - place


def _add(lines: _Lines, scores: dict[str, float], query_id: str, doc_id: str, score: float) -> None:
    _check_trec_ids(lines, query_id, doc_id)
    if doc_id in scores:
        lines.fail("query {0} has document {1} twice. Keep one.", short(query_id), short(doc_id))
    scores[doc_id] = score


def _score(lines: _Lines, text: str) -> float:
    try:
        score = float(text)
    except ValueError:
        lines.fail("the score {0} is not a number.", short(text))
    if not math.isfinite(score):
        lines.fail("the score {0} is not a finite number. Fix the system that wrote it.", short(text))
    return score


def _falling_in_float32(query_id: str, scores: Sequence[float]) -> list[float]:
    """The scores, which do not rise, with the least changes that make them fall strictly in float32."""
    import numpy as np

    written: list[float] = []
    last = np.float32(np.inf)
    for score in scores:
        with np.errstate(over="ignore"):
            rounded = np.float32(score)
            falls = bool(rounded < last)
            last = rounded if falls else np.nextafter(last, np.float32(-np.inf))
        if not (np.isfinite(rounded) and np.isfinite(last)):
            raise EvaluationError(
                "A score of query {0} is beyond {1}, the largest that trec_eval reads. Divide the "
                "system's scores by a constant.",
                short(query_id),
                f"{np.finfo(np.float32).max:.1e}",
            )
        written.append(float(score) if falls else float(last))
    return written


def write_run(run: Mapping[str, Mapping[str, float]], path: Path, *, tag: str, overwrite: bool = True) -> int:
    """Write a TREC run, best first, ranks from 1; return the number of rows.

    The scores are the run's own, in full. trec_eval reads them as float32 and puts ties in an order of its
    own: where a score is no smaller than the one above in float32 (equal, or apart in the eighth digit only),
    the next smaller float32 is written in its place, so that every reader has this order.
    The tag starts with a letter, a digit or `_` (a spreadsheet would run `=...`) and holds no white space.
    Raises EvaluationError, also for scores that no float32 can hold, and BadInput for a file that is there
    already unless `overwrite`; an older file of that name is then untouched.
    """
    if not _TAG.fullmatch(tag):
        raise EvaluationError(
            "The tag {0} cannot be written. Begin it with a letter or a digit; leave out spaces.", short(tag)
        )
    ranked = {query_id: ranking(scores, query_id=query_id) for query_id, scores in run.items() if scores}
    if not ranked:
        raise EvaluationError("There are no results to write.")
    lines: list[str] = []
    for query_id, doc_ids in sorted(ranked.items()):
        name = check_written_id(query_id)
        scores = _falling_in_float32(query_id, [run[query_id][doc_id] for doc_id in doc_ids])
        lines.extend(
            f"{name} Q0 {check_written_id(doc_id)} {rank} {score!r} {tag}"
            for rank, (doc_id, score) in enumerate(zip(doc_ids, scores, strict=True), start=1)
        )
    with prepared(path, overwrite=overwrite) as draft:
        fill(draft, lines, compressed=path.suffix == ".gz")
        if {query_id: ranking(scores) for query_id, scores in read_run(draft).items()} != ranked:
            raise EvaluationError("{0}: what was written reads back differently; nothing was changed.", path)
    log.info("wrote %d results of %d queries to %s", len(lines), len(ranked), path)
    return len(lines)
