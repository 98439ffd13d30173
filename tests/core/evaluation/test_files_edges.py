"""Files of tasks, judgements, runs and releases at their edges: what is just taken, and never replaced."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.benchmarks.aggregation import parse
from assay.benchmarks.suites.user_sets import user_sets
from assay.benchmarks.tasks.task import read_good_tasks, read_tasks
from assay.benchmarks.types import FewShot
from assay.campaign_types import ReleaseItem
from assay.errors import BadInput, EvaluationError
from assay.evaluation import write_release
from assay.evaluation.files import fill, read_lines, write_lines
from assay.evaluation.measures import NEEDS_CUTOFF, parse_measure
from assay.evaluation.trec import off_scale, read_qrels, read_run, write_qrels, write_run
from assay.types import Paper, Query

HEADER = "query-id\tcorpus-id\tscore\n"


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
def test_a_file_that_is_there_is_replaced_only_where_that_was_asked(tmp_path: Path, format: str) -> None:
    path = written(tmp_path / "owls", "mine")
    with pytest.raises(BadInput, match="owls"):
        release(path, format, overwrite=False)
    assert path.read_text(encoding="utf-8") == "mine"
    release(path, format)  # unless told otherwise it is replaced
    assert path.read_text(encoding="utf-8") != "mine"
    assert [each.name for each in tmp_path.iterdir()] == ["owls"]


@pytest.mark.parametrize("format", ["trec", "csv"])
def test_a_file_beside_it_that_is_there_keeps_all_from_being_written(tmp_path: Path, format: str) -> None:
    beside = written(tmp_path / "owls.zz.md", "mine")
    with pytest.raises(BadInput, match=r"owls\.zz\.md"):
        release(tmp_path / "owls", format, card={"n": 1}, extras={"zz.md": "# Owls\n"}, overwrite=False)
    assert [each.name for each in tmp_path.iterdir()] == ["owls.zz.md"]
    assert beside.read_text(encoding="utf-8") == "mine"
    files = release(tmp_path / "owls", format, card={"n": 1}, extras={"zz.md": "# Owls\n"})
    assert beside.read_text(encoding="utf-8") == "# Owls\n"
    assert files == (tmp_path / "owls", tmp_path / "owls.card.json", beside)


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


@pytest.mark.parametrize("format", ["beir", "iclr2022"])
def test_a_folder_of_ours_is_replaced_only_where_that_was_asked(tmp_path: Path, format: str) -> None:
    folder = tmp_path / "owls"
    files = release(folder, format, extras={"a.md": "a\n"}, overwrite=False)
    assert files == tuple(sorted(each for each in folder.rglob("*") if each.is_file()))
    before = {each: each.read_bytes() for each in files}
    with pytest.raises(BadInput, match="owls"):
        release(folder, format, items=ITEMS[:1], overwrite=False)
    assert {each: each.read_bytes() for each in files} == before
    release(folder, format, items=ITEMS[:1])
    assert len((folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()) == 1
    assert not (folder / "a.md").exists()
    assert json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["rows"] == 1


@pytest.mark.parametrize(
    "name", ["corpus.jsonl", "queries.jsonl", "qrels", "qrels.tsv", "manifest.json", "-a", ".a"]
)
def test_names_that_a_release_has_itself_or_that_are_odd_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="cannot be the name"):
        release(tmp_path / "owls", "beir", extras={name: "x"})
    release(tmp_path / "owls", "beir", extras={"card.json": "{}"})  # free where there is no card
    with pytest.raises(BadInput, match="cannot be the name"):
        release(tmp_path / "bats", "beir", extras={"card.json": "{}"}, card={"n": 1})


def test_compressed_files_are_compressed_and_a_card_is_json_with_its_letters(tmp_path: Path) -> None:
    for form in ("trec", "csv"):
        path = tmp_path / f"{form}.gz"
        release(path, form, card={"name": "Käuze"})
        assert path.read_bytes()[:2] == b"\x1f\x8b"
        assert (tmp_path / f"{form}.gz.card.json").read_text(encoding="utf-8") == '{\n "name": "Käuze"\n}\n'
        plain = tmp_path / form
        release(plain, form)
        assert plain.read_bytes()[:2] != b"\x1f\x8b"
    assert read_qrels(tmp_path / "trec.gz") == {"q1": {"p1": 2, "p2": 0}}
    with pytest.raises(ValueError, match="JSON"):
        release(tmp_path / "nan", "trec", card={"n": float("nan")})


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


@pytest.mark.parametrize(
    ("field", "meant"),
    [('"a"', "a"), ('"a""b"', 'a"b'), ('""""', '"'), ('a"b', 'a"b'), ('"a b"', "a b"), ('a"', 'a"')],
)
def test_quotes_are_undone_field_by_field(tmp_path: Path, field: str, meant: str) -> None:
    assert read_qrels(written(tmp_path / "a.tsv", f"{HEADER}q\t{field}\t1\n")) == {"q": {meant: 1}}


