"""A library in a PostgreSQL database, which several people use at once from their own machines.

Writers take one lock before they read anything, so they are as serial as on SQLite, and every rule of the
form "read, decide, write" holds without a thought for others. Those who judge share that lock, so that they
wait for such writers and not for each other; what two of them could both change has locks of its own, see
rows/server_functions.py. seq grows in the order of one assessor's acts.
Readers wait for nobody: each transaction sees the library as it was when it began.

No connection keeps anything from one transaction to the next, so PgBouncer may hand each to another client
(pool_mode = transaction).
"""

from __future__ import annotations

import json
import logging
import os
import selectors
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from importlib.util import find_spec
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DataError, DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from assay.errors import AssayError, BadInput, LibraryError, LibraryMissing
from assay.files import make_folder
from assay.library.db.connection import Seat
from assay.library.db.migrations import HEAD, migrate, recognise
from assay.location import WEAK, Server, leads_back, trust

RETRY = "The next try connects again."
NOT_READY = ("starting up", "shutting down", "recovery mode", "accepting connections")
"""What a server says that answers, and does not serve yet or no longer."""

UNSAVABLE = ("22021", "22P05")  # text that the database's encoding cannot hold
TOO_LONG = "54000"
OUT_OF_RANGE = "22003"

REFUSALS = {
    "53100": "The disk of the server {name} is full; the last change was not made. Free some space.",
    "53300": "The library's server {name} has no connection left; nothing was changed. Close a window or "
    "command that uses it, or have max_connections raised.",
    "55P03": "Another program keeps {name} locked; nothing was changed. Wait or close it, and try again.",
    "25006": "{name} cannot be written: its server is read-only. Have that changed, or use the main server.",
    "42501": "The user of {name} may not do this ({reason}); nothing was changed. Ask the owner for: "
    "ALTER DATABASE ... OWNER TO ..., or GRANT ALL ON SCHEMA public TO ...",
}
"""SQLSTATE -> what to say. https://www.postgresql.org/docs/15/errcodes-appendix.html lists them."""

log = logging.getLogger(__name__)


@contextmanager
def explained(server: Server) -> Iterator[None]:
    """Turn the driver's errors inside the block into LibraryError, and impossible text into BadInput."""
    try:
        yield
    except DBAPIError as error:
        raise explain(error, server) from error
    except PoolTimeout as error:
        raise LibraryError(REFUSALS["53300"].format(name=server.shown)) from error
    except UnicodeEncodeError as error:
        raise BadInput(
            "{0} is not a text that can be stored or looked up; nothing was changed.", repr(error.object)
        ) from error


@contextmanager
def explained_saving(server: Server) -> Iterator[None]:
    """The same around a commit: if the connection ends there, nobody here knows whether it was made."""
    try:
        yield
    except DBAPIError as error:
        if not is_away(error):
            raise
        raise LibraryError(
            "The library's server {0} was lost while a change was being saved: all of it was saved, or "
            "nothing. Check before you repeat it. {1}",
            server.shown,
            RETRY,
        ) from error


def is_away(error: DBAPIError) -> bool:
    """Whether there is no connection any more, or never was one."""
    code = _code(error)
    lost = error.connection_invalidated or code[:2] == "08" or code[:3] == "57P"
    return lost or (not code and not isinstance(error, DataError))


def explain(error: DBAPIError, server: Server) -> AssayError:
    """Return what happened at the server, and what to do about it."""
    code, reason = _code(error), _reason(error, server)
    if code in REFUSALS:
        return LibraryError(REFUSALS[code].format(name=server.shown, reason=reason))
    if code in UNSAVABLE or (isinstance(error, DataError) and not code):
        return BadInput("A text of this change cannot be kept ({0}); nothing was changed.", reason)
    if code in (TOO_LONG, OUT_OF_RANGE):
        what = "Ids and names may have about 2,600 bytes." if code == TOO_LONG else "Give a smaller number."
        return BadInput("{0} cannot keep this ({1}); nothing was changed. {2}", server.shown, reason, what)
    if is_away(error):
        return _unreachable(reason, server)
    return LibraryError("{0} refused a change ({1}); nothing was changed.", server.shown, reason)


