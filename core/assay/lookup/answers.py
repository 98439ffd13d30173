"""Answers that came, kept so that no question is asked twice: as the host gave them, a file each."""

from __future__ import annotations

import json
import time
from pathlib import Path

from assay.errors import LibraryError
from assay.files import write_bytes
from assay.lookup.hosts import Question
from assay.types import Paper

LASTS_S = 90 * 86_400
"""Seconds after which a host is asked again: what it knows of a paper hardly changes."""

_SUFFIXES = {"arxiv": ".atom", "pubmed": ".xml"}


class Answers:
    """The answers that one library's papers were given. An empty file stands for "not known there"."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "answers"

    def __bool__(self) -> bool:
        """Return whether anything was ever asked."""
        return self._folder.is_dir()

    def has(self, question: Question) -> bool:
        """Return whether it was answered lately."""
        try:
            age = time.time() - self._path(question).stat().st_mtime
        except OSError:
            return False
        return age < LASTS_S

    def keep(self, question: Question, body: bytes) -> None:
        """Keep what the host answered; b"" where it knows no such paper. Raises LibraryError."""
        path = self._path(question)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, body)
        except OSError as error:
            raise LibraryError("{0} cannot be written: {1}.", path, error) from error

    def papers(self, question: Question) -> list[Paper]:
        """Return the papers in the answer, in its order; [] where there is none, or it cannot be read."""
        from assay.importers import read_papers

        path = self._path(question)
        try:
            if not path.stat().st_size:
                return []
        except OSError:
            return []
        return [item for item in read_papers(path) if isinstance(item, Paper)]

    def pdf_address(self, question: Question) -> str:
        """Return where the answer says that the paper's PDF is free to read; "" where it says nothing."""
        try:
            found = json.loads(self._path(question).read_bytes())
            return _https((found.get("best_oa_location") or {}).get("pdf_url"))
        except (OSError, ValueError, AttributeError, RecursionError):
            return ""

    def _path(self, question: Question) -> Path:
        return self._folder / f"{question.key}{_SUFFIXES.get(question.host, '.json')}"


def _https(address: object) -> str:
    """Return the address where it is one of a website, in one line."""
    text = address if isinstance(address, str) else ""
    return text if text.startswith("https://") and text.isprintable() and " " not in text else ""
