"""Task files and their data: what is read, what is left out and counted, what is refused and where."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.tasks.data import LabelledData, RankedData, read_data
from assay.benchmarks.tasks.task import EvaluationTask, read_tasks
from assay.errors import EvaluationError
from assay.types import TaskFormat
from small_tasks import labelled, papers, small_tasks, write_rows, write_table

Make = Callable[[dict[str, Any]], EvaluationTask]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """The one task of a file, beside the data of the small tasks."""
    small_tasks(tmp_path)

    def made(row: dict[str, Any]) -> EvaluationTask:
        (tmp_path / "one.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
        (task,) = read_tasks(tmp_path / "one.jsonl")
        return task

    return made


def test_each_type_asks_for_the_formats_that_it_needs(tmp_path: Path) -> None:
    tasks = {task.name: task for task in read_tasks(small_tasks(tmp_path))}
    clf, rgn, prx, qry = TaskFormat.CLF, TaskFormat.RGN, TaskFormat.PRX, TaskFormat.QRY
    assert {name: task.formats for name, task in tasks.items()} == {
        "Subject": (clf, clf),
        "Subjects": (clf, clf),
        "Place": (rgn, rgn),
        "Near": (prx, prx),
        "Asked": (qry, prx),
    }
    assert [task.group for task in tasks.values()] == ["CLF", "CLF", "RGN", "PRX", "SRCH"]
    assert tasks["Place"].metrics == ("kendalltau",)


def test_data_are_read_and_what_nobody_asks_for_is_left_out(tmp_path: Path) -> None:
    tasks = {task.name: task for task in read_tasks(small_tasks(tmp_path))}
    subjects = read_data(tasks["Subjects"])
    assert isinstance(subjects, LabelledData)
    assert (len(subjects.train), len(subjects.test)) == (16, 8)
    assert subjects.test[0] == ("p16", ("graphs", "proteins"))
    near = read_data(tasks["Near"])
    assert isinstance(near, RankedData)
    assert list(near.queries) == ["p0", "p1", "p2", "p3"]
    assert list(near.papers) == [f"p{k}" for k in range(8, 16)]
    asked = read_data(tasks["Asked"])
    assert isinstance(asked, RankedData)
    assert asked.queries["q2"] == ("planets",)
    assert asked.qrels["q2"] == {f"p{c}": 2 * int(c % 4 == 2) for c in range(8)}
    assert all(read_data(task).coverage.whole for task in tasks.values())


def test_rows_without_a_paper_are_counted_and_the_first_is_named(make: Make, tmp_path: Path) -> None:
    write_rows(tmp_path / "papers.jsonl", [*papers(23), {"doc_id": "p23", "title": "", "abstract": None}])
    coverage = read_data(make(labelled("Subject", "classification", "subject", "tsv"))).coverage
    assert (coverage.n_rows, coverage.n_missing, coverage.first) == (24, 1, "subject-test.tsv:9")
    write_rows(tmp_path / "papers.jsonl", papers(16))
    with pytest.raises(EvaluationError, match=r"subject-test.tsv, task 'Subject': none of its papers"):
        read_data(make(labelled("Subject", "classification", "subject", "tsv")))


def test_tables_say_several_labels_in_several_rows_and_searches_may_hold_their_candidates(
    make: Make, tmp_path: Path
) -> None:
    rows = [("p0", "a"), ("p0", "b"), ("p1", "a"), ("p2", "")]
    for part in ("train", "test"):
        write_table(tmp_path / f"many-{part}.tsv", "paper_id\tlabel", rows)
    many = read_data(make(labelled("Many", "classification", "many", "tsv", multi_label=True)))
    assert isinstance(many, LabelledData)
    assert many.train == (("p0", ("a", "b")), ("p1", ("a",)), ("p2", ()))
    own = [{"doc_id": 1, "query": "moths", "candidates": [{"corpus_id": 7, "title": "Bats", "year": 1999.0}]}]
    write_rows(tmp_path / "own.jsonl", own)
    (tmp_path / "own.csv").write_text("query_id,cand_id,score\n1,7,1\n1,7,1\n1,8,0\n", encoding="utf-8")
    data = {"meta": "own.jsonl", "test": "own.csv"}
    found = read_data(make({"name": "O", "type": "adhoc_search", "fields": ["title", "year"], "data": data}))
    assert isinstance(found, RankedData)
    assert (found.papers, found.queries) == ({"7": ("Bats", "1999")}, {"1": ("moths",)})
    assert found.qrels == {"1": {"7": 1}}
    assert (found.coverage.n_missing, found.coverage.first) == (1, "own.csv:4")
    (tmp_path / "own.csv").write_text("query_id,cand_id,score\n1,7,1\n1,7,0\n", encoding="utf-8")
    with pytest.raises(EvaluationError, match=r"own.csv:3, task 'O': the candidate 7 of the query 1 has"):
        read_data(make({"name": "O", "type": "adhoc_search", "fields": ["title", "year"], "data": data}))


def test_a_right_paper_that_nobody_could_find_is_refused_with_file_row_query_and_paper(
    make: Make, tmp_path: Path
) -> None:
    """A folder in BEIR's form refuses it too; a paper that is there and has no text is counted."""
    write_rows(tmp_path / "own.jsonl", [*papers(3), {"doc_id": "p3", "title": "", "abstract": ""}])
    row = {"name": "O", "type": "proximity", "data": {"meta": "own.jsonl", "test": "own.tsv"}}
    write_table(tmp_path / "own.tsv", "query_id\tcand_id\tscore", [("p0", "p1", 1), ("p0", "p3", 1)])
    coverage = read_data(make(row)).coverage
    assert (coverage.n_rows, coverage.n_missing, coverage.first) == (2, 1, "own.tsv:3")
    write_table(tmp_path / "own.tsv", "query_id\tcand_id\tscore", [("p0", "p1", 1), ("p0", "gone", 1)])
    with pytest.raises(
        EvaluationError, match=r"own.tsv:3, task 'O': the paper gone is right for the query p0"
    ):
        read_data(make(row))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"type": "clf"}, "'type' must be one of classification, regression"),
        ({"metrics": ["kendalltau"]}, "of the type classification has no metric 'kendalltau'"),
        ({"metric": ["f1"]}, "'metric' is not known. Did you mean 'metrics'"),
        ({"in_train": "yes"}, "'in_train' must be true or false"),
        ({"few_shot": [{"sample_size": 0, "iterations": 1}]}, "both above 0"),
        ({"few_shot": [{"sample_size": 4, "iterations": 2}] * 2}, "'few_shot' lists one setting twice"),
        ({"metrics": ["f1"], "multi_label": True}, "take 'f1_macro'"),
        ({"candidates": "all"}, "'candidates' belongs to"),
        ({"data": {"meta": "papers.jsonl"}}, "of the keys 'train' and 'test'"),
        ({"data": {"meta": "none.jsonl", "test": {"train": "x", "test": "y"}}}, "none.jsonl"),
        ({"data": {"meta": {"name": "fos"}, "test": {"train": "x", "test": "y"}}}, "elsewhere"),
        ({"type": "regression", "multi_label": True}, "'multi_label' belongs to classifications"),
    ],
)  # fmt: skip
def test_a_task_that_cannot_be_is_refused_with_its_line_and_name(
    make: Make, changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(EvaluationError) as error:
        make(labelled("Subject", "classification", "subject", "tsv") | changes)
    assert "one.jsonl:1, task 'Subject'" in str(error.value)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("kind", "train", "test", "said"),
    [
        ("classification", [("p0", "a"), ("p1", "a")], [("p2", "a")], "x-train.tsv, task 'X'.*one class"),
        ("classification", [("p0", "a"), ("p1", "b")], [("p2", "a"), ("p3", "c")], "x-test.tsv:3.*label 'c'"),
        ("classification", [("p0", "a"), ("p0", "b")], [("p2", "a")], "x-train.tsv:3.*p0 has a label above"),
        ("classification", [("p0", "a"), ("p1", "")], [("p2", "a")], "x-train.tsv:3.*the label is ''"),
        ("regression", [("p0", 1), ("p1", "nan")], [("p2", 1)], "x-train.tsv:3.*must be a number"),
        ("regression", [("p0", 1, 2)], [("p2", 1)], "x-train.tsv:2.*3 columns"),
    ],
)
def test_labels_that_cannot_be_used_are_refused_with_file_and_row(
    make: Make, tmp_path: Path, kind: str, train: list[Any], test: list[Any], said: str
) -> None:
    write_table(tmp_path / "x-train.tsv", "paper_id\tlabel", train)
    write_table(tmp_path / "x-test.tsv", "paper_id\tlabel", test)
    with pytest.raises(EvaluationError, match=said):
        read_data(make(labelled("X", kind, "x", "tsv")))


