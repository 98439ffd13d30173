"""BM25 over pieces of papers' full texts, each found for itself.

It is the keyword index over passages instead of papers: a passage's key takes the place of the doc_id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from assay.index.lexical import LexicalIndex
from assay.types import Paper


class PassageIndex:
    """Texts in passages, in a folder or, without one, in memory. A text never changes under its name."""

    def __init__(self, folder: Path | None = None, *, replace: bool = False) -> None:
        """Open the index in `folder`, or one that replaces it at its first commit, where `replace`.

        Raises what `LexicalIndex` raises.
        """
        self._words = LexicalIndex.fresh(folder) if replace and folder is not None else LexicalIndex(folder)

    @property
    def texts(self) -> set[str]:
        """The names of the texts that are in it."""
        return set(self.sizes)

    @property
    def sizes(self) -> Counter[str]:
        """How many passages each text has, by its name."""
        return Counter(name for name, _ in map(parted, self._words.doc_ids))

    @property
    def revision(self) -> int:
        """That of its last commit; -1 for a new index."""
        return self._words.revision

    def add(self, texts: Mapping[str, Sequence[str]]) -> None:
        """Add texts: name -> its passages, in order. A name is without ":"."""
        self._words.add(
            [
                Paper(passage_key(name, number), title="", abstract=passage)
                for name, passages in texts.items()
                for number, passage in enumerate(passages)
            ]
        )

    def remove(self, names: Collection[str]) -> None:
        """Forget these texts; names that are not there are ignored."""
        gone = set(names)
        self._words.remove([key for key in self._words.doc_ids if parted(key)[0] in gone])

    def commit(self, *, revision: int = -1) -> None:
        """Make the changes seen and durable. Raises `LibraryError` if the disk does not take them."""
        self._words.commit(revision=revision)

    def discard(self) -> None:
        """Give up what was not committed, and this object."""
        self._words.discard()

    def search(self, text: str, k: int, *, prefix: bool = False) -> list[tuple[str, int, float]]:
        """Return the k best passages: (text's name, passage's number from 0, BM25 score), best first."""
        found = self._words.search(text, k, prefix=prefix)
        return [(*parted(key), score) for key, score in found]


def passage_key(name: str, number: int) -> str:
    """Return what stands for a passage where an index of papers has their doc_ids."""
    return f"{name}:{number}"


def parted(key: str) -> tuple[str, int]:
    """Return the name of the text and the number of the passage in it."""
    name, _, number = key.rpartition(":")
    return name, int(number)
