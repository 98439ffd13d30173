"""What a single-vector model has to offer so that `SentenceEncoder` can do the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from assay.encoding.batching import Rows
from assay.types import TaskFormat, Vectors


@dataclass(frozen=True, slots=True)
class Reading:
    """Texts that a model has tokenised."""

    lengths: npt.NDArray[np.int64]  # (n,) tokens of each text, special ones included
    vectors: Callable[[Rows], Vectors]  # rows of one batch -> (rows, formats, dim)


class SentenceModel(Protocol):
    """Weights and tokenizer, on a device."""

    @property
    def dim(self) -> int:
        """The number of columns of a vector."""

    @property
    def formats(self) -> frozenset[TaskFormat]:
        """The formats that it has vectors for."""

    @property
    def token_budget(self) -> int:
        """The padded tokens of a batch at which the device works best."""

    @property
    def workers(self) -> int:
        """How many batches may be computed at once; 1 where `Reading.vectors` is not safe for threads."""

    def side(self, format: TaskFormat) -> str:
        """Name the way a format is read; formats of one side have one vector. "" where there is only one."""

    def read(self, texts: Sequence[str], formats: Sequence[TaskFormat]) -> Reading:
        """Tokenise all texts, so that batches can be made by true lengths.

        A batch is then read for all the formats, what they share once.
        """
