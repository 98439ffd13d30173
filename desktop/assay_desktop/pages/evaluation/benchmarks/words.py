"""Suites, formats, measures, systems and averages as a person reads them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assay_desktop.text.figures import minute, numeral

if TYPE_CHECKING:
    from assay.benchmarks.types import RunLine, SystemOption

_SUITES = {
    "scirepeval-24": "SciRepEval (24)",
    "scirepeval-25": "SciRepEval (25)",
    "scidocs": "SciDocs",
    "beir": "BEIR",
    "mdcr": "MDCR",
    "iclr2022": "ICLR2022",
    "s2and": "S2AND",
}
_METRICS = {
    "f1": "F1",
    "f1_macro": "macro F1",
    "kendalltau": "Kendall τ",
    "map": "MAP",
    "ndcg": "nDCG",
    "ndcg_cut_10": "nDCG@10",
    "recall_5": "R@5",
    "P_1": "P@1",
    "P_5": "P@5",
    "P_10": "P@10",
    "b3_f1": "B³ F1",
}


def suite_words(suite: str) -> str:
    return _tr("Your own data sets") if suite == "own" else _SUITES.get(suite, suite)


def group_words(group: str) -> str:
    """Return what is asked of vectors in this format."""
    words = {
        "CLF": _tr("Classification"),
        "RGN": _tr("Regression"),
        "PRX": _tr("Proximity"),
        "SRCH": _tr("Search"),
    }
    return words.get(group, group)


def metric_words(metric: str) -> str:
    """Return the measure's usual name; "hard P_5" has a word before it. Matching is the mean of four P@k."""
    if metric == "P":
        return _tr("mean of P")
    before, _, last = metric.rpartition(" ")
    return f"{before} {_METRICS.get(last, last)}".strip() if last else "–"


def column_words(column: str) -> str:
    """Return a task, or one of its measures: "SciDocs Cite ndcg" is said as "SciDocs Cite, nDCG"."""
    task, _, metric = column.rpartition(" ")
    return f"{task}, {metric_words(metric)}" if task and metric in _METRICS else column


def state_words(state: str) -> str:
    words = {
        "present": _tr("available"),
        "absent": _tr("absent"),
        "broken": _tr("broken"),
        "unscored": _tr("not scored"),
    }
    return words.get(state, "–")


def system_words(system: SystemOption) -> str:
    """Return its name, and what it is."""
    if system.kind == "words":
        return _tr("BM25, keywords only")
    if system.name == "rrf":
        return _tr("Hybrid by ranks (RRF), BM25 with Assay's model")
    if system.name == "hybrid":
        return _tr("Hybrid, BM25 with Assay's model")
    name = short_name(system.name)
    if system.in_use:
        return _tr("{0}, this library's").format(name)
    return _tr("{0}, comes with Assay").format(name) if system.kind == "packaged" else name


def device_words(device: str) -> str:
    words = {
        "auto": _tr("the fastest available"),
        "cpu": _tr("the processor"),
        "cuda": _tr("an NVIDIA card"),
        "mps": _tr("an Apple chip"),
    }
    return words.get(device, device)


def short_name(system: str) -> str:
    """The last part of where a folder is; BM25 is written as everybody does."""
    kind, _, model = system.partition(":")
    if system in ("bm25", "rm3"):
        return system.upper()
    if kind == "rrf":
        return _tr("RRF, {0}").format(short_name(model)) if model else _tr("RRF")
    if kind == "hybrid":
        return _tr("Hybrid, {0}").format(short_name(model)) if model else _tr("Hybrid")
    return Path(system).name if Path(system).is_absolute() else system


def average_words(name: str) -> str:
    """Name an average as the core calls it."""
    words = {
        "in-train": _tr("In-train"),
        "out-of-train": _tr("Out-of-train"),
        "average": _tr("Average"),
    }
    return words.get(name) or group_words(name)


def run_words(run: RunLine) -> str:
    """ "2026-11-23, 00:43 · 48 scores · BM25, assay-papers and 2 more"; or "stopped at 12 of 48 results".

    What gives way where room is short comes last.
    """
    names = [short_name(name) for name in run.systems]
    some = ", ".join(names[:2])
    if len(names) > 2:
        some = _tr("{0} and {1} more").format(some, len(names) - 2)
    try:
        when = minute(datetime.fromisoformat(run.created))
    except ValueError:
        when = run.run_id
    scores = _tr("{0} {0:score|scores}").format(numeral(run.n_scores))
    if run.at_work:
        scores = _tr("{0} of {1} results so far").format(numeral(run.n_results), numeral(run.n_expected))
    elif run.partial:
        scores = _tr("stopped at {0} of {1} results").format(numeral(run.n_results), numeral(run.n_expected))
    return " · ".join([when, scores, some])


def _tr(text: str) -> str:
    return QCoreApplication.translate("benchmarks", text)
