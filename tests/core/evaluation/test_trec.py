"""Qrels and runs as files: round trips, and every kind of bad file."""

from __future__ import annotations

import gzip
import itertools
import logging
import re
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
import pytrec_eval
from evaluation_reference import best_first
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.errors import EvaluationError
from assay.evaluation import evaluate, read_qrels, read_run, write_qrels, write_run
from assay.evaluation.trec import read_rankings
from assay.types import Qrels, Run

HEADER = "query-id\tcorpus-id\tscore\n"

plain_ids = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"], exclude_characters='"\ufeff'),
    min_size=1,
    max_size=8,
).filter(lambda text: not text.startswith("#") and not any(c.isspace() for c in text))
any_qrels = st.dictionaries(
    plain_ids,
    st.dictionaries(plain_ids, st.integers(0, 1000), min_size=1, max_size=4),
    min_size=1,
    max_size=4,
)
any_run = st.dictionaries(
    plain_ids,
    st.dictionaries(
        plain_ids,
        st.one_of(st.floats(-1e38, 1e38), st.sampled_from([0.0, 1.0, 1 + 1e-12])),
        min_size=1,
        max_size=6,
    ),
    min_size=1,
    max_size=4,
)
same_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@pytest.mark.parametrize("name", ["qrels.tsv", "qrels.tsv.gz"])
@pytest.mark.parametrize("form", ["trec", "beir"])
@same_folder
@given(qrels=any_qrels)
def test_qrels_come_back_as_they_were_written(
    tmp_path: Path, form: Literal["trec", "beir"], name: str, qrels: Qrels
) -> None:
    rows = write_qrels(qrels, tmp_path / name, format=form)
    assert read_qrels(tmp_path / name) == qrels
    assert rows == sum(len(grades) for grades in qrels.values())
    assert [path.name for path in tmp_path.iterdir()] == [name]


