"""Where a library is: a folder of this machine, or a database on a PostgreSQL server that a team shares.

`--library` takes either. A server's address may hold a password; nothing that is made from it here to be
shown, logged or handed on in process arguments does.

A library's folder may come from anybody. What runs on its own, such as left-over jobs and watched folders, is
therefore the user's: kept in the state folder under a key of the library's place and identity, so that
neither a copy, nor another library in the same place, inherits it.
"""

from __future__ import annotations

import hashlib
import ipaddress
import logging
import os
import re
import uuid
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit

import platformdirs

from assay.errors import BadInput
from assay.files import FILE, make_folder

Location: TypeAlias = Path | str
"""A folder, or the address of a server."""

VARIABLE = "ASSAY_LIBRARY"
"""The environment variable that names the library where no `--library` does."""

SCHEMES = ("postgresql+psycopg", "postgresql")
DEFAULT_PORT = 5432
WEAK = ("disable", "allow", "prefer")
"""Values of libpq's sslmode with which it may connect without encryption."""
IDENTITY = "library.id"
"""The file in a library's folder that tells it from others that were in the same place before."""
EXAMPLE = "postgresql+psycopg://user:password@host:5432/database"

_MISTYPED = re.compile(
    r"""\s*(?:
        [a-z][a-z0-9+.-]+:/                # a scheme, of which a drive's letter is none
        | [a-z+.-]*(?:postgres|psycopg)[a-z0-9+.-]*\s*(?:[:;,=]|//)
        | /{2,}[^/]*@
        | [^/\\\s]+:[^/\\]*@            # user:password@host
        | (?:.*\s)?(?:host|hostaddr|dbname|user|password|sslmode|service)\s*=  # libpq's own form
    )""",
    re.VERBOSE | re.IGNORECASE,
)
"""What is meant as a server's address, whatever is wrong with it: it names no folder, and is not repeated."""
_SCHEME = re.compile("[a-z][a-z0-9+.-]{0,19}", re.IGNORECASE)
_TRUSTED = "trusted"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Server:
    """A library's database on a PostgreSQL server. Empty parts are left to libpq, as psql leaves them."""

    host: str
    port: int
    database: str
    user: str = ""
    password: str = field(default="", repr=False)
    options: Mapping[str, str] = field(default_factory=dict, repr=False)  # of libpq, such as sslmode

    @property
    def shown(self) -> str:
        """The address as people may see it: without the password, without options."""
        who = f"{quote(self.user, safe='')}@" if self.user else ""
        host = f"[{self.host}]" if ":" in self.host else self.host
        socket = f"?host={self.options['host']}" if not host and "host" in self.options else ""
        port = f":{self.port}" if host or self.port != DEFAULT_PORT else ""
        return f"{SCHEMES[0]}://{who}{host}{port}/{quote(self.database)}{socket}"

    @property
    def for_tools(self) -> str:
        """The same for PostgreSQL's own programs, which know no drivers."""
        return self.shown.replace(SCHEMES[0], SCHEMES[1], 1)

    @property
    def is_local(self) -> bool:
        """Whether nothing of a connection leaves this machine: a socket, or an address that leads back here.

        What the address leaves out comes from the environment, as libpq has it.
        """
        hosts = self.host or self.options.get("host", "") or os.environ.get("PGHOST", "")
        numbers = self.options.get("hostaddr", "") or os.environ.get("PGHOSTADDR", "")
        return all(leads_back(one.strip()) for one in (*hosts.split(","), *numbers.split(",")))

    @property
    def has_service(self) -> bool:
        """Whether libpq takes the rest from a service file, so that nobody here knows where it leads."""
        return "service" in self.options or "PGSERVICE" in os.environ

    @property
    def name(self) -> str:
        """Short enough for the title of a window."""
        return f"{self.database} on {self.host or 'this machine'}".replace("/", "∕")

    @property
    def folder(self) -> Path:
        """Where this machine keeps what can be made again from the server's papers, and its settings."""
        digest = hashlib.blake2b(self.shown.encode(), digest_size=10).hexdigest()
        return platformdirs.user_data_path("assay", appauthor=False) / "servers" / digest


