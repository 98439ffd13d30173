"""What may be added to the registry: a finished run, or a sentence-transformers folder."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assay.encoding.model_files import check_folder, file_digests
from assay.errors import ModelError
from assay.registry.card import Card, parse_card
from assay.registry.entry import CARD, MODEL, read_object
from assay.registry.files import check_weights, model_dim, read_length

_LONGEST_NAME = 60  # characters of an id before its digits


def read_source(source: Path, *, card: Mapping[str, Any] | None, name: str) -> tuple[Path, Card]:
    """The model's folder and its card with the id that it will have. Raises ModelError.

    The card is `card`, or the run's own, or says what the folder itself does; `name` replaces the card's.
    """
    folder = _model_folder(source)
    _check_model(folder)
    values = _card_values(source, folder, card) | ({"name": name} if name else {})
    values["created"] = values.get("created") or datetime.now(UTC).isoformat(timespec="seconds")
    values["fingerprint"] = values.get("fingerprint") or _fingerprint(folder)
    return folder, _checked(values, folder)


def _model_folder(source: Path) -> Path:
    """`source` itself, or the model/ of a run."""
    inner = source / MODEL
    if not source.is_dir():
        raise ModelError(f"There is no folder {source}. Give a finished run, or a model's folder.")
    if (source / "modules.json").is_file() or not inner.is_dir():
        if (source / "events.jsonl").exists() and not (source / "modules.json").exists():
            raise ModelError(f"The run in {source} has not finished: it has no model yet. Resume it first.")
        return source
    return inner


def _check_model(folder: Path) -> None:
    try:
        check_folder(folder)
        check_weights(folder)
    except OSError as error:
        raise ModelError(f"The model in {folder} cannot be read: {error.strerror or error}.") from error


def _card_values(source: Path, folder: Path, card: Mapping[str, Any] | None) -> dict[str, Any]:
    if card is not None:
        return dict(card)
    path = source / CARD
    if path.is_file():
        return read_object(path)
    dim = model_dim(folder)
    if dim is None:
        raise ModelError(
            f"The parts of the model in {folder} do not say how many dimensions its vectors have."
        )
    name = source.resolve().name
    return {"name": name, "dim": dim, "max_length": read_length(folder) or 512, "separator": "[SEP]"}


def _fingerprint(folder: Path) -> str:
    """SHA-256 over all files that can change a vector, as training computes it."""
    return hashlib.sha256(json.dumps(file_digests(folder), sort_keys=True).encode()).hexdigest()


def _checked(values: Mapping[str, Any], folder: Path) -> Card:
    try:
        card = parse_card(values, model_id="")
    except ModelError as error:
        raise ModelError(f"The model in {folder} cannot be added: {error}.") from error
    dim = model_dim(folder)
    if dim is not None and dim != card.dim:
        raise ModelError(
            f"The card says {card.dim} dimensions, the model in {folder} has {dim}: "
            "they do not belong together."
        )
    return replace(card, model_id=f"{_slug(card.name)}-{card.fingerprint[:8]}")


def _slug(name: str) -> str:
    """The name in small letters, digits and hyphens, as a folder can be called everywhere."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_NAME].strip("-") or "model"
