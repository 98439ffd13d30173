"""A model's formats, how large each of them is, and how fast the model is, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.codec import from_json
from assay.errors import BadInput
from assay.models.types import Speed
from assay_desktop.background.job_words import speed_words
from assay_desktop.pages.training.words import local_time
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.encoding.multiformat.sizes import ModelSize
    from assay.registry.card import Card

_tr = translator("training")


def variant_words(size: ModelSize) -> str:
    """Return how a model comes to a vector for each format; an unknown variant as it is called."""
    name, _short = _variants().get(size.variant, (size.variant, ""))
    if size.variant in ("adapters", "fusion") and size.specs and size.specs[0].layers:
        return _tr("{0} in the top {1} layers only").format(name, size.specs[0].layers)
    return name


def formats_cell(size: ModelSize | None) -> str:
    """Write it for the table: "4 · adapters", "1"; "" where it is not known."""
    if size is None:
        return ""
    if size.n_vectors == 1:
        return "1"
    _name, short = _variants().get(size.variant, ("", size.variant))
    return f"{size.n_vectors} · {short}"


def _variants() -> dict[str, tuple[str, str]]:
    """Return how each variant is called, and in few letters."""
    return {
        "cls": (_tr("one vector for all"), "cls"),
        "codes": (_tr("control codes"), _tr("codes")),
        "adapters": (_tr("adapters"), _tr("adapters")),
        "fusion": (_tr("adapters with fusion"), _tr("fusion")),
        "pals": (_tr("attention parallel to each layer"), _tr("PALs")),
        "probes": (_tr("probe tokens"), _tr("probes")),
        "pools": (_tr("heads over all layers"), _tr("heads")),
        "wide": (_tr("own columns added to the base's"), _tr("columns")),
        "ensemble": (_tr("several models as one"), _tr("ensemble")),
    }


def used_words(size: ModelSize | None) -> str:
    """Describe the model in use in a few words: "3 vectors of a text · 22,394,112 parameters"."""
    if size is None:
        return ""
    vectors = _tr("{0} vectors of a text").format(size.n_vectors) if size.n_vectors > 1 else _tr("one vector")
    return _tr("{0} · {1} parameters").format(vectors, numeral(size.total))


def size_rows(card: Card, size: ModelSize | None) -> Sequence[tuple[str, str]]:
    """(name, value) of formats, parameters and speed."""
    rows = [(_tr("Parameters"), numeral(card.parameters) if card.parameters else "")]
    if size is not None:
        rows = [(_tr("Formats"), _formats(size)), (_tr("Parameters"), numeral(size.total))]
        if size.of_format:
            rows += [
                (_tr("of the base"), numeral(size.base)),
                (_tr("of a format"), _own(size)),
                (_tr("shared"), numeral(size.shared) if size.shared else ""),
            ]
    return [*rows, (_tr("Speed"), speed_line(card))]


def speed_line(card: Card) -> str:
    """Return what was measured on this machine, and when."""
    try:
        speed = from_json(card.scores.get("speed"), Speed)
    except BadInput:  # none, or a figure that another program put there
        return _tr("not measured")
    about = filter(None, (speed.device, local_time(speed.created)))
    return f"{speed_words(speed)} ({', '.join(about)})"


def _formats(size: ModelSize) -> str:
    if not size.of_format:
        return _tr("one vector for all")
    return f"{', '.join(sorted(size.of_format))} · {variant_words(size)}"


def _own(size: ModelSize) -> str:
    """ "768 each", or every one on its own; of those that nothing was learned for, what their vector is."""
    own = size.of_format
    numbers = set(own.values())
    if numbers == {0}:
        return _tr("none of its own")
    if len(numbers) == 1:
        return _tr("{0} each").format(numeral(numbers.pop()))
    none = [name for name, n in sorted(own.items()) if not n]
    counts = [f"{name} {numeral(n)}" for name, n in sorted(own.items()) if n]
    if none:
        counts.append(_tr("{0} none{1}").format(", ".join(none), _unlearned(size)))
    return "; ".join(counts)


def _unlearned(size: ModelSize) -> str:
    """What the vector of a format is that has no parameters of its own; "" where members differ in it."""
    if size.variant == "pools":
        return _tr(": the base's own vector")
    if size.variant == "wide":
        columns = "".join(f" {spec.own_width}" for spec in size.specs)
        return _tr(": the base's vector and{0} columns made from its words").format(columns)
    return ""
