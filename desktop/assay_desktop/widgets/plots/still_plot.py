"""A plot that is looked at and pointed at, and nothing else."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt


def still_plot(pg: Any) -> Any:
    """A PlotWidget of pyqtgraph, which is imported late, without menu, buttons, zoom, focus and frame."""
    pg.setConfigOptions(antialias=True)
    plot = pg.PlotWidget()
    plot.setMenuEnabled(False)
    plot.hideButtons()
    plot.setMouseEnabled(x=False, y=False)
    plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.setFrameShape(plot.Shape.NoFrame)
    return plot
