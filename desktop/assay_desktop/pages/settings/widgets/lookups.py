"""Look-ups: a box for each host, who to reach, and the lists of what was asked and what is suggested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker, QSize, Signal
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QDialogButtonBox, QHBoxLayout, QWidget

from assay_desktop.text.figures import minute, numeral
from assay_desktop.theme import S2, S3, S6, set_px
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.controls.fields import text_field
from assay_desktop.widgets.controls.form_dialog import WalkedDialog
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, framed
from assay_desktop.widgets.tables.rows import Column, RowsModel
from assay_desktop.widgets.tables.table import plain_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.lookup import SentRequest
    from assay_desktop.actions.suggesting import SuggestionLine
    from assay_desktop.pages.settings.model import LookUpFacts

_SIZE: Final = QSize(980, 520)
_VALUE_PX: Final = 250


class RequestLogDialog(WalkedDialog):
    """Every request: when, of whom, for which paper, what was sent to the letter, what came of it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        title = self.tr("Request log")
        self._model = RowsModel(self)
        self.table = plain_table(self._model, title, stretch=3)
        _lay_out(self, title, self.table)

    def show_requests(self, requests: Sequence[SentRequest]) -> None:
        columns = [
            Column(self.tr("When"), lambda row: minute(row.asked_at), lambda row: row.asked_at, number=False),
            Column(self.tr("Host"), lambda row: row.host, number=False),
            Column(self.tr("Paper"), lambda row: row.doc_id, number=False),
            Column(self.tr("Sent"), lambda row: row.sent, number=False),
            Column(self.tr("Result"), self._outcome, number=False),
        ]
        self._model.show(columns, requests)

    def _outcome(self, row: SentRequest) -> str:
        return row.outcome or self.tr("no answer yet")


class SuggestionsDialog(WalkedDialog):
    """Every suggestion as it is and as it would be; some or all are accepted, or declined."""

    accepted_lines = Signal(object)  # list[SuggestionLine]
    declined_lines = Signal(object)  # list[SuggestionLine]

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        title = self.tr("Suggestions")
        self._model = RowsModel(self)
        self.table = plain_table(self._model, title, stretch=0)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.selectionModel().selectionChanged.connect(self._show_choice)
        self.accept_some = button(
            self.tr("Accept selected"), lambda: self.accepted_lines.emit(self._chosen())
        )
        self.decline_some = button(
            self.tr("Decline selected"), lambda: self.declined_lines.emit(self._chosen())
        )
        every = button(self.tr("Accept all"), lambda: self.accepted_lines.emit(self._all()), kind="primary")
        _lay_out(self, title, self.table, self.accept_some, self.decline_some, every)
        self._show_choice()

    def show_suggestions(self, lines: Sequence[SuggestionLine]) -> None:
        columns = [
            Column(self.tr("Paper"), lambda row: row.title, number=False),
            Column(self.tr("Field"), lambda row: row.field, number=False),
            Column(self.tr("Now"), lambda row: row.before or "–", number=False),
            Column(self.tr("Suggested"), lambda row: row.after, number=False),
            Column(self.tr("By"), lambda row: row.by, number=False),
        ]
        self._model.show(columns, lines)
        for column in (2, 3):
            self.table.horizontalHeader().setSectionResizeMode(
                column, self.table.horizontalHeader().ResizeMode.Interactive
            )
            self.table.setColumnWidth(column, _VALUE_PX)
        self._show_choice()
        if not lines:
            self.close()

    def _all(self) -> list[SuggestionLine]:
        return [self._model.row(number) for number in range(self._model.rowCount())]

    def _chosen(self) -> list[SuggestionLine]:
        return [self._model.row(index.row()) for index in self.table.selectionModel().selectedRows()]

    def _show_choice(self) -> None:
        some = bool(self.table.selectionModel().selectedRows())
        self.accept_some.setEnabled(some)
        self.decline_some.setEnabled(some)


def _lay_out(dialog: WalkedDialog, title: str, table: QWidget, *buttons: QWidget) -> None:
    dialog.setWindowTitle(title)
    dialog.resize(_SIZE)
    close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    close.rejected.connect(dialog.reject)
    foot = hbox(*buttons, STRETCH, close, gap=S2)
    vbox(label(title, "page-title"), (framed(table), 1), foot, on=dialog, gap=S3, margins=(S6, S6, S6, S6))


_CONTACT_PX: Final = 260


class LookUps(QWidget):
    """Widgets only: what is wanted leaves as a signal."""

    turned = Signal(str, bool)  # host, on
    contact_given = Signal(str)
    run_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._contact = ""
        self._boxes: dict[str, QCheckBox] = {}
        self.request_log = RequestLogDialog(self)
        self.suggested = SuggestionsDialog(self)
        self._hosts = vbox(gap=S2)
        hint = self.tr(
            "When off, nothing leaves this computer. When on, Assay looks up metadata missing from your "
            "PDFs by DOI or arXiv ID, or by title and first author. You review every suggestion before "
            "it is saved."
        )
        self._problem = label(role="danger", wrap=True)
        self._problem.hide()
        vbox(
            label(hint, "caption", wrap=True),
            self._hosts,
            self._build_contact(),
            self._problem,
            self._build_buttons(),
            on=self,
            gap=S3,
            margins=(0, S2, 0, 0),
        )

    def _build_contact(self) -> QHBoxLayout:
        self.contact = text_field(self.tr("Contact email"), hint=self.tr("Email (optional)"))
        set_px(self.contact, width=_CONTACT_PX)
        self.contact.editingFinished.connect(self._give_contact)
        return hbox(
            self.contact,
            label(self.tr("Sent with each request so the service can contact you."), "caption"),
            STRETCH,
            gap=S3,
        )

    def _build_buttons(self) -> QHBoxLayout:
        self.run = button(self.tr("Look up now"), self.run_wanted.emit)
        self.suggestions = button("", self.suggested.open)
        self.log = button("", self.request_log.open)
        return hbox(self.run, self.suggestions, self.log, STRETCH, gap=S2)

    def show_facts(self, facts: LookUpFacts) -> None:
        self._problem.hide()
        for host in facts.hosts:
            box = self._boxes.get(host.name) or self._box(host.name)
            with QSignalBlocker(box):
                box.setText(self.tr("{0} ({1})").format(host.title, host.domain))
                box.setChecked(host.on)
        self._contact = facts.contact
        if not self.contact.hasFocus():
            self.contact.setText(facts.contact)
        self.run.setEnabled(bool(facts.on))
        self.run.setToolTip("" if facts.on else self.tr("Turn on a host first"))
        n = len(facts.suggestions)
        self.suggestions.setText(self.tr("Suggestions ({0})…").format(numeral(n)))
        self.suggestions.setEnabled(bool(n))
        self.log.setText(self.tr("Request log ({0})…").format(numeral(len(facts.requests))))
        self.log.setEnabled(bool(facts.requests))
        self.request_log.show_requests(facts.requests)
        self.suggested.show_suggestions(facts.suggestions)

    def show_problem(self, text: str) -> None:
        self._problem.setText(text)
        self._problem.show()

    def _box(self, name: str) -> QCheckBox:
        box = QCheckBox()
        box.toggled.connect(lambda on: self.turned.emit(name, on))
        self._boxes[name] = box
        self._hosts.addWidget(box)
        return box

    def _give_contact(self) -> None:
        if self.contact.text().strip() != self._contact:
            self.contact_given.emit(self.contact.text())
