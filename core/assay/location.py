"""Where a library is: a folder of this machine, or a database on a PostgreSQL server that a team shares.

`--library` takes either. A server's address may hold a password; nothing that is made from it here to be
shown, logged or handed on in process arguments does.
"""

from __future__ import annotations

import hashlib
import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit

import platformdirs

from assay.errors import BadInput

Location: TypeAlias = Path | str
"""A folder, or the address of a server."""

VARIABLE = "ASSAY_LIBRARY"
"""The environment variable that names the library where no `--library` does."""

SCHEMES = ("postgresql+psycopg", "postgresql")
DEFAULT_PORT = 5432
WEAK = ("disable", "allow", "prefer")
"""Values of libpq's sslmode with which it may connect without encryption."""
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
            f"A library cannot be kept at {shown}. Give a folder, or the address of a PostgreSQL "
            f"server: {EXAMPLE}"
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
    """Is it a socket ("", a path), or an address of this machine alone?"""
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
    """What a person calls the library: its folder's name, or its database and host."""
    return parsed(location).name


def _server(parts: SplitResult, port: int | None, options: dict[str, str]) -> Server:
    database = unquote(parts.path.removeprefix("/")) or options.pop("dbname", "")
    if not database:
        raise BadInput(f"The address of the library's server names no database. Write {EXAMPLE}")
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
    """Raises BadInput for an address that allows a connection over the network without encryption.

    requiressl is libpq's older name of sslmode, and would undo it.
    """
    mode = server.options.get("sslmode", "require")
    if "requiressl" in server.options:
        raise BadInput(
            f"{server.shown} has the option requiressl, which is out of use. Give sslmode=require."
        )
    if mode in WEAK and not server.is_local:
        raise BadInput(
            f"{server.shown} is to be reached with sslmode={mode}, which may send grades and the password in "
            "the clear. Leave sslmode out, or give require, verify-ca or verify-full; or reach the server "
            "through a tunnel of this machine (ssh -L) at localhost."
        )


def _unreadable(why: str) -> BadInput:
    return BadInput(
        f"The address of the library's server cannot be read: {why}. Write {EXAMPLE} and, in user and "
        "password, %40 for @, %3A for :, %2F for /, %3F for ?, %23 for # and %25 for %."
    )
