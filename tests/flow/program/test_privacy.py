"""Private files, addresses that keep their password, encryption, missing locks."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from assay.errors import AssayError
from assay.library import Library
from assay.location import parsed
from forking import Forking

SECRET = "hunter2secret"

posix = pytest.mark.skipif(os.name == "nt", reason="Windows keeps a user's folders to themselves")


def _bits(path: Path) -> int:
    return path.stat().st_mode & 0o777


# -- files ------------------------------------------------------------------------------------------------


@posix
def test_a_library_its_backups_and_logs_are_their_owners_alone(
    tmp_path: Path, papers_file: Path, forking: Forking
) -> None:
    library, state = tmp_path / "shared machine" / "library", tmp_path / "state"
    before = os.umask(0o022)  # what nearly every machine has
    try:
        command = forking.command("--library", str(library))
        environment = {**os.environ, "XDG_STATE_HOME": str(state), "XDG_CACHE_HOME": str(state)}
        for words in (("import", str(papers_file)), ("backup",), ("index", "--model", "hashing")):
            subprocess.run([*command, *words], check=True, env=environment, capture_output=True)
        with Library.open(library) as opened, closing(sqlite3.connect(library / "library.sqlite")) as other:
            other.execute("SELECT count(*) FROM paper").fetchone()
            opened.judgements.assessors()
            for path in library.glob("library.sqlite*"):  # the -wal and -shm files as well
                assert _bits(path) == 0o600, path
        restored = sorted((library / "backups").glob("*.sqlite"))[-1]
        subprocess.run([*command, "restore", str(restored)], check=True, env=environment, capture_output=True)
    finally:
        os.umask(before)
    assert _bits(library) == 0o700
    assert _bits(library / "backups") == 0o700
    copies = list((library / "backups").iterdir())
    assert len(copies) >= 3
    for path in (library / "library.sqlite", *copies):
        assert _bits(path) == 0o600, path
    logs = list(state.rglob("*.log"))
    assert logs
    for path in logs:
        assert _bits(path) == 0o600, path
        assert _bits(path.parent) == 0o700


@posix
def test_a_log_that_an_earlier_assay_left_open_to_others_is_closed(tmp_path: Path) -> None:
    from assay.files import LogFile, log_folder

    folder = tmp_path / "log"
    folder.mkdir(mode=0o755)
    (folder / "assay.log").write_text("before\n", "utf-8")
    (folder / "assay.log").chmod(0o644)
    log_folder(folder)
    handler = LogFile(folder / "assay.log", maxBytes=100, backupCount=1, encoding="utf-8")
    handler.close()
    assert (_bits(folder), _bits(folder / "assay.log")) == (0o700, 0o600)
    assert (folder / "assay.log").read_text("utf-8") == "before\n"


@posix
@pytest.mark.parametrize("content", [None, "somebody's notes.txt"])
def test_a_library_in_a_folder_that_was_there_is_its_owners_alone(
    tmp_path: Path, papers_file: Path, content: str | None, forking: Forking
) -> None:
    """An empty folder is closed. One that holds something keeps its rights; what is kept in it is closed."""
    library = tmp_path / "library"
    library.mkdir()
    library.chmod(0o755)
    if content is not None:
        library.joinpath(content).write_text("mine", encoding="utf-8")
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    before = os.umask(0o022)
    try:
        command = forking.command("--library", str(library))
        for words in (("import", str(papers_file)), ("index", "--model", "hashing")):
            subprocess.run([*command, *words], check=True, env=environment, capture_output=True)
    finally:
        os.umask(before)
    assert _bits(library) == (0o700 if content is None else 0o755)
    readable = [path for path in _seen_by_others(library) if path.is_file()]
    assert [path.name for path in readable] == (
        [] if content is None else [".models.lock", "assay.toml", content]
    )


def _seen_by_others(path: Path) -> Iterator[Path]:
    """What another user of the machine can read from `path` on."""
    if not _bits(path) & (0o001 if path.is_dir() else 0o004):
        return
    yield path
    for each in sorted(path.iterdir()) if path.is_dir() else ():
        yield from _seen_by_others(each)


@posix
def test_check_says_that_everybody_can_read_a_library(tmp_path: Path, assay: Callable[..., Any]) -> None:
    folder = tmp_path / "library"
    Library.open(folder).close()
    assert "everybody" not in assay("check").out
    folder.chmod(0o755)
    (folder / "library.sqlite").chmod(0o644)  # as an earlier Assay made it
    told = assay("check", "--json")
    assert (told.status, [finding["kind"] for finding in told.payload["findings"]]) == (0, ["open"])
    assert f"chmod -R o= {folder}" in told.payload["findings"][0]["text"]


@posix
def test_a_library_that_a_team_shares_by_its_group_stays_shared(tmp_path: Path, papers_file: Path) -> None:
    folder = tmp_path / "library"
    Library.open(folder).close()
    folder.chmod(0o770)
    (folder / "library.sqlite").chmod(0o660)
    with Library.open(folder) as library:
        backup = library.backup()
    from assay.library import restore_backup

    restore_backup(folder, backup)
    assert (_bits(folder), _bits(folder / "library.sqlite")) == (0o770, 0o660)


# -- addresses --------------------------------------------------------------------------------------------

MISTYPED = (
    "postgresql:/me:{}@db.example.org/papers",
    "postgresql:me:{}@db.example.org/papers",
    "postgresql+psycopg:/me:{}@db.example.org/papers",
    "postgresql//me:{}@db.example.org/papers",
    "postgresql;//me:{}@db.example.org/papers",
    "postgres:/me:{}@db.example.org/papers",
    "postgres://me:{}@db.example.org/papers",
    "postgresq://me:{}@db.example.org/papers",
    "postgresql+psycop://me:{}@db.example.org/papers",
    "Postgresql:/me:{}@db.example.org/papers",
    " postgresql:/me:{}@db.example.org/papers",
    "//me:{}@db.example.org/papers",
    "me:{}@db.example.org/papers",
    "me:{}@db.example.org:5432/papers",
    "{}:postgresql://me@db.example.org/papers",
    "me:{}@postgresql://db.example.org/papers",
    "postgresql://me%3A{}@db.example.org/papers",
    "postgresql://me:5432?{}@db.example.org/papers",
    "postgresql://me:5432?a={}@db.example.org/papers",
    "postgresql://me:5432#{}@db.example.org/papers",
    "postgresql://me:5432/{}@db.example.org/papers",
    "postgresql://me:{}:5432/papers",
    "postgresql://db.example.org/?user=me:{}&dbname=papers",
    "https://me:{}@db.example.org/papers",
    "host=db.example.org user=me password={}",  # as psql and psycopg take it
    "dbname=papers password = {} host=db.example.org",
    "port=5432 password={}",
)


@pytest.mark.parametrize("address", MISTYPED)
@pytest.mark.parametrize("way", ["option", "variable"])
def test_a_mistyped_address_is_no_folder_and_its_password_is_not_shown(
    address: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from assay.cli import run
    from assay.cli.output import Output

    monkeypatch.chdir(tmp_path)
    typed = address.format(SECRET)
    if way == "variable":
        monkeypatch.setenv("ASSAY_LIBRARY", typed)
    named = ["--library", typed] if way == "option" else []
    assert run([*named, "queries", "list"], Output()) != 0
    said = "".join(capfd.readouterr())
    assert SECRET not in said
    assert "postgresql+psycopg://" in said, "the message says how such an address is written"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "folder", ["C:/Users/me/papers", "C:\\papers", "a@b/papers", "my papers: 2026", "x:y"]
)
def test_a_folder_with_an_odd_name_is_still_a_folder(folder: str) -> None:
    assert parsed(folder) == Path(folder)


def test_a_folder_that_is_there_is_one_whatever_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "me:notes@home").mkdir()
    assert parsed("me:notes@home") == Path("me:notes@home")


# -- encryption -------------------------------------------------------------------------------------------

SSL_REQUEST = bytes.fromhex("0000000804d2162f")  # PostgreSQL's protocol, "SSLRequest"


@contextmanager
def _server_without_encryption() -> Iterator[tuple[int, list[bytes]]]:
    """Somebody who answers every wish for encryption with 'N'; the port, and what they were sent."""
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    connection.settimeout(5)
                    while True:
                        try:
                            got = connection.recv(4096)
                        except OSError:
                            break
                        if not got:
                            break
                        heard.append(got)
                        connection.sendall(b"N")

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield listening.getsockname()[1], heard
        finally:
            listening.shutdown(socket.SHUT_RDWR)
    thread.join(10)


@posix
def test_a_teams_server_is_told_nothing_without_encryption(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PGSSLMODE", "PGHOST", "PGHOSTADDR", "PGSERVICE"):
        monkeypatch.delenv(name, raising=False)
    with _server_without_encryption() as (port, heard):
        address = f"postgresql+psycopg://me:{SECRET}@team.example.org:{port}/papers?hostaddr=127.0.0.1"
        with pytest.raises(AssayError, match="encryption") as caught:
            Library.open(address)
    assert SECRET not in str(caught.value)
    assert heard, "it was not even asked"
    assert set(heard) == {SSL_REQUEST}, "more than the wish for encryption went over the network"


def test_the_older_name_of_sslmode_is_refused() -> None:
    with pytest.raises(AssayError, match="requiressl") as caught:
        parsed(f"postgresql://me:{SECRET}@team.example.org/papers?requiressl=0")
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize("mode", ["disable", "allow", "prefer"])
def test_an_address_that_asks_for_less_is_refused(mode: str) -> None:
    with pytest.raises(AssayError, match=f"sslmode={mode}") as caught:
        parsed(f"postgresql://me:{SECRET}@team.example.org/papers?sslmode={mode}")
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize(
    ("rest", "variables", "mode"),
    [
        ("team.example.org/papers", {}, "require"),
        ("10.0.0.7/papers", {}, "require"),
        ("[2001:db8::7]/papers", {}, "require"),
        ("127.0.0.1,team.example.org/papers", {}, "require"),
        ("/papers?host=team.example.org", {}, "require"),
        ("localhost/papers?hostaddr=10.0.0.7", {}, "require"),
        ("/papers", {"PGHOST": "team.example.org"}, "require"),
        ("team.example.org/papers?sslmode=verify-full", {}, "verify-full"),
        ("team.example.org/papers", {"PGSSLMODE": "verify-full"}, ""),  # libpq's own variable asks for more
        ("team.example.org/papers", {"PGSSLMODE": "disable"}, "require"),
        ("localhost/papers", {}, ""),
        ("127.0.0.1/papers", {}, ""),
        ("[::1]/papers", {}, ""),
        ("/papers?host=/var/run/postgresql", {}, ""),
        ("/papers", {}, ""),
    ],
)
def test_encryption_is_asked_of_every_server_but_this_machines(
    rest: str, variables: dict[str, str], mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay.library.db.server import _arguments
    from assay.location import Server

    for name in ("PGSSLMODE", "PGHOST", "PGHOSTADDR", "PGSERVICE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    place = parsed(f"postgresql://me:{SECRET}@{rest}")
    assert isinstance(place, Server)
    assert _arguments(place).get("sslmode", "") == mode


# -- a file system without locks --------------------------------------------------------------------------

NO_LOCKS = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
static int answer(const char *name, int fd, int cmd, void *arg) {
    if (cmd == F_SETLK || cmd == F_SETLKW) { errno = ENOLCK; return -1; }
    int (*real)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, name);
    return real(fd, cmd, arg);
}
int fcntl(int fd, int cmd, ...) {
    va_list more; va_start(more, cmd); void *arg = va_arg(more, void *); va_end(more);
    return answer("fcntl", fd, cmd, arg);
}
int fcntl64(int fd, int cmd, ...) {
    va_list more; va_start(more, cmd); void *arg = va_arg(more, void *); va_end(more);
    return answer("fcntl64", fd, cmd, arg);
}
"""


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="needs Linux and a C compiler")
def test_a_file_system_without_locks_is_named_at_once(tmp_path: Path, papers_file: Path) -> None:
    """As over NFS without its lock service: every lock is answered by ENOLCK, SQLite's too."""
    (tmp_path / "no_locks.c").write_text(NO_LOCKS, "utf-8")
    shim = tmp_path / "no_locks.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-o", str(shim), str(tmp_path / "no_locks.c"), "-ldl"], check=True
    )
    folder = tmp_path / "library"
    command = [sys.executable, "-m", "assay", "--library", str(folder), "import", str(papers_file)]
    done = subprocess.run(
        command,
        check=False,
        env={**os.environ, "LD_PRELOAD": str(shim)},
        capture_output=True,
        text=True,
        timeout=25,
    )
    assert done.returncode != 0
    assert "ENOLCK" in done.stderr
    assert str(folder) in done.stderr
    assert "Another program" not in done.stderr, "nobody has locked anything"


def test_the_error_of_the_lock_is_named(
    assay: Callable[..., Any], papers_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import errno

    fcntl = pytest.importorskip("fcntl")

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "lockf", refuse)
    assert "ENOLCK" in assay("import", papers_file).err
