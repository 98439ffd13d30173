"""Cite keys that every TeX program takes, no two alike."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_UNSAFE = re.compile(r"[^A-Za-z0-9_:.+/-]+")


class CiteKeys:
    """Hands out the keys of one file. BibTeX does not tell capitals in keys from small letters."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        self.originals: set[str] = set()
        self.renamed: list[tuple[str, str]] = []  # (key of a source, key that was written instead)

    def keep(self, key: str) -> str:
        """A source's own key, byte for byte; with a number only where the file has the very same already."""
        kept, number = key, 1
        while kept in self.originals:
            number += 1
            kept = f"{key}-{number}"
        if kept != key:
            self.renamed.append((key, kept))
        self.originals.add(kept)
        self._given.add(kept.casefold())
        return kept

    def also(self, keys: Iterable[str]) -> list[str]:
        """Keys of a paper beside its own, less those that an entry of the file has."""
        others = [key for key in keys if key not in self.originals]
        self._given |= {key.casefold() for key in others}
        return others

    def key_of(self, doc_id: str) -> str:
        """The id itself where it can be a key; else without accents, with _ for what keys cannot hold."""
        letters = unicodedata.normalize("NFKD", doc_id)
        bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
        stem = _UNSAFE.sub("_", bare).strip("_") or "paper"
        key, number = stem, 1
        while key.casefold() in self._given:
            number += 1
            key = f"{stem}-{number}"
        self._given.add(key.casefold())
        return key
