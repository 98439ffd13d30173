"""The verdict says no more than the held-out queries did."""

from __future__ import annotations

import pytest

from assay.workspace.improvement_words import told, verdict
from assay.workspace.improving import Change, Improvement


def change(group: str, before: float, after: float, p: float) -> Change:
    low, high = after - before - 0.02, after - before + 0.02
    return Change(group, "meaning", 40, before, after, (low, high), p, wins=10, losses=5)


def improvement(*changes: Change, share: float = 0.5) -> Improvement:
    return Improvement(
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


EVERY = change("all", 0.5, 0.6, 0.001)


@pytest.mark.parametrize(
    ("clean", "said"),
    [
        (change("clean", 0.5, 0.56, 0.02), "more for new questions, too: use it"),
        (change("clean", 0.56, 0.5, 0.02), "less for new questions: do not use it"),
        (change("clean", 0.5, 0.56, 0.2), "for new questions no difference is proven"),
    ],
)
def test_new_questions_decide_where_they_can(clean: Change, said: str) -> None:
    assert said in verdict(improvement(EVERY, clean))


@pytest.mark.parametrize(
    ("every", "said"),
    [
        (EVERY, "asked for again; for new questions no difference is proven"),
        (change("all", 0.6, 0.5, 0.001), "finds less: do not use it"),
        (change("all", 0.5, 0.6, 0.4), "No difference is proven"),
    ],
)
def test_without_new_questions_all_that_were_held_out_speak(every: Change, said: str) -> None:
    assert said in verdict(improvement(every))


def test_a_model_that_went_nowhere_is_called_its_base() -> None:
    assert "liked the base best" in verdict(improvement(EVERY, share=0.0))


def test_what_was_left_out_is_told() -> None:
    text = "\n".join(told(improvement(EVERY)))
    assert "2 queries are papers" in text
    assert "1 queries have no relevant paper" in text
    assert "0.5000 -> 0.6000  +0.1000 [+0.0800, +0.1200]  p 0.001" in text