def parsed(location: Location) -> Path | Server:
    """The folder or server that `location` names. Raises BadInput, which repeats nothing of a bad address."""
    if isinstance(location, Path):
        return location
    scheme, separator, _ = location.partition("://")
    if not separator:
        if _MISTYPED.match(location) and not Path(location).is_dir():
            raise _unreadable("it does not begin with postgresql+psycopg://")
        return Path(location)
    if scheme.lower() not in SCHEMES:
        shown = f"'{scheme}://'" if _SCHEME.fullmatch(scheme) else "such an address"
        raise BadInput(
            "A library cannot be kept at {0}. Give a folder, or the address of a PostgreSQL server: {1}",
            shown,
            EXAMPLE,
        )
    try:
        parts = urlsplit(location)
        port = parts.port
        options = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
    except ValueError:
        raise _unreadable("its host, port or options make no sense") from None
    if parts.fragment or "@" in unquote(parts.path) or ("@" in parts.query and "@" not in parts.netloc):
        raise _unreadable("part of it is cut off by a character of the password")
    return _server(parts, port, options)


def leads_back(host: str) -> bool:
    """Whether it is a socket ("", a path), or an address of this machine alone."""
    if not host or host[0] in "/@" or host.lower().rstrip(".") == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def folder_of(location: Location) -> Path:
    """The folder of this machine that holds the library, or what belongs to the library on a server."""
    place = parsed(location)
    return place.folder if isinstance(place, Server) else place


def name_of(location: Location) -> str:
    """Return what a person calls the library: its folder's name, or its database and host."""
    return parsed(location).name


def state_folder(place: Location | Server) -> Path:
    """Return where this user's state of the library is kept; the folder may not exist yet."""
    where = place if isinstance(place, Server) else parsed(place)
    key = where.shown if isinstance(where, Server) else f"{where.expanduser().resolve()}\n{_identity(where)}"
    digest = hashlib.blake2b(key.encode("utf-8", "surrogateescape"), digest_size=10).hexdigest()
    return platformdirs.user_state_path("assay", appauthor=False) / "libraries" / digest


def is_trusted(place: Location | Server) -> bool:
    """Return whether this user made the library, or said that it may look through its watched folders."""
    return (state_folder(place) / _TRUSTED).is_file()


def trust(place: Location | Server) -> None:
    """Note that the library is trusted. Where it cannot be noted, which is logged, it stays untrusted."""
    folder = state_folder(place)
    try:
        make_folder(folder)
        (folder / _TRUSTED).touch()
    except OSError as error:
        log.warning("%s cannot be written: %s", folder / _TRUSTED, error)


def distrust(place: Location | Server) -> None:
    """Forget that the library was trusted: from now on it is as one that others made."""
    with suppress(OSError):
        (state_folder(place) / _TRUSTED).unlink(missing_ok=True)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, FILE)


def _identity(folder: Path) -> str:
    """Return the library's random id, made where there is none; "" in a folder that cannot be written."""
    path = folder / IDENTITY
    with suppress(OSError):
        make_folder(folder)
        with open(path, "x", encoding="utf-8", opener=_private) as file:
            file.write(f"{uuid.uuid4()}\n")
    try:
        with path.open("rb") as file:
            return file.read(100).decode("utf-8", "replace").strip()
    except OSError:
        return ""


def _server(parts: SplitResult, port: int | None, options: dict[str, str]) -> Server:
    database = unquote(parts.path.removeprefix("/")) or options.pop("dbname", "")
    if not database:
        raise BadInput("The address of the library's server names no database. Write {0}", EXAMPLE)
    found = Server(
        host=unquote(parts.hostname or ""),
        port=port or DEFAULT_PORT,
        database=database,
        user=unquote(parts.username or "") or options.pop("user", ""),
        password=unquote(parts.password or "") or options.pop("password", ""),
        options=options,
    )
    if not f"{found.host}{found.database}{found.user}".isprintable():
        raise _unreadable("it has characters that cannot be printed")
    if ":" in found.user:
        raise _unreadable("the ':' between user and password is written as %3A")
    _require_encryption(found)
    return found


def _require_encryption(server: Server) -> None:
    """Raise BadInput for an address that allows a connection over the network without encryption.

    requiressl is libpq's older name of sslmode, and would undo it.
    """
    mode = server.options.get("sslmode", "require")
    if "requiressl" in server.options:
        raise BadInput(
            "{0} has the option requiressl, which is out of use. Give sslmode=require.", server.shown
        )
    if mode in WEAK and not server.is_local:
        raise BadInput(
            "{0} is to be reached with sslmode={1}, which may send grades and the password in the clear. "
            "Leave sslmode out, or give require, verify-ca or verify-full; or reach the server through a "
            "tunnel of this machine (ssh -L) at localhost.",
            server.shown,
            mode,
        )


def _unreadable(why: str) -> BadInput:
    return BadInput(
        "The address of the library's server cannot be read: {0}. Write {1} and, in user and password, "
        "%40 for @, %3A for :, %2F for /, %3F for ?, %23 for # and %25 for %.",
        why,
        EXAMPLE,
    )
