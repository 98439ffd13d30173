"""A model's files: copied whole and durably, and checked without loading them."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from assay.encoding.coder.folder import is_coder, read_coder
from assay.encoding.model_files.folder import (
    is_extra,
    own_separator,
    read_modules,
    read_settings,
    transformer_part,
)
from assay.encoding.model_files.scorer import scorer_dim, scorer_kind
from assay.encoding.multiformat.ensemble import check_ensemble, is_ensemble, read_ensemble
from assay.encoding.multiformat.folder import is_multiformat, read_folder, vector_dim
from assay.encoding.multiformat.shapes import tensor_shapes
from assay.errors import ModelError
from assay.files import sha256_of, sync, write_text

Sums = dict[str, tuple[int, str]]
"""name within the model's folder -> size in bytes and SHA-256"""

_TAKEN = frozenset(
    {".bpe", ".codes", ".json", ".md", ".model", ".safetensors", ".spm", ".tiktoken", ".txt"}
)  # what sentence-transformers reads of a safetensors model; no pickles, no program code
_CHUNK = 1 << 20
_LARGEST_HEADER = 100_000_000  # bytes; what the safetensors library itself allows


def copy_model(source: Path, target: Path) -> Sums:
    """Copy a model's files, each on the disk before this returns, and return their sums. Raises OSError.

    Raises ModelError, before anything is copied, for a link that leads out of the model's folder, and for
    one in the place of a folder.
    """
    sums: Sums = {}
    folders = {target}
    paths = list(_model_paths(source))
    for path in paths:
        _check_link(path, source)
    for path in paths:
        if path.suffix.lower() not in _TAKEN or not path.is_file():
            continue
        name = path.relative_to(source)
        if is_extra(name, source):
            continue
        copy = target / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        folders.update(folder for folder in copy.parents if folder.is_relative_to(target))
        sums[name.as_posix()] = _copy(path, copy)
    for folder in folders:
        sync(folder)
    return sums


def _model_paths(source: Path) -> Iterator[Path]:
    for path in sorted(source.rglob("*")):
        if not any(part.startswith(".") for part in path.relative_to(source).parts):
            yield path


def _check_link(path: Path, source: Path) -> None:
    """Refuse a link out of the folder: what is behind may be anybody's, and would go along with the model."""
    if not path.is_symlink() or (path.suffix.lower() not in _TAKEN and not path.is_dir()):
        return
    if path.is_dir():
        raise ModelError(
            "{0} is a link to a folder, which is not followed. Put the folder itself in its place.", path
        )
    root, end = source.resolve(), path.resolve()
    # A snapshot in the hub's cache consists of links to its own blobs.
    own = root.parents[1] / "blobs" if root.parent.name == "snapshots" else root
    if not end.is_relative_to(root) and not end.is_relative_to(own):
        raise ModelError(
            "{0} is a link to {1}, outside the model's folder. Put the file itself in its place, or "
            "remove the link.",
            path,
            end,
        )


def _copy(source: Path, target: Path) -> tuple[int, str]:
    digest, size = hashlib.sha256(), 0
    with source.open("rb") as old, target.open("xb") as new:
        while chunk := old.read(_CHUNK):
            digest.update(chunk)
            size += new.write(chunk)
        new.flush()
        os.fsync(new.fileno())
    return size, digest.hexdigest()


def check_sizes(folder: Path, sums: Mapping[str, tuple[int, str]]) -> None:
    """Raise ModelError for a file that is missing or of another size: a glance, for lists."""
    for name, (size, _) in sums.items():
        try:
            found = (folder / name).stat().st_size
        except OSError as error:
            raise ModelError("{0} is missing", name) from error
        if found != size:
            raise ModelError("{0} has {1} bytes where {2} were written", name, found, size)


