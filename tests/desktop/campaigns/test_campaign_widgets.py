"""The painted parts: the matrix of grades, the bars of shares, the cards of campaigns, hashes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QTextTable
from PySide6.QtWidgets import QApplication, QToolButton
from seeing import contrast, luminance, on_screen

from assay_desktop.pages.campaigns.widgets.labels import Part, SharesBar, ShortHash
from assay_desktop.pages.campaigns.widgets.releases import CardView
from assay_desktop.theme import DARK, LIGHT, Palette, Theme
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.plots.confusion_matrix import _DEEPEST, ConfusionMatrix, mixed
from assay_desktop.widgets.tables.campaign_list import CampaignCard, CampaignList
from assay_desktop.widgets.tables.rows import Column, RowsModel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

COUNTS = ((40, 3, 1), (2, 20, 5), (0, 4, 9))


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("tone", ["accent", "danger"])
def test_counts_can_be_read_on_every_shade_of_a_cell(palette: Palette, tone: str) -> None:
    panel, deep = QColor(palette.panel), QColor(getattr(palette, tone))
    shades = [mixed(panel, deep, _DEEPEST * step / 20) for step in range(21)]
    assert min(contrast(QColor(palette.text), shade) for shade in shades) >= 4.5


def test_cells_with_more_pairs_are_deeper_and_agreements_have_another_colour(
    theme: Theme, qtbot: QtBot
) -> None:
    matrix = ConfusionMatrix(theme)
    qtbot.addWidget(matrix)
    matrix.resize(matrix.sizeHint())
    matrix.show_counts(COUNTS, rows="ada", columns="kim")
    image = matrix.grab().toImage()
    side = (matrix.width() - 24 - 44 - 8) / 3

    def ground(row: int, column: int) -> QColor:
        cell = QRectF(68 + column * side, 68 + row * side, side, side)
        return image.pixelColor(round(cell.left() + 10), round(cell.top() + 10))

    def distance(row: int, column: int) -> float:
        return abs(luminance(ground(row, column)) - luminance(QColor(LIGHT.panel)))

    assert distance(0, 0) > distance(1, 1) > distance(2, 2) > 0
    assert ground(0, 0).green() > ground(0, 0).red()  # accent
    assert ground(1, 2).red() > ground(1, 2).green()  # danger
    assert ground(2, 0) == QColor(LIGHT.panel)


def test_the_matrix_says_its_counts_in_words(theme: Theme, qtbot: QtBot) -> None:
    matrix = ConfusionMatrix(theme)
    qtbot.addWidget(matrix)
    matrix.show_counts(COUNTS, rows="ada", columns="kim")
    assert "ada" in matrix.accessibleName()
    assert "kim" in matrix.accessibleName()
    said = matrix.accessibleDescription().split("; ")
    assert len(said) == 9
    assert said[1] == "0 and 1: 3"


def test_the_matrix_takes_the_colours_of_another_theme(theme: Theme, qtbot: QtBot) -> None:
    matrix = ConfusionMatrix(theme)
    qtbot.addWidget(matrix)
    matrix.resize(matrix.sizeHint())
    matrix.show_counts(COUNTS, rows="ada", columns="kim")
    light = matrix.grab().toImage().pixelColor(78, 78)
    theme.set_choice("dark")
    try:
        assert matrix.grab().toImage().pixelColor(78, 78) != light
    finally:
        theme.set_choice("light")


@pytest.mark.dressed
def test_shares_are_as_wide_as_their_numbers_and_say_them(theme: Theme, qtbot: QtBot) -> None:
    bar = SharesBar(theme, "Pairs")
    qtbot.addWidget(bar)
    bar.resize(400, 60)
    bar.show_parts([Part("done", 30, "accent"), Part("not started", 10, "warning")])
    image = bar.grab().toImage()
    assert bar.accessibleName() == "Pairs: done 30, not started 10"
    assert image.pixelColor(150, 5).name().upper() == LIGHT.accent
    assert image.pixelColor(285, 5).name().upper() == LIGHT.accent
    assert image.pixelColor(315, 5).name().upper() == LIGHT.warning


@pytest.mark.dressed
def test_words_of_shares_that_do_not_fit_go_on_the_next_line(theme: Theme, qtbot: QtBot) -> None:
    bar = SharesBar(theme, "Grades")
    qtbot.addWidget(bar)
    bar.show_parts([Part("a rather long name", n, "accent") for n in range(3)])
    assert bar.heightForWidth(180) > bar.heightForWidth(900)


def test_choosing_a_card_by_key_tells_its_name_and_showing_cards_tells_nothing(
    theme: Theme, qtbot: QtBot
) -> None:
    cards = CampaignList(theme)
    qtbot.addWidget(cards)
    told: list[str] = []
    cards.chosen.connect(told.append)
    shown = [CampaignCard(name, "open", "accent", "1 of 2", 0.5) for name in ("one", "two")]
    cards.show_cards(shown, "one")
    assert told == []
    cards.show()
    qtbot.keyClick(cards, Qt.Key.Key_Down)
    assert told == ["two"]
    spoken = cards.model().index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "two, open, 1 of 2"


def test_a_hash_is_shown_short_and_copied_whole(theme: Theme, qtbot: QtBot) -> None:
    short = ShortHash(theme, "the hash of the corpus")
    qtbot.addWidget(short)
    short.show_hash("0123456789abcdef" * 4)
    assert short._text.text() == "0123456789…"
    short.findChild(QToolButton).click()
    assert QGuiApplication.clipboard().text() == "0123456789abcdef" * 4


@pytest.mark.dressed
def test_a_long_name_gives_way_and_stays_whole_in_the_tooltip(theme: Theme, qtbot: QtBot) -> None:
    name = ElidedLabel("page-title")
    qtbot.addWidget(name)
    name.show_text("A campaign with a name that goes on and on " * 4)
    assert name.minimumSizeHint().width() <= 48
    assert name.toolTip() == name.text()


def test_rows_sort_by_what_the_column_says_and_selections_move_along(qtbot: QtBot) -> None:
    model = RowsModel()
    columns = [
        Column("Name", lambda row: row[0], number=False),
        Column("n", lambda row: str(row[1]), lambda row: row[1]),
    ]
    model.show(columns, [("b", 10), ("a", 9)])
    kept = model.index(0, 0)
    model.sort(1, Qt.SortOrder.AscendingOrder)
    assert [model.row(n)[1] for n in range(2)] == [9, 10]
    model.sort(0, Qt.SortOrder.DescendingOrder)
    assert [model.row(n)[0] for n in range(2)] == ["b", "a"]
    assert model.find(lambda row: row[0] == "a") == 1
    assert model.find(lambda row: row[0] == "z") == -1
    assert kept.isValid()
    assert model.row(5) is None


def test_a_data_card_of_many_queries_is_there_at_once(theme: Theme, qtbot: QtBot) -> None:
    """Each change of a format laid the whole card out again: 40 queries took the window half a minute.

    Now it is laid out as often with many queries as with few.
    """
    laid_out = [_laid_out(theme, qtbot, n) for n in (10, 150)]
    assert laid_out[0] == laid_out[1]


def _laid_out(theme: Theme, qtbot: QtBot, n_queries: int) -> int:
    """How often the document of a card with so many queries tells its layout of a change."""
    rows = "\n".join(f"| question {n} | {n} | {n % 7} | 0.{n} | {n % 3} |" for n in range(n_queries))
    card = CardView(theme)
    on_screen(card, qtbot, 620, 600)
    changes: list[int] = []
    card.document().contentsChange.connect(lambda *_: changes.append(1))
    card.show_markdown(
        f"# Set, release 1\n\n| query | pairs | 2 | alpha | n |\n|---|---|---|---|---|\n{rows}\n"
    )
    QApplication.processEvents()
    (table,) = [each for each in card.document().rootFrame().childFrames() if isinstance(each, QTextTable)]
    assert (table.rows(), table.format().toTableFormat().border()) == (n_queries + 1, 0)
    assert table.cellAt(n_queries, 0).firstCursorPosition().charFormat().foreground().color() == theme.color(
        "muted"
    )
    return len(changes)


@pytest.mark.dressed
def test_a_line_of_numbers_loses_its_last_parts_whole(qtbot: QtBot) -> None:
    """Cut in its middle, "111 pairs" read "1 pairs"."""
    line = ElidedLabel("muted", between=" · ")
    qtbot.addWidget(line)
    whole = "12 queries · 156 papers · 111 pairs · 2 raters per pair"
    line.show_text(whole)
    parts = whole.split(" · ")
    for width in range(line.sizeHint().width(), 90, -7):
        line.resize(width, 20)
        shown = line.shown_text()
        assert line.fontMetrics().horizontalAdvance(shown) <= width
        assert shown.removesuffix("…").split(" · ") == parts[: shown.count(" · ") + 1]
        assert (shown == whole) == (width >= line.sizeHint().width() - 2)
        assert (shown == "12 queries") == (" · " not in shown), "the first alone does not look cut"
    assert line.toolTip() == whole
