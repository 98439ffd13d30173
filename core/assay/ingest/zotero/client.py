"""What a running Zotero answers through its local API, asked on this machine alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from assay.errors import AssayError, BadInput
from assay.lookup.fetching import LOOPBACK, NoAnswer, Response, fetch, user_agent
from assay.messages import translatable
from assay.progress import IMPORTING, Progress, silent

if TYPE_CHECKING:
    from assay.importers.zotero.local_api import Row

SCHEME = "zotero:"
PORT = 23119
PAGE = 100
"""Items of an answer: Zotero makes a checksum of each one's file before it answers."""

_ORDER = {"format": "json", "sort": "dateAdded", "direction": "asc"}
"""What is added meanwhile comes last."""

SHORT_S = 5.0
"""How long a question waits that a person waits for."""

_TRIES = 3
_KEYS = 50  # that Zotero takes in one question
_MOST = 200_000_000  # bytes of an answer: notes hold pictures
_ADDRESS = re.compile(
    r"zotero:(?://?(?:localhost|127\.0\.0\.1)(?::(?P<port>\d{1,5}))?(?:/|$))?(?P<group>[^/]*)"
)


class ZoteroAway(AssayError):
    """Zotero does not run, or does not answer as it should."""


@dataclass(frozen=True, slots=True)
class ZoteroLibrary:
    """A library of a running Zotero. `group` is the number of a group's; 0 is the user's own."""

    group: int = 0
    port: int = PORT

    def __str__(self) -> str:
        """As it is watched and imported: "zotero:", "zotero:4711", "zotero://127.0.0.1:23120/4711"."""
        host = f"//{LOOPBACK}:{self.port}/" if self.port != PORT else ""
        return f"{SCHEME}{host}{self.group or ''}"

    @property
    def path(self) -> str:
        """Where the API has it."""
        return f"groups/{self.group}" if self.group else "users/0"


def is_zotero(source: str) -> bool:
    """Return whether a source is a running Zotero, and no folder or file."""
    return source.startswith(SCHEME)


def library_named(source: str) -> ZoteroLibrary:
    """Return the library that a source names. A group's name is looked up.

    Raises BadInput for a host that is not this machine, and for no such group; ZoteroAway.
    """
    found = _ADDRESS.fullmatch(source)
    port = int((found and found["port"]) or PORT)
    if found is None or not 0 < port < 1 << 16:
        raise BadInput(
            "'{0}' is not a Zotero on this machine, and no other is asked: '{1}' is.", source, SCHEME
        )
    group = found["group"]
    if not group or group.isdigit():
        return ZoteroLibrary(int(group or 0), port)
    groups = groups_of(ZoteroLibrary(0, port))
    for number, name in groups.items():
        if name == group:
            return ZoteroLibrary(number, port)
    raise BadInput("Zotero has no group '{0}'. It has {1}.", group, ", ".join(groups.values()) or "none")


def groups_of(own: ZoteroLibrary) -> dict[int, str]:
    """Return the groups of a running Zotero: number -> name. Raises ZoteroAway."""
    rows, _ = Client(own, timeout=SHORT_S).rows("groups")
    return {int(row.get("id", 0)): str(row["data"].get("name", "")) for row in rows}


class Client:
    """Asks one library of a running Zotero. Every method raises ZoteroAway."""

    def __init__(
        self, library: ZoteroLibrary, tick: Callable[[], object] = lambda: None, *, timeout: float = 60.0
    ) -> None:
        """`tick` is called while it waits, and may raise to give up; `timeout` is in seconds."""
        self.library, self._tick, self._timeout = library, tick, timeout

    def ask(self, path: str, **query: str | int) -> Response:
        """Return the answer to a question about the library, which has succeeded."""
        answer = self._get(path, query)
        if answer.status != 200:
            raise ZoteroAway(_REFUSED.get(answer.status, _OTHER), answer.status)
        return answer

    def _get(self, path: str, query: Mapping[str, str | int]) -> Response:
        address = f"http://{LOOPBACK}:{self.library.port}/api/{self.library.path}/{path}"
        try:
            return fetch(
                f"{address}?{urlencode(query)}" if query else address,
                agent=user_agent(),
                tick=self._tick,
                here=True,
                headers={"Zotero-API-Version": "3"},
                timeout=self._timeout,
                deadline=5 * self._timeout,
                most=_MOST,
            )
        except NoAnswer as error:
            raise ZoteroAway(
                "Zotero does not answer: {0}. Start it, turn on “Allow other applications on this computer "
                "to communicate with Zotero” (Settings, Advanced), and try again.",
                str(error),
            ) from error

    def rows(
        self, path: str, progress: Progress = silent, **query: str | int
    ) -> tuple[list[Row], Mapping[str, str]]:
        """Return all rows of a list, page by page, and the headers of its first page.

        It is read again where it changes its length meanwhile. `progress` counts rows.
        """
        for _ in range(_TRIES):
            found: list[Row] = []
            first: Mapping[str, str] = MappingProxyType({})
            total = 1
            while len(found) < total:
                answer = self.ask(path, start=len(found), limit=PAGE, **_ORDER, **query)
                first = first or answer.headers
                before, (page, total) = total, _page(answer)
                if found and total != before:
                    break
                if total and not page:
                    raise ZoteroAway(_DAMAGED)
                found += page
                progress(IMPORTING, len(found), total)
            else:
                return found, first
        raise ZoteroAway("Zotero's library keeps changing. Try again when it has finished.")

    def named(self, keys: Sequence[str]) -> list[Row]:
        """Return the items of these keys; those that are not there any more are left out."""
        parts = (keys[start : start + _KEYS] for start in range(0, len(keys), _KEYS))
        return [row for some in parts for row in self.rows("items", itemKey=",".join(some))[0]]

    def keys(self) -> set[str]:
        """Return the keys of all items, children and annotations; those in the bin are none."""
        return set(self.ask("items", format="keys").body.decode("utf-8", "replace").split())

    def file_url(self, key: str) -> str:
        """Return where the file of an attachment lies; "" where it has none."""
        return self._get(f"items/{key}/file/view/url", {}).body.decode("utf-8", "replace")


_REFUSED = {
    403: translatable(
        "Zotero's local API is off. In Zotero's settings, under Advanced, switch on “Allow other "
        "applications on this computer to communicate with Zotero”."
    ),
    404: translatable("Zotero has no such library, or is too old: its local API came with Zotero 7."),
    501: translatable("This Zotero has a local API other than version 3, which Assay supports."),
}
_OTHER = translatable("Zotero refused to answer (HTTP {0}). Start it again, and then try again.")


_DAMAGED = translatable("Zotero's answer is damaged, so nothing was imported. Try again.")


def _page(answer: Response) -> tuple[list[Row], int]:
    """Return the rows of an answer, and how many the whole list has."""
    try:
        page: Any = json.loads(answer.body)
        total = int(answer.headers.get("total-results", ""))
    except (ValueError, RecursionError):
        page, total = None, 0
    if not isinstance(page, list) or not all(map(_is_row, page)):
        raise ZoteroAway(_DAMAGED)
    return page, total


def _is_row(row: object) -> bool:
    return isinstance(row, dict) and isinstance(row.get("data"), dict) and ("key" in row or "id" in row)
