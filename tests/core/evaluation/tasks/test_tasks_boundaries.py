"""Readers of tasks at their boundaries: what is just taken, what is just refused, and where the fault is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.benchmarks.tasks.details import Details, together
from assay.benchmarks.tasks.probes.probes import _divides
from assay.benchmarks.tasks.rows import (
    field_text,
    grade,
    identity,
    label_name,
    number,
    read_papers,
    read_rows,
    with_our_names,
)
from assay.benchmarks.tasks.tables import Place
from assay.errors import EvaluationError

PLACE = Place("fruit", Path("rows.jsonl"), 7)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (float("nan"), ""),
        ("", ""),
        (" a b ", "a b"),
        (2019, "2019"),
        (2019.0, "2019"),
        (0, "0"),
        (-3.7, "-3"),
    ],
)
def test_a_field_is_read_as_text(value: object, text: str) -> None:
    assert field_text({"year": value}, "year", PLACE) == text
    assert field_text({}, "year", PLACE) == ""


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (1, "1"),
        (1.0, "1"),
        (True, "1"),
        (False, "0"),
        ("1", "1"),
        (" cs ", "cs"),
        (0, "0"),
        (1.5, "1.5"),
        (-2.0, "-2"),
    ],
)
def test_a_label_is_named_alike_in_every_form(value: object, name: str) -> None:
    assert label_name(value, PLACE) == name


@pytest.mark.parametrize(("value", "meant"), [(0, 0), (1.0, 1), ("2", 2), (1000, 1000), (" 3 ", 3)])
def test_whole_numbers_from_0_to_1000_are_grades(value: object, meant: int) -> None:
    assert grade(value, PLACE) == meant
    assert grade(value, PLACE, published=True) == meant


@pytest.mark.parametrize(
    ("value", "taken"), [(-1, True), (-1000, True), (-1001, False), (1001, False), (0.5, False)]
)
def test_published_grades_may_be_below_0_and_others_not(value: float, taken: bool) -> None:
    with pytest.raises(EvaluationError, match="'score'"):
        grade(value, PLACE)
    if taken:
        assert grade(value, PLACE, published=True) == value
        return
    with pytest.raises(EvaluationError, match="'score'"):
        grade(value, PLACE, published=True)


@pytest.mark.parametrize(("value", "text"), [(7, "7"), (0, "0"), (" a ", "a"), ("0", "0"), (-1, "-1")])
def test_whole_numbers_and_texts_are_ids(value: object, text: str) -> None:
    assert identity(value, "doc_id", PLACE) == text


REFUSED: list[tuple[Callable[[Any], object], object, str]] = [
    *(
        (lambda value: identity(value, "doc_id", PLACE), wrong, "'doc_id'")
        for wrong in (None, "", " ", "a\0b", True, False, 1.5, ["a"], {})
    ),
    *(
        (lambda value: field_text({"year": value}, "year", PLACE), wrong, "'year'")
        for wrong in (True, False, ["a"], {}, float("inf"), float("-inf"))
    ),
    *(
        (lambda value: label_name(value, PLACE), wrong, "label")
        for wrong in (None, "", " ", "nan", "NaN", float("nan"), [], ["a"])
    ),
    *(
        (lambda value: number(value, "score", PLACE), wrong, "'score'")
        for wrong in (None, "", "a", True, False, float("nan"), float("inf"), [], "inf")
    ),
    *((lambda value: grade(value, PLACE), wrong, "'score'") for wrong in (0.5, -1, 1001, True, "x")),
]


@pytest.mark.parametrize(("read", "wrong", "key"), REFUSED)
def test_what_is_refused_is_named_with_its_place(
    read: Callable[[Any], object], wrong: object, key: str
) -> None:
    with pytest.raises(EvaluationError, match=key) as caught:
        read(wrong)
    assert "rows.jsonl:7" in str(caught.value)
    assert "fruit" in str(caught.value)


@pytest.mark.parametrize("key", ["doc_id", "corpus_id", "paper_id", "_id", "id"])
def test_an_id_has_many_names(tmp_path: Path, key: str) -> None:
    (tmp_path / "papers.jsonl").write_text(json.dumps({key: 5, "text": "words"}) + "\n", encoding="utf-8")
    ((place, row),) = read_papers("fruit", tmp_path / "papers.jsonl")
    assert (row["doc_id"], row["abstract"], place.line) == ("5", "words", 1)


def test_our_own_names_come_first() -> None:
    row = {"doc_id": "ours", "paper_id": "theirs", "abstract": "ours", "text": "theirs"}
    assert with_our_names(row) == row
    empty = {"doc_id": None, "_id": "theirs", "abstract": None, "text": "theirs"}
    assert with_our_names(empty) == {**empty, "doc_id": "theirs", "abstract": "theirs"}


@pytest.mark.parametrize("head", ["paper_id,label", "doc_id,labels", "pid,class_label", "label,paper_id"])
def test_columns_are_found_by_any_of_their_names(tmp_path: Path, head: str) -> None:
    path = tmp_path / "test.csv"
    values = "1,a" if head.startswith(("p", "d")) else "a,1"
    path.write_text(f"{head}\n{values}\n", encoding="utf-8")
    keys = {"paper_id": ("doc_id", "pid"), "label": ("labels", "class_label")}
    ((_, found),) = read_rows("fruit", path, keys)
    assert [str(value) for value in found] == ["1", "a"]


@pytest.mark.parametrize(
    ("target", "divides"),
    [
        (["a"] * 3 + ["b"] * 2, True),
        (["a"] * 3 + ["b"], False),
        (["a"] * 2 + ["b"] * 2, False),
        ([0.1, 0.2, 0.3], True),
        ([0.1, 0.2], False),
    ],
)
def test_folds_can_teach_from_three_of_one_class_and_two_of_another(target: list[Any], divides: bool) -> None:
    assert _divides(np.array(target)) is divides


def test_parts_are_together_by_their_names_and_weighed_by_what_was_judged() -> None:
    one = Details(3, {"map": {"q1": 50.0}}, first={"q1": ["a"]}, judged=10.0, components={"raw": 1.0})
    other = Details(1, {"ndcg": {"q1": 70.0}, "map": {"q2": 20.0}}, judged=50.0)
    unjudged = Details(5)
    found = together({"x": {"map": 50.0}, "y": {"map": 20.0}, "z": {}}, {"x": one, "y": other, "z": unjudged})
    assert found.n == 9
    assert found.items == {"map": {"x: q1": 50.0, "y: q2": 20.0}, "ndcg": {"y: q1": 70.0}}
    assert found.first == {"x: q1": ["a"]}
    assert found.judged == pytest.approx((3 * 10 + 1 * 50) / 4)
    assert found.parts == {"x": {"map": 50.0, "raw": 1.0}, "y": {"map": 20.0}, "z": {}}
    assert together({"z": {}}, {"z": unjudged}).judged is None


@pytest.mark.parametrize("name", ["papers.tsv", "papers.csv"])
def test_papers_may_stand_in_a_table_and_what_has_no_ending_is_lines(tmp_path: Path, name: str) -> None:
    mark = "\t" if name.endswith(".tsv") else ","
    (tmp_path / name).write_text(f"doc_id{mark}title\n1{mark}Owls\n", encoding="utf-8")
    ((place, row),) = read_papers("fruit", tmp_path / name)
    assert (row["doc_id"], row["title"], place.line) == ("1", "Owls", 2)
    (tmp_path / "papers").write_text('{"doc_id": 1, "title": "Owls"}\n', encoding="utf-8")
    ((_, row),) = read_papers("fruit", tmp_path / "papers")
    assert (row["doc_id"], row["title"]) == ("1", "Owls")
