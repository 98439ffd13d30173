"""The dialogs for a new run and for assigning pairs."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QLineEdit, QSlider, QWidget

from assay_desktop.pages.campaigns.model import NewRun
from assay_desktop.pages.campaigns.widgets.number_field import number_field
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S3
from assay_desktop.widgets.controls.form_dialog import FormDialog
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

_DEEPEST: Final = 10_000


class NewRunDialog(FormDialog):
    """The tag follows the choices until somebody types one."""

    run_wanted = Signal(object)  # NewRun

    def __init__(self, parent: QWidget, *, taken: frozenset[str]) -> None:
        super().__init__(parent, _tr("New run"), action=_tr("Run"))
        self._taken = taken
        self._mode = QComboBox()
        self._mode.setAccessibleName(self.tr("Mode"))
        for mode, words in (
            ("semantic", self.tr("Semantic (by meaning)")),
            ("keyword", self.tr("Keyword (BM25)")),
            ("hybrid", self.tr("Hybrid (both, fused by rank)")),
            ("reranked", self.tr("Reranked (keyword first, then by meaning)")),
        ):
            self._mode.addItem(words, mode)
        self._text = QComboBox()
        self._text.setAccessibleName(self.tr("Text"))
        self._text.addItem(self.tr("Title and abstract"), "title+abstract")
        self._text.addItem(self.tr("Title only"), "title")
        self._model = QLineEdit()
        self._model.setAccessibleName(self.tr("Model"))
        self._model.setPlaceholderText(self.tr("the library's model"))
        self._k = number_field(self.tr("Results of each query"), 1, _DEEPEST, 100)
        self._tag = QLineEdit()
        self._tag.setAccessibleName(self.tr("Tag"))
        self._lay_out()
        for box in (self._mode, self._text):
            box.currentIndexChanged.connect(self._suggest)
        self._tag.textChanged.connect(self._dress)
        self.on_action(self._tell)
        self._suggest()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(S3)
        row.addWidget(self._model, 1)
        self._folder = button(self.tr("Folder…"), self._choose_folder)
        row.addWidget(self._folder)
        for words, field in (
            (self.tr("Mode"), self._mode),
            (self.tr("Text"), self._text),
            (self.tr("Model"), row),
            (self.tr("Depth"), self._k),
            (self.tr("Tag"), self._tag),
        ):
            self.form.addRow(words, field)
        self.show_note(self.tr("The run is made beside your work; the jobs below show how far it is."))

    def _suggest(self) -> None:
        """A tag that says what the run is, with a number if there is one of that name."""
        mode = str(self._mode.currentData())
        plain = mode if self._text.currentData() != "title" else f"{mode}-title"
        tries = [plain, *(f"{plain}-{n}" for n in range(2, len(self._taken) + 3))]
        self._tag.setText(next(tag for tag in tries if tag not in self._taken))
        for each in (self._model, self._folder):
            each.setEnabled(mode != "keyword")

    def _dress(self) -> None:
        tag = self._tag.text().strip()
        spaced = any(letter.isspace() for letter in tag)
        self.action.setEnabled(bool(tag) and not spaced)
        if spaced:
            self.show_problem(self.tr("A tag has no spaces: run files part their columns by them."))
            self.action.setEnabled(False)
        else:
            again = self.tr("A run of this tag is there and is replaced.") if tag in self._taken else ""
            self.show_problem(again)
            self.action.setEnabled(bool(tag))

    def _choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, self.tr("The folder of a model"))
        if path:
            self._model.setText(path)

    def _tell(self) -> None:
        mode = str(self._mode.currentData())
        model = "" if mode == "keyword" else self._model.text().strip()
        text = str(self._text.currentData())
        self.run_wanted.emit(NewRun(self._tag.text().strip(), mode, text, model, self._k.value()))
        self.accept()


class AssignDialog(FormDialog):
    """Whole queries or single pairs, and how many of them get all raters."""

    assign_wanted = Signal(str, float)  # "pair" or "query"; overlap 0..1

    def __init__(self, parent: QWidget, *, n_pairs: int, n_assessors: int, raters: int) -> None:
        super().__init__(parent, _tr("Assign pairs"), action=_tr("Assign"))
        self._raters = raters
        self._by = QComboBox()
        self._by.setAccessibleName(self.tr("What is given as a whole"))
        self._by.addItem(self.tr("Single pairs, as evenly as it goes"), "pair")
        self._by.addItem(self.tr("Whole queries, so that one person knows the query"), "query")
        self._by.currentIndexChanged.connect(self._dress)
        self._overlap = QSlider(Qt.Orientation.Horizontal)
        self._overlap.setRange(0, 100)
        self._overlap.setValue(100)
        self._overlap.setPageStep(10)
        self._overlap.setAccessibleName(self.tr("Overlap in per cent"))
        self._overlap.valueChanged.connect(self._dress)
        self._share = label(role="number")
        self._share.setFixedWidth(48)
        row = QHBoxLayout()
        row.setSpacing(S3)
        row.addWidget(self._overlap, 1)
        row.addWidget(self._share)
        self.form.addRow(
            self.tr("Pairs"), label(self.tr("{0} for {1} assessors").format(numeral(n_pairs), n_assessors))
        )
        self.form.addRow(self.tr("By"), self._by)
        if raters > 1:
            self.form.addRow(self.tr("Overlap"), row)
        self.on_action(self._tell)
        self._dress()

    def _dress(self) -> None:
        share = self._overlap.value()
        self._share.setText(f"{share} %")
        what = self.tr("pairs") if self._by.currentData() == "pair" else self.tr("queries")
        if self._raters > 1:
            text = self.tr("{0} % of the {1} get {2} raters, the others one.")
            self.show_note(text.format(share, what, self._raters))
        else:
            self.show_note(self.tr("Each pair gets one rater."))

    def _tell(self) -> None:
        self.assign_wanted.emit(str(self._by.currentData()), self._overlap.value() / 100)
        self.accept()


def _tr(text: str) -> str:
    return QCoreApplication.translate("NewRunDialog", text)
