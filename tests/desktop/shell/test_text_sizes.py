"""Another size of text is on every page at once: what is shown then is as in a window that began with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLabel, QTableView, QWidget

from assay.types import Paper, Query
from assay_desktop.shell.main_window import PAGES, MainWindow
from assay_desktop.shell.widgets.activity_bar import ActivityBar

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults


@pytest.fixture
def folder(workspace: Any, tmp_path: Path, context: AppContext) -> Iterator[Path]:
    """A library that has something to list; afterwards the usual measures are back."""
    papers = [Paper(f"p{n}", f"Paper {n}", "How bees dance.", ("Ada Long",), 2020) for n in range(4)]
    workspace.library.papers.add([(paper, ()) for paper in papers])
    workspace.library.queries.add([Query("q1", "how bees dance")])
    workspace.library.pool.add([("q1", "p1"), ("q1", "p2")])
    workspace.library.judgements.record("q1", "p1", assessor="ada", relevance=2)
    context.settings.set_assessor("ada")
    yield tmp_path / "library"
    context.theme.set_measures(100, compact=False)


def shown(context: AppContext, faults: Faults, folder: Path, qtbot: QtBot) -> MainWindow:
    """A window of which every page was opened."""
    window = MainWindow(context, faults, folder)
    qtbot.addWidget(window)
    window.resize(1600, 1000)
    window.show()
    qtbot.waitExposed(window)
    for key in PAGES:
        window.open_page(key)
        QApplication.processEvents()
    return window


def measures(window: MainWindow, key: str) -> dict[str, tuple[int, ...]]:
    """Where a widget with words stands -> how large its words are, and what it takes."""
    window.open_page(key)
    QApplication.processEvents()
    found: dict[str, tuple[int, ...]] = {}
    for place, each in _below(window, ""):
        if isinstance(each, QAbstractItemView):
            hint = each.sizeHintForRow(0)
            row = each.verticalHeader().defaultSectionSize() if isinstance(each, QTableView) else 0
            found[place] = (each.font().pixelSize(), hint, row, each.minimumHeight())
        elif isinstance(each, QLabel | QAbstractButton | ActivityBar):
            hints = (each.minimumSizeHint().width(), each.sizeHint().height(), each.minimumHeight())
            found[place] = (each.font().pixelSize(), *hints, each.minimumWidth())
    return found


def _below(widget: QWidget, place: str) -> Iterator[tuple[str, QWidget]]:
    yield place, widget
    inner = [each for each in widget.children() if isinstance(each, QWidget) and not each.isHidden()]
    for number, each in enumerate(inner):
        yield from _below(each, f"{place}/{type(each).__name__}{number}")


@pytest.mark.dressed
def test_every_page_takes_another_size_at_once(
    context: AppContext, faults: Faults, folder: Path, qtbot: QtBot
) -> None:
    changed = shown(context, faults, folder, qtbot)
    usual = {key: measures(changed, key) for key in PAGES}
    context.theme.set_measures(150, compact=True)
    seen = {key: measures(changed, key) for key in PAGES}
    changed.close()
    fresh = shown(context, faults, folder, qtbot)
    for key in PAGES:
        wanted = measures(fresh, key)
        assert len(wanted) > 8
        assert seen[key] == wanted, key
        assert seen[key] != usual[key]
        stayed = {place for place, now in seen[key].items() if now[:1] == usual[key].get(place, ())[:1]}
        assert stayed == set(), key