def test_grades_below_nought_and_missing_columns_are_refused(make: Make, tmp_path: Path) -> None:
    row = {"name": "X", "type": "proximity", "data": {"meta": "papers.jsonl", "test": "x.tsv"}}
    write_table(tmp_path / "x.tsv", "query_id\tcand_id\tscore", [("p0", "p1", -1)])
    with pytest.raises(EvaluationError, match=r"x.tsv:2, task 'X': 'score' is '-1'"):
        read_data(make(row))
    write_table(tmp_path / "x.tsv", "query_id\tpaper\tscore", [("p0", "p1", 1)])
    with pytest.raises(EvaluationError, match=r"x.tsv:2, task 'X': there is no 'cand_id'"):
        read_data(make(row))


def test_numbers_that_are_all_the_same_are_refused(make: Make, tmp_path: Path) -> None:
    for part, other in (("train", "test"), ("test", "train")):
        write_table(tmp_path / f"same-{part}.tsv", "paper_id\tlabel", [(f"p{k}", 7) for k in range(8)])
        write_table(tmp_path / f"same-{other}.tsv", "paper_id\tlabel", [(f"p{k}", k) for k in range(8, 16)])
        with pytest.raises(EvaluationError, match=rf"same-{part}.tsv.*all labels are 7"):
            read_data(make(labelled("Same", "regression", "same", "tsv")))


