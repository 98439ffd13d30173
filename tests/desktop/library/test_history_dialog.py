"""The list of what was done to the library."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from assay.library import Action
from assay.types import ActionArgs, ImportCounts
from assay_desktop.pages.library.page_history import HistoryDialog


@pytest.mark.dressed
def test_a_long_change_shows_to_its_end_that_it_was_undone(qtbot: QtBot) -> None:
    file = "everything that I exported from the reference manager last year.bib"
    args = ActionArgs(names=(file,), counts=ImportCounts(1204, 310, 3))
    host = QWidget()
    qtbot.addWidget(host)
    dialog = HistoryDialog(host)
    dialog.show_actions([Action(1, "import", args, datetime.now(UTC), True)])
    dialog.show()
    view, item = dialog.list, dialog.list.item(0)
    assert not view.wordWrap()
    room = view.visualItemRect(item).width()
    assert view.fontMetrics().horizontalAdvance(item.text()) > room, "it is cut"
    shown = view.fontMetrics().elidedText(item.text(), view.textElideMode(), room)
    assert shown.endswith("310 changed, 3 restored (undone)")
    assert "Imported everything" in shown
