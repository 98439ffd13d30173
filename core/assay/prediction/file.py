"""Probes as a file: tensors, and what they mean as JSON in the file's own header. Nothing in it is run."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from assay.codec import encode, from_json
from assay.errors import BadInput, LibraryError
from assay.files import write_bytes
from assay.prediction.probes import FOLDS, Fitted, LabelProbe, NumberProbe
from assay.prediction.probes.calibration import Sigmoids
from assay.prediction.types import Learned

FOLDER, NAME = "predictions", "probes.safetensors"
LAYOUT = 2

Tensors = dict[str, npt.NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Probes:
    """What was learned, and what predicts by it."""

    learned: Learned
    fingerprints: Mapping[str, str]  # format -> fingerprint of the encoder
    labels: Mapping[str, LabelProbe] = field(default_factory=dict)  # target -> probe
    numbers: Mapping[str, NumberProbe] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Header:
    """All of the probes but their tensors."""

    layout: int
    learned: Learned
    fingerprints: Mapping[str, str]
    sigmoids: Mapping[str, tuple[tuple[float, ...], tuple[float, ...]]]  # target -> slopes, offsets
    ranges: Mapping[str, tuple[float, float]]  # target -> lowest, highest


def probes_path(library: Path) -> Path:
    return library / FOLDER / NAME


def write_probes(probes: Probes, path: Path) -> None:
    """Write the file whole or not at all. Raises LibraryError if the disk refuses it."""
    from safetensors.numpy import save

    tensors, header = _plain(probes)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, save(tensors, metadata={"probes": encode(header)}))
    except OSError as error:
        raise LibraryError(
            "{0} cannot be written: {1}. Free some space or allow writing there; what was learned before "
            "is kept.",
            path,
            error.strerror or error,
        ) from error


def read_probes(path: Path) -> Probes | None:
    """None where nothing was learned yet. Raises LibraryError for a file that is damaged or newer."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        held = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LibraryError("{0} cannot be read: {1}.", path, error.strerror or error) from error
    try:
        facts = _metadata(held)
        if isinstance(facts, dict) and facts.get("layout") == LAYOUT:
            return _probes(load(held), from_json(facts, _Header, what="probes"))
    except (
        SafetensorError,
        BadInput,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        IndexError,
        struct.error,
    ) as error:
        raise LibraryError(
            "{0} is damaged ({1}).",
            path,
            error,
            advice="`assay predict train` makes it again.",
        ) from error
    raise LibraryError(
        "{0} was written by another Assay.",
        path,
        advice="`assay predict train` makes it again.",
    )


def _metadata(held: bytes) -> object:
    """Return the metadata of a safetensors file: eight bytes of length, little-endian, then JSON."""
    (length,) = struct.unpack("<Q", held[:8])
    return json.loads(json.loads(held[8 : 8 + length])["__metadata__"]["probes"])


def _plain(probes: Probes) -> tuple[Tensors, _Header]:
    tensors: Tensors = {}
    every: list[tuple[str, LabelProbe | NumberProbe]] = [*probes.labels.items(), *probes.numbers.items()]
    for key, probe in every:
        tensors[f"{key}.weights"] = np.ascontiguousarray(probe.fitted.weights)
        tensors[f"{key}.intercepts"] = np.ascontiguousarray(probe.fitted.intercepts)
    sigmoids = {
        key: (tuple(labels.sigmoids.slopes.tolist()), tuple(labels.sigmoids.offsets.tolist()))
        for key, labels in probes.labels.items()
    }
    ranges = {key: (number.lowest, number.highest) for key, number in probes.numbers.items()}
    return tensors, _Header(LAYOUT, probes.learned, probes.fingerprints, sigmoids, ranges)


def _probes(tensors: Tensors, header: _Header) -> Probes:
    learned = header.learned
    labels = {
        key: LabelProbe(_fitted(tensors, key), Sigmoids(*map(np.asarray, header.sigmoids[key])), one)
        for key, one in learned.labels.items()
    }
    numbers = {
        key: NumberProbe(_fitted(tensors, key), *header.ranges[key], one)
        for key, one in learned.numbers.items()
    }
    return Probes(learned, header.fingerprints, labels, numbers)


def _fitted(tensors: Tensors, key: str) -> Fitted:
    weights, intercepts = tensors[f"{key}.weights"], tensors[f"{key}.intercepts"]
    if weights.ndim != 3 or len(weights) != FOLDS + 1 or intercepts.shape != weights.shape[::2]:
        raise ValueError(f"the tensors of {key} are {weights.shape} and {intercepts.shape}")
    return Fitted(weights, intercepts)
