"""What is done to the selected papers by hand: menus, keys, pickers of names, and papers that are dropped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, QSize, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QListWidgetItem, QMenu, QWidget

from assay_desktop.keys import Keys
from assay_desktop.pages.library.sources import REMOVED, Source
from assay_desktop.pages.library.widgets.paper_pane import PaperPane
from assay_desktop.pages.library.widgets.source_list import SourceList
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.widgets.controls.list_popup import ListPopup
from assay_desktop.widgets.reading import label

_WIDTH = 420
_ROW_PX = 30
_MAX_ROWS = 9


class NamePicker(ListPopup):
    """A name among `names`, or a new one.

    `new` is what making a new one is called, such as "New tag “{0}”"; "" where none can be made.
    """

    picked = Signal(str)

    def __init__(
        self, title: str, names: Sequence[str], parent: QWidget, *, new: str, text: str = ""
    ) -> None:
        """Ask for a name; `text` stands in the field at first."""
        super().__init__(parent, width=_WIDTH, row_px=_ROW_PX, max_rows=_MAX_ROWS)
        self.field.textChanged.connect(self._refresh)
        self.taken.connect(self._take)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._names, self._new = tuple(names), new
        self.setAccessibleName(title)
        self.field.setAccessibleName(title)
        self.field.setPlaceholderText(
            self.tr("Find or create…") if new else self.tr("A few letters of its name")
        )
        self.rows.setAccessibleName(self.tr("Names"))
        self.rows.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # the end of a path tells it apart
        self._inner.insertWidget(0, label(title, "section"))
        self.field.setText(text)
        self.field.selectAll()
        self._refresh(text)

    def _refresh(self, typed: str) -> None:
        wanted = " ".join(typed.split())
        letters = wanted.casefold()
        found = [name for name in self._names if letters in name.casefold()]
        found.sort(key=lambda name: not name.casefold().startswith(letters))
        self.rows.clear()
        for name in found:
            self._add(name, name)
        if wanted and self._new and all(name.casefold() != letters for name in self._names):
            self._add(self._new.format(wanted), wanted)
        self.rows.setVisible(self.rows.count() > 0)
        self._fit()

    def _add(self, text: str, name: str) -> None:
        item = QListWidgetItem(text)
        item.setData(Qt.ItemDataRole.UserRole, name)
        item.setToolTip(escape_markup(text))
        item.setSizeHint(QSize(0, _ROW_PX))  # as wide as the list: what is longer is cut
        self.rows.addItem(item)

    def _take(self) -> None:
        item = self.rows.currentItem()
        if item is not None:
            self.picked.emit(item.data(Qt.ItemDataRole.UserRole))
            self.close()


_IN_MENU = 12
"""Collections or tags that a menu lists; the picker has all of them."""


class Filing(QObject):
    """Wishes leave as signals: papers as a list of doc_ids, collections as paths, tags as names."""

    collect_wanted = Signal(str, list)
    take_out_wanted = Signal(str, list)
    tag_wanted = Signal(str, list)
    take_off_wanted = Signal(str, list)
    remove_wanted = Signal(list)
    bring_back_wanted = Signal(list)
    reading_wanted = Signal(list)  # papers whose PDFs are to be read again
    collection_wanted = Signal(str)  # to be made
    rename_wanted = Signal(object, str)  # Source, its new name
    move_wanted = Signal(str, str)  # collection, where to; "" for the outermost level
    delete_wanted = Signal(object)  # Source

    def __init__(
        self, host: QWidget, sources: SourceList, pane: PaperPane, selected: Callable[[], list[str]]
    ) -> None:
        """`selected` gives the doc_ids of the rows that are selected, from the top."""
        super().__init__(host)
        self._host, self._sources, self._pane, self._selected = host, sources, pane, selected
        self.source: Source | None = None  # whose papers are listed
        self._collections: list[str] = []
        self._tags: list[str] = []
        self._last: Callable[[], None] | None = None  # opens the picker that was answered last, as it was
        sources.papers_dropped.connect(self._file_dropped)
        sources.menu_wanted.connect(self._open_source_menu)

    def calls(self) -> dict[str, Callable[[], None]]:
        """Return what starts each of its actions."""
        return {**self._page_calls(), **self._paper_calls()}

    def bind_keys(self, keys: Keys, whole: QWidget, papers: Sequence[QWidget]) -> None:
        """Bind the keys; some mean papers in `papers`, and a collection or a tag in the list of sources."""
        bound = [(whole, self._page_calls()), (self._sources, self._source_calls())]
        for owner, calls in [*bound, *((part, self._paper_calls()) for part in papers)]:
            for name, call in calls.items():
                keys.bind(name, owner, call)
        keys.bind("library.save", self._pane.form, self._pane.form.save)

    def _page_calls(self) -> dict[str, Callable[[], None]]:
        return {
            "library.collect": self.ask_collection,
            "library.tag": self.ask_tag,
            "library.new-collection": self.ask_new_collection,
        }

    def _paper_calls(self) -> dict[str, Callable[[], None]]:
        return {"library.edit": self.edit, "library.remove": self.remove}

    def _source_calls(self) -> dict[str, Callable[[], None]]:
        return {"library.edit": self.rename_source, "library.remove": self.delete_source}

    def show_names(self, sources: Sequence[Source]) -> None:
        """Offer the collections and tags that there are."""
        self._collections = [source.name for source in sources if source.group == "collection"]
        self._tags = [source.name for source in sources if source.group == "tag"]

    # -- what keys and palette ask ----------------------------------------------------------------------

    def ask_collection(self) -> None:
        """Ask which collection the selected papers shall be put into; a new one can be named."""
        self._ask(
            self.tr("Add to a collection"),
            self._collections,
            self.tr("New collection “{0}”"),
            self.collect_wanted,
        )

    def ask_tag(self) -> None:
        """Ask which tag the selected papers shall have; a new one can be named."""
        self._ask(self.tr("Tag"), self._tags, self.tr("New tag “{0}”"), self.tag_wanted)

    def edit(self) -> None:
        """Open the form of the paper that is read."""
        if not self._is_removed():
            self._pane.edit()

    def remove(self) -> None:
        """Take the selected papers out of the library."""
        papers = self._selected()
        if papers and not self._is_removed():
            self.remove_wanted.emit(papers)

    def rename_source(self) -> None:
        """Ask for a new name of the collection or the tag whose papers are listed."""
        if self.source is not None and self.source.name:
            self._ask_rename(self.source)

    def delete_source(self) -> None:
        """Delete the collection or the tag whose papers are listed; they stay."""
        if self.source is not None and self.source.name:
            self.delete_wanted.emit(self.source)

    def bring_back(self) -> None:
        papers = self._selected()
        if papers and self._is_removed():
            self.bring_back_wanted.emit(papers)

    def _is_removed(self) -> bool:
        return self.source is not None and self.source.key == REMOVED

    def _ask(self, title: str, names: Sequence[str], new: str, wanted: SignalInstance) -> None:
        papers = self._selected()
        if papers and not self._is_removed():
            self._pick(title, names, new, lambda name: wanted.emit(name, papers))

    def _pick(
        self, title: str, names: Sequence[str], new: str, picked: Callable[[str], None], text: str = ""
    ) -> None:
        def answer(name: str) -> None:
            self._last = partial(self._pick, title, names, new, picked, name)
            picked(name)

        picker = NamePicker(title, names, self._host, new=new, text=text)
        picker.picked.connect(answer)
        picker.open_over(self._host)

    def reopen(self) -> None:
        """Ask again what was asked last, with the answer that was refused in its field."""
        ask, self._last = self._last, None
        if ask is not None:
            ask()

    def settle(self) -> None:
        """Close what was asked last: it is done."""
        self._last = None

    # -- menus ------------------------------------------------------------------------------------------

    def open_menu(self, place: QPoint) -> None:
        """Show what can be done with the selected papers, at a place on the screen."""
        papers = self._selected()
        if not papers:
            return
        menu = self._menu()
        if self._is_removed():
            menu.addAction(self.tr("Restore"), self.bring_back)
            menu.popup(place)
            return
        self._add_names(
            menu.addMenu(self.tr("Add to collection")), self._collections, self.collect_wanted, papers
        )
        self._add_names(menu.addMenu(self.tr("Tag")), self._tags, self.tag_wanted, papers)
        if self.source is not None and self.source.group == "collection":
            out = partial(self.take_out_wanted.emit, self.source.name, papers)
            menu.addAction(self.tr("Take out of “{0}”").format(self.source.label), out)
        if self.source is not None and self.source.group == "tag":
            off = partial(self.take_off_wanted.emit, self.source.name, papers)
            menu.addAction(self.tr("Take the tag “{0}” off").format(self.source.label), off)
        menu.addSeparator()
        edit = menu.addAction(self.tr("Edit…"), self.edit)
        edit.setEnabled(len(papers) == 1)
        again = self.tr("Read PDFs again") if len(papers) > 1 else self.tr("Read PDF again")
        menu.addAction(again, partial(self.reading_wanted.emit, papers))
        words = (
            self.tr("Remove {0} papers").format(numeral(len(papers)))
            if len(papers) > 1
            else self.tr("Remove")
        )
        menu.addAction(words, self.remove)
        menu.popup(place)

    def _menu(self) -> QMenu:
        menu = QMenu(self._host)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def _add_names(
        self, menu: QMenu, names: Sequence[str], wanted: SignalInstance, papers: list[str]
    ) -> None:
        for name in names[:_IN_MENU]:
            menu.addAction(name.replace("&", "&&"), partial(wanted.emit, name, papers))
        if names:
            menu.addSeparator()
        is_tag = wanted is self.tag_wanted
        menu.addAction(self.tr("Another…"), self.ask_tag if is_tag else self.ask_collection)

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
