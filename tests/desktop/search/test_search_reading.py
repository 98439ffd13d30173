"""The selected paper's PDF beside the results: drawn while its tab is open, at the page that was found."""

from __future__ import annotations

import base64
import sys
from dataclasses import asdict
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from seeing import on_screen

from assay.library import Place, ReadFile
from assay.pdf.types import PageCall
from assay.searching.types import ResultRow, SearchResults
from assay_desktop.background.pdf_pages import PdfPages
from assay_desktop.context import Changes
from assay_desktop.pages.search.model import SearchState
from assay_desktop.pages.search.page import SearchPage
from assay_desktop.pages.search.presenters.reading import ReadingPresenter
from assay_desktop.widgets.pdf.pdf_view import PdfView

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext

Key = Qt.Key


class Anys:
    """Keeps every request; `answer` answers the last one of an operation."""

    def __init__(self) -> None:
        self.asked: list[SimpleNamespace] = []

    def ask(self, call: PageCall, done: Any, failed: Any) -> None:
        self.asked.append(SimpleNamespace(done=done, failed=failed, **asdict(call)))

    def last(self, op: str) -> Any:
        return [one for one in self.asked if one.op == op][-1]

    def close(self) -> None: ...


class Files:
    """As much of a library as the presenter asks for."""

    def __init__(self, places: dict[str, list[Place]]) -> None:
        self._places = places

    def of_papers(self, doc_ids: list[str]) -> dict[str, list[Any]]:
        return {
            doc_id: [SimpleNamespace(file=ReadFile("a" * 64, 1, 1), places=tuple(self._places[doc_id]))]
            for doc_id in doc_ids
            if doc_id in self._places
        }


class Lane:
    def __init__(self, files: Files) -> None:
        self._workspace = SimpleNamespace(library=SimpleNamespace(files=files))

    def submit(self, work: Any, done: Any, failed: Any = None, *, key: str = "") -> None:
        done(work(self._workspace))


def drawn(page: int, *, count: int = 9, marks: tuple[Any, ...] = ()) -> dict[str, Any]:
    """A white page of 40 by 60 pixels."""
    pixels = base64.b64encode(b"\xff" * (120 * 60)).decode()
    return {
        "page": page,
        "page_count": count,
        "width": 40,
        "height": 60,
        "stride": 120,
        "pixels": pixels,
        "marks": [list(mark) for mark in marks],
    }


@pytest.fixture
def view(context: AppContext, qtbot: QtBot) -> PdfView:
    return on_screen(PdfView(context.theme), qtbot, 400, 500)


@pytest.fixture
def pages() -> Anys:
    return Anys()


@pytest.fixture
def page(view: PdfView) -> Any:
    return Mock(spec=SearchPage, pdf=view)


@pytest.fixture
def reading(page: Any, pages: Anys) -> ReadingPresenter:
    files = Files(
        {
            "p1": [Place("/papers/one.pdf", 1, 1)],
            "p2": [Place("/papers/two.pdf", 1, 1, missing=True)],
            "p3": [Place("/old/three.pdf", 1, 1, missing=True), Place("/new/three.pdf", 1, 1)],
        }
    )
    context: Any = SimpleNamespace(lane=Lane(files), changes=Changes())
    made = ReadingPresenter(page, context, pages=pages)  # type: ignore[arg-type]  # stands for PdfPages
    made.setParent(page.pdf)
    return made


def test_a_file_is_opened_only_while_the_tab_is_open(reading: ReadingPresenter, pages: Anys) -> None:
    reading.select("p1")
    assert pages.asked == []
    reading.open_tab("pdf")
    [asked] = pages.asked
    assert (asked.op, asked.path) == ("open", "/papers/one.pdf")
    reading.open_tab("why")
    reading.select("p3")
    assert len(pages.asked) == 1
    reading.open_tab("pdf")
    assert pages.last("open").path == "/new/three.pdf"  # where it lies now


def laid_out(reading: ReadingPresenter, pages: Anys, count: int = 9, doc_id: str = "p1") -> None:
    """The paper in the tab, with pages of the same size."""
    reading.open_tab("pdf")
    reading.select(doc_id)
    pages.last("open").done({"sizes": [[600, 800]] * count})


