"""What is done to papers, collections and tags by hand on the library page: menus, keys, drops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu, QWidget

from assay_desktop.keys import Keys
from assay_desktop.pages.library.sources import REMOVED, Source
from assay_desktop.pages.library.widgets.paper_pane import PaperPane
from assay_desktop.pages.library.widgets.source_list import SourceList
from assay_desktop.text.figures import numeral
from assay_desktop.widgets.papers.paper_actions import PaperActions


class Filing(PaperActions):
    """Wishes leave as signals: papers as a list of doc_ids, collections as paths, tags as names."""

    take_out_wanted = Signal(str, list)
    take_off_wanted = Signal(str, list)
    remove_wanted = Signal(list)
    mark_wanted = Signal(list)  # the next reading mark
    bring_back_wanted = Signal(list)
    reading_wanted = Signal(list)  # papers whose PDFs are to be read again
    collection_wanted = Signal(str)  # to be made
    rename_wanted = Signal(object, str)  # Source, its new name
    move_wanted = Signal(str, str)  # collection, where to; "" for the outermost level
    delete_wanted = Signal(object)  # Source

    def __init__(
        self,
        host: QWidget,
        keys: Keys,
        sources: SourceList,
        pane: PaperPane,
        selected: Callable[[], list[str]],
    ) -> None:
        """`selected` gives the doc_ids of the rows that are selected, from the top."""
        super().__init__(host, keys, self._in_library)
        self._sources, self._pane, self._chosen = sources, pane, selected
        self.source: Source | None = None  # whose papers are listed
        sources.papers_dropped.connect(self._file_dropped)
        sources.menu_wanted.connect(self._open_source_menu)

    def calls(self) -> dict[str, Callable[[], None]]:
        """Return what starts each of its actions."""
        return {**self._page_calls(), **self._paper_calls()}

    def bind_all_keys(self, whole: QWidget, papers: Sequence[QWidget]) -> None:
        """Bind the keys; some mean papers in `papers`, and a collection or a tag in the list of sources."""
        bound = [(whole, self._page_calls()), (self._sources, self._source_calls())]
        for owner, calls in [*bound, *((part, self._paper_calls()) for part in papers)]:
            for name, call in calls.items():
                self._keys.bind(name, owner, call)
        self._keys.bind("library.save", self._pane.form, self._pane.form.save)

    def _page_calls(self) -> dict[str, Callable[[], None]]:
        return {
            **self._asks(),
            "bibtex": self.copy_bibtex,
            "citation": self.copy_references,
            "library.new-collection": self.ask_new_collection,
        }

    def _paper_calls(self) -> dict[str, Callable[[], None]]:
        return {
            "library.edit": self.edit,
            "library.reading": self.mark,
            "library.remove": self.remove,
        }

    def _source_calls(self) -> dict[str, Callable[[], None]]:
        return {"library.edit": self.rename_source, "library.remove": self.delete_source}

    def show_sources(self, sources: Sequence[Source]) -> None:
        """Offer the collections and tags that there are."""
        names = {
            group: [one.name for one in sources if one.group == group] for group in ("collection", "tag")
        }
        self.show_names(names["collection"], names["tag"])

    # -- what keys and palette ask ----------------------------------------------------------------------

    def edit(self) -> None:
        """Open the form of the paper that is read."""
        if not self._is_removed():
            self._pane.edit()

    def remove(self) -> None:
        """Take the selected papers out of the library."""
        papers = self._in_library()
        if papers:
            self.remove_wanted.emit(papers)

    def mark(self) -> None:
        """Put the selected papers on the reading list, mark them as read, or take both away."""
        papers = self._in_library()
        if papers:
            self.mark_wanted.emit(papers)

    def rename_source(self) -> None:
        """Ask for a new name of the collection or the tag whose papers are listed."""
        if self.source is not None and self.source.name:
            self._ask_rename(self.source)

    def delete_source(self) -> None:
        """Delete the collection or the tag whose papers are listed; they stay."""
        if self.source is not None and self.source.name:
            self.delete_wanted.emit(self.source)

    def bring_back(self) -> None:
        papers = self._chosen()
        if papers and self._is_removed():
            self.bring_back_wanted.emit(papers)

    def _in_library(self) -> list[str]:
        """Return the selected papers; none where those listed are the removed ones."""
        return [] if self._is_removed() else self._chosen()

    def _is_removed(self) -> bool:
        return self.source is not None and self.source.key == REMOVED

    # -- menus ------------------------------------------------------------------------------------------

    def open_menu(self, place: QPoint) -> None:
        """Show what can be done with the selected papers; removed ones can be restored and nothing else."""
        if self._is_removed() and self._chosen():
            menu = self._menu()
            menu.addAction(self.tr("Restore"), self.bring_back)
            menu.popup(place)
        else:
            super().open_menu(place)

    def _add_taking(self, menu: QMenu, papers: list[str]) -> None:
        if self.source is not None and self.source.group == "collection":
            out = partial(self.take_out_wanted.emit, self.source.name, papers)
            menu.addAction(self.tr("Remove from “{0}”").format(self.source.label), out)
        if self.source is not None and self.source.group == "tag":
            off = partial(self.take_off_wanted.emit, self.source.name, papers)
            menu.addAction(self.tr("Remove tag “{0}”").format(self.source.label), off)
        super()._add_taking(menu, papers)
        menu.addSeparator()
        single = len(papers) == 1
        self._entry(menu, self.tr("Edit…"), self.edit, "library.edit", enabled=single)
        self._entry(menu, self.tr("Extract text again"), partial(self.reading_wanted.emit, papers))
        self._entry(menu, self.tr("Change reading status"), self.mark, "library.reading")
        words = self.tr("Remove") if single else self.tr("Remove {0} papers").format(numeral(len(papers)))
        self._entry(menu, words, self.remove, "library.remove")

    def _open_source_menu(self, source: Source | None, place: QPoint) -> None:
        menu = self._menu()
        menu.addAction(self.tr("New collection…"), self.ask_new_collection)
        if source is not None and source.group == "collection":
            menu.addAction(
                self.tr("New collection in “{0}”…").format(source.label),
                partial(self.ask_new_collection, source.name),
            )
            menu.addSeparator()
            menu.addAction(self.tr("Rename…"), partial(self._ask_rename, source))
            others = [path for path in self._collections if not f"{path}/".startswith(f"{source.name}/")]
            inner = menu.addMenu(self.tr("Move into"))
            inner.addAction(self.tr("No other collection"), partial(self.move_wanted.emit, source.name, ""))
            for path in others:
                inner.addAction(path.replace("&", "&&"), partial(self.move_wanted.emit, source.name, path))
            menu.addAction(self.tr("Delete the collection"), partial(self.delete_wanted.emit, source))
        if source is not None and source.group == "tag":
            menu.addSeparator()
            menu.addAction(self.tr("Rename…"), partial(self._ask_rename, source))
            menu.addAction(self.tr("Delete the tag"), partial(self.delete_wanted.emit, source))
        menu.popup(place)

    def ask_new_collection(self, inside: str = "") -> None:
        """Ask what a new collection shall be called, inside another one or not."""
        place = f"{inside}/" if inside else ""
        self._pick(
            self.tr("New collection"),
            (),
            self.tr("New collection “{0}”"),
            lambda name: self.collection_wanted.emit(f"{place}{name}"),
        )

    def _ask_rename(self, source: Source) -> None:
        title = self.tr("Rename “{0}”").format(source.label)
        self._pick(
            title, (), self.tr("Rename to “{0}”"), partial(self.rename_wanted.emit, source), source.label
        )

    # -- drops ------------------------------------------------------------------------------------------

    def _file_dropped(self, source: Source, papers: list[str]) -> None:
        wanted = self.collect_wanted if source.group == "collection" else self.tag_wanted
        wanted.emit(source.name, papers)
