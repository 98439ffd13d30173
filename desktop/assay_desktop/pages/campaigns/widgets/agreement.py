"""Agreement: how far the assessors say the same, in figures with their n, and who says what next to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from assay_desktop.pages.campaigns.columns import agreement_columns, figure, query_agreement_columns
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S1, S3, S4, S6, S8, Theme
from assay_desktop.widgets.boxes import STRETCH, hbox, stacked, vbox
from assay_desktop.widgets.controls.fields import ChoiceBox
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.plots.confusion_matrix import ConfusionMatrix
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import Section, framed, scrolled
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import plain_table

if TYPE_CHECKING:
    from assay.judging import AgreementReport
    from assay_desktop.pages.campaigns.model import AgreementView

_ALL = ""
_QUERIES_PX = 180


class Figure(QWidget):
    """One number, large, with its name above and what it rests on below."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._value = label(role="figure")
        self._n = ElidedLabel("caption")
        vbox(label(name, "section"), self._value, self._n, on=self, gap=S1)

    def show_value(self, value: str, n: str) -> None:
        self._value.setText(value)
        self._n.show_text(n)
        self._value.setAccessibleName(f"{self._name}: {value}, {n}")


class AgreementTab(QWidget):
    """Choosing two assessors in the table or the box shows their matrix."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._report: AgreementReport | None = None
        inner = QWidget()
        column = vbox(self._build_figures(), on=inner, gap=S4, margins=(0, S3, S3, S3))
        lower = hbox(
            (self._build_tables(), 1), (self._build_matrix(theme), 0, Qt.AlignmentFlag.AlignTop), gap=S6
        )
        column.addLayout(lower, 1)
        self._empty = StatePanel(theme)
        self._stack = stacked(scrolled(inner), self._empty)
        vbox(self._stack, on=self)
        self.setFocusProxy(self._pairs)

    def _build_figures(self) -> QHBoxLayout:
        self._raw = Figure(self.tr("Raw agreement"))
        self._alpha = Figure(self.tr("Krippendorff's alpha, ordinal"))
        self._shared = Figure(self.tr("Graded by two or more"))
        return hbox(self._raw, self._alpha, self._shared, STRETCH, gap=S8)

    def _build_tables(self) -> QVBoxLayout:
        pairs = Section(self.tr("By assessors"))
        self._pair_model = RowsModel(self)
        self._pairs = plain_table(self._pair_model, self.tr("Agreement between two assessors"))
        self._pairs.selectionModel().currentRowChanged.connect(self._choose_row)
        pairs.add(framed(self._pairs))
        self._why = label(role="caption", wrap=True)
        pairs.add(self._why)
        queries = Section(self.tr("By query"))
        self._query_model = RowsModel(self)
        self._queries = plain_table(self._query_model, self.tr("Agreement by query"))
        self._queries.setMinimumHeight(_QUERIES_PX)
        queries.add(framed(self._queries), 1)
        return vbox(pairs, (queries, 1), gap=S4)

    def _build_matrix(self, theme: Theme) -> Section:
        self._who = ChoiceBox()
        self._who.setAccessibleName(self.tr("Assessors in the matrix"))
        self._who.setMinimumWidth(150)
        self._who.activated.connect(lambda _index: self._show_matrix())
        section = Section(self.tr("Grade by grade"), self._who)
        self._matrix = ConfusionMatrix(theme)
        self._matrix_note = label(role="caption", wrap=True)
        self._matrix_note.setMaximumWidth(self._matrix.sizeHint().width())
        section.add(self._matrix)
        section.add(self._matrix_note)
        return section

    def show_agreement(self, view: AgreementView) -> None:
        report = self._report = view.report
        if not report.n_ratings:
            self._show_empty(self.tr("No grades to compare yet."))
            return
        self._show_figures(report)
        self._pair_model.show(agreement_columns(), report.pairs)
        self._pairs.fit_height(len(report.pairs), most=8)
        undefined = any(pair.kappa is None for pair in report.pairs)
        self._why.setVisible(undefined)
        self._why.setText(self.tr("Undefined: no pair was graded by both, or all their grades are the same."))
        rows = [(view.texts.get(query_id, query_id), one) for query_id, one in report.per_query.items()]
        self._query_model.show(query_agreement_columns(), rows)
        self._show_choice(report)
        self._show_matrix()
        self._stack.setCurrentIndex(0)

    def _show_figures(self, report: AgreementReport) -> None:
        n = self.tr("{0} {0:pair|pairs} with two or more grades").format(numeral(report.n_co_rated))
        if not report.n_co_rated:
            n = self.tr("no pair has two grades")
        self._raw.show_value(figure(report.raw), n)
        why = self.tr("all grades are the same: undefined") if report.n_co_rated else n
        self._alpha.show_value(figure(report.alpha), n if report.alpha is not None else why)
        self._shared.show_value(
            numeral(report.n_co_rated),
            self.tr("of {0} graded {0:pair|pairs} · {1} {1:grade|grades}").format(
                numeral(report.n_items), numeral(report.n_ratings)
            ),
        )

    def _show_choice(self, report: AgreementReport) -> None:
        chosen = self._who.currentData()
        self._who.clear()
        self._who.addItem(self.tr("All assessors"), _ALL)
        for place, pair in enumerate(report.pairs):
            self._who.addItem(f"{pair.assessor_a} – {pair.assessor_b}", f"{place}:{pair.assessor_a}")
        self._who.setCurrentIndex(max(0, self._who.findData(chosen)))

    def _show_matrix(self) -> None:
        report = self._report
        if report is None:
            return
        place = self._who.currentIndex() - 1
        if 0 <= place < len(report.pairs):
            pair = report.pairs[place]
            self._matrix.show_counts(pair.confusion, rows=pair.assessor_a, columns=pair.assessor_b)
            n = numeral(pair.n)
            self._matrix_note.setText(self.tr("{0} {0:pair|pairs} graded by both.").format(n))
        else:
            self._matrix.show_counts(
                report.confusion, rows=self.tr("one assessor"), columns=self.tr("another assessor")
            )
            text = self.tr("Every two grades of a pair, counted in both orders.")
            self._matrix_note.setText(text)

    def _choose_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        pair = self._pair_model.row(current.row())
        if self._report is not None and pair is not None:
            self._who.setCurrentIndex(self._report.pairs.index(pair) + 1)
            self._show_matrix()

    def _show_empty(self, text: str) -> None:
        self._empty.show_message("handshake", text)
        self._stack.setCurrentIndex(1)
