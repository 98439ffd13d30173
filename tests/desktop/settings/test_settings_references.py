"""The style of references and the rule for citation keys: tried on a paper of the library, kept, and used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtGui import QGuiApplication

from assay.types import Paper
from assay_desktop.actions.citing import Citations
from assay_desktop.pages import settings

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.settings.page import SettingsPage

STYLE = """<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
<info><title>Loud</title><id>loud</id><updated>2020-01-01T00:00:00+00:00</updated></info>
<citation><layout><text variable="title"/></layout></citation>
<bibliography><layout suffix="!"><text variable="title"/></layout></bibliography></style>"""
DEPENDENT = """<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0">
<info><title>Other</title><id>other</id>
<link href="http://www.zotero.org/styles/nature" rel="independent-parent"/>
<updated>2020-01-01T00:00:00+00:00</updated></info></style>"""


@pytest.fixture
def page(context: AppContext, workspace: Any, qtbot: QtBot) -> SettingsPage:
    paper = Paper("owls", "Silent flight of owls", authors=("Ada Moss",), year=2020)
    workspace.library.papers.add([(paper, ())])
    made = settings.create(context)
    qtbot.addWidget(made)
    made.show()
    return made


def csl(tmp_path: Path, text: str = STYLE) -> str:
    path = tmp_path / "loud.csl"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_style_from_a_file_is_shown_at_work_kept_and_used(
    page: SettingsPage, context: AppContext, tmp_path: Path
) -> None:
    view = page.references
    assert view.reference.text() == "Moss, A. (2020). Silent flight of owls"
    view.style_chosen.emit(csl(tmp_path))
    assert (view.reference.text(), view.style_box.currentText()) == ("Silent flight of owls!", "loud.csl")
    Citations(context).copy(["owls"])
    assert QGuiApplication.clipboard().text() == "Silent flight of owls!"
    view.style_box.setCurrentIndex(1)
    assert context.settings.citation_style == "numeric"


def test_a_style_that_cannot_be_used_is_said_and_not_kept(
    page: SettingsPage, context: AppContext, tmp_path: Path
) -> None:
    page.references.style_chosen.emit(csl(tmp_path, DEPENDENT))
    assert "only another name for the style 'nature'" in page.references.reference.text()
    assert context.settings.citation_style == "author-date"
    assert page.references.style_box.currentText() == "Author and year"


def test_a_key_rule_shows_its_key_while_it_is_typed_and_is_used_once_it_is_given(
    page: SettingsPage, context: AppContext, qtbot: QtBot
) -> None:
    view = page.references
    assert view.key.text() == "For example: owls"
    qtbot.keyClicks(view.rule, "[auth:lower][ye")
    assert "[auth][year][veryshorttitle]" in view.key.text()
    assert context.settings.key_rule == ""
    qtbot.keyClicks(view.rule, "ar]")
    assert view.key.text() == "For example: moss2020"
    view.rule.editingFinished.emit()
    assert context.settings.key_rule == "[auth:lower][year]"
    citations = Citations(context)
    citations.copy_bibtex(["owls"])
    assert QGuiApplication.clipboard().text().startswith("@misc{moss2020,")
    citations.copy_key("owls")
    assert QGuiApplication.clipboard().text() == "moss2020"
