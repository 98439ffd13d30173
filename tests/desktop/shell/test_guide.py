"""The user guide in the window: the text of the docs, its headings, and a search over all of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLabel, QWidget

import assay_desktop.text.guide as guide
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.shell.widgets.guide_window import GuideWindow
from assay_desktop.shell.widgets.status_bar import StatusBar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults
    from assay_desktop.theme import Theme

DOCS = Path(__file__).resolve().parents[3] / "docs"


@pytest.fixture
def opened(theme: Theme, qtbot: QtBot) -> Iterator[GuideWindow]:
    parent = QWidget()
    qtbot.addWidget(parent)
    window = GuideWindow(theme, guide.guide_text(), parent)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    parent.close()


def listed(window: GuideWindow) -> list[str]:
    return [window.headings.item(row).text().strip() for row in range(window.headings.count())]


def headings_of(name: str) -> list[str]:
    """Of a document, read by a hand that knows nothing of Qt."""
    text = re.sub(r"```.*?```", "", (DOCS / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    return [
        re.sub(r"[`*]", "", line.lstrip("# ")) for line in text.splitlines() if re.match(r"#{1,4} ", line)
    ]


def test_the_text_is_that_of_the_docs() -> None:
    for name in guide.DOCUMENTS:
        for line in (DOCS / name).read_text(encoding="utf-8").splitlines():
            # The window shows the words alone of links to the site.
            to_the_site = r"(?<!!)\[([^]]*)\]\((?!guide|training)[\w/-]+\.md(?:#[\w-]+)?\)"
            shown = re.sub(to_the_site, r"\1", line)
            assert shown in guide.guide_text()


def test_no_link_is_shown_that_leads_nowhere() -> None:
    links = re.findall(r"(?<!!)\[[^\]]*\]\(([^)]*)\)", guide.guide_text())
    assert links
    assert [link for link in links if not guide.target(link)] == []


def test_each_picture_of_the_docs_is_drawn_within_the_width(opened: GuideWindow) -> None:
    names = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", guide.guide_text())
    assert sorted(names) == sorted(f"pictures/{path.name}" for path in (DOCS / "pictures").iterdir())
    document, shown = opened.text.document(), []
    cursor = document.find("\ufffc")
    while not cursor.isNull():
        picture = cursor.charFormat().toImageFormat()
        image = document.resource(document.ResourceType.ImageResource, QUrl(picture.name()))
        assert image.width() == QImage(str(DOCS / picture.name())).width()
        block = document.documentLayout().blockBoundingRect(cursor.block())
        width = min(image.width(), block.width())
        assert block.height() == pytest.approx(width * image.height() / image.width(), rel=0.02)
        assert block.width() <= opened.text.viewport().width()
        shown.append(picture.name())
        cursor = document.find("\ufffc", cursor)
    assert shown == names
    assert document.idealWidth() <= opened.text.viewport().width() + 1  # rounded up


def test_an_english_window_says_nothing_of_the_guides_language(opened: GuideWindow) -> None:
    assert not any("English" in each.text() for each in opened.findChildren(QLabel))


def test_every_heading_of_the_docs_is_listed_in_order(opened: GuideWindow) -> None:
    assert listed(opened) == [each for name in guide.DOCUMENTS for each in headings_of(name)]


def test_a_heading_brings_its_part_to_the_top(opened: GuideWindow) -> None:
    row = listed(opened).index("Duplicates")
    opened.headings.setCurrentRow(row)
    at_top = opened.text.cursorForPosition(opened.text.viewport().rect().topLeft())
    assert at_top.block().text() == "Duplicates"


def test_typed_words_leave_the_parts_that_have_them_all(opened: GuideWindow, qtbot: QtBot) -> None:
    qtbot.keyClicks(opened.search, "reciprocal rank")
    found = listed(opened)
    assert found
    assert len(found) < len(opened._parts)
    assert "Search" in found
    assert opened.text.textCursor().selectedText().casefold() == "reciprocal rank"
    opened.search.setText("no such words anywhere")
    assert listed(opened) == []
    assert opened._none.isVisible()


def test_enter_goes_on_to_the_next_place_and_round(opened: GuideWindow, qtbot: QtBot) -> None:
    opened.search.setText("duplicates")
    places = []
    for _ in range(200):
        places.append(opened.text.textCursor().selectionStart())
        qtbot.keyClick(opened.search, Qt.Key.Key_Return)
        if opened.text.textCursor().selectionStart() in places:
            break
    assert len(places) > 2
    assert opened.text.textCursor().selectionStart() == min(places)


def test_links_of_the_guide_lead_to_their_parts(opened: GuideWindow) -> None:
    """Every link between the documents names a heading that is there."""
    text = guide.guide_text()
    links = re.findall(r"\]\(((?:guide\.md|training\.md)?(?:#[^)]*)?)\)", text)
    slugs = {guide.slug(part.text) for part in opened._parts}
    assert links
    for link in links:
        assert guide.target(link) in slugs, link
        opened.follow(link)
        part = opened._part(opened.headings.currentItem())
        assert part is not None
        assert guide.slug(part.text) == guide.target(link)


def test_links_that_lead_outside_open_nothing(opened: GuideWindow) -> None:
    before = opened.headings.currentRow()
    opened.follow("https://example.org/")
    opened.follow("decisions/001-anything.md")
    assert opened.headings.currentRow() == before


def test_palette_and_line_of_status_open_one_guide(
    context: AppContext, faults: Faults, tmp_path: Path, qtbot: QtBot
) -> None:
    window = MainWindow(context, faults, tmp_path / "library")
    qtbot.addWidget(window)
    window.show()
    window.findChild(StatusBar).guide_clicked.emit()
    next(each for each in window._commands if each.title == "User guide").run()
    (made,) = window.findChildren(GuideWindow)
    assert made.isVisible()
    assert not made.isModal()
    qtbot.keyClick(made, Qt.Key.Key_Escape)
    assert not made.isVisible()
    QApplication.processEvents()


def test_a_guide_that_is_missing_is_said(
    context: AppContext, faults: Faults, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> str:
        raise FileNotFoundError("guide.md")

    monkeypatch.setattr(guide, "guide_text", missing)
    window = MainWindow(context, faults, tmp_path / "library")
    qtbot.addWidget(window)
    window.show()
    window._help.open_guide()
    assert "missing" in window._toast.text
