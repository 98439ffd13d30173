"""One entry of the registry as it lies on the disk: its card, the sums of its files, and its notes."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path, PurePosixPath

from assay.codec import from_json
from assay.encoding.identity import papers_fingerprint
from assay.encoding.model_files.folder import may_count
from assay.errors import BadInput, ModelError
from assay.registry.card import Card, parse_card, read_json_object
from assay.registry.files import Sums, check_sizes

CARD = "card.json"
FILES = "files.json"
MODEL = "model"
SCORES = "scores"
LIBRARIES = "libraries"

logger = logging.getLogger(__name__)


def read_entry(folder: Path) -> tuple[Card, Sums]:
    """Return the card, its scores of all files, and the sums of the model's files. Raises ModelError."""
    card = parse_card(read_object(folder / CARD), model_id=folder.name)
    sums = read_sums(folder)
    check_sizes(folder / MODEL, sums)
    card = with_encoder(card, folder / MODEL, sums)
    scores = {str(row["key"]): row.get("value") for row in read_notes(folder / SCORES, "key")}
    return replace(card, scores={**card.scores, **scores}), sums


def with_encoder(card: Card, model: Path, sums: Sums) -> Card:
    """The card with the fingerprint under which its encoder's indexes and vectors stand. ModelError."""
    found = papers_fingerprint(model, digests(sums), max_length=card.max_length, separator=card.separator)
    return replace(card, encoder_fingerprint=found)


def digests(sums: Sums) -> dict[str, str]:
    """name -> SHA-256 of the files that can change a vector."""
    return {name: sha256 for name, (_, sha256) in sums.items() if may_count(PurePosixPath(name))}


def read_sums(folder: Path) -> Sums:
    try:
        return from_json(read_object(folder / FILES).get("files"), dict[str, tuple[int, str]])
    except BadInput as error:
        raise ModelError("{0} does not list the model's files", FILES) from error


def read_notes(folder: Path, key: str) -> list[dict[str, object]]:
    """Return the small files of a folder; one that cannot be read is left out: it is not the model."""
    found = []
    for path in sorted(folder.glob("[!.]*.json")):
        try:
            row = read_object(path)
        except ModelError as error:
            logger.info("%s is passed over: %s", path, error)
            continue
        if key in row:
            found.append(row)
    return found


def read_object(path: Path) -> dict[str, object]:
    try:
        return read_json_object(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError("{0} cannot be read ({1})", path.name, error) from error
