"""Papers that are put into collections and given tags, wherever a page lists papers: pickers and menus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtWidgets import QMenu, QWidget

from assay_desktop.keys import Keys
from assay_desktop.text.figures import numeral
from assay_desktop.widgets.controls.name_picker import NamePicker

_IN_MENU = 12
"""Collections or tags that a menu lists; the picker has all of them."""


class PaperFiling(QObject):
    """Wishes leave as signals: papers as a list of doc_ids, collections as paths, tags as names."""

    collect_wanted = Signal(str, list)
    tag_wanted = Signal(str, list)

    def __init__(self, host: QWidget, selected: Callable[[], list[str]]) -> None:
        """`selected` gives the doc_ids of the papers that are selected, from the top."""
        super().__init__(host)
        self._host, self._selected = host, selected
        self._collections: list[str] = []
        self._tags: list[str] = []
        self._last: Callable[[], None] | None = None  # opens the picker that was answered last, as it was

    def bind_keys(self, keys: Keys, owner: QWidget) -> None:
        """Start what can be asked by keys, wherever in `owner` the focus is."""
        for name, call in self._asks().items():
            keys.bind(name, owner, call)

    def _asks(self) -> dict[str, Callable[[], None]]:
        return {"library.collect": self.ask_collection, "library.tag": self.ask_tag}

    def show_names(self, collections: Sequence[str], tags: Sequence[str]) -> None:
        """Offer the collections and tags that there are."""
        self._collections, self._tags = list(collections), list(tags)

    def ask_collection(self) -> None:
        """Ask which collection the selected papers shall be put into; a new one can be named."""
        self._ask(
            self.tr("Add {0} {0:paper|papers} to a collection"),
            self._collections,
            self.tr("New collection “{0}”"),
            self.collect_wanted,
        )

    def ask_tag(self) -> None:
        """Ask which tag the selected papers shall have; a new one can be named."""
        title = self.tr("Tag {0} {0:paper|papers}")
        self._ask(title, self._tags, self.tr("New tag “{0}”"), self.tag_wanted)

    def add_to(self, menu: QMenu, papers: list[str]) -> None:
        """Offer collections and tags for these papers in a menu."""
        self._add_names(
            menu.addMenu(self.tr("Add to collection")), self._collections, self.collect_wanted, papers
        )
        self._add_names(menu.addMenu(self.tr("Tag")), self._tags, self.tag_wanted, papers)

    def reopen(self) -> None:
        """Ask again what was asked last, with the answer that was refused in its field."""
        ask, self._last = self._last, None
        if ask is not None:
            ask()

    def settle(self) -> None:
        """Close what was asked last: it is done."""
        self._last = None

    def _ask(self, title: str, names: Sequence[str], new: str, wanted: SignalInstance) -> None:
        papers = self._selected()
        if papers:
            title = title.format(numeral(len(papers)))
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

    def _add_names(
        self, menu: QMenu, names: Sequence[str], wanted: SignalInstance, papers: list[str]
    ) -> None:
        for name in names[:_IN_MENU]:
            menu.addAction(name.replace("&", "&&"), partial(wanted.emit, name, papers))
        if names:
            menu.addSeparator()
        is_tag = wanted is self.tag_wanted
        menu.addAction(self.tr("Another…"), self.ask_tag if is_tag else self.ask_collection)
