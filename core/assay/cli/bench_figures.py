"""Pictures of what scores of benchmarks say together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.cli.figures import Dot, DotPlot, HeatMap, dot_plot_svg, heat_map_svg, stacked_svg

if TYPE_CHECKING:
    from assay.benchmarks.analyses import Correlations
    from assay.benchmarks.reports.analysing import Analyses


def correlations_svg(found: Correlations) -> str:
    """Tasks by tasks; the darkest are most alike in which systems are good at them."""
    rows = tuple(zip(found.columns, found.r, strict=True))
    fewest, most = found.range_n
    told = f"{fewest} to {most}" if fewest < most else f"{most}"
    title = f"Correlation of tasks over {told} systems"
    return heat_map_svg(HeatMap(title, found.columns, rows))


def cost_svg(found: Analyses) -> str:
    """Scores above, seconds below, the systems in one order."""
    scores = tuple((row.model.name, (Dot(row.model.score),)) for row in found.cost)
    seconds = tuple((row.model.name, (Dot(row.model.seconds),)) for row in found.cost)
    return stacked_svg(
        [
            dot_plot_svg(
                DotPlot(f"Mean of {found.n_columns} columns", "percent", ("score",), scores, from_zero=False)
            ),
            dot_plot_svg(DotPlot("What encoding takes", "seconds per 1,000 papers", ("time",), seconds)),
        ]
    )
