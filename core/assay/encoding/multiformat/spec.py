"""What a multi-format model is made of, as its `formats.json` says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Literal, get_args

from assay.encoding.model_files.limits import MAX_WIDTH
from assay.errors import ModelError
from assay.types import TaskFormat

Variant = Literal["cls", "codes", "adapters", "fusion", "pals", "probes", "pools", "wide"]
Pooling = Literal["mean", "cls", "last"]

VARIANTS: Mapping[Variant, str] = {
    "cls": "one vector for all formats (MTL CLS)",
    "codes": "a control code before the text, read at its place (MTL CTRL)",
    "adapters": "a bottleneck after each feed-forward block, one set a format (Pfeiffer adapters)",
    "fusion": "attention over all formats' adapters (AdapterFusion)",
    "pals": "projected attention layers parallel to each layer, one set a format",
    "probes": "probe tokens that see the text while the text does not see them: one pass for all formats",
    "pools": "heads over the mean pools of all layers: one pass for all formats",
    "wide": "the base's vector, and columns of each format's own added to it: one pass for all formats",
}
"""variant -> what it is, in a line"""

CODES: Mapping[TaskFormat, str] = {each: f"[{each}]" for each in TaskFormat}
"""The control tokens of SciRepEval."""
FORMATS = tuple(sorted(TaskFormat))
"""In the order in which SciRepEval adds their tokens: CLF, PRX, QRY, RGN."""

UNCHANGED = frozenset({TaskFormat.PRX, TaskFormat.QRY})
"""pools and wide: the formats that nothing is learnt for; they have one vector."""
ONE_PASS = frozenset({"pools", "wide"})
"""The variants that read the mean pools of a base's layers: `encoding.bert` computes them."""


@dataclass(frozen=True, slots=True)
class FormatSpec:
    """Which variant, for which formats, and how large. The defaults are those of SciRepEval's paper."""

    variant: Variant
    formats: tuple[TaskFormat, ...] = FORMATS
    pooling: Pooling = "cls"  # where a vector is read that has no token of its own
    layers: int = 0  # adapters: of the top so many layers; 0 means all
    reduction: int = 16  # adapters: the width of a layer over that of its bottleneck
    pal_width: int = 204  # pals: of the projection
    pal_heads: int = 6
    pool_width: int = 64  # pools: of the bottleneck
    own_width: int = 256  # wide: the columns of a format's own

    def __post_init__(self) -> None:
        """Raise ModelError for numbers that no model can have."""
        if not self.formats or len({*self.formats}) < len(self.formats):
            raise ModelError("The formats {0} must be some, each once.", ", ".join(self.formats) or "(none)")
        for key in ("reduction", "pal_width", "pal_heads", "pool_width", "own_width"):
            if not 1 <= getattr(self, key) <= MAX_WIDTH:
                raise ModelError(
                    "'{0}' is {1} and must be 1 to {2}.", key, getattr(self, key), f"{MAX_WIDTH:,}"
                )
        if self.layers < 0:
            raise ModelError("'layers' is {0} and must be at least 0, which means all.", self.layers)
        if self.pal_width % self.pal_heads:
            raise ModelError(
                "'pal_width' {0} does not fall to {1} heads evenly.", self.pal_width, self.pal_heads
            )

    def place(self, format: TaskFormat) -> int:
        """Return the place of a format among the model's. Raises ModelError for one that it does not have."""
        if format not in self.formats:
            raise ModelError(
                "This model has no vectors for {0}; it has them for {1}.", format, ", ".join(self.formats)
            )
        return self.formats.index(format)

    def first_layer(self, layers: int) -> int:
        """Return the first layer of a base of so many, from 0, whose work differs between formats.

        Raises ModelError if the base has fewer layers than are to be adapted.
        """
        if self.variant not in ("adapters", "fusion") or not self.layers:
            return 0
        if self.layers > layers:
            raise ModelError(
                "The base has {0} layers, and {1} of them are to be adapted.", layers, self.layers
            )
        return layers - self.layers


def side_of_format(spec: FormatSpec, format: TaskFormat) -> str:
    """Name the way a format is read: formats that share a vector share a side."""
    if spec.variant == "cls" or (spec.variant in ONE_PASS and format in UNCHANGED):
        return ""
    return format.lower()


def spec_table(spec: FormatSpec) -> dict[str, object]:
    """Return the spec for JSON."""
    return asdict(spec)


def spec_of(table: object, *, where: str) -> FormatSpec:
    """Return the spec of a JSON table. Raises ModelError, which names `where`, for anything else."""
    if not isinstance(table, dict):
        raise ModelError("{0} does not hold settings by name. Get the model again.", where)
    known = {field.name for field in fields(FormatSpec)}
    unknown = sorted(map(str, set(table) - known))
    if unknown:
        raise ModelError("{0}: unknown key {1}. A newer Assay may have written it.", where, repr(unknown[0]))
    if table.get("variant") not in get_args(Variant):
        raise ModelError("{0}: 'variant' must be one of {1}.", where, ", ".join(get_args(Variant)))
    if table.get("pooling", "cls") not in get_args(Pooling):
        raise ModelError("{0}: 'pooling' must be one of {1}.", where, ", ".join(get_args(Pooling)))
    for key in ("layers", "reduction", "pal_width", "pal_heads", "pool_width", "own_width"):
        if key in table and type(table[key]) is not int:
            raise ModelError("{0}: {1} must be a whole number, not {2}.", where, repr(key), repr(table[key]))
    formats = table.get("formats", list(FORMATS))
    if not isinstance(formats, list | tuple) or not {*map(str, formats)} <= {*TaskFormat}:
        raise ModelError("{0}: 'formats' must be some of {1}.", where, ", ".join(TaskFormat))
    return FormatSpec(**{**table, "formats": tuple(map(TaskFormat, formats))})