def test_a_ranking_without_any_right_candidate_is_refused(make: Make, tmp_path: Path) -> None:
    write_table(tmp_path / "none.tsv", "query_id\tcand_id\tscore", [("p0", "p8", 0), ("p1", "p9", 0)])
    data = {"meta": "papers.jsonl", "test": "none.tsv"}
    with pytest.raises(EvaluationError, match=r"none.tsv.*no candidate is right"):
        read_data(make({"name": "None", "type": "proximity", "data": data}))


def test_a_file_without_rows_is_called_empty(make: Make, tmp_path: Path) -> None:
    write_table(tmp_path / "subject-test.tsv", "paper_id\tlabel", [])
    with pytest.raises(EvaluationError, match=r"subject-test.tsv.*there are no rows in it"):
        read_data(make(labelled("Subject", "classification", "subject", "tsv")))
    write_table(tmp_path / "near.tsv", "query_id\tcand_id\tscore", [])
    with pytest.raises(EvaluationError, match=r"near.tsv.*there are no rows in it"):
        read_data(
            make({"name": "Near", "type": "proximity", "data": {"meta": "papers.jsonl", "test": "near.tsv"}})
        )


def test_queries_of_a_file_of_their_own_are_papers_where_they_have_a_title(
    make: Make, tmp_path: Path
) -> None:
    queries = [
        {"doc_id": "q0", "query": "typed"},
        {"_id": "q1", "title": "A paper", "abstract": "Of its own."},
        {"_id": "q2", "text": "its text"},
        {"_id": "q3", "title": "", "text": "its text alone"},
        {"_id": "q4", "title": "No text"},
        {"_id": "q5", "query": {"title": "Inner", "text": "words"}},
        {"_id": "q6", "title": "Outer", "query": {"_id": "q7", "title": "Inner", "abstract": ""}},
        {"_id": "q8"},
    ]
    write_rows(tmp_path / "own.jsonl", queries)
    pairs = [(f"q{k}", "p1", 1) for k in (0, 1, 2, 3, 4, 5, 7, 8)]
    write_table(tmp_path / "own.tsv", "query_id\tcand_id\tscore", pairs)
    data = {"meta": "papers.jsonl", "queries": "own.jsonl", "test": "own.tsv"}
    found = read_data(make({"name": "O", "type": "adhoc_search", "data": data}))
    assert found.queries == {
        "q0": ("typed",),
        "q1": ("A paper", "Of its own."),
        "q2": ("its text",),
        "q3": ("its text alone",),
        "q4": ("No text", ""),
        "q5": ("Inner", "words"),
        "q7": ("Inner", ""),
    }
    assert (found.coverage.n_missing, found.coverage.first) == (1, "own.tsv:9")
    assert set(found.papers) == {"p1"}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"doc_id": 1, "query": ["x"]}], "own.jsonl:1, task 'O': 'query' is neither"),
        ([{"doc_id": 1, "query": {"title": ["x"]}}], "own.jsonl:1, task 'O': 'title' is neither"),
        ([{"doc_id": 1, "title": True}], "own.jsonl:1, task 'O': 'title' is neither"),
        ([{"doc_id": 1, "title": "a"}, {"doc_id": None}], "own.jsonl:2, task 'O': 'doc_id' is None"),
        ([{"doc_id": 1, "query": "a"}] * 2, "own.jsonl:2, task 'O': the id 1 stands above already"),
        ([{"doc_id": 1, "title": "a"}] * 2, "own.jsonl:2, task 'O': the id 1 stands above already"),
        (
            [{"doc_id": 1, "query": "a", "candidates": ["x"]}],
            "own.jsonl:1, task 'O': a candidate is not a paper",
        ),
        (
            [{"doc_id": 1, "query": "a", "candidates": [{"title": "x"}]}],
            "own.jsonl:1, task 'O': 'doc_id' is None",
        ),
        (
            [{"doc_id": 1, "query": "a", "candidates": [{"id": 2, "title": ["x"]}]}],
            "own.jsonl:1, task 'O': 'title' is neither",
        ),
    ],
)
def test_a_text_that_cannot_be_read_is_named_with_file_row_and_task(
    make: Make, tmp_path: Path, rows: list[Any], said: str
) -> None:
    write_rows(tmp_path / "own.jsonl", rows)
    write_table(tmp_path / "own.tsv", "query_id\tcand_id\tscore", [(1, 2, 1)])
    data = {"meta": "own.jsonl", "test": "own.tsv"}
    with pytest.raises(EvaluationError, match=said):
        read_data(make({"name": "O", "type": "adhoc_search", "data": data}))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (("", "p1", 1), "'query_id' is ''"),
        (("p0", "", 1), "'cand_id' is ''"),
        (("p0", "p1", "x"), "'score' is 'x'"),
        (("p0", "p1", 1.5), "'score' is '1.5'"),
    ],
)
def test_a_pair_that_cannot_be_read_is_named_with_file_row_and_task(
    make: Make, tmp_path: Path, row: tuple[Any, ...], said: str
) -> None:
    write_table(tmp_path / "x.tsv", "query_id\tcand_id\tscore", [("p0", "p2", 1), row])
    data = {"meta": "papers.jsonl", "test": "x.tsv"}
    with pytest.raises(EvaluationError, match=f"x.tsv:3, task 'X': {said}"):
        read_data(make({"name": "X", "type": "proximity", "data": data}))


