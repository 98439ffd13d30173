"""What every encoder promises, whatever model stands behind it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from assay.encoding.formats import TextTemplate
from assay.progress import Progress, silent
from assay.types import TaskFormat, Vectors


class Encoder(Protocol):
    """Turns texts into vectors, one vector a text and task format.

    The four task formats (SciRepEval, section 4) are in the protocol because multi-format models have one
    vector for each; a model with a single vector answers all four with it.
    """

    @property
    def name(self) -> str:
        """The model as the user knows it, such as "all-MiniLM-L6-v2"."""

    @property
    def dim(self) -> int:
        """The number of columns of every vector."""

    @property
    def formats(self) -> frozenset[TaskFormat]:
        """The formats that `encode` accepts."""

    @property
    def template(self) -> TextTemplate:
        """How a paper or a query becomes the text that is encoded."""

    def fingerprint(self, format: TaskFormat) -> str:
        """Return a short hex digest of weights, text template, maximum length, pooling and format.

        Two encoders with one fingerprint give the same vector for the same text, so vectors may be shared.
        """

    def encode(self, texts: Sequence[str], *, format: TaskFormat, progress: Progress = silent) -> Vectors:
        """Vectors (n, dim) float32 in the order of `texts`; no texts give (0, dim).

        Raises `Cancelled` where `progress` does, and `ModelError` if the model yields what is not a number.
        """

    def encode_formats(
        self, texts: Sequence[str], *, formats: Sequence[TaskFormat], progress: Progress = silent
    ) -> list[Vectors]:
        """What `encode` gives for each of the formats; what they share is computed once. Raises likewise."""


def word_columns(encoder: Encoder) -> int:
    """How many of the last columns of a vector for search say only which words a text has; 0 for most."""
    return int(getattr(encoder, "word_columns", 0))


def by_product(encoder: Encoder) -> bool:
    """Return whether papers are ranked by the inner product, lengths and all, as the model's card says."""
    return bool(getattr(encoder, "by_product", False))


class Named(Protocol):
    """A model of any kind."""

    @property
    def name(self) -> str:
        """The model as the user knows it."""


def notation(encoder: Named) -> str:
    """Return how papers write the model: "CODER(MD, MC)" where its queries were tuned, else its name.

    Of a folder only the last part is said: where it lies is nobody else's business.
    """
    name = Path(encoder.name)
    return str(getattr(encoder, "notation", name.name if name.is_absolute() else encoder.name))
