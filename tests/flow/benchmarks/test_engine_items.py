"""What lies behind a task's score, as the engine sorts, filters and pages it."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

from assay.benchmarks.results import TaskResult
from assay.benchmarks.texts import ItemTexts, item_texts
from assay.benchmarks.types import ItemsCall, PaperRow, QueryRow
from assay.engine.bench_answers import BARS, PAGE, ItemTable, item_table
from small_benchmarks import small_scirepeval

N = 1000
CALL = partial(ItemsCall, task="t", reference="small", system="large")


def _queries(n: int = N) -> tuple[ItemTable[QueryRow], dict[str, tuple[float, float]]]:
    rng = random.Random(3)
    values = {f"q{k}": (rng.random() * 100, rng.random() * 100) for k in range(n)}
    pair = [
        TaskResult("t", name, "", items={"map": {q: each[side] for q, each in values.items()}})
        for side, name in enumerate(("small", "large"))
    ]
    return item_table(*pair, "map", ItemTexts()), values


def _papers(n: int = N) -> ItemTable[PaperRow]:
    said = [{f"p{k}": ("ab"[k % 2], "ab"[(k // every) % 2]) for k in range(n)} for every in (2, 3)]
    one, other = (
        TaskResult("t", name, "", predictions=each)
        for name, each in zip(("small", "large"), said, strict=True)
    )
    return item_table(one, other, "", ItemTexts())


def test_queries_come_by_gain_and_the_page_is_that_of_the_one_that_loses_most() -> None:
    table, values = _queries()
    found = table.answer(CALL())
    gains = sorted((value - reference for reference, value in values.values()), reverse=True)
    assert found.n == found.n_rows == N
    assert found.place == N - 1
    assert found.first == N - PAGE
    assert [row[3] - row[2] for row in found.rows] == gains[-PAGE:]
    assert found.counts == (sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains), 0)
    looked_at = table.answer(CALL(find="q17"))
    assert looked_at.rows[looked_at.place - looked_at.first][0] == "q17"


def test_many_queries_share_bars_whose_heights_are_means() -> None:
    table, values = _queries()
    found = table.answer(CALL())
    assert len(found.bars) <= BARS
    gains = sorted((value - reference for reference, value in values.values()), reverse=True)
    group = found.group
    assert group == -(-N // BARS)
    for n, bar in enumerate(found.bars):
        own = gains[n * group : (n + 1) * group]
        assert abs(bar[4] - sum(own) / len(own)) < 1e-9
    few, _ = _queries(30)
    assert (len(few.answer(CALL()).bars), few.answer(CALL()).group) == (30, 1)


def test_pages_laid_one_after_the_other_are_the_sorted_rows() -> None:
    table, values = _queries()
    wishes = [CALL(sort="value", down=True, first=first) for first in range(0, N, PAGE)]
    rows = [row for wish in wishes for row in table.page(wish).rows]
    assert [row[3] for row in rows] == sorted((value for _, value in values.values()), reverse=True)
    assert {row[0] for row in rows} == set(values)
    assert table.page(CALL(first=10 * N)).rows == ()


def test_of_papers_those_are_kept_on_which_the_systems_differ() -> None:
    table = _papers()
    every, some = table.answer(CALL()), table.answer(CALL(differing=True))
    differing = [k for k in range(N) if (k // 2) % 2 != (k // 3) % 2]
    assert (every.n_rows, some.n_rows, some.n) == (N, len(differing), N)
    assert every.n_differing == len(differing)
    assert [row[0] for row in some.rows] == [f"p{k}" for k in differing[:PAGE]]
    assert sum(every.counts) == N
    assert every.place == -1


def test_numbers_sort_as_numbers_and_labels_that_are_digits_are_classes() -> None:
    numbers = {f"p{k}": (float(value), value / 2) for k, value in enumerate((10, 9, 100))}
    one = TaskResult("t", "small", "", predictions=numbers)
    table = item_table(one, one, "", ItemTexts())
    assert [row[2] for row in table.page(CALL(sort="truth")).rows] == [9.0, 10.0, 100.0]
    assert table.answer(CALL()).of_classes is False
    labels = TaskResult("t", "small", "", predictions={"p": ("1", "0")})
    assert item_table(labels, labels, "", ItemTexts()).answer(CALL()).of_classes is True


def test_reviewers_have_grades_by_how_strictly_they_fit_and_titles_of_what_they_wrote(tmp_path: Path) -> None:
    found = item_texts("scirepeval/reviewers", data=small_scirepeval(tmp_path))
    assert found.asks == "submissions"
    for q in range(4):
        grades = {f"r{r}": int((q + r) % 4 >= 3) + int((q + r) % 4 >= 2) for r in range(4)}
        assert found.qrels[f"p{q}"] == grades
        assert found.queries[f"p{q}"]
    assert all(len(titles) == 4 for titles in found.wrote.values())
