"""Jobs against a real child: progress, result, cancel, kill, crash, and a queue that outlives the window."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from assay.cli import run
from assay.cli.output import Output
from assay.library import Library
from assay.location import state_folder
from assay.progress import Report
from assay_desktop.background.job_words import job_progress
from assay_desktop.background.jobs import Job, Jobs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

CHILD = """
import json, os, sys, time
what = sys.argv[3 if sys.argv[1] == "index" else 2]
assert sys.argv[-2:] == ["--progress", "jsonl"], sys.argv
def progress(stage, done, total):
    sys.stderr.write(json.dumps({"progress": {"stage": stage, "done": done, "total": total}}) + "\\n")
    sys.stderr.flush()
if what == "work":
    for n in range(1, 6):
        progress("encoding", n, 5)
        time.sleep(0.03)
    print(json.dumps({"new": 5}))
elif what == "obey":
    progress("encoding", 1, None)
    for line in sys.stdin:
        if line.strip() == "cancel":
            print(json.dumps({"cancelled": True}))
            sys.exit(130)
elif what == "ignore":
    progress("encoding", 1, 9)
    time.sleep(60)
elif what == "fail-often":
    failed = [{"file": "a.bib", "line": n, "reason": "no title"} for n in range(50_000)]
    print(json.dumps({"new": 1, "failed": failed, "conflicts": ["one"]}))
elif what == "bad":
    print(json.dumps({"error": {"kind": "BadInput", "message": "x.bib does not exist."}}))
    sys.exit(2)
elif what == "crash":
    sys.stderr.write("Segmentation something\\n")
    sys.stderr.flush()
    os._exit(11)
