"""Task files of one's own: the same task in two files, and lines that cannot be read."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from assay.benchmarks.report import report_of
from assay.benchmarks.runner import Bench
from assay.benchmarks.selection import select_tasks
from assay.benchmarks.store import BenchStore
from assay.benchmarks.tasks.tables import read_objects
from assay.benchmarks.tasks.task import read_tasks
from assay.errors import BadInput, EvaluationError
from small_tasks import small_tasks


def test_a_kept_score_is_served_under_the_id_by_which_the_task_is_asked_for(
    store: BenchStore, tmp_path: Path
) -> None:
    first = small_tasks(tmp_path / "own", "Near", "Subject")
    other = first.with_name("renamed.jsonl")
    other.write_bytes(first.read_bytes())
    asked, _ = select_tasks(files=[first])
    before, made = Bench(store).run(["hashing"], asked)
    again, absent = select_tasks(files=[other])
    kept: list[bool] = []
    bench = Bench(store, on_result=lambda _result, was_kept: kept.append(was_kept))
    after, served = bench.run(["hashing"], again, absent)
    assert kept == [True, True]
    assert [each.task for each in served] == ["own/renamed/Subject", "own/renamed/Near"]
    assert [each.values for each in served] == [each.values for each in made]
    assert {each.task for each in report_of(store, after).results} == {each.task for each in served}
    assert {each.task for each in report_of(store, before).results} == {each.task for each in made}
    assert report_of(store, after).remaining == ()


def test_a_bad_line_is_named_with_its_reason_and_the_other_tasks_of_the_file_are_asked(
    tmp_path: Path,
) -> None:
    path = small_tasks(tmp_path / "own", "Near", "Subject")
    good = path.read_text(encoding="utf-8").splitlines()
    bad = [
        good[1].replace('"map"', '"nDCG@10x"').replace("Near", "Odd metric"),
        good[1].replace("proximity", "summarise").replace("Near", "Odd type"),
        "{bad json",
        good[1],
    ]
    path.write_text("\n".join([good[0], *bad[:3], good[1], "", bad[3]]), encoding="utf-8")
    asked, unasked = select_tasks(files=[path])
    assert [task.name for task in asked] == ["Subject", "Near"]
    assert [(each.task_id, each.state) for each in unasked] == [
        (f"own/tasks/line {number}", "broken") for number in (2, 3, 4, 7)
    ]
    told = " ".join(each.why for each in unasked)
    for words in (
        "tasks.jsonl:2, task 'Odd metric'",
        "one of classification",
        "not JSON",
        "two tasks 'Near'",
    ):
        assert words in told
    chosen, left = select_tasks(files=[path], names=["own/tasks/Near"])
    assert ([task.name for task in chosen], left) == (["Near"], [])
    with pytest.raises(EvaluationError, match="Odd metric"):
        read_tasks(path)  # a training asks for all of them
    path.write_text("{bad json\n", encoding="utf-8")
    assert select_tasks(files=[path])[0] == []
    path.write_text("\n", encoding="utf-8")
    with pytest.raises(EvaluationError, match="no tasks in it"):
        select_tasks(files=[path])
    with pytest.raises(BadInput, match="no task"):
        select_tasks(files=[small_tasks(tmp_path / "own")], names=["own/tasks/None"])


@pytest.mark.parametrize(("name", "mark"), [("papers.csv", ","), ("papers.tsv", "\t")])
def test_a_table_of_papers_is_what_the_csv_module_wrote(tmp_path: Path, name: str, mark: str) -> None:
    """Line breaks, quotes and separators within quotes are text; a quote left open is named, not read on."""
    rows = [
        {"doc_id": "1", "title": "A, 1\t", "abstract": "Two\nlines"},
        {"doc_id": "2", "title": 'A "fine" end', "abstract": ""},
    ]
    path = tmp_path / name
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=mark)
        writer.writeheader()
        writer.writerows(rows)
    found = list(read_objects("own", path, usual="table"))
    assert [row for _, row in found] == rows
    assert [place.line for place, _ in found] == [2, 4]
    path.write_text(path.read_text(encoding="utf-8") + f'3{mark}"open{mark}x\n', encoding="utf-8")
    with pytest.raises(EvaluationError, match=rf"{name}:5.*never closed"):
        list(read_objects("own", path, usual="table"))