def check_sums(folder: Path, sums: Mapping[str, tuple[int, str]]) -> None:
    """Raise ModelError for the first file that is not what was written, bit for bit."""
    check_sizes(folder, sums)
    for name, (_, sha256) in sums.items():
        if sha256_of(folder / name) != sha256:
            raise ModelError("{0} is not what was written: its SHA-256 differs", name)


def check_weights(folder: Path) -> None:
    """Raise ModelError for a safetensors file that is truncated or is none, by its header alone."""
    for path in sorted(folder.rglob("*.safetensors")):
        size = path.stat().st_size
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            header = file.read(length) if length <= min(size, _LARGEST_HEADER) else b""
        try:
            tensors = json.loads(header.decode("utf-8"))
            ends = [row["data_offsets"][1] for key, row in tensors.items() if key != "__metadata__"]
        except (ValueError, RecursionError, AttributeError, TypeError, KeyError, IndexError) as error:
            raise ModelError(
                "{0} holds no weights that can be read: it is damaged or cut short.", path
            ) from error
        if size != 8 + length + max(ends, default=0):
            raise ModelError(
                "{0} is cut short: it has {1} bytes and promises {2}.",
                path,
                size,
                8 + length + max(ends, default=0),
            )


def model_dim(folder: Path) -> int | None:
    """Return the columns of the model's vectors as its parts' settings say; None where they do not."""
    if is_coder(folder):
        return model_dim(read_coder(folder).documents_folder)
    if is_ensemble(folder):
        return check_ensemble(folder)
    if is_multiformat(folder):
        return vector_dim(read_folder(folder))
    if scorer_kind(folder) is not None:
        return scorer_dim(folder)
    dim: int | None = None
    for module in read_modules(folder):
        kind, part = str(module["type"]).rpartition(".")[2], folder / str(module["path"])
        if kind == "Pooling":
            dim = _pooled(read_settings(part / "config.json"))
        elif kind == "StaticEmbedding":
            dim = next((shape[1] for shape in tensor_shapes(part / "model.safetensors").values()), None)
        elif kind == "Dense":
            dim = _whole(read_settings(part / "config.json").get("out_features"))
    return dim


def _pooled(settings: Mapping[str, object]) -> int | None:
    width = _whole(settings.get("embedding_dimension", settings.get("word_embedding_dimension")))
    modes = settings.get("pooling_mode")
    flags = sum(value is True for key, value in settings.items() if key.startswith("pooling_mode_"))
    n = len(modes) if isinstance(modes, list) else 1 if modes else max(flags, 1)
    return None if width is None else width * n


def _whole(value: object) -> int | None:
    return value if type(value) is int and value > 0 else None


def read_length(folder: Path) -> int | None:
    """Return how many tokens sentence-transformers reads; None where neither it, tokenizer nor model says."""
    if is_coder(folder):
        return read_length(read_coder(folder).documents_folder)
    if is_ensemble(folder):
        return read_ensemble(folder).max_length
    part = _transformer(folder)
    own, tokenizer, places = (
        _whole(read_settings(part / file).get(key)) if (part / file).is_file() else None
        for file, key in (
            ("sentence_bert_config.json", "max_seq_length"),
            ("tokenizer_config.json", "model_max_length"),  # 10**30 for "any length"
            ("config.json", "max_position_embeddings"),
        )
    )
    stated = [own] if own else [tokenizer, places]
    return min((n for n in stated if n is not None and n < _CHUNK), default=None)


def folder_separator(folder: Path) -> str:
    """Return what stands between title and abstract where nobody said it: the tokenizer's own mark."""
    if is_coder(folder):
        return folder_separator(read_coder(folder).documents_folder)
    if is_ensemble(folder):
        return folder_separator(read_ensemble(folder).members[0].folder)
    return own_separator(_transformer(folder))


def _transformer(folder: Path) -> Path:
    return read_folder(folder).transformer if is_multiformat(folder) else transformer_part(folder)


def write_json(path: Path, value: object) -> None:
    """Write one JSON file whole or not at all. Raises OSError."""
    write_text(path, json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1), durable=True)
