"""The plot of losses: how far its axis reaches, and whether the names at the ends of lines are whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QColor
from seeing import contrast, on_screen

from assay_desktop.widgets.plots.curve_plot import CurvePlot, Line, next_bound, readable

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.theme import Theme


def shown(plot: CurvePlot) -> tuple[float, float]:
    """The steps at the left and at the right edge."""
    left, right = plot._plot.getPlotItem().vb.viewRange()[0]
    return left, right


@pytest.fixture
def plot(theme: Theme, qtbot: QtBot) -> CurvePlot:
    return on_screen(CurvePlot(theme), qtbot, 640, 320)


@pytest.mark.parametrize(
    ("last", "whole", "bound"),
    [
        (0, 200_000, 200_000),  # nothing has happened: the whole
        (3, 200_000, 10),
        (400, 200_000, 500),
        (8241, 11_000, 10_000),
        (9_900, 11_000, 11_000),  # never beyond the whole
        (11_000, 11_000, 11_000),
        (99, 200_000, 120),
    ],
)
def test_the_axis_ends_at_a_round_number_above_what_has_happened(
    last: float, whole: float, bound: float
) -> None:
    assert next_bound(last, whole=whole) == bound


def test_a_run_that_stops_early_fills_the_plot(plot: CurvePlot, qtbot: QtBot) -> None:
    """400 of 200,000 steps: a curve at the left edge of the whole could not be read."""
    xs = list(range(1, 401))
    plot.show_lines([Line("training", xs, [1 / x for x in xs], "accent")], reach=200_000, description="")
    qtbot.waitUntil(lambda: plot._plot.getPlotItem().vb.width() > 400)
    left, right = shown(plot)
    assert left == 0
    assert 400 <= right < 1000


@pytest.mark.dressed
def test_the_names_at_the_ends_of_lines_lie_within_the_plot(plot: CurvePlot, qtbot: QtBot) -> None:
    xs = list(range(1, 1001))
    lines = [
        Line("a quite long objective's name, validation", xs, [0.5] * 1000, "accent", strong=True),
        Line("judgements, training", xs, [0.3] * 1000, "grade2"),
    ]
    plot.show_lines(lines, reach=1000, description="")
    qtbot.waitUntil(lambda: plot._plot.getPlotItem().vb.width() > 400)
    for width in (640, 420, 900):
        plot.resize(width, 320)
        qtbot.waitUntil(lambda width=width: abs(plot._plot.width() - width) < 4)  # type: ignore[misc]
        box = plot._plot.getPlotItem().vb
        left, right = shown(plot)
        for line, (_, name) in zip(lines, plot._items, strict=True):
            begins = (name.pos().x() - left) / (right - left) * box.width()
            assert begins + name.textItem.boundingRect().width() <= box.width() + 1
            assert name.toPlainText().endswith(f"{line.ys[-1]:.3f}")


def test_stages_are_marked_where_they_begin_and_the_axis_says_what_it_counts(
    plot: CurvePlot, qtbot: QtBot
) -> None:
    xs = list(range(1, 1001))
    plot.show_lines(
        [Line("training", xs, [1.0] * 1000, "accent")],
        reach=2000,
        description="",
        marks=[(0, "crops"), (400, "judgements")],
    )
    rules = [(rule.value(), rule.isVisible(), name.toPlainText()) for rule, name in plot._rules]
    assert rules == [(0, False, "crops"), (400, True, "judgements")]
    assert plot._plot.getPlotItem().getAxis("bottom").labelText == "steps over all stages"
    plot.show_lines([Line("training", xs, [1.0] * 1000, "accent")], reach=2000, description="")
    assert [rule.isVisible() for rule, _ in plot._rules] == [False, False]
    assert plot._plot.getPlotItem().getAxis("bottom").labelText == "steps"


@pytest.mark.parametrize(
    ("color", "ground", "words", "pale"),
    [
        ("#B37B0E", "#FFFFFF", "#1C1C1A", True),  # amber on white: 3.6 : 1
        ("#2F6F6A", "#FFFFFF", "#1C1C1A", False),
        ("#6FC2BA", "#12201F", "#EDEDEA", False),
        ("#555555", "#12201F", "#EDEDEA", True),
    ],
)
def test_names_have_their_line_s_colour_as_far_as_it_can_be_read(
    color: str, ground: str, words: str, pale: bool
) -> None:
    found = readable(QColor(color), on=QColor(ground), towards=QColor(words))
    assert contrast(found.name(), ground) >= 4.45  # a colour's parts are rounded to 1/255
    assert contrast(found.name(), ground) < (5.5 if pale else 22)
    assert (found.name() == QColor(color).name()) is not pale
    if pale and color != "#555555":
        assert abs(found.hue() - QColor(color).hue()) <= 8
