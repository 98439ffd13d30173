"""Probes as a file: tensors, and what they mean as JSON in the file's own header. Nothing in it is run."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from assay.errors import LibraryError
from assay.files import write_bytes
from assay.prediction.probes import (
    FOLDS,
    Fitted,
    LabelProbe,
    LabelQuality,
    NumberProbe,
    NumberQuality,
)
from assay.prediction.probes.calibration import Sigmoids

FOLDER, NAME = "predictions", "probes.safetensors"
LAYOUT = 1

Tensors = dict[str, npt.NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Probes:
    """All that was learned at one time of one library with one model."""

    model: str
    created: str  # ISO 8601, UTC
    n_papers: int  # of the library then
    fingerprints: Mapping[str, str]  # format -> fingerprint of the encoder
    labels: Mapping[str, LabelProbe] = field(default_factory=dict)  # target -> probe
    numbers: Mapping[str, NumberProbe] = field(default_factory=dict)
    omitted: Mapping[str, str] = field(default_factory=dict)  # target -> why there is none


def probes_path(library: Path) -> Path:
    return library / FOLDER / NAME


def write_probes(probes: Probes, path: Path) -> None:
    """The file appears whole or not at all. Raises LibraryError if the disk refuses it."""
    from safetensors.numpy import save

    tensors, facts = _plain(probes)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, save(tensors, metadata={"probes": json.dumps(facts, ensure_ascii=False)}))
    except OSError as error:
        raise LibraryError(
            f"{path} cannot be written: {error.strerror or error}. Make room or allow writing there; what "
            "was learned before is kept."
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
        raise LibraryError(f"{path} cannot be read: {error.strerror or error}.") from error
    try:
        facts = _header(held)
        if facts.get("layout") == LAYOUT:
            return _probes(load(held), facts)
    except (
        SafetensorError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        IndexError,
        struct.error,
    ) as error:
        raise LibraryError(
            f"{path} is damaged ({error}). Learn again: `assay predict train` makes it anew."
        ) from error
    raise LibraryError(f"{path} was written by another Assay. `assay predict train` makes it anew.")


def _header(held: bytes) -> dict[str, Any]:
    """The metadata of a safetensors file: eight bytes of length, little-endian, then JSON."""
    (length,) = struct.unpack("<Q", held[:8])
    facts = json.loads(json.loads(held[8 : 8 + length])["__metadata__"]["probes"])
    if not isinstance(facts, dict):
        raise ValueError("it holds no facts by name")
    return facts


def _plain(probes: Probes) -> tuple[Tensors, dict[str, Any]]:
    tensors: Tensors = {}
    facts: dict[str, Any] = {
        "layout": LAYOUT,
        "model": probes.model,
        "created": probes.created,
        "n_papers": probes.n_papers,
        "fingerprints": dict(probes.fingerprints),
        "omitted": dict(probes.omitted),
        "labels": {},
        "numbers": {},
    }
    every: list[tuple[str, LabelProbe | NumberProbe]] = [*probes.labels.items(), *probes.numbers.items()]
    for key, probe in every:
        tensors[f"{key}.weights"] = np.ascontiguousarray(probe.fitted.weights)
        tensors[f"{key}.intercepts"] = np.ascontiguousarray(probe.fitted.intercepts)
    for key, labels in probes.labels.items():
        facts["labels"][key] = {
            "names": list(labels.names),
            "slopes": labels.sigmoids.slopes.tolist(),
            "offsets": labels.sigmoids.offsets.tolist(),
            "quality": asdict(labels.quality),
        }
    for key, number in probes.numbers.items():
        facts["numbers"][key] = {
            "half_width": number.half_width,
            "lowest": number.lowest,
            "highest": number.highest,
            "quality": asdict(number.quality),
        }
    return tensors, facts


def _probes(tensors: Tensors, facts: Mapping[str, Any]) -> Probes:
    return Probes(
        model=str(facts["model"]),
        created=str(facts["created"]),
        n_papers=int(facts["n_papers"]),
        fingerprints=dict(facts["fingerprints"]),
        labels={key: _label_probe(_fitted(tensors, key), row) for key, row in facts["labels"].items()},
        numbers={key: _number_probe(_fitted(tensors, key), row) for key, row in facts["numbers"].items()},
        omitted=dict(facts["omitted"]),
    )


def _fitted(tensors: Tensors, key: str) -> Fitted:
    weights, intercepts = tensors[f"{key}.weights"], tensors[f"{key}.intercepts"]
    if weights.ndim != 3 or len(weights) != FOLDS + 1 or intercepts.shape != weights.shape[::2]:
        raise ValueError(f"the tensors of {key} are {weights.shape} and {intercepts.shape}")
    return Fitted(weights, intercepts)


def _label_probe(fitted: Fitted, row: Mapping[str, Any]) -> LabelProbe:
    quality = row["quality"]
    return LabelProbe(
        tuple(row["names"]),
        fitted,
        Sigmoids(np.array(row["slopes"], np.float64), np.array(row["offsets"], np.float64)),
        LabelQuality(**{**quality, "ap": tuple(quality["ap"]), "shares": tuple(quality["shares"])}),
    )


def _number_probe(fitted: Fitted, row: Mapping[str, Any]) -> NumberProbe:
    return NumberProbe(
        fitted, row["half_width"], row["lowest"], row["highest"], NumberQuality(**row["quality"])
    )
