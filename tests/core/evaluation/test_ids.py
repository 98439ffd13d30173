"""Ids and grades: how they are shown, which can be written, and which can be read."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from assay.errors import EvaluationError
from assay.evaluation.ids import check_grade, check_written_id, is_readable_id, short


def test_what_is_long_is_shown_cut_with_one_mark_behind_it() -> None:
    assert short("x" * 60) == repr("x" * 60)
    assert short("x" * 61) == repr("x" * 60 + "…")
    assert short("a\tb") == r"'a\tb'"
    assert short(17) == "17"
    assert short([None]) == "[None]"
    assert short(10**60) == "1" + "0" * 59 + "…"


@pytest.mark.parametrize(
    "name",
    ["a b", "a\tb", "a\n", "a\0", "a\x7f", "a\x85", "a\ud800", "a\ufeff", 'a"b', "#a", " a", "\u2003a"],
)
def test_an_id_that_would_break_a_file_is_not_written(name: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        check_written_id(name)
    assert f"The id {short(name)} cannot be written" in str(caught.value)


@pytest.mark.parametrize("name", ["a", "a#", "10.1000/x", "é", "猫", "q-1_2", "'a'", "-"])
def test_any_other_id_is_written_and_read(name: str) -> None:
    assert check_written_id(name) == name
    assert is_readable_id(name)


def test_an_id_is_a_text_and_not_an_empty_one() -> None:
    with pytest.raises(EvaluationError, match="An empty id"):
        check_written_id("")
    wrong: list[Any] = [None, 5, b"a"]
    for one in wrong:
        with pytest.raises(EvaluationError, match="is not text"):
            check_written_id(one)


@pytest.mark.parametrize("name", ["", " a", "a ", "\ta", "a\0b", "a\x9fb", "\ufeffa", "a\udfff"])
def test_an_id_with_space_around_it_or_control_characters_in_it_is_none(name: str) -> None:
    assert not is_readable_id(name)


@pytest.mark.parametrize("name", ["a b", 'a"b', "#a"])
def test_what_is_read_may_hold_more_than_what_is_written(name: str) -> None:
    assert is_readable_id(name)


def test_a_grade_is_a_whole_number_of_any_type_and_no_truth_value() -> None:
    assert type(check_grade(np.int8(2))) is int
    wrong: list[Any] = [True, False, 1.0, "1", None, np.float64(1)]
    for one in wrong:
        with pytest.raises(EvaluationError, match="is not a whole number"):
            check_grade(one)
