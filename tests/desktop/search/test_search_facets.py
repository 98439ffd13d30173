"""Facets on the search page: what is counted, what a choice restricts, how it looks to the keys."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollBar
from seeing import on_screen

from assay.codec import to_json
from assay.searching.types import FOUND, Facets
from assay.types import FacetValue, Filters
from assay_desktop.pages import search
from assay_desktop.pages.search.facets import MOST_BARS, counts_of, with_value, with_years
from assay_desktop.pages.search.model import QueryLine, SavedLine
from assay_desktop.pages.search.widgets.sidebar import FilterPanel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay.searching.types import InteractiveSearch
    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.page import SearchPage

COUNTED = Facets(
    30,
    FOUND,
    {
        "year": (FacetValue("2019", 4), FacetValue("2021", 26)),
        "venue": (FacetValue("ACL", 20), FacetValue("Élan", 10)),
        "author": (FacetValue("Ada Lovelace", 3),),
        "tag": (),
        "pdf": (FacetValue("yes", 7),),
        "judged": (FacetValue("yes", 2), FacetValue("no", 28)),
    },
)


@pytest.fixture
def page(search_context: AppContext, engine: Any, qtbot: QtBot) -> SearchPage:
    """A page whose search for "bees" was counted."""
    made = search.create(search_context)
    on_screen(made, qtbot, 1280, 1000)
    made.activateWindow()
    qtbot.waitUntil(made.isVisible)
    made.text_edited.emit("bees")
    made.search_requested.emit()
    count(engine, qtbot)
    return made


def count(engine: Any, qtbot: QtBot) -> InteractiveSearch:
    """Lets the engine count, and gives what it was asked."""
    engine.requests[-1].done({"hits": [], "mode": "hybrid", "total": 3})
    engine.counting.clear()
    qtbot.waitUntil(lambda: bool(engine.counting))
    engine.counting[-1].done(to_json(COUNTED))
    request: InteractiveSearch = engine.counting[-1].request
    return request


def lines(page: SearchPage) -> list[tuple[str, int, bool]]:
    return [
        (line.text, line.value.n, line.value.chosen) for line in page.facets.values.rows.items if line.value
    ]


def test_what_the_search_found_is_counted_once_it_rests(page: SearchPage) -> None:
    assert page.facets.isVisible()
    assert lines(page) == [
        ("ACL", 20, False), ("Élan", 10, False), ("Ada Lovelace", 3, False), ("Has a PDF", 7, False),
        ("Judged", 2, False), ("Not judged", 28, False),
    ]  # fmt: skip


def test_a_click_restricts_the_search_and_another_adds_to_it(
    page: SearchPage, engine: Any, qtbot: QtBot
) -> None:
    click(page, "ACL", qtbot)
    assert engine.requests[-1].request.filters == Filters(venues=("ACL",))
    request = count(engine, qtbot)
    assert request.filters == Filters(venues=("ACL",))
    assert ("ACL", 20, True) in lines(page)
    click(page, "Élan", qtbot)
    assert engine.requests[-1].request.filters == Filters(venues=("ACL", "Élan"))
    click(page, "ACL", qtbot)
    assert engine.requests[-1].request.filters == Filters(venues=("Élan",))


def click(page: SearchPage, text: str, qtbot: QtBot) -> None:
    values = page.facets.values
    row = next(row for row, line in enumerate(values.rows.items) if line.text == text)
    box = values.visualRect(values.model().index(row, 0))
    qtbot.mouseClick(values.viewport(), Qt.MouseButton.LeftButton, pos=box.center())


def test_the_keys_go_over_headings_and_choose(page: SearchPage, engine: Any, qtbot: QtBot) -> None:
    values = page.facets.values
    values.setFocus()
    qtbot.keyClick(values, Qt.Key.Key_Down)
    qtbot.keyClick(values, Qt.Key.Key_Down)  # over "Author" to the first of them
    qtbot.keyClick(values, Qt.Key.Key_Space)
    assert engine.requests[-1].request.filters == Filters(author_names=("Ada Lovelace",))
    qtbot.keyClick(values, Qt.Key.Key_Down)
    qtbot.keyClick(values, Qt.Key.Key_Return)
    assert engine.requests[-1].request.filters == Filters(author_names=("Ada Lovelace",), has_file=True)


def test_a_bar_chooses_its_year_and_a_drag_all_from_one_to_another(
    page: SearchPage, engine: Any, qtbot: QtBot
) -> None:
    years = page.facets.years
    last = years.box_of(2).center().toPoint()
    qtbot.mouseClick(years, Qt.MouseButton.LeftButton, pos=last)
    assert engine.requests[-1].request.filters == Filters(years=((2021, 2021),))
    qtbot.mouseClick(years, Qt.MouseButton.LeftButton, pos=last)
    assert engine.requests[-1].request.filters == Filters()
    qtbot.mousePress(years, Qt.MouseButton.LeftButton, pos=years.box_of(0).center().toPoint())
    qtbot.mouseMove(years, pos=last - QPoint(1, 0))
    qtbot.mouseRelease(years, Qt.MouseButton.LeftButton, pos=last)
    assert engine.requests[-1].request.filters == Filters(years=((2019, 2021),))
    years.setFocus()
    qtbot.keyClick(years, Qt.Key.Key_Left)
    assert "2020: 0" in years.accessibleName()
    qtbot.keyClick(years, Qt.Key.Key_Space)
    assert engine.requests[-1].request.filters == Filters(years=((2019, 2021), (2020, 2020)))


def test_the_fields_of_the_panel_leave_the_facets_alone(page: SearchPage, engine: Any, qtbot: QtBot) -> None:
    for text in ("ACL", "Élan", "Ada Lovelace"):
        click(page, text, qtbot)
    panel = page.findChild(FilterPanel)
    assert panel is not None
    qtbot.keyClicks(panel._from, "2020")
    assert engine.requests[-1].request.filters == Filters(
        year_from=2020, venues=("ACL", "Élan"), author_names=("Ada Lovelace",),
    )  # fmt: skip
    panel.clear()
    assert engine.requests[-1].request.filters == Filters()
    assert not any(chosen for _, _, chosen in lines(page))


def test_a_chosen_value_that_no_paper_has_any_more_stays_to_be_lifted() -> None:
    counts = counts_of(COUNTED, Filters(venues=("SIGIR", "élan"), judged=False, has_file=True))
    chosen = [(each.value, each.n) for each in counts.values if each.chosen]
    assert chosen == [("Élan", 10), ("SIGIR", 0), ("yes", 7), ("no", 28)]


def test_years_are_counted_together_where_they_are_many() -> None:
    years = tuple(FacetValue(str(year), 1) for year in range(1803, 2026))
    counts = counts_of(Facets(values={"year": years}), Filters(years=((1950, 1959),)))
    bars = counts.years
    assert counts.span == (1803, 2025)  # the bars begin in 1800 and end in 2029
    assert len(bars) <= MOST_BARS
    assert sum(bar.n for bar in bars) == len(years)
    assert {bar.first for bar in bars if bar.chosen} == {1950, 1955}
    assert all(before.last + 1 == behind.first for before, behind in pairwise(bars))


def test_a_choice_that_is_made_again_is_lifted() -> None:
    filters = Filters(year_from=2000)
    assert with_years(with_years(filters, 2001, 2003), 2001, 2003) == Filters()
    for facet, value in (
        ("venue", "ACL"),
        ("author", "Ada"),
        ("tag", "graphs"),
        ("pdf", "yes"),
        ("judged", "no"),
    ):
        once = with_value(filters, facet, value)
        assert once != filters
        assert with_value(once, facet, value) == filters
    assert with_value(with_value(filters, "judged", "no"), "judged", "yes").judged is True


@pytest.mark.dressed
def test_all_at_the_left_scrolls_as_one(page: SearchPage, qtbot: QtBot) -> None:
    """Lists that scroll in a pane that scrolls take the wheel from each other."""
    page.resize(1280, 740)
    page._side.show_saved([SavedLine(pk, f"search {pk}", 0) for pk in range(9)], None)
    page.show_queries([QueryLine(str(n), f"query {n}", "x", None, 0) for n in range(20)])
    QApplication.processEvents()
    side = page._side
    [pane] = [bar for bar in side.findChildren(QScrollBar) if bar.isVisible()]
    bottoms = {one: one.mapTo(side, one.rect().bottomLeft()).y() for one in (side.queries, side.saved)}
    assert bottoms[side.queries] < bottoms[side.saved] < page.facets.mapTo(side, QPoint(0, 0)).y() < 740
    over = QPointF(side.queries.mapTo(page.window(), side.queries.rect().center()))
    QTest.wheelEvent(page.window().windowHandle(), over, QPoint(0, -240))
    assert pane.value() > 0
    pane.setValue(0)
    qtbot.mouseClick(side.queries.more, Qt.MouseButton.LeftButton)
    assert side.queries.more.text() == "Show fewer"
    QApplication.processEvents()
    last = side.queries.visualRect(side.queries.rows.index(19))
    assert side.queries.viewport().rect().contains(last)
    side.queries.setFocus()
    qtbot.keyClick(side.queries, Qt.Key.Key_End)
    at = side.queries.viewport().mapTo(side, last.center()).y()
    assert 0 < at < side.height()  # where the keys are can be seen


def test_the_field_for_a_venue_gives_way_to_the_venues_that_are_counted(page: SearchPage) -> None:
    field = page._side.filters._venue
    assert not field.isVisible()
    page.show_facets(counts_of(Facets(0, FOUND, {}), Filters()))
    assert field.isVisible()


def test_what_is_counted_stands_above_the_counts(page: SearchPage) -> None:
    words = page.facets._counted
    assert words.text() == "Of the 30 nearest papers:"
    assert words.mapTo(page, QPoint(0, 0)).y() < page.facets.years.mapTo(page, QPoint(0, 0)).y()


@pytest.mark.dressed
def test_the_list_is_as_high_as_its_rows_at_every_size_of_text(
    page: SearchPage, search_context: AppContext
) -> None:
    values = page.facets.values
    before = values.height()
    for size, compact in ((150, False), (100, True), (100, False)):
        search_context.theme.set_measures(size, compact=compact)
        rows = range(values.model().rowCount())
        assert values.height() == sum(values.sizeHintForRow(row) for row in rows) + 2
        assert (values.height() > before) == (size > 100)
    assert values.height() == before
