"""Heads of columns: one line where it fits, else two, and the end of a name stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QFontMetrics, QStandardItemModel
from PySide6.QtWidgets import QStyleOptionHeader, QTableView

from assay_desktop.widgets.tables.two_line_heads import TwoLineHeads, in_lines

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

NAMES = ("n", "assay-papers", "Hybrid, all-MiniLM-L6-v2", "cropping-and-claims-mixed-5e79942b")


@pytest.fixture
def metrics(qtbot: QtBot) -> QFontMetrics:
    table = QTableView()
    qtbot.addWidget(table)
    return table.fontMetrics()


def px(metrics: QFontMetrics, *words: str) -> int:
    return max(map(metrics.horizontalAdvance, words))


def test_a_name_stands_in_one_line_where_there_is_room_and_is_broken_at_its_signs(
    metrics: QFontMetrics,
) -> None:
    for name in NAMES:
        assert in_lines(name, metrics, px(metrics, name)) == [name]
    assert in_lines("assay-papers", metrics, px(metrics, "assay-papers") - 1) == ["assay-", "papers"]
    room = px(metrics, "Hybrid, all-", "MiniLM-L6-v2")
    assert in_lines("Hybrid, all-MiniLM-L6-v2", metrics, room) == ["Hybrid, all-", "MiniLM-L6-v2"]


@pytest.mark.parametrize("letters", [6, 9, 12, 15])
def test_no_line_is_wider_than_its_room_and_what_gives_way_is_the_middle(
    metrics: QFontMetrics, letters: int
) -> None:
    room = px(metrics, "m" * letters)
    for name in NAMES:
        lines = in_lines(name, metrics, room)
        assert len(lines) <= 2
        assert px(metrics, *lines) <= room
        assert lines[-1][-1] == name[-1]
        assert lines[0][0] == name[0]


def test_a_word_without_a_place_to_break_is_cut_in_its_middle(metrics: QFontMetrics) -> None:
    (line,) = in_lines("specterspecterspecter", metrics, px(metrics, "specterspec"))
    assert line.startswith("spe")
    assert line.endswith("ter")
    assert "…" in line


def test_the_heads_say_how_many_lines_they_need_and_what_stands_in_them(qtbot: QtBot) -> None:
    table, heads = QTableView(), TwoLineHeads()
    table.setHorizontalHeader(heads)
    qtbot.addWidget(table)
    model = QStandardItemModel(1, 2)
    model.setHorizontalHeaderLabels(["n", "assay-papers"])
    table.setModel(model)
    wide = heads.fontMetrics().horizontalAdvance("assay-papers") + heads.PADDING
    heads.resizeSection(1, wide)
    assert heads.n_lines == 1
    heads.resizeSection(1, wide - 1)
    assert heads.n_lines == 2
    option = QStyleOptionHeader()
    heads.initStyleOptionForIndex(option, 1)
    assert option.text == "assay-\npapers"
    heads.setSectionHidden(1, True)
    assert heads.n_lines == 1
