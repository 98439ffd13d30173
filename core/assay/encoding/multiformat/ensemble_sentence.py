"""An ensemble as a `SentenceModel`: each member reads the texts, their vectors are combined."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from assay.encoding.batching import Rows
from assay.encoding.model_files.folder import file_digests
from assay.encoding.multiformat.ensemble import (
    How,
    check_ensemble,
    ensemble_identity,
    joined_sides,
    read_ensemble,
)
from assay.encoding.multiformat.sentence import load_format_model
from assay.encoding.sentences.reading import Reading, SentenceModel
from assay.errors import ModelError
from assay.types import TaskFormat, Vectors


class EnsembleSentenceModel:
    """Has the formats that all its members have."""

    def __init__(self, members: Sequence[SentenceModel], how: How) -> None:
        """Join the members; for the mean, all their vectors have as many columns."""
        self._members, self._how = tuple(members), how
        dims = [member.dim for member in members]
        self.dim = sum(dims) if how is How.CONCAT else dims[0]
        self.formats = frozenset.intersection(*(member.formats for member in members))
        self.token_budget = min(member.token_budget for member in members)
        self.workers = min(member.workers for member in members)
        self.pooling = " + ".join(dict.fromkeys(str(getattr(member, "pooling", "")) for member in members))
        self.precision = " + ".join(
            dict.fromkeys(str(getattr(member, "precision", "")) for member in members)
        )
        self.length = max(int(getattr(member, "length", 0)) for member in members)

    def side(self, format: TaskFormat) -> str:
        return joined_sides([member.side(format) for member in self._members])

    def read(self, texts: Sequence[str], formats: Sequence[TaskFormat]) -> Reading:
        """Raise ModelError for a format that a member does not have."""
        lacking = [each for each in formats if each not in self.formats]
        if lacking:
            raise ModelError("Not every member of this ensemble has vectors for {0}.", ", ".join(lacking))
        readings = [member.read(texts, formats) for member in self._members]
        lengths = np.max([reading.lengths for reading in readings], axis=0)  # (n,)

        def vectors(rows: Rows) -> Vectors:
            found = [reading.vectors(rows) for reading in readings]  # (rows, formats, dim) of each member
            if self._how is How.CONCAT:
                return np.concatenate(found, axis=2)
            mean: Vectors = np.mean(found, axis=0, dtype=np.float32)
            return mean

        return Reading(lengths, vectors)


def load_ensemble(
    folder: Path, *, max_length: int, device: str, allow_network: bool = False, packed: bool = True
) -> tuple[EnsembleSentenceModel, str]:
    """Return the model of a folder with an `ensemble.json`, and a text that differs whenever its vectors may.

    A member reads at most as many tokens as it was trained with, and at most `max_length`. Raises
    ModelError for members that are missing, damaged or do not fit together.
    """
    check_ensemble(folder, allow_network=allow_network)
    found = read_ensemble(folder)
    members = [
        load_format_model(
            member.folder,
            max_length=min(max_length, member.max_length),
            device=device,
            allow_network=allow_network,
            packed=packed,
        )[0]
        for member in found.members
    ]
    return EnsembleSentenceModel(members, found.how), ensemble_identity(file_digests(folder), max_length)
