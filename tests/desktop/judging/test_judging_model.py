"""The clock of one judgement, the words of a duration, the last act that is not taken back."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from assay.campaigns.judging import last_judgement
from assay.campaigns.types import LastJudgement
from assay_desktop.pages.judging.model import Stopwatch, duration


def test_the_stopwatch_stands_still_while_the_window_is_not_in_use() -> None:
    now = [100.0]
    watch = Stopwatch(lambda: now[0])
    watch.restart()
    now[0] += 2
    watch.attend(False)
    now[0] += 600
    watch.attend(True)
    now[0] += 3
    assert watch.milliseconds == 5000


def test_the_stopwatch_begins_at_nothing_for_each_pair() -> None:
    now = [0.0]
    watch = Stopwatch(lambda: now[0])
    watch.restart()
    now[0] = 9
    watch.restart()
    now[0] = 10.5
    assert watch.milliseconds == 1500


@pytest.mark.parametrize(
    ("minutes", "words"), [(0.4, "under a minute"), (12.4, "about 12 min"), (189.0, "about 3 h 9 min")]
)
def test_durations_are_said_as_people_plan(minutes: float, words: str) -> None:
    assert duration(minutes) == words


@pytest.mark.parametrize(
    ("oldest_first", "expected"),
    [
        ([], None),
        ([("grade", 1)], LastJudgement("grade", 1)),
        ([("grade", 1), ("undo", None)], None),
        ([("grade", 1), ("grade", 2), ("undo", None)], LastJudgement("grade", 1)),
        ([("grade", 1), ("undo", None), ("redo", None)], LastJudgement("grade", 1)),
        (
            [("grade", 0), ("later", None), ("undo", None), ("undo", None), ("redo", None)],
            LastJudgement("grade", 0),
        ),
        ([("grade", 2), ("note", None)], LastJudgement("note")),
    ],
)
def test_the_last_judgement_is_the_newest_that_undo_would_take_back(
    oldest_first: list[tuple[str, int | None]], expected: LastJudgement | None
) -> None:
    pair = {"query_id": "q", "doc_id": "d"}
    events: list[Any] = [SimpleNamespace(kind=kind, relevance=grade, **pair) for kind, grade in oldest_first]
    assert last_judgement(reversed(events), queue={("q", "d")}) == expected
    elsewhere = None if expected is None else replace(expected, here=False)
    assert last_judgement(reversed(events), queue={("q", "other")}) == elsewhere
