"""The confusion matrices of an agreement report as a picture: SVG, written by hand, readable in print."""

from __future__ import annotations

import colorsys
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from assay.cli.output import figure
from assay.types import GRADES

if TYPE_CHECKING:
    from assay.judging import AgreementReport

CELL, GAP, LEFT, TOP = 64, 48, 56, 76  # pixels
COLUMNS = 3
DARK = 0.5  # below this lightness digits are white
PANEL_WIDTH = LEFT + CELL * len(GRADES) + GAP
PANEL_HEIGHT = TOP + CELL * len(GRADES) + GAP

Matrix = Sequence[Sequence[int]]


def confusion_svg(report: AgreementReport, *, title: str) -> str:
    """All assessors together, then each pair that shares something; every cell has its count written in it.

    The more of its row a cell holds, the darker it is: the number says the same without the shade.
    """
    panels = [
        (f"all assessors, both ways; alpha {figure(report.alpha, digits=3)}", ("", ""), report.confusion),
        *(
            (
                f"n = {pair.n}, kappa {figure(pair.kappa, digits=3)}",
                (pair.assessor_a, pair.assessor_b),
                pair.confusion,
            )
            for pair in report.pairs
            if pair.n
        ),
    ]
    columns = min(COLUMNS, len(panels))
    rows = -(-len(panels) // COLUMNS)
    width, height = columns * PANEL_WIDTH + GAP, rows * PANEL_HEIGHT + GAP
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13" role="img">',
        f"<title>{escape(title)}: how often assessors gave which two grades</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (caption, people, matrix) in enumerate(panels):
        x = GAP // 2 + (number % COLUMNS) * PANEL_WIDTH
        y = GAP // 2 + (number // COLUMNS) * PANEL_HEIGHT
        lines.append(f'<g transform="translate({x} {y})">')
        lines.extend(_panel(caption, people, matrix))
        lines.append("</g>")
    return "\n".join([*lines, "</svg>"])


def _panel(caption: str, people: tuple[str, str], matrix: Matrix) -> Iterator[str]:
    rows, columns = people
    middle = LEFT + CELL * len(GRADES) // 2
    yield _text(LEFT, 16, caption, anchor="start", weight="bold")
    yield _text(middle, 40, columns)
    yield (
        f'<text x="14" y="{TOP + CELL * len(GRADES) // 2}" text-anchor="middle" '
        f'transform="rotate(-90 14 {TOP + CELL * len(GRADES) // 2})">{escape(rows)}</text>'
    )
    for grade in GRADES:
        yield _text(LEFT + CELL * grade + CELL // 2, TOP - 12, str(grade))
        yield _text(LEFT - 16, TOP + CELL * grade + CELL // 2 + 5, str(grade))
    for row, counts in enumerate(matrix):
        total = sum(counts)
        for column, count in enumerate(counts):
            yield from _cell(row, column, count, share=count / total if total else 0.0)


def _cell(row: int, column: int, count: int, *, share: float) -> Iterator[str]:
    x, y = LEFT + CELL * column, TOP + CELL * row
    fill, ink = shade_colours(share)
    yield (
        f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" '
        'stroke="#ffffff" stroke-width="2"/>'
    )
    yield _text(x + CELL // 2, y + CELL // 2 + 5, str(count), fill=ink)


def shade_colours(share: float) -> tuple[str, str]:
    """Of a cell and its digits, as #rrggbb: readers of SVG 1.1 paint what they do not know, hsl(), black."""
    lightness = 0.96 - 0.58 * share
    parts = colorsys.hls_to_rgb(214 / 360, lightness, 0.55)
    # With these two the digits stand out from every shade by 4.5 to 1 or more (WCAG 2.1, 1.4.3).
    ink = "#ffffff" if lightness < DARK else "#000000"
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts), ink


def _text(
    x: int, y: int, text: str, *, anchor: str = "middle", weight: str = "normal", fill: str = "#1a1a1a"
) -> str:
    style = f'text-anchor="{anchor}" font-weight="{weight}" fill="{fill}"'
    return f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>'
