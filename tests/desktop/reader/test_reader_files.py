"""A PDF is attached, replaced and looked for from the reader, the Library and the Search page alike."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtWidgets import QPushButton

from assay_desktop.actions import pdf_reading
from assay_desktop.actions.job_outcomes import JobOutcomes
from assay_desktop.pages import library, reader, search
from assay_desktop.widgets.pdf import file_menu
from pdf_writing import Type, pdf

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.widgets.pdf.file_menu import FileMenu


@pytest.fixture
def new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PDF of one page that is chosen in every dialog."""
    path = tmp_path / "new.pdf"
    path.write_bytes(pdf([Type("Moss on Other Stones", 100, 100, 20, "Times-Bold")]))
    monkeypatch.setattr(file_menu, "ask_file", lambda _parent, _title, chosen: chosen(str(path)))
    return path


def opened(kind: str, context: AppContext, doc_id: str, qtbot: QtBot) -> tuple[Any, FileMenu]:
    """A page on which the paper is shown, and its menu."""
    page: Any = {"reader": reader, "library": library, "search": search}[kind].create(context)
    qtbot.addWidget(page)
    JobOutcomes(context, page)
    page.resize(1200, 800)
    page.show()
    if kind == "reader":
        page.open_paper(doc_id)
        return page, page.more
    page.paper_selected.emit(doc_id)
    if kind == "library":
        return page, page.pane.files.menu
    page.tab_opened.emit("pdf")
    return page, page.pdf.files


def shown(kind: str, page: Any) -> str:
    """What the page says of the file that it shows."""
    if kind == "reader":
        return f"1 of {page.view.page_count}" if page.view.page_count else ""
    if kind == "search":
        return str(page.pdf._place.text())
    buttons = page.pane.files.findChildren(QPushButton)
    return ", ".join(each.text() for each in buttons if each.isVisible())


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("reader", "1 of 3", "1 of 1"),
        ("search", "1 of 3", "1 of 1"),
        ("library", "moss.pdf", "new.pdf"),
    ],
)
def test_a_replaced_pdf_is_shown_at_once_and_comes_back(
    jobs_here: AppContext,
    paper: tuple[str, Path],
    workspace: Any,
    new: Path,
    kind: str,
    before: str,
    after: str,
    qtbot: QtBot,
) -> None:
    doc_id, path = paper
    page, menu = opened(kind, jobs_here, doc_id, qtbot)
    qtbot.waitUntil(lambda: before in shown(kind, page), timeout=20_000)
    [replace] = [each for each in menu.actions_shown() if each.text().startswith("Replace")]
    replace.trigger()
    qtbot.waitUntil(lambda: after in shown(kind, page), timeout=60_000)
    assert before not in shown(kind, page)
    [stored] = workspace.library.files.of_papers([doc_id])[doc_id]
    assert (stored.places[0].path, path.is_file()) == (str(new), True)
    workspace.library.actions.undo()
    [stored] = workspace.library.files.of_papers([doc_id])[doc_id]
    assert stored.places[0].path == str(path)


@pytest.mark.parametrize("kind", ["reader", "search", "library"])
def test_a_paper_without_a_pdf_offers_to_attach_one_and_not_to_replace_it(
    jobs_here: AppContext, paper: tuple[str, Path], workspace: Any, new: Path, kind: str, qtbot: QtBot
) -> None:
    page, menu = opened(kind, jobs_here, "bare", qtbot)
    said: list[str] = []
    page.message.connect(said.append)
    offered = {each.text(): each.isEnabled() for each in menu.actions_shown()}
    attach, replace, find = list(offered)[:3]
    assert [offered[each] for each in (attach, replace, find)] == [True, False, False]  # no host is on
    menu.actions_shown()[0].trigger()
    qtbot.waitUntil(lambda: bool(workspace.library.files.of_papers(["bare"])), timeout=60_000)
    [stored] = workspace.library.files.of_papers(["bare"])["bare"]
    assert stored.places[0].path == str(new)
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    assert said == [
        "new.pdf attached. The PDF does not show this paper's title, so the paper's fields stay as they are."
    ]
    if kind == "library":
        assert page.outcomes.strips[0].text == said[0]


def test_the_search_page_opens_the_pdf_elsewhere_from_the_same_menu(
    jobs_here: AppContext, paper: tuple[str, Path], monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    doc_id, path = paper
    opened_paths: list[str] = []
    monkeypatch.setattr(pdf_reading, "open_outside", lambda path, _say: opened_paths.append(path))
    _page, menu = opened("search", jobs_here, doc_id, qtbot)
    qtbot.waitUntil(lambda: len(menu.actions_shown()) == 4, timeout=20_000)
    menu.actions_shown()[3].trigger()
    assert opened_paths == [str(path)]
