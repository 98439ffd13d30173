"""What a run has said, read in pieces and added up: curves, places, logs."""

from __future__ import annotations

import json
import math
import time
from pathlib import Path

import pytest
from run_script import PAUSED, check, finished, start, step, write_run

from assay.training.runs.events import CheckpointMade, End, Event, Resumed, StageEnd, from_json, to_json
from assay_desktop.pages.training.live import MOST_POINTS, Curve, EventFile, LiveRun


def heard(*events: Event) -> LiveRun:
    live = LiveRun()
    live.take(from_json(json.loads(json.dumps(to_json(event)))) for event in events)
    return live


def test_a_short_curve_keeps_every_value() -> None:
    curve = Curve()
    for n in range(1, 11):
        curve.add(n, float(n * n))
    assert list(curve.points()) == [(n, n * n) for n in range(1, 11)]


def test_a_long_curve_keeps_means_of_neighbours_in_bounded_room() -> None:
    curve = Curve(most=16)
    for n in range(100):
        curve.add(n, float(n))
    points = list(curve.points())
    assert len(points) <= 16
    assert curve.width == 8
    assert points[0] == (3.5, sum(range(8)) / 8)
    assert points[-1][1] == sum(range(96, 100)) / 4


def test_a_loss_that_is_no_number_leaves_a_gap() -> None:
    curve = Curve()
    for n, value in ((1, 1.0), (2, math.nan), (3, 3.0)):
        curve.add(n, value)
    assert list(curve.points()) == [(1.0, 1.0), (3.0, 3.0)]


def test_steps_of_a_second_stage_stand_after_those_of_the_first() -> None:
    both = {"stages": ("first", "second")}
    live = heard(
        start(steps=2, **both),
        step(1, steps=2),
        step(2, steps=2),
        StageEnd("first", 2, 2, None, "all steps made"),
        start(stage="second", steps=3, **both),
        step(1, stage="second", steps=3, pairs=0.5),
        check(1, 0.4, stage="second", name="pairs"),
    )
    assert (live.stage_number, live.step, live.total, live.reach) == (2, 1, 3, 5)
    assert live.begins == {"first": 0, "second": 2}
    assert live.log[-1] == "1  validation 0.4000 (best so far)"
    assert [x for x, _ in live.training["pairs"].points()] == [3.0]
    assert live.validation["pairs"].points == [(3.0, 0.4)]


def test_a_resumed_run_forgets_what_it_makes_anew() -> None:
    live = heard(
        start(), *(step(n) for n in range(1, 8)), check(6, 0.9), start(resumed_from=5), step(6, crops=0.125)
    )
    points = dict(live.training["crops"].points())
    assert sorted(points) == [1, 2, 3, 4, 5, 6]
    assert points[6] == 0.125
    assert live.validation["crops"].points == []
    assert live.total == 6


def test_a_run_that_begins_anew_starts_its_curves_anew() -> None:
    live = heard(start(), step(1), step(2), start(), step(1, crops=0.75))
    assert list(live.training["crops"].points()) == [(1.0, 0.75)]


def test_pause_and_end_are_heard() -> None:
    live = heard(start(), step(1), PAUSED)
    assert live.paused
    live.take([Resumed(), End("cancelled", "after 1 step; it can be resumed")])
    assert not live.paused
    assert live.end is not None
    assert live.end.status == "cancelled"
    assert live.log[-1] == "cancelled after 1 step; it can be resumed"


def test_what_is_no_event_is_counted_and_passed_over(tmp_path: Path) -> None:
    rows = [{"kind": "step"}, {"kind": "of a later version"}, {"kind": "validation", "losses": 3}, 7]
    path = tmp_path / "events.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows) + "{\n", encoding="utf-8")
    tail = EventFile(path)
    assert tail.read() == []
    assert tail.faults == 5


def test_a_line_that_is_still_being_written_waits(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    whole = json.dumps(to_json(step(1)))
    path.write_text(f"{whole}\n{whole[:20]}", encoding="utf-8")
    tail = EventFile(path)
    assert len(tail.read()) == 1
    assert tail.read() == []
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{whole[20:]}\n")
    assert tail.read() == [step(1)]
    assert tail.faults == 0


def test_a_file_that_is_not_there_yet_says_nothing(tmp_path: Path) -> None:
    tail = EventFile(tmp_path / "none")
    assert tail.read() == []
    assert not tail.behind


def test_a_run_of_200_000_steps_opens_quickly_and_in_small_pieces(tmp_path: Path) -> None:
    """Two seconds in all and a twentieth in one piece would be felt on a slow machine; most take far less."""
    path = tmp_path / "events.jsonl"
    both = {"stages": ("first", "second")}
    with path.open("w", encoding="utf-8") as file:
        for stage in ("first", "second"):
            file.write(json.dumps(to_json(start(stage=stage, steps=100_000, **both))) + "\n")
            row = to_json(step(1, stage=stage, steps=100_000))
            for n in range(1, 100_001):
                row["step"], row["losses"] = n, {"crops": 1 / n}
                file.write(json.dumps(row) + "\n")
                if n % 10_000 == 0:
                    file.write(json.dumps(to_json(check(n, 0.5, stage=stage))) + "\n")
            file.write(json.dumps(to_json(StageEnd(stage, 100_000, 1, 0.5, "over"))) + "\n")
    tail, live, pieces = EventFile(path), LiveRun(), []
    while True:
        began = time.thread_time()
        live.take(tail.read())
        pieces.append(time.thread_time() - began)
        if not tail.behind:
            break
    assert live.total == 200_000
    assert len(live.training["crops"]) <= MOST_POINTS
    assert [x for x, _ in live.validation["crops"].points] == [10_000.0 * n for n in range(1, 21)]
    assert tail.faults == 0
    assert sum(pieces) < 5
    assert sorted(pieces)[len(pieces) // 2] < 0.05


def test_the_scripted_run_ends_where_it_says(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", finished(tmp_path / "run"))
    live = LiveRun()
    live.take(EventFile(run / "events.jsonl").read())
    assert (live.step, live.steps, live.share) == (40, 40, 1.0)
    assert live.log[-2] == "first: all steps made; the weights of step 40 are kept"
    assert live.validation["crops"].points == [(10.0, 0.5), (40.0, 0.25)]
    assert CheckpointMade(10, "x").step == 10


@pytest.mark.parametrize("cut", [1, 7, 40])
def test_a_curve_is_cut_after_the_step_that_is_resumed_from(cut: int) -> None:
    curve = Curve()
    for n in range(1, 41):
        curve.add(n, 1.0)
    curve.cut(cut)
    assert len(curve) == cut
