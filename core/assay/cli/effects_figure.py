"""The picture of what candidates do: CODER's Figure 2, a part above the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assay.cli.formats_figures import Dot, DotPlot, dot_plot_svg, stacked_svg

if TYPE_CHECKING:
    from assay.experiments.list_effects import EffectRow, Effects

MEASURE = "nDCG@10"


def effects_svg(found: Effects) -> str:
    """Above, kinds of negatives and losses at the largest N; below, the number N with ListNet."""
    rows = {row.name: row for row in found.rows}
    kinds = [
        (f"{row.variant.negatives}, {row.variant.loss}", row) for row in map(rows.__getitem__, found.by_kind)
    ]
    numbers = [(f"N = {row.variant.n:,}", row) for row in map(rows.__getitem__, found.by_number)]
    largest = max(row.variant.n for row in found.rows)
    return stacked_svg(
        [
            dot_plot_svg(_plot(found, f"Negatives and losses, N = {largest:,}", kinds)),
            dot_plot_svg(_plot(found, "Number of candidates, retrieved, listnet", numbers)),
        ]
    )


def _plot(found: Effects, title: str, rows: Sequence[tuple[str, EffectRow]]) -> DotPlot:
    groups = tuple(dict.fromkeys(score.group for score in found.base_scores))
    return DotPlot(
        title,
        f"{MEASURE} less the base's, times 100, with 95 % intervals",
        tuple(f"{group} queries" for group in groups),
        (
            ("base", tuple(Dot(0.0) for _ in groups)),
            *((name, tuple(_dot(row, group) for group in groups)) for name, row in rows),
        ),
        from_zero=False,
    )


def _dot(row: EffectRow, group: str) -> Dot:
    score = next(score for score in row.scores if (score.group, score.measure) == (group, MEASURE))
    return Dot(100 * score.difference, 50 * (score.interval[1] - score.interval[0]))
