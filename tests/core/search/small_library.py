"""Twelve papers on three topics, and an encoder whose work can be counted."""

from __future__ import annotations

from collections.abc import Sequence

from assay.encoding import HashingEncoder
from assay.progress import Progress, silent
from assay.types import Paper, TaskFormat, Vectors

TOPICS = {
    "bees": "Bees collect nectar and dance in the hive.",
    "graphs": "Graph walks rank vertices by their neighbours.",
    "stars": "Stars burn hydrogen until they collapse.",
}
PAPERS = [
    Paper(
        f"{topic}{n}", f"{topic} study {n}", f"{text} Item{n} alpha{n} beta{n}.", year=2000 + n, venue=venue
    )
    for topic, text in TOPICS.items()
    for n, venue in enumerate(["Nature", "Science", "nature", ""])
]


class CountingEncoder(HashingEncoder):
    """Remembers every text that it encodes, by format."""

    def __init__(self, dim: int = 128) -> None:
        super().__init__(dim)
        self.encoded: list[tuple[TaskFormat, str]] = []

    def encode(self, texts: Sequence[str], *, format: TaskFormat, progress: Progress = silent) -> Vectors:
        self.encoded += [(format, text) for text in texts]
        return super().encode(texts, format=format, progress=progress)

    def taken(self) -> list[tuple[TaskFormat, str]]:
        """What was encoded since the last call."""
        encoded, self.encoded = self.encoded, []
        return encoded