"""


def queue(folder: Path) -> Path:
    return state_folder(folder) / "queue.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "child.py").write_text(CHILD)
    return tmp_path


@pytest.fixture
def make_jobs(folder: Path) -> Iterator[Callable[..., Jobs]]:
    made: list[Jobs] = []

    def make(**options: Any) -> Jobs:
        jobs = Jobs(folder, command=(sys.executable, str(folder / "child.py")), **options)
        made.append(jobs)
        return jobs

    yield make
    for jobs in made:
        jobs.close()


def ended(jobs: Jobs) -> list[Job]:
    seen: list[Job] = []
    jobs.finished.connect(seen.append)
    return seen


def test_job_reports_progress_and_ends_with_its_result(make_jobs: Any, qtbot: QtBot) -> None:
    jobs = make_jobs()
    over, seen = ended(jobs), set()
    jobs.changed.connect(lambda: [seen.add((j.stage, j.done, j.total)) for j in jobs.all()])
    jobs.add("Work", ["import", "work"])
    assert jobs.running
    qtbot.waitUntil(lambda: bool(over))
    assert over[0].state == "done"
    assert over[0].result == {"new": 5}
    assert any(stage == "encoding" and total == 5 for stage, _, total in seen)
    assert not jobs.running


def test_rate_and_time_left_follow_from_the_stage(make_jobs: Any) -> None:
    job = Job("1", "Index", ("index",), state="running")
    at = job.at(Report("encoding", 200, 1000), stage_began=10.0, now=14.0)
    assert at.rate == 50.0
    assert at.eta_s == 16.0
    assert job.at(Report("reading", 7, None), stage_began=0.0, now=1.0).eta_s is None


def test_the_command_line_names_the_open_jobs_of_the_window(
    make_jobs: Any, folder: Path, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    Library.open(folder).close()
    jobs = make_jobs()
    jobs.add("Import of notes", ["import", "obey"])
    jobs.add("Import of more", ["import", "work"])
    qtbot.waitUntil(lambda: queue(folder).exists())
    assert run(["--library", str(folder), "status", "--json"], Output(as_json=True)) == 0
    told = json.loads(capsys.readouterr().out)["jobs"]
    assert told == ["Import of notes: running", "Import of more: queued"]


def test_one_job_runs_at_a_time_and_the_others_wait_their_turn(make_jobs: Any, qtbot: QtBot) -> None:
    jobs = make_jobs()
    over = ended(jobs)
    for title in ("first", "second"):
        jobs.add(title, ["import", "work"])
    assert [job.state for job in jobs.all()] == ["running", "queued"]
    assert jobs.is_waiting(["import", "work"])
    qtbot.waitUntil(lambda: len(over) == 2)
    assert [job.title for job in over] == ["first", "second"]


def test_an_import_waits_for_another_import_and_for_no_index(make_jobs: Any, qtbot: QtBot) -> None:
    jobs = make_jobs()
    over = ended(jobs)
    index = jobs.add("Index", ["index", "--model", "obey"])
    for title in ("first", "second"):
        jobs.add(title, ["import", "work"])
    jobs.add("Pool", ["pool"])
    assert [job.state for job in jobs.all()] == ["running", "running", "queued", "queued"]
    assert [job.title for job in jobs.running] == ["Index", "first"]
    qtbot.waitUntil(lambda: len(over) == 2)
    assert [job.title for job in over] == ["first", "second"]
    assert [job.title for job in jobs.running] == ["Index"]
    jobs.cancel(index)
    qtbot.waitUntil(lambda: len(over) == 4)
    assert [(job.title, job.state) for job in over[2:]] == [("Index", "cancelled"), ("Pool", "done")]


def test_both_lanes_end_with_the_window_and_are_left_to_the_next(make_jobs: Any, qtbot: QtBot) -> None:
    jobs = make_jobs()
    for words in (["index", "--model", "obey"], ["import", "obey"]):
        jobs.add("Work", words)
    processes = [child._process for child in jobs._children.values()]
    qtbot.waitUntil(lambda: all(job.stage == "encoding" for job in jobs.all()))
    jobs.close()
    assert [process.state() for process in processes] == [processes[0].ProcessState.NotRunning] * 2
    after = make_jobs()
    after.start()
    assert (after.n_left, [job.state for job in after.all()]) == (2, ["interrupted", "interrupted"])
    after.discard_left()


def test_cancelled_job_stops_by_itself(make_jobs: Any, qtbot: QtBot) -> None:
    jobs = make_jobs()
    over = ended(jobs)
    job_id = jobs.add("Obedient", ["import", "obey"])
    qtbot.waitUntil(lambda: jobs.all()[0].stage == "encoding")
    said: list[str] = []
    jobs.changed.connect(lambda: said.append(job_progress(jobs.all()[0])))
    jobs.cancel(job_id)
    assert said[0] == "stopping: 5 s at most; progress so far is kept"
    qtbot.waitUntil(lambda: bool(over))
    assert over[0].state == "cancelled"


def test_job_that_does_not_listen_is_killed_after_the_grace_time(make_jobs: Any, qtbot: QtBot) -> None:
    jobs = make_jobs(grace_ms=100)
    over = ended(jobs)
    job_id = jobs.add("Deaf", ["import", "ignore"])
    qtbot.waitUntil(lambda: jobs.all()[0].stage == "encoding")
    jobs.cancel(job_id)
    qtbot.waitUntil(lambda: bool(over))
    assert over[0].state == "cancelled"


def test_queued_job_leaves_the_queue_when_it_is_cancelled(make_jobs: Any, qtbot: QtBot) -> None:
    jobs = make_jobs()
    jobs.add("Obedient", ["import", "obey"])
    waiting = jobs.add("Waiting", ["import", "work"])
    jobs.cancel(waiting)
    assert [job.state for job in jobs.all()] == ["running", "cancelled"]


def test_bad_input_fails_with_the_message_of_the_command(make_jobs: Any, qtbot: QtBot) -> None:
    jobs = make_jobs()
    over = ended(jobs)
    jobs.add("Bad", ["import", "bad"])
    qtbot.waitUntil(lambda: bool(over))
    assert (over[0].state, over[0].error) == ("failed", "x.bib does not exist.")


def test_crash_says_so_with_the_last_words_and_the_next_job_runs(
    make_jobs: Any, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    jobs = make_jobs()
    over = ended(jobs)
    jobs.add("Crash", ["import", "crash"])
    jobs.add("Work", ["import", "work"])
    qtbot.waitUntil(lambda: len(over) == 2)
    assert over[0].state == "failed"
    assert "Segmentation something" in over[0].error
    assert over[1].state == "done"


def test_queue_is_taken_up_and_the_interrupted_job_offered_again_after_a_restart(
    make_jobs: Any, folder: Path, qtbot: QtBot
) -> None:
    before = make_jobs()
    before.add("Obedient", ["import", "obey"])
    before.add("Work", ["import", "work"])
    before.close()
    after = make_jobs()
    over = ended(after)
    after.start()
    assert after.n_left == 2
    assert [(job.title, job.state) for job in after.all()] == [
        ("Obedient", "interrupted"),
        ("Work", "queued"),
    ]
    assert not after.running  # offered, not run
    again = after.again(after.all()[0].id)
    assert [job.id for job in after.all() if job.state == "running"] == [again]
    after.cancel(again)
    qtbot.waitUntil(lambda: bool(over))
    after.resume_left()
    qtbot.waitUntil(lambda: len(over) == 2)
    assert [job.title for job in over] == ["Obedient", "Work"]


def test_damaged_queue_starts_empty_and_is_logged(
    make_jobs: Any, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    queue(folder).parent.mkdir(parents=True)
    queue(folder).write_text('[{"id": "1"')
    assert make_jobs().all() == ()
    assert "cannot be read" in caplog.text


def test_queue_file_holds_every_open_job_whatever_its_age(make_jobs: Any, folder: Path) -> None:
    jobs = make_jobs()
    for number in range(60):
        jobs.add(f"job {number}", ["import", "obey"])
    rows = json.loads(queue(folder).read_text())
    assert len(rows) == 60


def test_removed_job_is_gone_but_a_running_one_stays(make_jobs: Any, qtbot: QtBot) -> None:
    jobs = make_jobs()
    over = ended(jobs)
    done = jobs.add("Work", ["import", "work"])
    qtbot.waitUntil(lambda: bool(over))
    jobs.remove(done)
    running = jobs.add("Obedient", ["import", "obey"])
    jobs.remove(running)
    assert [job.id for job in jobs.all()] == [running]


def test_long_report_is_kept_with_its_first_rows_and_its_length(
    make_jobs: Any, folder: Path, qtbot: QtBot
) -> None:
    jobs = make_jobs()
    over = ended(jobs)
    jobs.add("Import", ["import", "fail-often"])
    qtbot.waitUntil(lambda: bool(over))
    result = over[0].result
    assert [failure["line"] for failure in result["failed"]] == list(range(200))
    assert result["n_failed"] == 50_000
    assert result["conflicts"] == ["one"]
    assert "n_conflicts" not in result
    assert queue(folder).stat().st_size < 100_000


def test_second_window_shows_the_jobs_but_neither_runs_nor_changes_them(
    make_jobs: Any, folder: Path, qtbot: QtBot
) -> None:
    first = make_jobs()
    first.add("Obedient", ["import", "obey"])
    first.add("Work", ["import", "work"])
    saved = queue(folder).read_bytes()
    second, said = make_jobs(), []
    second.refused.connect(said.append)
    second.start()
    assert [(job.title, job.state) for job in second.all()] == [("Obedient", "running"), ("Work", "queued")]
    assert not second.running
    assert second.add("More", ["import", "work"]) == ""
    second.cancel(second.all()[1].id)
    assert second.again(second.all()[0].id) == ""
    assert len(said) == 3
    assert "another Assay window" in said[0]
    assert queue(folder).read_bytes() == saved


def test_second_window_takes_the_queue_over_when_the_first_is_closed(make_jobs: Any, qtbot: QtBot) -> None:
    first, second = make_jobs(), make_jobs()
    over = ended(second)
    first.start()
    second.start()
    first.add("Obedient", ["import", "obey"])
    first.add("Work", ["import", "work"])
    qtbot.waitUntil(lambda: len(second.all()) == 2)
    first.close()
    qtbot.waitUntil(lambda: second.n_left == 2)
    second.discard_left()
    assert second.all() == ()
    second.add("Work", ["import", "work"])
    qtbot.waitUntil(lambda: bool(over))
