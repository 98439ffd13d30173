"""Add by identifier: a text, and below it what was recognised and what becomes of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QPlainTextEdit, QWidget

from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2
from assay_desktop.widgets.boxes import boxed, hbox
from assay_desktop.widgets.controls.form_dialog import FormDialog
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, framed
from assay_desktop.widgets.tables.rows import Column, RowsModel
from assay_desktop.widgets.tables.table import plain_table

if TYPE_CHECKING:
    from assay.ingest.types import Identifier

_WIDTH: Final = 640
_TEXT_PX: Final = 96
_TABLE_PX: Final = 180


@dataclass(frozen=True, slots=True)
class IdentifierLine:
    """An identifier, the title of its paper if that is here, and the hosts that are asked for it if not.

    A line of the text in which nothing is recognised stands here as `text`, without an identifier.
    """

    identifier: Identifier | None
    text: str
    here: str = ""
    hosts: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        return "" if self.identifier is None else self.identifier.kind


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a text names. `suffix` is that of a file for its entries, "" where it holds none."""

    lines: tuple[IdentifierLine, ...] = ()
    any_host: bool = False  # whether any look-up is on
    suffix: str = ""


class IdentifiersDialog(FormDialog):
    """What is typed leaves as it is typed; what is recognised of it comes back and can be added."""

    typed = Signal(str)
    add_wanted = Signal(list, bool)  # of Identifier; whether those that nobody answers are kept
    lookups_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, self.tr("Add by identifier"), action=self.tr("Add"), width=_WIDTH)
        self._lines: tuple[IdentifierLine, ...] = ()
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(self.tr("Identifiers"))
        self.text.setPlaceholderText(
            self.tr("Paste DOIs, arXiv ids, PubMed ids, ISBNs or links, in any text")
        )
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(_TEXT_PX)
        self.text.textChanged.connect(lambda: self.typed.emit(self.text.toPlainText()))
        self._model = RowsModel(self)
        self.table = plain_table(self._model, self.tr("Recognised identifiers"), stretch=2)
        self.table.setMinimumHeight(_TABLE_PX)
        self.keep = QCheckBox(self.tr("Keep identifiers not found, as untitled papers"))
        self.keep.toggled.connect(self._show_action)
        self._off = label(
            self.tr("All look-ups are off. Turn one on in Settings."),
            "muted",
            wrap=True,
        )
        turn_on = button(self.tr("Open Look-ups"), self._open_lookups, kind="link")
        self._off_row = boxed(hbox((self._off, 1), turn_on, gap=S2))
        self._off_row.hide()
        for place, part in enumerate((self.text, framed(self.table), self._off_row, self.keep), start=1):
            self.column.insertWidget(place, part)
        self.on_action(self._add)
        self.text.setFocus()
        self._show_action()

    def show_text(self, text: str) -> None:
        """Put this text into the field, at its end if there is one already, and read it."""
        before = self.text.toPlainText().rstrip()
        with QSignalBlocker(self.text):
            self.text.setPlainText("\n".join(filter(None, (before, text))))
        self.typed.emit(self.text.toPlainText())

    def show_recognised(self, recognised: Recognised) -> None:
        """Show the identifiers, and whether anybody can be asked for them."""
        self._lines = recognised.lines
        kinds = {"doi": "DOI", "arxiv": "arXiv", "pmid": "PubMed", "isbn": "ISBN"}
        columns = [
            Column(self.tr("Kind"), lambda line: kinds.get(line.kind, "–"), number=False),
            Column(self.tr("Identifier"), lambda line: line.text, number=False),
            Column(self.tr("What happens"), self._what_happens, number=False),
        ]
        self._model.show(columns, self._lines)
        self.table.setColumnWidth(0, 76)
        self.table.setColumnWidth(1, 196)
        self._off_row.setVisible(not recognised.any_host)
        self._show_action()

    def _what_happens(self, line: IdentifierLine) -> str:
        if line.identifier is None:
            return self.tr("not recognised")
        if line.here:
            return self.tr("already here: {0}").format(line.here)
        if line.hosts:
            return self.tr("will be looked up: {0}").format(", ".join(line.hosts))
        return self.tr("kept as untitled") if self.keep.isChecked() else self.tr("its look-up is off")

    def _possible(self) -> list[IdentifierLine]:
        """Return what is here, can be looked up, or is to be kept as it is."""
        named = (line for line in self._lines if line.identifier is not None)
        return [line for line in named if line.here or line.hosts or self.keep.isChecked()]

    def _show_action(self) -> None:
        n = len(self._possible())
        self.action.setEnabled(n > 0)
        self.action.setText(self.tr("Add {0} papers").format(numeral(n)) if n > 1 else self.tr("Add"))
        self.table.viewport().update()

    def _add(self) -> None:
        self.add_wanted.emit([line.identifier for line in self._possible()], self.keep.isChecked())
        self.accept()

    def _open_lookups(self) -> None:
        self.lookups_wanted.emit()
        self.reject()
