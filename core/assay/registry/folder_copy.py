"""What may be added to the registry: a finished run, or a sentence-transformers folder."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assay.encoding.coder.folder import check_coder, is_coder
from assay.encoding.model_files.folder import check_folder, folder_fingerprint
from assay.encoding.multiformat.ensemble import check_ensemble, is_ensemble
from assay.encoding.multiformat.folder import is_multiformat, read_folder
from assay.encoding.multiformat.shapes import check_parts
from assay.errors import ModelError
from assay.registry.card import Card, parse_card
from assay.registry.entry import CARD, MODEL, digests, read_object, with_encoder
from assay.registry.files import Sums, check_weights, model_dim, read_length

_LONGEST_NAME = 60  # characters of an id before its digits


@dataclass(frozen=True, slots=True)
class Source:
    """A model's folder and what is to stand on its card."""

    folder: Path
    values: Mapping[str, Any]

    def card(self, copy: Path, sums: Sums) -> Card:
        """The card of what was copied, with the id that it will have. Raises ModelError.

        That is where a copy is no whole model, or is not the one that the card was written for.
        """
        try:
            _check_model(copy)
        except ModelError as error:
            raise ModelError(
                f"The model in {self.folder} cannot be added: its copy is no whole model ({error})."
            ) from error
        found = folder_fingerprint(digests(sums))
        said = str(self.values.get("fingerprint") or found)
        if said != found:
            raise ModelError(
                f"The model in {self.folder} is not the one that its card describes: the card's fingerprint "
                f"is {said[:16]}, that of the files is {found[:16]}. They were damaged or changed after the "
                "training. Add a sound copy, or train again; to take the files as they are, add "
                f"{self.folder} alone, without the card."
            )
        card = _checked({**self.values, "fingerprint": found}, copy, self.folder)
        return with_encoder(card, copy, sums)


def read_source(source: Path, *, card: Mapping[str, Any] | None, name: str) -> Source:
    """What may be added. Raises ModelError for a model that cannot be used, and a card that does not fit.

    The card is `card`, or the run's own, or says what the folder itself does; `name` replaces the card's.
    """
    folder = _model_folder(source)
    _check_model(folder)
    values = _card_values(source, folder, card) | ({"name": name} if name else {})
    values["created"] = values.get("created") or datetime.now(UTC).isoformat(timespec="seconds")
    _checked(values, folder, folder)
    return Source(folder, values)


def _model_folder(source: Path) -> Path:
    """`source` itself, or the model/ of a run."""
    inner = source / MODEL
    if not source.is_dir():
        raise ModelError(f"There is no folder {source}. Give a finished run, or a model's folder.")
    kinds = (is_multiformat, is_ensemble, is_coder)
    is_model = (source / "modules.json").is_file() or any(is_kind(source) for is_kind in kinds)
    if is_model or not inner.is_dir():
        if (source / "events.jsonl").exists() and not is_model:
            raise ModelError(f"The run in {source} has not finished: it has no model yet. Resume it first.")
        return source
    return inner


def _check_model(folder: Path) -> None:
    try:
        if is_coder(folder):
            for part in check_coder(folder):
                _check_model(part)
        elif is_ensemble(folder):
            check_ensemble(folder)
        elif is_multiformat(folder):
            check_parts(read_folder(folder))
        else:
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


def _checked(values: Mapping[str, Any], model: Path, folder: Path) -> Card:
    """The card of a model that lies in `model` and came from `folder`."""
    try:
        card = parse_card(values, model_id="")
    except ModelError as error:
        raise ModelError(f"The model in {folder} cannot be added: {error}.") from error
    dim = model_dim(model)
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
