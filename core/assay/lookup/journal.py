"""What was asked of whom: a line before a question leaves, and a line with what came of it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from assay.errors import LibraryError

FILE_NAME = "requests.jsonl"


@dataclass(frozen=True, slots=True)
class SentRequest:
    """One request. `outcome` is a few words: "found", "not known there", what went wrong; "" while unknown.

    `sent` is the whole address, which holds all that was sent of the paper. `status` is HTTP's, 0 where no
    answer came.
    """

    id: str
    asked_at: datetime  # UTC
    host: str
    sent: str
    doc_id: str
    status: int = 0
    n_bytes: int = 0
    outcome: str = ""


class Journal:
    """The requests of one library, in a file that a person can read. Appending is all that is done to it."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME

    def begin(self, host: str, sent: str, doc_id: str) -> SentRequest:
        """Before anything is sent. Raises LibraryError where it cannot be written: then nothing is sent."""
        request = SentRequest(uuid4().hex, datetime.now(UTC), host, sent, doc_id)
        self._append({**asdict(request), "asked_at": request.asked_at.isoformat()})
        return request

    def end(self, request: SentRequest, *, status: int, n_bytes: int, outcome: str) -> SentRequest:
        """Note what came of it; return the whole."""
        self._append({"id": request.id, "status": status, "n_bytes": n_bytes, "outcome": outcome})
        return replace(request, status=status, n_bytes=n_bytes, outcome=outcome)

    def all(self, *, limit: int | None = None) -> list[SentRequest]:
        """Return the requests, the latest first. Lines that a kill has torn are left out."""
        found: dict[str, SentRequest] = {}
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise LibraryError("{0} cannot be read: {1}.", self._path, error) from error
        for line in lines:
            try:
                _take(json.loads(line), found)
            except (ValueError, TypeError, KeyError):
                continue
        return list(found.values())[::-1][:limit]

    def _append(self, row: dict[str, object]) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab") as file:
                torn = file.tell() and not _ends_a_line(self._path)
                line = json.dumps(row, ensure_ascii=False)
                file.write(f"{chr(10) if torn else ''}{line}\n".encode("utf-8", "replace"))
        except OSError as error:
            raise LibraryError(
                "{0} cannot be written, so nothing was looked up: {1}.", self._path, error
            ) from error


def _take(row: dict[str, object], found: dict[str, SentRequest]) -> None:
    values = dict(row)
    if "sent" in values:
        sent_at = datetime.fromisoformat(str(values.pop("asked_at")))
        sent = SentRequest(asked_at=sent_at, **values)  # type: ignore[arg-type]  # as we wrote it
        found[sent.id] = sent
    else:
        name = str(values.pop("id"))
        found[name] = replace(found[name], **values)  # type: ignore[arg-type]  # likewise


def _ends_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, 2)
        return file.read(1) == b"\n"
