"""What a check found, where there is little room for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QTableView
from seeing import on_screen

from assay.training.types import Estimate, ObjectiveEstimate, StageEstimate
from assay_desktop.pages.training.widgets.preflight import PreflightView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.theme import Theme


def found(name: str) -> Estimate:
    facts = ObjectiveEstimate(name, "pairs", 124_872, 1_024, {"empty texts": 10_307}, 9.6, 9.6, 512.0, ())
    return Estimate(
        name="tiny",
        base="tiny",
        parameters=1_000_000,
        dim=384,
        device="cpu",
        precision="fp32",
        seconds=340.0,
        memory_bytes=10**9,
        worst_memory_bytes=2 * 10**9,
        stages=(StageEstimate(name, 12, 8, (facts,), 28.0, 1, 4.0, 340.0),),
        notes=(),
    )


@pytest.mark.dressed
@pytest.mark.parametrize("name", ["crops", "pairs of titles and abstracts from elsewhere"])
@pytest.mark.parametrize("width", [440, 800])
def test_all_columns_of_a_check_stand_in_the_pane_without_a_scroll_bar(
    theme: Theme, qtbot: QtBot, name: str, width: int
) -> None:
    view = PreflightView(theme)
    on_screen(view, qtbot, width, 600)
    view.show_preflight(found(name))
    (table,) = view.findChildren(QTableView)
    header, model = table.horizontalHeader(), table.model()
    qtbot.waitUntil(lambda: header.length() == table.viewport().width())
    assert model.columnCount() == 5
    for column in range(1, 5):  # numbers are never cut
        assert header.sectionSize(column) >= table.sizeHintForColumn(column)
        assert header.sectionSize(column) >= header.sectionSizeHint(column)
    assert table.verticalScrollBar().maximum() == 0
