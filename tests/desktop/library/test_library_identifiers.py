"""Add by identifier in the window: recognised while typed, told before asked, selected where it is here."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QPushButton
from seeing import on_screen

from assay.lookup import HOSTS, Consent
from assay.types import Paper
from assay_desktop.pages import library
from lookup_host import CROSSREF, local_host, reply, trust

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.pages.library.widgets.identifiers_dialog import IdentifiersDialog

ALL = "see 10.5555/moss.1, arXiv:2004.07180v2"


@pytest.fixture(autouse=True)
def _own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_a, **_k: tmp_path / "config")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_a, **_k: tmp_path / "cache")


@pytest.fixture
def page(jobs_here: AppContext, workspace: Any, qtbot: QtBot) -> LibraryPage:
    paper = Paper("specter", "Specter", arxiv_id="2004.07180")
    workspace.library.papers.add([(paper, ["arxiv:2004.07180"])])
    return on_screen(library.create(jobs_here), qtbot, 1000, 700)


def opened(page: LibraryPage, qtbot: QtBot, text: str) -> IdentifiersDialog:
    page.adding.open_identifiers()
    dialog = page.adding.dialog
    assert dialog is not None
    dialog.text.setPlainText(text)
    qtbot.waitUntil(lambda: dialog.table.model().rowCount() > 0)
    return dialog


def rows(dialog: IdentifiersDialog) -> list[list[str]]:
    model = dialog.table.model()
    return [[model.index(row, column).data() for column in range(3)] for row in range(model.rowCount())]


def outcomes(page: LibraryPage) -> list[str]:
    return [strip.text for strip in page.outcomes.strips if strip.isVisible()]


def test_the_dialog_says_what_is_here_and_that_no_look_up_is_on(page: LibraryPage, qtbot: QtBot) -> None:
    dialog = opened(page, qtbot, "10.5555/moss.1")
    assert rows(dialog) == [["DOI", "10.5555/moss.1", "its look-up is off"]]
    assert not dialog.action.isEnabled()
    assert dialog._off_row.isVisible()
    wanted = []
    dialog.lookups_wanted.connect(lambda: wanted.append(True))
    (turn_on,) = (each for each in dialog.findChildren(QPushButton) if each.text() == "Open Look-ups")
    dialog.keep.click()
    assert rows(dialog)[0][2] == "kept as untitled"
    assert dialog.action.isEnabled()
    dialog.text.setPlainText(ALL)
    qtbot.waitUntil(lambda: len(rows(dialog)) == 2)
    assert rows(dialog)[1] == ["arXiv", "2004.07180", "already here: Specter"]
    assert dialog.action.text() == "Add 2 papers"
    dialog.text.setPlainText(f"{ALL}\nMoss, A. (2020). Of moss.")
    qtbot.waitUntil(lambda: len(rows(dialog)) == 3)
    assert rows(dialog)[2] == ["–", "Moss, A. (2020). Of moss.", "not recognised"]
    assert dialog.action.text() == "Add 2 papers"  # nobody can add what is not recognised
    dialog.keep.click()  # what can then not be added is not counted, and not asked for
    assert dialog.action.text() == "Add"
    assert [line.here for line in dialog._possible()] == ["Specter"]
    qtbot.mouseClick(turn_on, Qt.MouseButton.LeftButton)
    assert (wanted, page.adding.dialog) == ([True], None)


def test_kept_and_known_papers_are_selected_together(
    page: LibraryPage, jobs_here: AppContext, qtbot: QtBot
) -> None:
    dialog = opened(page, qtbot, ALL)
    dialog.keep.click()
    qtbot.mouseClick(dialog.action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: set(page.selected()) == {"specter", "10.5555/moss.1"}, timeout=20_000)
    assert outcomes(page) == ["Add 10.5555/moss.1 and 1 more: 1 added · 1 already here"]
    assert jobs_here.jobs.all()[0].args == ("add", "doi:10.5555/moss.1", "arxiv:2004.07180", "--keep")


def test_a_host_that_is_on_is_named_and_asked(
    page: LibraryPage, workspace: Any, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    Consent(frozenset({"crossref"})).save()
    monkeypatch.setenv("no_proxy", "*")
    with local_host() as host:
        host.says("/works/10.5555%2Fmoss.1", reply(CROSSREF))
        hosts = {name: replace(one, address=host.address, pause=0.01) for name, one in HOSTS.items()}
        from assay.ingest import identifiers

        real = identifiers.add_identifiers
        monkeypatch.setattr(
            identifiers, "add_identifiers", lambda *a, **k: real(*a, **k, hosts=hosts, trust=trust())
        )
        dialog = opened(page, qtbot, "10.5555/moss.1 10.5555/none")
        assert rows(dialog)[0][2] == "will be looked up: Crossref"
        qtbot.mouseClick(dialog.action, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: page.selected() == ["10.5555/moss.1"], timeout=20_000)
        assert len(host.asked) == 2
    report = "1 added · 1 not found. doi:10.5555/none: not known to Crossref"
    assert outcomes(page) == [f"Add 10.5555/moss.1 and 1 more: {report}"]
    assert workspace.library.papers.get(["10.5555/moss.1"])[0].venue == "Journal of Slow Geology"


def test_bibtex_on_the_clipboard_is_imported_and_its_file_deleted(
    page: LibraryPage, tmp_path: Path, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().setText("@article{fern, title={Ferns in the shade of walls}, year={2021}}")
    page.adding.take_clipboard()
    qtbot.waitUntil(lambda: page.selected() == ["fern"], timeout=20_000)
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []


def test_an_address_from_a_browser_is_shown_to_be_confirmed(page: LibraryPage, qtbot: QtBot) -> None:
    carried = QMimeData()
    carried.setUrls([QUrl("https://doi.org/10.5555/moss.1")])
    everything = (Qt.DropAction.CopyAction, carried, Qt.MouseButton.LeftButton)
    page.dropEvent(QDropEvent(QPointF(9, 9), *everything, Qt.KeyboardModifier.NoModifier))
    assert page.adding.dialog is not None
    qtbot.waitUntil(lambda: page.adding.dialog is not None and len(rows(page.adding.dialog)) == 1)


def test_text_without_identifiers_is_refused_in_words(page: LibraryPage) -> None:
    said: list[str] = []
    page.message.connect(said.append)
    page.adding.text_given.emit("nothing of use")
    assert said == ["No BibTeX, RIS or identifier in this text: DOI, arXiv id, PubMed id or ISBN."]
    assert page.adding.dialog is None
    page.adding.text_given.emit(" \n")  # as of a picture
    assert said[1:] == ["The clipboard has no text: copy BibTeX, RIS or identifiers."]