@pytest.mark.parametrize("field", ['"', '"a', '"a"b"', '"a" '])
def test_quotes_that_are_not_closed_are_named_with_their_line(tmp_path: Path, field: str) -> None:
    with pytest.raises(EvaluationError, match=r"a\.tsv:3: the quote in .* is not closed"):
        read_qrels(written(tmp_path / "a.tsv", f"{HEADER}q\td\t1\nq\t{field}\t1\n"))


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
    with pytest.raises(EvaluationError, match=r"a:1: the grade -1 is negative.*--map -1=0"):
        read_qrels(path, grade_map={3: 2})
    found = off_scale(path, scale=(0, 1, 2))
    assert {grade: (one.first, one.n) for grade, one in found.items()} == {
        -1: ((1, "1", "a"), 2),
        3: ((2, "1", "b"), 3),
    }
    assert [*off_scale(path, scale=(0, 1, 2), grade_map={3: 2, -1: -2})] == [-2]
    assert off_scale(path, scale=(-1, 1, 3)) == {}


@pytest.mark.parametrize(
    ("n", "words"), [(1, "1 negative grade is read as 0"), (2, "2 negative grades are read as 0")]
)
def test_grades_read_as_nought_are_told_with_their_number(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, n: int, words: str
) -> None:
    path = written(tmp_path / "a", "1 0 a 1\n" + "".join(f"1 0 b{i} -{i + 1}\n" for i in range(n)))
    assert sum(read_qrels(path, negatives="zero")["1"].values()) == 1
    (told,) = [each.getMessage() for each in caplog.records if each.name == "assay.notices"]
    assert told == f"{path}: {words}: judged, not relevant."


@pytest.mark.parametrize("format", ["trec", "beir"])
def test_judgements_are_counted_and_not_written_over_unless_asked(tmp_path: Path, format: Any) -> None:
    path = tmp_path / "a.tsv"
    qrels = {"q2": {"b": 1, "a": 0}, "q1": {"c": 2}, "empty": {}}
    assert write_qrels(qrels, path, format=format, overwrite=False) == 3
    before = path.read_bytes()
    with pytest.raises(BadInput):
        write_qrels({"q": {"d": 1}}, path, format=format, overwrite=False)
    assert path.read_bytes() == before
    assert write_qrels({"q": {"d": 1}}, path, format=format) == 1
    write_qrels(qrels, tmp_path / "a.gz", format=format)
    assert (tmp_path / "a.gz").read_bytes()[:2] == b"\x1f\x8b"
    with pytest.raises(EvaluationError, match="no format 'csv'"):
        write_qrels(qrels, path, format="csv")  # type: ignore[arg-type]


