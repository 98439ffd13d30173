"""Correlations of tasks, few-shot curves and cost beside quality, against numpy, scipy and by hand."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import pearsonr

from assay.benchmarks.analyses import cost_table, few_shot_curves, task_correlations
from assay.benchmarks.tasks.probes.few_shot import FewShotScore
from assay.benchmarks.tasks.score import TaskScore
from assay.benchmarks.types import Model, setting_of
from assay.codec import to_json
from assay.errors import BadInput, EvaluationError

# --- correlations

SCORES = {
    "a": {"fos": 1.0, "mesh": 2.0, "search": 9.0},
    "b": {"fos": 2.0, "mesh": 4.1, "search": 7.0},
    "c": {"fos": 3.0, "mesh": 5.9, "search": 8.0},
    "both": {"fos": 9.0, "mesh": 0.0, "search": 90.0},
}


def test_tasks_are_correlated_over_models_without_ensembles() -> None:
    found = task_correlations(SCORES, ensembles={"both"})
    assert (found.models, found.excluded) == (("a", "b", "c"), ("both",))
    for one, other in product(found.columns, repeat=2):
        expected = pearsonr(*([SCORES[name][column] for name in "abc"] for column in (one, other))).statistic
        assert found.of(one, other) == pytest.approx(expected)
    assert found.of("fos", "search") == pytest.approx(-0.5), "by hand: (-1 * 1 + 1 * 0) / 2"


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.integers(0, 50), min_size=4, max_size=4), min_size=3, max_size=8))
def test_the_matrix_is_numpys_and_symmetric(rows: list[list[int]]) -> None:
    scores = {f"m{i}": {f"t{j}": float(value) for j, value in enumerate(row)} for i, row in enumerate(rows)}
    found = task_correlations(scores)
    table = np.array(rows, dtype=np.float64)
    for i, j in product(range(4), repeat=2):
        alike = len(np.unique(table[:, [i, j]], axis=0)) < 3  # as models of the same vectors are
        if alike or np.ptp(table[:, i]) == 0 or np.ptp(table[:, j]) == 0:
            assert found.r[i][j] is None
        else:
            assert found.r[i][j] == pytest.approx(np.corrcoef(table[:, i], table[:, j])[0, 1], abs=1e-9)
            assert found.r[i][j] == found.r[j][i]


def test_a_task_that_some_models_lack_is_correlated_over_those_that_have_it() -> None:
    scores = {**SCORES, "d": {"fos": 4.0}}
    found = task_correlations(scores, ensembles={"both"})
    place = found.columns.index
    assert found.n[place("fos")][place("fos")] == 4
    assert found.n[place("fos")][place("mesh")] == 3
    assert found.of("fos", "mesh") == pytest.approx(pearsonr([1, 2, 3], [2, 4.1, 5.9]).statistic)
    del scores["c"]
    assert task_correlations(scores, ensembles={"both"}).of("fos", "mesh") is None, "two are always on a line"
    json.dumps(to_json(found), allow_nan=False)


@pytest.mark.parametrize(
    ("step", "level", "told"),
    [
        (1.5e-12, 0.0, True),
        (0.5e-12, 0.0, False),
        (1.5e-9, 1000.0, True),
        (0.5e-9, 1000.0, False),
        (1.5e-9, -1000.0, True),
        (0.5e-9, -1000.0, False),
    ],
)
def test_a_column_varies_where_it_does_by_more_than_a_millionth_of_a_millionth(
    step: float, level: float, told: bool
) -> None:
    scores = {name: {"x": level + place * step, "y": place / 2} for place, name in enumerate("abc")}
    for one, other in (("x", "y"), ("y", "x")):
        assert (task_correlations(scores).of(one, other) is not None) is told


def test_the_models_behind_each_correlation_are_counted_without_those_of_a_column_with_itself() -> None:
    scores = {
        **{name: {"x": float(place), "y": float(place**2)} for place, name in enumerate("abcd")},
        "e": {"x": 7.0, "z": 1.0},
        "f": {"x": 9.0, "y": 3.0, "z": 2.0},
    }
    found = task_correlations(scores)
    assert found.n == ((6, 5, 2), (5, 5, 1), (2, 1, 2))
    assert {type(n) for row in found.n for n in row} == {int}
    assert found.of("x", "z") is None
    assert found.range_n == (5, 5), "of x and y alone; x has six models by itself"
    one = task_correlations({name: {"x": row["x"]} for name, row in scores.items()})
    assert one.range_n == (6, 6), "of one column there is no other"
    assert task_correlations({name: {"x": 1.0, "y": 2.0} for name in "abc"}).range_n == (0, 0)
    del scores["b"]["y"]
    three = task_correlations({**scores, "a": {**scores["a"], "z": 5.0}})
    assert three.range_n == (3, 4)
    assert three.of("x", "z") == pytest.approx(pearsonr([0, 7, 9], [5, 1, 2]).statistic)


def test_three_models_are_enough_and_two_of_one_vector_are_one() -> None:
    same = {"a": {"x": 1.0, "y": 2.0}, "b": {"x": 3.0, "y": 1.0}, "twin of b": {"x": 3.0, "y": 1.0}}
    assert task_correlations(same).of("x", "y") is None
    assert task_correlations({**same, "c": {"x": 3.0, "y": 4.0}}).of("x", "y") == pytest.approx(
        pearsonr([1, 3, 3, 3], [2, 1, 1, 4]).statistic
    )
    assert task_correlations(SCORES).models == ("a", "b", "c", "both")
    with pytest.raises(BadInput, match="no column 'drsm'"):
        task_correlations(SCORES).of("drsm", "fos")


def test_too_few_models_and_unknown_columns_are_refused() -> None:
    with pytest.raises(EvaluationError, match="2 models that are not ensembles"):
        task_correlations({"a": {}, "b": {}, "both": {}}, ensembles={"both"})
    with pytest.raises(BadInput, match="There are fos, mesh"):
        task_correlations(SCORES).of("fos", "drsm")


# --- curves


def test_curves_rise_with_the_examples_and_end_with_all() -> None:
    drsm = TaskScore(
        "drsm", "CLF", False, {"f1_macro": 52.5}, {"f1_macro": 80.0},
        (FewShotScore(64, 50, {"f1_macro": 60.0}), FewShotScore(24, 100, {"f1_macro": 40.0}),
         FewShotScore(24, 10, {"f1_macro": 30.0}), FewShotScore(8, 9, failure="too few")),
    )  # fmt: skip
    plain = TaskScore("year", "RGN", True, {"kendalltau": 50.0}, {"kendalltau": 50.0})
    (curve,) = few_shot_curves({"ours": [plain, drsm]})
    assert [(point.size, point.value, point.trainings) for point in curve.points] == [
        (24, 30.0, 10), (24, 40.0, 100), (64, 60.0, 50), (None, 80.0, 1),
    ]  # fmt: skip
    assert (curve.model, curve.task, curve.metric, curve.per_label) == ("ours", "drsm", "f1_macro", False)
    assert curve.average == pytest.approx(sum(point.value for point in curve.points) / 4)
    names = [setting_of(point, [curve]) for point in curve.points]
    assert names == [(24, 10), (24, 100), (64, None), None], "a size of two settings says which"


def test_sizes_of_a_task_of_several_labels_are_of_each_label() -> None:
    fos = TaskScore(
        "fos", "CLF", True, {"f1_macro": 2.0}, {"f1_macro": 3.0}, (FewShotScore(5, 9, {"f1_macro": 1.0}),)
    )
    (curve,) = few_shot_curves({"ours": [fos]}, per_label=frozenset({"fos"}))
    assert curve.per_label
    assert curve.points[0].trainings == 9


# --- cost

numbers = st.one_of(st.none(), st.integers(0, 5).map(float))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(numbers, numbers), max_size=7))
def test_what_beats_a_model_is_at_least_as_good_and_as_fast(
    rows: list[tuple[float | None, float | None]],
) -> None:
    models = [Model(f"m{i}", score, seconds) for i, (score, seconds) in enumerate(rows)]
    by_name = {one.name: one for one in models}
    found = cost_table(models)
    assert {row.model.name for row in found} == set(by_name)
    for row in found:
        one = row.model
        expected = {
            other.name
            for other in models
            if None not in (one.score, one.seconds, other.score, other.seconds)
            and (-other.score, other.seconds) != (-one.score, one.seconds)  # type: ignore[operator]
            and other.score >= one.score  # type: ignore[operator]
            and other.seconds <= one.seconds  # type: ignore[operator]
        }
        assert set(row.beaten_by) == expected


def test_the_table_is_best_first_with_what_each_costs() -> None:
    found = cost_table(
        [
            Model("none", None, 5.0),
            Model("bad", 60.0, 20.0),
            Model("slow", 70.0, 40.0),
            Model("fast", 65.0, 10.0),
        ]
    )
    assert [row.model.name for row in found] == ["slow", "fast", "bad", "none"]
    assert [row.slower for row in found] == [8.0, 2.0, 4.0, 1.0]
    assert [row.behind for row in found] == [0.0, 5.0, 10.0, None]
    assert [row.beaten_by for row in found] == [(), (), ("fast",), ()]
    assert [row.worth_its_cost for row in found] == [True, True, False, False]
    json.dumps(to_json(found), allow_nan=False)


def test_models_of_one_number_stand_in_the_table_and_beat_nothing() -> None:
    found = cost_table([Model("untimed", 80.0, None), Model("a", 70.0, 2.0), Model("unscored", None, 1.0)])
    assert [row.model.name for row in found] == ["untimed", "a", "unscored"]
    assert [row.behind for row in found] == [0.0, 10.0, None]
    assert [row.slower for row in found] == [None, 2.0, 1.0]
    assert [row.beaten_by for row in found] == [(), (), ()]
    assert [row.worth_its_cost for row in found] == [False, True, False]
    (free,) = cost_table([Model("free", 1.0, 0.0)])
    assert free.slower is None, "nothing is how many times as long as no time at all"
    assert cost_table([Model("bare", None, None)])[0].behind is None


def test_models_that_cannot_be_laid_side_by_side_are_refused() -> None:
    with pytest.raises(EvaluationError, match="Rename one"):
        cost_table([Model("a", 1.0, 1.0), Model("a", 1.0, 1.0)])
    with pytest.raises(EvaluationError, match="The score of a is nan"):
        cost_table([Model("a", float("nan"), 1.0)])
    with pytest.raises(EvaluationError, match="The time of b is inf"):
        cost_table([Model("a", 1.0, 1.0), Model("b", None, float("inf"))])
    with pytest.raises(EvaluationError, match="took -1 seconds"):
        cost_table([Model("a", 1.0, -1.0)])
