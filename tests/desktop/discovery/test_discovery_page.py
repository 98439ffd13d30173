"""Explore: the map is made, read, moved and drawn on; the lists lead to the library and to identifiers."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPolygonF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from seeing import luminance, on_screen, words

from assay.discovery.map_file import LibraryMap
from assay.engine.types import RELATED
from assay.importers import identity_keys
from assay.searching.indexing import index_vectors
from assay.searching.types import ResultRow, SearchResults
from assay.types import Paper
from assay_desktop.background.job import Job
from assay_desktop.pages import discovery, library
from assay_desktop.pages.discovery.model import points_within, read_explored
from assay_desktop.pages.discovery.widgets.map_view import MapView
from assay_desktop.theme import BODY_PX, Theme, body_font

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.discovery.page import DiscoveryPage
    from assay_desktop.theme import ThemeChoice

WORDS = ("moss slopes", "neural parsing", "bat sonar")
PAPERS = [
    Paper(
        f"p{i}",
        f"On {WORDS[i % 3]}, part {i}",
        abstract=f"{WORDS[i % 3]} " * 6,
        cites=(f"p{(i + 1) % 48}", "doi:10.9/far", *(["doi:10.9/near"] if i % 2 else [])),
    )
    for i in range(48)
]


@pytest.fixture
def filled(jobs_here: AppContext, workspace: Any) -> AppContext:
    workspace.use_model("hashing")
    workspace.library.papers.add([(paper, identity_keys(paper)) for paper in PAPERS])
    index_vectors(workspace)
    workspace.library.collections.add("Moss", [f"p{i}" for i in range(0, 30, 3)])
    return jobs_here


def shown(context: AppContext, qtbot: QtBot) -> DiscoveryPage:
    return on_screen(discovery.create(context), qtbot, 1200, 700)


@pytest.fixture
def page(filled: AppContext, qtbot: QtBot) -> DiscoveryPage:
    made = shown(filled, qtbot)
    press(made, "Create map", qtbot)
    qtbot.waitUntil(lambda: len(made.map.places) == len(PAPERS), timeout=60_000)
    return made


def press(page: DiscoveryPage, text: str, qtbot: QtBot) -> None:
    (button,) = (each for each in page.findChildren(QPushButton) if each.text() == text and each.isVisible())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def heard(signal: Any) -> list[Any]:
    said: list[Any] = []
    signal.connect(lambda *values: said.append(values[0] if len(values) == 1 else values))
    return said


def column(table: Any, number: int) -> list[str]:
    return [table.model().index(row, number).data() for row in range(table.model().rowCount())]


def test_a_lasso_holds_what_qt_finds_inside_the_polygon() -> None:
    rng = np.random.default_rng(4)
    places = rng.uniform(-1, 1, (2000, 2)).astype(np.float32)
    for n in (3, 7, 40):
        corners = rng.uniform(-1.2, 1.2, (n, 2)).astype(np.float32)
        polygon = QPolygonF([QPointF(float(x), float(y)) for x, y in corners])
        expected = [
            row
            for row, (x, y) in enumerate(places)
            if polygon.containsPoint(QPointF(float(x), float(y)), Qt.FillRule.OddEvenFill)
        ]
        assert points_within(places, corners).tolist() == expected


def test_without_papers_or_vectors_the_page_says_what_is_needed(
    context: AppContext, workspace: Any, qtbot: QtBot
) -> None:
    page = shown(context, qtbot)
    wanted = heard(page.import_requested)
    press(page, "Import papers", qtbot)
    assert len(wanted) == 1
    workspace.library.papers.add([(paper, []) for paper in PAPERS[:30]])
    other = shown(context, qtbot)
    said = heard(other.index_wanted)
    press(other, "Index the library", qtbot)
    assert len(said) == 1


def test_while_the_map_is_made_its_progress_stands_there_and_no_button(
    filled: AppContext, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    page = shown(filled, qtbot)
    assert page.empty.isVisible()
    job = Job("1", "Map the papers", ("map",), "running", "laying out", 250, 1000, eta_s=30.0)
    monkeypatch.setattr(type(filled.jobs), "all", lambda _jobs: [job])
    filled.jobs.changed.emit()
    assert page.work.isVisible()
    assert page.work.text.startswith("laying out · 250 of 1,000")
    assert page.work.text.endswith("30 s left")
    assert page.work.cancel.isVisible()
    assert not any(each.isVisible() for each in page.empty.findChildren(QPushButton))
    monkeypatch.undo()
    filled.jobs.finished.emit(replace(job, state="failed", error="The disk is full."))
    assert "The disk is full." in words(page), "why there is no map stays in sight"
    assert [each.text() for each in page.empty.findChildren(QPushButton) if each.isVisible()] == [
        "Create map"
    ]


def test_the_map_shows_clusters_and_what_is_clicked(page: DiscoveryPage, qtbot: QtBot) -> None:
    names = column(page.lists.clusters.table, 0)
    assert len(names) > 1
    assert any("moss" in name or "parsing" in name or "sonar" in name for name in names)
    assert sum(map(int, column(page.lists.clusters.table, 1))) == len(PAPERS)
    row = 7
    at = page.map._pixel(page.map.places[row]).toPoint()
    hit = page.map.row_at(QPointF(at))
    qtbot.mouseClick(page.map, Qt.MouseButton.LeftButton, pos=at)
    assert page.lists._title.text().count(f"part {page._ids[hit].removeprefix('p')}") == 1
    asked = heard(page.papers_requested)
    press(page, "Open in Library", qtbot)
    page.map.setFocus()
    QTest.keyClick(page.map, Qt.Key.Key_Return)
    assert asked == [[page._ids[hit]]] * 2


def test_keys_and_mouse_move_and_zoom_the_map(page: DiscoveryPage, qtbot: QtBot) -> None:
    view = page.map
    before = view._place_at(QPointF(100, 100))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Plus, Qt.Key.Key_Plus, Qt.Key.Key_Minus):
        QTest.keyClick(view, key)
    assert view._zoom == pytest.approx(1.3)
    assert view._place_at(QPointF(100, 100)) != before
    fixed = view._place_at(QPointF(300, 200))
    view.zoom(2, QPointF(300, 200))
    now = view._place_at(QPointF(300, 200))
    assert (now.x(), now.y()) == pytest.approx((fixed.x(), fixed.y()), abs=1e-6)
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view._place_at(QPointF(100, 100)) == before
    page.lists.clusters.table.selectRow(0)
    assert view._zoom > 1


def test_every_point_of_the_picture_has_its_clusters_colour(page: DiscoveryPage) -> None:
    picture = page.map.picture()
    ground = page._theme.color("panel").rgb()
    wrong = 0
    for row, place in enumerate(page.map.places):
        at = page.map._pixel(place)
        if page.map.rect().contains(at.toPoint()):
            seen = picture.pixelColor(int(at.x()), int(at.y())).rgb()
            wrong += seen == ground or seen not in set(page.map._colours.tolist())
            assert page.map._colours[row] != ground
    assert wrong == 0


def test_a_cluster_without_papers_is_neither_listed_nor_named(page: DiscoveryPage) -> None:
    shown = LibraryMap(
        ("p1", "p2"), np.zeros((2, 2), np.float32), np.array([1, 1], np.int32), ("gone", "moss")
    )
    page.map.show_map(shown)
    page.lists.show_clusters(shown)
    page.map.grab()
    assert column(page.lists.clusters.table, 0) == ["moss"]


def test_a_name_stands_where_it_hides_fewest_points(page: DiscoveryPage, qtbot: QtBot) -> None:
    """Counted point by point: none of the other places near its cluster hides fewer."""
    view = page.map
    rng = np.random.default_rng(3)
    places = np.concatenate([rng.normal(0, 0.08, (400, 2)), rng.uniform(-1, 1, (30, 2))]).astype(np.float32)
    labels = np.zeros(len(places), np.int32)
    view.show_map(LibraryMap(tuple(map(str, range(len(places)))), places, labels, ("moss",)))
    pixels = np.array([view._pixel(place).toTuple() for place in places])
    size, middle = QSizeF(120, 18), view._pixel(view._centres[0])

    def under(room: QRectF) -> int:
        reach = room.adjusted(-view._dot, -view._dot, view._dot, view._dot)
        return sum(reach.contains(QPointF(*pixel)) for pixel in pixels)

    room = view._freest(middle, size, ())
    assert room is not None
    others = [QRectF(middle.x() - 60, middle.y() + (down - 0.5) * 18, 120, 18) for down in range(-8, 9)]
    assert under(others[8]) > 20, "in its middle it would hide many"
    assert under(room) <= min(map(under, others)) + 1  # the grid's cells are as wide as a pixel
    assert not room.intersects(view._freest(middle, size, (room,)))


@pytest.mark.dressed
@pytest.mark.parametrize("choice", ["light", "dark"])
def test_names_stand_inside_the_map_apart_from_each_other_and_can_be_read(
    choice: ThemeChoice, qtbot: QtBot
) -> None:
    """Those of larger clusters in the first place; the others come as one zooms in."""
    rng = np.random.default_rng(5)
    labels = np.repeat(np.arange(12), np.arange(12, 0, -1) * 40).astype(np.int32)
    centres = rng.uniform(-0.9, 0.9, (12, 2))
    places = (centres[labels] + rng.normal(0, 0.1, (len(labels), 2))).clip(-1, 1).astype(np.float32)
    names = tuple(f"relevance feedback {n} · clickthrough data · approximate search" for n in range(12))
    theme = Theme(choice)
    view = on_screen(MapView(theme), qtbot, 900, 660)
    view.show_map(LibraryMap(tuple(map(str, range(len(places)))), places, labels, names))
    metrics = QFontMetricsF(body_font(BODY_PX, QFont.Weight.DemiBold))
    shown: list[set[int]] = []
    for width, height, zoom in ((900, 660, 1.0), (900, 660, 3.0), (300, 240, 1.0)):
        view.resize(width, height)
        view.show_all()
        view.zoom(zoom)
        placed = view.names(metrics)
        rooms = [room for *_, room in placed]
        assert rooms
        assert all(QRectF(view.rect()).contains(room) for room in rooms)
        assert not any(one.intersects(other) for one, other in combinations(rooms, 2))
        assert all(names[label].startswith(name.removesuffix("…")) for label, name, _ in placed)
        shown.append({label for label, *_ in placed})
        picture = view.grab().toImage()
        ink = luminance(theme.color("text"))
        for room in map(QRectF.toRect, rooms):
            beside = (*range(room.left() + 4, room.left() + 7), *range(room.right() - 5, room.right()))
            ground = [picture.pixelColor(x, y) for x in beside for y in range(room.top() + 1, room.bottom())]
            ratios = [sorted((luminance(colour) + 0.05, ink + 0.05)) for colour in ground]
            assert min(high / low for low, high in ratios) >= 4.5, "also over points"
    whole, _zoomed, small = shown
    assert whole == set(range(12))
    assert small < whole
    assert small.issuperset({0, 1}), "the largest"
    for label in whole - small:
        view.show_cluster(label)
        assert label in {each for each, *_ in view.names(metrics)}


def test_the_links_of_a_paper_are_listed_and_lead_to_the_library_and_to_identifiers(
    page: DiscoveryPage, qtbot: QtBot
) -> None:
    page.paper_chosen.emit("p1")
    assert column(page.lists.links.table, 0) == ["cites", "cited by", *["cites, not here"] * 2]
    assert column(page.lists.links.table, 1) == [
        "On bat sonar, part 2",
        "On moss slopes, part 0",
        "doi:10.9/far",
        "doi:10.9/near",
    ]
    asked, looked_up = heard(page.papers_requested), heard(page.identifiers_requested)
    page.lists.links.table.selectRow(1)
    assert page._ids[page.map._chosen] == "p0"
    assert page.lists._doc_id == "p1", "the list stays that of its paper"
    page.lists.links.act.click()
    page.lists.links.table.selectRow(3)
    assert page.lists.links.act.text() == "Add…"
    page.lists.links.act.click()
    assert (asked, looked_up) == ([["p0"]], ["doi:10.9/near"])


def test_a_removed_paper_is_not_taken_for_one_that_is_new(page: DiscoveryPage, workspace: Any) -> None:
    workspace.library.edits.remove(["p4"])
    assert read_explored(workspace).n_new == 0
    workspace.library.papers.add([(Paper("new", "On moss, at last"), [])])
    assert read_explored(workspace).n_new == 1


def test_papers_inside_a_lasso_go_into_a_collection_or_the_library(
    page: DiscoveryPage, workspace: Any, qtbot: QtBot
) -> None:
    page.lasso.click()
    edge = page.map.rect().adjusted(1, 1, -1, -1)
    corners = [edge.topLeft(), edge.topRight(), edge.bottomRight(), edge.bottomLeft()]
    qtbot.mousePress(page.map, Qt.MouseButton.LeftButton, pos=corners[0])
    for corner in corners[1:]:
        qtbot.mouseMove(page.map, corner)
    qtbot.mouseRelease(page.map, Qt.MouseButton.LeftButton, pos=corners[-1] + QPoint(0, -1))
    qtbot.waitUntil(lambda: page._n_surrounded.text() == "48 papers selected")
    page.show_surrounded(["p4"])
    assert page._n_surrounded.text() == "1 paper selected"
    page.show_surrounded([paper.doc_id for paper in PAPERS])
    asked = heard(page.papers_requested)
    press(page, "Show in Library", qtbot)
    assert sorted(asked[0]) == sorted(paper.doc_id for paper in PAPERS)
    undo = heard(page.undo_offered)
    page.filing.collect_wanted.emit("Everything", page._to_file())
    assert undo[0][0] == "Added 48 papers to “Everything”"
    assert {one.path: one.n_papers for one in workspace.library.collections.all()}["Everything"] == 48


def test_papers_inside_a_lasso_keep_their_colours_until_they_are_cleared(
    page: DiscoveryPage, qtbot: QtBot
) -> None:
    pale = page.map._theme.color("line").rgb()

    def n_pale() -> int:
        image = page.map.picture()
        return sum(image.pixel(x, y) == pale for x in range(image.width()) for y in range(image.height()))

    size = page.map.size()
    page.map.surrounded.emit(np.arange(12))
    some = n_pale()
    page.map.surrounded.emit(np.arange(1))
    assert n_pale() > some > 0
    assert page.map.size() == size
    assert page.map.mapTo(page, page.map.rect().bottomLeft()).y() == page.rect().bottom(), "nothing is below"
    press(page, "Clear", qtbot)
    assert n_pale() == 0


def test_missing_papers_are_counted_and_added_by_their_identifiers(page: DiscoveryPage, qtbot: QtBot) -> None:
    page.lists.show_list("missing")
    assert column(page.lists.missing.table, 0) == ["doi:10.9/far", "doi:10.9/near"]
    assert column(page.lists.missing.table, 1) == ["48", "24"]
    asked = heard(page.identifiers_requested)
    page.lists.missing.table.selectRow(1)
    press(page, "Add…", qtbot)
    assert asked == ["doi:10.9/near"]
    page.lists.show_list("cited")
    assert set(column(page.lists.cited.table, 1)) == {"1"}


def test_a_collection_is_shown_in_colour_with_what_is_near_it(
    page: DiscoveryPage, filled: AppContext, workspace: Any, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    calls: list[Any] = []

    def ask(operation: object, call: Any, done: Any, failed: object, *, key: str) -> None:
        assert operation is RELATED
        calls.append(call)
        done(SearchResults(hits=(ResultRow("p33", 0.9, 1, {}, title="On moss slopes, part 33"),)))

    monkeypatch.setattr(filled.engine, "ask", ask)
    page.collection_chosen.emit("Moss")
    members = {f"p{i}" for i in range(0, 30, 3)}
    assert set(calls[0].doc_ids) == members
    pale = page._theme.color("line").rgb()
    assert {page._ids[row] for row in np.flatnonzero(page.map._colours != pale)} == members
    assert column(page.lists.related.table, 0) == ["On moss slopes, part 33"]
    page.lists.related.table.selectRow(0)
    press(page, "Add to the collection", qtbot)
    assert {one.path: one.n_papers for one in workspace.library.collections.all()}["Moss"] == 11


def test_chosen_papers_are_listed_in_the_library_as_a_source_of_their_own(
    filled: AppContext, qtbot: QtBot
) -> None:
    page = library.create(filled)
    on_screen(page, qtbot, 1200, 700)
    page.papers_wanted.emit(["p4", "p9"])
    qtbot.waitUntil(lambda: page.listed()[0] == ["p4", "p9"])
    qtbot.waitUntil(lambda: page.filing.source is not None and page.filing.source.key == "chosen")
    assert page.listed()[0] == ["p4", "p9"]