def test_runs_are_counted_and_not_written_over_unless_asked(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    run = {"q2": {"a": 1.0, "b": 2.0}, "q1": {"c": 0.5}, "none": {}}
    assert write_run(run, path, tag="t", overwrite=False) == 3
    assert path.read_text(encoding="utf-8") == "q1 Q0 c 1 0.5 t\nq2 Q0 b 1 2.0 t\nq2 Q0 a 2 1.0 t\n"
    with pytest.raises(BadInput):
        write_run(run, path, tag="t", overwrite=False)
    assert write_run({"q": {"d": 1.0}}, path, tag="t") == 1
    write_run(run, tmp_path / "a.gz", tag="t")
    assert (tmp_path / "a.gz").read_bytes()[:2] == b"\x1f\x8b"
    assert read_run(tmp_path / "a.gz") == {"q1": {"c": 0.5}, "q2": {"b": 2.0, "a": 1.0}}
    largest = float(np.finfo(np.float32).max)
    assert write_run({"q": {"a": largest, "b": largest, "c": -largest}}, path, tag="t") == 3
    assert read_run(path)["q"] == {
        "b": largest,
        "a": float(np.nextafter(np.float32(largest), np.float32(0))),
        "c": -largest,
    }
    for wrong in ({"a": largest * 1.1}, {"a": -largest * 1.1}, {"a": -largest, "b": -largest}):
        with pytest.raises(EvaluationError, match=r"score of query 'q' is beyond 3\.4e"):
            write_run({"q": wrong}, path, tag="t")


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


FEW = {"sample_size": 4, "iterations": 2}


@pytest.mark.parametrize(
    ("row", "words"),
    [
        *(({**CLF, "name": name}, "the task has no name") for name in (None, "", " ", 3)),
        *(
            ({**CLF, "few_shot": [{**FEW, key: value}]}, "both above 0")
            for key in FEW
            for value in (0, -1, 1.5, True, "4", None)
        ),
        *(({**CLF, "few_shot": value}, "both above 0") for value in ("x", [3], [[]])),
        *(
            ({**CLF, "metrics": value}, "'metrics' must be a list of names")
            for value in ("f1", [], [""], [1], None)
        ),
        ({**CLF, "fields": ["title", "title"]}, "'fields' names one thing twice"),
        *(({**CLF, "in_train": value}, "'in_train' must be true or false") for value in (0, 1, None, "no")),
        ({**ASKED, "candidates": "some"}, "'candidates' must be one of judged, all"),
        ({**ASKED, "few_shot": [FEW]}, "'few_shot' belongs to classifications"),
        ({**ASKED, "multi_label": True}, "'multi_label' belongs to classifications"),
        ({**ASKED, "type": "regression"}, "of the keys 'train' and 'test'"),
        ({**CLF, "data": None}, "'data' is missing"),
        ({**CLF, "data": {"test": {"train": "a", "test": "b"}}}, "'data.meta' is missing"),
        ({**CLF, "data": {**CLF["data"], "queries": "q"}}, "'data.queries' is not known"),  # type: ignore[dict-item]
        ({**ASKED, "data": {"meta": "m", "queries": "q"}}, "'data.test' is missing"),
        ({**ASKED, "data": {"meta": "m", "test": "t", "train": "a"}}, "'data.train' is not known"),
        *(
            ({**ASKED, "data": {"meta": v, "test": "t"}}, "'data.meta' must be the path")
            for v in ("", 3, None, [])
        ),
        ({**ASKED, "quite another": 1}, "There are name, type"),
        ({**ASKED, "type": None}, "'type' must be one of"),
    ],
)
def test_a_line_that_is_no_task_says_why_at_its_place(
    tmp_path: Path, row: dict[str, Any], words: str
) -> None:
    with pytest.raises(EvaluationError) as caught:
        read_tasks(tasks(tmp_path, row))
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"{tmp_path / 'tasks.jsonl'}:1")


def test_queries_need_no_file_of_their_own(tmp_path: Path) -> None:
    (task,) = read_tasks(tasks(tmp_path, {**ASKED, "data": {"meta": "m", "test": "t"}}))
    assert task.queries is None


