"""The verdict says no more than the held-out queries did."""

from __future__ import annotations

import pytest

from assay.query_tuning.types import TuningChange, TuningReport, helps, summary_lines, verdict


def change(
    group: str, before: float, after: float, p: float, *, mode: str = "meaning", n: int = 40
) -> TuningChange:
    low, high = after - before - 0.02, after - before + 0.02
    return TuningChange(group, mode, n, before, after, (low, high), p, wins=10, losses=5)


def improvement(*changes: TuningChange, share: float = 0.5) -> TuningReport:
    return TuningReport(
        judgements="library",
        base="assay-papers",
        model_id="better-1",
        queries=40,
        by_paper=2,
        without=1,
        folds=5,
        shares=(0.5,) * 5,
        share=share,
        changes=changes,
        seconds=60.0,
    )


MORE, LESS, EVEN = (0.5, 0.56, 0.002), (0.56, 0.5, 0.002), (0.5, 0.56, 0.03)


@pytest.mark.parametrize(
    ("meaning", "hybrid", "said", "good"),
    [
        (MORE, MORE, "Better, also for new queries: use it", True),
        (
            MORE,
            EVEN,
            "new queries with semantic search; no significant difference with hybrid search",
            False,
        ),
        (EVEN, MORE, "new queries with hybrid search; no significant difference with semantic search", True),
        (MORE, LESS, "Worse with hybrid search: do not use it", False),
        (LESS, LESS, "Worse with semantic search and with hybrid search: do not use it", False),
        (EVEN, EVEN, "No significant difference", False),
    ],
)
def test_both_ways_to_search_decide_for_new_questions(
    meaning: tuple[float, float, float], hybrid: tuple[float, float, float], said: str, good: bool
) -> None:
    groups = (change("clean", *meaning), change("clean", *hybrid, mode="hybrid"))
    found = improvement(change("all", *hybrid, mode="hybrid"), *groups)
    assert said in verdict(found)
    assert helps(found) is good  # a library is searched by hybrid search


def test_a_p_of_two_tests_is_shared() -> None:
    found = improvement(change("clean", 0.5, 0.6, 0.03), change("clean", 0.5, 0.6, 0.03, mode="hybrid"))
    assert "No significant difference" in verdict(found)


def test_a_handful_of_new_questions_proves_nothing() -> None:
    few = change("clean", 0.2, 0.9, 0.001, n=6)
    assert "no significant difference for new queries" in verdict(improvement(change("all", *MORE), few))


@pytest.mark.parametrize(
    ("every", "said"),
    [
        (MORE, "Better with semantic search for papers already judged"),
        (LESS, "Worse with semantic search: do not use it"),
        (EVEN, "No significant difference"),
    ],
)
def test_without_new_questions_all_that_were_held_out_speak(
    every: tuple[float, float, float], said: str
) -> None:
    assert said in verdict(improvement(change("all", *every)))


EVERY = change("all", 0.5, 0.6, 0.001)


def test_a_model_that_went_nowhere_is_called_its_base() -> None:
    found = improvement(EVERY, share=0.0)
    assert "The base model did best" in verdict(found)
    assert not helps(found)


def test_what_was_left_out_is_told() -> None:
    text = "\n".join(summary_lines(improvement(EVERY)))
    assert "2 queries are papers" in text
    assert "1 queries have no relevant paper" in text
    assert "0.5000 -> 0.6000  +0.1000 [+0.0800, +0.1200]  p 0.001" in text
