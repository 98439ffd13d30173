"""The picture of the confusion matrices, as readers of plain SVG 1.1 see it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from assay.cli.training.figures import confusion_svg
from assay.judging import agreement

SVG = "{http://www.w3.org/2000/svg}"
COLOUR = re.compile(r"#[0-9a-f]{6}")


def _luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.1."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("differ", [*range(0, 201, 10), 95, 97, 103])
def test_every_colour_is_plain_and_every_count_stands_out_from_its_cell(differ: int) -> None:
    ratings = [("q", f"d{n}", who, 0) for n in range(200) for who in ("ada", "bob")]
    ratings[1 : 2 * differ : 2] = [("q", f"d{n}", "bob", 1 + n % 2) for n in range(differ)]
    picture = confusion_svg(agreement(ratings), title="owls")
    assert "hsl(" not in picture
    root = ET.fromstring(picture)
    fills = [element.get("fill") for element in root.iter() if element.get("fill") is not None]
    assert all(COLOUR.fullmatch(fill or "") for fill in fills)
    cells, shown = 0, None
    for element in root.iter():
        if element.tag == f"{SVG}rect" and element.get("stroke"):
            shown = element.get("fill")
        elif shown is not None:  # the count comes right after its cell
            cells += 1
            assert _contrast(shown, element.get("fill") or "") >= 4.5
            shown = None
    assert cells == 18  # all assessors, and the one pair
