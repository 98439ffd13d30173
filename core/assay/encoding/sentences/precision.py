"""Encoding in half precision: matrix products in bfloat16 or float16, all else in float32.

A card's matrix units do two to sixteen times as many of them. The vectors differ from those of float32, so
they have a fingerprint of their own: nothing compares the two kinds, or takes one for the other. How far they
are apart is measured with every model, where it is loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np

from assay.encoding.batching import Rows
from assay.encoding.sentences.reading import Reading, SentenceModel
from assay.errors import BadInput, ModelError
from assay.types import TaskFormat, Vectors

Precision = Literal["float32", "bfloat16", "float16"]
FULL: Precision = "float32"
MOST_DRIFT = 0.01
"""A model whose vectors turn further than this (1 - cosine) from those of float32 is not used so."""

_PROBES = (
    "Dense retrieval [SEP] We compare, at length, naive Bayes with BERT: 3.5 % better!",
    "How honeybees choose a nest [SEP] " + "Scouts dance for the site that they have found. " * 20,
    "深度学习",
    "protein folding",
)


def check_precision(precision: str, device: str) -> Precision:
    """Return it where the device computes in it. Raises BadInput for an unknown one, ModelError."""
    import torch

    choices: tuple[Precision, ...] = get_args(Precision)
    known = next((each for each in choices if each == precision), None)
    if known is None:
        raise BadInput("Unknown precision {0}. Use {1}.", repr(precision), ", ".join(choices))
    is_old = device.startswith("cuda") and torch.cuda.get_device_capability(device) < (8, 0)
    if known == "bfloat16" and is_old:
        raise ModelError("The card {0} does not compute in bfloat16. Use float16 or float32.", device)
    if known != FULL and device == "mps":
        raise ModelError("Models are encoded in float32 on mps. Use float32, or another device.")
    return known


class HalfPrecisionModel:
    """A `SentenceModel` whose matrix products are computed in fewer bits. Weights and sums stay float32."""

    def __init__(self, model: SentenceModel, precision: Precision, *, device: str, name: str) -> None:
        """Raise ModelError where the vectors are not numbers, or too far from those of float32."""
        self._model, self._kind, self._numbers = model, device.partition(":")[0], precision
        self.dim, self.formats, self.token_budget = model.dim, model.formats, model.token_budget
        self.workers, self.device = model.workers, device
        self.pooling, self.length = str(getattr(model, "pooling", "")), int(getattr(model, "length", 0))
        self.drift = self._measured()
        if not self.drift <= MOST_DRIFT:
            raise ModelError(
                "The vectors of {0} in {1} are up to {2} (1 - cosine) from those in float32: too far to "
                "search with. Use {3}.",
                name,
                precision,
                f"{self.drift:.2g}",
                "float32" if precision == "bfloat16" else "bfloat16 or float32",
            )

    @property
    def precision(self) -> str:
        """The numbers that compute, and how far that turns a vector: "bfloat16 (drift 2e-05)"."""
        return f"{self._numbers} (drift {self.drift:.0e})"

    def side(self, format: TaskFormat) -> str:
        return self._model.side(format)

    def read(self, texts: Sequence[str], formats: Sequence[TaskFormat]) -> Reading:
        import torch

        reading = self._model.read(texts, formats)
        dtype = torch.bfloat16 if self._numbers == "bfloat16" else torch.float16

        def vectors(rows: Rows) -> Vectors:
            with torch.autocast(self._kind, dtype=dtype):  # of this thread alone
                return reading.vectors(rows)

        return Reading(reading.lengths, vectors)

    def _measured(self) -> float:
        """Return the largest 1 - cosine between this model's vectors of some texts and those in float32."""
        formats, rows = sorted(self.formats), np.arange(len(_PROBES))
        own, full = (each.read(_PROBES, formats).vectors(rows) for each in (self, self._model))
        lengths = np.linalg.norm(own, axis=2) * np.linalg.norm(full, axis=2)  # (rows, formats)
        return float((1 - (own * full).sum(2) / np.where(lengths > 0, lengths, 1)).max())
