"""A Zotero on this machine, made by hand: its local API answers in the layout that Zotero publishes.

https://www.zotero.org/support/dev/web_api/v3/basics, and the head of Zotero's server_localAPI.js.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

Row = dict[str, Any]


@dataclass
class LocalZotero:
    """What it holds, by library ("users/0", "groups/4711"), and what it was asked.

    `server` is the name that it gives itself since it counts its own changes; "" is Zotero 7.0, which counts
    those that were synchronised. `fault` spoils its answers: a status, or "torn", "stalls", "no json",
    "another layout", "elsewhere".
    """

    port: int = 0
    server: str = "Ab3dEf6hIj9k"
    version: int = 1
    items: dict[str, list[Row]] = field(default_factory=dict)
    collections: dict[str, list[Row]] = field(default_factory=dict)
    groups: dict[int, str] = field(default_factory=dict)
    trash: set[str] = field(default_factory=set)
    files: dict[str, Path] = field(default_factory=dict)
    fault: int | str = ""
    asked: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        return f"zotero://127.0.0.1:{self.port}/"

    def put(self, key: str, kind: str, *, library: str = "users/0", parsed: str = "", **data: Any) -> Row:
        """Add an item, or change it, as one change of the library."""
        self.version += 1
        rows = self.items.setdefault(library, [])
        old = next((row for row in rows if row["key"] == key), None)
        own = {
            **(old["data"] if old else {"key": key, "itemType": kind, "tags": [], "relations": {}}),
            **data,
        }
        own |= {"version": self.version, "dateModified": f"2026-01-01T00:00:{self.version:02}Z"}
        kept, number = library.split("/")
        row: Row = {
            "key": key,
            "version": self.version,
            "library": {"type": kept.removesuffix("s"), "id": int(number), "name": "x", "links": {}},
            "links": {"self": {"href": f"http://localhost:{self.port}/api/{library}/items/{key}",
                               "type": "application/json"}},
            "meta": {"parsedDate": parsed, "numChildren": 0} if parsed else {"numChildren": 0},
            "data": own,
        }  # fmt: skip
        if key in self.files and own.get("linkMode") != "linked_file":
            row["links"]["enclosure"] = {"href": self.files[key].as_uri(), "type": own["contentType"]}
        if old:
            rows[rows.index(old)] = row
        else:
            rows.append(row)
        return row

    def attach(self, key: str, parent: str, file: Path, link: str = "imported_file") -> None:
        self.files[key] = file
        own = {"title": "PDF", "contentType": "application/pdf", "linkMode": link}
        name = {"path": str(file)} if link == "linked_file" else {"filename": file.name, "md5": None}
        self.put(key, "attachment", **({"parentItem": parent} if parent else {}), **own, **name)

    def collect(self, key: str, name: str, parent: str = "", library: str = "users/0") -> None:
        self.version += 1
        data = {"key": key, "version": self.version, "name": name, "parentCollection": parent or False}
        row = {"key": key, "version": self.version, "links": {}, "meta": {"numItems": 0}, "data": data}
        self.collections.setdefault(library, []).append(row)

    def remove(self, key: str) -> None:
        self.version += 1
        self.trash.add(key)

    def answer(self, path: str, query: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        library, _, what = path.removeprefix("/api/").partition("/")
        number, _, what = what.partition("/")
        library = f"{library}/{number}"
        if library != "users/0" and number not in map(str, self.groups):
            return 404, {}, b"Not found"
        if what.startswith("items/") and what.endswith("/file/view/url"):
            file = self.files.get(what.split("/")[1])
            return (200, {}, file.as_uri().encode()) if file else (404, {}, b"Not found")
        if what == "groups":
            rows = [{"id": id_, "version": 1, "links": {}, "meta": {}, "data": {"id": id_, "name": name}}
                    for id_, name in self.groups.items()]  # fmt: skip
        elif what in ("items", "collections"):
            rows = (self.items if what == "items" else self.collections).get(library, [])
        else:
            return 404, {}, b"No endpoint found\n"
        rows = [row for row in rows if str(row.get("key")) not in self.trash]
        if since := int(query.get("since", 0)):
            rows = [row for row in rows if row["version"] > since]
        if "itemKey" in query:
            rows = [row for row in rows if row["key"] in query["itemKey"].split(",")]
        headers = {"Total-Results": str(len(rows)), "Last-Modified-Version": str(self.version)}
        start = int(query.get("start", 0))
        rows = rows[start : start + int(query.get("limit", len(rows) or 1))]
        if query.get("format") == "keys":
            return 200, headers, "\n".join(row["key"] for row in rows).encode()
        return 200, headers, json.dumps(rows, indent=4).encode()


@contextmanager
def local_zotero() -> Iterator[LocalZotero]:
    """The server, for as long as the block lasts."""
    zotero = LocalZotero()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            zotero.asked.append(self.path)
            zotero.hosts.add(self.headers["Host"].partition(":")[0])
            parts = urlsplit(self.path)
            query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
            status, headers, body = zotero.answer(parts.path, query)
            fault = zotero.fault
            if isinstance(fault, int):
                status, headers, body = fault, {}, b"Local API is not enabled"
            elif fault == "elsewhere":
                status, headers, body = 302, {"Location": "http://127.0.0.2:9/"}, b""
            elif fault == "no json":
                body = body[:-3]
            elif fault == "another layout":
                body = b'{"items": []}'
            elif fault == "stalls":
                time.sleep(0.6)
            self.close_connection = True
            with suppress(OSError):
                self.send_response(status)
                usual = {"Zotero-API-Version": "3", "Zotero-Schema-Version": "35"}
                usual |= {"Zotero-Server-ID": zotero.server} if zotero.server else {}
                length = len(body) + (50 if fault == "torn" else 0)
                for name, value in {**usual, **headers, "Content-Length": str(length)}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing on standard error."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

    with Server(("127.0.0.1", 0), Handler) as server:
        zotero.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield zotero
        finally:
            server.shutdown()
            thread.join()
