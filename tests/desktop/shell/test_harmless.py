"""A paper, a query, a note or a file may be called anything: the window shows it as text, whatever it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLabel, QWidget

from assay.types import Paper, Query
from assay_desktop.pages.search.facets import Value
from assay_desktop.pages.search.widgets.facets import FacetList
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.shell.widgets.closing import ClosingBox
from assay_desktop.shell.widgets.status_bar import StatusBar
from assay_desktop.shell.widgets.toast import Toast
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.widgets.boxes import vbox
from assay_desktop.widgets.controls.question import ask
from assay_desktop.widgets.markdown_view import MarkdownView
from assay_desktop.widgets.papers.card import PaperCard
from assay_desktop.widgets.tables.counted_list import CountedRow

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults
    from assay_desktop.theme import Theme

EVIL = '<b>Moss</b> <img src="file:///etc/hostname"> <script>alert(1)</script>'
MARK = "Moss"
PAPERS = [
    Paper(f"p{n}", f"{EVIL} {n}", f"{EVIL} rolls.", (f"{EVIL} Pebble",), 2000 + n, EVIL, keywords=(EVIL,))
    for n in range(4)
]


def shown(text: str, format: Qt.TextFormat = Qt.TextFormat.AutoText) -> str:
    """What Qt makes of a text for the eye."""
    document = QTextDocument()
    is_rich = format == Qt.TextFormat.RichText or (
        format == Qt.TextFormat.AutoText and text.lstrip().startswith("<") and "</" in text
    )
    if format != Qt.TextFormat.PlainText and (is_rich or "<" in text):
        document.setHtml(text)  # at its worst: Qt guesses by the first tag that it finds
    else:
        document.setPlainText(text)
    return document.toPlainText()


def require_as_it_is(text: str, format: Qt.TextFormat = Qt.TextFormat.AutoText, *, where: str) -> None:
    if MARK in text:
        assert "<b>" in shown(text, format), (where, text)


def texts_of(model: QAbstractItemModel, role: Qt.ItemDataRole) -> Iterator[str]:
    for row in range(min(20, model.rowCount(QModelIndex()))):
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
        for column in range(columns):
            text = model.index(row, column, QModelIndex()).data(role)
            if isinstance(text, str):
                yield text


def require_harmless(window: QWidget) -> int:
    """Every label, tooltip, list and table; returns how many texts came from the library."""
    seen = 0
    for widget in window.findChildren(QWidget):
        where = f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}"
        require_as_it_is(widget.toolTip(), where=f"tooltip of {where}")
        seen += MARK in widget.toolTip()
        if isinstance(widget, QLabel):
            require_as_it_is(widget.text(), widget.textFormat(), where=where)
            seen += MARK in widget.text()
        if isinstance(widget, QAbstractItemView | QComboBox) and widget.model() is not None:
            for text in texts_of(widget.model(), Qt.ItemDataRole.ToolTipRole):
                require_as_it_is(text, where=f"tooltip in {where}")
                seen += MARK in text
    return seen


@pytest.fixture
def window(workspace: Any, context: AppContext, faults: Faults, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    context.settings.set_assessor("ada")
    library = workspace.library
    library.papers.add([(paper, ()) for paper in PAPERS])
    library.queries.add([Query("q1", f"{EVIL} query"), Query("q2", PAPERS[0].title, "p0")])
    library.pool.add([(q, f"p{n}") for q in ("q1", "q2") for n in (1, 2, 3)])
    made = MainWindow(context, faults, tmp_path / "library")
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize("key", ["library", "search", "judging", "campaigns", "evaluation", "settings"])
def test_no_page_takes_a_text_of_the_library_for_markup(
    window: MainWindow, context: AppContext, key: str, qtbot: QtBot
) -> None:
    window.open_page(key)
    page: Any = window.page(key)
    if key == "library":
        page.table.selectRow(1)
    elif key == "search":
        cards = [PaperCard(p.doc_id, p.title, p.venue, ((p.abstract, True),)) for p in PAPERS]
        page.show_results(cards, summary="4 of 4", details=EVIL)
        page.show_filter_words([f"author {EVIL}"], [f"{EVIL} restricts nothing."])
        window.find_similar("p1")
    elif key == "judging":
        page.edit_note()
        page.toggle_history()
    qtbot.wait(20)
    seen = require_harmless(window)
    assert seen or key in ("campaigns", "evaluation", "settings")


def test_a_message_a_question_and_a_guideline_show_what_is_in_them(theme: Theme, qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    status = StatusBar(theme, EVIL)
    toast = Toast(status, vbox(status, on=host))
    toast.say(EVIL)
    require_as_it_is(toast._text.text(), toast._text.textFormat(), where="toast")
    for box in (ask(host, EVIL, EVIL, yes="Delete", agreed=lambda: None), ClosingBox(host, [EVIL])):
        assert require_harmless(box)
        box.close()
    view = MarkdownView(theme)
    qtbot.addWidget(view)
    view.show_markdown(f"# {EVIL}\n\n[a](file:///etc/hostname) ![b](http://127.0.0.1:9/x.png)")
    assert "<script>" in view.toPlainText()
    assert "\ufffc" not in view.toPlainText()


def test_a_picture_comes_from_the_folder_of_the_view_alone(
    theme: Theme, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "pictures"
    (folder / "inner").mkdir(parents=True)
    dot = QImage(2, 2, QImage.Format.Format_RGB32)
    inside = folder / "a.png"
    for path in (inside, tmp_path / "b.png", folder / "inner" / "c.png"):
        assert dot.save(str(path))
    (folder / "link.png").symlink_to(tmp_path / "b.png")
    (folder / "text.txt").write_text("words")
    refused = [
        "pictures/../b.png", "../b.png", "b.png", f"{tmp_path}/pictures/a.png", inside.as_uri(),
        "pictures/inner/c.png", "pictures/link.png", "pictures/text.txt", "pictures/none.png",
        "http://127.0.0.1:9/pictures/a.png", "pictures/%2e%2e/b.png",
    ]  # fmt: skip
    view = MarkdownView(theme, pictures=folder)
    qtbot.addWidget(view)
    view.show_markdown(
        "\n\n".join(f"![p{n}](<{each}>)" for n, each in enumerate(["pictures/a.png", *refused]))
    )
    shown = view.toPlainText().split("\n")
    assert shown == ["\ufffc", *(f"[p{n}]" for n in range(1, len(refused) + 1))]
    assert all(view.loadResource(2, QUrl(each)) is None for each in refused)
    plain = MarkdownView(theme)
    qtbot.addWidget(plain)
    plain.show_markdown("![p](pictures/a.png)")
    assert plain.toPlainText() == "[p]"


def test_a_value_to_restrict_the_search_to_shows_what_is_in_it(theme: Theme, qtbot: QtBot) -> None:
    values = FacetList(theme)
    qtbot.addWidget(values)
    values.show_values([CountedRow(EVIL, Value("venue", EVIL, 3))])
    require_as_it_is(next(texts_of(values.model(), Qt.ItemDataRole.ToolTipRole)), where="value")


def test_a_text_without_markup_is_its_own_tooltip() -> None:
    assert escape_markup("p > 0.05 & more") == "p > 0.05 & more"
    assert shown(escape_markup("p < 0.05 & <b>more</b>\n  lines")) == "p < 0.05 & <b>more</b>\n  lines"