def _unreachable(reason: str, server: Server) -> LibraryError:
    if "does not support SSL" in reason:
        return LibraryError(
            "The library's server {0} offers no encryption, which Assay asks of every server "
            "but one of this machine; nothing was sent or changed. Have ssl turned on there, "
            "or reach the server through a tunnel (ssh -L) at localhost.",
            server.shown,
        )
    _, refused, why = reason.partition("FATAL:")
    why = why.strip()
    if refused and not any(word in why for word in NOT_READY):
        return LibraryError(
            "The library's server refused {0}: {1}. Check user, password and database; nothing was changed.",
            server.shown,
            why,
        )
    log.info("no connection to %s: %s", server.shown, reason)
    return LibraryError(
        "The library's server {0} does not answer ({1}); nothing was changed. Check the "
        "address, the network and the server. {2}",
        server.shown,
        why or reason,
        RETRY,
    )


def _code(error: DBAPIError) -> str:
    return getattr(error.orig, "sqlstate", None) or ""


def _reason(error: DBAPIError, server: Server) -> str:
    """Return the first line of what the driver said."""
    lines = str(error.orig).strip().splitlines() or [type(error.orig).__name__]
    reason = next((line for line in lines if "FATAL:" in line), lines[0]).strip().rstrip(".")
    reason = reason.rpartition(" failed: ")[2]  # before it stand the host and port, which the message has
    return reason.replace(server.password, "***") if server.password else reason


WRITERS = 0x4153534159  # "ASSAY": advisory locks belong to a database, so every library has its own
LOCK_SECONDS = 30  # longer than the longest write: an import of 100,000 papers takes a few seconds a batch
IDLE_SECONDS = 120  # a laptop that falls asleep in a write must not keep the team out for good

CONNECTION = {
    "application_name": "assay",
    "client_encoding": "utf8",
    "connect_timeout": "5",
    # A server whose machine or network vanished is noticed within half a minute, not after hours.
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}
"""What libpq is told where the address says nothing else."""

IDLE_CONNECTIONS, MOST_CONNECTIONS = 1, 4
"""Of one program: a window and its children share the server with a team."""

# A commit waits for the server's disk, whatever the server's own default is: a grade outlives a power cut.
# All of it ends with the transaction.
PREPARE = f"""
           set_config('lock_timeout', '{LOCK_SECONDS}s', true),
           set_config('idle_in_transaction_session_timeout', '{IDLE_SECONDS}s', true),
           CASE current_setting('synchronous_commit')
               WHEN 'off' THEN set_config('synchronous_commit', 'on', true)
           END"""
ALONE = f"pg_advisory_xact_lock({WRITERS})"
SHARED = f"pg_advisory_xact_lock_shared({WRITERS})"
SEATED = "pg_advisory_xact_lock({0}, hashtext({1}))"
"""A campaign and a handle: one person's acts there are serial. Two handles of one hash wait for nothing."""

PUBLISHING = sa.text(f"SELECT {PREPARE}, pg_advisory_xact_lock({WRITERS + 1})")
"""Those who publish vectors wait for each other, and for nobody else."""


class ServerDatabase:
    """The `Database` of a library on a server. It connects when it is first used, and again when it must."""

    def __init__(self, server: Server) -> None:
        if find_spec("psycopg") is None:
            raise LibraryError(
                "{0} is reached by the library psycopg, which is missing. Install Assay with the extra "
                "postgres.",
                server.shown,
            )
        self.server = server
        self.functions = False  # whether the server keeps those of rows/server_functions.py
        self._engine = sa.create_engine(
            "postgresql+psycopg://",
            connect_args=_arguments(server),
            json_serializer=partial(json.dumps, ensure_ascii=False),
            use_native_hstore=False,  # or every new connection asks for it
            pool_size=IDLE_CONNECTIONS,
            max_overflow=MOST_CONNECTIONS - IDLE_CONNECTIONS,
        )
        sa.event.listen(self._engine, "connect", partial(_require_encrypted, server))
        sa.event.listen(self._engine, "checkout", _require_open)
        self._reading = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        # Each statement sees what was committed before it: after the lock, that is all there is.
        self._writing = self._engine.execution_options(isolation_level="READ COMMITTED")
        self._calling = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    @property
    def name(self) -> str:
        return self.server.shown

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        with explained(self.server), self._reading.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self, seat: Seat | None = None) -> Iterator[sa.Connection]:
        locks = ALONE if seat is None else f"{SHARED}, {SEATED.format(':campaign', ':assessor')}"
        with explained(self.server), self._writing.connect() as connection, connection.begin() as transaction:
            connection.execute(sa.text(f"SELECT {PREPARE}, {locks}"), seat._asdict() if seat else {})
            yield connection
            with explained_saving(self.server):
                transaction.commit()

    def call(
        self, statement: sa.TextClause, parameters: Mapping[str, object]
    ) -> sa.Row[*tuple[Any, ...]] | None:
        """Run one statement as a transaction of its own, in one round trip; return its first row."""
        with explained(self.server), self._calling.connect() as connection, explained_saving(self.server):
            return connection.execute(statement, parameters).first()

    @contextmanager
    def publish(self) -> Iterator[sa.Connection]:
        """A transaction that may take minutes and keeps no writer of the library waiting, only its like."""
        with explained(self.server), self._writing.connect() as connection, connection.begin() as transaction:
            connection.execute(PUBLISHING)
            yield connection
            with explained_saving(self.server):
                transaction.commit()

    def rebuild(self) -> AbstractContextManager[sa.Connection]:
        """Return a write: PostgreSQL changes tables in place, inside a transaction like any other."""
        return self.write()

    def refuse_writes(self, why: str) -> None:
        log.info("%s is read-only because %s", self.name, why)
        self._writing = self._calling = self._reading

    def close(self) -> None:
        self._engine.dispose()