@same_folder
@given(run=any_run)
def test_a_run_comes_back_in_the_order_in_which_it_was_written(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "run.trec"
    rows = write_run(run, path, tag="bm25")
    back = read_run(path)
    assert {q: best_first(scores) for q, scores in back.items()} == {q: best_first(s) for q, s in run.items()}
    assert rows == sum(len(scores) for scores in run.values())


def test_the_two_forms_of_qrels_are_told_apart_by_content(tmp_path: Path) -> None:
    expected = {"1": {"a": 2, "b": 0}, "2": {"c": 1}}
    texts = {
        "trec.tsv": "1 0 a 2\n1 0 b 0\n2 0 c 1\n",
        "tabs.qrels": "1\t0\ta\t2\n1\t0\tb\t0\n2\t0\tc\t1",
        "beir.txt": HEADER + "1\ta\t2\n1\tb\t0\n2\tc\t1\n",
        "windows.tsv": "\ufeff" + (HEADER + "1\ta\t2\n1\tb\t0\n\n2\tc\t1\n").replace("\n", "\r\n"),
        "mixed": "  1   0  a\t2  \n1 Q0 b 0\n\n2 0 c 1\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text.encode())
        assert read_qrels(tmp_path / name) == expected, name


def test_compressed_qrels_are_known_by_their_bytes_and_not_their_name(tmp_path: Path) -> None:
    path = tmp_path / "qrels.tsv"
    path.write_bytes(gzip.compress(b"\xef\xbb\xbf1 0 a 1\n"))
    assert read_qrels(path) == {"1": {"a": 1}}


def test_exported_qrels_are_sorted_and_have_beirs_header(tmp_path: Path) -> None:
    qrels = {"2": {"b": 1, "a": 0}, "10": {"c": 2}, "empty": {}}
    assert write_qrels(qrels, tmp_path / "b", format="beir") == 3
    assert (tmp_path / "b").read_text() == HEADER + "10\tc\t2\n2\ta\t0\n2\tb\t1\n"
    assert write_qrels(qrels, tmp_path / "t", format="trec") == 3
    assert (tmp_path / "t").read_text() == "10 0 c 2\n2 0 a 0\n2 0 b 1\n"


def test_the_same_qrels_give_the_same_bytes_compressed_too(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        write_qrels({"q": {"d": 1}}, tmp_path / name, format="trec")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


def test_quoted_fields_of_beirs_csv_writer_are_read(tmp_path: Path) -> None:
    path = tmp_path / "qrels.tsv"
    path.write_text(HEADER + '"q"\t"<dbpedia:""Heroes"">"\t1\nq\td"x\t0\n')
    assert read_qrels(path) == {"q": {'<dbpedia:"Heroes">': 1, 'd"x': 0}}


def test_the_same_judgement_twice_is_one(tmp_path: Path) -> None:
    path = tmp_path / "qrels"
    path.write_text("1 0 a 1\n1 0 a 1\n")
    assert read_qrels(path) == {"1": {"a": 1}}


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("1 0 a 1.0\n", 1, "grades? .*whole number"),
        (HEADER + "1\ta\t1\n1\tb\t0.5\n", 3, "whole number"),
        ("1 0 a 1\n1 0 b nan\n", 2, "whole number"),
        ("1 0 a 1\n1 0 b -1\n", 2, "negative"),
        ("1 0 a yes\n", 1, "not a number.*header"),
        ("1 0 a 1\n1 0 b yes\n", 2, "not a number.$"),
        ("1 0 a 9999999999\n", 1, "above 1000"),
        ("1\ta\t1\n1\tb\t1\n", 1, "no header.*would lose this judgement"),
        ("1\ta\t1.5\n", 1, "no header"),
        ("corpus-id\tquery-id\tscore\na\t1\t1\n", 1, "another order"),
        ("query-id\t0\tcorpus-id\tscore\n1\t0\ta\t1\n", 1, "delete this line"),
        ("1 a 1\n", 1, "3 columns"),
        ("1 0 a 1\n1 0 a b 1\n", 2, "5 columns"),
        (HEADER + "1\ta\n", 2, "2 columns instead of 3"),
        (HEADER + "1\ta\t1\textra\n", 2, "4 columns instead of 3"),
        ("1,0,a,1\n", 1, "1 columns"),
        ("1 0 a 1\n1 0 a 2\n", 2, "grade 2 here and 1 above"),
        ("1 Q0 a 1 0.5 bm25\n", 1, "this is a run"),
        ("# a comment\n1 0 a 1\n", 1, "no comments"),
        ("#1 0 a 1\n", 1, "starts with #"),
        ("1 0 a\x00b 1\n", 1, "control character"),
        (HEADER + " 1\ta\t1\n", 2, "is not an id"),
        (HEADER + "1\t\t1\n", 2, "is not an id"),
        (HEADER + '1\t"a\t1\n2\tb\t1\n', 2, "not closed"),
        (HEADER + "1\ta\t\n", 2, "not a number"),
    ],
)
def test_bad_qrels_are_refused_with_file_line_and_reason(
    tmp_path: Path, text: str, line: int, words: str
) -> None:
    path = tmp_path / "bad.qrels"
    path.write_text(text)
    with pytest.raises(EvaluationError, match=words) as caught:
        read_qrels(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")


@pytest.mark.parametrize(
    "content", [b"", b"\n \n", b"\xef\xbb\xbf", HEADER.encode(), gzip.compress(b"", mtime=0)]
)
def test_files_without_a_judgement_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "empty.tsv"
    path.write_bytes(content)
    with pytest.raises(EvaluationError, match=r"empty\.tsv: there are no judgements"):
        read_qrels(path)


def test_a_truncated_gzip_is_refused_at_its_line(tmp_path: Path) -> None:
    whole = gzip.compress("".join(f"{i} 0 doc{i * 7919 % 1000} {i % 3}\n" for i in range(5000)).encode())
    path = tmp_path / "cut.gz"
    for length in (5, len(whole) // 2, len(whole) - 4):
        path.write_bytes(whole[:length])
        with pytest.raises(EvaluationError, match=r"cut\.gz:\d+: .*damaged or cut short"):
            read_qrels(path)
    path.write_bytes(whole[: len(whole) // 2] + b"\0" * 50 + whole[len(whole) // 2 + 50 :])
    with pytest.raises(EvaluationError, match=r"cut\.gz:\d+: "):
        read_qrels(path)


def test_a_wrong_encoding_is_refused_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "latin1.qrels"
    path.write_bytes("1 0 a 1\n1 0 Müller 1\n".encode("latin-1"))
    with pytest.raises(EvaluationError, match=r"latin1\.qrels:2: not UTF-8 \(byte 0xfc at column 6\)"):
        read_qrels(path)
    path.write_bytes("1 0 a 1\n".encode("utf-16"))
    with pytest.raises(EvaluationError, match="UTF-16"):
        read_qrels(path)


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(EvaluationError, match="cannot be read"):
            read_qrels(path)
        with pytest.raises(EvaluationError, match="cannot be read"):
            read_run(path)


def test_negative_grades_become_zero_only_on_request_and_not_silently(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "qrels"
    path.write_text("1 0 a 1\n1 0 b -1\n1 0 c -2\n")
    with caplog.at_level(logging.WARNING):
        assert read_qrels(path, negatives="zero") == {"1": {"a": 1, "b": 0, "c": 0}}
    assert [record.getMessage() for record in caplog.records] == [
        f"{path}: 2 negative grades are read as 0: judged, not relevant."
    ]


@pytest.mark.parametrize(
    "bad", ["a b", "a\tb", "a\u00a0b", "", "#1", 'a"b', "a\x07", "\ud800", "a\u2028b", 3, None]
)
@pytest.mark.parametrize("form", ["trec", "beir"])
def test_ids_that_break_the_format_are_not_written(
    tmp_path: Path, form: Literal["trec", "beir"], bad: object
) -> None:
    path = tmp_path / "qrels"
    path.write_text("as it was")
    for qrels in ({bad: {"a": 1}}, {"q": {bad: 1}}):
        with pytest.raises(EvaluationError, match=r"[Ii]d"):
            write_qrels(qrels, path, format=form)  # type: ignore[arg-type]
    with pytest.raises(EvaluationError, match=r"[Ii]d"):
        write_run({"q": {bad: 1.0}}, path, tag="x")  # type: ignore[dict-item]
    assert path.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("grade", [-1, 1.0, "1", True, None, 1001])
def test_grades_that_are_no_grades_are_not_written(tmp_path: Path, grade: object) -> None:
    with pytest.raises(EvaluationError, match="The grade"):
        write_qrels({"q": {"a": grade}}, tmp_path / "qrels", format="trec")  # type: ignore[dict-item]
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_where_there_is_nothing_to_write(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="No judgements"):
        write_qrels({"q": {}}, tmp_path / "qrels", format="beir")
    with pytest.raises(EvaluationError, match="no results"):
        write_run({"q": {}}, tmp_path / "run", tag="x")
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="cannot be written"):
        write_qrels({"q": {"a": 1}}, tmp_path / "nowhere" / "qrels", format="trec")
    (tmp_path / "folder").mkdir()
    with pytest.raises(EvaluationError, match="is a folder"):
        write_run({"q": {"a": 1.0}}, tmp_path / "folder", tag="x")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_the_rank_column_of_a_run_is_ignored_and_ties_go_by_doc_id(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_text("q Q0 a 1 0.5 x\nq Q0 b 2 0.5 x\nq Q0 c 3 9 x\n")
    run = read_run(path)
    assert run == {"q": {"a": 0.5, "b": 0.5, "c": 9.0}}
    ranks = {d: 1 / evaluate({"q": {d: 1}}, run, ["RR"]).mean["RR"] for d in "abc"}
    assert ranks == {"c": 1.0, "b": 2.0, "a": 3.0}


def test_a_written_run_has_ranks_from_one_and_its_own_scores(tmp_path: Path) -> None:
    path = tmp_path / "run"
    write_run({"q": {"a": 0.1, "b": 1 / 3, "c": -2.5}}, path, tag="all-MiniLM-L6-v2")
    assert path.read_text().splitlines() == [
        "q Q0 b 1 0.3333333333333333 all-MiniLM-L6-v2",
        "q Q0 a 2 0.1 all-MiniLM-L6-v2",
        "q Q0 c 3 -2.5 all-MiniLM-L6-v2",
    ]


def test_scores_that_are_equal_or_nearly_so_fall_by_the_least_step_of_float32(tmp_path: Path) -> None:
    path = tmp_path / "run"
    given = {"a": 2.0, "b": 2.0, "c": 2.0 - 1e-12, "d": 1.0, "e": 0.0, "f": 0.0, "g": -1e-300}
    write_run({"q": given}, path, tag="x")
    found = read_run(path)["q"]
    read = [np.float32(score) for score in found.values()]
    assert all(one > two for one, two in itertools.pairwise(read))
    assert [*found] == ["b", "a", "c", "d", "f", "e", "g"]
    assert found["b"] == 2.0
    assert found["d"] == 1.0
    assert max(abs(found[d] - given[d]) for d in given) < 1e-6


def test_a_score_beyond_float32_is_refused(tmp_path: Path) -> None:
    for scores in ({"a": 1e300}, {"a": -3.4e38, "b": -3.4028235e38, "c": -3.4028235e38}):
        with pytest.raises(EvaluationError, match="the largest that trec_eval reads"):
            write_run({"q": scores}, tmp_path / "run", tag="x")
    assert not (tmp_path / "run").exists()


@same_folder
@given(run=any_run)
def test_trec_eval_ranks_a_written_run_as_it_was(tmp_path: Path, run: Run) -> None:
    """pytrec_eval itself, which reads float32, finds each document at the rank that it was given."""
    path = tmp_path / "read.trec"
    write_run(run, path, tag="x")
    back = {query_id: scores for query_id, scores in read_run(path).items() if query_id.isascii()}
    for query_id, scores in back.items():
        for rank, doc_id in enumerate(best_first(run[query_id]), start=1):
            found = pytrec_eval.RelevanceEvaluator({query_id: {doc_id: 1}}, {"recip_rank"}).evaluate(
                {query_id: scores}
            )
            assert found[query_id]["recip_rank"] == pytest.approx(1 / rank)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("q Q0 a 1 nan x\n", 1, "not a finite number"),
        ("q Q0 a 1 1 x\nq Q0 b 2 -inf x\n", 2, "not a finite number"),
        ("q Q0 a 1 high x\n", 1, "not a number"),
        ("q Q0 a 1 1 x\n\nq Q0 a 2 0.5 x\n", 3, "document 'a' twice"),
        ("q 0 a 1\n", 1, "looks like qrels"),
        ("q Q0 a 1 1\n", 1, "5 columns instead of 6"),
        ("q Q0 a b 1 1 x\n", 1, "7 columns"),
        ("#q Q0 a 1 1 x\n", 1, "starts with #"),
    ],
)
def test_bad_runs_are_refused_with_file_line_and_reason(
    tmp_path: Path, text: str, line: int, words: str
) -> None:
    path = tmp_path / "bad.run"
    path.write_text(text)
    with pytest.raises(EvaluationError, match=words) as caught:
        read_run(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_an_empty_run_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run").write_bytes(b"")
    with pytest.raises(EvaluationError, match="no results in it"):
        read_run(tmp_path / "run")


def test_nan_scores_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match=re.escape("Document 'a' of query 'q' has the score nan")):
        write_run({"q": {"a": float("nan")}}, tmp_path / "run", tag="x")


@pytest.mark.parametrize("tag", ["", "=cmd|' /C calc'!A0", "+1", "-x", "@x", "two words", "tab\t", 'q"'])
def test_tags_that_break_a_run_or_a_spreadsheet_are_refused(tmp_path: Path, tag: str) -> None:
    with pytest.raises(EvaluationError, match="tag"):
        write_run({"q": {"a": 1.0}}, tmp_path / "run", tag=tag)


def test_a_field_of_fifty_megabytes_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "qrels"
    path.write_text("1 0 a 1\n1 0 b " + "9" * 50_000_000 + "\n")
    with pytest.raises(EvaluationError) as caught:
        read_qrels(path)
    assert len(str(caught.value)) < 500 + len(str(path))


def test_a_grade_with_space_around_it_is_none(tmp_path: Path) -> None:
    path = tmp_path / "qrels.tsv"
    for text in ("2 ", " 2", "2\u00a0"):
        path.write_text(f"{HEADER}1\ta\t{text}\n")
        with pytest.raises(EvaluationError, match=r"qrels\.tsv:2: the grade .* has space around it"):
            read_qrels(path)


# --- rankings that are larger than the memory


TREC = "q2 Q0 d1 1 3.5 t\nq2 Q0 d2 2 3.0 t\nq1 Q0 d9 1 0.25 t\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TREC, {"q2": {"d1": 3.5, "d2": 3.0}, "q1": {"d9": 0.25}}),
        ("7\t31\t1\n7\t4\t2\n9\t31\t1\n", {"7": {"31": -1.0, "4": -2.0}, "9": {"31": -1.0}}),
        ("7\t31\n7\t4\n", {"7": {"31": -1.0, "4": -2.0}}),
        ("7\t31\twhat is it\tIt is a fly, they say.\n", {"7": {"31": -1.0}}),  # MS MARCO's top1000.dev
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_rankings_come_query_by_query(
    tmp_path: Path, text: str, expected: dict[str, dict[str, float]], packed: bool
) -> None:
    path = tmp_path / "run"
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    assert list(read_rankings(path)) == list(expected.items())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{TREC}q2 Q0 d3 3 1 t\n", "run:4: query 'q2' was there before"),
        ("7\t0\t31\t1\n", "This looks like qrels"),
        ("7\t31\n7\n", "run:2: this line has no query and document"),
        ("7\t31\n7\t31\n", "run:2: query '7' has document '31' twice"),
        ("\n", "there are no results"),
    ],
)
def test_rankings_that_are_none_say_where(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "run").write_text(text, encoding="utf-8")
    with pytest.raises(EvaluationError, match=said):
        list(read_rankings(tmp_path / "run"))
