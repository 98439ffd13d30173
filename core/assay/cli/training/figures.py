"""Pictures of analyses: SVG, written by hand, readable in print and without colour."""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from assay.cli.output import figure
from assay.types import GRADES

if TYPE_CHECKING:
    from assay.judging import AgreementReport


BOX, SPACE, LEFT, HEAD = 64, 48, 56, 76  # pixels of a confusion matrix
PANELS_A_ROW = 3
SIDE = BOX * len(GRADES)
DARK = 0.5  # below this lightness digits are white
ROW, CELL, TOP, GAP, BAR = 34, 84, 64, 24, 420  # pixels of the other pictures
LETTER = 7.2  # pixels of a letter, about
_SIZE = re.compile(r'(?:width|height)="([0-9]+)"')


def confusion_svg(report: AgreementReport, *, title: str) -> str:
    """All assessors together, then each pair that shares something; every cell has its count written in it.

    The more of its row a cell holds, the darker it is: the number says the same without the shade.
    """
    whole = f"all assessors, both ways; alpha {figure(report.alpha, digits=3)}"
    panels = [_panel(whole, ("", ""), report.confusion)]
    for pair in report.pairs:
        if pair.n:
            caption = f"n = {pair.n}, kappa {figure(pair.kappa, digits=3)}"
            panels.append(_panel(caption, (pair.assessor_a, pair.assessor_b), pair.confusion))
    n_rows = -(-len(panels) // PANELS_A_ROW)
    width, height = LEFT + SIDE + SPACE, HEAD + SIDE + SPACE
    size = min(PANELS_A_ROW, len(panels)) * width + SPACE, n_rows * height + SPACE
    lines = _head(*size, f"{title}: how often assessors gave which two grades")
    for number, panel in enumerate(panels):
        row, column = divmod(number, PANELS_A_ROW)
        lines.append(f'<g transform="translate({SPACE // 2 + column * width} {SPACE // 2 + row * height})">')
        lines += [*panel, "</g>"]
    return "\n".join([*lines, "</svg>"])


def _panel(caption: str, people: tuple[str, str], matrix: Sequence[Sequence[int]]) -> Iterator[str]:
    rows, columns = people
    middle = HEAD + SIDE // 2
    yield _text(LEFT, 16, caption, anchor="start", weight="bold")
    yield _text(LEFT + SIDE // 2, 40, columns)
    yield (
        f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">'
        f"{escape(rows)}</text>"
    )
    for grade in GRADES:
        yield _text(LEFT + BOX * grade + BOX // 2, HEAD - 12, str(grade))
        yield _text(LEFT - 16, HEAD + BOX * grade + BOX // 2 + 5, str(grade))
    for row, counts in enumerate(matrix):
        total = sum(counts) or 1
        for column, n in enumerate(counts):
            x, y = LEFT + BOX * column, HEAD + BOX * row
            yield from _cell(x, y, (BOX, BOX), str(n), n / total)


def shade_colours(share: float) -> tuple[str, str]:
    """Return a cell's and its digits' colours, #rrggbb: SVG 1.1 paints hsl(), which it lacks, black."""
    lightness = 0.96 - 0.58 * share
    parts = colorsys.hls_to_rgb(214 / 360, lightness, 0.55)
    # With these two the digits stand out from every shade by 4.5 to 1 or more (WCAG 2.1, 1.4.3).
    ink = "#ffffff" if lightness < DARK else "#000000"
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts), ink


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Values by row and column, shaded within each line; outlined cells are meant to be the darkest."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]
    outlined: frozenset[tuple[int, int]] = frozenset()
    by_column: bool = False  # shaded within each column, not within each row


@dataclass(frozen=True, slots=True)
class Dot:
    """A value, and how far it may be off to either side."""

    value: float | None
    off: float = 0.0


@dataclass(frozen=True, slots=True)
class DotPlot:
    """Rows of a dot for each series, on one axis."""

    title: str
    axis: str
    series: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Dot, ...]], ...]
    from_zero: bool = True


