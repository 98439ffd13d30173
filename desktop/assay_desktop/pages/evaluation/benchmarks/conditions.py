"""How a run's results were scored, in rows: by what, with which settings, of which data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QCoreApplication

from assay_desktop.pages.evaluation.benchmarks.words import short_name
from assay_desktop.text.figures import numeral, plain
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_PRINT = 12  # letters of a fingerprint that are shown


class HowRow(NamedTuple):
    """What is told, of which task or system ("" for all), and what it is."""

    what: str
    of: str
    how: str


def how_rows(told: Mapping[str, Any] | None) -> tuple[HowRow, ...]:
    """Of the engine's answer to `bench.report`; () where nothing was noted."""
    if not told:
        return ()
    return (
        *_of_all(told),
        *_of_tasks(told["tasks"], int(told["folds"])),
        *(row for system in told["systems"] for row in _of_system(system)),
        *(_data(task) for task in told["tasks"]),
    )


def _of_all(told: Mapping[str, Any]) -> list[HowRow]:
    rows = []
    if told["similarities"]:
        ways = ", ".join(similarity_words(str(each)) for each in told["similarities"])
        rows.append(HowRow(_tr("Rankings"), _tr("all"), _tr("Candidates by {0}").format(ways)))
    if told["intercepts"]:
        words = {False: _tr("without an intercept, as published"), True: _tr("with an intercept")}
        ways = ", ".join(words[bool(each)] for each in told["intercepts"])
        rows.append(HowRow(_tr("Classifiers"), _tr("all"), _tr("Linear, {0}").format(ways)))
    if told["versions"]:
        versions = ", ".join(map(str, told["versions"]))
        rows.append(HowRow(_tr("Program"), _tr("all"), _tr("Assay {0}").format(versions)))
    if told["n_unnoted"]:
        said = _tr("{0} scores were kept by an earlier program, which did not note how they came about")
        rows.append(HowRow(_tr("Not noted"), "", said.format(numeral(told["n_unnoted"]))))
    return rows


def _of_tasks(tasks: Sequence[Mapping[str, Any]], folds: int) -> list[HowRow]:
    """Tasks with the same settings stand in one row."""
    found: dict[tuple[str, str], list[str]] = {}
    for task in tasks:
        if task["grid"]:
            grid = " · ".join(plain(each, 4) for each in task["grid"])
            said = _tr("The best C of {0}, by {1} folds of the training papers").format(grid, numeral(folds))
            found.setdefault((_tr("Classifiers"), said), []).append(str(task["name"]))
    for task in tasks:
        if task["few"]:
            some = ", ".join(_setting(*each) for each in task["few"])
            said = _tr("The mean of all examples and of {0}").format(some)
            found.setdefault((_tr("Few examples"), said), []).append(str(task["name"]))
    return [HowRow(what, ", ".join(names), said) for (what, said), names in found.items()]


def _setting(size: int, trainings: int) -> str:
    if not trainings:
        return _tr("trainings on {0}").format(numeral(size))
    return _tr("{0} trainings on {1}").format(numeral(trainings), numeral(size))


def _of_system(system: Mapping[str, Any]) -> list[HowRow]:
    name = short_name(str(system["system"]))
    rows = []
    if not system["precision"]:
        rows.append(HowRow(_tr("Rankings"), name, _tr("By words alone, without vectors")))
    if system["pooling"]:
        rows.append(HowRow(_tr("Pooling"), name, ", ".join(map(_pooling, system["pooling"]))))
    if system["lengths"]:
        lengths = ", ".join(map(numeral, system["lengths"]))
        rows.append(HowRow(_tr("Length"), name, _tr("At most {0} tokens of a text").format(lengths)))
    if system["precision"]:
        said, devices = ", ".join(system["precision"]), ", ".join(system["devices"])
        encoded = _tr("{0}, encoded on {1}").format(said, devices) if devices else said
        rows.append(HowRow(_tr("Vectors"), name, encoded))
    return [*rows, HowRow(_tr("Fingerprint"), name, _print(system["prints"]))]


def _pooling(pooling: str) -> str:
    words = {"mean": _tr("mean of all tokens"), "cls": _tr("the first token (CLS)")}
    return words.get(pooling, pooling)


def _data(task: Mapping[str, Any]) -> HowRow:
    return HowRow(_tr("Data"), str(task["name"]), _tr("Fingerprint {0}").format(_print(task["data"])))


def _print(prints: Sequence[str]) -> str:
    return ", ".join(each[:_PRINT] for each in prints) or "–"


def similarity_words(similarity: str) -> str:
    words = {
        "l2": _tr("Euclidean distance (L2), as published"),
        "cosine": _tr("cosine"),
        "inner": _tr("inner product"),
    }
    return words.get(similarity, similarity)


def how_columns() -> list[Column]:
    """The names of tasks and systems come last, and take the room that is left."""
    return [
        Column(_tr("What"), lambda row: row.what, number=False),
        Column(_tr("How"), lambda row: row.how, number=False),
        Column(_tr("Of"), lambda row: row.of, number=False),
    ]


def _tr(text: str) -> str:
    return QCoreApplication.translate("benchmarks", text)
