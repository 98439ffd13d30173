"""A paper that the tests of duplicates vary."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from assay.duplicates.comparison import compare, traits_of
from assay.types import Paper

if TYPE_CHECKING:
    from assay.duplicates.types import Likeness

BATS = Paper(
    doc_id="a",
    title="How moths jam the sonar of hunting bats over open fields",
    authors=("Aaron Corcoran", "Jesse Barber", "William Conner"),
    year=2019,
    venue="Journal of Experimental Biology",
)
ABSTRACT = (
    "Some moths answer the calls of bats with clicks of their own. We recorded both with four microphones "
    "over twelve nights and found that the clicks fall into the window in which a bat judges distance, so "
    "that most attacks miss by less than a wing's breadth."
)
OTHER_ABSTRACT = (
    "Tree rings of nine hundred oaks were measured by hand. Dry summers show in the width of late wood, and "
    "the oldest trees remember droughts that no station recorded, as far back as the fourteenth century."
)


def other(**changes: object) -> Paper:
    """The paper recorded once more, as "b", with these fields changed."""
    return replace(BATS, **{"doc_id": "b", **changes})  # type: ignore[arg-type]  # fields of a paper


def likeness(one: Paper, two: Paper) -> Likeness | None:
    return compare(traits_of(one), traits_of(two))


def surely(one: Paper, two: Paper) -> Likeness:
    """The likeness of papers that are alike."""
    found = likeness(one, two)
    assert found is not None
    return found
