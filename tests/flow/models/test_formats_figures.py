"""Pictures of analyses: what is written in them stands where the numbers say."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from assay.cli.training.figures import Dot, DotPlot, HeatMap, dot_plot_svg, heat_map_svg, stacked_svg

SVG = "{http://www.w3.org/2000/svg}"


def lightness(fill: str) -> int:
    return sum(int(part, 16) for part in re.findall("..", fill.removeprefix("#")))


def test_the_greatest_of_a_row_is_the_darkest_and_what_is_absent_is_a_dash() -> None:
    rows = (("a & b", (10.0, 30.0, 20.0)), ("c", (5.0, None, 5.0)))
    picture = ET.fromstring(heat_map_svg(HeatMap("<t>", ("x", "y", "z"), rows, frozenset({(0, 1)}))))
    words = [text.text for text in picture.iter(f"{SVG}text")]
    assert {"<t>", "a & b", "10.00", "30.00", "20.00", "–"} <= {*words}
    cells = [box for box in picture.iter(f"{SVG}rect") if box.get("stroke") == "#ffffff"]
    first = [lightness(box.get("fill", "")) for box in cells[:3]]
    assert first[1] < first[2] < first[0]
    (outline,) = [box for box in picture.iter(f"{SVG}rect") if box.get("fill") == "none"]
    assert float(outline.get("x", 0)) - 2 == float(cells[1].get("x", 0))


def test_columns_are_shaded_by_themselves_where_that_is_asked_for() -> None:
    rows = (("a", (1.0, 200.0)), ("b", (2.0, 100.0)))
    picture = ET.fromstring(heat_map_svg(HeatMap("t", ("x", "y"), rows, by_column=True)))
    cells = [box for box in picture.iter(f"{SVG}rect") if box.get("stroke") == "#ffffff"]
    fills = [box.get("fill") for box in cells]
    assert fills[0] == fills[3] != fills[1]
    assert fills[1] == fills[2]


def test_dots_stand_on_the_axis_in_proportion_and_whiskers_reach_as_far_as_they_are_off() -> None:
    rows = (("one", (Dot(1.0), Dot(2.0, 0.5))), ("two", (Dot(None), Dot(4.0))))
    picture = ET.fromstring(dot_plot_svg(DotPlot("t", "axis", ("here", "published"), rows)))
    dots = [float(dot.get("cx", 0)) for dot in picture.iter(f"{SVG}circle")][2:]  # after the legend's
    assert len(dots) == 3
    assert (dots[2] - dots[0]) / (dots[1] - dots[0]) == pytest.approx(3, abs=0.01)
    (whisker,) = [line for line in picture.iter(f"{SVG}line") if line.get("stroke") == "#1a1a1a"]
    ends = [float(whisker.get(key, 0)) for key in ("x1", "x2")]
    assert sum(ends) / 2 == pytest.approx(dots[1], abs=0.1)
    assert ends[1] - ends[0] == pytest.approx(dots[1] - dots[0], abs=0.1)  # 0.5 to either side
    ticks = [text.text for text in picture.iter(f"{SVG}text")]
    assert {"0", "1", "2", "3", "4"} <= {*ticks}


def test_pictures_stand_one_below_the_other_in_groups_that_every_reader_knows() -> None:
    one = dot_plot_svg(DotPlot("first", "axis", ("here",), (("a", (Dot(1.0),)),)))
    other = dot_plot_svg(DotPlot("second", "axis", ("here",), (("b", (Dot(2.0),)), ("c", (Dot(3.0),)))))
    both, parts = ET.fromstring(stacked_svg([one, other])), [ET.fromstring(each) for each in (one, other)]
    groups = list(both.findall(f"{SVG}g"))
    assert [group.get("transform") for group in groups] == [
        "translate(0 0)",
        f"translate(0 {parts[0].get('height')})",
    ]
    assert int(both.get("height", 0)) == sum(int(part.get("height", 0)) for part in parts)
    assert [len(list(group)) for group in groups] == [len(list(part)) for part in parts]
    assert not list(both.iter(f"{SVG}svg"))[1:]
