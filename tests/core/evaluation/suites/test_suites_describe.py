"""The list of public benchmarks: what it holds, what averages it gives, and what is refused in it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assay.benchmarks.suites.describe import BenchTask, every_task, parse_tasks, suites, task_named
from assay.benchmarks.types import FewShot
from assay.errors import BadInput, EvaluationError
from assay.types import TaskFormat

ROW: dict[str, Any] = {
    "id": "a/b", "name": "B", "suites": ["beir"], "kind": "proximity", "metrics": ["map"], "layout": "beir",
    "where": {"folder": "b"}, "licence": "none stated", "source": "a friend",
}  # fmt: skip


def parsed(**changed: Any) -> BenchTask:
    row = {key: value for key, value in {**ROW, **changed}.items() if value is not None}
    (task,) = parse_tasks([("some.jsonl:3", json.dumps(row))])
    return task


def test_both_versions_of_scirepeval_have_as_many_tasks_as_their_papers_count() -> None:
    assert len(suites()["scirepeval-24"]) == 24
    assert len(suites()["scirepeval-25"]) == 25
    assert {name: len(tasks) for name, tasks in suites().items()} == {
        "scirepeval-24": 24, "scirepeval-25": 25, "scidocs": 7, "beir": 5, "mdcr": 1, "iclr2022": 1,
        "s2and": 1, "own": 0,
    }  # fmt: skip


def test_columns_are_those_of_the_published_averages() -> None:
    new, old = suites()["scirepeval-24"], suites()["scirepeval-25"]
    assert sum(task.columns for task in new if task.in_train) == 7
    assert sum(task.columns for task in new if not task.in_train) == 20
    assert sum(task.columns for task in old if task.in_train) == 7
    assert sum(task.columns for task in old if task.of_scidocs) == 10
    assert sum(task.columns for task in old if not task.in_train and not task.of_scidocs) == 11


def test_tasks_say_what_they_ask_of_a_model() -> None:
    fields = task_named("scirepeval/fos")
    assert (fields.multi_label, fields.in_train) == (True, True)
    assert fields.few_shot == (FewShot(10, 50), FewShot(5, 100))
    search = task_named("scirepeval/search")
    assert search.fields == ("title", "abstract", "venue", "year")
    assert search.formats == (TaskFormat.QRY, TaskFormat.PRX)
    assert task_named("scirepeval/reviewers").formats == (TaskFormat.PRX, TaskFormat.PRX)
    assert len(task_named("mdcr").parts) == 19
    assert all(task.candidates == "all" for task in suites()["beir"])


def test_scidocs_own_labels_choose_c_as_scidocs_does_and_scirepevals_do_not() -> None:
    """Specification A2: C of 1e-4 to 1e2."""
    for name in ("mag", "mesh"):
        assert task_named(f"scidocs/{name}").grid == pytest.approx([10.0**n for n in range(-4, 3)])
    assert all(not task.grid for task in suites()["scirepeval-24"])


def test_a_task_that_cannot_be_scored_says_why() -> None:
    assert {task.id for task in every_task() if task.unscored} == {"scirepeval/cite-prediction"}


def test_an_unknown_id_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadInput, match=r"'scirepeval/foss'. There are scirepeval/fos"):
        task_named("scirepeval/foss")


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"metric": ["map"]}, r"the key 'metric' is not known. Did you mean 'metrics'"),
        ({"licence": None}, r"not a task: .*`licence`"),
        ({"metrics": ["f1"]}, r"'metrics' must name some of map"),
        ({"metrics": []}, r"'metrics' must name some of map"),
        ({"suites": ["mteb"]}, r"not a task: .*'mteb' - at `\$.suites"),
        ({"kind": "search"}, r"not a task: .*'search' - at `\$.kind"),
        ({"few_shot": [{"sample_size": 4, "iterations": 2}]}, r"'few_shot' belongs to classifications"),
        ({"multi_label": True}, r"'multi_label' belongs to classifications"),
        (
            {"kind": "classification", "metrics": ["f1"], "grid": [0]},
            r"numbers of 'few_shot' and 'grid'",
        ),
        ({"in_train": 1}, r"not a task: Expected `bool`"),
        ({"where": {"papers": "b"}}, r"'where' of the layout beir must have folder"),
        ({"where": {"folder": 3}}, r"not a task: .* at `\$.where"),
        ({"name": ""}, r"'name' must be a text"),
        ({"fields": "title"}, r"not a task: .* at `\$.fields"),
    ],
)
def test_a_wrong_description_is_refused_with_its_place(changed: dict[str, Any], reason: str) -> None:
    with pytest.raises(EvaluationError, match=r"some.jsonl:3, task 'a/b': " + reason):
        parsed(**changed)


def test_lines_that_are_no_tasks_and_two_of_one_id_are_refused() -> None:
    for line in ("{", "[]"):
        with pytest.raises(EvaluationError, match=r"x:1, task '\?': the line: "):
            parse_tasks([("x:1", line)])
    with pytest.raises(EvaluationError, match=r"x:2: there are two tasks 'a/b'"):
        parse_tasks([("x:1", json.dumps(ROW)), ("x:2", json.dumps(ROW))])
