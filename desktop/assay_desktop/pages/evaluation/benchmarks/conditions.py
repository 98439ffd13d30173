"""How a run's results were scored, in rows: by what, with which settings, of which data."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QCoreApplication

from assay.table import Table
from assay_desktop.pages.evaluation.benchmarks.words import short_name
from assay_desktop.text.figures import numeral, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.benchmarks.types import RunConditions, SystemConditions, TaskConditions

_PRINT = 12  # letters of a fingerprint that are shown


Rows: TypeAlias = "list[tuple[str, str, str]]"
"""What, how, and of which tasks or systems."""


def how_table(conditions: RunConditions) -> Table:
    """Return how results came about. The names of tasks and systems come last, and take the room left."""
    rows = [
        *_of_all(conditions),
        *_of_tasks(conditions.tasks, conditions.folds),
        *(row for system in conditions.systems for row in _of_system(system)),
        *(
            (_tr("Data"), _tr("Fingerprint {0}").format(_print(task.data)), task.name)
            for task in conditions.tasks
        ),
    ]
    return Table("", (_tr("What"), _tr("How"), _tr("Applies to")), tuple(rows))


def _of_all(conditions: RunConditions) -> Rows:
    rows: Rows = []
    if conditions.similarities:
        ways = ", ".join(map(similarity_words, conditions.similarities))
        rows.append((_tr("Rankings"), _tr("Candidates by {0}").format(ways), _tr("all")))
    if conditions.intercepts:
        words = {False: _tr("without an intercept, as published"), True: _tr("with an intercept")}
        ways = ", ".join(words[each] for each in conditions.intercepts)
        rows.append((_tr("Classifiers"), _tr("Linear, {0}").format(ways), _tr("all")))
    if conditions.versions:
        rows.append((_tr("Program"), _tr("Assay {0}").format(", ".join(conditions.versions)), _tr("all")))
    return rows


def _of_tasks(tasks: Sequence[TaskConditions], folds: int) -> Rows:
    """Put tasks with the same settings in one row."""
    found: dict[tuple[str, str], list[str]] = {}
    for task in tasks:
        if task.grid:
            grid = " · ".join(plain(each, 4) for each in task.grid)
            text = _tr("The best C of {0}, by {1} folds of the training papers").format(grid, numeral(folds))
            found.setdefault((_tr("Classifiers"), text), []).append(task.name)
    for task in tasks:
        if task.few:
            each = _tr("{0} {0:run|runs} on {1}")
            some = ", ".join(
                each.format(numeral(few.iterations), numeral(few.sample_size)) for few in task.few
            )
            text = _tr("The mean of all examples and of {0}").format(some)
            found.setdefault((_tr("Few examples"), text), []).append(task.name)
    return [(what, text, ", ".join(names)) for (what, text), names in found.items()]


def _of_system(system: SystemConditions) -> Rows:
    name = short_name(system.system)
    rows: Rows = []
    if not system.precision:
        rows.append((_tr("Rankings"), _tr("Keywords only, without vectors"), name))
    if system.pooling:
        rows.append((_tr("Pooling"), ", ".join(map(_pooling, system.pooling)), name))
    if system.separators:
        rows.append((_tr("Separator"), ", ".join(system.separators), name))
    if system.lengths:
        lengths = ", ".join(map(numeral, system.lengths))
        rows.append((_tr("Length"), _tr("At most {0} tokens of a text").format(lengths), name))
    if system.precision:
        precision, devices = ", ".join(system.precision), ", ".join(system.devices)
        encoded = _tr("{0}, encoded on {1}").format(precision, devices) if devices else precision
        rows.append((_tr("Vectors"), encoded, name))
    return [*rows, (_tr("Fingerprint"), _print(system.prints), name)]


def _pooling(pooling: str) -> str:
    words = {"mean": _tr("mean of all tokens"), "cls": _tr("the first token (CLS)")}
    return words.get(pooling, pooling)


def _print(prints: Sequence[str]) -> str:
    return ", ".join(each[:_PRINT] for each in prints) or "–"


def similarity_words(similarity: str) -> str:
    words = {
        "l2": _tr("Euclidean distance (L2), as published"),
        "cosine": _tr("cosine"),
        "inner": _tr("inner product"),
    }
    return words.get(similarity, similarity)


def _tr(text: str) -> str:
    return QCoreApplication.translate("benchmarks", text)
