"""Somebody's library folder, opened in the window: none of its jobs runs, and none of its folders is read."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

import pytest

from assay.library import Library
from assay.location import is_trusted, state_folder
from assay.workspace import Workspace
from assay_desktop.background.job_kinds import KINDS, work_from, work_of
from assay_desktop.background.jobs import Job, Jobs
from assay_desktop.shell.watching import Watching
from assay_desktop.shell.widgets.library_notices import LibraryNotices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

ROW = {
    "id": "1", "title": "Index the library", "state": "queued", "stage": "", "done": 0, "total": None,
    "started": 0.0, "rate": 0.0, "eta_s": None, "result": {}, "error": "",
}  # fmt: skip


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A library as a stranger hands it on: made elsewhere, with a queue that writes over the user's file."""
    made = tmp_path / "made"
    with Workspace.open(made) as workspace:
        workspace.library.watched.add(str(tmp_path / "private"))
    folder = tmp_path / "theirs"
    shutil.copytree(made, folder)
    victim = tmp_path / "stand-in.bashrc"
    victim.write_text("export A=1\n", encoding="utf-8")
    (folder / "jobs").mkdir()
    old = {**ROW, "args": ["export", str(victim), "--force", "--format", "bibtex"]}
    (folder / "jobs" / "queue.json").write_text(json.dumps([old]), encoding="utf-8")
    return folder


@pytest.fixture
def jobs_of(qtbot: QtBot) -> Iterator[Callable[..., Jobs]]:
    made: list[Jobs] = []

    def make(folder: Path, **options: Any) -> Jobs:
        made.append(Jobs(folder, **options))
        return made[-1]

    yield make
    for jobs in made:
        jobs.close()


def test_the_queue_in_a_library_s_folder_is_ignored(foreign: Path, jobs_of: Any, qtbot: QtBot) -> None:
    jobs = jobs_of(foreign)
    jobs.start()
    assert (jobs.all(), jobs.n_left) == ((), 0)
    qtbot.wait(300)
    assert (foreign.parent / "stand-in.bashrc").read_text(encoding="utf-8") == "export A=1\n"


def test_the_queue_is_the_user_s_and_no_copy_inherits_it(tmp_path: Path, jobs_of: Any) -> None:
    own = tmp_path / "own"
    Library.open(own).close()
    before = jobs_of(own, command=("false",))
    before._mine = before._file.take()
    job = Job("1", "Index the library", ("index",))
    before._put(job)
    before.close()
    assert not (own / "jobs").exists()
    assert job.title in (state_folder(own) / "queue.json").read_text(encoding="utf-8")
    shutil.copytree(own, tmp_path / "copy")
    own.rename(tmp_path / "moved")
    for place in ("copy", "moved"):
        assert jobs_of(tmp_path / place).all() == ()
    (tmp_path / "moved").rename(own)
    assert [job.title for job in jobs_of(own).all()] == ["Index the library"]
    (own / "library.id").unlink()  # another library in the same place
    assert jobs_of(own).all() == ()


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "Shell", "fields": {"command": "rm"}},
        {"kind": "Work", "fields": {}},
        {"kind": "IndexLibrary", "fields": {"model": "m", "out": "/x"}},
        {"kind": "IndexLibrary", "fields": {"model": ["--library", "/x"]}},
        {"kind": "ImportPapers", "fields": {"paths": ["--force"]}},
        {"kind": "ImportPapers", "fields": {"paths": [1]}},
        {"kind": "ImportPapers", "fields": {}, "args": ["export", "x"]},
        {"kind": "IndexLibrary", "fields": {}, "state": "root"},
        {"args": ["export", "/x", "--force"]},
    ],
)
def test_a_job_that_no_window_has_written_is_refused(
    tmp_path: Path, jobs_of: Any, change: dict[str, Any]
) -> None:
    Library.open(tmp_path / "own").close()
    queue = state_folder(tmp_path / "own") / "queue.json"
    queue.parent.mkdir(parents=True, exist_ok=True)
    good = {**ROW, "kind": "IndexLibrary", "fields": {}}
    queue.write_text(json.dumps([{**ROW, **change}, good]), encoding="utf-8")
    assert [job.args for job in jobs_of(tmp_path / "own").all()] == [("index",)]


@pytest.mark.parametrize(
    "words",
    [
        ("index", "--model", "/models/tiny"),
        ("import", "/a.bib", "/b.ris"),
        ("export", "/a.bib", "--ids", "/ids.txt", "--force"),
        ("bench", "run", "bm25", "small", "--data", "/d", "--tasks", "/t", "--task", "a", "--task", "b"),
        ("bench", "run", "--resume", "later"),
        ("bench", "overlap", "m", "--run", "r", "--figures", "--split", "dev"),
        (
            "campaign",
            "run",
            "Pilot",
            "tag",
            "--mode",
            "hybrid",
            "--text",
            "title",
            "--model",
            "m",
            "-k",
            "50",
        ),
        ("improve", "Pilot@2", "--model", "m", "--out", "/o"),
        ("duplicates", "merge"),
    ],
)
def test_words_become_a_kind_with_fields_and_come_back_as_they_went(words: tuple[str, ...]) -> None:
    work = work_of(words)
    saved = json.loads(json.dumps(asdict(work)))
    assert work_from(type(work).__name__, saved).arguments() == words


def test_every_kind_is_a_command_of_the_command_line() -> None:
    from assay.cli import _command

    for kind in KINDS.values():
        command: Any = _command()
        for word in kind.command:
            command = command.commands[word]
        options = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
        for field in fields(kind):
            assert field.metadata.get("option", "--json") in options, (kind, field.name)


def test_a_foreign_library_is_opened_without_its_watched_folders_until_it_is_trusted(
    foreign: Path, context: Any, qtbot: QtBot
) -> None:
    notices: list[Any] = []
    with Workspace.open(foreign) as workspace:
        context.lane.workspace = workspace
        offered = LibraryNotices(context, context.changes)
        offered.added.connect(notices.append)
        offered.start()
        [strip] = notices
        qtbot.addWidget(strip)
        assert "comes from elsewhere" in strip.text
        walked: list[list[str]] = []
        watching = Watching(context)
        watching._walk = walked.append
        watching.check()
        assert walked == [[]]
        strip.buttons[0].click()
        assert workspace.library.is_trusted
        watching.check()
        assert walked[1] == [str(foreign.parent / "private")]
        offered.start()
        assert len(notices) == 1
    assert is_trusted(foreign)


def test_left_over_jobs_are_offered_in_a_strip(context: Any, qtbot: QtBot) -> None:
    notices: list[Any] = []
    offered = LibraryNotices(context, context.changes)
    offered.added.connect(notices.append)
    context.jobs.left_over.emit(3)
    [strip] = notices
    qtbot.addWidget(strip)
    assert strip.text == "3 unfinished jobs from the last session."
    assert [button.text() for button in strip.buttons] == ["Resume", "Discard"]
    assert offered.left is strip
