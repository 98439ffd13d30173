"""Look-ups: a box for each host, who to reach, and the lists of what was asked and what is suggested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from assay_desktop.pages.settings.widgets.lookup_lists import AskedDialog, SuggestionsDialog
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

if TYPE_CHECKING:
    from assay_desktop.pages.settings.lookups import LookUpFacts

_CONTACT_PX: Final = 260


class LookUps(QWidget):
    """Widgets only: what is wanted leaves as a signal."""

    turned = Signal(str, bool)  # host, on
    contact_given = Signal(str)
    run_wanted = Signal()
    accepted = Signal(object)  # list[SuggestionLine]
    declined = Signal(object)  # list[SuggestionLine]

    def __init__(self) -> None:
        super().__init__()
        self._contact = ""
        self._boxes: dict[str, QCheckBox] = {}
        self.asked = AskedDialog(self)
        self.suggested = SuggestionsDialog(self)
        self.suggested.accepted_lines.connect(self.accepted)
        self.suggested.declined_lines.connect(self.declined)
        self._hosts = QVBoxLayout()
        self._hosts.setSpacing(S2)
        hint = self.tr(
            "When off, nothing leaves this computer. When on, Assay looks up metadata missing from your "
            "PDFs by DOI or arXiv ID, or by title and first author. You review every suggestion before "
            "it is saved."
        )
        self._problem = label(role="danger", wrap=True)
        self._problem.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, S2, 0, 0)
        column.setSpacing(S3)
        column.addWidget(label(hint, "caption", wrap=True))
        column.addLayout(self._hosts)
        column.addLayout(self._build_contact())
        column.addWidget(self._problem)
        column.addLayout(self._build_buttons())

    def _build_contact(self) -> QHBoxLayout:
        self.contact = QLineEdit()
        self.contact.setFixedWidth(_CONTACT_PX)
        self.contact.setPlaceholderText(self.tr("Email (optional)"))
        self.contact.setAccessibleName(self.tr("Contact that is sent along"))
        self.contact.editingFinished.connect(self._give_contact)
        row = QHBoxLayout()
        row.setSpacing(S3)
        row.addWidget(self.contact)
        row.addWidget(label(self.tr("Sent with each request so the service can contact you."), "caption"))
        row.addStretch(1)
        return row

    def _build_buttons(self) -> QHBoxLayout:
        self.run = button(self.tr("Look up now"), self.run_wanted.emit)
        self.suggestions = button("", self.suggested.open)
        self.log = button("", self.asked.open)
        row = QHBoxLayout()
        row.setSpacing(S2)
        for widget in (self.run, self.suggestions, self.log):
            row.addWidget(widget)
        row.addStretch(1)
        return row

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
        self.run.setToolTip("" if facts.on else self.tr("Turn a host on first"))
        n = len(facts.suggestions)
        self.suggestions.setText(self.tr("Suggestions ({0})…").format(numeral(n)))
        self.suggestions.setEnabled(bool(n))
        self.log.setText(self.tr("Request log ({0})…").format(numeral(len(facts.requests))))
        self.log.setEnabled(bool(facts.requests))
        self.asked.show_requests(facts.requests)
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