def heat_map_svg(found: HeatMap) -> str:
    """Every cell has its value written in it; an outline says what the colour alone does not."""
    left = _label_width([name for name, _ in found.rows])
    width = max(left + CELL * len(found.columns) + GAP, int(len(found.title) * LETTER) + 2 * GAP)
    height = TOP + ROW * len(found.rows) + GAP
    lines = [
        *_head(width, height, found.title),
        _text(GAP // 2, 22, found.title, anchor="start", weight="bold"),
    ]
    for place, name in enumerate(found.columns):
        lines.append(_text(left + CELL * place + CELL // 2, TOP - 10, name))
    shares = _shares(found)
    for n, (name, values) in enumerate(found.rows):
        y = TOP + ROW * n
        lines.append(_text(left - 8, y + ROW // 2 + 5, name, anchor="end"))
        for place, value in enumerate(values):
            text, share = ("–", None) if value is None else (f"{value:.2f}", shares[n][place])
            lines += _cell(left + CELL * place, y, (CELL, ROW), text, share)
    for n, place in sorted(found.outlined):
        box = f'x="{left + CELL * place + 2}" y="{TOP + ROW * n + 2}" width="{CELL - 4}" height="{ROW - 4}"'
        lines.append(f'<rect {box} fill="none" stroke="#1a1a1a" stroke-width="3"/>')
    return "\n".join([*lines, "</svg>", ""])


def _shares(found: HeatMap) -> list[list[float]]:
    """Return, of each cell, how far it stands from the least to the greatest of its line, 0..1."""
    table = [list(values) for _, values in found.rows]
    lines = [list(line) for line in zip(*table, strict=True)] if found.by_column else table
    shares = [[_share(value, line) for value in line] for line in lines]
    return [list(line) for line in zip(*shares, strict=True)] if found.by_column else shares


def _share(value: float | None, line: Sequence[float | None]) -> float:
    known = [each for each in line if each is not None]
    if value is None or max(known) - min(known) < 1e-9:
        return 0.0
    return (value - min(known)) / (max(known) - min(known))


def _cell(x: int, y: int, size: tuple[int, int], text: str, share: float | None) -> Iterator[str]:
    """Yield a shaded box with a text in it; `share` is None where there is nothing to shade."""
    fill, ink = shade_colours(share) if share is not None else ("#ffffff", "#1a1a1a")
    box = f'x="{x}" y="{y}" width="{size[0]}" height="{size[1]}"'
    yield f'<rect {box} fill="{fill}" stroke="#ffffff" stroke-width="2"/>'
    yield _text(x + size[0] // 2, y + size[1] // 2 + 5, text, fill=ink)


def dot_plot_svg(found: DotPlot) -> str:
    """A filled dot for the first series, then a ring, a square, ...; whiskers where a value may be off."""
    left = _label_width([name for name, _ in found.rows])
    width = max(left + BAR + 2 * GAP + CELL, int(len(found.title) * LETTER) + 2 * GAP)
    top = TOP + 12
    height = top + ROW * len(found.rows) + 2 * GAP + 12
    low, high = _range(found)
    lines = [
        *_head(width, height, found.title),
        _text(GAP // 2, 22, found.title, anchor="start", weight="bold"),
    ]
    for place, name in enumerate(found.series):
        x = left + place * int(BAR / len(found.series))
        lines += [_mark(place, x + 6, 44), _text(x + 16, 49, name, anchor="start")]

    def at(value: float) -> float:
        return left + BAR * (value - low) / (high - low)

    bottom = top + ROW * len(found.rows)
    for tick in _ticks(low, high):
        lines += [
            _line(at(tick), top, at(tick), bottom, "#d0d0d0"),
            _text(at(tick), bottom + 18, f"{tick:g}"),
        ]
    lines.append(_text(left + BAR / 2, bottom + 38, found.axis))
    for n, (name, dots) in enumerate(found.rows):
        y = top + ROW * n + ROW / 2
        lines.append(_text(left - 8, y + 5, name, anchor="end"))
        for place, dot in enumerate(dots):
            if dot.value is None:
                continue
            off = y + 6 * (place - (len(dots) - 1) / 2)
            if dot.off:
                lines.append(_line(at(dot.value - dot.off), off, at(dot.value + dot.off), off, "#1a1a1a"))
            lines.append(_mark(place, at(dot.value), off))
    return "\n".join([*lines, "</svg>", ""])


def stacked_svg(pictures: Sequence[str]) -> str:
    """Return one picture of several of this module's, each below the one before."""
    sizes = [tuple(map(int, _SIZE.findall(picture)[:2])) for picture in pictures]
    lines, y = [_opening(max(width for width, _ in sizes), sum(height for _, height in sizes))], 0
    for picture, (_, height) in zip(pictures, sizes, strict=True):
        # Groups, not pictures within a picture: SVG Tiny's readers, Qt's among them, do not know those.
        inner = picture.strip().splitlines()[1:-1]
        lines += [f'<g transform="translate(0 {y})">', *inner, "</g>"]
        y += height
    return "\n".join([*lines, "</svg>", ""])


def _range(found: DotPlot) -> tuple[float, float]:
    ends = [
        end
        for _, dots in found.rows
        for dot in dots
        if dot.value is not None
        for end in (dot.value - dot.off, dot.value + dot.off)
    ]
    low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
    low = min(0.0, low) if found.from_zero else low
    margin = 0.05 * (high - low) or 1.0
    return (low if found.from_zero else low - margin), high + margin


def _ticks(low: float, high: float) -> list[float]:
    """Return about five round numbers in the range."""
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(each * power for each in (1, 2, 5, 10) if each * power >= rough * 0.999)
    return [round(step * n, 10) for n in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _mark(series: int, x: float, y: float) -> str:
    """Return the marker of a point; series differ in shape as well as in colour."""
    if series % 3 == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#1f5fa8"/>'
    if series % 3 == 1:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#ffffff" stroke="#b3541e" stroke-width="2"/>'
    return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="9" height="9" fill="#3c7a3c"/>'


def _head(width: int, height: int, title: str) -> list[str]:
    return [
        _opening(width, height),
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]


def _opening(width: int, height: int) -> str:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13" role="img">'
    )


def _label_width(names: Sequence[str]) -> int:
    return int(max((len(name) for name in names), default=0) * LETTER) + GAP


def _line(x1: float, y1: float, x2: float, y2: float, ink: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{ink}"/>'


def _text(
    x: float, y: float, text: str, *, anchor: str = "middle", weight: str = "normal", fill: str = "#1a1a1a"
) -> str:
    style = f'text-anchor="{anchor}" font-weight="{weight}" fill="{fill}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'
