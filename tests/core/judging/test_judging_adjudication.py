"""The queue of disagreements."""

from __future__ import annotations

import random
from datetime import UTC, datetime

from assay.campaign_types import Adjudication
from assay.judging import disagreements
from assay.types import Judgement, JudgementState

WHEN = datetime(2026, 3, 1, 12, tzinfo=UTC)


def graded(query_id: str, doc_id: str, **grades: int) -> list[Judgement]:
    return [Judgement(query_id, doc_id, who, JudgementState.GRADE, grade) for who, grade in grades.items()]


def settled(query_id: str, doc_id: str, relevance: int | None = 1, **how: bool) -> Adjudication:
    return Adjudication(query_id, doc_id, "judge", relevance, "because", WHEN, **how)


def test_only_grades_that_differ_are_a_disagreement() -> None:
    said = [
        *graded("q", "agreed", ann=1, bob=1),
        *graded("q", "single", ann=2),
        *graded("q", "differ", ann=1, bob=2),
        *graded("q", "with unsure", ann=1),
        Judgement("q", "with unsure", "bob", JudgementState.UNSURE),
        *graded("q", "with conflict", ann=1),
        Judgement("q", "with conflict", "bob", JudgementState.CONFLICT),
    ]
    assert [d.doc_id for d in disagreements(said, [], raters_per_pair=2)] == ["differ"]


def test_a_paper_graded_differently_for_two_queries_is_no_disagreement() -> None:
    assert disagreements([*graded("q1", "d", ann=0), *graded("q2", "d", bob=2)], [], raters_per_pair=1) == []


def test_the_hardest_come_first_and_then_they_go_by_query() -> None:
    said = [
        *graded("q2", "a", ann=0, bob=2),
        *graded("q1", "z", ann=1, bob=2),
        *graded("q1", "b", ann=0, bob=1),
        *graded("q1", "c", ann=2, bob=0),
        *graded("q0", "a", ann=1, bob=0),
    ]
    expected = [("q1", "c"), ("q2", "a"), ("q0", "a"), ("q1", "b"), ("q1", "z")]
    for seed in range(5):
        shuffled = random.Random(seed).sample(said, len(said))
        assert [(d.query_id, d.doc_id) for d in disagreements(shuffled, [], raters_per_pair=2)] == expected


def test_pairs_that_still_miss_a_rater_come_last() -> None:
    said = [
        *graded("q1", "waits", ann=0, bob=2),
        *graded("q2", "full", ann=0, bob=1, cat=1),
        *graded("q3", "unsure too", ann=0, bob=1),
        Judgement("q3", "unsure too", "cat", JudgementState.UNSURE),
        *graded("q0", "put off", ann=0, bob=1),
        Judgement("q0", "put off", "cat", JudgementState.LATER),
    ]
    found = [d.doc_id for d in disagreements(said, [], raters_per_pair=3)]
    assert found == ["full", "unsure too", "waits", "put off"]


def test_a_disagreement_shows_everything_that_was_said() -> None:
    said = [
        Judgement("q", "d", "cat", JudgementState.UNSURE, None, "cannot tell"),
        Judgement("q", "d", "bob", JudgementState.GRADE, 2, "its method"),
        Judgement("q", "d", "ann", JudgementState.GRADE, 0, ""),
    ]
    (found,) = disagreements(said, [settled("q", "d"), settled("p", "d")], raters_per_pair=2)
    assert [j.assessor for j in found.judgements] == ["ann", "bob", "cat"]
    assert set(found.judgements) == set(said)
    assert found.adjudication == settled("q", "d")
