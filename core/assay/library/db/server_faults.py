"""PostgreSQL's errors in words for the person whose library it holds. They never hold the password."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError

from assay.errors import AssayError, BadInput, LibraryError
from assay.location import Server

RETRY = "The next try connects again."
GOING = ("starting up", "shutting down", "recovery mode", "accepting connections")
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
    """Turns the driver's errors inside the block into LibraryError, and impossible text into BadInput."""
    try:
        yield
    except DBAPIError as error:
        raise explain(error, server) from error
    except UnicodeEncodeError as error:
        raise BadInput(
            f"{error.object!r} is no text that can be kept or looked up; nothing was changed."
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
            f"The library's server {server.shown} went away just as a change was being saved: it was kept "
            f"whole or not at all. Look which before you make it again. {RETRY}"
        ) from error


def is_away(error: DBAPIError) -> bool:
    """Is there no connection any more, or never was one?"""
    code = _code(error)
    lost = error.connection_invalidated or code[:2] == "08" or code[:3] == "57P"
    return lost or (not code and not isinstance(error, DataError))


def explain(error: DBAPIError, server: Server) -> AssayError:
    """What happened at the server, and what to do about it."""
    code, reason = _code(error), _reason(error, server)
    if code in REFUSALS:
        return LibraryError(REFUSALS[code].format(name=server.shown, reason=reason))
    if code in UNSAVABLE or (isinstance(error, DataError) and not code):
        return BadInput(f"A text of this change cannot be kept ({reason}); nothing was changed.")
    if code in (TOO_LONG, OUT_OF_RANGE):
        what = "Ids and names may have about 2,600 bytes." if code == TOO_LONG else "Give a smaller number."
        return BadInput(f"{server.shown} cannot keep this ({reason}); nothing was changed. {what}")
    if is_away(error):
        return _unreachable(reason, server)
    return LibraryError(f"{server.shown} refused a change ({reason}); nothing was changed.")


def _unreachable(reason: str, server: Server) -> LibraryError:
    if "does not support SSL" in reason:
        return LibraryError(
            f"The library's server {server.shown} offers no encryption, which Assay asks of every server but "
            "one of this machine; nothing was sent or changed. Have ssl turned on there, or reach the server "
            "through a tunnel (ssh -L) at localhost."
        )
    _, refused, why = reason.partition("FATAL:")
    why = why.strip()
    if refused and not any(word in why for word in GOING):
        return LibraryError(
            f"The library's server refused {server.shown}: {why}. Check user, password and database; "
            "nothing was changed."
        )
    log.info("no connection to %s: %s", server.shown, reason)
    return LibraryError(
        f"The library's server {server.shown} does not answer ({why or reason}); nothing was changed. Check "
        f"the address, the network and the server. {RETRY}"
    )


def _code(error: DBAPIError) -> str:
    return getattr(error.orig, "sqlstate", None) or ""


def _reason(error: DBAPIError, server: Server) -> str:
    """The first line of what the driver said."""
    lines = str(error.orig).strip().splitlines() or [type(error.orig).__name__]
    reason = next((line for line in lines if "FATAL:" in line), lines[0]).strip().rstrip(".")
    reason = reason.rpartition(" failed: ")[2]  # before it stand the host and port, which the message has
    return reason.replace(server.password, "***") if server.password else reason
