"""The library's queries: the list at the left, what can be done with one, the line about a new one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QPlainTextEdit, QWidget

from assay_desktop.pages.search.model import Need, QueryLine, others_words
from assay_desktop.pages.search.widgets.saved import Entries, LineList
from assay_desktop.text.figures import counted, numeral
from assay_desktop.theme import S1, S2, S4, Theme
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox
from assay_desktop.widgets.controls.fields import choices, text_field
from assay_desktop.widgets.controls.form_dialog import FormDialog, NameDialog
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button
from assay_desktop.widgets.tables.counted_list import ALL, VALUE_ROLE, CountedRow

_FOLDED_ROWS = 5


class QueryList(LineList):
    """The library's queries, each with the number of papers that were graded for it.

    That of the search that is shown is in view and selected.
    """

    merging = Signal(object)
    describing = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, self.tr("Queries of this library"), most=_FOLDED_ROWS)
        self._need: Need | None = None
        self.more = button("", self._fold, kind="link")
        self.more.setCheckable(True)

    def show_lines(self, lines: Sequence[QueryLine]) -> None:
        """Show the queries; the one that was current stays so, or the one in its place."""
        before, current = self.currentIndex().row(), self.currentIndex().data(VALUE_ROLE)
        names = [line.query_id for line in lines]
        known = current is not None and current.query_id in names
        at = names.index(current.query_id) if known else min(before, len(lines) - 1)
        self.show_rows([self._row(line) for line in lines], at)
        self.more.setVisible(len(lines) > _FOLDED_ROWS)
        self._fold()
        self.follow(self._need)

    def show_all(self) -> None:
        """Show all queries, and go to them."""
        self.more.setChecked(True)
        self._fold()
        self.setFocus()

    def _fold(self) -> None:
        """Show all queries, or the few around the one that is current."""
        whole = self.more.isChecked()
        self.more.setText(
            self.tr("Show fewer") if whole else self.tr("Show all {0}").format(numeral(len(self.lines)))
        )
        self.fit(ALL if whole else _FOLDED_ROWS)
        self.scrollTo(self.currentIndex())

    def follow(self, need: Need | None) -> None:
        """Select the query for this, where there is one."""
        self._need = need
        at = next((at for at, line in enumerate(self.lines) if line.need == need), -1)
        if at >= 0:
            self.setCurrentIndex(self.rows.index(at))
            self.scrollTo(self.rows.index(at))
        else:
            self.clearSelection()

    def entries(self, line: QueryLine) -> Entries:  # noqa: ARG002 - all queries have the same
        return (
            (self.tr("Search again"), self.opened, True),
            (self.tr("Rename…"), self.renaming, True),
            (self.tr("Merge into…"), self.merging, len(self.lines) > 1),
            (self.tr("Description…"), self.describing, True),
            (self.tr("Delete"), self.removed, True),
        )

    def _row(self, line: QueryLine) -> CountedRow:
        n = line.n_judged
        graded = counted(n, self.tr("graded paper"), self.tr("graded papers")) if n else ""
        others = others_words(line.n_others)
        tip = "\n\n".join(filter(None, (line.label, graded, others, *line.about)))
        spoken = ", ".join(filter(None, (line.label, graded, others)))
        return CountedRow(line.label, line, numeral(n) if n else "", spoken, tip)


class QueryDialogs(QObject):
    """Asks what a query shall be called, merged into or described as; a dialog stays until it is done."""

    renamed = Signal(object, str)  # QueryLine, its new text
    merged = Signal(object, object)  # QueryLine, that of the query that gets its grades
    described = Signal(object, object)  # QueryLine, (description, narrative, source)

    def __init__(self, queries: QueryList, page: QWidget) -> None:
        super().__init__(page)
        self._queries, self._page = queries, page
        self._dialog: FormDialog | None = None
        queries.renaming.connect(self.rename)
        queries.merging.connect(self.merge)
        queries.describing.connect(self.describe)
        self.removed = queries.removed

    def rename(self, line: QueryLine) -> None:
        dialog = NameDialog(
            self._page, self.tr("Rename the query"), action=self.tr("Rename"), name=line.label
        )
        dialog.field.setMaxLength(1000)
        dialog.named.connect(lambda text: self.renamed.emit(line, text))
        self._open(dialog)

    def merge(self, line: QueryLine) -> None:
        """Ask for the query to merge into, those whose texts are most alike first."""
        from rapidfuzz import fuzz

        others = [each for each in self._queries.lines if each.query_id != line.query_id]
        others.sort(key=lambda each: -fuzz.ratio(line.label, each.label))
        dialog = MergeDialog(self._page, line, others)
        dialog.on_action(lambda: self.merged.emit(line, dialog.into))
        self._open(dialog)

    def describe(self, line: QueryLine) -> None:
        dialog = DescriptionDialog(self._page, line)
        dialog.on_action(lambda: self.described.emit(line, dialog.texts))
        self._open(dialog)

    def end(self, problem: str = "") -> None:
        """Close the dialog, or say why it was refused; what was filled in stays then."""
        if self._dialog is None:
            return
        if problem:
            self._dialog.show_problem(problem)
        else:
            self._dialog.accept()

    def _open(self, dialog: FormDialog) -> None:
        self._dialog = dialog
        dialog.destroyed.connect(self._forget)
        dialog.open()

    def _forget(self) -> None:
        self._dialog = None


class MergeDialog(FormDialog):
    """Asks for the query that gets the grades."""

    def __init__(self, parent: QWidget, line: QueryLine, others: Sequence[QueryLine]) -> None:
        super().__init__(parent, self.tr("Merge the query"), action=self.tr("Merge"))
        self._others = others
        self._box = choices(self.tr("Into"), [(each.label, each.query_id) for each in others])
        self._box.setMinimumContentsLength(30)
        self._box.setSizeAdjustPolicy(self._box.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.form.addRow(self.tr("Query"), _shown(line.label))
        self.form.addRow(self.tr("Into"), self._box)
        self.show_note(
            self.tr(
                "The query you choose gets the grades. If a paper already has a grade there, that one "
                "stays. Undo restores both queries."
            )
        )

    @property
    def into(self) -> QueryLine:
        return self._others[self._box.currentIndex()]


class DescriptionDialog(FormDialog):
    """What a TREC topic says of a query, for those who judge its results."""

    def __init__(self, parent: QWidget, line: QueryLine) -> None:
        super().__init__(parent, self.tr("Describe the query"), action=self.tr("Save"), width=560)
        description, narrative, source = line.about
        self._description = _text(self.tr("Description"), description, rows=3)
        self._narrative = _text(self.tr("Narrative"), narrative, rows=6)
        self._source = text_field(self.tr("Source"), source, hint=self.tr("Where the query comes from"))
        self._description.setPlaceholderText(self.tr("What you need, in a sentence"))
        self._narrative.setPlaceholderText(self.tr("What counts as relevant, and what does not"))
        self.form.addRow(self.tr("Query"), _shown(line.label))
        self.form.addRow(self.tr("Description"), self._description)
        self.form.addRow(self.tr("Narrative"), self._narrative)
        self.form.addRow(self.tr("Source"), self._source)

    @property
    def texts(self) -> tuple[str, str, str]:
        """The description, the narrative and the source."""
        texts = self._description.toPlainText(), self._narrative.toPlainText(), self._source.text()
        return texts[0].strip(), texts[1].strip(), texts[2].strip()


def _shown(text: str) -> ElidedLabel:
    made = ElidedLabel("body")
    made.show_text(text)
    return made


def _text(name: str, text: str, *, rows: int) -> QPlainTextEdit:
    made = QPlainTextEdit(text)
    made.setAccessibleName(name)
    made.setTabChangesFocus(True)
    made.setFixedHeight(rows * made.fontMetrics().lineSpacing() + S4)
    return made


class NewQueryLine(QFrame):
    """Below the results, after the first grade of a text: under which query it is, and what corrects that.

    It takes no focus: the next key grades the next paper.
    """

    renaming = Signal(object)  # QueryLine
    merging = Signal(object)  # QueryLine
    undone = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "notice")
        self._line: QueryLine | None = None
        self._text = ElidedLabel("strong")
        self.rename = button(self.tr("Rename…"), lambda: self.renaming.emit(self._line))
        self.merge = button(self.tr("Merge into…"), lambda: self.merging.emit(self._line))
        self.undo = button(self.tr("Undo"), self.undone.emit)
        buttons = self.rename, self.merge, self.undo
        for each in buttons:
            each.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._said = boxed(hbox(label(self.tr("Saved under"), "muted"), self._text, STRETCH, gap=S2))
        self._buttons = boxed(hbox(STRETCH, *buttons, gap=S2))
        self._row = hbox((self._said, 1), self._buttons, on=self, gap=S2, margins=(S4 + S1, S2, S4, S2))
        self.hide()

    def show_query(self, line: QueryLine | None) -> None:
        """Show that this query has the grades; None for none."""
        self._line = line
        if line is not None:
            self._text.show_text(line.text)
            self._fold()
        self.setVisible(line is not None)

    @property
    def _margins(self) -> int:
        """In pixels, of both sides."""
        margins = self._row.contentsMargins()
        return margins.left() + margins.right()

    def minimumSizeHint(self) -> QSize:
        width = self._buttons.minimumSizeHint().width() + self._margins
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        """Put the buttons below where they would cut the text."""
        wanted = self._said.sizeHint().width() + self._row.spacing() + self._buttons.sizeHint().width()
        fits = wanted + self._margins <= self.width()
        way = QBoxLayout.Direction
        self._row.setDirection(way.LeftToRight if fits else way.TopToBottom)
