"""LaTeX in titles and abstracts is read as text wherever a paper is shown; what is kept stays as it came."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.searching.types import ResultRow
from assay.types import Paper
from assay_desktop.pages.library.duplicates.model import _line
from assay_desktop.pages.library.model import PaperRow
from assay_desktop.pages.search.model import card_of
from assay_desktop.widgets.papers.card import chip_label
from assay_desktop.widgets.reading import ReadingLabel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

TITLE = r"\textit{Open-Set} Recognition at 95.3\%"
READ = "Open-Set Recognition at 95.3%"
PAPER = Paper("p", TITLE, abstract=r"A loss $\hat{\mathcal{R}}(h)$.")


def test_every_list_shows_the_title_as_text() -> None:
    assert PaperRow.of(PAPER).title == READ
    assert card_of(ResultRow("p", title=TITLE)).title == READ
    assert chip_label(PAPER) == READ[:27].rstrip() + "…"
    assert _line(PAPER).title == READ


def test_what_is_read_is_text_too_and_no_markup(qtbot: QtBot) -> None:
    label = ReadingLabel()
    qtbot.addWidget(label)
    label.show_text(r"$x < y$ \& \emph{z}")
    assert "x &lt; y &amp; z" in label.text()
