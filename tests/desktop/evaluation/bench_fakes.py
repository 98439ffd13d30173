"""Answers of an engine for benchmarks."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QLabel, QWidget

from assay.benchmarks.types import BenchOptions, Differences, ScoreReport
from assay.codec import from_json
from assay_desktop.pages.evaluation.benchmarks.results import Difference, differences_of

SYSTEMS = ("bm25", "small", "large")


def task(task_id: str, state: str = "present", group: str = "PRX", *suites: str) -> dict[str, Any]:
    return {
        "id": task_id,
        "name": task_id.rpartition("/")[2],
        "suites": list(suites) or [task_id.partition("/")[0]],
        "group": group,
        "metrics": ["map"],
        "state": state,
        "why": "" if state == "present" else f"{task_id} is {state}.",
    }


JUDGED = {"bm25": 100.0, "small": 97.6, "large": 41.2}
OPTIONS: dict[str, Any] = {
    "tasks": [
        task("scidocs/mag", "present", "CLF"),
        task("scidocs/cite"),
        task("scidocs/view", "absent"),
        task("scirepeval/search", "present", "SRCH", "scirepeval-24", "scirepeval-25"),
        task("own/tasks/near", "present", "PRX", "own"),
    ],
    "systems": [
        {"name": "bm25", "kind": "words"},
        {"name": "small", "kind": "packaged", "in_use": True},
        {"name": "large", "kind": "trained"},
    ],
    "faults": [],
}
RUNS: dict[str, Any] = {
    "runs": [
        {
            "run_id": run,
            "created": "2026-01-09T10:15:00+00:00",
            "systems": list(SYSTEMS),
            "n_results": n,
            "n_expected": n,
            "n_scores": n,
        }
        for run, n in (("later", 6), ("earlier", 4))
    ]
}


def report(run: str = "later", **values: Any) -> dict[str, Any]:
    """Two systems of vectors and one of words, on classes and on a search."""
    rows = [
        ("scidocs/mag", "MAG", "f1_macro", (None, 60.0, 70.0)),
        ("scidocs/cite", "Cite", "map", (50.0, 80.0, 75.0)),
        ("scidocs/cite", "Cite", "ndcg", (55.0, 85.0, 85.0)),
    ]
    return {
        "run_id": run,
        "created": "2026-01-09T10:15:00+00:00",
        "systems": list(SYSTEMS),
        "rows": [
            {
                "task": task_id,
                "name": name,
                "metric": metric,
                "group": "PRX",
                "n": 12,
                "has_items": True,
                "values": dict(zip(SYSTEMS, row, strict=True)),
                "judged": dict.fromkeys(SYSTEMS) if metric == "f1_macro" else JUDGED,
                "few_shot": metric == "f1_macro",
            }
            for task_id, name, metric, row in rows
        ],
        "averages": [
            average("average", None, 75.0, 76.7),
            average(
                "SciDocs", None, 75.0, 76.7, partial=list(SYSTEMS), columns={"least": 3, "most": 3, "of": 12}
            ),
        ],
        "notes": ["SciDocs lacks MeSH and 8 more."],
        "absent": [
            {"task_id": "scidocs/view", "name": "View", "state": "absent", "why": "its file does not exist."}
        ],
        "failures": [{"task": "mdcr", "name": "MDCR", "system": "small", "why": "Out of memory."}],
        "unable": ["bm25"],
        "partial": [{"name": "Cite", "n_scored": 10, "n_rows": 12, "first": "row 3"}],
        "costs": [
            {
                "model": {"name": name, "score": score, "seconds": seconds},
                "beaten_by": [],
                "slower": 1,
                "behind": 0,
            }
            for name, score, seconds in (("small", 75.0, 20.0), ("large", 76.7, 90.0))
        ],
        "n_cost_columns": 3,
        **values,
    }


def average(name: str, *of_systems: float | None, **values: Any) -> dict[str, Any]:
    return {
        "task": "",
        "name": name,
        "metric": "",
        "values": dict(zip(SYSTEMS, of_systems, strict=True)),
        **values,
    }


def results(**values: Any) -> ScoreReport:
    return from_json(report(**values), ScoreReport)


def compared(
    task_id: str, metric: str, *rows: tuple[str, float, float, float, float], **values: Any
) -> dict[str, Any]:
    """(system, difference, low, high, p by Holm) each; `values` are of the task."""
    queries = metric != "f1_macro"
    return {
        "tasks": [
            {
                "task": task_id,
                "name": task_id,
                "metric": metric,
                "reference": "small",
                "judged": None,
                "n": 12,
                "unit": "queries" if queries else "papers",
                "value": 66.2,
                **values,
                "rows": [
                    {
                        "system": system,
                        "value": 66.2 + difference,
                        "difference": difference,
                        "ci": [low, high],
                        "p": p / len(rows),
                        "p_holm": p,
                        "p_t": 0.031 if queries else None,
                        "p_tukey": 0.044 if queries else None,
                        "wins": 7,
                        "ties": 2,
                        "losses": 3,
                    }
                    for system, difference, low, high, p in rows
                ],
            }
        ]
    }


OVERALL = compared("", "", ("large", 1.7, 0.2, 3.1, 0.04), n=3, unit="columns")
OVERALL["tasks"][0]["rows"][0] |= {"wins": 2, "ties": 1, "losses": 0}


def differences(*answers: dict[str, Any]) -> dict[tuple[str, str, str], Difference]:
    """Of several answers to `bench.compare`."""
    found: dict[tuple[str, str, str], Difference] = {}
    for answer in answers:
        found |= differences_of(from_json(answer, Differences))
    return found


def options(**values: Any) -> BenchOptions:
    return from_json(OPTIONS | values, BenchOptions)


def words(page: QWidget) -> str:
    """All that labels on screen say."""
    return " ".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())
