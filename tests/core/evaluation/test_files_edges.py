"""Files of tasks, judgements, runs and releases at their edges: what is just taken, and never replaced."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.tasks.task import read_good_tasks, read_tasks
from assay.benchmarks.types import FewShot
from assay.campaign_types import ReleaseItem
from assay.errors import EvaluationError
from assay.evaluation import write_release
from assay.evaluation.trec import off_scale, read_qrels
from assay.types import Paper, Query


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8", newline="")
    return path


# --- releases

PAPERS = [Paper("p1", "Owls", "They hear."), Paper("p2", "Bats", "Echo.")]
QUERIES = [Query("q1", "who hears")]
ITEMS = [ReleaseItem("q1", "p1", 2, 1, "single"), ReleaseItem("q1", "p2", 0, 1, "single")]


def release(path: Path, format: str, **changes: Any) -> tuple[Path, ...]:
    parts: dict[str, Any] = {"items": ITEMS, "queries": QUERIES, "papers": PAPERS, **changes}
    return write_release(path, format=format, **parts).files


@pytest.mark.parametrize("format", ["trec", "csv"])
def test_what_fails_at_the_last_file_leaves_none_of_the_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    from assay.evaluation import export

    write, calls, gone = export.write_lines, [], list[str]()

    def full(path: Path, lines: Any, **options: Any) -> None:
        calls.append(options)
        if len(calls) % 2 == 0:
            for name in gone:
                (tmp_path / name).unlink()
            raise EvaluationError("full")
        write(path, lines, **options)

    monkeypatch.setattr(export, "write_lines", full)
    for names in ((), ("owls.a.md",)):  # also where somebody else took one away
        gone[:] = names
        with pytest.raises(EvaluationError, match="full"):
            release(tmp_path / "owls", format, extras={"a.md": "a", "b.md": "b"}, overwrite=False)
        assert [*tmp_path.iterdir()] == []
    assert calls == [{"overwrite": False}] * 4


# --- TREC and BEIR


def test_headers_are_known_in_quotes_capitals_and_underscores(tmp_path: Path) -> None:
    for header in (
        '"query-id"\t"corpus-id"\t"score"',
        "Query_ID\tCorpus_ID\tScore",
        "a\tb\tc",
        "q \t d \t s",
    ):
        assert read_qrels(written(tmp_path / "a.tsv", f"{header}\nq\td\t1\n")) == {"q": {"d": 1}}
    for names in ("corpus-id", "DOC_ID", '"docid"', "document-id "):
        with pytest.raises(EvaluationError, match=r"a.tsv:1: the columns are in another order"):
            read_qrels(written(tmp_path / "a.tsv", f"{names}\tx\tscore\nq\td\t1\n"))
    for names in ("query-id", "QID"):
        with pytest.raises(EvaluationError, match="another order"):
            read_qrels(written(tmp_path / "a.tsv", f"x\t{names}\tscore\nq\td\t1\n"))
    for wrong, words in (('"a\tb\tc', "a.tsv:2: the quote in '\"a'"), ("a\tb\t1e0", "a.tsv:2: no header")):
        with pytest.raises(EvaluationError) as caught:
            read_qrels(written(tmp_path / "a.tsv", f"\n{wrong}\nq\td\t1\n"))
        assert words in str(caught.value)


def test_grades_may_have_a_sign_and_go_to_a_thousand(tmp_path: Path) -> None:
    assert read_qrels(written(tmp_path / "a", "1 0 a +2\n1 0 b 007\n1 0 c 1000\n1 0 d -0\n")) == {
        "1": {"a": 2, "b": 7, "c": 1000, "d": 0}
    }
    with pytest.raises(EvaluationError, match="a:1: the grade '1001' is above 1000"):
        read_qrels(written(tmp_path / "a", "1 0 a 1001\n"))
    for text in ("1e1", "0x1", "1_0", "٣"):
        with pytest.raises(EvaluationError, match="a:1: the grade"):
            read_qrels(written(tmp_path / "a", f"1 0 a {text}\n"))


def test_a_map_leads_grades_into_the_scale_and_the_rest_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "a", "1 0 a -1\n1 0 b 3\n\n2 0 c 1\n2 0 d 3\n2 0 d 3\n2 0 e -1\n")
    assert read_qrels(path, scale=(0, 1, 2), grade_map={-1: 0, 3: 2}) == {
        "1": {"a": 0, "b": 2}, "2": {"c": 1, "d": 2, "e": 0}
    }  # fmt: skip
    with pytest.raises(EvaluationError, match=r"a:2: the grade 3 is none of 0, 1, 2\. .* such as 3=2\."):
        read_qrels(path, scale=(0, 1, 2), grade_map={-1: 0})
    with pytest.raises(EvaluationError, match=r"a:1: the grade -1 is none of 0, 1, 2\. .* such as -1=0\."):
        read_qrels(path, scale=(0, 1, 2), grade_map={3: 2})
    assert read_qrels(path, scale=(0, 1, 2), grade_map={3: 2}, negatives="zero")["1"] == {"a": 0, "b": 2}
    with pytest.raises(EvaluationError, match=r"a:1: the grade -1 is negative.*with negatives as zero"):
        read_qrels(path)
    with pytest.raises(EvaluationError, match=r"a:1: the grade -1 is negative.*grade map.* -1=0"):
        read_qrels(path, grade_map={3: 2})
    found = off_scale(path, scale=(0, 1, 2))
    assert {grade: (one.first, one.n) for grade, one in found.items()} == {
        -1: ((1, "1", "a"), 2),
        3: ((2, "1", "b"), 3),
    }
    assert [*off_scale(path, scale=(0, 1, 2), grade_map={3: 2, -1: -2})] == [-2]
    assert off_scale(path, scale=(-1, 1, 3)) == {}


# --- task files

CLF = {"name": "A", "type": "classification", "data": {"meta": "m", "test": {"train": "a", "test": "b"}}}
ASKED = {"name": "B", "type": "adhoc_search", "data": {"meta": "m", "test": "t", "queries": "q"}}


def tasks(tmp_path: Path, *rows: Any) -> Path:
    for name in "mabtq":
        written(tmp_path / name, "")
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    return written(tmp_path / "tasks.jsonl", "\n".join(lines) + "\n")


def test_a_task_has_what_its_line_says_and_else_what_is_documented(tmp_path: Path) -> None:
    few = [{"sample_size": 1, "iterations": 1}, {"sample_size": 1, "iterations": 2}]
    full = {
        **CLF, "name": " Full ", "metrics": ["accuracy", "f1_macro"], "in_train": True, "multi_label": True,
        "fields": ["venue"], "few_shot": few,
    }  # fmt: skip
    plain, whole, asked, all_ = read_tasks(
        tasks(tmp_path, CLF, "", full, ASKED, {**ASKED, "name": "C", "candidates": "all", "metrics": ["map"]})
    )
    assert (plain.metrics, plain.fields, plain.few_shot) == (("f1_macro",), ("title", "abstract"), ())
    assert (plain.in_train, plain.multi_label, plain.candidates) == (False, False, "judged")
    assert (plain.papers, plain.train, plain.test, plain.queries) == (
        tmp_path / "m", tmp_path / "a", tmp_path / "b", None,
    )  # fmt: skip
    assert (whole.name, whole.metrics, whole.fields) == ("Full", ("accuracy", "f1_macro"), ("venue",))
    assert (whole.in_train, whole.multi_label) == (True, True)
    assert whole.few_shot == (FewShot(1, 1), FewShot(1, 2))
    assert (asked.queries, asked.train, asked.test) == (tmp_path / "q", None, tmp_path / "t")
    assert (asked.metrics, all_.metrics, all_.candidates) == (("ndcg",), ("map",), "all")
    assert asked.files == (tmp_path / "m", tmp_path / "q", tmp_path / "t")
    assert plain.files == (tmp_path / "m", tmp_path / "a", tmp_path / "b")
    (one,) = read_tasks(tasks(tmp_path, {**CLF, "few_shot": few[0], "metrics": ["f1"]}))
    assert one.few_shot == (FewShot(1, 1),)


def test_good_tasks_are_told_from_lines_that_are_none(tmp_path: Path) -> None:
    path = tasks(tmp_path, CLF, "{", ASKED, CLF, "[]", {"type": "x"}, {**ASKED, "name": "D"})
    (tmp_path / "q").unlink()
    good, bad = read_good_tasks(path)
    assert [task.name for task in good] == ["A", "B", "D"]
    assert [task.absent for task in good] == [(), (tmp_path / "q",), (tmp_path / "q",)]
    assert [one.name for one in bad] == ["line 2", "line 4", "line 5", "line 6"]
    for one, words in zip(bad, ("not JSON", "two tasks 'A'", "not an object", "no name"), strict=True):
        assert one.why.startswith(f"{path}:{one.name.removeprefix('line ')}: ")
        assert words in one.why
    with pytest.raises(EvaluationError, match=r"tasks.jsonl:2: not JSON"):
        read_tasks(path)
    with pytest.raises(EvaluationError, match=r"tasks.jsonl:2: there are two tasks 'A'"):
        read_tasks(tasks(tmp_path, CLF, CLF))
    (tmp_path / "q").unlink()
    with pytest.raises(
        EvaluationError, match=r"tasks.jsonl:2, task 'B': there is no file .*q\. Check 'data.queries'"
    ):
        read_tasks(written(path, f"{json.dumps(CLF)}\n{json.dumps(ASKED)}\n"))
    for empty in ("", "\n \n"):
        with pytest.raises(EvaluationError, match="there are no tasks in it"):
            read_good_tasks(written(path, empty))


# --- measures, published tables, own sets