def test_lines_without_a_word_are_passed_over_in_every_form(make: Make, tmp_path: Path) -> None:
    lines = [json.dumps(row) for row in papers(4)]
    (tmp_path / "gaps.jsonl").write_text("\n" + "\n \n".join(lines) + "\n\n", encoding="utf-8")
    (tmp_path / "gaps.tsv").write_text(
        "\n \nquery_id\tcand_id\tscore\n\np0\tp1\t1\n\n \np0\tp2\t0\n", encoding="utf-8"
    )
    (tmp_path / "gaps.qrel").write_text("\n \np0 0 p1 1\n\n \np0 0 p2 0\n", encoding="utf-8")
    for name in ("gaps.tsv", "gaps.qrel"):
        data = {"meta": "gaps.jsonl", "test": name}
        found = read_data(make({"name": "G", "type": "proximity", "data": data}))
        assert isinstance(found, RankedData)
        assert found.qrels == {"p0": {"p1": 1, "p2": 0}}
        assert found.own == {}, "p0 is no candidate"
        assert found.papers == {f"p{k}": (papers(4)[k]["title"], papers(4)[k]["abstract"]) for k in (1, 2)}
    every = {"name": "G", "type": "proximity", "candidates": "all", "data": data}
    assert read_data(make(every)).papers.keys() == {"p0", "p1", "p2", "p3"}
    whole = read_data(make(every))
    assert isinstance(whole, RankedData)
    assert whole.own == {"p0": "p0"}