def test_it_opens_at_the_page_that_was_found_with_the_words_marked(
    reading: ReadingPresenter, pages: Anys, view: PdfView, qtbot: QtBot
) -> None:
    reading.set_state(SearchState(text="dance of bees"))
    reading.set_answer(SearchResults((ResultRow("p1", page=7), ResultRow("p3"))))
    laid_out(reading, pages)
    asked = pages.last("draw")
    assert (asked.page, asked.words) == (7, ("dance", "bees"))
    assert asked.width == view.pages._column.size(7)[0]
    asked.done(drawn(7, marks=((0.1, 0.9, 0.3, 0.95),)))
    [marked] = view.pages._layers["words"]
    assert (marked.page, marked.boxes) == (7, ((0.1, 0.9, 0.3, 0.95),))
    rect = view.pages.page_rect(7)
    assert 0 <= rect.top() + 0.9 * rect.height() <= view.pages.viewport().height()  # gone to
    reading.set_state(SearchState(text="hive"))  # while the page shows
    qtbot.waitUntil(lambda: pages.last("draw").words == ("hive",))
    assert view.pages._layers["words"] == ()
    laid_out(reading, pages, doc_id="p3")
    assert view.pages.page == 1


def test_pages_are_turned_by_buttons_which_stop_at_the_ends(
    reading: ReadingPresenter, pages: Anys, view: PdfView, qtbot: QtBot
) -> None:
    laid_out(reading, pages, 3)
    assert (view._place.text(), view._back.isEnabled()) == ("1 of 3", False)
    qtbot.mouseClick(view._on, Qt.MouseButton.LeftButton)
    assert view._place.text() == "2 of 3"
    qtbot.mouseClick(view._on, Qt.MouseButton.LeftButton)
    assert (view._place.text(), view._on.isEnabled()) == ("3 of 3", False)
    qtbot.mouseClick(view._back, Qt.MouseButton.LeftButton)
    assert view._place.text() == "2 of 3"


def test_a_long_file_is_looked_through_in_steps_from_the_page_that_is_read_and_round(
    reading: ReadingPresenter, pages: Anys, page: Any, view: PdfView, qtbot: QtBot
) -> None:
    laid_out(reading, pages, 60)
    view.pages.go_to_page(30)
    qtbot.keyClicks(view.field, "bee")
    qtbot.keyClick(view.field, Key.Key_Return)  # without the pause
    steps = []
    for found in ([4], [28, 40], [55]):
        steps.append((pages.last("find").page, pages.last("find").last))
        box = [[0.1, 0.2, 0.3, 0.25]]
        pages.last("find").done([{"page": at, "boxes": box} for at in found])
    assert steps == [(1, 25), (26, 50), (51, 60)]
    gone_to = []
    for held in (Qt.KeyboardModifier.NoModifier,) * 3 + (Qt.KeyboardModifier.ShiftModifier,):
        gone_to.append(view.pages.page)
        qtbot.keyClick(view.field, Key.Key_Return, held)
    assert [*gone_to, view.pages.page] == [40, 55, 4, 28, 4]
    page.show_message.assert_not_called()


def test_words_that_stand_nowhere_are_told(
    reading: ReadingPresenter, pages: Anys, page: Any, view: PdfView, qtbot: QtBot
) -> None:
    laid_out(reading, pages)
    qtbot.keyClicks(view.field, "zebra")
    qtbot.waitUntil(lambda: pages.asked[-1].op == "find")
    pages.last("find").done([])
    page.show_message.assert_called_once_with("“zebra” isn't in this PDF.")


