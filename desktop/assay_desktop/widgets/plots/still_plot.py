"""Plots without menu or zoom, and how their axes look."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from PySide6.QtCore import Qt

from assay_desktop.theme import Theme, number_font


def pyqtgraph() -> Any:
    """Return the plotting library, which is imported late and carries no types."""
    return import_module("pyqtgraph")


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


def style_axis(plot: Any, side: str, theme: Theme, *, px: int = 11, rules: bool = False) -> Any:
    """Return the axis at a side, in muted text without a line; with rules across the plot below its lines."""
    pg, axis = pyqtgraph(), plot.getPlotItem().getAxis(side)
    axis.setPen(pg.mkPen(None))
    axis.setTextPen(pg.mkPen(theme.color("muted")))
    axis.setTickFont(number_font(px))
    if rules:
        axis.setTickPen(pg.mkPen(theme.color("line")))
        axis.setGrid(255)
        axis.setZValue(-1)
    return axis
