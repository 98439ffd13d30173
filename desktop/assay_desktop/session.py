"""Where the user was in a library: searches, lists, places. Written soon, so that a kill costs a moment."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer

from assay.files import write_text
from assay.location import Location, folder_of

log = logging.getLogger(__name__)

SOON_MS: Final = 300
"""The longest that a change stays unwritten."""

_NAME: Final = "window.json"


class Session(QObject):
    """JSON values under names, in a file next to the library's own; without a file they are forgotten.

    What cannot be read counts as nothing, and what cannot be written is logged once: a place is worth less
    than a message about it. Of two windows on one library the one that wrote last is remembered.
    """

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._values = _read(path)
        self._written = dict(self._values)
        self._refused = False
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.write)

    @classmethod
    def of(cls, location: Location) -> Session:
        """Return the session of the library in a folder or on a server."""
        return cls(folder_of(location) / _NAME)

    def get(self, name: str) -> Any:
        """Return what is stored under this name, or None. An older version may have written it otherwise."""
        return self._values.get(name)

    def put(self, name: str, value: object) -> None:
        """Keep a JSON value; it is on the disk a moment later."""
        if self._values.get(name) != value:
            self._values[name] = value
            if not self._soon.isActive():
                self._soon.start()

    def write(self) -> None:
        """Write at once what has changed. A kill in the middle leaves the file as it was."""
        self._soon.stop()
        if self._path is None or self._values == self._written:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_text(self._path, json.dumps(self._values, ensure_ascii=False))
        except (OSError, UnicodeError) as error:
            if not self._refused:
                log.warning("where the window was cannot be kept in %s: %s", self._path, error)
            self._refused = True
            return
        self._written = dict(self._values)


def _read(path: Path | None) -> dict[str, object]:
    try:
        found = json.loads(path.read_text(encoding="utf-8")) if path is not None else {}
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
