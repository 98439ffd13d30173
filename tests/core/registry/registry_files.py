"""A model's files: their fingerprint by hand, and how they come to harm."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path


def fingerprint_by_hand(model: Path) -> str:
    """SHA-256 over the names and SHA-256 of all files, as JSON writes them; for models without a README."""
    files = sorted((path.relative_to(model).as_posix(), path) for path in model.rglob("*") if path.is_file())
    listed = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files}
    return hashlib.sha256(json.dumps(listed).encode()).hexdigest()


def damage_weights(model: Path) -> None:
    path = model / "model.safetensors"
    content = bytearray(path.read_bytes())
    content[-5] ^= 1
    path.write_bytes(content)
