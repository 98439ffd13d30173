"""`assay runs`: what it says of runs at work, of dead ones, and of those of another machine."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from assay.training.runs.events import End, Event, Paused, Reading, Start, Step, to_json
from assay.training.runs.run_lock import RunLock
from assay.training_runs.run_list import run_summary
from assay.training_runs.types import RunState

Assay = Callable[..., Any]

START = Start("crops", ("crops",), 40, {"crops": 100}, "cpu", "fp32", 1)
STEP = Step("crops", 1, 40, 0.1, 0.5, {"crops": 0.5}, 2e-5, 10.0, 900.0, 10**9, 0.5, 111_240.0, 0.01)


def write(run: Path, *events: Event) -> Path:
    run.mkdir(parents=True)
    lines = [json.dumps(to_json(event)) + "\n" for event in events]
    (run / "events.jsonl").write_text("".join(lines), encoding="utf-8")
    return run


@pytest.mark.parametrize(
    ("events", "alive", "dead"),
    [
        ([Reading("crops: corpus.tsv")], "starting", "interrupted"),
        ([START, STEP], "running", "interrupted"),
        ([START, STEP, Paused()], "paused", "interrupted"),
        ([START, STEP, End("cancelled")], "starting", "cancelled"),
        ([START, STEP, End("cancelled"), Reading("crops: corpus.tsv")], "starting", "interrupted"),
        ([START, STEP, End("finished")], "finished", "finished"),
    ],
)
def test_a_run_is_in_the_state_that_its_events_and_its_process_tell(
    events: Sequence[Event], alive: RunState, dead: RunState, tmp_path: Path
) -> None:
    run = write(tmp_path / "run", *events)
    assert run_summary(run).state == dead
    assert run_summary(run).eta_seconds is None
    present = RunLock(run)
    present.take()
    assert run_summary(run).state == alive
    present.leave()


def test_a_crashed_run_whose_number_another_program_has_is_interrupted_and_cannot_be_asked(
    assay: Assay, tmp_path: Path
) -> None:
    run = write(tmp_path / "run", START, STEP)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as foreign:
        (run / "pid").write_text(f"{foreign.pid}\n{socket.gethostname()}\nlocked\n", encoding="utf-8")
        (listed,) = assay("runs", "list", "--in", tmp_path, "--json").payload["runs"]
        assert (listed["state"], listed["process"], listed["eta_seconds"]) == ("interrupted", None, None)
        asked = assay("runs", "cancel", run)
        assert asked.status == 2
        assert "No training is running" in asked.err
        resumed = assay("runs", "resume", run)  # it really tries
        assert "had not started training" in resumed.err
        foreign.kill()


def test_what_a_starting_run_reads_is_shown(assay: Assay, tmp_path: Path) -> None:
    run = write(tmp_path / "run", Reading("crops: corpus.tsv"))
    present = RunLock(run)
    present.take()
    shown = assay("runs", "show", run)
    assert "Reading crops: corpus.tsv: process" in shown.out
    again = assay("runs", "resume", run)
    assert "It is at work already: process" in again.out
    assert assay("runs", "show", run, "--json").payload["doing"] == "crops: corpus.tsv"
    present.leave()


def test_a_run_of_another_machine_is_said_to_be_there(assay: Assay, tmp_path: Path) -> None:
    run = write(tmp_path / "run", START, STEP)
    (run / "pid").write_text("4711\ngpu1\nlocked\n", encoding="utf-8")
    assert "running on gpu1" in " ".join(assay("runs", "list", "--in", tmp_path).out.split())
    assert "Running: process 4711 on gpu1." in assay("runs", "show", run).out
    assert assay("runs", "cancel", run).status == 0
    assert (run / "control").read_text(encoding="utf-8") == "cancel\n"
    refused = assay("train", tmp_path / "none.toml", "--out", run, "--resume")
    assert refused.status == 2


def test_how_a_run_was_cancelled_is_said_once(assay: Assay, tmp_path: Path) -> None:
    run = write(tmp_path / "run", START, STEP, End("cancelled", "after 1 step; it can be resumed"))
    shown = assay("runs", "show", run).out
    assert "Cancelled after 1 step" in shown
    assert "cancelled after" not in shown
