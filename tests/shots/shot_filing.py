"""Collections, tags, the form, pickers, menus, the history, and what was removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from PySide6.QtCore import QItemSelectionModel, Qt

from assay_desktop.pages.library.widgets.source_list import SourceList
from shots.shot_stage import SIZES, dialog, popup, save, stage, wait

if TYPE_CHECKING:
    from pathlib import Path

    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.pages.library.sources import Source
    from shots.shot_stage import SIZES, Stage

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


def filing_shots(folder: Path, out: Path) -> list[Path]:
    """Each state, light and dark, in a small and a large window."""
    made = []
    for theme in ("light", "dark"):
        for size in SIZES:
            with stage(folder, theme=theme, size=size, start_engine=False) as scene:
                made += _states(scene, out, f"{theme}-{size.width()}x{size.height()}")
    return made


def _states(scene: Stage, out: Path, name: str) -> list[Path]:
    page = cast("LibraryPage", scene.page("library"))
    wait(lambda: False, 0.4)  # the counts at the left come a moment after the rows
    scene.settle()
    _open(page, "Thesis/Chapter 2")
    scene.settle()
    page.select_row(3)
    scene.settle()
    made = [save(scene.window, out / f"library-collection-{name}.png")]
    _add_rows(page, 4, 5)
    scene.settle()
    made.append(save(scene.window, out / f"library-several-{name}.png"))
    made += _open_over(page, out, name)
    page.table.choose_row(3)
    page.filing.edit()
    scene.settle()
    made.append(save(scene.window, out / f"library-form-{name}.png"))
    page.pane.form.show_fault(page.pane.form.doc_id, "'soon' is no year. Write it as a number, such as 2019.")
    made.append(save(scene.window, out / f"library-form-fault-{name}.png"))
    page.pane.close_form()
    page.filing.remove()
    scene.settle()
    made.append(save(scene.window, out / f"library-removing-{name}.png"))
    page.history.undo_wanted.emit()
    scene.settle()
    page.history.open()
    scene.settle()
    made += _asked(dialog(), out / f"library-history-{name}.png")
    wait(lambda: False, 0.4)
    for label in ("Not yet", "removed"):
        _open(page, label)
        scene.settle()
        made.append(save(scene.window, out / f"library-{label.replace(' ', '-').lower()}-{name}.png"))
    return made


def _open_over(page: LibraryPage, out: Path, name: str) -> list[Path]:
    """The pickers and menus, each alone."""
    made = []
    page.filing.ask_collection()
    made += _asked(popup(), out / f"library-picker-{name}.png")
    page.filing.open_menu(page.mapToGlobal(page.rect().center()))
    menu: Any = popup()
    inner = None if menu is None else menu.actions()[0].menu()
    if inner is not None:
        inner.popup(page.mapToGlobal(page.rect().topLeft()))
        made += _asked(inner, out / f"library-menu-collections-{name}.png")
    made += _asked(menu, out / f"library-menu-{name}.png")
    return made


def _asked(asking: Any, path: Path) -> list[Path]:
    """Draws what is open and closes it."""
    if asking is None:
        return []
    made = save(asking, path)
    asking.close()
    return [made]


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
