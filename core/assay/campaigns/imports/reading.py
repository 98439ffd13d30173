"""Others' judgements as their files have them: TREC qrels, BEIR folders, Quepid's CSV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from assay.errors import BadInput
from assay.evaluation import read_beir, read_qrels
from assay.evaluation.beir import qrels_path, split_names
from assay.evaluation.files import read_lines
from assay.evaluation.trec import off_scale
from assay.judging.campaigns.imports import check_grade_map, from_qrels, is_quepid, read_judgements
from assay.types import GRADES, Paper, Qrels, Query

FORMATS = ("auto", "trec", "beir", "quepid")
USUAL_SPLIT = "test"

Row: TypeAlias = tuple[str, str, str | None, int]
"""(query as the file names it, document as the file names it, rater if it names one, grade)"""


@dataclass(frozen=True, slots=True)
class Given:
    """What a file holds. `papers` and `queries` are those of a BEIR folder, `by_text` says what keys are."""

    rows: Sequence[Row]
    problems: Sequence[str] = ()
    notes: Sequence[str] = ()
    papers: Mapping[str, Paper] = field(default_factory=dict)
    queries: Mapping[str, Query] = field(default_factory=dict)
    by_text: bool = False


def read_given(path: Path, *, format: str, grade_map: Mapping[int, int], split: str | None) -> Given:
    """Raises BadInput and EvaluationError for what cannot be read; grades off the scale become problems."""
    if format not in FORMATS:
        raise BadInput(f"'{format}' is no format of judgements. Give one of {', '.join(FORMATS)}.")
    if not path.exists():
        raise BadInput(f"{path} does not exist. Check the path.")
    check_grade_map(grade_map)
    if any(meant for grade, meant in grade_map.items() if grade < 0):
        raise BadInput("A negative grade marks what nobody judged; it can only be mapped to 0.")
    if format == "beir" or (format == "auto" and path.is_dir()):
        return _read_beir(path, grade_map, split)
    if split is not None:
        raise BadInput(f"{path} is no BEIR folder, so it has no splits. Leave the split out.")
    if format == "quepid" or (format == "auto" and (is_quepid(path) or _is_table(path))):
        table = read_judgements(path, grade_map=grade_map)
        return Given(table.rows, table.problems, table.notes, by_text=True)
    return _of_qrels(path, read_qrels(path, grade_map=grade_map), grade_map)


def _is_table(path: Path) -> bool:
    """Whether it is meant as a spreadsheet's table; its columns must then be Quepid's."""
    name = path.name.casefold().removesuffix(".gz")
    first = next((line for _, line in read_lines(path)), "") if name.endswith(".csv") else ""
    return "," in first or ";" in first


def _of_qrels(path: Path, qrels: Qrels, grade_map: Mapping[int, int]) -> Given:
    """Negative grades that nothing maps are refused by the readers; other grades off the scale are listed."""
    table = from_qrels(qrels)
    if not table.problems:
        return Given(table.rows, (), table.notes)
    problems = []
    for grade, rows in off_scale(path, scale=GRADES, grade_map=grade_map).items():
        line, query_id, doc_id = rows.first
        more = f" (so have {rows.n - 1:,} more rows)" if rows.n > 1 else ""
        problems.append(
            f"{path}:{line}: query '{query_id}', document '{doc_id}' has the grade {grade}, outside 0..2"
            f"{more}. Say in a grade map what it stands for, such as --map {grade}={GRADES[-1]}."
        )
    return Given(table.rows, problems, table.notes)


def _read_beir(folder: Path, grade_map: Mapping[int, int], split: str | None) -> Given:
    """The folder's judgements of `split`; without one, those of its only split, or of `test`."""
    splits = split_names(folder)
    chosen = split or (splits[0] if len(splits) == 1 else USUAL_SPLIT)
    if split is None and len(splits) > 1 and chosen not in splits:
        raise BadInput(f"{folder} has the splits {', '.join(splits)}. Say which one is to be imported.")
    collection = read_beir(folder, split=chosen, negatives="refuse", grade_map=grade_map)
    given = _of_qrels(qrels_path(folder, chosen), collection.qrels, grade_map)
    others = [name for name in splits if name != chosen]
    notes = [f"Only the split '{chosen}' is taken; the folder also has {', '.join(others)}."]
    return replace(
        given,
        notes=[*given.notes, *(notes if others else [])],
        papers={paper.doc_id: paper for paper in collection.papers},
        queries={query.query_id: query for query in collection.queries},
    )