# --- measures, published tables, own sets


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("RBP(rel=0)", "Write RBP(p=0.8), p between 0 and 1, for example"),
        ("RBP(p=1.5)", "Write RBP(p=0.8), p between 0 and 1, for example"),
        ("RBP(p=0.0)", "'p=0.0' says nothing there"),
        ("RBP(p=0.5,p=0.6)", "'p=0.6' says nothing there"),
        ("AP(p=0.5)", "Write AP(rel=2), for example"),
        ("R(rel=2,rel=3)@5", "Write R(rel=2), for example"),
        ("nDCG(rel=2)@10", "its gain is the grade itself. Write nDCG@10."),
        ("Judged(rel=2)@10", "it counts every grade. Write Judged@10."),
        ("P", "P needs a cutoff. Write P@10"),
    ],
)
def test_what_stands_in_brackets_is_read_or_refused_with_a_form_that_works(text: str, words: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        parse_measure(text)
    assert words in str(caught.value)
    assert {"P", "R", "Success", "Judged"} == NEEDS_CUTOFF


def test_brackets_may_hold_both_settings() -> None:
    found = parse_measure("RBP( p=0.5 , rel=2 )@20")
    assert (found.p, found.rel, found.cutoff, str(found)) == (0.5, 2, 20, "RBP(p=0.5,rel=2)@20")
    assert (parse_measure("RBP").p, parse_measure("RBP(.25)").p, parse_measure("AP").p) == (0.8, 0.25, None)


def test_a_published_row_keeps_its_marks() -> None:
    table = {
        "id": "t", "title": "T", "source": "S", "note": "N", "decimals": {"x": 1, "y": 2},
        "rows": [
            {"model": "m", "values": {"x": 1, "y": 2.5}, "ensemble": True, "note": "odd"},
            {"model": "n", "values": {"x": 3}},
        ],
    }  # fmt: skip
    plans, tables = parse(
        json.dumps({"schemes": {"s": {"p": ["x"], "q": ["y"]}}, "tables": [table]}), "f.json"
    )
    found = tables["t"]
    assert (found.id, found.title, found.source, found.note) == ("t", "T", "S", "N")
    assert (found.columns, found.decimals) == (("x", "y"), {"x": 1, "y": 2})
    marks = [(row.model, dict(row.values), row.ensemble, row.note) for row in found.rows]
    assert marks == [("m", {"x": 1.0, "y": 2.5}, True, "odd"), ("n", {"x": 3.0}, False, "")]
    assert (plans["s"].id, plans["s"].parts) == ("s", {"p": ("x",), "q": ("y",)})


def test_own_sets_say_whose_they_are_and_where_they_lie(tmp_path: Path) -> None:
    released = tmp_path / "mine"
    release(released, "beir")
    other = tmp_path / "other"
    (other / "qrels").mkdir(parents=True)
    for name in ("corpus.jsonl", "queries.jsonl", "qrels/test.tsv"):
        (other / name).write_bytes((released / name).read_bytes())
    mine, others = user_sets(tmp_path)
    assert (mine.id, mine.name, mine.where["folder"], mine.licence) == (
        "own/mine", "mine", ("mine",), "the user's own",
    )  # fmt: skip
    assert mine.source == "a judgement set that Assay released"
    assert (others.where["folder"], others.licence, others.source) == (
        ("other",), "not known", "a folder of the user's",
    )  # fmt: skip
    for task in (mine, others):
        assert (task.kind, task.metrics, task.layout, task.candidates) == (
            "adhoc_search", ("ndcg_cut_10", "map"), "release", "all",
        )  # fmt: skip
        assert "queries" not in task.where
    for place, licence in ((released, "the user's own"), (other, "not known")):
        (itself,) = user_sets(place)
        assert (itself.where["folder"], itself.licence) == ((".",), licence)


def test_lines_under_a_compressed_name_are_compressed_alike_each_time(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz", "a.txt"):
        write_lines(tmp_path / name, iter(["owls", "fly – far", ""]))
    assert (tmp_path / "a.txt").read_bytes() == "owls\nfly – far\n\n".encode()
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == (tmp_path / "a.txt").read_bytes()
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert (tmp_path / "a.gz").read_bytes()[3:8] == bytes(5), "no name and no time"
    assert [*read_lines(tmp_path / "a.gz")] == [(1, "owls"), (2, "fly – far"), (3, "")]


def test_a_draft_is_plain_unless_told_otherwise_and_takes_no_file_s_place(tmp_path: Path) -> None:
    fill(tmp_path / "draft", ["owls"])
    assert (tmp_path / "draft").read_bytes() == b"owls\n"
    with pytest.raises(FileExistsError):
        fill(tmp_path / "draft", ["bats"])
    fill(tmp_path / "packed", ["owls"], compressed=True)
    assert gzip.decompress((tmp_path / "packed").read_bytes()) == b"owls\n"
