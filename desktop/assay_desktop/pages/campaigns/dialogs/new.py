"""The dialog for a new campaign: name, what is asked, who judges, and how the work is shared out."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assay.campaign_types import QueueKind
from assay_desktop.pages.campaigns.model import NewCampaign, queue_words
from assay_desktop.pages.campaigns.widgets.number_field import number_field
from assay_desktop.text.verbatim import verbatim
from assay_desktop.theme import S2, S3, S4
from assay_desktop.widgets.controls.form_dialog import FormDialog
from assay_desktop.widgets.papers.card import counted
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

_WIDTH: Final = 560
_SEEDS: Final = 2**31 - 1
_TEXTS_PX: Final = 84
_LINE_PX: Final = 34


class NewCampaignDialog(FormDialog):
    """Stays open with the reason where the campaign cannot be made; nothing typed is lost."""

    creation_wanted = Signal(object)  # NewCampaign

    def __init__(self, parent: QWidget, *, n_papers: int) -> None:
        super().__init__(parent, _tr("New campaign"), action=_tr("Create"), width=_WIDTH)
        self._n_papers = n_papers
        self._path = ""
        self._name = QLineEdit()
        self._name.setAccessibleName(self.tr("Name"))
        self._name.setPlaceholderText(self.tr("ICLR 2022 pilot"))
        self._name.textChanged.connect(self._dress)
        papers = counted(n_papers, self.tr("paper"), self.tr("papers"))
        for words, field in (
            (self.tr("Name"), self._name),
            (self.tr("Corpus"), label(self.tr("all {0} of the library, frozen now").format(papers))),
            (self.tr("Queries"), self._build_queries()),
            (self.tr("Assessors"), self._build_assessors()),
            (self.tr("Raters per pair"), self._build_raters()),
            (self.tr("Queue"), self._build_queue()),
            (self.tr("Seed"), self._build_seed()),
        ):
            self.form.addRow(words, field)
        self.on_action(self._tell)
        self._dress()
        self._name.setFocus()

    def _build_queries(self) -> QWidget:
        self._sampled = QRadioButton(self.tr("Sample papers"))
        self._typed = QRadioButton(self.tr("Type"))
        self._filed = QRadioButton(self.tr("From a file"))
        choice = QHBoxLayout()
        choice.setSpacing(S4)
        self._query_stack = QStackedWidget()
        for place, (each, content) in enumerate(
            (
                (self._sampled, self._build_sample()),
                (self._typed, self._build_typed()),
                (self._filed, self._build_filed()),
            )
        ):
            each.clicked.connect(partial(self._choose_queries, place))
            choice.addWidget(each)
            self._query_stack.addWidget(content)
        choice.addStretch(1)
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(S2)
        column.addLayout(choice)
        column.addWidget(self._query_stack)
        self._sampled.setChecked(True)
        self._choose_queries(0)
        return holder

    def _build_sample(self) -> QWidget:
        most = self._n_papers
        self._n = number_field(self.tr("Papers that become queries"), 0, most, min(40, most))
        return _row(self._n, label(self.tr("papers drawn with the seed below"), "muted"))

    def _build_typed(self) -> QWidget:
        self._texts = QPlainTextEdit()
        self._texts.setAccessibleName(self.tr("Queries, one a line"))
        self._texts.setPlaceholderText(self.tr("One query a line"))
        self._texts.setTabChangesFocus(True)
        self._texts.setFixedHeight(_TEXTS_PX)
        return self._texts

    def _build_filed(self) -> QWidget:
        self._file = label(self.tr("no file chosen"), "muted")
        return _row(button(self.tr("Choose…"), self._choose_file), self._file)

    def _build_assessors(self) -> QWidget:
        self._people = QLineEdit()
        self._people.setAccessibleName(self.tr("Assessors"))
        self._people.setPlaceholderText(self.tr("Names, with commas; more can be added later"))
        return self._people

    def _build_raters(self) -> QWidget:
        self._raters = number_field(self.tr("Raters per pair"), 1, 100, 1)
        return _row(self._raters, label(self.tr("fixed once the campaign is open"), "muted"))

    def _build_queue(self) -> QWidget:
        self._queue = QComboBox()
        self._queue.setAccessibleName(self.tr("Queue"))
        for kind in (QueueKind.ASSIGNED, QueueKind.SHARED):
            self._queue.addItem(queue_words(kind), kind)
        return self._queue

    def _build_seed(self) -> QWidget:
        seed = random.randrange(10_000)  # noqa: S311 - a number to be written down, not a secret
        self._seed = number_field(self.tr("Seed"), 0, _SEEDS, seed)
        return _row(self._seed, label(self.tr("of the sample and of the assessors' orders"), "muted"))

    @property
    def filled(self) -> NewCampaign:
        """What is filled in."""
        place = self._query_stack.currentIndex()
        lines = tuple(line.strip() for line in self._texts.toPlainText().splitlines() if line.strip())
        people = (name.strip() for name in self._people.text().split(","))
        return NewCampaign(
            name=self._name.text().strip(),
            raters_per_pair=self._raters.value(),
            queue=QueueKind(self._queue.currentData()),
            seed=self._seed.value(),
            assessors=tuple(dict.fromkeys(name for name in people if name)),
            queries=lines if place == 1 else (),
            query_file=self._path if place == 2 else "",
            sample=self._n.value() if place == 0 else 0,
            guideline=first_guideline(),
        )

    def _choose_queries(self, place: int, _checked: bool = True) -> None:
        """A stack is as high as its highest page, so the others are told to take no room."""
        self._query_stack.setCurrentIndex(place)
        self._query_stack.setFixedHeight(_TEXTS_PX if place == 1 else _LINE_PX)

    def _choose_file(self) -> None:
        path, _filter = QFileDialog.getOpenFileName(self, self.tr("Queries from a file"))
        if path:
            self._path = path
            self._file.setText(Path(path).name)
            self._file.setToolTip(verbatim(path))

    def _dress(self) -> None:
        self.action.setEnabled(bool(self._name.text().strip()))

    def _tell(self) -> None:
        self.action.setEnabled(False)
        self.creation_wanted.emit(self.filled)


def first_guideline() -> str:
    """The guideline that a campaign begins with."""
    return _tr(
        "Grade how useful the paper is beside the query.\n\n"
        "- **2** very relevant: you would cite it beside the query paper, or it answers the query\n"
        "- **1** relevant: same problem or method, worth opening\n"
        "- **0** not relevant: neither\n",
    )


def _row(*widgets: QWidget) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(S3)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return holder


def _tr(text: str) -> str:
    return QCoreApplication.translate("campaigns", text)