def test_published_grades_below_nought_count_as_none_and_are_told_with_their_number(
    make: Make, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rows = [("p0", "p1", -1), ("p0", "p2", 2), ("p1", "p3", -2), ("p0", "p1", 1)]
    write_table(tmp_path / "x.tsv", "query_id\tcand_id\tscore", rows)
    task = make({"name": "X", "type": "proximity", "data": {"meta": "papers.jsonl", "test": "x.tsv"}})
    found = read_data(replace(task, published=True))
    assert isinstance(found, RankedData)
    assert found.qrels == {"p0": {"p1": 0, "p2": 2}, "p1": {"p3": 0}}, "the first of two counts"
    (told,) = [each.getMessage() for each in caplog.records if each.name == "assay.notices"]
    assert told == f"{tmp_path / 'x.tsv'}: 2 negative grades are read as 0: judged, not relevant."
    caplog.clear()
    write_table(tmp_path / "x.tsv", "query_id\tcand_id\tscore", rows[1:2])
    read_data(replace(task, published=True))
    assert [each for each in caplog.records if each.name == "assay.notices"] == []


def test_lists_are_labels_where_a_paper_may_have_several_and_nowhere_else(make: Make, tmp_path: Path) -> None:
    for part in ("train", "test"):
        write_rows(
            tmp_path / f"x-{part}.jsonl",
            [{"paper_id": "p0", "label": [0, 0, 1]}, {"paper_id": "p1", "label": [1, 0]}],
        )
    with pytest.raises(EvaluationError, match=r"x-train.jsonl:1, task 'X': the label is \[0, 0, 1\]"):
        read_data(make(labelled("X", "classification", "x", "jsonl")))
    with pytest.raises(EvaluationError, match=r"x-train.jsonl:1, task 'X': 'label' is \[0, 0, 1\]"):
        read_data(make(labelled("X", "regression", "x", "jsonl")))
    with pytest.raises(
        EvaluationError, match=r"x-test.jsonl, task 'X': its labels and those to train with are"
    ):
        read_data(make(labelled("X", "classification", "x", "jsonl", multi_label=True)))


def test_labels_in_a_table_may_be_a_list_in_json(make: Make, tmp_path: Path) -> None:
    for part in ("train", "test"):
        write_table(
            tmp_path / f"x-{part}.tsv",
            "paper_id\tlabel",
            [("p0", "[0, 1, 0]"), ("p1", " [1, 0, 0]"), ("p2", "[0, 0, 1]")],
        )
    found = read_data(make(labelled("X", "classification", "x", "tsv", multi_label=True)))
    assert isinstance(found, LabelledData)
    assert found.train == (("p0", ("1",)), ("p1", ("0",)), ("p2", ("2",)))
    plain = read_data(make(labelled("X", "classification", "x", "tsv")))
    assert isinstance(plain, LabelledData)
    assert plain.train == (("p0", "[0, 1, 0]"), ("p1", "[1, 0, 0]"), ("p2", "[0, 0, 1]"))
    write_table(tmp_path / "x-test.tsv", "paper_id\tlabel", [("p0", "[0, 1, 0]"), ("p1", "[1, 0,")])
    with pytest.raises(
        EvaluationError, match=r"x-test.tsv:3, task 'X': the label '\[1, 0,' is a list that is not"
    ):
        read_data(make(labelled("X", "classification", "x", "tsv", multi_label=True)))


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([["a"], ["a", "b"]], "all papers to train with have the label 'a'"),
        ([[0, 1, 0], [0, 1, 1]], r"all papers to train with have the label '1' \(columns of its lists"),
        ([[0, 1, 0], [0, 0, 1]], r"no paper to train with has the label '0' \(columns of its lists"),
        ([[], []], "have no label: there is nothing"),
        ([list("abcdef"), list("abcdef")], "the label 'a', 'b', 'c', 'd', 'e' and others: there"),
        ([list("abcde"), list("abcde")], "the label 'a', 'b', 'c', 'd', 'e': there"),
    ],
)
def test_labels_of_all_papers_or_of_none_are_refused(
    make: Make, tmp_path: Path, rows: list[Any], said: str
) -> None:
    for part in ("train", "test"):
        write_rows(
            tmp_path / f"x-{part}.jsonl", [{"pid": f"p{k}", "labels": row} for k, row in enumerate(rows)]
        )
    with pytest.raises(EvaluationError, match=f"x-train.jsonl, task 'X': .*{said}"):
        read_data(make(labelled("X", "classification", "x", "jsonl", multi_label=True)))


def test_one_label_that_some_papers_have_is_enough_where_they_may_have_several(
    make: Make, tmp_path: Path
) -> None:
    rows = [
        {"paper_id": "p0", "label": "a"},
        {"paper_id": "p1", "label": None},
        {"paper_id": "p0", "label": ["a"]},
    ]
    for part in ("train", "test"):
        write_rows(tmp_path / f"x-{part}.jsonl", rows)
    found = read_data(make(labelled("X", "classification", "x", "jsonl", multi_label=True)))
    assert isinstance(found, LabelledData)
    assert found.train == found.test == (("p0", ("a",)), ("p1", ()))
    assert found.coverage.n_rows == 4, "two papers in each file"
    with pytest.raises(EvaluationError, match=r"x-train.jsonl:2, task 'X': the label is None"):
        read_data(make(labelled("X", "classification", "x", "jsonl")))
