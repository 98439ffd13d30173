"""What can be done with papers that are selected in a list: one menu and one set of keys for every page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QMenu, QWidget

from assay_desktop.keys import Keys, key_words
from assay_desktop.widgets.papers.paper_filing import PaperFiling


class PaperActions(PaperFiling):
    """Wishes leave as signals with the papers' doc_ids, in the order of the list."""

    pdf_wanted = Signal(str)
    similar_wanted = Signal(str)
    seed_wanted = Signal(str)
    reference_wanted = Signal(list)
    bibtex_wanted = Signal(list)
    export_wanted = Signal(list)
    notes_wanted = Signal(list)  # as Markdown files
    look_wanted = Signal()  # at the paper that is read

    def __init__(self, host: QWidget, keys: Keys, selected: Callable[[], list[str]]) -> None:
        """`selected` gives the doc_ids of the papers that are selected, from the top."""
        super().__init__(host, selected)
        self._keys = keys

    def bind_list(self, table: QWidget) -> None:
        """Bind what keys mean in the list alone: elsewhere they copy text, or press a button."""
        context = Qt.ShortcutContext.WidgetShortcut
        self._keys.bind("copy", table, self.copy_references, context=context)
        self._keys.bind("look", table, self.look_wanted.emit, context=context)

    def copy_references(self) -> None:
        self._emit(self.reference_wanted)

    def copy_bibtex(self) -> None:
        self._emit(self.bibtex_wanted)

    def open_menu(self, place: QPoint) -> None:
        """Show what can be done with the selected papers, at a place on the screen."""
        papers = self._selected()
        if papers:
            menu = self._menu()
            self._add_reading(menu, papers)
            self.add_to(menu, papers)
            self._add_taking(menu, papers)
            menu.popup(place)

    def _add_reading(self, menu: QMenu, papers: list[str]) -> None:
        """Offer what shows a paper, or leads on from it."""
        single = len(papers) == 1
        reading = partial(self.pdf_wanted.emit, papers[0])
        self._entry(menu, self.tr("Open PDF"), reading, "read", enabled=single)
        self._entry(menu, self.tr("Quick look"), self.look_wanted.emit, "look", enabled=single)
        menu.addSeparator()
        similar = partial(self.similar_wanted.emit, papers[0])
        self._entry(menu, self.tr("Find similar"), similar, "similar", enabled=single)
        seeds = self.tr("Add as seed") if single else self.tr("Add as seeds")
        self._entry(menu, seeds, partial(self._add_seeds, papers), "seed")

    def _add_taking(self, menu: QMenu, papers: list[str]) -> None:
        """Offer what takes papers elsewhere."""
        menu.addSeparator()
        bibtex = partial(self.bibtex_wanted.emit, papers)
        self._entry(menu, self.tr("Copy BibTeX"), bibtex, "bibtex")
        self._entry(menu, self.tr("Copy reference"), partial(self.reference_wanted.emit, papers), "citation")
        self._entry(menu, self.tr("Export…"), partial(self.export_wanted.emit, papers))
        notes = partial(self.notes_wanted.emit, papers)
        self._entry(menu, self.tr("Export notes (Markdown)…"), notes)

    def _entry(
        self, menu: QMenu, text: str, call: Callable[[], object], name: str = "", *, enabled: bool = True
    ) -> None:
        """Add an entry; the key of the action of this `name` stands behind it, and is bound elsewhere."""
        key = self._keys.first(name) if name else ""
        action = menu.addAction(f"{text}\t{key_words(key)}" if key else text, call)
        action.setEnabled(enabled)

    def _add_seeds(self, papers: list[str]) -> None:
        for doc_id in papers:
            self.seed_wanted.emit(doc_id)

    def _emit(self, wanted: SignalInstance) -> None:
        papers = self._selected()
        if papers:
            wanted.emit(papers)

    def _menu(self) -> QMenu:
        menu = QMenu(self._host)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu
