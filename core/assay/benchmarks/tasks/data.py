"""The data of a task, read and checked: texts to encode, and what is known of them."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias, cast

from assay.benchmarks.tasks.rows import (
    field_text,
    grade,
    identity,
    label_name,
    number,
    read_papers,
    read_rows,
    with_our_names,
)
from assay.benchmarks.tasks.tables import Place
from assay.benchmarks.tasks.task import EvaluationTask
from assay.evaluation.trec import say_lowered
from assay.training.data.multi_hot import column_names, multi_hot_width, names_of
from assay.types import Qrels

Fields: TypeAlias = tuple[str, ...]
"""What is read of a paper, in the order of the task's `fields`; of a typed query one text."""
Label: TypeAlias = "str | tuple[str, ...] | float"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a task's rows could be scored: a row is left out where its paper has no text here."""

    n_rows: int
    n_missing: int = 0
    first: str = field(default="", compare=False)  # the first row that is left out, for people

    @property
    def whole(self) -> bool:
        return not self.n_missing


@dataclass(frozen=True, slots=True)
class LabelledData:
    """A classification or a regression. Rows are (paper's id, label): a class, some labels, or a number."""

    papers: Mapping[str, Fields]
    train: tuple[tuple[str, Label], ...]
    test: tuple[tuple[str, Label], ...]
    coverage: Coverage
    queries: Mapping[str, Fields] = field(default_factory=dict)  # there are none


@dataclass(frozen=True, slots=True)
class RankedData:
    """A proximity or a search. `qrels` holds no query and no candidate that has no text.

    `own` is query -> the paper that it is itself: what a search of all papers would find first.
    """

    papers: Mapping[str, Fields]
    queries: Mapping[str, Fields]
    qrels: Qrels
    coverage: Coverage
    own: Mapping[str, str] = field(default_factory=dict)


TaskData: TypeAlias = "LabelledData | RankedData"


def read_data(task: EvaluationTask) -> TaskData:
    """Read the task's files. Papers and queries that nothing asks for are left out.

    Raises EvaluationError, which names the task, file and row, for rows that cannot be used, labels of the
    test that no training row has, one class only, and a task of which nothing could be scored.
    """
    data = _labelled(task) if task.train is not None else _ranked(task)
    if not data.coverage.whole:
        logger.info(
            "task %s: %d of %d rows have no paper with a text, the first is %s",
            task.name, data.coverage.n_missing, data.coverage.n_rows, data.coverage.first,
        )  # fmt: skip
    return data


# --- labels


def _labelled(task: EvaluationTask) -> LabelledData:
    assert task.train is not None  # noqa: S101 - read_data has looked
    papers, _ = _texts(task)
    missing: list[Place] = []
    parts = []
    n_rows = 0
    files = {path: _raw_labels(task, path) for path in (task.train, task.test)}
    columns = _columns(task, files) if task.multi_label else ()
    for path, raw in files.items():
        rows = _label_rows(task, raw, columns)
        if not rows:
            raise Place(task.name, path).fault("there are no rows in it. Add rows, or leave the task out.")
        n_rows += len(rows)
        missing += [place for doc_id, (place, _) in rows.items() if doc_id not in papers]
        parts.append({doc_id: row for doc_id, row in rows.items() if doc_id in papers})
        if not parts[-1]:
            raise Place(task.name, path).fault("none of its papers has a text in {0}.", task.papers)
    train, test = parts
    if task.type == "classification":
        _check_classes(task, train, test, columns)
    elif task.type == "regression":
        _check_numbers(task, train, test)
    wanted = {*train, *test}
    return LabelledData(
        papers={doc_id: fields for doc_id, fields in papers.items() if doc_id in wanted},
        train=tuple((doc_id, label) for doc_id, (_, label) in train.items()),
        test=tuple((doc_id, label) for doc_id, (_, label) in test.items()),
        coverage=_coverage(n_rows, missing),
    )


_RawLabels: TypeAlias = "list[tuple[Place, str, object]]"


def _raw_labels(task: EvaluationTask, path: Path) -> _RawLabels:
    """(place, paper's id, label as it stands) of each row; a list that a table holds as text is read."""
    keys = {"paper_id": ("doc_id", "corpus_id", "_id", "pid"), "label": ("labels", "class_label")}
    found = []
    for place, (name, value) in read_rows(task.name, path, keys):
        if task.multi_label and isinstance(value, str) and value.lstrip().startswith("["):
            try:
                value = json.loads(value)  # noqa: PLW2901
            except (ValueError, RecursionError) as error:
                raise place.fault(
                    "the label {0} is a list that is not JSON. Write it as [0, 1, 0].", f"{value!r:.60}"
                ) from error
        found.append((place, identity(name, "paper_id", place), value))
    return found