def test_text_that_is_dragged_over_is_copied_once_the_drag_is_over(
    reading: ReadingPresenter, pages: Anys, page: Any, view: PdfView, qtbot: QtBot
) -> None:
    laid_out(reading, pages)
    sheet, left = view.pages.viewport(), Qt.MouseButton.LeftButton
    wide, tall = view.pages._column.size(1)
    corner = view.pages.page_rect(1).topLeft()
    begin, end = corner + QPoint(wide // 4, tall // 4), corner + QPoint(wide // 2, tall // 2)
    qtbot.mousePress(sheet, left, pos=begin)
    qtbot.mouseMove(sheet, end)
    asked = pages.last("select")
    assert (asked.page, asked.last) == (1, 1)
    assert asked.box == pytest.approx((0.25, 0.25, 0.5, 0.5), abs=0.02)
    found = [{"page": 1, "boxes": [[0.2, 0.2, 0.5, 0.3]], "text": "Bees dance"}]
    asked.done(found)
    page.show_message.assert_not_called()
    qtbot.mouseRelease(sheet, left, pos=end)
    pages.last("select").done(found)
    assert QGuiApplication.clipboard().text() == "Bees dance"
    page.show_message.assert_called_once_with("Copied: Bees dance")


@pytest.mark.parametrize(
    ("doc_id", "words"),
    [("nobody", "No PDF attached"), ("p2", "two.pdf is missing; it was last seen at /papers/two.pdf")],
)
def test_why_there_is_no_page_is_said(
    reading: ReadingPresenter, pages: Anys, view: PdfView, doc_id: str, words: str
) -> None:
    reading.open_tab("pdf")
    reading.select(doc_id)
    assert words in view.message.text()
    assert view.message.isVisible()
    assert not view.pages.isVisible()
    assert not view.field.isVisible(), "there is nothing to look for"
    assert pages.asked == []


def test_a_file_that_cannot_be_shown_says_why_and_the_next_paper_is_drawn(
    reading: ReadingPresenter, pages: Anys, view: PdfView
) -> None:
    reading.open_tab("pdf")
    reading.select("p1")
    pages.last("open").failed("the PDF is damaged.")
    assert view.message.text() == "This PDF cannot be shown: the PDF is damaged."
    laid_out(reading, pages, doc_id="p3")
    assert view.pages.isVisible()
    assert not view.message.isVisible()


def test_a_page_that_cannot_be_drawn_says_so_and_the_next_one_is_drawn(
    reading: ReadingPresenter, pages: Anys, view: PdfView
) -> None:
    laid_out(reading, pages)
    pages.last("draw").failed("page 1 is damaged.")
    assert view.pages._faults == {1: "This page cannot be shown: page 1 is damaged."}
    assert pages.last("draw").page == 2


def test_an_answer_for_another_paper_is_not_shown(
    reading: ReadingPresenter, pages: Anys, view: PdfView
) -> None:
    reading.open_tab("pdf")
    reading.select("p1")
    late = pages.last("open")
    reading.select("p3")
    late.done({"sizes": [[600, 800]]})
    assert not view.pages.isVisible()


# -- the process behind it ---------------------------------------------------------------------------------

ECHO = """
import json, os, sys, time
for line in sys.stdin:
    told = json.loads(line)
    if told["path"] == "crash": os._exit(3)
    if told["path"] == "hang": time.sleep(60)
    print(json.dumps({"id": told["id"], "ok": [os.getpid(), told["path"]]}), flush=True)
"""


@pytest.fixture
def real(qtbot: QtBot) -> Any:
    made = PdfPages(command=(sys.executable, "-c", ECHO))
    yield made
    made.close()


def test_a_crash_costs_one_page_and_the_next_is_asked_of_a_new_process(real: PdfPages, qtbot: QtBot) -> None:
    heard: list[Any] = []
    real.ask(PageCall("draw", "a"), heard.append, heard.append)
    qtbot.waitUntil(lambda: len(heard) == 1)
    real.ask(PageCall("draw", "crash"), heard.append, heard.append)
    qtbot.waitUntil(lambda: len(heard) == 2)
    real.ask(PageCall("draw", "b"), heard.append, heard.append)
    qtbot.waitUntil(lambda: len(heard) == 3)
    assert heard[1] == "the page cannot be drawn: the file is damaged"
    assert (heard[0][1], heard[2][1]) == ("a", "b")
    assert heard[0][0] != heard[2][0]


def test_a_page_that_takes_too_long_is_given_up(
    real: PdfPages, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    real._slow.setInterval(300)
    heard: list[Any] = []
    real.ask(PageCall("draw", "hang"), heard.append, heard.append)
    qtbot.waitUntil(lambda: heard == ["the page took too long to draw"])


def test_of_pages_that_wait_only_the_latest_is_drawn(real: PdfPages, qtbot: QtBot) -> None:
    heard: list[str] = []
    for name in "abcde":
        real.ask(PageCall("draw", name), lambda answer: heard.append(answer[1]), heard.append)
    real.ask(PageCall("find", "t"), lambda answer: heard.append(answer[1]), heard.append)
    qtbot.waitUntil(lambda: len(heard) == 3)
    qtbot.wait(50)
    assert heard == ["a", "e", "t"]


def test_a_page_of_many_pixels_arrives_at_once(qtbot: QtBot) -> None:
    large = 'print(json.dumps({"id": told["id"], "ok": "x" * 60_000_000}), flush=True)'
    made = PdfPages(
        command=(sys.executable, "-c", ECHO.replace(ECHO.strip().splitlines()[-1].strip(), large))
    )
    heard: list[int] = []
    made.ask(PageCall("draw", "a"), lambda answer: heard.append(len(answer)), heard.append)
    qtbot.waitUntil(lambda: heard == [60_000_000], timeout=5_000)
    made.close()


def test_the_real_process_draws(qtbot: QtBot, tmp_path: Path) -> None:
    heard: list[Any] = []
    pages = PdfPages()
    pages.ask(PageCall("draw", str(tmp_path / "no.pdf"), 1, 9), heard.append, heard.append)
    qtbot.waitUntil(lambda: heard == ["there is no such file"], timeout=20_000)
    pages.close()
