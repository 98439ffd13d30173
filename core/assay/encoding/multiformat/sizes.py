"""How large a model is, read off the heads of its files: no weight is read, nothing of torch is loaded.

Its parameters are the weights that a vector depends on. A BERT's pooler and the layer that it was trained to
guess words with lie in its file, and nobody reads them; what a wide model counted of the words is no weight.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import prod
from pathlib import Path

from assay.encoding.coder.folder import is_coder, read_coder
from assay.encoding.multiformat.ensemble import ensemble_side, is_ensemble, read_ensemble, shared_formats
from assay.encoding.multiformat.folder import BASE, PARTS, is_multiformat, read_folder, read_spec
from assay.encoding.multiformat.shapes import WORDS, Shapes, tensor_shapes
from assay.encoding.multiformat.spec import FormatSpec
from assay.errors import ModelError
from assay.types import TaskFormat

ENSEMBLE = "ensemble"
_UNREAD = frozenset({"pooler", "cls", "lm_head"})
"""The parts of a transformer's file that no vector depends on, alone or below the transformer's own name."""
_OWN_PARTS = {
    "adapters": "adapters.",
    "fusion": "fusion.",
    "pals": "pals.",
    "pools": "heads.",
    "wide": "heads.",
}
"""variant -> how the names of the tensors begin that a format has of its own, where they name the format"""


@dataclass(frozen=True, slots=True)
class ModelSize:
    """Weights that its vectors depend on. `variant` is "" for a model with one vector for all."""

    variant: str
    base: int
    of_format: Mapping[TaskFormat, int] = field(default_factory=dict)  # of its own; none for a single vector
    shared: int = 0  # next to the base, for all formats: the adapters under a fusion
    specs: tuple[FormatSpec, ...] = field(default=(), compare=False)  # or each member's; none for one vector

    @property
    def n_vectors(self) -> int:
        """How many vectors of a text differ: formats that nothing is learned for may share one."""
        return len({ensemble_side(self.specs, each) for each in self.of_format}) or 1

    @property
    def total(self) -> int:
        return self.base + self.shared + sum(self.of_format.values())


def model_size(folder: Path) -> ModelSize:
    """Read a model folder's size. Raises ModelError for one that is incomplete, or whose base is not here.

    Of tuned queries it is the size of what reads them: the papers' model is counted where it stands.
    """
    if is_coder(folder):
        return model_size(read_coder(folder).queries_folder)
    if is_ensemble(folder):
        return _together([model_size(member.folder) for member in read_ensemble(folder).members], folder)
    if not is_multiformat(folder):
        weights = sorted(folder.rglob("*.safetensors"))
        if not weights:
            raise ModelError("The model folder {0} is incomplete: it has no weights.", folder)
        return ModelSize("", _numbers(weights))
    spec = read_spec(folder)
    shapes = tensor_shapes(folder / PARTS)
    try:
        own = {each: own_numbers(spec, shapes, each) for each in spec.formats}
    except KeyError as error:
        raise ModelError(
            "{0}: the tensor {1} is missing. Get the model again.", folder / PARTS, error.args[0]
        ) from error
    base = folder / BASE if (folder / BASE).is_dir() else read_folder(folder).base_folder
    every = sum(prod(shape) for name, shape in shapes.items() if name != WORDS)
    return ModelSize(
        spec.variant, _numbers(sorted(base.rglob("*.safetensors"))), own, every - sum(own.values()), (spec,)
    )


def own_numbers(spec: FormatSpec, shapes: Shapes, format: TaskFormat) -> int:
    """Return how many numbers a format has of its own among the tensors of a model's parts."""
    place = spec.formats.index(format)
    if spec.variant == "codes":
        return shapes["codes"][-1]
    if spec.variant == "probes":
        product = sum(prod(shapes[f"probes.read.{place}.{name}"]) for name in ("weight", "bias"))
        return shapes["probes.tokens"][-1] + product
    begin = _OWN_PARTS.get(spec.variant)
    return sum(
        prod(shape)
        for name, shape in shapes.items()
        if begin is not None and name.startswith(begin) and f".{format}." in name
    )


def is_read(name: str) -> bool:
    """Return whether any vector depends on the tensor of this name in a transformer's file."""
    return _UNREAD.isdisjoint(name.split(".")[:-1])


def _numbers(paths: Iterable[Path]) -> int:
    return sum(prod(shape) for path in paths for name, shape in tensor_shapes(path).items() if is_read(name))


def _together(members: list[ModelSize], folder: Path) -> ModelSize:
    specs = tuple(read_ensemble(folder).specs())
    formats = shared_formats(specs)
    own = {each: sum(member.of_format.get(each, 0) for member in members) for each in formats}
    return ModelSize(
        ENSEMBLE,
        sum(member.base for member in members),
        own,
        sum(member.total - member.base for member in members) - sum(own.values()),
        specs,
    )
