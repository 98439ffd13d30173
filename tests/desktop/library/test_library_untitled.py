"""A document without a title is a row that one can read and choose."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from assay.campaigns.types import JudgingView
from assay.searching.types import ResultRow
from assay.types import Paper, Query, shown_title
from assay_desktop.pages.judging.widgets.panes import PaperPane
from assay_desktop.pages.judging.widgets.query import QueryPane
from assay_desktop.pages.library.model import PaperRow
from assay_desktop.pages.search.model import card_of
from assay_desktop.theme import Theme
from assay_desktop.widgets.papers.card import chip_label

TEXT = (
    "Heat transfer to a blunt body in hypersonic flight, as measured in free flight over three years at sea."
)


def test_a_paper_without_a_title_is_shown_by_its_text_or_its_id() -> None:
    assert PaperRow.of(Paper("996", "", TEXT)).title == f"{TEXT[:80].rstrip()}…"
    assert PaperRow.of(Paper("995", "")).title == "995"
    assert PaperRow.of(Paper("1", "A  title\n")).title == "A title"
    assert chip_label(Paper("995", "")) == "995"
    assert shown_title(Paper("997", "", "Heat\n transfer")) == "Heat transfer"


def test_a_hit_without_a_title_is_shown_by_its_id() -> None:
    assert card_of(ResultRow("995")).title == "995"


def test_the_judging_panes_show_a_paper_without_a_title_by_its_text(qtbot: QtBot) -> None:
    paper = Paper("996", "", TEXT)
    pair = JudgingView(query=Query("q", "", "996"), query_paper=paper, paper=paper)
    for pane in (PaperPane(Theme("light")), QueryPane()):
        qtbot.addWidget(pane)
        pane.show_view(pair)
        assert any(f"{TEXT[:80].rstrip()}…" in label.text() for label in pane.findChildren(QLabel))
