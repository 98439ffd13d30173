"""Collections, tags, the form, pickers, menus, the history, and what was removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from PySide6.QtCore import QItemSelectionModel, Qt

from assay_desktop.pages.library.widgets.source_list import SourceList
from shots.shot_stage import dialog, popup, stage, wait

if TYPE_CHECKING:
    from pathlib import Path

    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.pages.library.sources import Source
    from assay_desktop.theme import ThemeChoice
    from shots.shot_stage import Stage

_LONG: Final = "Sentence embeddings, as they are trained and as they are compared"
_FILED: Final = (
    ("Thesis/Chapter 2", range(14)),
    ("Thesis/Chapter 3", range(9, 30)),
    (f"Thesis/{_LONG}", range(40, 43)),
    ("Reading group", range(20, 26)),
    ("Not yet", range(0)),
)
_TAGGED: Final = (("to read", range(12)), ("check the proof", range(3, 5)), ("cite", range(8, 40)))
_REMOVED: Final = range(100, 104)


def filed_library(folder: Path) -> Path:
    """The library in `folder` with collections, tags, an edit and papers that were removed."""
    from assay.ingest.editing import edit_paper
    from assay.workspace import Workspace

    with Workspace.open(folder) as workspace:
        library = workspace.library
        ids = library.papers.ids()
        for path, numbers in _FILED:
            papers = [ids[number] for number in numbers]
            library.collections.add(path, papers) if papers else library.collections.make(path)
        for name, numbers in _TAGGED:
            library.tags.add(name, [ids[number] for number in numbers])
        edit_paper(library, ids[3], {"year": "2021", "venue": "Journal of Things"})
        library.edits.remove([ids[number] for number in _REMOVED])
    return folder


def filing_shots(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """Each state."""
    with stage(filed_library(folder), out, theme=theme, start_engine=False) as scene:
        _states(scene)


def _states(scene: Stage) -> None:
    page = cast("LibraryPage", scene.page("library"))
    wait(lambda: False, 0.4)  # the counts at the left come a moment after the rows
    scene.settle()
    _open(page, "Thesis/Chapter 2")
    scene.settle()
    page.select_row(3)
    scene.settle()
    scene.save("library-collection")
    _add_rows(page, 4, 5)
    scene.settle()
    scene.save("library-several")
    _open_over(scene, page)
    page.table.choose_row(3)
    page.filing.edit()
    scene.settle()
    scene.save("library-form")
    form = page.pane.form
    form.show_fault(form.doc_id, "'soon' is not a year. Enter four digits, or leave it empty.", "year")
    scene.save("library-form-fault")
    page.pane.close_form()
    page.filing.remove()
    scene.settle()
    scene.save("library-removing")
    page.history.undo_wanted.emit()
    scene.settle()
    page.history.open()
    scene.settle()
    _draw_open(scene, "library-history", dialog())
    wait(lambda: False, 0.4)
    for label in ("Not yet", "removed"):
        _open(page, label)
        scene.settle()
        scene.save(f"library-{label.replace(' ', '-').lower()}")


def _open_over(scene: Stage, page: LibraryPage) -> None:
    """The pickers and menus, each alone."""
    page.filing.ask_collection()
    _draw_open(scene, "library-picker", popup())
    page.filing.open_menu(page.mapToGlobal(page.rect().center()))
    menu: Any = popup()
    inner = None if menu is None else menu.actions()[0].menu()
    if inner is not None:
        inner.popup(page.mapToGlobal(page.rect().topLeft()))
        _draw_open(scene, "library-menu-collections", inner)
    _draw_open(scene, "library-menu", menu)


def _draw_open(scene: Stage, name: str, asking: Any) -> None:
    """Draws what is open and closes it."""
    if asking is not None:
        scene.save(name, asking)
        asking.close()


def _open(page: LibraryPage, name: str) -> None:
    """Chooses a part of the library by the key or the path of it, as a click does."""
    sources = page.findChild(SourceList)
    if sources is not None:
        entries = sources.model()
        rows = (entries.index(row, 0) for row in range(entries.rowCount()))
        known = {_name(row.data(Qt.ItemDataRole.UserRole)): row for row in rows}
        sources.setCurrentIndex(known[name])


def _name(source: Source | None) -> str:
    return "" if source is None else source.name or source.key


def _add_rows(page: LibraryPage, *rows: int) -> None:
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    for row in rows:
        page.table.selectionModel().select(page.table.model().index(row, 0), flags)
