"""What Windows and macOS do otherwise than Linux, by the logic of it: none of them runs here."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from assay import files
from assay.encoding import devices
from assay.errors import LibraryError, ModelError
from assay.interpreter import python
from assay.library import Library
from assay.library.db import sqlite
from assay.library.db.server import ServerDatabase
from assay.location import Server, parsed
from assay.pdf.process import pool

BUSY = 32


def refused(code: int | None) -> PermissionError:
    error = PermissionError(13, "the file is open in another program")
    if code is not None:
        error.winerror = code  # type: ignore[attr-defined]  # where this runs, it has none
    return error


@pytest.fixture
def refuse(monkeypatch: pytest.MonkeyPatch) -> list[PermissionError]:
    """Errors that renames raise, the last one first, before they work."""
    coming: list[PermissionError] = []
    rename = Path.replace

    def replace(self: Path, target: Path) -> Path:
        if coming:
            raise coming.pop()
        return rename(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(files, "_WAITS", (0.0,) * 8)
    return coming


@pytest.mark.parametrize("code", [5, 32, 33])
def test_a_file_that_another_program_reads_is_replaced_once_it_is_free(
    tmp_path: Path, refuse: list[PermissionError], code: int
) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("old")
    refuse += [refused(code)] * 8
    files.write_text(path, "new")
    assert path.read_text() == "new"
    assert not refuse


def test_a_file_that_stays_open_keeps_its_content_and_no_draft_is_left(
    tmp_path: Path, refuse: list[PermissionError]
) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("old")
    refuse += [refused(BUSY)] * 9
    with pytest.raises(PermissionError, match="another program"):
        files.write_text(path, "new")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("settings.toml", "old")]


def test_a_folder_that_may_not_be_written_is_not_tried_again(
    tmp_path: Path, refuse: list[PermissionError]
) -> None:
    refuse += [refused(None), refused(None)]
    with pytest.raises(PermissionError):
        files.write_text(tmp_path / "a", "b")
    assert len(refuse) == 1


def test_a_folder_with_a_mapped_file_is_renamed_once_it_is_free(
    tmp_path: Path, refuse: list[PermissionError]
) -> None:
    (tmp_path / "model").mkdir()
    refuse += [refused(5)] * 3
    files.move(tmp_path / "model", tmp_path / ".deleted-model")
    assert (tmp_path / ".deleted-model").is_dir()


@pytest.mark.parametrize(("platform", "wanted"), [("darwin", 1), ("linux", 0)])
def test_on_macos_a_commit_waits_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, wanted: int
) -> None:
    monkeypatch.setattr(sqlite, "sys", SimpleNamespace(platform=platform))
    with Library.open(tmp_path / "library") as library, library._database.read() as connection:
        for pragma in ("fullfsync", "checkpoint_fullfsync"):
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == wanted


def test_on_macos_a_file_is_synced_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    fcntl = SimpleNamespace(F_FULLFSYNC=51, fcntl=lambda _handle, command: asked.append(command))
    monkeypatch.setitem(sys.modules, "fcntl", fcntl)
    monkeypatch.setattr(files, "sys", SimpleNamespace(platform="darwin"))
    files.write_text(tmp_path / "grade", "2", durable=True)
    assert asked == [51]


def test_a_device_is_used_where_it_computes_as_the_cpu_does(monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    assert devices.computes_as_cpu("cpu")
    assert not devices.computes_as_cpu("meta"), "which computes nothing"
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: True)
    for is_right, chosen in ((True, "mps"), (False, "cpu")):
        monkeypatch.setattr(devices, "computes_as_cpu", lambda _device, is_right=is_right: is_right)
        assert devices.resolve_device("auto") == chosen
    with pytest.raises(ModelError, match="other numbers than its cpu"):
        devices.resolve_device("mps")


def test_the_memory_of_a_process_is_known_on_every_system() -> None:
    code = "held = b'x' * 200_000_000; print(); input()"
    with subprocess.Popen(
        python("-c", code), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert 190 < pool._megabytes(child.pid) < 400
        child.communicate("\n")
    assert pool._megabytes(child.pid) == 0


def test_without_alarms_a_reader_ends_itself() -> None:
    code = (
        "import signal, time; del signal.alarm\n"
        "from assay.pdf.process import worker; worker._GRACE_S = 0\n"
        "worker.bound_time(60); worker.bound_time(0); worker.bound_time(0.1); time.sleep(60)"
    )
    begun = time.monotonic()
    done = subprocess.run(python("-c", code), check=False, timeout=30)
    assert done.returncode == 124
    assert time.monotonic() - begun < 20
    assert hasattr(signal, "alarm") or os.name == "nt"


def test_no_child_opens_a_console() -> None:
    """Every child of ours is started with the flag; Qt's QProcess sets it itself."""
    root = Path(files.__file__).parents[2]
    started = [
        (path.name, call[0])
        for package in ("core/assay", "desktop/assay_desktop")
        for path in (root / package).rglob("*.py")
        for call in re.finditer(r"subprocess\.(?:run|Popen)\((?s:.{,500})", path.read_text(encoding="utf-8"))
    ]
    assert len(started) >= 4
    assert [name for name, call in started if "creationflags=NO_WINDOW" not in call] == []


def test_without_psycopg_a_server_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    server = parsed("postgresql://ann@localhost/papers")
    assert isinstance(server, Server)
    with pytest.raises(LibraryError, match=r"psycopg, which is missing\. .* extra postgres"):
        ServerDatabase(server)