def open_server(server: Server, *, create: bool) -> ServerDatabase:
    """Return the library on the server, made or migrated first where needed.

    Raises LibraryError where the server does not answer or refuses, where there is no library and none is
    to be made, and LibraryTooNew.
    """
    database = ServerDatabase(server)
    try:
        found = recognise(database)
        if found is None:
            if not create:
                raise LibraryMissing(
                    "There is no library in {0}. Check the address, or import something to make one.",
                    server.shown,
                )
            _check_encoding(database)
            trust(server)
        if found != HEAD:
            migrate(database, before=lambda: None)
        make_folder(server.folder)
    except OSError as error:
        database.close()
        raise LibraryError("The indexes of {0} cannot be kept here: {1}.", server.shown, error) from error
    except BaseException:
        database.close()
        raise
    return database


def _check_encoding(database: ServerDatabase) -> None:
    """Refuse a database in another encoding: it could not hold every title. Raises LibraryError."""
    with database.read() as connection:
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
    if encoding != "UTF8":
        raise LibraryError(
            "{0} keeps its texts in {1}, which cannot hold every title. Make a database with "
            "CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0.",
            database.name,
            encoding,
        )


def _arguments(server: Server) -> dict[str, str | int | None]:
    """Return what libpq is given; what the address leaves out stays libpq's to find, in ~/.pgpass for one."""
    named = {
        "host": server.host,
        "port": str(server.port),
        "user": server.user,
        "password": server.password,
        "dbname": server.database,
    }
    given = {name: value for name, value in named.items() if value}
    # libpq alone would "prefer" encryption, and do without where someone on the way says there is none.
    weak = os.environ.get("PGSSLMODE", WEAK[0]) in WEAK
    # A service file may ask for more, so it is not overruled; `_require_encrypted` looks at what came of it.
    encrypted = {"sslmode": "require"} if weak and not (server.is_local or server.has_service) else {}
    # A statement that is prepared on the server belongs to a connection, which PgBouncer gives to others.
    return {"prepare_threshold": None, **CONNECTION, **encrypted, **server.options, **given}


def _require_encrypted(server: Server, connection: Any, _record: object = None) -> None:
    """Raise LibraryError for a connection in the clear to another machine."""
    if connection.pgconn.ssl_in_use or not connection.info.host or connection.info.host.startswith("/"):
        return
    if not leads_back(connection.info.hostaddr or connection.info.host):
        connection.close()
        raise LibraryError(
            "{0} was reached without encryption, which Assay asks of every server but one of "
            "this machine; nothing was changed. Put sslmode=require into the service file.",
            server.shown,
        )


def _require_open(connection: DBAPIConnection, _record: object, _proxy: object) -> None:
    """Have a connection replaced unseen that the server has dropped meanwhile, without asking the server.

    An idle server says nothing: what there is to read is its farewell.
    """
    with selectors.DefaultSelector() as waiting:
        waiting.register(connection.fileno(), selectors.EVENT_READ)
        if waiting.select(timeout=0):
            raise DisconnectionError
