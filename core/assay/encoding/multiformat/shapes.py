"""The shapes of a model's tensors: those that a file's head says, and those that its variant must have.

No weight is read and nothing of torch is loaded, so that a damaged model is refused as soon as it is met.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, product
from pathlib import Path

from assay.encoding.model_files.folder import read_settings
from assay.encoding.multiformat.folder import PARTS, FormatFolder, check_shapes
from assay.encoding.multiformat.spec import UNCHANGED, FormatSpec, Variant
from assay.errors import ModelError

Shapes = Mapping[str, tuple[int, ...]]
"""tensor -> its shape; of tensors that hold real numbers"""
_Named = tuple[str, tuple[int, ...]]

WORDS = "heads.words"
"""How rare each word piece is, of a wide model: counted, and no weight that learns."""
_LONGEST_HEAD = 100_000_000


def tensor_shapes(path: Path) -> Shapes:
    """Read a safetensors file's head: eight bytes of length and then JSON. Raises ModelError."""
    try:
        with path.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            if length > _LONGEST_HEAD:
                raise ValueError("its head is too long")
            head = json.loads(file.read(length))
        return {
            name: tuple(row["shape"])
            for name, row in head.items()
            if name != "__metadata__" and str(row["dtype"]).startswith(("F", "BF"))
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError, struct.error) as error:
        raise ModelError("{0} is damaged: {1}. Get the model again.", path, error) from error


def check_parts(found: FormatFolder) -> None:
    """Raise ModelError for parts that lack a tensor, or have one that does not fit the variant and base."""
    config = read_settings(found.transformer / "config.json")
    dim, layers, words = (
        config.get(key, usual)
        for key, usual in (("hidden_size", 768), ("num_hidden_layers", 12), ("vocab_size", 30522))
    )
    if not all(type(n) is int and n > 0 for n in (dim, layers, words)):
        raise ModelError("{0} does not say how large the base is.", found.transformer / "config.json")
    path = found.folder / PARTS
    own = part_shapes(found.spec, dim=dim, layers=layers, words=words)
    check_shapes(own, tensor_shapes(path), where=str(path))


def part_shapes(spec: FormatSpec, *, dim: int, layers: int, words: int) -> Shapes:
    """What a variant has next to a base of so many dimensions, layers and word pieces: `FormatBert`'s names.

    Raises ModelError for a base with fewer layers than are to be adapted.
    """
    of_variant: Mapping[Variant, Iterable[_Named]] = {
        "cls": (),
        "codes": [("codes", (len(spec.formats), dim))],
        "adapters": _adapters(spec, dim, layers),
        "fusion": chain(_adapters(spec, dim, layers), _fusion(spec, dim, layers)),
        "pals": _pals(spec, dim, layers),
        "probes": _probes(spec, dim),
        "pools": _pools(spec, dim, layers),
        "wide": chain([(WORDS, (words,))], _wide(spec, dim, layers)),
    }
    return dict(of_variant[spec.variant])


def _adapters(spec: FormatSpec, dim: int, layers: int) -> Iterator[_Named]:
    for place, each in product(range(spec.first_layer(layers), layers), spec.formats):
        yield from _bottleneck(f"adapters.{place}.{each}", dim, max(1, dim // spec.reduction), dim)


def _fusion(spec: FormatSpec, dim: int, layers: int) -> Iterator[_Named]:
    for place, each in product(range(spec.first_layer(layers), layers), spec.formats):
        name = f"fusion.{place}.{each}"
        yield from _linear(f"{name}.query", dim, dim)
        yield from _linear(f"{name}.key", dim, dim)
        yield f"{name}.value.weight", (dim, dim)


def _pals(spec: FormatSpec, dim: int, layers: int) -> Iterator[_Named]:
    width = spec.pal_width
    for each in spec.formats:
        yield from _linear(f"pals.{each}.enter", dim, width)
        yield from _linear(f"pals.{each}.leave", width, dim)
        for place, part in product(range(layers), ("query", "key", "value")):
            yield from _linear(f"pals.{each}.attention.{place}.{part}", width, width)


def _probes(spec: FormatSpec, dim: int) -> Iterator[_Named]:
    yield "probes.tokens", (len(spec.formats), dim)
    for place in range(len(spec.formats)):
        yield from _linear(f"probes.read.{place}", dim, dim)


def _pools(spec: FormatSpec, dim: int, layers: int) -> Iterator[_Named]:
    for each in spec.formats:
        if each not in UNCHANGED:
            yield from _bottleneck(f"heads.{each}", (layers + 1) * dim, spec.pool_width, dim)


def _wide(spec: FormatSpec, dim: int, layers: int) -> Iterator[_Named]:
    for each in spec.formats:
        if each not in UNCHANGED:
            yield from _linear(f"heads.{each}", (layers + 1) * dim, spec.own_width)


def _linear(name: str, inputs: int, outputs: int) -> Iterator[_Named]:
    yield f"{name}.weight", (outputs, inputs)
    yield f"{name}.bias", (outputs,)


def _bottleneck(name: str, inputs: int, width: int, outputs: int) -> Iterator[_Named]:
    yield from _linear(f"{name}.down", inputs, width)
    yield from _linear(f"{name}.up", width, outputs)
