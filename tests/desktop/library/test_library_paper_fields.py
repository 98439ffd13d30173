# ruff: noqa: E501 - a file in the published layout
"""In the window a paper shows its type and every field, and each can be written, added and undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QLineEdit
from seeing import on_screen

from assay.importers import read_papers
from assay.items.view import values_of
from assay.types import Paper
from assay_desktop.pages import library
from assay_desktop.pages.library.page import LibraryPage

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext

BIB = r"""@incollection{roe19, author = {Roe, Al}, editor = {Poe, Ed and Zoe, Ann}, title = {On lakes},
 booktitle = {Book of Waters}, volume = {2}, pages = {5--9}, publisher = {Springer}, year = {2019}, url = {https://example.org/anthology/volumes/D11/D11-1142/the/whole/book/of/waters.html}, file = {:a.pdf:PDF}}
"""


@pytest.fixture
def page(context: AppContext, workspace: Any, qtbot: QtBot, tmp_path: Path) -> LibraryPage:
    (tmp_path / "a.bib").write_text(BIB)
    papers = [one for one in read_papers(tmp_path / "a.bib") if isinstance(one, Paper)]
    workspace.library.papers.add([(paper, ()) for paper in papers])
    made = library.create(context)
    on_screen(made, qtbot, 1280, 760)
    qtbot.waitUntil(lambda: made._sources.model().rowCount() > 1)
    made.table.choose_row(0)
    qtbot.waitUntil(lambda: made.pane.paper is not None)
    return made


def test_the_type_and_all_fields_are_shown(page: LibraryPage) -> None:
    shown = {label.text() for label in page.pane.findChildren(QLabel)}
    assert {"Chapter of a book", "Poe, Ed; Zoe, Ann", "2", "5-9", "Springer"} <= shown
    assert {"bibtex:file", "{:a.pdf:PDF}"} <= shown


@pytest.mark.dressed
def test_a_url_too_long_for_its_line_ends_in_an_ellipsis_until_it_is_clicked(page: LibraryPage) -> None:
    (url,) = (each for each in page.pane.findChildren(QLineEdit) if each.accessibleName() == "URL")

    def seen(text: str) -> QImage:
        url.setText(text)
        url.setCursorPosition(0)
        return url.grab().toImage()

    whole = url.text()
    cut = url.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideRight, url.width())
    assert cut.endswith("…")
    assert seen(whole) == seen(cut)
    url.setFocus()
    assert seen(whole) != seen(cut)


def test_fields_are_written_added_and_undone(page: LibraryPage, workspace: Any) -> None:
    page.filing.edit()
    more = page.pane.form._more
    assert more.rows["editor"].toPlainText() == "Poe, Ed\nZoe, Ann"  # type: ignore[union-attr]
    more.type.setCurrentIndex(more.type.findData("book"))
    more.rows["volume"].setText("3")  # type: ignore[union-attr]
    more.add.setCurrentIndex(more.add.findData("edition"))
    more.add.activated.emit(more.add.currentIndex())
    more.rows["edition"].setText("2nd")  # type: ignore[union-attr]
    page.pane.form.save()
    (edited,) = workspace.library.papers.get(["roe19"])
    values = values_of(edited)
    assert (values["volume"], values["edition"], values["page"]) == ("3", "2nd", "5-9")
    assert '"type":"book"' in edited.item
    assert not page.pane.is_form_open
    (action, *_) = workspace.library.actions.all()
    assert all(word in action.title for word in ("type", "volume", "edition"))
    workspace.library.actions.undo()
    (back,) = workspace.library.papers.get(["roe19"])
    assert (values_of(back)["volume"], "edition" in values_of(back)) == ("2", False)


def test_a_form_without_changes_writes_nothing(page: LibraryPage, workspace: Any) -> None:
    (before,) = workspace.library.papers.get(["roe19"])
    n_actions = len(workspace.library.actions.all())
    page.filing.edit()
    page.pane.form.save()
    assert workspace.library.papers.get(["roe19"]) == [before]
    assert len(workspace.library.actions.all()) == n_actions
