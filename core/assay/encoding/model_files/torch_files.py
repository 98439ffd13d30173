"""Weights in torch's own file (`pytorch_model.bin`), read without following what a pickle may name.

Such a file is a pickle that refers to blocks of numbers. Before torch opens it with `weights_only`, which
builds tensors and nothing else, its instructions are listed (not followed): of functions they may name those
that a table of tensors needs. A compressed archive is refused, for torch compresses none and a small one
could fill the memory.
"""

from __future__ import annotations

import pickletools
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from assay.errors import ModelError

if TYPE_CHECKING:
    from torch import Tensor

MAX_BYTES = 16 << 30  # of a file; a BERT takes half a gigabyte
MAX_PICKLE = 64 << 20  # of the table of tensors; a thousand of them take 200 KB
MAX_ENTRIES = 100_000
_STORAGES = ("Float", "Double", "Half", "BFloat16", "Long", "Int", "Short", "Char", "Byte", "Bool")
_NAMED = frozenset(
    {
        "collections OrderedDict",
        "torch._utils _rebuild_tensor_v2",
        "torch._utils _rebuild_parameter",
        "torch Size",
    }
    | {f"torch {name}Storage" for name in _STORAGES}
)
_REFUSED = frozenset({"STACK_GLOBAL", "INST", "OBJ", "EXT1", "EXT2", "EXT4", "NEWOBJ_EX", "PERSID"})
_PICKLES_OF_OLD_FORM = 5  # a magic number, the version, the machine, the table, the names of the blocks


def read_torch_file(path: Path) -> dict[str, Tensor]:
    """Return the tensors of a file by name, on the processor, each whole and of its own.

    Raises ModelError for a file that is damaged, too large, or holds anything but a table of tensors.
    """
    import torch

    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise ModelError(
                "{0} has {1} bytes, and at most {2} are read.", path, f"{size:,}", f"{MAX_BYTES:,}"
            )
        _check_instructions(path)
        held = torch.load(path, map_location="cpu", weights_only=True)
    except ModelError:
        raise
    except Exception as error:  # torch and zipfile have many
        reason = str(error).partition("\n")[0]
        raise ModelError("{0} cannot be read: {1}. Get the model again.", path, reason) from error
    if not isinstance(held, dict) or not all(
        isinstance(name, str) and isinstance(tensor, torch.Tensor) for name, tensor in held.items()
    ):
        raise ModelError("{0} does not hold tensors by name. Get the model again.", path)
    _check_sizes(held, size, path)
    return {name: tensor.detach() for name, tensor in held.items()}


def _check_sizes(tensors: dict[str, Tensor], size: int, path: Path) -> None:
    """Refuse a shape larger than its numbers, which would fill the memory: a few can be given any shape."""
    for name, tensor in tensors.items():
        if tensor.is_sparse or tensor.is_quantized or tensor.is_meta:
            raise ModelError("{0}: {1} is not a plain tensor. Get the model again.", path, name)
        if tensor.numel() * tensor.element_size() > max(tensor.untyped_storage().nbytes(), 1):
            raise ModelError("{0}: {1} has a shape larger than its numbers. Get the model again.", path, name)
    whole = sum(tensor.numel() * tensor.element_size() for tensor in tensors.values())
    if whole > 4 * size:
        raise ModelError(
            "{0} has {1} bytes and describes tensors of {2}. Get the model again.",
            path,
            f"{size:,}",
            f"{whole:,}",
        )


def _check_instructions(path: Path) -> None:
    with path.open("rb") as file:
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as archive:
                rows = archive.infolist()
                if len(rows) > MAX_ENTRIES or any(row.compress_type != zipfile.ZIP_STORED for row in rows):
                    raise ModelError(
                        "{0} is a compressed archive or has more than {1} parts, which torch's own files "
                        "never are. Get the model again.",
                        path,
                        f"{MAX_ENTRIES:,}",
                    )
                if sum(row.file_size for row in rows) > path.stat().st_size:
                    raise ModelError("{0} describes more bytes than it has. Get the model again.", path)
                for row in rows:
                    if row.filename.endswith(".pkl"):
                        _check_names(archive.open(row), path, pickles=1)
            return
        file.seek(0)
        _check_names(file, path, pickles=_PICKLES_OF_OLD_FORM)


def _check_names(stream: IO[bytes], path: Path, *, pickles: int) -> None:
    limited = _Limited(stream)
    for _ in range(pickles):
        for name in _names(limited):
            if name not in _NAMED:
                raise ModelError(
                    "{0} cannot be read: it names {1}, which weights have no need of and which could run "
                    "code. Nothing in it was run. Get the model from where it was published.",
                    path,
                    name,
                )


def _names(stream: _Limited) -> Iterator[str]:
    """Yield what one pickle names, and the instructions by which it could name things unseen."""
    for opcode, argument, _ in pickletools.genops(stream):  # type: ignore[arg-type]  # all that it uses
        if opcode.name == "GLOBAL":
            yield str(argument)
        elif opcode.name in _REFUSED:
            yield f"something by {opcode.name}"


class _Limited:
    """A stream of at most MAX_PICKLE bytes, so that no claimed length fills the memory."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream, self._left = stream, MAX_PICKLE

    def _take(self, data: bytes) -> bytes:
        self._left -= len(data)
        if self._left < 0:
            raise ValueError("its table of tensors is too long")
        return data

    def read(self, size: int) -> bytes:
        if size > self._left:
            raise ValueError("its table of tensors is too long")
        return self._take(self._stream.read(size))

    def readline(self) -> bytes:
        return self._take(self._stream.readline(4096))

    def tell(self) -> int:
        return MAX_PICKLE - self._left
