"""The lists next to the map: clusters, missing papers, cited papers, papers related to a collection."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QPushButton, QWidget

from assay.discovery.types import CitedPaper, MissingPaper
from assay.items.readable import readable
from assay.types import shown_title
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3, S4, Theme
from assay_desktop.widgets.boxes import STRETCH, hairline, hbox, stacked, vbox
from assay_desktop.widgets.controls.mode_switch import ModeSwitch
from assay_desktop.widgets.reading import ReadingLabel, label
from assay_desktop.widgets.section import button
from assay_desktop.widgets.tables.rows import Column, RowsModel
from assay_desktop.widgets.tables.table import plain_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.discovery.map_file import LibraryMap
    from assay.discovery.types import Citations
    from assay.searching.types import ResultRow
    from assay_desktop.pages.discovery.model import ChosenPaper

CLUSTERS, MISSING, CITED, RELATED = "clusters", "missing", "cited", "related"
_LEAST_PX: Final = 280
_MOST_LINKS: Final = 5  # in sight at once

Link = tuple[str, CitedPaper | MissingPaper]
"""How the chosen paper and this one are linked, in words, and the other paper."""


class PaperList(QWidget):
    """A table with what can be done with the selected rows, or one sentence where there are none."""

    chosen = Signal(object)  # the current row
    opened = Signal(object)  # a row that was pressed Enter on, or clicked twice
    acted = Signal(list)  # the selected rows

    def __init__(self, name: str, *, act: str = "", stretch: int = 0) -> None:
        super().__init__()
        self._model = RowsModel(self)
        self.table = plain_table(self._model, name, stretch=stretch)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.selectionModel().selectionChanged.connect(self._tell)
        self.table.activated.connect(lambda index: self.opened.emit(self._model.row(index.row())))
        self._none = label(role="muted", wrap=True)
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._none.setMargin(S2)
        self._stack = stacked(self.table, self._none)
        self.act: QPushButton = button(act, self._act)
        if not act:
            self.act.hide()
        vbox((self._stack, 1), hbox(STRETCH, self.act), on=self, gap=S2)
        self._tell()

    def show_rows(self, columns: Sequence[Column], rows: Sequence[Any], *, none: str) -> None:
        self._model.show(columns, rows)
        self._none.setText(none)
        self._stack.setCurrentWidget(self.table if rows else self._none)
        self._tell()

    def selected(self) -> list[Any]:
        return [self._model.row(index.row()) for index in self.table.selectionModel().selectedRows()]

    def _tell(self, *_: object) -> None:
        rows = self.selected()
        self.act.setEnabled(bool(rows))
        if len(rows) == 1:
            self.chosen.emit(rows[0])

    def _act(self) -> None:
        self.acted.emit(self.selected())


class Lists(QFrame):
    """One list at a time, and below them the paper that is selected."""

    paper_opened = Signal(str)  # doc_id, to be shown in the library

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "sidebar")
        self.setMinimumWidth(_LEAST_PX)
        self.switch = ModeSwitch(
            theme,
            {
                CLUSTERS: (self.tr("Clusters"), self.tr("The regions of the map, by name")),
                MISSING: (self.tr("Missing"), self.tr("Cited by your papers, not in this library")),
                CITED: (self.tr("Cited"), self.tr("Papers here that your papers cite most")),
                RELATED: (self.tr("Related"), self.tr("Papers near the chosen collection")),
            },
        )
        self.clusters = PaperList(self.tr("Clusters"))
        self.missing = PaperList(self.tr("Missing papers"), act=self.tr("Add…"))
        self.cited = PaperList(self.tr("Cited papers"), act=self.tr("Show in Library"))
        self.related = PaperList(self.tr("Related papers"), act=self.tr("Add to the collection"))
        parts = (self.clusters, self.missing, self.cited, self.related)
        self._parts = dict(zip((CLUSTERS, MISSING, CITED, RELATED), parts, strict=True))
        self._stack = stacked(*self._parts.values())
        self.switch.chosen.connect(self.show_list)
        self._title = ReadingLabel("paper-title")
        self._byline = label(role="muted", wrap=True)
        self._links = label(role="caption", wrap=True)
        self.links = PaperList(
            self.tr("What it cites, and what cites it"), act=self.tr("Show in Library"), stretch=1
        )
        self.links.table.selectionModel().selectionChanged.connect(self._name_act)
        self._doc_id = ""
        self._open = button(self.tr("Open in Library"), lambda: self.paper_opened.emit(self._doc_id))
        self._card = QFrame()
        vbox(
            hairline(),
            self._title,
            self._byline,
            self._links,
            hbox(self._open, STRETCH),
            self.links,
            on=self._card,
            gap=S2,
        )
        self._card.hide()
        vbox(self.switch, (self._stack, 1), self._card, on=self, gap=S3, margins=(S4, S4, S4, S4))
        self.show_list(CLUSTERS)

    def show_list(self, key: object) -> None:
        """Show one of the lists."""
        self.switch.choose(str(key))
        self._stack.setCurrentWidget(self._parts[str(key)])

    def show_clusters(self, shown: LibraryMap | None) -> None:
        rows: list[tuple[int, str, int]] = []
        if shown is not None:
            sizes = Counter(shown.labels.tolist())
            rows = [(place, shown.names[place], n) for place, n in sizes.most_common()]
        columns = [
            Column(self.tr("Cluster"), lambda row: row[1], number=False),
            Column(self.tr("Papers"), lambda row: numeral(row[2]), lambda row: row[2]),
        ]
        self.clusters.show_rows(columns, rows, none=self.tr("Create a map to see its clusters."))

    def show_citations(self, found: Citations) -> None:
        by = Column(self.tr("Cited by"), lambda row: numeral(row.n), lambda row: row.n)
        paper = Column(self.tr("Paper"), lambda row: readable(row.shown), number=False)
        absent = replace(paper, tip=lambda row: "\n".join(filter(None, (row.title, *row.names))))
        none = self.tr(
            "Your papers have no reference lists. Imports from OpenAlex, Semantic Scholar or PubMed have "
            "them; so do looked-up papers."
        )
        self.missing.show_rows([absent, by], found.missing, none=none)
        self.cited.show_rows(
            [paper, by],
            found.cited,
            none=self.tr("No papers here cite each other.") if found.n_missing else none,
        )

    def show_related(self, collection: str, rows: Sequence[ResultRow]) -> None:
        columns = [
            Column(self.tr("Paper"), lambda row: row.title, number=False),
            Column(self.tr("Cosine"), lambda row: numeral(row.score, 2), lambda row: row.score),
        ]
        none = (
            self.tr("No other paper has a vector.")
            if collection
            else self.tr("Choose a collection above the map to list the papers nearest to it.")
        )
        self.related.show_rows(columns, rows, none=none)

    def show_fault(self, _kind: str, text: str) -> None:
        """Say why related papers cannot be listed."""
        self.related.show_rows([], [], none=text)

    def show_paper(self, chosen: ChosenPaper | None) -> None:
        self._card.setVisible(chosen is not None)
        if chosen is None:
            return
        paper, links = chosen.paper, chosen.links
        self._doc_id = paper.doc_id
        self._title.show_text(readable(shown_title(paper)))
        authors = ", ".join(paper.authors[:3]) + (", …" if len(paper.authors) > 3 else "")
        parts = (authors, paper.venue, str(paper.year or ""))
        self._byline.setText(" · ".join(filter(None, parts)))
        self._links.setText(
            self.tr("cites {0} here and {1} elsewhere · cited by {2} here").format(
                numeral(len(links.cites)), numeral(len(links.missing)), numeral(len(links.cited_by))
            )
        )
        here, by, away = self.tr("cites"), self.tr("cited by"), self.tr("cites, not here")
        rows: list[Link] = [(here, one) for one in links.cites]
        rows += [(by, one) for one in links.cited_by] + [(away, one) for one in links.missing]
        columns = [
            Column(self.tr("Link"), lambda row: row[0], number=False),
            Column(self.tr("Paper"), lambda row: readable(row[1].shown), number=False),
        ]
        self.links.show_rows(columns, rows, none="")
        self.links.table.fit_height(len(rows), most=_MOST_LINKS)
        self.links.setVisible(bool(rows))

    def _name_act(self) -> None:
        """Name the button by what it does with the selected links: missing papers are added."""
        rows: list[Link] = self.links.selected()
        adds = bool(rows) and all(isinstance(paper, MissingPaper) for _words, paper in rows)
        self.links.act.setText(self.tr("Add…") if adds else self.tr("Show in Library"))
