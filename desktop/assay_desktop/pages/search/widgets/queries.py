"""The library's queries: the list at the left, what can be done with one, the line about a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QListView, QMenu, QPlainTextEdit, QWidget

from assay_desktop.pages.search.model import QueryLine
from assay_desktop.pages.search.widgets.saved import LINE_ROLE, SideDelegate
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import S2, S4, Theme
from assay_desktop.widgets.boxes import STRETCH, hbox
from assay_desktop.widgets.controls.fields import choices, set_up_list, text_field
from assay_desktop.widgets.controls.form_dialog import FormDialog, NameDialog
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPushButton


class QueryList(QListView):
    """Enter searches for a query again, F2 renames it, Delete removes it; the menu has the rest."""

    chosen = Signal(object)  # QueryLine
    renaming = Signal(object)
    merging = Signal(object)
    describing = Signal(object)
    removed = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._rows = QStandardItemModel()
        set_up_list(self, self.tr("Queries of this library"), self._rows, SideDelegate(theme))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)
        self.clicked.connect(lambda index: self._tell(self.chosen.emit, index))
        self.activated.connect(lambda index: self._tell(self.chosen.emit, index))

    @property
    def lines(self) -> list[QueryLine]:
        return [self._rows.item(row).data(LINE_ROLE) for row in range(self._rows.rowCount())]

    def show_lines(self, lines: Sequence[QueryLine]) -> None:
        """Show the queries; the one that was current stays so, or the one in its place."""
        at = self.currentIndex()
        current = at.data(LINE_ROLE)
        names = [line.query_id for line in lines]
        row = names.index(current.query_id) if current and current.query_id in names else at.row()
        self._rows.clear()
        for line in lines:
            item = QStandardItem(line.label)
            item.setData(line, LINE_ROLE)
            item.setToolTip(escape_markup("\n\n".join(filter(None, (line.label, *line.about)))))
            item.setEditable(False)
            self._rows.appendRow(item)
        if at.isValid() and lines:
            self.setCurrentIndex(self._rows.index(min(row, len(lines) - 1), 0))
            self.clearSelection()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        calls = {Qt.Key.Key_F2: self.renaming.emit, Qt.Key.Key_Delete: self.removed.emit}
        emit = calls.get(Qt.Key(event.key()))
        if emit is not None and self.currentIndex().isValid():
            self._tell(emit, self.currentIndex())
        else:
            super().keyPressEvent(event)

    def menu_of(self, line: QueryLine) -> QMenu:
        """Return what can be done with a query."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, emit, possible in (
            (self.tr("Search again"), self.chosen.emit, True),
            (self.tr("Rename…"), self.renaming.emit, True),
            (self.tr("Merge into…"), self.merging.emit, len(self.lines) > 1),
            (self.tr("Description…"), self.describing.emit, True),
            (self.tr("Delete"), self.removed.emit, True),
        ):
            action = QAction(text, menu)
            action.setEnabled(possible)
            action.triggered.connect(_bound(emit, line))
            menu.addAction(action)
        return menu

    def _open_menu(self, where: QPoint) -> None:
        line = self.indexAt(where).data(LINE_ROLE)
        if isinstance(line, QueryLine):
            self.menu_of(line).popup(self.viewport().mapToGlobal(where))

    def _tell(self, emit: Callable[[object], None], index: QModelIndex) -> None:
        line = index.data(LINE_ROLE)
        if isinstance(line, QueryLine):
            emit(line)


def _bound(emit: Callable[[object], None], line: QueryLine) -> Callable[[], None]:
    return lambda: emit(line)


class QueryDialogs(QObject):
    """Asks what a query shall be called, merged into or described as; a dialog stays until it is done."""

    renamed = Signal(object, str)  # QueryLine, its new text
    merged = Signal(object, str)  # QueryLine, the id of the query that gets its grades
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
        others = [each for each in self._queries.lines if each.query_id != line.query_id]
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
        self._box = choices(self.tr("Into"), [(each.label, each.query_id) for each in others])
        self._box.setMinimumContentsLength(30)
        self._box.setSizeAdjustPolicy(self._box.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.form.addRow(self.tr("Query"), _shown(line.label))
        self.form.addRow(self.tr("Into"), self._box)
        self.show_note(
            self.tr(
                "The query that you choose gets the grades. Where a paper has one there already, that one "
                "stays. Undo brings both queries back."
            )
        )

    @property
    def into(self) -> str:
        return str(self._box.currentData())


class DescriptionDialog(FormDialog):
    """What a TREC topic says of a query, for those who judge its results."""

    def __init__(self, parent: QWidget, line: QueryLine) -> None:
        super().__init__(parent, self.tr("Describe the query"), action=self.tr("Save"), width=560)
        description, narrative, source = line.about
        self._description = _text(self.tr("Description"), description, rows=3)
        self._narrative = _text(self.tr("Narrative"), narrative, rows=6)
        self._source = text_field(self.tr("Source"), source, hint=self.tr("where the query comes from"))
        self._description.setPlaceholderText(self.tr("What is wanted, in a sentence"))
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
    """Below the results, before the first grade of a text: is it the query that you mean? Enter confirms."""

    confirmed = Signal()
    edit_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "notice")
        self._text = ElidedLabel("strong")
        self.edit = button(self.tr("Edit"), self.edit_wanted.emit)
        self.confirm: QPushButton = button(self.tr("OK"), self.confirmed.emit, kind="primary")
        self.confirm.setAutoDefault(True)  # Enter presses it
        words = label(self.tr("New query:"), "muted")
        hbox(words, self._text, STRETCH, self.edit, self.confirm, on=self, gap=S2, margins=(S4, S2, S4, S2))
        self.hide()

    def show_query(self, text: str) -> None:
        """Ask for this query; "" for none."""
        if text and self.isHidden():
            self._text.show_text(text)
            self.confirm.setAccessibleName(self.tr("Judge for the query {0}").format(text))
            self.show()
            self.confirm.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not text:
            self.hide()
