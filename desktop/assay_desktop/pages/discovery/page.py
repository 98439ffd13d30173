"""Explore: the map of the library with its clusters, and lists of what is cited, missing and near."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from assay.discovery.types import CitedPaper, MissingPaper
from assay_desktop.pages.discovery.widgets.lists import RELATED, Lists
from assay_desktop.pages.discovery.widgets.map_view import MapView
from assay_desktop.text.figures import counted, numeral
from assay_desktop.theme import S2, S3, S4
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, stacked, vbox
from assay_desktop.widgets.controls.menu_button import MenuButton
from assay_desktop.widgets.controls.side_panes import SidePanes
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.icons import icon
from assay_desktop.widgets.papers.paper_filing import PaperFiling
from assay_desktop.widgets.section import button
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.strip import Strip
from assay_desktop.widgets.work_line import WorkLine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    import numpy.typing as npt
    from PySide6.QtGui import QShowEvent

    from assay.searching.types import ResultRow
    from assay_desktop.keys import Keys
    from assay_desktop.pages.discovery.model import ChosenPaper, Explored
    from assay_desktop.pages.discovery.widgets.lists import Link
    from assay_desktop.theme import Theme

LEAST: Final = 20
"""Papers of which there is a map (assay.discovery.map_file.LEAST, which the window does not load)."""

_LISTS_PX: Final = 340


class DiscoveryPage(QWidget):
    """Widgets only: intents leave as signals, what there is to see comes through `show_*`."""

    shown = Signal()
    map_wanted = Signal()
    index_wanted = Signal()
    import_requested = Signal()
    collection_chosen = Signal(str)  # its path; "" for all papers
    paper_chosen = Signal(str)  # doc_id
    title_wanted = Signal(int, str)  # row of the map, doc_id
    papers_requested = Signal(list)  # doc_ids, to be listed in the library
    identifiers_requested = Signal(str)  # text for the dialog of identifiers
    message = Signal(str)
    undo_offered = Signal(str, str, object)  # what was done, the button's words, what it calls

    def __init__(self, theme: Theme, keys: Keys) -> None:
        super().__init__()
        self._theme = theme
        self._ids: Sequence[str] = ()
        self._rows: dict[str, int] = {}  # doc_id -> row of the map
        self._surrounded: list[str] = []
        self._collection = ""
        self.setProperty("role", "panel")
        self.map = MapView(theme)
        self.lists = Lists(theme)
        self.filing = PaperFiling(self, self._to_file)
        self._panes = SidePanes(
            theme, self._build_middle(), right=self.lists, sizes=[700, _LISTS_PX], on=self
        )
        vbox(self._panes, on=self)
        self._connect()
        self.filing.bind_keys(keys, self._panes)
        self.setFocusProxy(self.map)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    # -- building ---------------------------------------------------------------------------------------

    def _build_middle(self) -> QWidget:
        middle = QFrame()
        middle.setProperty("role", "panel")
        self.collection = MenuButton(self._theme, self.tr("Papers shown in colour"), most=220)
        self._count = ElidedLabel("caption")
        self.lasso = button(
            "", self._toggle_lasso, hint=self.tr("Lasso: draw around papers (or Shift and drag)")
        )
        self.lasso.setCheckable(True)
        self.lasso.setAccessibleName(self.tr("Lasso"))
        self._closer = button("", lambda: self.map.zoom(1.3), hint=self.tr("Zoom in (+)"))
        self._farther = button("", lambda: self.map.zoom(1 / 1.3), hint=self.tr("Zoom out (-)"))
        self._whole = button("", self.map.show_all, hint=self.tr("Show all (0)"))
        for each in (self._closer, self._farther, self._whole):
            each.setAccessibleName(each.toolTip())
        self._usual = boxed(hbox(self.collection, self._count, STRETCH, gap=S2))
        self._choice = self._build_choice()
        head = hbox(
            (self._usual, 1),
            (self._choice, 1),
            self.lasso,
            self._farther,
            self._closer,
            self._whole,
            gap=S2,
            margins=(S4, S3, S4, S2),
        )
        self.strip = Strip(self._theme)
        self.work = WorkLine()
        self.empty = StatePanel(self._theme)
        self._stack = stacked(self.map, self.empty)
        self._head = boxed(head)
        vbox(
            self._head,
            hbox(self.strip, margins=(S4, 0, S4, 0)),
            hbox(self.work, margins=(S4, S2, S4, 0)),
            (self._stack, 1),
            on=middle,
            gap=S2,
        )
        return middle

    def _build_choice(self) -> QWidget:
        """What can be done with the papers inside the lasso, in the head: the map stays as large as it is."""
        self._n_surrounded = ElidedLabel("strong")
        to_collection, to_library = self.tr("Add to a collection…"), self.tr("Show in Library")
        self._collect = button(to_collection, self.ask_collection, hint=to_collection, gives=True)
        self._list = button(to_library, self._show_surrounded, hint=to_library, gives=True)
        holder = boxed(
            hbox(
                self._n_surrounded,
                STRETCH,
                self._collect,
                self._list,
                button(self.tr("Clear"), partial(self.show_surrounded, []), kind="link"),
                gap=S2,
            )
        )
        holder.hide()
        return holder

    def _connect(self) -> None:
        self.collection.chosen.connect(lambda path: self.collection_chosen.emit(str(path)))
        self.map.hovered.connect(lambda row: self.title_wanted.emit(row, self._ids[row]))
        self.map.chosen.connect(lambda row: self.paper_chosen.emit(self._ids[row]))
        self.map.opened.connect(lambda row: self.papers_requested.emit([self._ids[row]]))
        self.map.surrounded.connect(lambda rows: self.show_surrounded([self._ids[row] for row in rows]))
        self.lists.paper_opened.connect(lambda doc_id: self.papers_requested.emit([doc_id]))
        self.lists.clusters.chosen.connect(lambda row: self.map.show_cluster(row[0]))
        for each in (self.lists.cited, self.lists.related):
            each.chosen.connect(lambda row: self._choose(row.doc_id))
            each.opened.connect(lambda row: self.papers_requested.emit([row.doc_id]))
        self.lists.cited.acted.connect(lambda rows: self.papers_requested.emit([row.doc_id for row in rows]))
        self.lists.related.acted.connect(self._add_related)
        self.lists.missing.acted.connect(self._add_missing)
        self.lists.links.chosen.connect(self._mark_link)
        self.lists.links.opened.connect(lambda row: self._open_links([row]))
        self.lists.links.acted.connect(self._open_links)
        self.empty.action_requested.connect(self._act_on_empty)

    # -- what there is to see ---------------------------------------------------------------------------

    def show_explored(self, found: Explored, *, mapping: bool) -> None:
        """Show the map and the lists, or what is needed for a map first; `mapping` while one is made."""
        self.lists.show_clusters(found.map)
        self.lists.show_citations(found.citations)
        self.filing.show_names([path for path, _ in found.collections], [])
        entries: list[tuple[str, object, bool]] = [(self.tr("All papers"), "", True)]
        entries += [(f"{path} ({numeral(n)})", path, n > 0) for path, n in found.collections]
        self.collection.show_entries(entries, self._collection)
        self.collection.show_text(self._collection or self.tr("All papers"))
        self._head.setVisible(found.map is not None)
        # Of what is shown: a button that goes must not leave the focus to Cancel.
        self.setFocusProxy(self.map if found.map is not None else self.empty)
        self.strip.hide()
        if found.map is None:
            self._show_lack(found, mapping=mapping)
            return
        self._ids = found.map.doc_ids
        self._rows = {doc_id: row for row, doc_id in enumerate(self._ids)}
        self.map.show_map(found.map)
        self._count.show_text(counted(len(self._ids), self.tr("paper"), self.tr("papers")))
        self._stack.setCurrentWidget(self.map)
        if found.n_new and not mapping:
            one, many = self.tr("paper is not on the map yet."), self.tr("papers are not on the map yet.")
            text = counted(found.n_new, one, many)
            self.strip.say(text, action=self.tr("Update map"), act=self.map_wanted.emit)

    def _show_lack(self, found: Explored, *, mapping: bool) -> None:
        if not found.n_papers:
            sentence, action = self.tr("This library has no papers yet."), self.tr("Import papers")
        elif found.n_indexed < LEAST:
            sentence = (
                self.tr("A map needs {0} papers with vectors; this library has {1}.").format(
                    numeral(LEAST), numeral(found.n_indexed)
                )
                if found.n_papers < LEAST or found.n_indexed
                else self.tr("No vectors yet. Index the library to create them.")
            )
            action = self.tr("Index the library") if found.n_indexed < found.n_papers else ""
        else:
            sentence = self.tr("The map places similar papers close together, in named clusters.")
            action = "" if mapping else self.tr("Create map")
        self.empty.show_message("compass", sentence, action=action)
        self._stack.setCurrentWidget(self.empty)

    def show_members(self, collection: str, members: npt.NDArray[np.bool_] | None) -> None:
        """Show the members of a collection in colour, and none but them; all for ""."""
        self._collection = collection
        self.collection.show_text(collection or self.tr("All papers"))
        self.map.show_members(members)
        if collection:
            self.lists.show_list(RELATED)

    def show_paper(self, chosen: ChosenPaper | None) -> None:
        self.lists.show_paper(chosen)

    def show_surrounded(self, doc_ids: list[str]) -> None:
        """Mark the papers inside the lasso, and offer what can be done with them; none of it for none."""
        self._surrounded = doc_ids
        self.map.mark(self.members(doc_ids))
        self._choice.setVisible(bool(doc_ids))
        self._usual.setVisible(not doc_ids)
        one, many = self.tr("paper selected"), self.tr("papers selected")
        self._n_surrounded.show_text(counted(len(doc_ids), one, many))

    def show_error(self, text: str) -> None:
        self.strip.say(text, tone="danger", action=self.tr("Try again"), act=self.shown.emit)

    def show_message(self, text: str) -> None:
        self.message.emit(text)

    def show_refusal(self, text: str) -> None:
        """Say why something was not done; a name that was typed for it stays to be given again."""
        self.filing.reopen()
        self.message.emit(text)

    def offer_undo(self, text: str, undo: Callable[[], None]) -> None:
        self.filing.settle()
        self.undo_offered.emit(text, self.tr("Undo"), undo)

    def members(self, doc_ids: Sequence[str]) -> list[int]:
        """Return the rows of these papers on the map, of those that are on it."""
        return [self._rows[doc_id] for doc_id in doc_ids if doc_id in self._rows]

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()

    # -- wishes -----------------------------------------------------------------------------------------

    def ask_collection(self) -> None:
        """Ask which collection the papers inside the lasso shall be put into."""
        self.filing.ask_collection()

    def _to_file(self) -> list[str]:
        return self._surrounded

    def _show_surrounded(self) -> None:
        self.papers_requested.emit(self._surrounded)

    def _choose(self, doc_id: str) -> None:
        self._mark(doc_id)
        self.paper_chosen.emit(doc_id)

    def _mark(self, doc_id: str) -> None:
        self.map.choose(self._rows.get(doc_id, -1), centred=True)

    def _mark_link(self, row: Link) -> None:
        """Show where a neighbour is; the list stays that of its paper."""
        self._mark(row[1].doc_id if isinstance(row[1], CitedPaper) else "")

    def _open_links(self, rows: Sequence[Link]) -> None:
        """Show the papers that are here in the library; where none is, look the missing ones up."""
        papers = [paper for _words, paper in rows]
        if here := [paper.doc_id for paper in papers if isinstance(paper, CitedPaper)]:
            self.papers_requested.emit(here)
        else:
            self._add_missing([paper for paper in papers if isinstance(paper, MissingPaper)])

    def _add_related(self, rows: Sequence[ResultRow]) -> None:
        papers = [row.doc_id for row in rows]
        if self._collection and papers:
            self.filing.collect_wanted.emit(self._collection, papers)

    def _add_missing(self, rows: Sequence[MissingPaper]) -> None:
        named = [row.identifier for row in rows if row.identifier]
        if named:
            self.identifiers_requested.emit("\n".join(named))
        else:
            self.message.emit(self.tr("These papers have no DOI, arXiv id or PubMed id to look up."))

    def _toggle_lasso(self) -> None:
        self.map.lassoes = self.lasso.isChecked()
        self._paint_icons()

    def _act_on_empty(self, action: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            self.tr("Import papers"): self.import_requested.emit,
            self.tr("Index the library"): self.index_wanted.emit,
            self.tr("Create map"): self.map_wanted.emit,
        }
        acts[action]()

    def _paint_icons(self) -> None:
        muted, accent = self._theme.color("muted"), self._theme.color("accent")
        self.lasso.setIcon(icon("selection-plus", accent if self.lasso.isChecked() else muted))
        for each, name in (
            (self._closer, "magnifying-glass-plus"),
            (self._farther, "magnifying-glass-minus"),
            (self._whole, "corners-out"),
            (self._collect, "folder"),
            (self._list, "books"),
        ):
            each.setIcon(icon(name, muted))