def _columns(task: EvaluationTask, files: Mapping[Path, _RawLabels]) -> tuple[str, ...]:
    """The labels' names where the rows are multi-hot, as SciRepEval publishes them; else ()."""
    values = [value for rows in files.values() for _, _, value in rows]
    try:
        return column_names(multi_hot_width(values))
    except ValueError as error:
        raise Place(task.name, task.test).fault(
            "its labels and those to train with are {0}. Each row must have one for every label.", error
        ) from error


def _label_rows(
    task: EvaluationTask, rows: _RawLabels, columns: tuple[str, ...]
) -> dict[str, tuple[Place, Label]]:
    """paper's id -> its row and label; in a table a paper with several labels has a row for each."""
    found: dict[str, tuple[Place, Label]] = {}
    for place, doc_id, value in rows:
        if task.type == "regression":
            label: Label = number(value, "label", place)
        elif task.multi_label:
            label = names_of(cast("list[int]", value), columns) if columns else _names(value, place)
            known = found.get(doc_id)
            if known is not None and isinstance(known[1], tuple):
                found[doc_id] = (known[0], tuple(dict.fromkeys([*known[1], *label])))
                continue
        else:
            label = label_name(value, place)
        if doc_id not in found:
            found[doc_id] = (place, label)
        elif not task.published:
            raise place.fault("the paper {0} has a label above already. Keep one.", doc_id)
    return found


def _names(value: object, place: Place) -> tuple[str, ...]:
    """Labels of one row: a list, or one; "" is none."""
    if value is None or value == "":
        return ()
    several = value if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(label_name(one, place) for one in several))


def _check_classes(
    task: EvaluationTask,
    train: Mapping[str, tuple[Place, Any]],
    test: Mapping[str, tuple[Place, Any]],
    columns: tuple[str, ...],
) -> None:
    counts = Counter(name for _, label in train.values() for name in _each(label))
    file = Place(task.name, task.train or task.papers)
    if len(counts) < (1 if task.multi_label else 2):
        only = f"one class ({next(iter(counts))})" if counts else "no label"
        raise file.fault("the papers to train with have {0}: there is nothing to tell apart.", only)
    if task.multi_label:
        every = [name for name, n in counts.items() if n == len(train)]
        none = [name for name in columns if name not in counts]
        for names, who in ((every, "all papers"), (none, "no paper")):
            if names:
                raise file.fault(
                    "{0} to train with {1} the label {2}{3}{4}: there is nothing to tell apart. Are the "
                    "labels those that the task means? If so, take the label out.",
                    who,
                    "have" if who == "all papers" else "has",
                    ", ".join(map(repr, names[:5])),
                    " and others" if len(names) > 5 else "",
                    " (columns of its lists are counted from 0)" if columns else "",
                )
    for place, label in test.values():
        for name in _each(label):
            if name not in counts:
                raise place.fault("no paper to train with has the label {0}. Take the row out.", repr(name))


def _check_numbers(
    task: EvaluationTask, train: Mapping[str, tuple[Place, Any]], test: Mapping[str, tuple[Place, Any]]
) -> None:
    """Refuse numbers that are all the same: Kendall's tau is not defined there."""
    for path, rows in ((task.train or task.papers, train), (task.test, test)):
        first = next(iter(rows.values()))[1]
        if all(label == first for _, label in rows.values()):
            raise Place(task.name, path).fault("all labels are {0}: there is no order to find.", f"{first:g}")


def _each(label: Label) -> Iterable[str]:
    return label if isinstance(label, tuple) else (str(label),)


# --- rankings


def _ranked(task: EvaluationTask) -> RankedData:
    every, every_typed = _rows_of_texts(task)
    papers, typed = _with_text(every), _with_text(every_typed)
    queries: Mapping[str, Fields] = typed if task.type == "adhoc_search" else {**papers, **typed}
    qrels: Qrels = {}
    missing: list[Place] = []
    n_rows = 0
    for place, query_id, doc_id, score in _judged(task):
        n_rows += 1
        if query_id not in queries or doc_id not in papers:
            if doc_id not in every and score > 0 and not task.published:  # as in a folder in BEIR's form
                raise place.fault(
                    "the paper {0} is right for the query {1} and is not in {2}. Add the paper, or take "
                    "the row out: else nobody could find it.",
                    doc_id,
                    query_id,
                    task.papers,
                )
            missing.append(place)
            continue
        known = qrels.setdefault(query_id, {}).setdefault(doc_id, score)
        if known != score and not task.published:  # the released evaluators keep the first
            raise place.fault(
                "the candidate {0} of the query {1} has the score {2} above and {3} here. Keep one.",
                doc_id,
                query_id,
                known,
                score,
            )
    if not n_rows:
        raise Place(task.name, task.test).fault("there are no rows in it. Add rows, or leave the task out.")
    if not qrels:
        at = f"{task.papers}{f' and {task.queries}' if task.queries else ''}"
        raise Place(task.name, task.test).fault("none of its pairs has both texts in {0}.", at)
    if not any(score > 0 for grades in qrels.values() for score in grades.values()):
        raise Place(task.name, task.test).fault(
            "no pair has a score above 0: no candidate is right, and every ranking would score 0."
        )
    wanted = {doc_id for grades in qrels.values() for doc_id in grades}
    candidates = {d: fields for d, fields in papers.items() if d in wanted or task.candidates == "all"}
    return RankedData(
        papers=candidates,
        queries={query_id: queries[query_id] for query_id in qrels},
        qrels=qrels,
        coverage=_coverage(n_rows, missing),
        own={q: q for q in qrels if q in candidates} if task.type == "proximity" else {},
    )


def _judged(task: EvaluationTask) -> Iterable[tuple[Place, str, str, int]]:
    keys = {"query_id": (), "cand_id": ("corpus_id", "doc_id"), "score": ()}
    lowered = 0
    for place, (query, candidate, score) in read_rows(task.name, task.test, keys):
        given = grade(score, place, published=task.published)
        lowered += given < 0
        query_id, doc_id = identity(query, "query_id", place), identity(candidate, "cand_id", place)
        yield place, query_id, doc_id, max(0, given)
    if lowered:
        say_lowered(task.test, lowered)


# --- texts


def _texts(task: EvaluationTask) -> tuple[dict[str, Fields], dict[str, Fields]]:
    """Papers and queries by id; those without any text are left out."""
    papers, queries = _rows_of_texts(task)
    return _with_text(papers), _with_text(queries)


def _rows_of_texts(task: EvaluationTask) -> tuple[dict[str, Fields], dict[str, Fields]]:
    """Papers and queries by id.

    A row with a `query` is one, a text or a paper; papers may stand in its `candidates`.
    """
    papers: dict[str, Fields] = {}
    queries: dict[str, Fields] = {}
    for path in (task.papers, *([task.queries] if task.queries else [])):
        own = path == task.queries
        for place, row in read_papers(task.name, path):
            if own and "query" not in row:
                row["query"] = row if row.get("title") else row.get("abstract")
            into = queries if "query" in row else papers
            if row["doc_id"] not in into:
                into[row["doc_id"]] = (
                    _query(task, row["query"], place) if "query" in row else _paper(task, row, place)
                )
            elif not task.published:
                raise place.fault("the id {0} stands above already. Keep one.", row["doc_id"])
            for one in row.get("candidates") or ():
                doc_id, fields = _candidate(task, one, place)
                papers.setdefault(doc_id, fields)
    return papers, queries


def _paper(task: EvaluationTask, row: Mapping[str, Any], place: Place) -> Fields:
    own = with_our_names(row)
    return tuple(field_text(own, key, place) for key in task.fields)


def _query(task: EvaluationTask, value: object, place: Place) -> Fields:
    return (
        _paper(task, value, place)
        if isinstance(value, dict)
        else (field_text({"query": value}, "query", place),)
    )


def _candidate(task: EvaluationTask, value: object, place: Place) -> tuple[str, Fields]:
    if not isinstance(value, dict):
        raise place.fault("a candidate is not a paper but {0}. Correct the line.", f"{value!r:.60}")
    return identity(with_our_names(value).get("doc_id"), "doc_id", place), _paper(task, value, place)


def _with_text(rows: Mapping[str, Fields]) -> dict[str, Fields]:
    return {doc_id: fields for doc_id, fields in rows.items() if any(fields)}


def _coverage(n_rows: int, missing: list[Place]) -> Coverage:
    first = f"{missing[0].path.name}:{missing[0].line}" if missing else ""
    return Coverage(n_rows, len(missing), first)
